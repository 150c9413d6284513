"""Space combat: what its end, and nothing before it, brings about."""

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
