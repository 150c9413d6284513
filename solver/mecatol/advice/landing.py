"""Where the active player lands: in words, what else could be, and how it stays while something else changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mecatol.advice.forces import Data, ground_forces_aboard, planets_named, told
from mecatol.domain.counts import in_words
from mecatol.domain.units import planet_name
from mecatol.errors import ScenarioError
from mecatol.preparing.prepare import prepare
from mecatol.rules.landing.invasion import LANDING as LANDING_PLAN
from mecatol.rules.landing.invasion import landing_plan
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS
from mecatol.solution.model import listed


class LandingPlan(NamedTuple):
    """Where the active player lands, and where everything could land instead."""

    now: str
    """In words that follow a player: `lands everything on Abaddon`."""
    others: dict[str, Data]
    """The same words to the plan (`policy.land`) that they stand for."""


def landing(data: Data) -> LandingPlan | None:
    """Return the choice of a landing; None for a step without one, nobody aboard, or fewer than two planets named."""
    if LANDING_PLAN not in STEPS[data["step"]].inputs:
        return None
    aboard, there = ground_forces_aboard(data), _named(data)
    if not aboard or len(there) < 2:
        return None
    plan = _plan(data, aboard)
    others = {_everything_on(planet): {planet: aboard} for planet in there if plan != {planet: aboard}}
    return LandingPlan(_lands(plan, aboard), others)


def _everything_on(planet: str) -> str:
    return f"lands everything on {planet_name(planet)}"


def _lands(plan: Mapping[str, Data], aboard: Data) -> str:
    if len(plan) == 1 and aboard in plan.values():
        return _everything_on(next(iter(plan)))
    parts = [
        f"{count} {in_words(kind, count)} on {planet_name(planet)}"
        for planet, counts in plan.items()
        for kind, count in counts.items()
    ]
    return f"lands {listed(parts) if parts else 'nothing'}"


def _named(data: Data) -> list[str]:
    """Return the planets that a scenario names, those of the landing among them."""
    return list(dict.fromkeys([*planets_named(data), *(told(data, 0, "land") or {})]))


def _plan(data: Data, aboard: Mapping[str, int]) -> dict[str, Data]:
    """Return what lands where, by the policy or by default, planets on which nobody does left out."""
    plan = {}
    for planet, counts in landing_plan(prepare(read(data))).items():
        landed = {kind: min(count, counts[kind]) for kind, count in aboard.items() if counts.get(kind)}
        if landed:
            plan[planet] = landed
    return plan


def landing_as(now: Data, changed: Data) -> None:
    """Let ground forces in a changed scenario land where they do now: where nothing is said, it hangs on who is there.

    What the rules refuse is left as it is, for whoever solves it to see.
    """
    if LANDING_PLAN not in STEPS[now["step"]].inputs or told(now, 0, "land") is not None or len(_named(now)) < 2:
        return
    aboard = ground_forces_aboard(changed)
    try:
        before, after = list(_plan(now, ground_forces_aboard(now))), list(_plan(changed, aboard))
    except ScenarioError:
        return
    if len(before) == 1 and after and before != after:
        changed["players"][0].setdefault("policy", {})["land"] = {before[0]: aboard}
