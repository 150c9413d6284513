"""Units that are placed in a combat because others were destroyed in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mecatol.combat.fight import Fight
from mecatol.combat.memory import united
from mecatol.combat.react import ANSWERING, answer_since, apply_mutual_destruction, destruction_options
from mecatol.combat.repairs import Remainder, sustained_this_round
from mecatol.combat.state import (
    SIDES,
    CombatState,
    Pair,
    SideState,
    UsedEffects,
    merge_used,
    remember_before,
    replaced,
    units_before,
    with_side,
    without_before,
)
from mecatol.combat.windows import PlaceForLosses
from mecatol.game.journal import Labelled
from mecatol.game.opening import opened
from mecatol.game.stages import Branch, Certain, Stage
from mecatol.game.state import Force, Stack, State, joined, totals
from mecatol.probability.dice import Number


def units_lost(before: Force, after: Force) -> Force:
    """Return what a force has lost, damaged or not, as undamaged units."""
    if before is after:
        return ()
    left = {unit: healthy + damaged for unit, healthy, damaged in after}
    return tuple([
        Stack(unit, healthy + damaged - left.get(unit, 0), 0)
        for unit, healthy, damaged in before
        if healthy + damaged > left.get(unit, 0)
    ])  # fmt: skip


def place_units(
    fight: Fight, before: CombatState, after: CombatState, round_number: int
) -> Labelled[CombatState]:  # fmt: skip
    """Return the state after both sides have placed what effects let them place for units that were destroyed.

    Hits that are left over have lapsed by then: none goes to the new units.
    """
    if not fight.may_place(after.spent):
        return Labelled(after)
    forces, used, said = after.forces, [], []
    lost = [units_lost(before.forces[side], after.forces[side]) if fight.replaceable[side] else () for side in SIDES]
    for side in SIDES:
        own, theirs = fight.placing_for[side]
        if (own and lost[side]) or (theirs and lost[1 - side]):
            (new, spent), labels = new_units(fight, after, side, (lost[side], lost[1 - side]), round_number)
            forces = replaced(forces, side, joined(forces[side], new))
            used.append(spent)
            said.append(labels)
    if not used:
        return Labelled(after)
    return Labelled(after._replace(forces=forces, spent=merge_used(after.spent, *used)), united(*said))


def remainder_of(
    fight: Fight, before: CombatState, side: int, losses: SideState, round_number: int
) -> Labelled[Remainder]:  # fmt: skip
    """Return what losses since a state leave of a side, with the units that it places for them.

    Where what is placed depends on the other side none are: then both are looked at together. The labels are of what is
    placed alone.
    """
    fresh = sustained_this_round(fight, before, side, losses.force, losses.sustained)
    rest = Remainder(losses.force, losses.spent, fresh)
    if fight.can.reinforces or not fight.placing_for[side][0]:
        return Labelled(rest)
    return with_new_units(fight, before, side, rest, (units_lost(before.forces[side], losses.force), ()), round_number)


def with_new_units(
    fight: Fight, before: CombatState, side: int, rest: Remainder, lost: Pair[Force], round_number: int
) -> Labelled[Remainder]:
    """Return what a round leaves of a side with the units that it places for losses, its own and then the other's."""
    if not any(lost) or not fight.may_place(rest.spent):
        return Labelled(rest)
    after = with_side(before, side, rest.force, rest.spent)
    (new, spent), labels = new_units(fight, after, side, lost, round_number)
    return Labelled(Remainder(joined(rest.force, new), spent, rest.fresh), labels)


def new_units(
    fight: Fight, after: CombatState, side: int, lost: Pair[Force], round_number: int
) -> Labelled[tuple[Force, UsedEffects]]:
    """Return what a side places for losses, its own and the other's, undamaged, and what is used up then.

    All forces with as many units of each type that counts, damaged or not, come to one answer.
    """
    for_own, for_theirs = fight.placing_for[side]
    own, theirs = lost[0] if for_own else (), lost[1] if for_theirs else ()
    number = min(round_number, fight.special_rounds + 1)
    observed = fight.observation(side, after) if fight.placement_observes else None
    left = after.forces[side]
    if fight.placing_by_types[side]:
        mine, others = fight.sides[side].kinds, fight.sides[1 - side].kinds
        gone = {mine[there.unit] for there in own} | {others[there.unit] for there in theirs}
        left = tuple([there for there in left if mine[there.unit] in gone])

    def find() -> tuple[Force, UsedEffects]:
        moment, position = fight.blind_moment(after, side, number), State((), after.spent)
        new: Force = ()
        for actor in opened(moment, PlaceForLosses, fight.players[side]):
            destroyed = theirs if actor.window.for_opponents else own
            if destroyed and (more := actor.window.act(actor.moment, actor.owner, destroyed)):
                actor.note()
                new = joined(new, more)
                position = actor.spent(position)
        return new, position.spent

    return fight.memory.placed.get((side, totals(left), own, theirs, after.spent, number, observed), find)


def remember_units(fight: Fight, position: State) -> State:
    """Return the position with what both sides have there now as what was there before: nothing of it is lost yet."""
    if not (fight.can.destroys_mutually or fight.can.places_units or fight.can.answers_losses):
        return position
    spent = without_before(position.spent)
    for player in fight.players:
        spent = remember_before(spent, player, position.at(player, fight.place))
    return position.having_spent(spent)


def with_consequences(fight: Fight, stages: Sequence[Stage], round_number: int) -> list[Stage]:
    """Return stages of a combat, after which what was destroyed in them takes others along, and units come for it.

    What was there before them is remembered meanwhile among what is used up. Cards that answer destroyed units do so
    before any are placed.
    """
    if not (fight.can.destroys_mutually or fight.can.places_units or fight.can.answers_losses):
        return list(stages)

    def separate_finished(position: State) -> State:
        before, after = _since(fight, position)
        fallen, labels = apply_mutual_destruction(fight, before, after, round_number)
        ended, more = place_units(fight, before, fallen, round_number)
        fight.game.say((*labels, *more))
        return position.put_each(fight.players, fight.place, ended.forces, ended.spent)

    answers = [_answering(fight, side, round_number) for side in ANSWERING] if fight.can.answers_losses else []
    remember = Certain(fight.game, lambda position: remember_units(fight, position))
    return [remember, *stages, *answers, Certain(fight.game, separate_finished)]


def _since(fight: Fight, position: State) -> tuple[CombatState, CombatState]:
    """Return what is remembered of how a combat stood, and its state in a position."""
    one, other = (units_before(position.spent, player) for player in fight.players)
    return CombatState((one, other)), fight.combat_state(position.having_spent(without_before(position.spent)))


def _answering(fight: Fight, side: int, round_number: int) -> Stage:
    """Return the stage in which a side's first card that answers destroyed units does so, if there is one to use."""
    other = fight.players[1 - side]

    def stage(position: State) -> Iterator[Branch]:
        before, after = _since(fight, position)
        after, labels = apply_mutual_destruction(fight, before, after, round_number)
        answer, more = answer_since(fight, before, after, side, round_number)
        fight.game.say((*labels, *more))
        if answer is None:
            yield Branch(fight.game.one, [position])
            return
        spent, chances = answer
        kept = position.put_each(fight.players, fight.place, after.forces)
        kept = kept.having_spent(merge_used(after.spent, position.spent, spent))
        for hits, chance in enumerate(chances):
            ways, said = destruction_options(fight, after._replace(spent=spent), 1 - side, hits)
            fight.game.say(said)
            yield Branch(chance, [kept.put(other, fight.place, force) for force in ways], other)

    return stage


def play_through(
    fight: Fight, stages: Sequence[Stage], position: State
) -> Iterator[tuple[Number, State, list[tuple[str, str]]]]:
    """Yield where stages in which nobody searches lead to, with the chance and what the trace says of it."""
    if not stages:
        yield fight.game.one, position, []
        return
    for branch in stages[0](position):
        option = branch.options[0]
        said = list(branch.notes.get(option, ()))
        for chance, end, more in play_through(fight, stages[1:], option):
            yield branch.probability * chance, end, [*said, *more]
