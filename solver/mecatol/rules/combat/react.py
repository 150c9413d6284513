"""One side of a combat in a round: how it reacts to what the other side's rolls and losses send it.

A round is a conversation of two such machines (`mecatol.rules.combat.conversation`). A message reaches a side; `react`
returns the states that it may be in then, each with what is to be said of that. A state carries its reply: hits that
answer uses of Sustain Damage. What lost units do beside that is asked for by name: `destroys_all`, `answer_to_losses`.

Hits are assigned by a `HitPlan`: whom they can be assigned to is found once for all forces of some types (`Targets`),
and where each hit does what it would do alone, what one more of them leaves is found from what those before left.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.units import Unit
from mecatol.game.labels import Labelled, Labels, united
from mecatol.game.opening import opened
from mecatol.game.state import Force, State, changed, joined
from mecatol.probability.dice import Number, roll
from mecatol.probability.limits import count_work
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.memory import HitPlan, Targets
from mecatol.rules.combat.state import ATTACKER, DEFENDER, CombatState, SideState, UsedEffects, Volley, with_side
from mecatol.rules.combat.windows import AnswerLosses
from mecatol.rules.hits.answers import answers_to_sustaining
from mecatol.rules.hits.assignment import after_one_hit, note_help, options
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.hits.windows import Hits, TakeAllAlong


@cites("78.6", "78.6.a", "42.2")
def losses_from_hits(fight: Fight, plan: HitPlan, side: int, hits: int | Volley) -> list[SideState]:
    """Return what hits leave of a side, where it is known how they are assigned.

    One way under a fixed policy, all under `best`.
    """
    if not isinstance(hits, int):
        if hits.paid:
            return _lost_and_paid(fight, plan, side, hits)
        if not (hits.bound and plan.fighters):
            hits = hits.hits  # nothing tells them apart
    if plan.plain and isinstance(hits, int):
        hits = min(hits, plan.most)
        return [plan.steps[hits] if hits < len(plan.steps) else _step(fight, plan, side, plan.steps, hits)]
    if plan.plain and isinstance(hits, Volley):
        return [_stepped(fight, plan, side, plan.steps, min(hits.hits, plan.most), min(hits.bound, plan.most))]
    if isinstance(hits, int) and not plan.targets.changing:
        hits = min(hits, plan.most)
    if hits not in plan.losses:
        found, labels = fight.game.labelled(partial(_lost, fight, plan, side, hits))
        labelled = [each._replace(labels=united(plan.steps[0].labels, each.labels, labels)) for each in found]
        plan.losses[hits] = [plan.distinct.setdefault(each, each) for each in labelled]
    return plan.losses[hits]


def _lost(fight: Fight, plan: HitPlan, side: int, hits: int | Volley) -> list[SideState]:
    """Return what hits leave of a side after effects have changed them, each alone if it may be, or all together."""
    volley = Volley(hits) if isinstance(hits, int) else hits
    left, position = hits_after_effects(plan.moment, volley.hits, search=False)[0]
    left = left._replace(some_so=max(0, volley.bound + left.number - volley.hits))
    if plan.singly:
        return [_stepped(fight, plan, side, _steps_after(plan, position.spent), left.number, left.bound)]
    ways = options(plan.victims, position, left)
    count_work(len(ways))
    return [fight.losses_of(side, plan.steps[0].force, taken) for taken in ways]


def _lost_and_paid(fight: Fight, plan: HitPlan, side: int, volley: Volley) -> list[SideState]:
    """Return what hits leave of a side that the opponent has spent something on: that is noted with them.

    A side that is followed alone is asked for rolls as well that what is spent already rules out: the roll spends what
    is left.
    """

    def paid(losses: SideState) -> SideState:
        position = State((), losses.spent)
        for player, slug, copies in volley.paid:
            left = fight.game.sides[player].effects[slug] - position.used(player, slug)
            position = position.use(player, slug, min(copies, left)) if left else position
        found = losses._replace(spent=position.spent)
        return plan.distinct.setdefault(found, found)

    if volley not in plan.losses:
        unpaid = losses_from_hits(fight, plan, side, volley._replace(paid=()))
        plan.losses[volley] = [paid(losses) for losses in unpaid]
    return plan.losses[volley]


def _steps_after(plan: HitPlan, spent: UsedEffects) -> list[SideState]:
    """Return the list of what 0, 1, 2, … hits leave once this is used up."""
    if spent == plan.steps[0].spent:
        return plan.steps
    return plan.other_steps.setdefault((spent, 0), [plan.steps[0]._replace(spent=spent)])


def _stepped(fight: Fight, plan: HitPlan, side: int, steps: list[SideState], hits: int, bound: int) -> SideState:
    """Return what so many hits leave; the first `bound` must go to ships other than fighters while there are any."""
    if not bound:
        return _step(fight, plan, side, steps, hits)
    spent = steps[0].spent
    if (spent, bound) not in plan.other_steps:
        first = plan.other_steps.setdefault((spent, _ALL), [steps[0]])
        plan.other_steps[spent, bound] = [_step(fight, plan, side, first, bound, bound=True)]
    found = _step(fight, plan, side, plan.other_steps[spent, bound], hits - bound)
    return plan.distinct.setdefault(found, found)


_ALL = -1
"""Instead of a number of how many hits must go to ships other than fighters while there are any: all of them."""


def _step(
    fight: Fight, plan: HitPlan, side: int, steps: list[SideState], hits: int, bound: bool = False
) -> SideState:  # fmt: skip
    """Return what so many hits leave after the first of some steps, a list that is filled as far as that."""
    targets, whole, lending = plan.targets, plan.steps[0].force, plan.targets.victims.lending
    while len(steps) <= hits:
        now = steps[-1]
        lent = bool(lending) and any(there.unit in lending for there in now.sustained)
        after, unit, labels = _after_one_hit(fight, targets, now.force, lent, bound)
        if after is now.force:
            steps.append(now)
            continue
        spent, back, sustained = now.spent, now.hits_back, now.sustained
        if unit:
            sustained = changed(sustained, unit, damaged=1)
            if fight.answering_sustain[side]:
                (position, more, destroyed), said = _answers_to_sustaining(fight, plan, side, unit, spent)
                spent, back, labels = position.spent, back + more, united(labels, said)
                after = changed(after, unit, damaged=-1) if destroyed else after
        lost = fight.lost(side, whole, after, spent)
        said = united(now.labels, labels) if labels else now.labels
        steps.append(SideState(after, spent, back, sustained, lost, said))
    return steps[hits]


def _answers_to_sustaining(
    fight: Fight, plan: HitPlan, side: int, unit: str, spent: UsedEffects
) -> Labelled[tuple[State, int, bool]]:
    """Return what follows a use of Sustain Damage by a unit of this type once this is used up."""
    key = unit, spent
    if key not in plan.answers:
        moment = plan.moment.at(plan.moment.state.having_spent(spent))
        plan.answers[key] = fight.game.labelled(partial(answers_to_sustaining, moment, fight.sides[side].units[unit]))
    return plan.answers[key]


def _after_one_hit(
    fight: Fight, targets: Targets, force: Force, lent: bool, bound: bool
) -> tuple[Force, str | None, Labels]:
    """Return what one hit leaves of a force, and the type that has sustained, with what is to be said of that."""
    key = force, lent, bound
    found = targets.one_hit.get(key)
    if found is None:
        found = targets.one_hit[key] = fight.game.labelled(lambda: after_one_hit(targets.victims, *key)).value
    after, unit = found
    if unit is None or not (unit in targets.victims.covering or unit in targets.victims.lending):
        return after, unit, ()
    if unit not in targets.help:
        targets.help[unit] = fight.game.labelled(lambda: note_help(targets.victims, unit)).labels
    return after, unit, targets.help[unit]


def hit_plan(fight: Fight, state: CombatState, side: int, round_number: int) -> HitPlan:
    """Return how hits are assigned to a side in a round, the first after `hit_rounds` for all that follow."""
    round_number = min(round_number, fight.hit_rounds + 1)
    force = state.forces[side]
    key = side, force, fight.observation(side, state), state.spent, round_number
    known = fight.memory.hit_plans.get(key)
    if known is None:
        found, labels = targets(fight, state, side, round_number)
        hit, opens = found.victims, partial(fight.moment_of_hits, state, side, round_number)
        singly = _singly(fight, found, side, force)
        plain = singly and not (found.changing or hit.covering)
        fighters = fight.can.distinguishes_hits and any(fight.sides[side].units[s.unit].is_fighter for s in force)
        steps = [SideState(force, state.spent, labels=labels)]
        known = HitPlan(found, opens, hit.most(force), singly, plain, fighters, steps)
        fight.memory.hit_plans[key] = known
    return known


def _singly(fight: Fight, targets: Targets, side: int, force: Force) -> bool:
    """Tell whether several hits on a force may do what each would do alone, one after another."""
    together = fight.can.reference or (targets.together and targets.victims.may_sustain(force))
    return fight.takes_hits_singly[side] and not together


def targets(fight: Fight, state: CombatState, side: int, round_number: int) -> tuple[Targets, Labels]:
    """Return whom of a side's units hits of the other can be assigned to: found once for each set of types."""
    there = tuple([s.unit for s in state.forces[side]])

    def find() -> Targets:
        changing = any(fight.left(held, state.spent) for held in fight.changing[side])
        together = any(fight.left(held, state.spent) for held in fight.together[side])
        return Targets(fight.victims(fight.moment_of_hits(state, side, round_number), side), changing, together)

    key = side, there, fight.observation(side, state), state.spent, round_number
    return fight.memory.targets.get(key, find)


ANSWERING = (ATTACKER, DEFENDER, ATTACKER)
"""Whose turn it is to answer destroyed units: the attacker's comes round again."""


class Phase(Enum):
    """What follows the hits of both rolls, before units are placed and repaired."""

    HITS_BACK = auto()
    """Hits that answer uses of Sustain Damage, and those that answer these (`HitBack`)."""
    ALL_DESTROYED = auto()
    """Destroyed units take all others along (`AllDestroyed`)."""
    ANSWERS = auto()
    """Cards answer destroyed units, in turn (`Destroyed`)."""


ORDER = (Phase.HITS_BACK, Phase.ALL_DESTROYED, Phase.ANSWERS, Phase.ALL_DESTROYED)
"""The order of a round: a reader that follows it, both sides together or one by itself, goes through all of these."""


class RollHits(NamedTuple):
    """The other side's combat roll has come to so many hits."""

    to: int
    """The side that the message reaches."""
    hits: int | Volley


class HitBack(NamedTuple):
    """Uses of Sustain Damage are answered with so many hits."""

    to: int
    hits: int


class Destroyed(NamedTuple):
    """An answer to the other side's losses destroys so many units outright (87.5)."""

    to: int
    units: int


class AllDestroyed(NamedTuple):
    """Destroyed units of either side take all that fight there with them."""

    to: int


type Message = RollHits | HitBack | Destroyed | AllDestroyed


def replies(side: int, after: SideState) -> tuple[HitBack, ...]:
    """Return what a side's uses of Sustain Damage send the other side."""
    return (HitBack(1 - side, after.hits_back),) if after.hits_back else ()


def react(
    fight: Fight, state: CombatState, message: Message, round_number: int, before: SideState | None = None
) -> list[SideState]:
    """Return the states that a message may leave its side in: one under a fixed policy, all under `best`.

    `state` is the combat as this side sees it when the message comes; `before` is what has happened to the side in the
    round by then, nothing where it is left out. Only the reply to this message is among the hits back. A message that
    nothing of the other side's can have sent is an error.
    """
    side = message.to
    if isinstance(message, HitBack | Destroyed):
        assert fight.replying[1 - side], f"{message} reaches {fight.sides[side].name}, whose opponent sends nothing"
    match message:
        case RollHits():
            return losses_from_hits(fight, hit_plan(fight, state, side, round_number), side, message.hits)
        case HitBack():
            found, plan = [SideState(state.forces[side], state.spent)], hit_plan(fight, state, side, round_number)
            if plan.targets.victims.stacks(state.forces[side]):  # else no card is spent on such hits
                found = losses_from_hits(fight, plan, side, message.hits)
        case Destroyed():
            forces, labels = destruction_options(fight, state, side, message.units)
            found = [SideState(force, state.spent, labels=labels) for force in forces]
        case AllDestroyed():
            found = [SideState(fight.noncombatants(side, state.forces[side]), state.spent)]
    if before is None:
        return found
    return [
        after._replace(sustained=joined(before.sustained, after.sustained), labels=united(before.labels, after.labels))
        for after in found
    ]


def apply_mutual_destruction(
    fight: Fight, before: CombatState, state: CombatState, number: int
) -> Labelled[CombatState]:
    """Return the state after units that were lost since an earlier one have taken all that fight there with them."""
    for side in (0, 1) if fight.can.destroys_mutually else ():
        lost = fight.lost(side, before.forces[side], state.forces[side], state.spent)
        destroys, labels = destroys_all(fight, state, side, lost, number)
        if destroys:
            kept = [fight.noncombatants(index, force) for index, force in enumerate(state.forces)]
            return Labelled(state._replace(forces=(kept[0], kept[1])), labels)
    return Labelled(state)


def destroys_all(
    fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], number: int
) -> Labelled[bool]:  # fmt: skip
    """Tell whether units that a side has lost take all that fight there with them."""
    if not lost or not fight.may_destroy_all[side]:
        return Labelled(False)
    key = (side, state.forces[side], lost, state.spent, number)

    def find() -> bool:
        moment = fight.blind_moment(state, side, number)
        acting = opened(moment, TakeAllAlong, fight.players[side])
        found = next((actor for actor in acting if actor.window.act(actor.moment, actor.owner, lost)), None)
        if found:
            found.note()
        return found is not None

    return fight.memory.destroys_all.get(key, find)


def answer_since(
    fight: Fight, before: CombatState, state: CombatState, side: int, round_number: int
) -> Labelled[tuple[UsedEffects, Sequence[Number]] | None]:
    """Return `answer_to_losses` for what a side has lost since an earlier state."""
    lost = fight.lost(side, before.forces[side], state.forces[side], state.spent)
    return answer_to_losses(fight, state, side, lost, round_number)


def answer_to_losses(
    fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], round_number: int
) -> Labelled[tuple[UsedEffects, Sequence[Number]] | None]:
    """Return what is used once a side's first effect has answered destroyed units, and the chances of its hits.

    None where it has nothing to answer with.
    """
    if not lost or not fight.may_answer(state.spent, side):
        return Labelled(None)
    round_number = min(round_number, fight.special_rounds + 1)
    key = (side, state.forces[side], lost, state.spent, round_number, fight.observation(side, state))

    def find() -> tuple[UsedEffects, Sequence[Number]] | None:
        moment = fight.blind_moment(state, side, round_number)
        for actor in opened(moment, AnswerLosses, fight.players[side]):
            if dice := actor.window.act(actor.moment, actor.owner, lost):
                actor.note()
                spent = actor.spent(State((), state.spent)).spent
                return spent, fight.game.chances(roll([dice]))
        return None

    return fight.memory.answers.get(key, find)


def destruction_options(fight: Fight, state: CombatState, side: int, count: int) -> Labelled[list[Force]]:
    """Return what may be left of a side after its owner destroys that many of its units, without sustaining (87.5)."""
    force = state.forces[side]
    if not count:
        return Labelled([force])

    def find() -> list[Force]:
        found, labels = targets(fight, state, side, 0)
        fight.game.say(labels)
        hit = found.victims._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        if fight.takes_hits_singly[side]:
            left = force
            for _ in range(count):
                left, _ = after_one_hit(hit, left)
            return [left]
        moment = fight.moment_of_hits(state, side, 0)
        ways = options(hit._replace(moment=moment), moment.state, Hits(count))
        return [taken.state.at(fight.players[side], fight.place) for taken in ways]

    return fight.memory.destroyed.get((side, force, count, fight.observation(side, state)), find)


def brings_more(fight: Fight, before: CombatState, side: int, losses: SideState, number: int) -> bool:
    """Tell whether what hits have done to a side gives the other side anything, units placed for losses aside."""
    if losses.hits_back or not losses.lost:
        return bool(losses.hits_back)
    if fight.can.answers_losses and fight.may_answer(before.spent, side):
        return True
    return destroys_all(fight, used_by(before, side, losses), side, losses.lost, number).value


def used_by(state: CombatState, side: int, after: SideState) -> CombatState:
    """Return a state after what has happened to one side."""
    return with_side(state, side, after.force, after.spent)
