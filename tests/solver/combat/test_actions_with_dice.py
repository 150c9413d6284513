"""Whole tactical actions against the same played with dice: factions, cards and fleets as at a table."""

import random
from collections import defaultdict
from functools import cache

import pytest

import mecatol
from mecatol.domain.places import SPACE
from tests.as_played import without
from tests.draws import some_now
from tests.solver.combat.draw_systems import actions as in_systems
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_action import ACTION_STEPS, Action, ready_action, told, unknown_action
from tests.solver.combat.plain_known import JUDGED_APART, TEACH
from tests.solver.combat.test_against_dice import (
    A_FEW,
    ERRORS,
    GAMES,
    KEPT,
    PATIENCE,
    deviation,
    earlier_fleets,
    known,
    known_earlier,
    replaced,
    unheard,
)

ACTIONS, AT_ONCE = 180, 5
SYSTEMS = 240
BATTLES = ACTION_STEPS - {"planetary-shield"}


def exact(scenario: Scenario) -> dict[str, float]:
    """Return the chances of everything that is true of the end of an action, as the dice word it."""
    chances: defaultdict[str, float] = defaultdict(float)
    landing = scenario["players"][0]["policy"].get("land", ())
    named = {*landing, *(planet for player in scenario["players"] for planet in player.get("planets", ()))}
    for chance, holdings in mecatol.solve(scenario, seconds=PATIENCE).outcomes:
        for index, player in enumerate(scenario["players"]):
            held = holdings[player["name"]]
            for where in (SPACE, *named, "next door"):
                units = held.adjacent if where == "next door" else held.at(where)
                there = [(s.unit, number < s.damaged) for s in units for number in range(s.total)]
                for what in told(index, where, tuple(there)):
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


@cache
def earlier_actions() -> list[Scenario]:
    """Return tactical actions of earlier editions with something that was replaced later."""
    return known_earlier("tactical-action", unknown_action, ACTION_STEPS)


@pytest.mark.cpython_only("for the same reason")
@pytest.mark.parametrize("first", some_now(range(0, 5 * KEPT, A_FEW), 1))
def test_tactical_actions_of_earlier_editions_come_to_the_same(first: int) -> None:
    for number, scenario in enumerate(earlier_actions()[first : first + A_FEW], first):
        battle = ready_action(scenario)
        errors, what = deviation(battle, GAMES, random.Random(f"earlier {number}"), Action, exact(battle))
        assert errors < ERRORS, (number, what, errors, scenario)


def test_the_battles_of_earlier_editions_hold_everything_that_was_replaced_and_acts_in_them() -> None:
    held = {what for s in [*earlier_fleets(), *earlier_actions()] for what in replaced(s, ACTION_STEPS)}
    able = {slug for slug, effect in mecatol.EFFECTS.items() if effect.until and BATTLES & set(effect.steps)}
    able -= JUDGED_APART.keys()
    # Replaced in Thunder's Edge, and in none of the few battles of the Codices that are drawn and kept.
    rare = {"ta-zern", "brother-milor-omega", "iihq-modernization"}
    assert held >= able - rare, f"the dice do not play {able - rare - held}: {TEACH}"


@cache
def systems() -> list[Scenario]:
    """Return actions over several planets against up to two players that the dice know."""
    drawn = list(without(in_systems(9, SYSTEMS), JUDGED_APART))
    able = [scenario for scenario in drawn if not unknown_action(scenario)]
    assert len(able) >= 0.75 * len(drawn), unheard(drawn, unknown_action)
    return able


@pytest.mark.cpython_only("for the same reason")
@pytest.mark.parametrize("first", some_now(range(0, SYSTEMS, AT_ONCE), 1))
def test_actions_over_several_planets_played_with_dice_come_to_the_same(first: int) -> None:
    for number, scenario in enumerate(systems()[first : first + AT_ONCE], first):
        battle = ready_action(scenario)
        errors, what = deviation(battle, GAMES, random.Random(f"systems {number}"), Action, exact(battle))
        assert errors < ERRORS, (number, what, errors, scenario)


def _nekro(space: dict[str, int], planets: dict[str, dict[str, int]], **more: object) -> Scenario:
    return {"name": "N", "faction": "nekro-virus", "space": space, "planets": planets, **more}


ALASTOR: list[list[Scenario]] = [
    [{"name": "B", "space": {"cruiser": 2}}, _nekro({"flagship": 1}, {"abaddon": {"infantry": 2}})],
    [
        {"name": "B", "space": {"dreadnought": 1, "carrier": 1, "infantry": 3, "fighter": 1}},
        _nekro({"flagship": 1, "infantry": 1}, {"abaddon": {"infantry": 2, "mech": 1, "pds": 1}}),
    ],
    [
        {"name": "B", "space": {"cruiser": 3, "destroyer": 1}, "effects": {"direct-hit": 1}},
        _nekro({"flagship": 1, "fighter": 1}, {"arinam": {"mech": 1}, "meer": {"infantry": 1, "mech": 1}}),
    ],
    [
        _nekro({"flagship": 1, "infantry": 1}, {"lodor": {"mech": 1}}, technologies=["duranium-armor"]),
        {"name": "B", "space": {"cruiser": 3}},
    ],
]  # fmt: skip


@pytest.mark.cpython_only("for the same reason")
@pytest.mark.parametrize("number", range(len(ALASTOR)))
def test_ground_forces_that_fight_in_space_from_planets_come_to_the_same_with_dice(number: int) -> None:
    scenario = {"step": "tactical-action", "players": ALASTOR[number], "policy": {"assign": "sustain-first"}}
    assert unknown_action(scenario) <= {"duranium-armor"}  # nobody but a mech can be repaired here
    battle = ready_action(scenario)
    errors, what = deviation(battle, GAMES, random.Random(f"alastor {number}"), Action, exact(battle))
    assert errors < ERRORS, (number, what, errors)
