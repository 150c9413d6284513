"""What is kept while a game is solved: its trace, warnings and rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from mecatol.game.labels import ORDERS_TELL, TRACE, Label, Labelled, Rolled


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
