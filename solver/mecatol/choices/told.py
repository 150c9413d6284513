"""What is said beside the answer to a battle once it is known: what is assumed of cards, and what was idle.

An effect that acts says so in the trace, where it happens; one of which the trace knows nothing has changed nothing.
What says nothing when it acts is looked at by itself: what units are, and unit upgrades.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mecatol.domain.counts import in_words
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    ROLL_STEPS,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.domain.units import Unit, unit_of, units
from mecatol.effects.model import EFFECTS, Effect
from mecatol.effects.named import technologies
from mecatol.game.model import Game, Side
from mecatol.game.opening import called
from mecatol.game.waiting import can_wait
from mecatol.game.windows import FleetPool, StructuresAboard, UnitsAre, UnitsBecome
from mecatol.preparing.worded import OLDER_WORDING
from mecatol.rules.capacity.carrying import CARRIED
from mecatol.rules.hits.windows import AfterSustain
from mecatol.scenario.step import STEPS
from mecatol.solution.model import Solution, listed

_AT_ONCE = "it is played at the first chance."
_BATTLES = (*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT, INVASION, TACTICAL_ACTION)
_ABILITIES = {
    ANTI_FIGHTER_BARRAGE_STEP: ("anti_fighter_barrage",),
    SPACE_CANNON_OFFENSE: ("space_cannon",),
    SPACE_CANNON_DEFENSE: ("space_cannon",),
    BOMBARDMENT_STEP: ("bombardment", "planetary_shield"),
}
"""By step: what of a unit may decide it, beside Sustain Damage and combat values."""


def complete(game: Game, solution: Solution, notes: Sequence[str]) -> Solution:
    """Return the solution with what is said beside it; `notes` about a battle in words come first."""
    tell(game, solution)
    solution.cite_only(game.edition)
    if game.scenario.ask and not solution.chances:
        solution.warnings.append(f"`ask` was ignored: {STEPS[game.scenario.step].title} has no chances to work out.")
    solution.warnings[:0] = notes
    return solution


def tell(game: Game, solution: Solution) -> None:
    """Say what the battle takes for granted of what acts in it, and what that a player named finds nothing to do."""
    if game.scenario.step not in _BATTLES:
        return
    trace = [row["text"] for row in solution.trace]
    # That another wording of a card acts says nothing of what it does.
    said = [*trace, *(text for text in solution.warnings if not text.endswith(OLDER_WORDING))]
    solution.warnings.extend(_retreats(game))
    for side in game.sides:
        for effect in [EFFECTS[slug] for slug in side.effects]:
            if any(_speaks_of(text, side, effect) for text in trace):
                solution.warnings.extend(_assumed(game, side, effect))
        for effect in map(EFFECTS.__getitem__, _named(side)):
            if not (any(_speaks_of(text, side, effect) for text in said) or _changes_units(game, solution, effect)):
                solution.warnings.append(f"{called(side, effect)} finds nothing to do here{_safe(game, side, effect)}.")
        upgrades = [*_upgrades(side)] if side.player.technologies else []
        kinds = _there(game, solution, side) if upgrades else set()
        for name, unit in upgrades:
            if why := _why_idle(game, side, unit, kinds):
                solution.warnings.append(f"{side.name}’s {name} changes nothing here: {why}.")


def taken_for_granted(game: Game) -> Iterator[str]:
    """Yield what a battle that is played out takes for granted: of retreats, and of what may act in it."""
    yield from _retreats(game)
    step = STEPS[game.scenario.step]
    acting = [(side, effect) for side in game.sides for effect in side.active_effects if step.involves(effect.steps)]
    said = [text for side, effect in acting for text in _assumed(game, side, effect)]
    yield from (text for text in said if not text.endswith(_AT_ONCE))
    if any(text.endswith(_AT_ONCE) for text in said):
        yield "The odds assume that each card is played at the first chance, unless it is held back here."


def _assumed(game: Game, side: Side, effect: Effect) -> Iterator[str]:
    """Yield what is taken for granted where an effect acts: of the board, and when its owner plays it."""
    if effect.assumed and not (effect.told_by_tile and game.scenario.system):
        yield f"Assumed for {called(side, effect)}: {effect.assumed}."
    elif can_wait(effect) and _is_named(side, effect) and effect.slug not in side.policy.play:
        yield f"Assumed for {called(side, effect)}: {_AT_ONCE}"


def _is_named(side: Side, effect: Effect) -> bool:
    """Tell whether a player has named an effect."""
    return effect.slug in side.player.effects or effect.slug in side.player.technologies


def _retreats(game: Game) -> Iterator[str]:
    """Yield what is taken for granted of retreats that players announce."""
    if STEPS[game.scenario.step].involves((SPACE_COMBAT,)):
        for side in game.sides:
            if side.policy.retreat and side.player.space:
                yield can_leave(side)


def can_leave(side: Side) -> str:
    """Say that a player who announces a retreat is taken to have somewhere to go."""
    return f"Assumed: {side.name} has a system to retreat to."


def _named(side: Side) -> Iterator[str]:
    """Yield the effects in force that a player named, those aside that the player declines or that speak elsewhere."""
    for slug in side.effects:
        wordless = any(isinstance(window, FleetPool | StructuresAboard) for window in EFFECTS[slug].windows)
        if _is_named(side, EFFECTS[slug]) and not wordless and not side.declines(slug):
            yield slug


def _speaks_of(text: str, side: Side, effect: Effect) -> bool:
    """Tell whether a sentence names an effect of a player's."""
    return effect.name in text and (called(side, effect) in text or side.name in text)


def _there(game: Game, solution: Solution, side: Side) -> set[str]:
    """Return the types of unit that a player has here at first or in the end."""
    name = side.name
    left = {holdings[name] for _, holdings in solution.outcomes}  # those of the other side make many outcomes of one
    found = set(game.start.players[side.index].counts())
    for holdings in left:
        found.update(holdings.counts())
    return {side.units[kind].kind for kind in found if kind in side.units}


def _changes_units(game: Game, solution: Solution, effect: Effect) -> bool:
    """Tell whether an effect changes what a unit is that anybody has here."""
    for window in effect.acts_in(UnitsAre):
        for side in game.sides:
            player = side.player
            for kind in _there(game, solution, side):
                printed = unit_of(kind, player.faction, player.technologies, game.edition)
                if printed and window.act(printed) != printed:
                    return True
    return False


def _safe(game: Game, side: Side, effect: Effect) -> str:
    """Say why a card such as Direct Hit meets no ship that it could destroy, "" where that is not why it is idle."""
    if not any(window.for_ships for window in effect.acts_in(AfterSustain)):
        return ""
    there: list[Unit] = []
    for other in game.sides:
        kinds = game.start.players[other.index].counts() if other is not side else {}
        there += [other.units[kind] for kind in kinds if kind in other.units]
    sustaining = [unit for unit in there if unit.is_ship and unit.sustain_damage]
    if not sustaining:
        return ": no ship of its opponent has Sustain Damage"
    if all(unit.direct_hit_immune for unit in sustaining):
        return f": {listed([unit.name for unit in sustaining])} cannot be destroyed by it"
    return ""


def _upgrades(side: Side) -> Iterator[tuple[str, Unit]]:
    """Yield each of a player's unit upgrades by name, with the unit that it gives."""
    for slug in side.player.technologies:
        own = [unit for unit in units().values() if unit.technology == slug]
        yield from ((technologies()[slug], unit) for unit in own if side.units.get(unit.type) in own)


def _why_idle(game: Game, side: Side, unit: Unit, kinds: set[str]) -> str:
    """Say why an upgrade of a unit does nothing in a battle, "" where it may do something."""
    if unit.type not in kinds:
        return f"they have no {in_words(unit.type, 1)} here"
    before = units().get(unit.upgrade_of or "")
    if before is None or any(getattr(before, name) != getattr(unit, name) for name in _deciding(game, side, unit)):
        return ""
    if any(effect.unit == unit.slug for effect in side.active_effects):
        return ""
    carries = (before.capacity, before.excess_fleet_pool, before.holds_fighters) != (
        unit.capacity, unit.excess_fleet_pool, unit.holds_fighters,
    )  # fmt: skip
    if carries and kinds & {*CARRIED}:
        return ""
    others = [effect for other in game.sides if other is not side for effect in other.active_effects]
    answered = any(window.answers_sustain for effect in others for window in effect.windows)
    if before.direct_hit_immune != unit.direct_hit_immune and answered:
        return ""
    return "what it changes about the unit does not come up"


def _deciding(game: Game, side: Side, unit: Unit) -> Iterator[str]:
    """Yield the values of a unit that may decide the battle."""
    step = STEPS[game.scenario.step]
    yield from ("type", "sustain_damage")
    for part, names in _ABILITIES.items():
        yield from names if step.involves((part,)) else ()
    in_space = unit.is_ship or any(effect.acts_in(UnitsBecome) for effect in side.active_effects)
    fights = (in_space and step.involves((SPACE_COMBAT,))) or (unit.is_ground_force and step.involves((GROUND_COMBAT,)))
    if fights:
        yield "combat"
