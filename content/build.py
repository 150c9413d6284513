"""Data of a checked shape, turned into records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from content import figures
from content.model import Change, Clause, Entry, Example, FactionNotes, Note, Section, Topic
from mecatol.domain.clauses import stands
from mecatol.domain.editions import BASE

_NAMED = ("unit ability", "strategy card")
"""Kinds of topic whose titles are names, and keep their capitals within a sentence."""


def entry(slug: str, data: Mapping[str, Any]) -> Entry:
    """Return the catalogue entry of a topic; the base ids are worked out from the two numbers and the exceptions."""
    numbers = data.get("numbers", {})
    was = data.get("was", {})
    dropped = tuple(data.get("dropped", ()))
    base_ids = {}
    if "base" in numbers and "pok" in numbers:
        shift = len(str(numbers["pok"]))
        known = (*data["clauses"], *dropped)
        base_ids = {id: was.get(id, f"{numbers['base']}{id[shift:]}") for id in known if stands(id, BASE)}
    title, kind = data["title"], data["kind"]
    return Entry(
        slug=slug,
        title=title,
        in_prose=data.get("in_prose") or (title if kind in _NAMED else title.lower()),
        kind=kind,
        edition=data["edition"],
        numbers=numbers,
        clauses=tuple(data["clauses"]),
        dropped=dropped,
        base_ids=base_ids,
    )


def topic(facts: Entry, data: Mapping[str, Any], file: str) -> Topic:
    """Return a topic from its catalogue entry and the data of its file."""
    return Topic(
        slug=facts.slug,
        title=facts.title,
        kind=facts.kind,
        summary=data["summary"].strip(),
        numbers=facts.numbers,
        edition=facts.edition,
        intro=data.get("intro", "").strip(),
        mechanical=data.get("mechanical", True),
        reason=data.get("reason"),
        sections=tuple(_section(section, facts, data) for section in data["sections"]),
        notes=tuple(_note(note, facts.slug) for note in data.get("notes", ())),
        examples=tuple(_example(example, facts.slug) for example in data.get("examples", ())),
        related=tuple(data["related"]),
        file=file,
        figure=figures.read(data.get("figure")),
    )


def faction(slug: str, data: Mapping[str, Any], file: str) -> FactionNotes:
    """Return what the file of a faction says."""
    return FactionNotes(
        slug=slug,
        summary=data["summary"].strip(),
        intro=data.get("intro", "").strip(),
        notes={
            **{of: tuple(_note(note, slug) for note in notes) for of, notes in data.get("notes", {}).items()},
            **notes_of(data.get("components", ()), slug),
        },
        file=file,
        examples=tuple(_example(example, slug) for example in data.get("examples", ())),
        odds=data.get("odds", "").strip(),
        called=tuple(data.get("called", ())),
        asked=tuple(f"{slug}.{name}" for name in data.get("asked", ())),
    )


def notes_of(components: Iterable[Mapping[str, Any]], owner: str) -> dict[str, tuple[Note, ...]]:
    """Return the notes that stand with components, by the slug of each; `owner` is the faction or deck."""
    return {one["slug"]: tuple(_note(note, owner) for note in one["notes"]) for one in components if "notes" in one}


def _section(data: Mapping[str, Any], facts: Entry, topic: Mapping[str, Any]) -> Section:
    own = _clause({**data, "title": data["heading"]}, facts, topic) if "id" in data else None
    return Section(
        id=data.get("id"),
        heading=data.get("heading"),
        clause=own,
        clauses=tuple(_clause(clause, facts, topic) for clause in data["clauses"]),
    )


def mechanics(clause: Mapping[str, Any], topic: Mapping[str, Any]) -> tuple[bool, str | None]:
    """Return whether a clause is mechanical, and the reason why not: its own word counts, then that of its topic."""
    mechanical: bool = clause.get("mechanical", topic.get("mechanical", True))
    return mechanical, clause.get("reason") or (None if mechanical else topic.get("reason"))


def _clause(data: Mapping[str, Any], facts: Entry, topic: Mapping[str, Any]) -> Clause:
    mechanical, reason = mechanics(data, topic)
    return Clause(
        id=data["id"],
        title=data["title"],
        text=data["text"].strip(),
        points=tuple(point.strip() for point in data.get("points", ())),
        since=data.get("since"),
        until=data.get("until"),
        changed=tuple(Change(change["edition"], change["said"].strip()) for change in data.get("changed", ())),
        mechanical=mechanical,
        reason=reason,
        base_id=facts.base_ids.get(data["id"]),
        figure=figures.read(data.get("figure")),
    )


def _note(data: Mapping[str, Any], topic: str) -> Note:
    return Note(
        id=f"{topic}.{data['id']}",
        title=data.get("title"),
        text=data["text"].strip(),
        state=data["state"],
        basis=tuple(data["basis"]),
        ruling=data.get("ruling"),
        readings={name: text.strip() for name, text in data.get("readings", {}).items()},
        sub=tuple(_note(note, topic) for note in data.get("sub", ())),
        scenario=data.get("scenario"),
        figure=figures.read(data.get("figure")),
    )


def _example(data: Mapping[str, Any], topic: str) -> Example:
    return Example(
        id=f"{topic}.{data['id']}",
        title=data["title"],
        question=data["question"].strip(),
        scenario=data["scenario"],
        expect=data["expect"],
        shows=tuple(data["shows"]),
        explanation=data.get("explanation", "").strip(),
    )
