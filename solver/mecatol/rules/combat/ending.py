"""Combats to their end: in one table where losses follow a fixed order, else as a chain; and what they use up.

As part of a longer step a combat uses up cards, which are then gone in the next combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from mecatol.effects.model import EFFECTS, Effect
from mecatol.game.model import Game, Side
from mecatol.game.stages import Positions
from mecatol.game.state import State
from mecatol.game.waiting import copies_played
from mecatol.probability import chain
from mecatol.probability.dice import Distribution, Number, add_mass, add_masses, likeliest, total
from mecatol.rules.combat import joint_chain
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.fixed_order import FixedOrder
from mecatol.rules.combat.reference_chain import ReferenceChain
from mecatol.rules.combat.side_graph import Independence
from mecatol.rules.combat.state import ATTACKER, DEFENDER, RETREATS, CombatState, UsedEffects, only_effects

type Strategy = Callable[[int, int], Mapping[int, Number]]
"""Where a round leads from a state, both by number, when those who search do what is best, with the chances."""


def one_round(
    fight: Fight,
    now: Mapping[CombatState, Number],
    number: int,
    strategy: Strategy | None = None,
    ordered: FixedOrder | None = None,
) -> Distribution[CombatState]:
    """Return the states after one more round of those combats that are not over, and after who leaves before the next.

    States in which the combat is over stay as they are. `number` is that of the round, from 1. `ordered` has the orders
    of losses that all of these are in, where somebody has found them already.
    """
    after = _one_round(fight, now, number, strategy, ordered)
    if not any(fight.withdrawals) and not any(fight.early):
        return after
    found: Distribution[CombatState] = {}
    for state, mass in after.items():
        add_mass(found, fight.withdrawn(state, number + 1), mass)
    return found


def _one_round(
    fight: Fight,
    now: Mapping[CombatState, Number],
    number: int,
    strategy: Strategy | None = None,
    ordered: FixedOrder | None = None,
) -> Distribution[CombatState]:
    """Return the states after the round alone."""
    alike = min(number, fight.special_rounds + 1)
    if strategy is None and fight.in_order and number > fight.hit_rounds:
        # a table of hits is enough where each hit takes the next unit in a row: a third of the joint chain's time
        after, going = fight.parted(now)
        add_masses(after, (ordered or FixedOrder(fight, going)).one_round(going, alike))
        return after
    independence = Independence(fight)
    if strategy is None and independence.holds and not any(map(independence.is_coupled, now)):
        # sides that touch each other only by numbers are worked out one at a time: states of each, not pairs of states
        return joint_chain.one_round(fight, independence, now, alike)
    rounds = ReferenceChain.of(fight)
    moved: dict[int, Number] = {}
    for state, mass in now.items():
        for then, chance in _moves(rounds, rounds.index.number(state), number, strategy).items():
            moved[then] = moved.get(then, 0) + mass * chance
    return rounds.index.distribution(moved)


def _moves(rounds: ReferenceChain, state: int, number: int, strategy: Strategy | None) -> Mapping[int, Number]:
    """Return where a round leads from a state, with the chances: both by number; itself where the combat is over."""
    if rounds.index.is_over(state):
        return {state: rounds.fight.game.one}
    return (strategy or rounds.moves)(state, number)


def _orderly(
    fight: Fight, ordered: FixedOrder, now: Mapping[CombatState, Number], number: int
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Return how combats with losses in a fixed order end: a side that announces a retreat leaves after the round."""
    if not fight.retreat:  # nobody leaves: all combats at once, in one sweep over the table
        return ordered.solve_to_end(now, number)
    staying = {state: mass for state, mass in now.items() if fight.leaver(state, number) is None}
    ended = ordered.one_round({state: mass for state, mass in now.items() if state not in staying}, number)
    if not staying:
        return ended, {}
    others, endless = _unordered(fight, staying, number, None)
    add_masses(ended, others)
    return ended, endless


def _unordered(
    fight: Fight, start: Mapping[CombatState, Number], number: int, strategy: Strategy | None
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Return how combats end where units are lost in no fixed order.

    Each side is worked out separately as soon as only one is left whose losses have side effects on the other.
    """
    independence = Independence(fight)
    parts = strategy is None and independence.holds
    endless: Distribution[CombatState] = {}
    if not parts or any(map(independence.is_coupled, start)):
        rounds = ReferenceChain.of(fight)
        numbers = {rounds.index.number(state): mass for state, mass in start.items()}

        def over(state: int) -> bool:
            return rounds.index.is_over(state) or (parts and not independence.is_coupled(rounds.index.state(state)))

        found = chain.absorb(numbers, lambda state: _moves(rounds, state, number, strategy), over)
        start, endless = rounds.index.distribution(found[0]), rounds.index.distribution(found[1])
    if not parts:
        return dict(start), endless
    decided, stuck = joint_chain.absorb(fight, independence, start, number)
    return decided, {**endless, **stuck}


def solve_to_end(
    fight: Fight, start: Mapping[CombatState, Number], strategy: Strategy | None = None, first: int = 1
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Play combats to their end: return (final states, states in which nobody can ever hit), with probabilities.

    Together these are as probable as `start`. `strategy` is that of the sides that search; where it is left out nobody
    does. `first` is the number of the next round: a combat that has gone on for some is followed from there.
    Raises LimitError where the time or the number of positions allowed is not enough.
    """
    final: Distribution[CombatState] = {}
    endless: Distribution[CombatState] = {}
    now = separate_finished(fight, dict(start), first - 1, final)
    ordered: FixedOrder | None = None
    in_order = fight.in_order and strategy is None
    last = fight.special_rounds + 1
    for number in range(first, last):
        if in_order and number > fight.hit_rounds:
            ordered = ordered or FixedOrder(fight, now)
        now = separate_finished(fight, one_round(fight, now, number, strategy, ordered), number, final)
    if in_order:
        ends = _orderly(fight, ordered or FixedOrder(fight, now), now, last)
    else:
        ends = _unordered(fight, now, last, strategy)
    used = copies_used(fight, last, now)
    if not (used or final):  # nothing to add: the states are handed on as they are, not copied one by one
        return ends
    for ended_so, into in zip(ends, (final, endless), strict=True):
        for state, mass in ended_so.items():
            ended = with_copies_used(state, used) if used else state
            into[ended] = into.get(ended, 0) + mass
    return final, endless


def concede(fight: Fight, state: CombatState) -> CombatState:
    """Return how a combat ends that neither side can win: the attacker retreats, or loses all that fights there."""
    if fight.retreat.attacker:
        return state._replace(fate=RETREATS[ATTACKER])
    left = fight.noncombatants(ATTACKER, state.forces[ATTACKER])
    return state._replace(forces=(left, state.forces[DEFENDER]))


def _for_one_combat(effect: Effect) -> bool:
    """Tell whether a copy of the effect, once it has acted in a combat, is gone for those that follow."""
    return not effect.automatic and (effect.rounds is not None or effect.one_combat)


def copies_used(fight: Fight, rounds: int, ends: Iterable[CombatState]) -> dict[tuple[int, str], int]:
    """Return how many copies of which effect, by (player's index, slug), a combat of so many rounds uses up.

    `ends` are the states that it led to. Nothing for a combat that is a step of its own: nothing comes after it.
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
    return game.with_sides(sides, ("still held", held))


def positions(ends: Iterable[tuple[State, Number]]) -> Positions:
    """Return final positions with their chances; those with equal units are one, whatever cards are spent.

    Each sum is rounded once, so that mirrored positions have equal chances to the last bit.
    """
    masses: dict[State, list[Number]] = {}
    for position, mass in ends:
        bare = State(position.players, (), (0,) * len(position.players), (), position.plan)
        masses.setdefault(bare, []).append(mass)
    return {position: total(parts) if parts[1:] else parts[0] for position, parts in masses.items()}


def note_first_rolls(fight: Fight, start: Mapping[CombatState, Number]) -> None:
    """Keep the first round's rolls of the likeliest start of a combat, without a word in the trace."""
    open_ones = {state: mass for state, mass in start.items() if not fight.is_over(state)}
    if open_ones:
        fight.keep_rolls(likeliest(open_ones))
