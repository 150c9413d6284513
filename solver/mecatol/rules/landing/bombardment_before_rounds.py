"""Bombardment as a round of ground combat starts, where a card lets its owner roll it: at the enemy, then at home."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT
from mecatol.domain.units import BOMBARDMENT, PLANETARY_SHIELD, planet_name
from mecatol.effects.model import COMBAT, USER
from mecatol.game.labels import Rolled
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, acting, opened
from mecatol.game.stages import Branch, Stage
from mecatol.game.state import State
from mecatol.game.windows import CombatFought
from mecatol.probability.dice import Dice, roll
from mecatol.rules.bombardment.windows import BombardBeforeRound, OverlookShields
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.recovery import with_consequences
from mecatol.rules.combat.state import AfterRound
from mecatol.rules.hits.assignment import victims
from mecatol.rules.hits.rolled import assign_rolled
from mecatol.rules.hits.windows import HitsAssigned
from mecatol.rules.rolls.gathering import can_use, can_use_without_unit, spend
from mecatol.rules.rolls.windows import BeforeRoll, ReadResults

type Opening = Callable[[int], Sequence[Stage]]
"""What happens as a round starts, by its number."""

_LEFT_OUT = (HitsAssigned,)
"""Windows of Bombardment that do not open for one that a card rolls as a round starts."""


@cites("15.1", "15.2", "65.2")
def bombarding_before_rounds(game: Game, state: State, planet: str, players: tuple[int, int]) -> Opening | None:
    """Return what happens as each round starts, None where no card lets anybody bombard then.

    What forbids bombarding the planet keeps the card out, as does a standing Planetary Shield unless its owner
    overlooks shields, and the reader is told.
    """
    cards = [each for each in game.windows(GROUND_COMBAT, BombardBeforeRound) if each.side.index in players]
    held = [each for each in cards if _works(game, state, planet, players, each)]
    if not held:
        return None
    for side, effect in game.active_effects(BOMBARDMENT_STEP):
        if effect.per_unit or effect.acts_in(CombatFought) or side.index not in players:
            continue  # it is about units, and none of them rolls these dice
        if any(isinstance(window, _LEFT_OUT) for window in effect.windows):
            game.warn(f"{side.name}’s {effect.name} was taken to change nothing in {held[0].effect.name}’s rolls.")
    fight = Fight(game, state, GROUND_COMBAT, planet, players)

    def opening(round_number: int) -> Sequence[Stage]:
        number = min(round_number, fight.special_rounds + 1)
        stages = [stage for each in held for stage in _rolls(fight, each, number)]
        return with_consequences(fight, stages, number)

    return opening


def with_opening(game: Game, after_round: AfterRound | None, opening: Opening | None) -> AfterRound | None:
    """Return what happens after a round once what opens the next one comes with it."""
    if opening is None:
        return after_round

    def both(number: int) -> Sequence[Stage]:
        ends = after_round(number) if after_round else ()
        return [*ends, *(() if game.scenario.stop_after == number else opening(number + 1))]

    return both


def _works(game: Game, state: State, planet: str, players: tuple[int, int], held: InPlay[BombardBeforeRound]) -> bool:
    """Tell whether its owner can use the card on the planet; say why not."""
    owner = held.side.index
    enemy = next(player for player in players if player != owner)
    firing = Moment(game, state, BOMBARDMENT_STEP, BOMBARDMENT, owner, enemy, planet)
    if not can_use_without_unit(firing):
        return False
    if not _shielded(game, state, planet, players, owner):
        return True
    where, card = planet_name(planet), f"{held.side.name}’s {held.effect.name}"
    game.warn(f"There is a Planetary Shield on {where}, so {card} bombards nobody there.")
    return False


def _shields(moment: Moment, owner: int) -> bool:
    """Tell whether a player's units have a standing Planetary Shield that the card of `owner` has to respect."""
    game, player = moment.game, moment.player
    for there in moment.state.at(player, moment.place):
        unit = game.sides[player].units[there.unit]
        if not unit.planetary_shield:
            continue
        binds = player != owner or game.ruling(rulings.SHIELD_BINDS) == "binds"
        if binds and can_use(moment, unit):
            return True
    return False


@cites("15.1.f", "65.3")
def _shielded(game: Game, state: State, planet: str, players: tuple[int, int], owner: int) -> bool:
    """Tell whether a standing Planetary Shield on the planet keeps a player's card out."""
    one, other = players
    shields = [Moment(game, state, BOMBARDMENT_STEP, PLANETARY_SHIELD, player, foe, planet)
               for player, foe in ((one, other), (other, one))]  # fmt: skip
    standing = any(_shields(moment, owner) for moment in shields)
    firing = Moment(game, state, BOMBARDMENT_STEP, BOMBARDMENT, owner, other if owner == one else one, planet)
    overlooking = next(opened(firing, OverlookShields), None) if standing else None
    if overlooking:
        overlooking.note()
    return standing and not overlooking


def _results(moment: Moment, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Return the card's dice with what changes a bombardment roll: they count as those of a unit.

    Its owner does not help a roll against their own ground forces.
    """
    actors: list[Actor[BeforeRoll] | Actor[ReadResults]] = [*opened(moment, BeforeRoll), *opened(moment, ReadResults)]
    for actor in actors:
        if moment.player == moment.target and actor.effect.of == USER:
            continue
        changed = actor.window.act(actor.moment, actor.owner, dice)
        if changed != dice:
            actor.note()
        dice = changed
    return dice


def _rolls(fight: Fight, held: InPlay[BombardBeforeRound], number: int) -> list[Stage]:
    """Return the stages of one card: a roll at the opponent, then one at the owner's own ground forces.

    Between them the position remembers that the first was made: the second comes even where nobody is left to fight.
    """
    game, place, owner, slug = fight.game, fight.place, held.side.index, held.effect.slug

    def fired(state: State, target: int) -> Iterator[Branch]:
        moment = Moment(game, state, BOMBARDMENT_STEP, BOMBARDMENT, owner, target, place, number)
        hit = victims(moment, lambda unit: unit.is_ground_force, ground=True)
        name = game.sides[target].name
        if not hit.stacks(state.at(target, place)):
            yield Branch(game.one, [state])
            return
        game.note("15.2", f"{name} assigns the hits to ground forces on {planet_name(place)}.")
        if target != owner:
            moment = moment._replace(state=spend(moment, (held.window.dice,)))
        dice = _results(moment, (held.window.dice,))
        chances = game.chances(roll(dice))
        game.rolled(Rolled(held.side.name, name, place, BOMBARDMENT, dice, tuple(chances)))
        yield from assign_rolled(moment, chances, dice, hit, lambda after: [after])

    def at_the_enemy(state: State) -> Iterator[Branch]:
        combat = fight.combat_state(state)
        enemy = next(player for player in fight.players if player != owner)
        actor = acting(Moment(game, state, GROUND_COMBAT, COMBAT, owner, enemy, place, number), held)
        if actor is None or fight.is_over(combat):
            yield Branch(game.one, [state])
            return
        actor.note()
        yield from fired(state.use(owner, slug), enemy)

    def at_home(state: State) -> Iterator[Branch]:
        if not state.used(owner, slug):
            yield Branch(game.one, [state])
            return
        spent = tuple(entry for entry in state.spent if entry[:2] != (owner, slug))
        yield from fired(state.having_spent(spent), owner)

    return [at_the_enemy, at_home]
