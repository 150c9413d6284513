"""The names of places that are no planets."""

from __future__ import annotations

SPACE = "space"
"""The place that is no planet: the active system's space area."""
ADJACENT = "adjacent"
"""Units in systems adjacent to the active one, taken together."""
