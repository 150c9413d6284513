"""Declaring a bombardment: which unit fires at which planet, as the scenario says or by default (15.1, 15.1.d)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of_type
from mecatol.domain.steps import BOMBARDMENT_STEP
from mecatol.domain.units import UNIT_TYPES, planet_name
from mecatol.errors import Problem, shown, unknown
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Aim, State
from mecatol.probability.dice import Dice
from mecatol.rules.bombardment.shields import Battery, Permission, Target, batteries, bombarding, can_bombard, targets
from mecatol.rules.bombardment.windows import ActionWithDice
from mecatol.rules.rolls.windows import BeforeRoll, ReadResults
from mecatol.scenario.policy import BEST, CLEAR
from mecatol.solution.model import listed

type Plan = tuple[Aim, ...]


@dataclass(frozen=True)
class Survey:
    """What the active player can declare in a position."""

    game: Game
    state: State
    batteries: Mapping[str, Battery]
    """Units with Bombardment, by type."""
    targets: tuple[Target, ...]
    answers: Mapping[tuple[str, Target], Permission]
    """Whether a type of unit can bombard a target, and why."""
    extras: tuple[InPlay[BeforeRoll], ...]
    """The effects that add a die to the bombardment."""
    round: int = 0
    """The round of ground combat that it follows, 0 where nobody has landed yet."""
    whole: State | None = None
    """The position with those who fight on the planet, for who controls it (`Moment.whole`)."""

    def allowed(self, unit: str) -> list[Target]:
        """Return the targets that a type of unit can bombard."""
        return [target for target in self.targets if self.answers[unit, target].can]

    def open_targets(self) -> list[Target]:
        """Return the targets that any unit can bombard."""
        able = {target for (_, target), answer in self.answers.items() if answer.can}
        return [target for target in self.targets if target in able]

    def taking_part(self, unit: str) -> int:
        """Return how many units of a type bombard: all, unless ruling 49.1 and the policy leave some out."""
        fire = self.game.sides[0].policy.fire
        number = self.batteries[unit].number
        if fire is None or self.game.ruling(rulings.ALL_OR_NONE) != "any":
            return number
        return min(number, fire.get(unit, 0))

    def ground_forces(self, target: Target) -> int:
        """Return how many ground forces a target has."""
        units = self.game.sides[target.player].units
        there = self.state.at(target.player, target.planet)
        return sum(s.total for s in there if units[s.unit].is_ground_force)

    def default_target(self, unit: str) -> Target | None:
        """Return the first target that a type of unit can bombard, one with ground forces if there is any."""
        allowed = self.allowed(unit)
        return next((target for target in allowed if self.ground_forces(target)), allowed[0] if allowed else None)


def survey(game: Game, state: State, round_number: int = 0, whole: State | None = None) -> Survey:
    """Return what the active player can declare in a position, after a round of ground combat if there is one.

    `whole` is the position with those who fight that round, where `state` lacks them.
    """
    found = batteries(game, state)
    at = tuple(targets(game, state))
    answers = {
        (unit, target): can_bombard(bombarding(game, state, 0, *target), battery.unit)
        for target in at
        for unit, battery in found.items()
    }
    extras: dict[str, InPlay[BeforeRoll]] = {}
    for target in at:
        for actor in opened(bombarding(game, state, 0, *target), BeforeRoll):
            extras.setdefault(actor.effect.slug, InPlay(actor.side, actor.effect, actor.window))
    return Survey(game, state, found, at, answers, tuple(extras.values()), round_number, whole)


def _ordered(told: Any, planet: str, seen: Survey) -> Iterator[tuple[Target, int]]:
    """Yield the targets and numbers that a policy names for one planet."""
    here = [target for target in seen.targets if target.planet == planet]
    if isinstance(told, Mapping):
        for target in here:
            if number := told.get(seen.game.sides[target.player].name):
                yield target, number
    elif here and told:
        yield here[0], told


def declared(seen: Survey) -> Plan:
    """Return the units' part of the declaration: what the policy says of a type, the default for the rest.

    With fewer units than the policy counts on, planets come in alphabetical order.
    """
    policy = seen.game.sides[0].policy.bombard
    told: Mapping[str, Any] = policy if isinstance(policy, Mapping) else {}
    plan: Plan = ()
    for unit in seen.batteries:
        left, last = seen.taking_part(unit), seen.default_target(unit)
        for planet, numbers in told.get(unit, {}).items():
            for target, number in _ordered(numbers, planet, seen):
                if seen.answers[unit, target].can and (sent := min(left, number)):
                    plan, left, last = (*plan, Aim(unit, *target, sent)), left - sent, target
        some = unit in told and seen.game.ruling(rulings.ALL_OR_NONE) == "any"
        if left and last and not some:
            plan = (*plan, Aim(unit, *last, left))
    return together(plan)


def together(plan: Plan) -> Plan:
    """Return the plan with the units of one type that fire at one target added up."""
    numbers: dict[tuple[str, str, int], int] = {}
    for aim in plan:
        key = (aim.what, aim.place, aim.player)
        numbers[key] = numbers.get(key, 0) + aim.number
    return tuple(Aim(*key, number) for key, number in numbers.items())


@cites("15.1.b", "15.1.c", "15.1.d")
def dice_at(seen: Survey, plan: Plan, target: Target, state: State | None = None) -> tuple[Moment, tuple[Dice, ...]]:
    """Return the dice that the declared units roll against one target, and the moment of the roll.

    All dice of a unit go there, a further die with those of the unit that rolls it. Effects on combat rolls are no
    part of this.
    """
    moment = bombarding(seen.game, state or seen.state, 0, *target)._replace(round=seen.round, whole=seen.whole)
    here = [aim for aim in plan if (aim.place, aim.player) == target]
    dice = tuple(
        Dice(
            aim.what, aim.number, aim.number * seen.batteries[aim.what].value.dice, seen.batteries[aim.what].value.value
        )
        for aim in here
        if aim.what in seen.batteries
    )
    sent = {aim.what for aim in here}
    for side, effect, window in seen.extras:
        if effect.slug in sent and dice:
            dice = window.act(moment, side.index, dice)
            Actor(moment, side, effect, window).note()
    for actor in opened(moment, ReadResults):
        if (new := actor.window.act(moment, actor.owner, dice)) != dice:
            dice = new
            actor.note()
    return moment, dice


def with_extras(seen: Survey, plan: Plan) -> Plan:
    """Return the plan with a target for each further die: as the policy says, else where it hits most easily."""
    told = seen.game.sides[0].policy.extra_dice
    aimed_at = {(aim.place, aim.player) for aim in plan}
    used = [target for target in seen.targets if target in aimed_at]
    if not used:
        return plan
    with seen.game.silently():
        easiest = max(used, key=lambda target: max(d.chance for d in dice_at(seen, plan, target)[1]))
    for side, effect, _ in seen.extras:
        open_to = [target for target in used if not side.declines(effect.slug, target.planet)]
        wanted = [target for target in open_to if target.planet == told.get(effect.slug)]
        wanted += sorted(open_to, key=lambda target: target != easiest)
        if wanted:
            plan = (*plan, Aim(effect.slug, *wanted[0], 1))
    return plan


def describe(seen: Survey, plan: Plan) -> str:
    """Say a plan in words, such as "Abaddon with 2 Dreadnoughts and the die of Plasma Scoring"."""
    several = [planet for planet, _ in seen.targets]
    by_target: dict[str, list[str]] = {}
    for aim in plan:
        whom = f"{seen.game.sides[aim.player].name}’s units on " if several.count(aim.place) > 1 else ""
        extra = next((effect.name for _, effect, _ in seen.extras if effect.slug == aim.what), None)
        what = f"the die of {extra}" if extra else count_of_type(aim.number, seen.batteries[aim.what].unit.name)
        by_target.setdefault(f"{whom}{planet_name(aim.place)}", []).append(what)
    return listed([f"{target} with {listed(what)}" for target, what in by_target.items()] or ["nothing"])


def _path(game: Game, key: str) -> str:
    """Return where the active player's policy has a key: their own or the scenario's."""
    return f"players.0.policy.{key}" if key in game.sides[0].player.policy else f"policy.{key}"


def problems(seen: Survey) -> Iterator[Problem]:
    """Yield a problem for everything in the active player's declaration that the rules do not allow."""
    game, policy = seen.game, seen.game.sides[0].policy
    planets = list(dict.fromkeys(target.planet for target in seen.targets))
    told = policy.bombard
    if isinstance(told, Mapping):
        for unit, shots in told.items():
            yield from _unlawful_shots(seen, f"{_path(game, 'bombard')}.{unit}", unit, shots, planets)
    if policy.aim.startswith(f"{CLEAR}:") and (planet := policy.aim.removeprefix(f"{CLEAR}:")) not in planets:
        yield unknown(_path(game, "aim"), planet, "planet here with another player's units", planets)
    extras = [effect.slug for _, effect, _ in seen.extras]
    acting = [held.effect.slug for held in game.windows(BOMBARDMENT_STEP, ActionWithDice) if not held.side.index]
    for slug, planet in policy.extra_dice.items():
        where = f"{_path(game, 'extra_dice')}.{slug}"
        if slug in acting:
            if planet not in planets:
                yield unknown(where, planet, "planet here with another player's units", planets)
        elif slug not in extras:
            yield unknown(where, slug, f"effect that adds a die to {game.sides[0].name}’s bombardment", extras)
        elif policy.bombard != BEST and planet not in [used.place for used in declared(seen)]:
            message = (
                f"none of {game.sides[0].name}’s units bombards {shown(planet)}: the die goes with a unit that does"
            )
            yield Problem(where, message, planet)


def _unlawful_shots(
    seen: Survey, where: str, unit: str, shots: Mapping[str, Any], planets: list[str]
) -> Iterator[Problem]:
    """Yield the problems with what the policy says of one type of unit."""
    game, name = seen.game, seen.game.sides[0].name
    if unit not in seen.batteries:
        allowed = ", ".join(seen.batteries) or "none"
        yield Problem(
            where, f"{name} has no {UNIT_TYPES[unit]} with Bombardment here; units that have it: {allowed}", unit
        )
        return
    total = 0
    for planet, numbers in shots.items():
        if planet not in planets:
            yield unknown(f"{where}.{planet}", planet, "planet here with another player's units", planets)
            continue
        here = {game.sides[target.player].name: target for target in seen.targets if target.planet == planet}
        if isinstance(numbers, Mapping):
            yield from (
                unknown(f"{where}.{planet}.{player}", player, f"player with units on {planet}", list(here))
                for player in numbers
                if player not in here
            )
        for target, number in _ordered(numbers, planet, seen):
            total += number
            answer = seen.answers[unit, target]
            if not answer.can:
                free = ", ".join(dict.fromkeys(t.planet for t in seen.allowed(unit))) or "none"
                clauses = ", ".join(answer.clauses)
                message = f"{planet_name(planet)} cannot be bombarded: {answer.text} ({clauses}) Allowed: {free}."
                yield Problem(f"{where}.{planet}", message, number)
    there = seen.batteries[unit].number
    if total > there:
        yield Problem(where, f"sends {total}, but only {there} there", total)
    elif total < there and game.ruling(rulings.ALL_OR_NONE) != "any":
        message = (
            f"sends {total} of {there}; a player who bombards does so with every unit (ruling 49.1, all-or-none). "
            "Decline `bombardment`, or set ruling 49.1 to 'any'"
        )
        yield Problem(where, message, total)
