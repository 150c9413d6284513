"""YAML files read so that the line of every field is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from content.model import Fault

type Place = tuple[str | int, ...]


@dataclass
class Source:
    """One YAML file: its data, the line of each field, and the faults found in it so far."""

    file: str
    text: str
    data: Any = None
    lines: dict[Place, int] = field(default_factory=dict)
    """Path to a field, to the line on which it begins."""
    folded: dict[Place, list[str]] = field(default_factory=dict)
    """Path to a text whose line ends become spaces, to its lines as they stand in the file."""
    faults: list[Fault] = field(default_factory=list)

    def line(self, path: Place) -> int:
        """Return the line of a field, or of the nearest field around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def fault(self, path: Place, message: str, *, at: str | None = None) -> None:
        """Record a fault of a field; `at` is a piece of its text, to find the very line in a long one."""
        line = self.line(path)
        if at:
            rest = enumerate(self.text.split("\n")[line - 1 :], line)
            line = next((number for number, words in rest if at in words), line)
        self.faults.append(Fault(self.file, line, ".".join(map(str, path)), message))

    def resolve(self, start: Place, dotted: str) -> Place:
        """Turn a dotted path below `start` into the path of a field, as deep as there is one.

        Keys may hold dots themselves (`rulings.63.4`), so the longest key that fits is taken at every step.
        """
        path, rest = start, dotted.split(".") if dotted else []
        while rest:
            for size in range(len(rest), 0, -1):
                word = ".".join(rest[:size])
                keys: list[str | int] = [word, int(word)] if word.isdecimal() else [word]
                found = next((key for key in keys if (*path, key) in self.lines), None)
                if found is not None:
                    path, rest = (*path, found), rest[size:]
                    break
            else:
                break
        return path


def read(path: Path, name: str) -> Source:
    """Read a YAML file; `name` is how faults call it.

    A file that is missing, not YAML, or says a thing twice gives faults instead of an exception. Keys are text.
    """
    try:
        source = Source(name, path.read_text(encoding="utf-8"))
    except (FileNotFoundError, UnicodeDecodeError) as error:
        source = Source(name, "")
        source.fault((), "is missing" if isinstance(error, FileNotFoundError) else f"is not in UTF-8: {error.reason}")
        return source
    loader = yaml.SafeLoader(source.text)
    try:
        node = loader.get_single_node()
        if node is None:
            source.fault((), "is empty")
        else:
            source.data = _build(loader, node, (), source)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        said = " ".join(filter(None, (error.context, error.problem)))
        source.faults.append(Fault(name, line, "", f"is no YAML: {said}"))
    finally:
        loader.dispose()
    return source


def _build(loader: yaml.SafeLoader, node: yaml.Node, path: Place, source: Source) -> Any:
    source.lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(loader, node, path, source)
    if isinstance(node, yaml.SequenceNode):
        return [_build(loader, item, (*path, index), source) for index, item in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode) and node.style != "|" and node.start_mark.line != node.end_mark.line:
        source.folded[path] = source.text[node.start_mark.index : node.end_mark.index].strip().split("\n")
    return loader.construct_object(node)


def _mapping(loader: yaml.SafeLoader, node: yaml.MappingNode, path: Place, source: Source) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node)
        line = key_node.start_mark.line + 1
        if not isinstance(key, str):
            source.lines[(*path, str(key))] = line
            source.fault((*path, str(key)), f"keys must be text: put {key_node.value!r} in quotes")
            continue
        if key in result:
            message = f"{key!r} stands twice, first on line {source.lines[(*path, key)]}"
            source.faults.append(Fault(source.file, line, ".".join(map(str, (*path, key))), message))
            continue
        source.lines[(*path, key)] = line
        result[key] = _build(loader, value_node, (*path, key), source)
    return result
