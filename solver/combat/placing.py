"""Units that are placed in a combat because others were destroyed in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.abilities import acting, note_effect
from solver.engine import Branch, Stage
from solver.state import Force, Stack, State, joined

if TYPE_CHECKING:
    from solver.combat.fight import Fight, Standing


def _fewer(before: Force, after: Force) -> Force:
    """Return what a force has lost, damaged or not, as undamaged units."""
    totals = {s.unit: s.total for s in after}
    return tuple(Stack(s.unit, s.total - totals.get(s.unit, 0), 0) for s in before if s.total > totals.get(s.unit, 0))


def placed(fight: Fight, before: Standing, after: Standing, round_number: int) -> Standing:
    """Return the standing after both sides have placed what effects let them place for units that were destroyed.

    Hits that are left over have lapsed by then: none goes to the new units.
    """
    lost = [_fewer(before.forces[side], after.forces[side]) for side in (0, 1)]
    new: list[Force] = [(), ()]
    state = State((), after.spent)
    for side in (0, 1) if any(lost) else ():
        moment = fight.moment(after, side, round_number)
        for owner, effect in acting(moment):
            if owner.index != fight.players[side] or not effect.places:
                continue
            if more := effect.places(moment, owner.index, lost[side], lost[1 - side]):
                note_effect(moment, owner, effect)
                new[side] = joined(new[side], more)
                state = state.use(owner.index, effect.slug) if effect.spends else state
    forces = joined(after.forces[0], new[0]), joined(after.forces[1], new[1])
    return after._replace(forces=forces, spent=state.spent)


def with_placing(fight: Fight, stage: Stage, round_number: int) -> Stage:
    """Return a stage of the combat after which units are placed for those that were destroyed in it."""

    def placing(state: State) -> Iterator[Branch]:
        before = fight.standing(state)
        for branch in stage(state):
            now = {option: _put(fight, before, option, round_number) for option in branch.options}
            notes = {now[option]: notes for option, notes in branch.notes.items()}
            yield Branch(branch.probability, list(now.values()), branch.chooser, notes)

    return placing


def _put(fight: Fight, before: Standing, option: State, round_number: int) -> State:
    after = placed(fight, before, fight.standing(option), round_number)
    for player, force in zip(fight.players, after.forces, strict=True):
        option = option.put(player, fight.place, force)
    return option.having_spent(after.spent)
