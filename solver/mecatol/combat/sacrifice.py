"""The end of a round of space combat: ships that are given up to strike the opponent once more."""

from __future__ import annotations

from itertools import zip_longest

from mecatol.combat.fight import Fight
from mecatol.combat.state import AfterRound
from mecatol.combat.strike import strike_stages
from mecatol.combat.windows import EndOfRound
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.game.model import Game, InPlay
from mecatol.game.stages import Stage
from mecatol.game.state import State


def sacrifices(game: Game, position: State, players: tuple[int, int]) -> AfterRound | None:
    """Return what effects do at the end of each round of a space combat, None if nothing.

    The sides take turns with one use each, the attacker first (1.19).
    """
    windows = game.windows(SPACE_COMBAT, EndOfRound)
    acting = [(side, held) for side in (0, 1) for held in windows if held.side.index == players[side]]
    if not acting:
        return None
    fight = Fight(game, position, SPACE_COMBAT, SPACE, players)

    def after_round(round_number: int) -> list[Stage]:
        uses: tuple[list[list[Stage]], list[list[Stage]]] = ([], [])
        for side, held in acting:
            uses[side].extend(_uses(fight, side, held, round_number))
        return [stage for pair in zip_longest(*uses) for use in pair for stage in use or ()]

    return after_round


def _uses(fight: Fight, side: int, held: InPlay[EndOfRound], round_number: int) -> list[list[Stage]]:
    """Return the stages in which one side's effect strikes, for each time that it may after a round."""
    once = strike_stages(fight, side, held, round_number)
    return [once] * (held.side.effects[held.effect.slug] if held.window.every_copy else 1)
