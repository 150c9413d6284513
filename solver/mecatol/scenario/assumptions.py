"""What a scenario assumes of limits that its units do not keep: of capacity, and of box, planets, pool and cards."""

TOLD = "told"
"""What is over a limit stays, and is said beside the answer; nothing else may go over it later. The default."""
IGNORED = "ignored"
"""The limit does not exist."""
ENFORCED = "enforced"
"""A scenario that does not keep it is refused."""
ASSUMPTIONS = {"capacity": (TOLD, IGNORED, ENFORCED), "limits": (TOLD, IGNORED, ENFORCED)}
"""Each assumption to the words that it may have, the default first."""
