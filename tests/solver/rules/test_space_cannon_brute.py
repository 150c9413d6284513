"""Space Cannon against the brute-force judge, on random small scenarios."""

import json
from fractions import Fraction

import pytest

import mecatol
from mecatol.scenario.policy import DEFAULT_ASSIGN
from tests.solver import brute
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

POLICIES = ("cheapest-first", "sustain-first", "order")


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
@pytest.mark.parametrize("assign", POLICIES)
def test_outcomes_and_hits_equal_those_of_all_dice(step: str, assign: str) -> None:
    for scenario in scenarios(f"{step} {assign}", 120, step, assign):
        said = json.dumps(scenario)
        solution = mecatol.solve(scenario).to_json()
        expected, found = brute.outcomes(scenario), brute.outcomes_of(solution)
        assert set(found) == set(expected), said
        assert all(abs(found[outcome] - chance) < 1e-12 for outcome, chance in expected.items()), said
        for name, row in brute.hits(scenario).items():
            produced = solution["hits"].get(name, {"0": 1.0})
            assert all(abs(produced.get(str(n), 0) - chance) < 1e-12 for n, chance in row.items()), said
            assert abs(sum(produced.values()) - 1) < 1e-12, said


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize(("step", "count"), [(OFFENSE, 170), (DEFENSE, 80)])
def test_best_loses_as_little_as_any_choice_of_all(step: str, count: int) -> None:
    options = {"active_shoots": False} if step == OFFENSE else {}
    saved = 0
    for scenario in scenarios(f"{step} best", count, step, "best", **options):
        said = json.dumps(scenario)
        least = brute.best_loss(scenario)
        solution = mecatol.solve(scenario)
        best = solution.expected_cost.get("Red", 0)
        assert abs(best - least) < 1e-12, said
        plain = mecatol.solve({**scenario, "policy": {**scenario["policy"], "assign": DEFAULT_ASSIGN}})
        assert best <= plain.expected_cost.get("Red", 0) + 1e-12, said
        assert plain.choices == []
        for choice in solution.choices:
            assert (choice["player"], choice["choice"]) == ("Red", "assign")
            assert abs(choice["value"] - best) < 1e-12, said
            assert abs(choice["margin"] - (plain.expected_cost.get("Red", 0) - best)) < 1e-12, said
        assert bool(solution.choices) == any(roll.target == "Red" for roll in solution.rolls), said
        saved += best < plain.expected_cost.get("Red", 0) - 1e-9
    if step == OFFENSE:
        assert saved > count // 20  # the search is worth something


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_fractions_are_exactly_the_judge_s(step: str) -> None:
    for scenario in scenarios(f"{step} exact", 60, step, "cheapest-first"):
        solution = mecatol.solve(scenario, exact=True)
        found = {
            tuple((name, brute.describe_json(left)) for name, left in o["players"].items()): Fraction(o["probability"])
            for o in solution.to_json()["outcomes"]
        }
        assert found == brute.outcomes(scenario), json.dumps(scenario)
        assert sum(found.values()) == 1


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
@pytest.mark.parametrize("assign", POLICIES)
def test_the_trace_tells_what_happened_and_nothing_else(step: str, assign: str) -> None:
    for scenario in scenarios(f"{step} {assign} trace", 80, step, assign):
        said = json.dumps(scenario)
        game = brute.Game(scenario)
        game.play()
        trace = mecatol.solve(scenario).trace
        clauses = {entry["clause"] for entry in trace}
        removed = not clauses.isdisjoint({"16.3", "37.3"})  # beyond capacity, or beyond the fleet pool
        assert removed == ("16.3" in game.happened), said
        assert ("63.4" in clauses) == ("63.4" in game.happened), said
        for index, player in enumerate(scenario["players"]):
            texts = [entry["text"] for entry in trace if entry["text"].startswith(player["name"])]
            jets = any("’s Maneuvering Jets:" in text for text in texts)
            assert jets == (f"jets {index}" in game.happened), said
            rolls = any(" for Space Cannon: " in text for text in texts)
            assert rolls == (f"roll {index}" in game.happened), said
