"""From the dice of a unit ability to positions: the distribution of hits, effects on it, and the assignment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from mecatol.effects.model import COMBAT, HITS
from mecatol.game.labels import TRACE
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, held_back, opened
from mecatol.game.stages import Branch
from mecatol.game.state import Pending, State
from mecatol.game.waiting import least_result
from mecatol.probability.dice import TIE, Dice, Number, roll_again
from mecatol.rules.hits.assignment import Taken, Victims, options
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.rolls.windows import RepeatRoll


def counted(moment: Moment, state: State, hits: int) -> State:
    """Return a position with these hits in the player's tally, if the step is solved on its own.

    Within another step nothing reads the tally, and it would keep equal positions apart.
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


def above_mean(chances: Iterable[tuple[int, Number]]) -> int:
    """Return the least number of hits above the mean of a roll with these chances, (hits, chance)."""
    mean = sum(hits * chance for hits, chance in chances)
    return int(mean + TIE) + 1  # a mean of 3 is 2.9999… in floats, and 3 hits are not more than that


def repeated(moment: Moment, chances: Sequence[Number]) -> tuple[Actor[RepeatRoll], int] | None:
    """Return who has a roll with these chances of 0, 1, 2, … hits repeated, and from how many hits on; None if nobody.

    If the policy gives no number, a roll is repeated when it has more hits than a new one has on average.
    """
    above = above_mean(enumerate(chances))
    for actor in opened(moment, RepeatRoll):
        if actor.owner != moment.player and actor.window.act(moment, actor.owner):
            least = least_result(actor.side, actor.effect, HITS)
            return actor, above if least is None else least
    return None


def _rolled_again(
    game: Game, dice: Sequence[Dice], least: int, chances: Mapping[tuple[int, int], Number]
) -> dict[tuple[int, int], Number]:
    """Return what a roll that is repeated from so many hits on comes to, (hits, marked results) with the chances."""
    if any(d.reroll for d in dice):
        ways, total = roll_again(dice, least)
        return {result: Fraction(way, total) if game.exact else way / total for result, way in ways.items()}
    again = sum(chance for (hits, _), chance in chances.items() if hits >= least)
    return {result: chance * again for result, chance in chances.items()}


def marked_with_repeats(
    moment: Moment, chances: Mapping[tuple[int, int], Number], dice: Sequence[Dice]
) -> Iterator[tuple[tuple[int, int], Number, Actor[RepeatRoll] | None]]:
    """Yield what a roll may come to, (hits, marked results) with the chances, and who has had it repeated for that."""
    hits: list[Number] = [0] * (1 + max(count for count, _ in chances))
    for (count, _), chance in chances.items():
        hits[count] += chance
    found = repeated(moment, hits) if len(hits) > 1 else None
    actor, least = found or (None, len(hits))
    for result, chance in chances.items():
        if result[0] < least:
            yield result, chance, None
    if actor and sum(hits[least:]):
        actor.note()
        for result, chance in _rolled_again(moment.game, dice, least, chances).items():
            yield result, chance, actor


def assign_rolled(
    moment: Moment,
    chances: Sequence[Number],
    dice: Sequence[Dice],
    hit: Victims,
    settle: Callable[[State], list[State]],
) -> Iterator[Branch]:
    """Yield what the target may be left with for each number of hits, with what the trace says of each way.

    `chances` are those of 0, 1, 2, … hits with these dice; somebody may have them rolled again. `settle` says what
    follows the assignment at once, such as removing units in excess of capacity.
    """
    found = repeated(moment, chances)
    if not found or len(chances) <= found[1]:
        yield from _assign_rolled(moment, chances, hit, settle)
        return
    actor, least = found
    kept = [*chances[:least], *[0 * chance for chance in chances[least:]]]
    again = _rolled_again(moment.game, dice, least, {(hits, 0): chance for hits, chance in enumerate(chances)})
    yield from _assign_rolled(moment, kept, hit, settle)
    actor.note()
    after = moment.at(actor.spent(moment.state))
    new: list[Number] = [0] * len(chances)
    for (hits, _), chance in again.items():
        new[hits] += chance
    yield from _assign_rolled(after, new, hit._replace(moment=after), settle)


def _assign_rolled(
    moment: Moment, chances: Sequence[Number], hit: Victims, settle: Callable[[State], list[State]]
) -> Iterator[Branch]:
    """Yield it where nobody has the dice rolled again: the chances may sum to less than 1."""
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
            said = [note for note in heard if note not in never]
            for position in positions:
                found.setdefault(position, [*said, *(note for note in settled if note not in said)])
        yield Branch(chance, list(found), moment.target, found, ((moment.player, produced),))
