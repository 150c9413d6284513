"""How a player who produces units pays, and what the best build aims for."""

from __future__ import annotations

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
