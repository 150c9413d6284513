"""Space Cannon in a saved game: whose units fire at ships in a system, from there and from next door."""

from __future__ import annotations

from mecatol.domain.places import ADJACENT
from mecatol.domain.steps import ACTIVE, SPACE_CANNON_OFFENSE
from mecatol.saved_games.arrivals import ComingFleet, arrivals
from mecatol.saved_games.battles import defender_data
from mecatol.saved_games.model import NEUTRAL, SavedGame, SavedSystem, together
from mecatol.saved_games.scenarios import Data, cards_in, place_units, player_data, reaching, scenario, unit
from mecatol.saved_games.threats import within_pool


def shooters(game: SavedGame, system: SavedSystem) -> list[str]:
    """Return the players whose Space Cannon reaches ships in a system."""
    return [key for key in game.players if _fires(game, system, key)]


def _fires(game: SavedGame, system: SavedSystem, key: str) -> bool:
    data = player_data(game, key)
    here = any(card.space_cannon for card in cards_in(system, key, data))
    return here or bool(reaching(game, system, key, data))


def space_cannon(
    game: SavedGame, system: SavedSystem, key: str, coming: list[ComingFleet] | None = None
) -> Data | None:
    """Return the scenario of Space Cannon Offense against a player: the ships there, else all that can come.

    None where no other player fires, or no ship of the player is there or can come. `coming` is what `arrivals` gives,
    for those who have it.
    """
    firing = [other for other in shooters(game, system) if other != key]
    if not firing:
        return None
    units = dict(system.space.get(key, {}))
    if not units and key != NEUTRAL:
        coming = arrivals(game, system.position, key) if coming is None else coming
        units = together(fleet.units for fleet in coming)
    target = player_data(game, key, ACTIVE)
    ships = within_pool(target, units)
    if not ships:
        return None
    place_units(target, "space", ships)
    others = [defender_data(game, system, other) for other in firing[:_MOST_SHOOTERS]]
    for data in others:
        _without_the_rest(data)
    return scenario(system, SPACE_CANNON_OFFENSE, [target, *others])


_MOST_SHOOTERS = 7


def _without_the_rest(data: Data) -> None:
    """Leave a player only the units with Space Cannon: no others matter to it."""
    places = [*data.get("planets", {}).values(), data.get("space", {}), data.get(ADJACENT, {})]
    for counts in places:
        for kind in list(counts):
            card = unit(data, kind)
            if card is None or not card.space_cannon:
                del counts[kind]
    data["planets"] = {slug: counts for slug, counts in data.get("planets", {}).items() if counts}
    for where in ("planets", "space", ADJACENT, "damaged"):
        if where == "damaged" or not data.get(where):
            data.pop(where, None)
