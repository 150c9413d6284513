"""What hits set off beyond the losses: hits that answer them, and what destroyed units do with their last breath."""

from __future__ import annotations

from collections.abc import Iterator

from solver.combat.fight import Fight
from solver.combat.standing import Losses, Standing
from solver.combat.windows import AnswerLosses, TakeAllAlong
from solver.dice import Number, roll
from solver.hits.assignment import by_policy, victims
from solver.hits.windows import Hits
from solver.opening import opened
from solver.rolls.gathering import hits_after_effects
from solver.state import Force, State, joined
from solver.units import Unit


def struck_back(
    fight: Fight, standing: Standing, losses: tuple[Losses, Losses], round_number: int
) -> tuple[Standing, tuple[Force, Force]]:
    """Return the standing after hits that answer uses of Sustain Damage, answers to those included.

    With it comes what has sustained in the round, as damaged units, on both sides.
    """
    forces, spent = list(standing.forces), standing.spent
    sustained = [losses[0].sustained, losses[1].sustained]
    coming = [losses[1].hits_back, losses[0].hits_back]
    while any(coming):
        back = [0, 0]
        for side in (0, 1):
            if not coming[side]:
                continue
            moment = fight.moment(Standing((forces[0], forces[1]), spent), 1 - side, round_number)
            hit = fight.victims(moment, side)
            if not hit.stacks(forces[side]):
                continue
            left, state = hits_after_effects(moment, coming[side], search=False)[0]  # they are hits like others
            taken = by_policy(hit, state, left)
            forces[side] = taken.state.at(fight.players[side], fight.place)
            spent = taken.state.spent
            sustained[side] = joined(sustained[side], taken.sustained)
            back[1 - side] = taken.hits_back
        coming = back
    return Standing((forces[0], forces[1]), spent), (sustained[0], sustained[1])


def felled(fight: Fight, standing: Standing, lost: tuple[tuple[Unit, ...], tuple[Unit, ...]], number: int) -> Standing:
    """Return the standing after units that were lost have taken all that fight there with them."""
    for side in (0, 1):
        moment = fight.moment(standing, side, number)
        for actor in opened(moment, TakeAllAlong, fight.players[side]) if lost[side] else ():
            if actor.window.act(moment, actor.owner, lost[side]):
                actor.note()
                kept = [
                    tuple(s for s in force if not fight.fights(index, fight.sides[index].units[s.unit]))
                    for index, force in enumerate(standing.forces)
                ]
                return standing._replace(forces=(kept[0], kept[1]))
    return standing


def last_words(
    fight: Fight, before: Standing, standing: Standing, round_number: int
) -> Iterator[tuple[Standing, Number]]:
    """Yield the standing after effects that answer destroyed units with a roll, and those that answer these."""
    ways: list[tuple[Standing, Number]] = [(standing, fight.game.one)]
    for side in (0, 1, 0):
        after = []
        for struck, part in ways:
            after += [(then, part * chance) for then, chance in _last_word(fight, before, struck, side, round_number)]
        ways = after
    yield from ways


def _last_word(
    fight: Fight, before: Standing, standing: Standing, side: int, round_number: int
) -> Iterator[tuple[Standing, Number]]:
    """Yield the standing after one side's first effect that answers destroyed units, if it has one to use."""
    lost = fight.lost(side, before.forces[side], standing.forces[side])
    moment = fight.moment(standing, side, round_number)
    for actor in opened(moment, AnswerLosses, fight.players[side]) if lost else ():
        dice = actor.window.act(moment, actor.owner, lost)
        if not dice:
            continue
        actor.note()
        spent = actor.spent(State((), standing.spent)).spent
        for hits, chance in enumerate(fight.game.chances(roll([dice]))):
            force = _destroyed(fight, standing, 1 - side, hits)
            forces = (standing.forces[0], force) if side == 0 else (force, standing.forces[1])
            yield Standing(forces, spent), chance
        return
    yield standing, fight.game.one


def _destroyed(fight: Fight, standing: Standing, side: int, count: int) -> Force:
    """Return a side's force after its owner destroys that many of its units, without sustaining (87.5)."""
    moment = fight.moment(standing, 1 - side, 0)
    hit = victims(moment, lambda unit: fight.fights(side, unit))
    hit = hit._replace(sustaining=frozenset(), lending=frozenset())
    return by_policy(hit, moment.state, Hits(count)).state.at(fight.players[side], fight.place)
