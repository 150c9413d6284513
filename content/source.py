"""YAML files, read so that the line of every field is known, and checked again only when something has changed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from content import results
from content.model import Fault

type Place = tuple[str | int, ...]

_BYTES = 2_000_000
"""A file of content is at most so large: the longest of today has a hundredth of it."""
_DEPTH = 40
"""Mappings and lists stand within one another at most so deep."""
_SHOWN = 60
"""A message shows at most so many characters of what was found."""
_TAG = "tag:yaml.org,2002:"
_SIGNS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Signs that no page can hold: control characters and halves of characters."""
_UNSEEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Signs that nobody sees: they turn the direction of what is written, join, part or hide it."""
_MERGE = re.compile(r"^\s*(?:<{7}|={7}|>{7}|\|{7})(?:\s.*)?$", re.M)
"""A line that a merge leaves behind."""
_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,39})\Z")
_FLOAT = re.compile(r"[-+]?(?:\d{1,40}\.\d{0,40}|\.\d{1,40})(?:[eE][-+]?\d{1,3})?\Z")
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_READ = results.Shelf("read")
SOUND = results.Shelf("sound")
"""What checks have found nothing in, by its text and by all that judged it."""
_CALLED = {"int": "a whole number", "float": "a number", "bool": "yes or no", "null": "an empty value"}


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
    shaped: int = 0
    """How many of the faults come from reading the file and from its shape."""
    mended: list[Place] = field(default_factory=list)
    """Where something of the right shape stands for what the file says, so that the rest can be checked."""
    slug: str = ""
    """What it is about, where the name of its file does not say so: a faction of a pack."""

    def line(self, path: Place) -> int:
        """Return the line of a field, or of the nearest field around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def fault(self, path: Place, message: str, *, at: str | None = None) -> None:
        """Record a fault of a field; `at` is a piece of its text, to find the very line in a long one."""
        line = self.line_of(path, at) if at else self.line(path)
        self.faults.append(Fault(self.file, line, ".".join(map(str, path)), message))

    def line_of(self, path: Place, piece: str) -> int:
        """Return the line of a field on which a piece of its text is, or the line on which the field begins."""
        line = self.line(path)
        rest = enumerate(self.text.split("\n")[line - 1 :], line)
        return next((number for number, words in rest if piece in words), line)

    def resolve(self, start: Place, dotted: str) -> Place:
        """Turn a dotted path below `start` into the path of a field, as deep as there is one.

        Keys may hold dots themselves (`rulings.63.4`), so the longest key that fits is taken at every step.
        """
        path, rest = start, dotted.split(".") if dotted else []
        while rest:
            for size in range(len(rest), 0, -1):
                word = ".".join(rest[:size])
                keys: list[str | int] = [word, int(word)] if word.isdecimal() and len(word) < _DEPTH else [word]
                found = next((key for key in keys if (*path, key) in self.lines), None)
                if found is not None:
                    path, rest = (*path, found), rest[size:]
                    break
            else:
                break
        return path


def read(path: Path, name: str) -> Source:
    """Read a YAML file; `name` is how faults call it.

    What is missing, no file, not YAML, says a thing twice or goes beyond what content needs gives faults instead of an
    exception. Keys are text, and so are dates.
    """
    source = Source(name, "")
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "no file stands here")
        if path.exists() and path.stat().st_size > _BYTES:
            source.fault((), f"is too large: at most {_BYTES:,} bytes")
            return source
        source.text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        source.fault((), "is missing")
        return source
    except UnicodeDecodeError as error:
        source.fault((), f"is not in UTF-8: {error.reason}")
        return source
    except OSError as error:
        source.fault((), f"cannot be read: {error.strerror}")
        return source

    def parsed() -> tuple[Any, Any, Any] | None:
        _check_signs(source)
        _parse(source)
        return None if source.faults else (source.data, source.lines, source.folded)

    if found := _READ.get(results.key(results.code(Path(__file__)), source.text), parsed):
        source.data, source.lines, source.folded = found
    return source


def unless_sound(source: Source, check: Callable[[], object], *of: object) -> None:
    """Run a check of a file, unless it has found nothing in it before.

    ``of`` names the check, and is all that it looks at beside the file's text, the checks and the solver.
    """
    before = len(source.faults)

    def sound() -> bool | None:
        check()
        return True if len(source.faults) == before else None

    SOUND.get(results.key(results.code(results.SOLVER, *judges()), source.text, of), sound)


@cache
def judges() -> tuple[Path, ...]:
    """Return the files that say how content is read and judged."""
    return tuple(path for suffix in ("py", "json") for path in sorted(results.CONTENT.glob(f"*.{suffix}")))


def _check_signs(source: Source) -> None:
    """Record a fault for each line with a sign that nobody sees, and for each that a merge left behind."""
    for number, line in enumerate(source.text.split("\n"), 1):
        if sign := _UNSEEN.search(line):
            message = f"holds the sign U+{ord(sign[0]):04X}, which nobody sees: take it out"
            source.faults.append(Fault(source.file, number, "", message))
        if _MERGE.match(line):
            message = "is what a merge left behind: keep one of the two versions, and take this line out"
            source.faults.append(Fault(source.file, number, "", message))


def _parse(source: Source) -> None:
    try:
        node = _composed(source.text)
        if node is not None:
            source.data = _build(node, (), source)
        if source.data is None:
            source.fault((), "is empty")
    except yaml.reader.ReaderError as error:
        line = source.text.count("\n", 0, error.position) + 1
        message = f"holds the sign U+{error.character:04X}, which no text has: take it out"
        source.faults.append(Fault(source.file, line, "", message))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        said = " ".join(filter(None, (error.context, error.problem)))
        source.faults.append(Fault(source.file, line, "", f"is not YAML: {said}"))


def _composed(text: str) -> yaml.Node | None:
    """Return the nodes of a text: by libyaml, which is fast, and by the slow reader once more where it is no YAML.

    So what is said of a fault is the same wherever the library was built without libyaml.
    """
    if yaml.__with_libyaml__:
        with suppress(yaml.YAMLError):
            return _FastLoader(text).get_single_node()
    return _Loader(text).get_single_node()


class _Bounded(yaml.composer.Composer):
    """Composes YAML without aliases, so that what is read is as large as what is written, and of a bounded depth."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[attr-defined]  # of the parser beside it
        if isinstance(event, yaml.AliasEvent):
            raise _refusal("no aliases here: write it out again", event)
        if self.depth > _DEPTH:
            raise _refusal(f"nested deeper than {_DEPTH}", event)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


class _Loader(_Bounded, yaml.SafeLoader):
    """Reads by Python alone."""


class _FastLoader(_Bounded, yaml.CSafeLoader):
    """Reads events by libyaml."""

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        self.anchors: dict[Any, Any] = {}  # of the composer, which that leaves to libyaml


def _refusal(problem: str, event: yaml.Event) -> yaml.MarkedYAMLError:
    mark: Any = event.start_mark
    return yaml.MarkedYAMLError(None, None, problem, mark)


def _build(node: yaml.Node, path: Place, source: Source) -> Any:
    source.lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        if node.style != "|" and node.start_mark.line != node.end_mark.line:
            source.folded[path] = source.text[node.start_mark.index : node.end_mark.index].strip().split("\n")
        return _scalar(node, path, source)
    kind = "map" if isinstance(node, yaml.MappingNode) else "seq"
    if node.tag != _TAG + kind:
        source.fault(path, f"bears the tag {node.tag.replace(_TAG, '!!')!r}: write it without a tag")
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, source)
    return [_build(item, (*path, index), source) for index, item in enumerate(node.value)]


def _scalar(node: yaml.ScalarNode, path: Place, source: Source) -> Any:
    """Return a scalar's value; one that cannot be read has a fault and stays the text that it is."""
    text: str = node.value
    if sign := _SIGNS.search(text):
        source.fault(path, f"holds the sign U+{ord(sign[0]):04X}, which no text has: take it out")
        return _SIGNS.sub("", text)
    match node.tag.removeprefix(_TAG):
        case "str" | "timestamp":
            return text
        case "null" if text in ("", "~", "null", "Null", "NULL"):
            return None
        case "bool" if text.lower() in _BOOLEANS:
            return _BOOLEANS[text.lower()]
        case "int" if _INTEGER.match(text):
            return int(text)
        case "int" if ":" in text:
            return text
        case "float" if _FLOAT.match(text) and math.isfinite(float(text)):
            return float(text)
        case "int" | "float" | "bool" | "null" as kind:
            message = f"{brief(text)} is not {_CALLED[kind]}: write it in digits, or as a text in quotes"
        case _:
            message = f"bears the tag {node.tag.replace(_TAG, '!!')!r}: write it without a tag, a text in quotes"
    source.fault(path, message)
    return text


def brief(text: str) -> str:
    """Return a text for a message, in quotes and cut where it is long."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _mapping(node: yaml.MappingNode, path: Place, source: Source) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "?"
        if not isinstance(key_node, yaml.ScalarNode) or key_node.tag != f"{_TAG}str" or _SIGNS.search(key):
            source.lines[(*path, key)] = line
            source.fault((*path, key), f"keys must be text: put {brief(key)} in quotes")
            continue
        if key in result:
            message = f"{key!r} stands twice, first on line {source.lines[(*path, key)]}"
            source.faults.append(Fault(source.file, line, ".".join(map(str, (*path, key))), message))
            continue
        source.lines[(*path, key)] = line
        result[key] = _build(value_node, (*path, key), source)
    return result
