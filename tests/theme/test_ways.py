"""Ways to a rule: lists, the round, editions, the glossary, open questions, and what stands beside a topic."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from posixpath import normpath

import pytest
from loaded import LIBRARY, made

import content
import mecatol
from content.load import ROOT, inspect
from content.mentions import mentions
from content.model import with_sub
from mecatol import render
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units
from mecatol.effects.model import COMPONENTS
from mecatol.render import numbers
from theme.site.addresses import GLOSSARY, HOME, QUESTIONS, ROUND, Addresses, edition_path, index_path, topic_path
from theme.site.ways import ORDERS, ways

MADE = made()
BY_ADDRESS = {Addresses().url(path): path for path in MADE}
TOPICS = LIBRARY.topics.values()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def inside(path: str, start: str, end: str) -> str:
    """The part of a page between two pieces of its HTML."""
    return MADE[path].partition(start)[2].partition(end)[0]


def leads_to(path: str, html: str) -> list[str]:
    """The paths of the pages that a part of a page links to, in order, without the page itself."""
    here = f"/{Addresses().url(path)}"
    found = [href for href in re.findall(r'href="([^"#]+)', html) if "/" in href]
    addresses = [normpath(f"{here}{href}").lstrip("/").removesuffix(".") for href in found]
    return [BY_ADDRESS[f"{address}/" if address else ""] for address in addresses if f"{address}/" in BY_ADDRESS]


@pytest.mark.parametrize("order", ORDERS)
def test_each_list_holds_every_topic(order: str) -> None:
    path = index_path(order)
    listed = [there for there in leads_to(path, inside(path, "</header>", 'id="more"')) if there.startswith("rules/")]
    assert set(listed) == {topic_path(slug) for slug in LIBRARY.topics}
    if order != "phase":  # there, a topic stands under every phase that it matters in
        assert len(listed) == len(set(listed))
    if order == "number":
        of = {topic_path(slug): entry.numbers.get("pok", 999) for slug, entry in LIBRARY.catalogue.items()}
        assert [of[there] for there in listed] == sorted(of[there] for there in listed)
    for other in ORDERS:
        if other != order:
            assert index_path(other) in leads_to(path, inside(path, "<nav", "</nav>"))


def test_mentioned_in_names_whatever_links_to_a_topic() -> None:
    """Counted once more from the files themselves, without the program that reads prose."""
    wanted: dict[str, set[str]] = {slug: set() for slug in LIBRARY.catalogue}
    for file in [*ROOT.glob("topics/*.yaml"), *ROOT.glob("factions/*.yaml"), *ROOT.glob("cards/*.yaml")]:
        for target in re.findall(r"\[\[(.+?)(?:\||\]\])", file.read_text("utf-8")):
            name = " ".join(target.split()).removeprefix("unit:").removeprefix("note:")
            owner = LIBRARY.topic_of.get(name) or (name if name in LIBRARY.catalogue else name.partition(".")[0])
            other = owner != file.stem or file.parent.name == "cards"  # a deck may share its slug with a topic
            if owner in wanted and other and not target.startswith(("value:", "card:", "faction:")):
                wanted[owner].add(file.stem)
    found = {slug: {mention.by for mention in own} for slug, own in mentions(LIBRARY).items()}
    assert found == wanted
    for slug in LIBRARY.topics:
        path = topic_path(slug)
        shown = {Path(there).stem for there in leads_to(path, inside(path, 'id="mentioned"', "</section>"))}
        assert shown == found[slug]


def test_a_mention_leads_to_the_clauses_that_make_it() -> None:
    own = {mention.by: mention for mention in mentions(LIBRARY)["space-cannon"]}
    assert "89.2.c" in own["tactical-action"].clauses
    part = inside(topic_path("space-cannon"), 'id="mentioned"', "</section>")
    assert 'href="../tactical-action/#89.2.c"' in part


def test_the_round_goes_through_every_step_of_every_phase() -> None:
    text = words(MADE[ROUND])
    steps = [
        clause
        for phase in LIBRARY.phases
        for clause in LIBRARY.topics[phase.topic].clauses
        if re.match(r"Step \d", clause.title)
    ]
    steps += [clause for clause in LIBRARY.topics["tactical-action"].clauses if re.match(r"Step \d", clause.title)]
    assert len(steps) > 15
    for clause in steps:
        assert f"{clause.id} {clause.title}" in text
    places = [text.index(LIBRARY.topics[phase.topic].summary) for phase in LIBRARY.phases]
    assert places == sorted(places)


def test_a_fault_in_the_round_or_the_editions_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "content"
    folder.mkdir()
    (folder / "catalogue.yaml").write_text(
        "sources: {card: the card}\n"
        'topics:\n  speaker: {title: Speaker, kind: role, edition: base, clauses: ["80.1"], numbers: {pok: 80}}\n'
    )
    (folder / "round.yaml").write_text(
        "phases:\n"
        '  - {topic: speaker, topics: [speaker], steps: ["80.1", {at: "80.1", steps: ["80.7"]}]}\n'
        "  - {topic: nobody, topics: [], steps: [speaker]}\n"
    )
    (folder / "editions.yaml").write_text(
        "base: {summary: What came first of all.}\npokk: {summary: Something that came later on.}\n"
    )
    messages = [str(fault) for fault in inspect(folder)[1]]
    faults = ("'80.7' is neither a clause nor a topic", "80.1 stands twice", "'nobody' is not a topic", "leave it out")
    for said in (*faults, "'pokk' is not an edition", "says nothing of codex-1"):
        assert any(said in message for message in messages), said


@pytest.mark.parametrize("slug", LIBRARY.editions)
def test_an_edition_s_page_has_all_that_it_brought_and_changed(slug: str) -> None:
    text = words(MADE[edition_path(slug)])
    for topic in TOPICS:
        assert topic.edition != slug or topic.title in text
        for clause in topic.clauses:
            named = f"{clause.id} {clause.title}"
            changes = [change for change in clause.changed if change.edition == slug]
            assert (named in text) == bool(changes or slug in (clause.since, clause.until))
            for change in changes:
                said = "".join(span.text for span in LIBRARY.spans(change.said)).split()[:4]
                assert text.partition(f"{named} before ")[2].split()[:4] == said
    every = (*COMPONENTS.values(), *units().values(), *FACTIONS.values())
    for one in every:
        assert one.edition != slug or getattr(one, "kind", "") == "unit" or one.name in text


def test_the_glossary_has_every_term_with_its_sentence() -> None:
    text = words(MADE[GLOSSARY])
    for topic in TOPICS:
        assert f"{topic.title} {topic.summary}" in text
        assert f'id="{topic.slug}"' in MADE[GLOSSARY]


def test_open_questions_stand_together_with_readings_basis_and_odds() -> None:
    text = words(MADE[QUESTIONS])
    every = [note for topic in TOPICS for note in with_sub(topic.notes)]
    every += [note for told in LIBRARY.factions.values() for notes in told.notes.values() for note in with_sub(notes)]
    asked = [note for note in every if note.readings]
    assert {note.id for note in every if note.state == "open"} <= {note.id for note in asked}
    assert len(asked) > 30
    for note in asked:
        part = inside(QUESTIONS, f'id="{note.id}"', "</li>")
        assert words(part)
        for reading in note.readings.values():
            first = "".join(span.text for span in LIBRARY.spans(reading)).split()[:4]
            assert " ".join(first) in text
        if note.scenario and note.ruling:
            whole = words(inside(QUESTIONS, f'id="{note.id}"', '<p class="note__basis"'))
            for solution in content.readings(note.ruling, note.scenario).values():
                for question, chance in render.questions(solution).items():
                    assert question in whole
                    assert numbers.percent(chance) in whole
            assert mecatol.RULINGS[note.ruling].title in whole


def test_the_front_page_and_the_search_know_every_way() -> None:
    for way in ways(LIBRARY):
        assert way.path in MADE
    assert set(leads_to(HOME, MADE[HOME])) >= {ROUND, GLOSSARY, QUESTIONS, index_path("name"), "editions/index.md"}
