"""The ways that save a combat work change no answer: every effect, and many together, on the shortest and the longest.

Which ways are open is derived from the windows in play (`Capabilities`). With all of them shut (`reference_only`) a
combat plays every round pair of rolls by pair of rolls, opens every window and looks at both sides: a window that says
of itself what is not so comes out here as another chance.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import POK, in_force
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, OTHER, SPACE_CANNON_DEFENSE
from mecatol.effects.model import Effect
from mecatol.preparing.prepare import prepare
from mecatol.rules.bombardment.windows import BombardAfterRound
from tests.any_scenario import Wish, any_scenario
from tests.draws import some_now
from tests.laws import holds

STEPS = ("space-combat", "ground-combat")
MOST = 3
"""Units of a type, so that the longest way is short enough."""
TOGETHER = 500
PARTS, QUARTERS = 10, 4
TRIES = 20
"""How often a scenario is drawn for an effect: the longest way is beyond its limits for some."""

type Data = dict[str, Any]


def alike(scenario: Data) -> bool:
    """Hold the derived way against the longest one; False where either is beyond its limits."""
    return holds("reference", scenario)


def small(scenario: Data) -> Data:
    """Return a scenario with few units of few types, so that the longest way can be gone."""
    for player in scenario["players"]:
        for units in (player.get("space", {}), *player.get("planets", {}).values()):
            for kind in list(units)[MOST + 1 :]:
                del units[kind]
            units.update({kind: min(count, 2) for kind, count in units.items()})
        for hurt in (player.pop("damaged", None),):
            if isinstance(hurt, dict):
                kept = {kind: 1 for kind in hurt if player.get("space", {}).get(kind)}
                player.update({"damaged": kept} if kept else {})
    return scenario


def with_effects(rng: random.Random, step: str, effects: Sequence[Effect]) -> Data:
    """Return a small scenario of a combat in which these effects act, and no other that is named."""
    scenario = any_scenario(rng, Wish(step, effect=effects[0].slug))
    wanted = {effect.slug for effect in effects}
    for player in scenario["players"]:
        player["technologies"] = [
            slug for slug in player.get("technologies", ()) if slug in wanted or slug not in mecatol.EFFECTS
        ]
        player["effects"] = {slug: 1 for slug in player.get("effects", {}) if slug in wanted}
        player.pop("policy", None)
    for effect in effects[1:]:
        owner = rng.choice(scenario["players"])
        if effect.kind.endswith("technology"):
            owner["technologies"] = sorted({*owner["technologies"], effect.slug})
        elif not effect.automatic:
            owner["effects"][effect.slug] = rng.choice([1, effect.limit])
    return small(scenario)


def lawful(rng: random.Random, step: str, effects: Sequence[Effect]) -> Data | None:
    """Return such a scenario that is lawful, None if none is found."""
    for _ in range(30):
        scenario = with_effects(rng, step, effects)
        try:
            prepare(mecatol.read(scenario))
        except mecatol.ScenarioError:
            continue
        return scenario
    return None


def acting(step: str) -> list[Effect]:
    return [effect for effect in mecatol.EFFECTS.values() if step in effect.steps]


def together(seed: str, number: int) -> Iterator[tuple[str, list[Effect]]]:
    """Yield pairs and triples of effects that one edition has, with a step in which all of them act."""
    rng = random.Random(seed)
    for _ in range(number):
        step, edition = rng.choice(STEPS), rng.choice([*mecatol.EDITIONS, *["thunders-edge"] * 5])
        able = [effect for effect in acting(step) if in_force(edition, effect.edition, effect.until)]
        yield step, rng.sample(able, rng.choice([2, 3]))


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", some_now(range(QUARTERS), 1))
@pytest.mark.parametrize("step", STEPS)
def test_each_effect_by_itself_takes_no_short_way_that_it_may_not(step: str, part: int) -> None:
    rng = random.Random(f"{step} {part}")
    for effect in acting(step)[part::QUARTERS]:
        held = 0
        for _ in range(TRIES):
            scenario = lawful(rng, step, [effect])
            held += scenario is not None and alike(scenario)
            if held == 2:
                break
        assert held, effect.slug


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", some_now(range(PARTS), 1))
def test_nor_do_effects_together(part: int) -> None:
    number = TOGETHER // PARTS
    rng = random.Random(f"together {part}")
    drawn = together(f"drawn {part}", 3 * number)
    held = 0
    while held < number:
        step, effects = next(drawn)
        scenario = lawful(rng, step, effects)
        held += scenario is not None and alike(scenario)


COURAGEOUS, REFLECTIVE = {"courageous-to-the-end": 1}, {"reflective-shielding": 1}


@pytest.mark.parametrize("assign", ["cheapest-first", "sustain-first"])
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        ({"effects": COURAGEOUS}, {"effects": COURAGEOUS}),
        ({"effects": REFLECTIVE}, {"effects": REFLECTIVE}),
        ({"effects": COURAGEOUS | REFLECTIVE}, {"effects": REFLECTIVE, "technologies": ["duranium-armor"]}),
        ({"effects": COURAGEOUS}, {"effects": COURAGEOUS, "faction": "yin-brotherhood"}),
        ({"effects": COURAGEOUS | REFLECTIVE}, {"effects": COURAGEOUS, "faction": "mentak-coalition"}),
        ({"effects": REFLECTIVE, "faction": "mentak-coalition"}, {"effects": COURAGEOUS | REFLECTIVE}),
        ({"effects": COURAGEOUS | {"direct-hit": 1}}, {"effects": REFLECTIVE, "faction": "yin-brotherhood"}),
    ],
    ids=str,
)
def test_nor_does_what_answers_losses_of_both_sides(red: Data, blue: Data, assign: str) -> None:
    fleets = {"flagship": 1, "dreadnought": 1, "cruiser": 1}, {"flagship": 1, "dreadnought": 1, "destroyer": 1}
    players = [
        {"name": name, "faction": "winnu" if name == "Red" else "federation-of-sol", "space": fleet, **more}
        for name, fleet, more in zip(("Red", "Blue"), fleets, (red, blue), strict=True)
    ]
    policy, assume = {"assign": assign}, {"limits": "ignored"}  # there is one card of each
    assert alike({"step": "space-combat", "players": players, "policy": policy, "assume": assume})


@pytest.mark.parametrize(
    ("step", "slug"),
    [
        (step, slug)
        for step in (GROUND_COMBAT, SPACE_CANNON_DEFENSE)
        for slug, effect in mecatol.EFFECTS.items()
        if step in effect.steps
    ],
)
def test_what_looks_beyond_the_planet_says_so(step: str, slug: str) -> None:
    effect = mecatol.EFFECTS[slug]
    with_it = [each for each in mecatol.EFFECTS.values() if each.automatic and each.faction == effect.faction]
    windows = [window for each in (effect, *with_it) for window in each.windows]
    if any(window.elsewhere or isinstance(window, BombardAfterRound) for window in windows):
        return
    edition = effect.edition if effect.until else list(mecatol.EDITIONS)[-1]
    there = {"infantry": 2, "mech": 2} if in_force(edition, POK) else {"infantry": 3}
    others = [faction for faction in ("arborec", "winnu") if faction != effect.faction]
    for owner in (0,) if effect.role == ACTIVE else (1,) if effect.role == OTHER else (0, 1):
        players: list[Data] = [
            {"name": faction, "faction": faction, "planets": {"abaddon": there}}
            for faction in (effect.faction or others[0], others[-1])
        ][:: 1 - 2 * owner]
        players[1]["planets"] = {"abaddon": {**there, "pds": 2}}
        if effect.kind.endswith("technology"):
            players[owner]["technologies"] = [slug]
        elif not effect.automatic:
            players[owner]["effects"] = {slug: 1}
        found = []
        for above in ({}, {"flagship": 1, "dreadnought": 1, "cruiser": 1, "destroyer": 1, "carrier": 1, "fighter": 1}):
            scenario = {"step": step, "edition": edition, "players": [*players]}
            scenario["players"][owner] = {**players[owner], "space": above}
            left: dict[str, float] = {}
            for row in mecatol.solve(scenario).to_json()["outcomes"]:
                planets = json.dumps({name: each.get("planets") for name, each in row["players"].items()})
                left[planets] = left.get(planets, 0) + row["probability"]
            found.append(left)
        assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_nor_do_hits_of_which_some_are_paid_for() -> None:
    """Paid for or not, all kill the same: losses that are equal stand apart there, and both sides answer theirs."""
    hacan = {"flagship": 1, "cruiser": 1}, {"wrath-of-kenara-trade": 1, "courageous-to-the-end": 1}
    other = {"cruiser": 1, "destroyer": 1}, {"courageous-to-the-end": 1}
    players = [
        {"name": str(index), "space": units, "effects": cards} for index, (units, cards) in enumerate([hacan, other])
    ]
    players[0]["faction"] = "emirates-of-hacan"
    assert alike({"step": "space-combat", "players": players, "assume": {"limits": "ignored"}})
