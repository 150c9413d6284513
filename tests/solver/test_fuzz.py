"""A small fixed part of the fuzz; `python -m tests.solver.fuzz --scenarios 50000` is the long one."""

import random
from collections import Counter
from typing import Any

import pytest

import mecatol
from tests.draws import some_now
from tests.solver.fuzz import FailureError, check, scenario, sparse

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


@pytest.mark.cpython_only("they prove the reading of names; what is drawn at random is solved there, too")
@pytest.mark.parametrize("step", some_now(list(mecatol.STEPS), 6))
def test_every_name_of_every_field_by_itself(step: str) -> None:
    """Each enum of the schema, with everything optional left out, comes to an answer or a refusal by field.

    Of long lists of names, such as effects, one is taken; the command tries all of them (`--sparse`).
    """
    found = Counter(check(made) for made in sparse(step, names=1, bare_only=True))
    assert found.total() > 200
    assert set(found) <= {"solved", "refused"}


def test_the_names_by_themselves_come_to_an_election_without_a_ballot() -> None:
    players = [{"name": "Red"}, {"name": "Blue"}]
    assert {"step": "agenda-votes", "players": players, "agenda": {"kind": "elect"}} in list(
        sparse("agenda-votes", names=1, bare_only=True)
    )
