"""Repairs at the start of a combat and at the end of its rounds."""

from __future__ import annotations

from solver.combat.fight import Fight
from solver.combat.spent import Spent, sustained_before
from solver.combat.standing import Standing
from solver.domain.clauses import cites
from solver.game.opening import opened
from solver.game.state import Force, Stack, changed, joined, stack
from solver.hits.windows import RepairInCombat


@cites("78.2.b", "78.9.a", "42.4.b")
def mended(fight: Fight, standing: Standing, sustained: tuple[Force, Force], round_number: int) -> Standing:
    """Return the standing after repairs at the start (round 0) or end of a round."""
    for side in (0, 1) if fight.mending else ():
        force, spent = repaired(fight, standing, side, sustained[side], min(round_number, fight.special_rounds + 1))
        forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
        standing = standing._replace(forces=forces, spent=spent)
    return standing


def repaired(fight: Fight, standing: Standing, side: int, sustained: Force, round_number: int) -> tuple[Force, Spent]:
    """Return one side's force after its repairs, and what is used up by then."""
    force, spent = standing.forces[side], standing.spent
    foe = standing.forces[1 - side]
    fought = fight.strength(1 - side, foe) > 0
    key = (side, force, sustained, spent, round_number, foe if fight.mending_across else fought)
    if key in fight.memory.mends:
        return fight.memory.mends[key]
    for actor in opened(fight.moment(standing, side, round_number), RepairInCombat, fight.players[side]):
        if actor.window.while_fought and not fought:
            continue
        moment = fight.moment(standing, side, round_number)
        new = actor.window.act(moment, actor.owner, force, sustained)
        if new == force:
            continue
        actor.note()
        spent = actor.spent(moment.state).spent
        force = new
        forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
        standing = standing._replace(forces=forces, spent=spent)
    fight.memory.mends[key] = force, spent
    return force, spent


@cites("78.3", "78.9.a")
def fresh_in(fight: Fight, before: Standing, after: Standing, sustained: Force, side: int) -> Force:
    """Return a side's damaged units that sustained in this round; the barrage is part of the first."""
    earlier = sustained_before(before.spent, fight.players[side])
    force = before.forces[side]
    for there in earlier:
        hurt = min(there.damaged, stack(force, there.unit).damaged)
        force = changed(force, there.unit, healthy=hurt, damaged=-hurt)
    return just_sustained(force, after.forces[side], joined(sustained, earlier))


def just_sustained(before: Force, after: Force, sustained: Force) -> Force:
    """Return the damaged units left that sustained in this round; their owner has given such units up first."""
    fresh = []
    for there in sustained:
        left = min(there.damaged, stack(after, there.unit).damaged - stack(before, there.unit).damaged)
        fresh += [Stack(there.unit, 0, left)] if left > 0 else []
    return tuple(fresh)
