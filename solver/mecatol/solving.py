"""Solving a scenario: the one function that everything else is about."""

from __future__ import annotations

from mecatol.choices.cards import in_best_ways
from mecatol.choices.losses import searched_within
from mecatol.choices.orders import in_orders
from mecatol.choices.timing import in_best_round
from mecatol.choices.told import tell
from mecatol.errors import fault, number_within, shown
from mecatol.game.model import Game
from mecatol.given import Battle, battle_of
from mecatol.preparing.prepare import prepare
from mecatol.probability.limits import POSITIONS, SECONDS, time_limit
from mecatol.scenario.step import STEPS
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
    if not isinstance(exact, bool):
        raise fault("exact", f"is {shown(exact)}; give True for fractions or False for decimals", exact)
    seconds = number_within("seconds", seconds, "a number of seconds, 0 or more, or math.inf")
    positions = number_within("positions", positions, "a whole number, 1 or more, or math.inf", 1, whole=True)
    patience = seconds / 2
    if searching is not None:
        patience = number_within("searching", searching, "a number of seconds, 0 or more, math.inf, or None")
    with time_limit(seconds, positions):
        battle = battle_of(scenario)
        game = prepare(battle.scenario, exact)
        solution = in_orders(
            game, lambda ready: in_best_ways(ready, lambda one: searched_within(patience, one, _solved))
        )
    tell(game, solution)
    solution.cite_only(game.edition)
    if game.scenario.ask and not solution.chances:
        solution.warnings.append(f"`ask` was ignored: {STEPS[game.scenario.step].title} has no chances to work out.")
    solution.warnings[:0] = battle.notes
    return solution


def _solved(game: Game) -> Solution:
    try:
        return in_best_round(game, STEPS[game.scenario.step].solve)
    finally:
        game.memory.forget()
