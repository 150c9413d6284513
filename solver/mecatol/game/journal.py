"""What is kept while a game is solved: its trace, warnings and rolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
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


class Note(NamedTuple):
    """Something that is noted."""

    where: str
    """One of those below."""
    what: Any
    alone: bool = False
    """Whether it happens only where the other side of a combat has nothing left that fights."""


TRACE, WARNINGS, ORDERS_TELL = "trace", "warnings", "orders_tell"
"""Where in a journal notes stand: they are its fields."""


@dataclass
class Journal:
    """The notes of one game, which all games that are derived from it share."""

    trace: dict[tuple[str, str], None] = field(default_factory=dict)
    """(clause, text) of what happened, in order, each once."""
    warnings: dict[str, None] = field(default_factory=dict)
    """What was ignored or assumed, in order, each once."""
    rolls: dict[Rolled, None] = field(default_factory=dict)
    """The rolls made, in order, each once."""
    orders_tell: set[int] = field(default_factory=set)
    """The players, by index, whose effects would have made other dice, repairs or strikes in the opposite order."""
    held: list[Note] | None = None
    """What is held back at the moment, as it is not known yet whether it happens; None where nothing is."""
    silent: bool = False

    def quiet(self) -> Journal:
        """Return one for a search, which takes no notes."""
        return Journal(orders_tell=self.orders_tell, silent=True)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Take no notes meanwhile: what is only looked at in a search has not happened."""
        before, self.silent = self.silent, True
        try:
            yield
        finally:
            self.silent = before

    @contextmanager
    def hearing(self) -> Iterator[dict[tuple[str, str], None]]:
        """Yield the notes taken meanwhile in place of adding them to the trace: they may not come true."""
        before, self.trace = self.trace, {}
        try:
            yield self.trace
        finally:
            self.trace = before

    def put(self, note: Note) -> None:
        """Note something, or hold it back; silent, nothing but that an order tells."""
        if self.silent and note.where != ORDERS_TELL:
            return
        if self.held is not None:
            self.held.append(note)
        elif note.where == ORDERS_TELL:
            self.orders_tell.add(note.what)
        else:
            (self.trace if note.where == TRACE else self.warnings)[note.what] = None

    def knows(self, note: Note) -> bool:
        """Tell whether noting something would change nothing."""
        if note.where == ORDERS_TELL:
            return note.what in self.orders_tell
        return self.silent or note.what in (self.trace if note.where == TRACE else self.warnings)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Hold back meanwhile what is noted, in a search as well; `since` takes it out again."""
        before = self.held, self.silent
        self.held, self.silent = [], False
        try:
            yield
        finally:
            self.held, self.silent = before

    def noted(self) -> int:
        """Return how much is held back so far."""
        return len(self.held) if self.held else 0

    def only_alone(self, number: int) -> None:
        """Let what is held back since there was so much of it happen only where the other side has nothing left."""
        if self.held:
            self.held[number:] = [note._replace(alone=True) for note in self.held[number:]]

    def since(self, number: int) -> tuple[Note, ...]:
        """Return what is held back since there was so much of it, each note once."""
        held = self.held
        return tuple(dict.fromkeys(held[number:])) if held and len(held) > number else ()


_UNKNOWN: Any = object()


class Recalled[K: Hashable, V]:
    """What was worked out, by its key; what was held back meanwhile is noted again whenever it is asked for."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._found: dict[K, V] = {}
        self._said: dict[K, tuple[Note, ...]] = {}

    def get(self, key: K, journal: Journal, find: Callable[[], V]) -> V:
        """Return what is known, found first if it is not."""
        known: V = self._found.get(key, _UNKNOWN)
        if known is not _UNKNOWN:
            for note in self._said.get(key, ()) if self._said else ():
                journal.put(note)
            return known
        held = journal.held
        before = len(held) if held else 0
        self._found[key] = found = find()
        if held and len(held) > before:
            self._said[key] = journal.since(before)
        return found
