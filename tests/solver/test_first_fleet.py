"""What factions begin with: against the facts of `starts.json`, and as a scenario that can be asked about.

The facts were gathered from public tables (AsyncTI4's data and ti-assistant), apart from the records.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.domain.factions import FACTIONS, StartChoice
from mecatol.domain.units import planets
from mecatol.preparing.first_fleet import first_fleet
from tests.solver.helpers import ask

FACTS: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "starts.json").read_text(encoding="utf-8"))


def test_every_faction_is_among_the_facts() -> None:
    assert set(FACTS) == set(FACTIONS)
    assert [slug for slug, fact in FACTS.items() if fact["units"] is None] == ["obsidian"]  # Firmament turned over


@pytest.mark.parametrize("slug", FACTIONS)
def test_it_begins_with_what_its_sheet_says(slug: str) -> None:
    sheet, fact = FACTIONS[slug], FACTS[slug]
    assert sheet.start == fact["units"]
    assert list(sheet.start_technologies) == fact["technologies"]
    among = fact.get("choice", {}).get("from", ())
    choice = StartChoice(fact["choice"]["number"], tuple(among) if isinstance(among, list) else ()) if among else None
    assert sheet.start_choice == choice


@pytest.mark.parametrize("edition", ["pok", "thunders-edge"])
@pytest.mark.parametrize("slug", [slug for slug, fact in FACTS.items() if fact["units"]])
def test_its_first_fleet_can_be_asked_about(slug: str, edition: str) -> None:
    fleet = first_fleet(slug, edition)
    assert fleet is not None
    if edition == "pok" and FACTIONS[slug].edition not in ("base", "pok"):
        return
    everything = [*fleet["space"].items(), *(pair for units in fleet["planets"].values() for pair in units.items())]
    assert dict(everything) == FACTIONS[slug].start
    assert all(planets()[home]["home"] in (slug, *FACTIONS[slug].homes) for home in fleet["planets"])
    solution = ask("capacity", {"name": "Red", **fleet}, edition=edition)
    assert [row for row in solution["answer"]["findings"] if row["verdict"] == "no"] == []


def test_first_technologies_are_those_of_the_edition() -> None:
    owned = {edition: (first_fleet("arborec", edition) or {})["technologies"] for edition in mecatol.EDITIONS}
    assert owned["base"] == ["magen-defense-grid"]
    assert owned["codex-3"] == ["magen-defense-grid-omega"]
    assert owned["thunders-edge"] == ["magen-defense-grid-omega-omega"]
    assert "mech" not in (first_fleet("naaz-rokha-alliance", "base") or {})["planets"]["naazir"]
    assert first_fleet("obsidian") is None
