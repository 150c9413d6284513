"""Between the parts of an action: what nothing later needs is forgotten, so that equal positions become one."""

from __future__ import annotations

from collections.abc import Sequence

from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT
from mecatol.effects.model import Effect
from mecatol.game.model import Game
from mecatol.game.stages import Certain
from mecatol.game.state import State
from mecatol.game.windows import UnitsBecome
from mecatol.rules.bombardment.windows import BombardAfterRound
from mecatol.rules.combat.state import is_remembered


def _bears(game: Game, step: str, effect: Effect) -> bool:
    """Tell whether an effect may do anything in a step: on a planet that hangs on who may fight there."""
    if step != GROUND_COMBAT or game.windows(GROUND_COMBAT, UnitsBecome):
        return True
    types = [unit for side in game.sides for unit in side.units.values() if unit.is_ground_force]
    return any(window.concerns(types) for window in effect.windows)


def forget(game: Game, later: Sequence[str]) -> Certain:
    """Return a stage that changes no unit: it forgets hits, and the use of what acts in none of these later steps.

    Ground combat is one with bombardments in it where somebody bombards after its rounds (15.1.e).
    """
    nothing = (0,) * len(game.sides)
    bombards_on = GROUND_COMBAT in later and game.windows(GROUND_COMBAT, BombardAfterRound)
    steps = (*later, BOMBARDMENT_STEP) if bombards_on else later
    acting = {
        (side.index, effect.slug)
        for step in steps
        for side, effect in game.active_effects(step)
        if _bears(game, step, effect)
    }

    def forgotten(state: State) -> State:
        spent = tuple([entry for entry in state.spent if entry[:2] in acting or is_remembered(entry[1])])
        if state.pending or state.tally != nothing or spent != state.spent:
            return State(state.players, spent, nothing, (), state.plan)
        return state

    return Certain(game, forgotten)
