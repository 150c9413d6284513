"""Choices of a policy that name what is not there: more units than a player has, a planet or a technology."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.errors import Problem, unknown
from solver.step import BOMBARDMENT_STEP, Step

if TYPE_CHECKING:
    from solver.game import Side

FIRE, EXTRA_DICE = "fire", "extra_dice"


def _told(sides: Sequence[Side], policy: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any, list[Side]]]:
    """Yield what is said under a key: where, what, and who may be meant: one player, or all by the scenario's own."""
    for side in sides:
        if side.player.policy.get(key) is not None:
            yield f"players.{side.index}.policy.{key}", side.player.policy[key], [side]
    if policy.get(key) is not None:
        yield f"policy.{key}", policy[key], list(sides)


def _number(side: Side, unit: str) -> int:
    """Return how many units of a type a player has, wherever they stand."""
    player = side.player
    return sum(counts.get(unit, 0) for counts in (player.space, player.adjacent, *player.planets.values()))


def policy_problems(sides: Sequence[Side], policy: Mapping[str, Any], step: Step) -> Iterator[Problem]:
    """Yield a problem for each unit, technology or planet that a policy names and that nobody who may be meant has.

    `policy` is the scenario's own. What the active player may declare in a bombardment is judged there.
    """
    for where, fire, whose in _told(sides, policy, FIRE):
        for unit, count in fire.items():
            most = max(_number(side, unit) for side in whose)
            if count > most:
                names = " or ".join(side.name for side in whose)
                message = f"{count} are to use the ability; {names} has {most} here; at most {most}"
                yield Problem(f"{where}.{unit}", message, count)
    for where, dice, whose in _told(sides, policy, EXTRA_DICE):
        if step.involves((BOMBARDMENT_STEP,)) and not whose[0].index:
            continue
        owned = list(dict.fromkeys(slug for side in whose for slug in side.effects))
        planets = sorted({planet for side in sides for planet in side.player.planets})
        for slug, planet in dice.items():
            if slug not in owned:
                names = " or ".join(side.name for side in whose)
                yield unknown(f"{where}.{slug}", slug, f"effect that {names} has", owned)
            elif planet not in planets:
                yield unknown(f"{where}.{slug}", planet, "planet with units on it here", planets)
