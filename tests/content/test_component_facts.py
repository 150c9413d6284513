"""Every component against what public lists say of it; where the two differ, the reason is here."""

from __future__ import annotations

import pytest
from component_facts import FACTS, OBJECTIVES, Row, differences, table
from loaded import LIBRARY

from mecatol.domain.units import units
from mecatol.effects.model import EFFECTS

REASONS = {
    ("council-keleres", "home_planets"): "The lists say 'one of'; the record names three factions whose home it may be",
    ("the-tribunii", "editions"): "Thunder's Edge words it anew and changes nothing that it does",
    ("4x41c-helios", "production"): "The same value, which the lists give in words",
    ("4x41c-helios-2", "production"): "The same value, which the lists give in words",
    ("space-dock", "production"): "The same value, which the lists give in words",
    ("space-dock-2", "production"): "The same value, which the lists give in words",
    ("iconoclast", "deploy"): "Deploy came with the second printing, which is a unit of its own here",
    ("neural-parasite-obsidian", "prerequisites"): "It cannot be researched; the lists say so in words",
    ("planesplitter-obsidian", "prerequisites"): "It cannot be researched; the lists say so in words",
    ("valefar-assimilator-z", "synergy"): "It has none; the lists say so in words",
    ("ta-zern", "editions"): "The renamed commander is a later printing here, so the first one ends with it",
    ("xxekir-grom", "hero_ability"): "Each printing is a record of its own, with the ability's name of that printing",
    (
        "dannel-of-the-tenth",
        "hero_ability",
    ): "Each printing is a record of its own, with the ability's name of that one",
    ("the-cavalry", "name"): "The note lends the Nomad's flagship, of which there are two records; the name says which",
    ("colonial-redistribution", "outcome"): "The same restriction in other words",
    ("representative-government", "editions"): "The second printing, of the same name, is a later wording here",
    ("representative-government-pok", "name"): "Two agendas have the same name; ours says which is meant",
    ("the-crown-of-thalnos-agenda", "name"): "A relic has the same name; ours says which is meant",
    ("research-team-biotic", "name"): "The color is in brackets here",
    ("research-team-cybernetic", "name"): "The color is in brackets here",
    ("research-team-propulsion", "name"): "The color is in brackets here",
    ("research-team-warfare", "name"): "The color is in brackets here",
    ("make-an-example-of-their-world", "editions"): "The record is the wording in force; a note says what came before",
    ("turn-their-fleets-to-dust", "editions"): "The record is the wording in force; a note says what came before",
    ("fight-with-precision", "editions"): "The record is the wording in force; a note says what came before",
    ("construction", "name"): "What the solver carries out of the card is called by what it is: its primary ability",
    ("warfare", "name"): "What the solver carries out of the card is called by what it is: its secondary ability",
    ("custodia-vigilia-ability", "editions"): "With Thunder's Edge it comes by the breakthrough, and does the same",
    ("assail", "faction"): "The plots act once the Firmament have become the Obsidian, and are on the page of these",
    ("enervate", "faction"): "The plots act once the Firmament have become the Obsidian, and are on the page of these",
    ("extract", "faction"): "The plots act once the Firmament have become the Obsidian, and are on the page of these",
    ("seethe", "faction"): "The plots act once the Firmament have become the Obsidian, and are on the page of these",
    ("siphon", "faction"): "The plots act once the Firmament have become the Obsidian, and are on the page of these",
}
"""The slug and the field of each difference, and why it stands."""

KINDS = 31


def test_the_components_agree_with_the_lists_but_for_what_has_a_reason() -> None:
    found = {(one.slug, one.field): f"listed {one.listed!r}, ours {one.ours!r}" for one in differences(LIBRARY)}
    assert {key: said for key, said in found.items() if key not in REASONS} == {}
    assert sorted(REASONS.keys() - found.keys()) == [], "a reason for what no longer differs"


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return table(LIBRARY)


def test_every_component_has_a_record_and_a_text(rows: list[Row]) -> None:
    assert len(rows) == KINDS
    assert sum(row.listed for row in rows) == len(FACTS) == 1094
    short = [row for row in rows if min(row.recorded, row.told) < row.listed]
    assert short == []


def test_every_galactic_event_is_solved_or_says_why_not_where_it_acts(rows: list[Row]) -> None:
    events = next(row for row in rows if row.kind == "galactic-event")
    assert (events.solved, events.left_out) == (6, 13)  # the other one only changes the board beside a scenario


ACTS_IN_A_STEP = (
    "foresight", "coalescence", "research-team", "survival-instinct", "aetherpassage", "incursion", "chaos-mapping",
    "wormhole-generator", "wormhole-generator-omega", "spatial-conduit-cylinder", "lazax-gate-folding",
    "agency-supply-network", "subatomic-splicer", "salvage-operations", "quash", "genetic-recombination", "brilliant",
    "radical-advancement", "plots-within-plots", "watcher", "viper-ex-23", "a3-valiance", "last-dispatch",
    "icarus-drive", "hil-colish", "memoria", "memoria-2", "duha-menaimon", "slumberstate-computing",
    "crown-of-thalnos", "the-crown-of-thalnos-agenda", "alliance", "assassinate-representative",
    "biotic-research-facility", "committee-formation", "construction-rider", "core-mining",
    "cybernetic-research-facility", "darktalon-treilla", "diplomacy-rider", "dyson-sphere", "fleet-regulations",
    "imperia", "imperial", "imperial-rider", "ion-storm", "keleres-rider", "laws-order", "laws-order-thunders-edge",
    "lazax-survivors", "leadership-rider", "mining-world", "nano-forge", "nexus-sovereignty", "paradise-world",
    "political-secret", "politics-rider", "propulsion-research-facility", "public-execution", "rich-world",
    "sanction", "senate-sanctuary", "shard-of-the-throne", "ssruu", "support-for-the-throne", "technology-rider",
    "technology-strategy-card", "terraform", "terraforming-initiative", "tomb-of-emphidia", "trade-rider",
    "ul-the-progenitor", "warfare-research-facility", "warfare-rider",
)  # fmt: skip
"""What acts in a step that the solver has, and had neither an effect nor a reason for long."""


def test_every_objective_is_judged_or_says_why_not(rows: list[Row]) -> None:
    found = [row for row in rows if row.kind in OBJECTIVES]
    assert [row.solved + row.left_out for row in found] == [row.listed for row in found] == [20, 20, 40]
    assert sum(row.left_out for row in found) == 49


@pytest.mark.parametrize("slug", ACTS_IN_A_STEP)
def test_what_acts_in_a_step_is_solved_or_says_why_not(slug: str) -> None:
    if any(slug in (effect.slug, effect.unit) for effect in EFFECTS.values()):
        return
    why = units()[slug].left_out if slug in units() else LIBRARY.components[slug].left_out
    assert why.endswith(".")


def test_a_unit_is_not_left_out_where_its_text_is_carried_out() -> None:
    solved = {effect.unit for effect in EFFECTS.values()}
    assert [slug for slug, unit in units().items() if unit.left_out and slug in solved] == []
