"""Choices of a policy that change nothing: each is said beside the answer, and none is dropped in silence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    DEPLOY_STEP,
    GROUND_COMBAT,
    HIT_STEPS,
    PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
)
from mecatol.domain.units import (
    ABILITIES,
    ANTI_FIGHTER_BARRAGE,
    BOMBARDMENT,
    DEPLOY,
    PLANETARY_SHIELD,
    PRODUCTION,
    SPACE_CANNON,
    SUSTAIN_DAMAGE,
    UNIT_TYPES,
)
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.preparing.policies import areas, names_of, told
from mecatol.scenario.policy import CHOICES, ChoiceField, NamedThing
from mecatol.scenario.step import Step

if TYPE_CHECKING:
    from mecatol.game.model import Game, Side

_USED_IN: Mapping[str, Collection[str]] = {
    SPACE_CANNON: (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
    BOMBARDMENT: (BOMBARDMENT_STEP,),
    ANTI_FIGHTER_BARRAGE: (ANTI_FIGHTER_BARRAGE_STEP,),
    SUSTAIN_DAMAGE: HIT_STEPS,
    PRODUCTION: (PRODUCTION_STEP,),
    DEPLOY: (DEPLOY_STEP, GROUND_COMBAT),
}
"""The steps in which a unit ability is used, by slug."""
_ROLLED = (SPACE_CANNON, BOMBARDMENT, ANTI_FIGHTER_BARRAGE)


def ignored_choices(game: Game, step: Step, reached: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each choice that changes nothing; effects act where the step has `reached`."""
    sides, policy = game.sides, game.scenario.policy
    policies = [policy, *(side.player.policy for side in sides)]
    keys = dict.fromkeys(key for said in policies for key in said)
    cards = _cards()
    for key in keys:
        choice = CHOICES[key]
        for where, said, whose in told(sides, policy, key):
            ignored = f"`{where}` was ignored: it is"
            if not said and choice.empty_says_nothing:
                continue
            if key in cards and not any(slug in side.effects for side in whose for slug in cards[key]):
                yield f"{ignored} for {' or '.join(cards[key].values())}, which {_without(whose)}."
            elif choice.steps and set(reached).isdisjoint(choice.steps):
                yield f"{ignored} about {choice.about}, which {step.title} does not include."
            elif choice.role and whose[0].index:
                yield f"{ignored} about {choice.about}, which {sides[0].name} decides, not {whose[0].name}."
            else:
                yield from _in_part(game, choice, where, said, whose, reached)


@cache  # every game asks, and goes through all effects; packs that come or go clear it
def _cards() -> dict[str, dict[str, str]]:
    """Return the effects that choices are for, by key: slug to name."""
    found: dict[str, dict[str, str]] = {}
    for slug, effect in EFFECTS.items():
        if effect.choice:
            found.setdefault(effect.choice, {})[slug] = effect.name
    return found


def _in_part(
    game: Game, choice: ChoiceField, where: str, said: Any, whose: Sequence[Side], reached: Collection[str]
) -> Iterator[str]:
    """Yield a sentence for each part of a choice that counts in the step, and that changes nothing all the same."""
    if choice.needs and (lacking := _lacking(whose, choice.needs, reached)):
        yield f"`{where}` was ignored: {lacking}."
    elif choice.only_with and getattr(game.sides[0].policy, choice.only_with[0]) != choice.only_with[1]:
        other = ": ".join(choice.only_with)
        yield f"`{where}` was ignored: it is what `{other}` is for, and nothing is searched here."
    elif choice.names in _NOT_THERE:
        yield from _NOT_THERE[choice.names](Told(game, where, said, whose, reached))


class Told(NamedTuple):
    """What a warning says about a choice, and who may be meant."""

    game: Game
    where: str
    said: Any
    whose: Sequence[Side]
    reached: Collection[str]
    """The steps that are reached."""


def _unused(told: Told) -> Iterator[str]:
    """Yield a sentence for each ability or effect that is declined and that nobody could use anyway."""
    for slug in told.said:
        if why := _declined(slug, told.whose, told.reached):
            yield f"`{slug}` in `{told.where}` was ignored: {why}."


def _unused_on_planets(told: Told) -> Iterator[str]:
    """Yield the same of effects that are declined on one planet."""
    for planet, slugs in told.said.items():
        for slug in slugs:
            if slug not in ABILITIES and (why := _declined(slug, told.whose, told.reached)):
                yield f"`{slug}` in `{told.where}.{planet}` was ignored: {why}."


def _cards_not_there(told: Told) -> Iterator[str]:
    """Yield a sentence for each card that nobody has."""
    for slug in told.said:
        if not any(slug in side.effects or slug in side.player.technologies for side in told.whose):
            yield f"`{told.where}.{slug}` was ignored: it is for {_name(slug)}, which {_without(told.whose)}."


def _nobody_lands(told: Told) -> Iterator[str]:
    """Yield a sentence where the scenario names a type of ground force that is not in space."""
    if not (kind := told.said.get("unit")):
        return
    landing = [side for side in told.whose if side.player.space.get(kind) and side.units[kind].is_ground_force]
    if not landing:
        yield f"`{told.where}.unit` was ignored: {names_of(told.whose)} has no such ground force in space."


def _units_not_there(told: Told, having: Sequence[Side]) -> Iterator[str]:
    """Yield a sentence for each type of unit that none of these players has here."""
    kinds = {kind for side in having for kind in _kinds(side)}
    for kind in told.said:
        if kind not in kinds:
            yield f"`{kind}` in `{told.where}` was ignored: {names_of(having)} has no {UNIT_TYPES[kind].lower()} here."


def _units_of_others(told: Told) -> Iterator[str]:
    """Yield the same of units of other players; where anybody may be meant, of everybody's."""
    others = [side for side in told.game.sides if len(told.whose) > 1 or side is not told.whose[0]]
    return _units_not_there(told, others)


_NOT_THERE: Mapping[NamedThing, Callable[[Told], Iterator[str]]] = {
    NamedThing.UNUSED: _unused,
    NamedThing.UNUSED_ON_PLANETS: _unused_on_planets,
    NamedThing.ROLLING_UNITS: lambda told: _unarmed(told.where, told.said, told.whose, told.reached),
    NamedThing.CARDS: _cards_not_there,
    NamedThing.LANDING_UNIT: _nobody_lands,
    NamedThing.OWN_UNITS: lambda told: _units_not_there(told, told.whose),
    NamedThing.UNITS_OF_OTHERS: _units_of_others,
}
"""By what a choice names: how it is said that this is not there."""


def _name(slug: str) -> str:
    return EFFECTS[slug].name if slug in EFFECTS else technologies()[slug]


def _without(whose: Sequence[Side]) -> str:
    return f"{whose[0].name} does not have" if len(whose) == 1 else "nobody here has"


def _kinds(side: Side) -> dict[str, None]:
    """Return the types of unit that a player has here."""
    return {kind: None for there in areas(side) for kind, count in there.items() if count}


def _gives(side: Side, reached: Collection[str]) -> bool:
    """Tell whether an effect of a player's may give a unit ability, or roll the dice of one without a unit."""
    acting = [EFFECTS[slug] for slug in side.effects if not set(reached).isdisjoint(EFFECTS[slug].steps)]
    return any(window.gives_abilities for effect in acting for window in effect.windows)


def _lacking(whose: Sequence[Side], ability: str, reached: Collection[str]) -> str:
    """Say why nobody meant can use a unit ability; "" where somebody can."""
    able = [side for side in whose if not (side.index and ability == BOMBARDMENT)]
    if not able:
        return f"{names_of(whose)} does not bombard; the active player does"
    having = any(side.units[kind].has(ability) for side in able for kind in _kinds(side))
    given = having or any(_gives(side, reached) for side in able)
    return "" if given else f"{names_of(able)} has no unit with {ABILITIES[ability]} here"


def _declined(slug: str, whose: Sequence[Side], reached: Collection[str]) -> str:
    """Say why nobody meant could use an ability or effect in the step anyway; "" where somebody could."""
    if slug == PLANETARY_SHIELD:
        return ""  # it is refused
    if slug in ABILITIES:
        if set(reached).isdisjoint(_USED_IN[slug]):
            return f"{ABILITIES[slug]} is not used in this step"
        return _lacking(whose, slug, reached)
    if not any(slug in side.effects or slug in side.player.technologies for side in whose):
        return f"{names_of(whose)} does not have {_name(slug)}"
    if slug in EFFECTS and set(reached).isdisjoint(EFFECTS[slug].steps):
        return f"{EFFECTS[slug].name} does nothing in this step"
    return ""


def _unarmed(where: str, fire: Mapping[str, int], whose: Sequence[Side], reached: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each type of unit that is to use an ability and has none to roll for in the step."""
    used = [ability for ability in _ROLLED if not set(reached).isdisjoint(_USED_IN[ability])]
    for kind, count in fire.items():
        rolls = any(
            side.units[kind].has(ability) or _gives(side, reached)
            for ability in used
            for side in whose
            if kind in side.units and not (side.index and ability == BOMBARDMENT)
        )
        if count and not rolls:
            abilities = " or ".join(ABILITIES[ability] for ability in used)
            yield f"`{where}.{kind}` was ignored: it has no {abilities} to use in this step."
