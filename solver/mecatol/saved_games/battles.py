"""The battles in a system of a saved game: who is there, who attacks, and what would be enough against one alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from mecatol.domain.places import ADJACENT
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, OTHER, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.domain.units import planet_name
from mecatol.errors import fault
from mecatol.saved_games.model import NEUTRAL, SavedGame, SavedSystem
from mecatol.saved_games.scenarios import Data, place_units, player_data, reaching, scenario, title_of, unit

_GROUND = ("infantry", "mech")
ATTACKER = "Attacker"
"""What a player is called who is not there yet."""


@dataclass
class SavedBattle:
    """A battle in a system of a saved game."""

    title: str
    scenario: Data
    alone: str | None = None
    """The player without units, by name, where one player is alone: what would be enough for them is asked."""
    said: list[str] = field(default_factory=list)
    """What was assumed, a sentence each."""


def _names(system: SavedSystem) -> set[str]:
    """Return what a system may be called: its tile, and its planets."""
    names = {system.said.casefold(), (system.tile or "").casefold()}
    for slug in system.planets:
        names |= {slug, planet_name(slug).casefold()}
    return names


def system_of(game: SavedGame, said: str) -> SavedSystem:
    """Return a system by its position, its tile or a planet in it.

    Raises:
        ScenarioError: there is none, or several have that tile.
    """
    if said in game.systems:
        return game.systems[said]
    word = said.casefold()
    found = [system for system in game.systems.values() if word in _names(system)]
    if len(found) == 1:
        return found[0]
    which = "is not in this game" if not found else f"names {len(found)} systems"
    raise fault("system", f"{which}; give its position, such as {', '.join(list(game.systems)[:4])}", said)


def battles(game: SavedGame, said: str) -> list[SavedBattle]:
    """Return the battles in a system: in space, then on each planet that two players have ground forces on.

    Where only one player is, the battle is that of anybody who comes, and what would be enough is its question.
    """
    system = system_of(game, said)
    found = []
    ships = [key for key in system.space if _has_ships(game, system, key)]
    if len(ships) > 1:
        found.append(_in_space(game, system, ships))
    for slug, planet in system.planets.items():
        fighting = [key for key, units in planet.units.items() if units.keys() & {*_GROUND}]
        if len(fighting) > 1:
            found.append(_on_planet(game, system, slug, fighting))
    if not found and (holder := _holder(system)):
        found.append(_against(game, system, holder))
    return found


def _has_ships(game: SavedGame, system: SavedSystem, key: str) -> bool:
    data = player_data(game, key)
    cards = [unit(data, kind) for kind in system.space.get(key, {})]
    return any(card is not None and card.is_ship for card in cards)


def attacker(game: SavedGame, system: SavedSystem, keys: list[str]) -> tuple[str, str | None]:
    """Return who of the players in a system attacks, and a sentence where that is not certain."""
    if game.active_system == system.position and game.active_player in keys:
        return str(game.active_player), None
    others = [key for key in keys if key != NEUTRAL]
    activated = [key for key in others if key in system.activated]
    if len(activated) == 1:
        return activated[0], None
    first = (activated or others or keys)[0]
    return first, f"The game does not say who attacks in {system.title}; {title_of(game, first)} was taken."


def _pair(game: SavedGame, system: SavedSystem, keys: list[str]) -> tuple[list[str], list[str]]:
    """Return the attacker and one other player, the one with the most units, and what was assumed."""
    first, said = attacker(game, system, keys)
    others = sorted((key for key in keys if key != first), key=lambda key: -_number(system, key))
    notes = [said] if said else []
    if len(others) > 1:
        names = ", ".join(title_of(game, key) for key in others[1:])
        notes.append(f"A battle has two sides, so {names} stays aside.")
    return [first, others[0]], notes


def _number(system: SavedSystem, key: str) -> int:
    return sum(held.number for units in system.forces for held in units.get(key, {}).values())


def _in_space(game: SavedGame, system: SavedSystem, keys: list[str]) -> SavedBattle:
    sides, said = _pair(game, system, keys)
    players = []
    for index, key in enumerate(sides):
        data = player_data(game, key, OTHER if index else ACTIVE)
        place_units(data, "space", system.space[key])
        players.append(data)
    title = f"Space combat in {system.title}"
    return SavedBattle(title, scenario(system, SPACE_COMBAT, players), said=said)


def _on_planet(game: SavedGame, system: SavedSystem, slug: str, keys: list[str]) -> SavedBattle:
    sides, said = _pair(game, system, keys)
    players = []
    for index, key in enumerate(sides):
        data = player_data(game, key, OTHER if index else ACTIVE)
        units = system.planets[slug].units[key]
        place_units(data, slug, {kind: held for kind, held in units.items() if not (index == 0 and kind == "pds")})
        players.append(data)
    return SavedBattle(f"Ground combat on {planet_name(slug)}", scenario(system, GROUND_COMBAT, players), said=said)


def _holder(system: SavedSystem) -> str | None:
    """Return the player who has a system: of whom there are most units there."""
    keys = system.players()
    return max(keys, key=lambda key: _number(system, key), default=None)


def defender_data(game: SavedGame, system: SavedSystem, key: str) -> Data:
    """Return a player who defends a system: all that is there, and what fires from adjacent systems."""
    data = player_data(game, key)
    if key in system.space:
        place_units(data, "space", system.space[key])
    for slug, planet in system.planets.items():
        if key in planet.units:
            place_units(data, slug, planet.units[key])
    if near := reaching(game, system, key, data):
        data[ADJACENT] = near
    return data


def _against(game: SavedGame, system: SavedSystem, key: str) -> SavedBattle:
    holder = defender_data(game, system, key)
    players = [{"name": ATTACKER}, holder]
    title = f"{title_of(game, key)} holds {system.title}"
    return SavedBattle(title, scenario(system, TACTICAL_ACTION, players), alone=ATTACKER)
