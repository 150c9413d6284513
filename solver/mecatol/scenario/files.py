"""Scenarios as files and as text: JSON, or YAML where PyYAML is at hand."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Hashable, Iterable
from typing import Any

from mecatol.errors import ScenarioError, fault, shown

MOST_DEEP = 100
"""How many lists and mappings of JSON may stand within one another: Python in a browser breaks before it says so."""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"?|[][{}]', re.S)
"""Strings, whose brackets are text, and brackets."""
MOST_BYTES = 2_000_000
"""How long a file may be: a stated limit, far above any scenario, so that one without end is refused."""


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

    Raises ScenarioError if it names a key twice or is nested too deeply, and ValueError if it is no JSON.
    """
    if _too_deep(text):
        raise fault("scenario", "is nested too deeply")
    return json.loads(text, object_pairs_hook=_once)


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
        import yaml
    except ImportError:
        raise fault("scenario", f"is not JSON ({not_json}); for YAML, run `pip install pyyaml`") from None

    class OnceLoader(yaml.SafeLoader):
        """Refuses a key that stands twice in one mapping."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
            """Return the mapping that a node holds."""
            named: set[Hashable] = set()
            for key in (key for key, _ in node.value if key.value != "<<"):
                if not isinstance(name := self.construct_object(key, deep=True), Hashable):
                    continue
                if name in named:
                    raise _twice(name, f" (line {key.start_mark.line + 1})")
                named.add(name)
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(text, OnceLoader)
    except ScenarioError:
        raise
    except RecursionError:
        raise fault("scenario", "is nested too deeply") from None
    except Exception as error:  # beside its own, PyYAML lets through what dates, numbers and tags stumble over
        raise fault("scenario", f"is neither JSON nor YAML: {error}") from None


def text_of(name: str) -> str:
    """Return the text of a file, of a pipe, or of standard input for "-".

    Raises ScenarioError for what cannot be opened or read, is no UTF-8, or is longer than MOST_BYTES.
    """
    try:
        data = _standard_input() if name == "-" else _file(name)
    except FileNotFoundError:
        raise fault("FILE", f"there is no file {_said(name)}; name a file, or - for standard input") from None
    except IsADirectoryError:
        raise fault("FILE", f"{_said(name)} is a folder; name a file, or - for standard input") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise fault("FILE", f"{_said(name)} cannot be read ({why}); name a file, or - for standard input") from None
    if len(data) > MOST_BYTES:
        raise fault("FILE", f"{_said(name)} is longer than {MOST_BYTES:,} bytes, so it is not a scenario")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fault("FILE", f"{_said(name)} is not UTF-8 text") from None


def _said(name: str) -> str:
    return repr(name) if len(name) <= 300 else shown(name)


def _file(name: str) -> bytes:
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    source = getattr(sys.stdin, "buffer", None)
    if source is None:  # a stand-in that holds text
        return sys.stdin.read(MOST_BYTES + 1).encode("utf-8", "surrogatepass")
    data: bytes = source.read(MOST_BYTES + 1)
    return data
