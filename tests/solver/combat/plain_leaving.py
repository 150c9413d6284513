"""A retreat of a faction's fleet in a battle played with dice: who goes, who is carried, and who stays behind."""

from typing import Any

from solver.domain.units import Unit
from tests.solver.combat.plain_army import Piece

CARRIED = ("fighter", "infantry", "mech")


def moves(card: Unit) -> bool:
    """Tell whether a ship leaves by itself."""
    return card.is_ship and card.move is not None


def leaving(
    pieces: list[Piece], cards: dict[str, Unit], policy: dict[str, Any], planets: dict[str, list[Piece]]
) -> list[Piece]:
    """Return who of those in space and of the ground forces on planets goes along (78.7.b).

    Ground forces that the policy takes from planets go before what is in space; of that is left behind what the
    policy names first, then fighters, infantry and mechs, damaged ones first.
    """
    going = [piece for piece in pieces if moves(cards[piece.kind])]
    room = sum(cards[piece.kind].capacity for piece in going)
    told = policy.get("retreat", {}).get("takes", {})
    boarding: list[Piece] = []
    for planet, wanted in told.items():
        for kind, number in wanted.items():
            there = [piece for piece in planets.get(planet, ()) if piece.kind == kind]
            boarding += sorted(there, key=lambda piece: piece.damaged)[:number]
    first = [*policy.get("capacity", ()), *CARRIED]
    riding = [piece for piece in pieces if piece not in going]
    riding.sort(key=lambda piece: (first.index(piece.kind), not piece.damaged))
    free = [piece for piece in (*boarding, *riding) if cards[piece.kind].rides_free and room]
    boarding = [piece for piece in boarding if piece not in free][:room]
    riding = [piece for piece in riding if piece not in free]
    return [*going, *free, *boarding, *riding[max(0, len(riding) - (room - len(boarding))) :]]
