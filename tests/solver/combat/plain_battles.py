"""Battles for the plain game, drawn by lot: a few units and cards a side, no faction that matters."""

import random
from typing import Any

from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_army import GROUND, ORDER, SHIPS, SUSTAIN

SPACE_CARDS = {
    "morale-boost": 2, "fighter-prototype": 1, "courageous-to-the-end": 1, "emergency-repairs": 1,
    "publicize-weapon-schematics": 1, "prophecy-of-ixth": 1, "entropic-scar": 1, "shields-holding": 2, "direct-hit": 2,
    "reflective-shielding": 1, "waylay": 1, "strike-wing-ambuscade": 1, "war-funding-omega": 1,
    "metali-void-armaments": 1, "metali-void-shielding": 1, "viscount-unlenn": 1, "tellurian": 1,
    "trrakan-aun-zulok": 1, "agnlan-oln": 1, "rickar-rickani": 1, "nebula": 1, "the-cavalry": 1,
    "the-cavalry-memoria-2": 1, "brother-milor-omega-omega": 1, "devotion": 2,
}  # fmt: skip
GROUND_CARDS = {
    "morale-boost": 2, "fire-team": 1, "emergency-repairs": 1, "entropic-scar": 1, "tekklar-legion": 1,
    "evelyn-delouis": 1, "tellurian": 1, "rickar-rickani": 1, "brother-milor-omega-omega": 1,
}  # fmt: skip
SPACE_TECHNOLOGIES = ("assault-cannon", "duranium-armor", "fighter-2", "destroyer-2", "cruiser-2", "dreadnought-2",
                      "dimensional-splicer", "impulse-core")  # fmt: skip
GROUND_TECHNOLOGIES = (
    "duranium-armor", "x-89-bacterial-weapon-omega-omega", "magen-defense-grid-omega-omega", "infantry-2",
)  # fmt: skip
POLICIES: list[Any] = [
    "cheapest-first", "sustain-first", ["carrier", "fighter", "sustain", "cruiser"], ["cruiser", "dreadnought"],
    ["mech", "infantry"],
]  # fmt: skip


def battle(rng: random.Random) -> Scenario:
    """Return a random battle of a few units and cards a side."""
    space = rng.random() < 0.7
    players = [player(rng, space, index) for index in (0, 1)]
    step = "space-combat" if space else "ground-combat"
    return {"step": step, "players": players, "assume": {"capacity": "ignored", "limits": "ignored"}}


def player(rng: random.Random, space: bool, index: int) -> dict[str, Any]:
    kinds = rng.choices(SHIPS, [5, 4, 3, 2, 4, 0, 1], k=rng.randint(1, 5)) if space else rng.choices(
        GROUND, [3, 2], k=rng.randint(1, 4))  # fmt: skip
    units = {kind: kinds.count(kind) for kind in ORDER if kind in kinds}
    hurt = {kind: rng.randint(0, count) for kind, count in units.items() if kind in SUSTAIN and rng.random() < 0.3}
    cards = SPACE_CARDS if space else GROUND_CARDS
    named = [card for card in rng.sample(list(cards), rng.randint(0, 4)) if index or card != "nebula"]
    if "the-cavalry" in named and "the-cavalry-memoria-2" in named:
        named.remove("the-cavalry")
    technologies = rng.sample(SPACE_TECHNOLOGIES if space else GROUND_TECHNOLOGIES, rng.randint(0, 2))
    if "war-sun" in units:
        technologies.append("war-sun")
    policy: dict[str, Any] = {"assign": rng.choice(POLICIES)}
    if space and rng.random() < 0.15:
        policy["retreat"] = {"from_round": rng.randint(1, 3), "ships_at_most": rng.randint(1, 4)}
    own = {"devotion", "dimensional-splicer", "impulse-core"} & {*named, *technologies}  # some faction's
    found: dict[str, Any] = {
        "name": ("Red", "Blue")[index],
        **({} if own else {"faction": ("emirates-of-hacan", "yssaril-tribes")[index]}),
        "technologies": technologies,
        "effects": {card: rng.randint(1, cards[card]) for card in named},
        "policy": policy,
    }
    if space:
        return {**found, "space": units, "damaged": hurt}
    if index and rng.random() < 0.5:
        units["pds"] = 1
    return {**found, "planets": {"abaddon": units}, "damaged": {"abaddon": hurt}}
