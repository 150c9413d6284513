"""Hits that were produced but not assigned: the effects that change them first."""

from __future__ import annotations

from mecatol.effects.model import HITS
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import State
from mecatol.game.waiting import worth_playing
from mecatol.rules.hits.windows import BeforeHits, Hits


def hits_after_effects(moment: Moment, produced: int, search: bool) -> list[tuple[Hits, State]]:
    """Open the window before hits are assigned; return the hits to assign and the position, the default first.

    Cards that are spent may be held back: those ways are returned too when `search` is true.
    """
    ways = [(Hits(produced), moment.state)]
    if not produced:
        return ways
    for actor in opened(moment, BeforeHits):
        after = []
        for hits, state in ways:
            new = actor.window.act(actor.moment, actor.owner, hits)
            if new == hits or not worth_playing(actor.side, actor.effect, HITS, hits.number):
                after.append((hits, state))
                continue
            actor.note()
            after.append((new, actor.spent(state)))
            if actor.effect.spends and search:
                after.append((hits, state))
        ways = after
    return ways
