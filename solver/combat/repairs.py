"""Repairs at the start of a combat and at the end of its rounds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import attrgetter

from solver.combat.fight import Fight
from solver.combat.spent import Spent, sustained_before
from solver.combat.standing import Losses, Standing, beside, only
from solver.domain.clauses import cites
from solver.game.journal import ORDERS_TELL, Note
from solver.game.opening import Actor, opened
from solver.game.state import Force, Stack, State, changed, joined, stack, without
from solver.hits.windows import RepairInCombat

_DAMAGED = attrgetter("damaged")


@cites("78.2.b", "78.9.a", "42.4.b")
def mended(
    fight: Fight, standing: Standing, sustained: tuple[Force, Force], round_number: int, goes_on: bool = True
) -> Standing:
    """Return the standing after repairs at the start (round 0) or end of a round.

    `goes_on` tells whether a round follows at once where both sides have units left.
    """
    for side in (0, 1):
        if not _may_repair(fight, side, standing.forces[side]):
            continue
        fought = goes_on and fight.alive(1 - side, standing.forces[1 - side])
        number = min(round_number, fight.special_rounds + 1)
        force, spent = repaired(fight, standing, side, sustained[side], number, fought)
        forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
        standing = standing._replace(forces=forces, spent=spent)
    return standing


def renewed(fight: Fight, standing: Standing, round_number: int) -> Standing:
    """Return the standing after repairs before the next round, where there is one and more came after the last."""
    if fight.over(standing):
        return standing
    for side in (0, 1):
        if fight.mending_faced[side] and _may_repair(fight, side, standing.forces[side]):
            moment = fight.moment(standing, side, round_number)
            held = opened(moment, RepairInCombat, fight.players[side])
            acting = [actor for actor in held if actor.window.while_fought]
            force, spent = _through(fight, standing, side, (), acting)
            standing = beside(standing, side, force, spent)
    return standing


def repaired(
    fight: Fight, standing: Standing, side: int, sustained: Force, round_number: int, fought: bool
) -> tuple[Force, Spent]:
    """Return the force of a side that may repair after its repairs, and what is used up by then.

    `fought` tells whether the other side has a unit left that fights, and the next round follows at once.
    """
    player = fight.players[side]
    met: Hashable = (fought, standing.forces[1 - side]) if fight.mending_across else fought
    key = (side, standing.forces[side], sustained, standing.spent, round_number, met)

    def find() -> tuple[Force, Spent]:
        moment = fight.moment(standing, side, round_number)
        acting = [actor for actor in opened(moment, RepairInCombat, player) if fought or not actor.window.while_fought]
        acting.sort(key=lambda actor: not actor.window.while_fought)  # others are not used on what needs none
        found = _through(fight, standing, side, sustained, acting)
        if len(acting) > 1 and player not in fight.game.journal.orders_tell:
            with fight.game.journal.silently():
                if _through(fight, standing, side, sustained, acting[::-1]) != found:
                    fight.game.journal.put(Note(ORDERS_TELL, player))
        return found

    return fight.memory.mends.get(key, fight.game.journal, find)


def _may_repair(fight: Fight, side: int, force: Force) -> bool:
    """Tell whether a side has what repairs units, and a unit to be repaired."""
    return bool(fight.repairs[side]) and any(map(_DAMAGED, force))


def _through(
    fight: Fight, standing: Standing, side: int, sustained: Force, acting: Sequence[Actor[RepairInCombat]]
) -> tuple[Force, Spent]:
    """Return a side's force after these effects in turn, and what is used up by then."""
    begun = standing
    for actor in acting:
        force, moment = standing.forces[side], actor.moment
        if standing is not begun:
            moment = moment.at(fight.position(standing))
        # who is only aboard takes no part in the combat
        idle = () if actor.window.everywhere else tuple([s for s in force if s.unit not in fight.fighting[side]])
        there = without(force, idle) if idle else force
        new = joined(actor.window.act(moment, actor.owner, there, sustained), idle)
        if new != force:
            actor.note()
            standing = beside(standing, side, new, actor.spent(State((), standing.spent)).spent)
    return standing.forces[side], standing.spent


def ended(
    fight: Fight, before: Standing, losses: Losses, side: int, round_number: int, goes_on: bool = True
) -> tuple[tuple[Force, Spent], tuple[Force, Spent]]:
    """Return what its losses leave of a side at the end of a round, after repairs, and what is used up by then.

    First where the other side fights on, then where it has nothing left that does. `goes_on` tells whether the next
    round follows at once.
    """
    left = losses.force, losses.spent
    if not _may_repair(fight, side, losses.force):
        return left, left
    facing = beside(before, side, *left)
    fresh = fresh_in(fight, before, facing, losses.sustained, side)
    faced = repaired(fight, facing, side, fresh, round_number, fought=goes_on)
    if not (goes_on and fight.mending_faced[side]):
        return faced, faced
    if all(held.window.while_fought for held in fight.repairs[side]):
        return faced, left
    alone = Standing(only(side, facing.forces), losses.spent)
    return faced, repaired(fight, alone, side, fresh, round_number, fought=False)


@cites("78.3", "78.9.a")
def fresh_in(fight: Fight, before: Standing, after: Standing, sustained: Force, side: int) -> Force:
    """Return a side's damaged units that sustained in this round, if any repairs spare those.

    The barrage is part of the first round.
    """
    earlier = sustained_before(before.spent, fight.players[side]) if before.spent else ()
    if not (sustained or earlier) or not any(held.window.spares for held in fight.repairs[side]):
        return ()
    force = before.forces[side]
    for there in earlier:
        hurt = min(there.damaged, stack(force, there.unit).damaged)
        force = changed(force, there.unit, healthy=hurt, damaged=-hurt)
    return just_sustained(force, after.forces[side], joined(sustained, earlier))


def just_sustained(before: Force, after: Force, sustained: Force) -> Force:
    """Return the damaged units left that sustained in this round; their owner has given such units up first."""
    hurt = {unit: damaged for unit, _, damaged in before}
    now = {unit: damaged for unit, _, damaged in after}
    fresh = [(unit, min(uses, now.get(unit, 0) - hurt.get(unit, 0))) for unit, _, uses in sustained]
    return tuple([Stack(unit, 0, left) for unit, left in fresh if left > 0])
