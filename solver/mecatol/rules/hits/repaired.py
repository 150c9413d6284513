"""Repairs of units that have just sustained, before anything else happens."""

from __future__ import annotations

from collections.abc import Callable

from mecatol.domain.units import Unit
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Force, State, changed
from mecatol.rules.hits.windows import RepairSustained


def repair_sustained(
    moment: Moment, units: Force, repairable: Force, can: Callable[[Actor[RepairSustained], Unit], bool]
) -> tuple[Force, State]:
    """Return a force that has taken hits, and the position, after repairs of the units that sustained.

    `repairable` are those that sustained and were not destroyed for it, `can` tells whether an effect repairs one.
    """
    kinds, state = moment.game.sides[moment.target].units, moment.state
    dearest = sorted(repairable, key=lambda s: -kinds[s.unit].price)
    for actor in opened(moment, RepairSustained):
        for there in dearest:
            left = min(there.damaged, sum(s.damaged for s in units if s.unit == there.unit))
            if actor.effect.spends:
                left = min(left, actor.at(state).left)
            if left and can(actor, kinds[there.unit]):
                actor.note()
                units = changed(units, there.unit, healthy=left, damaged=-left)
                state = actor.spent(state, left)
    return units, state
