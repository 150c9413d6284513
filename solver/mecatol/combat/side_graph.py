"""One side of a combat by itself: what it may come to, and where what befalls it in a round leads."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from mecatol.combat.aiming import after_hit, aimed, hit_one_by_one, lost_to
from mecatol.combat.apart import Apart
from mecatol.combat.destruction import Blow, answered_apart, bystanders, destroyed, hit_back, topples
from mecatol.combat.fight import Fight
from mecatol.combat.placing import rest_of
from mecatol.combat.repairs import Rest, damaged_since, repaired_alone
from mecatol.combat.retreat import wants_away
from mecatol.combat.round import Rolls, rolled
from mecatol.combat.spent import Spent, forgotten, sustained_before
from mecatol.combat.standing import ATTACKER, Losses, Standing, Targets, beside
from mecatol.combat.volleys import Volley
from mecatol.game.journal import Note, Recalled
from mecatol.game.state import Force, joined
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

_NOTHING = Blow()
_SILENT: tuple[Note, ...] = ()
_NEVER = -1
"""Stands for the number of a look that nobody meets."""
SILENCE = 0
"""The number of the echo of losses that bring the other side nothing."""


class Event(NamedTuple):
    """What befalls a side in a round."""

    hits: int | Volley
    """What the other side's combat roll came to."""
    blow: Blow = Blow()
    """What the other side's losses bring it."""
    seen: int = 0
    """How what the other side began the round with looks, where hits do other than they would beside something else."""


class Step(NamedTuple):
    """Where an event leads: to which nodes, by number."""

    fights: bool
    """Whether the side has a unit left that fights."""
    faced: int
    """The node at the end of the round, where the other side has such a unit as well."""
    alone: int
    """The node where it has not."""
    echo: int
    """What the losses bring the other side, by number."""


type Echo = tuple[tuple[Blow, Number], ...]
"""What losses may bring the other side, with the chances."""


class Looks:
    """How forces look to the other side, by number: whatever looks alike, it does the same."""

    def __init__(self) -> None:
        """Begin without any."""
        self.examples: list[tuple[Force, Spent]] = []
        """By number: a force that looks so, and what the other side has spent on rolls at it."""
        self._known: dict[Hashable, int] = {}

    def number(self, look: Hashable, force: Force, paid: Spent = ()) -> int:
        """Return the number of how a force looks at which the other side's rolls have spent this."""
        key = look, paid
        if key not in self._known:
            self._known[key] = len(self.examples)
            self.examples.append((force, paid))
        return self._known[key]


class Shown(NamedTuple):
    """How forces of a side look to the other, which minds other things as it takes hits than as it rolls."""

    to_hits: Looks
    to_rolls: Looks


class SideGraph:
    """The nodes of a side, each a force and what of its own is used up, and the steps between them.

    It grows as it is asked: what is known of a side serves all combats in the same circumstances.
    """

    def __init__(
        self, fight: Fight, apart: Apart, side: int, number: int, shown: Shown, facing: Shown, leaving: int | None
    ) -> None:
        """Begin without any node, for rounds in which hits do what they do in the one with this number.

        `shown` is where it is kept how its own forces look, `facing` the same of the other side's; `leaving` is which
        side retreats at the end of these rounds, None where neither does.
        """
        self.fight, self.apart, self.side, self.number, self.leaving = fight, apart, side, number, leaving
        self.shown, self.facing = shown, facing
        self.nodes: list[tuple[Force, Spent]] = []
        self.seen: list[int] = []
        """By node: the number of how it looks to the other side when that takes hits."""
        self.seen_by_rolls: list[int] = []
        """The same when that rolls."""
        self.alive: list[bool] = []
        """By node: whether any unit fights."""
        self.rolls = Rolls()
        self.echoes: list[Echo] = [((Blow(), fight.game.one),)]
        self._node: dict[tuple[Force, Spent], int] = {}
        self._wants_away: dict[tuple[int, int], bool] = {}
        """By node and round: whether the side would announce a retreat there."""
        self.said: dict[int, dict[Event, tuple[Note, ...]]] = {}
        """By node and event: what is to be noted where it comes about, but for nothing."""
        self.said_of_rolls: dict[tuple[int, int, int], tuple[Note, ...]] = {}
        """The same of a node's combat roll in a round, by how what it faces looks."""
        self._roll_of: dict[tuple[int, int, int], int] = {}
        self._echo: dict[Echo, int] = {self.echoes[SILENCE]: SILENCE}
        self._may_echo: dict[Spent, bool] = {}
        """By what is used up: whether losses may bring the other side anything."""
        self._steps: list[dict[Event, Step]] = []
        """By node: where events lead."""
        self._sparing = any(held.window.spares for held in fight.repairs[side])
        """Whether any repairs of the side spare what sustained in the same round."""
        self._left: dict[tuple[Force, Spent, Force], tuple[Step, tuple[Note, ...]]] = {}
        """By what a round leaves of the side before repairs, where nothing else follows: the step, and what to note."""
        self._blows: dict[tuple[Force, Spent, Blow, int], tuple[Force, Spent, tuple[Note, ...]]] = {}
        """By what hits leave, what is used up, the blow and how the other side looks: what that leaves, in turn."""
        self._known_ends: Recalled[Rest, tuple[int, int]] = Recalled()
        """By what a round leaves of the side before repairs: the nodes at its end."""

    def node(self, force: Force, spent: Spent) -> int:
        """Return the number of the node with this force, and with this used up."""
        key = force, spent
        node = self._node.get(key)
        if node is None:
            node = self._node[key] = len(self.nodes)
            self.nodes.append(key)
            self._steps.append({})
            alive, seen, by_rolls = self.fight.alive(self.side, force), _NEVER, _NEVER
            if alive:
                look = self.fight.seen(force) if self.fight.across else None
                seen = self.shown.to_hits.number(look, force)
                look = self.fight.seen_by_rolls(1 - self.side, force)
                by_rolls = self.shown.to_rolls.number(look, force, self.apart.paid(spent))
            self.alive.append(alive)
            self.seen.append(seen)
            self.seen_by_rolls.append(by_rolls)
        return node

    def roll(self, node: int, round_number: int, facing: int) -> int:
        """Return the number of what a node's combat roll may come to in a round, against what looks so to rolls."""
        key = node, round_number, facing
        if key not in self._roll_of:
            journal = self.fight.game.journal
            before = journal.noted()
            standing = self._beside(node, *self.facing.to_rolls.examples[facing])
            found = rolled(self.fight, standing, self.side, round_number)
            if journal.held and (said := journal.since(before)):
                self.said_of_rolls[key] = said
            self._roll_of[key] = self.rolls.number(found)
        return self._roll_of[key]

    def wants_away(self, node: int, round_number: int) -> bool:
        """Tell whether the side would announce a retreat in a round that it begins at a node."""
        fight, key = self.fight, (node, round_number)
        if key not in self._wants_away:
            rule, side = fight.retreat[self.side], fight.sides[self.side]
            self._wants_away[key] = wants_away(rule, side, self.nodes[node][0], round_number)
        return self._wants_away[key]

    def may_echo(self, node: int) -> bool:
        """Tell whether losses at a node may bring the other side anything."""
        spent = self.nodes[node][1]
        if spent not in self._may_echo:
            self._may_echo[spent] = any(self.fight.left(held, spent) for held in self.apart.echoing[self.side])
        return self._may_echo[spent]

    def steps(self, node: int, events: Sequence[Event]) -> list[Step]:
        """Return where events lead from a node."""
        known = self._steps[node]
        missing = [event for event in events if event not in known] if known else events
        looks = {event.seen for event in missing}
        for seen in looks:
            some = missing if len(looks) == 1 else [event for event in missing if event.seen == seen]
            self._find_steps(node, some, seen)
        return [known[event] for event in events]

    def _beside(self, node: int, facing: Force, paid: Spent) -> Standing:
        """Return the standing of a node against a force of the other side's at which rolls have spent this."""
        force, spent = self.nodes[node]
        forces = (force, facing) if self.side == ATTACKER else (facing, force)
        return Standing(forces, tuple(sorted((*spent, *paid))) if paid else spent)

    def _find_steps(self, node: int, events: Sequence[Event], seen: int) -> None:
        """Find where events lead from a node that faces what looks so, and what is to be noted of that."""
        fight, side, steps = self.fight, self.side, self._steps[node]
        standing = self._beside(node, *self.facing.to_hits.examples[seen])
        lonely = not (fight.placing_for[side][0] or self.may_echo(node))
        if lonely and self._hit_one_by_one(node, standing, events):
            return
        journal = fight.game.journal
        before = journal.noted()
        aim = aimed(fight, standing, side, self.number)
        of_all = journal.since(before)
        calm = lonely and not fight.repairs[side]
        lost: dict[int | Volley, tuple[Losses, tuple[Note, ...]]] = {}
        found: dict[tuple[int, Blow], tuple[Step, tuple[Note, ...]]] = {}
        for event in events:
            if event.hits not in lost:
                before = journal.noted()
                lost[event.hits] = lost_to(fight, aim, side, event.hits)[0], journal.since(before)
            losses, said = lost[event.hits]
            key = id(losses), event.blow  # more hits than there are units do nothing more
            if key not in found:
                before = journal.noted()
                step = (
                    self._fewer(losses)
                    if calm and event.blow == _NOTHING
                    else self._after(standing, losses, event.blow)
                )
                found[key] = step, journal.since(before)
            steps[event], more = found[key]
            if notes := of_all + said + more:
                self.said.setdefault(node, {})[event] = tuple(dict.fromkeys(notes))

    def _hit_one_by_one(self, node: int, standing: Standing, events: Sequence[Event]) -> bool:
        """Find the same where losses bring the other side nothing; tell whether each hit does what it would alone."""
        fight, spent, steps = self.fight, standing.spent, self._steps[node]
        if self._sparing and spent and sustained_before(spent, fight.players[self.side]):
            return False
        by_bound: dict[int, list[tuple[Event, int]]] = {}
        """By how many hits spare fighters: the others."""
        for event in events:
            hits, bound, paid = (event.hits, 0, ()) if isinstance(event.hits, int) else event.hits
            if paid:
                return False
            by_bound.setdefault(bound, []).append((event, hits - bound))
        journal = fight.game.journal
        begun = journal.noted()
        targets = hit_one_by_one(fight, standing, self.side, self.number)
        if targets is None:
            return False
        of_all, whole = journal.since(begun), standing.forces[self.side]
        hurt = {unit: damaged for unit, _, damaged in whole} if self._sparing else None
        for bound, some in by_bound.items():
            left = self._left_by_hits(targets, whole, bound, max([hits for _, hits in some]))
            found: dict[tuple[int, Blow], tuple[Step, tuple[Note, ...]]] = {}
            for event, hits in some:
                key = min(hits, len(left) - 1), event.blow
                if key not in found:
                    force, of_hits = left[key[0]]
                    used, of_blow = spent, _SILENT
                    if event.blow != _NOTHING:
                        force, used, of_blow = self._struck(standing, force, event)
                    step, more = self._mended(standing, force, used, damaged_since(hurt, force) if hurt else ())
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
            force, lent = after_hit(targets, force, lent, bound=True)
        left, said, known = [(force, journal.since(begun))], journal.since(begun), journal.noted()
        while len(left) <= most:
            after, lent = after_hit(targets, force, lent)
            if after is force:
                break
            force = after
            if journal.noted() > known:
                said, known = journal.since(begun), journal.noted()
            left.append((force, said))
        return left

    def _struck(self, before: Standing, force: Force, event: Event) -> tuple[Force, Spent, tuple[Note, ...]]:
        """Return what a blow leaves of what hits have left, what is used up then, and what is to be noted of that."""
        fight, side, blow = self.fight, self.side, event.blow
        key = force, before.spent, blow, event.seen
        if key not in self._blows:
            losses = Losses(force, before.spent, 0, (), ())
            with fight.game.journal.holding():
                if blow.back:
                    losses = hit_back(fight, beside(before, side, force, before.spent), side, blow.back, self.number)
                left = bystanders(fight, side, losses.force) if blow.toppled else losses.force
                if blow.destroyed:
                    left = destroyed(fight, beside(before, side, left, losses.spent), side, blow.destroyed)
                self._blows[key] = left, losses.spent, fight.game.journal.since(0)
        return self._blows[key]

    def _mended(
        self, before: Standing, force: Force, spent: Spent, fresh: Force
    ) -> tuple[Step, tuple[Note, ...]]:  # fmt: skip
        """Return where what a round leaves of the side leads by repairs alone, and what is to be noted of those."""
        found = self._left.get((force, spent, fresh))
        if found is None:
            count_work()
            with self.fight.game.journal.holding():
                faced, alone = self._ends(before, Rest(force, spent, fresh))
                said = self.fight.game.journal.since(0)
            found = self._left[force, spent, fresh] = Step(self.alive[faced], faced, alone, SILENCE), said
        return found

    def _fewer(self, losses: Losses) -> Step:
        """Return where losses lead that nothing follows."""
        count_work()
        node = self._ended(losses.force, losses.spent)
        return Step(self.alive[node], node, node, SILENCE)

    def _after(self, before: Standing, losses: Losses, blow: Blow) -> Step:
        """Return where losses for the hits of a roll lead, with all that follows."""
        fight, side, number = self.fight, self.side, self.number
        count_work()
        back, toppled = losses.hits_back, blow.toppled
        answers: tuple[Number, ...] = (fight.game.one,)
        if blow.back:
            more = hit_back(fight, beside(before, side, losses.force, losses.spent), side, blow.back, number)
            lost = fight.lost(side, before.forces[side], more.force, more.spent)
            losses = more._replace(hits_back=0, sustained=joined(losses.sustained, more.sustained), lost=lost)
        topples_other = bool(fight.toppling and losses.lost and topples(fight, before, side, losses, number))
        if topples_other or toppled:
            force = bystanders(fight, side, losses.force)
            losses = losses._replace(force=force, lost=fight.lost(side, before.forces[side], force, losses.spent))
        if fight.answering and losses.lost:
            chances, losses = answered_apart(fight, side, before, losses, number)
            answers = chances or answers
        if blow.destroyed:
            struck = beside(before, side, losses.force, losses.spent)
            losses = losses._replace(force=destroyed(fight, struck, side, blow.destroyed))
        faced, alone = self._ends(before, rest_of(fight, before, side, losses, number))
        echo = SILENCE
        if back or topples_other or len(answers) > 1:
            echo = self._echo_number([Blow(back, count, topples_other) for count in range(len(answers))], answers)
        return Step(self.alive[faced], faced, alone, echo)  # repairs leave as many units

    def _ends(self, before: Standing, rest: Rest) -> tuple[int, int]:
        """Return the nodes at the end of the round: where the other side still fights, and where it does not."""
        fight, side, number = self.fight, self.side, self.number

        def find() -> tuple[int, int]:
            goes_on = self.leaving is None
            fought, left = repaired_alone(fight, before, side, rest, number, goes_on, leaving=self.leaving == side)
            faced = self._ended(*fought)
            return faced, faced if left is fought else self._ended(*left)

        return self._known_ends.get(rest, fight.game.journal, find)

    def _ended(self, force: Force, spent: Spent) -> int:
        return self.node(force, forgotten(spent) if self.fight.mending else spent)

    def _echo_number(self, blows: Sequence[Blow], chances: Sequence[Number]) -> int:
        echo = tuple(zip(blows, chances, strict=True))
        if echo not in self._echo:
            self._echo[echo] = len(self.echoes)
            self.echoes.append(echo)
        return self._echo[echo]
