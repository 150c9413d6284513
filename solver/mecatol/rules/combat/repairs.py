"""Repairs in a combat, at the end of a round and as the next one starts: a side at a time, or both sides at once.

A side's repairs are worked out by themselves (`repair_outcomes`) where they depend on nothing that the other side has
left, and for both sides at once where they do (`repair_both`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from operator import attrgetter

from mecatol.domain.clauses import cites
from mecatol.effects.model import DAMAGED
from mecatol.game.labels import Labelled, Labels, united
from mecatol.game.opening import Actor, acting, opened
from mecatol.game.state import Force, Stack, State, arranged, changed, joined, stack, without
from mecatol.game.waiting import worth_playing
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import (
    SIDES,
    SUSTAINED,
    CombatState,
    Pair,
    Remainder,
    UsedEffects,
    only,
    replaced,
    with_side,
)
from mecatol.rules.hits.windows import RepairInCombat

_DAMAGED = attrgetter("damaged")


@cites("78.2.b", "78.9.a", "42.4.b")
def repair_both(
    fight: Fight,
    state: CombatState,
    sustained: Pair[Force],
    round_number: int,
    goes_on: bool = True,
    leaving: int | None = None,
) -> Labelled[CombatState]:
    """Return the state after both sides' repairs at the end of a round; `strike.start_stages` has those at the start.

    `goes_on` tells whether a round follows at once where both sides have units left, `leaving` which side retreats
    where they have: it is gone from the system when the round ends.
    """
    gone = None if leaving is None or fight.is_over(state) else leaving
    said: list[Labels] = []
    for side in SIDES:
        if not may_repair(fight, side, state.forces[side]):
            continue
        fought = goes_on and fight.alive(1 - side, state.forces[1 - side])
        number = min(round_number, fight.special_rounds + 1)
        (force, spent), labels = repair(fight, state, side, sustained[side], number, fought, side == gone)
        state = state._replace(forces=replaced(state.forces, side, force), spent=spent)
        said.append(labels)
    return Labelled(state, united(*said))


def repair_before_round(fight: Fight, state: CombatState, round_number: int) -> CombatState:
    """Return the state after repairs before the next round, where there is one and further hits came after the last."""
    if fight.is_over(state):
        return state
    for side in (0, 1):
        if fight.repairs_before_round[side] and may_repair(fight, side, state.forces[side]):
            moment = fight.moment(state, side, round_number + 1)
            held = opened(moment, RepairInCombat, fight.players[side])
            repairing = [actor for actor in held if actor.window.while_fought or actor.window.starts]
            repairing.sort(key=lambda actor: actor.window.starts)  # a card is not used on what needs none
            force, spent = _through(fight, state, side, (), repairing)
            state = with_side(state, side, force, spent)
    return state


def repair(
    fight: Fight, state: CombatState, side: int, sustained: Force, round_number: int, fought: bool, gone: bool = False
) -> Labelled[tuple[Force, UsedEffects]]:
    """Return the force of a side that may repair after its repairs, and what is used up by then.

    `fought` tells whether the other side has a unit left that fights, and the next round follows at once; `gone`
    whether the force leaves the system before the round ends.
    """
    player, whole = fight.players[side], state.forces[side]
    met: Hashable = (fought, state.forces[1 - side]) if fight.can.repairs_observe else fought
    hurt = tuple([(unit, damaged) for unit, _, damaged in whole if damaged])
    key = (side, hurt, sustained, state.spent, round_number, (met, gone))

    def find() -> tuple[Force, UsedEffects]:
        repairing = list(_repairing(fight, state, side, round_number, fought))
        repairing = [actor for actor in repairing if not (gone and actor.window.everywhere)]
        late = [actor for actor in repairing if actor.moment.round > round_number and not actor.window.while_fought]
        at_once = [actor for actor in repairing if actor not in late]
        at_once.sort(key=lambda actor: 0 if actor.window.while_fought else 2 - _repairs_anyway(actor))
        do = _through_before_the_next if fight.stops and round_number else _through
        found = do(fight, state, side, sustained, at_once + late)
        if len(at_once) > 1 and player not in fight.game.orders_tell:
            with fight.game.silently():
                opposite = at_once[::-1]
                opposite.sort(key=_repairs_anyway, reverse=True)
                if do(fight, state, side, sustained, opposite + late) != found:
                    fight.game.order_tells(player)
        return _whole_again(whole, found[0]), found[1]

    (again, spent), labels = fight.memory.repairs.get(key, find)
    for unit, healthy, _ in again:
        whole = changed(whole, unit, healthy, -healthy)
    return Labelled((whole, spent), labels)


def _repairing(
    fight: Fight, state: CombatState, side: int, round_number: int, fought: bool
) -> Iterator[Actor[RepairInCombat]]:
    """Yield what repairs a side's units at the end of a round, and as the next one starts if it follows at once.

    What acts as rounds start does so in the next one: a card that waits for that round is played before its dice.
    """
    now = fight.blind_moment(state, side, round_number)
    before_the_next = now._replace(round=round_number + 1)
    for held in fight.repairs[side]:
        actor = None if held.window.while_fought else acting(now, held)
        if actor is None and fought and (held.window.while_fought or (held.window.starts and not fight.stops)):
            actor = acting(before_the_next, held)
        if actor:
            yield actor


def _repairs_anyway(actor: Actor[RepairInCombat]) -> bool:
    """Tell whether an effect repairs at the end of each round at no cost: others are not used on what needs none."""
    return not (actor.window.while_fought or actor.window.spares or actor.effect.spends)


def _whole_again(before: Force, after: Force) -> Force:
    """Return the units that were repaired, as undamaged ones; `after` has as many of each type."""
    return tuple([
        Stack(unit, healthy - there.healthy, 0)
        for there, (unit, healthy, _) in zip(before, after, strict=True)
        if healthy > there.healthy
    ])  # fmt: skip


def may_repair(fight: Fight, side: int, force: Force) -> bool:
    """Tell whether a side has what repairs units, and a unit to be repaired."""
    return bool(fight.repairs[side]) and any(map(_DAMAGED, force))


def _through(
    fight: Fight, state: CombatState, side: int, sustained: Force, repairing: Sequence[Actor[RepairInCombat]]
) -> tuple[Force, UsedEffects]:
    """Return a side's force after these effects in turn, and what is used up by then."""
    begun = state
    for actor in repairing:
        force, moment = state.forces[side], actor.moment
        if state is not begun:
            position = fight.position(state)
            moment = moment.at(position.hiding(fight.players[1 - side], fight.place) if moment.whole else position)
        # who is only aboard takes no part in the combat
        idle = () if actor.window.everywhere else tuple([s for s in force if s.unit not in fight.fighting[side]])
        there = without(force, idle) if idle else force
        new = joined(actor.window.act(moment.shown_to(actor.window), actor.owner, there, sustained), idle)
        repaired = sum(map(_DAMAGED, force)) - sum(map(_DAMAGED, new))
        if new != force and worth_playing(actor.side, actor.effect, DAMAGED, repaired):
            actor.note()
            state = with_side(state, side, new, actor.spent(State((), state.spent)).spent)
    return state.forces[side], state.spent


def _through_before_the_next(
    fight: Fight, state: CombatState, side: int, sustained: Force, repairing: Sequence[Actor[RepairInCombat]]
) -> tuple[Force, UsedEffects]:
    """Return a side's force after repairs, while all that is repaired as the next round starts is damaged yet.

    What acts before then counts on that, unless it repairs those units with all others anyway.
    """
    force = state.forces[side]
    rest = [actor for actor in repairing if not actor.window.while_fought]
    with fight.game.silently():
        ready, _ = _through(fight, state, side, sustained, [actor for actor in repairing if actor not in rest])
    found, spent = _through(fight, with_side(state, side, ready, state.spent), side, sustained, rest)
    if found == ready:
        return force, state.spent
    for unit, healthy, _ in ready:
        later = healthy - stack(force, unit).healthy
        found = changed(found, unit, healthy=-later, damaged=later)
    with fight.game.silently():
        anyway = _through(fight, state, side, sustained, rest)
    all_of_it = all(stack(anyway[0], unit).healthy >= healthy for unit, healthy, _ in found)
    return anyway if all_of_it else (found, spent)


type Repaired = Labelled[tuple[Force, UsedEffects]]
"""What a side has after repairs, and what is used up by then."""


def repair_outcomes(
    fight: Fight,
    before: CombatState,
    side: int,
    rest: Remainder,
    round_number: int,
    goes_on: bool = True,
    leaving: bool = False,
) -> tuple[Repaired, Repaired]:
    """Return what a side has at the end of a round that left so much of it.

    First where the other side fights on, then where it has nothing left that does. `goes_on` tells whether the next
    round follows at once, `leaving` whether the side retreats where both have units left.
    """
    force, spent, fresh = rest
    left = Labelled((force, spent))
    if not may_repair(fight, side, force):
        return left, left
    after = with_side(before, side, force, spent)
    gone = leaving and fight.alive(side, force)
    opposed = repair(fight, after, side, fresh, round_number, fought=goes_on, gone=gone)
    if not (gone or (goes_on and fight.repairs_depend_on_opponent[side])):
        return opposed, opposed
    if not gone and all(held.window.while_fought for held in fight.repairs[side]):
        return opposed, left
    unopposed = CombatState(only(side, after.forces), spent)
    return opposed, repair(fight, unopposed, side, fresh, round_number, fought=False)


@cites("78.3", "78.9.a")
def sustained_this_round(fight: Fight, before: CombatState, side: int, left: Force, sustained: Force) -> Force:
    """Return a side's damaged units that sustained in this round, of what is left of it, if any repairs spare those.

    The barrage is part of the first round.
    """
    if not (fight.spares_sustained[side] and may_repair(fight, side, left)):
        return ()
    remembered = SUSTAINED.remembered(before.spent, fight.players[side])
    earlier = arranged(Stack(unit, 0, times) for unit, times in remembered.items()) if remembered else ()
    if not (sustained or earlier):
        return ()
    force = before.forces[side]
    for there in earlier:
        hurt = min(there.damaged, stack(force, there.unit).damaged)
        force = changed(force, there.unit, healthy=hurt, damaged=-hurt)
    return just_sustained(force, left, joined(sustained, earlier))


def just_sustained(before: Force, after: Force, sustained: Force) -> Force:
    """Return the damaged units left that sustained in this round; their owner has given such units up first."""
    fresh: list[Stack] = []
    for there in sustained:
        left = min(there.damaged, stack(after, there.unit).damaged - stack(before, there.unit).damaged)
        if left > 0:
            fresh.append(there if left == there.damaged else Stack(there.unit, 0, left))
    return tuple(fresh)
