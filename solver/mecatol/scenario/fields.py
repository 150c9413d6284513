"""The kinds of value in a scenario: each reads, refuses and describes itself.

One declaration serves three: the reader (with a message for every fault), the JSON Schema and the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Protocol

from mecatol.errors import Problem, shown, unknown, with_article

Problems = list[Problem]
Names = Callable[[], Collection[str]]

_ONE_LINE = r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$"
_FEW = 8
"""No more fields than this are named where a record is no mapping."""
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}\Z")


class ValueKind(Protocol):
    """A kind of value: reads raw data and describes itself as JSON Schema."""

    def read(self, raw: object, path: str, problems: Problems) -> Any:
        """Return the clean value; append a problem for every fault found."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the raw value."""


def _type_name(raw: object) -> str:
    if raw is None:
        return "nothing"
    if isinstance(raw, tuple):  # what was made in code keeps lists as tuples
        raw = [*raw]
    kind = type(raw)
    kinds = {dict: "mapping", list: "list", str: "text", int: "number", float: "number"}
    return f"{str(raw).lower()} (yes/no)" if kind is bool else f"the {kinds.get(kind, kind.__name__)} {shown(raw)}"


def _below(path: str, key: object) -> str:
    """Return the path of an entry, whatever its key is."""
    name = key if isinstance(key, str) and key.strip() and key.isprintable() and len(key) <= 60 else shown(key)
    return f"{path}.{name}" if path else name


@dataclass(frozen=True)
class Text:
    """Free text of 1 to `longest` characters on one line."""

    longest: int = 40

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read a line of text."""
        if not isinstance(raw, str) or not 0 < len(raw.strip()) <= self.longest or not raw.isprintable():
            what = shown(raw) if isinstance(raw, str | int | float) else _type_name(raw)
            message = f"{what} must be text of 1 to {self.longest} characters on one line"
            problems.append(Problem(path, message, raw))
            return "?"
        return raw.strip()

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": _ONE_LINE}


def _in_any_case(word: str) -> str:
    """Return a pattern for a word, however it is written; patterns of a schema have no flag for that."""
    return "".join(f"[{letter.upper()}{letter}]" for letter in word)


@dataclass(frozen=True)
class PlayerName(Text):
    """A name of 1 to `longest` characters that stands beside other words of an answer."""

    taken: Mapping[str, str] = field(default_factory=dict)
    """Words that mean something else there, in small letters: each with what it means."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read a name; one that is taken, however it is written, is refused."""
        name = super().read(raw, path, problems)
        if meaning := self.taken.get(name.lower()):
            message = f"{name!r} is what answers call {meaning}; take any other name, such as “{name} 1”"
            problems.append(Problem(path, message, raw))
        return name

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        words = "|".join(map(_in_any_case, self.taken))
        return {**super().schema(), "not": {"pattern": f"^\\s*({words})\\s*$"}} if words else super().schema()


@dataclass(frozen=True)
class Slug:
    """A free name in kebab-case, such as that of a planet."""

    what: str
    taken: tuple[str, ...] = ()
    """Names that mean something else."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read a slug."""
        if not isinstance(raw, str) or not _SLUG.match(raw):
            problems.append(
                Problem(
                    path,
                    f"{shown(raw)} is not {with_article(self.what)}: use small letters, digits and hyphens, at most 40",
                    raw,
                )
            )
            return "?"
        if raw in self.taken:
            problems.append(Problem(path, f"{raw!r} cannot name a {self.what}: it means something else here", raw))
            return "?"
        return raw

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        schema: dict[str, Any] = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,39}$"}
        return {**schema, "not": {"enum": list(self.taken)}} if self.taken else schema


@dataclass(frozen=True)
class Count:
    """A whole number from `least` to `most`."""

    least: int = 0
    most: int = 99

    def read(self, raw: object, path: str, problems: Problems) -> int:
        """Read a whole number."""
        if isinstance(raw, bool) or not isinstance(raw, int) or not self.least <= raw <= self.most:
            what = _type_name(raw) if isinstance(raw, dict | list | bool | None) else shown(raw)
            problems.append(Problem(path, f"{what} must be a whole number from {self.least} to {self.most}", raw))
            return self.least
        return raw

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class YesNo:
    """Yes or no."""

    def read(self, raw: object, path: str, problems: Problems) -> bool:
        """Read true or false."""
        if not isinstance(raw, bool):
            problems.append(Problem(path, f"{shown(raw)} must be true or false", raw))
            return False
        return raw

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf:
    """One name out of a set; `what` says of what ("faction", "edition")."""

    what: str
    names: Names
    elsewhere: Callable[[str], str | None] = lambda name: None
    """Where a name belongs that is not one of these; None for a name that is nothing."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read a known name."""
        allowed = self.names()
        if not isinstance(raw, str) or raw not in allowed:
            where = self.elsewhere(raw) if isinstance(raw, str) else None
            wrong = unknown(path, raw, self.what, allowed)
            if where:
                wrong = Problem(path, f"{shown(raw)} is not {with_article(self.what)}: {where}", raw)
            elif isinstance(raw, int | float) and abs(raw) < 10**9 and (name := str(raw)) in allowed:
                wrong = Problem(path, f"{raw} must be text; write {name!r} in quotes", raw, name)
            problems.append(wrong)
            return "?"
        return raw

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"type": "string", "enum": list(self.names())}


@dataclass(frozen=True)
class Tagged:
    """A word, a colon and a value: such as `clear:abaddon`."""

    tag: str
    value: Slug

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read it; the value is checked after the tag."""
        if not isinstance(raw, str) or not raw.startswith(f"{self.tag}:"):
            problems.append(
                Problem(path, f"{shown(raw)} must be `{self.tag}:` and the name of a {self.value.what}", raw)
            )
            return "?"
        return f"{self.tag}:{self.value.read(raw.removeprefix(f'{self.tag}:'), path, problems)}"

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"type": "string", "pattern": f"^{self.tag}:[a-z0-9][a-z0-9-]{{0,39}}$"}


@dataclass(frozen=True)
class ListOf:
    """A list without repeats."""

    item: ValueKind
    most: int = 60
    least: int = 0
    repeats: bool = False
    """Whether an item may be listed more than once after all."""

    def read(self, raw: object, path: str, problems: Problems) -> tuple[Any, ...]:
        """Read each item; repeats are refused unless they mean something."""
        if not isinstance(raw, Sequence) or isinstance(raw, str):
            problems.append(Problem(path, f"must be a list, not {_type_name(raw)}", raw))
            return ()
        if len(raw) > self.most:
            problems.append(Problem(path, f"holds {len(raw)} entries; at most {self.most} are allowed", len(raw)))
            return ()
        if len(raw) < self.least:
            problems.append(Problem(path, f"is empty; it must hold at least {self.least}", len(raw)))
        seen: list[Any] = []
        for index, item in enumerate(raw):
            value = self.item.read(item, f"{path}.{index}", problems)
            if isinstance(value, str) and value in seen and value != "?" and not self.repeats:
                problems.append(Problem(f"{path}.{index}", f"{shown(value)} is listed twice; once is enough", value))
            seen.append(value)
        return tuple(seen)

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        schema = {"type": "array", "items": self.item.schema(), "maxItems": self.most, "uniqueItems": not self.repeats}
        return {**schema, "minItems": self.least} if self.least else schema


@dataclass(frozen=True)
class MapOf:
    """A mapping whose keys and values are each of one kind."""

    key: ValueKind
    value: ValueKind
    most: int = 60

    def read(self, raw: object, path: str, problems: Problems) -> dict[str, Any]:
        """Read keys and values; entries with a bad key are left out."""
        if not isinstance(raw, Mapping):
            problems.append(Problem(path, f"must be a mapping, not {_type_name(raw)}", raw))
            return {}
        if len(raw) > self.most:
            problems.append(Problem(path, f"holds {len(raw)} entries; at most {self.most} are allowed", len(raw)))
            return {}
        result = {}
        for key, value in raw.items():
            before, where = len(problems), _below(path, key)
            name = self.key.read(key, where, problems)
            if len(problems) == before:
                result[name] = self.value.read(value, where, problems)
        return result

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {
            "type": "object",
            "propertyNames": self.key.schema(),
            "additionalProperties": self.value.schema(),
            "maxProperties": self.most,
        }


@dataclass(frozen=True)
class Either:
    """The first of several kinds that fits.

    The faults shown are the deepest, then those that suggest a name, then, for a text, those of a kind of text.
    """

    kinds: tuple[ValueKind, ...]

    def read(self, raw: object, path: str, problems: Problems) -> Any:
        """Read with the first kind that finds no fault."""
        tries: list[tuple[tuple[int, bool, bool, int], Problems, Any]] = []
        for kind in self.kinds:
            found: Problems = []
            value = kind.read(raw, path, found)
            if not found:
                return value
            deepest, near = max(p.field.count(".") for p in found), any(p.suggestion for p in found)
            text = isinstance(raw, str) and kind.schema().get("type") == "string"
            tries.append(((deepest, near, text, len(tries)), found, value))
        _, found, value = max(tries, key=lambda tried: tried[0])
        problems.extend(found)
        return value

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True)
class Field:
    """One named field of a record."""

    kind: ValueKind
    meaning: str
    """What it says, in a sentence: shown by editors and in the published schema."""
    default: Any = None
    required: bool = False
    by_step: bool = False
    """Whether only the steps that name it look at it: beside any other one the answer says that it was ignored."""
    zeros_count: bool = False
    """Whether a 0 in it is a number of its own, and not what saying nothing means as well."""


_FIELD = "field"
"""Where a field of a dataclass keeps what a scenario may hold there."""


def needed(kind: ValueKind, meaning: str) -> dict[str, Field]:
    """Return the metadata of a dataclass's field that a scenario has to give."""
    return {_FIELD: Field(kind, meaning, required=True)}


def declared(kind: ValueKind, meaning: str, *, default: Any = None, **more: bool) -> Any:
    """Return a field of a dataclass with what a scenario may hold there: reader, schema and form are made of it.

    `more` are the further fields of Field. What is left out of a scenario is read as `default`; a mapping of its own
    for each record is made where that is empty.
    """
    if isinstance(default, dict):
        return field(default_factory=dict, metadata={_FIELD: Field(kind, meaning, **more)})
    return field(default=default, metadata={_FIELD: Field(kind, meaning, default, **more)})


def declared_in(kind: type) -> dict[str, Field]:
    """Return the fields of a dataclass that are declared with what they may hold, by name."""
    return {one.name: one.metadata[_FIELD] for one in fields(kind) if _FIELD in one.metadata}


def mappings_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass that are empty mappings where nothing is said."""
    return tuple(one.name for one in fields(kind) if one.default_factory is dict)


@dataclass(frozen=True)
class Record:
    """A mapping with named fields; an unknown name is refused with the nearest one."""

    what: str
    fields: Mapping[str, Field]
    sparse: bool = False
    """Whether fields that are not given and have no default are left out of what is read."""

    def read(self, raw: object, path: str, problems: Problems) -> dict[str, Any]:
        """Read every field, defaults filled in."""
        if not isinstance(raw, Mapping):
            few = f" (fields: {', '.join(self.fields)})" if len(self.fields) <= _FEW else ""
            problems.append(Problem(path or "scenario", f"must be a mapping{few}, not {_type_name(raw)}", raw))
            return dict(self._defaults)
        places = self._places
        strange = [name for name in raw if name not in places]
        for name in strange[:20]:
            problems.append(unknown(_below(path, name), name, f"field of a {self.what}", list(self.fields)))
        if len(strange) > 20:
            more = f"holds {len(strange)} unknown fields; the first 20 are named"
            problems.append(Problem(path or "scenario", more, len(strange)))
        prefix = f"{path}." if path else ""
        values = dict(self._defaults)
        for name in sorted([name for name in {*raw, *self._required} if name in places], key=places.__getitem__):
            field = self.fields[name]
            if name in raw:
                values[name] = field.kind.read(raw[name], f"{prefix}{name}", problems)
            else:
                problems.append(Problem(f"{prefix}{name}", f"is missing: {field.meaning}"))
        return {name: values[name] for name in self.fields if name in values} if self.sparse else values

    def given(self, values: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return what was read of the record without the defaults."""
        if not values:
            return {}
        return {key: value for key, value in values.items() if value != self.fields[key].default}

    def add(self, further: Mapping[str, Field], before: str) -> None:
        """Enter fields in front of one that is there: a rule says what a scenario may hold for it.

        Raises ValueError for a name that is taken.
        """
        assert isinstance(self.fields, dict)
        if taken := self.fields.keys() & further.keys():
            raise ValueError(f"{self.what}: {', '.join(sorted(taken))} is taken")
        later = list(self.fields)[self._places[before] :]
        moved = {name: self.fields.pop(name) for name in later}
        self.fields.update({**further, **moved})
        for worked_out in ("_places", "_defaults", "_required", "inner"):  # each holds for the fields that were there
            vars(self).pop(worked_out, None)

    # Every scenario that is read asks; `add` forgets what it changes.
    @cached_property
    def inner(self) -> dict[str, Record]:
        """The fields that are records themselves."""
        return {name: field.kind for name, field in self.fields.items() if isinstance(field.kind, Record)}

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each field among them all."""
        return {name: place for place, name in enumerate(self.fields)}

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        """What is read of fields that are not given, but for those that are left out then."""
        fields = self.fields.items()
        return {name: field.default for name, field in fields if field.default is not None or not self.sparse}

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if field.required)

    def schema(self) -> dict[str, Any]:
        """Describe it."""
        return {
            "type": "object",
            "properties": {
                name: {"description": field.meaning, **field.kind.schema()} for name, field in self.fields.items()
            },
            "required": [name for name in self.fields if name in self._required],
            "additionalProperties": False,
        }
