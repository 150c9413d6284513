"""What is found out while a game is solved, by what it depends on: typed, and gone with the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable


class Memory:
    """Things that are found out once, by their kind and their circumstances; a memory may keep others."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: dict[tuple[type, Hashable], object] = {}
        """By kind and circumstances: many positions of a game come to combats in the same ones."""

    def of[T](self, kind: type[T], circumstances: Hashable, make: Callable[[], T]) -> T:
        """Return the one thing of a kind that is kept for these circumstances, made when first asked for."""
        found = self._kept.get((kind, circumstances))
        if not isinstance(found, kind):
            found = self._kept[kind, circumstances] = make()
        return found

    def forget(self) -> None:
        """Empty all that is kept: it refers to itself in circles, which would wait for a long collection."""
        for kept in self._kept.values():
            if isinstance(kept, Memory):
                kept.forget()
            vars(kept).clear()
        self._kept = {}
