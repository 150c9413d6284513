"""One side of a combat by itself: what it may come to, and where what befalls it in a round leads."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from mecatol.combat.consequences import (
    SideEffects,
    answers_alone,
    destroyed,
    destroys_all,
    noncombatants,
    take_hits_back,
)
from mecatol.combat.fight import Fight
from mecatol.combat.independence import Independence
from mecatol.combat.placing import remainder_of
from mecatol.combat.repairs import Remainder, damaged_since, repair_outcomes
from mecatol.combat.retreat import would_retreat
from mecatol.combat.round import RollIndex, rolled
from mecatol.combat.state import ATTACKER, CombatState, Losses, Targets, beside
from mecatol.combat.taking_hits import after_single_hit, hit_plan, losses_from_hits, sequential_targets
from mecatol.combat.used_effects import UsedEffects, sustained_before, without_sustained
from mecatol.combat.volleys import Volley
from mecatol.game.journal import Note, Recalled
from mecatol.game.state import Force, joined
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

_NOTHING = SideEffects()
_SILENT: tuple[Note, ...] = ()
_NEVER = -1
"""Stands for the number of a look that nobody meets."""
NO_REPLY = 0
"""The number of the reply of losses that bring the other side nothing."""


class Event(NamedTuple):
    """What befalls a side in a round."""

    hits: int | Volley
    """What the other side's combat roll came to."""
    side_effects: SideEffects = SideEffects()
    """What the other side's losses bring it."""
    observed: int = 0
    """How what the other side began the round with looks, where hits do other than they would beside something else."""


class SideTransition(NamedTuple):
    """Where an event leads: to which nodes, by number."""

    fights: bool
    """Whether the side has a unit left that fights."""
    faced: int
    """The node at the end of the round, where the other side has such a unit as well."""
    alone: int
    """The node where it has not."""
    reply: int
    """What the losses bring the other side, by number."""


type Reply = tuple[tuple[SideEffects, Number], ...]
"""What losses may bring the other side, with the chances."""


class Observations:
    """How forces look to the other side, by number: whatever looks alike, it does the same."""

    def __init__(self) -> None:
        """Begin without any."""
        self.examples: list[tuple[Force, UsedEffects]] = []
        """By number: a force that looks so, and what the other side has spent on rolls at it."""
        self._known: dict[Hashable, int] = {}

    def number(self, observation: Hashable, force: Force, paid: UsedEffects = ()) -> int:
        """Return the number of how a force looks at which the other side's rolls have spent this."""
        key = observation, paid
        if key not in self._known:
            self._known[key] = len(self.examples)
            self.examples.append((force, paid))
        return self._known[key]


class ObservedForces(NamedTuple):
    """How forces of a side look to the other, which minds other things as it takes hits than as it rolls."""

    to_hits: Observations
    to_rolls: Observations


class SideGraph:
    """The nodes of a side, each a force and what of its own is used up, and the steps between them.

    It grows as it is asked: what is known of a side serves all combats in the same circumstances.
    """

    def __init__(
        self,
        fight: Fight,
        independence: Independence,
        side: int,
        number: int,
        shown: ObservedForces,
        facing: ObservedForces,
        leaving: int | None,
    ) -> None:
        """Begin without any node, for rounds in which hits do what they do in the one with this number.

        `shown` is where it is kept how its own forces look, `facing` the same of the other side's; `leaving` is which
        side retreats at the end of these rounds, None where neither does.
        """
        self.fight, self.apart, self.side, self.number, self.leaving = fight, independence, side, number, leaving
        self.shown, self.facing = shown, facing
        self.nodes: list[tuple[Force, UsedEffects]] = []
        self.observed: list[int] = []
        """By node: the number of how it looks to the other side when that takes hits."""
        self.observed_by_rolls: list[int] = []
        """The same when that rolls."""
        self.alive: list[bool] = []
        """By node: whether any unit fights."""
        self.rolls = RollIndex()
        self.further_hits: list[Reply] = [((SideEffects(), fight.game.one),)]
        self._node: dict[tuple[Force, UsedEffects], int] = {}
        self._wants_away: dict[tuple[int, int], bool] = {}
        """By node and round: whether the side would announce a retreat there."""
        self.said: dict[int, dict[Event, tuple[Note, ...]]] = {}
        """By node and event: what is to be noted where it comes about, but for nothing."""
        self.said_of_rolls: dict[tuple[int, int, int], tuple[Note, ...]] = {}
        """The same of a node's combat roll in a round, by how what it faces looks."""
        self._roll_of: dict[tuple[int, int, int], int] = {}
        self._further_hits_of: dict[Reply, int] = {self.further_hits[NO_REPLY]: NO_REPLY}
        self._may_echo: dict[UsedEffects, bool] = {}
        """By what is used up: whether losses may bring the other side anything."""
        self._steps: list[dict[Event, SideTransition]] = []
        """By node: where events lead."""
        self._sparing = any(held.window.spares for held in fight.repairs[side])
        """Whether any repairs of the side spare what sustained in the same round."""
        self._left: dict[tuple[Force, UsedEffects, Force], tuple[SideTransition, tuple[Note, ...]]] = {}
        """By what a round leaves of the side before repairs, where nothing else follows: the step, and what to note."""
        self._blows: dict[tuple[Force, UsedEffects, SideEffects, int], tuple[Force, UsedEffects, tuple[Note, ...]]] = {}
        """By what hits leave, what is used up, side effects and what is observed: what that leaves, in turn."""
        self._known_ends: Recalled[Remainder, tuple[int, int]] = Recalled()
        """By what a round leaves of the side before repairs: the nodes at its end."""

    def node(self, force: Force, spent: UsedEffects) -> int:
        """Return the number of the node with this force, and with this used up."""
        key = force, spent
        node = self._node.get(key)
        if node is None:
            node = self._node[key] = len(self.nodes)
            self.nodes.append(key)
            self._steps.append({})
            alive, seen, by_rolls = self.fight.alive(self.side, force), _NEVER, _NEVER
            if alive:
                observation = self.fight.observed(force) if self.fight.observes else None
                seen = self.shown.to_hits.number(observation, force)
                observation = self.fight.observed_by_rolls(1 - self.side, force)
                by_rolls = self.shown.to_rolls.number(observation, force, self.apart.paid(spent))
            self.alive.append(alive)
            self.observed.append(seen)
            self.observed_by_rolls.append(by_rolls)
        return node

    def roll(self, node: int, round_number: int, facing: int) -> int:
        """Return the number of what a node's combat roll may come to in a round, against what looks so to rolls."""
        key = node, round_number, facing
        if key not in self._roll_of:
            journal = self.fight.game.journal
            before = journal.noted()
            state = self._beside(node, *self.facing.to_rolls.examples[facing])
            found = rolled(self.fight, state, self.side, round_number)
            if journal.held and (said := journal.since(before)):
                self.said_of_rolls[key] = said
            self._roll_of[key] = self.rolls.number(found)
        return self._roll_of[key]

    def would_retreat(self, node: int, round_number: int) -> bool:
        """Tell whether the side would announce a retreat in a round that it begins at a node."""
        fight, key = self.fight, (node, round_number)
        if key not in self._wants_away:
            rule, side = fight.retreat[self.side], fight.sides[self.side]
            self._wants_away[key] = would_retreat(rule, side, self.nodes[node][0], round_number)
        return self._wants_away[key]

    def may_echo(self, node: int) -> bool:
        """Tell whether losses at a node may bring the other side anything."""
        spent = self.nodes[node][1]
        if spent not in self._may_echo:
            self._may_echo[spent] = any(self.fight.left(held, spent) for held in self.apart.adds_hits[self.side])
        return self._may_echo[spent]

    def steps(self, node: int, events: Sequence[Event]) -> list[SideTransition]:
        """Return where events lead from a node."""
        known = self._steps[node]
        missing = [event for event in events if event not in known] if known else events
        observations = {event.observed for event in missing}
        for seen in observations:
            some = missing if len(observations) == 1 else [event for event in missing if event.observed == seen]
            self._find_steps(node, some, seen)
        return [known[event] for event in events]

    def _beside(self, node: int, facing: Force, paid: UsedEffects) -> CombatState:
        """Return the state of a node against a force of the other side's at which rolls have spent this."""
        force, spent = self.nodes[node]
        forces = (force, facing) if self.side == ATTACKER else (facing, force)
        return CombatState(forces, tuple(sorted((*spent, *paid))) if paid else spent)

    def _find_steps(self, node: int, events: Sequence[Event], seen: int) -> None:
        """Find where events lead from a node that faces what looks so, and what to note of that."""
        fight, side, steps = self.fight, self.side, self._steps[node]
        state = self._beside(node, *self.facing.to_hits.examples[seen])
        lonely = not (fight.placing_for[side][0] or self.may_echo(node))
        if lonely and self._hit_one_by_one(node, state, events):
            return
        journal = fight.game.journal
        before = journal.noted()
        aim = hit_plan(fight, state, side, self.number)
        of_all = journal.since(before)
        calm = lonely and not fight.repairs[side]
        lost: dict[int | Volley, tuple[Losses, tuple[Note, ...]]] = {}
        found: dict[tuple[int, SideEffects], tuple[SideTransition, tuple[Note, ...]]] = {}
        for event in events:
            if event.hits not in lost:
                before = journal.noted()
                lost[event.hits] = losses_from_hits(fight, aim, side, event.hits)[0], journal.since(before)
            losses, said = lost[event.hits]
            key = id(losses), event.side_effects  # more hits than there are units do nothing more
            if key not in found:
                before = journal.noted()
                step = (
                    self._fewer(losses)
                    if calm and event.side_effects == _NOTHING
                    else self._after(state, losses, event.side_effects)
                )
                found[key] = step, journal.since(before)
            steps[event], more = found[key]
            if notes := of_all + said + more:
                self.said.setdefault(node, {})[event] = tuple(dict.fromkeys(notes))

    def _hit_one_by_one(self, node: int, state: CombatState, events: Sequence[Event]) -> bool:
        """Find the same where losses bring the other side nothing; tell whether each hit does what it would alone."""
        fight, spent, steps = self.fight, state.spent, self._steps[node]
        if self._sparing and spent and sustained_before(spent, fight.players[self.side]):
            return False
        by_bound: dict[int, list[tuple[Event, int]]] = {}
        """By how many hits spare fighters: the others."""
        for event in events:
            hits, bound, paid = (event.hits, 0, ()) if isinstance(event.hits, int) else event.hits[:3]
            if paid:
                return False
            by_bound.setdefault(bound, []).append((event, hits - bound))
        journal = fight.game.journal
        begun = journal.noted()
        targets = sequential_targets(fight, state, self.side, self.number)
        if targets is None:
            return False
        of_all, whole = journal.since(begun), state.forces[self.side]
        hurt = {unit: damaged for unit, _, damaged in whole} if self._sparing else None
        for bound, some in by_bound.items():
            left = self._left_by_hits(targets, whole, bound, max([hits for _, hits in some]))
            found: dict[tuple[int, SideEffects], tuple[SideTransition, tuple[Note, ...]]] = {}
            for event, hits in some:
                key = min(hits, len(left) - 1), event.side_effects
                if key not in found:
                    force, of_hits = left[key[0]]
                    used, of_blow = spent, _SILENT
                    if event.side_effects != _NOTHING:
                        force, used, of_blow = self._struck(state, force, event)
                    step, more = self._mended(state, force, used, damaged_since(hurt, force) if hurt else ())
                    notes = of_all + of_hits + of_blow + more
                    found[key] = step, tuple(dict.fromkeys(notes)) if notes else notes
                steps[event], notes = found[key]
                if notes:
                    self.said.setdefault(node, {})[event] = notes
        return True

    def _left_by_hits(
        self, targets: Targets, force: Force, bound: int, most: int
    ) -> list[tuple[Force, tuple[Note, ...]]]:
        """Return what 0, 1, 2, … hits leave after those that spare fighters, until more do nothing more.

        With it comes what is to be noted of all these hits.
        """
        journal, lent = self.fight.game.journal, False
        begun = journal.noted()
        for _ in range(bound):
            force, lent = after_single_hit(targets, force, lent, bound=True)
        left, said, known = [(force, journal.since(begun))], journal.since(begun), journal.noted()
        while len(left) <= most:
            after, lent = after_single_hit(targets, force, lent)
            if after is force:
                break
            force = after
            if journal.noted() > known:
                said, known = journal.since(begun), journal.noted()
            left.append((force, said))
        return left

    def _struck(self, before: CombatState, force: Force, event: Event) -> tuple[Force, UsedEffects, tuple[Note, ...]]:
        """Return what side effects leave of what hits have left, what is used up then, and what to note of that."""
        fight, side, side_effects = self.fight, self.side, event.side_effects
        key = force, before.spent, side_effects, event.observed
        if key not in self._blows:
            losses = Losses(force, before.spent, 0, (), ())
            with fight.game.journal.holding():
                if side_effects.back:
                    losses = take_hits_back(
                        fight, beside(before, side, force, before.spent), side, side_effects.back, self.number
                    )
                left = noncombatants(fight, side, losses.force) if side_effects.toppled else losses.force
                if side_effects.destroyed:
                    left = destroyed(fight, beside(before, side, left, losses.spent), side, side_effects.destroyed)
                self._blows[key] = left, losses.spent, fight.game.journal.since(0)
        return self._blows[key]

    def _mended(
        self, before: CombatState, force: Force, spent: UsedEffects, fresh: Force
    ) -> tuple[SideTransition, tuple[Note, ...]]:  # fmt: skip
        """Return where what a round leaves of the side leads by repairs alone, and what is to be noted of those."""
        found = self._left.get((force, spent, fresh))
        if found is None:
            count_work()
            with self.fight.game.journal.holding():
                faced, alone = self._ends(before, Remainder(force, spent, fresh))
                said = self.fight.game.journal.since(0)
            found = self._left[force, spent, fresh] = SideTransition(self.alive[faced], faced, alone, NO_REPLY), said
        return found

    def _fewer(self, losses: Losses) -> SideTransition:
        """Return where losses lead that nothing follows."""
        count_work()
        node = self._ended(losses.force, losses.spent)
        return SideTransition(self.alive[node], node, node, NO_REPLY)

    def _after(self, before: CombatState, losses: Losses, side_effects: SideEffects) -> SideTransition:
        """Return where losses for the hits of a roll lead, with all that follows."""
        fight, side, number = self.fight, self.side, self.number
        count_work()
        back, toppled = losses.hits_back, side_effects.toppled
        answers: tuple[Number, ...] = (fight.game.one,)
        if side_effects.back:
            more = take_hits_back(
                fight, beside(before, side, losses.force, losses.spent), side, side_effects.back, number
            )
            lost = fight.lost(side, before.forces[side], more.force, more.spent)
            losses = more._replace(hits_back=0, sustained=joined(losses.sustained, more.sustained), lost=lost)
        topples_other = bool(
            fight.destroys_mutually and losses.lost and destroys_all(fight, before, side, losses, number)
        )
        if topples_other or toppled:
            force = noncombatants(fight, side, losses.force)
            losses = losses._replace(force=force, lost=fight.lost(side, before.forces[side], force, losses.spent))
        if fight.answers_losses and losses.lost:
            chances, losses = answers_alone(fight, side, before, losses, number)
            answers = chances or answers
        if side_effects.destroyed:
            struck = beside(before, side, losses.force, losses.spent)
            losses = losses._replace(force=destroyed(fight, struck, side, side_effects.destroyed))
        faced, alone = self._ends(before, remainder_of(fight, before, side, losses, number))
        reply = NO_REPLY
        if back or topples_other or len(answers) > 1:
            reply = self._echo_number(
                [SideEffects(back, count, topples_other) for count in range(len(answers))], answers
            )
        return SideTransition(self.alive[faced], faced, alone, reply)  # repairs leave as many units

    def _ends(self, before: CombatState, rest: Remainder) -> tuple[int, int]:
        """Return the nodes at the end of the round: where the other side still fights, and where it does not."""
        fight, side, number = self.fight, self.side, self.number

        def find() -> tuple[int, int]:
            goes_on = self.leaving is None
            fought, left = repair_outcomes(fight, before, side, rest, number, goes_on, leaving=self.leaving == side)
            faced = self._ended(*fought)
            return faced, faced if left is fought else self._ended(*left)

        return self._known_ends.get(rest, fight.game.journal, find)

    def _ended(self, force: Force, spent: UsedEffects) -> int:
        return self.node(force, without_sustained(spent) if self.fight.repairs_units else spent)

    def _echo_number(self, side_effects_list: Sequence[SideEffects], chances: Sequence[Number]) -> int:
        reply = tuple(zip(side_effects_list, chances, strict=True))
        if reply not in self._further_hits_of:
            self._further_hits_of[reply] = len(self.further_hits)
            self.further_hits.append(reply)
        return self._further_hits_of[reply]
