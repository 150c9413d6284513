"""What a scenario assumes of limits that it does not keep: of capacity, of box, planets, pool and cards, of owners."""

from __future__ import annotations

from mecatol.scenario.fields import Field, OneOf, Record

TOLD = "told"
"""What is over a limit stays, and is said beside the answer; nothing else may go over it later. The default."""
IGNORED = "ignored"
"""The limit does not exist."""
ENFORCED = "enforced"
"""A scenario that does not keep it is refused."""
ASSUMPTIONS = {
    "capacity": (TOLD, IGNORED, ENFORCED),
    "limits": (TOLD, IGNORED, ENFORCED),
    "owners": (ENFORCED, IGNORED),
}
"""Each assumption to the words that it may have, the default first."""

ASSUME = Record(
    "list of assumptions",
    {
        "capacity": Field(
            OneOf("assumption", lambda: ASSUMPTIONS["capacity"]),
            "More fighters and ground forces than ships carry: `told` removes the excess before a battle, "
            "if any ship carries some, and says so; `ignored` lets them be anywhere, `enforced` refuses "
            "them.",
            TOLD,
        ),
        "limits": Field(
            OneOf("assumption", lambda: ASSUMPTIONS["limits"]),
            "More units than the box, a planet or the fleet pool holds, one faction or card twice, and "
            "planets of several systems: `told` says so beside the answer, `ignored` allows it, "
            "`enforced` refuses it.",
            TOLD,
        ),
        "owners": Field(
            OneOf("assumption", lambda: ASSUMPTIONS["owners"]),
            "Technologies, abilities, leaders and texts of units that belong to other factions: `enforced` "
            "refuses them, `ignored` lets anybody have anything, as a Franken draft does.",
            ENFORCED,
        ),
    },
)
