"""What a scenario says of ships that move: fleets, where each starts, and what lies on the way to the active system."""

from __future__ import annotations

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.fields import Count, Either, Field, ListOf, MapOf, OneOf, Record

ASTEROID_FIELD, GRAVITY_RIFT, NEBULA, SUPERNOVA = "asteroid-field", "gravity-rift", "nebula", "supernova"
TEAR, BREACH, FRACTURE = "dimensional-tear", "breach", "fracture"
CLEAR, SHIPS, TOKEN, ACTIVE_SYSTEM, WORMHOLE, HOME = "clear", "ships", "token", "active", "wormhole", "home"
HOLOLATTICE, OWN_UNITS = "hololattice", "own-units"

SYSTEMS = {
    CLEAR: "Nothing that matters to ships",
    ASTEROID_FIELD: "Asteroid field",
    GRAVITY_RIFT: "Gravity rift",
    NEBULA: "Nebula",
    SUPERNOVA: "Supernova",
    SHIPS: "Ships of another player",
    HOLOLATTICE: "Structures of another player who has Aerie Hololattice",
    OWN_UNITS: "Units of the mover’s own",
    TOKEN: "A command token of the mover’s own",
    ACTIVE_SYSTEM: "The active system itself",
    WORMHOLE: "An alpha or beta wormhole",
    HOME: "The mover’s home system",
    TEAR: "A Dimensional Tear, which makes it a gravity rift",
    BREACH: "An active breach",
    FRACTURE: "A part of The Fracture",
}
"""What can matter to ships in a system that they start in or pass."""
ANOMALIES = (ASTEROID_FIELD, GRAVITY_RIFT, NEBULA, SUPERNOVA)
ALPHA_TO_BETA, HYPERLANE = "alpha-to-beta", "hyperlane"
WAYS = {
    "alpha": "A pair of alpha wormholes",
    "beta": "A pair of beta wormholes",
    "gamma": "A pair of gamma wormholes",
    "delta": "A pair of delta wormholes",
    ALPHA_TO_BETA: "From an alpha to a beta wormhole, or back",
    HYPERLANE: "A hyperlane",
}
"""How systems on the way can be adjacent, if not by a common edge."""
STOPS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The systems on the way, in order: keys of what is picked up there."""

MOST_MOVE = 16

_unit = OneOf("type of unit", lambda: UNIT_TYPES)
_units = MapOf(_unit, Count(0, 99))
_word = OneOf("kind of system", lambda: SYSTEMS)
SYSTEM = Either((_word, ListOf(_word, least=1)))
"""A system in one word, or in several where several things matter there."""

FLEET = Record(
    "fleet",
    {
        "units": Field(_units, "The ships that start there together, and the units that they would transport."),
        "from": Field(SYSTEM, "What is in the system that they start in; if not said, nothing that matters."),
        "through": Field(
            ListOf(SYSTEM, len(STOPS), repeats=True),
            "The systems between that one and the active system, in order; none where the two are adjacent.",
        ),
        "by": Field(
            ListOf(OneOf("way between systems", lambda: WAYS)),
            "Wormholes and hyperlanes that the way uses; common edges by default.",
        ),
        "picks_up": Field(
            MapOf(OneOf("place to pick units up", lambda: (*STOPS, ACTIVE_SYSTEM)), _units),
            "Units that its ships pick up later: in the `first`, `second` … system on the way, or in the `active` one.",
        ),
    },
    sparse=True,
)


def words(system: str | tuple[str, ...] | None) -> frozenset[str]:
    """Return everything that a scenario says of a system."""
    if system is None:
        return frozenset()
    found = frozenset((system,) if isinstance(system, str) else system) - {CLEAR}
    return found | {GRAVITY_RIFT} if TEAR in found else found
