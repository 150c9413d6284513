"""The plain data of a combat: its state between rounds, a side within a round, what rolls come to, what is used up.

A side that is followed by itself goes from node to node: `Node`, and what leads to the next (`SideTransition`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from mecatol.domain.units import Unit
from mecatol.game.coexisting import is_of_arrivals
from mecatol.game.labels import Labels
from mecatol.game.stages import Stage
from mecatol.game.state import Force
from mecatol.probability.dice import Dice, Number

type UsedEffects = tuple[tuple[int, str, int], ...]
"""Limited effects used so far: (player's index, effect's slug, times), sorted."""


def merge_used(before: UsedEffects, *after: UsedEffects) -> UsedEffects:
    """Return what is used up after several things happened at once, each counted from the same beginning."""
    after = tuple([spent for spent in after if spent != before])
    if len(after) < 2:
        return after[0] if after else before
    base = {(who, what): times for who, what, times in before}
    total = dict(base)
    for spent in after:
        for who, what, times in spent:
            total[who, what] = total.get((who, what), 0) + times - base.get((who, what), 0)
    return tuple(sorted((who, what, times) for (who, what), times in total.items()))


class Mark(NamedTuple):
    """A prefix of entries in `UsedEffects` that count what is remembered for a while, such as units that sustained."""

    begins: str

    def remember(self, spent: UsedEffects, player: int, more: Mapping[str, int]) -> UsedEffects:
        """Return what is used up with so many more of these things of a player."""
        if not more:
            return spent
        total = {(who, what): times for who, what, times in spent}
        for what, times in more.items():
            key = player, self.begins + what
            total[key] = total.get(key, 0) + times
        return tuple(sorted((who, what, times) for (who, what), times in total.items()))

    def remembered(self, spent: UsedEffects, player: int) -> dict[str, int]:
        """Return how many of which things of a player are remembered."""
        begins = self.begins
        return {
            what.removeprefix(begins): times
            for who, what, times in spent if who == player and what.startswith(begins)
        }  # fmt: skip

    def without(self, spent: UsedEffects) -> UsedEffects:
        """Return what is used up without all of that."""
        return tuple([entry for entry in spent if not entry[1].startswith(self.begins)]) if spent else spent


SUSTAINED = Mark("sustained:")
"""Units that sustained before the first round of dice."""
BEFORE = Mark("before:")
"""Units that were there before what may destroy them."""
USED = Mark("used:")
"""How often an effect had been used before combats that may use it, by what units in other places that matters to."""


def remember_sustained(spent: UsedEffects, player: int, sustained: Force) -> UsedEffects:
    """Return what is used up with units (as damaged ones) that sustained before the first dice, which is of round 1."""
    return SUSTAINED.remember(spent, player, {s.unit: s.damaged for s in sustained if s.damaged})


def only_effects(spent: UsedEffects) -> UsedEffects:
    """Return what is used up without entries that are only remembered."""
    kept = USED.without(BEFORE.without(SUSTAINED.without(spent)))
    return tuple([entry for entry in kept if not is_of_arrivals(entry[1])]) if kept else kept


def is_remembered(what: str) -> bool:
    """Tell whether an entry is how often an effect was used before combats, or what came to planets."""
    return what.startswith(USED.begins) or is_of_arrivals(what)


class Numbers[T: Hashable](list[T]):
    """A list of distinct things: `of` returns the number of one, its place in the list, and appends a new one."""

    def __init__(self, *first: T) -> None:
        """Begin with these."""
        super().__init__(first)
        self._number = {thing: number for number, thing in enumerate(first)}

    def of(self, thing: T) -> int:
        """Return the number of a thing, the next one if it is new."""
        number = self._number.get(thing)
        if number is None:
            number = self._number[thing] = len(self)
            self.append(thing)
        return number


type Pair[T] = tuple[T, T]
"""What is the attacker's and what is the defender's."""

ATTACKER, DEFENDER = 0, 1
"""The sides of a combat: places in its pairs, not players' indices."""
SIDES = (ATTACKER, DEFENDER)

FOUGHT = ""
"""The fate of a combat that goes on, or that ended with a side gone."""
RETREATS = ("attacker retreats", "defender retreats")
"""The fate of a combat that a side left, by side."""
WITHDRAWS = ("attacker withdraws", "defender withdraws")
"""The fate of a combat that a side left in a draw, as a round started, by side."""


def leaver_of(fate: str) -> int:
    """Return the side that left a combat with this fate."""
    return (RETREATS if fate in RETREATS else WITHDRAWS).index(fate)


class CombatState(NamedTuple):
    """The state of a combat between two rounds."""

    forces: Pair[Force]
    """The attacker's and the defender's whole forces in the place, noncombatants among them."""
    spent: UsedEffects = ()
    """Limited effects used so far."""
    fate: str = FOUGHT


class SideState(NamedTuple):
    """One side in the midst of a round, after it has taken hits or lost units otherwise."""

    force: Force
    spent: UsedEffects = ()
    """Limited effects used so far, by what has happened to this side."""
    hits_back: int = 0
    """Its reply: hits that the other side's units suffer for uses of Sustain Damage."""
    sustained: Force = ()
    """What has sustained in the round, as damaged units; those of them that were destroyed later are in it too."""
    lost: tuple[Unit, ...] = ()
    """The kinds of unit of which at least one was destroyed; none where nothing in play looks at that."""
    labels: Labels = ()
    """The labels of what has happened to it."""


class Remainder(NamedTuple):
    """What a round leaves of a side before its repairs."""

    force: Force
    spent: UsedEffects
    """What is used up by then."""
    fresh: Force
    """The damaged units of it that sustained in the round, if any repairs spare those."""


class Volley(NamedTuple):
    """The result of a side's combat roll."""

    hits: int
    bound: int = 0
    """How many of the hits must go to ships other than fighters while there are any."""
    paid: tuple[tuple[int, str, int], ...] = ()
    """What was spent on the roll: (player's index, effect's slug, copies)."""


def number_of(hits: int | Volley) -> int:
    """Return the number of hits that a roll has come to."""
    return hits if isinstance(hits, int) else hits.hits


class Rolling(NamedTuple):
    """A combat roll."""

    dice: tuple[Dice, ...]
    chances: Sequence[Number]
    """Those of 0, 1, 2, … hits."""


type HitChances = tuple[tuple[int | Volley, Number], ...]
"""What a combat roll may come to, with probabilities: hits, or volleys where hits differ."""


class OwnRoll(NamedTuple):
    """A side's combat roll that leaves this of the side's own force."""

    force: Force
    chance: Number
    hits: HitChances
    """What it comes to for the other side then: the chances of a roll by itself."""


class Lift(NamedTuple):
    """The effects of one player that change results by one: own near misses hit, or bare hits of the other miss."""

    effects: tuple[tuple[int, str, int], ...]
    """Their owner, slug, and for how many dice each can still do that: the first is used up before the next."""
    hits: int
    """How many hits each die adds by it: less than none where a hit becomes a miss."""

    @property
    def copies(self) -> int:
        """For how many dice they can still do that together."""
        return sum([left for _, _, left in self.effects])

    def paid(self, dice: int) -> tuple[tuple[int, str, int], ...]:
        """Return what is spent for so many dice: owner, slug and copies of each effect."""
        found: list[tuple[int, str, int]] = []
        for owner, slug, left in self.effects:
            if used := min(dice, left):
                found.append((owner, slug, used))
                dice -= used
        return tuple(found)


class RollSoFar(NamedTuple):
    """A combat roll of which some dice have been looked at."""

    counts: int
    """The number of what these come to."""
    parts: tuple[int, ...]
    """The numbers of the parts to look at: one where dice may be lifted, which are lifted for the best of all units."""
    lift: Lift | None


class SideEffects(NamedTuple):
    """The side effects that losses of one side may have on the other in the same round."""

    back: int = 0
    """Hits that answer uses of Sustain Damage."""
    destroyed: int = 0
    """How many units an answer to the losses destroys."""
    all_destroyed: bool = False
    """Whether all that fight die with what was lost."""


class Event(NamedTuple):
    """What befalls a side in a round."""

    hits: int | Volley
    """What the other side's combat roll came to."""
    side_effects: SideEffects = SideEffects()
    """The side effects of the other side's losses on it."""
    observed: int = 0
    """The number of what it observes of the other side, where hits depend on that."""


class SideTransition(NamedTuple):
    """Where an event leads: to which nodes, by number."""

    fights: bool
    """Whether the side has a unit left that fights."""
    opposed: int
    """The node at the end of the round, where the other side has such a unit as well."""
    unopposed: int
    """The node where it has not."""
    reply: int
    """The side effects of the losses on the other side, by number."""
    labels: Labels
    """The labels of the event."""
    labels_opposed: Labels
    """The further labels where the other side fights on."""
    labels_unopposed: Labels
    """The further labels where it does not."""


type Reply = tuple[tuple[SideEffects, Number], ...]
"""What losses may bring the other side, with the chances."""


class AfterRoll(NamedTuple):
    """What tells a node in the midst of a round, after the side's own roll has destroyed units of it."""

    roll: int
    """The number of what the roll comes to for the other side."""
    observed: int
    """The number of what that side observed of it as it rolled."""
    before: Force = ()
    """A force since which the losses of the round are counted; nothing where they do not matter."""


class InRoll(NamedTuple):
    """What tells a node in the midst of its own roll, of which some dice have destroyed units: no hits reach it."""

    roll: RollSoFar
    observed: int
    """As in `AfterRoll`."""
    lost: Force = ()
    """The units lost, as far as they count."""


class Node(NamedTuple):
    """A side before a round, or in the midst of one."""

    force: Force
    spent: UsedEffects
    """What of its own is used up."""
    rolled: AfterRoll | InRoll | None = None


class NodeRoll(NamedTuple):
    """What a node's combat roll may come to."""

    roll: int
    """The number of what it comes to where it destroys nothing on its own side."""
    chance: Number
    """The chance of that."""
    losses: list[tuple[int, Number]]
    """The nodes that it leads to where it does, with the chances."""


class Observations:
    """What one side observes of the other's forces, by number: it does the same for all that come to one number."""

    def __init__(self) -> None:
        """Begin without any."""
        self.examples: list[tuple[Force, UsedEffects]] = []
        """By number: such a force, and what the observing side has spent on rolls at it."""
        self._numbers = Numbers[tuple[Hashable, UsedEffects]]()

    def number(self, observation: Hashable, force: Force, paid: UsedEffects = ()) -> int:
        """Return the number of an observation of a force at which the other side's rolls have spent this."""
        number = self._numbers.of((observation, paid))
        if number == len(self.examples):
            self.examples.append((force, paid))
        return number


class ObservedForces:
    """What the other side observes of a side's forces: other things as it takes hits than as it rolls."""

    def __init__(self) -> None:
        """Begin without any."""
        self.to_hits, self.to_rolls = Observations(), Observations()


type AfterRound = Callable[[int], Sequence[Stage]]
"""What else happens at the end of a round, by its number."""


def mapped[T, R](pair: Pair[T], find: Callable[[T], R]) -> Pair[R]:
    """Return what is found for each part of a pair."""
    return find(pair[ATTACKER]), find(pair[DEFENDER])


def oriented[T](side: int, own: T, other: T) -> Pair[T]:
    """Return the pair of a side's own part and the other side's, the attacker's first."""
    return (own, other) if side == ATTACKER else (other, own)


def only(side: int, forces: Pair[Force]) -> Pair[Force]:
    """Return the forces with the other side's left out."""
    return (forces[0], ()) if side == ATTACKER else ((), forces[1])


def replaced[T](pair: Pair[T], side: int, new: T) -> Pair[T]:
    """Return a pair with one side's part replaced."""
    return (new, pair[1]) if side == ATTACKER else (pair[0], new)


def with_side(state: CombatState, side: int, force: Force, spent: UsedEffects) -> CombatState:
    """Return a state with one side's force replaced, and with these effects used."""
    return CombatState(replaced(state.forces, side, force), spent)
