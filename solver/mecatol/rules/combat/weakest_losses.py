"""The ways to take hits that may be best where nothing but printed values counts: the weakest sustain and are lost.

`mecatol.rules.combat.best_answers` proves that no other way is better there. Twelve ships can take ten hits in
thousands of ways, and in a dozen such ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mecatol.game.labels import united
from mecatol.game.state import Force, changed
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.memory import HitPlan
from mecatol.rules.combat.state import SideState
from mecatol.rules.hits.assignment import Taken, Victims, by_policy, shares
from mecatol.rules.hits.windows import Hits


def strength(fight: Fight, side: int, unit: str) -> int:
    """Return ten times the hits that a unit scores a round on average: of two in a plain combat more is stronger."""
    combat = fight.sides[side].units[unit].combat
    return combat.dice * (11 - combat.value) if combat else 0


def promising(fight: Fight, side: int, forces: Sequence[Force]) -> list[int]:
    """Return the places of what may be best to keep: for each number of units left that can sustain, one.

    It is the one with the most hits to come, of equals the one whose stronger units can still sustain damage.
    """
    best: dict[int, tuple[tuple[Number, Number], int]] = {}
    for place, force in enumerate(forces):
        whole, total, kept = 0, 0, 0
        for stack in force:
            hits = strength(fight, side, stack.unit)
            total += hits * stack.total
            if fight.sides[side].units[stack.unit].sustain_damage:
                whole += stack.healthy
                kept += hits * stack.healthy
        if whole not in best or best[whole][0] < (total, kept):
            best[whole] = (total, kept), place
    return sorted([place for _, place in best.values()])


def weakest_losses(fight: Fight, plan: HitPlan, side: int, hits: int) -> list[SideState]:
    """Return what hits leave of a side where the weakest units sustain and the weakest others are lost.

    All such ways, however many units sustain and whichever of equal ones; first what the side's usual order comes to.
    """
    hit, position = plan.victims, plan.moment.state
    usual = by_policy(hit, position, Hits(hits))
    strengths = {unit: strength(fight, side, unit) for unit in hit.eligible}
    ways = {usual}
    for sustained, left in _ways(hit, position.at(hit.moment.target, hit.moment.place), hits, strengths):
        count_work()
        ways.add(Taken(position.put(hit.moment.target, hit.moment.place, left), 0, sustained))
    labels = plan.steps[0].labels
    found = []
    for taken in (usual, *sorted(ways - {usual})):
        losses = fight.losses_of(side, plan.steps[0].force, taken)
        losses = losses._replace(labels=united(labels, losses.labels))
        found.append(plan.distinct.setdefault(losses, losses))
    return found


def _ways(hit: Victims, force: Force, hits: int, strengths: Mapping[str, int]) -> Iterator[tuple[Force, Force]]:
    """Yield which units sustain, as damaged units, and what is left of the force."""
    stacks = hit.stacks(force)
    able = {stack.unit: stack.healthy for stack in stacks if hit.can_sustain(stack)}
    total = sum([stack.total for stack in stacks])
    whole = sum(able.values())
    for uses in range(min(hits, whole) + 1):
        lost = min(hits - uses, total)
        if lost > total - whole + uses and uses < whole:
            continue  # who would be lost can sustain: that is another way, and a better one
        for sharing in weakest(able, uses, strengths):
            units = force
            sustained: Force = ()
            for unit, count in sharing.items():
                units = changed(units, unit, healthy=-count, damaged=count)
                sustained = changed(sustained, unit, damaged=count)
            spared = {unit: count - sharing.get(unit, 0) for unit, count in able.items()}
            others = {stack.unit: stack.total - spared.get(stack.unit, 0) for stack in stacks}
            for losses in weakest(others, lost, strengths):
                left = units
                for unit, count in losses.items():
                    damaged = min(count, next(stack.damaged for stack in left if stack.unit == unit))
                    left = changed(left, unit, healthy=damaged - count, damaged=-damaged)
                yield sustained, left


def weakest(there: Mapping[str, int], count: int, strengths: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield which units the weakest so many of some are, by type: each way to choose among equally strong ones."""
    chosen: dict[str, int] = {}
    for each in sorted({strengths[unit] for unit in there}):
        equal = {unit: number for unit, number in there.items() if strengths[unit] == each and number}
        if sum(equal.values()) > count:
            for share in shares(count, list(equal.values())):
                yield chosen | {unit: part for unit, part in zip(equal, share, strict=True) if part}
            return
        chosen |= equal
        count -= sum(equal.values())
    yield chosen
