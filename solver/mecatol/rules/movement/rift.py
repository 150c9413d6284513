"""Gravity rifts (41): what arrives, exactly. Each ship rolls at each exit; what it carries is lost with it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.game.model import Game
from mecatol.game.state import Force, force, joined
from mecatol.probability.dice import SIDES, Number
from mecatol.probability.limits import check_positions, count_work
from mecatol.rules.movement.loading import Convoy, Ship
from mecatol.rules.movement.route import START, Rules

REMOVED_ON = 3
"""The highest result that removes a ship (41.2)."""
PULLED_HARDER = 5
"""The highest result that removes a ship to which the rift that it starts in gives 1 more."""


class Arrival(NamedTuple):
    """The result of a movement."""

    arrived: Force
    lost: Force
    """What rifts removed."""
    behind: Force
    """What would have been picked up by ships that were removed before."""


NOTHING = Arrival((), (), ())


@cites("41.2", "41.2.a", "41.2.b", "95.1.b")
def fates(game: Game, ship: Ship, rifts: tuple[int, ...]) -> dict[Arrival, Number]:
    """Return what can happen to one ship and its cargo on a way that leaves these rifts, with probabilities.

    A unit that the ship would pick up later stays where it is if the ship is removed before.
    """
    stays_in_rift = game.ruling(rulings.RIFT_PICK_UP) == "stays"
    found: dict[Arrival, Number] = {}
    alive = game.one
    for rift in rifts:
        worst = PULLED_HARDER if ship.risky and rift == START else REMOVED_ON
        removed = Fraction(worst, SIDES) if game.exact else worst / SIDES
        on_board: Counter[str] = Counter({ship.kind: 1})
        behind: Counter[str] = Counter()
        for place, kind in ship.cargo:
            aboard = place < rift or (place == rift and (place < 0 or not stays_in_rift))
            (on_board if aboard else behind)[kind] += 1
        fate = Arrival((), force(on_board), force(behind))
        found[fate] = found.get(fate, 0) + alive * removed
        alive *= 1 - removed
    whole = Counter([ship.kind, *(kind for _, kind in ship.cargo)])
    fate = Arrival(force(whole), (), ())
    found[fate] = found.get(fate, 0) + alive
    return found


def arrivals(game: Game, law: Rules, convoys: list[Convoy]) -> dict[Arrival, Number]:
    """Return the distribution of what arrives, is lost and stays behind.

    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    found: dict[Arrival, Number] = {NOTHING: game.one}
    for convoy in convoys:
        for ship in convoy.ships:
            options = fates(game, ship, law.exits(convoy.fleet))
            count_work(len(found) * len(options))
            after: dict[Arrival, Number] = {}
            for sofar, chance in found.items():
                for fate, probability in options.items():
                    both = Arrival(*(joined(one, other) for one, other in zip(sofar, fate, strict=True)))
                    after[both] = after.get(both, 0) + chance * probability
            found = after
            check_positions(len(found))
    return found
