"""The reference chain: rounds under fixed policies, pair of losses by pair of losses, with whatever couples both sides.

It takes no short way that needs both sides to be independent, so it is what the other readers of the machines of
`mecatol.combat.react` are held against. Losses are coupled where they set off more than repairs of their own side; a
pair of others is one state more, and is worked out a side at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from mecatol.combat.conversation import Conversation
from mecatol.combat.fight import Fight
from mecatol.combat.game_tree import outcomes
from mecatol.combat.memory import HitChances
from mecatol.combat.placing import units_lost
from mecatol.combat.react import RollHits, destroys_all, react, used_by
from mecatol.combat.repairs import sustained_this_round
from mecatol.combat.retreat import announces
from mecatol.combat.round import after_own_losses, pairs_of_hits, rolled, without_costs
from mecatol.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, Pair, SideState
from mecatol.combat.state_index import End, Ended, StateIndex
from mecatol.combat.volleys import Volley
from mecatol.game.journal import Label, Labels
from mecatol.game.state import Force
from mecatol.probability.dice import Distribution, Number
from mecatol.probability.limits import check_positions, count_work

_PAIRS_A_LOOK = 64
"""How many pairs of uncoupled losses take as long as one look at an outcome."""
MOVES_A_POSITION = 8
"""How many places that a round may lead to take as much memory as a position."""


class Transitions(NamedTuple):
    """Where a round leads from a state."""

    moves: Mapping[int, Number]
    """By the number of the state: its chance."""
    labels: Labels
    """What is to be said where the round is played."""


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """What a number of hits does to a side."""

    losses: SideState
    ended: Ended | None = None
    """How it leaves the side at the end of the round; None where the losses are coupled: that depends on the other."""
    gone: Force | None = None
    """What was destroyed, as far as the other side may place units for it; None where more follows than such units."""
    placed: dict[Force, Ended] = field(default_factory=dict)
    """A table to fill: how it leaves the side with what is placed, by what the other side lost. Losses that differ only
    in what the side began the round with share one, unless it places units for its own."""


type Pairs = list[tuple[Loss, Loss, Number]]
"""The attacker's and the defender's losses, with the chance of both."""


class ReferenceChain:
    """The states of a combat by number, and where a round leads from each."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any state."""
        self.fight, self.index = fight, StateIndex(fight)
        self._losses: dict[tuple[int, int, Hashable, int, int], dict[int | Volley, Loss]] = {}
        """By side, force, what is observed, context and round: what hits do."""
        self._placements: dict[Hashable, dict[Force, Ended]] = {}
        """By side, what is left, used up and fresh, what the side places for, labels and round: `Loss.placed`."""
        self._transitions: dict[tuple[int, int], Transitions] = {}
        """By state and round."""
        self._led_to = 0
        """How many places all of these lead to."""
        self._after: dict[tuple[int, int], tuple[list[tuple[int, Number]], Labels]] = {}
        """By state and round, where what else happens at its end leads."""

    @classmethod
    def of(cls, fight: Fight) -> ReferenceChain:
        """Return what is known of combats in these circumstances, ready for this one."""
        chain = fight.memory.reader(cls, lambda: cls(fight))
        chain.fight = fight
        return chain

    def moves(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads from a state in which the combat goes on, with the chances; say what happens."""
        fight = self.fight
        if not fight.after_round:
            round_number = min(round_number, fight.special_rounds + 1)
        known = self._transitions.get((number, round_number))
        if known is None:
            known = self._transitions[number, round_number] = self._found(number, round_number)
            self._led_to += len(known.moves)
            check_positions(self._led_to // MOVES_A_POSITION)
        fight.game.say(known.labels)
        return known.moves

    def _found(self, number: int, round_number: int) -> Transitions:
        fight, state = self.fight, self.index.state(number)
        leaving = announces(fight.retreat, fight.sides, state.forces, round_number)
        talk = Conversation(fight, state, round_number, leaving, self.index.number, stages=False)
        coupled = fight.can.repairs_observe or leaving is not None
        said: dict[Label, None] = {}
        into: dict[int, Number] = {}
        both = [rolled(fight, state, side, round_number) for side in SIDES]
        said.update(dict.fromkeys((*both[0].labels, *both[1].labels)))
        rolls = both[0].value, both[1].value
        if fight.can.risks_units:
            self._at_risk(state, rolls, round_number, leaving, into, said)
            return self._after_stages(into, round_number, said) if fight.after_round else Transitions(into, tuple(said))
        pairs = self._pairs(number, state, rolls, round_number, coupled, into, said)
        if fight.can.reinforces:
            pairs = self._join_placed(number, state, round_number, pairs, into, said)
        for one, two, chance in pairs:
            count_work()
            for after, part in outcomes(talk.after_losses(one.losses, two.losses)):
                into[after] = into.get(after, 0) + chance * part
        said.update(talk.labels)
        return self._after_stages(into, round_number, said) if fight.after_round else Transitions(into, tuple(said))

    def _at_risk(
        self, state: CombatState, rolls: Pair[HitChances], round_number: int, leaving: int | None,
        into: dict[int, Number], said: dict[Label, None],
    ) -> None:  # fmt: skip
        """Enter where a round leads whose rolls may destroy units of those who make them, before hits are assigned."""
        fight = self.fight
        for (mine, chance), (theirs, other) in product(*rolls):
            alone: Pair[HitChances] = (
                ((without_costs(mine), fight.game.one),),
                ((without_costs(theirs), fight.game.one),),
            )
            for hit, share in after_own_losses(fight, state, (mine, theirs)):
                count_work()
                ((against, hits, _),), labels = pairs_of_hits(fight, hit, alone, round_number)
                talk = Conversation(fight, state, round_number, leaving, self.index.number, stages=False, hit=hit)
                one, two = (
                    react(fight, hit, side, RollHits(suffered), round_number)[0]
                    for side, suffered in ((ATTACKER, against), (DEFENDER, hits))
                )
                for after, part in outcomes(talk.after_losses(one, two)):
                    into[after] = into.get(after, 0) + chance * other * share * part
                said.update(dict.fromkeys((*labels, *talk.labels)))

    def _pairs(
        self, number: int, state: CombatState, rolls: Pair[HitChances], round_number: int, coupled: bool,
        into: dict[int, Number], said: dict[Label, None],
    ) -> Pairs:  # fmt: skip
        """Return the pairs of losses of which one is coupled; enter where the others lead."""
        context = self.index.parts(number)[0]
        if self.fight.can.adds_hits:
            hits, labels = pairs_of_hits(self.fight, state, rolls, round_number)
            said.update(dict.fromkeys(labels))
            suffered = [one for one, _, _ in hits], [two for _, two, _ in hits]
            known = [self._known(side, number, state, round_number, coupled, suffered[side]) for side in SIDES]
            pairs = _merged((known[ATTACKER][one], known[DEFENDER][two], chance) for one, two, chance in hits)
            for mine, theirs, chance in pairs:
                if mine.ended and theirs.ended:
                    self._say_end(mine.ended, theirs.ended.end.fights, said)
                    self._say_end(theirs.ended, mine.ended.end.fights, said)
                    after = self.index.joined(context, mine.ended.end, theirs.ended.end)
                    into[after] = into.get(after, 0) + chance
            return [pair for pair in pairs if not (pair[0].ended and pair[1].ended)]
        my, their = (self._part(side, number, state, rolls[1 - side], round_number, coupled) for side in SIDES)
        self._join(context, my, their, into, said)
        return [
            (one, two, chance * other) for one, chance in my for two, other in their if not (one.ended and two.ended)
        ]

    def _part(
        self, side: int, number: int, state: CombatState, roll: HitChances, round_number: int, coupled: bool
    ) -> list[tuple[Loss, Number]]:
        """Return what the other side's roll may do to a side, with the chances; equal losses are one."""
        known = self._known(side, number, state, round_number, coupled, [hits for hits, _ in roll])
        found: dict[int, tuple[Loss, Number]] = {}
        for hits, chance in roll:
            loss = known[hits]
            found[id(loss)] = loss, found[id(loss)][1] + chance if id(loss) in found else chance
        return list(found.values())

    def _known(
        self, side: int, number: int, state: CombatState, round_number: int, coupled: bool, some: Iterable[int | Volley]
    ) -> Mapping[int | Volley, Loss]:
        """Return what numbers of hits do to a side, these among them."""
        context, *forces = self.index.parts(number)
        limited = min(round_number, self.fight.special_rounds + 1)
        seen = self.fight.observation(side, state)
        known = self._losses.setdefault((side, forces[side], seen, context, 0 if coupled else limited), {})
        for hits in some:
            if hits not in known:
                losses = react(self.fight, state, side, RollHits(hits), round_number)[0]
                same = next((other for other in known.values() if other.losses is losses), None)
                known[hits] = same or self._loss(side, state, losses, limited, coupled)
        return known

    def _loss(self, side: int, state: CombatState, losses: SideState, number: int, coupled: bool) -> Loss:
        fight = self.fight
        if coupled or losses.hits_back:
            return Loss(losses)
        if losses.lost and (
            (fight.can.answers_losses and fight.may_answer(state.spent, side))
            or destroys_all(fight, used_by(state, side, losses), side, losses.lost, number).value
        ):
            return Loss(losses)
        if not fight.can.reinforces:
            return Loss(losses, self.index.end(side, state, losses, number))
        ends = not (losses.lost and fight.may_place(state.spent))
        ended = self.index.end(side, state, losses, number) if ends else None
        if fight.placement_observes or losses.spent != state.spent:
            return Loss(losses, ended)
        lost = units_lost(state.forces[side], losses.force)
        fresh = sustained_this_round(fight, state, side, losses.force, losses.sustained)
        own = lost if fight.placing_for[side][0] else ()
        placed = self._placements.setdefault((side, losses.force, losses.spent, fresh, own, losses.labels, number), {})
        return Loss(losses, ended, lost if fight.placing_for[1 - side][1] else (), placed)

    def _join_placed(
        self, number: int, state: CombatState, round_number: int, pairs: Pairs,
        into: dict[int, Number], said: dict[Label, None],
    ) -> Pairs:  # fmt: skip
        """Enter where pairs of losses lead from which nothing follows but units that are placed; return the others."""
        context = self.index.parts(number)[0]
        limited = min(round_number, self.fight.special_rounds + 1)
        count_work(len(pairs) // _PAIRS_A_LOOK)
        others: Pairs = []
        labels: dict[int, Labels] = {}
        for pair in pairs:
            one, two, chance = pair
            if one.gone is None or two.gone is None:
                others.append(pair)
                continue
            mine = one.placed.get(two.gone) or self._placed(ATTACKER, state, one, limited, two.gone)
            theirs = two.placed.get(one.gone) or self._placed(DEFENDER, state, two, limited, one.gone)
            for ended, faced in ((mine, theirs.end.fights), (theirs, mine.end.fights)):
                if some := ended.faced if faced else ended.alone:
                    labels[id(some)] = some
            after = self.index.joined(context, mine.end, theirs.end)
            into[after] = into.get(after, 0) + chance
        for some in labels.values():
            said.update(dict.fromkeys(some))
        return others

    def _placed(self, side: int, state: CombatState, loss: Loss, number: int, facing: Force) -> Ended:
        """Return how a loss leaves a side with what is placed for it, and for what the other side has lost."""
        count_work()
        found = loss.placed[facing] = self.index.end(side, state, loss.losses, number, facing)
        return found

    def _join(
        self, context: int, mine: list[tuple[Loss, Number]], theirs: list[tuple[Loss, Number]],
        into: dict[int, Number], said: dict[Label, None],
    ) -> None:  # fmt: skip
        """Enter the states that all pairs of losses lead to of which neither is coupled."""
        my, their = ([(loss.ended, chance) for loss, chance in some if loss.ended] for some in (mine, theirs))
        count_work(1 + len(my) * len(their) // _PAIRS_A_LOOK)
        for some, others in ((my, their), (their, my)):
            facing = {ended.end.fights for ended, _ in others}
            for ended, _ in some:
                for fights in facing:
                    self._say_end(ended, fights, said)
        columns = _summed((ended.end, chance) for ended, chance in their)
        for one, chance in _summed((ended.end, chance) for ended, chance in my).items():
            for two, other in columns.items():
                after = self.index.joined(context, one, two)
                into[after] = into.get(after, 0) + chance * other

    def _say_end(self, ended: Ended, faced: bool, said: dict[Label, None]) -> None:
        if labels := ended.faced if faced else ended.alone:
            said.update(dict.fromkeys(labels))

    def _after_stages(self, found: Mapping[int, Number], round_number: int, said: dict[Label, None]) -> Transitions:
        """Return where a round leads with what else happens at its end."""
        into: dict[int, Number] = {}
        for number, chance in found.items():
            key = number, round_number
            if key not in self._after:
                count_work()
                state = self.index.state(number)
                talk = Conversation(self.fight, state, round_number, None, self.index.number)
                self._after[key] = list(outcomes(talk.after_stages(state))), tuple(talk.labels)
            ways, labels = self._after[key]
            said.update(dict.fromkeys(labels))
            for after, part in ways:
                into[after] = into.get(after, 0) + chance * part
        return Transitions(into, tuple(said))


def _merged(pairs: Iterator[tuple[Loss, Loss, Number]]) -> Pairs:
    """Return pairs of losses, equal ones as one."""
    found: dict[tuple[int, int], tuple[Loss, Loss, Number]] = {}
    for one, two, chance in pairs:
        key = id(one), id(two)
        found[key] = one, two, found[key][2] + chance if key in found else chance
    return list(found.values())


def _summed(ends: Iterable[tuple[End, Number]]) -> Distribution[End]:
    """Return ends with the sums of their chances."""
    found: Distribution[End] = {}
    for end, chance in ends:
        found[end] = found.get(end, 0) + chance
    return found
