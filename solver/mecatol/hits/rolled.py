"""From the dice of a unit ability to positions: the hits that fall, what effects make of them, who takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mecatol.effects.model import COMBAT, Moment
from mecatol.game.opening import held_back
from mecatol.game.stages import Branch
from mecatol.game.state import Pending, State
from mecatol.hits.assignment import Victims, options
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
        with game.journal.hearing() as heard:
            ways = [taken for hits, after in hits_after_effects(moment, produced, search)
                    for taken in options(hit, after, hits)]  # fmt: skip
        for taken in ways:
            never = held_back(moment, taken.state) if heard else set()
            with game.journal.hearing() as settled:
                positions = settle(_struck_back(moment, counted(moment, taken.state, produced), taken.hits_back))
            for position in positions:
                found.setdefault(position, [note for note in (*heard, *settled) if note not in never])
        yield Branch(chance, list(found), moment.target, found)
