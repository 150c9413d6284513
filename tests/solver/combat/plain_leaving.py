"""A retreat of a faction's fleet in a battle played with dice: who goes, who is carried, and who stays behind."""

import random
from typing import Any

from mecatol.domain.units import Unit
from tests.solver.combat.plain_army import ORDER, Piece

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


def through_rift(going: list[Piece], cards: dict[str, Unit], rng: random.Random) -> list[Piece]:
    """Return who of those that leave a gravity rift is not removed: each ship rolls, with what it carries.

    Each unit goes to a ship with room that carries least; a fighter that finds none and can fly rolls by itself.
    """
    ships = [piece for piece in going if moves(cards[piece.kind]) and piece.kind != "fighter"]
    ships.sort(key=lambda piece: (ORDER.index(piece.kind), piece.damaged))
    loads = [[ship] for ship in ships]
    room = [cards[ship.kind].capacity for ship in ships]
    riding = [piece for piece in going if piece not in ships]
    riding.sort(key=lambda p: (not cards[p.kind].rides_free, CARRIED[::-1].index(p.kind), p.damaged))
    for piece in riding:
        free = cards[piece.kind].rides_free
        able = [i for i, ship in enumerate(ships) if room[i] or (free and cards[ship.kind].capacity)]
        if able:
            carrier = min(able, key=lambda i: len(loads[i]))
            loads[carrier].append(piece)
            room[carrier] -= not free
        else:
            loads.append([piece])
    return [piece for load in loads if rng.randint(1, 10) > 3 for piece in load]
