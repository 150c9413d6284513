"""The pages of coverage and effects: everything that the solver knows stands there, and what it does not know too."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from loaded import LIBRARY, made

import content
import mecatol
from content.coverage import coverage
from content.unmodelled import FILE, unmodelled
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
    rest = unescape(MADE[EFFECTS].partition('id="not-modelled"')[2])
    named = [*((one.name, one.meaning) for one in not_modelled()), *((one.name, one.why) for one in unmodelled())]
    assert named
    for name, said in named:
        assert f"{name} <small>" in rest or f"{name}</th>" in rest
        assert said in rest


def test_what_answers_warn_of_and_what_the_page_lists_is_the_same() -> None:
    for missing in not_modelled():
        if missing.slug in units():
            assert list(left_out(None, [units()[missing.slug]], missing.steps))
        else:
            assert any(missing.name in said for said in left_out(missing.faction, (), missing.steps))


def test_what_has_a_record_is_listed_there_alone(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    known = "- {slug: plasma-scoring, name: Plasma Scoring, kind: technology, why: none}\n"
    other = "- {slug: nothing-known, name: Nothing Known, kind: relic, why: none}\n"
    path.write_text(other)
    assert [one.slug for one in unmodelled(path)] == ["nothing-known"]
    path.write_text(other + known)
    with pytest.raises(content.ContentError, match=r"'plasma-scoring' has a record in the solver"):
        unmodelled(path)


def test_faults_of_the_list_are_told_by_field(tmp_path: Path) -> None:
    path = tmp_path / FILE.name
    path.write_text("- {slug: a, name: A, kind: spell, faction: nobody, extra: 1}\n")
    with pytest.raises(content.ContentError) as caught:
        unmodelled(path)
    fields = {fault.field for fault in caught.value.faults}
    assert fields == {"0.why", "0.kind", "0.faction", "0.extra"}


def test_ids_are_unique_and_links_lead_somewhere() -> None:
    for path in ("coverage.md", "effects/index.md"):
        ids = re.findall(r'\sid="([^"]+)"', MADE[path])
        assert sorted(ids) == sorted(set(ids))
    everywhere = {anchor for text in MADE.values() for anchor in re.findall(r'\sid="([^"]+)"', text)}
    for anchor in re.findall(r'href="[^"#]*#([^"]+)"', MADE["coverage.md"]):
        assert anchor in everywhere
