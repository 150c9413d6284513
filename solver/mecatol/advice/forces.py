"""Units that a player could have besides, or could be without: where they may stand, and what follows them there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, OTHER, SPACE_COMBAT
from mecatol.domain.units import UNIT_TYPES, Unit, planet_name, unit_of
from mecatol.errors import fault, shown
from mecatol.scenario.step import STEPS

type Data = dict[str, Any]


def index_of(data: Data, player: str) -> int:
    """Return the index of a player by name; raises ScenarioError where nobody is called that."""
    names = [one["name"] for one in data["players"]]
    if player not in names:
        raise fault("player", f"{shown(player)} is not a player here; name one of {', '.join(names)}", player)
    return names.index(player)


def told(data: Mapping[str, Any], index: int, key: str) -> Any:
    """Return what a scenario's policy says for a player under a key: the player's own, else everybody's, else None."""
    return {**data.get("policy", {}), **data["players"][index].get("policy", {})}.get(key)


def own_unit(data: Data, index: int, kind: str) -> Unit | None:
    """Return the unit that a player's counts of a type stand for."""
    player = data["players"][index]
    return unit_of(kind, player.get("faction"), player.get("technologies", ()), data.get("edition", LATEST))


def planets_named(data: Data) -> list[str]:
    """Return the planets on which a scenario names units, of whichever player."""
    return list(dict.fromkeys(planet for one in data["players"] for planet in one.get("planets", {})))


def ground_forces_aboard(data: Data) -> dict[str, int]:
    """Return the active player's ground forces in space, by type."""
    space = data["players"][0].get(SPACE, {})
    return {kind: n for kind, n in space.items() if n and (unit := own_unit(data, 0, kind)) and unit.is_ground_force}


def places(data: Data, index: int) -> Iterator[tuple[str, str]]:
    """Yield (place, type of unit) for all that a player could have where the step asks for it.

    A place is `space`, `adjacent` or the slug of a planet of the scenario. Ground forces are passengers in a space
    combat: they are named only where the player has some aboard. Nobody has units on planets that are another's.
    """
    player = data["players"][index]
    planets = planets_named(data)
    role = OTHER if index else ACTIVE
    for offer in (offer for offer in STEPS[data["step"]].offers if offer.role == role):
        for kind in UNIT_TYPES:
            unit = own_unit(data, index, kind)
            aboard = data["step"] != SPACE_COMBAT or player.get("space", {}).get(kind)
            if not unit or not offer.units(unit) or not (unit.is_ship or aboard):
                continue
            if offer.area == "planets":
                yield from ((planet, kind) for planet in planets if _may_stand(data, index, planet, unit))
            else:
                yield offer.area, kind


def _there(player: Data, planet: str, field: str = "planets") -> bool:
    return any(player.get(field, {}).get(planet, {}).values())


def _may_stand(data: Data, index: int, planet: str, unit: Unit) -> bool:
    """Tell whether a player could have one more unit on a planet.

    The active player's ground forces come to it by a landing, beside others of theirs there or in a ground combat;
    structures stand where nobody else does. Another player's units are not on a planet that is somebody else's.
    """
    player, active = data["players"][index], data["players"][0]
    if data["step"] == GROUND_COMBAT and unit.is_ground_force:
        return True
    others = [one for one in data["players"] if one is not player and _there(one, planet)]
    if index == 0:
        return _there(player, planet) and (unit.is_ground_force or not others)
    its_own = [one for one in others if one is not active or _there(one, planet, "stationed")]
    return _there(player, planet) or not its_own


def stand(player: Data, place: str) -> dict[str, int]:
    """Return the counts of a player's units at a place, to be changed."""
    counts: dict[str, int] = (
        player.setdefault("planets", {}).setdefault(place, {})
        if place not in (SPACE, ADJACENT)
        else player.setdefault(place, {})
    )
    return counts


def where(place: str) -> str:
    """Return the words for a place behind a unit; none for the active system's space area."""
    return {SPACE: "", ADJACENT: " next door"}.get(place, f" on {planet_name(place)}")


def landing_with_it(data: Data, index: int, place: str, kind: str) -> str:
    """Return the words for where one more unit lands by the plan of a landing; none where there is but one planet."""
    planet = _lands_on(data, index, place, kind)
    return f", landing on {planet_name(planet)}" if planet and len(told(data, index, "land")) > 1 else ""


def _lands_on(data: Data, index: int, place: str, kind: str) -> str | None:
    """Return the planet on which one more unit would land: where most do, if all that could be landed is."""
    plan: dict[str, Data] = told(data, index, "land") or {}
    unit = own_unit(data, index, kind)
    if index or place != SPACE or not plan or not unit or not unit.is_ground_force:
        return None
    for one, number in ground_forces_aboard(data).items():
        if sum(landed.get(one, 0) for landed in plan.values()) < number:
            return None
    return max(plan, key=lambda planet: sum(plan[planet].values()))


def add(data: Data, index: int, place: str, kind: str, count: int) -> None:
    """Give a player so many more units of a type at a place, or fewer; damaged ones are the first to go.

    What the player has decided about such units goes with them: a landing of all ground forces lands those that are
    added as well, and nothing is done with units that are no longer there.
    """
    player = data["players"][index]
    planet = _lands_on(data, index, place, kind) if count > 0 else None
    there = stand(player, place)
    there[kind] = there.get(kind, 0) + count
    if planet:
        plan = _own_policy(data, index, "land")
        plan[planet][kind] = plan[planet].get(kind, 0) + count
    if count < 0:
        hurt = player.get("damaged", {})
        hurt = hurt if place == SPACE else hurt.get(place, {})
        if kind in hurt:
            hurt[kind] = max(0, hurt[kind] + count)
        _without(data, index, place, kind)


def _own_policy(data: Data, index: int, key: str) -> Any:
    """Return what is told for a player under a key as the player's own, to be changed."""
    policy = data["players"][index].setdefault("policy", {})
    policy[key] = deepcopy(told(data, index, key))
    return policy[key]


def _without(data: Data, index: int, place: str, kind: str) -> None:
    """Let decisions about units of a type at a place be about no more than are there."""
    player = data["players"][index]
    left = stand(player, place)[kind]
    if place == SPACE and any(kind in landed for landed in (told(data, index, "land") or {}).values()):
        for landed in _own_policy(data, index, "land").values():
            if kind in landed:
                landed[kind] = min(landed[kind], left)
                left -= landed[kind]
    elif kind in player.get("stationed", {}).get(place, {}):
        stationed = player["stationed"][place]
        stationed[kind] = min(stationed[kind], left)
    if kind in (told(data, index, "retreat") or {}).get("takes", {}).get(place, {}):
        taken = _own_policy(data, index, "retreat")["takes"][place]
        taken[kind] = min(taken[kind], left)
    if kind in (told(data, index, "fire") or {}):
        areas = (player.get("space", {}), player.get(ADJACENT, {}), *player.get("planets", {}).values())
        fire = _own_policy(data, index, "fire")
        fire[kind] = min(fire[kind], sum(there.get(kind, 0) for there in areas))
