"""One side of a battle played with dice that has a faction: the cards of its units, and what follows from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.domain.units import Unit, unit_of, units
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_army import Army, Piece

type Data = dict[str, Any]
type Owner = tuple[str | None, frozenset[str], str]
"""A faction, technologies and the edition: what tells which cards a player's units have."""

BOARDERS = ("infantry", "mech")
FLYING, MAXIMUM = "z-grav-eidolon", "eidolon-maximum"
RENEWED = {"arc-secundus", MAXIMUM}


def card(player: Data, kind: str, edition: str = LATEST) -> Unit:
    """Return the card of a player's units of a type."""
    found = unit_of(kind, player.get("faction"), player.get("technologies", ()), edition)
    assert found is not None
    return found


def edition_of(scenario: Scenario) -> str:
    """Return the edition that a scenario is played under."""
    return str(scenario.get("edition", LATEST))


def boards(player: Data) -> bool:
    """Tell whether ground forces of a player may come to fight in space that are no ships."""
    return any(card(player, kind).slug in ("the-alastor", "eidolon") for kind in player.get("space", ()))


@cache  # the same for each of hundreds of games
def box(faction: str | None, technologies: frozenset[str], edition: str) -> Mapping[str, Unit]:
    """Return the cards of all units that a player has, by type."""
    kinds = {unit.type for unit in units().values()}
    found = {kind: unit_of(kind, faction, technologies, edition) for kind in kinds}
    return {kind: unit for kind, unit in found.items() if unit is not None}


@cache  # the same for each of hundreds of games
def turned(owner: Owner, flying: bool, reformed: bool) -> Mapping[str, Unit]:
    """Return the cards of all units of a player as they are turned: an Eidolon may fly, mechs may lose their text."""
    found = dict(box(*owner))
    mech = found.get("mech")
    if mech is not None and flying and mech.slug == "eidolon":
        found["mech"] = units()[FLYING]
    elif mech is not None and reformed:
        found["mech"] = replace(
            mech, slug="", bombardment=None, space_cannon=None, planetary_shield=False, rides_free=False
        )
    return found


@cache  # goes through all of them
def texts(faction: str | None, technologies: frozenset[str], edition: str) -> frozenset[str]:
    """Return which cards the units of a player may have, whatever is turned over."""
    return frozenset({FLYING, *(unit.slug for unit in box(faction, technologies, edition).values())})


@dataclass
class Fleet(Army):
    """One side with a faction's units."""

    aboard: list[Piece] = field(default_factory=list)
    """Ground forces that do not fight, or not yet."""
    edition: str = LATEST

    def __post_init__(self) -> None:
        super().__post_init__()
        self.owner: Owner = self.player.get("faction"), frozenset(self.player.get("technologies", ())), self.edition
        self.box, self.texts = box(*self.owner), texts(*self.owner)
        self.cards_of = turned(self.owner, True, False)

    def card(self, kind: str) -> Unit:
        """Return the card of its units of a type, as it is turned now."""
        return self.cards_of[kind]

    def printed(self, kind: str) -> Unit:
        """Return the card of its units of a type where it does not fly."""
        return self.box[kind]

    def flies(self, kind: str) -> bool:
        """Tell whether a ground force is a Z-Grav Eidolon now."""
        return kind == "mech" and self.cards_of[kind].slug == FLYING

    def muster(self) -> None:
        """Count those aboard among the ships that are ships whatever goes on: an Eidolon Maximum."""
        self.pieces += [piece for piece in self.aboard if self.printed(piece.kind).is_ship]
        self.aboard = [piece for piece in self.aboard if piece not in self.pieces]

    def renews(self, piece: Piece, reformed: bool) -> bool:
        """Tell whether a piece is repaired as a round starts; mechs are not where they have lost their text."""
        return self.card(piece.kind).slug in (RENEWED - {MAXIMUM} if reformed else RENEWED)

    def renew(self, reformed: bool) -> None:
        """Repair who is repaired as a round starts."""
        for piece in self.pieces if self.texts & RENEWED else ():
            piece.damaged &= not self.renews(piece, reformed)

    @property
    def formed(self) -> bool:
        """Whether its mech is a Maximum, which it stays where it has lost its text."""
        return "absolute-synergy" in self.player.get("technologies", ())

    def combat(self, kind: str) -> tuple[int, int]:
        printed = self.card(kind).combat
        return (printed.value, printed.dice) if printed else (11, 0)

    def barrages(self, kind: str) -> tuple[int, int] | None:
        printed = self.card(kind).anti_fighter_barrage
        return (printed.value, printed.dice) if printed else None

    def tough(self, kind: str) -> bool:
        return self.card(kind).sustain_damage

    def worth(self, kind: str) -> float:
        cost = 8 if kind == "mech" and self.formed else self.card(kind).cost or 0
        return cost / 2 if kind in ("fighter", "infantry") else cost

    def immune(self, kind: str) -> bool:
        return self.card(kind).direct_hit_immune

    @cached_property
    def covers(self) -> bool:
        """Whether its mechs may sustain for ships beside them."""
        return "mech" in self.player.get("space", ()) and self.box["mech"].slug == "quantum-manipulator"

    def has(self, what: str) -> bool:
        if what not in self.named:
            return False
        gone = what == "quietus" and "flagship" in self.player.get("space", ())
        gone = gone and not any(piece.kind == "flagship" for piece in self.pieces)
        return super().has(what) and not gone

    def has_unit(self, slug: str) -> bool:
        """Tell whether it has a unit of that card; with the values of another it keeps its text."""
        if slug not in self.texts:
            return False
        kind = units()[slug].type
        return any(piece.kind == kind for piece in self.pieces) and self.card(kind).slug == slug

    def has_text(self, slug: str, pieces: Iterable[Piece]) -> bool:
        """Tell whether one of these pieces of its own has that card."""
        return slug in self.texts and any(self.card(piece.kind).slug == slug for piece in pieces)
