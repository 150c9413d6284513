"""Alarum and Dunlain Reaper: ground forces that come, or become mechs, between the rounds of a ground combat.

The figures are those of a plain recursion over what both sides have left, which shares no code with the solver.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import pytest

import mecatol
from tests.solver.effects.battles import ABADDON, duel, ground, solved, winners
from tests.solver.helpers import Data

INFANTRY, MECH = Fraction(3, 10), Fraction(1, 2)  # 8 or more, 6 or more
NAL, LETNEV = "ral-nel-consortium", "barony-of-letnev"


class Mine(NamedTuple):
    infantry: int
    mechs: int
    damaged: int = 0
    near: int = 0
    """Infantry in adjacent systems."""
    paid: int = 0
    """Mechs that are paid for."""


def hits(*dice: tuple[int, Fraction]) -> dict[int, Fraction]:
    found = {0: Fraction(1)}
    for number, chance in dice:
        after: dict[int, Fraction] = {}
        for had, mass in found.items():
            for k in range(number + 1):
                part = comb(number, k) * chance**k * (1 - chance) ** (number - k)
                after[had + k] = after.get(had + k, Fraction(0)) + mass * part
        found = after
    return found


def hit(mine: Mine, number: int) -> Mine:
    """Sustain first, then infantry, then mechs."""
    sustained = min(number, mine.mechs)
    mine, number = mine._replace(mechs=mine.mechs - sustained, damaged=mine.damaged + sustained), number - sustained
    lost = min(number, mine.infantry)
    mine, number = mine._replace(infantry=mine.infantry - lost), number - lost
    return mine._replace(damaged=mine.damaged - min(number, mine.damaged))


def as_round_starts(mine: Mine) -> Mine:
    if mine.paid and mine.infantry:
        return mine._replace(infantry=mine.infantry - 1, mechs=mine.mechs + 1, paid=mine.paid - 1)
    return mine


def as_round_ends(mine: Mine) -> Mine:
    come = min(mine.near, 2 * (mine.mechs + mine.damaged))
    return mine._replace(infantry=mine.infantry + come, near=mine.near - come)


@cache
def wins(mine: Mine, theirs: int) -> Fraction:
    """Return my chance to be left alone, as a round starts."""
    there = as_round_starts(mine)
    total = stays = Fraction(0)
    for my, chance in hits((there.infantry, INFANTRY), (there.mechs + there.damaged, MECH)).items():
        for their, other in hits((theirs, INFANTRY)).items():
            left, foes, mass = hit(there, their), max(0, theirs - my), chance * other
            alive = left.infantry + left.mechs + left.damaged
            if not foes or not alive:
                total += mass if alive else 0
                continue
            left = as_round_ends(left)
            if (left, foes) == (mine, theirs):
                stays += mass
            else:
                total += mass * wins(left, foes)
    return total / (1 - stays)


@pytest.mark.parametrize(("mechs", "near", "theirs"), [(1, 2, 2), (1, 1, 3), (2, 3, 4), (1, 5, 3)])
def test_alarum_brings_two_for_each_mech_after_each_round(mechs: int, near: int, theirs: int) -> None:
    red: Data = {"faction": NAL, "planets": {ABADDON: {"mech": mechs}}, "adjacent": {"infantry": near}}
    blue: Data = {"planets": {ABADDON: {"infantry": theirs}}}
    expected = wins(Mine(0, mechs, near=near), theirs)
    assert winners("ground-combat", red, blue)[0] == expected
    assert winners("ground-combat", blue, red)[2] == expected
    landing: Data = {"space": {"infantry": theirs}}
    taken = {chance.condition: chance.probability for chance in solved("invasion", landing, red).chances}
    assert taken["Red takes Abaddon"] == winners("ground-combat", blue, red)[0]


def test_who_came_is_no_longer_next_door() -> None:
    red: Data = {"faction": NAL, "planets": {ABADDON: {"mech": 1}}, "adjacent": {"infantry": 3}}
    for _, left in solved("ground-combat", red, {"planets": {ABADDON: {"infantry": 2}}}).outcomes:
        near = sum(stack.total for stack in left["Red"].at("adjacent"))
        here = {stack.unit: stack.total for stack in left["Red"].at(ABADDON)}
        assert near in (0, 1, 3)
        assert near + here.get("infantry", 0) <= 3


def test_alarum_may_stay_alone() -> None:
    red: Data = {"faction": NAL, "planets": {ABADDON: {"mech": 1}}, "adjacent": {"infantry": 2}}
    blue: Data = {"planets": {ABADDON: {"infantry": 2}}}
    alone = winners("ground-combat", {**red, "policy": {"decline": ["alarum-call"]}}, blue)
    assert alone[0] == wins(Mine(0, 1), 2)


@pytest.mark.parametrize(("infantry", "paid", "theirs"), [(2, 1, 2), (2, 2, 2), (3, 3, 5), (1, 2, 3)])
def test_letnev_pay_for_a_mech_as_each_round_starts(infantry: int, paid: int, theirs: int) -> None:
    effects = {"effects": {"dunlain-reaper-deploy": paid}}
    red: Data = {"faction": LETNEV, **effects, "planets": {ABADDON: {"infantry": infantry}}}
    blue: Data = {"planets": {ABADDON: {"infantry": theirs}}}
    expected = wins(Mine(infantry, 0, paid=paid), theirs)
    assert winners("ground-combat", red, blue)[0] == expected
    landing: Data = {"faction": LETNEV, **effects, "space": {"infantry": infantry}}
    taken = {chance.condition: chance.probability for chance in solved("invasion", landing, blue).chances}
    assert taken["Red takes Abaddon"] == expected


@pytest.mark.parametrize(
    ("own", "theirs", "why"),
    [
        ({"entropic-scar": 1}, {}, "because Entropic Scar takes Deploy away"),
        (
            {},
            {"faction": "crimson-rebellion", "effects": {"quietus": 1}, "space": {"flagship": 1}},
            "because Quietus takes Deploy away",
        ),
    ],
    ids=["scar", "Quietus"],
)
def test_no_mech_is_deployed_where_units_have_no_unit_abilities(own: Data, theirs: Data, why: str) -> None:
    # the Deploy step says so too: infantry fights infantry
    red: Data = {"faction": LETNEV, "effects": {"dunlain-reaper-deploy": 1, **own}, **ground(infantry=1)}
    solution = solved("ground-combat", red, {**theirs, **ground(infantry=1)})
    assert [text for text in solution.warnings if why in text]
    assert (solution.winner["Red"], solution.winner["draw"], solution.winner["Blue"]) == duel(INFANTRY, INFANTRY)
    deploy = {"moment": "ground-combat-round", "resources": 2}
    landed: Data = {**red, "effects": own}
    assert "Red cannot deploy" in str(solved("deploy", landed, {**theirs, **ground(infantry=1)}, deploy=deploy))


def test_no_fifth_mech_is_deployed() -> None:
    red: Data = {"faction": LETNEV, "planets": {ABADDON: {"infantry": 1}, "fria": {"mech": 4}}}
    blue: Data = {"planets": {ABADDON: {"infantry": 2}}}
    plain = solved("ground-combat", red, blue)
    paid = solved("ground-combat", {**red, "effects": {"dunlain-reaper-deploy": 2}}, blue)
    assert isinstance(paid, mecatol.Solution)
    assert paid.winner == plain.winner


def test_an_attacking_letnev_deploys_before_the_defender_acts_at_the_start() -> None:
    red: Data = {"faction": LETNEV, "effects": {"dunlain-reaper-deploy": 1}, "planets": {ABADDON: {"infantry": 1}}}
    grid: Data = {"technologies": ["magen-defense-grid-omega-omega"]}
    blue: Data = {"planets": {ABADDON: {"infantry": 1, "space-dock": 1}}, **grid}
    # the mech sustains the hit of the grid; it hits with 5/10 then, the infantry with 3/10
    assert winners("ground-combat", red, blue) == (Fraction(7, 13), Fraction(3, 13), Fraction(3, 13))
    yin: Data = {"faction": "yin-brotherhood", "effects": {"indoctrination": 1}, "planets": {ABADDON: {"infantry": 1}}}
    alone = winners("ground-combat", red, {"planets": {ABADDON: {"infantry": 1}}})
    assert winners("ground-combat", red, yin) == alone
    # as the attacker, the Yin come first, and no infantry is left to be replaced
    assert winners("ground-combat", yin, red)[0] == 1


def test_an_attacking_letnev_deploys_before_proxima_targeting_fires() -> None:
    red: Data = {"faction": LETNEV, "effects": {"dunlain-reaper-deploy": 1}, "planets": {ABADDON: {"infantry": 1}}}
    blue: Data = {"faction": "last-bastion", "technologies": ["proxima-targeting-v1"]}
    none, one = Fraction(343, 1000), Fraction(441, 1000)  # of three dice at 8 or more
    half, miss = Fraction(1, 2), Fraction(7, 10)
    falls, stays = 1 - none, none
    hurt = none * falls + none * stays * half * miss
    hurt /= 1 - none * stays * half * miss
    won = (
        (none + one) * falls + none * stays * (half + half * (1 - miss) * hurt) + one * stays * half * miss * (1 + hurt)
    )
    won /= 1 - none * stays * half * miss
    assert winners("ground-combat", red, {**blue, "planets": {ABADDON: {"infantry": 1}}})[0] == won
