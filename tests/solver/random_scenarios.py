"""Small random scenarios of both steps of Space Cannon: seeded, lawful, with whatever may change the result."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from mecatol.effects.model import EFFECTS
from mecatol.scenario.policy import DEFAULT_ASSIGN
from tests.solver import brute

Scenario = dict[str, Any]
OFFENSE = "space-cannon-offense"
DEFENSE = "space-cannon-defense"
MOST_DICE = 4
"""In one roll: every face of every die is looked at."""


def _some(rng: random.Random, most: dict[str, int]) -> dict[str, int]:
    counts = {kind: rng.randint(0, n) for kind, n in most.items() if rng.random() < 0.6}
    return {kind: n for kind, n in counts.items() if n}


def _order(rng: random.Random) -> list[str]:
    kinds = ["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "infantry", "mech"]
    return rng.sample(kinds, rng.randint(1, len(kinds)))


def _hurt(rng: random.Random, units: dict[str, int]) -> dict[str, int]:
    return {kind: rng.randint(1, n) for kind, n in units.items()
            if kind in ("dreadnought", "flagship", "mech") and rng.random() < 0.4}  # fmt: skip


def _edition(rng: random.Random, *needed: str) -> str | None:
    allowed = brute.EDITIONS[max([0, *(brute.EDITIONS.index(edition) for edition in needed)]) :]
    return rng.choice([None, *allowed])


def _policy(rng: random.Random, assign: str, scenario: Scenario) -> None:
    policy: dict[str, Any] = {}
    if assign == "order":
        policy["assign"] = _order(rng)
    elif assign != DEFAULT_ASSIGN or rng.random() < 0.5:
        policy["assign"] = assign
    if rng.random() < 0.3:
        policy["capacity"] = rng.sample(["fighter", "infantry", "mech"], rng.randint(1, 3))
    if policy and rng.random() < 0.3 and assign != "best":
        scenario["players"][0]["policy"] = policy
    elif policy:
        scenario["policy"] = policy


def _shooter(rng: random.Random, name: str, planet: str) -> Scenario:
    player: Scenario = {"name": name}
    faction = rng.choice([None, None, None, "xxcha-kingdom", "titans-of-ul"])
    technologies = rng.sample(["plasma-scoring", "graviton-laser-system"], rng.randint(0, 2))
    if faction:
        player["faction"] = faction
    if rng.random() < 0.5:
        technologies.append("hel-titan-2" if faction == "titans-of-ul" else "pds-2")
    if technologies:
        player["technologies"] = technologies
    guns = {"pds": rng.randint(0, 2)}
    if faction == "xxcha-kingdom" and rng.random() < 0.5:
        guns["mech"] = 1
    player["planets"] = {planet: {kind: n for kind, n in guns.items() if n}}
    decline = [slug for slug in ("plasma-scoring", "space-cannon") if rng.random() < 0.1]
    if decline:
        player["policy"] = {"decline": decline}
    return player


def offense(rng: random.Random, assign: str, active_shoots: bool = True) -> Scenario:
    """Several players at a fleet, the active one perhaps first at one of them."""
    red: Scenario = {"name": "Red"}
    faction = rng.choice([None, "barony-of-letnev", "xxcha-kingdom" if active_shoots else "barony-of-letnev"])
    needed = []
    most = {"fighter": 4, "destroyer": 1, "cruiser": 1, "carrier": 1, "dreadnought": 2, "infantry": 2}
    if faction:
        red["faction"] = faction
        most |= {"mech": 1, "flagship": 1}
    red["space"] = _some(rng, most)
    if "mech" in red["space"]:
        needed.append("pok")
    technologies = [slug for slug in ("antimass-deflectors", "dreadnought-2", "fighter-2") if rng.random() < 0.3]
    if faction == "barony-of-letnev" and rng.random() < 0.4:
        technologies.append("non-euclidean-shielding")
    effects = {}
    if rng.random() < 0.4:
        effects["maneuvering-jets"] = rng.randint(1, 2)
    if rng.random() < 0.08:
        effects["solar-flare"] = 1
        needed.append("codex-1")
    if active_shoots and rng.random() < 0.4:
        red["planets"] = {"arinam": {"pds": rng.randint(1, 2)}}
    if rng.random() < 0.2:
        red.setdefault("planets", {})["meer"] = {"space-dock": 1}
    if technologies:
        red["technologies"] = technologies
        if "fighter-2" in technologies and rng.random() < 0.5:
            ships = sum(count for kind, count in red["space"].items() if kind != "fighter")
            red["fleet_pool"] = ships + rng.randint(0, 2)
    if effects:
        red["effects"] = effects
    if hurt := _hurt(rng, red["space"]):
        red["damaged"] = hurt
    others = []
    for name in ["Blue", "Green", "White"][: rng.randint(1, 3)]:
        other = _shooter(rng, name, "arinam")
        if rng.random() < 0.3:
            other["adjacent"] = {"pds": 1}
        if rng.random() < 0.15:
            other["effects"] = {"experimental-battlestation": 1}
            other.setdefault("adjacent", {})["space-dock"] = 1
        if active_shoots and rng.random() < 0.5:
            other["space"] = _some(rng, {"fighter": 1, "cruiser": 1, "carrier": 1})
            if other.get("faction") == "xxcha-kingdom":
                other["space"]["flagship"] = 1
        if rng.random() < 0.2:
            other.setdefault("effects", {})["maneuvering-jets"] = 1
        if other.get("faction") == "titans-of-ul" or "mech" in other["planets"]["arinam"]:
            needed.append("pok")
        others.append(other)
    scenario: Scenario = {"step": OFFENSE, "players": [red, *others]}
    if edition := _edition(rng, *needed):
        scenario["edition"] = edition
    _policy(rng, assign, scenario)
    if rng.random() < 0.1:
        scenario["assume"] = {"capacity": "ignored"}
    _partly(rng, scenario)
    return scenario


def defense(rng: random.Random, assign: str) -> Scenario:
    """A landing on one or two planets under fire, units of the active player there beforehand among them."""
    red: Scenario = {"name": "Red"}
    needed = []
    faction = rng.choice([None, "barony-of-letnev"])
    most = {"infantry": 3}
    if faction:
        red["faction"] = faction
        most["mech"] = 2
    planets = ["arinam", "meer"][: rng.randint(1, 2)]
    red["planets"] = {planet: _some(rng, most) or {"infantry": 1} for planet in planets}
    if any("mech" in units for units in red["planets"].values()):
        needed.append("pok")
    damaged = {planet: hurt for planet in planets if (hurt := _hurt(rng, red["planets"][planet]))}
    if damaged:
        red["damaged"] = damaged
    if rng.random() < 0.4:
        units = red["planets"]["arinam"]
        red["stationed"] = {"arinam": {kind: rng.randint(0, n) for kind, n in units.items()}}
    technologies = [slug for slug, odds in (("antimass-deflectors", 0.3), ("l4-disruptors", 0.08)) if
                    rng.random() < odds and (slug != "l4-disruptors" or faction)]  # fmt: skip
    if faction and rng.random() < 0.4:
        technologies.append("non-euclidean-shielding")
    if technologies:
        red["technologies"] = technologies
    effects = {}
    if rng.random() < 0.4:
        effects["maneuvering-jets"] = rng.randint(1, 2)
    if rng.random() < 0.1:
        effects["disable"] = 1
    if effects:
        red["effects"] = effects
    others = []
    for name in ["Blue", "Green"][: rng.randint(1, 2)]:
        other = _shooter(rng, name, "arinam")
        if len(planets) > 1 and rng.random() < 0.5:
            other["planets"]["meer"] = {"pds": rng.randint(1, 2)}
        if rng.random() < 0.5:
            other["planets"]["arinam"]["infantry"] = 1
        other.get("technologies", []).sort()
        if "graviton-laser-system" in other.get("technologies", []):
            other["technologies"].remove("graviton-laser-system")
        if other.get("faction") == "titans-of-ul" or "mech" in other["planets"]["arinam"]:
            needed.append("pok")
        others.append(other)
    scenario: Scenario = {"step": DEFENSE, "players": [red, *others]}
    if edition := _edition(rng, *needed):
        scenario["edition"] = edition
    rulings = {}
    if rng.random() < 0.4:
        rulings["77.8.a"] = rng.choice(["on-planet", "committed"])
    if rng.random() < 0.4:
        rulings["63.4"] = rng.choice(["fires-first", "destroyed-first"])
    if rulings:
        scenario["rulings"] = rulings
    _policy(rng, assign, scenario)
    _partly(rng, scenario)
    return scenario


def _partly(rng: random.Random, scenario: Scenario) -> None:
    """Sometimes let a player fire with only some units."""
    if rng.random() < 0.15:
        scenario.setdefault("rulings", {})["49.1"] = rng.choice(["any", "all-or-none"])
        player = scenario["players"][-1]
        policy = player.setdefault("policy", {})
        fire = {"pds": rng.randint(0, 1), "mech": 1}
        places = [player.get("space", {}), player.get("adjacent", {}), *player.get("planets", {}).values()]
        policy["fire"] = {unit: n for unit, n in fire.items() if not n or any(there.get(unit) for there in places)}


def _few_dice(scenario: Scenario) -> bool:
    game = brute.Game(scenario)
    return all(
        len(game.dice(game.first, shot, target)) <= MOST_DICE
        for shot in game.shots()
        if (target := game.target(shot)) is not None
    )


def _deal(scenario: Scenario) -> Scenario:
    """Take the cards from players of which those before them have all that there are, and return the scenario."""
    dealt = Counter[str]()
    for player in scenario["players"]:
        for slug, count in [*player.get("effects", {}).items()]:
            player["effects"][slug] = min(count, EFFECTS[slug].limit - dealt[slug])
            dealt[slug] += player["effects"][slug]
    return scenario


def scenarios(seed: str, count: int, step: str, assign: str, **options: bool) -> Iterator[Scenario]:
    """Yield that many lawful scenarios of a step under a policy for hits ("order" for an explicit one)."""
    rng = random.Random(seed)
    make = offense if step == OFFENSE else defense
    while count:
        scenario = _deal(make(rng, assign, **options))
        ignored = scenario.get("assume", {}).get("capacity") == "ignored"
        factions = [player["faction"] for player in scenario["players"] if "faction" in player]
        played_once = len(factions) == len(set(factions))
        if played_once and _few_dice(scenario) and (ignored or brute.is_lawful(scenario)):
            count -= 1
            yield scenario
