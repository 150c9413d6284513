"""A scenario made ready to be solved: who the players are, which effects act, where their units stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from mecatol.domain.editions import EDITIONS, PUBLISHED, in_force, in_full
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import (
    UNIT_TYPES,
    USUAL,
    Unit,
    printings,
    systems,
    unit_of,
    unit_upgrades,
    units,
)
from mecatol.effects.holders import is_of_flagship, may_have, own_upgrade, role_in
from mecatol.effects.model import BY_HAND, COMPONENTS, EFFECTS, Component, Effect
from mecatol.effects.named import technologies
from mecatol.effects.technology_cards import TechnologyCard, cards
from mecatol.errors import Problem, ScenarioError
from mecatol.game.by_hand import problems as by_hand_problems
from mecatol.game.by_hand import set_by_hand, with_values
from mecatol.game.limits import beyond_limits
from mecatol.game.model import Game, Side
from mecatol.game.policy import policy_of
from mecatol.game.recast import lands
from mecatol.game.state import Holdings, State, force
from mecatol.game.waiting import waiting_problems
from mecatol.game.windows import AfterLosses, StructuresAboard, UnitsAre
from mecatol.preparing.activation import activated
from mecatol.preparing.ordered import in_fixed_order, in_order, order_problems
from mecatol.preparing.places import place_problems, warn_of_places
from mecatol.preparing.policies import declined_in_vain, policy_problems
from mecatol.preparing.unused import warn_at_start
from mecatol.preparing.worded import in_wordings_of_the_edition, successor, warn_of_wordings
from mecatol.rules.capacity.carrying import within_capacity
from mecatol.scenario.assumptions import ENFORCED, IGNORED, TOLD
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.step import STEPS

_FLAGSHIP = "flagship"


def _side(index: int, written: Player, scenario: Scenario, problems: list[Problem]) -> Side:
    """Return a player as the solver sees them; `written` is as the scenario has it, for the places of problems."""
    player = scenario.players[index]
    path, edition = f"players.{index}", scenario.edition
    anybodys = scenario.assume.get("owners") == IGNORED
    if player.faction and not in_force(edition, FACTIONS[player.faction].edition):
        faction = FACTIONS[player.faction]
        own = "" if faction.edition in PUBLISHED else f"; it is part of {in_full(faction.edition)}"
        problems.append(Problem(f"{path}.faction", f"{faction.name} is not part of {in_full(edition)}{own}"))
    owned: dict[str, int] = {}
    for position, slug in enumerate(written.technologies):
        where = f"{path}.technologies.{position}"
        effect = EFFECTS.get(slug)
        if effect is None:
            if slug in unit_upgrades():
                _check_upgrade(where, slug, player, edition, problems, anybodys)
            else:
                _check_card(where, cards()[slug], player, edition, problems, anybodys)
            continue
        owned[slug] = 1
        _check_effect(where, effect, 1, player, index, scenario, problems)
    for slug, count in player.effects.items():
        if count:
            effect = EFFECTS[slug]
            _check_effect(f"{path}.effects.{slug}", effect, count, player, index, scenario, problems)
            if anybodys or not effect.is_closed_to(player.faction):  # otherwise warn_at_start says so
                owned[slug] = count
    if player.drafted:
        problems += _draft_problems(f"{path}.drafted", player, edition, anybodys)
    laws = _laws(scenario)
    kit = _kit(player.faction, player.technologies, edition, laws, _without_owner(player), tuple(player.drafted))
    owned |= kit.by_itself
    cards_held = {EFFECTS[slug].card for slug in owned}
    for slug in _on_planet_cards(player, edition):
        if EFFECTS[slug].card not in cards_held:
            owned[slug] = 1
    kinds = kit.units
    if player.by_hand:
        problems += by_hand_problems(kinds, player.by_hand, index)
        kinds = with_values(kinds, player.by_hand)
        owned |= dict.fromkeys(set_by_hand(player.by_hand), 1)
    for slug in _of_the_tile(index, scenario):
        owned.setdefault(slug, 1)
    for slug in [slug for slug in owned if EFFECTS[slug].unit in kit.without_text]:
        del owned[slug]
    policy = policy_of(scenario.policy, player.policy)
    idle = frozenset([slug for slug in player.exhausted if slug in EFFECTS and EFFECTS[slug].needs_readied])
    return Side(index, player, kinds, _acting(tuple(owned.items()), tuple(policy.ordered)), policy, idle)


def _on_planet_cards(player: Player, edition: str) -> Iterator[str]:
    """Yield the abilities that come with planet cards that a player controls, where they may be the player's."""
    for slug in player.controls:
        effect = EFFECTS.get(slug)
        if effect and in_force(edition, effect.edition, effect.until) and effect.faction in (None, player.faction):
            yield slug


def _without_flagships(sides: Sequence[Side], step: str) -> tuple[Side, ...]:
    """Return the sides, those without a flagship with its text among what does nothing.

    Combats that such a text may change take longer, whether it ever acts or not. A flagship that stands nowhere comes
    only in place of another player's that was destroyed. Where a step asks for no units, one may stand anywhere.
    """
    having = [not STEPS[step].offers or _FLAGSHIP in _types_of(side.player) for side in sides]
    found = []
    for side, has in zip(sides, having, strict=True):
        kind = side.units.get(_FLAGSHIP)
        texts = [] if has or kind is None else [slug for slug in side.effects if is_of_flagship(EFFECTS[slug])]
        comes = any(having) and any(EFFECTS[slug].acts_in(AfterLosses) for slug in side.effects if slug not in texts)
        found.append(replace(side, idle=side.idle.union(texts)) if texts and not comes else side)
    return tuple(found)


def _without_owner(player: Player) -> frozenset[str]:
    """Return the types of units that only factions have and that a player without one is said to have."""
    return frozenset() if player.faction else frozenset(_types_of(player) & USUAL.keys())


def _types_of(player: Player) -> set[str]:
    """Return the types of unit that a player has anywhere, or is to have."""
    moving = [fleet.get("units", {}) for fleet in player.fleets]
    areas = (player.space, player.adjacent, *player.planets.values(), *moving, player.produce, *player.place.values())
    return {kind for area in areas for kind, count in area.items() if count}


@lru_cache(maxsize=512)
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


class _Kit(NamedTuple):
    """What players have by what they play and own, whatever stands where."""

    units: Mapping[str, Unit]
    """What each type of unit is."""
    by_itself: Mapping[str, int]
    """Effects that hold without being named, each once: abilities of the faction, texts of units."""
    without_text: frozenset[str]
    """Units, by slug, that laws have made something else: their texts do not hold."""


@lru_cache(maxsize=512)
def _kit(
    faction: str | None,
    technologies: tuple[str, ...],
    edition: str,
    laws: tuple[str, ...],
    usual: frozenset[str],
    drafted: tuple[str, ...] = (),
) -> _Kit:
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
    return _Kit(kinds, by_itself, changed)


@cache
def _automatic(edition: str) -> tuple[Effect, ...]:
    """Return the effects that hold without being named in an edition: abilities of factions, texts of units."""
    return tuple(
        effect
        for effect in EFFECTS.values()
        if effect.automatic and effect.kind != BY_HAND and in_force(edition, effect.edition, effect.until)
    )


def _draft_problems(where: str, player: Player, edition: str, anybodys: bool) -> Iterator[Problem]:
    """Yield why what a player drafted cannot be: it is no game of Franken, or its edition has no such thing."""
    if not anybodys:
        message = "is for a game of Franken; allow it with `assume: {owners: ignored}`, or leave it out"
        yield Problem(where, message, list(player.drafted))
    for position, slug in enumerate(player.drafted):
        one = units().get(slug) or EFFECTS[slug]
        if not in_force(edition, one.edition, one.until):
            yield Problem(f"{where}.{position}", f"{one.name} is not part of {in_full(edition)}", slug)


def _laws(scenario: Scenario) -> tuple[str, ...]:
    """Return the slugs of the laws that players name as in play and that change what units are."""
    named = [slug for player in scenario.players for slug, count in player.effects.items() if count]
    return tuple([slug for slug in named if EFFECTS[slug].acts_in(UnitsAre)])


def _of_the_tile(index: int, scenario: Scenario) -> Iterator[str]:
    """Yield the anomalies of the active system's tile, as the effects that they are for a player."""
    for slug in systems()[scenario.system]["anomalies"] if scenario.system else ():
        effect = EFFECTS.get(slug)
        in_play = effect and in_force(scenario.edition, effect.edition, effect.until)
        if effect and in_play and effect.role in (None, OTHER if index else ACTIVE):
            yield slug


def _check_upgrade(
    where: str, slug: str, player: Player, edition: str, problems: list[Problem], anybodys: bool
) -> None:
    upgrades = [unit for unit in units().values() if unit.technology == slug]
    called = technologies()[slug]
    if not any(in_force(edition, unit.edition, unit.until) for unit in upgrades):
        problems.append(Problem(where, f"{called} is not part of {in_full(edition)}", slug))
    elif not (anybodys or may_have(slug, player.faction)):
        if better := own_upgrade(slug, player.faction):
            own_name = UNIT_TYPES[better.type]
            message = f"{_plays(player)} and upgrades the {own_name} with {technologies()[better.slug]}, not {called}"
            problems.append(Problem(where, message, slug, better.slug))
        else:
            owner = FACTIONS[upgrades[0].faction or ""].name
            problems.append(Problem(where, f"{called} is an upgrade of {owner}; {_plays(player)}", slug))


def _plays(player: Player) -> str:
    """Say what faction a player plays."""
    return f"{player.name} plays {FACTIONS[player.faction].name if player.faction else 'no faction'}"


def _not_in(where: str, what: TechnologyCard | Effect, edition: str, record: Component | None) -> Problem:
    """Return the problem of a card that an edition lacks, with what bears its name there."""
    until = f" until {EDITIONS[what.until]}" if what.until else ""
    message = f"{what.name} is from {EDITIONS[what.edition]}{until}, not in {in_full(edition)}"
    other = successor(record, edition) if record else None
    if other is None:
        return Problem(where, message, what.slug)
    return Problem(where, f"{message}, where it is {other.name}, {other.kind}: `{other.slug}`", what.slug, other.slug)


def _check_card(
    where: str, card: TechnologyCard, player: Player, edition: str, problems: list[Problem], anybodys: bool
) -> None:
    """Check a technology that no effect carries out."""
    if not in_force(edition, card.edition, card.until):
        problems.append(_not_in(where, card, edition, COMPONENTS.get(card.slug)))
    if card.faction and not (anybodys or may_have(card.slug, player.faction)):
        message = f"{card.name} belongs to {FACTIONS[card.faction].name}; {_plays(player)}"
        problems.append(Problem(where, message, card.slug))


def _flagship_problems(where: str, effect: Effect, player: Player, edition: str) -> Iterator[Problem]:
    """Yield why a player does not name a flagship's text: it is its own, or its edition lets no flagship gain one."""
    if player.faction == effect.faction:
        if effect.automatic:
            yield Problem(where, f"{effect.name} belongs to {player.name}’s own flagship, so leave it out")
    elif player.faction and (since := FACTIONS[player.faction].copies_flagships) and not in_force(edition, since):
        why = f"{FACTIONS[player.faction].name} can have texts of others’ flagships from {EDITIONS[since]} on"
        yield Problem(where, f"{why}, not in {in_full(edition)}")


def _check_effect(
    where: str, effect: Effect, count: int, player: Player, index: int, scenario: Scenario, problems: list[Problem]
) -> None:
    edition, role = scenario.edition, role_in(effect, scenario.step)
    anybodys = scenario.assume.get("owners") == IGNORED
    if not in_force(edition, effect.edition, effect.until):
        problems.append(_not_in(where, effect, edition, COMPONENTS.get(effect.slug)))
    if count > effect.limit:
        most = "once" if effect.limit == 1 else f"{effect.limit} times"
        problems.append(Problem(where, f"{effect.name} can be named at most {most}, not {count} times", count))
    own = may_have(effect.slug, player.faction) or effect.is_closed_to(player.faction)
    if effect.only_for and not (own or anybodys):
        owner = FACTIONS[effect.only_for].name
        problems.append(Problem(where, f"{effect.name} belongs to {owner}; {_plays(player)}"))
    if effect.unit and effect.faction and is_of_flagship(effect) and not anybodys:
        problems += _flagship_problems(where, effect, player, edition)
    in_control = effect.in_control and any(any(player.planets.get(one, {}).values()) for one in player.controls)
    if not in_control and role not in (None, OTHER if index else ACTIVE):
        who = "the active player (the first)" if role == ACTIVE else "a player other than the active one"
        unless = f", unless the planet is under {player.name}’s `controls`" if effect.in_control else ""
        problems.append(Problem(where, f"{effect.name} can be used by {who} only{unless}; {player.name} is not"))


def _why_no(side: Side, unit_type: str, edition: str) -> str:
    """Say why a player has no unit of a type."""
    name, player = UNIT_TYPES[unit_type], side.player
    known = printings(unit_type)
    if not any(in_force(edition, unit.edition, unit.until) for unit in known):
        return f"there is no {name} in {in_full(edition)}"
    own = [unit for unit in known if unit.faction in (None, player.faction)]
    if not own and not player.faction:
        return f"a {name} needs its owner's faction: name {player.name}'s faction"
    if learned := [f"`{unit.technology}`" for unit in own if unit.technology]:
        named = " or ".join(learned)
        return f"{player.name} has no {name} without its unit upgrade technology: name {named} under `technologies`"
    return f"{_plays(player)} and has no {name} in {in_full(edition)}"


def _aboard(side: Side, unit: Unit) -> bool:
    """Tell whether a unit is a structure that its owner's ships can carry in the space area."""
    return unit.is_structure and any(EFFECTS[slug].acts_in(StructuresAboard) for slug in side.effects)


def _may_have_sustained(side: Side, unit: Unit) -> bool:
    """Tell whether one of the owner's effects can have let a ship without Sustain Damage sustain before."""
    lending = any(window.lends_sustain for slug in side.effects for window in EFFECTS[slug].windows)
    return lending and unit.is_ship and not unit.is_fighter


def _check_units(side: Side, edition: str, step: str, problems: list[Problem]) -> None:
    player, path = side.player, f"players.{side.index}"
    places = [("space", player.space), ("adjacent", player.adjacent)]
    places += [(f"planets.{planet}", there) for planet, there in player.planets.items()]
    for place, counts in places:
        for unit_type, count in counts.items():
            where = f"{path}.{place}.{unit_type}"
            unit = side.units.get(unit_type)
            if not count:
                continue
            if unit is None:
                problems.append(Problem(where, _why_no(side, unit_type, edition), count))
            elif place == "space" and not (
                unit.is_ship or unit.is_ground_force or unit.move is not None or _aboard(side, unit)
            ):
                problems.append(Problem(where, f"a {unit.name} is placed on planets, not in the space area", count))
            elif place.startswith("planets") and not (
                unit.is_ground_force or (unit.is_structure and unit.move is None) or lands(side, unit, step)
            ):
                problems.append(Problem(where, f"a {unit.name} cannot be on a planet", count))
    areas = [("", player.space, player.damaged)]
    areas += [(f"{planet}.", player.planets[planet], hurt) for planet, hurt in player.damaged_on.items()]
    for prefix, counts, hurt in areas:
        for unit_type, count in hurt.items():
            where, unit, there = (
                f"{path}.damaged.{prefix}{unit_type}",
                side.units.get(unit_type),
                counts.get(unit_type, 0),
            )
            if count > there:
                problems.append(Problem(where, f"{count} damaged, but only {there} there", count))
            elif count and unit and not (unit.sustain_damage or _may_have_sustained(side, unit)):
                problems.append(Problem(where, f"a {unit.name} has no Sustain Damage, so it cannot be damaged", count))
    for planet, counts in player.stationed.items():
        for unit_type, count in counts.items():
            there = player.planets.get(planet, {}).get(unit_type, 0)
            if count > there:
                where = f"{path}.stationed.{planet}.{unit_type}"
                problems.append(Problem(where, f"{count} stationed, but only {there} on the planet", count))


def _holdings(player: Player) -> Holdings:
    planets = tuple(
        (planet, force(counts, player.damaged_on.get(planet)))
        for planet, counts in player.planets.items()
        if any(counts.values())
    )
    return Holdings(force(player.space, player.damaged), planets, force(player.adjacent))


def _check_step(scenario: Scenario, sides: tuple[Side, ...], problems: list[Problem]) -> None:
    step = STEPS[scenario.step]
    least, most = step.least_players, step.most_players
    takes = str(least) if least == most else f"{least} to {most}"
    if not step.least_players <= len(sides) <= step.most_players:
        problems.append(
            Problem(
                "players",
                f"{len(sides)} {'player' if len(sides) == 1 else 'players'} given; {step.title} takes {takes}",
                len(sides),
            )
        )


def prepare(scenario: Scenario, exact: bool = False) -> Game:
    """Return the game that a scenario describes.

    Raises ScenarioError with every fault against the game's own facts: a faction, unit or effect that the edition
    lacks or that is another's, units where they cannot be, more damaged units than there are.
    """
    problems: list[Problem] = []
    written = in_wordings_of_the_edition(named := scenario)
    scenario = in_fixed_order(written)
    sides = _without_flagships([_side(*one, scenario, problems) for one in enumerate(written.players)], scenario.step)
    for side in sides:
        _check_units(side, scenario.edition, scenario.step, problems)
        problems.extend(order_problems(side))
        problems.extend(waiting_problems(side, scenario.step))
    problems.extend(policy_problems(sides, scenario.policy))
    problems.extend(declined_in_vain(sides, scenario.policy, STEPS[scenario.step]))
    _check_step(scenario, sides, problems)
    problems.extend(place_problems(written))
    limits = scenario.assume.get("limits", TOLD)
    beyond = [] if limits == IGNORED else list(beyond_limits(sides, scenario.system))
    if limits == ENFORCED:
        problems.extend(one.problem() for one in beyond)
    if problems:
        raise ScenarioError(problems)
    start = State(tuple(_holdings(side.player) for side in sides), (), (0,) * len(sides))
    game = Game(scenario, sides, start, exact)
    for one in beyond:
        game.warn(one.warning())
    warn_of_wordings(game, named)
    warn_of_places(game)
    warn_at_start(game)
    return within_capacity(activated(game))


def with_choice(game: Game, side: Side, key: str, chosen: object) -> Game:
    """Return the game anew in which a player makes another choice, under a key of the policy."""
    players = list(game.scenario.players)
    players[side.index] = replace(side.player, policy={**side.player.policy, key: chosen})
    return prepare(replace(game.scenario, players=tuple(players)), game.exact)
