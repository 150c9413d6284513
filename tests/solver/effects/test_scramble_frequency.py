"""Scramble Frequency and Assail: rolls for unit abilities repeated, and raised, against figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from tests.solver.effects.battles import ABADDON, solved, winners
from tests.solver.helpers import Data

HALF = Fraction(1, 2)  # a PDS: 6 or more


def binomial(dice: int, chance: Fraction) -> list[Fraction]:
    return [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]


def repeated(chances: list[Fraction], least: int) -> list[Fraction]:
    """Return the chances where a roll with at least so many hits is made again."""
    again = sum(chances[least:])
    return [(chance if hits < least else 0) + again * chance for hits, chance in enumerate(chances)]


def scrambled(when: int | None = None, **more: Any) -> Data:
    policy: Data = {"policy": {"play": {"scramble-frequency": {"when": {"hits": when}}}}} if when else {}
    return {"effects": {"scramble-frequency": 1}, **policy, **more}


def lost(solution: mecatol.Solution, name: str, place: str, there: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for chance, left in solution.outcomes:
        gone = there - sum(stack.total for stack in left[name].at(place))
        found[gone] = found.get(gone, Fraction(0)) + Fraction(chance)
    return found


@pytest.mark.parametrize(("when", "least"), [(None, 2), (1, 1), (2, 2), (3, 3)])
def test_space_cannon_is_rolled_again(when: int | None, least: int) -> None:
    # two PDS make one hit on average: the owner has two hits rolled again, unless the policy says otherwise
    red = scrambled(when, space={"cruiser": 3})
    solution = solved("space-cannon-offense", red, {"planets": {ABADDON: {"pds": 2}}})
    expected = repeated(binomial(2, HALF), least)
    assert lost(solution, "Red", "space", 3) == dict(enumerate(expected))


def test_one_copy_repeats_one_roll() -> None:
    blue = {"name": "Blue", "planets": {ABADDON: {"pds": 1}}}
    green = {"name": "Green", "technologies": ["pds-2"], "adjacent": {"pds": 1}}
    red: Data = {"name": "Red", **scrambled(1, space={"cruiser": 3})}
    solution = mecatol.solve({"step": "space-cannon-offense", "players": [red, blue, green]}, exact=True)
    # Blue's hit (1/2) is rolled again and the card gone; else it is there for Green's, which hits with 6/10
    six = Fraction(6, 10)
    first_again = HALF * HALF
    none = first_again * (1 - six) + HALF * (1 - six + six * (1 - six))
    assert lost(solution, "Red", "space", 3)[0] == none


def test_bombardment_is_rolled_again() -> None:
    red: Data = {"space": {"dreadnought": 1}}
    blue = scrambled(planets={ABADDON: {"infantry": 1}})
    solution = solved("bombardment", red, blue)
    # one die at 5: a hit is above the mean of 0.6, and is rolled again
    assert lost(solution, "Blue", ABADDON, 1)[1] == Fraction(6, 10) ** 2


def test_a_barrage_is_rolled_again() -> None:
    red: Data = {"space": {"destroyer": 1}}
    blue = scrambled(space={"fighter": 2, "carrier": 1})
    solution = solved("anti-fighter-barrage", red, blue)
    chances = repeated(binomial(2, Fraction(2, 10)), 1)  # 0.4 hits on average
    left = {sum(s.total for s in found["Blue"].space if s.unit == "fighter"): c for c, found in solution.outcomes}
    assert left == {2: chances[0], 1: chances[1], 0: chances[2]}


def test_a_roll_that_is_average_in_fractions_is_average_in_decimals() -> None:
    # a war sun's three dice at 3 and a dreadnought's at 5 make 3 × 4/5 + 3/5 = 3 hits on average, in floats 2.9999…:
    # only four hits are more than that
    players = [
        {"name": "Red", "technologies": ["war-sun"], "space": {"war-sun": 1, "dreadnought": 1}},
        {"name": "Blue", **scrambled(planets={ABADDON: {"infantry": 4}})},
    ]
    rolled = [Fraction(2, 5) * a + Fraction(3, 5) * b for a, b in zip(
        [*binomial(3, Fraction(4, 5)), 0], [0, *binomial(3, Fraction(4, 5))], strict=True)]  # fmt: skip
    expected = repeated(rolled, 4)
    for exact in (True, False):
        solution = mecatol.solve({"step": "bombardment", "players": players}, exact=exact)
        found = lost(solution, "Blue", ABADDON, 4)
        assert [float(found[hits]) for hits in range(5)] == pytest.approx([float(chance) for chance in expected])


def test_the_commander_of_jol_nar_rerolls_no_die_twice() -> None:
    # one die at 5. It hits at once with 3/5, and is rerolled by Scramble Frequency: 3/5, or the commander's reroll of
    # that miss, 2/5 · 3/5. It hits by the commander's reroll with 2/5 · 3/5: then the second roll counts, 3/5 (74.2).
    six, four = Fraction(3, 5), Fraction(2, 5)
    red: Data = {"space": {"dreadnought": 1}, "effects": {"agnlan-oln": 1}}
    solution = solved("bombardment", red, scrambled(planets={ABADDON: {"infantry": 1}}))
    assert lost(solution, "Blue", ABADDON, 1)[1] == six * (six + four * six) + four * six * six == Fraction(81, 125)


def test_the_commander_rerolls_what_is_left_of_a_barrage_and_of_several_shots() -> None:
    """Each die by itself, all of them by every way: what it shows at first, rerolled, anew, and rerolled again."""

    def dies(hit: Fraction) -> dict[tuple[int, int], Fraction]:
        """Return the chances that one die hits before, and after, the roll is repeated."""
        miss = 1 - hit
        return {
            (1, 1): hit * (hit + miss * hit) + miss * hit * hit, (1, 0): hit * miss * miss + miss * hit * miss,
            (0, 1): miss * miss * hit, (0, 0): miss * miss * miss,
        }  # fmt: skip

    def of_two(hit: Fraction, least: int) -> list[Fraction]:
        found = [Fraction(0)] * 3
        for (a, x), p in dies(hit).items():
            for (b, y), q in dies(hit).items():
                found[x + y if a + b >= least else a + b] += p * q
        return found

    destroyer: Data = {"space": {"destroyer": 1}, "effects": {"agnlan-oln": 1}}
    blue = scrambled(1, space={"fighter": 2, "carrier": 1})
    solution = solved("anti-fighter-barrage", destroyer, blue)
    left = {sum(s.total for s in found["Blue"].space if s.unit == "fighter"): c for c, found in solution.outcomes}
    assert [left[2], left[1], left[0]] == of_two(Fraction(1, 5), 1)
    guns: Data = {"planets": {ABADDON: {"pds": 2}}, "effects": {"agnlan-oln": 1}}
    solution = solved("space-cannon-offense", scrambled(2, space={"cruiser": 3}), guns)
    assert lost(solution, "Red", "space", 3) == dict(enumerate(of_two(HALF, 2)))


def test_the_best_bombardment_counts_with_the_repeat() -> None:
    red: Data = {"space": {"dreadnought": 2}, "policy": {"bombard": "best"}}
    blue = scrambled(1, planets={ABADDON: {"infantry": 2}})
    solution = solved("bombardment", red, blue)
    expected = repeated(binomial(2, Fraction(3, 5)), 1)
    assert lost(solution, "Blue", ABADDON, 2) == dict(enumerate(expected))
    mean = float(sum(hits * chance for hits, chance in enumerate(expected)))
    assert f"{mean:.4g} ground forces destroyed on average" in solution.choices[0]["text"]


def test_nobody_scrambles_their_own_roll() -> None:
    blue = scrambled(1, planets={ABADDON: {"pds": 2}})
    solution = solved("space-cannon-offense", {"space": {"cruiser": 3}}, blue)
    assert lost(solution, "Red", "space", 3) == dict(enumerate(binomial(2, HALF)))


def test_assail_adds_one_to_every_roll_against_a_puppet() -> None:
    red: Data = {"faction": "obsidian", "space": {"cruiser": 2}, "effects": {"assail": 1}}
    by_hand: Data = {"faction": "obsidian", "space": {"cruiser": 2}, "by_hand": {"bonus": 1}}
    blue: Data = {"space": {"cruiser": 2}}
    won = winners("space-combat", red, blue)
    assert won == winners("space-combat", by_hand, blue)
    assert [float(chance) for chance in won] == pytest.approx([0.540709, 0.134229, 0.325062], abs=1e-6)
    bombards: Data = {"faction": "obsidian", "space": {"dreadnought": 1}, "effects": {"assail": 1}}
    solution = solved("bombardment", bombards, {"planets": {ABADDON: {"infantry": 1}}})
    assert lost(solution, "Blue", ABADDON, 1)[1] == Fraction(7, 10)
