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

from mecatol.combat.conversation import Conversation, outcomes
from mecatol.combat.fight import Fight
from mecatol.combat.react import HitBack, destroys_all, hit_plan, losses_from_hits, react, used_by
from mecatol.combat.recovery import Remainder, sustained_this_round, units_lost, with_new_units
from mecatol.combat.round import hit_states, left_by_own_roll, pairs_of_hits, risks, rolled
from mecatol.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CombatState,
    HitChances,
    Numbers,
    Pair,
    SideState,
    UsedEffects,
    Volley,
    merge_used,
    oriented,
    replaced,
    with_side,
)
from mecatol.combat.state_index import End, Ended, StateIndex
from mecatol.domain.units import Unit
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


class Sent(NamedTuple):
    """What losses of one side bring the other in the same round, as far as each side is worked out by itself then."""

    hits_back: int = 0
    """Hits that answer uses of Sustain Damage."""
    spent: UsedEffects = ()
    """What is used up where there are such hits."""
    gone: Force = ()
    """What was destroyed, as far as the other side may place units for it."""
    all_destroyed: bool = False
    """Whether it takes all that fight there with it."""


_NOTHING = 0
"""The number of what brings the other side nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """What a number of hits does to a side."""

    losses: SideState
    hit: Force
    """The side's force as hits were assigned: its own roll may have cost it units before."""
    sent: int | None
    """The number of what it brings the other side; None where only both sides together tell what follows."""
    ends: dict[int, Ended | None] = field(default_factory=dict)
    """A table to fill: how it leaves the side, by the number of what the other side's losses bring; None likewise."""


type Losses = list[tuple[Loss, Number]]
"""What may befall a side, with the chances."""
type Pairs = list[tuple[Loss, Loss, Number]]
"""The attacker's and the defender's losses, with the chance of both."""


class Left(NamedTuple):
    """How losses leave a side at the end of a round."""

    ends: Distribution[End]
    faced: Labels
    """What is to be said where the other side fights on."""
    alone: Labels
    """What is to be said where it has nothing left."""
    others: Losses
    """Those of them for which that depends on more."""


class Part:
    """What a roll may do to a side."""

    def __init__(self, losses: Losses) -> None:
        """Group the losses by what they bring the other side."""
        self.by_sent: dict[int | None, Losses] = {}
        for loss, chance in losses:
            self.by_sent.setdefault(loss.sent, []).append((loss, chance))
        self.labels = united(*[loss.losses.labels for loss, _ in losses])
        self.left: dict[tuple[int, int], Left] = {}
        """A table to fill: by what they bring, and what the other side's losses bring."""


type Parts = list[tuple[Part, Number]]
"""What may befall a side of which units may be gone before it is hit, with the chances of that."""


@dataclass(slots=True, eq=False)
class _Round:
    """A round that begins with a state, and where it leads as far as that is worked out."""

    state: CombatState
    context: int
    """The number of what is used up at its beginning, and of the state's fate."""
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
        self._losses: dict[Hashable, dict[int | Volley, Loss]] = {}
        """By side, force as it is hit, that before where it matters what is lost, what is observed, context and round:
        what hits do."""
        self._parts_known: dict[Hashable, tuple[HitChances, Part]] = {}
        """By such a table and a roll, by identity: the roll, and what it may do to the side."""
        self._sent = Numbers(Sent())
        self._rolls: dict[tuple[int, Force, Hashable, int, int], Labelled[HitChances]] = {}
        """By side, force, what its roll observes, context where that counts, and round."""
        self._transitions: dict[tuple[int, int], Transitions] = {}
        """By state and round."""
        self._led_to = 0
        """How many places all of these lead to."""
        self._after: dict[tuple[int, int], tuple[list[tuple[int, Number]], Labels]] = {}
        """By state and round, where what else happens at its end leads."""

    @classmethod
    def of(cls, fight: Fight) -> ReferenceChain:
        """Return what is known of combats in these circumstances, ready for this one."""
        chain = fight.memory.of(cls, None, lambda: cls(fight))
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
        leaving = fight.leaver(state, round_number)
        alike, coupled = min(round_number, fight.special_rounds + 1), fight.can.repairs_observe or leaving is not None
        begun = _Round(state, self.index.parts(number)[0], round_number, alike, leaving, coupled)
        both = self._rolled(begun, ATTACKER), self._rolled(begun, DEFENDER)
        begun.say((*both[ATTACKER].labels, *both[DEFENDER].labels))
        rolls = both[ATTACKER].value, both[DEFENDER].value
        talks: dict[Pair[Force], Conversation] = {}
        for my, their in self._parts(begun, rolls):
            for one, two, chance in self._meet(begun, my, their):
                count_work()
                hit = one.hit, two.hit
                if hit not in talks:
                    before_hits = state._replace(forces=hit)
                    talks[hit] = Conversation(
                        fight, state, round_number, leaving, self.index.number, False, before_hits
                    )  # fmt: skip
                begun.lead(outcomes(talks[hit].after_losses(one.losses, two.losses)), chance)
        for talk in talks.values():
            begun.say(talk.labels)
        if fight.after_round:
            self._play_stages(begun)
        return Transitions(begun.into, tuple(begun.said))

    def _rolled(self, begun: _Round, side: int) -> Labelled[HitChances]:
        """Return what a side's combat roll may come to."""
        fight, state = self.fight, begun.state
        seen = fight.observed_by_rolls(side, state.forces[1 - side])
        context = begun.context if fight.can.distinguishes_hits else -1
        key = side, state.forces[side], seen, context, begun.alike
        known = self._rolls.get(key)
        if known is None:
            known = self._rolls[key] = rolled(fight, state, side, begun.number)
        return known

    def _parts(self, begun: _Round, rolls: Pair[HitChances]) -> Iterator[Pair[Parts]]:
        """Yield what the rolls may do to both sides, in parts in which either side's losses are independent.

        Where one side alone is at risk of its own roll, that is one for each result of it: then it is enough to know
        what the other side's roll leaves of each force that the risk may leave.
        """
        fight, can, state, sure = self.fight, self.fight.can, begun.state, self.fight.game.one
        at_risk = [side for side in SIDES if can.risks_units and risks(rolls[side])]
        if len(at_risk) == 1 and not (can.adds_hits or can.observes):
            side = at_risk[0]
            by_hits: dict[int | Volley, Parts] = {}
            for force, results in left_by_own_roll(fight, state.forces[side], rolls[side]):
                part = self._part(begun, replaced(state.forces, side, force), side, rolls[1 - side])
                for hits, chance in results:
                    by_hits.setdefault(hits, []).append((part, chance))
            for hits, mine in by_hits.items():
                their = self._part(begun, state.forces, 1 - side, ((hits, sure),))
                yield oriented(side, mine, [(their, sure)])
            return
        for hit, coming in hit_states(fight, state, rolls):
            if not can.adds_hits:
                my, their = (self._part(begun, hit.forces, side, coming[1 - side]) for side in SIDES)
                yield [(my, sure)], [(their, sure)]
                continue
            pairs, labels = pairs_of_hits(fight, hit, coming, begun.number)
            begun.say(labels)
            my_known = self._known(begun, hit.forces, ATTACKER, [one for one, _, _ in pairs])
            their_known = self._known(begun, hit.forces, DEFENDER, [two for _, two, _ in pairs])
            for one, two, chance in _merged((my_known[one], their_known[two], chance) for one, two, chance in pairs):
                yield [(Part([(one, chance)]), sure)], [(Part([(two, sure)]), sure)]

    def _part(self, begun: _Round, hit: Pair[Force], side: int, roll: HitChances) -> Part:
        """Return what the other side's roll may do to a side."""
        known = self._known(begun, hit, side, [hits for hits, _ in roll])
        key = id(known), id(roll) if roll[1:] else roll
        if key not in self._parts_known:
            found: dict[int, tuple[Loss, Number]] = {}
            for hits, chance in roll:
                loss = known[hits]
                found[id(loss)] = loss, found[id(loss)][1] + chance if id(loss) in found else chance
            self._parts_known[key] = roll, Part(list(found.values()))
        return self._parts_known[key][1]

    def _known(
        self, begun: _Round, hit: Pair[Force], side: int, some: Iterable[int | Volley]
    ) -> Mapping[int | Volley, Loss]:
        """Return what numbers of hits do to a side, these among them; `hit` are the forces as they are assigned."""
        fight, state = self.fight, begun.state
        before = state.forces[side] if fight.losses_matter(side, state.spent) else ()
        seen = fight.observed(hit[1 - side]) if fight.can.observes else None
        key = side, hit[side], before, seen, begun.context, 0 if begun.coupled else begun.alike
        known = self._losses.setdefault(key, {})
        missing = [hits for hits in some if hits not in known]
        if missing:
            plan = hit_plan(fight, state._replace(forces=hit), side, begun.number)
            same = {id(loss.losses): loss for loss in known.values()}
            for hits in missing:
                losses = losses_from_hits(fight, plan, side, hits)[0]
                if id(losses) not in same:
                    same[id(losses)] = Loss(losses, hit[side], self._sent_by(begun, side, losses))
                known[hits] = same[id(losses)]
        return known

    def _sent_by(self, begun: _Round, side: int, losses: SideState) -> int | None:
        """Return the number of what losses bring the other side, None where only both sides together tell."""
        fight, state = self.fight, begun.state
        if begun.coupled or self._may_answer(begun, side, losses):
            return None
        destroys, _ = self._destroys_all(begun, side, losses)
        if not fight.can.reinforces:
            return self._sent.of(Sent(losses.hits_back, losses.spent if losses.hits_back else (), (), destroys))
        lost = units_lost(state.forces[side], losses.force)
        if losses.hits_back or destroys or (lost and (fight.placement_observes or losses.spent != state.spent)):
            return None
        return self._sent.of(Sent(gone=lost)) if fight.placing_for[1 - side][1] else _NOTHING

    def _may_answer(self, begun: _Round, side: int, losses: SideState) -> bool:
        """Tell whether a side may answer its losses, those by its own roll among them."""
        may = self.fight.can.answers_losses and self.fight.may_answer(begun.state.spent, side)
        return may and bool(self._lost(begun, side, losses))

    def _destroys_all(self, begun: _Round, side: int, losses: SideState) -> Labelled[bool]:
        """Tell whether losses, those by the side's own roll among them, take all that fight there with them."""
        if not self.fight.may_destroy_all[side]:
            return Labelled(False)
        after = used_by(begun.state, side, losses)
        return destroys_all(self.fight, after, side, self._lost(begun, side, losses), begun.alike)

    def _lost(self, begun: _Round, side: int, losses: SideState) -> tuple[Unit, ...]:
        return self.fight.lost(side, begun.state.forces[side], losses.force, losses.spent)

    def _meet(self, begun: _Round, my: Parts, their: Parts) -> Pairs:
        """Enter where pairs of losses lead of which either side is worked out by itself; return the others."""
        for part, _ in (*my, *their):
            begun.say(part.labels)
        coupled: Pairs = []
        for my_sent, their_sent in product(_sent_of(my), _sent_of(their)):
            if my_sent is None or their_sent is None:
                coupled += _paired(_losses_of(my, my_sent), _losses_of(their, their_sent))
                continue
            mine = self._left(begun, ATTACKER, my, my_sent, their_sent)
            theirs = self._left(begun, DEFENDER, their, their_sent, my_sent)
            self._join(begun, mine, theirs)
            if mine.others:
                coupled += _paired(mine.others, _losses_of(their, their_sent))
            if theirs.others:
                settled = [(loss, chance) for loss, chance in _losses_of(my, my_sent) if loss.ends[their_sent]]
                coupled += _paired(settled, theirs.others)
        return coupled

    def _left(self, begun: _Round, side: int, parts: Parts, sent: int, facing: int) -> Left:
        """Return how those losses leave a side that bring the other side this, where its losses bring that."""
        if len(parts) == 1 and parts[0][1] == 1:
            return self._left_of(begun, side, parts[0][0], sent, facing)
        ends: Distribution[End] = {}
        faced: dict[Label, None] = {}
        alone: dict[Label, None] = {}
        others: Losses = []
        for part, chance in parts:
            if sent not in part.by_sent:
                continue
            left = self._left_of(begun, side, part, sent, facing)
            for end, share in left.ends.items():
                ends[end] = ends.get(end, 0) + chance * share
            faced.update(dict.fromkeys(left.faced))
            alone.update(dict.fromkeys(left.alone))
            others += [(loss, chance * share) for loss, share in left.others]
        return Left(ends, tuple(faced), tuple(alone), others)

    def _left_of(self, begun: _Round, side: int, part: Part, sent: int, facing: int) -> Left:
        """Return the same of one part."""
        known = part.left.get((sent, facing))
        if known is None:
            ends: Distribution[End] = {}
            others: Losses = []
            found: list[Ended] = []
            for loss, chance in part.by_sent[sent]:
                if facing not in loss.ends:
                    loss.ends[facing] = self._ended(begun, side, loss, self._sent[facing])
                if ended := loss.ends[facing]:
                    ends[ended.end] = ends.get(ended.end, 0) + chance
                    found.append(ended)
                else:
                    others.append((loss, chance))
            faced, alone = united(*[each.faced for each in found]), united(*[each.alone for each in found])
            known = part.left[sent, facing] = Left(ends, faced, alone, others)
        return known

    def _ended(self, begun: _Round, side: int, loss: Loss, sent: Sent) -> Ended | None:
        """Return how losses leave a side with what the other side's bring it, None where both together tell."""
        fight, state, losses = self.fight, begun.state, loss.losses
        said: Labels = ()
        if sent != self._sent[_NOTHING]:
            count_work()
        if sent.gone and (fight.placement_observes or losses.spent != state.spent):
            return None
        if sent.hits_back:
            struck = self._struck_back(begun, side, losses, sent)
            if struck is None:
                return None
            losses, said = struck, struck.labels
        destroys = loss.sent is not None and self._sent[loss.sent].all_destroyed
        if destroys and sent.all_destroyed:
            return None
        if destroys or sent.all_destroyed:
            said = united(said, self._destroys_all(begun, side, losses).labels)
            losses = losses._replace(force=fight.noncombatants(side, losses.force))
        hit = state._replace(forces=replaced(state.forces, side, loss.hit))
        rest = Remainder(
            losses.force, losses.spent, sustained_this_round(fight, hit, side, losses.force, losses.sustained)
        )
        own = units_lost(state.forces[side], losses.force) if fight.placing_for[side][0] else ()
        left, more = with_new_units(fight, state, side, rest, (own, sent.gone), begun.alike)
        return self.index.ended(side, state, Labelled(left, united(said, more)), begun.alike)

    def _struck_back(self, begun: _Round, side: int, losses: SideState, sent: Sent) -> SideState | None:
        """Return a side after hits that answer uses of Sustain Damage, None where more follows or is used up."""
        fight, state = self.fight, begun.state
        if fight.can.observes:
            return None
        spent = merge_used(state.spent, losses.spent, sent.spent)
        now = with_side(state, side, losses.force, spent)
        after = react(fight, now, HitBack(side, sent.hits_back), begun.number, losses)[0]
        found = after._replace(spent=losses.spent)
        if after.hits_back or after.spent != spent or self._may_answer(begun, side, found):
            return None
        brought = self._destroys_all(begun, side, losses).value
        return None if self._destroys_all(begun, side, found).value and not brought else found

    def _join(self, begun: _Round, mine: Left, theirs: Left) -> None:
        """Enter the states that all pairs of ends lead to."""
        if not (mine.ends and theirs.ends):
            return
        count_work(1 + len(mine.ends) * len(theirs.ends) // _PAIRS_A_LOOK)
        for some, others in ((mine, theirs), (theirs, mine)):
            if some.faced or some.alone:
                for fights in {end.fights for end in others.ends}:
                    begun.say(some.faced if fights else some.alone)
        self.index.join(begun.context, mine.ends, theirs.ends, begun.into)

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


def _sent_of(parts: Parts) -> Iterable[int | None]:
    """Return what losses in these parts bring the other side, each once."""
    return dict.fromkeys(sent for part, _ in parts for sent in part.by_sent)


def _losses_of(parts: Parts, sent: int | None) -> Losses:
    """Return the losses in these parts that bring the other side this, with the chances."""
    return [(loss, chance * share) for part, chance in parts for loss, share in part.by_sent.get(sent, ())]


def _paired(mine: Losses, theirs: Losses) -> Pairs:
    """Return all pairs of losses, with the chances."""
    return [(one, two, chance * other) for one, chance in mine for two, other in theirs] if theirs else []
