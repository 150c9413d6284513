"""Unit abilities that roll dice: the units that can use them, their dice, and the effects on those dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mecatol.domain import rulings
from mecatol.domain.counts import count_of_type
from mecatol.domain.editions import BASE
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import ABILITIES, Unit
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, acting, opened
from mecatol.game.state import State, stack
from mecatol.probability.dice import Dice
from mecatol.rules.rolls.windows import BeforeRoll, BeforeUse, GatherDice, ReadResults

_OF_NO_TYPE = Unit(slug="", name="", type="", edition=BASE)
"""What an effect that uses a unit ability itself counts as: a unit that is of no type."""


def barring(moment: Moment, unit: Unit) -> Actor[BeforeUse] | None:
    """Return the effect that forbids a unit the ability that the moment is about, None if nothing does."""
    return next(
        (actor for actor in opened(moment, BeforeUse) if actor.window.act(actor.moment, actor.owner, unit)), None
    )


def has_lost(moment: Moment, ability: str, unit: Unit) -> bool:
    """Tell whether an effect has taken an ability of `mecatol.domain.units` away from a unit of the moment's player."""
    return any(
        held.window.loses
        and acting(moment, held)
        and held.window.act(moment.shown_to(held.window)._replace(ability=ability), held.side.index, unit)
        for held in moment.game.windows(moment.step, BeforeUse)
    )


def can_use(moment: Moment, unit: Unit) -> bool:
    """Tell whether no effect forbids a unit the ability that the moment is about."""
    if actor := barring(moment, unit):
        actor.note()
    return actor is None


def that_can_be_used(moment: Moment, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Return the dice of those of the player's units that no effect forbids the ability."""
    barring = list(opened(moment, BeforeUse))
    if not barring:
        return dice
    units, left = moment.game.sides[moment.player].units, []
    for d in dice:
        actor = next((actor for actor in barring if actor.window.act(actor.moment, actor.owner, units[d.unit])), None)
        if actor:
            actor.note()
        else:
            left.append(d)
    return tuple(left)


def can_be_lent(moment: Moment, unit: Unit) -> bool:
    """Tell whether a unit may use the ability as if it had it: yes if it has lost it, no if it cannot use it."""
    for actor in opened(moment, BeforeUse):
        if not actor.window.loses and actor.window.act(actor.moment, actor.owner, unit):
            actor.note()
            return False
    return True


def can_use_without_unit(moment: Moment) -> bool:
    """Tell whether an effect can use the ability itself: what keeps every unit from it keeps the effect from it."""
    return can_use(moment, _OF_NO_TYPE)


def spend(moment: Moment, dice: tuple[Dice, ...]) -> State:
    """Return the position after a roll of these dice: the cards that changed them are spent.

    A card that leaves the dice as they are is not spent, such as one for dice of units where there are none.
    """
    state = moment.state
    acting = [actor for actor in _changing(moment) if actor.effect.spends and _changed(moment, dice, actor) != dice]
    for actor in {(actor.owner, actor.effect.slug): actor for actor in acting}.values():
        state = actor.spent(state)
    return state


def _taking_part(moment: Moment, unit: Unit, count: int, others: int) -> int:
    """Return how many of the units fire: all, or fewer where ruling 49.1 and the policy let the player choose.

    `others` of the same type fire already: a unit that fights with other values is counted separately.
    """
    fire = moment.game.sides[moment.player].policy.fire
    if fire is None:
        return count
    if moment.game.ruling(rulings.ALL_OR_NONE) != "any":
        name = moment.game.sides[moment.player].name
        moment.game.warn(f"{name}’s `fire` counts under the reading `any` of ruling 49.1 only; every unit takes part.")
        return count
    return min(count, fire.get(unit.kind, 0) - others)


def gather(moment: Moment, places: tuple[str, ...]) -> tuple[Dice, ...]:
    """Return the dice that a player rolls for a unit ability with the units in these places.

    Units in adjacent systems take part only where their own text lets them reach the active system.
    """
    side = moment.game.sides[moment.player]
    counts: dict[str, int] = {}
    for place in places:
        for there in moment.state.at(moment.player, place):
            unit = side.units[there.unit]
            value = unit.dice_of(moment.ability)
            if not value or (place == SPACE and unit.is_structure and unit.move is None):
                continue  # a structure that is carried has no unit abilities
            if (place != ADJACENT or value.deep) and can_use(_from(moment, place), unit):
                counts[there.unit] = counts.get(there.unit, 0) + there.total
    dice: list[Dice] = []
    firing: Counter[str] = Counter()
    for unit_type, there_are in counts.items():
        unit = side.units[unit_type]
        value = unit.dice_of(moment.ability)
        if value and (count := _taking_part(moment, unit, there_are, firing[unit.kind])):
            firing[unit.kind] += count
            dice.append(Dice(unit_type, count, count * value.dice, value.value))
    return through_windows(moment, tuple(dice))


def _from(moment: Moment, place: str) -> Moment:
    """Return the moment for units in a place: what forbids an ability here may not reach adjacent systems."""
    return moment._replace(place=ADJACENT) if place == ADJACENT else moment


def through_windows(moment: Moment, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Open the windows before a roll in turn: dice gained, dice added, results modified."""
    if not moment.game.active_effects(moment.step):
        return dice
    acting = _changing(moment)
    found = dice
    for actor in acting:
        if (new := _changed(moment, found, actor)) != found:
            found = new
            actor.note()
    if len(acting) < 2:
        return found
    for owner, number in Counter([actor.owner for actor in acting]).items():
        if number > 1 and owner not in moment.game.orders_tell:
            other = dice
            for actor in _reversed(acting, owner):
                other = _changed(moment, other, actor)
            if Counter(other) != Counter(found):
                moment.game.order_tells(owner)
    return found


type _Changing = Actor[GatherDice] | Actor[BeforeRoll] | Actor[ReadResults]


def _changing(moment: Moment) -> list[_Changing]:
    """Return the effects that may change the dice of a roll, in turn.

    Where their owner chooses the unit once all else has changed its rolls, they come after that, further dice first.
    """
    found: list[_Changing] = [*opened(moment, GatherDice), *opened(moment, BeforeRoll), *opened(moment, ReadResults)]
    return sorted(found, key=_late)


def _late(actor: _Changing) -> int:
    """Return how late an effect changes the dice: its owner's order moves those that only read results."""
    if not actor.window.last:
        return 0
    if isinstance(actor.window, BeforeRoll):
        return 1
    return 0 if actor.effect.slug in actor.side.policy.ordered else 2


def _changed(moment: Moment, dice: tuple[Dice, ...], actor: _Changing) -> tuple[Dice, ...]:
    """Return the dice of a roll after one effect."""
    if not isinstance(actor.window, GatherDice):
        return actor.window.act(actor.moment, actor.owner, dice)
    granted = actor.window.act(actor.moment, actor.owner)
    return dice + tuple(usable for d in granted for usable in _usable(moment, d))


def _usable(moment: Moment, d: Dice) -> tuple[Dice, ...]:
    """Return the granted dice that can be rolled: all, none, or those of units next door that nothing forbids it."""
    if not d.unit:
        return (d,) if not d.of_a_unit or can_use_without_unit(moment) else ()
    unit = moment.game.sides[moment.player].units[d.unit]
    if can_use(moment, unit):
        return (d,)
    near = min(d.units, stack(moment.state.at(moment.player, ADJACENT), d.unit).total)
    if not (near and can_use(_from(moment, ADJACENT), unit)):
        return ()
    return (d._replace(units=near, dice=d.dice // d.units * near),)


def _reversed(acting: Sequence[_Changing], owner: int) -> list[_Changing]:
    """Return effects with one player's in the opposite order within each kind of window."""
    found = list(acting)
    for kind in (GatherDice, BeforeRoll, ReadResults):
        places = [i for i, actor in enumerate(acting) if actor.owner == owner and isinstance(actor.window, kind)]
        for place, other in zip(places, reversed(places), strict=True):
            found[place] = acting[other]
    return found


def describe(moment: Moment, dice: tuple[Dice, ...]) -> str:
    """Say in words what is rolled, such as "Blue rolls 2 dice for Space Cannon: 2 PDS I (2 dice, 6 or more)"."""
    side = moment.game.sides[moment.player]
    parts = []
    for d in dice:
        need = d.value - d.modifier
        rolled = f"{d.dice} {'die' if d.dice == 1 else 'dice'}"
        who = count_of_type(d.units, side.units[d.unit].name) if d.unit else "an effect"
        hit = "always hit" if need <= 1 else "cannot hit" if need > 10 else f"{need} or more"
        parts.append(f"{who} ({rolled}, {hit})")
    total = sum(d.dice for d in dice)
    return (
        f"{side.name} rolls {total} {'die' if total == 1 else 'dice'} for {ABILITIES.get(moment.ability, 'combat')}: "
        f"{', '.join(parts)}."
    )
