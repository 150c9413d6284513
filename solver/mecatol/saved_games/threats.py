"""Which systems of a player can be taken this turn, by whom, with what, and how likely: one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mecatol.domain.counts import in_words
from mecatol.domain.steps import TACTICAL_ACTION
from mecatol.errors import ScenarioError, unknown
from mecatol.preparing.prepare import prepare
from mecatol.probability.limits import time_limit
from mecatol.saved_games.arrivals import ComingFleet, arrivals
from mecatol.saved_games.battles import defender_data
from mecatol.saved_games.hexes import adjacency
from mecatol.saved_games.model import NEUTRAL, Held, SavedGame, SavedSystem, together
from mecatol.saved_games.scenarios import Data, cards_of, place_units, player_data, role, scenario, some, title_of
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS

SECONDS = 3.0
"""How long one battle of the table may take to be solved."""


class Threat(NamedTuple):
    """One line of the table."""

    position: str
    system: str
    attacker: str
    fleet: str
    takes: str | None
    """The planet that is most likely taken; None where there is none to take, and the space area is what counts."""
    chance: float | None
    """The chance that it is taken, or that no ship of the owner is left; None where it takes too long to be solved."""
    scenario: Data


def player_of(game: SavedGame, said: str) -> str:
    """Return the key of a player by name, faction or color; raises ScenarioError where nobody is called that."""
    word = said.casefold()
    for key, player in game.players.items():
        if word in (key.casefold(), player.name.casefold(), title_of(game, key).casefold(), player.faction):
            return key
    raise ScenarioError([unknown("player", said, "player of this game", list(game.players))])


def threatened(game: SavedGame, key: str) -> list[SavedSystem]:
    """Return the systems that a player has something in, or controls a planet of."""
    found = []
    for system in game.systems.values():
        controllers = {planet.controller for planet in system.planets.values()}
        if key in system.players() or key in controllers:
            found.append(system)
    return found


class PossibleAttack(NamedTuple):
    """A system of a player, and another player who can come to it this turn."""

    system: SavedSystem
    attacker: str
    coming: list[ComingFleet]


def attacks(game: SavedGame, key: str) -> Iterator[PossibleAttack]:
    """Yield, for each of a player's systems, each other player who can come to it this turn, with what.

    Whoever has passed, has no command token left to activate it with or has activated it already does not come.
    """
    near = adjacency(game)
    for system in threatened(game, key):
        for other, player in game.players.items():
            spent = player.passed or player.tactic_tokens == 0 or other in system.activated
            held_by_third = key not in system.players() and {*system.players()} - {other}
            if other in (key, NEUTRAL) or spent or held_by_third:
                continue
            if coming := arrivals(game, system.position, other, near):
                yield PossibleAttack(system, other, coming)


def threats(game: SavedGame, key: str) -> Iterator[Threat]:
    """Yield how likely each attack on a player (`attacks`) is to take the system.

    Everybody comes with everything that reaches the system, up to the fleet pool. Action cards and agents are left out.
    """
    yield from (threat(game, key, one) for one in attacks(game, key))


def attack(game: SavedGame, system: SavedSystem, key: str, other: str, coming: list[ComingFleet]) -> Data:
    """Return the tactical action in which a player comes to another's system with these units."""
    attacker = player_data(game, other, role(0))
    units = together([*(one.units for one in coming), system.space.get(other, {})])
    place_units(attacker, "space", within_pool(attacker, units))
    defender = defender_data(game, system, key)
    for slug in system.planets:
        if system.planets[slug].controller == key:
            defender.setdefault("planets", {}).setdefault(slug, {})
    return scenario(system, TACTICAL_ACTION, [attacker, defender])


def within_pool(data: Data, units: dict[str, Held]) -> dict[str, Held]:
    """Return as many ships as a player's fleet pool supports, the most expensive, with what these can carry."""
    pool = data.get("fleet_pool")
    cards = cards_of(data, units)
    ships = [kind for kind, card in cards.items() if card.is_ship and kind != "fighter"]
    found: dict[str, Held] = {}
    room = 0
    for kind in sorted(ships, key=lambda kind: -cards[kind].price):
        count = units[kind].number if pool is None else min(units[kind].number, pool)
        pool = None if pool is None else pool - count
        if count:
            found[kind] = some(units[kind], count)
            room += count * (cards[kind].capacity or 0)
    for kind in ("mech", "infantry", "fighter"):
        if kind in units and (count := min(room, units[kind].number)):
            found[kind] = some(units[kind], count)
            room -= count
    return found


def threat(game: SavedGame, key: str, one: PossibleAttack) -> Threat:
    """Return how likely an attack on a player takes the system."""
    system, other, coming = one
    data = attack(game, system, key, other, coming)
    fleet = ", ".join(f"{number} {in_words(kind, number)}" for kind, number in data["players"][0]["space"].items())
    takes, chance = _solved(data)
    return Threat(system.position, system.title, title_of(game, other), fleet, takes, chance, data)


def _solved(data: Data) -> tuple[str | None, float | None]:
    """Return the planet that is most likely taken with its chance, or the chance that the owner's ships are gone."""
    try:
        with time_limit(SECONDS):
            solution = STEPS[data["step"]].solve(prepare(read(data)))
        chances: list[dict[str, Any]] = solution.to_json()["chances"]
    except ScenarioError:
        return None, None
    taken = [(float(one["probability"]), str(one["takes"])) for one in chances if "takes" in one]
    if taken:
        chance, planet = max(taken)
        return planet, chance
    owner = data["players"][1]["name"]
    gone = [float(one["probability"]) for one in chances if one["condition"] == f"{owner} has no ships left"]
    return None, gone[0] if gone else None
