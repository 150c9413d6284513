"""Relations between the answers to two scenarios, which hold whatever the figures are."""

from __future__ import annotations

import copy
import json
import random
from itertools import islice
from typing import Any

import pytest

import mecatol
from tests.as_played import SKIRMISH, battles, worked_out
from tests.solver.combat.draw_systems import actions

Data = dict[str, Any]

FLOAT = 1e-10
ONLY_AT_THE_START = ("anti-fighter-barrage", "ambush")
PLANET = "rigel-i"
ON_GROUND, IN_SPACE = ("infantry", "mech"), ("cruiser", "dreadnought")


def ends(scenario: Data) -> dict[str, float]:
    """Return the chance of each end, in words."""
    found: dict[str, float] = {}
    for outcome in mecatol.solve(scenario).to_json()["outcomes"]:
        end = json.dumps(outcome["players"], sort_keys=True)
        found[end] = found.get(end, 0) + outcome["probability"]
    return found


def assert_alike(one: dict[str, float], other: dict[str, float], said: object) -> None:
    assert all(abs(one.get(end, 0) - other.get(end, 0)) < FLOAT for end in {*one, *other}), said


def lasting(scenario: Data) -> bool:
    """Tell whether nothing is used up in the battle and nothing of it happens at its start but barrage and Ambush."""
    return not any(player.get("effects") or player.get("technologies") for player in scenario["players"])


def test_a_combat_goes_on_from_what_its_first_rounds_leave() -> None:
    drawn = (s for s in battles(16, 1000, 4, 3, 0) if s["step"] == "space-combat")
    for seed, drawn_scenario in enumerate(islice(filter(lasting, drawn), 25)):
        scenario = {**drawn_scenario, "assume": {"capacity": "ignored", "limits": "ignored"}}
        composed: dict[str, float] = {}
        for outcome in mecatol.solve({**scenario, "stop_after": 1 + seed % 2}).to_json()["outcomes"]:
            rest = copy.deepcopy(scenario)
            for player in rest["players"]:
                left = outcome["players"][player["name"]]
                player |= {"space": left["space"], "damaged": left["damaged"]}
                player["policy"] = {"decline": list(ONLY_AT_THE_START)}
            for end, chance in ends(rest).items():
                composed[end] = composed.get(end, 0) + outcome["probability"] * chance
        assert_alike(ends(scenario), composed, scenario)


@pytest.mark.parametrize("whole_systems", [False, True])
def test_what_is_declined_might_as_well_not_be_there(whole_systems: bool) -> None:
    rng = random.Random(16)
    drawn = actions(17, 30) if whole_systems else battles(17, 40, *SKIRMISH)
    for scenario in worked_out(drawn):
        held = [
            (index, key, slug)
            for index, player in enumerate(scenario["players"])
            for key in ("effects", "technologies")
            for slug in player.get(key, ())
            if slug in mecatol.EFFECTS and not slug.startswith("the-cavalry")  # two names of one card
        ]
        if not held:
            continue
        index, key, slug = rng.choice(held)
        declined, without = copy.deepcopy(scenario), copy.deepcopy(scenario)
        declined["players"][index].setdefault("policy", {})["decline"] = [slug]
        player = without["players"][index]
        if key == "effects":
            del player[key][slug]
        else:
            player[key].remove(slug)
        assert_alike(ends(declined), ends(without), (slug, scenario))


def army(rng: random.Random, names: tuple[str, str]) -> tuple[Data, Data]:
    """Return how many units of two types there are, the second with Sustain Damage, and their values set by hand."""
    counts = {names[0]: rng.randint(0, 3), names[1]: rng.randint(0, 2)}
    values = [
        {"combat": rng.randint(5, 9), "dice": rng.randint(1, 2), "sustain": sustains} for sustains in (False, True)
    ]
    return counts if any(counts.values()) else {names[0]: 1, names[1]: 0}, dict(zip(names, values, strict=True))


def same_battle(seed: int, step: str) -> Data:
    """Return a battle of this seed with ground forces or with ships of the same values."""
    rng, names = random.Random(seed), ON_GROUND if step == "ground-combat" else IN_SPACE
    players: list[Data] = []
    for name, faction in (("Red", "barony-of-letnev"), ("Blue", "emirates-of-hacan")):
        units, values = army(rng, names)
        hurt = {names[1]: rng.randint(0, units[names[1]])}
        on_ground = step == "ground-combat"
        player = {
            "name": name, "faction": faction, "by_hand": {"units": values},
            "planets" if on_ground else "space": {PLANET: units} if on_ground else units,
            "damaged": {PLANET: hurt} if on_ground else hurt,
            "technologies": [t for t in ("duranium-armor",) if rng.random() < 0.4],
            "effects": {e: 1 for e in ("morale-boost", "emergency-repairs", "tellurian") if rng.random() < 0.25},
        }  # fmt: skip
        if faction == "barony-of-letnev" and rng.random() < 0.4:
            player["technologies"].append("non-euclidean-shielding")
        players.append(player)
    return {"step": step, "players": players, "assume": {"limits": "ignored"}, "policy": {"assign": "sustain-first"}}


def left(scenario: Data) -> dict[str, float]:
    """Return the chance of what is left of each, whole and damaged, without the names of the units."""
    found: dict[str, float] = {}
    names = ON_GROUND if scenario["step"] == "ground-combat" else IN_SPACE
    for outcome in mecatol.solve(scenario).to_json()["outcomes"]:
        rows = []
        for name in ("Red", "Blue"):
            player = outcome["players"][name]
            units, hurt = player["space"], player["damaged"]
            if names is ON_GROUND:
                units, hurt = player["planets"].get(PLANET, {}), hurt.get(PLANET, {})
            rows.append((units.get(names[0], 0), units.get(names[1], 0), hurt.get(names[1], 0)))
        found[str(rows)] = found.get(str(rows), 0) + outcome["probability"]
    return found


def test_a_ground_combat_is_a_space_combat_of_units_with_the_same_values() -> None:
    for seed in range(40):
        ground, space = same_battle(seed, "ground-combat"), same_battle(seed, "space-combat")
        assert_alike(left(ground), left(space), ground)
