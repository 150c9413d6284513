"""Whether the fields of a record hold what they are declared to hold: `cost="8"` is text, not a number."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

type Fits = Callable[[Any], bool]

_WORDS = {int: "a whole number", float: "a number", str: "text", bool: "True or False", types.NoneType: "None"}
_DATA_WORDS = {**_WORDS, bool: "true or false", types.NoneType: "left out"}


def _plain(kind: type) -> Fits:
    if kind is float:
        return lambda value: isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    return lambda value: isinstance(value, kind)


def _fits(hint: Any) -> Fits:
    """Return what tells whether a value is of a type; of what it does not know, everything is."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        several = [_fits(one) for one in inner]
        return lambda value: any(fits(value) for fits in several)
    if origin is tuple and inner[1:] == (...,):
        each = _fits(inner[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    if origin is frozenset:
        each = _fits(inner[0])
        return lambda value: isinstance(value, frozenset) and all(map(each, value))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        key, item = map(_fits, inner)
        return lambda value: isinstance(value, Mapping) and all(key(k) and item(v) for k, v in value.items())
    if origin is Callable or (isinstance(origin, type) and origin.__name__ == "Callable"):
        return callable
    return _plain(hint) if isinstance(hint, type) else lambda value: True


def _said(hint: Any) -> str:
    """Say what a type allows, for those who write records."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(_said(one) for one in inner)
    if origin is tuple:
        return f"a tuple of each {_said(inner[0])}, such as (…,)"
    if origin is frozenset:
        return f"a frozenset of each {_said(inner[0])}"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{{_said(inner[0])}: {_said(inner[1])}}}"
    if isinstance(hint, type):
        if is_dataclass(hint) or hasattr(hint, "_fields"):
            return f"{hint.__name__}(…)"
        return _WORDS.get(hint, hint.__name__)
    return "a function"


def _said_of_data(hint: Any) -> str:
    """Say what a type allows, for those who write records in JSON or YAML."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return ", or ".join(_said_of_data(one) for one in inner)
    if origin in (tuple, frozenset):
        return (
            'a list of texts, such as [one, "78.5"]' if inner[0] is str else f"a list of {_said_of_data(inner[0])} each"
        )
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a mapping of {_said_of_data(inner[0])} to {_said_of_data(inner[1])}"
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        known = ", ".join(f"{name}: …" for name in hint._fields)
        return f"{'a whole number, or ' if 'dice' in hint._fields else ''}a mapping: {{{known}}}"
    return _DATA_WORDS.get(hint, "what a data file can hold")


def _as_data(value: Any) -> Any:
    """Return a value as it stands in a data file."""
    return [*value] if isinstance(value, tuple | frozenset) else value


@cache  # types are read once for each kind of record, not for each of five hundred records
def _of(kind: type) -> dict[str, tuple[object, Fits, object]]:
    """Return for each field of a kind of record, by name, its default, what fits it, and its type."""
    hints = get_type_hints(kind)
    declared: tuple[Field[Any], ...] = fields(kind)
    return {one.name: (one.default, _fits(hints[one.name]), hints[one.name]) for one in declared}


def misfits(record: Any, of_data: bool = False) -> Iterator[tuple[str, str]]:
    """Yield each field of a record that holds what it cannot, with what it may hold.

    `of_data` says that it was written in JSON or YAML, and not in Python.
    """
    kind: Any = type(record)
    known = _of(kind)
    for name, value in vars(record).items():
        default, fits, hint = known[name]
        if value is not default and not fits(value):  # most fields of most records have their default
            said, shown = (_said_of_data(hint), _as_data(value)) if of_data else (_said(hint), value)
            yield name, f"{shown!r} is not {said}"
