"""The pages of factions: every component at an address of its own, what differs is marked, links lead there."""

import re
from html import unescape

import pytest
from loaded import LIBRARY, made

import mecatol
from content.model import with_sub
from content.names import Names
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units, units_of
from mecatol.effects.model import COMPONENTS, Component, components_of
from theme.pages.factions import _unit
from theme.pages.prose import renderer
from theme.site.addresses import FACTIONS as INDEX
from theme.site.addresses import Addresses, faction_path
from theme.site.components import entries, place_of, place_of_unit

MADE = made()
TOLD = tuple(LIBRARY.factions)


def ids(path: str) -> list[str]:
    page = re.sub(r"<template.*?</template>", "", MADE[path], flags=re.S)
    return re.findall(r'\sid="([^"]+)"', page)


def test_these_factions_have_a_page() -> None:
    assert set(TOLD) == set(FACTIONS)
    assert {path for path in MADE if path.startswith("factions/")} == {INDEX, *map(faction_path, TOLD)}


@pytest.mark.parametrize("slug", TOLD)
def test_every_unit_and_component_is_a_heading_with_its_slug(slug: str) -> None:
    headings = re.findall(r'<h3 id="([^"]+)"', MADE[faction_path(slug)])
    assert set(units_of(slug)) | set(LIBRARY.components_of(slug)) <= set(headings)
    assert len(ids(faction_path(slug))) == len(set(ids(faction_path(slug))))


@pytest.mark.parametrize("slug", TOLD)
def test_every_component_is_carried_out_or_says_why_not(slug: str) -> None:
    page = unescape(MADE[faction_path(slug)])
    for component in components_of(slug).values():
        assert component.part or component.meaning in page  # of a part, the content has the text
        why = component.timing if isinstance(component, mecatol.Effect) else component.left_out
        assert why or not component.bears, component.slug
        assert why in page
    for unit in units_of(slug).values():
        assert unit.left_out in page


@pytest.mark.parametrize("slug", TOLD)
def test_every_kind_of_component_that_a_faction_has_is_there(slug: str) -> None:
    kinds = {component.kind for component in LIBRARY.components_of(slug).values()}
    assert kinds >= {"faction ability", "leader", "promissory note", "breakthrough"}
    leaders = {component.leader for component in LIBRARY.components_of(slug).values() if component.kind == "leader"}
    assert leaders == {"agent", "commander", "hero"}
    assert {unit.type for unit in units_of(slug).values()} >= {"flagship", "mech"}
    assert FACTIONS[slug].start is None or sum((FACTIONS[slug].start or {}).values()) >= 6


def test_wordings_of_one_card_name_the_first() -> None:
    later = [component for component in COMPONENTS.values() if component.version_of]
    assert later
    for component in later:
        first = COMPONENTS[component.version_of or ""]
        assert (first.kind, first.faction) == (component.kind, component.faction)
        assert list(mecatol.EDITIONS).index(first.edition) < list(mecatol.EDITIONS).index(component.edition)
    printed = {component.name: component.slug for component in COMPONENTS.values()}
    for component in COMPONENTS.values():
        if (name := component.name.rstrip(" Ω")) != component.name and name in printed:
            assert component.version_of == printed[name], component.slug


@pytest.mark.parametrize(
    ("slug", "differing"),
    [
        ("advanced-carrier", {"Capacity": ("6", "4")}),
        ("advanced-carrier-2", {"Capacity": ("8", "6"), "Sustain Damage": ("yes", "none")}),
        ("prototype-war-sun-2", {"Cost": ("10", "12"), "Move": ("3", "2")}),
        ("exotrireme", {"Bombardment": ("4 (×2)", "5")}),
        ("van-hauge", {}),  # nobody else has a flagship
    ],
)
def test_values_that_differ_from_everybodys_unit_are_marked(slug: str, differing: dict[str, tuple[str, str]]) -> None:
    entry = _unit(units()[slug], LIBRARY)
    assert {v.label: (v.text, v.generic) for v in entry.values if v.generic is not None} == differing


def test_every_entry_of_the_index_leads_to_a_heading() -> None:
    found = list(entries(LIBRARY))
    assert len({entry.place for entry in found}) == len(found)
    for entry in found:
        assert entry.place.anchor in ids(entry.place.path), entry
        assert entry.name
        assert entry.words or entry.slug in units()  # plain units have values alone
    named = {entry.slug for entry in found}
    for slug in TOLD:
        assert set(units_of(slug)) | set(components_of(slug)) <= named


def test_links_reach_factions_cards_and_units() -> None:
    render = renderer(LIBRARY, Addresses(), "rules/capacity.md")
    assert 'href="../../factions/yin-brotherhood/"' in render("[[faction:yin-brotherhood]]")
    assert 'href="../../factions/yin-brotherhood/#indoctrination"' in render("[[card:indoctrination]]")
    assert 'href="../../factions/nekro-virus/#antivirus"' in render("[[card:antivirus]]")
    assert 'href="../../factions/nekro-virus/#the-alastor"' in render("[[unit:the-alastor]]")
    assert 'href="../../factions/nekro-virus/#mordred"' in render("[[card:mordred-edge]]")
    assert "#nekro-virus.riders" in render("[[note:nekro-virus.riders|riders]]")
    assert 'href="../../factions/arborec/#bioplasmosis"' in render("[[card:bioplasmosis]]")
    assert 'href="../../cards/action-cards/#sabotage"' in render("[[card:sabotage]]")
    assert 'href="../../units/#unit-carrier"' in render(
        "[[unit:carrier]]"
    )  # everybody's units have a page of their own
    assert place_of(LIBRARY, "sabotage") == ("cards/action-cards.md", "sabotage")
    assert place_of_unit(LIBRARY, "carrier") is None


def test_every_component_can_be_linked() -> None:
    names: Names = LIBRARY.names
    assert set(names.cards) == set(LIBRARY.components) > set(COMPONENTS)
    assert all(isinstance(component, Component) for component in COMPONENTS.values())


@pytest.mark.parametrize("slug", TOLD)
def test_every_note_of_a_faction_is_on_its_page(slug: str) -> None:
    """Notes on an ability that is printed on a unit too: they are with the unit."""
    noted = [note.id for own in LIBRARY.factions[slug].notes.values() for note in with_sub(own)]
    assert noted
    assert set(noted) <= set(ids(faction_path(slug)))


@pytest.mark.parametrize("slug", TOLD)
def test_a_sheet_shows_three_rulings_that_a_table_asks_for(slug: str) -> None:
    page = MADE[faction_path(slug)]
    rows = page[page.index('<h2 id="asked">') :].split("</section>")[0]
    found = re.findall(r'href="#([^"]+)"', rows)
    assert len(found) == 3
    assert found == list(LIBRARY.factions[slug].asked)
    assert set(found) <= set(ids(faction_path(slug)))


def test_what_the_solver_remarks_is_folded() -> None:
    """A sheet says what a card says; how the solver carries it out is behind a line of its own."""
    for slug in TOLD:
        depth = 0  # a fold of rulings has folds in it
        for piece in re.split(r"(<details|</details>)", MADE[faction_path(slug)]):
            depth += {"<details": 1, "</details>": -1}.get(piece, 0)
            assert depth or "effect-entry__facts" not in piece, slug


def test_a_sheet_shows_what_is_in_force_and_no_text_over_and_over() -> None:
    """What another wording has replaced, and cards alike but for their names, stand behind a line of their own."""
    yin = MADE[faction_path("yin-brotherhood")]
    folds = re.findall(r'<details class="more"><summary>(.*?)</summary>', yin)
    assert folds == ["Earlier wordings"] * 3  # of a technology, of leaders, of a promissory note
    last = yin.rpartition('<details class="more">')[2]
    assert 'id="greyfire-mutagen"' in last
    assert yin.index('id="greyfire-mutagen-omega"') < yin.index('id="greyfire-mutagen"')
    bastion = MADE[faction_path("last-bastion")]
    folded = bastion.partition("<summary>9 more like Galvanized Fighter</summary>")[2].partition("</section>")[0]
    assert folded.count('id="galvanized-') == 9
