"""Players and systems of a saved game in the words of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import Unit, systems, unit_of, unit_upgrades
from mecatol.effects.holders import may_have
from mecatol.effects.model import EFFECTS
from mecatol.paste.battle import NEUTRAL_UPGRADED, NEUTRAL_VALUES
from mecatol.saved_games import names
from mecatol.saved_games.hexes import links
from mecatol.saved_games.model import NEUTRAL, Held, SavedGame, SavedPlayer, SavedSystem
from mecatol.scenario.assumptions import IGNORED
from mecatol.scenario.step import STEPS

type Data = dict[str, Any]
_USED_UP = "purge"
"""A word in what a card says that is used up as it acts: whether it is, is its owner's choice."""


def title_of(game: SavedGame, key: str) -> str:
    """Return what a player is called in a scenario: the faction, where no other player has it, else the name."""
    player = game.player(key)
    same = [one for one in game.players.values() if one.faction == player.faction]
    return FACTIONS[player.faction].short if player.faction and len(same) == 1 else player.name


def player_data(game: SavedGame, key: str, role: str = OTHER) -> Data:
    """Return a player without units: faction, technologies, what always acts, and what is exhausted."""
    player = game.player(key)
    data: Data = {"name": title_of(game, key)}
    if player.faction:
        data["faction"] = player.faction
    owned = [f"{kind}-2" for kind in NEUTRAL_UPGRADED] if key == NEUTRAL else [*player.technologies]
    if owned:
        data["technologies"] = owned
    if effects := dict.fromkeys(_effects(game, player, role), 1):
        data["effects"] = effects
    if exhausted := [slug for slug in player.exhausted if slug in owned]:
        data["exhausted"] = exhausted
    if player.fleet_pool is not None:
        data["fleet_pool"] = min(player.fleet_pool, 16)
    return data


def _effects(game: SavedGame, player: SavedPlayer, role: str) -> Iterator[str]:
    """Yield what acts for a player in every battle: an unlocked commander, some relics, laws that were won."""
    if player.faction and player.leaders.get("commander") == "ready":
        commander = names.leader_slug(player.faction, "commander")
        if commander and EFFECTS[commander].role in (None, role) and not EFFECTS[commander].automatic:
            yield commander
    yield from (slug for slug in player.relics if _USED_UP not in EFFECTS[slug].meaning.casefold())
    for slug, elected in game.laws.items():
        is_elected = elected is not None and names.faction(elected) == player.faction
        if EFFECTS[slug].role in (None, role) and (is_elected or (elected is None and EFFECTS[slug].limit == 1)):
            yield slug


def unit(data: Data, kind: str) -> Unit | None:
    """Return what a type of unit is for a player of a scenario."""
    return unit_of(kind, data.get("faction"), [*data.get("technologies", ()), kind])


def place_units(data: Data, where: str, units: Mapping[str, Held]) -> None:
    """Put units into a player's space area or onto a planet, the damaged and galvanized ones told as such."""
    own = unit_kinds(data, units)
    there = data.setdefault("space", {}) if where == "space" else data.setdefault("planets", {}).setdefault(where, {})
    for kind, held in own.items():
        there[kind] = there.get(kind, 0) + held.number
        sustains = unit(data, kind)
        if held.damaged and sustains is not None and sustains.sustain_damage:
            hurt = data.setdefault("damaged", {})
            hurt = hurt if where == "space" else hurt.setdefault(where, {})
            hurt[kind] = hurt.get(kind, 0) + held.damaged
        effect = f"galvanized-{kind}"
        if held.galvanized and effect in EFFECTS:
            effects = data.setdefault("effects", {})
            effects[effect] = min(effects.get(effect, 0) + held.galvanized, EFFECTS[effect].limit)
    if data.get("name") == "Neutral":
        _neutral_values(data)


def unit_kinds(data: Data, units: Mapping[str, Held]) -> dict[str, Held]:
    """Return those units that the player has a card for; a war sun of a player without the technology is one too."""
    if "war-sun" in units and unit_of("war-sun", data.get("faction"), data.get("technologies", ())) is None:
        data["technologies"] = [*data.get("technologies", ()), "war-sun"]
    return {kind: held for kind, held in units.items() if held.number and unit(data, kind) is not None}


def cards_of(data: Data, kinds: Iterable[str]) -> dict[str, Unit]:
    """Return what each of some types of unit is for a player of a scenario, those left out that the player has not."""
    return {kind: card for kind in kinds if (card := unit(data, kind)) is not None}


def cards_in(system: SavedSystem, key: str, data: Data) -> list[Unit]:
    """Return what the units are that a player of a scenario has in each place of a system, one for each type there."""
    return [card for forces in system.forces for card in cards_of(data, forces.get(key, ())).values()]


def some(held: Held, number: int) -> Held:
    """Return so many of some units, the damaged and galvanized ones first."""
    return Held(number, min(number, held.damaged), min(number, held.galvanized))


def _neutral_values(data: Data) -> None:
    kinds = {kind for there in (data.get("space", {}), *data.get("planets", {}).values()) for kind in there}
    values = {kind: dict(value) for kind, value in NEUTRAL_VALUES.items() if kind in kinds}
    if values:
        data["by_hand"] = {"units": values}


def reaching(game: SavedGame, system: SavedSystem, key: str, data: Data) -> dict[str, int]:
    """Return a player's units with Space Cannon in adjacent systems that reach a system, by type."""
    found: dict[str, int] = {}
    for link in links(game, system.position):
        for forces in game.systems[link.position].forces:
            for kind, held in forces.get(key, {}).items():
                card = unit(data, kind)
                if card and card.space_cannon and card.space_cannon.deep:
                    found[kind] = found.get(kind, 0) + held.number
    return found


def of_others(players: Iterable[Data]) -> bool:
    """Tell whether a player has what belongs to another faction, as in a game of Franken."""
    return any(
        not may_have(slug, player.get("faction"))
        for player in players
        for slug in (*player.get("technologies", ()), *player.get("effects", {}))
        if player.get("faction")
    )


def scenario(system: SavedSystem | None, step: str, players: list[Data]) -> Data:
    """Return a scenario, in a system or in none, without what cannot act in the step.

    What belongs to another faction than its holder's is let be, as in a game of Franken.
    """
    for player in players:
        _leave_idle(player, step)
    data: Data = {"step": step, "players": players}
    if system is not None and system.tile in systems():
        data["system"] = system.tile
    if of_others(players):
        data["assume"] = {"owners": IGNORED}
    return data


def _leave_idle(player: Data, step: str) -> None:
    """Take away technologies and effects that cannot act in a step: a saved game names all that a player has."""
    parts = {step, *STEPS[step].parts}

    def acts(slug: str) -> bool:
        return not parts.isdisjoint(EFFECTS[slug].steps) if slug in EFFECTS else slug in unit_upgrades()

    technologies = [slug for slug in player.get("technologies", ()) if slug in unit_upgrades() or acts(slug)]
    effects = {slug: count for slug, count in player.get("effects", {}).items() if acts(slug)}
    known = {*technologies, *player.get("controls", ())}
    exhausted = [slug for slug in player.get("exhausted", ()) if slug in known]
    for key, value in (("technologies", technologies), ("effects", effects), ("exhausted", exhausted)):
        player.pop(key, None)
        if value:
            player[key] = value


def role(index: int) -> str:
    """Return the role of a player in a scenario: the first is active."""
    return OTHER if index else ACTIVE
