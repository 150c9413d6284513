"""The best losses in a combat where both sides search, against brute force."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.probability import bimatrix
from mecatol.rules.combat import best_answers, best_losses
from tests.solver.combat.small_armies import Army, army, mended, rolled, ways
from tests.solver.effects.battles import space
from tests.solver.helpers import Data

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


def both(mine: dict[str, int], theirs: dict[str, int], exact: bool = True, **more: Any) -> mecatol.Solution:
    players = [{"name": "Red", "space": mine, **more}, {"name": "Blue", "space": theirs, **more}]
    scenario = {"step": "space-combat", "players": players, "policy": {"assign": "best"}}
    return mecatol.solve({**scenario, "assume": {"capacity": "ignored"}}, exact)


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
    monkeypatch.setattr(best_answers, "equilibrium", lambda first, second: bimatrix.mixed(first, second))
    assert both(*fleets, exact=False).winner == pytest.approx(plain.winner, abs=1e-12)


def test_a_search_that_goes_in_circles_says_how_much_is_left_to_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    fleets = {"dreadnought": 2, "cruiser": 1, "fighter": 1}, {"dreadnought": 2, "cruiser": 1}
    settled = both(*fleets, exact=False, technologies=["duranium-armor"])
    assert all("wins no more often" in choice["text"] for choice in settled.choices)
    monkeypatch.setattr(best_losses, "_MOST_TURNS", 0)
    stopped = both(*fleets, exact=False, technologies=["duranium-armor"])
    assert all("points more as long as" in choice["text"] for choice in stopped.choices)


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
def test_what_answers_losses_comes_to_the_same_in_fractions_and_floats(
    mine: Data, theirs: Data, searching: tuple[int, ...]
) -> None:
    players: list[Data] = [{"name": "Red", **mine}, {"name": "Blue", **theirs}]
    for side in searching:
        players[side] = {**players[side], "policy": {"assign": "best"}}
    assume = {"capacity": "ignored", "limits": "ignored"}
    scenario = {"step": "space-combat", "players": players, "assume": assume}
    exact, rounded = mecatol.solve(scenario, exact=True), mecatol.solve(scenario)
    assert sum(chance for chance, _ in exact.outcomes) == 1
    assert {name: float(chance) for name, chance in exact.winner.items()} == pytest.approx(rounded.winner, abs=1e-12)
    if len(searching) == 1:  # of two who search, what is best for the one may be good for the other: both hate a draw
        assert exact.choices[0]["margin"] >= 0


def test_what_follows_losses_is_told_where_the_combat_comes_to_it_though_it_was_looked_at_before() -> None:
    # whose ships the shots of the PDS hit is chosen by what the combat after it is worth
    red = {"name": "Red", **YIN, **space(flagship=1, infantry=1), "policy": {"assign": "best"}}
    blue = {"name": "Blue", **space(dreadnought=1, cruiser=1), **REPAIRS, "planets": {"rigel-i": {"pds": 2}}}
    solution = mecatol.solve({"step": "tactical-action", "players": [red, {**blue, "policy": {"assign": "best"}}]})
    told = {
        text for clause, text in ((entry["clause"], entry["text"]) for entry in solution.trace) if clause[:2] == "78"
    }
    for what in ("Red’s Van Hauge", "Blue’s Duranium Armor"):
        assert any(text.startswith(what) for text in told)


def test_neither_of_two_who_search_lets_the_other_win_for_nothing() -> None:
    # Who is hit first sustains and reflects two hits, one of which is fatal, and so is what answers the other: both go
    # down. Not to sustain would win no more often, and leave the combat to the other.
    fleets = [{"name": name, **space(dreadnought=1), **REFLECTS} for name in ("Red", "Blue")]
    twice = {"limits": "ignored"}  # there is one such card
    solution = mecatol.solve(
        {"step": "space-combat", "players": fleets, "policy": {"assign": "best"}, "assume": twice}, exact=True
    )
    assert solution.winner == {"Red": 0, "Blue": 0, "draw": 1}
