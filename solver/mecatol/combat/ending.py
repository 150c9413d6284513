"""Combats to their end: in one table where losses follow a fixed order, else as a chain; and how large they may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from mecatol.combat import joint_chain
from mecatol.combat.card_carryover import copies_used, separate_finished, with_copies_used
from mecatol.combat.fight import Fight
from mecatol.combat.fixed_order import FixedOrder
from mecatol.combat.independence import Independence
from mecatol.combat.react import noncombatants
from mecatol.combat.reference_chain import ReferenceChain
from mecatol.combat.retreat import announces
from mecatol.combat.state import ATTACKER, DEFENDER, RETREATS, CombatState
from mecatol.probability import chain
from mecatol.probability.dice import Distribution, Number, add_mass, add_masses

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

    `ordered` has the orders of losses that all of these are in, where somebody has found them already.
    """
    after = _one_round(fight, now, number, strategy, ordered)
    if not any(fight.withdrawals):
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
        parts: tuple[Distribution[CombatState], Distribution[CombatState]] = ({}, {})
        for state, mass in now.items():
            parts[fight.is_over(state)][state] = mass
        going, after = parts
        add_masses(after, (ordered or FixedOrder(fight, going)).one_round(going, alike))
        return after
    independence = Independence(fight)
    if strategy is None and independence.holds and not _meeting(independence, now):
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
    """Return how combats end in which units are lost in a fixed order: who announces a retreat leaves after a round."""
    if not fight.retreat:
        return ordered.solve_to_end(now, number)
    parts: tuple[Distribution[CombatState], Distribution[CombatState]] = ({}, {})
    for state, mass in now.items():
        leaving = announces(fight.retreat, fight.sides, state.forces, number)
        parts[leaving is None][state] = mass
    ended = ordered.one_round(parts[0], number)
    if not parts[1]:
        return ended, {}
    others, endless = _unordered(fight, parts[1], number, None)
    add_masses(ended, others)
    return ended, endless


def _meeting(independence: Independence, states: Iterable[CombatState]) -> bool:
    """Tell whether in any of these states more than their rolls may still bring both sides together."""
    return any(map(independence.is_coupled, states))


def _unordered(
    fight: Fight, start: Mapping[CombatState, Number], number: int, strategy: Strategy | None
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Return how combats end where units are lost in no fixed order.

    Each side is worked out by itself as soon as only one is left whose losses bring the other more.
    """
    independence = Independence(fight)
    parts = strategy is None and independence.holds
    endless: Distribution[CombatState] = {}
    if not parts or _meeting(independence, start):
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
    fight: Fight, start: Mapping[CombatState, Number], strategy: Strategy | None = None
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Play combats to their end: return (final states, states in which nobody can ever hit).

    `strategy` tells what those do who search; where it is left out nobody does.
    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    final: Distribution[CombatState] = {}
    endless: Distribution[CombatState] = {}
    now = separate_finished(fight, dict(start), 0, final)
    ordered: FixedOrder | None = None
    in_order = fight.in_order and strategy is None
    last = fight.special_rounds + 1
    for number in range(1, last):
        if in_order and number > fight.hit_rounds:
            ordered = ordered or FixedOrder(fight, now)
        now = separate_finished(fight, one_round(fight, now, number, strategy, ordered), number, final)
    if in_order:
        ends = _orderly(fight, ordered or FixedOrder(fight, now), now, last)
    else:
        ends = _unordered(fight, now, last, strategy)
    used = copies_used(fight, last, now)
    if not (used or final):
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
    left = noncombatants(fight, ATTACKER, state.forces[ATTACKER])
    return state._replace(forces=(left, state.forces[DEFENDER]))
