"""Whether a scenario can be: every fault against the game's own facts, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mecatol.domain.editions import EDITIONS, PUBLISHED, in_force, in_full
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import UNIT_TYPES, Unit, printings, unit_upgrades, units
from mecatol.effects.holders import is_of_flagship, may_have, own_upgrade, role_in
from mecatol.effects.model import COMPONENTS, EFFECTS, Component, Effect
from mecatol.effects.named import technologies
from mecatol.effects.technology_cards import TechnologyCard, cards
from mecatol.errors import Problem, ScenarioError
from mecatol.game.by_hand import problems as by_hand_problems
from mecatol.game.limits import Exceeded, exceeded_limits
from mecatol.game.model import Side
from mecatol.game.recast import lands
from mecatol.game.waiting import waiting_problems
from mecatol.game.windows import StructuresAboard
from mecatol.preparing.held import kit_of
from mecatol.preparing.ordered import order_problems
from mecatol.preparing.places import place_problems
from mecatol.preparing.policies import declined_in_vain, policy_problems
from mecatol.preparing.worded import successor
from mecatol.scenario.assumptions import ENFORCED, IGNORED, TOLD
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.step import STEPS


def judged(written: Scenario, scenario: Scenario, sides: Sequence[Side]) -> list[Exceeded]:
    """Return what is beyond the limits of the game and yet allowed here, so that the answer says so.

    `written` has its lists as somebody wrote them, for the places of faults; `scenario` is in fixed order.
    Raises ScenarioError with every fault: a faction, unit or effect that the edition lacks or that is another's, units
    where they cannot be, more damaged units than there are.
    """
    step = STEPS[scenario.step]
    problems: list[Problem] = []
    for index, player in enumerate(written.players):
        problems += _of_a_player(index, player, scenario)
    for side in sides:
        problems += _of_units(side, scenario.edition, scenario.step)
        problems += order_problems(side)
        problems += waiting_problems(side, scenario.step)
    problems += policy_problems(sides, scenario.policy)
    problems += declined_in_vain(sides, scenario.policy, step)
    if not step.least_players <= len(sides) <= step.most_players:
        problems.append(_of_the_number(scenario, len(sides)))
    problems += place_problems(written)
    limits = scenario.assume.get("limits", TOLD)
    exceeded = [] if limits == IGNORED else list(exceeded_limits(sides, scenario.system))
    if limits == ENFORCED:
        problems += [one.problem() for one in exceeded]
    if problems:
        raise ScenarioError(problems)
    return exceeded


def _of_the_number(scenario: Scenario, given: int) -> Problem:
    """Return what is wrong with the number of players."""
    step = STEPS[scenario.step]
    least, most = step.least_players, step.most_players
    takes = str(least) if least == most else f"{least} to {most}"
    players = "player" if given == 1 else "players"
    return Problem("players", f"{given} {players} given; {step.title} takes {takes}", given)


def _of_a_player(index: int, written: Player, scenario: Scenario) -> Iterator[Problem]:
    """Yield what is wrong with what a player is and has, apart from units."""
    player = scenario.players[index]
    path, edition = f"players.{index}", scenario.edition
    anybodys = scenario.assume.get("owners") == IGNORED
    if player.faction and not in_force(edition, FACTIONS[player.faction].edition):
        faction = FACTIONS[player.faction]
        own = "" if faction.edition in PUBLISHED else f"; it is part of {in_full(faction.edition)}"
        yield Problem(f"{path}.faction", f"{faction.name} is not part of {in_full(edition)}{own}")
    for position, slug in enumerate(written.technologies):
        where = f"{path}.technologies.{position}"
        if slug in EFFECTS:
            yield from _of_an_effect(where, EFFECTS[slug], 1, player, index, scenario)
        elif slug in unit_upgrades():
            yield from _of_an_upgrade(where, slug, player, edition, anybodys)
        else:
            yield from _of_a_card(where, cards()[slug], player, edition, anybodys)
    for slug, count in player.effects.items():
        if count:
            yield from _of_an_effect(f"{path}.effects.{slug}", EFFECTS[slug], count, player, index, scenario)
    if player.drafted:
        yield from _draft_problems(f"{path}.drafted", player, edition, anybodys)
    if player.by_hand:
        yield from by_hand_problems(kit_of(player, scenario).units, player.by_hand, index)


def _of_an_effect(
    where: str, effect: Effect, count: int, player: Player, index: int, scenario: Scenario
) -> Iterator[Problem]:
    edition, role = scenario.edition, role_in(effect, scenario.step)
    anybodys = scenario.assume.get("owners") == IGNORED
    if not in_force(edition, effect.edition, effect.until):
        yield _not_in(where, effect, edition, COMPONENTS.get(effect.slug))
    if count > effect.limit:
        most = "once" if effect.limit == 1 else f"{effect.limit} times"
        yield Problem(where, f"{effect.name} can be named at most {most}, not {count} times", count)
    own = may_have(effect.slug, player.faction) or effect.is_closed_to(player.faction)
    if effect.only_for and not (own or anybodys):
        owner = FACTIONS[effect.only_for].name
        yield Problem(where, f"{effect.name} belongs to {owner}; {_plays(player)}")
    if effect.unit and effect.faction and is_of_flagship(effect) and not anybodys:
        yield from _flagship_problems(where, effect, player, edition)
    in_control = effect.in_control and any(any(player.planets.get(one, {}).values()) for one in player.controls)
    if not in_control and role not in (None, OTHER if index else ACTIVE):
        who = "the active player (the first)" if role == ACTIVE else "a player other than the active one"
        unless = f", unless the planet is under {player.name}’s `controls`" if effect.in_control else ""
        yield Problem(where, f"{effect.name} can be used by {who} only{unless}; {player.name} is not")


def _of_an_upgrade(where: str, slug: str, player: Player, edition: str, anybodys: bool) -> Iterator[Problem]:
    upgrades = [unit for unit in units().values() if unit.technology == slug]
    called = technologies()[slug]
    if not any(in_force(edition, unit.edition, unit.until) for unit in upgrades):
        yield Problem(where, f"{called} is not part of {in_full(edition)}", slug)
    elif not (anybodys or may_have(slug, player.faction)):
        if better := own_upgrade(slug, player.faction):
            own_name = UNIT_TYPES[better.type]
            message = f"{_plays(player)} and upgrades the {own_name} with {technologies()[better.slug]}, not {called}"
            yield Problem(where, message, slug, better.slug)
        else:
            owner = FACTIONS[upgrades[0].faction or ""].name
            yield Problem(where, f"{called} is an upgrade of {owner}; {_plays(player)}", slug)


def _of_a_card(where: str, card: TechnologyCard, player: Player, edition: str, anybodys: bool) -> Iterator[Problem]:
    """Check a technology that no effect carries out."""
    if not in_force(edition, card.edition, card.until):
        yield _not_in(where, card, edition, COMPONENTS.get(card.slug))
    if card.faction and not (anybodys or may_have(card.slug, player.faction)):
        message = f"{card.name} belongs to {FACTIONS[card.faction].name}; {_plays(player)}"
        yield Problem(where, message, card.slug)


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


def _flagship_problems(where: str, effect: Effect, player: Player, edition: str) -> Iterator[Problem]:
    """Yield why a player does not name a flagship's text: it is its own, or its edition lets no flagship gain one."""
    if player.faction == effect.faction:
        if effect.automatic:
            yield Problem(where, f"{effect.name} belongs to {player.name}’s own flagship, so leave it out")
    elif player.faction and (since := FACTIONS[player.faction].copies_flagships) and not in_force(edition, since):
        why = f"{FACTIONS[player.faction].name} can have texts of others’ flagships from {EDITIONS[since]} on"
        yield Problem(where, f"{why}, not in {in_full(edition)}")


def _draft_problems(where: str, player: Player, edition: str, anybodys: bool) -> Iterator[Problem]:
    """Yield why what a player drafted cannot be: this is not a game of Franken, or its edition has no such thing."""
    if not anybodys:
        message = "is for a game of Franken; allow it with `assume: {owners: ignored}`, or leave it out"
        yield Problem(where, message, list(player.drafted))
    for position, slug in enumerate(player.drafted):
        one = units().get(slug) or EFFECTS[slug]
        if not in_force(edition, one.edition, one.until):
            yield Problem(f"{where}.{position}", f"{one.name} is not part of {in_full(edition)}", slug)


def _of_units(side: Side, edition: str, step: str) -> Iterator[Problem]:
    yield from _misplaced_units(side, edition, step)
    yield from _damaged_units(side)
    player = side.player
    for planet, counts in player.stationed.items():
        for unit_type, count in counts.items():
            there = player.planets.get(planet, {}).get(unit_type, 0)
            if count > there:
                where = f"players.{side.index}.stationed.{planet}.{unit_type}"
                yield Problem(where, f"{count} stationed, but only {there} on the planet", count)


def _misplaced_units(side: Side, edition: str, step: str) -> Iterator[Problem]:
    """Yield units that the player cannot have, or that cannot be where they are."""
    player = side.player
    places = {"space": player.space, "adjacent": player.adjacent}
    places |= {f"planets.{planet}": there for planet, there in player.planets.items()}
    for place, counts in places.items():
        for unit_type, count in counts.items():
            if not count:
                continue
            where, unit = f"players.{side.index}.{place}.{unit_type}", side.units.get(unit_type)
            if unit is None:
                yield Problem(where, _why_no(side, unit_type, edition), count)
            elif place == "space" and not _may_be_in_space(side, unit):
                yield Problem(where, f"a {unit.name} is placed on planets, not in the space area", count)
            elif place.startswith("planets") and not _may_be_on_planet(side, unit, step):
                yield Problem(where, f"a {unit.name} cannot be on a planet", count)


def _may_be_in_space(side: Side, unit: Unit) -> bool:
    return unit.is_ship or unit.is_ground_force or unit.move is not None or _aboard(side, unit)


def _may_be_on_planet(side: Side, unit: Unit, step: str) -> bool:
    return unit.is_ground_force or (unit.is_structure and unit.move is None) or lands(side, unit, step)


def _damaged_units(side: Side) -> Iterator[Problem]:
    """Yield more damaged units than there are, and such as cannot be damaged."""
    player = side.player
    areas = [("", player.space, player.damaged)]
    areas += [(f"{planet}.", player.planets[planet], hurt) for planet, hurt in player.damaged_on.items()]
    for prefix, counts, hurt in areas:
        for unit_type, count in hurt.items():
            where = f"players.{side.index}.damaged.{prefix}{unit_type}"
            unit, there = side.units.get(unit_type), counts.get(unit_type, 0)
            if count > there:
                yield Problem(where, f"{count} damaged, but only {there} there", count)
            elif count and unit and not (unit.sustain_damage or _may_have_sustained(side, unit)):
                yield Problem(where, f"a {unit.name} has no Sustain Damage, so it cannot be damaged", count)


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
