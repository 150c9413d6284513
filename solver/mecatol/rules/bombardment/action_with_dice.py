"""An action of its own whose dice hit ground forces on a planet: the player who takes it assigns the hits."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.domain.clauses import cites
from mecatol.domain.steps import BOMBARDMENT_STEP
from mecatol.domain.units import planet_name
from mecatol.game.labels import Rolled
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import acting
from mecatol.game.stages import Branch, Stage
from mecatol.game.state import Force, Stack, State, changed
from mecatol.probability.dice import roll
from mecatol.rules.bombardment.shields import Target, targets
from mecatol.rules.bombardment.windows import ActionWithDice
from mecatol.rules.hits.assignment import Victims, victims
from mecatol.rules.hits.produced import hits_after_effects


def actions_with_dice(game: Game) -> list[Stage]:
    """Return the stages of such actions, in order of play."""
    return [_stage(game, held) for held in game.windows(BOMBARDMENT_STEP, ActionWithDice)]


def _target(game: Game, state: State, held: InPlay[ActionWithDice]) -> Target | None:
    """Return whom an action is aimed at: on the planet that its owner names, else the first with ground forces."""
    there = [target for target in targets(game, state) if target.player != held.side.index]
    named = held.side.policy.extra_dice.get(held.effect.slug)
    there = [target for target in there if named in (None, target.planet)]
    armed = [target for target in there if _ground_forces(game, state, target)]
    return next(iter(armed or there), None)


def _ground_forces(game: Game, state: State, target: Target) -> bool:
    units = state.at(target.player, target.planet)
    return any(s.unit in game.sides[target.player].ground_forces for s in units)


@cites("87.1")
def _stage(game: Game, held: InPlay[ActionWithDice]) -> Stage:
    owner, slug = held.side.index, held.effect.slug

    def stage(state: State) -> Iterator[Branch]:
        target = _target(game, state, held)
        if target is None:
            yield Branch(game.one, [state])
            return
        moment = Moment(game, state, BOMBARDMENT_STEP, slug, owner, target.player, target.planet)
        actor = acting(moment, held)
        dice = actor.window.act(actor.moment, owner, held.side.effects[slug]) if actor else None
        if actor is None or dice is None:
            yield Branch(game.one, [state])
            return
        actor.note()
        foe, chances = game.sides[target.player], game.chances(roll((dice,)))
        game.rolled(Rolled(held.side.name, foe.name, target.planet, slug, (dice,), tuple(chances)))
        where = planet_name(target.planet)
        game.note(
            "87.1", f"{held.side.name} assigns the hits to {foe.name}’s ground forces on {where}, which may sustain."
        )
        for produced, chance in enumerate(chances):
            if chance:
                counted = moment.at(state.count_hits(owner, produced))
                ways = hits_after_effects(counted, produced, foe.policy.searches)
                ends = [_struck(counted.at(after), after, hits.number) for hits, after in ways]
                yield Branch(chance, list(dict.fromkeys(ends)), target.player)

    return stage


def _struck(moment: Moment, state: State, number: int) -> State:
    """Return the position after so many hits: those that destroy at once come first, on the dearest units.

    That destroys the most. A unit that sustains needs one more hit than it cancels, the damaged one first.
    """
    hit = victims(moment, lambda unit: unit.is_ground_force, ground=True)
    there = state.at(moment.target, moment.place)
    for _ in range(number):
        pieces = [Stack(s.unit, 0, 1) for s in hit.stacks(there) if s.damaged]
        pieces += [Stack(s.unit, 1, 0) for s in hit.stacks(there) if s.healthy and s.unit not in hit.sustaining]
        if not pieces:
            break
        chosen = max(pieces, key=lambda piece: (hit.side.units[piece.unit].price, piece.damaged))
        there, number = changed(there, chosen.unit, -chosen.healthy, -chosen.damaged), number - 1
    return state.put(moment.target, moment.place, _sustaining(hit, there, number))


def _sustaining(hit: Victims, there: Force, number: int) -> Force:
    """Return what is left of units that are all undamaged and can sustain, after so many more hits."""
    for stack in sorted(hit.stacks(there), key=lambda s: hit.side.units[s.unit].price):
        for _ in range(stack.healthy if stack.unit in hit.sustaining else 0):
            if number > hit.cancels:
                there, number = changed(there, stack.unit, healthy=-1), number - hit.cancels - 1
            elif number:
                there, number = changed(there, stack.unit, healthy=-1, damaged=1), 0
    return there
