"""The golden record tells a change of a number from none, whatever file it is kept in."""

from pathlib import Path

import pytest

import mecatol
from tests.golden.__main__ import main
from tests.golden.compare import by_meaning, differences
from tests.golden.record import record

RED, BLUE = {"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 1}}
BATTLE = {"step": "space-combat", "players": [RED, BLUE]}


def test_a_record_compares_equal_until_an_answer_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "golden.jsonl.gz"
    assert record(file, [BATTLE, {"step": "space-combat", "players": []}]) == 2
    assert main(["compare", "--file", str(file)]) == 0
    real = mecatol.solve

    def elsewhere(scenario: object) -> mecatol.Solution:
        solution = real(scenario)
        solution.winner["Red"] += 1e-15
        return solution

    monkeypatch.setattr(mecatol, "solve", elsewhere)
    assert main(["compare", "--file", str(file)]) == 1


def test_differences_name_the_path_of_each() -> None:
    before = {"a": [1, {"b": 2.0}], "c": "x"}
    assert list(differences(before, {"a": [1, {"b": 2.5}], "c": "x"})) == [("a.1.b", 2.0, 2.5)]
    assert list(differences(before, before)) == []


def test_solutions_are_compared_by_what_they_say_in_whatever_order() -> None:
    said = {"solution": mecatol.solve(BATTLE).to_json()}
    other = {"solution": {**said["solution"], "trace": said["solution"]["trace"][::-1]}}
    other["solution"]["outcomes"] = [*said["solution"]["outcomes"][::-1], {"probability": 1e-14, "players": {}}]
    found = list(differences(by_meaning(said), by_meaning(other)))
    assert found == [("solution.outcomes.{}", 0.0, 1e-14)]
    less = {"solution": {**said["solution"], "trace": said["solution"]["trace"][1:]}}
    assert [(before, after) for _, before, after in differences(by_meaning(said), by_meaning(less))] == [(True, None)]


def test_a_difference_within_the_tolerance_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "golden.jsonl.gz"
    record(file, [BATTLE])
    real = mecatol.solve

    def elsewhere(scenario: object) -> mecatol.Solution:
        solution = real(scenario)
        solution.winner["Red"] += 1e-14
        return solution

    monkeypatch.setattr(mecatol, "solve", elsewhere)
    assert main(["compare", "--file", str(file)]) == 1
    assert main(["compare", "--file", str(file), "--within", "1e-12"]) == 0
