"""The chance of winning: what advice is about, for each step that has a winner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.domain.steps import GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from solver.errors import fault
from solver.game.model import Game
from solver.game.prepare import prepare
from solver.game.state import State
from solver.probability.limits import SECONDS, lasting
from solver.scenario.reading import read
from solver.scenario.step import STEPS
from solver.solution.model import Solution
from solver.steps.invasion import landing_plan, landing_planets, takes

WON = (SPACE_COMBAT, GROUND_COMBAT, INVASION, TACTICAL_ACTION)
"""The steps that somebody wins."""
EACH = 10.0
"""Seconds that each of many cases may take, where hundreds are tried."""


def chances(scenario: object, seconds: float = SECONDS) -> dict[str, float]:
    """Return each player's chance of winning, by name, in 0..1.

    A combat is won by who is left alone; an invasion, and a tactical action in which somebody lands, by who holds the
    planet at the end: of several planets it is the share that is taken on average. Raises ScenarioError for what
    cannot be solved, and for a step that nobody wins; LimitError where it takes more than so many seconds.
    """
    game = prepare(read(scenario))
    step = game.scenario.step
    if step not in WON:
        titles = ", ".join(STEPS[slug].title for slug in WON)
        raise fault("step", f"{STEPS[step].title} has no winner; advice is given for {titles}", step)
    with lasting(seconds):
        return _won(game, STEPS[step].solve(game))


def _won(game: Game, solution: Solution) -> dict[str, float]:
    names = [side.name for side in game.sides]
    if solution.winner:
        return {name: float(solution.winner.get(name, 0)) for name in names}
    if game.scenario.step in (INVASION, TACTICAL_ACTION) and landing_plan(game) and (there := landing_planets(game)):
        tests = [takes(game, planet) for planet in there]
        taken = sum(chance * sum(test(state) for test in tests) for chance, state in _ends(game, solution)) / len(tests)
        return {name: 1 - taken if index else taken for index, name in enumerate(names)}
    present = [_fights(game, index) for index in range(len(names))]
    won = dict.fromkeys(names, 0.0)
    for chance, state in _ends(game, solution):
        left = [name for name, test in zip(names, present, strict=True) if test(state)]
        if len(left) == 1:
            won[left[0]] += chance
    return won


def _ends(game: Game, solution: Solution) -> list[tuple[float, State]]:
    """Return the positions in which it may end, with their probabilities."""
    none = (0,) * len(game.sides)
    return [
        (float(chance), State(tuple(holdings[side.name] for side in game.sides), (), none))
        for chance, holdings in solution.outcomes
    ]


def _fights(game: Game, index: int) -> Callable[[State], Any]:
    """Return the test whether a player has something left that fights in the step."""
    side = game.sides[index]
    if game.scenario.step != GROUND_COMBAT:
        return side.has_ships
    return lambda state: any(s.unit in side.ground_forces for _, there in state.players[index].planets for s in there)
