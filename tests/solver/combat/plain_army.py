"""What one side has in a battle played with dice: its pieces and cards, and what they are worth.

Units are single pieces; the numbers of units and cards stand here once more, for the solver's are what is judged.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Sort = tuple[str, bool]
"""A kind of piece, and whether it is lifted."""

SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun")
GROUND = ("infantry", "mech")
ORDER = (*SHIPS, *GROUND, "pds")
COMBAT = {
    "fighter": (9, 1), "destroyer": (9, 1), "cruiser": (7, 1), "carrier": (9, 1), "dreadnought": (5, 1),
    "war-sun": (3, 3), "infantry": (8, 1), "mech": (6, 1),
}  # fmt: skip
UPGRADED = {
    "fighter-2": ("fighter", 8), "destroyer-2": ("destroyer", 8), "cruiser-2": ("cruiser", 6),
    "dreadnought-2": ("dreadnought", 5), "infantry-2": ("infantry", 7),
}  # fmt: skip
LAWS = frozenset({"entropic-scar", "publicize-weapon-schematics", "conventions-of-war"})
SUSTAIN = ("dreadnought", "war-sun", "mech")
WORTH = {"fighter": 0.5, "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4, "war-sun": 12,
         "infantry": 0.5, "mech": 2}  # fmt: skip


@dataclass(eq=False, slots=True)
class Piece:
    """One unit."""

    kind: str
    damaged: bool = False
    fresh: bool = False
    """Whether it has sustained in this round."""
    lifted: bool = False
    """Whether it has the values of the Nomad's flagship."""
    post: int = -1
    """From which of its owner's planets in the system it fights in space; -1 where it is in space itself."""

    @property
    def late(self) -> tuple[bool, int]:
        """What makes it be lost after others of its kind."""
        return self.lifted, self.post

    @property
    def sort(self) -> Sort:
        return self.kind, self.lifted


@dataclass
class Army:
    """One side."""

    player: dict[str, Any]
    index: int
    pieces: list[Piece]
    cards: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.named = frozenset((*self.cards, *self.player.get("technologies", ())))
        """All that it has or had: a quick No to most of what is asked, hundreds of times in each of as many games."""

    def has(self, what: str) -> bool:
        if what not in self.named:
            return False
        return bool(self.cards.get(what)) or what in self.player.get("technologies", ())

    def spend(self, what: str) -> bool:
        if self.cards.get(what, 0) < 1:
            return False
        self.cards[what] -= 1
        return True

    # what a unit's card says

    def combat(self, kind: str) -> tuple[int, int]:
        """Return value and dice of its combat rolls."""
        value, dice = COMBAT[kind]
        upgraded = [better for card, (of, better) in UPGRADED.items() if of == kind and self.has(card)]
        return (*upgraded, value)[0], dice

    def barrages(self, kind: str) -> tuple[int, int] | None:
        """Return value and dice of its barrage, None if it has none."""
        if kind != "destroyer":
            return None
        return (6, 3) if self.has("destroyer-2") else (9, 2)

    def tough(self, kind: str) -> bool:
        """Tell whether its card says Sustain Damage."""
        return kind in SUSTAIN

    def worth(self, kind: str) -> float:
        """Return what one costs."""
        return WORTH[kind]

    def immune(self, kind: str) -> bool:
        """Tell whether Direct Hit cannot destroy it."""
        return kind == "dreadnought" and self.has("dreadnought-2")

    # what the units that are there have

    def barrage(self) -> dict[Sort, tuple[int, int]]:
        """Return dice and value of the barrage, by sort."""
        found = {}
        for sort, count in self.counted().items():
            if sort[1]:
                found[sort] = (3, 8 if self.has("the-cavalry") else 5)
            elif own := self.barrages(sort[0]):
                found[sort] = (count * own[1], own[0])
        return found

    def counted(self) -> dict[Sort, int]:
        """Return how many pieces there are of each sort."""
        found: dict[Sort, int] = {}
        for piece in self.pieces:
            found[piece.sort] = found.get(piece.sort, 0) + 1
        return found

    def dice(self, sort: Sort) -> int:
        return 2 if sort[1] else self.combat(sort[0])[1]

    def value(self, sort: Sort) -> int:
        kind, lifted = sort
        if lifted:
            return 7 if self.has("the-cavalry") else 5
        return self.combat(kind)[0]

    def strength(self, piece: Piece) -> int:
        return self.dice(piece.sort) * (11 - self.value(piece.sort))

    def small(self) -> list[Piece]:
        """Return cruisers and destroyers, the cheapest, the weakest and the damaged first."""
        found = [piece for piece in self.pieces if piece.kind in ("cruiser", "destroyer")]
        return sorted(found, key=lambda piece: (self.worth(piece.kind), self.strength(piece), not piece.damaged))

    def others(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind != "fighter"]


def roll(groups: Iterable[tuple[int, float]], rng: random.Random) -> int:
    """Roll groups of (dice, chance of a hit each)."""
    hits, die = 0, rng.random
    for dice, chance in groups:
        for _ in range(dice):
            hits += die() < chance
    return hits


def chance(value: int, bonus: int, again: bool) -> float:
    once = min(10, max(0, 11 - value + bonus)) / 10
    return 1 - (1 - once) ** 2 if again else once
