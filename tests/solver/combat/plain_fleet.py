"""One side of a battle played with dice that has a faction: the cards of its units, and what follows from them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.domain.units import Unit, unit_of, units
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_army import Army, Piece

type Data = dict[str, Any]

BOARDERS = ("infantry", "mech")
FLYING, MAXIMUM = "z-grav-eidolon", "eidolon-maximum"


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


@dataclass
class Fleet(Army):
    """One side with a faction's units."""

    cards_of: dict[str, Unit] = field(default_factory=dict)
    """The cards of its units, by type."""
    aboard: list[Piece] = field(default_factory=list)
    """Ground forces that do not fight, or not yet."""
    edition: str = LATEST

    def card(self, kind: str) -> Unit:
        found = self.cards_of.get(kind)
        if found is None:
            found = self.cards_of[kind] = units()[FLYING] if self.flies(kind) else self.printed(kind)
        return found

    def printed(self, kind: str) -> Unit:
        """Return the card of its units of a type, as it is."""
        return card(self.player, kind, self.edition)

    def flies(self, kind: str) -> bool:
        """Tell whether a ground force is a Z-Grav Eidolon now."""
        return kind == "mech" and card(self.player, kind, self.edition).slug == "eidolon"

    def muster(self) -> None:
        """Count those aboard among the ships that are ships whatever goes on: an Eidolon Maximum."""
        self.pieces += [piece for piece in self.aboard if self.printed(piece.kind).is_ship]
        self.aboard = [piece for piece in self.aboard if piece not in self.pieces]

    def renews(self, piece: Piece, reformed: bool) -> bool:
        """Tell whether a piece is repaired as a round starts; mechs are not where they have lost their text."""
        return self.card(piece.kind).slug in ({"arc-secundus"} if reformed else {"arc-secundus", MAXIMUM})

    def renew(self, reformed: bool) -> None:
        """Repair who is repaired as a round starts."""
        for piece in self.pieces:
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
        mech = "mech" in self.player.get("space", ()) and card(self.player, "mech", self.edition)
        return bool(mech and mech.slug == "quantum-manipulator")

    def has(self, what: str) -> bool:
        gone = what == "quietus" and "flagship" in self.player.get("space", ())
        gone = gone and not any(piece.kind == "flagship" for piece in self.pieces)
        return super().has(what) and not gone

    def has_unit(self, slug: str) -> bool:
        """Tell whether it has a unit of that card; with the values of another it keeps its text."""
        kind = units()[slug].type
        return any(piece.kind == kind for piece in self.pieces) and self.card(kind).slug == slug
