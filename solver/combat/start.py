"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from solver.combat.fight import Fight
from solver.combat.repairs import mended
from solver.combat.strike import strike_stages
from solver.combat.windows import StartOfCombat
from solver.domain.clauses import cites
from solver.game.journal import ORDERS_TELL, Note
from solver.game.recast import put_back, still_recast
from solver.game.stages import Branch, Certain, Distribution, Stage, Whole, play_each
from solver.game.state import State
from solver.game.windows import UnitsBecome
from solver.probability.dice import TIE


@cites("78.2", "78.2.a", "42.4.a", "87.5")
def start_stages(fight: Fight) -> list[Stage]:
    """Return the stages of the start of a combat: effects that strike, the attacker's first, then repairs.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    stages: list[Stage] = []
    searching = any(side.policy.searches for side in fight.sides)
    for side in (0, 1):
        stages += [_join_stage(fight)] if side and fight.game.windows(fight.step, UnitsBecome) else []
        strikes = [
            strike_stages(fight, side, held)
            for held in fight.game.windows(fight.step, StartOfCombat)
            if held.side.index == fight.players[side]
        ]
        if len(strikes) > 1 and not searching:
            stages.append(_InTurn(fight, side, strikes))
            continue
        if len(strikes) > 1:  # what is chosen may depend on the order
            fight.game.journal.put(Note(ORDERS_TELL, fight.players[side]))
        stages += chain.from_iterable(strikes)
    return [*stages, _repair_stage(fight)] if fight.mending else stages


class _InTurn(Whole):
    """The stage in which several effects of a side strike where nobody searches.

    It notes whether the opposite order would lead elsewhere.
    """

    def __init__(self, fight: Fight, side: int, strikes: Sequence[Sequence[Stage]]) -> None:
        """Prepare it from the stages of each effect."""
        self._game, self._player, self._strikes = fight.game, fight.players[side], strikes

    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""
        return [Branch(mass, [after]) for after, mass in self.together({state: self._game.one}).items()]

    def together(self, now: Distribution) -> Distribution:
        """Return where the effects lead from these positions, in their order."""
        found, journal = self._through(self._strikes, now), self._game.journal
        if self._player not in journal.orders_tell:
            with journal.silently():
                other = self._through(self._strikes[::-1], now)
            off: list[Any] = [abs(found.get(state, 0) - other.get(state, 0)) for state in found.keys() | other.keys()]
            if sum(off) > TIE:
                journal.put(Note(ORDERS_TELL, self._player))
        return found

    def _through(self, strikes: Sequence[Sequence[Stage]], now: Distribution) -> Distribution:
        return play_each(self._game, [*chain.from_iterable(strikes)], now, lambda state, player: 0)


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
