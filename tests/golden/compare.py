"""Hold a record against what the solver says now."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.golden.record import Data, recorded, said_of_each

_IN_NO_ORDER = ("trace", "warnings", "rolls")
"""Lists of a solution that say the same in any order."""
_NOTHING = object()
"""Stands for what one of two solutions does not have."""


def compare(file: Path, show: int, within: float = 0.0) -> int:
    """Print where solutions differ from a record, and how many do; return 1 if any does, else 0.

    Numbers that are no further apart than `within` are equal. Traces, warnings and rolls are compared as sets, outcomes
    and conditions by what they are; the chance of one that is missing counts as 0.
    """
    goldens = list(recorded(file))
    different, farthest = 0, 0.0
    kinds: Counter[str] = Counter()
    for golden, now in zip(goldens, said_of_each(golden.scenario for golden in goldens), strict=True):
        if golden.said == now:
            continue
        where = [*differences(by_meaning(golden.said), by_meaning(now))]
        apart = [abs(before - after) for _, before, after in where if _numbers(before, after)]
        farthest = max([farthest, *apart])
        where = [row for row in where if not _close(row[1], row[2], within)]
        if not where:
            continue
        different += 1
        kinds.update({path.split(".")[1] if "." in path else path for path, _, _ in where})
        if different <= show:
            print(json.dumps(golden.scenario, ensure_ascii=True))
            for path, before, after in where[:6]:
                print(f"  {path}: {_short(before)} -> {_short(after)}")
    print(f"{len(goldens)} scenarios compared, {different} differ; numbers are at most {farthest:.1e} apart")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count}")
    return 1 if different else 0


def by_meaning(said: Data) -> Data:
    """Return what was said with its lists in a form in which their order counts for nothing."""
    solution = said.get("solution")
    if solution is None:
        return said
    found: Data = dict(solution)
    for name in _IN_NO_ORDER:
        found[name] = {json.dumps(row, sort_keys=True): True for row in _rounded(solution[name])}
    found["outcomes"] = {json.dumps(row["players"], sort_keys=True): row["probability"] for row in solution["outcomes"]}
    found["chances"] = {row["condition"]: row["probability"] for row in solution["chances"]}
    return {"solution": found}


def _rounded(rows: list[Any]) -> list[Any]:
    """Return rows whose numbers are rounded to 12 digits, so that they are told apart by what they say."""
    back: list[Any] = json.loads(json.dumps(rows), parse_float=lambda text: round(float(text), 12))
    return back


def _numbers(before: Any, after: Any) -> bool:
    return all(isinstance(each, int | float) and not isinstance(each, bool) for each in (before, after))


def _close(before: Any, after: Any, within: float) -> bool:
    """Tell whether two values are numbers that are no further apart than that."""
    return _numbers(before, after) and abs(before - after) <= within


def differences(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (path, before, after) for each leaf in which two values of JSON differ; a number that is missing is 0."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            pair = before.get(key, _NOTHING), after.get(key, _NOTHING)
            one, other = (_missing(each, pair[1 - index]) for index, each in enumerate(pair))
            yield from differences(one, other, f"{path}.{key}" if path else str(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{path}.{index}")
    elif before != after or type(before) is not type(after):
        yield path, before, after


def _missing(value: Any, facing: Any) -> Any:
    """Return a value, or what stands for one that is missing where the other solution has this."""
    if value is not _NOTHING:
        return value
    return 0.0 if _numbers(facing, facing) else None


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) < 200 else text[:200] + "…"
