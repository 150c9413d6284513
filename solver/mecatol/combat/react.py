"""One side of a combat in a round: how it reacts to what the other side's rolls and losses send it.

A round is a conversation of two such machines (`mecatol.combat.conversation`). A message reaches a side; `react`
returns the states that it may be in then, each with what is to be said of that. A state carries its reply: hits that
answer uses of Sustain Damage. What lost units do beside that is asked for by name: `destroys_all`, `answer_to_losses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mecatol.combat.fight import Fight
from mecatol.combat.memory import united
from mecatol.combat.state import ATTACKER, DEFENDER, CombatState, SideState, UsedEffects, with_side
from mecatol.combat.taking_hits import hit_plan, losses_from_hits, losses_from_roll, targets
from mecatol.combat.volleys import Volley
from mecatol.combat.windows import AnswerLosses, TakeAllAlong
from mecatol.domain.units import Unit
from mecatol.game.journal import Labelled
from mecatol.game.opening import opened
from mecatol.game.state import Force, State, joined
from mecatol.hits.assignment import after_one_hit, options
from mecatol.hits.windows import Hits
from mecatol.probability.dice import Number, roll

ANSWERING = (ATTACKER, DEFENDER, ATTACKER)
"""Whose turn it is to answer destroyed units: the attacker's comes round again."""


class RollHits(NamedTuple):
    """The other side's combat roll has come to so many hits."""

    hits: int | Volley


class HitBack(NamedTuple):
    """Uses of Sustain Damage are answered with so many hits."""

    hits: int


class Destroyed(NamedTuple):
    """An answer to the other side's losses destroys so many units outright (87.5)."""

    units: int


class AllDestroyed(NamedTuple):
    """Destroyed units of either side take all that fight there with them."""


type Message = RollHits | HitBack | Destroyed | AllDestroyed


def react(
    fight: Fight, state: CombatState, side: int, message: Message, round_number: int, before: SideState | None = None
) -> list[SideState]:  # fmt: skip
    """Return the states that a message may leave a side in: one under a fixed policy, all under `best`.

    `state` is the combat as this side sees it when the message comes; `before` is what has happened to the side in the
    round by then, nothing where it is left out. Only the reply to this message is among the hits back.
    """
    match message:
        case RollHits():
            return losses_from_roll(fight, state, side, message.hits, round_number)
        case HitBack():
            found = _hit_back(fight, state, side, message.hits, round_number)
        case Destroyed():
            forces, labels = destruction_options(fight, state, side, message.units)
            found = [SideState(force, state.spent, labels=labels) for force in forces]
        case AllDestroyed():
            found = [SideState(noncombatants(fight, side, state.forces[side]), state.spent)]
    if before is None:
        return found
    return [
        after._replace(sustained=joined(before.sustained, after.sustained), labels=united(before.labels, after.labels))
        for after in found
    ]


def _hit_back(fight: Fight, state: CombatState, side: int, hits: int, round_number: int) -> list[SideState]:
    """Return what hits that answer a use of Sustain Damage may cost a side: they are hits like others."""
    force = state.forces[side]
    plan = hit_plan(fight, state, side, round_number)
    if not plan.targets.victims.stacks(force):  # no card is spent on such hits
        return [SideState(force, state.spent)]
    return losses_from_hits(fight, plan, side, hits)


def apply_mutual_destruction(
    fight: Fight, before: CombatState, state: CombatState, number: int
) -> Labelled[CombatState]:
    """Return the state after units that were lost since an earlier one have taken all that fight there with them."""
    for side in (0, 1) if fight.can.destroys_mutually else ():
        lost = fight.lost(side, before.forces[side], state.forces[side], state.spent)
        destroys, labels = destroys_all(fight, state, side, lost, number)
        if destroys:
            kept = [noncombatants(fight, index, force) for index, force in enumerate(state.forces)]
            return Labelled(state._replace(forces=(kept[0], kept[1])), labels)
    return Labelled(state)


def noncombatants(fight: Fight, side: int, force: Force) -> Force:
    """Return what of a side's force takes no part in the combat."""
    return tuple([there for there in force if not fight.fights(side, fight.sides[side].units[there.unit])])


def destroys_all(
    fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], number: int
) -> Labelled[bool]:  # fmt: skip
    """Tell whether units that a side has lost take all that fight there with them."""
    if not lost or not fight.may_destroy_all[side]:
        return Labelled(False)
    key = (side, state.forces[side], lost, state.spent, number)

    def find() -> bool:
        moment = fight.blind_moment(state, side, number)
        acting = opened(moment, TakeAllAlong, fight.players[side])
        found = next((actor for actor in acting if actor.window.act(actor.moment, actor.owner, lost)), None)
        if found:
            found.note()
        return found is not None

    return fight.memory.destroys_all.get(key, find)


def answer_since(
    fight: Fight, before: CombatState, state: CombatState, side: int, round_number: int
) -> Labelled[tuple[UsedEffects, Sequence[Number]] | None]:
    """Return `answer_to_losses` for what a side has lost since an earlier state."""
    lost = fight.lost(side, before.forces[side], state.forces[side], state.spent)
    return answer_to_losses(fight, state, side, lost, round_number)


def answer_to_losses(
    fight: Fight, state: CombatState, side: int, lost: tuple[Unit, ...], round_number: int
) -> Labelled[tuple[UsedEffects, Sequence[Number]] | None]:
    """Return what is used once a side's first effect has answered destroyed units, and the chances of its hits.

    None where it has nothing to answer with.
    """
    if not lost or not fight.may_answer(state.spent, side):
        return Labelled(None)
    round_number = min(round_number, fight.special_rounds + 1)
    key = (side, state.forces[side], lost, state.spent, round_number, fight.observation(side, state))

    def find() -> tuple[UsedEffects, Sequence[Number]] | None:
        moment = fight.blind_moment(state, side, round_number)
        for actor in opened(moment, AnswerLosses, fight.players[side]):
            if dice := actor.window.act(actor.moment, actor.owner, lost):
                actor.note()
                spent = actor.spent(State((), state.spent)).spent
                return spent, fight.game.chances(roll([dice]))
        return None

    return fight.memory.answers.get(key, find)


def destruction_options(fight: Fight, state: CombatState, side: int, count: int) -> Labelled[list[Force]]:
    """Return what may be left of a side after its owner destroys that many of its units, without sustaining (87.5)."""
    force = state.forces[side]
    if not count:
        return Labelled([force])

    def find() -> list[Force]:
        found, labels = targets(fight, state, side, 0)
        fight.game.say(labels)
        hit = found.victims._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        if fight.takes_hits_singly[side]:
            left = force
            for _ in range(count):
                left, _ = after_one_hit(hit, left)
            return [left]
        moment = fight.moment_of_hits(state, side, 0)
        ways = options(hit._replace(moment=moment), moment.state, Hits(count))
        return [taken.state.at(fight.players[side], fight.place) for taken in ways]

    return fight.memory.destroyed.get((side, force, count, fight.observation(side, state)), find)


def used_by(state: CombatState, side: int, after: SideState) -> CombatState:
    """Return a state after what has happened to one side."""
    return with_side(state, side, after.force, after.spent)
