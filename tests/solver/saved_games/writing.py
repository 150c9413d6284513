"""Small made-up games, each told once, and written as each known program saves a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

type Units = dict[str, dict[str, tuple[int, int, int, int]]]
"""Units by player and type: healthy, damaged, galvanized, both."""

CODES = {
    "cruiser": ("ca", "r"), "carrier": ("cv", "c"), "destroyer": ("dd", "y"), "dreadnought": ("dn", "d"),
    "fighter": ("ff", "f"), "flagship": ("fs", "h"), "infantry": ("gf", "i"), "mech": ("mf", "m"), "pds": ("pd", "p"),
    "space-dock": ("sd", "s"), "war-sun": ("ws", "w"),
}  # fmt: skip
"""Each type in AsyncTI4's letters and in those of a hexSummary."""
COLORS = {"blue": ("blu", "B"), "red": ("red", "R"), "green": ("grn", "G"), "yellow": ("ylw", "Y")}


@dataclass
class ToyPlayer:
    color: str
    faction: str
    """As AsyncTI4 calls it."""
    slug: str
    full: str
    technologies: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By slug: AsyncTI4's letters, and the name that tables export."""
    planets: list[str] = field(default_factory=list)
    trade_goods: int = 0
    fleet: int = 3
    tactics: int = 2


@dataclass
class ToySystem:
    position: str
    """As AsyncTI4 has it."""
    column: int
    half_steps: int
    """North of the center, as a hexSummary has it."""
    tile: str
    planets: list[str] = field(default_factory=list)
    space: Units = field(default_factory=dict)
    ground: dict[str, Units] = field(default_factory=dict)
    control: dict[str, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    """Players with a command token."""


@dataclass
class Toy:
    name: str
    players: list[ToyPlayer]
    systems: list[ToySystem]
    law: tuple[str, str] | None = None
    """AsyncTI4's name and the printed one."""
    unknown: str = "zzz-future-tech"
    """A technology that nobody knows."""

    def color(self, faction: str) -> str:
        return next(player.color for player in self.players if player.faction == faction)


def _counts(states: tuple[int, int, int, int], form: str) -> str:
    if form == "four":
        return ",".join(map(str, states))
    last = max((at for at, count in enumerate(states) if count), default=0)
    return ",".join(map(str, states[: max(2, last + 1)]))


def _holder(toy: Toy, where: str, units: Units, control: str | None, tokens: list[str], form: str) -> list[str]:
    lines = ["-units-", where]
    damage = []
    for faction, own in units.items():
        color = COLORS[toy.color(faction)][0]
        for kind, states in own.items():
            code = f"{color}—{CODES[kind][0]}"
            if form == "old":
                lines.append(f"{code} {sum(states)}")
                damage += [f"{code} {states[1] + states[3]}"] if states[1] + states[3] else []
            else:
                lines.append(f"{code} {_counts(states, form)}")
    lines.append("-endunits-")
    if form == "old":
        lines += ["-unitdamage-", *damage, "-endunitdamage-"]
    lines.append("-planettokens-")
    lines += [f"control_{COLORS[toy.color(control)][0]}.png"] if control else []
    lines += [f"command_{COLORS[toy.color(faction)][0]}.png" for faction in tokens]
    return [*lines, "-planetendtokens-"]


def save(toy: Toy, form: str) -> str:
    """Write a game as AsyncTI4 saves it: `two`, `four` counts, or `old` with damage in sections of its own."""
    lines = ["100", "Owner", toy.name, "-mapinfo-", "-gameinfo-", "round 2", "speaker 1000"]
    lines += [f"law {toy.law[0]},12;"] if toy.law else []
    lines += ["-endgameinfo-", "-playerinfo-"]
    for number, player in enumerate(toy.players):
        letters = [async_name for async_name, _ in player.technologies.values()]
        lines += [
            "-player-", str(1000 + number), f"Person {number}", f"faction {player.faction}", f"color {player.color}",
            "passed false", f"tech {','.join([*letters, toy.unknown])}", f"planets {','.join(player.planets)}",
            f"tactical_cc {player.tactics}", f"fleet_cc {player.fleet}", f"trade_goods {player.trade_goods}",
            f"leaders {player.faction}agent,agent,0,true,false,false;{player.faction}hero,hero,0,false,true,false;",
            "-endplayer-",
        ]  # fmt: skip
    lines += ["-endplayerinfo-", "-endmapinfo-"]
    for system in toy.systems:
        lines += ["-tile-", f"{system.tile} {system.position}", "-unitholder-"]
        lines += _holder(toy, "space", system.space, None, system.tokens, form)
        for planet in system.planets:
            control = system.control.get(planet)
            lines += _holder(toy, planet, system.ground.get(planet, {}), control, [], form)
        lines += ["-endunitholder-", "-tokens-", "-endtokens-", "-endtile-"]
    return "\n".join(lines)


def _entities(units: Units, states: bool) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for faction, own in units.items():
        for kind, counts in own.items():
            entity: dict[str, Any] = {"entityId": CODES[kind][0], "entityType": "unit", "count": sum(counts)}
            entity["sustained"] = counts[1] + counts[3] or None
            if states:
                entity["unitStates"] = list(counts)
            found.setdefault(faction, []).append(entity)
    return found


def web(toy: Toy, states: bool = True) -> str:
    """Write a game as AsyncTI4's web map gets it, with or without the states that it has had since 2025."""
    data = {
        "versionSchema": 5,
        "gameName": toy.name,
        "gameRound": 2,
        "playerData": [
            {
                "faction": player.faction, "color": player.color, "userName": f"Person {number}",
                "techs": [*(name for name, _ in player.technologies.values()), toy.unknown],
                "planets": player.planets, "tacticalCC": player.tactics, "fleetCC": player.fleet,
                "tg": player.trade_goods, "passed": False, "isSpeaker": number == 0,
                "leaders": [{"id": f"{player.faction}agent", "type": "agent", "exhausted": True, "locked": False},
                            {"id": f"{player.faction}hero", "type": "hero", "exhausted": False, "locked": True}],
            }
            for number, player in enumerate(toy.players)
        ],
        "lawsInPlay": [{"id": toy.law[0], "name": toy.law[1], "electedFaction": None}] if toy.law else [],
        "tilePositions": [f"{system.position}:{system.tile}" for system in toy.systems],
        "tileUnitData": {
            system.position: {
                "space": _entities(system.space, states),
                "ccs": system.tokens,
                "planets": {
                    planet: {"controlledBy": system.control.get(planet),
                             "entities": _entities(system.ground.get(planet, {}), states)}
                    for planet in system.planets
                },
            }
            for system in toy.systems
        },
    }  # fmt: skip
    return json.dumps(data)


def _region(toy: Toy, units: Units, tokens: str, owners: list[str]) -> str:
    text = ""
    for faction in dict.fromkeys([*units, *owners]):
        text += COLORS[toy.color(faction)][1]
        count = 1
        for kind, states in units.get(faction, {}).items():
            if sum(states) != count:
                count = sum(states)
                text += str(count)
            text += CODES[kind][1]
        text += tokens if faction in owners else ""
    return text


def hex_summary(toy: Toy) -> str:
    """Write a game's map as the tables' line; it knows no damage."""
    found = []
    for system in toy.systems:
        text = f"{int(system.tile)}{system.column:+}{system.half_steps:+}"
        text += _region(toy, system.space, "t", system.tokens)
        for planet in system.planets:
            control = [system.control[planet]] if planet in system.control else []
            text += ";" + _region(toy, system.ground.get(planet, {}), "o", control)
        found.append(text)
    return ",".join(found)


def table_data(toy: Toy, platform: str) -> str:
    """Write a game as the tables' game data: `ttpg` for Tabletop Playground."""
    players = [
        {
            "color": player.color.capitalize(), "actualColor": player.color, "factionName": player.full,
            "technologies": [*(name for _, name in player.technologies.values()), toy.unknown],
            "planetCards": [f"card.planet:base/{planet}" for planet in player.planets],
            "commandTokens": {"tactics": player.tactics, "fleet": player.fleet, "strategy": 0},
            "tradeGoods": player.trade_goods, "leaders": {"agent": "unlocked", "hero": "locked"}, "laws": [],
        }
        for player in toy.players
    ]  # fmt: skip
    data = {"players": players, "platform": platform, "round": 2, "speaker": toy.players[0].color.capitalize()}
    return json.dumps(data | {"laws": [toy.law[1]] if toy.law else [], "hexSummary": hex_summary(toy)})


SOL = ToyPlayer("blue", "sol", "federation-of-sol", "The Federation of Sol", planets=["jord"], trade_goods=2)
ARBOREC = ToyPlayer("red", "arborec", "arborec", "The Arborec", planets=["nestphar"], fleet=4)


def _one(count: int, damaged: int = 0) -> tuple[int, int, int, int]:
    return count - damaged, damaged, 0, 0


TOYS = [
    Toy(
        "clash",
        [
            ToyPlayer("blue", "sol", "federation-of-sol", "The Federation of Sol",
                      {"antimass-deflectors": ("amd", "Antimass Deflectors"), "cruiser-2": ("cr2", "Cruiser II")}),
            ToyPlayer("red", "arborec", "arborec", "The Arborec", {"pds-2": ("pds2", "PDS II")}, fleet=4),
        ],
        [
            ToySystem("000", 0, 0, "18", ["mr"], {"sol": {"cruiser": _one(3)}, "arborec": {"dreadnought": _one(2, 1)}},
                      {"mr": {"arborec": {"infantry": _one(4), "pds": _one(1)}}}, {"mr": "arborec"}, ["sol"]),
            ToySystem("101", 0, 2, "26", ["lodor"], {}, {"lodor": {"arborec": {"pds": _one(2)}}}, {"lodor": "arborec"}),
        ],
        ("conventions", "Conventions of War"),
    ),
    Toy(
        "alone",
        [SOL, ARBOREC],
        [
            ToySystem("000", 0, 0, "39", [],
                      {"arborec": {"carrier": _one(2), "fighter": _one(5), "infantry": _one(3)}}),
            ToySystem("102", 1, 1, "1", ["jord"], {"sol": {"carrier": _one(1), "destroyer": _one(1)}},
                      {"jord": {"sol": {"infantry": _one(2), "space-dock": _one(1)}}}, {"jord": "sol"}),
        ],
    ),
    Toy(
        "landing",
        [SOL, ToyPlayer("green", "letnev", "barony-of-letnev", "The Barony of Letnev",
                        {"non-euclidean-shielding": ("nes", "Non-Euclidean Shielding")})],
        [
            ToySystem("101", 0, 2, "30", ["mellon", "zohbat"], {"letnev": {"dreadnought": _one(1)}},
                      {"mellon": {"sol": {"infantry": _one(2)}, "letnev": {"infantry": _one(3), "mech": _one(1)}},
                       "zohbat": {"sol": {"mech": _one(1, 1)}}}, {"mellon": "sol", "zohbat": "sol"}, ["letnev"]),
        ],
    ),
    Toy(
        "wormholes",
        [SOL, ToyPlayer("yellow", "mentak", "mentak-coalition", "The Mentak Coalition", fleet=5)],
        [
            ToySystem("202", 1, 3, "39", [], {"mentak": {"cruiser": _one(3), "war-sun": _one(1)}}),
            ToySystem("208", -1, -3, "26", ["lodor"], {"sol": {"carrier": _one(1), "fighter": _one(2)}},
                      {"lodor": {"sol": {"infantry": _one(1)}}}, {"lodor": "sol"}),
            ToySystem("205", 2, -2, "41"),
        ],
    ),
    Toy(
        "far",
        [SOL, ARBOREC],
        [
            ToySystem("000", 0, 0, "42", [], {"sol": {"flagship": _one(1, 1)}}),
            ToySystem("101", 0, 2, "44", [], {}, {}, {}, ["arborec"]),
            ToySystem("201", 0, 4, "5", ["nestphar"], {"arborec": {"destroyer": _one(2), "fighter": _one(1)}},
                      {"nestphar": {"arborec": {"infantry": _one(3), "space-dock": _one(1)}}}, {"nestphar": "arborec"}),
        ],
    ),
]  # fmt: skip
"""Five games: a battle, a system held alone, a landing, ways through wormholes, anomalies on the way."""
