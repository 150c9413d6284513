"""Who takes hits, one assignment at a time, worked out by hand."""

from typing import Any

import pytest

import mecatol
from mecatol.domain.places import SPACE
from mecatol.game.moment import Moment
from mecatol.game.state import Force, Stack, force
from mecatol.preparing.prepare import prepare
from mecatol.rules.hits.assignment import by_policy, every_way, options, victims
from mecatol.rules.hits.windows import Hits
from tests.solver.random_scenarios import OFFENSE

FLEET = {"fighter": 1, "destroyer": 1, "dreadnought": 2}


def struck(units: dict[str, int], hits: Hits, **player: Any) -> tuple[Force, set[Force]]:
    """Return what the player's policy leaves, and everything that could be left."""
    policy = player.pop("policy", {})
    red = {"name": "Red", "space": units, **player}
    scenario = {
        "step": OFFENSE,
        "players": [red, {"name": "Blue"}],
        "policy": policy,
        "assume": {"capacity": "ignored"},
    }
    game = prepare(mecatol.read(scenario))
    moment = Moment(game, game.start, OFFENSE, "space-cannon", 1, 0, SPACE)
    hit = victims(moment, lambda unit: unit.is_ship)
    plain = by_policy(hit, game.start, hits).state.at(0, SPACE)
    return plain, {taken.state.at(0, SPACE) for taken in every_way(hit, game.start, hits)}


def fleet(fighter: int, destroyer: int, fresh: int, hurt: int = 0) -> Force:
    counts = {"fighter": fighter, "destroyer": destroyer, "dreadnought": fresh + hurt}
    return force({unit: n for unit, n in counts.items() if n}, {"dreadnought": hurt})


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        ("cheapest-first", [(1, 1, 2), (0, 1, 2), (0, 0, 2), (0, 0, 1, 1), (0, 0, 0, 2), (0, 0, 0, 1), (0, 0, 0)]),
        ("sustain-first", [(1, 1, 2), (1, 1, 1, 1), (1, 1, 0, 2), (0, 1, 0, 2), (0, 0, 0, 2), (0, 0, 0, 1), (0, 0, 0)]),
        (["destroyer"], [(1, 1, 2), (1, 0, 2), (0, 0, 2), (0, 0, 1, 1), (0, 0, 0, 2), (0, 0, 0, 1), (0, 0, 0)]),
        (["dreadnought"], [(1, 1, 2), (1, 1, 1, 1), (1, 1, 0, 2), (1, 1, 0, 1), (1, 1, 0), (0, 1, 0), (0, 0, 0)]),
    ],
)
def test_policies_hit_by_hit(policy: Any, left: list[tuple[int, ...]]) -> None:
    for hits, units in enumerate(left):
        assert struck(FLEET, Hits(hits), policy={"assign": policy})[0] == fleet(*units), hits
    assert struck(FLEET, Hits(99), policy={"assign": policy})[0] == ()  # in excess: lost


def test_a_damaged_one_goes_before_a_fresh_one_of_its_type() -> None:
    # both are damaged after the first hit, for the fresh one sustains before anything of its type is destroyed
    plain, _ = struck({"dreadnought": 2}, Hits(2), damaged={"dreadnought": 1})
    assert plain == (Stack("dreadnought", 0, 1),)


def test_fighters_last() -> None:
    hits, cheapest = Hits(1, non_fighters_first=True), {"assign": "cheapest-first"}
    assert struck(FLEET, hits, policy=cheapest)[0] == fleet(1, 0, 2)
    # destroyer; both dreadnoughts sustain and go; the fighter is all that is left
    assert struck(FLEET, hits._replace(number=5), policy=cheapest)[0] == fleet(1, 0, 0)
    assert struck(FLEET, hits._replace(number=6), policy=cheapest)[0] == ()
    assert struck({"fighter": 2}, hits)[0] == fleet(1, 0, 0)


LETNEV = {"faction": "barony-of-letnev", "technologies": ["non-euclidean-shielding"]}


@pytest.mark.parametrize(
    ("hits", "left"),
    [(1, (1, 1, 1, 1)), (2, (1, 1, 1, 1)), (3, (1, 1, 0, 2)), (4, (1, 1, 0, 2)), (5, (0, 1, 0, 2)), (6, (0, 0, 0, 2))],
)
def test_non_euclidean_shielding_with_odd_hits(hits: int, left: tuple[int, ...]) -> None:
    assert struck(FLEET, Hits(hits), policy={"assign": "sustain-first"}, **LETNEV)[0] == fleet(*left)


def test_non_euclidean_shielding_must_cancel_two_where_two_wait() -> None:
    # cheapest-first would give the fighter and the destroyer before the dreadnought sustains; but what sustains does
    # so before any unit is destroyed, with three hits waiting: two are cancelled and the fighter takes the third
    assert struck(FLEET, Hits(3), policy={"assign": "cheapest-first"}, **LETNEV)[0] == fleet(0, 1, 1, 1)


def test_every_way_is_every_way() -> None:
    # one hit: any unit, or a dreadnought sustains
    _, ways = struck(FLEET, Hits(1), policy={"assign": "best"}, faction="barony-of-letnev")
    assert ways <= {fleet(0, 1, 2), fleet(1, 0, 2), fleet(1, 1, 1), fleet(1, 1, 1, 1)}
    assert fleet(1, 1, 1, 1) in ways
    # where one use cancels two, waiting may be better, so no way is left out
    _, ways = struck(FLEET, Hits(1), policy={"assign": "best"}, **LETNEV)
    assert ways == {fleet(0, 1, 2), fleet(1, 0, 2), fleet(1, 1, 1), fleet(1, 1, 1, 1)}


def test_options_are_one_under_a_fixed_policy_and_start_with_the_plain_one_under_best() -> None:
    for assign, several in (("cheapest-first", False), ("best", True)):
        players = [{"name": "Red", "space": FLEET}, {"name": "Blue"}]
        scenario = {"step": OFFENSE, "players": players, "policy": {"assign": assign},
                    "assume": {"capacity": "ignored"}}  # fmt: skip
        game = prepare(mecatol.read(scenario))
        hit = victims(Moment(game, game.start, OFFENSE, "space-cannon", 1, 0, SPACE), lambda unit: unit.is_ship)
        found = options(hit, game.start, Hits(2))
        assert (len(found) > 1) == several
        assert len(found) == len(set(found))
        assert found[0] == by_policy(hit, game.start, Hits(2))
        assert len(options(hit, game.start, Hits(0))) == 1
