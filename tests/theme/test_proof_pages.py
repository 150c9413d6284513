"""The pages of coverage and effects: everything that the solver knows stands there, and what it does not know too."""

from __future__ import annotations

import re
from html import unescape

import pytest
from loaded import LIBRARY, made

import content
import mecatol
from content.coverage import coverage
from content.unmodelled import unmodelled
from mecatol.domain.units import units
from mecatol.effects.left_out import left_out, not_modelled

MADE = made()
EFFECTS = "effects/index.md"


def row(clause: str) -> str:
    return unescape(MADE["coverage.md"].partition(f'#{clause}">{clause}</a>')[2].partition("</tr>")[0])


@pytest.mark.parametrize("covered", coverage(LIBRARY), ids=lambda covered: covered.clause.id)
def test_each_clause_stands_with_its_examples_and_functions(covered: object) -> None:
    assert isinstance(covered, content.coverage.Covered)
    found = row(covered.clause.id)
    assert covered.clause.title in found
    for example in covered.examples:
        assert example.title in found
        assert f"#{example.id}" in found
    for place in covered.functions:
        assert place in found
    if not covered.clause.mechanical and not covered.examples:
        topic = LIBRARY.topics[covered.topic]
        above = unescape(MADE["coverage.md"].partition(f'<h2 id="{covered.topic}"')[2].partition("<table")[0])
        assert str(covered.clause.reason) in (above if covered.clause.reason == topic.reason else found)


def entry(slug: str) -> str:
    return unescape(MADE[EFFECTS].partition(f'id="effect-{slug}"')[2].partition('<div class="effect-entry">')[0])


@pytest.mark.parametrize("slug", mecatol.EFFECTS)
def test_each_effect_says_what_it_does_when_and_where(slug: str) -> None:
    effect, found = mecatol.EFFECTS[slug], entry(slug)
    for words in (effect.name, effect.meaning, effect.timing, mecatol.EDITIONS[effect.edition]):
        assert words in found
    for step in effect.steps:
        assert mecatol.STEPS[step].title in found
    for clause in effect.clauses:
        assert clause in found


def test_what_is_not_modelled_is_named_with_what_is_missing() -> None:
    """Every card, leader and text of which a record says that the calculators leave it out, each once."""
    rest = unescape(MADE[EFFECTS].partition('id="not-modelled"')[2])
    listed = unmodelled(LIBRARY)
    named = {(one.name, one.why) for one in listed}
    said = {(card.name, card.left_out) for card in LIBRARY.components.values() if card.left_out}
    assert len({one.slug for one in listed}) == len(listed)
    assert {name for name, _ in said} | {one.name for one in not_modelled()} == {name for name, _ in named}
    examples = {"Stellar Converter", "Ahk Ravin", "The Thundarian", "Vos Hollow", "Lyra Keen"}
    assert examples <= {one.name for one in listed}
    for name, why in named:
        assert re.search(rf"{re.escape(name)}( <small>|, |</th>)", rest)
        assert why in rest


def test_every_calculator_leads_to_what_is_not_modelled() -> None:
    pages = [html for html in MADE.values() if 'data-part="found-none"' in html]
    assert pages
    for html in pages:
        assert re.search(r'data-part="found-none" hidden>.*?<a href="[^"]*effects/#not-modelled"', html)


def test_what_answers_warn_of_and_what_the_page_lists_is_the_same() -> None:
    for missing in not_modelled():
        if missing.slug in units():
            assert list(left_out(None, [units()[missing.slug]], missing.steps))
        else:
            assert any(missing.name in said for said in left_out(missing.faction, (), missing.steps))


def test_ids_are_unique_and_links_lead_somewhere() -> None:
    for path in ("coverage.md", "effects/index.md"):
        ids = re.findall(r'\sid="([^"]+)"', MADE[path])
        assert sorted(ids) == sorted(set(ids))
    everywhere = {anchor for text in MADE.values() for anchor in re.findall(r'\sid="([^"]+)"', text)}
    for anchor in re.findall(r'href="[^"#]*#([^"]+)"', MADE["coverage.md"]):
        assert anchor in everywhere
