"""Rounds under fixed policies, on states written as whole numbers: what befalls a side is worked out once a side.

Each force of a side has a number, and so has each state of what is used up; a state is the three numbers side by
side in one. Losses are uncoupled where they set off nothing but repairs of their own side: any pair of uncoupled losses
is one more state. Where hits of one side bring the other more, both rolls tell what each side loses. Everything else
goes through `round`, pair by pair.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from mecatol.combat.consequences import destroys_all
from mecatol.combat.fight import Fight
from mecatol.combat.placing import remainder_of
from mecatol.combat.repairs import Remainder, repair_outcomes
from mecatol.combat.retreat import announces
from mecatol.combat.round import (
    RollIndex,
    RoundOfRolls,
    after_losses,
    after_stages,
    further_hits,
    outcomes,
    rolled,
    with_further_hits,
)
from mecatol.combat.state import ATTACKER, DEFENDER, FOUGHT, CombatState, Losses
from mecatol.combat.taking_hits import hit_plan, losses_from_hits
from mecatol.combat.used_effects import UsedEffects, merge_used, without_sustained
from mecatol.combat.volleys import Volley
from mecatol.game.journal import Recalled
from mecatol.game.state import Force
from mecatol.probability.dice import Distribution, Number
from mecatol.probability.limits import check_positions, count_work

_BITS = 20
"""How many bits the number of a force takes: more forces than a side can have."""
_FORCE = (1 << _BITS) - 1
_PAIRS_A_LOOK = 64
"""How many pairs of uncoupled losses take as long as one look at an outcome."""
MOVES_A_POSITION = 8
"""How many places that a round may lead to take as much memory as a position."""


class End(NamedTuple):
    """How losses leave a side at the end of a round, while the other side fights on and where it has nothing left.

    Forces and what is used up are told by their numbers; the attacker's forces are shifted to their place in a
    state's.
    """

    fights: bool
    """Whether the side has a unit left that fights."""
    faced: int
    faced_context: int
    alone: int
    alone_context: int


class Loss(NamedTuple):
    """What a number of hits does to a side."""

    losses: Losses
    end: End
    """Where nothing else follows."""
    coupled: bool
    """Whether it sets something off that reaches the other side, or that depends on its losses."""


type Ends = list[tuple[End, Number]]
"""How losses may leave a side, with their chances."""
type Part = tuple[Ends, list[tuple[Loss, Number]], list[tuple[Loss, Number]]]
"""What a roll may do to a side, with chances: the ends of uncoupled losses, uncoupled losses, coupled ones."""


class ReferenceChain:
    """The states of a combat by number, and where a round leads from each."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any state."""
        self.fight = fight
        self.contexts: list[tuple[UsedEffects, str]] = []
        """What is used up, and the fate of a combat that was left, by number."""
        self.forces: tuple[list[Force], list[Force]] = ([], [])
        self.alive: tuple[list[bool], list[bool]] = ([], [])
        """By side and number of a force: whether any of it fights."""
        self._seen: tuple[list[Hashable], list[Hashable]] = ([], [])
        """By side and number of a force: what of it decides what the other side may do, beside rolls."""
        self._seen_by_rolls: tuple[list[Hashable], list[Hashable]] = ([], [])
        self._aside: dict[tuple[UsedEffects, str], int] = {}
        self._force: tuple[dict[Force, int], dict[Force, int]] = ({}, {})
        self._merged: dict[tuple[int, int, int], int] = {}
        self._rolls = RollIndex()
        self._rolled: dict[tuple[int, int, Hashable, int, int], int] = {}
        self._losses: dict[tuple[int, int, Hashable, int, int], dict[int | Volley, Loss]] = {}
        self._moves: Recalled[tuple[int, int], Mapping[int, Number]] = Recalled()
        """By state and round: where that leads."""
        self._led_to = 0
        """How many places all of these lead to."""
        self._after: dict[tuple[int, int], list[tuple[int, Number]]] = {}
        """By state and round, where what else happens at its end leads."""
        self._ends: Recalled[tuple[int, Remainder, int], End] = Recalled()
        """By side, what a round leaves of it before repairs, and the round."""
        self._parts: dict[tuple[int, int, Hashable, int, int, int], Part] = {}

    @classmethod
    def of(cls, fight: Fight) -> ReferenceChain:
        """Return what combats in the same circumstances have found out, ready for this one."""
        rounds = fight.memory.one(cls, fight)
        rounds.fight = fight
        return rounds

    def number(self, state: CombatState) -> int:
        """Return the number of a state."""
        mine, theirs = (self._force_number(side, state.forces[side]) for side in (0, 1))
        return self._aside_number(state.spent, state.fate) << 2 * _BITS | mine << _BITS | theirs

    def combat_state(self, number: int) -> CombatState:
        """Return the state with a number."""
        spent, fate = self.contexts[number >> 2 * _BITS]
        return CombatState((self.forces[0][number >> _BITS & _FORCE], self.forces[1][number & _FORCE]), spent, fate)

    def context(self, number: int) -> int:
        """Return the number of what is used up, and of the fate, in a state with a number."""
        return number >> 2 * _BITS

    def kept(self, context: int, end: End | None = None) -> int:
        """Return the number of a state without forces, or with what an end leaves of one side alone.

        The other side uses nothing up.
        """
        spent, force = (end.faced_context, end.faced) if end else (context, 0)
        return self._together(context, spent, context) << 2 * _BITS | force

    def distribution(self, numbers: Mapping[int, Number]) -> Distribution[CombatState]:
        """Return the same with states for their numbers."""
        return {self.combat_state(number): mass for number, mass in numbers.items()}

    def is_over(self, number: int) -> bool:
        """Tell whether the combat has ended in a state."""
        mine, theirs = number >> _BITS & _FORCE, number & _FORCE
        return not (self.alive[0][mine] and self.alive[1][theirs]) or bool(self.contexts[number >> 2 * _BITS][1])

    def moves(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads from a state in which the combat goes on, with the chances."""
        if not self.fight.after_round:
            round_number = min(round_number, self.fight.special_rounds + 1)
        key = number, round_number
        return self._moves.get(key, self.fight.game.journal, lambda: self._kept(self._found(number, round_number)))

    def _kept(self, moves: Mapping[int, Number]) -> Mapping[int, Number]:
        """Return moves that are kept from here on; raise LimitError where there are more than the memory granted."""
        self._led_to += len(moves)
        check_positions(self._led_to // MOVES_A_POSITION)
        return moves

    def _found(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Find the same."""
        fight = self.fight
        if fight.repairs_observe or fight.risks_units or (fight.retreat and self._leaves(number, round_number)):
            ends = outcomes(fight, self.combat_state(number), round_number)
            return {self.number(state): chance for state, chance in ends.items()}
        played = self._with_replies if fight.adds_hits else self._side_by_side
        found = played(number, min(round_number, fight.special_rounds + 1))
        return self._followed(found, round_number) if fight.after_round else found

    def _side_by_side(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where the rolls of a round and their hits lead, each side's part worked out by itself."""
        context, mine, theirs = number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE
        mine_rolled = self._roll(ATTACKER, mine, theirs, context, round_number)
        theirs_rolled = self._roll(DEFENDER, theirs, mine, context, round_number)
        my_ends, my_calm, my_wild = self._part(ATTACKER, mine, theirs, context, theirs_rolled, round_number)
        their_ends, their_calm, their_wild = self._part(DEFENDER, theirs, mine, context, mine_rolled, round_number)
        count_work(1 + len(my_ends) * len(their_ends) // _PAIRS_A_LOOK)
        into: dict[int, Number] = {}
        self._join(context, my_ends, their_ends, into)
        if my_wild or their_wild:
            pairs = [(one, two, chance * other) for one, chance in my_wild for two, other in (*their_calm, *their_wild)]
            pairs += [(one, two, chance * other) for one, chance in my_calm for two, other in their_wild]
            self._pair(self.combat_state(number), round_number, pairs, into)
        return into

    def _with_replies(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads in which hits of the one side may bring the other more."""
        context, mine, theirs = number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE
        before = self.combat_state(number)
        rolls = (
            self._rolls[self._roll(ATTACKER, mine, theirs, context, round_number)],
            self._rolls[self._roll(DEFENDER, theirs, mine, context, round_number)],
        )
        more = further_hits(self.fight, before, rolls, round_number)
        pairs = [
            (
                with_further_hits(against, more[DEFENDER][hits]),
                with_further_hits(hits, more[ATTACKER][against]),
                chance * other,
            )
            for hits, chance in rolls[ATTACKER]
            for against, other in rolls[DEFENDER]
        ]
        my = self._known(ATTACKER, mine, theirs, context, round_number, [hits for hits, _, _ in pairs])
        their = self._known(DEFENDER, theirs, mine, context, round_number, [hits for _, hits, _ in pairs])
        count_work(1 + len(pairs) // _PAIRS_A_LOOK)
        into: dict[int, Number] = {}
        coupled: list[tuple[Loss, Loss, Number]] = []
        together: dict[tuple[int, int], tuple[Loss, Loss, Number]] = {}
        for hits, against, chance in pairs:
            one, two = my[hits], their[against]
            _, _, before_it = together.get((id(one), id(two)), (one, two, 0))
            together[id(one), id(two)] = one, two, before_it + chance
        for one, two, chance in together.values():
            if not (one.coupled or two.coupled):
                after = self.joined(context, one.end, two.end)
                into[after] = into.get(after, 0) + chance
            else:
                coupled.append((one, two, chance))
        self._pair(before, round_number, coupled, into)
        return into

    def _followed(self, found: Mapping[int, Number], round_number: int) -> Mapping[int, Number]:
        """Return the same after what else happens at the end of the round."""
        into: dict[int, Number] = {}
        for number, chance in found.items():
            key = number, round_number
            if key not in self._after:
                count_work()
                ways = after_stages(self.fight, self.combat_state(number), round_number)
                self._after[key] = [(self.number(state), part) for state, part in ways]
            for after, part in self._after[key]:
                into[after] = into.get(after, 0) + chance * part
        return into

    def _join(self, context: int, mine: Ends, theirs: Ends, into: dict[int, Number]) -> None:
        """Add the states that all pairs of ends lead to, with their chances."""
        if any(self.fight.repairs_depend_on_opponent):
            for one, chance in mine:
                for two, other in theirs:
                    after = self.joined(context, one, two)
                    into[after] = into.get(after, 0) + chance * other
            return
        columns: dict[int, list[tuple[int, Number]]] = {}
        for (_, force, their_context, _, _), chance in theirs:
            if their_context not in columns:
                columns[their_context] = []
            columns[their_context].append((force, chance))
        for their_context, column in columns.items():
            bases: dict[int, int] = {}
            for (_, force, my_context, _, _), chance in mine:
                if my_context not in bases:
                    bases[my_context] = self._together(context, my_context, their_context) << 2 * _BITS
                base = bases[my_context] | force
                for other_force, other in column:
                    after = base | other_force
                    into[after] = into.get(after, 0) + chance * other

    def joined(self, context: int, one: End, two: End) -> int:
        """Return the number of the state that two ends lead to."""
        my, my_context = (one.faced, one.faced_context) if two.fights else (one.alone, one.alone_context)
        their, their_context = (two.faced, two.faced_context) if one.fights else (two.alone, two.alone_context)
        return self._together(context, my_context, their_context) << 2 * _BITS | my | their

    def _pair(
        self,
        before: CombatState,
        round_number: int,
        pairs: Iterable[tuple[Loss, Loss, Number]],
        into: dict[int, Number],
    ) -> None:
        """Add what these pairs of losses lead to, with their chances."""
        played = RoundOfRolls(self.fight, before, round_number, None, follows=False)
        for one, two, chance in pairs:
            count_work()
            for after, part in after_losses(played, (one.losses, two.losses)):
                key = self.number(after)
                into[key] = into.get(key, 0) + chance * part

    def _roll(self, side: int, mine: int, theirs: int, context: int, number: int) -> int:
        """Return the number of what a side's combat roll may come to."""
        fight = self.fight
        key = side, mine, self._seen_by_rolls[1 - side][theirs], context if fight.distinguishes_hits else -1, number
        if key not in self._rolled:
            forces = self.forces[side][mine], self.forces[1 - side][theirs]
            state = CombatState(forces if side == ATTACKER else forces[::-1], self.contexts[context][0])
            self._rolled[key] = self._rolls.number(rolled(fight, state, side, number))
        return self._rolled[key]

    def _part(self, side: int, mine: int, theirs: int, context: int, roll: int, number: int) -> Part:
        """Return what the other side's roll may do to a side."""
        key = side, mine, self._seen[1 - side][theirs], context, roll, number
        if key not in self._parts:
            known = self._known(side, mine, theirs, context, number, [hits for hits, _ in self._rolls[roll]])
            together: dict[int, tuple[Loss, Number]] = {}
            for hits, chance in self._rolls[roll]:
                loss, before = together.get(id(known[hits]), (known[hits], 0))
                together[id(loss)] = loss, before + chance
            calm = [row for row in together.values() if not row[0].coupled]
            ends: dict[End, Number] = {}
            for loss, chance in calm:
                ends[loss.end] = ends.get(loss.end, 0) + chance
            self._parts[key] = [*ends.items()], calm, [row for row in together.values() if row[0].coupled]
        return self._parts[key]

    def _known(
        self, side: int, mine: int, theirs: int, context: int, number: int, some: Iterable[int | Volley]
    ) -> Mapping[int | Volley, Loss]:
        """Return what numbers of hits do to a side, these among them."""
        known = self._losses.setdefault((side, mine, self._seen[1 - side][theirs], context, number), {})
        missing = [hits for hits in dict.fromkeys(some) if hits not in known]
        if missing:
            forces = self.forces[side][mine], self.forces[1 - side][theirs]
            state = CombatState(forces if side == ATTACKER else forces[::-1], self.contexts[context][0])
            aim = hit_plan(self.fight, state, side, number)
            for hits in missing:
                losses = losses_from_hits(self.fight, aim, side, hits)[0]
                known[hits] = self._loss(side, state, losses, number, known)
        return known

    def _loss(
        self, side: int, state: CombatState, losses: Losses, number: int, known: dict[int | Volley, Loss]
    ) -> Loss:
        """Return what hits that cost a side this come to; hits that come to the same are one."""
        fight = self.fight
        for other in reversed(known.values()):
            if other.losses is losses:  # what hits leave is each but once
                return other
        coupled = bool(losses.hits_back)
        if losses.lost and not coupled:
            coupled = fight.reinforces and fight.may_place(state.spent)
            coupled = coupled or (fight.destroys_mutually and destroys_all(fight, state, side, losses, number))
            coupled = coupled or (fight.answers_losses and fight.may_answer(state.spent, side))
        return Loss(losses, self.end(side, state, losses, number), coupled)

    def end(self, side: int, before: CombatState, losses: Losses, number: int) -> End:
        """Return how uncoupled losses leave a side at the end of a round."""
        fight = self.fight
        rest = remainder_of(fight, before, side, losses, number)

        def find() -> End:
            fought, left = repair_outcomes(fight, before, side, rest, number, goes_on=not fight.after_round)
            faced = self._told(side, *fought)
            alone = faced if left is fought else self._told(side, *left)
            return End(fight.alive(side, rest.force), *faced, *alone)  # repairs leave as many units

        return self._ends.get((side, rest, number), fight.game.journal, find)

    def _told(self, side: int, force: Force, spent: UsedEffects) -> tuple[int, int]:
        """Return the numbers of a side's force, at its place in a state's, and of what is used up."""
        shift = _BITS if side == ATTACKER else 0
        return self._force_number(side, force) << shift, self._aside_number(spent)

    def _leaves(self, number: int, round_number: int) -> bool:
        """Tell whether a side leaves at the end of the round."""
        fight = self.fight
        return announces(fight.retreat, fight.sides, self.combat_state(number).forces, round_number) is not None

    def _together(self, context: int, mine: int, theirs: int) -> int:
        """Return the number of what is used up once both sides have done so, counted from the same beginning."""
        key = context, mine, theirs
        if key not in self._merged:
            spent = merge_used(*(self.contexts[each][0] for each in key))
            self._merged[key] = self._aside_number(without_sustained(spent) if self.fight.repairs_units else spent)
        return self._merged[key]

    def _force_number(self, side: int, force: Force) -> int:
        known = self._force[side]
        if force not in known:
            known[force] = len(known)
            self.forces[side].append(force)
            self.alive[side].append(self.fight.alive(side, force))
            self._seen[side].append(self.fight.observed(force) if self.fight.observes else None)
            self._seen_by_rolls[side].append(self.fight.observed_by_rolls(1 - side, force))
        return known[force]

    def _aside_number(self, spent: UsedEffects, fate: str = FOUGHT) -> int:
        key = spent, fate
        if key not in self._aside:
            self._aside[key] = len(self.contexts)
            self.contexts.append(key)
        return self._aside[key]
