"""From the dice of a unit ability to positions: the hits that fall, what effects make of them, who takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from mecatol.effects.model import COMBAT, Moment
from mecatol.game.journal import TRACE
from mecatol.game.model import Game
from mecatol.game.opening import held_back
from mecatol.game.stages import Branch
from mecatol.game.state import Pending, State
from mecatol.hits.assignment import Taken, Victims, options
from mecatol.hits.produced import hits_after_effects
from mecatol.probability.dice import Number


def counted(moment: Moment, state: State, hits: int) -> State:
    """Return a position with these hits in the player's tally, if the step is solved by itself.

    As a part of another nobody asks for them, and they would keep equal positions apart.
    """
    return state.count_hits(moment.player, hits) if moment.step == moment.game.scenario.step else state


def _struck_back(moment: Moment, state: State, hits: int) -> State:
    """Return a position in which hits that answer uses of Sustain Damage wait for the player who rolled."""
    return state.wait(Pending(moment.player, moment.target, hits, COMBAT)) if hits else state


def traced[T](game: Game, find: Callable[[], T]) -> tuple[T, list[tuple[str, str]]]:
    """Return what is found, with what the trace says of it where it comes true; all else is said at once."""
    found, labels = game.labelled(find)
    game.say(label for label in labels if label.where != TRACE)
    return found, [label.what for label in labels if label.where == TRACE]


def _ways_to_take(moment: Moment, hit: Victims, hits: int, search: bool) -> list[Taken]:
    """Return the ways in which the target may take so many hits."""
    return [taken for left, state in hits_after_effects(moment, hits, search) for taken in options(hit, state, left)]


def assign_rolled(
    moment: Moment, chances: Sequence[Number], hit: Victims, settle: Callable[[State], list[State]]
) -> Iterator[Branch]:
    """Yield what the target may be left with for each number of hits, with what the trace says of each way.

    `chances` are those of 0, 1, 2, … hits. `settle` says what follows the assignment at once, such as removing units
    in excess of capacity.
    """
    game = moment.game
    search = game.sides[moment.target].policy.searches
    for produced, chance in enumerate(chances):
        if not chance:
            continue
        found: dict[State, list[tuple[str, str]]] = {}
        ways, heard = traced(game, partial(_ways_to_take, moment, hit, produced, search))
        for taken in ways:
            never = held_back(moment, taken.state) if heard else set()
            after = _struck_back(moment, counted(moment, taken.state, produced), taken.hits_back)
            positions, settled = traced(game, partial(settle, after))
            for position in positions:
                found.setdefault(position, [note for note in (*heard, *settled) if note not in never])
        yield Branch(chance, list(found), moment.target, found)
