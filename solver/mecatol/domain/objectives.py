"""Objective cards (61): their kinds, phases, points and what each asks for, read from the data file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mecatol.domain.data import load

STAGE_1, STAGE_2, SECRET = "stage-1", "stage-2", "secret"
KIND_NAMES = {STAGE_1: "stage I", STAGE_2: "stage II", SECRET: "secret"}
"""The kinds of objectives: slug to what players call them."""

STATUS, ACTION, AGENDA = "status", "action", "agenda"
"""The phases in which an objective can be scored."""


@dataclass(frozen=True, kw_only=True)
class Objective:
    """One objective card."""

    slug: str
    name: str
    kind: str
    """A key of KIND_NAMES."""
    phase: str
    """STATUS, ACTION or AGENDA."""
    points: int
    edition: str
    asks: str
    """What it asks for, in our own words."""
    need: Mapping[str, Any] | None = field(hash=False)
    """What it asks for, as far as a scenario can show it; None where only the board does (`mecatol.domain.data`)."""

    @property
    def public(self) -> bool:
        """Whether it is a public objective (61.1)."""
        return self.kind != SECRET

    @property
    def cost(self) -> Mapping[str, int]:
        """What has to be spent to score it (61.10), by what is spent; empty where nothing is."""
        need = self.need or {}
        return {key: number for key, number in need.items() if key != "what"} if need.get("what") == "spend" else {}


@cache  # made of a data file
def objectives() -> dict[str, Objective]:
    """Return every objective card, by slug: stage I, stage II, secret."""
    raw: dict[str, dict[str, Any]] = load("objectives")  # type: ignore[assignment]
    return {slug: Objective(slug=slug, **record) for slug, record in raw.items()}
