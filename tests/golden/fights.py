"""Scenarios with a combat, in which every way through it has its turn: for a change of the combat engine.

Battles as they are played and small ones, with and without a retreat, a search for the best losses, a table of rounds
or a last round; every two windows of a combat; whole tactical actions; every step in which anybody fights.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import mecatol
from mecatol.domain.editions import LATEST, in_force
from mecatol.effects.model import Effect
from tests.any_scenario import Wish, lawful, wanted
from tests.as_played import SKIRMISH, battles, left_early
from tests.solver.combat.draw_systems import actions
from tests.solver.combat.plain_battles import battle
from tests.solver.combat.test_paths import lawful as with_effects

type Data = dict[str, Any]

_SEED = 31
FIGHTING = (
    "space-combat", "ground-combat", "anti-fighter-barrage", "sustain-damage", "space-cannon-offense",
    "space-cannon-defense", "bombardment", "invasion", "tactical-action",
)  # fmt: skip
"""The steps in which anybody rolls for hits."""
_FEW_UNITS = 7
"""Units a side at most where somebody searches for the best losses: a search stays within its time."""


def fights(count: int) -> Iterator[Data]:
    """Yield about so many scenarios."""
    share = count // 20
    small = [battle(random.Random(f"fight {number}")) for number in range(4 * share)]
    played = [*battles(_SEED, 3 * share)]
    skirmishes = [*battles(_SEED + 1, 4 * share, *SKIRMISH)]
    yield from small
    yield from _told_by_round(_copies(small[: 2 * share]))
    yield from _searching(_copies([*small[: 2 * share], *skirmishes[:share]]))
    yield from played
    yield from skirmishes
    yield from left_early(_copies([*played[: share // 2], *skirmishes[share : 2 * share]]), _SEED)
    yield from _told_by_round(_copies(skirmishes[2 * share : 3 * share]))
    yield from actions(_SEED, 2 * share)
    yield from _window_pairs()
    yield from _steps(share)


def _copies(scenarios: list[Data]) -> list[Data]:
    copies: list[Data] = json.loads(json.dumps(scenarios))
    return copies


def _told_by_round(scenarios: list[Data]) -> Iterator[Data]:
    """Yield them with a table of rounds, every second one stopped after a round."""
    for number, scenario in enumerate(scenarios):
        if scenario["step"] in ("space-combat", "ground-combat"):
            yield {**scenario, "rounds": 1 + number % 6} if number % 2 else {**scenario, "stop_after": 1 + number % 3}


def _searching(scenarios: list[Data]) -> Iterator[Data]:
    """Yield the small ones of them with one player, or both, who searches for the best losses."""
    for number, scenario in enumerate(scenarios):
        units = [sum(player.get("space", {}).values()) for player in scenario["players"]]
        if max(units) > _FEW_UNITS:
            continue
        for player in scenario["players"][number % 2 : 2 if number % 3 else 1 + number % 2]:
            player["policy"] = {**player.get("policy", {}), "assign": "best"}
        yield scenario


def _window_pairs() -> Iterator[Data]:
    """Yield small combats in which two windows are opened: every two kinds of window, by effects drawn by lot."""
    for step in ("space-combat", "ground-combat"):
        rng = random.Random(f"windows of {step}")
        acting: dict[str, list[Effect]] = {}
        for effect in mecatol.EFFECTS.values():
            if step in effect.steps and in_force(LATEST, effect.edition, effect.until):
                for window in effect.windows:
                    acting.setdefault(type(window).__name__, []).append(effect)
        for one, other in combinations_with_replacement(sorted(acting), 2):
            pair = rng.choice(acting[one]), rng.choice(acting[other])
            scenario = with_effects(rng, step, pair)
            if scenario:
                yield scenario


def _steps(share: int) -> Iterator[Data]:
    """Yield scenarios of every step in which anybody fights, with each effect and reading in turn."""
    rng = random.Random("steps that fight")
    wishes: list[Wish] = [wish for wish in wanted() if wish.step in FIGHTING]
    for wish in rng.sample(wishes, min(len(wishes), 4 * share)):
        yield lawful(rng, wish)
