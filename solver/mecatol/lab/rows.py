"""One battle as one row: the columns that tell it from others, then what was asked of its solution."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mecatol.errors import ScenarioError, echoed, unexpected
from mecatol.solving import solve

type Task = tuple[int, Any, dict[str, Any]]
"""Place of a battle in the plan, its scenario, its columns."""

BATTLE, REFUSED = "battle", "refused"
"""The columns of a battle's place in the plan, and of the reason where it has no answer."""


def solved(tasks: Iterable[Task], fields: tuple[str, ...], seconds: float) -> list[tuple[int, str]]:
    """Return the rows of battles as lines of JSON, each with its place; a refused one says why in `refused`."""
    return [(index, line(index, scenario, columns, fields, seconds)) for index, scenario, columns in tasks]


def line(index: int, scenario: Any, columns: Mapping[str, Any], fields: tuple[str, ...], seconds: float) -> str:
    """Return the row of one battle as a line of JSON, the same to the last bit wherever it is solved."""
    row: dict[str, Any] = {BATTLE: index, **columns}
    try:
        solution = solve(scenario, seconds=seconds).to_json()
    except ScenarioError as error:
        row[REFUSED] = "; ".join(f"{one.field}: {one.message}" for one in error.problems)
    except Exception as error:  # a battle that fails is a row as well: the others go on
        row[REFUSED] = unexpected(error)
    else:
        for field in fields:
            row |= dict(_values(field, solution))
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError:  # an axis of more values than are checked may hold what JSON and UTF-8 lack
        return json.dumps({name: echoed(value) for name, value in row.items()})
    return text


def _values(address: str, solution: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a field: one of its own, or one for each value of a mapping."""
    found = solution
    for key in address.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    yield from _flat(address, found)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}", inner)
    else:
        yield name, value if value is None or isinstance(value, int | float | str) else json.dumps(value)
