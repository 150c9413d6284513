"""The rounds of a combat as game trees, pair of losses by pair of losses, with whatever couples both sides.

States before a round are whole numbers, their keys: the number of the state in its index, and the round. Where nothing
follows losses but repairs of each side's own, any pair of what the two sides have left is another key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.game.labels import Label, Labelled, Labels, united
from mecatol.game.stages import Stage
from mecatol.game.state import Force, State
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work
from mecatol.rules.combat.conversation import (
    Conversation,
    StateContest,
    StateKey,
    Tree,
    chance,
    choice,
    contest,
    one_of,
    table_of,
)
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import RollHits, brings_more, hit_plan, react
from mecatol.rules.combat.recovery import left_after, units_lost, with_placed
from mecatol.rules.combat.repairs import repair_before_round
from mecatol.rules.combat.round import hit_states, pairs_of_hits, rolled
from mecatol.rules.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CombatState,
    HitChances,
    Pair,
    Remainder,
    SideState,
    UsedEffects,
    Volley,
    mapped,
)
from mecatol.rules.combat.state_index import End, StateIndex
from mecatol.rules.combat.weakest_losses import weakest_losses

_PAIRS_A_LOOK = 16
"""How many pairs of losses count as one outcome toward the engine's limit."""


class RoundTree(NamedTuple):
    """What a round may come to."""

    ways: list[tuple[Number, Tree]]
    """What both rolls may lead to, with their chances."""
    labels: Labels
    """What is to be said where the round is played."""


class _Ends(NamedTuple):
    """How losses leave a side at the end of a round, where nothing but repairs and units placed for them follows."""

    ends: Sequence[End]
    """One for each way to take the hits, each once."""
    parts: Sequence[int]
    """Each end's part in the keys of states in which the other side fights on."""
    keys: Sequence[int]
    """Each end's part in the keys of states, where it is one number whatever the other side does; else nothing."""
    opposed: Labels
    """What is to be said where the other side fights on."""
    unopposed: Labels
    """What is to be said where it has nothing left."""


type _Left = tuple[Remainder, Force]
"""What a round leaves of a side before units are placed, and what it has lost as far as it may place units for that."""


class _Options(NamedTuple):
    """What a roll leaves of a side, one of several ways."""

    losses: Sequence[SideState]
    labels: Labels
    """What is to be said of the losses."""
    coupled: bool
    """Whether more follows from any of them than repairs and units placed for them."""
    gone: Force
    """What was destroyed for which the other side may place units."""
    left: tuple[_Left, ...]
    """What each leaves, where nothing is coupled."""
    ends: dict[Force, _Ends]
    """A table to fill, by what the other side has lost for which this one may place units: how they leave the side."""


type RollEnd = tuple[Number, Sequence[int]]
"""The chance of a result of the other side's roll, and the parts of the ways to take its hits."""


class RoundParts(NamedTuple):
    """What a round may come to, each side apart: whatever the one has left goes with whatever the other has."""

    base: int
    """What the keys of all states after it have in common: the key of each is the sum of this and both sides' parts."""
    sides: Pair[list[RollEnd]]
    """By side: for each result of the other's roll its chance, and the parts of the ways to take the hits."""
    labels: Labels
    """What is to be said of the round."""
    apart: Pair[list[_Ends]] | None
    """By side and result how the hits leave it, where that may depend on whether the other side fights on."""
    rounds: int
    """How many rounds count as different."""

    def cells(self) -> Iterator[tuple[tuple[int, int], Number]]:
        """Yield the places of both sides' results, pair by pair, with the chance."""
        for at, (chance_of, _) in enumerate(self.sides[ATTACKER]):
            for place, (other, _) in enumerate(self.sides[DEFENDER]):
                yield (at, place), chance_of * other

    def after(self, cell: tuple[int, int], row: int, column: int) -> StateKey:
        """Return the key that a pair of results leads to where both choose so, as if both fought on."""
        return self.base + self.sides[ATTACKER][cell[0]][1][row] + self.sides[DEFENDER][cell[1]][1][column]

    def left(self, cell: tuple[int, int], row: int, column: int) -> StateKey:
        """Return the key that a pair of results leads to where both choose so."""
        if self.apart is None:
            return self.after(cell, row, column)
        mine, theirs = self.apart[ATTACKER][cell[0]].ends[row], self.apart[DEFENDER][cell[1]].ends[column]
        own = mine.opposed if theirs.fights else mine.unopposed
        return self.base + self.rounds * (own + (theirs.opposed if mine.fights else theirs.unopposed))


type _Pairs = Iterable[tuple[_Options, _Options, Number]]
"""What two rolls leave of the attacker and of the defender, with the chances."""


class RoundTrees:
    """The rounds of a combat as trees, by the keys of the states before them."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any."""
        self.index = StateIndex.of(fight)
        self.rounds = fight.special_rounds + 1
        """How many rounds count as different: all from the last of these on are one."""
        self._left: dict[tuple[int, int, bool, bool], dict[int | Volley, _Options]] = {}
        """By how hits are assigned, by identity, round, whether more follows anyway, and whether the weakest take them:
        what hits come to."""
        self._options: dict[tuple[int, int, bool, tuple[int, ...]], _Options] = {}
        """By side, round, whether more follows anyway, and losses, by identity: what they come to."""
        self._ends: dict[tuple[int, int, UsedEffects, tuple[_Left, ...]], dict[Force, _Ends]] = {}
        """By side, round, what is used up before it, and what losses leave: how that ends, a table to fill."""
        self._staged: dict[tuple[int, int], Labelled[Tree]] = {}
        """By state and round, at whose end it is: what else happens then."""

    @classmethod
    def of(cls, fight: Fight) -> RoundTrees:
        """Return the rounds of combats in these circumstances, which all readers share."""
        return fight.memory.of(cls, None, lambda: cls(fight))

    def key(self, number: int, round_number: int) -> StateKey:
        """Return the key of the state with a number, before a round, from 1."""
        return number * self.rounds + min(round_number, self.rounds) - 1

    def number(self, key: StateKey) -> int:
        """Return the number of the state."""
        return key // self.rounds

    def round(self, key: StateKey) -> int:
        """Return the round."""
        return key % self.rounds + 1

    @cites("78.6", "42.2")
    def tree(self, fight: Fight, begun: StateKey) -> RoundTree:
        """Return the tree of a round.

        Both sides take the hits of the rolls at the same time, knowing both; what hits set off after that is decided in
        turn, and known to the side that decides next.
        """
        number, before = self.round(begun), self.index.state(self.number(begun))
        context = self.index.parts(self.number(begun))[0]
        leaving = fight.leaver(before, number)
        plain = not (
            leaving is not None or fight.can.repairs_observe
            or (fight.may_place(before.spent) and fight.placement_observes)
            or (fight.can.risks_units and any(fight.losses_matter(side, before.spent) for side in SIDES))
        )  # fmt: skip

        def end(state: CombatState) -> Tree:
            return self.ended(fight, self.index.number(state), number, said)

        both = mapped(SIDES, lambda side: rolled(fight, before, side, number))
        said: dict[Label, None] = dict.fromkeys(united(both[ATTACKER].labels, both[DEFENDER].labels))
        ways: list[tuple[Number, Tree]] = []
        for hit, coming, chance_of in hit_states(before, (both[ATTACKER].value, both[DEFENDER].value)):
            talk = Conversation(fight, before, number, leaving, end, hit)
            pairs, answered = self._pairs(fight, hit, coming, number, plain)
            said.update(dict.fromkeys(answered))
            for my, their, share in pairs:
                part = chance_of * share
                if my.labels or their.labels:
                    said.update(dict.fromkeys((*my.labels, *their.labels)))
                count_work(1 + len(my.losses) * len(their.losses) // (_PAIRS_A_LOOK if plain else 1))
                if my.coupled or their.coupled:
                    ways.append((part, contest(table_of(talk.after_losses, my.losses, their.losses))))
                    continue
                mine = self._ended_by(fight, ATTACKER, hit, my, their.gone, number, context)
                theirs = self._ended_by(fight, DEFENDER, hit, their, my.gone, number, context)
                if more := (*_said_of(mine, theirs), *_said_of(theirs, mine)):
                    said.update(dict.fromkeys(more))
                ways.append((part, self._uncoupled(fight, context, number, mine, theirs, said)))
            said.update(talk.labels)
        return RoundTree(ways, tuple(said))

    def parts(self, fight: Fight, begun: StateKey, weakest: bool = False) -> RoundParts | None:
        """Return what a round comes to, each side apart; None where more follows losses than what each has left.

        With `weakest`, those who search sustain with their weakest units and lose the weakest of the others.
        """
        number, before = self.round(begun), self.index.state(self.number(begun))
        context = self.index.parts(self.number(begun))[0]
        both = mapped(SIDES, lambda side: rolled(fight, before, side, number))
        if any(len(each.value) > 1 for each in both):
            return None
        found: list[list[tuple[Number, Sequence[int]]]] = []
        ends: tuple[list[_Ends], list[_Ends]] = ([], [])
        said = dict.fromkeys(united(both[ATTACKER].labels, both[DEFENDER].labels))
        for side in SIDES:
            left = self._by_hits(fight, side, before, number, True, weakest and fight.sides[side].policy.searches)
            own: list[tuple[Number, Sequence[int]]] = []
            for options, part in _as_one((left(hits), part) for hits, part in both[1 - side].value[0].hits):
                if options.coupled or options.gone:
                    return None
                said.update(dict.fromkeys(options.labels))
                ended = self._ended_by(fight, side, before, options, (), number, context)
                if {context} != {each for end in ended.ends for each in (end.opposed_context, end.unopposed_context)}:
                    return None
                own.append((part, ended.parts))
                ends[side].append(ended)
            found.append(own)
        for one, other in ((ends[0], ends[1]), (ends[1], ends[0])):
            for mine, theirs in product(one, other):
                said.update(dict.fromkeys(_said_of(mine, theirs)))
        base = self.key(self.index.base(context), number + 1)
        apart = (ends[ATTACKER], ends[DEFENDER]) if any(fight.repairs_depend_on_opponent) else None
        return RoundParts(base, (found[0], found[1]), tuple(said), apart, self.rounds)

    def force(self, side: int, part: int) -> Force:
        """Return the force that a side's part of the key after a round represents (`RoundParts.sides`)."""
        return self.index.force(side, part // self.rounds)

    def _pairs(
        self, fight: Fight, before: CombatState, rolls: Pair[HitChances], number: int, plain: bool
    ) -> Labelled[_Pairs]:
        """Return what two rolls leave of both sides, equal ones as one."""
        mine, theirs = mapped(SIDES, lambda side: self._by_hits(fight, side, before, number, plain))
        if not fight.can.adds_hits:
            others = _as_one((theirs(hits), part) for hits, part in rolls[ATTACKER])
            own = _as_one((mine(hits), part) for hits, part in rolls[DEFENDER])
            return Labelled([(my, their, part * share) for my, part in own for their, share in others])
        found: dict[tuple[int, int], tuple[_Options, _Options, Number]] = {}
        pairs, labels = pairs_of_hits(fight, before, rolls, number)
        for suffered, dealt, part in pairs:
            my, their = mine(suffered), theirs(dealt)
            key = id(my), id(their)
            found[key] = my, their, found[key][2] + part if key in found else part
        return Labelled(found.values(), labels)

    def _by_hits(
        self, fight: Fight, side: int, before: CombatState, number: int, plain: bool, weakest: bool = False
    ) -> Callable[[int | Volley], _Options]:
        """Return what tells of the hits on a side what they leave of it, each found out once."""
        known = self._left.setdefault((id(hit_plan(fight, before, side, number)), number, plain, weakest), {})

        def left(hits: int | Volley) -> _Options:
            if hits not in known:
                known[hits] = self._left_by(fight, side, before, hits, number, plain, weakest)
            return known[hits]

        return left

    def _left_by(
        self, fight: Fight, side: int, before: CombatState, hits: int | Volley, number: int, plain: bool, weakest: bool
    ) -> _Options:
        """Return what a roll of the other side leaves of a side; unless `plain` more follows whatever it leaves."""
        if weakest and isinstance(hits, int):
            losses = weakest_losses(fight, hit_plan(fight, before, side, number), side, hits)
        else:
            losses = react(fight, before, RollHits(side, hits), number)
        key = side, number, plain, tuple(map(id, losses))
        if key not in self._options:
            places = fight.may_place(before.spent)
            chosen = len(losses) > 1 or losses[0].spent != before.spent
            coupled = (
                not plain or (places and chosen)
                or any(brings_more(fight, before, side, each, number) for each in losses)
            )  # fmt: skip
            lost = places and not coupled and fight.placing_for[1 - side][1]
            gone = units_lost(before.forces[side], losses[0].force) if lost else ()
            labels = united(*[each.labels for each in losses])
            left = () if coupled else tuple([left_after(fight, before, side, each, before) for each in losses])
            ends = self._ends.setdefault((side, number, before.spent, left), {})
            self._options[key] = _Options(losses, labels, coupled, gone, left, ends)
        return self._options[key]

    def _ended_by(
        self, fight: Fight, side: int, before: CombatState, options: _Options, gone: Force, number: int, context: int
    ) -> _Ends:
        """Return how losses that are not coupled leave a side, where the other has lost what it may place units for."""
        known = options.ends.get(gone)
        if known is None:
            left = [with_placed(fight, before, side, rest, (lost, gone), number) for rest, lost in options.left]
            ended = [self.index.ended(side, before, each, number) for each in left]
            ends = list(dict.fromkeys([each.end for each in ended]))
            apart = fight.repairs_depend_on_opponent[side] or {end.opposed_context for end in ends} != {context}
            parts = [end.opposed * self.rounds for end in ends]
            opposed, unopposed = united(*[each.opposed for each in ended]), united(*[each.unopposed for each in ended])
            known = options.ends[gone] = _Ends(ends, parts, [] if apart else parts, opposed, unopposed)
        return known

    def _uncoupled(
        self, fight: Fight, context: int, number: int, my: _Ends, their: _Ends, said: dict[Label, None]
    ) -> Tree:
        """Return the tree of all pairs of ends."""
        if fight.after_round or not (my.keys and their.keys):

            def after(one: End, two: End) -> Tree:
                return self.ended(fight, self.index.joined(context, one, two), number, said)

            return contest(table_of(after, my.ends, their.ends))
        base = self.key(self.index.base(context), number + 1)
        # a side with one end chooses nothing, so the other's choice is plain and needs no table of pairs
        if len(my.keys) == 1:
            return one_of(DEFENDER, base + my.keys[0], tuple(their.keys))
        if len(their.keys) == 1:
            return one_of(ATTACKER, base + their.keys[0], tuple(my.keys))
        return StateContest(base, tuple(my.keys), tuple(their.keys))

    def ended(self, fight: Fight, state: int, number: int, said: dict[Label, None]) -> Tree:
        """Return what follows the state, by number, at the end of a round: what else happens then, if anything."""
        if not fight.after_round:
            return self.key(state, number + 1)
        if (state, number) not in self._staged:
            after = self.index.state(state)
            self._staged[state, number] = fight.game.labelled(lambda: self._after_stages(fight, after, number))
        tree, labels = self._staged[state, number]
        said.update(dict.fromkeys(labels))
        return tree

    def _after_stages(self, fight: Fight, state: CombatState, number: int) -> Tree:
        """Return what follows what else happens at the end of a round, while there is a defender to suffer it."""
        count_work()
        suffers = not state.fate and fight.alive(DEFENDER, state.forces[DEFENDER])
        stages = fight.stages(number) if suffers else ()
        if not stages:
            return self._next_round(fight, state, number)
        return self._through(fight, fight.position(state), stages, number, state.fate)

    def _through(self, fight: Fight, position: State, stages: Sequence[Stage], number: int, fate: str) -> Tree:
        """Return what follows the stages from a position on; `fate` is how the combat ended in the round before them.

        A method, for a function within a function that calls itself would keep the combat alive.
        """
        if not stages:
            return self._next_round(fight, fight.combat_state(position)._replace(fate=fate), number)
        ways = []
        for branch in stages[0](position):
            options = [self._through(fight, option, stages[1:], number, fate) for option in branch.options]
            count_work(len(options))
            chooser = fight.players.index(branch.chooser)
            ways.append((branch.probability, choice(chooser, options) if options[1:] else options[0]))
        return chance(ways)

    def _next_round(self, fight: Fight, state: CombatState, number: int) -> StateKey:
        """Return the key of a state, which all that happens at the end of the round led to, as the next one begins."""
        if any(fight.repairs_before_round) and not fight.stops:
            state = repair_before_round(fight, state, number)
        return self.key(self.index.number(state), number + 1)


def _as_one(ways: Iterable[tuple[_Options, Number]]) -> Iterable[tuple[_Options, Number]]:
    """Return what hits leave of a side, with the chances: equal ones as one."""
    found: dict[int, tuple[_Options, Number]] = {}
    for left, part in ways:
        key = id(left)
        found[key] = left, found[key][1] + part if key in found else part
    return found.values()


def _said_of(own: _Ends, others: _Ends) -> Labels:
    """Return what is to be said of a side's ends where the other side's are these."""
    if not (own.opposed or own.unopposed):
        return ()
    fighting = {end.fights for end in others.ends}
    return united(*[own.opposed if fights else own.unopposed for fights in fighting])
