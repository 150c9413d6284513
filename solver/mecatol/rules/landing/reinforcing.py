"""Ground forces that come to a ground combat as its rounds start or end, or become others then."""

from __future__ import annotations

from collections.abc import Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.places import ADJACENT
from mecatol.domain.steps import GROUND_COMBAT
from mecatol.effects.model import COMBAT
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import acting, opened
from mecatol.game.stages import Certain, Stage
from mecatol.game.state import State, joined, without
from mecatol.game.windows import CombatWon
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.outcome import winner
from mecatol.rules.combat.state import AfterRound, CombatState
from mecatol.rules.combat.windows import AsRoundEnds, AsRoundStarts
from mecatol.rules.landing.bombardment_before_rounds import Opening


@cites("42.3")
def opening_with(
    game: Game, state: State, planet: str, players: tuple[int, int], opening: Opening | None
) -> Opening | None:
    """Return what happens as each round starts, with what effects make of the ground forces: the attacker's first.

    In the first round the attacker's come before all that happens as the combat starts (`beginning_with`).
    """
    held = _of(game, AsRoundStarts, players)
    if not held:
        return opening
    fight = Fight(game, state, GROUND_COMBAT, planet, players)

    def stages_of(player: int, number: int) -> list[Stage]:
        return [_stage(fight, each, number) for each in held if each.side.index == player]

    def both(number: int) -> Sequence[Stage]:
        mine, theirs = (stages_of(player, number) for player in players)
        return [*(mine if number > 1 else ()), *(opening(number) if opening else ()), *theirs]

    return both


@cites("42.4.a", "1.19")
def beginning_with(game: Game, state: State, planet: str, players: tuple[int, int]) -> Sequence[Stage]:
    """Return what effects make of the attacker's ground forces as a combat starts, before the defender's first turn."""
    held = [each for each in _of(game, AsRoundStarts, players) if each.side.index == players[0]]
    fight = Fight(game, state, GROUND_COMBAT, planet, players) if held else None
    return [_stage(fight, each, 1) for each in held] if fight else []


@cites("42.3")
def ending_with(
    game: Game, state: State, planet: str, players: tuple[int, int], after_round: AfterRound | None
) -> AfterRound | None:
    """Return what happens after each round, with the ground forces that effects place after that."""
    held = [each for each in _of(game, AsRoundEnds, players) if _may_come(each, state)]
    if not held:
        return after_round
    fight = Fight(game, state, GROUND_COMBAT, planet, players)

    def both(number: int) -> Sequence[Stage]:
        return [*(after_round(number) if after_round else ()), *(_stage(fight, each, number) for each in held)]

    return both


def without_arrivals(game: Game, state: State) -> State:
    """Return the position after a combat without those in adjacent systems who have come to it."""
    for held in game.windows(GROUND_COMBAT, AsRoundEnds):
        owner, slug = held.side.index, held.effect.slug
        if came := state.used(owner, slug):
            near = state.at(owner, ADJACENT)
            state = state.put(owner, ADJACENT, without(near, held.window.first(held.side, near, came)))
            state = state.having_spent(tuple(entry for entry in state.spent if entry[:2] != (owner, slug)))
    return state


@cites("42.4.c")
def with_reward(fight: Fight, state: CombatState, after: State) -> State:
    """Return the position after a combat that ended in this state, with what its winner then places there."""
    player = winner(fight, state) if fight.game.windows(GROUND_COMBAT, CombatWon) else None
    if player is None:
        return after
    foe = next(other for other in fight.players if other != player)
    moment = Moment(fight.game, after, GROUND_COMBAT, COMBAT, player, foe, fight.place)
    for actor in opened(moment, CombatWon, player):
        actor.note()
        after = after.put(player, fight.place, joined(after.at(player, fight.place), actor.window.act(moment, player)))
    return after


def _of[W: AsRoundStarts | AsRoundEnds](game: Game, kind: type[W], players: tuple[int, int]) -> list[InPlay[W]]:
    """Return what acts in a kind of window for the two players, the attacker's first."""
    held = [each for each in game.windows(GROUND_COMBAT, kind) if each.side.index in players]
    return sorted(held, key=lambda each: players.index(each.side.index))


def _may_come(held: InPlay[AsRoundEnds], state: State) -> bool:
    """Tell whether there are any ground forces in adjacent systems that an effect could move here."""
    return bool(held.window.first(held.side, state.at(held.side.index, ADJACENT), 1))


def _stage[W: AsRoundStarts | AsRoundEnds](fight: Fight, held: InPlay[W], number: int) -> Certain:
    """Return the stage in which an effect acts while both sides have ground forces left."""
    owner = held.side.index
    foe = next(player for player in fight.players if player != owner)

    def act(state: State) -> State:
        if fight.is_over(fight.combat_state(state)):
            return state
        actor = acting(Moment(fight.game, state, GROUND_COMBAT, COMBAT, owner, foe, fight.place, number), held)
        found = actor and actor.window.act(actor.moment, owner)
        if not actor or not found:
            return state
        actor.note()
        force, times = found
        return state.put(owner, fight.place, force).use(owner, held.effect.slug, times)

    return Certain(fight.game, act)
