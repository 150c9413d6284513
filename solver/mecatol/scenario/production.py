"""What a scenario says of a player who produces units: the order, and what there is to spend."""

from __future__ import annotations

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.fields import Count, Field, ListOf, MapOf, OneOf, Slug

_MOST = 99
_TAKEN = ("adjacent", *UNIT_TYPES)
_planet = Slug("planet", ("space", *_TAKEN))
_units = MapOf(OneOf("type of unit", lambda: UNIT_TYPES), Count(0, _MOST))

PAY_POLICIES = {
    "least-waste": "Wastes as little as possible; of equals, spends the fewest trade goods, exhausts the fewest "
    "planets and keeps the most influence.",
    "keep-trade-goods": "Spends the fewest trade goods, then wastes as little as possible.",
    "keep-planets": "Exhausts the fewest planets, then wastes as little as possible.",
}
"""What matters most when resources are spent, with what that means."""
DEFAULT_PAY = "least-waste"
BUILD_POLICIES = {
    "none": "Judges only the order; without an order, finds the most units.",
    "units": "The most units of any kind.",
    "ships": "The most ships other than fighters.",
    "ground-forces": "The most ground forces.",
    "combat-dice": "The most dice in combat.",
    "combat-hits": "The most hits on average in a round of combat.",
    "hit-points": "The most hits that the units can take, Sustain Damage included.",
    "capacity": "The most capacity.",
}
"""What the best build is sought for, with what that means."""
DEFAULT_BUILD = "none"

ORDER_FIELDS = {
    "produce": Field(_units, "The order: how many units of each type are to be produced."),
    "place": Field(
        MapOf(Slug("place", _TAKEN), _units, most=9),
        "Where units of the order are placed: `space` or a planet; what is not named is placed where it may be.",
    ),
    "controls": Field(
        ListOf(_planet),
        "Planets that the player controls anywhere; those of the active system on which only this player has units "
        "are known without being named.",
        (),
    ),
    "exhausted": Field(
        ListOf(_planet), "The player's exhausted cards: planets, and anything else that can be exhausted.", ()
    ),
    "resources": Field(MapOf(_planet, Count(0, 20)), "Resource values that differ from the printed ones."),
    "influence": Field(MapOf(_planet, Count(0, 20)), "Influence values that differ from the printed ones."),
    "trade_goods": Field(Count(0, _MOST), "Trade goods that can be spent.", 0),
    "reinforcements": Field(
        _units, "Plastic units that the player has left, by type; by default, all that are not in the scenario."
    ),
    "elsewhere": Field(
        _units, "Units in systems without a command token of the player's, which may be taken back (67.5.a)."
    ),
    "captured": Field(_units, "Units that the player has captured."),
}
"""The fields of a scenario's player that Production reads."""

ORDER_MAPS = ("produce", "place", "resources", "influence", "elsewhere", "captured")
"""Those among them that are empty mappings when nothing is said."""
