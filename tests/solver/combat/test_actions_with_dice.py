"""Whole tactical actions against the same played with dice: factions, cards and fleets as at a table."""

import random
from collections import defaultdict
from functools import cache

import pytest

import solver
from solver.domain.places import SPACE
from tests.draws import some_now
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_action import Action, ready_action, told, unknown_action
from tests.solver.combat.test_against_dice import ERRORS, GAMES, PATIENCE, deviation, known

ACTIONS, AT_ONCE = 180, 15


def exact(scenario: Scenario) -> dict[str, float]:
    """Return the chances of everything that is true of the end of an action, as the dice word it."""
    chances: defaultdict[str, float] = defaultdict(float)
    for chance, holdings in solver.solve(scenario, seconds=PATIENCE).outcomes:
        for index, player in enumerate(scenario["players"]):
            held = holdings[player["name"]]
            places = {"space": [held.at(SPACE)], "planet": [there for _, there in held.planets]}
            for where, forces in places.items():
                there = [(s.unit, number < s.damaged) for force in forces for s in force for number in range(s.total)]
                for what in told(index, where, there):
                    chances[what] += chance
    return dict(chances)


@cache
def actions() -> list[Scenario]:
    """Return the tactical actions among battles as they are played that the dice know."""
    return known("tactical-action", unknown_action, ACTIONS)


@pytest.mark.cpython_only("dice prove the mathematics, not the Python")
@pytest.mark.parametrize("first", some_now(range(0, 2 * ACTIONS, AT_ONCE), 1))
def test_tactical_actions_played_with_dice_come_to_the_same(first: int) -> None:
    for number, scenario in enumerate(actions()[first : first + AT_ONCE], first):
        battle = ready_action(scenario)
        errors, what = deviation(battle, GAMES, random.Random(f"actions {number}"), Action, exact(battle))
        assert errors < ERRORS, (number, what, errors, scenario)
