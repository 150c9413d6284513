"""Combat rolls whose hits are not all alike: some bound to go to certain ships, some paid for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from solver.combat.windows import BindHits, NearMisses
from solver.effects.model import Moment
from solver.game.model import Game
from solver.game.opening import Actor, opened
from solver.probability.dice import Dice, Number, Ways, roll


class Volley(NamedTuple):
    """What a side's combat roll has come to."""

    hits: int
    bound: int = 0
    """How many of the hits must go to ships other than fighters while there are any."""
    paid: tuple[tuple[int, str, int], ...] = ()
    """What was spent on the roll: (player's index, effect's slug, copies)."""


def volleys(moment: Moment, dice: tuple[Dice, ...]) -> list[tuple[Volley, Number]]:
    """Return what a combat roll may come to, with probabilities."""
    bound: dict[Dice, bool] = {}
    lifted: dict[Dice, Actor[NearMisses]] = {}
    for binding in opened(moment, BindHits, moment.player):
        for d in dice:
            if binding.window.act(moment, binding.owner, d):
                binding.note()
                bound[d] = True
    for lifting in opened(moment, NearMisses, moment.player):
        for d in dice:
            if d not in lifted and lifting.window.act(moment, lifting.owner, d):
                lifting.note()
                lifted[d] = lifting
    if not lifted:
        return _volleys_of_two(
            tuple(d for d in dice if d in bound), tuple(d for d in dice if d not in bound), moment.game
        )
    found: dict[Volley, Fraction] = {}
    for chance, volley in _sorted_hits(dice, frozenset(bound), lifted):
        found[volley] = found[volley] + chance if volley in found else chance
    return [(volley, _number(moment.game, chance)) for volley, chance in sorted(found.items())]


def _volleys_of_two(bound: tuple[Dice, ...], free: tuple[Dice, ...], game: Game) -> list[tuple[Volley, Number]]:
    """Return what dice that bind their hits and other dice may come to together, with probabilities."""
    one, other = roll(bound), roll(free)
    ways = {
        Volley(first + second, first): way * more
        for first, way in enumerate(one.ways) for second, more in enumerate(other.ways)
    }  # fmt: skip
    chances = game.chances(Ways(tuple(ways.values()), one.total * other.total))
    return sorted(zip(ways, chances, strict=True))


def _sorted_hits(
    dice: tuple[Dice, ...], bound: frozenset[Dice], lifted: dict[Dice, Actor[NearMisses]]
) -> Iterator[tuple[Fraction, Volley]]:
    """Yield what the roll may come to; dice that bind their hits are lifted first, for those are worth more."""
    actor = next(iter(lifted.values()), None)
    copies = actor.left if actor else 0
    parts = []
    for binds in (True, False):
        some = tuple(d for d in dice if (d in bound) == binds)
        parts.append(_hits_and_near_misses(some, lifted))
    for (bound_hits, bound_near), one in parts[0].items():
        for (free_hits, free_near), other in parts[1].items():
            first = min(bound_near, copies)
            second = min(free_near, copies - first)
            paid = ((actor.owner, actor.effect.slug, first + second),) if actor and first + second else ()
            yield one * other, Volley(bound_hits + free_hits + first + second, bound_hits + first, paid)


def _hits_and_near_misses(
    dice: tuple[Dice, ...], lifted: dict[Dice, Actor[NearMisses]]
) -> dict[tuple[int, int], Fraction]:
    """Return the chances of each pair: hits, and misses by one of the dice that can be lifted."""
    plain = roll([d for d in dice if d not in lifted])
    ways = {(hits, 0): Fraction(way, plain.total) for hits, way in enumerate(plain.ways)}
    for group in dice:
        if group not in lifted:
            continue
        once = group._replace(reroll=False)
        hit = group.chance
        again = 1 - once.chance if group.reroll else Fraction(1)
        near = again * (once._replace(modifier=once.modifier + 1).chance - once.chance)
        die = {(1, 0): hit, (0, 1): near, (0, 0): 1 - hit - near}
        for _ in range(group.dice):
            after: dict[tuple[int, int], Fraction] = {}
            for (hits, misses), chance in ways.items():
                for (one, miss), part in die.items():
                    key = hits + one, misses + miss
                    after[key] = after.get(key, Fraction(0)) + chance * part
            ways = after
    return {key: chance for key, chance in ways.items() if chance}


def _number(game: Game, chance: Fraction) -> Number:
    """Return a probability in the number type of the solution."""
    return chance if game.exact else float(chance)
