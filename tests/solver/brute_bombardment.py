"""Bombardment once more, obvious and slow: every unit by itself, every result of every die, every declaration.

The judge of the solver: it shares no code with it, and knows only what `scenario` here can draw up.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

Scenario = dict[str, Any]
Key = tuple[str, str]
"""A planet, and the name of the player who is aimed at."""

GUNS = {
    "dreadnought": (1, 5),
    "exotrireme": (2, 4),
    "super-dreadnought-2": (1, 4),
    "war-sun": (3, 3),
    "cruiser": (1, 6),
}
"""Dice and value of each kind; cruisers have theirs from Blitz."""
PLANETS = ("abaddon", "ashtroth", "loki")


class Case(NamedTuple):
    """A scenario, and the facts that decide it."""

    scenario: Scenario
    guns: list[str]
    """One entry for each unit that bombards."""
    types: list[str]
    """Its type in the scenario."""
    open: list[Key]
    """Who may be aimed at, in the order of the scenario."""
    forces: dict[Key, dict[str, int]]
    """Infantry, mechs and damaged mechs there."""
    extra: bool
    reroll: bool
    bunker: set[str]
    double: bool
    plague: bool


def _forces(rng: random.Random, faction: str | None) -> tuple[dict[str, int], int]:
    units = {"infantry": rng.randint(0, 3)}
    if faction and rng.random() < 0.5:
        units["mech"] = rng.randint(1, 2)
    if rng.random() < 0.25:
        units["pds"] = 1
    units = {unit: n for unit, n in units.items() if n} or {"space-dock": 1}
    return units, rng.randint(0, units.get("mech", 0)) if rng.random() < 0.5 else 0


def scenario(rng: random.Random) -> Case:
    """Draw up a small case: up to three planets, two defenders, and whatever bears on the roll."""
    red: Scenario = {"name": "Red", "technologies": [], "effects": {}}
    faction, dreadnought = rng.choice(
        [(None, "dreadnought"), ("sardakk-norr", "exotrireme"), ("l1z1x-mindnet", "super-dreadnought-2")]
    )
    if faction:
        red["faction"] = faction
    if dreadnought.endswith("-2"):
        red["technologies"].append(dreadnought)
    space = {"dreadnought": rng.randint(0, 2), "war-sun": int(rng.random() < 0.3), "cruiser": rng.randint(0, 2)}
    if not space["dreadnought"] + space["war-sun"]:
        space["dreadnought"] = 1
    if space["war-sun"]:
        red["technologies"].append("war-sun")
    red["space"] = {unit: n for unit, n in space.items() if n}
    blitz = rng.random() < 0.3
    effects = {slug for slug, odds in (("disable", 0.2), ("2ram", 0.2), ("ta-zern", 0.2)) if rng.random() < odds}
    red["effects"] = dict.fromkeys([*sorted(effects), *(["blitz"] if blitz else [])], 1)
    extra = rng.random() < 0.5
    if extra:
        red["technologies"].append("plasma-scoring")
    card = rng.choice(["", "", "omega", "omega-omega"])
    if card:
        red["technologies"].append(f"x-89-bacterial-weapon-{card}")
    names = ["Blue", "Green"][: rng.choice([1, 1, 2])]
    players, forces, shields = [], {}, set()
    for name in names:
        own = rng.choice([None, "federation-of-sol", "emirates-of-hacan"])
        player: Scenario = {"name": name, "planets": {}, "damaged": {}, "effects": {}}
        if own:
            player["faction"] = own
        if rng.random() < 0.2:
            player["effects"]["bunker"] = 1
        for planet in PLANETS[: rng.randint(1, 3)] if name == "Blue" else [rng.choice(PLANETS)]:
            units, hurt = _forces(rng, own)
            player["planets"][planet] = units
            if hurt:
                player["damaged"][planet] = {"mech": hurt}
            forces[planet, name] = {"infantry": units.get("infantry", 0), "mech": units.get("mech", 0), "damaged": hurt}
            if units.get("pds"):
                shields.add(planet)
        players.append(player)
    if space["war-sun"] or effects & {"disable", "2ram"}:
        shields = set()
    guns = [dreadnought] * space["dreadnought"] + ["war-sun"] * space["war-sun"]
    types = ["dreadnought"] * space["dreadnought"] + ["war-sun"] * space["war-sun"]
    if blitz:
        guns, types = guns + ["cruiser"] * space["cruiser"], types + ["cruiser"] * space["cruiser"]
    edition = {"omega": "codex-3"}.get(card, "thunders-edge")
    return Case(
        {"step": "bombardment", "edition": edition, "players": [red, *players], "assume": {"limits": "ignored"}},
        guns, types, [key for key in forces if key[0] not in shields], forces, extra, "ta-zern" in effects,
        {player["name"] for player in players if player["effects"]}, card == "omega-omega", card == "omega",
    )  # fmt: skip


def _chance(case: Case, gun: str, key: Key) -> Fraction:
    there = [name for planet, name in case.forces if planet == key[0]]  # the first of them is taken to control it
    need = GUNS[gun][1] + (4 if there[0] in case.bunker else 0)
    hit = Fraction(max(0, 11 - need), 10)
    return hit + (1 - hit) * hit if case.reroll else hit


def _left(case: Case, key: Key, hits: int) -> tuple[int, int, int]:
    """Return infantry, mechs and damaged mechs after hits: mechs sustain, infantry dies, then mechs do."""
    infantry, mech, hurt = (case.forces[key][kind] for kind in ("infantry", "mech", "damaged"))
    sustained = min(hits, mech - hurt)
    hits, hurt = hits - sustained, hurt + sustained
    killed = min(hits, infantry)
    hits, infantry = hits - killed, infantry - killed
    lost = min(hits, mech)
    if case.plague and killed:
        infantry = 0
    return infantry, mech - lost, hurt - min(lost, hurt)


def results(case: Case, key: Key, dice: list[Fraction]) -> dict[tuple[int, int, int], Fraction]:
    """Return what is left of a target after these dice, each with its chance to hit."""
    chances: dict[tuple[int, int, int], Fraction] = {}
    for faces in product((True, False), repeat=len(dice)):
        chance = Fraction(1)
        for hit, die in zip(faces, dice, strict=True):
            chance *= die if hit else 1 - die
        left = _left(case, key, sum(faces) * (2 if case.double else 1))
        chances[left] = chances.get(left, Fraction(0)) + chance
    return chances


def declarations(case: Case) -> Iterator[tuple[tuple[Key, ...], int]]:
    """Yield every target for every unit, and which unit gets the further die (-1: there is none)."""
    for aims in product(case.open, repeat=len(case.guns)):
        for lucky in range(len(case.guns)) if case.extra else [-1]:
            yield aims, lucky


def fate(case: Case, aims: tuple[Key, ...], lucky: int) -> dict[Key, dict[tuple[int, int, int], Fraction]]:
    """Return what is left of each target under a declaration."""
    dice: dict[Key, list[Fraction]] = {key: [] for key in case.forces}
    for index, (gun, key) in enumerate(zip(case.guns, aims, strict=True)):
        dice[key] += [_chance(case, gun, key)] * (GUNS[gun][0] + (index == lucky))
    return {key: results(case, key, dice[key]) for key in case.forces}


def merit(case: Case, aim: str, found: dict[Key, dict[tuple[int, int, int], Fraction]]) -> Fraction:
    """Return what a declaration is worth for an aim."""
    if aim == "ground-forces":
        return sum(
            (
                chance * (case.forces[key]["infantry"] + case.forces[key]["mech"] - left[0] - left[1])
                for key, row in found.items()
                for left, chance in row.items()
            ),
            Fraction(0),
        )
    wanted = case.open if aim == "clear-all" else [key for key in case.forces if key[0] == aim.partition(":")[2]]
    clear = Fraction(1)
    for key in wanted:
        clear *= sum((chance for left, chance in found[key].items() if not left[0] + left[1]), Fraction(0))
    return clear
