"""Researching a technology: whose cards can be researched, which prerequisites are met, and what ignores the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import combinations, count
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.editions import in_force
from mecatol.domain.units import UNIT_TYPES, planet_name, planets
from mecatol.effects.model import COLORS, EFFECTS, Effect
from mecatol.effects.technology_cards import TechnologyCard, cards, owned_cards
from mecatol.game.model import Game, Side
from mecatol.rules.technology.windows import Ignores, ResearchWindow, SpecialtiesStayReady

MOST_RESEARCHES = 8
"""How many researches one after another a path may take; more than any card needs."""


class Means(NamedTuple):
    """One thing that can ignore prerequisites when a technology is researched."""

    key: str
    """The planet or the effect, by slug: each is used once for a research."""
    name: str
    color: str | None
    """The color of the prerequisite that it ignores, or the first of those that are alike; None for any."""
    terms: Ignores
    card: str | None
    """The card that is exhausted for it, by slug, or a captured unit that is returned; None if nothing is."""
    unit: str | None = None
    """The type of the captured unit that is returned for it, whose upgrade alone it may be used for."""

    def serves(self, card: TechnologyCard) -> bool:
        """Tell whether it may be used for a card."""
        kinds = (self.unit, self.terms.unit)
        return self.terms.upgrades in (None, card.unit is not None) and all(kind in (None, card.unit) for kind in kinds)

    @property
    def price(self) -> tuple[int, int]:
        """What is given up for it: resources, and whether a card is exhausted; less is better."""
        return self.terms.resources, int(self.card is not None)

    @property
    def fixed(self) -> str | None:
        """The color that a card names; synergy is for technologies and specialties, so that no other is as good."""
        return self.terms.color


class ResearchWay(NamedTuple):
    """One way to meet a card's prerequisites: what is used for those that no technology satisfies."""

    used: tuple[Means, ...] = ()

    @property
    def price(self) -> tuple[int, int]:
        """Resources spent and cards exhausted beyond those of the research itself."""
        exhausted = {means.card for means in self.used if means.card}
        return sum(means.terms.resources for means in self.used), len(exhausted)

    @property
    def exhausts(self) -> frozenset[str]:
        """The cards that are exhausted, by slug."""
        return frozenset(means.card for means in self.used if means.card)


class ResearchStage(NamedTuple):
    """One research on the way to a technology."""

    card: TechnologyCard
    way: ResearchWay
    others: tuple[TechnologyCard, ...]
    """Other cards that would do as well in its place."""
    instead: tuple[ResearchWay, ...] = ()
    """Every other way to meet its prerequisites that leaves the rest of the path as it is."""


@dataclass(frozen=True)
class Lab:
    """What a player can research with: technologies, planets, abilities."""

    game: Game
    side: Side
    faction: str | None
    """The faction whose technologies the player may research; None for none in particular."""
    alike: tuple[str, ...]
    """The colors that count as each other: two, or all, or none."""

    def group(self, color: str) -> str:
        """Return the color, or the first of those that count as one with it."""
        return self.alike[0] if color in self.alike else color

    # Every technology that could be researched asks about the same player.
    @cached_property
    def known(self) -> dict[str, TechnologyCard]:
        """The technology cards of the edition, by slug."""
        edition = self.game.edition
        return {slug: card for slug, card in cards().items() if in_force(edition, card.edition, card.until)}

    @cached_property
    def own_upgrades(self) -> dict[str, TechnologyCard]:
        """The faction's own unit upgrades, by type of unit."""
        own = [card for card in self.known.values() if card.faction and card.faction == self.faction]
        return {card.unit: card for card in own if card.unit}

    def open_to(self, card: TechnologyCard) -> bool:
        """Tell whether the card is in the player's technology deck from the start (90.11)."""
        if card.prerequisites is None or card.faction not in (None, self.faction):
            return False
        return card.faction is not None or self.own_upgrades.get(card.unit or "", card) is card

    def needs(self, card: TechnologyCard) -> Counter[str]:
        """Return a card's prerequisites by color, colors that are alike together."""
        return self._needs[card.slug]

    @cached_property
    def _needs(self) -> dict[str, Counter[str]]:
        found = {slug: Counter[str]() for slug in cards()}
        for slug, needs in found.items():
            for color, number in (cards()[slug].prerequisites or {}).items():
                needs[self.group(color)] += number
        return found

    @cached_property
    def satisfying(self) -> list[TechnologyCard]:
        """The cards in the player's technology deck that satisfy a prerequisite: those that have a color."""
        return [card for card in self.known.values() if card.color and self.open_to(card)]

    @cites("90.7.a", "90.7.b", "90.12", "90.12.a", "90.12.b")
    def missing(self, card: TechnologyCard, owned: Iterable[str]) -> Counter[str]:
        """Return the prerequisites that the technologies owned do not satisfy, by color."""
        held = Counter(self.group(card.color) for card in owned_cards(owned) if card.color)
        return self.needs(card) - held

    @cites("90.12.c", "90.14", "90.15")
    def means(self, owned: Iterable[str], exhausted: Iterable[str]) -> list[Means]:
        """Return what can ignore prerequisites, with these technologies and with these cards exhausted."""
        spent, found = set(exhausted), list[Means]()
        names = [slug for slug in (*self.side.effects, *owned) if slug in EFFECTS and not self.side.declines(slug)]
        held = [EFFECTS[slug] for slug in dict.fromkeys(names) if slug not in spent or not EFFECTS[slug].needs_readied]
        free = any(effect.acts_in(SpecialtiesStayReady) for effect in held)
        for planet in dict.fromkeys(self.side.player.controls):
            if free or planet not in spent:
                for color in dict.fromkeys(planets().get(planet, {}).get("specialties", ())):
                    what = f"{planet_name(planet)} ({COLORS[color]} specialty)"
                    found.append(Means(planet, what, self.group(color), Ignores(1), None if free else planet))
        for effect in held:
            for terms in effect.acts_in(Ignores):
                if terms.returns:
                    found += self._captured(effect, terms)
                    continue
                color, card = self.group(terms.color) if terms.color else None, effect.slug
                found.append(Means(card, effect.name, color, terms, card if effect.needs_readied else None))
        return found

    def _captured(self, effect: Effect, terms: Ignores) -> Iterator[Means]:
        """Yield what an effect lets the player return, by type: one is enough for a path to one upgrade of it."""
        for kind, number in self.side.player.captured.items():
            if number:
                name, key = f"a captured {UNIT_TYPES[kind]} ({effect.name})", f"{effect.slug} {kind}"
                yield Means(key, name, None, terms, key, kind)

    def ways(self, card: TechnologyCard, owned: Iterable[str], exhausted: Iterable[str]) -> list[ResearchWay]:
        """Return the ways to research a card now, the cheapest first; none if it cannot be done.

        Each leaves out whatever is not needed. A planet with two specialties is used for one of them.
        """
        missing = self.missing(card, owned)
        if not missing:
            return [ResearchWay()]
        useful = [
            means for means in self.means(owned, exhausted)
            if means.serves(card) and (means.color is None or means.color in missing)
        ]  # fmt: skip
        found: list[ResearchWay] = []
        for size in range(1, missing.total() + 1):
            for used in combinations(useful, size):
                once = len({means.key for means in used}) == size
                apt = once and _names_enough(used, card) and _covers(used, missing)
                if apt and not any(set(way.used) < set(used) for way in found):
                    found.append(ResearchWay(used))
        return sorted(found, key=lambda way: way.price)


def _names_enough(used: Iterable[Means], card: TechnologyCard) -> bool:
    """Tell whether a card has as many prerequisites of each color as what is used is for that color alone."""
    return Counter(means.fixed for means in used if means.fixed) <= Counter(card.prerequisites or {})


def _covers(used: Iterable[Means], missing: Mapping[str, int]) -> bool:
    """Tell whether all missing prerequisites are ignored."""
    colored: Counter[str] = Counter()
    wild = 0
    for means in used:
        if means.terms.prerequisites is None:
            return True
        if means.color is None:
            wild += means.terms.prerequisites
        else:
            colored[means.color] += 1
    return (Counter(missing) - colored).total() <= wild


def next_steps(
    lab: Lab, target: TechnologyCard, owned: frozenset[str]
) -> Iterator[tuple[TechnologyCard, tuple[TechnologyCard, ...]]]:
    """Yield what may be worth researching on the way to a card, each with others that would do as well.

    Of technologies of one color only the number counts, so that those with the fewest prerequisites are enough;
    technologies that help with research themselves are tried each.
    """
    yield target, ()
    able = [card for card in lab.satisfying if card.slug not in owned]
    groups: dict[str, list[TechnologyCard]] = {}
    for card in able:
        effect = EFFECTS.get(card.slug)
        if effect and effect.acts_in(ResearchWindow):
            yield card, ()
        groups.setdefault(lab.group(card.color or ""), []).append(card)
    for group in groups.values():
        least = min(lab.needs(card).total() for card in group)
        first, *others = [card for card in group if lab.needs(card).total() == least]
        yield first, tuple(others)


def _with_other_ways(lab: Lab, path: list[ResearchStage], *, readied: bool) -> Iterator[ResearchStage]:
    """Yield the stages of a path, each with the other ways to pay for it that leave what later stages exhaust."""
    owned, spent = set(lab.side.player.technologies), frozenset(lab.side.player.exhausted)
    for index, stage in enumerate(path):
        later = frozenset[str]().union(*(one.way.exhausts for one in path[index + 1 :] if not readied))
        ways = lab.ways(stage.card, owned, spent)
        yield stage._replace(instead=tuple(way for way in ways if way != stage.way and not way.exhausts & later))
        owned.add(stage.card.slug)
        spent = frozenset[str]() if readied else spent | stage.way.exhausts


def shortest(lab: Lab, target: TechnologyCard, *, readied: bool) -> list[ResearchStage] | None:
    """Return the fewest researches that end with a card, None if there is no such path.

    Of paths of one length, the one that spends the fewest resources, exhausts the fewest cards and has the fewest
    prerequisites. `readied` says whether all exhausted cards are readied between researches; else each is used once.
    """
    owned, spent = frozenset(lab.side.player.technologies), frozenset(lab.side.player.exhausted)
    order = count()
    queue: list[tuple[int, tuple[int, int, int], int, frozenset[str], frozenset[str], list[ResearchStage]]] = []
    heappush(queue, (0, (0, 0, 0), next(order), owned, spent, []))
    seen: set[tuple[frozenset[str], frozenset[str]]] = set()
    while queue:
        _, price, _, owned, spent, path = heappop(queue)
        if path and path[-1].card == target:
            return list(_with_other_ways(lab, path, readied=readied))
        if (owned, spent) in seen or len(path) == MOST_RESEARCHES:
            continue
        seen.add((owned, spent))
        for card, others in next_steps(lab, target, owned):
            for way in lab.ways(card, owned, spent):
                resources, exhausted = way.price
                more = (price[0] + resources, price[1] + exhausted, price[2] + lab.needs(card).total())
                gone = frozenset[str]() if readied else spent | way.exhausts
                stage = ResearchStage(card, way, others if not way.used else ())
                heappush(
                    queue, (len(path) + 1, more, next(order), owned | {card.slug}, gone, [*path, stage])
                )  # fmt: skip
    return None
