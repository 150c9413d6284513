"""What hits set off beyond the losses: hits that answer them, and what destroyed units do with their last breath."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mecatol.combat.fight import Fight
from mecatol.combat.state import ATTACKER, DEFENDER, CombatState, Losses, beside
from mecatol.combat.taking_hits import hit_plan, losses_from_hits, moment_of_hits, targets
from mecatol.combat.used_effects import UsedEffects
from mecatol.combat.windows import AnswerLosses, TakeAllAlong
from mecatol.domain.units import Unit
from mecatol.game.opening import opened
from mecatol.game.state import Force, State, joined
from mecatol.hits.assignment import after_one_hit, options
from mecatol.hits.windows import Hits
from mecatol.probability.dice import Number, roll

ANSWERING = (ATTACKER, DEFENDER, ATTACKER)
"""Whose turn it is to answer destroyed units: the attacker's comes round again."""


class SideEffects(NamedTuple):
    """What losses of one side may bring the other in the same round."""

    back: int = 0
    """Hits that answer uses of Sustain Damage."""
    destroyed: int = 0
    """How many units an answer to the losses destroys."""
    toppled: bool = False
    """Whether all that fight die with what was lost."""


def apply_hits_back(
    fight: Fight, state: CombatState, losses: tuple[Losses, Losses], round_number: int
) -> tuple[CombatState, tuple[Force, Force]]:
    """Return the state after hits that answer uses of Sustain Damage, answers to those included.

    With it comes what has sustained in the round, as damaged units, on both sides.
    """
    forces, spent = list(state.forces), state.spent
    sustained = [losses[0].sustained, losses[1].sustained]
    coming = [losses[1].hits_back, losses[0].hits_back]
    while any(coming):
        back = [0, 0]
        for side in (0, 1):
            if not coming[side]:
                continue
            now = CombatState((forces[0], forces[1]), spent)
            taken = take_hits_back(fight, now, side, coming[side], round_number)
            forces[side], spent = taken.force, taken.spent
            sustained[side] = joined(sustained[side], taken.sustained)
            back[1 - side] = taken.hits_back
        coming = back
    return CombatState((forces[0], forces[1]), spent), (sustained[0], sustained[1])


def take_hits_back(fight: Fight, state: CombatState, side: int, hits: int, round_number: int) -> Losses:
    """Return what hits that answer a use of Sustain Damage cost a side whose policy is fixed."""
    return hits_back(fight, state, side, hits, round_number)[0]


def hits_back(fight: Fight, state: CombatState, side: int, hits: int, round_number: int) -> list[Losses]:
    """Return what hits that answer a use of Sustain Damage may cost a side: they are hits like others.

    One way under a fixed policy, all under `best`.
    """
    force = state.forces[side]
    aim = hit_plan(fight, state, side, round_number)
    if not aim.targets.victims.stacks(force):  # no card is spent on such hits
        return [Losses(force, state.spent, 0, (), ())]
    return losses_from_hits(fight, aim, side, hits)


def apply_mutual_destruction(fight: Fight, before: CombatState, state: CombatState, number: int) -> CombatState:
    """Return the state after units that were lost since an earlier one have taken all that fight there with them."""
    for side in (0, 1) if fight.destroys_mutually else ():
        able = fight.may_destroy_all[side]
        lost = fight.lost(side, before.forces[side], state.forces[side], state.spent) if able else ()
        if lost and _destroys_everything(fight, state, side, lost, number):
            kept = [noncombatants(fight, index, force) for index, force in enumerate(state.forces)]
            return state._replace(forces=(kept[0], kept[1]))
    return state


def noncombatants(fight: Fight, side: int, force: Force) -> Force:
    """Return what of a side's force takes no part in the combat."""
    return tuple([there for there in force if not fight.fights(side, fight.sides[side].units[there.unit])])


def destroys_all(fight: Fight, before: CombatState, side: int, losses: Losses, number: int) -> bool:
    """Tell whether what a side has lost takes all that fight there with it."""
    if not fight.may_destroy_all[side]:
        return False
    return _destroys_everything(fight, beside(before, side, losses.force, losses.spent), side, losses.lost, number)


def _destroys_everything(fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], number: int) -> bool:
    """Tell whether units that a side has lost take all that fight there with them."""
    key = (side, state.forces[side], lost, state.spent, number)

    def find() -> bool:
        moment = fight.moment(state, side, number)
        acting = opened(moment, TakeAllAlong, fight.players[side])
        found = next((actor for actor in acting if actor.window.act(moment, actor.owner, lost)), None)
        if found:
            found.note()
        return found is not None

    return fight.memory.destroyed_all.get(key, fight.game.journal, find)


def answer_losses(
    fight: Fight, before: CombatState, state: CombatState, round_number: int
) -> Iterator[tuple[CombatState, Number]]:
    """Yield the state after effects that answer destroyed units with a roll, and those that answer these."""
    ways: list[tuple[CombatState, Number]] = [(state, fight.game.one)]
    for side in ANSWERING:
        after = []
        for struck, part in ways:
            after += [(then, part * chance) for then, chance in _answer_once(fight, before, struck, side, round_number)]
        ways = after
    yield from ways


def _answer_once(
    fight: Fight, before: CombatState, state: CombatState, side: int, round_number: int
) -> Iterator[tuple[CombatState, Number]]:
    """Yield the state after one side's first effect that answers destroyed units, if it has one to use."""
    answer = answer_since(fight, before, state, side, round_number)
    if answer is None:
        yield state, fight.game.one
        return
    spent, chances = answer
    for hits, chance in enumerate(chances):
        yield beside(state, 1 - side, destroyed(fight, state, 1 - side, hits), spent), chance


def answer_since(
    fight: Fight, before: CombatState, state: CombatState, side: int, round_number: int
) -> tuple[UsedEffects, Sequence[Number]] | None:
    """Return what `answered_by` does of what a side has lost since an earlier state; None if it cannot answer."""
    able = fight.may_answer(state.spent, side)
    lost = fight.lost(side, before.forces[side], state.forces[side], state.spent) if able else ()
    return answer_to_losses(fight, state, side, lost, round_number) if lost else None


def answer_to_losses(
    fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], round_number: int
) -> tuple[UsedEffects, Sequence[Number]] | None:
    """Return what is spent once a side's first effect has answered destroyed units, and the chances of its hits."""
    force, round_number = state.forces[side], min(round_number, fight.special_rounds + 1)
    key = (side, force, lost, state.spent, round_number, fight.observation(side, state))

    def find() -> tuple[UsedEffects, Sequence[Number]] | None:
        moment = fight.moment(state, side, round_number)
        for actor in opened(moment, AnswerLosses, fight.players[side]):
            if dice := actor.window.act(moment, actor.owner, lost):
                actor.note()
                spent = actor.spent(State((), state.spent)).spent
                return spent, fight.game.chances(roll([dice]))
        return None

    return fight.memory.answers.get(key, fight.game.journal, find)


def answers_alone(
    fight: Fight, side: int, state: CombatState, losses: Losses, number: int
) -> tuple[tuple[Number, ...], Losses]:
    """Return the chances of what a side's cards destroy in answer to its losses, and the losses with these spent.

    It is so where the other side has nothing to answer with.
    """
    total: tuple[Number, ...] = ()
    for _ in range(ANSWERING.count(side)):
        if not fight.may_answer(losses.spent, side):
            break
        found = answer_to_losses(fight, beside(state, side, losses.force, losses.spent), side, losses.lost, number)
        if found is None:
            break
        losses = losses._replace(spent=found[0])
        total = _convolved(total, found[1]) if total else tuple(found[1])
    return total, losses


def _convolved(one: Sequence[Number], other: Sequence[Number]) -> tuple[Number, ...]:
    """Return the chances of the sum of two counts."""
    total: list[Number] = [0] * (len(one) + len(other) - 1)
    for i, chance in enumerate(one):
        for j, share in enumerate(other):
            total[i + j] += chance * share
    return tuple(total)


def destroyed(fight: Fight, state: CombatState, side: int, count: int) -> Force:
    """Return a side's force after its owner, whose policy is fixed, destroys that many of its units."""
    return destruction_options(fight, state, side, count)[0]


def destruction_options(fight: Fight, state: CombatState, side: int, count: int) -> list[Force]:
    """Return what may be left of a side after its owner destroys that many of its units, without sustaining (87.5).

    One way under a fixed policy, all under `best`.
    """
    if not count:
        return [state.forces[side]]
    key = (side, state.forces[side], count, fight.observation(side, state))

    def find() -> list[Force]:
        hit = targets(fight, state, side, 0).victims
        hit = hit._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        if fight.takes_hits_singly[side]:
            return [after_one_hit(hit, destroyed(fight, state, side, count - 1))[0]]
        moment = moment_of_hits(fight, state, side, 0)
        ways = options(hit._replace(moment=moment), moment.state, Hits(count))
        return [taken.state.at(fight.players[side], fight.place) for taken in ways]

    return fight.memory.destroyed_units.get(key, fight.game.journal, find)
