"""What a round of a combat may come to, as a game tree: chance, choices, then states.

What a side whose policy is fixed does is no choice: only sides that search have several ways open to them. States
before a round are whole numbers, as `mecatol.combat.round_tree` has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from mecatol.combat.state import ATTACKER, DEFENDER
from mecatol.probability.dice import Number


class ChanceNode(NamedTuple):
    """Chance decides."""

    ways: tuple[tuple[Number, Tree], ...]
    """With their probabilities, which sum to 1."""


class ChoiceNode(NamedTuple):
    """A side that searches decides."""

    side: int
    options: tuple[Tree, ...]
    """The first is what the plain policy does."""


class ContestNode(NamedTuple):
    """Both sides search and decide at the same time."""

    table: tuple[tuple[Tree, ...], ...]
    """A row for each of the attacker's options, in it a place for each of the defender's."""


class StateChoice(NamedTuple):
    """A side that searches decides among states that differ in what it has left alone.

    Their keys are the sums of what they have in common and of that.
    """

    side: int
    common: int
    left: tuple[int, ...]
    """The first is what the plain policy does."""

    @property
    def options(self) -> tuple[StateKey, ...]:
        """Their keys."""
        return tuple([self.common + left for left in self.left])


class StateContest(NamedTuple):
    """Both sides search and decide at the same time, and each pair of choices comes to a state for sure.

    Its key is the sum of what all have in common and of what each side has left.
    """

    common: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def table(self) -> tuple[tuple[StateKey, ...], ...]:
        """Their keys, in the form of a `ContestNode`."""
        return tuple([tuple([self.common + row + column for column in self.columns]) for row in self.rows])


type StateKey = int
"""A state before a round."""
type Tree = StateKey | ChanceNode | ChoiceNode | StateChoice | ContestNode | StateContest


def leaves(tree: Tree) -> Iterable[StateKey]:
    """Return the states, by key, that a tree may come to, some of them several times."""
    match tree:
        case int():
            return (tree,)
        case StateChoice():
            return [tree.common + left for left in tree.left]
        case StateContest():
            return list(chain.from_iterable(tree.table))
        case ChanceNode():
            after: Iterable[Tree] = [after for _, after in tree.ways]
        case ChoiceNode():
            after = tree.options
        case ContestNode():
            after = chain.from_iterable(tree.table)
    return chain.from_iterable(map(leaves, after))


def outcomes(tree: Tree) -> Iterator[tuple[StateKey, Number]]:
    """Yield the states that a tree may come to, by key, with their chances; each choice is the plain policy's."""
    match tree:
        case int():
            yield tree, 1
        case ChanceNode():
            for part, after in tree.ways:
                for key, share in outcomes(after):
                    yield key, part * share
        case ContestNode() | StateContest():
            yield from outcomes(tree.table[0][0])
        case _:
            yield from outcomes(tree.options[0])


def chance(ways: Iterable[tuple[Number, Tree]]) -> Tree:
    """Return the tree of what chance decides."""
    found = tuple(ways)
    return found[0][1] if len(found) == 1 else ChanceNode(found)


def choice(side: int, options: Iterable[Tree]) -> Tree:
    """Return the tree of a choice; what a side chooses right after it is part of it."""
    found = tuple(dict.fromkeys(options))
    if any(isinstance(option, ChoiceNode) and option.side == side for option in found):
        flat = [
            option.options if isinstance(option, ChoiceNode) and option.side == side else (option,) for option in found
        ]
        found = tuple(dict.fromkeys(chain.from_iterable(flat)))
    return found[0] if len(found) == 1 else ChoiceNode(side, found)


def one_of(side: int, common: int, left: tuple[int, ...]) -> Tree:
    """Return the tree of a choice among states, told apart by what the side has left, each once."""
    return common + left[0] if len(left) == 1 else StateChoice(side, common, left)


def contest(table: Iterable[tuple[Tree, ...]]) -> Tree:
    """Return the tree of a table, of rows and columns that come to the same one each."""
    columns = dict.fromkeys(zip(*dict.fromkeys(table), strict=True))
    rows = tuple(zip(*columns, strict=True))
    if len(rows) == 1:
        return choice(DEFENDER, rows[0])
    return choice(ATTACKER, next(iter(columns))) if len(columns) == 1 else ContestNode(rows)
