"""Playing stages: each turns a position into a distribution of positions, with choices where players have them.

A stage yields (probability, option, option, …): where a player's policy is `best` there may be several options, and
backward induction over the stages that follow picks the one that its player does best with; else there is just one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from solver.game.model import Game
from solver.game.state import State
from solver.probability.dice import TIE, Number
from solver.probability.limits import MOST_WORK, check_positions, has_time, too_large

type Distribution = dict[State, Number]
"""Positions with their probabilities, which sum to 1."""
type Stage = Callable[[State], Iterable["Branch"]]
type Worth = Callable[[State, int], Number]
"""What a final position is worth to a player; more is better."""

_PLACES = 12
"""Chances are alike where so many decimal places are: the rest may be rounding."""


class Branch(NamedTuple):
    """One outcome of chance, and what the players may make of it."""

    probability: Number
    """In 0..1."""
    options: Sequence[State]
    """The positions to choose from; the first is what the plain policy does."""
    chooser: int = 0
    """Index of the player who chooses."""
    notes: Mapping[State, Iterable[tuple[str, str]]] = {}
    """What the trace says, as (clause, text), of each option if it is chosen."""


class Whole(ABC):
    """A stage without options to choose from that takes all positions together, where that is less work."""

    @abstractmethod
    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""

    @abstractmethod
    def together(self, now: Distribution) -> Distribution:
        """Return the distribution after the stage from these positions, the likeliest first."""


class Certain(Whole):
    """A stage in which nothing is left to chance or choice."""

    def __init__(self, game: Game, act: Callable[[State], State]) -> None:
        """Prepare it; `act` returns the position after the stage."""
        self._one, self._act = game.one, act

    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""
        return [Branch(self._one, [self._act(state)])]

    def together(self, now: Distribution) -> Distribution:
        """Do it from each of these positions."""
        after: Distribution = {}
        for state, mass in now.items():
            then = self._act(state)
            after[then] = after.get(then, 0) + mass
        return after


class _Induction:
    """Values of positions at each stage, under best play of those who search."""

    def __init__(self, game: Game, stages: Sequence[Stage], worth: Worth) -> None:
        self.game, self.stages, self.worth, self.players = game, stages, worth, len(game.sides)
        self.known: dict[tuple[int, State], tuple[Number, ...]] = {}

    def value(self, stage: int, state: State) -> tuple[Number, ...]:
        """Return what the position before a stage is worth to each player."""
        if stage == len(self.stages):
            return tuple(self.worth(state, player) for player in range(self.players))
        key = (stage, state)
        if key not in self.known:
            total: list[Number] = [0] * self.players
            for branch in self.stages[stage](state):
                best = self.value(stage + 1, self.choose(stage, branch))
                total = [sofar + branch.probability * value for sofar, value in zip(total, best, strict=True)]
            self.known[key] = tuple(total)
            check_positions(len(self.known))
        return self.known[key]

    def choose(self, stage: int, branch: Branch) -> State:
        """Return the chooser's best option; of equals, the first."""
        best = branch.options[0]
        count_work(self.game, len(branch.options))
        if len(branch.options) > 1:
            with self.game.journal.silently():
                most = self.value(stage + 1, best)[branch.chooser]
                for option in branch.options[1:]:
                    value = self.value(stage + 1, option)[branch.chooser]
                    if value > most + TIE:
                        best, most = option, value
        return best


def count_work(game: Game, amount: int) -> None:
    """Count work done on a step; raise LimitError when it is more than an exact answer may take, or takes too long."""
    game.journal.work += amount
    if game.journal.work > MOST_WORK and not has_time():
        raise too_large()


def _apart(induction: _Induction, index: int, now: Distribution) -> Distribution:
    """Return the distribution after a stage, done from one position after the other, as the players choose."""
    after: Distribution = {}
    for state, probability in now.items():
        for branch in induction.stages[index](state):
            chosen = induction.choose(index, branch)
            for note in branch.notes.get(chosen, ()) if branch.notes else ():
                induction.game.note(*note)
            after[chosen] = after.get(chosen, 0) + probability * branch.probability
    return after


def play(game: Game, stages: Sequence[Stage], start: State, worth: Worth) -> Distribution:
    """Return the distribution of final positions after all the stages.

    `worth` is asked only where somebody has options to choose from: each player who searches maximizes their own.
    Raises LimitError when more positions are reached than are solved exactly.
    """
    return play_each(game, stages, {start: game.one}, worth)


def play_each(game: Game, stages: Sequence[Stage], start: Distribution, worth: Worth) -> Distribution:
    """Return the same from several positions, each with its chance."""
    induction = _Induction(game, stages, worth)
    now = start
    for index, stage in enumerate(stages):
        if len(now) > 1 and not isinstance(stage, Certain):
            # the likeliest first: of several positions a stage keeps the rolls of the first that it is shown
            now = dict(sorted(now.items(), key=lambda entry: round(float(entry[1]), _PLACES), reverse=True))
        after = stage.together(now) if isinstance(stage, Whole) else _apart(induction, index, now)
        check_positions(len(after))
        now = after
    return now
