"""Effects of planets that their owner controls, where another player's units coexist: one of them controls it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mecatol
from tests.solver.effects.battles import ground, solved, space, winners
from tests.solver.helpers import Data

REX: Data = {"planets": {"mecatol-rex": {"infantry": 1}}}
KELERES: Data = {"faction": "council-keleres", "effects": {"custodia-vigilia": 1}, **REX}
HELD: Data = {"controls": ["mecatol-rex"]}


def takes_lodor(players: list[Data]) -> Fraction:
    chances = mecatol.solve({"step": "invasion", "players": players}, exact=True).chances
    return Fraction({chance.condition: chance.probability for chance in chances}["Red takes Lodor"])


@pytest.mark.parametrize(
    ("attacker", "chances"),
    [
        # one infantry against two: 147/1000 on to one against one, of which it wins 7/17, and 343/1000 nothing
        ({}, (Fraction(343, 3723), Fraction(147, 3723), Fraction(3233, 3723))),
        ({"controls": ["abaddon"]}, (Fraction(7, 17), Fraction(3, 17), Fraction(7, 17))),
    ],
)
def test_claire_gibson_adds_nothing_for_who_only_coexists(attacker: Data, chances: tuple[Fraction, ...]) -> None:
    blue = {"effects": {"claire-gibson": 1}, **ground(infantry=1)}
    assert winners("ground-combat", {**attacker, **ground(infantry=1)}, blue) == chances


def test_claire_gibson_helps_an_active_player_who_controls_the_planet() -> None:
    # two infantry against one that coexists there: the chances of one against two, turned around
    red = {"effects": {"claire-gibson": 1}, "controls": ["abaddon"], **ground(infantry=1)}
    chances = Fraction(3233, 3723), Fraction(147, 3723), Fraction(343, 3723)
    assert winners("ground-combat", red, ground(infantry=1)) == chances
    with pytest.raises(mecatol.ScenarioError, match="unless the planet is under Red’s `controls`"):
        winners("ground-combat", {**red, "controls": []}, ground(infantry=1))


@pytest.mark.parametrize(("red", "hits"), [({}, Fraction(6, 10)), (HELD, 0)])
def test_custodia_vigilia_does_not_fire_for_who_only_coexists(red: Data, hits: Fraction) -> None:
    solution = solved("space-cannon-offense", {**red, **REX, **space(cruiser=1)}, KELERES, system="18")
    assert solution.hits.get("Blue", {}).get(1, 0) == hits


@pytest.mark.parametrize(
    ("red", "blue", "legal"), [({}, {}, True), ({}, REX, False), ({}, {**REX, **HELD}, False), (HELD, REX, True)]
)
def test_custodia_vigilia_does_not_produce_for_who_only_coexists(red: Data, blue: Data, legal: bool) -> None:
    player = {**KELERES, **red, "trade_goods": 2, "produce": {"cruiser": 1}}
    answer = solved("production", player, blue).answer
    assert answer
    assert answer.headline.startswith("Legal") == legal


@pytest.mark.parametrize(("green_first", "taken"), [(True, 0), (False, Fraction(7, 17))])
def test_parley_turns_nobody_back_for_who_only_coexists(green_first: bool, taken: Fraction) -> None:
    # the first who defends the planet controls it: one infantry lands against one of that player's
    plan: Data = {"policy": {"land": {"lodor": {"infantry": 1}}}}
    there: Data = {"planets": {"lodor": {"infantry": 1}}}
    red: Data = {"name": "Red", "space": {"carrier": 1, "infantry": 1}, **plan}
    guests: list[Data] = [{"name": "Blue", **there}, {"name": "Green", "effects": {"parley": 1}, **there}]
    players = [red, *(reversed(guests) if green_first else guests)]
    assert takes_lodor(players) == taken


def test_who_coexists_gains_control_as_the_other_s_last_unit_falls() -> None:
    # three dice at 3 kill Blue's infantry but for 8/1000; then Green defends with two, by Claire Gibson
    bombard: Data = {"policy": {"bombard": {"war-sun": {"lodor": {"Blue": 1}}}}}
    red: Data = {"name": "Red", "technologies": ["war-sun"], "space": {"war-sun": 1, "infantry": 1}, **bombard}
    blue, green = ({"name": name, "planets": {"lodor": {"infantry": 1}}} for name in ("Blue", "Green"))
    claire: Data = {"effects": {"claire-gibson": 1}}
    spared = Fraction(2, 10) ** 3
    two, one = Fraction(343, 3723), Fraction(7, 17)
    assert takes_lodor([red, blue, {**green, **claire}]) == (1 - spared) * two + spared * one
    assert takes_lodor([red, {**blue, **claire}, green]) == (1 - spared) * one + spared * two


@pytest.mark.parametrize("stationed", [{}, {"lodor": {"infantry": 1}}])
def test_it_is_said_that_who_coexists_is_assumed_to_start_a_ground_combat(stationed: Data) -> None:
    red: Data = {"planets": {"lodor": {"infantry": 1}}, "stationed": stationed}
    trace = solved("invasion", red, {"planets": {"lodor": {"infantry": 1}}}).to_json()["trace"]
    assert any("Assumed: Red starts it" in note["text"] for note in trace) == bool(stationed)
