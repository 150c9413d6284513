"""The chance of winning: what advice is about, for each step that has a winner."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from mecatol.domain.steps import GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.errors import fault
from mecatol.game.limits import exceeded_limits
from mecatol.game.model import Game
from mecatol.game.state import State
from mecatol.preparing.prepare import prepare
from mecatol.probability.limits import SECONDS, time_limit
from mecatol.rules.capacity.carrying import exceeded_at_start
from mecatol.rules.landing.invasion import landing_plan, landing_planets, takes
from mecatol.scenario.assumptions import ASSUMPTIONS, ENFORCED, IGNORED
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS
from mecatol.solution.model import Solution

WON = (SPACE_COMBAT, GROUND_COMBAT, INVASION, TACTICAL_ACTION)
"""The steps that somebody wins."""
EACH = 10.0
"""Seconds that each of many cases may take, where hundreds are tried."""


type Stakes = Mapping[str, tuple[str, ...]]
"""The planets by which the chance of winning is measured, by player; none at all: it goes to who is left alone."""


def stakes(scenario: object) -> Stakes:
    """Return what a battle is about: variations of it are measured by the same, so that they can be compared.

    Raises ScenarioError for a scenario with faults.
    """
    return _stakes(prepare(read(scenario)))


def _stakes(game: Game) -> Stakes:
    if game.scenario.step not in (INVASION, TACTICAL_ACTION):
        return {}
    there = landing_planets(game)
    if not there or (game.scenario.step == TACTICAL_ACTION and not _lands(game, there)):
        return {}
    stakes = {}
    for side in game.sides:
        own = tuple(planet for planet in there if side.index and game.start.at(side.index, planet))
        stakes[side.name] = own or tuple(there)
    return stakes


def _lands(game: Game, planets: list[str]) -> bool:
    """Tell whether the active player has anybody who could take one of these planets."""
    aboard = game.sides[0].player.space
    landing = any(count and aboard.get(kind) for plan in landing_plan(game).values() for kind, count in plan.items())
    return landing or any(game.start.at(0, planet) for planet in planets)


def kept(scenario: object) -> frozenset[str]:
    """Return the assumptions of a scenario whose limits its units keep: variations of it have to keep them too.

    Raises ScenarioError for a scenario with faults.
    """
    game = prepare(read(scenario))
    over = {one.assumption for one in (*exceeded_limits(game.sides, game.scenario.system), *exceeded_at_start(game))}
    return frozenset(ASSUMPTIONS) - over


def chances(
    scenario: object, seconds: float = SECONDS, of: Stakes | None = None, keeping: Collection[str] = ()
) -> dict[str, float]:
    """Return each player's chance of winning, by name, in 0..1.

    A combat is won by who is left alone; an invasion, and a tactical action in which somebody could land, by who holds
    the planet at the end: of several planets it is the share that the active player takes on average, of as many as
    are at stake, and for another player the share of those with the player's units that are not taken. `of` says what
    is at stake where it is not this scenario that says so. Raises ScenarioError for what cannot be solved, for what
    goes over a limit of `keeping` (see `kept`), for a step that nobody wins, and for an invasion without a planet to
    take; LimitError where it takes more than so many seconds.
    """
    return measured(scenario, seconds, of, keeping)[0]


def measured(
    scenario: object, seconds: float = SECONDS, of: Stakes | None = None, keeping: Collection[str] = ()
) -> tuple[dict[str, float], dict[str, float]]:
    """Return each player's chance of winning, and the resources that each loses on average; see `chances`."""
    told = read(scenario)
    told = replace(
        told, assume={**told.assume, **{one: ENFORCED for one in keeping if told.assume.get(one) != IGNORED}}
    )
    game = prepare(told)
    step = game.scenario.step
    if step not in WON:
        titles = ", ".join(STEPS[slug].title for slug in WON)
        raise fault("step", f"{STEPS[step].title} has no winner; advice is given for {titles}", step)
    of = _stakes(game) if of is None else of
    if step == INVASION and not of:
        raise fault("players", "nobody can win here: name a planet that the active player could take")
    with time_limit(seconds):
        solution = STEPS[step].solve(game)
        return _won(game, solution, of), {name: float(cost) for name, cost in solution.expected_cost.items()}


def _won(game: Game, solution: Solution, of: Stakes) -> dict[str, float]:
    names = [side.name for side in game.sides]
    if solution.winner:
        return {name: float(solution.winner.get(name, 0)) for name in names}
    if of:
        return _held(game, solution, of)
    present = [_fights(game, index) for index in range(len(names))]
    won = dict.fromkeys(names, 0.0)
    for chance, state in _ends(game, solution):
        left = [name for name, test in zip(names, present, strict=True) if test(state)]
        if len(left) == 1:
            won[left[0]] += chance
    return won


def _held(game: Game, solution: Solution, of: Stakes) -> dict[str, float]:
    """Return the share of the planets at stake that the active player takes, and what others keep of theirs."""
    active, reached = game.sides[0].name, landing_planets(game)
    ends = _ends(game, solution)
    taken = {}
    for planet in dict.fromkeys(chain(reached, *of.values())):
        test = takes(game, planet)
        taken[planet] = sum(chance for chance, state in ends if test(state))
    held = {}
    for name, planets in of.items():
        if name == active:
            held[name] = sum(taken.values()) / max(len(reached), len(planets))
        else:
            held[name] = 1 - sum(taken[planet] for planet in planets) / len(planets)
    return held


def _ends(game: Game, solution: Solution) -> list[tuple[float, State]]:
    """Return the positions in which it may end, with their probabilities."""
    none = (0,) * len(game.sides)
    ends = []
    for chance, holdings in solution.outcomes:
        players = tuple(holdings[side.name] for side in game.sides)
        ends.append((float(chance), State(players, (), none)))
    return ends


def _fights(game: Game, index: int) -> Callable[[State], Any]:
    """Return the test whether a player has something left that fights in the step."""
    side = game.sides[index]
    if game.scenario.step != GROUND_COMBAT:
        return side.has_ships
    return lambda state: any(s.unit in side.ground_forces for _, there in state.players[index].planets for s in there)
