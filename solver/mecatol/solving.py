"""Solving a scenario: the one function that everything else is about."""

from __future__ import annotations

from mecatol.choices.best import best
from mecatol.choices.told import complete
from mecatol.given import Battle, allowance, battle_of
from mecatol.preparing.prepare import prepare
from mecatol.probability.limits import POSITIONS, SECONDS, time_limit
from mecatol.solution.model import Solution


def solve(
    scenario: Battle,
    exact: bool = False,
    seconds: float = SECONDS,
    positions: float = POSITIONS,
    searching: float | None = None,
) -> Solution:
    """Solve a battle: in words, made in code as a `Scenario`, or plain data as read from JSON or YAML.

    >>> solve("2 cruisers vs 1 dreadnought").short()
    'Red wins 44.9%, Blue wins 41.1% and it is a draw 14.1% of the time. ...'

    Args:
        scenario: Words such as `"2 cruisers vs 1 dreadnought"`, a link to a calculator, a `Scenario`, or a mapping.
        exact: Whether chances are Fractions. Otherwise they are floats in 0..1 that sum to 1 within 1e-12.
        seconds: How long it may take: a minute unless you name another time, or `math.inf`.
        positions: How many positions a step may reach, for which there must be memory: a million, which is one or two
            gigabytes, or `math.inf`.
        searching: How much work a search for the best losses may take before a named policy takes its place, with a
            warning: what an idle machine does in so many seconds, half of `seconds` unless you name it. Work is
            counted, so that the answer does not depend on how busy the machine is.

    Returns:
        The solution: chances, what is lost, what is left, and the clause behind each step.

    Raises:
        ScenarioError: the battle has faults; `problems` names field, value and what is allowed for each.
        LimitError: a sound battle takes more than `seconds` or `positions`; it is a ScenarioError, too.
    """
    allowed = allowance(exact, seconds, positions, searching)
    with time_limit(allowed.seconds, allowed.positions):
        battle = battle_of(scenario)
        game = prepare(battle.scenario, exact)
        solution = best(game, allowed.patience)
    return complete(game, solution, battle.notes)
