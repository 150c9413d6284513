"""Short ways to ask for a production and to read what it comes to."""

from typing import Any

from tests.solver.helpers import Data, ask, table


def produce(player: Data, *others: Data, **rest: Any) -> Data:
    return ask("production", {"name": "Red", **player}, *others, **rest)


ALGORITHM = ["ai-development-algorithm", "carrier-2"]
DOCK = {"planets": {"abaddon": {"space-dock": 1}}, "trade_goods": 9, "fleet_pool": 9}
"""Production 3, and more than enough to spend."""

LODOR = {"planets": {"lodor": {"space-dock": 1}}}
"""The same on a planet of the base game, which has Production 5."""


def limit(solution: Data) -> int:
    return int(table(solution, "Who produces")[-1][-1])


def cost(solution: Data) -> int:
    return int(table(solution, "What it costs")[-1][-1])
