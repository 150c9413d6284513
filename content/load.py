"""Files in, a checked library out; or every fault of every file at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import mecatol
from content import build, cards, checks, examples, figure_checks, packs, pictures, results, shape, ways
from content.english import Wording
from content.model import ContentError, Entry, Fault, Library, SearchWords
from content.names import Names, factions, short_names, units
from content.nearest import nearest
from content.source import Source, read, unless_sound
from mecatol.domain.editions import EDITIONS, PUBLISHED
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units_of
from mecatol.effects.model import Component

ROOT = Path(__file__).parent


def load(root: Path = ROOT) -> Library:
    """Load the catalogue and all topics below a folder, and check everything.

    Raises:
        ContentError: with every fault of every file, sorted by file and line.
    """
    library, faults = inspect(root)
    if library is None:
        raise ContentError(faults)
    return library


def inspect(root: Path = ROOT) -> tuple[Library | None, tuple[Fault, ...]]:
    """Return the library, or None and the faults that stand against it.

    What is new for the cache waits for `results.settle`: whoever loads has more to work out.
    """
    catalogue, facts = _catalogue(root)
    if catalogue.faults:  # what all others are judged by: a fault here would come back in every one of them
        return None, tuple(sorted({*catalogue.faults}))
    sources, dates = _sources(catalogue.data["sources"]) if facts else ({}, {})
    topics = [read(path, _name(path, root)) for path in sorted((root / "topics").glob("*.yaml"))]
    written = [read(path, _name(path, root)) for path in sorted((root / "factions").glob("*.yaml"))]
    written += packs.texts()
    spoken = [source for source in written if _known_faction(source) and shape.fit(source, "faction.schema.json")]
    laid = [read(path, _name(path, root)) for path in sorted((root / "cards").glob("*.yaml"))]
    decks = [source for source in laid if source.data is not None and shape.fit(source, "deck.schema.json")]
    components = _components(spoken, decks)
    sound = [source for source in topics if _known(source, facts) and shape.fit(source, "schema.json")]
    if (root / "topics").exists() and not (root / "topics").is_dir():
        catalogue.faults.append(Fault(_name(root / "topics", root), 1, "", "is a file: topics stand in a folder"))
    names = Names(
        topics={slug: entry.in_prose for slug, entry in facts.items()},
        clauses=[id for entry in facts.values() for id in (*entry.clauses, *entry.dropped)],
        cards={slug: one.name for slug, one in components.items()},
        units=units(),
        factions=factions(),
        pictures=pictures.found(root),
    )
    names = replace(names, notes=_headings([*sound, *spoken, *decks], names))
    shown = [id for source in sound for example in source.data.get("examples", ()) for id in example["shows"]]
    known = _digest(names, sources)
    for source in sound:
        entry = facts[_slug(source)]
        here = sorted({*shown}.intersection((*entry.clauses, *entry.dropped)))
        unless_sound(source, partial(_check, source, entry, names, sources, here), "topic", entry, here, known)
    seen: dict[str, str] = {}
    for source in spoken:
        slug = _slug(source)
        own = [one for one in components.values() if one.faction == slug]
        named = [(one.slug, one.kind, one.leader) for one in own]
        unless_sound(source, partial(_check_faction, source, names, sources, own), "faction", slug, named, known)
        cards.check(source, slug, seen, names)
        cards.check_whole(source, slug, own, catalogue.data.get("factions", {}).get(slug, ()))
    for source in decks:
        unless_sound(source, partial(_check_deck, source, names, sources), "deck", known)
        cards.check(source, None, seen, names)
        cards.check_deck_whole(source)
        for topic in sound:
            if _slug(topic) == _slug(source):
                checks.apart(source, topic)
    path = root / ways.STRIPS
    strips, strips_file = ways.read_strips(path, _name(path, root), facts, _topics_by_clause(facts))
    for source in sound:
        figure_checks.check(source, strips)
    words, typed = _search_words(root)
    path = root / ways.ROUND
    phases, round_file = ways.read_round(path, _name(path, root), facts, _topics_by_clause(facts))
    path = root / ways.EDITIONS
    editions, editions_file = ways.read_editions(path, _name(path, root), names)
    path = root / ways.CHANGES
    log, changes_file = ways.read_changes(path, _name(path, root), names)
    sources_read = (
        catalogue,
        *topics,
        *written,
        *laid,
        *typed,
        *round_file,
        *editions_file,
        *changes_file,
        *strips_file,
    )
    strays = _strays(root)
    for source in sources_read:
        shape.forget(source)
        unless_sound(source, partial(_check_wordings, source), "wordings")
    faults = sorted({*strays, *(fault for source in sources_read for fault in source.faults)})
    if faults:
        return None, tuple(faults)
    library = replace(_library(root, facts, sources, names, sound), dates=dates)
    told = {_slug(source): build.faction(_slug(source), source.data, source.file) for source in spoken}
    for slug, faction in FACTIONS.items():
        if faction.edition not in PUBLISHED and slug not in told:  # players' own: the records alone make its page
            summary = f"{faction.name}, of {EDITIONS[faction.edition]}."
            told[slug] = build.faction(slug, {"summary": summary}, "")
    library = replace(library, phases=phases, editions=editions, strips=strips)
    library = replace(library, as_of=log.as_of, changes=log.changes, versions=log.versions)
    return replace(
        library,
        factions=told,
        search=words,
        decks={_slug(source): cards.deck(_slug(source), source) for source in decks},
        components=components,
        printed={
            data["slug"]: cards.printed(data) for source in (*spoken, *decks) for _, data, _ in cards.listed(source)
        },
    ), ()


def wordings(root: Path = ROOT) -> list[tuple[Fault, Wording]]:
    """Return where any file below a folder says something in a way that `content.english` does not want."""
    files = (read(path, _name(path, root)) for path in sorted(root.rglob("*.yaml")))
    return [found for source in files for found in checks.wordings(source)]


def _check(source: Source, facts: Entry, names: Names, sources: dict[str, str], shown: Iterable[str]) -> None:
    checks.texts(source, names)
    checks.numbering(source, facts)
    checks.substance(source)
    checks.editions(source)
    checks.mechanics(source, facts, shown)
    checks.answers(source)
    checks.headings(source)
    checks.identities(source)
    checks.grounds(source, names, sources)
    checks.relations(source, facts.slug, names)
    checks.showings(source, names)
    examples.check_topic(source, names.clauses)


def _components(spoken: Iterable[Source], decks: Iterable[Source]) -> dict[str, Component]:
    """Return every component with a text by its slug, the solver's records first; what lacks a field is left out."""
    found = dict(cards.records())
    for source in (*spoken, *decks):
        faction = _slug(source) if "cards" not in source.data else None
        for _, data, kind in cards.listed(source):
            recorded = data["slug"] in cards.records()
            wanted = {"does"} if recorded else {"name", "edition", "does"}
            if wanted <= data.keys() and (one := cards.component(data, kind, faction)):
                found[one.slug] = one if recorded else found.get(one.slug, one)
    return found


def _digest(names: Names, sources: Mapping[str, str]) -> str:
    """Return the hash of what the files together name, which the checks of each look at; the solver's names aside."""
    pictured = {name: picture.problem for name, picture in names.pictures.items()}
    return results.key(names.topics, list(names.clauses), names.cards, names.notes, pictured, sources)


def _check_wordings(source: Source) -> None:
    source.faults += [fault for fault, wording in checks.wordings(source) if wording.held]


def _check_faction(source: Source, names: Names, sources: dict[str, str], own: Collection[Component]) -> None:
    checks.texts(source, names)
    checks.answers(source)
    checks.headings(source)
    checks.identities(source)
    checks.grounds(source, names, sources)
    checks.subjects(source, [*units_of(_slug(source)), *(one.slug for one in own)])
    checks.asked(source)
    checks.showings(source, names)
    examples.check_topic(source, names.clauses)


def _check_deck(source: Source, names: Names, sources: dict[str, str]) -> None:
    checks.texts(source, names)
    checks.headings(source)
    checks.identities(source)
    checks.grounds(source, names, sources)


def _headings(sound: Iterable[Source], names: Names) -> dict[str, str]:
    """Return what each note is called, by its id: its title, or the beginning of its text."""
    return {
        f"{_slug(source)}.{note['id']}": note.get("title") or names.beginning(note["text"])
        for source in sound
        for _, note in checks.notes(source.data)
    }


def _strays(root: Path) -> list[Fault]:
    """Return a fault for each file of which the name keeps it from being read."""
    found = [path for folder in ("topics", "factions", "cards") for path in sorted((root / folder).glob("*"))]
    return [
        Fault(_name(path, root), 1, "", f"is not read: only files named {path.stem}.yaml and the like are")
        for path in found
        if path.suffix != ".yaml" and not path.name.startswith(".") and path.name != "__pycache__"
    ]


def _catalogue(root: Path) -> tuple[Source, dict[str, Entry]]:
    path = root / "catalogue.yaml"
    source = read(path, _name(path, root))
    if source.faults or not shape.check(source, "catalogue.schema.json"):
        return source, {}
    facts = {slug: build.entry(slug, data) for slug, data in source.data["topics"].items()}
    topic_of: dict[str, str] = {}
    for slug, entry in facts.items():
        for id in (*entry.clauses, *entry.dropped):
            if id in topic_of:
                source.fault(("topics", slug, "clauses"), f"{id} belongs to {topic_of[id]} already")
            topic_of.setdefault(id, slug)
    numbered: dict[tuple[str, int], str] = {}
    for slug, entry in facts.items():
        for edition, number in entry.numbers.items():
            if (other := numbered.setdefault((edition, number), slug)) != slug:
                source.fault(("topics", slug, "numbers", edition), f"{number} is the number of {other} already")
    return source, facts


def _sources(told: Mapping[str, str | Mapping[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """Return what each source is, and when it was written, by its name; one without a date is not in the second."""
    texts = {name: one if isinstance(one, str) else one["text"] for name, one in told.items()}
    return texts, {name: one["date"] for name, one in told.items() if not isinstance(one, str)}


def _search_words(root: Path) -> tuple[SearchWords, tuple[Source, ...]]:
    """Return how players type, and the file that says so; a folder need not hold one."""
    path = root / "search-words.yaml"
    if not path.exists():
        return SearchWords(), ()
    source = read(path, _name(path, root))
    if source.faults or not shape.check(source, "search-words.schema.json"):
        return SearchWords(), (source,)
    words = {typed: tuple(meant) for typed, meant in source.data["words"].items()}
    for typed, meant in words.items():
        if meant == (typed,):
            source.fault(("words", typed), f"{typed!r} stands for nothing but itself: name what the site calls it")
    asked = {step: tuple(questions) for step, questions in source.data.get("calculators", {}).items()}
    for step in asked:
        if step not in mecatol.STEPS:
            near = nearest(step, mecatol.STEPS)
            source.fault(("calculators", step), f"{step!r} is not a step with a calculator{near}")
    if source.faults:
        return SearchWords(), (source,)
    broader = {name: tuple(kinds) for name, kinds in source.data.get("broader", {}).items()}
    small = tuple(source.data.get("small", ()))
    return SearchWords(words, tuple(source.data["ignored"]), small, broader, asked), (source,)


def _known(source: Source, facts: dict[str, Entry]) -> bool:
    """Tell whether a file can be judged at all: it is YAML, and the catalogue has its topic."""
    if not facts or source.data is None:
        return False
    slug = _slug(source)
    if slug not in facts:
        source.fault((), f"{slug!r} is not a topic in the catalogue{nearest(slug, facts)}")
    return slug in facts


def _known_faction(source: Source) -> bool:
    """Tell whether the file of a faction can be judged at all: it is YAML, and the solver has the faction."""
    if source.data is None:
        return False
    slug = _slug(source)
    if slug not in FACTIONS:
        source.fault((), f"{slug!r} is not a faction the solver knows{nearest(slug, FACTIONS, short_names())}")
    return slug in FACTIONS


def _library(
    root: Path, facts: dict[str, Entry], sources: dict[str, str], names: Names, found: list[Source]
) -> Library:
    topics = {_slug(source): build.topic(facts[_slug(source)], source.data, source.file) for source in found}
    return Library(
        root=root,
        catalogue=facts,
        topics=topics,
        clauses={clause.id: clause for topic in topics.values() for clause in topic.clauses},
        topic_of=_topics_by_clause(facts),
        sources=sources,
        names=names,
    )


def _topics_by_clause(facts: dict[str, Entry]) -> dict[str, str]:
    """Return clause id to the slug of its topic."""
    return {id: slug for slug, entry in facts.items() for id in (*entry.clauses, *entry.dropped)}


def _slug(source: Source) -> str:
    return source.slug or Path(source.file).stem


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root.parent).as_posix()
