"""The hits of Anti-Fighter Barrage (10.2): each side assigns them, and what answers Sustain Damage follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, Unit
from mecatol.effects.model import COMBAT
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.stages import Branch, Certain, Stage
from mecatol.game.state import Holdings, Pending, State
from mecatol.rules.barrage.rolling import barrage_moment, rolling
from mecatol.rules.combat.state import UsedEffects, remember_sustained
from mecatol.rules.hits.assignment import Taken, Victims, options, victims
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.hits.windows import AfterSustain, RepairInCombat

_ANSWER = "answer"
"""Hits that a card makes in answer to Sustain Damage: any ship can take them."""


def _taking(game: Game, player: int, ability: str, eligible: Callable[[Unit], bool]) -> Stage:
    """Return the stage in which a player assigns the hits of one kind that wait.

    Both do so at the same time: what the other's units do to those that are hit, they do until both are done.
    """

    # what a number of hits does depends on the force and on what is used up alone: many rolls come to the same
    known: dict[object, list[tuple[Holdings, tuple[tuple[int, str, int], ...], int]]] = {}
    aimed: dict[object, tuple[Moment, Victims]] = {}
    repairs = any(held.side.index == player for held in game.windows(SPACE_COMBAT, RepairInCombat))

    def spent_of(taken: Taken) -> UsedEffects:
        """Return what is used up; where repairs follow, with what sustained: the barrage is of the first round."""
        return remember_sustained(taken.state.spent, player, taken.sustained) if repairs else taken.state.spent

    def aim(state: State, by: int) -> tuple[Moment, Victims]:
        """Return the moment in which hits are assigned, and to whom they can be."""
        moment = barrage_moment(game, state, by, player)
        if ability == _ANSWER:  # these are a card's, no unit ability's
            moment = moment._replace(ability=COMBAT)
        return moment, victims(moment, eligible)

    def ways(
        state: State, target: tuple[Moment, Victims], count: int
    ) -> list[tuple[Holdings, tuple[tuple[int, str, int], ...], int]]:
        """Return what may be left: the player's units, what is spent, hits in return."""
        moment, hit = target
        if not hit.stacks(state.at(player, SPACE)):
            return [(state.players[player], state.spent, 0)]
        search = game.sides[player].policy.searches
        return [
            (taken.state.players[player], spent_of(taken), taken.hits_back)
            for hits, after in hits_after_effects(moment, count, search)
            for taken in options(hit, after, hits)
        ]

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(player, ability)
        if waiting is None:
            yield Branch(game.one, [state])
            return
        state = state.without_pending(player, ability)
        seen = state if waiting.enemy_space is None else state.put(waiting.by, SPACE, waiting.enemy_space)
        there = tuple(s.unit for s in seen.at(waiting.by, SPACE))
        circumstances = state.players[player], there, state.spent, game.silent
        key = circumstances, waiting.hits
        if key not in known:
            if circumstances not in aimed:
                aimed[circumstances] = aim(seen, waiting.by)
            known[key] = ways(seen, aimed[circumstances], waiting.hits)
        found: dict[State, None] = {}
        for holdings, spent, back in known[key]:
            after = state.with_holdings(player, holdings).having_spent(spent)
            found[_answered(after, player, waiting.by, back)] = None
        yield Branch(game.one, list(found), player)

    return stage


def _facing(game: Game) -> Certain:
    """Return the stage after which hits that answer are taken at the same time as well."""

    def with_space(state: State) -> State:
        for waiting in state.pending:
            if waiting.ability == _ANSWER:
                state = state.wait(waiting._replace(enemy_space=state.at(waiting.by, SPACE)))
        return state

    return Certain(game, with_space)


def _answered(state: State, player: int, target: int, hits: int) -> State:
    """Return the position after so many hits answer a player's Sustain Damage, beside those that wait already."""
    before = state.waiting(target, _ANSWER)
    hits += before.hits if before else 0
    space = before.enemy_space if before else None
    return state.wait(Pending(target, player, hits, _ANSWER, enemy_space=space)) if hits else state


@cites("10.2", "10.2.a")
def barrage_stages(game: Game) -> list[Stage]:
    """Return the stages of Anti-Fighter Barrage: both sides roll, then each destroys fighters for the other's hits.

    They change nothing where no two players have ships; hits that find no fighter are lost. Where no effect acts and
    nobody has a choice, what the one loses does not depend on what the other rolls, and all is one stage.
    """
    effects = game.active_effects(ANTI_FIGHTER_BARRAGE_STEP)
    takings = [_taking(game, side.index, ANTI_FIGHTER_BARRAGE, lambda unit: unit.is_fighter) for side in game.sides]
    if not effects and all(not side.policy.searches for side in game.sides):
        return [rolling(game, lambda state: reduce(_followed, takings, state))]
    answers = [_taking(game, side.index, _ANSWER, lambda unit: unit.is_ship) for side in game.sides]
    answering: list[Stage] = [_facing(game), *answers]
    times = len(game.windows(ANTI_FIGHTER_BARRAGE_STEP, AfterSustain))  # each answers once, another answer perhaps
    return [rolling(game, lambda state: state), *takings, *answering * times]


def _followed(state: State, stage: Stage) -> State:
    """Return the position after a stage in which nothing is left to chance or choice."""
    (branch,) = stage(state)
    (after,) = branch.options
    return after
