"""The records that other programs read, each field with what it means: their schemas are made of these declarations.

Text stands twice: `text` in plain words, and `markup` as the content has it, with its links.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Slug = Annotated[str, Meta(description="The name that links call it by.", pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
ClauseId = Annotated[
    str,
    Meta(
        description="A clause by its number in the Living Rules Reference 2.0.",
        pattern=r"^[0-9]{1,3}\.[0-9]{1,3}(\.[a-z]{1,3})?$",
        examples=["77.3.c"],
    ),
]
Edition = Annotated[str, Meta(description="An edition of the rules, by its slug.", examples=["pok", "codex-1"])]
Page = Annotated[
    str, Meta(description="Its address on the site, from the site's root; empty if it has no page of its own.")
]
Text = Annotated[str, Meta(description="In plain words; parts of a longer text follow one another on lines.")]
Markup = Annotated[
    str,
    Meta(description="The same text with its links: [[topic]], [[77.3.c]], [[card:slug]], [[unit:slug|words]]."),
]


class DiceRecord(Struct, frozen=True):
    """A value that is rolled for, such as Space Cannon 6 (×2)."""

    value: Annotated[int, Meta(description="The least result of a die that hits.")]
    dice: Annotated[int, Meta(description="How many dice one unit rolls.")]
    adjacent: Annotated[bool, Meta(description="Whether it can be used against an adjacent system.")]


class MentionRecord(Struct, frozen=True):
    """What links to a topic."""

    by: Annotated[str, Meta(description="Slug of the topic or faction.")]
    clauses: Annotated[list[ClauseId], Meta(description="Its clauses that do.")]


class TopicRecord(Struct, frozen=True):
    """A topic of the rules."""

    slug: Slug
    title: str
    kind: Annotated[str, Meta(description="Our own sorting: phase, unit ability, component…")]
    edition: Edition
    numbers: Annotated[
        dict[str, int],
        Meta(description="Its number by edition of the reference: base for 1.3, pok for 2.0; empty where it has none."),
    ]
    summary: Annotated[str, Meta(description="What it is, in a sentence or two.")]
    text: Text
    markup: Markup
    clauses: Annotated[list[ClauseId], Meta(description="Its clauses, in order.")]
    notes: Annotated[list[str], Meta(description="Ids of its notes, in order, those on notes among them.")]
    phases: Annotated[list[str], Meta(description="Slugs of the phases in which it matters; empty: in the whole game.")]
    related: Annotated[list[str], Meta(description="Slugs of related topics.")]
    mentioned_in: list[MentionRecord]
    page: Page


class ChangeRecord(Struct, frozen=True):
    """An edition altered a clause."""

    edition: Edition
    said: Annotated[str, Meta(description="What the clause said until then.")]


class ClauseRecord(Struct, frozen=True):
    """A numbered clause, in our own words."""

    id: ClauseId
    topic: Slug
    title: Annotated[str, Meta(description="What it settles.")]
    text: Text
    markup: Markup
    since: Annotated[Edition | None, Meta(description="The edition that introduced it, if not the topic's own.")]
    until: Annotated[Edition | None, Meta(description="The edition that dropped it.")]
    changed: list[ChangeRecord]
    base_id: Annotated[str | None, Meta(description="Its number in the base game's reference, 1.3.")]
    page: Page


class NoteRecord(Struct, frozen=True):
    """A ruling or a consequence that is no clause."""

    id: Annotated[str, Meta(description="`<topic or faction>.<name>`.")]
    of: Annotated[str, Meta(description="Slug of the topic or faction.")]
    about: Annotated[str | None, Meta(description="Of a faction's: slug of the unit or component that it is about.")]
    on: Annotated[str | None, Meta(description="Id of the note that it is a note on.")]
    title: Annotated[str, Meta(description="Its title, or the beginning of its text.")]
    text: Text
    markup: Markup
    state: Annotated[
        Literal["clauses", "designer", "community", "open"],
        Meta(description="It follows from clauses, a designer ruled so, the players agree, or it is open."),
    ]
    basis: Annotated[list[str], Meta(description="What it rests on: clause ids, and names of `sources`.")]
    date: Annotated[
        str | None,
        Meta(description="When it was ruled: the newest of `dates` that it rests on; a day, a month or a year."),
    ]
    ruling: Annotated[str | None, Meta(description="The switch of a scenario's `rulings` that it is about.")]
    readings: Annotated[dict[str, str], Meta(description="Name of each reading to what it says.")]
    page: Page


class UnitRecord(Struct, frozen=True):
    """One printing of a unit."""

    slug: Slug
    name: str
    type: Annotated[str, Meta(description="What a scenario counts it as.")]
    faction: Annotated[str | None, Meta(description="Slug of the faction; null: everybody's.")]
    edition: Edition
    until: Annotated[Edition | None, Meta(description="What replaced this printing.")]
    upgrade_of: Annotated[str | None, Meta(description="Slug of the unit that it is an upgrade of.")]
    categories: Annotated[list[str], Meta(description="Ship, ground force, structure.")]
    cost: Annotated[float | None, Meta(description="Resources for `produces` of them.")]
    produces: int
    combat: DiceRecord | None
    move: int | None
    capacity: int
    space_cannon: DiceRecord | None
    bombardment: DiceRecord | None
    anti_fighter_barrage: DiceRecord | None
    sustain_damage: bool
    planetary_shield: bool
    production: Annotated[int | None, Meta(description="Production, where it is a number of its own.")]
    production_bonus: Annotated[int | None, Meta(description="Production, where it is added to a planet's resources.")]
    deploy: bool
    meaning: Annotated[str, Meta(description="What its own text does, in our own words.")]
    page: Page


class StartChoiceRecord(Struct, frozen=True):
    """Technologies that a faction chooses when the game begins."""

    number: Annotated[int, Meta(description="How many it chooses.")]
    among: Annotated[list[str], Meta(description="Slugs of what it chooses from; empty where its sheet lists none.")]


class FactionRecord(Struct, frozen=True):
    """A faction."""

    slug: Slug
    name: str
    short: Annotated[str, Meta(description="What players call it.")]
    edition: Edition
    commodities: int
    start: Annotated[dict[str, int] | None, Meta(description="The units that it begins with; null: not at setup.")]
    start_technologies: Annotated[list[str], Meta(description="Slugs of the technologies that it always begins with.")]
    start_choice: Annotated[StartChoiceRecord | None, Meta(description="Technologies that it also chooses.")]
    units: Annotated[list[str], Meta(description="Slugs of its units.")]
    effects: Annotated[list[str], Meta(description="Slugs of its cards, technologies, leaders and abilities.")]
    page: Page


class EffectRecord(Struct, frozen=True):
    """A card, technology, leader or ability, in one wording."""

    slug: Slug
    name: str
    kind: str
    faction: Annotated[str | None, Meta(description="Slug of the faction; null: everybody's.")]
    edition: Edition
    until: Annotated[Edition | None, Meta(description="What replaced this wording.")]
    meaning: Annotated[str, Meta(description="What it does, in our own words.")]
    timing: Annotated[str | None, Meta(description="When it acts; null where the solver does not carry it out.")]
    steps: Annotated[list[str], Meta(description="The steps in which the solver carries it out.")]
    clauses: Annotated[list[ClauseId], Meta(description="The clauses that it rests on.")]
    page: Page


class TermRecord(Struct, frozen=True):
    """Something that has a name."""

    id: Annotated[
        str, Meta(description="Its kind and slug; a name may be that of several things.", examples=["card:direct-hit"])
    ]
    kind: Annotated[str, Meta(description="What it is: topic, card, unit or faction.")]
    name: str
    aliases: Annotated[
        list[str],
        Meta(description="What else it is called, in small letters; no other term of the file has one of them."),
    ]
    page: Page
    sentence: Annotated[str, Meta(description="The first sentence about it, in our own words.")]


class File(Struct, frozen=True, kw_only=True):
    """What stands at the head of every file."""

    schema: Annotated[str, Meta(description="The schema of this file, as seen from it.")] = field(name="$schema")
    format: Annotated[int, Meta(description="Grows when a field is taken away or comes to mean something else.")]
    licence: Annotated[str, Meta(description="The license of what is in the file, by its SPDX identifier.")]


class Topics(File, frozen=True, kw_only=True):
    """Every topic of the rules."""

    topics: list[TopicRecord]


class Clauses(File, frozen=True, kw_only=True):
    """Every clause of the rules."""

    clauses: list[ClauseRecord]


class Notes(File, frozen=True, kw_only=True):
    """Every note of the topics and of the factions."""

    sources: Annotated[dict[str, str], Meta(description="Name of a source that notes rest on, to what it is.")]
    dates: Annotated[dict[str, str], Meta(description="Name of a source to when it was written, as far as known.")]
    notes: list[NoteRecord]


class Units(File, frozen=True, kw_only=True):
    """Every unit, every printing of it."""

    units: list[UnitRecord]


class Factions(File, frozen=True, kw_only=True):
    """Every faction."""

    factions: list[FactionRecord]


class Effects(File, frozen=True, kw_only=True):
    """Every card, technology, leader and ability that this site knows."""

    effects: list[EffectRecord]


class TermList(File, frozen=True, kw_only=True):
    """Every topic, card, unit and faction with what players call it, for programs that turn words into links."""

    terms: list[TermRecord]


class Index(File, frozen=True, kw_only=True):
    """What files there are, and the editions by which they speak."""

    editions: Annotated[dict[str, str], Meta(description="Slug of each edition to its name, the oldest first.")]
    files: Annotated[dict[str, str], Meta(description="Address of each file, as seen from this one, to what it holds.")]
