"""Ships that leave a space combat as a round starts: all of them in a draw, or some as their owner announces a retreat.

The latter are kept beside what is used up (`AWAY`) until the combat is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.game.model import Game, Side
from mecatol.game.state import Force, Stack, arranged, joined, without
from mecatol.game.waiting import named_round
from mecatol.rules.capacity.carrying import removed_first
from mecatol.rules.combat.retreat import Retreat
from mecatol.rules.combat.state import RETREATS, CombatState, Mark, Pair, UsedEffects, with_side
from mecatol.rules.combat.windows import CancelRetreat, EarlyRetreat, WithdrawInDraw

AWAY, AWAY_DAMAGED = Mark("away:"), Mark("away-damaged:")
"""Units that left before the combat was over, undamaged and damaged."""


def withdrawal(game: Game, step: str, place: str, side: Side) -> int | None:
    """Return the round at whose start a side's ships leave in a draw, None if they do not."""
    for held in game.windows(step, WithdrawInDraw) if place == SPACE else ():
        if held.side is side:
            game.note("78.9", f"{side.name}’s {held.effect.name}: {held.effect.meaning}")
            return named_round(side, held.effect) or held.window.default_round
    return None


@cites("78.4", "78.4.b", "78.9")
def early_rounds(game: Game, step: str, retreat: Retreat, sides: Pair[Side]) -> Pair[tuple[int, int] | None]:
    """Return by side the round in which ships leave with its announcement, and how many at most; None if none do.

    A retreat that waits for losses, or that a card of the opponent's cancels, is not followed so far; it warns.
    """
    found: list[tuple[int, int] | None] = [None, None]
    for held in game.windows(step, EarlyRetreat) if retreat else ():
        if held.side not in sides:
            continue
        index = sides.index(held.side)
        rule = (retreat.attacker, retreat.defender)[index]
        rounds = [rule.from_round] if rule else []
        if index == 0 and retreat.forced:
            rounds.append(retreat.forced)
        if not rounds:
            continue
        name = f"{held.side.name}’s {held.effect.name}"
        canceled = any(each.side is sides[1 - index] for each in game.windows(step, CancelRetreat))
        if canceled or (rule and rule.ships_at_most is not None):
            game.warn(f"{name} works here only with a retreat set by round that no card cancels; it was ignored.")
            continue
        game.note("78.4", f"{name}: {held.effect.meaning}")
        found[index] = min(rounds), held.window.ships
    return found[0], found[1]


def leaves_early(game: Game, step: str, side: Side) -> int:
    """Return how many of a side's ships at most leave with its announcement of a retreat, 0 if none do."""
    return max([held.window.ships for held in game.windows(step, EarlyRetreat) if held.side is side], default=0)


def leaving(side: Side, force: Force, most: int) -> Force:
    """Return the ships that leave with an announcement, the most expensive first, and what they can carry."""
    units = side.units
    able = [there for there in force if there.unit in side.ships and units[there.unit].move is not None]
    able.sort(key=lambda there: (-units[there.unit].price, there.unit))
    ships = _some(able, most)
    room = sum(units[there.unit].capacity * there.total for there in ships)
    staying = without(force, arranged(ships))  # fighters that can fly are carried as well
    carried: list[Stack] = []
    for kind in reversed(removed_first(side)):
        waiting = [there for there in staying if there.unit == kind]
        free = bool(waiting) and units[kind].rides_free and room > 0
        taken = _some(waiting, sum(there.total for there in waiting) if free else room)
        room -= 0 if free else sum(there.total for there in taken)
        carried += taken
    return joined(arranged(ships), arranged(carried))


def _some(stacks: Sequence[Stack], number: int) -> list[Stack]:
    """Return so many units of these stacks, from the first on; of each stack the damaged ones first."""
    found: list[Stack] = []
    for there in stacks:
        hurt = min(number, there.damaged)
        healthy = min(number - hurt, there.healthy)
        if hurt + healthy:
            found.append(Stack(there.unit, healthy, hurt))
        number -= hurt + healthy
    return found


def with_away(spent: UsedEffects, player: int, gone: Force) -> UsedEffects:
    """Return what is used up with these units of a player's away."""
    spent = AWAY.remember(spent, player, {there.unit: there.healthy for there in gone if there.healthy})
    return AWAY_DAMAGED.remember(spent, player, {there.unit: there.damaged for there in gone if there.damaged})


def units_away(spent: UsedEffects, player: int) -> Force:
    """Return a player's units that are away."""
    healthy, damaged = AWAY.remembered(spent, player), AWAY_DAMAGED.remembered(spent, player)
    kinds = dict.fromkeys((*healthy, *damaged))
    return arranged([Stack(kind, healthy.get(kind, 0), damaged.get(kind, 0)) for kind in kinds])


def without_away(spent: UsedEffects) -> UsedEffects:
    """Return what is used up without the units that are away."""
    return AWAY_DAMAGED.without(AWAY.without(spent))


def announced(side: Side, at: int, state: CombatState, most: int, alive: Callable[[int, Force], bool]) -> CombatState:
    """Return the state after ships have left with a side's announcement; the same where they have left already.

    `at` says which of the two sides it is, and `alive` whether one is still there with a force.
    """
    if units_away(state.spent, side.index):
        return state
    gone = leaving(side, state.forces[at], most)
    force = without(state.forces[at], gone)
    left = with_side(state, at, force, with_away(state.spent, side.index, gone))
    return left if alive(at, force) else left._replace(fate=RETREATS[at])


def with_those_away(force: Force, spent: UsedEffects, player: int) -> Force:
    """Return a player's force with the units that are away."""
    return joined(force, units_away(spent, player)) if spent else force
