"""Best losses by best answers: what each side does best against what the other does, until neither does better.

Where both sides search, a pair of choices for every state is a game too large to work out state by state: eight ships
a side can be left in twenty thousand ways, twelve in millions. What one side does best against a fixed way of the other
takes only the forces that this way leaves of the other, which are a dozen. So a smaller game is solved first, state by
state, as an equilibrium: in it a side chooses how many units sustain damage, the weakest first, and gives up the
weakest of those that cannot. Then each side answers with all of its options; what is better becomes an option of the
smaller game, until no answer is better than it (a double oracle). What is found then is an equilibrium of the whole
game: neither side wins more often by choosing otherwise. If it is stopped before, the last answers tell how much more
each side could win at most.

No answer is needed where nothing but printed values counts (`plain`). Say that a force stands no lower than another if
its units, strongest first, roll no worse one by one, and so do those of it that can still sustain damage. Whatever one
hit does to the lower force, the other stands no lower after it where its weakest whole unit sustains, if so many of
them are left, or where its weakest damaged or other unit is destroyed; and who stands no lower makes no fewer hits. So
a side that leaves the smaller game wins no more often than one that stays, against an opponent who plays as if it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, NamedTuple

from mecatol.domain.counts import points_of
from mecatol.errors import CoupledError, LimitError
from mecatol.game.labels import Labels
from mecatol.probability.bimatrix import Mix, equilibrium
from mecatol.probability.dice import TIE, Number
from mecatol.probability.limits import check_positions, count_work, part_of_work, say_so_far
from mecatol.rules.combat.conversation import StateKey
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.large_combats import in_a_row
from mecatol.rules.combat.round_tree import RollEnd, RoundParts, RoundTrees
from mecatol.rules.combat.state import ATTACKER, DEFENDER, SIDES, Pair
from mecatol.rules.combat.weakest_losses import promising

_FOR_ANSWERS = 0.4
"""Which share of the work that is left may go into answers: the rest goes on with what was found."""
_MOST_TURNS = 100
"""How many times both may change what they do at a state that leads back to itself."""
_CELLS_A_LOOK = 8
"""How many pairs of results of two rolls count as one look at an outcome."""

type Worth = tuple[Any, Any]
"""What a state is worth to the attacker and to the defender: each one's chance to win."""
type Cell = tuple[int, int]
"""A pair of results of both rolls: the place of what the attacker suffers among the results, and of the defender's."""
type Mixed = tuple[tuple[Number, int], ...]
"""How often which option is chosen, by its place."""
type Plan = dict[StateKey, dict[Cell, Mixed]]
"""What a side does at which state for which results, where that is not its first option."""
type Picks = dict[StateKey, dict[Cell, int]]
"""What an answer chooses at which state for which results, where that is better than all of the smaller game."""
type _Faced = tuple[Any, Any, Any]
"""What an option is worth to both where it does not lead back to the state itself, and how likely it does."""

_FIRST: Mixed = ((1, 0),)


class _Returning(NamedTuple):
    """A pair of results for which some choices lead back to the state at which the round began."""

    share: Number
    """How likely it is."""
    cell: Cell
    table: list[list[Worth | None]]
    """What each pair of choices is worth; None for those that lead back."""
    rows: Sequence[int]
    """The places of the attacker's choices."""
    columns: Sequence[int]
    """The places of the defender's."""

    def filled(self, worth: Worth) -> list[list[Worth]]:
        """Return what each pair of choices is worth where the state itself is worth so much."""
        found = []
        for row in self.table:
            found.append([each or worth for each in row])
        return found


def endless(fight: Fight) -> Worth:
    """Return what a combat is worth that never ends: the attacker leaves it, or loses all (see `ending.concede`)."""
    return 0 * fight.game.one, fight.game.one


def mixes(worth: Sequence[Sequence[Worth]]) -> tuple[Mix, Mix]:
    """Return how often each side makes each choice in an equilibrium where both decide at the same time."""
    first, second = [], []
    for row in worth:
        first.append([one for one, _ in row])
        second.append([other for _, other in row])
    return equilibrium(first, second)


class BestAnswers:
    """What both sides do best from a state on, and what it is worth on the way."""

    def __init__(
        self, fight: Fight, trees: RoundTrees, sides: Sequence[int], over: Callable[[StateKey], Worth | None]
    ) -> None:
        """Begin without any option; `over` tells what a state is worth at which the combat has ended."""
        self.fight, self.trees, self.sides, self._over = fight, trees, sides, over
        self.plans: Pair[Plan] = ({}, {})
        """By side: what it does at the states of `known`."""
        self.known: dict[StateKey, Worth] = {}
        """What states are worth where both do as in `plans`."""
        self.short: dict[int, Number] = {}
        """By side: how much more it could win at most by answering better, from the last start on."""
        self._options: Pair[dict[StateKey, dict[Cell, list[int]]]] = ({}, {})
        """By side: the places of what it may choose in the smaller game, where answers have brought more into it."""
        self._promising: dict[int, tuple[Sequence[int], Sequence[int]]] = {}
        """By the identity of options, which are kept beside: the places of those that may be best."""
        self._differing: dict[int, tuple[Sequence[int], Sequence[int]]] = {}
        """By the identity of options, which are kept beside: those of them that come to different things."""
        self._parts: dict[StateKey, RoundParts] = {}
        self._going: set[StateKey] = set()
        """The states whose worth is being found: one that leads to another of these leads back to itself."""
        self._moves: dict[StateKey, dict[StateKey, Number]] = {}
        """Where a round leads from a state on the way of both, as long as the plans hold."""
        self._returns = fight.can.repairs_units
        """Whether a state may come again though somebody was hit."""
        self.mixing = False
        """Whether somebody chooses at random somewhere."""
        self._ends: dict[StateKey, Worth | None] = {}
        self._given_up = False
        """Whether answers have taken more work than they may."""
        self.plain = not fight.reads_types and all(in_a_row(fight, side) for side in SIDES)
        """Whether the smaller game leaves out nothing that could be better."""

    def find(self, start: StateKey) -> None:
        """Find what both do from a state on.

        Where the work that was granted does not suffice to answer the smaller game, `short` is infinite. Raises
        CoupledError where what both lose cannot be told apart, and LimitError where it does not suffice for that game.
        """
        self._value(start)
        self.short = dict.fromkeys(self.sides, 0 if self.plain else inf)
        if self.plain or self._given_up:
            return
        answered = None
        try:
            with part_of_work(_FOR_ANSWERS):
                while picks := self._bettered(start):
                    say_so_far(f"within {points_of(max(self.short.values()))} points so far")
                    answered = self.known, self.plans, self._moves, self.mixing
                    self._begin_again(picks)
        except LimitError as limit:
            if limit.option != "searching":
                raise
            self._given_up = True
            if answered:  # `short` tells of these
                self.known, self.plans, self._moves, self.mixing = answered
            self._value(start)
        finally:
            say_so_far("")

    def worth(self, key: StateKey) -> Worth:
        """Return what a state is worth in the smaller game, whether or not the sides come to it by what they do."""
        return self._value(key)

    def moves(self, key: StateKey) -> dict[StateKey, Number]:
        """Return where a round leads from a state on the way of both, with the chances."""
        if key not in self._moves:
            parts = self._round(key)
            found: dict[StateKey, Number] = {}
            for cell, share in parts.cells():
                mine, theirs = (self._chosen(side, key, cell) for side in SIDES)
                for part, row in mine:
                    for other, column in theirs:
                        after = parts.left(cell, row, column)
                        found[after] = found.get(after, 0) + share * part * other
            self._moves[key] = found
        return self._moves[key]

    def labels(self, key: StateKey) -> Labels:
        """Return what is to be said of a round that begins with a state."""
        return self._round(key).labels

    def way(self, start: StateKey) -> list[StateKey]:
        """Return the states at which the combat goes on that both come to from a state on, it among them."""
        found = {start: None}
        waiting = [start]
        while waiting:
            for after in self.moves(waiting.pop()):
                if after not in found and self._ended(after) is None:
                    found[after] = None
                    waiting.append(after)
        return list(found)

    def _chosen(self, side: int, key: StateKey, cell: Cell) -> Mixed:
        cells = self.plans[side].get(key)
        return cells.get(cell, _FIRST) if cells else _FIRST

    def _round(self, key: StateKey) -> RoundParts:
        parts = self._parts.get(key)
        if parts is None:
            parts = self.trees.parts(self.fight, key, weakest=self.plain)
            if parts is None:
                raise CoupledError
            self._parts[key] = parts = self._without_twins(parts)
            check_positions(len(self._parts))
        count_work(1 + len(parts.sides[ATTACKER]) * len(parts.sides[DEFENDER]) // _CELLS_A_LOOK)
        return parts

    def _without_twins(self, parts: RoundParts) -> RoundParts:
        """Return what a round comes to without options that come to the same as one before them.

        Where nothing but the printed values of units counts, a carrier and a fighter that hit on the same are one.
        """
        if self.fight.reads_types:
            return parts
        one, other = parts.sides
        return parts._replace(sides=(self._all_apart(ATTACKER, one), self._all_apart(DEFENDER, other)))

    def _all_apart(self, side: int, ends: Iterable[RollEnd]) -> list[RollEnd]:
        return [(part, self._apart(side, options)) for part, options in ends]

    def _apart(self, side: int, options: Sequence[int]) -> Sequence[int]:
        """Return the first of a side's options that come to the same."""
        if len(options) == 1:
            return options
        if id(options) not in self._differing:
            first = {self._strength(side, option): option for option in reversed(options)}
            self._differing[id(options)] = options, list(reversed(first.values()))
        return self._differing[id(options)][1]

    def _strength(self, side: int, option: int) -> frozenset[tuple[object, int]]:
        """Return how many units an option leaves by what they roll and whether they can sustain damage."""
        found: dict[object, int] = {}
        units = self.fight.sides[side].units
        for unit, healthy, damaged in self.trees.force(side, option):
            for count, sustains in ((healthy, units[unit].sustain_damage), (damaged, False)):
                kind = units[unit].combat, sustains
                found[kind] = found.get(kind, 0) + count
        return frozenset([(kind, count) for kind, count in found.items() if count])

    def _ended(self, key: StateKey) -> Worth | None:
        if key not in self._ends:
            self._ends[key] = self._over(key)
        return self._ends[key]

    def _bettered(self, start: StateKey) -> dict[int, Picks]:
        """Solve the smaller game, let each side answer, and return what it chooses where that is better, by side."""
        before = self._value(start)
        answers = {side: self._answer(side, start) for side in self.sides}
        self.short = {side: worth[side] - before[side] for side, (worth, _) in answers.items()}
        if all(more <= TIE for more in self.short.values()):
            return {}
        found = {side: picks for side, (_, picks) in answers.items()}
        return found if any(found.values()) else {}

    def _begin_again(self, answers: dict[int, Picks]) -> None:
        """Take the answers into the smaller game: all that was found in it is void."""
        for side, picks in answers.items():
            self._take_up(side, picks)
        self.known, self.plans, self._moves, self.mixing = {}, ({}, {}), {}, False

    def _take_up(self, side: int, picks: Picks) -> None:
        """Take what an answer chose into the smaller game."""
        for key, cells in picks.items():
            known = self._options[side].setdefault(key, {})
            for cell, row in cells.items():
                if cell not in known:
                    known[cell] = list(self._places(side, key, cell))
                if row not in known[cell]:
                    known[cell].append(row)

    def _places(self, side: int, key: StateKey, cell: Cell) -> Sequence[int]:
        """Return the places of a side's options in the smaller game for a pair of results."""
        more = self._options[side].get(key)
        return more[cell] if more and cell in more else self._usual(side, self._parts[key].sides[side][cell[side]][1])

    def _usual(self, side: int, options: Sequence[int]) -> Sequence[int]:
        """Return the places of the options that may be best: the smaller game begins with these."""
        if side not in self.sides or len(options) == 1:
            return (0,)
        if id(options) not in self._promising:
            forces = [self.trees.force(side, option) for option in options]
            self._promising[id(options)] = options, promising(self.fight, side, forces)
        return self._promising[id(options)][1]

    def _value(self, key: StateKey) -> Worth:
        """Return what a state is worth in the smaller game, and set what both do there by it.

        Raises CoupledError where it leads to another state that leads back to it.
        """
        found = self.known.get(key) or self._ended(key)
        if found is None:
            if key in self._going:
                raise CoupledError
            self._going.add(key)
            try:
                found = self.known[key] = self._settled(key)
            finally:
                self._going.discard(key)
        return found

    def _settled(self, key: StateKey) -> Worth:
        """Find what a state is worth in the smaller game at which the combat goes on."""
        parts, known, value = self._round(key), self.known, self._value
        base, (mine, theirs) = parts.base, parts.sides
        usual, replies = ([self._usual(side, options) for _, options in parts.sides[side]] for side in SIDES)
        one: Any = 0
        two: Any = 0
        stay: Any = 0
        returning: list[_Returning] = []
        for at, (chance, options) in enumerate(mine):
            for place, (likely, others) in enumerate(theirs):
                share, cell, rows, columns = chance * likely, (at, place), usual[at], replies[place]
                if self._options[ATTACKER] or self._options[DEFENDER]:
                    rows, columns = (self._places(side, key, cell) for side in SIDES)
                if len(rows) == len(columns) == 1:
                    self._do(key, cell, ((1, rows[0]),), ((1, columns[0]),))
                    after = base + options[rows[0]] + others[columns[0]]
                    if after == key:
                        stay += share
                        continue
                    found = known.get(after) or value(after)
                else:
                    table: list[list[Any]] = []
                    for row in rows:
                        ways = [base + options[row] + others[column] for column in columns]
                        table.append([known.get(way) or (None if way == key else value(way)) for way in ways])
                    if self._returns and any(None in row for row in table):
                        returning.append(_Returning(share, cell, table, rows, columns))
                        continue
                    found = self._agreed(key, cell, table, rows, columns)
                one += share * found[0]
                two += share * found[1]
        if returning:
            return self._around(key, returning, (one, two), 1 - stay)
        leaving = 1 - stay
        return (one / leaving, two / leaving) if leaving > 0 else endless(self.fight)

    def _around(self, key: StateKey, cells: Sequence[_Returning], sure: Worth, leaving: Number) -> Worth:
        """Return what a state is worth that choices may lead back to, by policy iteration, and set what both do there.

        `sure` is what the other pairs of results add to it, `leaving` how likely these and `cells` are together.
        """
        worth: Worth = 0 * leaving, 0 * leaving
        for _ in range(_MOST_TURNS):
            chosen = [mixes(cell.filled(worth)) for cell in cells]
            one, two = sure
            away, before = leaving, worth
            for cell, (mine, theirs) in zip(cells, chosen, strict=True):
                for row, column, part in _pairs(mine, theirs):
                    after = cell.table[row][column]
                    if after is None:
                        away -= cell.share * part
                    else:
                        one += cell.share * part * after[0]
                        two += cell.share * part * after[1]
            worth = (one / away, two / away) if away > 0 else endless(self.fight)
            if _alike(worth, before):
                for cell, (mine, theirs) in zip(cells, chosen, strict=True):
                    self._do(key, cell.cell, _mixed(mine, cell.rows), _mixed(theirs, cell.columns))
                return worth
        raise CoupledError

    def _do(self, key: StateKey, cell: Cell, *mixes: Mixed) -> None:
        """Set what both do for a pair of results at a state."""
        for plan, mix in zip(self.plans, mixes, strict=True):
            if mix != _FIRST:
                plan.setdefault(key, {})[cell] = mix
                self.mixing = self.mixing or len(mix) > 1

    def _agreed(
        self, key: StateKey, cell: Cell, table: list[list[Worth]], rows: Sequence[int], columns: Sequence[int]
    ) -> Worth:
        """Return what an equilibrium of a table is worth, and let both do what it says."""
        mine, theirs = mixes(table)
        self._do(key, cell, _mixed(mine, rows), _mixed(theirs, columns))
        ways = [(part, table[row][column]) for row, column, part in _pairs(mine, theirs)]
        return sum([share * one for share, (one, _) in ways]), sum([share * two for share, (_, two) in ways])

    def _answer(self, side: int, start: StateKey) -> tuple[Worth, Picks]:
        """Return what a side's best answer to what the other does is worth, and what it chooses.

        Told is what it chooses where that is better than all that it may choose in the smaller game.
        """
        fixed, other = self.plans[1 - side], 1 - side
        worth: dict[StateKey, Worth] = {}
        picks: Picks = {}

        def value(key: StateKey) -> Worth:
            found = worth.get(key) or self._ended(key)
            if found is None:
                if other in self.sides and key not in self.known:
                    self._value(key)
                found = worth[key] = find(key)
            return found

        def mean(key: StateKey, ways: Sequence[tuple[Number, StateKey]]) -> _Faced:
            stay = sum([share for share, after in ways if after == key])
            found = [(share, *value(after)) for share, after in ways if after != key]
            return sum([share * one for share, one, _ in found]), sum([share * two for share, _, two in found]), stay

        def find(key: StateKey) -> Worth:
            parts = self._round(key)
            base, mine, theirs = parts.base, parts.sides[side], parts.sides[other]
            answered = fixed.get(key)
            one: Any = 0
            two: Any = 0
            stay: Any = 0
            choices: list[tuple[Number, Cell, list[_Faced]]] = []
            for at, (chance, options) in enumerate(mine):
                for place, (likely, others) in enumerate(theirs):
                    share = chance * likely
                    cell = (at, place) if side == ATTACKER else (place, at)
                    answer = answered.get(cell, _FIRST) if answered else _FIRST
                    if len(answer) == 1:
                        common = base + others[answer[0][1]]
                        if len(options) == 1:
                            after = common + options[0]
                            if after == key:
                                stay += share
                                continue
                            best = worth.get(after) or value(after)
                            one += share * best[0]
                            two += share * best[1]
                            continue
                        if not (self._returns and any(common + option == key for option in options)):
                            found = [worth.get(common + option) or value(common + option) for option in options]
                            best = found[self._pick(side, key, cell, [each[side] for each in found], picks)]
                            one += share * best[0]
                            two += share * best[1]
                            continue
                    faced = []
                    for option in options:
                        faced.append(mean(key, [(part, base + others[column] + option) for part, column in answer]))
                    choices.append((share, cell, faced))
            return self._best_around(side, key, choices, (one, two, stay), picks)

        return value(start), picks

    def _best_around(
        self, side: int, key: StateKey, choices: Sequence[tuple[Number, Cell, list[_Faced]]], sure: _Faced, picks: Picks
    ) -> Worth:
        """Return what a side's best answer at a state is worth that its choices may lead back to, by policy iteration.

        `sure` is what comes without a choice of its own. What it chooses is entered in `picks`.
        """
        worth: Worth = (0, 0)
        while True:
            entered: Picks = {}
            before = worth
            one, two, stay = sure
            for share, cell, faced in choices:
                wins = [each[side] + each[2] * worth[side] for each in faced]
                more = faced[self._pick(side, key, cell, wins, entered)]
                one, two, stay = one + share * more[0], two + share * more[1], stay + share * more[2]
            leaving = 1 - stay
            worth = (one / leaving, two / leaving) if leaving > 0 else endless(self.fight)
            if worth[side] <= before[side] + TIE:  # of equal choices another may be taken, for ever
                picks.update(entered)
                return worth

    def _pick(self, side: int, key: StateKey, cell: Cell, wins: Sequence[Number], picks: Picks) -> int:
        """Return the place of what a side chooses by how often it wins by each, the first of equals.

        It is entered in `picks` where it is better than all that it may choose in the smaller game.
        """
        if len(wins) == 1:
            return 0
        best = max(self._places(side, key, cell), key=wins.__getitem__)
        usual = best
        for row, each in enumerate(wins):
            if each > wins[best] + TIE:
                best = row
        if best != usual:
            picks.setdefault(key, {})[cell] = best
        return best


def _alike(one: Worth, other: Worth) -> bool:
    """Tell whether two worths are the same, but for rounding."""
    return bool(max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True)) <= TIE)


def _pairs(mine: Mix, theirs: Mix) -> list[tuple[int, int, Number]]:
    """Return which pairs of choices two mixes lead to, with the chances."""
    return [
        (row, column, part * other)
        for row, part in enumerate(mine) if part for column, other in enumerate(theirs) if other
    ]  # fmt: skip


def _mixed(mix: Sequence[Number], places: Sequence[int]) -> Mixed:
    """Return how often which place is chosen, those that are not left out."""
    return tuple([(share, place) for share, place in zip(mix, places, strict=True) if share])
