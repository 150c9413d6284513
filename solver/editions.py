"""The editions of the rules, oldest first: a scenario is played under one of them."""

from __future__ import annotations

BASE = "base"
CODEX_1 = "codex-1"
POK = "pok"
CODEX_2 = "codex-2"
CODEX_3 = "codex-3"
CODEX_4 = "codex-4"
THUNDERS_EDGE = "thunders-edge"

EDITIONS: dict[str, str] = {
    BASE: "Base game",
    CODEX_1: "Codex I: Ordinian",
    POK: "Prophecy of Kings",
    CODEX_2: "Codex II: Affinity",
    CODEX_3: "Codex III: Vigil",
    CODEX_4: "Codex IV: Liberation",
    THUNDERS_EDGE: "Thunder's Edge",
}
"""Slug to name, in the order of publication; each edition includes all before it."""

LATEST = THUNDERS_EDGE
"""What a scenario that names no edition is played under: everything published."""

_RANK = {slug: rank for rank, slug in enumerate(EDITIONS)}


def in_force(edition: str, since: str, until: str | None = None) -> bool:
    """Tell whether something printed in edition `since` and replaced in `until` holds in `edition`."""
    return _RANK[since] <= _RANK[edition] and (until is None or _RANK[edition] < _RANK[until])
