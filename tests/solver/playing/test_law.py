"""The law of playing a battle out: before a roll the odds are the mean of those after it, by the chance of each."""

import random
from contextlib import suppress

import pytest

import mecatol
from mecatol.playing.battles import made_ready
from mecatol.preparing.prepare import prepare
from tests.draws import some_now
from tests.solver.playing import walks

PARTS = tuple(range(20))


@pytest.mark.parametrize("part", some_now(PARTS, now=1))
def test_odds_before_a_step_are_the_mean_of_those_after_it(part: int) -> None:
    walked = 0
    for number, scenario in enumerate(walks.drawn(f"law {part}", 30)):
        battle = walks.playable(scenario)
        if battle is None:
            continue
        with suppress(mecatol.ScenarioError):  # two defenders on a planet, found only once somebody lands there
            walked += bool(walks.walk(battle, random.Random(f"{part} {number}")))
    assert walked >= 20


def _searches_losses(scenario: walks.Scenario) -> bool:
    return any(side.policy.searches for side in prepare(mecatol.read(scenario)).sides)


@pytest.mark.parametrize("part", some_now(PARTS, now=1))
def test_odds_at_the_start_are_those_of_the_answer(part: int) -> None:
    compared = 0
    for scenario in walks.drawn(f"start {part}", 20):
        battle = walks.playable(scenario)
        if battle is None or _searches_losses(scenario):  # the table takes losses in the usual order
            continue
        whole = {key: value for key, value in scenario.items() if key not in ("stop_after", "rounds", "ask")}
        try:
            solution = mecatol.solve(whole)
        except mecatol.ScenarioError:
            continue
        odds = battle.played.start().odds()
        if solution.winner:
            named = [share.words for share in battle.played.shares]
            expected = tuple(solution.winner[name] for name in named)
        else:
            taken = [chance.probability for chance in solution.chances if chance.takes]
            if not taken:
                continue
            expected = taken[-1], 1 - taken[-1]
        assert walks.near(odds, expected), scenario
        compared += 1
    assert compared >= 10


def test_a_long_battle_is_walked_in_fractions_of_a_second() -> None:
    fleet = {"war-sun": 1, "dreadnought": 2, "cruiser": 2, "carrier": 2, "destroyer": 2, "fighter": 6}
    players = [{"name": name, "space": fleet, "technologies": ["war-sun"]} for name in ("Red", "Blue")]
    battle = made_ready({"step": "space-combat", "players": players})
    assert walks.walk(battle, random.Random(1))
