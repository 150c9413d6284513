"""Laws that hold for every scenario: sums, exactness, who gains from what, order of play."""

import json
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.scenario.policy import DEFAULT_ASSIGN
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

STEPS = [OFFENSE, DEFENSE]
HELPS_WHO_IS_HIT = ("maneuvering-jets", "solar-flare", "disable")
HELPS_WHO_SHOOTS = ("plasma-scoring", "pds-2")


def cost(scenario: dict[str, Any]) -> float:
    """Resources that Red loses on average."""
    return float(mecatol.solve(scenario).expected_cost.get("Red", 0))


@pytest.mark.parametrize("step", STEPS)
def test_everything_sums_to_one(step: str) -> None:
    for scenario in scenarios(f"{step} sums", 80, step, "sustain-first"):
        said = json.dumps(scenario)
        solution, exact = mecatol.solve(scenario), mecatol.solve(scenario, exact=True)
        assert abs(sum(p for p, _ in solution.outcomes) - 1) < 1e-12, said
        assert sum(p for p, _ in exact.outcomes) == 1, said
        assert all(isinstance(p, Fraction) for p, _ in exact.outcomes), said
        for row in (*exact.hits.values(), *(dict(enumerate(roll.hits)) for roll in exact.rolls)):
            assert sum(row.values()) == 1, said
        assert all(0 <= c.probability <= 1 for c in exact.chances), said


@pytest.mark.parametrize("step", STEPS)
def test_fractions_and_floats_agree(step: str) -> None:
    for scenario in scenarios(f"{step} exact and not", 50, step, "cheapest-first"):
        plain, exact = mecatol.solve(scenario), mecatol.solve(scenario, exact=True)
        theirs = dict(zip((repr(left) for _, left in exact.outcomes), (p for p, _ in exact.outcomes), strict=True))
        assert all(abs(theirs[repr(left)] - p) < 1e-12 for p, left in plain.outcomes)
        assert len(plain.outcomes) == len(exact.outcomes)
        for name, losses in exact.expected_losses.items():
            assert plain.expected_losses[name] == pytest.approx({u: float(n) for u, n in losses.items()}, abs=1e-12)
            assert plain.expected_cost[name] == pytest.approx(float(exact.expected_cost[name]), abs=1e-12)


@pytest.mark.parametrize("step", STEPS)
def test_outcomes_are_ranked_and_different_and_lose_no_more_than_was_there(step: str) -> None:
    for scenario in scenarios(f"{step} ranked", 40, step, "order"):
        solution = mecatol.solve(scenario).to_json()
        chances = [outcome["probability"] for outcome in solution["outcomes"]]
        assert all(chances)
        assert chances == sorted(chances, reverse=True)
        assert len({json.dumps(outcome["players"]) for outcome in solution["outcomes"]}) == len(chances)
        start = {player["name"]: player for player in scenario["players"]}
        for outcome in solution["outcomes"]:
            for name, left in outcome["players"].items():
                assert all(n <= start[name]["space"][unit] for unit, n in left["space"].items())
                assert all(
                    n <= start[name]["planets"][planet][unit]
                    for planet, units in left["planets"].items()
                    for unit, n in units.items()
                )


def changed(scenario: dict[str, Any], player: int, **more: Any) -> dict[str, Any]:
    players = [dict(one) for one in scenario["players"]]
    players[player] |= more
    return {**scenario, "players": players}


@pytest.mark.parametrize("step", STEPS)
def test_what_helps_never_hurts(step: str) -> None:
    for scenario in scenarios(f"{step} helps", 60, step, "sustain-first"):
        if scenario.get("edition") == "base" or "policy" in scenario["players"][0]:
            continue
        assert scenario.get("policy", {}).get("assign", DEFAULT_ASSIGN) == "sustain-first"
        before, said = cost(scenario), json.dumps(scenario)
        red = scenario["players"][0]
        for slug in HELPS_WHO_IS_HIT:
            better = changed(scenario, 0, effects={**red.get("effects", {}), slug: 1})
            if slug not in red.get("effects", {}):
                assert cost(better) <= before + 1e-12, (slug, said)
        owned = red.get("technologies", [])
        if "antimass-deflectors" not in owned:
            better = changed(scenario, 0, technologies=[*owned, "antimass-deflectors"])
            assert cost(better) <= before + 1e-12, said
        for slug in HELPS_WHO_SHOOTS:
            blue = scenario["players"][1].get("technologies", [])
            if slug not in blue and scenario["players"][1].get("faction") != "titans-of-ul":
                worse = changed(scenario, 1, technologies=[*blue, slug])
                assert cost(worse) >= before - 1e-12, (slug, said)


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
def test_one_more_gun_never_helps_who_is_hit(assign: str) -> None:
    for scenario in scenarios(f"more guns {assign}", 40, OFFENSE, assign, active_shoots=False):
        arinam = scenario["players"][1]["planets"]["arinam"]
        more = changed(scenario, 1, planets={"arinam": {**arinam, "pds": arinam.get("pds", 0) + 1}})
        more["assume"] = {**more.get("assume", {}), "limits": "ignored"}  # it may be a third one
        if "policy" not in scenario["players"][1]:
            assert cost(more) >= cost(scenario) - 1e-12, json.dumps(scenario)


def test_the_order_of_shooters_alike_does_not_matter() -> None:
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 3, "cruiser": 1, "dreadnought": 1}}
    blue, green = ({"name": name, "planets": {"meer": {"pds": 2}}} for name in ("Blue", "Green"))
    losses = [
        mecatol.solve({"step": OFFENSE, "players": [red, *order]}).expected_losses["Red"]
        for order in ([blue, green], [green, blue])
    ]
    assert losses[0] == pytest.approx(losses[1], abs=1e-12)


def test_the_order_of_shooters_matters_where_the_rules_say_so() -> None:
    # Whoever has the Graviton Laser System fires first or second: one hit each. Graviton first takes the carrier and
    # both infantry go down with it; the other shot finds nobody. The other first takes a fighter, and then the same.
    red = {"name": "Red", "technologies": ["fighter-2"], "space": {"fighter": 1, "cruiser": 1, "dreadnought": 1},
           "damaged": {"dreadnought": 1}}  # fmt: skip
    plain = {"name": "Blue", "planets": {"meer": {"pds": 2}}}
    laser = {"name": "Green", "planets": {"meer": {"pds": 1}}, "technologies": ["graviton-laser-system"]}
    lost = [
        mecatol.solve({"step": OFFENSE, "players": [red, *order]}, exact=True).expected_losses["Red"]
        for order in ([plain, laser], [laser, plain])
    ]
    # laser last: the fighter goes to Blue's first hit (3/4), the cruiser to the second (1/4); then laser (1/2)
    assert lost[0]["fighter"] == Fraction(3, 4)
    # laser first: the cruiser (1/2); Blue's hits still find the fighter first
    assert lost[1]["fighter"] == Fraction(3, 4)
    assert lost[0]["dreadnought"] == Fraction(1, 4) * Fraction(1, 2)  # cruiser gone, then the laser
    assert lost[1]["dreadnought"] == Fraction(1, 2) * Fraction(1, 4)  # cruiser gone to the laser, then two hits
    # the active player comes first, so its own shots can silence a flagship: see the hand-worked cases


def test_seats_matter_for_who_is_chosen_and_for_nothing_else() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "planets": {"meer": {"pds": 1}}}
    blue, green = ({"name": name, "space": {"cruiser": 1}} for name in ("Blue", "Green"))
    for first, second in ((blue, green), (green, blue)):
        solution = mecatol.solve({"step": OFFENSE, "players": [red, first, second]})
        assert solution.expected_losses[first["name"]] == {"cruiser": 0.5}
        assert solution.expected_losses[second["name"]] == {}


@pytest.mark.parametrize("step", STEPS)
def test_own_units_are_never_hit(step: str) -> None:
    for scenario in scenarios(f"{step} own", 60, step, "cheapest-first"):
        solution = mecatol.solve(scenario)
        assert all(roll.player != roll.target for roll in solution.rolls)
        shot_at = {roll.target for roll in solution.rolls}
        for name, losses in solution.expected_losses.items():
            only_a_lone_pds = step == DEFENSE and set(losses) <= {"pds"}
            assert not losses or name in shot_at or only_a_lone_pds


@pytest.mark.parametrize("step", STEPS)
def test_hits_are_counted_before_anybody_cancels_them(step: str) -> None:
    for scenario in scenarios(f"{step} tally", 40, step, "cheapest-first"):
        solution = mecatol.solve(scenario, exact=True)
        for name, row in solution.hits.items():
            made = [roll for roll in solution.rolls if roll.player == name]
            if len({roll.where for roll in made}) == len(made):  # each roll was certain to be made
                mean = sum(n * p for n, p in row.items())
                assert mean <= sum(n * p for roll in made for n, p in enumerate(roll.hits))
