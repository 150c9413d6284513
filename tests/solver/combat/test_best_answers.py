"""Best losses of large fleets: the smaller game, what answers it, and the game that is worked out state by state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import mecatol
from mecatol.rules.combat import best_answers, best_losses, large_combats
from mecatol.rules.combat.best_answers import BestAnswers
from tests.draws import some_now

MOST = {"carrier": 2, "cruiser": 2, "fighter": 3, "dreadnought": 2, "destroyer": 2, "war-sun": 1}
"""How many of a type a drawn fleet holds at most."""


def drawn(seed: int, count: int, ships: int) -> list[dict[str, Any]]:
    """Return battles of two drawn fleets of so many ships at most, in which both take hits as is best."""
    random = Random(seed)
    found = []
    for _ in range(count):
        fleets: list[dict[str, int]] = []
        for _ in range(2):
            fleet: dict[str, int] = {}
            while sum(fleet.values()) < ships:
                unit = random.choice(list(MOST))
                fleet[unit] = min(MOST[unit], fleet.get(unit, 0) + 1)
                if random.random() < 0.05:
                    break
            fleets.append(fleet)
        players = [
            {"name": name, "space": fleet, "technologies": ["war-sun"]}
            for name, fleet in zip(("Red", "Blue"), fleets, strict=True)
        ]
        assume = {"capacity": "ignored"}
        found.append({"step": "space-combat", "players": players, "policy": {"assign": "best"}, "assume": assume})
    return found


def state_by_state(monkeypatch: pytest.MonkeyPatch, scenario: dict[str, Any]) -> dict[str, float]:
    """Return who wins how often where the whole game is worked out."""
    with monkeypatch.context() as patched:
        patched.setattr(best_losses, "fits", lambda fight, state: False)
        return mecatol.solve(scenario, searching=100).winner


def by_answers(monkeypatch: pytest.MonkeyPatch, scenario: dict[str, Any]) -> dict[str, float]:
    """Return who wins how often where the smaller game is, however small the whole game."""
    with monkeypatch.context() as patched:
        patched.setattr(large_combats, "_SMALL", 0)
        return mecatol.solve(scenario, searching=100).winner


@pytest.mark.parametrize("first", some_now(range(0, 12, 3), 1))
def test_the_smaller_game_comes_to_the_same_as_the_whole(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    for scenario in drawn(1, 12, 5)[first : first + 3]:
        whole = state_by_state(monkeypatch, scenario)
        assert by_answers(monkeypatch, scenario) == pytest.approx(whole, abs=1e-9), scenario


def test_nothing_answers_the_smaller_game_where_printed_values_alone_count(monkeypatch: pytest.MonkeyPatch) -> None:
    gained: list[float] = []
    found = BestAnswers.find

    def find(answers: BestAnswers, start: int) -> None:
        found(answers, start)
        assert answers.plain
        all_ways = BestAnswers(answers.fight, answers.trees, answers.sides, answers._over)
        all_ways.plain = False  # so that answers may take hits in any way, not only with the weakest units
        before = all_ways.worth(start)
        assert before == pytest.approx(answers.known[start], abs=1e-9)
        for side in answers.sides:
            worth, _ = all_ways._answer(side, start)
            gained.append(worth[side] - before[side])

    with monkeypatch.context() as patched:
        patched.setattr(large_combats, "_SMALL", 0)
        patched.setattr(BestAnswers, "find", find)
        for scenario in drawn(2, 8, 4):
            mecatol.solve(scenario, searching=100)
    assert len(gained) > 8
    assert max(gained) < 1e-9


@pytest.mark.parametrize("effects", some_now([{"morale-boost": 1}, {"fighter-prototype": 1}], 1))
def test_answers_come_to_the_same_as_the_whole_game_beside_cards(
    monkeypatch: pytest.MonkeyPatch, effects: dict[str, int]
) -> None:
    for scenario in drawn(3, 8, 5):
        scenario["players"][0]["effects"] = effects
        whole = state_by_state(monkeypatch, scenario)
        assert by_answers(monkeypatch, scenario) == pytest.approx(whole, abs=1e-9), scenario


EIGHT = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"carrier": 1, "cruiser": 2, "fighter": 3, "dreadnought": 2}},
        {"name": "Blue", "space": {"carrier": 1, "destroyer": 2, "fighter": 3, "dreadnought": 2}},
    ],
    "policy": {"assign": "best"},
}


def test_eight_against_eight_is_searched_to_its_end() -> None:
    # all 20,736 pairs of forces, state by state, come to 50.0607 % and 46.3570 % as well
    solution = mecatol.solve(EIGHT)
    assert solution.winner["Red"] == pytest.approx(0.500607, abs=1e-6)
    assert solution.winner["Blue"] == pytest.approx(0.463570, abs=1e-6)
    assert not any("stopped" in warning for warning in solution.warnings)
    assert all("wins no more often" in choice["text"] for choice in solution.choices)


@pytest.mark.long
def test_twelve_against_twelve_of_six_types_are_searched_to_their_end() -> None:
    fleets = (
        {"carrier": 2, "cruiser": 2, "fighter": 4, "dreadnought": 2, "destroyer": 1, "war-sun": 1},
        {"carrier": 1, "cruiser": 2, "fighter": 5, "dreadnought": 2, "destroyer": 1, "flagship": 1},
    )
    red, blue = ({"name": name, "space": fleet} for name, fleet in zip(("Red", "Blue"), fleets, strict=True))
    red["technologies"] = ["war-sun"]
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue], "policy": {"assign": "best"}})
    assert not any("stopped" in warning for warning in solution.warnings)
    fixed = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    assert solution.winner["Red"] != pytest.approx(fixed.winner["Red"], abs=1e-4)


def test_where_answers_take_too_long_the_smaller_game_is_told_with_what_is_not_known() -> None:
    players = [{**player, "effects": {"morale-boost": 1}} for player in EIGHT["players"]]  # type: ignore[dict-item]
    solution = mecatol.solve({**EIGHT, "players": players}, searching=4)
    assert any("was not found out within the work that was granted" in choice["text"] for choice in solution.choices)


def test_a_flagship_that_is_repaired_every_round_comes_to_the_same_as_the_whole_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    returned: list[int] = []
    around = BestAnswers._around

    def solved_there(answers: BestAnswers, key: int, *rest: Any) -> Any:
        found = around(answers, key, *rest)  # raises CoupledError where the whole game has to be worked out after all
        returned.append(key)
        return found

    monkeypatch.setattr(BestAnswers, "_around", solved_there)
    for scenario in drawn(6, 6, 3):
        scenario["players"][0]["faction"] = "barony-of-letnev"
        scenario["players"][0]["space"]["flagship"] = 1
        whole = state_by_state(monkeypatch, scenario)
        assert by_answers(monkeypatch, scenario) == pytest.approx(whole, abs=1e-9), scenario
    assert returned


def test_a_search_says_how_much_it_leaves_open_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(best_answers, "say_so_far", said.append)
    monkeypatch.setattr(large_combats, "_SMALL", 0)
    players = [
        {"name": "Red", "faction": "naalu-collective", "space": {"flagship": 1, "carrier": 1, "cruiser": 2}},
        {"name": "Blue", "space": {"carrier": 1, "destroyer": 2}},
    ]
    solution = mecatol.solve({"step": "space-combat", "players": players, "policy": {"assign": "best"}})
    assert "within 0.06 points so far" in said
    assert said[-1] == ""
    assert all("wins no more often" in choice["text"] for choice in solution.choices)
