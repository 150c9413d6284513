"""The end of a round of space combat: ships that are given up to strike the opponent once more."""

from __future__ import annotations

from collections.abc import Iterator

from solver.combat.fight import Fight
from solver.combat.placing import through, with_placing
from solver.combat.standing import AfterRound
from solver.combat.strike import strike_stage
from solver.dice import Number
from solver.effects.model import Effect
from solver.engine import Stage
from solver.game import Game
from solver.state import SPACE, State
from solver.step import SPACE_COMBAT


def sacrifices(game: Game, state: State, players: tuple[int, int]) -> AfterRound | None:
    """Return what effects do at the end of each round of a space combat, the attacker's first; None if nothing."""
    fight = Fight(game, state, SPACE_COMBAT, SPACE, players)
    stages = [
        stage
        for side in (0, 1)
        for owner, effect in game.active_effects(SPACE_COMBAT)
        if owner.index == players[side] and effect.on_round_end
        for stage in _stages(fight, side, effect, owner.effects[effect.slug])
    ]

    def after_round(position: State) -> Iterator[tuple[Number, State]]:
        for chance, end, _ in through(fight, stages, position):
            yield chance, end

    return after_round if stages else None


def _stages(fight: Fight, side: int, effect: Effect, copies: int) -> list[Stage]:
    """Return the stages in which one side's effect strikes, as often as it may after one round."""
    assert effect.on_round_end
    stage = strike_stage(fight, side, effect, effect.on_round_end)
    once = with_placing(fight, [stage], 1) if fight.placing else stage
    return [once] * (copies if effect.at_once else 1)
