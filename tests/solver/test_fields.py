"""The kinds of value in a scenario: what each reads, what it says of a fault, and how it describes itself."""

from typing import Any

import pytest

from mecatol.errors import shown, unknown
from mecatol.scenario.fields import (
    Count,
    Either,
    Field,
    ListOf,
    MapOf,
    OneOf,
    Problems,
    Record,
    Slug,
    Tagged,
    Text,
    ValueKind,
)

COLOR = OneOf("color", lambda: ["red", "blue"])
THING = Record(
    "thing", {"size": Field(Count(1, 9), "How large.", 5), "name": Field(Text(), "Its name.", required=True)}
)


def read(kind: ValueKind, raw: object) -> tuple[Any, list[tuple[str, str]]]:
    problems: Problems = []
    value = kind.read(raw, "here", problems)
    return value, [(problem.field, problem.message) for problem in problems]


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (Text(), "  Red ", "Red"),
        (Slug("planet"), "mecatol-rex", "mecatol-rex"),
        (Count(1, 3), 3, 3),
        (COLOR, "red", "red"),
        (Tagged("clear", Slug("planet")), "clear:lodor", "clear:lodor"),
        (ListOf(COLOR), ["blue", "red"], ("blue", "red")),
        (MapOf(COLOR, Count()), {"red": 2}, {"red": 2}),
        (Either((COLOR, Count())), "red", "red"),
        (Either((COLOR, Count())), 7, 7),
        (THING, {"name": "x"}, {"size": 5, "name": "x"}),
    ],
)
def test_what_is_good(kind: ValueKind, raw: object, value: object) -> None:
    assert read(kind, raw) == (value, [])


@pytest.mark.parametrize(
    ("kind", "raw", "problems"),
    [
        (Text(3), "four", [("here", "'four' must be text of 1 to 3 characters on one line")]),
        (Slug("planet", ("space",)), "space", [("here", "'space' cannot name a planet: it means something else here")]),
        (Slug("planet"), 5, [("here", "5 is not a planet: use small letters, digits and hyphens, at most 40")]),
        (Count(1, 3), 4, [("here", "4 must be a whole number from 1 to 3")]),
        (Count(1, 3), None, [("here", "nothing must be a whole number from 1 to 3")]),
        (COLOR, "rde", [("here", "'rde' is not a color; did you mean 'red'? Allowed: red, blue.")]),
        (COLOR, "Red", [("here", "'Red' is not a color; did you mean 'red'? Allowed: red, blue.")]),
        (COLOR, [], [("here", "[] is not a color. Allowed: red, blue.")]),
        (Tagged("clear", Slug("planet")), "empty:x", [("here", "'empty:x' must be `clear:` and the name of a planet")]),
        (ListOf(COLOR), "red", [("here", "must be a list, not the text 'red'")]),
        (ListOf(COLOR, most=1), ["red", "blue"], [("here", "holds 2 entries; at most 1 are allowed")]),
        (ListOf(COLOR, least=1), [], [("here", "is empty; it must hold at least 1")]),
        (ListOf(COLOR), ["red", "red"], [("here.1", "'red' is listed twice; once is enough")]),
        (MapOf(COLOR, Count()), [], [("here", "must be a mapping, not the list []")]),
        (MapOf(COLOR, Count(), most=0), {"red": 1}, [("here", "holds 1 entries; at most 0 are allowed")]),
        (MapOf(COLOR, Count()), {"blue": -1}, [("here.blue", "-1 must be a whole number from 0 to 99")]),
        (THING, {}, [("here.name", "is missing: Its name.")]),
        (THING, {"name": "x", "sise": 1},
         [("here.sise", "'sise' is not a field of a thing; did you mean 'size'? Allowed: size, name.")]),
    ],
)  # fmt: skip
def test_what_is_bad(kind: ValueKind, raw: object, problems: list[tuple[str, str]]) -> None:
    assert read(kind, raw)[1] == problems


def test_a_key_of_any_kind_has_a_short_place() -> None:
    for key in ("x" * 5000, "a\nb", 10**50, None, (1, 2)):
        ((field, message),) = read(MapOf(COLOR, Count()), {key: 1})[1]
        assert field.startswith("here.")
        assert len(field) < 80
        assert len(message) < 200


def test_unknown_fields_are_named_up_to_a_point() -> None:
    _, problems = read(THING, {"name": "x", **{f"f{i}": 1 for i in range(500)}})
    assert len(problems) == 21
    assert problems[-1] == ("here", "holds 500 unknown fields; the first 20 are named")


@pytest.mark.parametrize(
    ("value", "text"),
    [(5, "5"), (True, "True"), ("a", "'a'"), (None, "None"), (10**40, "a number of more than 40 digits"),
     (-(10**9999), "a number of more than 40 digits"), ([[[[[]]]]], "[[[[...]]]]")],
    ids=range(7),
)  # fmt: skip
def test_a_value_is_shown_in_short(value: object, text: str) -> None:
    assert shown(value) == text
    assert len(shown("x" * 10**6)) <= 60


def test_long_lists_of_names_are_cut() -> None:
    names = [f"name-{i}" for i in range(100)]
    assert unknown("here", "zzz", "name", names).message.endswith("name-23, ….")
    assert unknown("here", "name-9x", "name", names).message == "'name-9x' is not a name; did you mean 'name-9'?"


@pytest.mark.parametrize("kind", [Text(), Slug("x"), Count(), COLOR, ListOf(COLOR), MapOf(COLOR, Count()), THING])
def test_it_describes_itself(kind: ValueKind) -> None:
    assert kind.schema()["type"] in ("string", "integer", "array", "object")
