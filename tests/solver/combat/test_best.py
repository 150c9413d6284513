"""The best losses in a combat, against brute force: a model of small battles that shares no code with the solver."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import solver
from solver.combat import round_tree, search
from solver.combat.standing import Losses
from solver.combat.tree import Tree, contest
from solver.probability import bimatrix
from tests.solver.effects.battles import space
from tests.solver.helpers import Data

Army = tuple[tuple[str, bool], ...]
"""Units in order, each with whether it is damaged."""
State = tuple[Army, Army, int]
"""The units of both sides, and how many uses of an effect are left."""
Worth = Callable[[Army, Army, int], Any]
"""The chance that the first side wins from there."""
Ending = Callable[[Worth, State, Army, Army], Any]
"""What follows both sides' losses in a round: from the state before it, by what the states after it are worth."""

VALUES = {"fighter": 9, "destroyer": 9, "cruiser": 7, "carrier": 9, "dreadnought": 5, "infantry": 8, "mech": 6}
"""Combat values, the units in the order of their prices, ships first."""
TOUGH = ("dreadnought", "mech")


def army(units: dict[str, int]) -> Army:
    return tuple(sorted((kind, False) for kind, count in units.items() for _ in range(count)))


def chances(values: list[int]) -> dict[int, Fraction]:
    """Return the chances of each number of hits of dice with these values."""
    found = {0: Fraction(1)}
    for value in values:
        hit, after = Fraction(11 - value, 10), dict[int, Fraction]()
        for hits, chance in found.items():
            after[hits] = after.get(hits, Fraction(0)) + chance * (1 - hit)
            after[hits + 1] = after.get(hits + 1, Fraction(0)) + chance * hit
        found = after
    return found


def rolled(side: Army) -> dict[int, Fraction]:
    return chances([VALUES[kind] for kind, _ in side])


def one_gone(side: Army) -> set[Army]:
    """Return what may be left when one unit is destroyed."""
    return {(*side[:at], *side[at + 1 :]) for at in range(len(side))} or {side}


def one_hit(side: Army) -> set[Army]:
    """Return what one hit may leave, whoever takes it and however."""
    hurt = {
        tuple(sorted((*side[:at], (kind, True), *side[at + 1 :])))
        for at, (kind, damaged) in enumerate(side)
        if kind in TOUGH and not damaged
    }
    return one_gone(side) | hurt


def ways(side: Army, hits: int, one: Callable[[Army], set[Army]] = one_hit) -> set[Army]:
    found = {side}
    for _ in range(hits):
        found = {after for before in found for after in one(before)}
    return found


def cheapest(side: Army, hits: int, sustaining: bool = True) -> Army:
    """Return what is left where the cheapest unit takes each hit, sustaining if it can, as all do on the ground."""
    for _ in range(hits):
        if not side:
            break
        kind = min((kind for kind, _ in side), key=list(VALUES).index)
        kind = "mech" if sustaining and ("mech", False) in side else kind
        if sustaining and kind in TOUGH and (kind, False) in side:
            at = side.index((kind, False))
            side = tuple(sorted((*side[:at], (kind, True), *side[at + 1 :])))
        else:
            at = max(index for index, piece in enumerate(side) if piece[0] == kind)
            side = (*side[:at], *side[at + 1 :])
    return side


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
    return solver.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}}, exact).winner["Red"]


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


def mended(before: Army, after: Army) -> Army:
    """Repair the dearest unit that was damaged before the round, one that sustained in it apart."""
    for kind in reversed(VALUES):
        hurt = after.count((kind, True))
        if min(hurt, before.count((kind, True))):
            at = after.index((kind, True))
            return tuple(sorted((*after[:at], (kind, False), *after[at + 1 :])))
    return after


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
    players[side]["effects"] = {"brother-milor-omega": 1}
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


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("uses", [1, 2])
def test_sacrifices_are_searched_through(side: int, uses: int) -> None:
    def given(worth: Worth, before: State, one: Army, other: Army) -> Any:
        after = [one, other]
        could = [piece for piece in after[side] if piece[0] in ("destroyer", "cruiser")]
        if not before[2] or not could or not after[1 - side]:
            return worth(one, other, before[2])
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
        return worth(after[0], after[1], before[2] - 1)

    mine, theirs = {"cruiser": 1, "dreadnought": 1, "fighter": 1}, {"cruiser": 1, "dreadnought": 1}
    players: list[dict[str, Any]] = [{"space": mine}, {"space": theirs}]
    players[side]["effects"] = {"devotion": uses}
    brute = by_brute_force(army(mine), army(theirs), uses, given)
    assert found(*players) == pytest.approx(brute, abs=1e-12)


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
    won = solver.solve({"step": "ground-combat", "players": players}).winner["Red"]
    brute = by_brute_force(army(defends), army(attackers), ending=harrow)
    assert won == pytest.approx(brute, abs=1e-12)


@pytest.mark.parametrize("hits", [{"cruiser": 2}, {"dreadnought": 2}])
def test_who_sustains_first_is_searched_for_where_one_direct_hit_waits(hits: dict[str, int]) -> None:
    # of two that sustain the first is destroyed: the dreadnought, not the cheaper ship that is Memoria II for now
    red = {"name": "Red", **space(destroyer=1, dreadnought=1), "effects": {"the-cavalry-memoria-2": 1}}
    blue = {"name": "Blue", "space": hits, "effects": {"direct-hit": 1}}
    won = {}
    for assign in ("best", "sustain", "dreadnought", "destroyer"):
        order = assign if assign == "best" else [assign]
        players = [{**red, "policy": {"assign": order, "raise": "destroyer"}}, blue]
        won[assign] = solver.solve({"step": "space-combat", "players": players}, exact=True).winner["Red"]
    assert won["best"] == won["dreadnought"] > won["sustain"] == won["destroyer"]


# Both sides at once

Pair = tuple[Any, Any]
"""The chances of both sides to win."""
Decision = tuple[Army, Army, int, int]
"""Where both choose: the units of both, and the hits of both rolls."""
Cells = dict[tuple[Army, Army], Pair]
"""What each pair of losses is worth."""


def held(cells: Cells) -> tuple[Army, Army]:
    """Return the pair of losses that neither side leaves, worth most to both; there is one in the battles here."""
    found = [
        (one, other)
        for one, other in cells
        if all(cells[one, other][0] >= cells[way, against][0] - 1e-13 for way, against in cells if against == other)
        and all(cells[one, other][1] >= cells[against, way][1] - 1e-13 for against, way in cells if against == one)
    ]
    return max(found, key=lambda pair: round(float(sum(cells[pair])), 12))


def rounds(mine: Army, theirs: Army) -> Iterator[tuple[Fraction, int, int]]:
    for out, chance in rolled(mine).items():
        for come, part in rolled(theirs).items():
            yield chance * part, out, come


Choosing = Callable[[Decision, Cells], tuple[Army, Army]]
"""What both sides lose in a round."""


def played(mine: Army, theirs: Army, choose: Choosing, known: dict[tuple[Army, Army], Pair]) -> Pair:
    """Return both sides' chances to win when they choose so; `known` is filled."""
    if not mine or not theirs:
        return Fraction(bool(mine)), Fraction(bool(theirs))
    if (mine, theirs) not in known:
        total, stay = [Fraction(0), Fraction(0)], Fraction(0)
        for chance, out, come in rounds(mine, theirs):
            if out == come == 0:
                stay = chance
                continue
            cells = {
                (one, other): played(one, other, choose, known)
                for one in sorted(ways(mine, come))
                for other in sorted(ways(theirs, out))
            }
            worth = cells[choose((mine, theirs, out, come), cells)]
            total = [sum_ + chance * each for sum_, each in zip(total, worth, strict=True)]
        known[mine, theirs] = total[0] / (1 - stay), total[1] / (1 - stay)
    return known[mine, theirs]


def both(mine: dict[str, int], theirs: dict[str, int], exact: bool = True, **more: Any) -> solver.Solution:
    players = [{"name": "Red", "space": mine, **more}, {"name": "Blue", "space": theirs, **more}]
    scenario = {"step": "space-combat", "players": players, "policy": {"assign": "best"}}
    return solver.solve({**scenario, "assume": {"capacity": "ignored"}}, exact)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"fighter": 1, "cruiser": 1}, {"carrier": 1, "cruiser": 1}),
        ({"fighter": 1, "carrier": 1}, {"cruiser": 1, "fighter": 1}),
        ({"fighter": 1, "cruiser": 1}, {"dreadnought": 1}),
    ],
)
def test_no_strategy_of_either_side_wins_more_often_than_the_best_losses(
    mine: dict[str, int], theirs: dict[str, int]
) -> None:
    chosen: dict[Decision, tuple[Army, Army]] = {}
    open_to: tuple[dict[Decision, list[Army]], ...] = ({}, {})

    def best(at: Decision, cells: Cells) -> tuple[Army, Army]:
        chosen[at] = held(cells)
        for side in (0, 1):
            if len(options := sorted({pair[side] for pair in cells})) > 1:
                open_to[side][at] = options
        return chosen[at]

    start = army(mine), army(theirs)
    value = played(*start, best, {})
    solution = both(mine, theirs)
    assert (solution.winner["Red"], solution.winner["Blue"]) == value
    tried = 0
    for side in (0, 1):
        for strategy in product(*open_to[side].values()):
            own = dict(zip(open_to[side], strategy, strict=True))

            def other(
                at: Decision, cells: Cells, side: int = side, own: dict[Decision, Army] = own
            ) -> tuple[Army, Army]:
                lost = own.get(at, chosen[at][side])
                return (lost, chosen[at][1]) if side == 0 else (chosen[at][0], lost)

            assert played(*start, other, {})[side] <= value[side]
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"fighter": 2, "dreadnought": 1}, {"dreadnought": 1, "cruiser": 1}),
        ({"fighter": 1, "cruiser": 1, "dreadnought": 1}, {"fighter": 1, "dreadnought": 1}),
    ],
)
def test_with_sustain_damage_both_keep_what_neither_leaves(mine: dict[str, int], theirs: dict[str, int]) -> None:
    solution = both(mine, theirs)
    value = played(army(mine), army(theirs), lambda _, cells: held(cells), {})
    assert (solution.winner["Red"], solution.winner["Blue"]) == value
    assert "78.6" in {entry["clause"] for entry in solution.trace if "both search" in entry["text"]}
    for choice, chance in zip(solution.choices, value, strict=True):
        assert choice["value"] == chance
        assert "wins no more often" in choice["text"]


def test_repairs_of_both_are_searched_through() -> None:
    mine, theirs = {"dreadnought": 1, "fighter": 1}, {"dreadnought": 1, "cruiser": 1}
    values: dict[tuple[Army, Army], Pair] = {(army(mine), army(theirs)): (0.0, 0.0)}

    def worth(one: Army, other: Army) -> Pair:
        return values.setdefault((one, other), (0.0, 0.0)) if one and other else (float(bool(one)), float(bool(other)))

    moved = 1.0
    while moved > 1e-16:
        moved = 0.0
        for red, blue in list(values):
            total = [0.0, 0.0]
            for chance, out, come in rounds(red, blue):
                cells = {
                    (one, other): worth(mended(red, one), mended(blue, other))
                    for one in sorted(ways(red, come))
                    for other in sorted(ways(blue, out))
                }
                total = [so_far + float(chance) * each for so_far, each in zip(total, cells[held(cells)], strict=True)]
            moved = max(moved, *(abs(new - old) for new, old in zip(total, values[red, blue], strict=True)))
            values[red, blue] = total[0], total[1]
    solution = both(mine, theirs, exact=False, technologies=["duranium-armor"])
    found = solution.winner["Red"], solution.winner["Blue"]
    assert found == pytest.approx(values[army(mine), army(theirs)], abs=1e-12)


def test_mixes_come_to_the_same_where_one_choice_is_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    fleets = {"fighter": 2, "dreadnought": 1}, {"dreadnought": 1, "cruiser": 1}
    plain = both(*fleets, exact=False)
    monkeypatch.setattr(search, "equilibrium", lambda first, second: bimatrix.mixed(first, second))
    assert both(*fleets, exact=False).winner == pytest.approx(plain.winner, abs=1e-12)


def test_a_search_that_goes_in_circles_says_how_much_is_left_to_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    fleets = {"dreadnought": 2, "cruiser": 1, "fighter": 1}, {"dreadnought": 2, "cruiser": 1}
    settled = both(*fleets, exact=False, technologies=["duranium-armor"])
    assert all("wins no more often" in choice["text"] for choice in settled.choices)
    monkeypatch.setattr(search, "_MOST_TURNS", 0)
    stopped = both(*fleets, exact=False, technologies=["duranium-armor"])
    assert all("points more while" in choice["text"] for choice in stopped.choices)


REFLECTS: Data = {"effects": {"reflective-shielding": 1}}
ANSWERS: Data = {"effects": {"courageous-to-the-end": 1}}
REPAIRS: Data = {"technologies": ["duranium-armor"]}
YIN: Data = {"faction": "yin-brotherhood"}
SIDE_BY_SIDE: list[tuple[Data, Data]] = [
    ({**space(dreadnought=1, cruiser=2), **REFLECTS}, space(dreadnought=2, fighter=1)),
    ({**space(dreadnought=1, cruiser=1), **REFLECTS}, {**space(dreadnought=1, fighter=1), **REFLECTS}),
    ({**space(cruiser=2, fighter=1), **ANSWERS}, space(dreadnought=1, cruiser=1)),
    ({**space(cruiser=1, fighter=1), **ANSWERS}, {**space(dreadnought=1, fighter=1), **ANSWERS}),
    ({**space(dreadnought=1, fighter=1), **REFLECTS}, {**space(cruiser=1, destroyer=2), **ANSWERS}),
    ({**space(dreadnought=1, fighter=1), "effects": {**REFLECTS["effects"], **ANSWERS["effects"]}}, space(cruiser=2)),
    ({**YIN, **space(flagship=1, cruiser=1)}, space(dreadnought=1, destroyer=2)),
    ({**YIN, **space(flagship=1, fighter=1)}, {**space(dreadnought=1, destroyer=2), **REFLECTS}),
    ({**YIN, **space(flagship=1, fighter=1)}, {**space(cruiser=1, destroyer=2), **ANSWERS}),
    ({**space(dreadnought=2), **REPAIRS}, {**space(dreadnought=1, cruiser=1), "effects": {"emergency-repairs": 1}}),
    ({**space(dreadnought=2), **REPAIRS}, {**space(dreadnought=1, cruiser=1), **ANSWERS}),
    ({**space(dreadnought=1, fighter=1), **REPAIRS}, {**space(dreadnought=1, cruiser=1), **REFLECTS}),
]


@pytest.mark.parametrize("searching", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize(("mine", "theirs"), SIDE_BY_SIDE)
def test_losses_side_by_side_come_to_what_they_come_to_pair_by_pair(
    monkeypatch: pytest.MonkeyPatch, mine: Data, theirs: Data, searching: tuple[int, ...]
) -> None:
    players: list[Data] = [{"name": "Red", **mine}, {"name": "Blue", **theirs}]
    for side in searching:
        players[side] = {**players[side], "policy": {"assign": "best"}}
    scenario = {"step": "space-combat", "players": players, "rounds": 3, "assume": {"capacity": "ignored"}}
    found = solver.solve(scenario, exact=True)
    taken = []

    def tree(self: round_tree._Round, my: Sequence[Losses], their: Sequence[Losses]) -> Tree:
        taken.append(self)
        return contest([tuple([self._after_losses(one, two) for two in their]) for one in my])

    monkeypatch.setattr(round_tree._Round, "_tree", tree)
    pairs = solver.solve(scenario, exact=True)
    assert taken
    assert found.to_json() == pairs.to_json()


def test_what_follows_losses_is_told_where_the_combat_comes_to_it_though_it_was_looked_at_before() -> None:
    # whose ships the shots of the PDS hit is chosen by what the combat after it is worth
    red = {"name": "Red", **YIN, **space(flagship=1, infantry=1), "policy": {"assign": "best"}}
    blue = {"name": "Blue", **space(dreadnought=1, cruiser=1), **REPAIRS, "planets": {"rigel-i": {"pds": 2}}}
    solution = solver.solve({"step": "tactical-action", "players": [red, {**blue, "policy": {"assign": "best"}}]})
    told = {
        text for clause, text in ((entry["clause"], entry["text"]) for entry in solution.trace) if clause[:2] == "78"
    }
    for what in ("Red’s Van Hauge", "Blue’s Duranium Armor"):
        assert any(text.startswith(what) for text in told)


def test_neither_of_two_who_search_lets_the_other_win_for_nothing() -> None:
    # Who is hit first sustains and reflects two hits, one of which is fatal, and so is what answers the other: both go
    # down. Not to sustain would win no more often, and leave the combat to the other.
    fleets = [{"name": name, **space(dreadnought=1), **REFLECTS} for name in ("Red", "Blue")]
    solution = solver.solve({"step": "space-combat", "players": fleets, "policy": {"assign": "best"}}, exact=True)
    assert solution.winner == {"Red": 0, "Blue": 0, "draw": 1}
