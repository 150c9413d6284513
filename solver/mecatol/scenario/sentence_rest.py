"""What has no sentence of its own, in words, and back: names of fields with their values, and brackets around several.

    Also: rounds 6; deploy (moment ground-combat-round, resources 2).
    Also for Red: fleet pool 3; controls (loki, mellon).

A field with several values has them in brackets: values alone are a list, names with values belong together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_DEEPEST = 30
"""Brackets within brackets that are read."""
_TOKEN = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|[(),;]|[^\s(),;"]+)""")
_WORD = re.compile(r"[a-z][a-z0-9-]*\Z")
_KEY = re.compile(r"[a-z][a-z0-9-]*(?:_[a-z0-9-]+)*\Z")
_NUMBER = re.compile(r"-?[0-9]+(?P<rest>\.[0-9]+)?(?P<power>e[+-]?[0-9]+)?\Z")
_SPECIAL = {"on": True, "off": False, "nothing": None}
_NO_NAMES = "none"
"""What brackets hold that would hold names with values."""


def say_rest(fields: Mapping[str, Any]) -> str:
    """Return fields in words, as `read_rest` reads them."""
    return "; ".join(_entry(key, value) for key, value in fields.items()) + "."


def _entry(key: str, value: Any) -> str:
    name = key.replace("_", " ") if _KEY.match(key) else json.dumps(key, ensure_ascii=False)
    return f"{name} {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"({', '.join(_entry(key, own) for key, own in value.items()) or _NO_NAMES + ' ()'})"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_value, value))})"
    if isinstance(value, bool) or value is None:
        return next(word for word, meant in _SPECIAL.items() if meant is value)
    if isinstance(value, int | float):
        return repr(value)
    return value if _WORD.match(value) and value not in _SPECIAL else json.dumps(value, ensure_ascii=False)


def read_rest(text: str) -> dict[str, Any]:
    """Return the fields that words name.

    Raises ValueError, whose message goes on after the words, where they cannot be read.
    """
    tokens = list(_tokens(text.removesuffix(".")))
    fields, at = _entries(tokens, 0, ";", 0)
    if at < len(tokens):
        raise ValueError(f"has {tokens[at]!r} where a name should be")
    return fields


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError("has quotes that do not end")
        yield found[1]
        at = found.end()


def _entries(tokens: list[str], at: int, between: str, depth: int) -> tuple[dict[str, Any], int]:
    """Return names with their values from a place on, and where they end."""
    fields: dict[str, Any] = {}
    while True:
        words: list[str] = []
        while at + 1 < len(tokens) and tokens[at] not in "(),;" and tokens[at + 1] not in ("),;"):
            words.append(tokens[at])
            at += 1
        if not words:
            raise ValueError("names a value and not what it is of")
        key = json.loads(words[0]) if words[0][0] == '"' else "_".join(words)
        value, at = _read(tokens, at, depth)
        if key in fields:
            raise ValueError(f"names {key.replace('_', ' ')!r} twice")
        fields[key] = value
        if at >= len(tokens) or tokens[at] != between:
            return fields, at
        at += 1


def _read(tokens: list[str], at: int, depth: int) -> tuple[Any, int]:
    """Return the value at a place, and where it ends."""
    if at >= len(tokens) or tokens[at] in "),;":
        raise ValueError("lacks a value")
    token = tokens[at]
    if token != "(":
        return _scalar(token), at + 1
    if depth >= _DEEPEST:
        raise ValueError("is nested too deeply")
    inside, at = _bracket(tokens, at + 1, depth + 1)
    if at >= len(tokens) or tokens[at] != ")":
        raise ValueError("has a bracket that does not end")
    return inside, at + 1


def _bracket(tokens: list[str], at: int, depth: int) -> tuple[Any, int]:
    """Return what brackets hold: names with values, or values alone."""
    if tokens[at : at + 1] == [")"]:
        return [], at
    if tokens[at : at + 1] == ["("] or tokens[at + 1 : at + 2] in ([","], [")"]):
        values: list[Any] = []
        while True:
            value, at = _read(tokens, at, depth)
            values.append(value)
            if at >= len(tokens) or tokens[at] != ",":
                return values, at
            at += 1
    fields, at = _entries(tokens, at, ",", depth)
    return ({} if fields == {_NO_NAMES: []} else fields), at


def _scalar(token: str) -> Any:
    if token[0] == '"':
        return json.loads(token)
    if token in _SPECIAL:
        return _SPECIAL[token]
    if found := _NUMBER.match(token):
        if len(token) > 300:
            raise ValueError("has a number of more than 300 digits")
        return float(token) if found["rest"] or found["power"] else int(token)
    return token
