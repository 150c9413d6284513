"""The best losses in a combat where one side searches, against brute force."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from tests.solver.combat.small_armies import (
    TOUGH,
    VALUES,
    Army,
    army,
    chances,
    cheapest,
    mended,
    one_gone,
    rolled,
    ways,
)
from tests.solver.effects.battles import space

State = tuple[Army, Army, int]
"""The units of both sides, and how many uses of an effect are left."""
Worth = Callable[[Army, Army, int], Any]
"""The chance that the first side wins from there."""
Ending = Callable[[Worth, State, Army, Army], Any]
"""What follows both sides' losses in a round: from the state before it, by what the states after it are worth."""


def nothing(worth: Worth, before: State, mine: Army, theirs: Army) -> Any:
    """Nothing follows the losses."""
    return worth(mine, theirs, before[2])


def by_brute_force(mine: Army, theirs: Army, uses: int = 0, ending: Ending = nothing) -> Any:
    """Return the chance that the first side wins, which may choose anything at every hit, the second side nothing.

    The chance to have won within some number of rounds grows with the rounds; it is followed until it does no longer.
    """
    known: dict[State, Any] = {(mine, theirs, uses): 0.0}

    def worth(*state: Any) -> Any:
        one, other, _ = state
        return float(bool(one)) if not one or not other else known.setdefault(state, 0.0)

    while True:
        before = dict(known)
        for state in before:
            known[state] = sum(
                float(chance * part)
                * max(ending(worth, state, left, cheapest(state[1], out)) for left in ways(state[0], come))
                for out, chance in rolled(state[0]).items()
                for come, part in rolled(state[1]).items()
            )
        if len(known) == len(before) and all(abs(known[state] - before[state]) < 1e-16 for state in before):
            return known[mine, theirs, uses]


def in_fractions(mine: Army, theirs: Army, known: dict[tuple[Army, Army], Fraction]) -> Fraction:
    """Return the same to the last digit where nothing but losses happens, so that no standing comes back."""
    if not mine or not theirs:
        return Fraction(bool(mine))
    if (mine, theirs) not in known:
        won, stay = Fraction(0), Fraction(0)
        for out, chance in rolled(mine).items():
            for come, other in rolled(theirs).items():
                if out == come == 0:
                    stay = chance * other
                    continue
                left = cheapest(theirs, out)
                won += chance * other * max(in_fractions(way, left, known) for way in ways(mine, come))
        known[mine, theirs] = won / (1 - stay)
    return known[mine, theirs]


def found(red: dict[str, Any], blue: dict[str, Any], exact: bool = False) -> Any:
    """Return the chance to win that the solver finds for Red, who takes hits as is best; Blue the cheapest first."""
    players = [
        {"name": "Red", **red, "policy": {"assign": "best"}},
        {"name": "Blue", **blue, "policy": {"assign": "cheapest-first"}},
    ]
    step = "ground-combat" if "planets" in red else "space-combat"
    return mecatol.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}}, exact).winner["Red"]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"fighter": 1, "cruiser": 1}, {"dreadnought": 1}),
        ({"fighter": 1, "dreadnought": 1}, {"cruiser": 2}),
        ({"dreadnought": 1, "cruiser": 1}, {"fighter": 2, "cruiser": 1}),
        ({"fighter": 2, "dreadnought": 1}, {"dreadnought": 1, "fighter": 1}),
        ({"fighter": 1, "cruiser": 1, "dreadnought": 1}, {"cruiser": 2}),
    ],
)
def test_plain_losses_are_the_best(mine: dict[str, int], theirs: dict[str, int]) -> None:
    known = found({"space": mine}, {"space": theirs}, exact=True)
    assert known == in_fractions(army(mine), army(theirs), {})
    assert float(known) == pytest.approx(by_brute_force(army(mine), army(theirs)), abs=1e-12)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"dreadnought": 1, "fighter": 1}, {"cruiser": 1}),
        ({"dreadnought": 1, "cruiser": 1, "fighter": 1}, {"dreadnought": 1}),
        ({"dreadnought": 2, "cruiser": 1}, {"dreadnought": 1, "cruiser": 1}),
    ],
)
@pytest.mark.parametrize("whose", ["Red", "Blue"])
def test_repairs_are_searched_through(mine: dict[str, int], theirs: dict[str, int], whose: str) -> None:
    def repair(worth: Worth, before: State, one: Army, other: Army) -> Any:
        if whose == "Red":
            return worth(mended(before[0], one), other, 0)
        return worth(one, mended(before[1], other), 0)

    red, blue = {"space": mine}, {"space": theirs}
    (red if whose == "Red" else blue)["technologies"] = ["duranium-armor"]  # type: ignore[assignment]
    assert found(red, blue) == pytest.approx(by_brute_force(army(mine), army(theirs), ending=repair), abs=1e-12)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"cruiser": 1, "dreadnought": 1}, {"dreadnought": 1}),
        ({"cruiser": 1, "fighter": 1}, {"cruiser": 1, "fighter": 1}),
    ],
)
def test_units_that_are_placed_are_searched_through(mine: dict[str, int], theirs: dict[str, int], side: int) -> None:
    def place(worth: Worth, before: State, one: Army, other: Army) -> Any:
        after = [one, other]
        if before[2] and len(after[side]) < len(before[side]):
            after[side] = tuple(sorted((*after[side], ("fighter", False), ("fighter", False))))
            return worth(after[0], after[1], 0)
        return worth(one, other, before[2])

    players: list[dict[str, Any]] = [{"space": mine}, {"space": theirs}]
    players[side]["effects"] = {"brother-milor-omega-omega": 1}
    brute = by_brute_force(army(mine), army(theirs), 1, place)
    assert found(*players) == pytest.approx(brute, abs=1e-12)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"cruiser": 1, "dreadnought": 1, "fighter": 1}, {"dreadnought": 1, "fighter": 1}),
        ({"cruiser": 1, "fighter": 2}, {"cruiser": 1, "dreadnought": 1}),
    ],
)
def test_last_shots_are_searched_through(mine: dict[str, int], theirs: dict[str, int], side: int) -> None:
    def shots(worth: Worth, before: State, one: Army, other: Army) -> Any:
        after = [one, other]
        kinds = [kind for kind, _ in before[side]]
        lost = [kind for kind in kinds if kinds.count(kind) > [left for left, _ in after[side]].count(kind)]
        if not before[2] or not lost:
            return worth(one, other, before[2])
        total = 0.0
        for hits, chance in chances([min(VALUES[kind] for kind in lost)] * 2).items():
            if side == 0:
                total += float(chance) * worth(one, cheapest(other, hits, sustaining=False), 0)
            else:
                total += float(chance) * max(worth(left, other, 0) for left in ways(one, hits, one_gone))
        return total

    players: list[dict[str, Any]] = [{"space": mine}, {"space": theirs}]
    players[side]["effects"] = {"courageous-to-the-end": 1}
    brute = by_brute_force(army(mine), army(theirs), 1, shots)
    assert found(*players) == pytest.approx(brute, abs=1e-12)


def sacrificed(after: list[Army], side: int) -> list[Army] | None:
    """Return what is left after a side has given up its cheapest ship to hit the other's dearest that is lost by it.

    None where it does not.
    """
    could = [piece for piece in after[side] if piece[0] in ("destroyer", "cruiser")]
    if not could or not after[1 - side]:
        return None
    gone = min(could, key=lambda piece: (list(VALUES).index(piece[0]), not piece[1]))
    at = after[side].index(gone)
    after[side] = (*after[side][:at], *after[side][at + 1 :])
    foe = after[1 - side]
    sure = [piece for piece in foe if piece[0] not in TOUGH or piece[1]]
    if sure:
        at = foe.index(max(sure, key=lambda piece: list(VALUES).index(piece[0])))
        after[1 - side] = (*foe[:at], *foe[at + 1 :])
    else:
        after[1 - side] = cheapest(foe, 1)
    return after


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("uses", [1, 2])
def test_sacrifices_are_searched_through(side: int, uses: int) -> None:
    def given(worth: Worth, before: State, one: Army, other: Army) -> Any:
        after = sacrificed([one, other], side) if before[2] else None
        return worth(after[0], after[1], before[2] - 1) if after else worth(one, other, before[2])

    mine, theirs = {"cruiser": 1, "dreadnought": 1, "fighter": 1}, {"cruiser": 1, "dreadnought": 1}
    players: list[dict[str, Any]] = [{"space": mine}, {"space": theirs}]
    players[side]["effects"] = {"devotion": uses}
    brute = by_brute_force(army(mine), army(theirs), uses, given)
    assert found(*players) == pytest.approx(brute, abs=1e-12)


@pytest.mark.parametrize("mine", [{"dreadnought": 2}, {"dreadnought": 2, "fighter": 1}])
def test_what_a_sacrifice_damages_is_repaired_as_the_next_round_starts(mine: dict[str, int]) -> None:
    def repaired(army_now: Army) -> Army:
        return tuple(sorted((kind, False) for kind, _ in army_now))

    def ending(worth: Worth, before: State, one: Army, other: Army) -> Any:
        gives, repairs = before[2] % 2, before[2] // 2
        for step in ("end", "sacrifice", "start"):
            if step == "sacrifice":
                after = sacrificed([one, other], 1) if gives else None
                (one, other), gives = after or (one, other), 0 if after else gives
            elif repairs and any(damaged for _, damaged in one):
                one, repairs = repaired(one), 0
        return worth(one, other, gives + 2 * repairs)

    theirs = {"cruiser": 1, "dreadnought": 1}
    red, blue = {"space": mine, "effects": {"emergency-repairs": 1}}, {"space": theirs, "effects": {"devotion": 1}}
    brute = by_brute_force(army(mine), army(theirs), 3, ending)
    assert found(red, blue) == pytest.approx(brute, abs=1e-12)


@pytest.mark.parametrize("defends", [{"mech": 1, "infantry": 1}, {"mech": 1, "infantry": 2}, {"mech": 2}])
def test_bombardment_after_each_round_is_searched_through(defends: dict[str, int]) -> None:
    def harrow(worth: Worth, before: State, one: Army, other: Army) -> Any:
        if not one:
            return worth(one, other, 0)
        return sum(
            float(chance) * max(worth(left, other, 0) for left in ways(one, hits))
            for hits, chance in chances([5]).items()
        )

    attackers = {"infantry": 2}
    players = [
        {"name": "Blue", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}, "planets": {"fria": attackers},
         "policy": {"assign": "cheapest-first"}},
        {"name": "Red", "faction": "emirates-of-hacan", "planets": {"fria": defends}, "policy": {"assign": "best"}},
    ]  # fmt: skip
    won = mecatol.solve({"step": "ground-combat", "players": players}).winner["Red"]
    brute = by_brute_force(army(defends), army(attackers), ending=harrow)
    assert won == pytest.approx(brute, abs=1e-12)


@pytest.mark.parametrize("hits", [{"cruiser": 2}, {"dreadnought": 2}])
def test_who_sustains_first_is_searched_for_where_one_direct_hit_waits(hits: dict[str, int]) -> None:
    # of two that sustain the first is destroyed: the dreadnought, not what is Memoria II for now and comes later
    red = {"name": "Red", **space(destroyer=1, dreadnought=1), "effects": {"the-cavalry-memoria-2": 1}}
    blue = {"name": "Blue", "space": hits, "effects": {"direct-hit": 1}}
    won = {}
    for assign in ("best", "sustain", "dreadnought", "destroyer"):
        order = assign if assign == "best" else [assign]
        players = [{**red, "policy": {"assign": order, "raise": "destroyer"}}, blue]
        won[assign] = mecatol.solve({"step": "space-combat", "players": players}, exact=True).winner["Red"]
    assert won["best"] == won["dreadnought"] == won["sustain"] > won["destroyer"]


@pytest.mark.parametrize("answered_by", ["sustain-first", "best"])
def test_hits_that_answer_a_strike_are_taken_as_is_best(answered_by: str) -> None:
    # Ambush hits the dreadnought, which sustains and reflects two hits: Red's own dreadnought sustains one of them
    red = {"name": "Red", "faction": "mentak-coalition", **space(cruiser=1, dreadnought=1, fighter=1)}
    blue = {"name": "Blue", **space(dreadnought=1), "effects": {"reflective-shielding": 1}}
    won = {}
    for assign in ("best", "sustain-first", "cheapest-first"):
        players = [{**red, "policy": {"assign": assign}}, {**blue, "policy": {"assign": answered_by}}]
        won[assign] = mecatol.solve({"step": "space-combat", "players": players}, exact=True).winner["Red"]
    assert won["best"] == won["sustain-first"] > won["cheapest-first"]


def test_hits_that_answer_a_sacrifice_are_taken_as_is_best() -> None:
    # Devotion hits the dreadnought, which sustains and reflects two hits: Red's own dreadnought sustains one of them
    red = {"name": "Red", "faction": "yin-brotherhood", **space(destroyer=2, dreadnought=1, fighter=1)}
    blue = {"name": "Blue", **space(dreadnought=1), "effects": {"reflective-shielding": 1}}
    won = {}
    for assign in ("best", "sustain-first"):
        players = [{**red, "effects": {"devotion": 1}, "policy": {"assign": assign}}, blue]
        won[assign] = mecatol.solve({"step": "space-combat", "players": players}, exact=True).winner["Red"]
    assert won["best"] == won["sustain-first"]
