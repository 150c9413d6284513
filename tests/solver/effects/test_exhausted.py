"""Exhausted cards cannot be exhausted again (34.4); planets' abilities and passive texts hold all the same (34.4.a)."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from mecatol.effects.model import AGENT, EFFECTS
from tests.solver.effects.battles import ground, solved, space, winners
from tests.solver.helpers import Data

EVEN = (Fraction(3, 8), Fraction(2, 8), Fraction(3, 8))
"""Two cruisers against each other, each of which hits in 2 of 5 rounds."""


@pytest.mark.parametrize(
    "card",
    [
        {"effects": {"heart-of-ixth": 1}, "exhausted": ["heart-of-ixth"]},
        {"effects": {"viscount-unlenn": 1}, "exhausted": ["viscount-unlenn"]},
        {"faction": "naaz-rokha-alliance", "technologies": ["supercharge"], "exhausted": ["supercharge"]},
    ],
    ids=lambda card: card["exhausted"][0],
)
def test_an_exhausted_card_changes_no_combat(card: Data) -> None:
    assert winners("space-combat", {**card, **space(cruiser=1)}, space(cruiser=1)) == EVEN
    ready = {key: value for key, value in card.items() if key != "exhausted"}
    assert winners("space-combat", {**ready, **space(cruiser=1)}, space(cruiser=1))[0] > EVEN[0]


@pytest.mark.parametrize(("exhausted", "lost"), [([], "cruiser"), (["graviton-laser-system"], "fighter")])
def test_an_exhausted_graviton_laser_system_leaves_the_hit_to_a_fighter(exhausted: list[str], lost: str) -> None:
    blue: Data = {"technologies": ["graviton-laser-system"], "exhausted": exhausted, **ground(pds=1)}
    red = space(cruiser=1, fighter=1)
    assert solved("space-cannon-offense", red, blue).expected_losses["Red"] == {lost: Fraction(1, 2)}


def test_an_exhausted_magen_defense_grid_lets_everybody_roll() -> None:
    blue: Data = {"technologies": ["magen-defense-grid"], "exhausted": ["magen-defense-grid"]}
    found = winners("ground-combat", ground(infantry=1), {**blue, **ground(infantry=1, pds=1)}, edition="base")
    assert found == (Fraction(7, 17), Fraction(3, 17), Fraction(7, 17))


def test_custodia_vigilia_produces_for_who_has_exhausted_the_planet() -> None:
    planet: Data = {"controls": ["custodia-vigilia"], "exhausted": ["custodia-vigilia", "mecatol-rex"]}
    keleres: Data = {"faction": "council-keleres", **planet, "planets": {"mecatol-rex": {"infantry": 1}}}
    answer = solved("production", {**keleres, "trade_goods": 2, "produce": {"cruiser": 1}}, {}).answer
    assert answer
    assert answer.headline.startswith("Legal")


def test_an_exhausted_circlet_of_the_void_still_lets_ships_through() -> None:
    fleet: Data = {"units": {"cruiser": 1}, "through": ["supernova"]}
    relic: Data = {"effects": {"circlet-of-the-void": 1}, "exhausted": ["circlet-of-the-void"]}
    answer = solved("movement", {**relic, "fleets": [fleet]}, {}).answer
    assert answer
    assert answer.findings[0].verdict == "yes"


def test_what_tells_its_owner_to_exhaust_the_card_needs_it_readied_and_so_does_every_agent() -> None:
    told = {slug for slug, effect in EFFECTS.items() if re.search("[Ee]xhaust (it|this card)", effect.meaning)}
    agents = {slug for slug, effect in EFFECTS.items() if effect.leader == AGENT}
    passive = {"resonance-generator"}  # only its text on move values is carried out; its action exhausts it (tirules)
    assert {slug for slug, effect in EFFECTS.items() if effect.needs_readied} == (told | agents) - passive


@pytest.mark.parametrize("exhausted", [[], ["valkyrie-particle-weave"]])
def test_nekro_use_a_copied_text_while_the_assimilator_is_exhausted(exhausted: list[str]) -> None:
    """What does not exhaust it still works (tirules): Blue's hit (3/10) destroys both, Red's alone (21/100) Blue."""
    nekro = {"faction": "nekro-virus", "technologies": ["valkyrie-particle-weave"], "exhausted": exhausted}
    found = winners("ground-combat", {**nekro, **ground(infantry=1)}, ground(infantry=1))
    assert found == (Fraction(7, 17), Fraction(10, 17), 0)


@pytest.mark.parametrize("exhausted", [[], ["plasma-scoring"]])
def test_an_exhausted_plasma_scoring_still_rolls_its_die(exhausted: list[str]) -> None:
    blue = {"technologies": ["plasma-scoring"], "exhausted": exhausted, **ground(pds=1)}
    assert solved("space-cannon-offense", space(cruiser=2), blue).expected_losses["Red"] == {"cruiser": 1}


def test_an_exhausted_sarween_tools_still_makes_a_cruiser_cost_one_less() -> None:
    dock: Data = {"planets": {"abaddon": {"space-dock": 1}}, "resources": {"abaddon": 0}, "controls": ["abaddon"]}
    red: Data = {**dock, "technologies": ["sarween-tools"], "trade_goods": 1, "produce": {"cruiser": 1}}
    answer = solved("production", {**red, "exhausted": ["sarween-tools"]}, {}).answer
    assert answer
    assert answer.headline.startswith("Legal")


def test_of_two_players_with_the_same_agent_only_the_readied_one_rolls_more() -> None:
    """Red's cruiser hits with 16/25 in the first round, Blue's with 2/5; after that (54 in 250) they are even."""
    unlenn = {"effects": {"viscount-unlenn": 1}, **space(cruiser=1)}
    on = Fraction(9, 25) * Fraction(3, 5)
    first = (Fraction(16, 25) * Fraction(3, 5), Fraction(16, 25) * Fraction(2, 5), Fraction(9, 25) * Fraction(2, 5))
    expected = tuple(at_once + on * later for at_once, later in zip(first, EVEN, strict=True))
    assert winners("space-combat", unlenn, {**unlenn, "exhausted": ["viscount-unlenn"]}) == expected


@pytest.mark.parametrize("exhausted", [[], ["magen-defense-grid"]])
def test_an_exhausted_magen_defense_grid_is_not_said_to_work(exhausted: list[str]) -> None:
    blue: Data = {"technologies": ["magen-defense-grid"], "exhausted": exhausted, **ground(pds=1)}
    answer = solved("planetary-shield", space(dreadnought=1), blue, edition="base").answer
    assert answer
    assert any("Magen Defense Grid" in row.subject for row in answer.findings) is not bool(exhausted)


@pytest.mark.parametrize(("exhausted", "says"), [([], False), (["executive-order"], True)])
def test_trade_goods_are_no_votes_once_executive_order_is_exhausted(exhausted: list[str], says: bool) -> None:
    order: Data = {"faction": "council-keleres", "technologies": ["executive-order"], "exhausted": exhausted}
    found = solved("agenda-votes", {**order, "trade_goods": 2, "ballot": {"influence": 3}}, {})
    assert any("counts only if you name the planets" in warning for warning in found.warnings) is not says
    assert ("Trade goods cannot be spent as votes." in [note["text"] for note in found.trace]) is says


@pytest.mark.parametrize(("card", "said"), [("morale-boost", True), ("heart-of-ixth", False)])
def test_a_card_that_is_never_exhausted_is_taken_as_ready_and_that_is_said(card: str, said: bool) -> None:
    held: Data = {"effects": {card: 1}, **space(cruiser=1)}
    ready = winners("space-combat", held, space(cruiser=1))
    assert (winners("space-combat", {**held, "exhausted": [card]}, space(cruiser=1)) == ready) is said
    found = solved("space-combat", {**held, "exhausted": [card]}, space(cruiser=1))
    assert any("is never exhausted; it was taken as ready." in each for each in found.warnings) is said
