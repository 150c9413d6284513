"""The Crown of Thalnos against battles in which every unit rolls by itself and every result is listed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

import mecatol
from mecatol.choices import cards as ways
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.preparing.prepare import prepare
from mecatol.rules.combat import joint_chain
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.side_graph import Independence
from mecatol.rules.combat.windows import reference_only
from mecatol.scenario.reading import read
from tests.draws import some_now
from tests.solver.effects.battles import ABADDON, CRUISER, after, duel, solved, space, winners
from tests.solver.helpers import Data

CROWN: Data = {"effects": {"crown-of-thalnos": 1}}
HEART: Data = {"effects": {"heart-of-ixth": 1}}


class Ship(NamedTuple):
    """A unit in a battle of its own."""

    kind: str
    value: int
    dice: int
    tough: bool
    hurt: bool = False


CARDS = {
    "fighter": (9, 1, False), "destroyer": (9, 1, False), "cruiser": (7, 1, False), "dreadnought": (5, 1, True),
    "flagship": (7, 2, True), "infantry": (8, 1, False),
}  # fmt: skip
"""Value, dice and Sustain Damage; the flagship is that of Winnu's stand-in, Hacan."""
ORDER = list(CARDS)

type Fleet = tuple[Ship, ...]


def fleet(counts: dict[str, int], damaged: dict[str, int] | None = None) -> Fleet:
    return tuple(
        Ship(kind, *CARDS[kind], number < (damaged or {}).get(kind, 0))
        for kind in ORDER
        for number in range(counts.get(kind, 0))
    )


def results(ship: Ship, crowned: bool) -> dict[tuple[int, bool], Fraction]:
    """Return the chances of hits and of the unit's end, of every result of its dice."""
    hit = Fraction(11 - ship.value, 10)
    found: dict[tuple[int, bool], Fraction] = {}
    for first in product((True, False), repeat=ship.dice):
        chance = Fraction(1)
        for one in first:
            chance *= hit if one else 1 - hit
        missed = first.count(False) if crowned else 0
        for again in product((True, False), repeat=missed):
            part = chance
            for one in again:
                part *= min(hit + Fraction(1, 10), Fraction(1)) if one else 1 - min(hit + Fraction(1, 10), Fraction(1))
            hits = sum(first) + sum(again)
            key = hits, crowned and not hits
            found[key] = found.get(key, 0) + part
    return found


def rolled(ships: Fleet, crowned: bool) -> dict[tuple[int, Fleet], Fraction]:
    ways: dict[tuple[int, Fleet], Fraction] = {(0, ()): Fraction(1)}
    for ship in ships:
        after: dict[tuple[int, Fleet], Fraction] = {}
        for (hits, left), chance in ways.items():
            for (more, gone), part in results(ship, crowned).items():
                key = hits + more, left if gone else (*left, ship)
                after[key] = after.get(key, 0) + chance * part
        ways = after
    return ways


def hit(ships: Fleet, hits: int) -> Fleet:
    """Sustain first, then lose the cheapest, a damaged one before others."""
    now = list(ships)
    for _ in range(hits):
        whole = [ship for ship in now if ship.tough and not ship.hurt]
        if whole:
            now[now.index(whole[0])] = whole[0]._replace(hurt=True)
        elif now:
            now.remove(min(now, key=lambda ship: (ORDER.index(ship.kind), not ship.hurt)))
    return tuple(sorted(now, key=lambda ship: (ORDER.index(ship.kind), not ship.hurt)))


def battle(mine: Fleet, theirs: Fleet, crowns: tuple[bool, bool]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the first side, of a draw and of the second."""
    known: dict[tuple[Fleet, Fleet], tuple[Fraction, Fraction, Fraction]] = {}

    def odds(one: Fleet, other: Fleet) -> tuple[Fraction, Fraction, Fraction]:
        if not (one and other):
            return Fraction(bool(one)), Fraction(not one and not other), Fraction(bool(other))
        if (one, other) not in known:
            again, found = Fraction(0), [Fraction(0)] * 3
            for (my, left), chance in rolled(one, crowns[0]).items():
                for (their, stay), part in rolled(other, crowns[1]).items():
                    key = hit(left, their), hit(stay, my)
                    if key == (one, other):
                        again += chance * part
                    else:
                        for place, value in enumerate(odds(*key)):
                            found[place] += chance * part * value
            known[one, other] = tuple(value / (1 - again) for value in found)  # type: ignore[assignment]
        return known[one, other]

    return odds(hit(mine, 0), hit(theirs, 0))


@pytest.fixture(autouse=True)
def all_misses_are_rerolled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the Crown's owner reroll every miss where the policy names none: these figures are of that way."""
    monkeypatch.setattr(ways, "_undecided", lambda side: [])


def test_a_cruiser_rerolls_at_one_more_and_is_lost_where_it_misses_again() -> None:
    # it hits with 2/5 + 3/5 · 1/2 = 7/10, and is lost with 3/10
    one = solved("space-combat", {**space(cruiser=1), **CROWN}, space(cruiser=1), stop_after=1)
    assert one.winner["Red"] == Fraction(7, 10) * Fraction(6, 10)
    assert one.winner["Blue"] == Fraction(3, 10)
    assert one.winner["draw"] == Fraction(7, 10) * Fraction(4, 10)


def test_the_crown_of_the_base_game_adds_nothing_to_the_reroll() -> None:
    # the agenda: a cruiser hits with 2/5 + 3/5 · 2/5 = 16/25, and is lost with 9/25
    red = {**space(cruiser=1), "effects": {"the-crown-of-thalnos-agenda": 1}}
    one = solved("space-combat", red, space(cruiser=1), stop_after=1, edition="base")
    assert one.winner["Red"] == Fraction(16, 25) * Fraction(6, 10)
    assert one.winner["Blue"] == Fraction(9, 25)
    assert one.winner["draw"] == Fraction(16, 25) * Fraction(4, 10)


@pytest.mark.parametrize(
    ("mine", "theirs", "hurt"),
    [
        ({"cruiser": 2}, {"cruiser": 2}, {}),
        ({"fighter": 2, "cruiser": 1}, {"dreadnought": 1, "fighter": 1}, {}),
        ({"dreadnought": 2}, {"cruiser": 2}, {}),
        ({"dreadnought": 3}, {"cruiser": 3}, {"dreadnought": 1}),
        ({"destroyer": 1, "dreadnought": 2}, {"dreadnought": 1}, {"dreadnought": 1}),
        ({"flagship": 1, "fighter": 1}, {"cruiser": 2}, {}),
    ],
)
@pytest.mark.parametrize("crowns", [(True, False), (False, True)])
def test_the_crown_of_thalnos_in_space(
    mine: dict[str, int], theirs: dict[str, int], hurt: dict[str, int], crowns: tuple[bool, bool]
) -> None:
    red = {**space(**mine), "damaged": hurt, "faction": "emirates-of-hacan", **(CROWN if crowns[0] else {})}
    blue = {**space(**theirs), **(CROWN if crowns[1] else {})}
    assert winners("space-combat", red, blue) == battle(fleet(mine, hurt), fleet(theirs), crowns)


def test_the_crown_of_thalnos_on_the_ground() -> None:
    planet = {"planets": {ABADDON: {"infantry": 3}}}
    found = winners("ground-combat", {**planet, **CROWN}, {"planets": {ABADDON: {"infantry": 3}}})
    assert found == battle(fleet({"infantry": 3}), fleet({"infantry": 3}), (True, False))


def test_what_the_policy_does_not_risk_is_not_rerolled() -> None:
    red = {**space(cruiser=1), **CROWN, "policy": {"risk": ["fighter"]}}
    assert winners("space-combat", red, space(cruiser=1)) == duel(CRUISER, CRUISER)


@pytest.mark.parametrize(
    ("policy", "card"),
    [({"risk": ["cruiser"]}, "The Crown of Thalnos"), ({"direct_hit": ["cruiser"]}, "Direct Hit"),
     ({"raise": "cruiser"}, "The Cavalry (Memoria I)"), ({"play": {"morale-boost": 2}}, "Morale Boost")],
)  # fmt: skip
def test_a_choice_about_a_card_that_nobody_has_is_not_dropped_in_silence(policy: Data, card: str) -> None:
    red, blue = {"name": "Red", **space(cruiser=1)}, {"name": "Blue", **space(cruiser=1)}
    (key,) = policy
    both = mecatol.solve({"step": "space-combat", "players": [red, blue], "policy": policy}).warnings
    assert any(
        f"`policy.{key}" in said and "was ignored" in said and card in said and "nobody here has" in said
        for said in both
    )
    own = mecatol.solve({"step": "space-combat", "players": [red, {**blue, "policy": policy}]}).warnings
    assert any(
        f"`players.1.policy.{key}" in said and "was ignored" in said and "Blue does not have" in said for said in own
    )


def test_a_choice_about_the_crown_that_somebody_has_is_not_ignored() -> None:
    red, blue = {"name": "Red", **space(cruiser=1), **CROWN}, {"name": "Blue", **space(cruiser=1)}
    found = mecatol.solve({"step": "space-combat", "players": [red, blue], "policy": {"risk": ["cruiser"]}})
    assert not any("was ignored" in said for said in found.warnings)


def test_floats_and_fractions_agree() -> None:
    red = {"name": "Red", **space(dreadnought=2, fighter=2, carrier=1), **CROWN}
    blue = {"name": "Blue", **space(cruiser=3)}
    scenario: dict[str, Any] = {"step": "space-combat", "players": [red, blue]}
    plain, exact = mecatol.solve(scenario).winner, mecatol.solve(scenario, exact=True).winner
    for name, chance in plain.items():
        assert chance == pytest.approx(float(exact[name]), abs=1e-12)


def test_a_ship_that_the_crown_costs_is_answered_like_others() -> None:
    # Courageous to the End: two dice at 7 for the cruiser lost to its own rolls
    red = {**space(cruiser=1), "effects": {"crown-of-thalnos": 1, "courageous-to-the-end": 1}}
    blue = space(fighter=1)
    one = solved("space-combat", red, blue, stop_after=1)
    # lost to the reroll 3/10, or to the fighter 2/10 of 7/10, in which it has hit already
    saved = 1 - (1 - CRUISER) ** 2
    assert one.winner["draw"] == Fraction(3, 10) * saved + Fraction(7, 10) * Fraction(2, 10)
    assert one.winner["Blue"] == Fraction(3, 10) * (1 - saved)


def test_the_search_for_the_best_losses_knows_the_crown() -> None:
    # of ships of one type there is nothing to choose
    red = {**space(cruiser=2), **CROWN}
    searched = winners("space-combat", {**red, "policy": {"assign": "best"}}, space(cruiser=1))
    assert searched == winners("space-combat", red, space(cruiser=1))


def test_heart_of_ixth_makes_one_near_miss_a_hit_once() -> None:
    # a cruiser that rolls a 6 hits after all, once: 1/2 until the heart is used, 2/5 from then on
    one = Fraction(2, 5)
    red = {**space(cruiser=1), "effects": {"heart-of-ixth": 1}}
    found = winners("space-combat", red, space(cruiser=1))
    # the first near miss ends the round with a hit, so the heart never matters again
    assert found == duel(Fraction(1, 2), one)


def rolled_with_a_heart(ships: Fleet, copies: int) -> dict[tuple[int, Fleet, int], Fraction]:
    """Return the chances of hits, of the ships that are left, and of how many near misses became hits.

    Those of ships that would be lost come first, the most valuable of them before others.
    """
    ways: dict[tuple[int, Fleet, int], Fraction] = {}
    tenth = Fraction(1, 10)
    hit = {ship: Fraction(11 - ship.value, 10) for ship in ships}
    dice = [
        {"hit": hit[ship] + (1 - hit[ship]) * (hit[ship] + tenth), "near": (1 - hit[ship]) * tenth,
         "miss": (1 - hit[ship]) * (1 - hit[ship] - 2 * tenth)}
        for ship in ships for _ in range(ship.dice)
    ]  # fmt: skip
    owners = [number for number, ship in enumerate(ships) for _ in range(ship.dice)]
    for results in product(("hit", "near", "miss"), repeat=len(dice)):
        chance = Fraction(1)
        for die, result in zip(dice, results, strict=True):
            chance *= die[result]
        hits = dict.fromkeys(range(len(ships)), 0)
        near = list[int]()
        for owner, result in zip(owners, results, strict=True):
            hits[owner] += result == "hit"
            near += [owner] * (result == "near")
        left = copies
        while left and near:
            doomed = [owner for owner in near if not hits[owner]]
            lifted = max(doomed or near, key=lambda owner: ORDER.index(ships[owner].kind))
            near.remove(lifted)
            hits[lifted] += 1
            left -= 1
        key = sum(hits.values()), tuple(ship for number, ship in enumerate(ships) if hits[number]), copies - left
        ways[key] = ways.get(key, 0) + chance
    return ways


def battle_with_a_heart(mine: Fleet, theirs: Fleet, copies: int, flagship: bool) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the side with the crown and so many near misses to change, of a draw, and of the other.

    It can change them only while it has its flagship, if that is needed.
    """

    @cache
    def odds(one: Fleet, other: Fleet, left: int) -> tuple[Fraction, Fraction, Fraction]:
        if not (one and other):
            return Fraction(bool(one)), Fraction(not one and not other), Fraction(bool(other))
        again, found = Fraction(0), [Fraction(0)] * 3
        able = left if not flagship or any(ship.kind == "flagship" for ship in one) else 0
        for (my, rest, spent), chance in rolled_with_a_heart(one, able).items():
            for (their, stay), part in rolled(other, crowned=False).items():
                key = hit(rest, their), hit(stay, my), left - spent
                if key == (one, other, left):
                    again += chance * part
                else:
                    found = [had + chance * part * more for had, more in zip(found, odds(*key), strict=True)]
        return found[0] / (1 - again), found[1] / (1 - again), found[2] / (1 - again)

    return odds(hit(mine, 0), hit(theirs, 0), copies)


@pytest.mark.parametrize("mine", [{"cruiser": 2}, {"destroyer": 1, "cruiser": 1}, {"fighter": 2, "dreadnought": 1}])
@pytest.mark.parametrize(("card", "copies"), [("heart-of-ixth", 1), ("wrath-of-kenara-trade", 2)])
def test_a_near_miss_after_the_crowns_reroll_saves_the_most_valuable_unit(
    mine: dict[str, int], card: str, copies: int
) -> None:
    flagship = card == "wrath-of-kenara-trade"
    if flagship:
        mine = {**mine, "flagship": 1}
    theirs = {"cruiser": 1 + flagship, "dreadnought": 1}
    red = {"faction": "emirates-of-hacan", **space(**mine), "effects": {"crown-of-thalnos": 1, card: copies}}
    assert winners("space-combat", red, space(**theirs)) == battle_with_a_heart(
        fleet(mine), fleet(theirs), copies, flagship
    )


def test_the_heart_may_be_kept_for_a_later_round() -> None:
    # a carrier misses a fighter with 8/10, and in the second round, with the heart, with 7/10
    red = {**space(carrier=1), **HEART, "policy": {"play": {"heart-of-ixth": 2}}}
    found = after("space-combat", red, {**space(fighter=1), "by_hand": {"bonus": -9}}, rounds=2)
    assert found[1] == Fraction(8, 10) * Fraction(7, 10)


def test_the_heart_and_a_trade_good_lift_two_dice_of_one_roll() -> None:
    # both dice of Wrath of Kenara at 6 or more, of which two may be a 6: 1/2 each; then it leaves
    card = {"effects": {"heart-of-ixth": 1, "wrath-of-kenara-trade": 1}, "policy": {"retreat": {"from_round": 1}}}
    red = {"name": "Red", "faction": "emirates-of-hacan", **space(flagship=1), **card}
    blue = {"name": "Blue", **space(carrier=2), "by_hand": {"bonus": -9}}
    scenario = {"step": "space-combat", "players": [red, blue]}
    assert mecatol.solve(scenario, exact=True).winner["Red"] == Fraction(1, 4)
    with reference_only():
        assert mecatol.solve(scenario, exact=True).winner["Red"] == Fraction(1, 4)


def test_a_die_with_further_hits_has_them_beside_the_heart() -> None:
    # J.N.S. Hylarim: two dice at 6, of which a 9 or 10 is three hits; a 5 is one with the heart
    found = after(
        "space-combat", {"faction": "universities-of-jol-nar", **space(flagship=1), **HEART}, space(cruiser=6)
    )
    assert found[0] == Fraction(2, 10) ** 2


def test_a_die_whose_hits_count_twice_has_both_beside_the_heart() -> None:
    # X-89 Bacterial Weapon: an infantry at 8 destroys two, and with the heart at 7 once
    infantry = {"planets": {ABADDON: {"infantry": 1}}, "technologies": ["x-89-bacterial-weapon-omega-omega"], **HEART}
    found = after("ground-combat", infantry, {"planets": {ABADDON: {"infantry": 2}}})
    assert found[0] == Fraction(4, 10)


def test_a_unit_that_rolls_no_dice_is_not_at_risk() -> None:
    # Winnu's flagship rolls a die for each ship of the opponent's that is no fighter
    red = {"faction": "winnu", **space(flagship=1), **CROWN}
    assert after("space-combat", red, space(fighter=1), player=0) == {1: 1}


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "effects",
    [{}, {"emergency-repairs": 1}, {"courageous-to-the-end": 1}, {"heart-of-ixth": 1}, {"brother-milor-omega-omega": 1},
     {"metali-void-shielding": 1}],
)  # fmt: skip
@pytest.mark.parametrize("faction", some_now(["mentak-coalition", "barony-of-letnev", "yin-brotherhood"], 1))
def test_one_side_at_risk_is_followed_alone_as_both_would_be(
    side: int, effects: dict[str, int], faction: str
) -> None:  # fmt: skip
    players: list[dict[str, Any]] = [
        {"name": "Red", **space(dreadnought=1, cruiser=1, fighter=1, carrier=1)},
        {"name": "Blue", **space(dreadnought=1, destroyer=1, cruiser=1)},
    ]
    players[side]["effects"] = {"crown-of-thalnos": 1, **effects}
    players[1 - side] |= {"faction": faction, "technologies": ["duranium-armor"]}
    players[1 - side]["space"] = {**players[1 - side]["space"], "flagship": 1}
    scenario = {"step": "space-combat", "players": players}
    found = mecatol.solve(scenario)
    with reference_only():
        expected = mecatol.solve(scenario)
    assert found.winner == pytest.approx(expected.winner, abs=1e-12)
    assert {said["text"] for said in found.trace} == {said["text"] for said in expected.trace}


def test_a_fleet_of_the_crowns_owner_has_an_answer() -> None:
    fleet_of_twelve = space(dreadnought=2, cruiser=2, carrier=1, destroyer=2, fighter=5)
    red = {"name": "Red", "faction": "barony-of-letnev", **fleet_of_twelve, **CROWN}
    solution = mecatol.solve({"step": "space-combat", "players": [red, {"name": "Blue", **fleet_of_twelve}]})
    assert sum(solution.winner.values()) == pytest.approx(1, abs=1e-12)


def test_a_roll_that_costs_units_in_a_way_unknown_to_the_joint_chain_is_an_error() -> None:
    """Not a wrong answer: whoever adds another kind of window that does so has to say which reader follows it."""
    red, blue = {"name": "Red", **CROWN, **space(cruiser=1)}, {"name": "Blue", **space(cruiser=1)}
    game = prepare(read({"step": SPACE_COMBAT, "players": [red, blue]}))
    fight = Fight(game, game.start, SPACE_COMBAT, SPACE, (0, 1))
    independence = Independence(fight)
    independence.at_risk = None
    with pytest.raises(AssertionError, match="Red own units without a RerollAtRisk"):
        joint_chain.absorb(fight, independence, {fight.combat_state(game.start): game.one}, 1)
