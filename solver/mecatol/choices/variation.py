"""A game under another choice, and the best of several."""

from __future__ import annotations

from dataclasses import replace

from mecatol.game.model import Game, Side
from mecatol.preparing.prepare import prepare


def with_choice(game: Game, side: Side, key: str, chosen: object) -> Game:
    """Return the game anew in which a player makes another choice, under a key of the policy."""
    players = list(game.scenario.players)
    players[side.index] = replace(side.player, policy={**side.player.policy, key: chosen})
    return prepare(replace(game.scenario, players=tuple(players)), game.exact)
