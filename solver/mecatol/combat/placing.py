"""Units that are placed in a combat because others were destroyed in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mecatol.combat.destruction import ANSWERING, answered_since, destructions, felled
from mecatol.combat.repairs import Rest, fresh_in
from mecatol.combat.spent import Spent, merged, remember_before, there_before, without_before
from mecatol.combat.standing import Losses, Standing, beside
from mecatol.combat.windows import PlaceForLosses
from mecatol.game.opening import opened
from mecatol.game.stages import Branch, Certain, Stage
from mecatol.game.state import Force, Stack, State, joined, totals
from mecatol.probability.dice import Number

if TYPE_CHECKING:
    from mecatol.combat.fight import Fight


def fewer(before: Force, after: Force) -> Force:
    """Return what a force has lost, damaged or not, as undamaged units."""
    if before is after:
        return ()
    left = {unit: healthy + damaged for unit, healthy, damaged in after}
    return tuple([
        Stack(unit, healthy + damaged - left.get(unit, 0), 0)
        for unit, healthy, damaged in before
        if healthy + damaged > left.get(unit, 0)
    ])  # fmt: skip


def placed(fight: Fight, before: Standing, after: Standing, round_number: int) -> Standing:
    """Return the standing after both sides have placed what effects let them place for units that were destroyed.

    Hits that are left over have lapsed by then: none goes to the new units.
    """
    forces, used = list(after.forces), []
    lost = [fewer(before.forces[side], after.forces[side]) if fight.missed[side] else () for side in (0, 1)]
    for side in (0, 1):
        own, theirs = fight.placing_for[side]
        if (own and lost[side]) or (theirs and lost[1 - side]):
            forces[side], spent = with_new(fight, after, side, (lost[side], lost[1 - side]), round_number)
            used.append(spent)
    if not used:
        return after
    return after._replace(forces=(forces[0], forces[1]), spent=merged(after.spent, *used))


def rest_of(fight: Fight, before: Standing, side: int, losses: Losses, round_number: int) -> Rest:
    """Return what losses since a standing leave of a side, with the units that it places for its own losses.

    Where what is placed depends on the other side none are: then both are looked at together.
    """
    force, spent = losses.force, losses.spent
    fresh = fresh_in(fight, before, side, force, losses.sustained)
    if not fight.growing and fight.placing_for[side][0] and fight.may_place(spent):
        gone = fewer(before.forces[side], force)
        if gone:
            force, spent = with_new(fight, beside(before, side, force, spent), side, (gone, ()), round_number)
    return Rest(force, spent, fresh)


def with_new(
    fight: Fight, after: Standing, side: int, lost: tuple[Force, Force], round_number: int
) -> tuple[Force, Spent]:
    """Return a side's force with what it places for losses, its own and the other's, and what is used up then."""
    new, spent = newcomers(fight, after, side, lost, round_number)
    return joined(after.forces[side], new), spent


def newcomers(
    fight: Fight, after: Standing, side: int, lost: tuple[Force, Force], round_number: int
) -> tuple[Force, Spent]:
    """Return what a side places for losses, its own and the other's, undamaged, and what is used up then.

    It is the same for all forces with as many units of each type that counts, damaged or not.
    """
    for_own, for_theirs = fight.placing_for[side]
    own, theirs = lost[0] if for_own else (), lost[1] if for_theirs else ()
    number = min(round_number, fight.special_rounds + 1)
    across = fight.beside(side, after) if fight.placing_across else None
    left = after.forces[side]
    if fight.placing_by_types[side]:
        mine, others = fight.sides[side].kinds, fight.sides[1 - side].kinds
        gone = {mine[there.unit] for there in own} | {others[there.unit] for there in theirs}
        left = tuple([there for there in left if mine[there.unit] in gone])
    key = side, totals(left), own, theirs, after.spent, number, across

    def find() -> tuple[Force, Spent]:
        moment, state = fight.moment(after, side, number), State((), after.spent)
        new: Force = ()
        for actor in opened(moment, PlaceForLosses, fight.players[side]):
            destroyed = theirs if actor.window.for_opponents else own
            if destroyed and (more := actor.window.act(moment, actor.owner, destroyed)):
                actor.note()
                new = joined(new, more)
                state = actor.spent(state)
        return new, state.spent

    return fight.memory.placed.get(key, fight.game.journal, find)


def remembered(fight: Fight, state: State) -> State:
    """Return the position with what both sides have there now as what was there before: nothing of it is lost yet."""
    if not (fight.toppling or fight.placing or fight.answering):
        return state
    spent = without_before(state.spent)
    for player in fight.players:
        spent = remember_before(spent, player, state.at(player, fight.place))
    return state.having_spent(spent)


def with_aftermath(fight: Fight, stages: Sequence[Stage], round_number: int) -> list[Stage]:
    """Return stages of a combat, after which what was destroyed in them takes others along, and units come for it.

    What was there before them is remembered meanwhile among what is used up. Cards that answer destroyed units do so
    before any are placed.
    """
    if not (fight.toppling or fight.placing or fight.answering):
        return list(stages)

    def settle(state: State) -> State:
        before, after = _since(fight, state)
        ended = placed(fight, before, felled(fight, before, after, round_number), round_number)
        return state.put_each(fight.players, fight.place, ended.forces, ended.spent)

    answers = [_answering(fight, side, round_number) for side in ANSWERING] if fight.answering else []
    remember = Certain(fight.game, lambda state: remembered(fight, state))
    return [remember, *stages, *answers, Certain(fight.game, settle)]


def _since(fight: Fight, state: State) -> tuple[Standing, Standing]:
    """Return what is remembered of how a combat stood, and how it stands in a position."""
    one, other = (there_before(state.spent, player) for player in fight.players)
    return Standing((one, other)), fight.standing(state.having_spent(without_before(state.spent)))


def _answering(fight: Fight, side: int, round_number: int) -> Stage:
    """Return the stage in which a side's first card that answers destroyed units does so, if there is one to use."""
    other = fight.players[1 - side]

    def stage(state: State) -> Iterator[Branch]:
        before, after = _since(fight, state)
        after = felled(fight, before, after, round_number)
        answer = answered_since(fight, before, after, side, round_number)
        if answer is None:
            yield Branch(fight.game.one, [state])
            return
        spent, chances = answer
        kept = state.put_each(fight.players, fight.place, after.forces)
        kept = kept.having_spent(merged(after.spent, state.spent, spent))
        for hits, chance in enumerate(chances):
            ways = destructions(fight, after._replace(spent=spent), 1 - side, hits)
            yield Branch(chance, [kept.put(other, fight.place, force) for force in ways], other)

    return stage


def play_through(
    fight: Fight, stages: Sequence[Stage], state: State
) -> Iterator[tuple[Number, State, list[tuple[str, str]]]]:
    """Yield where stages in which nobody searches lead to, with the chance and what the trace says of it."""
    if not stages:
        yield fight.game.one, state, []
        return
    for branch in stages[0](state):
        option = branch.options[0]
        said = list(branch.notes.get(option, ()))
        for chance, end, more in play_through(fight, stages[1:], option):
            yield branch.probability * chance, end, [*said, *more]
