"""What is kept while a game is solved: its trace, warnings and rolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mecatol.probability.dice import Dice, Number


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


class Label(NamedTuple):
    """What a transition says where it happens: a line of the trace, a warning, or that an order tells."""

    where: str
    """One of those below."""
    what: Any


TRACE, WARNINGS, ORDERS_TELL = "trace", "warnings", "orders_tell"
"""Where in a journal labels are entered: its fields."""

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


@dataclass
class Journal:
    """What is said of one game; all games that are derived from it share it."""

    trace: dict[tuple[str, str], None] = field(default_factory=dict)
    """(clause, text) of what happened, in order, each once."""
    warnings: dict[str, None] = field(default_factory=dict)
    """What was ignored or assumed, in order, each once."""
    rolls: dict[Rolled, None] = field(default_factory=dict)
    """The rolls made, in order, each once."""
    orders_tell: set[int] = field(default_factory=set)
    """The players, by index, whose effects would have made other dice, repairs or strikes in the opposite order."""
    silent: bool = False
    _collected: dict[Label, None] | None = None
    """Where labels go that are collected at the moment; None where they are entered at once."""

    def quiet(self) -> Journal:
        """Return one for a search, in which nothing is entered."""
        return Journal(orders_tell=self.orders_tell, silent=True)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Enter nothing meanwhile: what is only looked at in a search has not happened."""
        before, self.silent = self.silent, True
        try:
            yield
        finally:
            self.silent = before

    def labelled[T](self, find: Callable[[], T]) -> Labelled[T]:
        """Return what is found, with what was said meanwhile: it may not happen, so nothing of that is entered."""
        before = self._collected, self.silent
        collected: dict[Label, None] = {}
        self._collected, self.silent = collected, False
        try:
            return Labelled(find(), tuple(collected))
        finally:
            self._collected, self.silent = before

    def put(self, label: Label) -> None:
        """Enter a label, or collect it; silent, nothing but that an order tells."""
        if self.silent and label.where != ORDERS_TELL:
            return
        if self._collected is not None:
            self._collected[label] = None
        elif label.where == ORDERS_TELL:
            self.orders_tell.add(label.what)
        else:
            (self.trace if label.where == TRACE else self.warnings)[label.what] = None

    def say(self, labels: Iterable[Label]) -> None:
        """Enter what is to be said of something that happens."""
        for label in labels:
            self.put(label)

    def knows(self, label: Label) -> bool:
        """Tell whether entering a label would change nothing."""
        if label.where == ORDERS_TELL:
            return label.what in self.orders_tell
        return self.silent or label.what in (self.trace if label.where == TRACE else self.warnings)


class Cache[K: Hashable, V]:
    """What was worked out, by its key, with the labels of each."""

    def __init__(self, labelled: Callable[[Callable[[], V]], Labelled[V]]) -> None:
        """Begin with nothing; `labelled` finds something with its labels (`Journal.labelled`)."""
        self._found: dict[K, Labelled[V]] = {}
        self._labelled = labelled

    def get(self, key: K, find: Callable[[], V]) -> Labelled[V]:
        """Return what is known, found first if it is not."""
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._labelled(find)
        return known
