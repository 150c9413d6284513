"""The door for every text: JSON, or YAML where PyYAML is at hand, of a bounded size, read whole or line by line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO, Any

from mecatol.errors import ScenarioError, fault, shown

MOST_DEEP = 100
"""How many lists and mappings may be nested in one another: Python in a browser breaks before it says so."""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"?|[][{}]', re.S)
"""Strings, whose brackets are text, and brackets."""
MOST_BYTES = 2_000_000
"""How long a file or a line of a stream may be: far above any scenario, so that one without end is refused."""
MOST_DIGITS = 1000
"""Digits of a number that is read digit by digit, which takes time by their square."""
_LONG_NUMBER = re.compile(rf"(?<!\d)\d{{{MOST_DIGITS + 1}}}")
_HUGE = 10**400
"""What a longer number is read as: beyond every field and every float, so that its own field refuses it."""
MOST_YAML = 500_000
"""Characters of YAML, which takes fifty times as long to read as JSON."""
MOST_VALUES = 50_000
"""Values of YAML, everything that an alias or a merge key repeats counted each time."""
_PLAIN = {f"tag:yaml.org,2002:{tag}" for tag in ("str", "int", "float", "bool", "null", "seq", "map", "merge")}
"""The tags of what JSON could hold as well; `merge` is that of the key `<<`."""
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_TEXTS = ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:value")
"""The tags of dates and of `=`, which are read as the text that is written there."""


def _twice(key: Any, where: str = "") -> ScenarioError:
    return fault("scenario", f"names {shown(key)} twice in one mapping{where}; once is enough", key)


def _once(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return a mapping; of a key that stands there twice, one value would be lost without a word."""
    mapping: dict[Any, Any] = {}
    for key, value in pairs:
        if key in mapping:
            raise _twice(key)
        mapping[key] = value
    return mapping


def parse_json(text: str) -> Any:
    """Return the data in a text of JSON.

    Raises ScenarioError if it names a key twice, is nested too deeply or too long, and ValueError if it is no JSON.
    """
    if len(text) > MOST_BYTES:
        raise fault("scenario", f"is longer than {MOST_BYTES:,} characters")
    if _too_deep(text):
        raise fault("scenario", "is nested too deeply")
    whole = _whole_number if _LONG_NUMBER.search(text) else None
    return json.loads(text, object_pairs_hook=_once, parse_int=whole)


def _whole_number(digits: str) -> int:
    return int(digits) if len(digits) <= MOST_DIGITS else -_HUGE if digits.startswith("-") else _HUGE


def _too_deep(text: str) -> bool:
    """Tell whether more than MOST_DEEP brackets of a text of JSON are open at once."""
    if text.count("[") + text.count("{") <= MOST_DEEP:
        return False
    depth = 0
    for found in _NESTING.finditer(text):
        depth += (found[0] in ("[", "{")) - (found[0] in ("]", "}"))
        if depth > MOST_DEEP:
            return True
    return False


def parse(text: str) -> Any:
    """Return the data in a text. Raises ScenarioError if it is neither JSON nor YAML, or names a key twice."""
    try:
        return parse_json(text)
    except ScenarioError:
        raise
    except ValueError as not_json:
        return _yaml(text, not_json)


def _yaml(text: str, not_json: ValueError) -> Any:
    try:
        loader = _loader()
    except ImportError:
        raise fault("scenario", f"is not JSON ({not_json}); for YAML, run `pip install pyyaml`") from None
    if len(text) > MOST_YAML:
        raise fault("scenario", f"is not JSON ({not_json}), and for YAML it is longer than {MOST_YAML:,} characters")
    try:
        reading = loader(text)
        try:
            return reading.get_single_data()
        finally:
            reading.dispose()
    except ScenarioError:
        raise
    except Exception as error:  # beside its own, PyYAML lets through what numbers and tags stumble over
        raise fault("scenario", f"is neither JSON nor YAML: {' '.join(str(error).split())[:300]}") from None


def _bounded(below: list[tuple[int, int]], count: int) -> tuple[int, int]:
    """Return how many values a node holds and how deep it is, by those below it, where `count` have been read.

    Raises ScenarioError for more than the bounds of this module.
    """
    size = 1 + sum(values for values, _ in below)
    depth = 1 + max((deep for _, deep in below), default=0)
    if depth > MOST_DEEP:
        raise fault("scenario", "is nested too deeply")
    if max(size, count) > MOST_VALUES:
        more = "what its aliases and merge keys repeat included"
        raise fault("scenario", f"holds more than {MOST_VALUES:,} values, {more}")
    return size, depth


def _each_once(names: list[tuple[Any, int]]) -> None:
    """Refuse a name that is there twice; with each comes its line."""
    named = set()
    for name, line in names:
        if name in named:
            raise _twice(name, f" (line {line})")
        named.add(name)


@cache  # the class can only be made where PyYAML is at hand
def _loader() -> Any:
    """Return the class that reads YAML as plain data, within the bounds of this module."""
    import yaml

    class BoundedLoader(yaml.SafeLoader):
        """Counts what it reads, and refuses a key that is named twice in one mapping."""

        def __init__(self, text: str) -> None:
            super().__init__(text)
            self.depth = self.count = 0
            self.sizes: dict[int, tuple[int, int]] = {}
            """Of each node that is whole, by its identity: its values and its depth with every alias written out."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            """Return the next node; an alias returns the node that it stands for, which is then counted again."""
            is_alias = self.check_event(yaml.AliasEvent)
            self.depth += 1
            self.count += 1
            if self.depth > MOST_DEEP:
                raise fault("scenario", "is nested too deeply")
            node = super().compose_node(parent, index)
            self.depth -= 1
            if node is None or (is_alias and id(node) in self.sizes):
                return node
            line = f"line {node.start_mark.line + 1}"
            if is_alias:
                raise fault("scenario", f"holds itself through an alias ({line})")
            if node.tag not in _PLAIN:
                raise fault("scenario", f"has the tag {shown(node.tag)} ({line}); write text, numbers, lists, mappings")
            self.sizes[id(node)] = self._size(node)
            return node

        def _size(self, node: yaml.Node) -> tuple[int, int]:
            below: list[yaml.Node] = []
            if isinstance(node, yaml.SequenceNode):
                below = node.value
            elif isinstance(node, yaml.MappingNode):
                below = [one for pair in node.value for one in pair]
            return _bounded([self.sizes[id(one)] for one in below], self.count)

        def compose_scalar_node(self, anchor: Any) -> yaml.ScalarNode:
            """Return a single value: a date as text, and a number of too many digits as one that its field refuses."""
            is_said = self.peek_event().tag is not None  # type: ignore[no-untyped-call]
            node = super().compose_scalar_node(anchor)
            if node.tag in _TEXTS and not is_said:
                node.tag = "tag:yaml.org,2002:str"
            if node.tag in _NUMBERS and len(node.value) > MOST_DIGITS:
                node.tag, node.value = _NUMBERS[0], str(_HUGE)
            return node

        def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
            """Return a mapping, checked before a merge key adds to it."""
            node = super().compose_mapping_node(anchor)
            keys = [key for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            own = [key for key in keys if key.tag != "tag:yaml.org,2002:merge"]
            _each_once([(self.construct_object(key), key.start_mark.line + 1) for key in own])
            return node

    return BoundedLoader


@contextmanager
def _refusals(name: str) -> Iterator[None]:
    """Say of a file that cannot be read which it is, and why."""
    try:
        yield
    except FileNotFoundError:
        raise fault("FILE", f"there is no file {_said(name)}; name a file, or - for standard input") from None
    except IsADirectoryError:
        raise fault("FILE", f"{_said(name)} is a folder; name a file, or - for standard input") from None
    except ScenarioError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise fault("FILE", f"{_said(name)} cannot be read ({why}); name a file, or - for standard input") from None


def text_of(name: str) -> str:
    """Return the text of a file, of a pipe, or of standard input for "-".

    Raises ScenarioError for what cannot be opened or read, is no UTF-8, or is longer than MOST_BYTES.
    """
    with _refusals(name), _opened(name) as file:
        data = _as_bytes(file.read(MOST_BYTES + 1))
    if len(data) > MOST_BYTES:
        raise fault("FILE", f"{_said(name)} is longer than {MOST_BYTES:,} bytes, so it is not a scenario")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fault("FILE", f"{_said(name)} is not UTF-8 text") from None


def lines_of(name: str) -> Iterator[str | ScenarioError]:
    """Yield each line of a file, of a pipe, or of standard input for "-" as soon as it is there, blank ones too.

    A line that is no UTF-8, or longer than MOST_BYTES, comes as its refusal; the others go on.
    Raises ScenarioError for what cannot be opened or read.
    """
    with _refusals(name), _opened(name) as file:
        while line := _as_bytes(file.readline(MOST_BYTES + 1)):
            if len(line) > MOST_BYTES and not line.endswith(b"\n"):
                while (rest := file.readline(MOST_BYTES)) and not _as_bytes(rest).endswith(b"\n"):
                    pass
                yield fault("scenario", f"is a line of more than {MOST_BYTES:,} bytes, so it is not a scenario")
                continue
            try:
                yield line.decode("utf-8-sig")
            except UnicodeDecodeError:
                yield fault("scenario", "is not UTF-8 text")


def _said(name: str) -> str:
    return repr(name) if len(name) <= 300 else shown(name)


@contextmanager
def _opened(name: str) -> Iterator[IO[Any]]:
    """Give what a file holds, or standard input, which stays open."""
    if name != "-":
        with open(name, "rb") as file:
            yield file
    elif sys.stdin is None:
        raise OSError("standard input is closed")
    else:
        yield getattr(sys.stdin, "buffer", sys.stdin)  # a stand-in holds text


def _as_bytes(read: bytes | str) -> bytes:
    return read.encode("utf-8", "surrogatepass") if isinstance(read, str) else read
