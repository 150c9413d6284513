"""Battles at the table that several tests walk, and what a moment of one says."""

from __future__ import annotations

from typing import Any

type Data = dict[str, Any]

DUEL: Data = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}},
                                            {"name": "Blue", "space": {"cruiser": 1}}]}  # fmt: skip
"""Each hits on 7, with a chance of 4/10."""
FLEETS: Data = {"step": "space-combat", "players": [{"name": "Red", "space": {"dreadnought": 2, "fighter": 1}},
                                              {"name": "Blue", "space": {"cruiser": 3}}]}  # fmt: skip
ATTACK: Data = {
    "step": "tactical-action",
    "players": [
        {"name": "Red", "space": {"dreadnought": 2, "carrier": 1, "fighter": 2, "infantry": 3}},
        {"name": "Blue", "space": {"destroyer": 1}, "planets": {"abaddon": {"infantry": 2, "pds": 1}}},
    ],
}


def shares(moment: Data) -> dict[str, float]:
    """Return the chance of each outcome, by its words."""
    return {share["words"]: share["chance"] for share in moment["shares"]}
