"""Ships that are destroyed because another one was."""

from __future__ import annotations

from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import State
from mecatol.rules.hits.windows import TakeAllAlong


def taken_along(moment: Moment, after: State) -> State:
    """Return the position after units that the target lost took all ships there with them, if an effect says so.

    `moment` is that before the losses, `after` the position after them, which is returned itself where nothing follows.
    """
    game, side, place = moment.game, moment.game.sides[moment.target], moment.place
    left = {s.unit: s.total for s in after.at(side.index, place)}
    lost = tuple(side.units[s.unit] for s in moment.state.at(side.index, place) if left.get(s.unit, 0) < s.total)
    if not lost:
        return after
    theirs = moment._replace(state=after, player=moment.target, target=moment.player)
    for actor in opened(theirs, TakeAllAlong, side.index):
        if actor.window.act(theirs, side.index, lost):
            actor.note()
            for each in game.sides:
                stay = tuple(s for s in after.at(each.index, place) if not each.units[s.unit].is_ship)
                after = after.put(each.index, place, stay)
            return after
    return after
