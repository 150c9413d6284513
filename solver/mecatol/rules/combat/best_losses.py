"""The best ways to take hits in combat: backward induction over its states, for one side or for both at once.

A side that searches maximizes its chance to win the combat. Against a fixed policy that is one maximum after another.
Where both search, each round's losses are a game in which they choose at the same time, and what is found is a Nash
equilibrium of it, state by state: neither side wins more often by choosing otherwise at any state, or at
several. States that lead to each other (units that are repaired) are solved together by policy iteration: the
values of a strategy by elimination, then a better strategy by the values, until there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from mecatol.domain.places import SPACE
from mecatol.errors import CoupledError
from mecatol.game.labels import Labels
from mecatol.game.state import Force
from mecatol.probability import chain, linear
from mecatol.probability.dice import TIE, Number, first_best
from mecatol.probability.limits import MOVES_A_POSITION, check_positions, count_work
from mecatol.rules.combat.best_answers import BestAnswers, Worth, endless, mixes
from mecatol.rules.combat.conversation import (
    ChanceNode,
    ChoiceNode,
    ContestNode,
    StateChoice,
    StateContest,
    StateKey,
    Tree,
    leaves,
)
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.large_combats import fits
from mecatol.rules.combat.repairs import repair_before_round
from mecatol.rules.combat.round_tree import RoundTrees
from mecatol.rules.combat.state import ATTACKER, DEFENDER, RETREATS, WITHDRAWS, CombatState, Pair

_ENOUGH_TURNS = 1_000
"""The most times that one side's strategy at states that lead to each other is improved: rounding may need more.
"""
_MOST_TURNS = 100
"""The most times that the strategies of both sides are improved: they may go in circles."""


class _RoundChoices(NamedTuple):
    """What a round may come to."""

    ways: list[tuple[Number, Tree]]
    """What there is to decide, with the chances of it."""
    stay: Number
    """The chance that nothing happens: the combat stands as before, and nobody decides anything."""
    repeatable: bool
    """Whether the other ways may lead back as well."""


class _Decision(NamedTuple):
    """What is decided somewhere, and its result."""

    worth: Worth
    ends: list[tuple[Number, StateKey]]
    """Where it leads, with the chances."""


def stands(fight: Fight, side: int, force: Force) -> bool:
    """Tell whether a side has units left with which it wins if the other has none: fighters on a planet are not such.

    They go back to space when the ground combat ends, and where they alone are left, it is a draw (42.4.d).
    """
    units = fight.sides[side].units
    fighters_leave = fight.place != SPACE
    return any(fight.fights(side, units[s.unit]) and not (fighters_leave and units[s.unit].is_fighter) for s in force)


def _ending(ends: Mapping[StateKey, Sequence[tuple[Number, StateKey]]]) -> set[StateKey]:
    """Return the states of a group from which it can be left, by where each of them leads."""
    following = {}
    for key, ways in ends.items():
        following[key] = {after for _, after in ways}
    found = {key for key, after in following.items() if not after <= ends.keys()}
    grows = True
    while grows:
        before = len(found)
        found |= {key for key, after in following.items() if not found.isdisjoint(after)}
        grows = len(found) > before
    return found


class BestLosses:
    """Values of states, and what the sides that search do at them."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any values; they are found as they are asked for."""
        self.fight, self.trees = fight, RoundTrees.of(fight)
        self.sides = [side for side in (ATTACKER, DEFENDER) if fight.sides[side].policy.searches]
        """Those who search."""
        self.mixing = False
        """Whether there are states at which no two choices hold each other, so that both mix theirs."""
        self.short: dict[int, Any] = dict.fromkeys(self.sides, 0)
        """By side that searches: how much more it could win at most by choosing otherwise, where both search."""
        self._answers: BestAnswers | None = None
        """What finds the values where the combat is too large to be worked out state by state."""
        self.values: dict[StateKey, Worth] = {}
        self.moves: dict[StateKey, dict[int, Number]] = {}
        """Where a round leads from a state, by number with the chances, when those who search do what is best."""
        self._led_to = 0
        """How many places all of these lead to."""
        self.labels: dict[StateKey, Labels] = {}
        """The labels of a round, to be entered where the combat reaches it."""

    @classmethod
    def of(cls, fight: Fight) -> BestLosses:
        """Return what combats in the same circumstances have found out, ready for this one."""
        found = fight.memory.of(cls, None, lambda: cls(fight))
        found.fight = fight
        return found

    def value(self, state: CombatState, round_number: int = 1) -> Worth:
        """Return what a state before a round, which is numbered from 1, is worth."""
        return self._value(self.trees.key(self.trees.index.number(state), round_number))

    def ahead(self, start: CombatState, round_number: int) -> Callable[[CombatState], Worth]:
        """Return what a state is worth that a round of this number may lead to, which began with `start`.

        Where the combat is worked out by best answers, what both do is found from `start` alone, and a state is worth
        what it is in the smaller game by then.
        """
        before = self.trees.key(self.trees.index.number(start), round_number)
        find = self._value
        if fits(self.fight, start):
            with suppress(CoupledError):
                answers = self._answers or BestAnswers(self.fight, self.trees, self.sides, self._over)
                answers.find(before)
                self._answers, find = answers, answers.worth
        return lambda state: find(self.trees.key(self.trees.index.number(state), round_number + 1))

    def strategy(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads from a state at which the combat goes on, both by number, with the chances."""
        key = self.trees.key(number, round_number)
        self._value(key)
        self.fight.game.say(self.labels[key])
        return self.moves[key]

    def last_shown(self, fight: Fight) -> Callable[[int, int], Mapping[int, Number]]:
        """Return the strategy in a round of the same combat that stops with it, as it goes on after that."""
        shown = BestLosses.of(fight)

        def strategy(number: int, round_number: int) -> Mapping[int, Number]:
            key = shown.trees.key(number, round_number)
            told, after = shown._round(key)
            for then in (key, *after):
                state = shown.trees.index.state(shown.trees.number(then))
                next_one = repair_before_round(self.fight, state, round_number)
                shown.values[then] = self.value(next_one, round_number + 1)
            shown._do(key, told, shown._planned(told))
            return shown.moves[key]

        return strategy

    def _value(self, key: StateKey) -> Worth:
        if self._unknown(key):
            self._find(key)
        return self.values[key]

    def won(self, start: Mapping[CombatState, Number]) -> dict[int, Number]:
        """Return, by searching side, its chance to win from where the combat may start."""
        won: dict[int, Number] = dict.fromkeys(self.sides, 0)
        for state, mass in start.items():
            worth = self.value(state)
            for side in self.sides:
                won[side] += mass * worth[side]
        return won

    def _unknown(self, key: StateKey) -> bool:
        """Tell whether it is not known yet what a state is worth."""
        if key in self.values:
            return False
        index, number = self.trees.index, self.trees.number(key)
        fight = self.fight
        one, none = fight.game.one, 0 * fight.game.one
        state = fight.withdrawn(index.state(number), self.trees.round(key))
        if not (state.fate or index.is_over(number)):
            return True
        if state.fate in WITHDRAWS:
            self.values[key] = none, none
            return False
        won = [stands(fight, side, state.forces[side]) for side in (ATTACKER, DEFENDER)]
        if state.fate:
            won[RETREATS.index(state.fate)] = False
        self.values[key] = (one if won[0] else none, one if won[1] else none)
        return False

    def _find(self, start: StateKey) -> None:
        """Find the value of a state, and of all that it may lead to."""
        if self._answers is not None or fits(self.fight, self.trees.index.state(self.trees.number(start))):
            try:
                self._find_by_answers(start)
            except CoupledError:
                self._answers = None
            else:
                return
        rounds: dict[StateKey, _RoundChoices] = {}
        values = self.values

        def successors(key: StateKey) -> Sequence[StateKey]:
            rounds[key], after = self._round(key)
            check_positions(len(rounds) + self._led_to // MOVES_A_POSITION)
            return [then for then in after if then in rounds or (then not in values and self._unknown(then))]

        for group in chain.components_from_the_end([start], successors):
            if len(group) == 1 and not rounds[group[0]].repeatable:
                self._settle(group[0], rounds[group[0]])
            else:
                self._settle_together(group, rounds)
            for key in group:
                del rounds[key]

    def _find_by_answers(self, start: StateKey) -> None:
        """Find the value of a state, and of those that it leads to where both do what is best."""
        answers = self._answers = self._answers or BestAnswers(self.fight, self.trees, self.sides, self._over)
        answers.find(start)
        for key in answers.way(start):
            self.values[key] = answers.known[key]
            self.labels[key] = answers.labels(key)
            self.moves[key] = {self.trees.number(after): chance for after, chance in answers.moves(key).items()}
        self.mixing = self.mixing or answers.mixing
        if len(self.sides) > 1:
            self.short = {side: max(self.short[side], answers.short[side]) for side in self.sides}

    def _over(self, key: StateKey) -> Worth | None:
        """Return what a state is worth at which the combat has ended; None where it goes on."""
        if not self.trees.index.is_over(self.trees.number(key)) or self._unknown(key):
            return None
        return self.values[key]

    def _round(self, key: StateKey) -> tuple[_RoundChoices, Collection[StateKey]]:
        """Return what a round may come to, and where it may lead but for staying."""
        number = self.trees.round(key)
        if any(self.fight.early):
            state = self.trees.index.state(self.trees.number(key))
            left = self.fight.withdrawn(state, number)
            if left != state:  # it is fought by those that are still there
                then = self.trees.key(self.trees.index.number(left), number)
                self.labels[key] = ()
                return _RoundChoices([(self.fight.game.one, then)], 0, False), [then]
        trees, self.labels[key] = self.trees.tree(self.fight, key)
        lasting = number == self.trees.rounds
        ways: list[tuple[Number, Tree]] = []
        stay: Any = 0
        after: dict[StateKey, None] = {}
        for chance, tree in trees:
            if lasting and tree == key:
                stay += chance
            else:
                ways.append((chance, tree))
                after.update(dict.fromkeys(leaves(tree)))
        return _RoundChoices(ways, stay, key in after), after

    def _settle(self, key: StateKey, told: _RoundChoices) -> None:
        """Find the value of a state that the combat does not return to, except by chance alone."""
        plan = self._planned(told)
        leaving = 1 - told.stay
        self.values[key] = (plan.worth[0] / leaving, plan.worth[1] / leaving) if leaving else endless(self.fight)
        self._do(key, told, plan)

    def _do(self, key: StateKey, told: _RoundChoices, plan: _Decision) -> None:
        number = self.trees.number
        moves: dict[int, Number] = {number(key): told.stay} if told.stay else {}
        for chance, after in plan.ends:
            moves[number(after)] = moves.get(number(after), 0) + chance
        self.moves[key] = moves
        self._led_to += len(moves)

    def _settle_together(self, group: Sequence[StateKey], rounds: Mapping[StateKey, _RoundChoices]) -> None:
        """Find the values of states that lead to each other, by policy iteration.

        Against a fixed policy the iteration always ends. Where both sides search it may go in circles: then the last
        strategies are kept, with how much better each side could answer them.
        """
        none = 0 * self.fight.game.one
        self.values.update(dict.fromkeys(group, (none, none)))
        plans, settled = self._iterate(group, rounds, self.sides)
        if not settled and len(self.sides) > 1:
            plans = {key: self._planned(rounds[key]) for key in group}
            for side in self.sides:
                self.short[side] += self._shortfall(group, rounds, plans, side)
            self._evaluate(group, rounds, plans)
        for key in group:
            self._do(key, rounds[key], plans[key])

    def _planned(self, told: _RoundChoices) -> _Decision:
        count_work(len(told.ways))
        return self._together([(chance, self._best(tree)) for chance, tree in told.ways])

    def _iterate(
        self, group: Sequence[StateKey], rounds: Mapping[StateKey, _RoundChoices], sides: Sequence[int]
    ) -> tuple[dict[StateKey, _Decision], bool]:
        """Better the plans of these sides at states that lead to each other, and tell whether nothing is left."""
        plans: dict[StateKey, _Decision] = {}
        for _ in range(_ENOUGH_TURNS if len(sides) == 1 else _MOST_TURNS):
            better = False
            for key in group:
                stay, old = rounds[key].stay, self.values[key]
                plan = self._planned(rounds[key])
                gains = [plan.worth[side] + stay * old[side] - old[side] for side in sides]
                if key not in plans or max(gains) > TIE or (len(sides) > 1 and min(gains) < -TIE):
                    plans[key], better = plan, True
            if not better:
                return plans, True
            self._evaluate(group, rounds, plans)
        return plans, False

    def _shortfall(
        self,
        group: Sequence[StateKey],
        rounds: Mapping[StateKey, _RoundChoices],
        plans: Mapping[StateKey, _Decision],
        side: int,
    ) -> Number:
        """Return how much more a side could win at most against the other's plan, from any of these states.

        `plans` are the best by the present values, which are restored afterwards.
        """
        against_best = {}
        for key, told in rounds.items():
            if key in plans:
                ways = [(chance, self._against_best(tree, side)) for chance, tree in told.ways]
                against_best[key] = told._replace(ways=ways)
        before = {key: self.values[key] for key in group}
        self._evaluate(group, rounds, plans)
        kept = {key: self.values[key] for key in group}
        self._iterate(group, against_best, [side])
        most: Number = max(self.values[key][side] - kept[key][side] for key in group)
        self.values.update(before)
        return most

    def _against_best(self, tree: Tree, side: int) -> Tree:
        """Return the tree of what one side decides, where the other does what is best by the present values."""
        match tree:
            case int():
                return tree
            case ChanceNode():
                return ChanceNode(tuple((chance, self._against_best(after, side)) for chance, after in tree.ways))
            case ChoiceNode() | StateChoice():
                if tree.side != side:
                    found = [self._best(option) for option in tree.options]
                    return self._against_best(tree.options[self._best_for(tree.side, found)], side)
                return ChoiceNode(side, tuple(self._against_best(option, side) for option in tree.options))
            case ContestNode() | StateContest():
                chosen = mixes(self._worths(self._best_of(tree)))[1 - side]
                options = []
                for row in tree.table if side == ATTACKER else zip(*tree.table, strict=True):
                    against_best = [self._against_best(after, side) for after in row]
                    options.append(ChanceNode(tuple(zip(chosen, against_best, strict=True))))
                return ChoiceNode(side, tuple(options))

    def _evaluate(
        self, group: Sequence[StateKey], rounds: Mapping[StateKey, _RoundChoices], plans: Mapping[StateKey, _Decision]
    ) -> None:
        """Find what states that lead to each other are worth under these plans, those that never end among them."""
        none = 0 * self.fight.game.one
        ends = {key: plans[key].ends for key in group}
        ending = _ending(ends)
        self.values.update({key: endless(self.fight) for key in group if key not in ending})
        order = [key for key in group if key in ending]
        place = {key: index for index, key in enumerate(order)}
        rows: list[dict[int, Any]] = [{index: 1 - rounds[key].stay} for index, key in enumerate(order)]
        right: Pair[list[Any]] = [none] * len(order), [none] * len(order)
        for index, key in enumerate(order):
            for chance, after in ends[key]:
                if after in place:
                    rows[index][place[after]] = rows[index].get(place[after], 0) - chance
                else:
                    for side in self.sides:
                        right[side][index] += chance * self.values[after][side]
        worth = [*right]
        for side in self.sides:
            worth[side] = linear.solved([dict(row) for row in rows], right[side])  # solving changes the rows
        self.values.update(zip(order, zip(*worth, strict=True), strict=True))

    def _best(self, tree: Tree) -> StateKey | _Decision:
        """Return what is best, by what the states after a round are worth: where it leads, by chance or surely."""
        match tree:
            case int():
                return tree
            case ChanceNode():
                return self._together([(chance, self._best(after)) for chance, after in tree.ways])
            case ChoiceNode():
                found = [self._best(option) for option in tree.options]
                return found[self._best_for(tree.side, found)]
            case StateChoice():
                keys = tree.options
                return keys[first_best([self.values[key][tree.side] for key in keys])]
            case StateContest():
                cells = tree.table
                worth = [list(map(self.values.__getitem__, row)) for row in cells]
                return self._agreed(worth, lambda row, column: cells[row][column])
            case ContestNode():
                table = self._best_of(tree)
                return self._agreed(self._worths(table), lambda row, column: table[row][column])

    def _agreed(
        self, worth: Sequence[Sequence[Worth]], find: Callable[[int, int], StateKey | _Decision]
    ) -> StateKey | _Decision:
        """Return what an equilibrium of both sides' choices comes to; `find` tells it of a pair of choices."""
        mine, theirs = mixes(worth)
        cells = [
            (chance * other, find(row, column))
            for row, chance in enumerate(mine)
            if chance
            for column, other in enumerate(theirs)
            if other
        ]
        self.mixing = self.mixing or len(cells) > 1
        return cells[0][1] if len(cells) == 1 else self._together(cells)

    def _worths(self, table: Sequence[Sequence[StateKey | _Decision]]) -> list[list[Worth]]:
        return [list(map(self._worth, row)) for row in table]

    def _best_of(self, tree: ContestNode | StateContest) -> list[list[StateKey | _Decision]]:
        """Return what is best behind each cell of a table."""
        return [list(map(self._best, row)) for row in tree.table]

    def _worth(self, found: StateKey | _Decision) -> Worth:
        return self.values[found] if isinstance(found, int) else found.worth

    def _best_for(self, side: int, found: Sequence[StateKey | _Decision]) -> int:
        """Return the place of what is worth most to a side, the first of equals."""
        return first_best([self._worth(each)[side] for each in found])

    def _together(self, ways: Sequence[tuple[Number, StateKey | _Decision]]) -> _Decision:
        """Return one plan of several among which chance decides."""
        one: Any = 0
        other: Any = 0
        ends: list[tuple[Number, StateKey]] = []
        for chance, found in ways:
            worth = self._worth(found)
            one += chance * worth[0]
            other += chance * worth[1]
            ends += [(chance, found)] if isinstance(found, int) else [(chance * part, key) for part, key in found.ends]
        return _Decision((one, other), ends)
