"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from solver.combat.fight import Fight
from solver.combat.placing import with_placing
from solver.combat.repairs import mended
from solver.combat.strike import strike_stage
from solver.combat.windows import StartOfCombat
from solver.domain.clauses import cites
from solver.game.recast import put_back, still_recast
from solver.game.stages import Certain, Stage
from solver.game.state import State
from solver.game.windows import UnitsBecome


@cites("78.2", "78.2.a", "42.4.a", "87.5")
def start_stages(fight: Fight) -> list[Stage]:
    """Return the stages of the start of a combat: effects that strike, the attacker's first, then repairs.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    stages: list[Stage] = []
    for side in (0, 1):
        stages += [_join_stage(fight)] if side and fight.game.windows(fight.step, UnitsBecome) else []
        for held in fight.game.windows(fight.step, StartOfCombat):
            if held.side.index == fight.players[side]:
                stages += with_placing(fight, [strike_stage(fight, side, held)], side)
    return [*stages, _repair_stage(fight)] if fight.mending else stages


def _join_stage(fight: Fight) -> Certain:
    """Return the stage in which the defender's units become what its effects make of them, if they still do."""
    player = fight.players[1]

    def join(state: State) -> State:
        joined = state.put(player, fight.place, put_back(state.at(player, fight.place)))
        return joined if still_recast(fight.game, joined, fight.step, player) else state

    return Certain(fight.game, join)


def _repair_stage(fight: Fight) -> Certain:
    def repair(state: State) -> State:
        ready = mended(fight, fight.standing(state), ((), ()), 0)
        return fight.position(ready)._replace(tally=state.tally)

    return Certain(fight.game, repair)
