"""A combat as one part of a longer step: cards that one combat has used up are gone in the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from mecatol.combat.fight import Fight
from mecatol.combat.state import CombatState, UsedEffects, only_effects
from mecatol.effects.model import EFFECTS, Effect
from mecatol.game.model import Game, Side
from mecatol.game.stages import Positions
from mecatol.game.state import State
from mecatol.game.waiting import copies_played
from mecatol.probability.dice import Distribution, Number, total


def _for_one_combat(effect: Effect) -> bool:
    """Tell whether a copy of the effect, once it has acted in a combat, is gone for those that follow."""
    return not effect.automatic and (effect.rounds is not None or effect.one_combat)


def copies_used(fight: Fight, rounds: int, ends: Iterable[CombatState]) -> dict[tuple[int, str], int]:
    """Return how many copies of which effect, by (player's index, slug), a combat of so many rounds uses up.

    `ends` are the states that it led to. Nothing for a combat that is solved by itself: nothing comes after it.
    """
    if fight.step == fight.game.scenario.step or not (one := next(iter(ends), None)):
        return {}
    used = {}
    for side, effect in fight.game.active_effects(fight.step):
        if side.index not in fight.players or not _for_one_combat(effect):
            continue
        if effect.idle and effect.idle(fight.moment(one, fight.players.index(side.index), rounds), side.index):
            continue
        if times := 1 if effect.rounds is None else copies_played(side, effect, rounds):
            used[side.index, effect.slug] = times
    return used


def with_copies_used(state: CombatState, used: Mapping[tuple[int, str], int]) -> CombatState:
    """Return the state with these copies of effects spent."""
    position = State((), state.spent)
    for (player, slug), times in used.items():
        position = position.use(player, slug, times)
    return state._replace(spent=position.spent)


def separate_finished(
    fight: Fight, now: Distribution[CombatState], rounds: int, into: Distribution[CombatState]
) -> Distribution[CombatState]:
    """Move the combats that are over after so many rounds to `into`, the cards they used marked; return the others."""
    used = copies_used(fight, rounds, now)
    on: Distribution[CombatState] = {}
    for state, mass in now.items():
        if fight.is_over(state):
            ended = with_copies_used(state, used) if used else state
            into[ended] = into.get(ended, 0) + mass
        else:
            on[state] = mass
    return on


def _left(side: Side, spent: UsedEffects) -> Iterator[tuple[str, int, bool]]:
    """Yield a player's effects with how many copies are left, and whether some are gone."""
    gone = {slug: times for player, slug, times in spent if player == side.index and _for_one_combat(EFFECTS[slug])}
    for slug, copies in side.effects.items():
        yield slug, copies - gone.get(slug, 0), slug in gone


def without_used_cards(game: Game, spent: UsedEffects) -> Game:
    """Return the game with only those cards of a round or a combat that earlier combats of the step have not used up.

    It shares trace, warnings and rolls with the one given; what its combats remember is kept apart.
    """
    sides = []
    used = only_effects(spent)  # a combat that ended before its first round still remembers what sustained
    for side in game.sides:
        left = list(_left(side, used))
        if any(gone for _, _, gone in left):
            side = replace(side, effects={slug: copies for slug, copies, _ in left if copies > 0})
        sides.append(side)
    if all(new is old for new, old in zip(sides, game.sides, strict=True)):
        return game
    held = tuple(tuple(side.effects.items()) for side in sides)
    return replace(game, sides=tuple(sides), memory=game.memory.setdefault(("still held", held), {}))


def positions(ends: Iterable[tuple[State, Number]]) -> Positions:
    """Return final positions with their chances; those with equal units are one, whatever cards are spent.

    Each sum is rounded once, so that what mirrors another comes to the same to the last bit.
    """
    masses: dict[State, list[Number]] = {}
    for position, mass in ends:
        bare = State(position.players, (), (0,) * len(position.players), (), position.plan)
        masses.setdefault(bare, []).append(mass)
    return {position: total(parts) if parts[1:] else parts[0] for position, parts in masses.items()}


def note_first_rolls(fight: Fight, start: Mapping[CombatState, Number]) -> None:
    """Keep the first round's rolls of the likeliest start of a combat, without a word in the trace."""
    open_ones = [state for state in start if not fight.is_over(state)]
    if not open_ones:
        return
    fight.keep_rolls(max(open_ones, key=lambda state: start[state]))
