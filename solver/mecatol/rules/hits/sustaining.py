"""Taking hits one step at a time: a unit sustains, effects answer, and finally units are destroyed.

Pending hits are part of the position. Each stage does one thing, so that a player who searches decides about the next
unit knowing what happened to the last one, and an enemy may or may not hold a card that answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.units import Unit
from mecatol.effects.model import COMBAT, DAMAGED, USER
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.stages import Branch, Stage
from mecatol.game.state import Pending, State, changed
from mecatol.game.waiting import worth_playing
from mecatol.probability.dice import Number
from mecatol.rules.capacity.carrying import removals_of
from mecatol.rules.hits.assignment import (
    Taken,
    Victims,
    next_to_sustain,
    note_help,
    options,
    victims,
)
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.hits.repaired import repair_sustained
from mecatol.rules.hits.taken_along import taken_along
from mecatol.rules.hits.windows import AfterSustain, Hits, RepairInCombat, RepairSustained, SustainAnswer, TakeAllAlong

NOBODY = ""
"""As a forced first choice: nobody sustains at first."""


class Take(NamedTuple):
    """How a player takes hits: from which source, and under which circumstances."""

    game: Game
    step: str
    """The step whose effects act."""
    player: int
    by: int
    ability: str
    """The unit ability that hit, by slug, or COMBAT."""
    place: str
    eligible: Callable[[Unit], bool]
    ground: bool = False
    at_once: bool = False
    """Whether capacity is enforced at once, as it is outside combat."""
    round_ends: bool = False
    """Whether a combat round ends after the hits, so that units may be repaired."""
    held: int = 100
    """How likely it is, in per cent, that the one who hits holds the cards named that destroy what sustains."""
    first: str | None = None
    """A first choice that is forced: a type of unit that sustains, or NOBODY; None: free."""

    def moment(self, state: State) -> Moment:
        """Return the circumstances in a position."""
        number = int(self.ability == COMBAT)
        return Moment(self.game, state, self.step, self.ability, self.by, self.player, self.place, number)

    def victims(self, state: State) -> Victims:
        """Return who can be hit, and who can sustain."""
        return victims(self.moment(state), self.eligible, self.ground)

    @property
    def side(self) -> Side:
        """The player who takes the hits."""
        return self.game.sides[self.player]

    @property
    def searches(self) -> bool:
        """Whether that player looks for the best way to take them."""
        return self.side.policy.searches


def _settled(take: Take, state: State, all_lost: bool = False) -> list[State]:
    """Return the positions after excess units were removed, where capacity counts at once (16.3).

    That concerns the player who takes the hits; where nobody has a ship left (`all_lost`), the others too.
    """
    if not take.at_once:
        return [state]
    return removals_of(take.game, take.game.sides if all_lost else [take.side], state)


def _cancelling(take: Take) -> Stage:
    """Return the stage in which effects cancel hits before anything sustains."""

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(take.player, take.ability)
        if waiting is None or not take.victims(state).stacks(state.at(take.player, take.place)):
            yield Branch(take.game.one, [state])
            return
        ways = hits_after_effects(take.moment(state), waiting.hits, take.searches)
        yield Branch(
            take.game.one, [after.wait(waiting._replace(hits=hits.number)) for hits, after in ways], take.player
        )

    return stage


def _able(hit: Victims, state: State, waiting: Pending) -> list[str]:
    """Return the types of units that can sustain one of the pending hits."""
    units = state.at(hit.moment.target, hit.moment.place)
    stacks = hit.stacks(units)
    if not stacks:
        return []
    able = [s.unit for s in units if s.healthy and s.unit in hit.covering]
    able += [s.unit for s in stacks if hit.can_sustain(s)]
    if not waiting.lent:
        able += [s.unit for s in stacks if s.healthy and s.unit in hit.lending]
    return able


def _sustaining(take: Take, hit: Victims, state: State, waiting: Pending, unit: str) -> State:
    """Return the position in which a unit has just sustained."""
    units = changed(state.at(take.player, take.place), unit, healthy=-1, damaged=1)
    return state.put(take.player, take.place, units).wait(
        waiting._replace(
            hits=waiting.hits - min(waiting.hits, hit.cancels),
            sustaining=unit,
            lent=waiting.lent or unit in hit.lending,
            sustained=changed(waiting.sustained, unit, damaged=1),
        )
    )


@cites("87.1", "87.2", "87.3", "87.6")
def _choosing(take: Take) -> Stage:
    """Return the stage in which a unit may sustain: the policy's choice, or any or none under `best`."""

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(take.player, take.ability)
        if waiting is None or not waiting.hits:
            yield Branch(take.game.one, [state])
            return
        hit = take.victims(state)
        units = state.at(take.player, take.place)
        plain = next_to_sustain(hit, units, waiting.hits, lent=waiting.lent) or NOBODY
        wanted = [plain]
        if take.first is not None and not waiting.sustained:
            wanted = [take.first if take.first in _able(hit, state, waiting) else NOBODY]
        elif take.searches:
            wanted += [unit for unit in (*_able(hit, state, waiting), NOBODY) if unit != plain]
        if wanted[0]:
            _note_cancelling(take, hit)
            note_help(hit, wanted[0])
        yield Branch(
            take.game.one,
            [_sustaining(take, hit, state, waiting, unit) if unit else state for unit in wanted],
            take.player,
        )

    return stage


def _note_cancelling(take: Take, hit: Victims) -> None:
    name = take.side.name
    take.game.note("87.1", f"Before assigning hits, {name} may use Sustain Damage: each use cancels one hit.")
    if hit.cancels > 1:
        take.game.note("87.6", f"Each use by {name}’s units cancels two hits, if there are two.")


def _answers(take: Take, state: State, unit: Unit) -> Iterator[tuple[Number, State, list[SustainAnswer]]]:
    """Yield the possible answers to a use of Sustain Damage: probability, position, the answers given.

    Where the cards may not be held, the first use that they could answer tells.
    """
    game = take.game
    ways: list[tuple[Number, State, list[SustainAnswer]]] = [(game.one, state, [])]
    for actor in opened(take.moment(state), AfterSustain):
        answer = actor.window.act(actor.moment, actor.owner, unit)
        if not answer:
            continue
        after: list[tuple[Number, State, list[SustainAnswer]]] = []
        for chance, position, given in ways:
            held = game.one
            uncertain = answer.destroys and actor.owner == take.by
            if uncertain and actor.effect.spends and not position.used(actor.owner, actor.effect.slug):
                held = Fraction(take.held, 100) if game.exact else take.held / 100
            if held:
                actor.note()
                after.append((chance * held, actor.spent(position), [*given, answer]))
            if held != 1:
                none = actor.spent(position, actor.side.effects[actor.effect.slug])
                after.append((chance * (1 - held), none, given))
        ways = after
    yield from ways


@cites("87.5")
def _answering(take: Take) -> Stage:
    """Return the stage in which a unit that has sustained is destroyed anyway, or its attacker suffers hits."""

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(take.player, take.ability)
        if waiting is None or not waiting.sustaining:
            yield Branch(take.game.one, [state])
            return
        unit = take.side.units[waiting.sustaining]
        state = state.wait(waiting._replace(sustaining=""))
        for chance, after, answers in _answers(take, state, unit):
            back = sum(answer.hits_back for answer in answers)
            if back:
                known = after.waiting(take.by, COMBAT) or Pending(take.by, take.player, 0, COMBAT)
                after = after.wait(known._replace(hits=known.hits + back))
            if any(answer.destroys for answer in answers):
                units = changed(after.at(take.player, take.place), unit.type, damaged=-1)
                after = after.put(take.player, take.place, units)
                fallen = taken_along(take.moment(state), after)
                yield Branch(chance, _settled(take, fallen, fallen is not after), take.player)
            else:
                yield Branch(chance, [_may_be_repaired(take, after, unit)], take.player)

    return stage


def _may_be_repaired(take: Take, state: State, unit: Unit) -> State:
    """Return the position in which it is known whether an effect can repair a unit that has just sustained."""
    waiting, moment = state.waiting(take.player, take.ability), take.moment(state)
    if waiting and any(actor.window.act(actor.moment, actor.owner, unit) for actor in opened(moment, RepairSustained)):
        return state.wait(waiting._replace(repairable=changed(waiting.repairable, unit.type, damaged=1)))
    return state


def _repaired_at_once(take: Take, state: State, sustained: Pending) -> State:
    """Return the position after repairs of what sustained and is left: nobody pays for what is to be lost."""
    if not sustained.repairable:
        return state
    units = state.at(take.player, take.place)
    left, after = repair_sustained(take.moment(state), units, sustained.repairable, lambda actor, unit: True)
    return after.put(take.player, take.place, left)


@cites("87.3")
def _repaired(take: Take, taken: State, sustained: Pending) -> State:
    """Return the position after what repairs units at the end of a combat round."""
    state = taken
    moment = take.moment(state)._replace(player=take.player, target=take.by, round=1)
    for actor in opened(moment, RepairInCombat, take.player):
        units = state.at(take.player, take.place)
        new = actor.window.act(moment.at(state), actor.owner, units, sustained.sustained)
        repaired = sum(s.damaged for s in units) - sum(s.damaged for s in new)
        if new != units and worth_playing(actor.side, actor.effect, DAMAGED, repaired):
            actor.note()
            state = actor.spent(state.put(take.player, take.place, new))
    return state


def nothing_follows(take: Take) -> bool:
    """Tell whether nothing after the losses depends on which units are lost: no capacity, repair or further loss."""
    answers = take.game.windows(take.step, AfterSustain)
    returns = any(held.side.index == take.by and held.effect.of != USER for held in answers)
    fells = any(held.side.index == take.player for held in take.game.windows(take.step, TakeAllAlong))
    return not (take.at_once or take.round_ends or returns or fells)


def _cheapest_lost(take: Take, hit: Victims, state: State, count: int) -> State:
    """Return the position after the units that are worth least are destroyed, damaged ones before others."""
    units = state.at(take.player, take.place)
    for there in sorted(hit.stacks(units), key=lambda s: take.side.units[s.unit].price):
        damaged = min(count, there.damaged)
        healthy = min(count - damaged, there.healthy)
        units = changed(units, there.unit, healthy=-healthy, damaged=-damaged)
        count -= damaged + healthy
    return state.put(take.player, take.place, units)


def _losing(take: Take) -> Stage:
    """Return the stage in which the hits that are left destroy units.

    A player who searches loses the least valuable units if nothing else depends on it; otherwise every way is weighed.
    """
    simple = take.searches and nothing_follows(take)

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(take.player, take.ability)
        if waiting is None:
            yield Branch(take.game.one, [state])
            return
        hit = take.victims(state)._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        state = state.without_pending(take.player, take.ability)
        if simple:
            lost = _cheapest_lost(take, hit, state, waiting.hits)
            yield Branch(take.game.one, [_repaired_at_once(take, lost, waiting)], take.player)
            return
        found: dict[State, None] = {}
        for taken in options(hit, state, Hits(waiting.hits)):
            fallen = taken_along(take.moment(state), taken.state)
            for after in _settled(take, _repaired_at_once(take, fallen, waiting), fallen is not taken.state):
                found[_repaired(take, after, waiting) if take.round_ends else after] = None
        yield Branch(take.game.one, list(found), take.player)

    return stage


def _uses(take: Take, state: State) -> int:
    """Return how many uses of Sustain Damage there can be at most."""
    return sum(s.healthy for s in state.at(take.player, take.place) if take.side.units[s.unit].sustain_damage) + 1


def taking_stages(take: Take, start: State) -> list[Stage]:
    """Return the stages in which a player takes the pending hits.

    `start` is a position with at least as many units as there can be when they are played.
    """
    stages = [_cancelling(take)]
    for _ in range(_uses(take, start)):
        stages += [_choosing(take), _answering(take)]
    return [*stages, _losing(take)]


@cites("87.5")
def outright_stage(take: Take, count: int) -> Stage:
    """Return the stage in which so many units are destroyed outright: nothing can cancel that."""

    def stage(state: State) -> Iterator[Branch]:
        hit = take.victims(state)._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        ways: list[Taken] = options(hit, state, Hits(count))
        found: dict[State, None] = {}
        for taken in ways:
            fallen = taken_along(take.moment(state), taken.state)
            found |= dict.fromkeys(_settled(take, fallen, fallen is not taken.state))
        yield Branch(take.game.one, list(found), take.player)

    return stage
