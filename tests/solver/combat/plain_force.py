"""What one side has in a system in a tactical action played with dice, and its rolls for unit abilities."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain

from mecatol.domain.units import Unit, Value
from tests.solver.combat.plain_army import Piece, chance, roll
from tests.solver.combat.plain_fleet import BOARDERS, Fleet, turned
from tests.solver.combat.plain_leaving import CARRIED


@dataclass
class Force(Fleet):
    """All that one side has in the system: `pieces` are its ships, `aboard` what they carry."""

    planets: dict[str, list[Piece]] = field(default_factory=dict)
    """What stands on each planet."""
    where: str = ""
    """The planet that is fought for now."""
    next_door: list[Piece] = field(default_factory=list)
    """What stands in adjacent systems."""
    away: list[Piece] = field(default_factory=list)
    """What has retreated."""
    reformed: bool = False
    """Whether mechs have lost their text but for Sustain Damage."""

    beside_quietus: bool = False
    """Whether the Quietus of a player who does not fight takes abilities from the foe's units."""
    spent: set[str] = field(default_factory=set)
    """What an earlier combat has used up."""

    @property
    def planet(self) -> list[Piece]:
        """What stands on the planet that is fought for now."""
        return self.planets.setdefault(self.where, [])

    @planet.setter
    def planet(self, pieces: list[Piece]) -> None:
        self.planets[self.where] = pieces

    def has(self, what: str) -> bool:
        if what == "quietus" and self.beside_quietus:
            return True
        return what in self.named and what not in self.spent and super().has(what)

    def spend(self, what: str) -> bool:
        return what not in self.spent and super().spend(what)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.fights_in_space(False)

    def printed(self, kind: str) -> Unit:
        return turned(self.owner, False, self.reformed)[kind]

    def fights_in_space(self, now: bool) -> None:
        """Turn over what is a ship in a space combat alone."""
        self.cards_of = turned(self.owner, now, self.reformed)

    def on_planet(self) -> list[Piece]:
        """Return the ground forces on the planet, and fighters that land like them."""
        return [piece for piece in self.planet if piece.kind == "fighter" or self.card(piece.kind).is_ground_force]

    def holds(self) -> bool:
        """Tell whether ground forces are on the planet that can hold it."""
        return any(piece.kind != "fighter" for piece in self.on_planet())

    def unload(self) -> None:
        """Remove what the ships cannot carry: what the policy names, then fighters, then infantry."""
        fighters = [piece for piece in self.pieces if piece.kind == "fighter"]
        if not (fighters or self.aboard):
            return
        ships = [self.card(piece.kind) for piece in self.pieces]
        free = sum(ship.capacity for ship in ships)
        docks = sum(piece.kind == "space-dock" for there in self.planets.values() for piece in there)
        fighters = fighters[3 * docks :]
        if self.card("fighter").excess_fleet_pool is not None:
            fighters = []
        riding = [p for p in self.aboard if not (self.card(p.kind).rides_free and any(s.capacity for s in ships))]
        first = [*self.player["policy"].get("capacity", ()), *CARRIED]
        carried = sorted([*fighters, *riding], key=lambda piece: (first.index(piece.kind), not piece.damaged))
        for piece in carried[: max(0, len(fighters) + len(riding) - free)]:
            (self.pieces if piece.kind == "fighter" else self.aboard).remove(piece)

    def repair(self, has_lost: Callable[[str], bool] = lambda kind: False) -> None:
        """Repair all that has Sustain Damage of its own; `has_lost` tells of a type whether that is lost."""
        for piece in (*self.pieces, *self.aboard, *chain(*self.planets.values())):
            piece.damaged &= not self.tough(piece.kind) or has_lost(piece.kind)

    def settle(self) -> None:
        """Let a combat be over for all that was in it."""
        for piece in (*self.pieces, *self.aboard, *chain(*self.planets.values())):
            piece.fresh = piece.lifted = False
        for piece in [piece for piece in self.pieces if piece.post >= 0]:
            self.planets[list(self.planets)[piece.post]].append(piece)
            self.pieces.remove(piece)
            piece.post = -1
        self.aboard += [piece for piece in self.pieces if piece.kind in BOARDERS]
        self.pieces = [piece for piece in self.pieces if piece.kind not in BOARDERS]
        self.muster()


def ability(
    fleet: Force, foe: Force, found: list[tuple[int, int]], added: int, rng: random.Random, more: bool = True
) -> int:
    """Roll for Space Cannon or Bombardment with dice and values of units, and with what cards add; return the hits."""
    if not found:
        return 0
    dice = dict.fromkeys(sorted({value for _, value in found}), 0)
    for number, value in found:
        dice[value] += number
    if more:
        dice[min(dice)] += fleet.has("plasma-scoring") + fleet.has("trrakan-aun-zulok")
        dice[min(dice)] += fleet.spend("strike-wing-ambuscade")
    return roll([(number, chance(value, added, fleet.has("agnlan-oln"))) for value, number in dice.items()], rng)


def printed(value: Value | None) -> list[tuple[int, int]]:
    """Return dice and value of an ability, in a list; none if a unit lacks it."""
    return [(value.dice, value.value)] if value else []
