"""Components as readers see them: the solver's records, and those that only the content has, in one catalogue."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from content import build
from content.model import Deck, Printed
from content.names import Names
from content.nearest import nearest
from content.source import Place, Source
from mecatol.domain.editions import PUBLISHED
from mecatol.domain.factions import FACTIONS
from mecatol.domain.objectives import objectives
from mecatol.domain.units import units_of
from mecatol.effects.model import BREAKTHROUGH, COMPONENTS, LEADER, LEADERS, Component, Effect

KINDS_OF_FACTION = (
    "faction ability", "faction technology", "unit upgrade", LEADER, "promissory note", BREAKTHROUGH, "plot card",
    "legendary planet ability",
)  # fmt: skip
"""What a component of a faction may be, in the order in which its page shows them."""

_OWN = ("name", "kind", "edition", "until", "version_of", "does", "clauses", "leader", "ability", "unlock", "color",
        "prerequisites", "synergy", "left_out")  # fmt: skip
"""Fields that say what the solver says of what it has a record of."""

_WHOLE = ("faction ability", "promissory note", BREAKTHROUGH, *LEADERS)
"""What every faction has at least one of."""

_OBJECTIVES = {"stage-1": "stage I objective", "stage-2": "stage II objective", "secret": "secret objective"}

_ON_THE_BOARD = (
    "Only the board shows whether it is fulfilled: name it in the victory calculator, which takes it as fulfilled."
)
"""Why an objective is not judged that a scenario cannot show."""

type Data = Mapping[str, Any]


@cache
def records() -> Mapping[str, Component]:
    """Return every component that the solver has a record of, objectives included, by slug."""
    scored = {
        slug: Component(
            slug=slug, name=one.name, kind=_OBJECTIVES[one.kind], edition=one.edition, meaning=one.asks,
            left_out="" if one.need else _ON_THE_BOARD,
        )
        for slug, one in objectives().items()
    }  # fmt: skip
    return {**COMPONENTS, **scored}


def listed(source: Source) -> Iterator[tuple[Place, Data, str]]:
    """Yield the components that a file lists: the place of each, what it says, and its kind."""
    key = "cards" if "cards" in source.data else "components"
    for index, data in enumerate(source.data.get(key, ())):
        record = records().get(data["slug"])
        yield (key, index), data, data.get("kind") or source.data.get("kind") or (record.kind if record else "")


def component(data: Data, kind: str, faction: str | None) -> Component | None:
    """Return the record of a component of which the content has the text; None for one that the solver has whole."""
    if (record := records().get(data["slug"])) is not None:
        return replace(record, meaning=data["does"].strip(), left_out=data.get("left_out", "")) if record.part else None
    return Component(
        slug=data["slug"],
        name=data["name"],
        kind=kind,
        edition=data["edition"],
        until=data.get("until"),
        version_of=data.get("version_of"),
        faction=faction,
        meaning=data["does"].strip(),
        clauses=tuple(data.get("clauses", ())),
        left_out=data.get("left_out", ""),
        color=data.get("color"),
        prerequisites=tuple(data.get("prerequisites", ())),
        synergy=tuple(data.get("synergy", ())),
        leader=data.get("leader"),
        title=data.get("ability", ""),
        unlock=data.get("unlock", ""),
    )


def printed(data: Data) -> Printed:
    """Return what is printed on a component beside its text."""
    facts, called = data.get("facts", {}), data.get("called", ())
    return Printed(data.get("when", ""), data.get("copies", 0), dict(facts), tuple(called))


def deck(slug: str, source: Source) -> Deck:
    """Return a deck from the data of its file."""
    data = source.data
    return Deck(
        slug=slug,
        title=data["title"],
        kind=data["kind"],
        summary=data["summary"].strip(),
        intro=data.get("intro", "").strip(),
        cards=tuple(card["slug"] for card in data["cards"]),
        notes=build.notes_of(data["cards"], slug),
        file=source.file,
    )


def check(source: Source, faction: str | None, seen: dict[str, str], names: Names) -> None:
    """Record what is wrong with the components that a file lists; `seen` holds the files of earlier ones by slug."""
    earlier: list[str] = []
    for place, data, kind in listed(source):
        slug = data["slug"]
        if slug in seen:
            source.fault((*place, "slug"), f"{slug!r} stands in {seen[slug]} already")
        seen.setdefault(slug, source.file)
        record = records().get(slug)
        if record is None:
            _complete(source, place, data, ("name", "edition", "does"))
        else:
            _complete(source, place, data, ("does",) if record.part else ())
            for key in _OWN:
                if key in data and not (record.part and key in ("does", "left_out")):
                    source.fault((*place, key), f"is said by the record of {slug} in the solver: take it out here")
            if faction != record.faction:
                owner = record.faction or "no faction"
                source.fault((*place, "slug"), f"{slug!r} belongs to {owner}")
        if faction and kind not in KINDS_OF_FACTION:
            allowed = ", ".join(KINDS_OF_FACTION)
            source.fault((*place, "kind"), f"{kind!r} is not a kind of faction component. Allowed: {allowed}")
        first = data.get("version_of")
        if first is not None and first not in (*earlier, *records()):
            source.fault((*place, "version_of"), f"{first!r} does not stand above it{nearest(first, earlier)}")
        for index, clause in enumerate(data.get("clauses", ())):
            if clause not in names.clauses:
                source.fault((*place, "clauses", index), f"{clause!r} is not a clause{nearest(clause, names.clauses)}")
        earlier.append(slug)


def check_deck_whole(source: Source) -> None:
    """A deck's page has every published card of its kind that the solver has a record of: a form names it, too.

    Another way to use a card that is listed is part of that card.
    """
    listing = {data["slug"] for data in source.data["cards"]}
    for slug, one in COMPONENTS.items():
        if isinstance(one, Effect) and one.card in listing:
            continue
        of_deck = one.kind == source.data["kind"] and one.faction is None and one.edition in PUBLISHED
        if of_deck and slug not in listing:
            source.fault(("cards",), f"lacks {slug!r} ({one.name}), which the solver knows: list it under `cards`")


def _complete(source: Source, place: Place, data: Data, wanted: Iterable[str]) -> None:
    for key in wanted:
        if key not in data:
            source.fault((*place, "slug"), f"{data['slug']!r} has no {key!r} in the solver: say it here")


def check_whole(source: Source, faction: str, has: Collection[Component], wanted: Iterable[str]) -> None:
    """A faction's page has every kind of component and what the catalogue names; players' own have no breakthrough."""
    known = {*units_of(faction), *(one.slug for one in has)}
    if lacking := [slug for slug in wanted if slug not in known]:
        source.fault((), f"lacks {', '.join(lacking)} of {FACTIONS[faction].name}: list each under `components`")
    whole = _WHOLE if FACTIONS[faction].edition in PUBLISHED else tuple(one for one in _WHOLE if one != BREAKTHROUGH)
    kinds = {one.leader if one.kind == LEADER else one.kind for one in has}
    if missing := [kind for kind in whole if kind not in kinds]:
        source.fault((), f"{FACTIONS[faction].name} has no {', no '.join(missing)}: list it under `components`")
