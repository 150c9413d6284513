"""What to say before a step is solved: simplifications that were asked for, and what makes no difference in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mecatol.domain.counts import count_of_type
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE, SPACE_COMBAT
from mecatol.domain.units import Unit, planet_name, unit_upgrades
from mecatol.effects.left_out import left_out
from mecatol.effects.model import ANYONE, EFFECTS, FACTION_ABILITY
from mecatol.effects.technology_cards import cards
from mecatol.game.recast import lands
from mecatol.preparing.ignored_choices import ignored_choices
from mecatol.preparing.ignored_fields import ignored_fields
from mecatol.scenario.assumptions import IGNORED
from mecatol.scenario.by_hand import in_words
from mecatol.scenario.step import STEPS, Step

if TYPE_CHECKING:
    from mecatol.game.model import Game, Side


NO_PART = " not affect "
"""What each warning of units and effects that have no part in the step says, and no other."""


def warn_at_start(game: Game) -> None:
    """Warn of what is assumed, of what was ignored and of what the solver leaves out."""
    scenario = game.scenario
    if game.assumes("capacity") == IGNORED:
        game.warn(
            "Assumed: capacity is ignored, so fighters and ground forces may be anywhere without ships to hold them."
        )
    if game.assumes("limits") == IGNORED:
        game.warn(
            "Assumed: limits are ignored, so there may be more than the box, a planet or the fleet pool holds, one "
            "faction or card twice, and planets of several systems."
        )
    if game.assumes("owners") == IGNORED:
        game.warn(
            "Assumed: anybody may have anything, so abilities, technologies and leaders are not bound to factions."
        )
    of_others = [slug for side in game.sides[1:] for slug in side.effects if EFFECTS[slug].of == ANYONE]
    reached = _reached(scenario.step, (*game.sides[0].effects, *of_others))
    step = STEPS[scenario.step]
    for sentence in (*ignored_fields(game, step), *ignored_choices(game, step, reached)):
        game.warn(sentence)
    for side in game.sides:
        if side.player.by_hand:
            game.warn(f"Set by hand for {side.name}: {in_words(side.player.by_hand)}.")
        for slug in side.player.exhausted:
            if slug in side.effects and EFFECTS[slug].never_exhausted:
                game.warn(f"{side.name}’s {EFFECTS[slug].name} is never exhausted; it was taken as ready.")
        _warn_unused(game, side, reached)
        _warn_left_out(game, side)


def _warn_left_out(game: Game, side: Side) -> None:
    """Warn of what the side's units and faction could do in the step and the solver does not carry out."""
    step = STEPS[game.scenario.step]
    kinds = list(game.start.players[side.index].counts())
    moving = [item for fleet in side.player.fleets for item in fleet.get("units", {}).items()]
    kinds += [kind for kind, count in moving if count and kind in side.units]
    there = {kind: side.units[kind] for kind in kinds}
    for unit in there.values():
        if unit.stands_in and unit.combat:
            game.warn(
                f"Assumed: {side.name} has no faction, so its {unit.name.lower()} is the most common one: it hits on "
                f"{unit.combat.value} or more{', with 2 dice' if unit.combat.dice == 2 else ''}, can sustain damage"
                f"{f', has capacity {unit.capacity}' if unit.capacity else ''} and has no text of its own."
            )
    for words in left_out(side.player.faction, there.values(), (step.slug, *step.parts)):
        game.warn(f"Not modeled yet, so the figures leave it out: {side.name}’s {words}.")


@lru_cache(maxsize=512)  # a search prepares the same cards again and again
def _reached(step: str, effects: tuple[str, ...]) -> frozenset[str]:
    """Return where effects can act: in a step, in its parts, and in what these effects add."""
    windows = (window for slug in effects for window in EFFECTS[slug].windows)
    return frozenset({step, *STEPS[step].parts, *(further for window in windows for further in window.brings)})


@lru_cache(maxsize=512)  # as above: the same cards, game after game
def _calling(effects: tuple[str, ...], reached: frozenset[str]) -> tuple[Callable[[Unit], bool], ...]:
    """Return what tells which units a player's effects call on, of those that act where the step has `reached`."""
    acting = [EFFECTS[slug] for slug in effects if not reached.isdisjoint(EFFECTS[slug].steps)]
    return tuple([window.calls_on for effect in acting for window in effect.windows if window.calls_on])


def _warn_unused(game: Game, side: Side, reached: frozenset[str]) -> None:
    """Warn of units and effects that make no difference in the step; effects act where it has `reached`."""
    _warn_not_held(game, side)
    _warn_idle_cards(game, side, reached)
    _warn_idle_units(game, side, reached)


def _warn_not_held(game: Game, side: Side) -> None:
    """Warn of effects that were named and that the player cannot have."""
    for slug, count in side.player.effects.items():
        if count and EFFECTS[slug].is_closed_to(side.player.faction):
            game.warn(f"{side.name}’s {EFFECTS[slug].name} cannot be played by its own faction; it was ignored.")
        elif count and slug not in side.effects and (why := _why_not_held(side, slug)):
            game.warn(f"{side.name}’s {EFFECTS[slug].name} {why}; it was ignored.")


def _warn_idle_cards(game: Game, side: Side, reached: frozenset[str]) -> None:
    """Warn of effects and technologies that were named and do nothing where the step has `reached`."""
    step = STEPS[game.scenario.step]
    for slug in side.effects:
        effect = EFFECTS[slug]
        named = slug in side.player.effects or (slug in side.player.technologies and not step.all_technologies)
        if named and reached.isdisjoint(effect.steps):
            left_out_here = not reached.isdisjoint(effect.bears)
            what = " is not used by the solver in " if left_out_here else f" does{NO_PART}"
            game.warn(f"{side.name}’s {effect.name}{what}{step.title}.")
    for slug in side.player.technologies:
        if slug not in EFFECTS and slug not in unit_upgrades() and not step.all_technologies:
            game.warn(f"{side.name}’s {cards()[slug].name} is not used by the solver in {step.title}.")


def _warn_idle_units(game: Game, side: Side, reached: frozenset[str]) -> None:
    """Warn of ships on planets, and of units that make no difference where they are."""
    step = STEPS[game.scenario.step]
    called = _calling(tuple([slug for slug in side.effects if not side.declines(slug)]), reached)
    areas = {SPACE: side.player.space, ADJACENT: side.player.adjacent, **side.player.planets}
    there = [(place, kind, count) for place, counts in areas.items() for kind, count in counts.items() if count]
    for place, kind, count in there:
        unit = side.units[kind]
        if place not in (SPACE, ADJACENT) and unit.is_ship and step.involves((SPACE_COMBAT,)):
            game.warn(
                f"Assumed: {side.name}’s {unit.name} on {planet_name(place)} takes no part in a space combat; the "
                "rules do not say whether it does. If your group lets it fight, enter it in the space area."
            )
        if not _has_a_part(game, side, unit, place, called):
            where = {SPACE: "in the space area", ADJACENT: "in adjacent systems"}.get(place, f"on {planet_name(place)}")
            verb = "does" if count == 1 else "do"
            short = place == ADJACENT and unit.space_cannon and step.involves((SPACE_CANNON_OFFENSE,))
            why = ": Space Cannon cannot reach the active system from there" if short else ""
            which = count_of_type(count, unit.name).removeprefix("1 ")
            game.warn(f"{side.name}’s {which} {where} {verb}{NO_PART}{step.title}{why}.")


def _why_not_held(side: Side, slug: str) -> str:
    """Say why an effect that a player names is not the player's, "" where the reader knows."""
    effect = EFFECTS[slug]
    if effect.card and any(EFFECTS[other].card == effect.card for other in side.effects):
        ability = effect.kind == FACTION_ABILITY
        return (
            "is another use of an ability that you already entered"
            if ability
            else "is the same card as another one of theirs"
        )
    return "is not in force, because a law has taken that unit’s text away" if effect.unit else ""


def _has_a_part(game: Game, side: Side, unit: Unit, place: str, called: Sequence[Callable[[Unit], bool]]) -> bool:
    """Tell whether units of a kind have a part in the step where they stand; some effects have `called` for units."""
    step = STEPS[game.scenario.step]
    area = place if place in (SPACE, ADJACENT) else "planets"
    if _is_asked_for(step, side, unit, area, called):
        return True
    if area == "planets" and _matters_on_planet(game, side, unit, place):
        return True
    if place == SPACE and unit.move is not None and step.involves((SPACE_COMBAT,)):
        return True  # it retreats, or is destroyed where its owner has lost
    if side.policy.retreat and unit.type in side.policy.retreat.takes.get(place, ()):
        return True
    return place != ADJACENT and _acts_by_text(step, side, unit)


def _is_asked_for(step: Step, side: Side, unit: Unit, area: str, called: Sequence[Callable[[Unit], bool]]) -> bool:
    """Tell whether the step itself counts units there, or an effect in play calls for them."""
    own = [offer for offer in step.offers if offer.role == side.role]  # none: the step needs none of the player's units
    wanted = [offer for offer in own if offer.area == area]
    if any(offer.units(unit) for offer in wanted):
        return True
    return bool(wanted or not own or area != SPACE) and any(asks(unit) for asks in called)


def _matters_on_planet(game: Game, side: Side, unit: Unit, planet: str) -> bool:
    """Tell whether units matter where they are by what they hold, by how they came there, or to who lands there."""
    step = STEPS[game.scenario.step]
    fighters = game.assumes("capacity") != IGNORED and side.player.space.get("fighter")
    if fighters and unit.holds_fighters:
        return True  # it has room for them
    if lands(side, unit, step.slug):
        return True  # where it could not have landed, the step refuses it
    beside = side.player.planets.get(planet, {}).items()
    guarded = any(count and side.units[kind].is_ground_force for kind, count in beside)
    if unit.is_structure and not guarded and side.index:
        return step.involves((SPACE_CANNON_DEFENSE,))  # who lands destroys it
    return False


def _acts_by_text(step: Step, side: Side, unit: Unit) -> bool:
    effects = [EFFECTS[slug] for slug in side.effects]
    return any(unit.slug in (one.slug, one.unit) and step.involves(one.steps) for one in effects)
