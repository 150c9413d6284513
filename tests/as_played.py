"""Battles as they happen at a table: two factions, fleets as large as tokens allow, a handful of cards, by lot."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Iterator
from typing import Any

import mecatol
from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import Unit, unit_of, units
from mecatol.effects.model import GALACTIC_EVENT, PROMISSORY_NOTE, RELIC, Effect
from mecatol.preparing.prepare import prepare

type Data = dict[str, Any]

TOKENS, HOLDS, CARDS = 8, 12, 5
"""How many ships a fleet has at most beside what they carry, how much that is, and how many cards a player holds."""
SKIRMISH = 3, 4, 9
"""The same of few ships with many cards: each decides more, and meets others more often."""
_SHIPS = ("destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun")
_BOX = {"destroyer": 8, "cruiser": 8, "carrier": 4, "dreadnought": 5, "flagship": 1, "war-sun": 2, "mech": 4, "pds": 2}
_PLANET = "rigel-i"
_TRIES = 400


def battles(
    seed: int, number: int, tokens: int = TOKENS, holds: int = HOLDS, cards: int = CARDS, edition: str = LATEST
) -> Iterator[Data]:
    """Yield so many lawful scenarios of an edition, half of them space combats and half whole tactical actions."""
    rng = random.Random(seed)
    while number:
        scenario = _battle(rng, (tokens, holds, cards), edition)
        try:
            prepare(mecatol.read(scenario))
        except mecatol.ScenarioError:
            continue
        number -= 1
        yield scenario


def left_early(scenarios: Iterable[Data], seed: int) -> Iterator[Data]:
    """Yield these battles with players of whom most retreat: from a round on, or with few ships left."""
    rng = random.Random(seed)
    for scenario in scenarios:
        for player in scenario["players"]:
            if rng.random() < 0.6:
                rule = {"from_round": rng.randint(1, 3)}
                if rng.random() < 0.6:
                    rule["ships_at_most"] = rng.randint(1, 5)
                player.setdefault("policy", {})["retreat"] = rule
        yield scenario


def without(scenarios: Iterable[Data], cards: Container[str]) -> Iterator[Data]:
    """Yield these battles without some cards."""
    for scenario in scenarios:
        for player in scenario["players"]:
            if "effects" in player:
                player["effects"] = {slug: copies for slug, copies in player["effects"].items() if slug not in cards}
        yield scenario


def worked_out(scenarios: Iterable[Data]) -> Iterator[Data]:
    """Yield these battles without the cards that the solver refuses, and says so, beside what else is there."""
    for scenario in scenarios:
        rules = [player["policy"]["retreat"] for player in scenario["players"] if "retreat" in player.get("policy", {})]
        held_up = len(rules) > 1 or any("ships_at_most" in rule for rule in rules)
        yield from without([scenario], {"intercept"} if held_up else ())  # what a retreat held up does to another


def _battle(rng: random.Random, most: tuple[int, int, int], edition: str) -> Data:
    step = mecatol.STEPS[rng.choice(["space-combat", "tactical-action"])]
    names = rng.sample([slug for slug, faction in FACTIONS.items() if in_force(edition, faction.edition)], 2)
    players = [_player(rng, step, index, faction, most, edition) for index, faction in enumerate(names)]
    scenario: Data = {"step": step.slug, "players": players}
    if edition != LATEST:
        scenario["edition"] = edition
    if step.slug == "tactical-action":
        landing = {unit: players[0]["space"][unit] for unit in ("infantry", "mech") if unit in players[0]["space"]}
        if landing:
            players[0]["policy"] = {"land": {_PLANET: landing}}
    scenario["policy"] = {"assign": rng.choice(["cheapest-first", "sustain-first"])}
    return scenario


def _player(
    rng: random.Random, step: mecatol.Step, index: int, faction: str, most: tuple[int, int, int], edition: str
) -> Data:
    tokens, holds, hand = most
    cards, technologies = drawn_cards(rng, step, index, faction, hand, edition)
    kinds = {kind: unit for kind in (*_SHIPS, "fighter", "infantry", "mech", "pds")
             if (unit := unit_of(kind, faction, technologies, edition))}  # fmt: skip
    player: Data = {"name": ["Red", "Blue"][index], "faction": faction, "space": drawn_fleet(rng, kinds, tokens, holds)}
    if technologies:
        player["technologies"] = technologies
    if cards:
        player["effects"] = cards
    if step.slug == "tactical-action" and index:
        garrison = {"infantry": rng.randint(0, 5), "mech": rng.randint(0, 2), "pds": rng.randint(0, 2)}
        player["planets"] = {_PLANET: {kind: n for kind, n in garrison.items() if n and kind in kinds}}
    return player


def drawn_cards(
    rng: random.Random, step: mecatol.Step, index: int, faction: str, cards: int, edition: str = LATEST
) -> tuple[dict[str, int], list[str]]:
    """Return at most so many cards that a player may hold in a step, and technologies."""
    able = sorted((e for e in mecatol.EFFECTS.values() if _may_hold(e, step, index, faction, edition)), key=_place)
    known = [effect.slug for effect in able if effect.kind.endswith("technology") and rng.random() < 1 / 6]
    upgrades = {unit.technology for unit in units().values() if unit.technology and unit.faction in (None, faction)
                and in_force(edition, unit.edition, unit.until)}  # fmt: skip
    known += [slug for slug in sorted(upgrades) if rng.random() < 1 / 6]
    others = [effect.slug for effect in able if not effect.kind.endswith("technology")]
    return dict.fromkeys(rng.sample(others, min(len(others), rng.randint(0, cards))), 1), known


def _may_hold(effect: Effect, step: mecatol.Step, index: int, faction: str, edition: str) -> bool:
    return (
        not effect.automatic and step.involves(effect.steps) and in_force(edition, effect.edition, effect.until)
        and effect.kind != GALACTIC_EVENT  # which nobody holds
        and effect.holder in (None, faction) and effect.role in (None, "other" if index else "active")
    )  # fmt: skip


def _place(effect: Effect) -> tuple[int, str]:
    """Return where an effect stands among those that are drawn from: the battles of a seed hang on that alone."""
    if effect.kind == PROMISSORY_NOTE:
        return 1, FACTIONS[effect.faction].short if effect.faction else ""
    return 3 if effect.holder else 2 if effect.kind == RELIC else 0, ""


def drawn_fleet(rng: random.Random, kinds: dict[str, Unit], tokens: int, holds: int) -> dict[str, int]:
    """Return at most so many ships of these kinds, and what they carry."""
    fleet: dict[str, int] = {}
    for _ in range(rng.randint(1, tokens)):
        able = [kind for kind in _SHIPS if kind in kinds and fleet.get(kind, 0) < _BOX[kind]]
        kind = rng.choice(able)
        fleet[kind] = fleet.get(kind, 0) + 1
    room = min(holds, sum(kinds[kind].capacity * count for kind, count in fleet.items()))
    for _ in range(rng.randint(0, room)):
        kind = rng.choice(["fighter", "fighter", "infantry", "infantry", "mech"])
        if kind in kinds and fleet.get(kind, 0) < _BOX.get(kind, holds):
            fleet[kind] = fleet.get(kind, 0) + 1
    return fleet
