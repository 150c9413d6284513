"""The slugs that an editor completes are those that are declared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import mecatol
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import ABBREVIATIONS, planets, units
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies

SLUGS = Path(mecatol.__file__).parent / "scenario" / "slugs.pyi"
HEAD = '''"""Slugs as types, for editors to complete. Any other text may stand there too; `read` says every fault.

Made by `tests/solver/test_slugs.py` of what is declared, for those who read types: no program loads it.
"""

from typing import Literal
'''


def slugs() -> dict[str, Iterable[str]]:
    """Return the slugs of each type."""
    upgrades = (unit.technology for unit in units().values() if unit.technology)
    named = (slug for slug, effect in EFFECTS.items() if effect.is_named)
    return {
        "StepSlug": mecatol.STEPS,
        "EditionSlug": mecatol.EDITIONS,
        "FactionSlug": FACTIONS,
        "UnitType": ABBREVIATIONS.values(),
        "PlanetSlug": planets(),
        "TechnologySlug": (*technologies(), *upgrades),
        "EffectSlug": named,
    }


def written() -> str:
    """Return the module with the types."""
    types = []
    for name, members in slugs().items():
        lines = "".join(f'    "{slug}",\n' for slug in sorted(set(members)))
        types.append(f"type {name} = Literal[\n{lines}]\n")
    return "\n".join([HEAD, *types])


def pin() -> None:
    """Write the module down as it has to be now."""
    SLUGS.write_text(written(), encoding="utf-8")


@pytest.mark.cpython_only("reads the package's own files")
def test_slugs_as_types_are_those_that_are_declared() -> None:
    assert SLUGS.read_text("utf-8") == written(), (
        'if it is meant, write it down: uv run python -c "from tests.solver import test_slugs as t; t.pin()"'
    )
