"""What each side has: the units that it plays with, and the effects that act for it.

Nothing is refused here: `judged` says what cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from mecatol.domain.editions import in_force
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import UNIT_TYPES, USUAL, Unit, systems, unit_of, units
from mecatol.effects.holders import is_of_flagship
from mecatol.effects.model import BY_HAND, EFFECTS, Effect
from mecatol.game.by_hand import set_by_hand, with_values
from mecatol.game.model import Side
from mecatol.game.policy import policy_of
from mecatol.game.windows import AfterLosses, UnitsAre
from mecatol.preparing.ordered import in_order
from mecatol.scenario.assumptions import IGNORED
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.step import STEPS

_FLAGSHIP = "flagship"


def held(scenario: Scenario) -> tuple[Side, ...]:
    """Return the players as the solver sees them: what they are, own and choose."""
    sides = [_side(index, player, scenario) for index, player in enumerate(scenario.players)]
    return _without_flagships(sides, scenario.step)


def _side(index: int, player: Player, scenario: Scenario) -> Side:
    kit = kit_of(player, scenario)
    units_held = with_values(kit.units, player.by_hand) if player.by_hand else kit.units
    owned = _named(player, scenario)
    owned |= kit.by_itself
    cards_held = {EFFECTS[slug].card for slug in owned}
    for slug in _on_planet_cards(player, scenario.edition):
        if EFFECTS[slug].card not in cards_held:
            owned[slug] = 1
    owned |= dict.fromkeys(set_by_hand(player.by_hand), 1)
    for slug in _of_the_tile(index, scenario):
        owned.setdefault(slug, 1)
    owned = {slug: count for slug, count in owned.items() if EFFECTS[slug].unit not in kit.without_text}
    policy = policy_of(scenario.policy, player.policy)
    idle = frozenset([slug for slug in player.exhausted if slug in EFFECTS and EFFECTS[slug].needs_readied])
    return Side(index, player, units_held, _acting(tuple(owned.items()), tuple(policy.ordered)), policy, idle)


def _named(player: Player, scenario: Scenario) -> dict[str, int]:
    """Return the effects that a player names, with their copies: technologies, cards and agendas."""
    owned = {slug: 1 for slug in player.technologies if slug in EFFECTS}
    anybodys = scenario.assume.get("owners") == IGNORED
    for slug, count in player.effects.items():
        if count and (anybodys or not EFFECTS[slug].is_closed_to(player.faction)):  # otherwise warn_at_start says so
            owned[slug] = count
    return owned


def kit_of(player: Player, scenario: Scenario) -> Kit:
    """Return what a player has by faction, technologies and draft under the laws in play, before values set by hand."""
    return _kit(
        player.faction,
        tuple(player.technologies),
        scenario.edition,
        _laws(scenario),
        _without_owner(player),
        tuple(player.drafted),
    )


class Kit(NamedTuple):
    """What players have by what they play and own, whatever stands where."""

    units: Mapping[str, Unit]
    """What each type of unit is."""
    by_itself: Mapping[str, int]
    """Effects that hold without being named, each once: abilities of the faction, texts of units."""
    without_text: frozenset[str]
    """Units, by slug, that laws have made something else: their texts do not hold."""


@lru_cache(maxsize=512)  # a search prepares the same players again and again, with other units
def _kit(
    faction: str | None,
    technologies: tuple[str, ...],
    edition: str,
    laws: tuple[str, ...],
    usual: frozenset[str],
    drafted: tuple[str, ...] = (),
) -> Kit:
    """Return it for a faction with these technologies under these laws, the slugs of effects, with `usual` units."""
    printed = {kind: unit for kind in UNIT_TYPES if (unit := unit_of(kind, faction, technologies, edition))}
    for one in (units()[slug] for slug in drafted if slug in units()):
        if unit := unit_of(one.type, one.faction, technologies, edition):
            printed[one.type] = unit
    for kind in usual:
        if kind not in printed and in_force(edition, USUAL[kind].edition, USUAL[kind].until):
            printed[kind] = USUAL[kind]
    kinds = dict(printed)
    for window in (window for slug in laws for window in EFFECTS[slug].acts_in(UnitsAre)):
        kinds = {kind: window.act(unit) for kind, unit in kinds.items()}
    changed = frozenset(unit.slug for kind, unit in printed.items() if kinds[kind] != unit)
    texts = {unit.slug for unit in printed.values()} - changed
    by_itself = {
        effect.slug: 1
        for effect in _automatic(edition)
        if (effect.unit in texts if effect.unit else effect.faction == faction or effect.slug in drafted)
    }
    return Kit(kinds, by_itself, changed)


@cache  # the same for every player of an edition
def _automatic(edition: str) -> tuple[Effect, ...]:
    """Return the effects that hold without being named in an edition: abilities of factions, texts of units."""
    return tuple(
        effect
        for effect in EFFECTS.values()
        if effect.automatic and effect.kind != BY_HAND and in_force(edition, effect.edition, effect.until)
    )


def _laws(scenario: Scenario) -> tuple[str, ...]:
    """Return the slugs of the laws that players name as in play and that change what units are."""
    named = [slug for player in scenario.players for slug, count in player.effects.items() if count]
    return tuple([slug for slug in named if EFFECTS[slug].acts_in(UnitsAre)])


def _without_owner(player: Player) -> frozenset[str]:
    """Return the types of units that only factions have and that a player without one is said to have."""
    return frozenset() if player.faction else frozenset(_types_of(player) & USUAL.keys())


def _types_of(player: Player) -> set[str]:
    """Return the types of unit that a player has anywhere, or is to have."""
    moving = [fleet.get("units", {}) for fleet in player.fleets]
    areas = (player.space, player.adjacent, *player.planets.values(), *moving, player.produce, *player.place.values())
    return {kind for area in areas for kind, count in area.items() if count}


def _on_planet_cards(player: Player, edition: str) -> Iterator[str]:
    """Yield the abilities that come with planet cards that a player controls, where they may be the player's."""
    for slug in player.controls:
        effect = EFFECTS.get(slug)
        if effect and in_force(edition, effect.edition, effect.until) and effect.faction in (None, player.faction):
            yield slug


def _of_the_tile(index: int, scenario: Scenario) -> Iterator[str]:
    """Yield the anomalies of the active system's tile, as the effects that they are for a player."""
    for slug in systems()[scenario.system]["anomalies"] if scenario.system else ():
        effect = EFFECTS.get(slug)
        in_play = effect and in_force(scenario.edition, effect.edition, effect.until)
        if effect and in_play and effect.role in (None, OTHER if index else ACTIVE):
            yield slug


def _without_flagships(sides: Sequence[Side], step: str) -> tuple[Side, ...]:
    """Return the sides, those without a flagship with its text among what does nothing.

    Combats that such a text may change take longer, whether it ever acts or not. A flagship that stands nowhere comes
    only to replace another player's that was destroyed. In a step that needs no units, one may be anywhere.
    """
    having = [not STEPS[step].offers or _FLAGSHIP in _types_of(side.player) for side in sides]
    found = []
    for side, has in zip(sides, having, strict=True):
        kind = side.units.get(_FLAGSHIP)
        texts = [] if has or kind is None else [slug for slug in side.effects if is_of_flagship(EFFECTS[slug])]
        comes = any(having) and any(EFFECTS[slug].acts_in(AfterLosses) for slug in side.effects if slug not in texts)
        found.append(replace(side, idle=side.idle.union(texts)) if texts and not comes else side)
    return tuple(found)


@lru_cache(maxsize=512)  # sorting takes longer than all else that is done here
def _acting(owned: tuple[tuple[str, int], ...], ordered: tuple[str, ...]) -> Mapping[str, int]:
    """Return a player's effects, with their copies, in the order in which they act, each card but once."""
    return _each_card_once(in_order(dict(owned), ordered))


def _each_card_once(effects: Mapping[str, int]) -> Mapping[str, int]:
    """Return effects without those that are a card which is there as another one before; warn_at_start says so."""
    cards_held: dict[str, str] = {}
    for slug in effects:
        if card := EFFECTS[slug].card:
            cards_held.setdefault(card, slug)
    return {slug: count for slug, count in effects.items() if cards_held.get(EFFECTS[slug].card or "", slug) == slug}
