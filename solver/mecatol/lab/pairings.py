"""Which fleets of a plan meet: tuples with each player's place in the list of fleets, none made before it is needed."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from math import prod


class Every:
    """Every combination, in the order of `itertools.product`."""

    def __init__(self, sizes: Sequence[int] = ()) -> None:
        """Take how many fleets each player has; without fleets there is one combination, of none."""
        self.sizes = tuple(sizes)
        self.count = prod(self.sizes)

    def __getitem__(self, at: int) -> tuple[int, ...]:
        found: list[int] = []
        for size in reversed(self.sizes):
            at, place = divmod(at, size)
            found.append(place)
        return tuple(reversed(found))

    def described(self) -> bytes:
        """Return what tells these combinations from others."""
        return repr(("every", self.sizes)).encode()


class Equal:
    """The combinations whose fleets are all worth the same, in the order of `itertools.product`."""

    def __init__(self, worths: Sequence[Sequence[Hashable]], once: bool = False) -> None:
        """Take what each player's fleets are worth; with `once`, the places of a combination never fall."""
        self.players = len(worths)
        self.places = array("I")  # a tuple for each of millions would take twenty times the memory
        for combination in _equal(worths):
            if not once or sorted(combination) == [*combination]:
                self.places.extend(combination)
        self.count = len(self.places) // self.players

    def __getitem__(self, at: int) -> tuple[int, ...]:
        return tuple(self.places[at * self.players : (at + 1) * self.players])

    def described(self) -> bytes:
        """Return what tells these combinations from others."""
        return repr(("equal", self.players)).encode() + self.places.tobytes()


def count_equal(worths: Sequence[Sequence[Hashable]]) -> int:
    """Return how many combinations are worth the same, before any is made."""
    first, *others = [_by_worth(each) for each in worths]
    count = 0
    for worth, places in first.items():
        count += len(places) * prod(len(group.get(worth, ())) for group in others)
    return count


def _by_worth(worths: Sequence[Hashable]) -> dict[Hashable, list[int]]:
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, worth in enumerate(worths):
        places[worth].append(place)
    return dict(places)


def _equal(worths: Sequence[Sequence[Hashable]]) -> Iterator[tuple[int, ...]]:
    first, *others = worths
    groups = [_by_worth(each) for each in others]
    for place, worth in enumerate(first):
        for rest in product(*[group.get(worth, ()) for group in groups]):
            yield place, *rest
