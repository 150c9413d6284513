"""A small fixed part of the fuzz; `python -m tests.solver.fuzz --scenarios 50000` is the long one."""

import random
from typing import Any

import pytest

import mecatol
from tests.solver.fuzz import FailureError, check, scenario

hypothesis = pytest.importorskip("hypothesis")  # the browser's Python has none
given, settings, strategies = hypothesis.given, hypothesis.settings, hypothesis.strategies


@pytest.mark.cpython_only("needs hypothesis")
@settings(
    max_examples=250, derandomize=True, deadline=None, database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)  # fmt: skip
@given(strategies.randoms(use_true_random=False))
def test_each_scenario_is_solved_or_refused_by_field(rng: random.Random) -> None:
    check(scenario(rng))


@pytest.mark.parametrize("seeds", [range(1, 301)], ids=["1-300"])
def test_the_first_scenarios_of_the_long_run(seeds: range) -> None:
    found = [check(scenario(random.Random(seed))) for seed in seeds]
    assert found.count("solved") > 150
    assert found.count("refused") > 50


def test_the_check_notices_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    good = {"step": "space-combat", "players": [{"name": name, "space": {"cruiser": 1}} for name in ("Red", "Blue")]}
    assert check(good) == "solved"
    right = mecatol.solve

    def halved(raw: Any, exact: bool = False) -> mecatol.Solution:
        solution = right(raw, exact)
        solution.outcomes = [(chance / 2, left) for chance, left in solution.outcomes]
        return solution

    monkeypatch.setattr(mecatol, "solve", halved)
    with pytest.raises(FailureError, match=r"outcomes sum to 0\.5"):
        check(good)
