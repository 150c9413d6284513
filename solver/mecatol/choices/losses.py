"""Where a search for the best losses takes longer than it may: a named policy in its place, and how good that is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from mecatol.choices.variation import Solve, best_of, with_choice
from mecatol.domain.counts import percent_of
from mecatol.domain.steps import GROUND_COMBAT, SPACE_COMBAT
from mecatol.errors import LimitError
from mecatol.game.model import Game, Side
from mecatol.probability.dice import Number
from mecatol.probability.limits import work_limit
from mecatol.scenario.policy import ASSIGN_POLICIES, ASSIGN_WORDS, BEST
from mecatol.solution.model import Solution, listed

NAMED = [name for name in ASSIGN_POLICIES if name != BEST]
"""The policies that take no search."""
_WON = (SPACE_COMBAT, GROUND_COMBAT)
"""The steps that a player wins."""


def within_patience(seconds: float, game: Game, solve: Solve) -> Solution:
    """Return the solution; where somebody's search for the best losses takes more work, the best of the named policies.

    A warning then says so, and how good that is: what the best losses come to at least; where two search, how often
    each would win with the best losses against the other's named ones, for which half as much work again is granted.
    Raises LimitError where it takes longer than the caller grants, too.
    """
    searching = [side for side in game.sides if side.policy.searches]
    if not searching:  # nothing to give up: no limit on the work beyond the caller's
        return solve(game)
    try:
        with work_limit(seconds):
            return solve(game)
    except LimitError as limit:
        spent = limit.spent  # what was begun is given up with all that it remembers
    variations = (_taking(game, searching, name) for name in NAMED)
    best = best_of(game, variations, solve, lambda solution: _worth(solution, searching[0]))
    solution, named = best.solution, NAMED[best.chosen]
    who = listed([side.name for side in searching])
    words = f"The search for the best losses of {who} was stopped after {spent}."
    if len(searching) == 1:
        solution.warnings.append(f"{words} {_at_least(solution, searching[0], ASSIGN_WORDS[named])}")
    else:
        better = _alone(seconds / 2, game, searching, named, solve)
        said = ["What the best losses of each come to is not known."]
        if any(known is not None for known in better):
            wins = [float(solution.winner[side.name]) for side in searching]
            said = list(map(_each, searching, wins, better))
        who = "both" if len(searching) == 2 else f"all {len(searching)}"
        solution.warnings.append(" ".join([words, f"Here {who} take hits {ASSIGN_WORDS[named]}.", *said]))
    return solution


def _taking(game: Game, searching: Sequence[Side], name: str) -> Game:
    """Return the game anew in which these players take hits by a named policy."""
    for side in searching:
        game = with_choice(game, side, "assign", name)
    return game


def _alone(seconds: float, game: Game, searching: Sequence[Side], name: str, solve: Solve) -> list[Number | None]:
    """Return how often each player wins who alone searches, while the others who would take hits by a named policy.

    None for one whose search takes too long as well, or for a step that nobody wins.
    """
    better: list[Number | None] = [None] * len(searching)
    if game.scenario.step not in _WON:
        return better
    with suppress(LimitError), work_limit(seconds):
        for index, side in enumerate(searching):
            others = [other for other in searching if other is not side]
            better[index] = solve(_taking(game, others, name)).winner[side.name]
    return better


def _worth(solution: Solution, side: Side) -> Number:
    """Return what a solution is worth to a player: how often it wins, or where nobody does, the resources it keeps."""
    return solution.winner.get(side.name, 0) if solution.winner else -solution.expected_cost.get(side.name, 0)


def _at_least(solution: Solution, side: Side, how: str) -> str:
    """Say how good the best of the named policies is for the one player who searches."""
    who, worth, named = side.name, float(_worth(solution, side)), f"of {len(NAMED)} named ways"
    if solution.winner:
        return (
            f"Here {who} takes hits {how}, the best {named}, and wins {percent_of(worth)}; with the best losses {who} "
            "wins at least as often."
        )
    return (
        f"Here {who} takes hits {how}, the cheapest {named}, with {abs(worth):.4g} resources lost on average; with the "
        f"best losses {who} wins each single combat at least as often."
    )


def _each(side: Side, wins: float, better: Number | None) -> str:
    """Say how good named policies of both who search are for one of them."""
    if better is None:
        return f"How often {side.name} wins with the best losses is not known."
    best = percent_of(better)
    return f"That way {side.name} wins {percent_of(wins)}, and with the best losses against that {best}."
