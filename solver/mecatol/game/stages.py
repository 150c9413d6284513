"""Playing stages: each turns a position into a distribution of positions, with choices where players have them.

A stage yields (probability, option, option, …): where a player's policy is `best` there may be several options, and
backward induction over the stages that follow picks the one that its player does best with; else there is just one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import is_
from typing import NamedTuple

from mecatol.game.model import Game
from mecatol.game.state import Holdings, State, joined, without
from mecatol.probability.dice import Distribution, Number, add_mass, first_best
from mecatol.probability.limits import check_positions, count_work

type Positions = Distribution[State]
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
    rolled: tuple[tuple[int, int], ...] = ()
    """The rolls that make this outcome, as (player who rolled, hits); nothing where it is known otherwise."""


class JointStage(ABC):
    """A stage without options to choose from that takes all positions together, where that is less work."""

    @abstractmethod
    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""

    @abstractmethod
    def together(self, now: Positions) -> Positions:
        """Return the distribution after the stage from these positions, the likeliest first."""

    def each(self, starts: Sequence[Positions]) -> list[Positions]:
        """Return the distribution after the stage for each of several that are kept apart."""
        return [self.together(now) for now in starts]


class Certain(JointStage):
    """A stage in which nothing is left to chance or choice."""

    def __init__(self, game: Game, act: Callable[[State], State]) -> None:
        """Prepare it; `act` returns the position after the stage."""
        self._one, self.act = game.one, act

    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""
        return [Branch(self._one, [self.act(state)])]

    def together(self, now: Positions) -> Positions:
        """Do it from each of these positions."""
        ends = list(map(self.act, now))
        if all(map(is_, ends, now)):
            return now
        after: Positions = {}
        for then, mass in zip(ends, now.values(), strict=True):
            add_mass(after, then, mass)
        return after


class _Induction:
    """Values of positions at each stage, under best play of those who search."""

    def __init__(self, game: Game, stages: Sequence[Stage], worth: Worth) -> None:
        self.game, self.stages, self.worth, self.players = game, stages, worth, len(game.sides)
        self.known: dict[tuple[int, State], tuple[Number, ...]] = {}
        """By stage and position: its worth; many ways of the dice lead to the same position."""

    def value(self, stage: int, state: State) -> tuple[Number, ...]:
        """Return what the position before a stage is worth to each player."""
        if stage == len(self.stages):
            return tuple(self.worth(state, player) for player in range(self.players))
        if (stage, state) not in self.known:
            self._look_ahead(stage, state)
        return self.known[stage, state]

    def _look_ahead(self, stage: int, state: State) -> None:
        """Find out what a position is worth: all that it may lead to, stage by stage, and then back from the last.

        Stage by stage rather than each position by itself, since forty hits are more stages than Python nests calls.
        """
        ahead: list[dict[State, list[Branch]]] = []
        fresh, reached = [state], len(self.known)
        for index in range(stage, len(self.stages)):
            branches = {state: list(self.stages[index](state)) for state in fresh}
            ahead.append(branches)
            reached += len(branches)
            check_positions(reached)
            count_work(len(branches))
            options = chain.from_iterable(branch.options for ways in branches.values() for branch in ways)
            fresh = [option for option in dict.fromkeys(options) if (index + 1, option) not in self.known]
        for index in range(len(self.stages) - 1, stage - 1, -1):
            for state, ways in ahead.pop().items():
                self.known[index, state] = self._mean(index, ways)

    def _mean(self, stage: int, branches: Iterable[Branch]) -> tuple[Number, ...]:
        """Return what a position is worth to each player from which a stage has these branches."""
        total: list[Number] = [0] * self.players
        for branch in branches:
            best = self.value(stage + 1, self.choose(stage, branch))
            total = [sofar + branch.probability * value for sofar, value in zip(total, best, strict=True)]
        return tuple(total)

    def choose(self, stage: int, branch: Branch) -> State:
        """Return the chooser's best option; of equals, the first."""
        count_work(len(branch.options))
        if len(branch.options) == 1:
            return branch.options[0]
        with self.game.silently():
            worth = [self.value(stage + 1, option)[branch.chooser] for option in branch.options]
        return branch.options[first_best(worth)]


def _apart(induction: _Induction, index: int, now: Positions) -> Positions:
    """Return the distribution after a stage, done from one position after the other, as the players choose."""
    after: Positions = {}
    for state, probability in now.items():
        for branch in induction.stages[index](state):
            chosen = induction.choose(index, branch)
            for note in branch.notes.get(chosen, ()) if branch.notes else ():
                induction.game.note(*note)
            add_mass(after, chosen, probability * branch.probability)
    return after


def play(game: Game, stages: Sequence[Stage], start: State, worth: Worth) -> Positions:
    """Return the distribution of final positions after all the stages.

    `worth` is asked only where somebody has options to choose from: each player who searches maximizes their own.
    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    return play_each(game, stages, {start: game.one}, worth)


def play_apart(game: Game, stages: Sequence[Stage], starts: Sequence[Positions]) -> list[Positions]:
    """Return what stages without options to choose from make of several distributions that are kept apart."""
    induction = _Induction(game, stages, lambda state, player: 0)
    now = list(starts)
    for index, stage in enumerate(stages):
        now = [likeliest_first(stage, some) for some in now]
        now = stage.each(now) if isinstance(stage, JointStage) else [_apart(induction, index, some) for some in now]
        check_positions(sum(map(len, now)))
    return now


def play_each(game: Game, stages: Sequence[Stage], start: Positions, worth: Worth) -> Positions:
    """Return the distribution of final positions from several positions, each with its chance."""
    induction = _Induction(game, stages, worth)
    now = start
    for index, stage in enumerate(stages):
        now = likeliest_first(stage, now)
        after = stage.together(now) if isinstance(stage, JointStage) else _apart(induction, index, now)
        check_positions(len(after))
        now = after
    return now


def likeliest_first(stage: Stage, now: Positions) -> Positions:
    """Return the positions as a stage is shown them: the likeliest first, for it keeps the rolls of the first."""
    if len(now) < 2 or isinstance(stage, Certain):
        return now
    return dict(sorted(now.items(), key=lambda entry: round(float(entry[1]), _PLACES), reverse=True))


type _Above = tuple[int, State, Number]
"""The number of a distribution, a position in it once what stages take from space is on its planets, and its mass."""


class PlanetStages(JointStage):
    """Stages without options on planets: done once for all that stands in space, where it looks the same to them.

    They leave it as it is, but for what they take from it to the planets.
    """

    def __init__(
        self,
        game: Game,
        stages: Sequence[Stage],
        seen: Callable[[State], Hashable],
        leaves: Callable[[State], State] = lambda state: state,
    ) -> None:
        """Prepare them; `seen` returns what they see of a position beyond its planets all the same.

        `leaves` returns a position after what they take from space has come to its planets.
        """
        self._game, self.stages, self._seen, self._leaves = game, stages, seen, leaves

    def __call__(self, state: State) -> Iterable[Branch]:
        """Do them from one position."""
        return [Branch(mass, [after]) for after, mass in self.together({state: self._game.one}).items()]

    def together(self, now: Positions) -> Positions:
        """Do them once for positions that are the same to them, and put what they leave in space back."""
        return self.each([now])[0]

    def each(self, starts: Sequence[Positions]) -> list[Positions]:
        """Play several distributions, once for positions that look alike in any of them."""
        alike: dict[Hashable, tuple[State, list[_Above]]] = {}
        above: dict[Hashable, State] = {}
        """By what is seen of it: what is left in space that stands for that of others, so that they share findings."""
        with self._game.silently():  # it is noted where it happens
            for number, now in enumerate(starts):
                for state, mass in now.items():
                    left = self._leaves(state)
                    look = self._look(state, left)
                    if look not in alike:
                        shown = _stand_in(state, left, above.setdefault(self._seen(left), left))
                        same = self._look(shown, self._leaves(shown)) == look
                        alike[look] = shown if same else state, []
                    alike[look][1].append((number, left, mass))
        groups = self._groups(alike.values())
        ends = play_apart(self._game, self.stages, [start for start, _ in groups])
        after: list[Positions] = [{} for _ in starts]
        for (_, positions), end in zip(groups, ends, strict=True):
            for number, left, mass in positions:
                found = after[number]
                for then, chance in zip(_below(left, end), end.values(), strict=True):
                    add_mass(found, then, mass * chance)
        return after

    def _groups(self, alike: Collection[tuple[State, list[_Above]]]) -> list[tuple[Positions, list[_Above]]]:
        """Return what to play apart, with what then stands above: by what is seen, or by what stands above.

        Whichever are fewer.
        """
        groups = [({shown: self._game.one}, positions) for shown, positions in alike]
        above: dict[Hashable, tuple[Positions, list[_Above]]] = {}
        for shown, positions in alike:
            for number, left, mass in positions:
                key = number, *[(holdings.space, holdings.adjacent) for holdings in left.players]
                start, _ = above.setdefault(key, ({}, [(number, left, self._game.one)]))
                start[shown] = start.get(shown, 0) + mass
        return groups if len(groups) <= len(above) else list(above.values())

    def _look(self, state: State, left: State) -> Hashable:
        """Return all that the stages see of a position, and of the same after what they take from space."""
        planets = tuple([holdings.planets for holdings in state.players])
        planets_left = tuple([holdings.planets for holdings in left.players])
        return self._seen(state), self._seen(left), planets, planets_left, state[1:]


def _below(above: State, positions: Iterable[State]) -> Iterator[State]:
    """Yield positions with what is in space and next door in another."""
    spaces, adjacent = [high.space for high in above.players], [high.adjacent for high in above.players]
    for players, spent, tally, pending, plan in positions:
        planets = [low.planets for low in players]
        yield State(tuple(map(Holdings, spaces, planets, adjacent)), spent, tally, pending, plan)


def _stand_in(state: State, left: State, above: State) -> State:
    """Return a position with what another has left in space in place of its own."""
    players = [
        Holdings(joined(high.space, without(own.space, rest.space)), own.planets, high.adjacent)
        for own, rest, high in zip(state.players, left.players, above.players, strict=True)
    ]
    return State(tuple(players), *state[1:])
