"""Small tactical actions by lot: up to three planets, up to three players, few ships, many cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import mecatol
from mecatol.domain.editions import LATEST as EDITION
from mecatol.domain.editions import in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import systems, unit_of
from mecatol.preparing.prepare import prepare
from mecatol.rules.bombardment.step import declaration_problems
from tests.as_played import drawn_cards, drawn_fleet

type Data = dict[str, Any]

SHIPS, HOLDS, CARDS = 3, 5, 8
TILES = ("27", "35", "37", "38", "66", "69", "75", "76", "110", "112")
GARRISON = {"infantry": 3, "mech": 1, "pds": 1, "space-dock": 1}


def actions(seed: int, number: int) -> Iterator[Data]:
    """Yield so many lawful tactical actions."""
    rng = random.Random(seed)
    while number:
        scenario = _action(rng)
        try:
            game = prepare(mecatol.read(scenario))
            if declaration_problems(game):
                del scenario["players"][0]["policy"]["bombard"]
        except mecatol.ScenarioError:
            continue
        number -= 1
        yield scenario


def _action(rng: random.Random) -> Data:
    tile = rng.choice(TILES)
    planets = sorted(systems()[tile]["planets"])
    able = [slug for slug, faction in FACTIONS.items() if in_force(EDITION, faction.edition)]
    names = rng.sample(able, rng.choice([2, 3, 3]))
    players = [_player(rng, index, faction) for index, faction in enumerate(names)]
    for planet in planets:
        index = rng.choice([0, *range(1, len(players)), *range(1, len(players))])
        there = {kind: rng.randint(0, most) for kind, most in GARRISON.items()}
        there = {kind: n for kind, n in there.items() if n and _card(players[index], kind)}
        if players[index]["faction"] == "clan-of-saar":
            there.pop("space-dock", 0)  # it floats in space
        if there and rng.random() < 0.9:
            players[index].setdefault("planets", {})[planet] = there
    red = players[0]
    if "planets" in red:
        red["stationed"] = {planet: dict(there) for planet, there in red["planets"].items()}
    _choose(rng, players, planets)
    for player in players:
        _damage(rng, player)
        adjacent = {kind: rng.randint(1, 2) for kind in ("pds", "space-dock") if rng.random() < 0.35}
        if adjacent := {kind: n for kind, n in adjacent.items() if _card(player, kind)}:
            player["adjacent"] = adjacent
    retreats(rng, players[:2])
    scenario: Data = {"step": "tactical-action", "players": players, "system": tile}
    scenario["policy"] = {"assign": rng.choice(["cheapest-first", "sustain-first"])}
    return scenario


def _card(player: Data, kind: str) -> Any:
    return unit_of(kind, player["faction"], player.get("technologies", ()), EDITION)


def _player(rng: random.Random, index: int, faction: str) -> Data:
    cards, technologies = drawn_cards(rng, mecatol.STEPS["tactical-action"], index, faction, CARDS)
    player: Data = {"name": ["Red", "Blue", "Green"][index], "faction": faction}
    technologies = [slug for slug in technologies if slug != "dimensional-splicer"]  # there is no wormhole
    if technologies:
        player["technologies"] = technologies
    if cards:
        player["effects"] = cards
    if index == 0 or (index == 1 and rng.random() < 0.5):
        kinds = {kind: card for kind in ("destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun",
                                         "fighter", "infantry", "mech") if (card := _card(player, kind))}  # fmt: skip
        player["space"] = drawn_fleet(rng, kinds, SHIPS, HOLDS)
    return player


def _choose(rng: random.Random, players: list[Data], planets: list[str]) -> None:
    """Let the active player choose at random what lands where, and what bombards which planet."""
    red, policy = players[0], {}
    landing: dict[str, dict[str, int]] = {}
    for kind in ("infantry", "mech"):
        for _ in range(red["space"].get(kind, 0)):
            if rng.random() < 0.9:
                there = landing.setdefault(rng.choice(planets), {})
                there[kind] = there.get(kind, 0) + 1
    if landing and rng.random() < 0.9:
        policy["land"] = dict(sorted(landing.items()))
    targets = sorted({planet for player in players[1:] for planet in player.get("planets", ())})
    aims: dict[str, dict[str, int]] = {}
    for kind in red["space"]:
        if targets and _card(red, kind).bombardment and rng.random() < 0.7:
            for _ in range(red["space"][kind]):
                there = aims.setdefault(kind, {})
                planet = rng.choice(targets)
                there[planet] = there.get(planet, 0) + 1
            aims[kind] = dict(sorted(aims[kind].items()))
    if aims:
        policy["bombard"] = aims
    if policy:
        red["policy"] = policy


def retreats(rng: random.Random, players: list[Data]) -> None:
    """Let some of those who have ships retreat, and take ground forces along from planets."""
    for player in players:
        if not player.get("space") or rng.random() < 0.6:
            continue
        rule: Data = {"from_round": rng.randint(1, 3)}
        if rng.random() < 0.6:
            rule["ships_at_most"] = rng.randint(1, 3)
        takes: dict[str, dict[str, int]] = {}
        for planet, there in player.get("planets", {}).items():
            for kind in ("infantry", "mech"):
                if kind in there and rng.random() < 0.5:
                    takes.setdefault(planet, {})[kind] = rng.randint(1, there[kind])
        if takes:
            rule["takes"] = takes
        player["policy"] = {**player.get("policy", {}), "retreat": rule}


def _damage(rng: random.Random, player: Data) -> None:
    """Damage some of a player's units."""
    damaged: Data = {}
    places = {"": player.get("space", {}), **player.get("planets", {})}
    for place, there in places.items():
        hurt = {kind: rng.randint(1, n) for kind, n in there.items()
                if _card(player, kind).sustain_damage and rng.random() < 0.3}  # fmt: skip
        if hurt and place:
            damaged[place] = hurt
        else:
            damaged.update(hurt)
    if damaged:
        player["damaged"] = damaged
