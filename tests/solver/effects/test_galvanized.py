"""Galvanized units roll one die more, in combat and for unit abilities: against figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import mecatol
from tests.solver.effects.battles import ABADDON, CRUISER, ground, solved, space, winners
from tests.solver.helpers import Data


def binomial(dice: int) -> list[Fraction]:
    return [comb(dice, k) * CRUISER**k * (1 - CRUISER) ** (dice - k) for k in range(dice + 1)]


def cruisers(mine: int, theirs: int, galvanized: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of a side whose first so many cruisers roll two dice, of a draw and of the other."""
    known: dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]] = {}

    def odds(one: int, other: int) -> tuple[Fraction, Fraction, Fraction]:
        if not (one and other):
            return Fraction(bool(one)), Fraction(not one and not other), Fraction(bool(other))
        if (one, other) not in known:
            again, found = Fraction(0), [Fraction(0)] * 3
            for my, chance in enumerate(binomial(one + min(one, galvanized))):
                for their, part in enumerate(binomial(other)):
                    key = max(0, one - their), max(0, other - my)
                    if key == (one, other):
                        again += chance * part
                    else:
                        for place, value in enumerate(odds(*key)):
                            found[place] += chance * part * value
            known[one, other] = tuple(value / (1 - again) for value in found)  # type: ignore[assignment]
        return known[one, other]

    return odds(mine, theirs)


@pytest.mark.parametrize(("mine", "theirs", "galvanized"), [(1, 1, 1), (2, 2, 1), (3, 3, 2), (2, 4, 2)])
def test_galvanized_cruisers_are_the_last_to_be_lost(mine: int, theirs: int, galvanized: int) -> None:
    red = {**space(cruiser=mine), "faction": "last-bastion", "effects": {"galvanized-cruiser": galvanized}}
    assert winners("space-combat", red, space(cruiser=theirs)) == cruisers(mine, theirs, galvanized)


def test_a_galvanized_dreadnought_bombards_with_two_dice() -> None:
    red = {**space(dreadnought=1), "effects": {"galvanized-dreadnought": 1}}
    solution = solved("bombardment", red, ground(infantry=1))
    assert sum(chance for chance, left in solution.outcomes if not left["Blue"].at(ABADDON)) == Fraction(84, 100)


def test_a_galvanized_mech_that_falls_galvanizes_infantry() -> None:
    # the damaged mech goes first; then the infantry rolls two dice at 8, and hits with 1 - (7/10)²
    bastion = {"faction": "last-bastion", "effects": {"galvanized-mech": 1}, "policy": {"assign": ["mech", "infantry"]}}
    red = {**bastion, "planets": {ABADDON: {"mech": 1, "infantry": 1}}, "damaged": {ABADDON: {"mech": 1}}}
    blue, heir = Fraction(3, 10), 1 - Fraction(7, 10) ** 2
    both = 1 - Fraction(5, 10) ** 2 * Fraction(7, 10)  # the mech rolls two dice at 6
    settled = 1 - (1 - heir) * (1 - blue)
    last = heir * (1 - blue) / settled, heir * blue / settled, (1 - heir) * blue / settled
    fallen = (1 - both) * blue / (1 - (1 - both) * (1 - blue))
    won = both / (1 - (1 - both) * (1 - blue)) + fallen * last[0], fallen * last[1], fallen * last[2]
    assert winners("ground-combat", red, ground(infantry=1)) == won
    # two PDS fire first, each hits half of the time: the first hit takes the mech, the second the infantry
    landing = {**bastion, **space(carrier=1, mech=1, infantry=1), "damaged": {"mech": 1}}
    solution = solved("invasion", landing, ground(infantry=1, pds=2))
    taken = sum(chance for chance, left in solution.outcomes if left["Red"].at(ABADDON))
    assert taken == Fraction(1, 4) * won[0] + Fraction(1, 2) * last[0]


def test_a_mech_that_falls_galvanizes_none_of_the_infantry_if_it_is_not_galvanized() -> None:
    red = {"faction": "last-bastion", "planets": {ABADDON: {"mech": 1, "infantry": 1}}}
    red |= {"policy": {"assign": ["mech", "infantry"]}}
    other = {**red, "faction": "embers-of-muaat"}
    assert winners("ground-combat", red, ground(infantry=1)) == winners("ground-combat", other, ground(infantry=1))


def test_galvanized_units_in_several_places_are_refused_with_the_reason() -> None:
    there = {**space(dreadnought=1, infantry=1), "planets": {ABADDON: {"infantry": 1}}}
    red = {**there, "effects": {"galvanized-infantry": 1}}
    solution = solved("ground-combat", red, ground(infantry=1))
    assert [text for text in solution.warnings if "in several places" in text]
    both = {**red, "effects": {"galvanized-infantry": 2}}
    assert not [text for text in solved("ground-combat", both, ground(infantry=1)).warnings if "places" in text]


def test_a_galvanized_war_sun_pasted_from_a_link_rolls_four_dice() -> None:
    red = {"name": "C", "faction": "crimson-rebellion", "technologies": ["fighter-2"], "space": {"fighter": 6}}
    blue = {
        "name": "L", "faction": "last-bastion", "technologies": ["war-sun"], "space": {"war-sun": 1},
        "damaged": {"war-sun": 1}, "effects": {"galvanized-war-sun": 1},
    }  # fmt: skip
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue], "assume": {"capacity": "ignored"}})
    assert [solution.winner[name] for name in ("C", "L", "draw")] == pytest.approx(
        [0.899582, 0.042605, 0.057812], abs=2e-6
    )


def bombarded(policy: Data, galvanized: int = 1, **infantry: int) -> mecatol.Solution:
    red = {**space(dreadnought=2), "effects": {"galvanized-dreadnought": galvanized}, "policy": policy}
    return solved("bombardment", red, {"planets": {planet: {"infantry": n} for planet, n in infantry.items()}})


@pytest.mark.parametrize("galvanized", [1, 2])
def test_a_galvanized_dreadnought_rolls_its_second_die_at_one_planet(galvanized: int) -> None:
    policy = {"bombard": {"dreadnought": {"abaddon": 1, "ashtroth": 1}}}
    solution = bombarded(policy, galvanized, abaddon=3, ashtroth=3)
    assert solution.expected_losses["Blue"]["infantry"] == (2 + galvanized) * Fraction(6, 10)
    assert [sum(dice.dice for dice in roll.dice) for roll in solution.rolls] == [2, galvanized]


def test_the_best_bombardment_sends_the_galvanized_dreadnought_where_two_hits_are_needed() -> None:
    solution = bombarded({"bombard": "best", "aim": "clear-all"}, abaddon=1, ashtroth=2)
    assert solution.chances[-1].probability == Fraction(6, 10) ** 3


def test_units_placed_for_galvanized_ones_are_said_to_count_in_their_place() -> None:
    effects = {"galvanized-fighter": 1, "brother-milor-omega-omega": 1}
    red = {**space(fighter=1, cruiser=1), "faction": "last-bastion", "effects": effects}
    assert [text for text in solved("space-combat", red, space(cruiser=1)).warnings if "count in their place" in text]
    cruiser = {**red, "effects": {**effects, "galvanized-fighter": 0, "galvanized-cruiser": 1}}
    assert not [text for text in solved("space-combat", cruiser, space(cruiser=1)).warnings if "their place" in text]


# --- Galvanized by the space combat: a dreadnought then bombards with two dice, and hits with 1 − 4/10 · 4/10 --------

LONE = {"space": {"fighter": 1}, "planets": {ABADDON: {"infantry": 1}}}
STAYS = {"policy": {"land": {}}}


def cleared(red: Data, blue: Data, step: str = "tactical-action") -> tuple[Fraction, Fraction]:
    """Return the chances that the planet is bombarded clear, and that ships are left to bombard it."""
    solution = solved(step, {**STAYS, **red}, blue)
    gone = [chance for chance, left in solution.outcomes if not left["Blue"].at(ABADDON)]
    there = [chance for chance, left in solution.outcomes if left["Red"].space]
    return sum(gone, Fraction(0)), sum(there, Fraction(0))


def test_phoenix_standard_gives_a_dreadnought_that_has_fought_another_die_to_bombard() -> None:
    other = {"faction": "embers-of-muaat", **space(dreadnought=1)}
    bastion = {**other, "faction": "last-bastion"}
    gone, there = cleared(bastion, LONE)
    assert gone == there * Fraction(84, 100)
    gone, there = cleared(other, LONE)
    assert gone == there * Fraction(6, 10)
    assert cleared({**other, "effects": {"raise-the-standard": 1}}, LONE)[0] == there * Fraction(84, 100)


def test_phoenix_standard_waits_for_a_space_combat() -> None:
    """Nothing to fight, or nothing left of it: the space cannons of two PDS shoot the fighter down with 3/4."""
    bastion = {"faction": "last-bastion", **space(dreadnought=1)}
    assert cleared(bastion, ground(infantry=1))[0] == Fraction(6, 10)
    # a war sun has three dice at 3 and a fourth by the combat; the fighter is lost before it with 3/4
    suns = {"faction": "last-bastion", "technologies": ["war-sun"], **space(**{"war-sun": 1})}
    armed = {**suns, "planets": {"ashtroth": {"pds": 2}}}
    three, four = 1 - Fraction(2, 10) ** 3, 1 - Fraction(2, 10) ** 4
    gone = cleared(armed, LONE)[0]
    fought = Fraction(1, 4) * there_after(suns, LONE)
    assert gone == Fraction(3, 4) * three + fought * four


def there_after(red: Data, blue: Data) -> Fraction:
    """Return the chance that ships are left after the space combat alone."""
    solution = solved("space-combat", red, {"space": blue["space"]})
    return sum((chance for chance, left in solution.outcomes if left["Red"].space), Fraction(0))


@pytest.mark.parametrize("step", ["bombardment", "invasion"])
def test_raise_the_standard_has_been_played_where_no_space_combat_is(step: str) -> None:
    muaat = {"faction": "embers-of-muaat", **space(dreadnought=1)}
    note = {**muaat, "effects": {"raise-the-standard": 1}}
    assert cleared(note, ground(infantry=1), step)[0] == Fraction(84, 100)
    assert cleared({**muaat, "faction": "last-bastion"}, ground(infantry=1), step)[0] == Fraction(6, 10)


@pytest.mark.parametrize(("galvanized", "dice"), [(0, 2), (1, 2), (2, 4)])
def test_a_ship_has_one_galvanize_token_at_most(galvanized: int, dice: int) -> None:
    """One dreadnought, or two: the note finds one without a token, or none."""
    number = max(1, galvanized)
    effects = {"raise-the-standard": 1, "galvanized-dreadnought": galvanized}
    note = {"faction": "embers-of-muaat", **space(dreadnought=number), "effects": effects}
    assert cleared(note, ground(infantry=1), "bombardment")[0] == 1 - Fraction(4, 10) ** dice


def test_the_die_of_the_standard_goes_to_the_first_of_two_planets() -> None:
    planets = {ABADDON: {"infantry": 1}, "ashtroth": {"infantry": 1}}
    aims = {"policy": {"bombard": {"dreadnought": {ABADDON: 1, "ashtroth": 1}}}}
    note = {"faction": "embers-of-muaat", **space(dreadnought=2), **aims, "effects": {"raise-the-standard": 1}}
    solution = solved("bombardment", note, {"planets": planets})
    chances = [sum(chance for chance, left in solution.outcomes if not left["Blue"].at(planet)) for planet in planets]
    assert chances == [Fraction(84, 100), Fraction(6, 10)]
