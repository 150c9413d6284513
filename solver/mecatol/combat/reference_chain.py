"""The reference chain: rounds under fixed policies, pair of losses by pair of losses, with whatever couples both sides.

It takes no short way that needs both sides to be independent, so it is what the other readers of the machines of
`mecatol.combat.react` are held against. Losses are coupled where they set off more than repairs of their own side; a
pair of others is one state more, and is worked out a side at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mecatol.combat.conversation import Conversation, outcomes, trees_at_risk
from mecatol.combat.fight import Fight
from mecatol.combat.react import brings_more, hit_plan, losses_from_hits
from mecatol.combat.recovery import Remainder, sustained_this_round, units_lost, with_new_units
from mecatol.combat.round import own_losses, pairs_of_hits, rolled, without_costs
from mecatol.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CombatState,
    HitChances,
    Pair,
    SideState,
    Volley,
    oriented,
    replaced,
)
from mecatol.combat.state_index import End, Ended, StateIndex
from mecatol.game.journal import Label, Labelled, Labels, united
from mecatol.game.state import Force
from mecatol.probability.dice import Distribution, Number
from mecatol.probability.limits import MOVES_A_POSITION, check_positions, count_work

_PAIRS_A_LOOK = 64
"""How many pairs of uncoupled losses take as long as one look at an outcome."""


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
    gone: int | None = None
    """The number of what was destroyed, as far as the other side may place units for it; None where more follows than
    such units."""
    rest: Remainder | None = None
    """What is left of the side then, and of its own what it may place units for itself."""
    own: Force = ()
    placed: dict[int, Ended] = field(default_factory=dict)
    """A table to fill: how it leaves the side with what is placed, by what the other side lost. Losses that differ only
    in what the side began the round with share one, unless it places units for its own."""


type Losses = list[tuple[Loss, Number]]
"""What may befall a side, with the chances."""
type Ends = list[tuple[Ended, Number]]
"""How that leaves it at the end of the round."""
type Pairs = list[tuple[Loss, Loss, Number]]
"""The attacker's and the defender's losses, with the chance of both."""


@dataclass(slots=True, eq=False)
class _Round:
    """A round that begins with a state, and where it leads as far as that is worked out."""

    state: CombatState
    context: int
    """The number of what is used up at its beginning, and of the state's fate."""
    forces: Pair[int]
    """The numbers of both forces."""
    number: int
    """From 1."""
    alike: int
    """The first round that is like it in all that effects do."""
    leaving: int | None
    """The side that retreats at its end, None if neither does."""
    coupled: bool
    """Whether what losses leave of a side always depends on the other side's."""
    into: dict[int, Number] = field(default_factory=dict)
    """By the number of the state after it: its chance."""
    said: dict[Label, None] = field(default_factory=dict)
    """What is to be said of it."""

    def say(self, labels: Iterable[Label]) -> None:
        """Enter what is to be said."""
        self.said.update(dict.fromkeys(labels))

    def lead(self, ways: Iterable[tuple[int, Number]], chance: Number) -> None:
        """Enter that the round leads to these states, with these parts of a chance."""
        for after, part in ways:
            self.into[after] = self.into.get(after, 0) + chance * part


class ReferenceChain:
    """The states of a combat by number, and where a round leads from each."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any state."""
        self.fight, self.index = fight, StateIndex.of(fight)
        self._losses: dict[tuple[int, int, Hashable, int, int], dict[int | Volley, Loss]] = {}
        """By side, force, what is observed, context and round: what hits do."""
        self._placements: dict[Hashable, dict[int, Ended]] = {}
        """By side, what is left, used up and fresh, what the side places for and round: `Loss.placed`."""
        self._gone: list[Force] = []
        """What was destroyed, by number."""
        self._gone_numbers: dict[Force, int] = {}
        self._rolls: dict[tuple[int, int, Hashable, int, int], Labelled[HitChances]] = {}
        """By side, force, what its roll observes, context where that counts, and round."""
        self._ends_of_rolls: dict[Hashable, tuple[HitChances, Labelled[Ends]]] = {}
        """By side, force, what is used up, the other side's roll by identity and round: the roll, and how it leaves the
        side."""
        self._left_by_own_rolls: dict[Hashable, tuple[HitChances, Mapping[int | Volley, Distribution[Force]]]] = {}
        """By side, force and its roll by identity: the roll, and what that leaves of the force."""
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
        context, *forces = self.index.parts(number)
        leaving = fight.leaver(state, round_number)
        alike, coupled = min(round_number, fight.special_rounds + 1), fight.can.repairs_observe or leaving is not None
        begun = _Round(state, context, (forces[0], forces[1]), round_number, alike, leaving, coupled)
        both = self._rolled(begun, ATTACKER), self._rolled(begun, DEFENDER)
        begun.say((*both[ATTACKER].labels, *both[DEFENDER].labels))
        rolls = both[ATTACKER].value, both[DEFENDER].value
        if fight.can.risks_units:
            self._at_risk(begun, rolls)
        else:
            talk = Conversation(fight, state, round_number, leaving, self.index.number, stages=False)
            for one, two, chance in self._pairs(begun, rolls):
                count_work()
                begun.lead(outcomes(talk.after_losses(one.losses, two.losses)), chance)
            begun.say(talk.labels)
        if fight.after_round:
            self._play_stages(begun)
        return Transitions(begun.into, tuple(begun.said))

    def _rolled(self, begun: _Round, side: int) -> Labelled[HitChances]:
        """Return what a side's combat roll may come to."""
        fight, state = self.fight, begun.state
        seen = fight.observed_by_rolls(side, state.forces[1 - side])
        context = begun.context if fight.can.distinguishes_hits else -1
        key = side, begun.forces[side], seen, context, begun.alike
        known = self._rolls.get(key)
        if known is None:
            known = self._rolls[key] = rolled(fight, state, side, begun.number)
        return known

    def _at_risk(self, begun: _Round, rolls: Pair[HitChances]) -> None:
        """Enter where a round leads whose rolls may destroy units of those who make them, before hits are assigned."""
        fight = self.fight
        if begun.leaving is None and self._at_risk_alone(begun, rolls):
            return
        trees = trees_at_risk(
            fight, begun.state, rolls, begun.number, begun.leaving, self.index.number, stages=False
        )  # fmt: skip
        for chance, tree, labels in trees:
            begun.lead(outcomes(tree), chance)
            begun.say(labels)

    def _at_risk_alone(self, begun: _Round, rolls: Pair[HitChances]) -> bool:
        """Enter where such a round leads where one side alone is at risk and nothing but hits passes between them.

        Then it is enough to know what the other side's roll leaves of each force that the risk may leave. Tells whether
        that is so: else nothing is entered.
        """
        fight, can, state = self.fight, self.fight.can, begun.state
        risking = [side for side in SIDES if any(not isinstance(hits, int) and hits.costs for hits, _ in rolls[side])]
        meeting = can.adds_hits or can.answers_losses or can.destroys_mutually or can.observes or can.repairs_observe
        if len(risking) > 1 or meeting or fight.may_place(state.spent):
            return False
        side = risking[0] if risking else ATTACKER
        left = self._left_by_own_roll(side, state.forces[side], rolls[side])
        own: dict[Force, Labelled[Ends]] = {}
        for force in dict.fromkeys(force for forces in left.values() for force in forces):
            found = self._ends_of_roll(side, state, force, rolls[1 - side], begun.alike)
            if found is None:
                return False
            own[force] = found
        faced: list[Labelled[Ends]] = []
        for hits in left:
            found = self._ends_of_roll(1 - side, state, state.forces[1 - side], ((hits, fight.game.one),), begun.alike)
            if found is None:
                return False
            faced.append(found)
        for labels in {id(found.labels): found.labels for found in (*own.values(), *faced)}.values():
            begun.say(labels)
        for forces, (theirs, _) in zip(left.values(), faced, strict=True):
            mine = [(ended, chance * part) for force, chance in forces.items() for ended, part in own[force].value]
            self._join(begun, oriented(side, mine, theirs))
        return True

    def _left_by_own_roll(
        self, side: int, force: Force, roll: HitChances
    ) -> Mapping[int | Volley, Distribution[Force]]:  # fmt: skip
        """Return by what a side's roll does to the other what it leaves of its own force, with the chances of both."""
        key = side, force, id(roll)
        if key not in self._left_by_own_rolls:
            left: dict[int | Volley, Distribution[Force]] = {}
            for hits, chance in roll:
                forces = left.setdefault(without_costs(hits), {})
                for rest, part in own_losses(self.fight, force, hits):
                    forces[rest] = forces.get(rest, 0) + chance * part
            self._left_by_own_rolls[key] = roll, left
        return self._left_by_own_rolls[key][1]

    def _ends_of_roll(
        self, side: int, state: CombatState, force: Force, roll: HitChances, number: int
    ) -> Labelled[Ends] | None:
        """Return what the other side's roll makes of a force of a side's, None where uses of Sustain Damage answer."""
        key = side, force, state.spent, id(roll) if len(roll) > 1 else roll, number
        if key not in self._ends_of_rolls:
            hit = state._replace(forces=replaced(state.forces, side, force))
            plan = hit_plan(self.fight, hit, side, number)
            found: dict[int, tuple[Ended, Number]] = {}
            said: dict[Label, None] = {}
            for hits, chance in roll:
                losses = losses_from_hits(self.fight, plan, side, hits)[0]
                if losses.hits_back:
                    return None
                said.update(dict.fromkeys(losses.labels))
                ended = self.index.end(side, hit, losses, number)
                found[id(ended)] = ended, found[id(ended)][1] + chance if id(ended) in found else chance
            count_work()
            self._ends_of_rolls[key] = roll, Labelled(list(found.values()), tuple(said))
        return self._ends_of_rolls[key][1]

    def _pairs(self, begun: _Round, rolls: Pair[HitChances]) -> Pairs:
        """Return the pairs of losses of which one is coupled; enter where the others lead."""
        if self.fight.can.adds_hits:
            hits, labels = pairs_of_hits(self.fight, begun.state, rolls, begun.number)
            begun.say(labels)
            my_known = self._known(begun, ATTACKER, [one for one, _, _ in hits])
            their_known = self._known(begun, DEFENDER, [two for _, two, _ in hits])
            merged = _merged((my_known[one], their_known[two], chance) for one, two, chance in hits)
            together: list[Pair[Losses]] = [
                ([(one, chance)], [(two, self.fight.game.one)]) for one, two, chance in merged
            ]
        else:
            together = [(self._part(begun, ATTACKER, rolls[DEFENDER]), self._part(begun, DEFENDER, rolls[ATTACKER]))]
        coupled_pairs: Pairs = []
        for my, their in together:
            begun.say(united(*[loss.losses.labels for loss, _ in (*my, *their)]))
            if not self.fight.can.reinforces:
                coupled_pairs += self._join_ended(begun, (my, their))
                continue
            (my_placed, my_rest), (their_placed, their_rest) = _parted(my), _parted(their)
            self._join_placed(begun, (my_placed, their_placed))
            for both in ((my_rest, their), (my_placed, their_rest)):
                coupled_pairs += self._join_ended(begun, both)
        return coupled_pairs

    def _part(self, begun: _Round, side: int, roll: HitChances) -> Losses:
        """Return what the other side's roll may do to a side, with the chances; equal losses are one."""
        known = self._known(begun, side, [hits for hits, _ in roll])
        found: dict[int, tuple[Loss, Number]] = {}
        for hits, chance in roll:
            loss = known[hits]
            found[id(loss)] = loss, found[id(loss)][1] + chance if id(loss) in found else chance
        return list(found.values())

    def _known(self, begun: _Round, side: int, some: Iterable[int | Volley]) -> Mapping[int | Volley, Loss]:
        """Return what numbers of hits do to a side, these among them."""
        seen = self.fight.observation(side, begun.state)
        key = side, begun.forces[side], seen, begun.context, 0 if begun.coupled else begun.alike
        known = self._losses.setdefault(key, {})
        missing = [hits for hits in some if hits not in known]
        if missing:
            plan = hit_plan(self.fight, begun.state, side, begun.number)
            same = {id(loss.losses): loss for loss in known.values()}
            for hits in missing:
                losses = losses_from_hits(self.fight, plan, side, hits)[0]
                if id(losses) not in same:
                    same[id(losses)] = self._loss(begun, side, losses)
                known[hits] = same[id(losses)]
        return known

    def _loss(self, begun: _Round, side: int, losses: SideState) -> Loss:
        fight, state, number = self.fight, begun.state, begun.alike
        if begun.coupled or brings_more(fight, state, side, losses, number):
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
        placed = self._placements.setdefault((side, losses.force, losses.spent, fresh, own, number), {})
        gone = lost if fight.placing_for[1 - side][1] else ()
        number_of_gone = self._gone_numbers.setdefault(gone, len(self._gone))
        if number_of_gone == len(self._gone):
            self._gone.append(gone)
        return Loss(losses, ended, number_of_gone, Remainder(losses.force, losses.spent, fresh), own, placed)

    def _join_ended(self, begun: _Round, both: Pair[Losses]) -> Pairs:
        """Enter where pairs of losses lead of which neither is coupled; return the others."""
        ends: list[Ends] = [[(loss.ended, chance) for loss, chance in some if loss.ended] for some in both]
        self._join(begun, (ends[ATTACKER], ends[DEFENDER]))
        if [len(some) for some in ends] == [len(some) for some in both]:
            return []
        return [
            (one, two, chance * other)
            for one, chance in both[ATTACKER] for two, other in both[DEFENDER]
            if not (one.ended and two.ended)
        ]  # fmt: skip

    def _join_placed(self, begun: _Round, both: Pair[Losses]) -> None:
        """Enter where pairs of losses lead from which nothing follows but units that are placed.

        Losses for which the other side places the same are one group: they go on alike, whichever of them came about.
        """
        my, their = map(_by_gone, both)
        for my_gone, mine in my.items():
            for their_gone, theirs in their.items():
                ends = self._placed(begun, ATTACKER, mine, their_gone), self._placed(begun, DEFENDER, theirs, my_gone)
                self._join(begun, ends)

    def _placed(self, begun: _Round, side: int, losses: Losses, facing: int) -> Ends:
        """Return how losses leave a side with what is placed for them, and for what the other side has lost."""
        ends: Ends = []
        state, number = begun.state, begun.alike
        for loss, chance in losses:
            ended = loss.placed.get(facing)
            if ended is None and loss.rest is not None:
                count_work()
                left = with_new_units(self.fight, state, side, loss.rest, (loss.own, self._gone[facing]), number)
                ended = loss.placed[facing] = self.index.ended(side, state, left, number)
            assert ended
            ends.append((ended, chance))
        return ends

    def _join(self, begun: _Round, both: Pair[Ends]) -> None:
        """Enter the states that all pairs of ends lead to."""
        my, their = both
        if not (my and their):
            return
        count_work(1 + len(my) * len(their) // _PAIRS_A_LOOK)
        for some, others in ((my, their), (their, my)):
            facing = {ended.end.fights for ended, _ in others}
            for ended, _ in some:
                for fights in facing:
                    if labels := ended.faced if fights else ended.alone:
                        begun.say(labels)
        self.index.join(begun.context, _summed(my), _summed(their), begun.into)

    def _play_stages(self, begun: _Round) -> None:
        """Follow where a round leads through what else happens at its end."""
        before, begun.into = begun.into, {}
        for number, chance in before.items():
            key = number, begun.number
            if key not in self._after:
                count_work()
                state = self.index.state(number)
                talk = Conversation(self.fight, state, begun.number, None, self.index.number)
                self._after[key] = list(outcomes(talk.after_stages(state))), tuple(talk.labels)
            ways, labels = self._after[key]
            begun.say(labels)
            begun.lead(ways, chance)


def _merged(pairs: Iterator[tuple[Loss, Loss, Number]]) -> Pairs:
    """Return pairs of losses, equal ones as one."""
    found: dict[tuple[int, int], tuple[Loss, Loss, Number]] = {}
    for one, two, chance in pairs:
        key = id(one), id(two)
        found[key] = one, two, found[key][2] + chance if key in found else chance
    return list(found.values())


def _parted(losses: Losses) -> Pair[Losses]:
    """Return the losses from which nothing follows but units that are placed, and the others."""
    parts: Pair[Losses] = ([], [])
    for loss, chance in losses:
        parts[loss.gone is None].append((loss, chance))
    return parts


def _by_gone(losses: Losses) -> dict[int, Losses]:
    """Return losses by what the other side may place units for."""
    groups: dict[int, Losses] = {}
    for loss, chance in losses:
        if loss.gone is not None:
            groups.setdefault(loss.gone, []).append((loss, chance))
    return groups


def _summed(ends: Ends) -> Distribution[End]:
    """Return ends with the sums of their chances."""
    found: Distribution[End] = {}
    for ended, chance in ends:
        found[ended.end] = found.get(ended.end, 0) + chance
    return found
