"""Unit abilities that roll dice: who can use them, with which dice, and what comes of the hits before assignment."""

from __future__ import annotations

from collections.abc import Iterator

from solver import rulings
from solver.clauses import stands
from solver.dice import Dice
from solver.effects.model import ANYONE, TARGET, USER, Effect, Hits, Moment
from solver.game import Side
from solver.state import ADJACENT, State
from solver.step import STEPS
from solver.units import ABILITIES, Unit


def acting(moment: Moment) -> Iterator[tuple[Side, Effect]]:
    """Yield the effects that bear on a moment: in force, their owner's concern, and not used up."""
    concerned = {USER: moment.player, TARGET: moment.target}
    for side, effect in moment.game.active_effects(moment.step):
        if effect.of != ANYONE and side.index != concerned[effect.of]:
            continue
        if effect.rounds is not None:
            if moment.round > effect.rounds * side.effects[effect.slug]:
                continue
        elif effect.spends and moment.state.used(side.index, effect.slug) >= side.effects[effect.slug]:
            continue
        if effect.needs and (missing := effect.needs(moment, side.index)):
            moment.game.warn(f"{side.name}’s {effect.name} {missing}; it was ignored.")
            continue
        yield side, effect


def _effect_note(moment: Moment, side: Side, effect: Effect) -> tuple[str, str]:
    clauses = [clause for clause in effect.clauses if stands(clause, moment.game.edition)]
    own = [clause for clause in clauses if clause in STEPS[moment.step].clauses]
    return (own or clauses or effect.clauses)[0], f"{side.name}’s {effect.name}: {effect.meaning}"


def note_effect(moment: Moment, side: Side, effect: Effect) -> None:
    """Enter into the trace that an effect acts, under that of its clauses which the step carries out."""
    moment.game.note(*_effect_note(moment, side, effect))


def held_back(moment: Moment, after: State) -> set[tuple[str, str]]:
    """Return the notes of effects that could have been spent between a moment and a later position, and were not."""
    return {
        _effect_note(moment, side, effect)
        for side, effect in moment.game.active_effects(moment.step)
        if effect.spends and after.used(side.index, effect.slug) == moment.state.used(side.index, effect.slug)
    }


def can_use(moment: Moment, unit: Unit) -> bool:
    """Tell whether no effect forbids a unit the ability that the moment is about."""
    for side, effect in acting(moment):
        if effect.forbids and effect.forbids(moment, side.index, unit):
            note_effect(moment, side, effect)
            return False
    return True


def _barred(moment: Moment) -> bool:
    """Tell whether the ability is forbidden to dice that belong to no unit."""
    some_unit = next(iter(moment.game.sides[moment.player].units.values()))
    for side, effect in acting(moment):
        if effect.forbids_all and effect.forbids and effect.forbids(moment, side.index, some_unit):
            note_effect(moment, side, effect)
            return True
    return False


def spend(moment: Moment) -> State:
    """Return the position after a roll was made: the cards that changed its dice are spent."""
    state = moment.state
    for side, effect in acting(moment):
        if effect.spends and (effect.grants or effect.extra_dice or effect.modifies):
            state = state.use(side.index, effect.slug)
    return state


def _taking_part(moment: Moment, unit: Unit, count: int) -> int:
    """Return how many of the units fire: all, or fewer where ruling 49.1 and the policy let the player choose."""
    fire: dict[str, int] | None = moment.game.sides[moment.player].policy.get("fire")
    if fire is None:
        return count
    if moment.game.ruling(rulings.ALL_OR_NONE) != "any":
        name = moment.game.sides[moment.player].name
        moment.game.warn(f"{name}’s `fire` counts under the reading `any` of ruling 49.1 only; every unit takes part.")
        return count
    return min(count, fire.get(unit.type, 0))


def gather(moment: Moment, places: tuple[str, ...]) -> tuple[Dice, ...]:
    """Return the dice that a player rolls for a unit ability with the units in these places.

    Units in adjacent systems take part only where their own text lets them reach the active system.
    """
    game, side = moment.game, moment.game.sides[moment.player]
    counts: dict[str, int] = {}
    for place in places:
        for there in moment.state.at(moment.player, place):
            unit = side.units[there.unit]
            value = unit.dice_of(moment.ability)
            if not value:
                continue
            if place == ADJACENT and not value.deep:
                game.warn(f"{side.name}’s {unit.name} in an adjacent system cannot reach the active system.")
            elif can_use(moment, unit):
                counts[there.unit] = counts.get(there.unit, 0) + there.total
    dice: list[Dice] = []
    for unit_type, there_are in counts.items():
        unit = side.units[unit_type]
        value = unit.dice_of(moment.ability)
        if value and (count := _taking_part(moment, unit, there_are)):
            dice.append(Dice(unit_type, count, count * value.dice, value.value))
    return through_windows(moment, tuple(dice))


def through_windows(moment: Moment, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Open the windows before a roll in turn: dice gained, dice added, results modified."""
    if not moment.game.active_effects(moment.step):
        return dice
    for side, effect in acting(moment):
        if effect.grants:
            units = moment.game.sides[moment.player].units
            granted = effect.grants(moment, side.index)
            allowed = tuple(d for d in granted if (can_use(moment, units[d.unit]) if d.unit else not _barred(moment)))
            if allowed:
                dice += allowed
                note_effect(moment, side, effect)
    for window in ("extra_dice", "modifies"):
        for side, effect in acting(moment):
            hook = getattr(effect, window)
            if hook and (new := hook(moment, side.index, dice)) != dice:
                dice = new
                note_effect(moment, side, effect)
    return dice


def describe(moment: Moment, dice: tuple[Dice, ...]) -> str:
    """Say in words what is rolled, such as "Blue rolls 2 dice for Space Cannon: 2 PDS (2 dice, 6 or more)"."""
    side = moment.game.sides[moment.player]
    parts = []
    for d in dice:
        need = d.value - d.modifier
        rolled = f"{d.dice} {'die' if d.dice == 1 else 'dice'}"
        who = f"{d.units} {side.units[d.unit].name}" if d.unit else "no unit of theirs"
        hit = "always hit" if need <= 1 else "cannot hit" if need > 10 else f"{need} or more"
        parts.append(f"{who} ({rolled}, {hit})")
    total = sum(d.dice for d in dice)
    return (
        f"{side.name} rolls {total} {'die' if total == 1 else 'dice'} for {ABILITIES.get(moment.ability, 'combat')}: "
        f"{', '.join(parts)}."
    )


def hits_after_effects(moment: Moment, produced: int, search: bool) -> list[tuple[Hits, State]]:
    """Open the window before hits are assigned; return the hits to assign and the position, the default first.

    Cards that are spent may be held back: those ways are returned too when `search` is true.
    """
    ways = [(Hits(produced), moment.state)]
    if not produced:
        return ways
    for side, effect in acting(moment):
        if not effect.on_hits:
            continue
        after = []
        for hits, state in ways:
            new = effect.on_hits(moment, side.index, hits)
            if new == hits:
                after.append((hits, state))
                continue
            note_effect(moment, side, effect)
            after.append((new, state.use(side.index, effect.slug) if effect.spends else state))
            if effect.spends and search:
                after.append((hits, state))
        ways = after
    return ways
