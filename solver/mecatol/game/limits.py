"""What cannot be: more than a planet or the box holds, a faction or card of which there is one twice, and the like."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, count_of_type
from mecatol.domain.factions import FACTIONS, may_have_of_others
from mecatol.domain.units import is_station, planet_name, planets, systems
from mecatol.effects.model import (
    ACTION_CARD,
    AGENDA,
    ANYONE,
    COMMANDER,
    EFFECTS,
    LEADER,
    PROMISSORY_NOTE,
    RELIC,
    STRATEGY_CARD,
    Effect,
)
from mecatol.effects.technology_cards import TechnologyCard, cards
from mecatol.errors import Problem
from mecatol.game.state import Holdings

if TYPE_CHECKING:
    from mecatol.domain.units import Unit
    from mecatol.game.model import Side

ON_A_PLANET = {"space-dock": 1, "pds": 2}
"""How many structures of a type one player can have on a planet (85.4, 85.5)."""
TOKENS = ("fighter", "infantry")
"""The types of which a player can have any number, for tokens stand for figures (23.4, 23.4.b)."""
_ONE_DECK = (ACTION_CARD, RELIC, STRATEGY_CARD)
"""Kinds of cards that all players have from the same deck: what one holds, no other does."""
WAIVED = "The limit is ignored."
"""How a warning ends of what is over a limit and was worked out all the same."""
REMOVED = "before anything else."
"""How a warning ends of what was over a limit and was removed."""


class Exceeded(NamedTuple):
    """A limit that a scenario does not keep: a problem where limits are enforced, else told beside the answer."""

    field: str
    """The field of the scenario that it is about."""
    short: str
    """What it is, in the fewest words: `Over capacity: 2 too many`."""
    said: str
    """What is there, and what may be, as a sentence without its full stop."""
    mend: str
    """What would keep to the limit, as a request: `name 2`."""
    value: object = None
    assumption: str = "limits"
    """Which assumption waives it."""

    def problem(self) -> Problem:
        """Return the limit as a problem with the ways out of it."""
        way = f"or have {self.assumption} ignored (`assume: {{{self.assumption}: ignored}}`)"
        return Problem(self.field, f"{self.said}; {self.mend}, {way}", self.value)

    def warning(self) -> str:
        """Return what is said beside an answer that was worked out all the same."""
        return f"{self.told} {WAIVED}"

    @property
    def told(self) -> str:
        """What is over which limit, as a sentence that begins with it in the fewest words."""
        return f"{self.short} ({self.said})."


def figures_left(side: Side, holdings: Holdings) -> dict[str, int]:
    """Return the figures of each type that the player has beside these holdings and what stands elsewhere.

    Of TOKENS these are the plastic ones alone; nothing is negative.
    """
    return {kind: left_of(side, holdings, unit) for kind, unit in side.units.items() if unit.limit is not None}


def left_of(side: Side, holdings: Holdings, unit: Unit) -> int:
    """Return how many units of a type with a limit are left."""
    assert unit.limit is not None
    used, kinds = side.player.elsewhere.get(unit.type, 0), side.kinds
    for there in (holdings.space, holdings.adjacent, *[force for _, force in holdings.planets]):
        for own, healthy, damaged in there:
            if kinds[own] == unit.type:
                used += healthy + damaged
    return max(0, unit.limit - used)


@cites("63.3", "79.3", "85.4", "85.5")
def _structures(side: Side) -> Iterator[Exceeded]:
    for planet, counts in side.player.planets.items():
        for kind, most in ON_A_PLANET.items():
            if (count := counts.get(kind, 0)) > most and kind in side.units:
                unit, place = side.units[kind].name, planet_name(planet)
                yield Exceeded(
                    f"players.{side.index}.planets.{planet}.{kind}",
                    f"More than a planet holds: {count_of_type(count - most, unit)} too many on {place}",
                    f"{side.name} has {count_of_type(count, unit)} on {place}; a planet holds {most} at most",
                    f"name {most}", count,
                )  # fmt: skip


def _on_stations(side: Side) -> Iterator[Exceeded]:
    for planet, counts in side.player.planets.items():
        if is_station(planet) and (count := sum(counts.values())):
            station = planet_name(planet)
            yield Exceeded(
                f"players.{side.index}.planets.{planet}",
                f"Units on a space station: {count} too many on {station}",
                f"{side.name} has {count_of(count, 'unit')} on {station}; a space station never holds units",
                "name none", count,
            )  # fmt: skip


@cites("23.4")
def _figures(side: Side) -> Iterator[Exceeded]:
    player = side.player
    places = {"space": player.space, "adjacent": player.adjacent, "elsewhere": player.elsewhere}
    places = {**{f"planets.{planet}": there for planet, there in player.planets.items()}, **places}
    for index, fleet in enumerate(player.fleets):
        places[f"fleets.{index}.units"] = fleet.get("units", {})
        places |= {f"fleets.{index}.picks_up.{stop}": there for stop, there in fleet.get("picks_up", {}).items()}
    for kind, unit in side.units.items():
        if unit.limit is None or kind in TOKENS:
            continue
        counts = {place: there[kind] for place, there in places.items() if there.get(kind)}
        if (total := sum(counts.values())) > unit.limit:
            field = max(counts, key=lambda place: counts[place])
            yield Exceeded(
                f"players.{side.index}.{field}.{kind}",
                f"More than the box holds: {count_of_type(total - unit.limit, unit.name)} too many",
                f"{side.name} has {count_of_type(total, unit.name)} in all; the box holds {unit.limit}",
                "name fewer", counts[field],
            )  # fmt: skip


def _copied(side: Side) -> Iterator[Exceeded]:
    """Yield technologies of other factions that a player has no card left to copy with, and upgrades of one type."""
    own = side.player.faction
    if not may_have_of_others(own):
        return
    known = cards()
    copying = sum(card.faction == own for card in known.values())
    copied = [
        (at, known[slug])
        for at, slug in enumerate(side.player.technologies)
        if slug in known and known[slug].faction not in (None, own)
    ]
    if len(copied) > copying:
        yield Exceeded(
            f"players.{side.index}.technologies.{copied[-1][0]}",
            f"More technologies of other factions than can be copied: {len(copied) - copying} too many",
            f"{side.name} has {len(copied)} of them and {count_of(copying, 'card')} to copy them with",
            f"name {copying}", copied[-1][1].slug,
        )  # fmt: skip
    upgrades: dict[str, TechnologyCard] = {}
    for at, card in copied:
        first = upgrades.setdefault(card.unit, card) if card.unit else card
        if first is not card:
            yield Exceeded(
                f"players.{side.index}.technologies.{at}",
                f"Two copied upgrades of one type: {first.name} and {card.name}",
                f"{side.name} loses the upgrade copied before when another of the same type is copied",
                "name one of them", card.slug,
            )  # fmt: skip


def _played_twice(sides: Sequence[Side]) -> Iterator[Exceeded]:
    first: dict[str, str] = {}
    for side in sides:
        faction = side.player.faction
        if faction in first:
            name = FACTIONS[faction].name
            yield Exceeded(
                f"players.{side.index}.faction",
                f"One faction twice: {name}",
                f"{first[faction]} already plays {name}",
                "name another faction or none", faction,
            )  # fmt: skip
        elif faction:
            first[faction] = side.name


def most_held(effect: Effect, factions: Collection[str | None]) -> int | None:
    """Return how many copies of a card players of these factions can have between them, None where nothing says so.

    A leader's owner may lend its agent, and an Alliance note brings its commander to one player more. A law that does
    not hold for everybody has one owner.
    """
    owned = effect.kind == AGENDA and effect.of != ANYONE
    if owned or effect.kind in _ONE_DECK or (effect.kind == PROMISSORY_NOTE and effect.faction):
        return effect.copies or effect.limit
    if effect.kind != LEADER:
        return None
    own = effect.leader == COMMANDER and any(faction in (None, effect.faction) for faction in factions)
    copying = [one for one in factions if one and one != effect.faction and one in FACTIONS]
    return 1 + own + any(effect.leader in FACTIONS[faction].leaders_of_others for faction in copying)


def _cards(sides: Sequence[Side]) -> Iterator[Exceeded]:
    """Yield cards of which several players together name more than there are."""
    held: dict[str, list[tuple[Side, str, int]]] = {}
    for side in sides:
        for slug, count in side.player.effects.items():
            if count and not EFFECTS[slug].is_closed_to(side.player.faction):  # which is ignored
                held.setdefault(EFFECTS[slug].card or slug, []).append((side, slug, count))
    for found in held.values():
        others, (side, slug, count) = found[:-1], found[-1]
        most = most_held(EFFECTS[slug], [one.player.faction for one, _, _ in found])
        total = sum(number for _, _, number in found)
        if most is None or total <= most or all(one is side for one, _, _ in others):
            continue
        name = EFFECTS[slug].name
        there = "is one" if most == 1 else f"are {most}"
        left = max(0, most - total + count)
        who = " and ".join([one.name for one, _, _ in others])
        yield Exceeded(
            f"players.{side.index}.effects.{slug}",
            f"More cards than there are: {total - most} {name} too many",
            f"{name} is with {who} already, and there {there} in all",
            f"name {left}", count,
        )  # fmt: skip


def _systems(sides: Sequence[Side], system: str | None) -> Iterator[Exceeded]:
    """Yield planets with units that are not in one system: the tile that is named, else that of the first planet."""
    tile, of = system, f"tile {system}"
    for side in sides:
        for planet, counts in side.player.planets.items():
            home = planets()[planet]["tile"] if planet in planets() else None
            if home is None or not any(counts.values()):
                continue
            if tile is None:
                tile, of = str(home), f"the system of {planet_name(planet)}"
            if planet not in systems()[tile]["planets"]:
                yield Exceeded(
                    f"players.{side.index}.planets.{planet}",
                    "Planets of several systems",
                    f"{planet_name(planet)} is not in {of}",
                    "name planets of one system", planet,
                )  # fmt: skip


def exceeded_limits(sides: Sequence[Side], system: str | None) -> Iterator[Exceeded]:
    """Yield what no position of the game can be, by field; `system` is the active system's tile, where it is named."""
    for side in sides:
        yield from _structures(side)
        yield from _on_stations(side)
        yield from _figures(side)
        yield from _copied(side)
    yield from _played_twice(sides)
    yield from _cards(sides)
    yield from _systems(sides, system)
