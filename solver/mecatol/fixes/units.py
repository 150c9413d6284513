"""Mends for units: the technology or faction that they need, ships that carry them, places where they can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mecatol.domain.counts import in_words as unit_words
from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import GROUND_COMBAT
from mecatol.domain.units import STRUCTURE, UNIT_TYPES, planet_name, printings, unit_of, units
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.effects.technology_cards import cards
from mecatol.errors import Problem
from mecatol.fixes.candidate import Candidate, called, name_of
from mecatol.fixes.paths import Data, fit_damage, parts_of, put
from mecatol.game.by_hand import usual
from mecatol.scenario.by_hand import in_words
from mecatol.scenario.step import STEPS

_CARRIED = ("fighter", "infantry", "mech")
_MOST_SHIPS = 4
"""How many more ships are offered to carry what is too much."""


def candidates(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield changes of units and their owners that may mend a problem."""
    path = parts_of(data, problem.field)
    if len(path) < 2 or path[0] != "players" or not isinstance(path[1], int):
        return
    index, rest = path[1], path[2:]
    if rest and rest[-1] in UNIT_TYPES:
        yield from _unit(data, index, str(rest[-1]), [str(part) for part in rest[:-1]])
    if rest == [SPACE]:
        yield from _carried(data, index, problem)
    if rest and rest[0] in ("technologies", "effects"):
        yield from _owned(data, index, rest)


def _unit(data: Data, index: int, kind: str, place: list[str]) -> Iterator[Candidate]:
    """Yield what lets a player have a type of unit at a place, or puts the units elsewhere."""
    player, edition = data["players"][index], data.get("edition", LATEST)
    faction, owned = player.get("faction"), list(player.get("technologies", ()))
    who = name_of(data, index)
    if place[0] in (SPACE, ADJACENT, "planets") and unit_of(kind, faction, owned, edition) is None:
        needed = [
            unit.technology for unit in printings(kind)
            if unit.technology and not unit.upgrade_of and unit.faction in (None, faction)
            and in_force(edition, unit.edition, unit.until)
        ]  # fmt: skip
        for slug in needed:
            yield Candidate(f"Give {who} the technology {technologies()[slug]}", _learn, (index, slug), sure=True)
        if not faction and (common := usual(kind)):
            said = in_words({"units": {kind: common}})
            yield Candidate(f"Set the usual values by hand: {said}", _set_by_hand, (index, kind, common))
        if not faction:
            yield from _factions(data, index, kind)
    categories = next((unit.categories for unit in printings(kind)), frozenset())
    if place[0] == "planets" and place[-1] in player.get("planets", {}):
        source = ["planets", place[-1]]
        yield Candidate(f"Put {who}’s {unit_words(kind, 2)} in space", _move, (index, source, SPACE, kind))
    elif place == [SPACE] and STRUCTURE in categories:
        planet = next((p for one in data["players"][::-1] for p in one.get("planets", {})), _any_planet())
        text = f"Put {who}’s {unit_words(kind, 2)} on {planet_name(planet)}"
        yield Candidate(text, _move, (index, [SPACE], planet, kind))


def _set_by_hand(data: Data, index: int, kind: str, values: Data) -> None:
    data["players"][index].setdefault("by_hand", {}).setdefault("units", {})[kind] = values


def _factions(data: Data, index: int, kind: str) -> Iterator[Candidate]:
    """Yield the factions whose unit a type may be, those of the other players aside; the first few of them."""
    taken = {player.get("faction") for player in data["players"]}
    for slug in dict.fromkeys(unit.faction for unit in printings(kind) if unit.faction and unit.technology is None):
        if slug not in taken:
            text = f"Let {name_of(data, index)} play {FACTIONS[slug].name}"
            yield Candidate(text, put, (["players", index, "faction"], slug))


def _any_planet() -> str:
    example: Any = STEPS[GROUND_COMBAT].example["players"]
    return str(next(iter(example[0]["planets"])))


def _learn(data: Data, index: int, slug: str) -> None:
    player = data["players"][index]
    player["technologies"] = [*player.get("technologies", ()), slug]


def _move(data: Data, index: int, source: list[str], target: str, kind: str) -> None:
    player = data["players"][index]
    here = player
    for part in source:
        here = here[part]
    count = here.pop(kind)
    fit_damage(data, ["players", index, *source])
    there = player.setdefault(SPACE, {}) if target == SPACE else player.setdefault("planets", {}).setdefault(target, {})
    there[kind] = there.get(kind, 0) + count


def _carried(data: Data, index: int, problem: Problem) -> Iterator[Candidate]:
    """Yield ships that could carry what is too much in space, then what could stay away."""
    player, edition, who = data["players"][index], data.get("edition", LATEST), name_of(data, index)
    kinds = {kind: unit_of(kind, player.get("faction"), player.get("technologies", ()), edition) for kind in UNIT_TYPES}
    ships = [unit for unit in kinds.values() if unit and unit.is_ship and unit.capacity and unit.cost]
    for ship in sorted(ships, key=lambda unit: (-unit.capacity / (unit.cost or 1), unit.cost or 0))[:1]:
        for number in range(1, _MOST_SHIPS + 1):
            text = f"Give {who} {number} more {unit_words(ship.type, number)}"
            yield Candidate(text, _add, (index, ship.type, number), group="ships")
    for kind in [kind for kind in _CARRIED if player[SPACE].get(kind, 0)]:
        for number in range(1, player[SPACE][kind] + 1):
            yield Candidate(
                f"Take away {number} of {who}’s {unit_words(kind, 2)}", _add, (index, kind, -number), group=kind
            )


def _add(data: Data, index: int, kind: str, number: int) -> None:
    there = data["players"][index].setdefault(SPACE, {})
    there[kind] = there.get(kind, 0) + number
    if not there[kind]:
        del there[kind]
    fit_damage(data, ["players", index, SPACE])


def _owned(data: Data, index: int, rest: list[str | int]) -> Iterator[Candidate]:
    """Yield whose a card is: the faction that may have it, or the player who may play it."""
    player, who = data["players"][index], name_of(data, index)
    slug = player["technologies"][rest[1]] if rest[0] == "technologies" and len(rest) > 1 else rest[-1]
    one = EFFECTS.get(str(slug)) or cards().get(str(slug))
    upgrade = next((unit for unit in units().values() if unit.technology == slug), None)
    faction = one.faction if one else upgrade.faction if upgrade else None
    if faction and player.get("faction") != faction:
        text = f"Let {who} play {FACTIONS[faction].name}"
        yield Candidate(text, put, (["players", index, "faction"], faction))
    other = 1 - index
    if rest[0] == "effects" and len(data["players"]) == 2 and not data["players"][other].get("effects", {}).get(slug):
        yield Candidate(
            f"Give {called(slug)} to {name_of(data, other)}", lambda copy: _hand(copy, index, other, str(slug))
        )


def _hand(data: Data, index: int, other: int, slug: str) -> None:
    number = data["players"][index]["effects"].pop(slug)
    data["players"][other].setdefault("effects", {})[slug] = number
