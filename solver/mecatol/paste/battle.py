"""Two fleets that were named become a scenario: which step they meet in, and where their units stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.domain.units import GROUND_FORCE, SHIP, UNIT_TYPES, Unit, planet_name
from mecatol.errors import fault
from mecatol.paste.naming import upgrade_of
from mecatol.paste.pasted import Pasted
from mecatol.paste.units import PastedFleet
from mecatol.scenario.step import STEPS

COLOURS = ("Red", "Blue")
"""What sides are called that have neither a name nor factions that tell them apart."""


def some_planet() -> str:
    """Return the planet of a battle for which nobody named one: that which the form of Ground Combat begins with."""
    first: Mapping[str, Any] = STEPS[GROUND_COMBAT].example["players"][0]  # type: ignore[index]
    return str(next(iter(first["planets"])))


def has(fleet: PastedFleet, category: str) -> bool:
    """Tell whether a fleet has units of a category: ship, ground force or structure."""
    return any(category in categories(kind) for kind in fleet.types)


def categories(kind: str) -> frozenset[str]:
    """Return what all units of a type are: ships, ground forces or structures."""
    return Unit(slug="", name="", type=kind, edition=LATEST).categories


def battle(fleets: Sequence[PastedFleet], edition: str = LATEST, step: str | None = None) -> Pasted:
    """Return the scenario in which two fleets meet, the first of them attacking.

    Where no step is named, ships against ships are a space combat, ground forces against ground forces a ground
    combat; where structures or both kinds are there it is an invasion or a whole tactical action.
    Raises ScenarioError for fleets without a unit.
    """
    first, second = fleets
    if not first.types and not second.types:
        message = "names no unit; write for example '5 cruisers vs 1 war sun' or '2 dn 4 ff vs 3 ca'"
        raise fault("scenario", message)
    names = names_of(fleets)
    step = step or step_of(first, second)
    added: list[str] = []
    planet = second.planet or first.planet
    grounded = [kind for one in fleets for kind in one.types if SHIP not in categories(kind)]
    if planet is None and grounded and step != SPACE_COMBAT:
        planet = some_planet()
        added.append(f"No planet was named, so {planet_name(planet)} stands for it.")
    players = []
    for index, one in enumerate(fleets):
        data = one.player(names[index], edition)
        _place(data, one, planet, step, landing=index == 0 and step in (INVASION, TACTICAL_ACTION))
        players.append(data)
    scenario: dict[str, Any] = {"step": step, "players": players}
    if edition != LATEST:
        scenario["edition"] = edition
    left_out = [
        f"Nothing is known for {word!r} of {data['name']}." for one, data in zip(fleets, players, strict=True)
        for word in one.unknown
    ]  # fmt: skip
    for one, data in zip(fleets, players, strict=True):
        if not one.types:
            added.append(f"No units were named for {data['name']}.")
        for kind in one.upgraded:
            if upgrade_of(kind, one.faction, edition) is None:
                left_out.append(f"{data['name']} has no upgrade of the {UNIT_TYPES[kind].lower()}.")
    return Pasted(scenario, "words", left_out=left_out, added=added)


def names_of(fleets: Sequence[PastedFleet]) -> list[str]:
    """Return what the sides are called: their own names, else their factions', else colours."""
    found = []
    for index, one in enumerate(fleets):
        short = FACTIONS[one.faction].short if one.faction else None
        found.append(one.name or short or COLOURS[index])
    return found if found[0] != found[1] else list(COLOURS)


def step_of(first: PastedFleet, second: PastedFleet) -> str:
    """Return the step that two fleets meet in."""
    ships, forces = (has(first, SHIP), has(second, SHIP)), (has(first, GROUND_FORCE), has(second, GROUND_FORCE))
    guns = "pds" in second.types or "pds" in first.types
    if ships[0] and ships[1]:
        return TACTICAL_ACTION if forces[0] or forces[1] or guns else SPACE_COMBAT
    if ships[0] and (forces[1] or second.types):
        return TACTICAL_ACTION if guns else INVASION
    if any(ships):
        return SPACE_COMBAT
    return INVASION if guns else GROUND_COMBAT


def _place(data: dict[str, Any], one: PastedFleet, planet: str | None, step: str, landing: bool) -> None:
    """Put a fleet's units where the step looks for them: who lands carries ground forces in space."""
    space: dict[str, int] = {}
    planets: dict[str, dict[str, int]] = {}
    for place, counts in one.counts.items():
        for kind, count in counts.items():
            where = place or planet
            carried = GROUND_FORCE in categories(kind) and landing and place is None
            if SHIP in categories(kind) or carried or where is None or step == SPACE_COMBAT:
                space[kind] = space.get(kind, 0) + count
            else:
                there = planets.setdefault(where, {})
                there[kind] = there.get(kind, 0) + count
    if space:
        data["space"] = space
    if planets:
        data["planets"] = planets
    damaged: dict[str, Any] = {}
    for kind, count in one.damaged.items():
        place = next((place for place, there in planets.items() if kind in there), None)
        if kind in space:
            damaged[kind] = min(count, space[kind])
        elif place:
            damaged.setdefault(place, {})[kind] = min(count, planets[place][kind])
    if damaged:
        data["damaged"] = damaged
