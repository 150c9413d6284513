"""The laws themselves: what they print points at the smallest case."""

from __future__ import annotations

from typing import Any

import pytest

import mecatol
from mecatol.probability import lines
from mecatol.rules.combat import fixed_order
from tests import laws

FLEETS: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {
            "name": "Red",
            "space": {"dreadnought": 2, "cruiser": 3, "fighter": 4},
            "technologies": ["antimass-deflectors"],
        },
        {"name": "Blue", "space": {"cruiser": 2, "destroyer": 2}, "effects": {"morale-boost": 1}},
    ],
    "policy": {"assign": "sustain-first"},
}


def test_a_law_that_holds_says_so() -> None:
    assert laws.holds("reference", FLEETS)
    assert laws.main(["reference", '{"step": "space-combat", "players": [{"name": "Red"}, {"name": "Blue"}]}']) == 0


def test_a_law_that_fails_shows_the_smallest_scenario_both_answers_and_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rolls of the table lose a little of their chance to miss."""
    against = lines.Columns.against
    monkeypatch.setattr(lines.Columns, "against", lambda table, roll: against(table, [roll[0] * 0.99, *roll[1:]]))
    with pytest.raises(AssertionError) as failed:
        laws.holds("reference", FLEETS)
    text = str(failed.value)
    command = text.rpartition("repeat it with: ")[2]
    assert command.startswith("uv run python -m tests.laws reference '{")
    assert "morale-boost" not in command
    assert "antimass" not in command
    assert '"cruiser": 3' not in command
    assert "winner: Red" in text


def test_what_the_engine_stumbles_over_is_shown_with_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order of losses from which the first hit is left out, as an error by one would have it."""
    one_by_one = fixed_order.Fight.losses_in_order
    monkeypatch.setattr(
        fixed_order.Fight, "losses_in_order", lambda fight, side, force: list(one_by_one(fight, side, force))[1:]
    )
    with pytest.raises(AssertionError, match=r"repeat it with: uv run python -m tests\.laws"):
        laws.holds("reference", FLEETS)


def test_a_scenario_is_refused_by_a_law_as_it_is_by_the_solver() -> None:
    assert not laws.holds("fractions", {"step": "no-step", "players": []})
    assert laws.main(["fractions", '{"step": "no-step", "players": []}']) == 2
    with pytest.raises(mecatol.ScenarioError):
        mecatol.solve({"step": "no-step", "players": []})
