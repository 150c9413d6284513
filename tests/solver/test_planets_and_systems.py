"""Planets and systems: their shape, how they hang together, and facts from second sources: ti-assistant and ti4-lab."""

from typing import Any, cast

import pytest

from mecatol.domain.data import load
from tests.solver.test_data import EDITIONS, FACTIONS

type Record = dict[str, Any]

PLANET_FIELDS = {
    "name", "resources", "influence", "traits", "tile", "edition", "until", "legendary", "specialties", "home",
    "station", "ocean",
}  # fmt: skip
SYSTEM_FIELDS = {"planets", "anomalies", "wormholes", "edition", "until", "kind", "home"}
PLANETS = cast(dict[str, Record], load("planets"))
SYSTEMS = cast(dict[str, Record], load("systems"))


@pytest.mark.parametrize("slug", PLANETS)
def test_planet_record(slug: str) -> None:
    planet = PLANETS[slug]
    assert set(planet) == PLANET_FIELDS
    assert planet["edition"] in EDITIONS
    assert 0 <= planet["resources"] <= 5
    assert 0 <= planet["influence"] <= 6
    assert set(planet["traits"]) <= {"cultural", "hazardous", "industrial"}
    assert set(planet["specialties"]) <= {"biotic", "cybernetic", "propulsion", "warfare"}
    assert planet["home"] is None or planet["home"] in FACTIONS
    if planet["tile"] is not None:
        assert slug in SYSTEMS[str(planet["tile"])]["planets"]


@pytest.mark.parametrize("tile", SYSTEMS)
def test_system_record(tile: str) -> None:
    system = SYSTEMS[tile]
    assert set(system) == SYSTEM_FIELDS
    assert system["edition"] in EDITIONS
    assert set(system["anomalies"]) <= {"asteroid-field", "entropic-scar", "gravity-rift", "nebula", "supernova"}
    assert set(system["wormholes"]) <= {"alpha", "beta", "gamma", "delta", "epsilon"}
    assert system["kind"] in {"home", "blue", "red", "center", "faction", "fracture"}
    assert (system["kind"] == "home") == (system["home"] is not None)
    for planet in system["planets"]:
        assert PLANETS[planet]["home"] == system["home"]
        assert PLANETS[planet]["edition"] == system["edition"]


def test_every_faction_has_a_home_but_keleres() -> None:
    homes = [system["home"] for system in SYSTEMS.values() if system["kind"] == "home"]
    assert sorted([*homes, "council-keleres"]) == sorted(FACTIONS)


def test_counts_of_tiles() -> None:
    numbered = {edition: sum(s["edition"] == edition for s in SYSTEMS.values()) for edition in EDITIONS}
    assert numbered["base"] == 51
    assert numbered["pok"] == 32  # 52 to 82, the last one with two sides
    assert numbered["thunders-edge"] == 35  # 92 to 118 with 96 on two sides, and seven of the Fracture


# slug: resources, influence, traits, specialties, tile
WORLDS: dict[str, tuple[int, int, list[str], list[str], int | str | None]] = {
    "mecatol-rex": (1, 6, [], [], 18),
    "mecatol-rex-omega": (1, 6, [], [], 112),
    "abaddon": (1, 0, ["cultural"], [], 75),
    "jord": (4, 2, [], [], 1),
    "0-0-0": (5, 0, [], [], 6),
    "bereg": (3, 1, ["hazardous"], [], 35),
    "lirta-iv": (2, 3, ["hazardous"], [], 35),
    "meer": (0, 4, ["hazardous"], ["warfare"], 37),
    "new-albion": (1, 1, ["industrial"], ["biotic"], 27),
    "sem-lore": (3, 2, ["cultural"], ["cybernetic"], 62),
    "hopes-end": (3, 0, ["hazardous"], [], 66),
    "everra": (3, 1, ["cultural"], [], 68),
    "mallice": (0, 3, ["cultural"], [], "82A"),
    "mirage": (1, 2, ["cultural"], [], None),
    "custodia-vigilia": (2, 3, [], [], None),
    "industrex": (2, 0, ["industrial"], ["warfare"], 115),
    "olergodt": (2, 1, ["cultural", "hazardous"], ["warfare", "cybernetic"], 101),
    "tiamat": (1, 2, ["cultural"], ["cybernetic", "cybernetic"], 107),
    "revelation": (1, 2, [], [], 92),
    "styx": (4, 0, [], [], "fracture-4"),
    "thunders-edge": (5, 1, [], [], None),
}


@pytest.mark.parametrize("slug", WORLDS)
def test_planet_facts(slug: str) -> None:
    planet = PLANETS[slug]
    resources, influence, traits, specialties, tile = WORLDS[slug]
    assert (planet["resources"], planet["influence"], planet["tile"]) == (resources, influence, tile)
    assert planet["traits"] == traits
    assert sorted(planet["specialties"]) == sorted(specialties)


def test_legendary_planets() -> None:
    assert {slug for slug, planet in PLANETS.items() if planet["legendary"]} == {
        "primor", "hopes-end", "mallice", "mirage", "custodia-vigilia", "ordinian-codex-4", "faunus", "garbozia",
        "emelpar", "tempesta", "industrex", "ordinian", "avernus", "styx", "thunders-edge", "mecatol-rex-omega",
    }  # fmt: skip
    assert {slug for slug, planet in PLANETS.items() if planet["station"]} == {
        "tsion-station", "oluz-station", "the-watchtower", "revelation",
    }  # fmt: skip
