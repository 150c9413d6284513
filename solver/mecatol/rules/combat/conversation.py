"""What follows the losses of both sides in a round: which message goes to whom, in which order, written once.

The two sides of a combat (`mecatol.rules.combat.react`) exchange messages in the order of `react.ORDER`, until neither
has any left. Then units are placed for destroyed ones; then come repairs and a retreat. The caller says what else
happens at the end of the round.

The result is a game tree: chance where dice are rolled, a choice where a side that searches has several options, states
at its leaves. A side whose policy is fixed makes no choices: where nobody searches the tree has none, and `outcomes`
reads the chances of its states. States are whole numbers, numbered by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

from mecatol.domain.clauses import cites
from mecatol.game.labels import Label, Labelled, Labels
from mecatol.game.state import Force, joined
from mecatol.probability.dice import Number
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import (
    ANSWERING,
    ORDER,
    Destroyed,
    HitBack,
    Phase,
    answer_since,
    apply_mutual_destruction,
    react,
    replies,
    used_by,
)
from mecatol.rules.combat.recovery import place_units
from mecatol.rules.combat.repairs import repair_both, sustained_this_round
from mecatol.rules.combat.state import (
    ATTACKER,
    DEFENDER,
    SUSTAINED,
    CombatState,
    Pair,
    SideState,
    merge_used,
    replaced,
)


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
    """Both sides search and decide at the same time, and each pair of choices leads to one state for certain.

    Its key is the sum of what all have in common and of what each side has left.
    """

    common: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def table(self) -> tuple[tuple[StateKey, ...], ...]:
        """Their keys, in the form of a `ContestNode`."""
        table = []
        for row in self.rows:
            base = self.common + row
            table.append(tuple([base + column for column in self.columns]))
        return tuple(table)


type StateKey = int
"""The key of a state before a round, as the reader of the tree numbers them (`RoundTrees.key`)."""
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
    """Return the tree of a choice among states that differ in what the side has left, each once."""
    return common + left[0] if len(left) == 1 else StateChoice(side, common, left)


def table_of[One, Other](
    tree: Callable[[One, Other], Tree], rows: Iterable[One], columns: Collection[Other]
) -> Iterator[tuple[Tree, ...]]:
    """Yield the rows of a table: what one of the attacker's choices and one of the defender's lead to."""
    for row in rows:
        yield tuple([tree(row, column) for column in columns])


def contest(table: Iterable[tuple[Tree, ...]]) -> Tree:
    """Return the tree of a table, of rows and columns that come to the same one each."""
    columns = dict.fromkeys(zip(*dict.fromkeys(table), strict=True))
    rows = tuple(zip(*columns, strict=True))
    if len(rows) == 1:
        return choice(DEFENDER, rows[0])
    return choice(ATTACKER, next(iter(columns))) if len(columns) == 1 else ContestNode(rows)


class Conversation:
    """What follows losses in a round that begins with a state; `labels` collects its labels."""

    def __init__(
        self,
        fight: Fight,
        before: CombatState,
        number: int,
        leaving: int | None,
        end: Callable[[CombatState], Tree],
        hit: CombatState,
    ) -> None:
        """Prepare for round `number`; side `leaving` retreats at its end, and `end` returns what follows a state then.

        `hit` is the state in which hits are assigned: rolls may have cost units before that.
        """
        self.fight, self.before, self.number, self.leaving = fight, before, number, leaving
        self.labels: dict[Label, None] = {}
        self._over, self._hit = end, hit
        self._said: dict[int, Labels] = {}
        """By identity: the labels of losses that are collected."""
        self._ended: dict[tuple[CombatState, Pair[Force]], Tree] = {}

    def after_losses(self, my: SideState, their: SideState) -> Tree:
        """Return what follows once the attacker and the defender have taken the hits of both rolls."""
        for losses in (my, their):
            if id(losses.labels) not in self._said:
                self._said[id(losses.labels)] = losses.labels
                self._say(Labelled(None, losses.labels))
        state = CombatState((my.force, their.force), merge_used(self.before.spent, my.spent, their.spent))
        mail = *replies(ATTACKER, my), *replies(DEFENDER, their)
        return self._after(0, state, (my.sustained, their.sustained), mail)

    def _say[T](self, found: Labelled[T]) -> T:
        """Return what was found, once its labels are collected."""
        if found.labels:
            self.labels.update(dict.fromkeys(found.labels))
        return found.value

    def _after(self, place: int, state: CombatState, sustained: Pair[Force], mail: tuple[HitBack, ...] = ()) -> Tree:
        """Return what follows from a place in the order of a round on."""
        if place == len(ORDER):
            return self._end(state, sustained)
        match ORDER[place]:
            case Phase.HITS_BACK:
                return self._hits_back(place, state, sustained, mail)
            case Phase.ALL_DESTROYED:
                fallen = self._say(apply_mutual_destruction(self.fight, self.before, state, self.number))
                return self._after(place + 1, fallen, sustained)
            case Phase.ANSWERS:
                turns = ANSWERING if self.fight.can.answers_losses else ()
                return self._answers(place, state, sustained, turns)
            case phase:
                assert_never(phase)

    def _hits_back(
        self, place: int, state: CombatState, sustained: Pair[Force], coming: tuple[HitBack, ...],
        back: tuple[HitBack, ...] = (),
    ) -> Tree:  # fmt: skip
        """Return what follows hits that answer uses of Sustain Damage: those that are `coming`, then those `back`."""
        if not coming:
            if back:
                return self._hits_back(place, state, sustained, back)
            return self._after(place + 1, state, sustained)
        message = min(coming)
        side, rest = message.to, tuple([each for each in coming if each is not message])
        options = []
        for after in react(self.fight, state, message, self.number):
            self._say(Labelled(None, after.labels))
            now, more = used_by(state, side, after), joined(sustained[side], after.sustained)
            sent = *back, *replies(side, after)
            options.append(self._hits_back(place, now, replaced(sustained, side, more), rest, sent))
        return choice(side, options)

    def _answers(self, place: int, state: CombatState, sustained: Pair[Force], turns: Sequence[int]) -> Tree:
        """Return what follows once effects have answered destroyed units in these turns."""
        fight, number = self.fight, self.number
        for turn, side in enumerate(turns):
            if not fight.may_answer(state.spent, side):
                continue
            answer = self._say(answer_since(fight, self.before, state, side, number))
            if answer is not None:
                spent, chances = answer
                used, rest = state._replace(spent=spent), turns[turn + 1 :]
                return chance(
                    (part, self._destroyed(place, used, Destroyed(1 - side, units), sustained, rest))
                    for units, part in enumerate(chances)
                    if part
                )
        return self._after(place + 1, state, sustained)

    def _destroyed(
        self, place: int, state: CombatState, message: Destroyed, sustained: Pair[Force], turns: Sequence[int]
    ) -> Tree:
        """Return what follows an answer that destroys units of a side, if it destroys any."""
        if not message.units:
            return self._answers(place, state, sustained, turns)
        options = []
        for after in react(self.fight, state, message, self.number):
            self._say(Labelled(None, after.labels))
            options.append(self._answers(place, used_by(state, message.to, after), sustained, turns))
        return choice(message.to, options)

    def _end(self, state: CombatState, sustained: Pair[Force]) -> Tree:
        """Return what follows the end of the round; other losses may have come to this state and be at its end."""
        key = state, sustained
        known = self._ended.get(key)
        if known is None:
            known = self._ended[key] = self._round_over(state, sustained)
        return known

    @cites("78.7", "78.7.a")
    def _round_over(self, state: CombatState, sustained: Pair[Force]) -> Tree:
        """Return what follows the end of the round: units that are placed, repairs, a retreat."""
        fight, before, number, leaving = self.fight, self.before, self.number, self.leaving
        state = self._say(place_units(fight, before, state, number))
        if fight.can.repairs_units:
            fresh = [
                sustained_this_round(fight, self._hit, side, state.forces[side], sustained[side]) for side in (0, 1)
            ]
            goes_on = leaving is None and not fight.after_round
            state = self._say(repair_both(fight, state, (fresh[0], fresh[1]), number, goes_on, leaving))
            state = state._replace(spent=SUSTAINED.without(state.spent))
        if leaving is not None:
            state = fight.retreated(state, leaving)
        return self._over(state)
