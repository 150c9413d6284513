"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from mecatol.combat.fight import Fight
from mecatol.combat.repairs import repair_both
from mecatol.combat.strike import strike_stages
from mecatol.combat.windows import StartOfCombat
from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.game.model import InPlay
from mecatol.game.opening import acting
from mecatol.game.recast import put_back, still_recast
from mecatol.game.stages import Branch, Certain, JointStage, Positions, Stage, play_each
from mecatol.game.state import State
from mecatol.game.windows import UnitsBecome
from mecatol.probability.dice import TIE, add_masses


class _Ability(NamedTuple):
    """What a side may do at the start of a combat when it is its turn."""

    acts: Callable[[State], bool]
    """Whether it does anything in a position."""
    stages: Callable[[int], list[Stage]]
    """What it does, by the number of the turn: 0 for the attacker's first, before which nobody has done anything."""


type _Abilities = tuple[_Ability, ...]


@cites("78.2", "78.2.a", "42.4.a", "87.5", "1.19")
def start_stages(fight: Fight) -> list[Stage]:
    """Return the stages of the start of a combat: effects that strike, in turn, the attacker's first, then repairs.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    before = _before_strikes(fight, 0), _before_strikes(fight, 1)
    strikes = _strikes(fight, 0), _strikes(fight, 1)
    stages: list[Stage] = []
    if not fight.searched and any(len(before[side]) + len(strikes[side]) > 1 for side in (0, 1)):
        stages.append(_InTurn(fight, before, strikes))
    else:
        for side in (0, 1):
            if len(strikes[side]) > 1:  # what is chosen may depend on the order
                fight.game.order_tells(fight.players[side])
        mine, theirs = (before[side] + strikes[side] for side in (0, 1))
        for turn, pair in enumerate(zip_longest(mine, theirs)):
            for side, ability in enumerate(pair):
                stages += ability.stages(turn or side) if ability else []
    return [*stages, _repair_stage(fight)] if fight.can.repairs_units else stages


def _before_strikes(fight: Fight, side: int) -> _Abilities:
    """Return what takes a side's first turns: a card that waits for losses, and what its units become."""
    game, player = fight.game, fight.players[side]
    found: list[_Ability] = []
    if any(held.side.index == player and held.window.for_opponents for held in fight.placers):
        found.append(_Ability(lambda position: True, lambda turn: []))
    if fight.place == SPACE and any(held.side.index == player for held in game.windows(fight.step, UnitsBecome)):

        def become(position: State) -> bool:
            there = position.put(player, fight.place, put_back(position.at(player, fight.place)))
            return still_recast(game, there, fight.step, player)

        found.append(_Ability(become, lambda turn: [_join_stage(fight)] if side else []))  # the attacker's are already
    return tuple(found)


def _strikes(fight: Fight, side: int) -> _Abilities:
    """Return a side's effects that strike as the combat starts."""

    def strikes[W: StartOfCombat](held: InPlay[W]) -> _Ability:
        def acts(position: State) -> bool:
            state = fight.combat_state(position)
            actor = acting(fight.moment(state, side, 1), held)
            return bool(actor and not fight.is_over(state) and actor.window.act(actor.moment, actor.owner))

        return _Ability(acts, lambda turn: strike_stages(fight, side, held, turn=turn))

    windows = fight.game.windows(fight.step, StartOfCombat)
    return tuple(strikes(held) for held in windows if held.side.index == fight.players[side])


class _InTurn(JointStage):
    """The stage in which sides do what they can in turn, one thing each, the attacker first, where nobody searches.

    It notes whose effects that strike would lead elsewhere in the opposite order.
    """

    def __init__(
        self, fight: Fight, before: tuple[_Abilities, _Abilities], strikes: tuple[_Abilities, _Abilities]
    ) -> None:
        """Prepare it from what each side can do."""
        self._fight, self._before, self._strikes = fight, before, strikes

    def __call__(self, position: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""
        return [Branch(mass, [after]) for after, mass in self.together({position: self._fight.game.one}).items()]

    def together(self, now: Positions) -> Positions:
        """Return where the effects lead from these positions, in their order."""
        game, found = self._fight.game, self._through(self._strikes, now)
        for side, player in enumerate(self._fight.players):
            if len(self._strikes[side]) < 2 or player in game.orders_tell:
                continue
            mine, theirs = self._strikes
            with game.silently():
                other = self._through((mine, theirs[::-1]) if side else (mine[::-1], theirs), now)
            off: list[Any] = [
                abs(found.get(position, 0) - other.get(position, 0)) for position in found.keys() | other.keys()
            ]
            if sum(off) > TIE:
                game.order_tells(player)
        return found

    def _through(self, strikes: tuple[_Abilities, _Abilities], now: Positions) -> Positions:
        """Return where they lead; whoever can do nothing in a turn may do so in a later one."""
        left = self._before[0] + strikes[0], self._before[1] + strikes[1]
        state: dict[tuple[_Abilities, _Abilities], Positions] = {left: now}
        turns = [side for _ in range(len(left[0]) + len(left[1])) for side in (0, 1)]
        for turn, side in enumerate(turns):
            after: dict[tuple[_Abilities, _Abilities], Positions] = {}
            for waiting, some in state.items():
                for rest, ended in self._turn(waiting, some, turn, side):
                    add_masses(after.setdefault(rest, {}), ended)
            state = after
        found: Positions = {}
        for some in state.values():
            add_masses(found, some)
        return found

    def _turn(
        self, waiting: tuple[_Abilities, _Abilities], now: Positions, turn: int, side: int
    ) -> Iterator[tuple[tuple[_Abilities, _Abilities], Positions]]:
        """Yield what is still waiting after one side's turn, and where the turn leads then."""
        chosen: dict[int, Positions] = {}
        for position, mass in now.items():
            able = (place for place, ability in enumerate(waiting[side]) if ability.acts(position))
            chosen.setdefault(next(able, -1), {})[position] = mass
        for place, some in chosen.items():
            if place < 0:
                yield waiting, some
                continue
            own = waiting[side]
            rest = own[:place] + own[place + 1 :]
            stages = own[place].stages(min(turn, 1))
            ended = play_each(self._fight.game, stages, some, lambda position, player: 0)
            yield ((waiting[0], rest) if side else (rest, waiting[1])), ended


def _join_stage(fight: Fight) -> Certain:
    """Return the stage in which the defender's units become what its effects make of them, if they still do."""
    player = fight.players[1]

    def join(position: State) -> State:
        joined = position.put(player, fight.place, put_back(position.at(player, fight.place)))
        return joined if still_recast(fight.game, joined, fight.step, player) else position

    return Certain(fight.game, join)


def _repair_stage(fight: Fight) -> Certain:
    def repair(position: State) -> State:
        ready, labels = repair_both(fight, fight.combat_state(position), ((), ()), 0)
        fight.game.say(labels)
        return fight.position(ready)._replace(tally=position.tally)

    return Certain(fight.game, repair)
