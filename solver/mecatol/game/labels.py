"""What is said of a game, as data: the labels of transitions, which caches keep with what they know, and rolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from mecatol.probability.dice import Dice, Number


class Label(NamedTuple):
    """What a transition says where it happens: a line of the trace, a warning, or that an order tells."""

    where: str
    """One of those below."""
    what: Any


TRACE, WARNINGS, ORDERS_TELL = "trace", "warnings", "orders_tell"
"""Where labels are entered (`mecatol.game.journal`)."""

type Labels = tuple[Label, ...]


def united(*labels: Labels) -> Labels:
    """Return labels together, each once, in their order."""
    some = [each for each in labels if each]
    if len(some) < 2:
        return some[0] if some else ()
    found: dict[Label, None] = {}
    for each in some:
        found.update(dict.fromkeys(each))
    return tuple(found)


class Labelled[T](NamedTuple):
    """What was worked out, and what is to be said wherever it happens."""

    value: T
    labels: Labels = ()


class Cache[K: Hashable, V]:
    """What was worked out, by its key, with the labels of each."""

    def __init__(self, labelled: Callable[[Callable[[], V]], Labelled[V]]) -> None:
        """Begin with nothing; `labelled` finds something with its labels (`Game.labelled`)."""
        self._found: dict[K, Labelled[V]] = {}
        self._labelled = labelled

    def get(self, key: K, find: Callable[[], V]) -> Labelled[V]:
        """Return what is known, found first if it is not."""
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._labelled(find)
        return known


class Rolled(NamedTuple):
    """One roll of dice: who, at whom, with what, and the distribution of the hits that come of it."""

    player: str
    target: str
    where: str
    """SPACE or a planet's slug."""
    ability: str
    """The unit ability, by slug; "combat" for a combat roll."""
    dice: tuple[Dice, ...]
    hits: tuple[Number, ...]
    """The probability of 0, 1, 2, … hits, given that this roll is made."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        dice = []
        for d in self.dice:
            entry: dict[str, Any] = {"unit": d.unit, "count": d.units, "dice": d.dice, "value": d.value}
            if d.modifier:
                entry["modifier"] = d.modifier
            if d.reroll:
                entry["reroll"] = True
            dice.append(entry)
        hits = {str(count): chance for count, chance in enumerate(self.hits)}
        return {**self._asdict(), "dice": dice, "hits": hits}
