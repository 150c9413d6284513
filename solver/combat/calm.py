"""Rounds in which what becomes of one side does not touch the other: worked out side by side, not pair by pair.

Losses are calm where they set nothing off but repairs of their own side; pairs of calm losses are joined as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.combat.destruction import topples
from solver.combat.fight import Fight
from solver.combat.repairs import fresh_in, repaired
from solver.combat.spent import Spent, forgotten, merged
from solver.combat.standing import ATTACKER, Losses, Standing, Standings
from solver.game.state import Force
from solver.probability.dice import Number


class Calm(NamedTuple):
    """What a round does to one side with a chance, where nothing else comes of it."""

    chance: Number
    fights: bool
    """Whether the side has a unit left that fights."""
    faced: tuple[Force, Spent]
    """Its force after repairs, and what is spent by then but for the other side's part, while the other side fights."""
    alone: tuple[Force, Spent]
    """The same where the other side has no unit left."""


type Ways = list[tuple[Number, list[Losses]]]
"""What a roll may do to a side, with which chance."""


def parted(fight: Fight, before: Standing, side: int, ways: Ways, number: int) -> tuple[Ways, Ways, list[Calm]]:
    """Return what a roll may do to a side in a round of a fixed policy: what is calm, what is not, and the calm ends.

    Calm losses that end alike are one among the ends; they may differ beside what is not calm on the other side.
    """
    quiet: Ways = []
    wild: Ways = []
    ends: dict[tuple[object, object], Calm] = {}
    for chance, options in ways:
        losses = options[0]
        if _sets_off(fight, before, side, losses, number):
            wild.append((chance, options))
            continue
        quiet.append((chance, options))
        found = _ended(fight, before, side, losses, number)
        known = ends.get((found.faced, found.alone))
        ends[found.faced, found.alone] = found._replace(chance=chance + known.chance if known else chance)
    return quiet, wild, list(ends.values())


def joined(fight: Fight, before: Standing, mine: Sequence[Calm], theirs: Sequence[Calm], into: Standings) -> None:
    """Add the standings that all pairs of calm losses lead to, with their chances."""
    known, kept = before.spent, forgotten(before.spent) if fight.mending else before.spent
    for my in mine:
        for their in theirs:
            one, my_spent = my.faced if their.fights else my.alone
            other, their_spent = their.faced if my.fights else their.alone
            if my_spent is known and their_spent is known:
                spent = kept
            else:
                spent = merged(known, my_spent, their_spent)
                spent = forgotten(spent) if fight.mending else spent
            after = Standing((one, other), spent)
            into[after] = into.get(after, 0) + my.chance * their.chance


def _sets_off(fight: Fight, before: Standing, side: int, losses: Losses, number: int) -> bool:
    """Tell whether losses set something off that reaches the other side, or that depends on its losses."""
    if losses.hits_back:
        return True
    if not losses.lost:
        return False
    if fight.placing or (fight.answering and fight.may_answer(before.spent)):
        return True
    return fight.toppling and topples(fight, before, side, losses, number)


def _ended(fight: Fight, before: Standing, side: int, losses: Losses, number: int) -> Calm:
    """Return how calm losses leave a side at the end of a round, with a chance yet to be filled in."""
    key = (side, before.forces[side], before.spent, losses.force, losses.spent, losses.sustained, number)
    if key not in fight.memory.ends:
        fights = fight.strength(side, losses.force) > 0
        plain = losses.force, before.spent if losses.spent == before.spent else losses.spent
        ends = [plain, plain]
        for fought in (True, False) if fight.mending else ():
            foe = before.forces[1 - side] if fought else ()
            forces = (losses.force, foe) if side == ATTACKER else (foe, losses.force)
            fresh = fresh_in(fight, before, Standing(forces), losses.sustained, side)
            force, spent = repaired(fight, Standing(forces, losses.spent), side, fresh, number)
            ends[not fought] = force, before.spent if spent == before.spent else spent
        fight.memory.ends[key] = Calm(0, fights, *ends)
    return fight.memory.ends[key]
