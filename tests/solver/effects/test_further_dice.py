"""Further dice, and what raises the dice of one ship: to which ship they go, against figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.solver.effects.battles import CRUISER, after, solved, space
from tests.solver.helpers import Data


def test_gravleash_maneuvers_go_with_the_die_that_viscount_unlenn_adds() -> None:
    # one cruiser rolls two dice at 7 − 1, the other one die at 7
    red = {
        "faction": "barony-of-letnev",
        "effects": {"gravleash-maneuvers": 1, "viscount-unlenn": 1},
        **space(cruiser=2),
    }
    assert after("space-combat", red, space(carrier=3))[3] == Fraction(5, 10) ** 2 * (1 - CRUISER)


def test_viscount_unlenn_adds_the_die_where_gravleash_maneuvers_raise_it_most() -> None:
    # five types: a Cruiser II, at 6, always hits twice so, which is 1/2 and 2 · 1/2 more; a dreadnought, at 5, would
    # gain 6/10 and 2 · 4/10. The others hit with 2/10 each, the dreadnought with 6/10
    red = {
        "faction": "barony-of-letnev",
        "technologies": ["cruiser-2"],
        "effects": {"gravleash-maneuvers": 1, "viscount-unlenn": 1},
        **space(fighter=1, destroyer=1, cruiser=1, carrier=1, dreadnought=1),
    }
    found = after("space-combat", red, {**space(cruiser=8), "by_hand": {"bonus": -9}})
    assert found[6] == Fraction(8, 10) ** 3 * Fraction(4, 10)
    assert not {7, 8} & found.keys()


def test_gravleash_maneuvers_go_with_the_dice_of_one_galvanized_ship() -> None:
    # two of three dreadnoughts roll a second die: one of these ships rolls two at 5 − 1, the others three at 5
    effects = {"gravleash-maneuvers": 1, "galvanized-dreadnought": 2}
    red = {"faction": "barony-of-letnev", "effects": effects, **space(dreadnought=3)}
    missed = Fraction(3, 10) ** 2 * Fraction(4, 10) ** 3
    assert after("space-combat", red, space(carrier=3))[3] == missed


@pytest.mark.parametrize(
    ("galvanized", "further", "missed"),
    [
        # one cruiser's dice at 7 − 1, all others at 7: each galvanized cruiser has two, Viscount Unlenn adds a third
        (1, {}, Fraction(5, 10) ** 2 * (1 - CRUISER) ** 2),
        (2, {}, Fraction(5, 10) ** 2 * (1 - CRUISER) ** 3),
        (3, {}, Fraction(5, 10) ** 2 * (1 - CRUISER) ** 4),
        (2, {"viscount-unlenn": 1}, Fraction(5, 10) ** 3 * (1 - CRUISER) ** 3),
    ],
)
def test_gravleash_maneuvers_raise_the_dice_of_one_galvanized_ship(
    galvanized: int, further: Data, missed: Fraction
) -> None:
    cards = {"gravleash-maneuvers": 1, "galvanized-cruiser": galvanized, **further}
    red = {"faction": "barony-of-letnev", "effects": cards, **space(cruiser=3)}
    assert after("space-combat", red, space(carrier=9))[9] == missed


def test_gravleash_maneuvers_count_a_ship_with_other_values_with_its_type() -> None:
    # there are carriers alone: the one with two dice at 7 gets one more, the other hits at 9
    red = {"faction": "barony-of-letnev", "effects": {"gravleash-maneuvers": 1, "the-cavalry": 1}, **space(carrier=2)}
    assert after("space-combat", red, space(carrier=3))[3] == Fraction(5, 10) ** 2 * Fraction(8, 10)


def test_gravleash_maneuvers_go_with_the_ship_that_gains_most_with_all_else() -> None:
    # +2 brings both one hit in five more; with a reroll a destroyer gains 7 in 25 and a cruiser 1 in 5
    red = {"faction": "barony-of-letnev", "effects": {"gravleash-maneuvers": 1, "munitions-reserves": 1}}
    missed = after("space-combat", {**red, **space(cruiser=1, destroyer=1)}, space(carrier=3))[3]
    assert missed == (1 - CRUISER) ** 2 * Fraction(6, 10) ** 2
    named = {**red, "policy": {"order": ["gravleash-maneuvers", "munitions-reserves"]}}
    missed = after("space-combat", {**named, **space(cruiser=1, destroyer=1)}, space(carrier=3))[3]
    assert missed == Fraction(4, 10) ** 2 * Fraction(8, 10) ** 2


@pytest.mark.parametrize(
    ("red", "missed"),
    [
        # +2: the flagship's three dice at 5 − 2, the dreadnought's one at 5
        (
            {"faction": "mahact-gene-sorcerers", "effects": {"viscount-unlenn": 1, "arvicon-rex-edge": 1}},
            Fraction(2, 10) ** 3 * Fraction(4, 10),
        ),
        # a die of the flagship at 6 + 1 makes 4/10 hits and 2 · 2/10 more, one of the dreadnought at 5 + 1 half a hit
        (
            {"faction": "universities-of-jol-nar", "effects": {"viscount-unlenn": 1}},
            Fraction(6, 10) ** 3 * Fraction(5, 10),
        ),
        # a die at 7 for each of three carriers, and two of the dreadnought's at 5, whatever order is named
        (
            {
                "faction": "winnu",
                "effects": {"viscount-unlenn": 1},
                "policy": {"order": ["viscount-unlenn", "salai-sai-corian-dice"]},
            },
            Fraction(6, 10) ** 3 * Fraction(4, 10) ** 2,
        ),
    ],
)
def test_a_further_die_goes_to_the_ship_that_makes_most_hits_with_all_that_changes_its_rolls(
    red: dict[str, object], missed: Fraction
) -> None:
    assert after("space-combat", {**red, **space(flagship=1, dreadnought=1)}, space(carrier=3))[3] == missed


def test_a_further_die_of_the_only_ship_adds_to_those_of_its_own_text() -> None:
    # Salai Sai Corian has one die for each carrier, and Viscount Unlenn's beside, whichever is named first
    for order in (["viscount-unlenn", "salai-sai-corian-dice"], ["salai-sai-corian-dice", "viscount-unlenn"]):
        red = {"faction": "winnu", "effects": {"viscount-unlenn": 1}, "policy": {"order": order}, **space(flagship=1)}
        assert after("space-combat", red, space(carrier=2))[2] == Fraction(6, 10) ** 3


def test_no_order_is_said_to_matter_where_dice_are_added_alone() -> None:
    red = {"faction": "winnu", "effects": {"viscount-unlenn": 1}, **space(flagship=1)}
    warnings = solved("space-combat", red, space(carrier=2)).warnings
    assert not [said for said in warnings if "opposite order" in said]
