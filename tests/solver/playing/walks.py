"""Battles walked at random, and what has to hold at each step of a walk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import mecatol
from mecatol.playing.battles import PlayedBattle, made_ready
from mecatol.playing.steps import CHOICE, LOSSES, OVER, Odds, TableStep
from mecatol.scenario.history import TOKEN
from tests.any_scenario import lawful, wanted
from tests.solver.combat.plain_battles import battle

WITHIN = 1e-9
"""Within how much a mean is that of the steps after it: rounding of thousands of sums."""
MOST_STEPS = 60
"""After so many steps a walk is left: some battles are repaired for ever."""
STEPS = ("space-combat", "ground-combat", "tactical-action")

type Scenario = dict[str, Any]


def drawn(seed: str, count: int) -> Iterator[Scenario]:
    """Yield battles: combats with cards and retreats, and steps of all kinds with whatever acts in them."""
    rng = random.Random(seed)
    wishes = [wish for wish in wanted() if wish.step in STEPS]
    for number in range(count):
        yield battle(rng) if number % 2 else lawful(rng, rng.choice(wishes))


def playable(scenario: Scenario) -> PlayedBattle | None:
    """Return a battle ready to be walked, None where it is refused in words or has nobody who fights."""
    try:
        return made_ready(scenario)
    except mecatol.ScenarioError:
        return None


def near(one: Odds, other: Odds) -> bool:
    return all(abs(float(a) - float(b)) < WITHIN for a, b in zip(one, other, strict=True))


def mean(step: TableStep) -> Odds:
    """Return the odds after what chance decides at a step, weighed by the chance of each way."""
    assert abs(float(sum(way.chance or 0 for way in step.ways)) - 1) < WITHIN
    after = [(way.chance or 0, way.then().odds()) for way in step.ways]
    return tuple(sum(part * odds[place] for part, odds in after) for place in range(len(step.odds())))


def walk(battle: PlayedBattle, rng: random.Random) -> list[str]:
    """Walk a battle at random to its end, and hold every step to the law; return the history."""
    step, history = battle.played.start(), list[str]()
    while step.kind != OVER and len(history) < MOST_STEPS:
        where = f"{history}: {step.title}, {step.words}"
        odds = step.odds()
        assert abs(float(sum(odds)) - 1) < WITHIN, where
        tokens = [way.token for way in (*step.ways, *step.extras)]
        assert len(set(tokens)) == len(tokens), (where, tokens)
        assert all(TOKEN.fullmatch(token) for token in tokens), (where, tokens)
        if step.kind in (LOSSES, CHOICE):
            way = rng.choice(step.ways)
            assert near(step.ways[0].then().odds(), odds), where
        else:
            assert near(mean(step), odds), (where, mean(step), odds)
            way = rng.choices(step.ways, [float(way.chance or 0) for way in step.ways])[0]
        if step.extras and rng.random() < 0.25:
            way = rng.choice(step.extras)
        after = way.then()
        if way.odds:
            assert near(way.odds(), after.odds()), (where, way.words)
        history.append(way.token)
        step = after
    if step.kind == OVER:
        assert max(step.odds()) == 1
    return history
