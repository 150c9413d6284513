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

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, zip_longest
from math import inf
from typing import Any

from mecatol.domain.units import Value
from mecatol.errors import CoupledError, LimitError
from mecatol.game.labels import Labels
from mecatol.game.state import Force
from mecatol.probability.bimatrix import Mix, equilibrium
from mecatol.probability.dice import TIE, Dice, Number, roll
from mecatol.probability.limits import check_positions, count_work, part_of_work
from mecatol.rules.combat.conversation import StateKey
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.round_tree import RollEnd, RoundParts, RoundTrees
from mecatol.rules.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, Pair

_SMALL = 1_500
"""Up to how many pairs of forces the game is worked out state by state: what is left is best everywhere then."""
_DEEPEST = 150
"""How many hits both sides together may take at most: as deep as calls are nested."""
_FOR_ANSWERS = 0.4
"""Which share of the work that is left may go into answers: the rest goes on with what was found."""
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

_FIRST: Mixed = ((1, 0),)


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


def _ways_left(fight: Fight, state: CombatState, side: int) -> int:
    """Return in how many ways a side's force may be left at most."""
    found = 1
    for stack in state.forces[side]:
        sustains = fight.sides[side].units[stack.unit].sustain_damage
        found *= (stack.total + 1) * (stack.total + 2) // 2 if sustains else stack.total + 1
    return found


def _hits_to_take(fight: Fight, state: CombatState) -> int:
    """Return how many hits both sides can take together."""
    return sum([
        stack.total + (stack.healthy if fight.sides[side].units[stack.unit].sustain_damage else 0)
        for side in SIDES for stack in state.forces[side]
    ])  # fmt: skip


def fits(fight: Fight, state: CombatState) -> bool:
    """Tell whether a combat is large enough, and its sides are apart enough, to be worked out by best answers."""
    can = fight.can
    apart = not (
        can.reference or can.adds_hits or can.risks_units or can.repairs_units or can.places_units
        or can.answers_losses or fight.after_round or fight.retreat or any(fight.withdrawals)
    )  # fmt: skip
    if not apart or _hits_to_take(fight, state) > _DEEPEST:
        return False
    return _ways_left(fight, state, ATTACKER) * _ways_left(fight, state, DEFENDER) > _SMALL


def _in_a_row(fight: Fight, side: int) -> bool:
    """Tell whether of any two of a side's ships one rolls no worse than the other, however many hits are asked for."""
    units = fight.sides[side].units
    values = {units[unit].combat for unit in fight.sides[side].ships} - {None}
    rolls = [_at_least(value) for value in values if value]
    return all(_no_worse(one, other) or _no_worse(other, one) for one, other in combinations(rolls, 2))


def _at_least(value: Value) -> list[Fraction]:
    """Return the chances of at least one hit, two and so on for a unit with this combat value."""
    ways, total = roll([Dice("", 1, value.dice, value.value)])
    return [Fraction(sum(ways[hits:]), total) for hits in range(1, len(ways))]


def _no_worse(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Tell whether one roll gives any number of hits at least as often as another."""
    return all(more >= less for more, less in zip_longest(one, other, fillvalue=0))


def promising(fight: Fight, side: int, forces: Sequence[Force]) -> list[int]:
    """Return the places of what may be best to keep: for each number of units left that can sustain, one.

    It is the one with the most hits to come, of equals the one whose stronger units can still sustain damage.
    """
    best: dict[int, tuple[tuple[Number, Number], int]] = {}
    for place, force in enumerate(forces):
        whole, strength, kept = 0, 0, 0
        for stack in force:
            unit = fight.sides[side].units[stack.unit]
            hits = unit.combat.dice * (11 - unit.combat.value) if unit.combat else 0
            strength += hits * stack.total
            if unit.sustain_damage:
                whole += stack.healthy
                kept += hits * stack.healthy
        if whole not in best or best[whole][0] < (strength, kept):
            best[whole] = (strength, kept), place
    return sorted([place for _, place in best.values()])


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
        self._ends: dict[StateKey, Worth | None] = {}
        self._given_up = False
        """Whether answers have taken more work than they may."""
        self.plain = not fight.reads_types and all(_in_a_row(fight, side) for side in SIDES)
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
        try:
            with part_of_work(_FOR_ANSWERS):
                while self._bettered(start):
                    pass
        except LimitError as limit:
            if limit.option != "searching":
                raise
            self._given_up = True
            self._value(start)

    def worth(self, key: StateKey) -> Worth:
        """Return what a state is worth in the smaller game, whether or not the sides come to it by what they do."""
        return self._value(key)

    def moves(self, key: StateKey) -> dict[StateKey, Number]:
        """Return where a round leads from a state on the way of both, with the chances."""
        parts = self._round(key)
        found: dict[StateKey, Number] = {}
        for cell, share in parts.cells():
            mine, theirs = (self._chosen(side, key, cell) for side in SIDES)
            for part, row in mine:
                for other, column in theirs:
                    after = parts.after(cell, row, column)
                    found[after] = found.get(after, 0) + share * part * other
        return found

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

    @property
    def mixing(self) -> bool:
        """Whether somebody chooses at random somewhere."""
        return any(len(mix) > 1 for plan in self.plans for cells in plan.values() for mix in cells.values())

    def _chosen(self, side: int, key: StateKey, cell: Cell) -> Mixed:
        cells = self.plans[side].get(key)
        return cells.get(cell, _FIRST) if cells else _FIRST

    def _round(self, key: StateKey) -> RoundParts:
        parts = self._parts.get(key)
        if parts is None:
            parts = self.trees.parts(self.fight, key)
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

    def _bettered(self, start: StateKey) -> bool:
        """Solve the smaller game, let each side answer, and tell whether an answer is better than what it does there.

        Options that an answer adds make all worths and plans of the smaller game void.
        """
        before = self._value(start)
        answers = {side: self._answer(side, start) for side in self.sides}
        self.short = {side: worth[side] - before[side] for side, (worth, _) in answers.items()}
        if all(more <= TIE for more in self.short.values()):
            return False
        for side, (_, picks) in answers.items():
            self._take_up(side, picks)
        self.known.clear()
        for plan in self.plans:
            plan.clear()
        return True

    def _take_up(self, side: int, picks: Mapping[StateKey, Mapping[Cell, int]]) -> None:
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
        if side not in self.sides:
            return (0,)
        more = self._options[side].get(key)
        if more and cell in more:
            return more[cell]
        options = self._parts[key].sides[side][cell[side]][1]
        if len(options) == 1:
            return (0,)
        if id(options) not in self._promising:
            self._promising[id(options)] = options, self._most_promising(side, options)
        return self._promising[id(options)][1]

    def _most_promising(self, side: int, options: Sequence[int]) -> Sequence[int]:
        """Return the places of the options that may be best."""
        return promising(self.fight, side, [self.trees.force(side, option) for option in options])

    def _value(self, key: StateKey) -> Worth:
        """Return what a state is worth in the smaller game, and set what both do there by it."""
        found = self.known.get(key) or self._ended(key)
        if found is None:
            found = self.known[key] = self._settled(key)
        return found

    def _settled(self, key: StateKey) -> Worth:
        """Find what a state is worth in the smaller game at which the combat goes on."""
        parts = self._round(key)
        one: Any = 0
        two: Any = 0
        stay: Any = 0
        for cell, share in parts.cells():
            rows, columns = (self._places(side, key, cell) for side in SIDES)
            after = parts.after(cell, rows[0], columns[0])
            if after == key:
                stay += share
                continue
            if len(rows) == len(columns) == 1:
                self._do(key, cell, ((1, rows[0]),), ((1, columns[0]),))
                found = self.known.get(after) or self._value(after)
            else:
                table = []
                for row in rows:
                    table.append([self._value(parts.after(cell, row, column)) for column in columns])
                found = self._agreed(key, cell, table, rows, columns)
            one += share * found[0]
            two += share * found[1]
        leaving = 1 - stay
        return (one / leaving, two / leaving) if leaving > 0 else endless(self.fight)

    def _do(self, key: StateKey, cell: Cell, *mixes: Mixed) -> None:
        """Set what both do for a pair of results at a state."""
        for plan, mix in zip(self.plans, mixes, strict=True):
            if mix != _FIRST:
                plan.setdefault(key, {})[cell] = mix

    def _agreed(
        self, key: StateKey, cell: Cell, table: list[list[Worth]], rows: Sequence[int], columns: Sequence[int]
    ) -> Worth:
        """Return what an equilibrium of a table is worth, and let both do what it says."""
        mine, theirs = mixes(table)
        self._do(key, cell, _mixed(mine, rows), _mixed(theirs, columns))
        ways = [
            (part * other, table[row][column])
            for row, part in enumerate(mine) if part for column, other in enumerate(theirs) if other
        ]  # fmt: skip
        return sum([share * one for share, (one, _) in ways]), sum([share * two for share, (_, two) in ways])

    def _answer(self, side: int, start: StateKey) -> tuple[Worth, dict[StateKey, dict[Cell, int]]]:
        """Return what a side's best answer to what the other does is worth, and what it chooses.

        Told is what it chooses where that is better than all that it may choose in the smaller game.
        """
        fixed, other = self.plans[1 - side], 1 - side
        worth: dict[StateKey, Worth] = {}
        picks: dict[StateKey, dict[Cell, int]] = {}

        def value(key: StateKey) -> Worth:
            found = worth.get(key) or self._ended(key)
            if found is None:
                if other in self.sides and key not in self.known:
                    self._value(key)
                found = worth[key] = find(key)
            return found

        def mean(keys: Sequence[tuple[Number, StateKey]]) -> Worth:
            found = [(share, value(key)) for share, key in keys]
            return sum([share * one for share, (one, _) in found]), sum([share * two for share, (_, two) in found])

        def find(key: StateKey) -> Worth:
            parts = self._round(key)
            base, mine, theirs = parts.base, parts.sides[side], parts.sides[other]
            answered = fixed.get(key)
            one: Any = 0
            two: Any = 0
            stay: Any = 0
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
                        found = [worth.get(common + option) or value(common + option) for option in options]
                    else:
                        found = []
                        for option in options:
                            found.append(mean([(part, base + others[column] + option) for part, column in answer]))
                    if len(options) == 1:
                        best = found[0]
                    else:
                        usual = self._places(side, key, cell)
                        best = max([found[row] for row in usual], key=lambda each: each[side])
                        for row, each in enumerate(found):
                            if each[side] > best[side] + TIE:
                                best = each
                                picks.setdefault(key, {})[cell] = row
                    one += share * best[0]
                    two += share * best[1]
            leaving = 1 - stay
            return (one / leaving, two / leaving) if leaving > 0 else endless(self.fight)

        return value(start), picks


def _mixed(mix: Sequence[Number], places: Sequence[int]) -> Mixed:
    """Return how often which place is chosen, those that are not left out."""
    return tuple([(share, place) for share, place in zip(mix, places, strict=True) if share])
