"""Space combat: what its end, and nothing before it, brings about."""

from fractions import Fraction
from typing import Any

import solver


def _left(data: dict[str, Any], player: str, unit: str) -> set[int]:
    return {outcome["players"][player]["space"].get(unit, 0) for outcome in data["outcomes"]}


def _carrier_gone_first(stop_after: int | None) -> dict[str, Any]:
    scenario: dict[str, Any] = {
        "step": "space-combat",
        "players": [
            {"name": "Red", "space": {"cruiser": 1}},
            {"name": "Blue", "space": {"carrier": 1, "fighter": 4}, "policy": {"assign": ["carrier", "fighter"]}},
        ],
    }
    if stop_after:
        scenario["stop_after"] = stop_after
    return solver.solve(scenario).to_json()


def test_capacity_is_not_counted_in_a_combat_that_was_stopped() -> None:
    """Red's die kills the carrier with 2/5, and Red's cruiser outlives five dice at 1/5 with (4/5)^5 (16.3.c)."""
    data = _carrier_gone_first(stop_after=1)
    going_on = [
        outcome["probability"]
        for outcome in data["outcomes"]
        if outcome["players"]["Red"]["space"] and outcome["players"]["Blue"]["space"] == {"fighter": 4}
    ]
    assert abs(sum(going_on) - 2 / 5 * (4 / 5) ** 5) < 1e-12


def test_capacity_is_counted_when_the_combat_is_over() -> None:
    """Without the carrier no fighter stays, whoever has won (78.10.a)."""
    data = _carrier_gone_first(stop_after=None)
    assert _left(data, "Blue", "fighter") == {0, 4}


def test_a_combat_that_was_stopped_may_be_undecided() -> None:
    """Two cruisers hit with 2/5 each; with (3/5)^2 neither does, which is no draw."""
    cruiser = {"space": {"cruiser": 1}}
    scenario = {"step": "space-combat", "stop_after": 1, "players": [{"name": n, **cruiser} for n in ("Red", "Blue")]}
    winner = solver.solve(scenario, exact=True).winner
    assert winner == {
        "Red": Fraction(6, 25), "Blue": Fraction(6, 25), "draw": Fraction(4, 25), "undecided": Fraction(9, 25)
    }  # fmt: skip
