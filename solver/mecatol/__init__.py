"""Exact odds for Twilight Imperium: Fourth Edition, with the clause behind every step.

`solve` takes a scenario and returns a solution; everything else here describes what may be asked.
"""

from __future__ import annotations

from importlib import import_module

from mecatol import at_start as _at_start  # before all that takes time

if _at_start.is_program():
    import_module("mecatol.options").answers_at_once()

from mecatol import declared as _declared  # loads all that is declared, before anything looks at it
from mecatol import forms
from mecatol.domain.editions import EDITIONS
from mecatol.domain.rulings import RULINGS, Ruling
from mecatol.effects.model import EFFECTS, Effect
from mecatol.errors import LimitError, Problem, ScenarioError, fault, number_within, shown
from mecatol.game.model import Game
from mecatol.game.prepare import prepare
from mecatol.probability.limits import POSITIONS, SECONDS, time_limit
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.reading import read, schema
from mecatol.scenario.step import STEPS, Step
from mecatol.solution.model import Solution
from mecatol.solution.orders import in_orders
from mecatol.solution.stopped import searched_within
from mecatol.solution.told import tell
from mecatol.solution.ways import in_best_ways

__all__ = [
    "EDITIONS",
    "EFFECTS",
    "RULINGS",
    "STEPS",
    "Effect",
    "LimitError",
    "Player",
    "Problem",
    "Ruling",
    "Scenario",
    "ScenarioError",
    "Solution",
    "Step",
    "clauses_cited",
    "forms",
    "read",
    "schema",
    "solve",
]

del _at_start, _declared, import_module


def solve(
    scenario: object,
    exact: bool = False,
    seconds: float = SECONDS,
    positions: float = POSITIONS,
    searching: float | None = None,
) -> Solution:
    """Solve a scenario: one made in code, or plain data as read from JSON or YAML.

    `seconds` is how long it may take, a minute unless the caller names another time, and `positions` how many a step
    may reach, for which there must be memory: a million, one or two gigabytes. Either may be `math.inf`. `searching` is
    how much work a search for the best losses may take before a named policy takes its place, with a warning: what a
    quiet machine does in so many seconds, half of `seconds` unless named. It is counted, so that the answer does not
    depend on how busy the machine is.

    Probabilities are floats in 0..1 that sum to 1 within 1e-12, or Fractions when `exact`.
    Raises ScenarioError, whose `problems` name field, value and what is allowed, and LimitError (a ScenarioError)
    for a scenario that takes more than that.
    """
    if not isinstance(exact, bool):
        raise fault("exact", f"is {shown(exact)}; give True for fractions or False for decimals", exact)
    seconds = number_within("seconds", seconds, "a number of seconds, 0 or more, or math.inf")
    positions = number_within("positions", positions, "a whole number, 1 or more, or math.inf", 1, whole=True)
    patience = seconds / 2
    if searching is not None:
        patience = number_within("searching", searching, "a number of seconds, 0 or more, math.inf, or None")
    with time_limit(seconds, positions):
        game = prepare(read(scenario), exact)
        solution = in_orders(
            game, lambda ready: in_best_ways(ready, lambda one: searched_within(patience, one, _solved))
        )
    tell(game, solution)
    solution.cite_only(game.edition)
    if game.scenario.ask and not solution.chances:
        solution.warnings.append(f"`ask` was ignored: {STEPS[game.scenario.step].title} has no chances to work out.")
    return solution


def _solved(game: Game) -> Solution:
    try:
        return STEPS[game.scenario.step].solve(game)
    finally:
        game.memory.forget()


def clauses_cited() -> dict[str, list[str]]:
    """Return clause ids of the Living Rules Reference 2.0 with the places in the solver that rest on them."""
    from mecatol.domain.clauses import CITED

    cited = {clause: list(places) for clause, places in CITED.items()}
    for effect in EFFECTS.values():
        for clause in effect.clauses:
            cited.setdefault(clause, []).append(f"effect {effect.slug}")
    for ruling in RULINGS.values():
        for clause in ruling.clauses:
            cited.setdefault(clause, []).append(f"ruling {ruling.key}")
    return cited
