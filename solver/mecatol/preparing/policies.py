"""Choices of a policy that name what is not there: more units than a player has, a planet or a technology."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mecatol.domain.steps import BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE
from mecatol.domain.units import ABILITIES, PLANETARY_SHIELD, SPACE_CANNON
from mecatol.effects.model import EFFECTS, Effect
from mecatol.errors import Problem, unknown
from mecatol.scenario.step import Step

if TYPE_CHECKING:
    from mecatol.game.model import Side

FIRE, EXTRA_DICE, DECLINE, DECLINE_ON, RETREAT = "fire", "extra_dice", "decline", "decline_on", "retreat"


def told(sides: Sequence[Side], policy: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any, list[Side]]]:
    """Yield what is said under a key: where, what, and who may be meant: one player, or all by the scenario's own."""
    for side in sides:
        if side.player.policy.get(key) is not None:
            yield f"players.{side.index}.policy.{key}", side.player.policy[key], [side]
    if policy.get(key) is not None:
        yield f"policy.{key}", policy[key], list(sides)


def areas(side: Side) -> tuple[Mapping[str, int], ...]:
    """Return a player's units by type in each place here: in space, next door, on every planet."""
    return side.player.space, side.player.adjacent, *side.player.planets.values()


def names_of(sides: Sequence[Side]) -> str:
    """Name the players who may be meant."""
    return " or ".join(side.name for side in sides)


def _number(side: Side, unit: str) -> int:
    """Return how many units of a type a player has, wherever they stand."""
    return sum(counts.get(unit, 0) for counts in areas(side))


def policy_problems(sides: Sequence[Side], policy: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each unit, technology or planet that a policy names and that nobody who may be meant has.

    `policy` is the scenario's own. What the active player may declare in a bombardment is judged there.
    """
    for where, fire, whose in told(sides, policy, FIRE):
        for unit, count in fire.items():
            most = max(_number(side, unit) for side in whose)
            if count > most:
                names = names_of(whose)
                message = f"{count} are to use the ability; {names} has {most} here; at most {most}"
                yield Problem(f"{where}.{unit}", message, count)
    for where, retreat, whose in told(sides, policy, RETREAT):
        for planet, counts in retreat.get("takes", {}).items():
            yield from _not_to_be_taken(f"{where}.takes.{planet}", sides, whose, planet, counts)
    for where, dice, whose in told(sides, policy, EXTRA_DICE):
        owned = [slug for side in whose for slug in side.effects if _adds_a_die(EFFECTS[slug])]
        planets = sorted({planet for side in sides for planet in side.player.planets})
        for slug, planet in dice.items():
            if slug not in owned:
                names = names_of(whose)
                yield unknown(f"{where}.{slug}", slug, f"effect that {names} has for a further die", owned)
            elif planet not in planets:
                yield unknown(f"{where}.{slug}", planet, "planet with units on it here", planets)


def _not_to_be_taken(
    where: str, sides: Sequence[Side], whose: Sequence[Side], planet: str, counts: Mapping[str, int]
) -> Iterator[Problem]:
    """Yield a problem for each type of which a retreat cannot take so many along from a planet."""

    def most(side: Side, unit: str) -> int:
        player = side.player
        alone = not any(any(other.player.planets.get(planet, {}).values()) for other in sides if other is not side)
        controls = alone or planet in player.controls
        able = controls and unit in side.units and side.units[unit].is_ground_force
        return player.planets.get(planet, {}).get(unit, 0) if able else 0

    names = names_of(whose)
    for unit, count in counts.items():
        limit = max(most(side, unit) for side in whose)
        if count > limit:
            message = (
                f"a retreat takes ground forces along from planets that the player controls; {names} has {limit} such "
                "there"
            )
            yield Problem(f"{where}.{unit}", message, count)


def _adds_a_die(effect: Effect) -> bool:
    """Tell whether an effect adds dice to a bombardment."""
    return BOMBARDMENT_STEP in effect.steps and any(window.adds_dice for window in effect.windows)


def declined_in_vain(sides: Sequence[Side], policy: Mapping[str, Any], step: Step) -> Iterator[Problem]:
    """Yield a problem for what nobody can decline, there or on that planet, and for each planet that is not there."""
    for where, slugs, _ in told(sides, policy, DECLINE):
        for index, slug in enumerate(slugs):
            if slug == PLANETARY_SHIELD:
                message = f"{ABILITIES[slug]} is not a choice: it applies as long as the unit is there"
                yield Problem(f"{where}.{index}", message, slug)
    for where, there, whose in told(sides, policy, DECLINE_ON):
        planets = sorted({planet for side in sides for planet in (*side.player.planets, *(side.policy.land or ()))})
        owned = [slug for side in whose for slug in side.effects]
        for planet, slugs in there.items():
            if planet not in planets:
                yield unknown(f"{where}.{planet}", planet, "planet with units on it here", planets)
            for index, slug in enumerate(slugs):
                at = f"{where}.{planet}.{index}"
                if slug == SPACE_CANNON and not step.involves((SPACE_CANNON_DEFENSE,)):
                    message = "Space Cannon Defense is not in this step; `decline` leaves Space Cannon out altogether"
                    yield Problem(at, message, slug)
                elif slug in ABILITIES and slug != SPACE_CANNON:
                    message = f"only Space Cannon is declined planet by planet; `decline` leaves out {ABILITIES[slug]}"
                    yield Problem(at, message, slug)
                elif slug not in ABILITIES and slug not in owned:
                    names = names_of(whose)
                    yield unknown(at, slug, f"effect that {names} has", list(dict.fromkeys(owned)))
