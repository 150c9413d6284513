"""What comes back at the end of a round: units placed for destroyed ones; `repairs.py` has the repairs that follow.

They are worked out a side at a time where they depend on nothing else (`with_placed`), and for both sides at once where
they do (`place_units`). Stages between the rounds, such as strikes at the start of a combat, are followed by the same
(`with_consequences`). Effects that repair in all of the system repair units that take no part in the combat as well
(`with_repairs`, `repaired_beyond`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from mecatol.domain.clauses import cites
from mecatol.effects.model import COMBAT
from mecatol.game.labels import Labelled, united
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.stages import Branch, Certain, Stage
from mecatol.game.state import Force, Stack, State, arranged, joined, totals
from mecatol.probability.dice import Number
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import (
    ANSWERING,
    ORDER,
    Phase,
    answer_since,
    apply_mutual_destruction,
    destruction_options,
)
from mecatol.rules.combat.repairs import sustained_this_round
from mecatol.rules.combat.state import (
    BEFORE,
    SIDES,
    USED,
    CombatState,
    Mark,
    Pair,
    Remainder,
    SideState,
    UsedEffects,
    mapped,
    merge_used,
    replaced,
    with_side,
)
from mecatol.rules.combat.windows import PlaceForLosses
from mecatol.rules.hits.windows import RepairInCombat


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


def left_after(
    fight: Fight, before: CombatState, side: int, losses: SideState, hit: CombatState
) -> tuple[Remainder, Force]:  # fmt: skip
    """Return what losses leave of a side before any units are placed, and what it has lost as far as that matters.

    `hit` is the state in which hits were assigned: the side's own roll may have cost it units before that.
    """
    fresh = sustained_this_round(fight, hit, side, losses.force, losses.sustained)
    lost = units_lost(before.forces[side], losses.force) if fight.placing_for[side][0] else ()
    return Remainder(losses.force, losses.spent, fresh), lost


def with_placed(
    fight: Fight, before: CombatState, side: int, rest: Remainder, lost: Pair[Force], round_number: int
) -> Labelled[Remainder]:
    """Return what a round leaves of a side with the units that it places for what it and the other side have lost.

    It is worked out with no other side in sight: where what is placed depends on what that has left, both are worked
    out together (`place_units`). The labels are only those of what is placed.
    """
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
        _warn_of_replacements(fight, side, new)
        return new, position.spent

    return fight.memory.placed.get((side, totals(left), own, theirs, after.spent, number, observed), find)


def _warn_of_replacements(fight: Fight, side: int, new: Force) -> None:
    """Warn where new units may count as those that the copies of an effect represent: nothing tells them apart."""
    player = fight.sides[side]
    placed = {player.kinds[there.unit] for there in new}
    for owner, effect in fight.game.active_effects(fight.step):
        if owner is player and effect.per_unit in placed:
            fight.game.warn(
                f"{player.name}’s {effect.name}: once some of those units are destroyed, units of their type that are "
                "placed in the combat count in their place."
            )


def remember_units(fight: Fight, position: State) -> State:
    """Return the position with what both sides have there now as what was there before: nothing of it is lost yet."""
    if not (fight.can.destroys_mutually or fight.can.places_units or fight.can.answers_losses):
        return position
    spent = BEFORE.without(position.spent)
    for player in fight.players:
        spent = BEFORE.remember(spent, player, {s.unit: s.total for s in position.at(player, fight.place)})
    return position.having_spent(spent)


def with_consequences(fight: Fight, stages: Sequence[Stage], round_number: int) -> list[Stage]:
    """Return stages of a combat, after which what was destroyed in them takes others along, and units come for it.

    What was there before them is remembered meanwhile among what is used up. What follows has the order of a round.
    """
    can, game = fight.can, fight.game
    if not (can.destroys_mutually or can.places_units or can.answers_losses):
        return list(stages)

    def fall(position: State) -> State:
        fallen, labels = apply_mutual_destruction(fight, *_since(fight, position), round_number)
        game.say(labels)
        return position.put_each(fight.players, fight.place, fallen.forces)

    def place(position: State) -> State:
        ended, labels = place_units(fight, *_since(fight, position), round_number)
        game.say(labels)
        return position.put_each(fight.players, fight.place, ended.forces, ended.spent)

    found: list[Stage] = [Certain(game, lambda position: remember_units(fight, position)), *stages]
    for phase in ORDER:
        match phase:
            case Phase.HITS_BACK:
                pass  # they are assigned with the hits that they answer
            case Phase.ALL_DESTROYED:
                found += [Certain(game, fall)] if can.destroys_mutually else []
            case Phase.ANSWERS:
                found += [_answering(fight, side, round_number) for side in ANSWERING] if can.answers_losses else []
            case _:
                assert_never(phase)
    return [*found, Certain(game, place)]


def _since(fight: Fight, position: State) -> tuple[CombatState, CombatState]:
    """Return what is remembered of how a combat stood, and its state in a position."""
    before = mapped(fight.players, lambda player: BEFORE.remembered(position.spent, player).items())
    forces = mapped(before, lambda units: arranged(Stack(unit, times) for unit, times in units))
    return CombatState(forces), fight.combat_state(position.having_spent(BEFORE.without(position.spent)))


def _answering(fight: Fight, side: int, round_number: int) -> Stage:
    """Return the stage in which a side's first card that answers destroyed units does so, if there is one to use."""
    other = fight.players[1 - side]

    def stage(position: State) -> Iterator[Branch]:
        before, after = _since(fight, position)
        answer, labels = answer_since(fight, before, after, side, round_number)
        fight.game.say(labels)
        if answer is None:
            yield Branch(fight.game.one, [position])
            return
        spent, chances = answer
        kept = position.having_spent(merge_used(after.spent, position.spent, spent))
        for hits, chance in enumerate(chances):
            ways, said = destruction_options(fight, after._replace(spent=spent), 1 - side, hits)
            fight.game.say(said)
            left = [kept.put(other, fight.place, force) for force in ways]
            yield Branch(chance, left, other, rolled=((fight.players[side], hits),))

    return stage


@cites("78.2.a", "87.3")
def with_repairs(game: Game, step: str, stages: Sequence[Stage], places: Sequence[str]) -> list[Stage]:
    """Return stages with combats of a step, after which what was used in them has repaired units in other places too.

    How often it had been used before is remembered meanwhile among what is used up, where it may be used again and
    anything is damaged there.
    """
    held = _reaching(game, step)
    if not (held and places):
        return list(stages)
    mark = Mark(f"{USED.begins}{'+'.join(places)}:")

    def remember(position: State) -> State:
        spent = position.spent
        for each in held:
            player, slug = each.side.index, each.effect.slug
            used, damaged = position.used(player, slug), (s.damaged for at in places for s in position.at(player, at))
            if used < each.side.effects[slug] and any(damaged):
                spent = mark.remember(spent, player, {slug: used})
        return position.having_spent(spent)

    def repair(position: State) -> State:
        for each in held:
            player, slug = each.side.index, each.effect.slug
            before = mark.remembered(position.spent, player).get(slug)
            if before is not None and position.used(player, slug) > before:
                position = _repaired(game, position, each, places, step)
        return position.having_spent(mark.without(position.spent))

    return [Certain(game, remember), *stages, Certain(game, repair)]


@cites("78.2.a", "87.3")
def repaired_beyond(
    game: Game, step: str, ends: Iterable[tuple[State, Number]], places: Sequence[str]
) -> Iterable[tuple[State, Number]]:
    """Return the ends of a combat by itself, in order: what was used in it has repaired units in these places too."""
    reaching = _reaching(game, step)
    return [(_repaired_by(game, reaching, end, places, step), mass) for end, mass in ends] if reaching else ends


def _repaired_by(
    game: Game, reaching: Sequence[InPlay[RepairInCombat]], after: State, places: Sequence[str], step: str
) -> State:
    """Return the position after a combat, a step of its own, in which some of these effects may have been used."""
    for held in reaching:
        player, slug = held.side.index, held.effect.slug
        if after.used(player, slug) > game.start.used(player, slug):
            after = _repaired(game, after, held, places, step)
    return after


def _reaching(game: Game, step: str) -> list[InPlay[RepairInCombat]]:
    """Return the effects that repair in all of the system."""
    return [held for held in game.windows(step, RepairInCombat) if held.window.everywhere]


def _repaired(game: Game, position: State, held: InPlay[RepairInCombat], places: Sequence[str], step: str) -> State:
    """Return the position after the effect has repaired its owner's units in these places."""
    player = held.side.index
    for place in places:
        moment = Moment(game, position, step, COMBAT, player, 0 if player else 1, place)
        position = position.put(player, place, held.window.act(moment, player, position.at(player, place), ()))
    return position
