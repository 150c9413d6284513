"""What is known of a game in progress: its players, and its systems with the units, tokens and planets in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mecatol.domain.units import planet_name, systems

NEUTRAL = "neutral"
"""The key of the player that neutral units have."""


class Held(NamedTuple):
    """How many units of a type a player has in one place."""

    number: int
    damaged: int = 0
    galvanized: int = 0

    def plus(self, other: Held) -> Held:
        """Return both together."""
        return Held(self.number + other.number, self.damaged + other.damaged, self.galvanized + other.galvanized)


type Forces = dict[str, dict[str, Held]]
"""Units in one place: by player, then by type."""


@dataclass
class SavedPlayer:
    """One player of a game in progress."""

    key: str
    """What the saved game calls the player: a color, or a faction."""
    name: str
    faction: str | None = None
    color: str = ""
    """The color of the player's plastic, as the saved game calls it; "" where it does not say."""
    technologies: list[str] = field(default_factory=list)
    exhausted: list[str] = field(default_factory=list)
    """Technologies, relics and planets that are exhausted, by slug."""
    leaders: dict[str, str] = field(default_factory=dict)
    """Leaders by rank: `ready`, `exhausted`, `locked`."""
    relics: list[str] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    """Abilities of factions that are held though the faction is another, as after a Franken draft."""
    controls: list[str] = field(default_factory=list)
    trade_goods: int = 0
    commodities: int = 0
    fleet_pool: int | None = None
    tactic_tokens: int | None = None
    """Command tokens in the tactic pool; None where the game does not say."""
    passed: bool = False
    speaker: bool = False


@dataclass
class SavedPlanet:
    """A planet in a system of a game in progress."""

    slug: str
    units: Forces = field(default_factory=dict)
    controller: str | None = None
    tokens: list[str] = field(default_factory=list)


@dataclass
class SavedSystem:
    """A system, or a hyperlane tile, of a game in progress."""

    position: str
    """Where it is on the map, as the saved game says it."""
    tile: str | None
    """Its tile's number; None for a tile that is not known here."""
    said: str
    """The tile as the saved game calls it."""
    place: tuple[int, int] | None = None
    """Where it is, in columns to the east and steps to the south of the column's slant; None beside the map."""
    space: Forces = field(default_factory=dict)
    planets: dict[str, SavedPlanet] = field(default_factory=dict)
    activated: list[str] = field(default_factory=list)
    """The players with a command token in it."""
    tokens: list[str] = field(default_factory=list)

    @property
    def wormholes(self) -> frozenset[str]:
        """The wormholes in it, of the tile and of tokens."""
        printed = systems()[self.tile]["wormholes"] if self.tile in systems() else ()
        return frozenset([*printed, *[token for token in self.tokens if token in WORMHOLES]])

    @property
    def anomalies(self) -> frozenset[str]:
        """The anomalies of its tile."""
        return frozenset(systems()[self.tile]["anomalies"]) if self.tile in systems() else frozenset()

    @property
    def title(self) -> str:
        """What players call it: its planets, else its anomalies, else its wormholes, else the tile."""
        if self.planets:
            return " and ".join(planet_name(slug) for slug in self.planets)
        words = [word.replace("-", " ") for word in sorted(self.anomalies)]
        words = words or [f"{hole} wormhole" for hole in sorted(self.wormholes)]
        return " and ".join(words).capitalize() if words else f"System {self.said}"

    @property
    def forces(self) -> list[Forces]:
        """The units in each of its places: in space, then on each planet."""
        return [self.space, *(planet.units for planet in self.planets.values())]

    def players(self) -> list[str]:
        """Return the players with units anywhere in it, those in space first."""
        return list(dict.fromkeys(player for units in self.forces for player in units))

    def holder(self) -> str | None:
        """Return who has it: the first player with units there, else who controls most of its planets."""
        if present := self.players():
            return present[0]
        controllers = [planet.controller for planet in self.planets.values() if planet.controller]
        return max(controllers, key=controllers.count, default=None)


WORMHOLES = ("alpha", "beta", "gamma", "delta", "epsilon")


@dataclass
class SavedGame:
    """A game in progress."""

    form: str
    """Which program saved it."""
    name: str = ""
    round: int | None = None
    players: dict[str, SavedPlayer] = field(default_factory=dict)
    systems: dict[str, SavedSystem] = field(default_factory=dict)
    """By position."""
    laws: dict[str, str | None] = field(default_factory=dict)
    """Laws in play, by slug: who or what was elected, None for nobody."""
    active_player: str | None = None
    active_system: str | None = None
    """A position."""
    unknown: dict[str, list[str]] = field(default_factory=dict)
    """What is in the game and not known here: kind of thing to the words for it."""
    notes: list[str] = field(default_factory=list)
    """What the form does not say, or was taken to be meant, a sentence each."""

    def leave(self, kind: str, word: str) -> None:
        """Note that something in the game is not known here."""
        words = self.unknown.setdefault(kind, [])
        if word not in words and len(words) < _MOST_NAMED:
            words.append(word)

    def left_out(self) -> list[str]:
        """Return what is not known here, a sentence for each kind of thing."""
        return [f"Not known here, so left out: {kind} {', '.join(words)}." for kind, words in self.unknown.items()]

    def player(self, key: str) -> SavedPlayer:
        """Return a player, known from now on if only units tell of them."""
        return self.players.setdefault(key, SavedPlayer(key, key.capitalize(), color=key))


_MOST_NAMED = 50
"""How many things of a kind are named."""


def put(forces: Forces, player: str, kind: str, held: Held) -> None:
    """Add units of a player to those in a place."""
    if held.number:
        own = forces.setdefault(player, {})
        own[kind] = own.get(kind, Held(0)).plus(held)


def together(several: Iterable[Mapping[str, Held]]) -> dict[str, Held]:
    """Return the units of several places or fleets of a player, by type."""
    found: dict[str, Held] = {}
    for units in several:
        for kind, held in units.items():
            found[kind] = found.get(kind, Held(0)).plus(held)
    return found
