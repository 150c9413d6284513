"""What a scenario assumes of limits that it does not keep: of capacity, of box, planets, pool and cards, of owners."""

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
