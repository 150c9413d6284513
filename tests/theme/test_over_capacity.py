"""What a form says of capacity beside its odds is what the solver says when it is asked about capacity alone."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import mecatol
from theme import live

_CASES = 60
_TYPES = {"carrier": 2, "cruiser": 3, "dreadnought": 2, "fighter": 7, "infantry": 4, "mech": 2, "war-sun": 1}
"""How many of a type one side may draw."""


def _shown(side: dict[str, Any]) -> int:
    """Return how many units are too many, as the head of a calculator's answer has it: removed, or let be."""
    enemy = {"name": "Blue", "space": {"cruiser": 1}}
    asked = json.dumps({"scenario": {"step": "space-combat", "players": [side, enemy]}})
    html = json.loads(live.answer(asked))["html"]
    said = r"Over capacity: (?:Red removes )?([^<;]+)(?: first| too many; the limit is ignored)"
    found = re.findall(f'<p class="result__over">{said}</p>', html)
    assert len(found) == html.count("result__over") <= 1
    return sum(int(number) for number in re.findall(r"\d+", found[0])) if found else 0


def _solved(side: dict[str, Any]) -> int:
    """Return how many of them the solver has removed, as it says in its sentence."""
    answer = mecatol.solve({"step": "capacity", "players": [side]}).to_json()["answer"]
    findings = [found for found in answer["findings"] if found["subject"] == "Capacity" and found["verdict"] == "no"]
    told = [found["text"] for found in findings]
    numbers = [int(number) for text in told for number in re.findall(r"(\d+) must be removed", text)]
    assert len(numbers) == len(told) <= 1
    return sum(numbers)


def test_the_line_about_capacity_says_what_the_solver_says() -> None:
    draw = random.Random(16)
    seen = set()
    for _ in range(_CASES):
        space = {unit: count for unit, most in _TYPES.items() if (count := draw.randint(0, most))}
        side = {"name": "Red", "space": space, "technologies": ["war-sun", *draw.choice([[], ["carrier-2"]])]}
        assert _shown(side) == _solved(side), side
        seen.add(_solved(side) > 0)
    assert seen == {True, False}


def test_what_both_sides_exceed_alike_is_said_once() -> None:
    players = [{"name": name, "space": {"war-sun": 3}, "technologies": ["war-sun"]} for name in ("Red", "Blue")]
    html = json.loads(live.answer(json.dumps({"scenario": {"step": "space-combat", "players": players}})))["html"]
    assert html.count("More than the box holds: 1 War Sun too many; the limit is ignored") == 1
    assert html.count("has 3 War Suns in all") == 2
