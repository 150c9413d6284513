"""The ships of a saved game that can move into a system this turn: from where, by which way, and what they carry."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mecatol.domain.steps import ACTIVE
from mecatol.domain.units import Unit
from mecatol.effects.model import EFFECTS
from mecatol.rules.movement.windows import Moving
from mecatol.saved_games.hexes import Adjacency, Link, adjacency
from mecatol.saved_games.model import Held, SavedGame, SavedSystem
from mecatol.saved_games.scenarios import Data, cards_of, player_data, scenario, some, unit, unit_kinds
from mecatol.scenario.movement import (
    ASTEROID_FIELD,
    CLEAR,
    GRAVITY_RIFT,
    HYPERLANE,
    NEBULA,
    SHIPS,
    SUPERNOVA,
    TOKEN,
)

_FARTHEST = 8
"""Systems of the longest way that is looked for."""
_MOST_FLEETS = 8
_WAYS = ("alpha", "beta", "gamma", "delta", HYPERLANE)
"""The ways that a scenario can name."""


class Way(NamedTuple):
    """A way into a system."""

    through: tuple[str, ...]
    """The positions between, in order."""
    by: tuple[str, ...]
    """Wormholes and hyperlanes that it uses."""
    rifts: int
    """How many gravity rifts ships leave on it, where they start included: each gives +1 to their move value."""


@dataclass
class ComingFleet:
    """Ships that can come from one system, with what they carry."""

    origin: str
    """The position that they start in."""
    way: Way
    units: dict[str, Held] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """How many units of each type there are."""
        return {kind: held.number for kind, held in self.units.items()}


def arrivals(game: SavedGame, target: str, key: str, near: Adjacency | None = None) -> list[ComingFleet]:
    """Return what a player can move into a system: every ship that reaches it, with as much as it can carry.

    Ships cannot leave a system that has the player's own command token, and what stops them on the way is looked at
    as printed, with what the player's technologies and faction let pass. Of several ways the shortest is taken. Ground
    forces go aboard before fighters. `near` is what `adjacency` gives, for those who ask of many systems.
    """
    player = player_data(game, key, ACTIVE)
    found = []
    if not _may_enter(game.systems[target], player):
        return []
    for origin, way in ways_into(game, target, key, player, near or adjacency(game)).items():
        system = game.systems[origin]
        free = key not in system.activated and key in system.space
        if free and (units := _aboard(system, key, player, way)):
            found.append(ComingFleet(origin, way, units))
    return found


def _may_enter(system: SavedSystem, player: Data) -> bool:
    """Tell whether a player's ships may move into a system at all."""
    shut = {ASTEROID_FIELD, SUPERNOVA} & system.anomalies
    return system.tile is not None and shut <= _allowed(player, lambda window: window.enters)


def _may_pass(game: SavedGame, system: SavedSystem, key: str, player: Data) -> bool:
    """Tell whether a player's ships may move through a system."""
    shut = {ASTEROID_FIELD, SUPERNOVA, NEBULA} & system.anomalies
    if any(other != key and _fleet(game, system, other) for other in system.space):
        shut = shut | {SHIPS}
    return system.tile is not None and shut <= _allowed(player, lambda window: window.passes)


def _moving(player: Data) -> Iterator[Moving]:
    """Yield what changes the movement of all of a player's ships: of technologies, cards and the faction."""
    held = [slug for slug in (*player.get("technologies", ()), *player.get("effects", {})) if slug in EFFECTS]
    own = [one for one in EFFECTS.values() if one.automatic and not one.unit and one.faction == player.get("faction")]
    for effect in (*(EFFECTS[slug] for slug in held), *(own if player.get("faction") else ())):
        for window in effect.acts_in(Moving):
            if window.ships is None and not window.unladen and not window.one_system:
                yield window


def _allowed(player: Data, of: Callable[[Moving], frozenset[str]]) -> frozenset[str]:
    """Return what a player's ships can enter or pass though others' cannot."""
    return frozenset().union(*(of(window) for window in _moving(player)))


def _fleet(game: SavedGame, system: SavedSystem, key: str) -> bool:
    data = player_data(game, key)
    cards = [unit(data, kind) for kind in system.space[key]]
    return any(card is not None and card.is_ship for card in cards)


def ways_into(game: SavedGame, target: str, key: str, player: Data, near: Adjacency) -> dict[str, Way]:
    """Return the shortest way for a player's ships into a system from each other, by position.

    The ways are found from their end: what may be passed is the same in both directions.
    """
    found: dict[str, Way] = {}
    waiting: deque[tuple[str, tuple[str, ...], tuple[str, ...]]] = deque([(target, (), ())])
    seen = {target}
    while waiting:
        here, through, by = waiting.popleft()
        for link in near[here]:
            if link.position in seen:
                continue
            seen.add(link.position)
            ways = (*_named(link), *by)
            rifts = _rifts(game, link.position, through)
            found[link.position] = Way(through, tuple(dict.fromkeys(ways)), rifts)
            further = len(through) < _FARTHEST - 1 and _may_pass(game, game.systems[link.position], key, player)
            if further:
                waiting.append((link.position, (link.position, *through), ways))
    return found


def _named(link: Link) -> tuple[str, ...]:
    return (link.way,) if link.way in _WAYS else ()


def _rifts(game: SavedGame, origin: str, through: tuple[str, ...]) -> int:
    return sum(GRAVITY_RIFT in game.systems[position].anomalies for position in (origin, *through))


def _aboard(system: SavedSystem, key: str, player: Data, way: Way) -> dict[str, Held]:
    """Return the ships of a system that can go a way, with the units that they carry; none where no ship can."""
    units = unit_kinds(player, system.space[key])
    cards = cards_of(player, units)
    length = len(way.through) + 1
    ships = [kind for kind, card in cards.items() if card.is_ship and kind != "fighter"]
    found = {kind: units[kind] for kind in ships if _speed(cards[kind], system) + way.rifts >= length}
    if not found and (faster := max((window.one for window in _moving(player)), default=0)):
        near = {kind: cards[kind] for kind in ships if _speed(cards[kind], system) + way.rifts + faster >= length}
        found = _one_faster(units, near)
    room = sum(held.number * (cards[kind].capacity or 0) for kind, held in found.items())
    return found | _carried(system, key, player, room) if found else {}


def _speed(card: Unit, system: SavedSystem) -> int:
    """Return the move value of a ship where it starts: 1 in a nebula."""
    return 1 if NEBULA in system.anomalies and card.move else card.move or 0


def _one_faster(units: dict[str, Held], near: dict[str, Unit]) -> dict[str, Held]:
    """Return the one ship that a card lets come: that with the most capacity, of equals the most expensive."""
    if not near:
        return {}
    best = max(near, key=lambda kind: (near[kind].capacity or 0, near[kind].price))
    return {best: some(units[best], 1)}


def _carried(system: SavedSystem, key: str, player: Data, room: int) -> dict[str, Held]:
    """Return what fits aboard of a player's units in a system: mechs, then infantry, then fighters."""
    found: dict[str, Held] = {}
    for kind in ("mech", "infantry", "fighter"):
        there = [forces[key][kind] for forces in system.forces if kind in forces.get(key, {})]
        for held in there if unit(player, kind) else ():
            taken = min(room, held.number)
            if taken:
                found[kind] = found.get(kind, Held(0)).plus(some(held, taken))
                room -= taken
    return found


def movement(game: SavedGame, target: str, key: str, coming: list[ComingFleet] | None = None) -> Data | None:
    """Return the scenario of Movement in which everything that can come does; None where nothing can.

    `coming` is what `arrivals` gives, for those who have it.
    """
    coming = arrivals(game, target, key) if coming is None else coming
    if not coming:
        return None
    player = player_data(game, key, ACTIVE)
    player.pop("fleet_pool", None)
    for one in coming:
        unit_kinds(player, one.units)
    player["fleets"] = [_fleet_data(game, one, key) for one in coming[:_MOST_FLEETS]]
    others = [other for other in game.systems[target].players() if other != key][:1]
    players = [player, *(player_data(game, other) for other in others)]
    data = scenario(game.systems[target], "movement", players)
    into = [word for word in _words(game, target, key) if word != CLEAR]
    if into:
        data["into"] = into if len(into) > 1 else into[0]
    return data


def _fleet_data(game: SavedGame, one: ComingFleet, key: str) -> Data:
    data: Data = {"units": one.counts}
    start = [word for word in _words(game, one.origin, key) if word not in (CLEAR, SHIPS)]
    if start:
        data["from"] = start
    if one.way.through:
        data["through"] = [_words(game, position, key) for position in one.way.through]
    if one.way.by:
        data["by"] = list(one.way.by)
    return data


def _words(game: SavedGame, position: str, key: str) -> list[str]:
    """Return what matters to a player's ships in a system, in the words of a scenario."""
    system = game.systems[position]
    found = [word for word in (ASTEROID_FIELD, GRAVITY_RIFT, NEBULA, SUPERNOVA) if word in system.anomalies]
    found += [SHIPS] if any(other != key and _fleet(game, system, other) for other in system.space) else []
    found += [TOKEN] if key in system.activated else []
    return found or [CLEAR]
