"""The rounds of a combat as game trees, where somebody searches for the best losses.

States before a round are whole numbers, their keys: where nothing follows losses but repairs of a side's own, any
pair of what the two sides have left is one key more. What losses leave of a side is worked out once for all rounds that
begin with the same force, where the other side's has no part in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mecatol.combat.consequences import (
    ANSWERING,
    answer_since,
    answer_to_losses,
    apply_mutual_destruction,
    destroys_all,
    destruction_options,
    hits_back,
    noncombatants,
)
from mecatol.combat.fight import Fight
from mecatol.combat.game_tree import StateContest, StateKey, Tree, chance, choice, contest, one_of
from mecatol.combat.independence import Independence
from mecatol.combat.placing import place_units
from mecatol.combat.reference_chain import End, ReferenceChain
from mecatol.combat.round import RoundOfRolls, end_round, stages_after_round, start_next_round
from mecatol.combat.state import ATTACKER, DEFENDER, CombatState, Losses, beside
from mecatol.combat.used_effects import merge_used
from mecatol.domain.clauses import cites
from mecatol.game.journal import Recalled
from mecatol.game.stages import Stage
from mecatol.game.state import Force, State, joined
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

_PAIRS_A_LOOK = 16
"""How many pairs of losses take as long as one look at an outcome."""


class RoundTrees:
    """The rounds of a combat as trees, by the keys of the states before them."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any."""
        self.grid = ReferenceChain.of(fight)
        self.separate_cards = Independence(fight).separate_cards
        self.rounds = fight.special_rounds + 1
        """How many rounds are told apart: all from the last of these on are one."""
        self.alone: Recalled[tuple[int, int], LossConsequences] = Recalled()
        """By round and losses: what comes of them by themselves."""
        self.besides: Recalled[tuple[int, int, int], tuple[Losses, SideOptions]] = Recalled()
        """By round, losses and how many units an answer destroys besides: these losses, and how they may leave their
        side then."""
        self.left: Recalled[tuple[int, int], LossOptions] = Recalled()
        """By round and which losses: what they leave of their side."""
        self.struck: Recalled[tuple[int, int, int], tuple[Losses, list[End] | None]] = Recalled()
        """By round, losses and the hits that answer the other side's: these losses, and how they may leave their side
        then; None where it answers in turn."""
        self.struck_by_back: Recalled[tuple[int, int, int], Mapping[int, Sequence[End]]] = Recalled()
        """By round, which losses, and the same hits: the same of all of them, by the hits that answer these losses."""

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
    def of(self, key: StateKey) -> list[tuple[Number, Tree]]:
        """Return what both rolls of the round may lead to, with their chances.

        Both sides take the hits of the rolls at the same time, knowing both; what hits set off after that is decided in
        turn, and known to whoever decides next.
        """
        return list(_RoundTree(self, key).ways())


class LossAnswer(NamedTuple):
    """An effect that answers losses."""

    end: End
    """How they leave their side, with it used up."""
    chances: Sequence[Number]
    """Those of 0, 1, 2, … units of the other side that it destroys."""


class LossConsequences(NamedTuple):
    """What comes of a side's losses by themselves."""

    losses: Losses
    end: End
    """How they leave it."""
    destroyed_all: bool
    """Whether they take all that fight along, on both sides."""
    fallen: End
    """How the side is left where all that fight die."""
    answer: LossAnswer | None
    """The effect that answers them, if one does."""
    repeatable: bool
    """Whether another effect may answer them then."""


class SideOptions(NamedTuple):
    """How a side may be left, by what it chooses."""

    ends: list[End]
    """Each once."""
    keys: tuple[int, ...]
    """Each one's part in the keys of states, where nothing is used up and it is all the same whether the other side
    fights on; else nothing."""


class LossOptions(NamedTuple):
    """What losses leave of a side, one of several ways for each."""

    losses: Sequence[Losses]
    ways: SideOptions
    strikes: bool
    """Whether any brings the other side hits."""
    reaches: bool
    """Whether units are lost for which something may reach the other side."""


def _with_force(losses: Losses, force: Force) -> Losses:
    """Return losses that leave another force: `_replace` takes thrice the time."""
    return Losses(force, losses.spent, losses.hits_back, losses.sustained, losses.lost)


def _which(losses: Sequence[Losses]) -> int:
    """Tell losses from others: they are kept for as long as anything is known of them."""
    return id(losses) if len(losses) > 1 else id(losses[0])


class _RoundTree:
    """One round as a tree, in the making."""

    def __init__(self, trees: RoundTrees, key: StateKey) -> None:
        self.trees, self.grid, self.fight = trees, trees.grid, trees.grid.fight
        self.journal = self.fight.game.journal
        self.context = self.grid.context(trees.number(key))
        self.before, self.number = self.grid.combat_state(trees.number(key)), trees.round(key)
        self.played = RoundOfRolls.of(self.fight, self.before, self.number)
        fight, spent = self.fight, self.before.spent
        self.answers_losses = [side for side in (0, 1) if fight.answers_losses and fight.may_answer(spent, side)]
        """Who may answer destroyed units."""
        self.plain = not (
            self.played.leaving is not None or fight.may_place(spent) or fight.repairs_observe or fight.after_round
        )
        """Whether nothing follows losses but what they bring the other side, and repairs of each side's own."""
        self.apart = (
            self.plain
            and self.trees.separate_cards
            and not fight.observes
            and not (len(self.answers_losses) > 1 or (self.answers_losses and fight.destroys_mutually))
        )
        """Whether what a side's losses bring the other does to it what it does whatever the side has left."""
        self.strikes_alone = self.apart and not (self.answers_losses or fight.destroys_mutually)
        """Whether hits that answer others are all that it may be: what they destroy brings the other side nothing."""

    def ways(self) -> Iterator[tuple[Number, Tree]]:
        """Yield what both rolls may lead to, with their chances."""
        pairs_a_look = _PAIRS_A_LOOK if self.plain else 1
        for part, mine, theirs in self.played.pairs():
            count_work(1 + len(mine) * len(theirs) // pairs_a_look)
            yield part, self._tree(mine, theirs)

    def _tree(self, mine: Sequence[Losses], theirs: Sequence[Losses]) -> Tree:
        """Return what both sides' losses may lead to."""
        if self.plain:
            my, their = self._left(ATTACKER, mine), self._left(DEFENDER, theirs)
            if not (my.reaches or their.reaches):
                if not (my.strikes or their.strikes):
                    return self._calm(my, their)
                if self.strikes_alone and (tree := self._chosen_alone(my, their)) is not None:
                    return tree
        follow = self._side_by_side if self.apart else self._after_losses
        return contest([tuple([follow(my, their) for their in theirs]) for my in mine])

    def _left(self, side: int, losses: Sequence[Losses]) -> LossOptions:
        """Return what these losses leave of a side."""

        def find() -> LossOptions:
            reaching = any(self._reaches(side, each) for each in losses if each.lost)
            return LossOptions(losses, self._ways(side, losses), any(each.hits_back for each in losses), reaching)

        return self.trees.left.get((self.number, _which(losses)), self.journal, find)

    def _ways(self, side: int, losses: Sequence[Losses]) -> SideOptions:
        """Return how these losses may leave a side."""
        ends = list(dict.fromkeys([self.grid.end(side, self.before, each, self.number) for each in losses]))
        if self.fight.repairs_depend_on_opponent[side] or {end.faced_context for end in ends} != {self.context}:
            return SideOptions(ends, ())
        return SideOptions(ends, tuple([end.faced * self.trees.rounds for end in ends]))

    def _reaches(self, side: int, losses: Losses) -> bool:
        """Tell whether units are among these losses for which something may reach the other side."""
        if not self.apart:
            return True
        alone = self._alone(side, losses)
        return alone.destroyed_all or alone.answer is not None

    def _calm(self, my: LossOptions, their: LossOptions) -> Tree:
        """Return the tree of all pairs of losses from which nothing follows but repairs of each side's own."""
        mine, theirs = my.ways.keys, their.ways.keys
        if not (mine and theirs):
            return contest([tuple([self._joined(one, two) for two in their.ways.ends]) for one in my.ways.ends])
        base = self.trees.key(self.grid.kept(self.context), self.number + 1)
        if len(mine) == 1:
            return one_of(DEFENDER, base + mine[0], theirs)
        if len(theirs) == 1:
            return one_of(ATTACKER, base + theirs[0], mine)
        return StateContest(base, mine, theirs)

    def _chosen_alone(self, my: LossOptions, their: LossOptions) -> Tree | None:
        """Return the tree where one side at most has anything to choose, as one choice; None where it is not so."""
        if len(my.losses) > 1 and len(their.losses) > 1:
            return None
        side = ATTACKER if len(their.losses) == 1 else DEFENDER
        own, (other,) = (my, their.losses) if side == ATTACKER else (their, my.losses)
        keys: list[StateKey] = []
        for back, ends in self._by_hits_back(side, own, other.hits_back).items():
            answer = self._hit_back(1 - side, other, back)
            if not ends or answer is None or len(answer) > 1:
                return None
            one, two = (ends, answer) if side == ATTACKER else (answer, ends)
            keys += [self._joined(end, facing) for end in one for facing in two]
        return choice(side, keys)

    def _by_hits_back(self, side: int, own: LossOptions, hits: int) -> Mapping[int, Sequence[End]]:
        """Return, by how many hits answer them, how losses may leave a side after hits that answer the other's.

        Nothing where these are answered too.
        """

        def find() -> Mapping[int, Sequence[End]]:
            found: dict[int, dict[End, None]] = {}
            for each in own.losses:
                ends = self._hit_back(side, each, hits)
                if ends is None:
                    return {each.hits_back: ()}
                found.setdefault(each.hits_back, {}).update(dict.fromkeys(ends))
            return {back: list(ends) for back, ends in found.items()}

        return self.trees.struck_by_back.get((self.number, _which(own.losses), hits), self.journal, find)

    def _joined(self, one: End, two: End) -> StateKey:
        """Return the key of the state that two ends lead to."""
        return self.trees.key(self.grid.joined(self.context, one, two), self.number + 1)

    def _side_by_side(self, my: Losses, their: Losses) -> Tree:
        """Return what follows losses of both sides, each side's part by itself."""
        if not (my.hits_back or their.hits_back):
            return self._destroyed(my, their)
        if not self.strikes_alone:
            return self._after_losses(my, their)
        one, two = self._hit_back(ATTACKER, my, their.hits_back), self._hit_back(DEFENDER, their, my.hits_back)
        if one is None or two is None:
            return self._after_losses(my, their)
        return choice(ATTACKER, [choice(DEFENDER, [self._joined(end, other) for other in two]) for end in one])

    def _destroyed(self, my: Losses, their: Losses) -> Tree:
        """Return what follows losses of which some may take all along, or of which an effect may answer some."""
        mine, theirs = self._alone(ATTACKER, my), self._alone(DEFENDER, their)
        if mine.repeatable or theirs.repeatable:
            return self._after_losses(my, their)
        if mine.destroyed_all or theirs.destroyed_all:
            return self._joined(mine.fallen, theirs.fallen)
        if mine.answer:
            return self._answer(mine.answer, DEFENDER, their)
        if theirs.answer:
            return self._answer(theirs.answer, ATTACKER, my)
        return self._joined(mine.end, theirs.end)

    def _answer(self, answer: LossAnswer, side: int, losses: Losses) -> Tree:
        """Return what follows where an answer of the other side's destroys units besides these losses."""
        end, chances = answer
        ways = [(part, self._besides(side, losses, count)) for count, part in enumerate(chances) if part]
        if any(self.fight.repairs_depend_on_opponent) or not all(left.keys for _, left in ways):
            pair = self._joined if side == DEFENDER else lambda one, two: self._joined(two, one)
            return chance((part, choice(side, [pair(end, other) for other in left.ends])) for part, left in ways)
        base = self.trees.key(self.grid.kept(self.context, end), self.number + 1)
        return chance((part, one_of(side, base, left.keys)) for part, left in ways)

    def _alone(self, side: int, losses: Losses) -> LossConsequences:
        """Return what comes of a side's losses by themselves."""
        fight, before, number = self.fight, self.before, self.number

        def find() -> LossConsequences:
            end = fallen = self.grid.end(side, before, losses, number)
            falls = bool(fight.destroys_mutually and losses.lost and destroys_all(fight, before, side, losses, number))
            if fight.destroys_mutually:
                gone = _with_force(losses, noncombatants(fight, side, losses.force))
                fallen = self.grid.end(side, before, gone, number)
            struck = beside(before, side, losses.force, losses.spent)
            able = side in self.answers_losses and losses.lost
            found = answer_to_losses(fight, struck, side, losses.lost, number) if able else None
            if found is None:
                return LossConsequences(losses, end, falls, fallen, None, repeatable=False)
            answered = self.grid.end(side, before, losses._replace(spent=found[0]), number)
            return LossConsequences(
                losses, end, falls, fallen, LossAnswer(answered, found[1]), fight.may_answer(found[0], side)
            )

        return self.trees.alone.get((number, id(losses)), self.journal, find)

    def _besides(self, side: int, losses: Losses, count: int) -> SideOptions:
        """Return how losses may leave a side, its owner destroying so many units more."""

        def find() -> tuple[Losses, SideOptions]:
            struck = beside(self.before, side, losses.force, losses.spent)
            forces = destruction_options(self.fight, struck, side, count)
            return losses, self._ways(side, [_with_force(losses, force) for force in forces])

        return self.trees.besides.get((self.number, id(losses), count), self.journal, find)[1]

    def _hit_back(self, side: int, losses: Losses, hits: int) -> list[End] | None:
        """Return how losses may leave a side after hits that answer the other's; None where these are answered too."""

        def find() -> tuple[Losses, list[End] | None]:
            struck = [losses]
            if hits:
                now, before = beside(self.before, side, losses.force, losses.spent), losses.sustained
                struck = [
                    Losses(force, spent, back, joined(before, sustained) if sustained else before, lost)
                    for force, spent, back, sustained, lost in hits_back(self.fight, now, side, hits, self.number)
                ]
            if hits and any(more.hits_back for more in struck):
                return losses, None
            return losses, list(dict.fromkeys([self.grid.end(side, self.before, more, self.number) for more in struck]))

        return self.trees.struck.get((self.number, id(losses), hits), self.journal, find)[1]

    def _after_losses(self, my: Losses, their: Losses) -> Tree:
        """Return what follows once both sides have taken their hits."""
        after = CombatState((my.force, their.force), merge_used(self.before.spent, my.spent, their.spent))
        return self._struck_back(after, (my.sustained, their.sustained), (their.hits_back, my.hits_back), (0, 0))

    def _struck_back(
        self, state: CombatState, sustained: tuple[Force, Force], coming: tuple[int, int], back: tuple[int, int]
    ) -> Tree:
        """Return what follows hits that answer uses of Sustain Damage: those that are `coming`, then those `back`."""
        if not any(coming):
            if any(back):
                return self._struck_back(state, sustained, back, (0, 0))
            return self._felled(state, sustained)
        side = ATTACKER if coming[ATTACKER] else DEFENDER
        options = []
        for losses in hits_back(self.fight, state, side, coming[side], self.number):
            options.append(
                self._struck_back(
                    beside(state, side, losses.force, losses.spent),
                    _with(sustained, side, joined(sustained[side], losses.sustained)),
                    _with(coming, side, 0),
                    _with(back, 1 - side, back[1 - side] + losses.hits_back),
                )
            )
        return choice(side, options)

    def _felled(self, state: CombatState, sustained: tuple[Force, Force]) -> Tree:
        state = apply_mutual_destruction(self.fight, self.before, state, self.number)
        return self._answered(state, sustained, ANSWERING if self.fight.answers_losses else ())

    def _answered(self, state: CombatState, sustained: tuple[Force, Force], turns: Sequence[int]) -> Tree:
        """Return what follows once effects have answered destroyed units in these turns."""
        fight, number = self.fight, self.number
        if not turns:
            return self._round_ended(apply_mutual_destruction(fight, self.before, state, number), sustained)
        side, rest = turns[0], turns[1:]
        answer = answer_since(fight, self.before, state, side, number)
        if answer is None:
            return self._answered(state, sustained, rest)
        spent, chances = answer
        return chance(
            (
                chance,
                choice(
                    1 - side,
                    (
                        self._answered(beside(state, 1 - side, force, spent), sustained, rest)
                        for force in destruction_options(fight, state, 1 - side, hits)
                    ),
                ),
            )
            for hits, chance in enumerate(chances)
            if chance
        )

    def _round_ended(self, state: CombatState, sustained: tuple[Force, Force]) -> Tree:
        """Return what follows at the end of the round."""
        fight, before, number = self.fight, self.before, self.number
        if fight.may_place(state.spent):
            state = place_units(fight, before, state, number)
        state = end_round(fight, before, state, sustained, number, self.played.leaving)
        stages = stages_after_round(fight, state, number)
        return self._staged(state, fight.position(state), stages) if stages else self._key(state)

    def _staged(self, state: CombatState, position: State, stages: Sequence[Stage]) -> Tree:
        """Return what follows from a position through these stages; `state` is as the round ended before them."""
        if not stages:
            return self._key(self.fight.combat_state(position)._replace(fate=state.fate))
        ways = []
        for branch in stages[0](position):
            options = tuple(self._staged(state, option, stages[1:]) for option in branch.options)
            count_work(len(options))
            chooser = self.fight.players.index(branch.chooser)
            ways.append((branch.probability, choice(chooser, options) if options[1:] else options[0]))
        return chance(ways)

    def _key(self, state: CombatState) -> StateKey:
        """Return the key of a state after this round."""
        state = start_next_round(self.fight, state, self.number)
        return self.trees.key(self.grid.number(state), self.number + 1)


def _with[T](pair: tuple[T, T], side: int, new: T) -> tuple[T, T]:
    return (new, pair[1]) if side == 0 else (pair[0], new)
