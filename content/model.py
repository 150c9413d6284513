"""What the rules say, once loaded: plain values that never change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from content.figures import Figure, Stage
from content.names import Names
from content.prose import Span, parse
from mecatol.effects.model import UNIT_TEXT, Component

State = Literal["clauses", "designer", "community", "open"]
"""How a note is grounded: it follows from clauses, a designer ruled so, the community agrees, or it is open."""

type Expected = float | bool | str
"""A number, a fraction such as `16/25`, yes or no, or a text."""


class Fault(NamedTuple):
    """One thing that is wrong in a content file."""

    file: str
    """Path of the file, as seen from the folder that holds `content`."""
    line: int
    """Line of the field, counted from 1."""
    field: str
    """Where in the file: `sections.1.clauses.0.text`; empty for the file as a whole."""
    message: str
    """What was found and what is allowed."""

    def __str__(self) -> str:
        """Print as `file:line: field: message`, which editors can jump to."""
        where = f"{self.file}:{self.line}:"
        return f"{where} {self.field}: {self.message}" if self.field else f"{where} {self.message}"


class ContentError(ValueError):
    """The content holds faults: all of them, sorted by file and line, are in `faults`."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__(faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


@dataclass(frozen=True)
class Entry:
    """A topic of the Living Rules Reference as a fact, whether or not its page exists yet."""

    slug: str
    title: str
    in_prose: str
    """The title in the middle of a sentence: in small letters, unless it is a name."""
    kind: str
    edition: str
    """The edition that brought the topic."""
    numbers: Mapping[str, int]
    """Number of the topic by edition of the reference: `base` for 1.3, `pok` for 2.0; empty where it has none."""
    clauses: tuple[str, ...] = ()
    """Ids of the clauses in force, in the order of the reference (2.0)."""
    dropped: tuple[str, ...] = ()
    """Ids of clauses that only an earlier reference has, numbered as they would stand today."""
    base_ids: Mapping[str, str] = field(default_factory=dict)
    """Id now to id in the base game (1.3), for the clauses that it has."""


@dataclass(frozen=True)
class Change:
    """An edition altered a clause."""

    edition: str
    said: str
    """What the clause said until then."""


@dataclass(frozen=True)
class Clause:
    """A numbered clause, in our own words."""

    id: str
    title: str
    """A short speaking heading: what the clause settles."""
    text: str
    points: tuple[str, ...] = ()
    """Unnumbered points under the text."""
    since: str | None = None
    """The edition that brought it, where that is not the edition of the topic."""
    until: str | None = None
    """The edition that dropped it."""
    changed: tuple[Change, ...] = ()
    mechanical: bool = True
    """Whether it decides something that a solver can compute."""
    reason: str | None = None
    """Why not, when it is not: its own reason, or else that of its topic."""
    base_id: str | None = None
    """Its number in the base game's reference (1.3)."""
    figure: Figure | None = None


@dataclass(frozen=True)
class Section:
    """A group of clauses under a heading; the first group of a topic has none."""

    id: str | None
    """The heading's own number, which is the id of `clause`."""
    heading: str | None
    clause: Clause | None
    """The clause that the heading is: its text opens the section."""
    clauses: tuple[Clause, ...]
    """The clauses under the heading, that of the heading itself not among them."""


@dataclass(frozen=True)
class Note:
    """A ruling or a consequence that is no clause."""

    id: str
    """`<topic>.<name>`, unique in the library."""
    title: str | None
    """A short speaking heading; `Library.heading` has one for every note."""
    text: str
    state: State
    basis: tuple[str, ...]
    """Clause ids and names of sources (see `Library.sources`)."""
    ruling: str | None = None
    """The solver's switch that this open note is about."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Name of a reading to what it says, for an open note."""
    sub: tuple[Note, ...] = ()
    scenario: Mapping[str, Any] | None = None
    """For an open note: the scenario to solve under each reading."""
    figure: Figure | None = None


def with_sub(notes: Iterable[Note]) -> Iterator[Note]:
    """Yield each note, and after it the notes on it."""
    for note in notes:
        yield note
        yield from with_sub(note.sub)


@dataclass(frozen=True)
class Example:
    """A question as a player would put it, and what the solver must answer."""

    id: str
    """`<topic>.<name>`, unique in the library."""
    title: str
    question: str
    scenario: Mapping[str, Any]
    expect: Mapping[str, Expected]
    """Path into the solution to what must stand there; see `content.examples`."""
    shows: tuple[str, ...]
    """Ids of the clauses that the example shows."""
    explanation: str = ""


@dataclass(frozen=True)
class Topic:
    """A rule topic: the facts of its catalogue entry and what its file says."""

    slug: str
    title: str
    kind: str
    summary: str
    numbers: Mapping[str, int]
    edition: str
    intro: str
    mechanical: bool
    """What holds for a clause that does not say itself whether it is mechanical."""
    reason: str | None
    """Why not, when it is not: once for all clauses that give no reason of their own."""
    sections: tuple[Section, ...]
    notes: tuple[Note, ...]
    examples: tuple[Example, ...]
    related: tuple[str, ...]
    file: str
    """Path of the topic's file, as in a fault."""
    figure: Figure | None = None
    """The picture that opens the page."""

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses in order, those of the headings among them."""
        return tuple(
            clause
            for section in self.sections
            for clause in ((section.clause,) if section.clause else ()) + section.clauses
        )


@dataclass(frozen=True)
class FactionNotes:
    """What is said of a faction beside its records: a summary, rulings on its units and components, examples."""

    slug: str
    summary: str
    intro: str
    notes: Mapping[str, tuple[Note, ...]]
    """Slug of a unit or a component to the notes on it."""
    file: str
    """Path of the file, as in a fault."""
    examples: tuple[Example, ...] = ()
    odds: str = ""
    """Where it is strong and where it is weak, as far as odds show it."""
    called: tuple[str, ...] = ()
    """Players' short names for it."""
    asked: tuple[str, ...] = ()
    """Ids of the notes that are asked about most at a table."""


class Printed(NamedTuple):
    """What is printed on a component beside its name and text."""

    when: str = ""
    """The moment in which it is used, in words; empty where its text says it."""
    copies: int = 0
    """How many of the card are in its deck; 0 where there is no deck."""
    facts: Mapping[str, str] = {}
    """What else, by its name: `Points`, `Trait`."""
    called: tuple[str, ...] = ()
    """Players' short names for it."""


@dataclass(frozen=True)
class Deck:
    """A deck of cards, or another kind of components that belong to no faction."""

    slug: str
    title: str
    kind: str
    """What one of them is: `action card`."""
    summary: str
    intro: str
    cards: tuple[str, ...]
    """Slugs of its components, in the order of the page (see `Library.components`)."""
    notes: Mapping[str, tuple[Note, ...]]
    """Slug of a component to the rulings on it."""
    file: str
    """Path of the file, as in a fault."""


@dataclass(frozen=True)
class Step:
    """A step of a game round: a clause, or a topic that stands for what its clauses say."""

    at: str
    """Id of the clause, or slug of the topic."""
    steps: tuple[Step, ...] = ()
    """The steps within it, in their order."""


@dataclass(frozen=True)
class Phase:
    """A phase of the game round, step by step."""

    topic: str
    """Slug of the phase's own topic."""
    steps: tuple[Step, ...]
    topics: tuple[str, ...]
    """Slugs of every topic that matters in it, its own among them, in alphabetical order."""


@dataclass(frozen=True)
class EditionNotes:
    """What is said of an edition beside what it brought and changed, which the records know."""

    summary: str
    intro: str = ""


NewsKind = Literal["ruling", "odds", "site"]
"""What has changed: a ruling, the odds of the calculators, or something else on the site."""


@dataclass(frozen=True)
class News:
    """Something that has changed on this site and that a player may notice."""

    id: str
    date: str
    """The day, as 2026-11-22."""
    title: str
    text: str
    kind: NewsKind = "site"
    note: str = ""
    """Id of the note with the ruling; empty where none is meant."""


@dataclass(frozen=True)
class Version:
    """A version of the package, and what it changed for those who use it from Python."""

    number: str
    date: str
    """The day, as 2026-11-22."""
    text: str


@dataclass(frozen=True)
class SearchWords:
    """How players type: what the search knows beside the texts themselves."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is typed to what the texts may call it, the likeliest first."""
    ignored: tuple[str, ...] = ()
    """Words that say nothing about what is asked."""
    small: tuple[str, ...] = ()
    """Words that say little about what is asked."""
    broader: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Name of a thing to what it is as well, which rules speak of: a cruiser is a ship."""
    calculators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Step of the game to what its calculator is asked: words that stand in the question in this order."""


@dataclass(frozen=True)
class Library:
    """Everything that the rules say, checked."""

    root: Path
    """The folder that was loaded."""
    catalogue: Mapping[str, Entry]
    """Every topic of the reference by slug, in alphabetical order."""
    topics: Mapping[str, Topic]
    """The topics that have a file; the others are still to come."""
    clauses: Mapping[str, Clause]
    """The clauses of all loaded topics by id."""
    topic_of: Mapping[str, str]
    """Clause id to the slug of its topic, for every clause of the catalogue."""
    sources: Mapping[str, str]
    """Name of a source that a note may rest on, to what it is."""

    names: Names
    """The names that a link may lead to."""
    dates: Mapping[str, str] = field(default_factory=dict)
    """Name of a source to when it was written: a day, a month or a year, such as 2026-02-18."""
    factions: Mapping[str, FactionNotes] = field(default_factory=dict)
    """The factions that have a file, and so a page; the others are still to come."""
    decks: Mapping[str, Deck] = field(default_factory=dict)
    """The decks and other kinds of components that have a page, by slug."""
    components: Mapping[str, Component] = field(default_factory=dict)
    """Every component with a text, by slug: the solver's records, and those that only the content has."""
    printed: Mapping[str, Printed] = field(default_factory=dict)
    """What else is printed on a component, by its slug."""

    search: SearchWords = SearchWords()
    """What the search of the site knows beside the texts."""
    phases: tuple[Phase, ...] = ()
    """The phases of a game round in their order."""
    editions: Mapping[str, EditionNotes] = field(default_factory=dict)
    """What is said of each edition, by its slug."""
    as_of: str = ""
    """Year and month up to which the sources were read, as 2026-01."""
    strips: Mapping[str, tuple[Stage, ...]] = field(default_factory=dict)
    """The strips of stages that figures show, by name."""
    changes: tuple[News, ...] = ()
    """What has changed on this site, the newest first."""
    versions: tuple[Version, ...] = ()
    """The versions of the package, the newest first."""

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return the spans of a text, each with the words to show: a bare link shows the name of its target."""
        found = [span._replace(text=self.names.words(span)) for span in parse(text)]
        for place, span in enumerate(found):
            # "the [[faction:nekro-virus]]" has one article, not the name's as well.
            if place and span.kind == "faction" and found[place - 1].text.lower().endswith(("the ", "the\n")):
                found[place] = span._replace(text=span.text.removeprefix("The "))
        return tuple(found)

    def components_of(self, faction: str) -> dict[str, Component]:
        """Return every component of a faction, by slug; those that are part of a unit's text not among them."""
        return {
            slug: one
            for slug, one in self.components.items()
            if one.faction == faction and one.unit is None and one.kind != UNIT_TEXT
        }

    def deck_of(self, slug: str) -> Deck | None:
        """Return the deck in which a component is; None for one of a faction, and for what no deck lists."""
        return next((deck for deck in self.decks.values() if slug in deck.cards), None)

    def name_of_deck(self, deck: Deck) -> str:
        """Return what lists of pages call a deck: more than its title if a topic of the rules has the same."""
        same = any(entry.title == deck.title for entry in self.catalogue.values())
        return f"{deck.title}: the cards" if same else deck.title

    def heading(self, note: Note) -> str:
        """Return the words by which lists and the search call a note: its title, or the beginning of its text."""
        return self.names.notes[note.id]

    def dated(self, note: Note) -> str:
        """Return when a note was ruled: the date of the newest source that it rests on; empty if none has a date."""
        return max((self.dates[name] for name in note.basis if name in self.dates), default="")

    @property
    def coming(self) -> tuple[Entry, ...]:
        """The topics that have no page yet."""
        return tuple(entry for slug, entry in self.catalogue.items() if slug not in self.topics)
