"""What a card does where its owner names no way to use it: the best of a few simple ones, which the answer tells."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mecatol
from mecatol.choices.best import by_its_step
from mecatol.choices.cards import in_best_ways
from mecatol.game.model import Game
from mecatol.preparing.prepare import prepare
from tests.solver.effects.battles import after, ground, space
from tests.solver.helpers import Data

CROWN: Data = {"effects": {"crown-of-thalnos": 1}}


def solve(red: Data, blue: Data, step: str = "space-combat", exact: bool = False, **more: object) -> mecatol.Solution:
    players = [{"name": "Red", **red}, {"name": "Blue", **blue}]
    return mecatol.solve({"step": step, "players": players, **more}, exact=exact)


@pytest.mark.parametrize("exact", [True, False])
def test_the_crown_rerolls_where_that_is_better(exact: bool) -> None:
    # Who rerolls hits with 2/5 + 3/5 · 1/2 = 7/10 or is lost, so that one round decides: 7/10 · 3/5. Else it is 3/8.
    solution = solve({**space(cruiser=1), **CROWN}, space(cruiser=1), exact=exact)
    assert float(solution.winner["Red"]) == pytest.approx(0.42)
    (choice,) = solution.choices
    assert choice["text"] == (
        "Red uses The Crown of Thalnos for cruiser units, the best of the ways tried: no unit 37.5%, cruiser units 42%."
    )
    assert solution.scenario.players[0].policy == {}
    # a combat that is stopped takes the way that is best for all of it
    stopped = solve({**space(cruiser=1), **CROWN}, space(cruiser=1), exact=exact, stop_after=1)
    assert float(stopped.winner["Red"]) == pytest.approx(0.42)


@pytest.mark.parametrize(("stopping", "solved"), [({}, 2), ({"stop_after": 1}, 3)])
def test_each_way_is_solved_once_and_the_best_again_only_where_the_combat_is_stopped(
    stopping: Data, solved: int
) -> None:
    players = [{"name": "Red", **space(cruiser=1), **CROWN}, {"name": "Blue", **space(cruiser=1)}]
    game = prepare(mecatol.read({"step": "space-combat", "players": players, **stopping}))
    games: list[Game] = []

    def counted(variation: Game) -> mecatol.Solution:
        games.append(variation)
        return by_its_step(variation)

    assert in_best_ways(game, counted).scenario is game.scenario
    assert len(games) == solved  # no unit and the cruiser


def test_the_crown_is_left_alone_where_it_destroys_its_owners_fleet() -> None:
    # six fighters and two carriers reroll themselves to pieces
    fleet = space(fighter=6, carrier=2)
    found, plain = (solve({**fleet, **card}, space(cruiser=3)) for card in (CROWN, {}))
    assert found.winner == pytest.approx(plain.winner)
    assert [said["value"] for said in found.choices] == [found.winner["Red"]]
    named = found.choices[0]["text"].partition(": ")[2]
    assert named == "no unit 97.78%, fighter units 82.92%, every type of unit 78.28%."
    everything = solve({**fleet, **CROWN, "policy": {"risk": ["fighter", "carrier"]}}, space(cruiser=3))
    assert everything.winner["Red"] == pytest.approx(0.782823, abs=1e-6)
    assert everything.choices == []


def test_in_an_invasion_the_way_is_best_that_takes_the_planet() -> None:
    landing = {**space(carrier=1, infantry=2), **CROWN}
    solution = solve(landing, ground(infantry=2), "invasion")
    taken = max(
        solve({**landing, "policy": {"risk": risk}}, ground(infantry=2), "invasion").chances[0].probability
        for risk in ([], ["infantry"])
    )
    assert solution.chances[0].probability == taken
    defended = solve(space(carrier=1, infantry=2), {**ground(infantry=2), **CROWN}, "invasion")
    plain = solve(space(carrier=1, infantry=2), ground(infantry=2), "invasion")
    assert defended.chances[0].probability <= plain.chances[0].probability + 1e-12


def test_gravleash_maneuvers_go_with_the_most_expensive_ship_of_several_or_with_the_one_named() -> None:
    # Two types, so +2: a cruiser hits with 2/5 or 3/5, a dreadnought with 3/5 or 4/5. Both gain a fifth of a hit; with
    # the dreadnought raised both hit with 2/5 · 4/5, with the cruiser raised with 3/5 · 3/5.
    letnev = {"faction": "barony-of-letnev", "effects": {"gravleash-maneuvers": 1}, **space(cruiser=1, dreadnought=1)}

    def both(**policy: str) -> Fraction:
        return after("space-combat", {**letnev, "policy": policy}, space(fighter=3))[1]

    assert both() == both(maneuver="dreadnought") == Fraction(2, 5) * Fraction(4, 5)
    assert both(maneuver="cruiser") == Fraction(3, 5) ** 2
    assert both(maneuver="war-sun") == both()  # there is none
