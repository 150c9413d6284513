"""Hold a record against what the solver says now."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.record import recorded, said_of_each


def compare(file: Path, show: int, within: float = 0.0) -> int:
    """Print where solutions differ from a record, and how many do; return 1 if any does, else 0.

    Numbers that are no further apart than `within` are the same.
    """
    goldens = list(recorded(file))
    different = 0
    kinds: Counter[str] = Counter()
    for golden, now in zip(goldens, said_of_each(golden.scenario for golden in goldens), strict=True):
        if golden.said == now:
            continue
        where = [row for row in differences(golden.said, now) if not _close(row[1], row[2], within)]
        if not where:
            continue
        different += 1
        kinds.update({path.split(".")[1] if "." in path else path for path, _, _ in where})
        if different <= show:
            print(json.dumps(golden.scenario, ensure_ascii=True))
            for path, before, after in where[:6]:
                print(f"  {path}: {_short(before)} -> {_short(after)}")
    print(f"{len(goldens)} scenarios compared, {different} differ")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count}")
    return 1 if different else 0


def _close(before: Any, after: Any, within: float) -> bool:
    """Tell whether two values are numbers that are no further apart than that."""
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    return numbers and abs(before - after) <= within


def differences(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (path, before, after) for each leaf in which two values of JSON differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from differences(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{path}.{index}")
    elif before != after or type(before) is not type(after):
        yield path, before, after


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) < 200 else text[:200] + "…"
