"""Scenarios that stand as files, solved through the command line, against figures worked out by hand.

Each folder of `scenarios/` holds scenarios as `python -m mecatol solve` takes them, the working in a comment at the
top, and one `expected.yaml`: by file name, what must come out. What may be expected:

- `hits`, `cost` (resources lost on average), `chances` (by condition): numbers, or text such as "16/25"
- `left`: by player, every possible outcome in words with its chance; `chance` words that are missing must not occur
- `choices`: text that must stand in the choice made
- `verdicts` (by subject) and `headline` of an answer; `clauses` (by subject): clauses that a verdict names
- `paths`: by path into the solution, as examples of `content` write them, one figure or word
- `refuses`: by field, words of the message: the command line must end with status 2, with these faults and no others
- `table`: by title, the rows; `cites`: clauses that the trace names; `warns`: text that must stand in a warning
"""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mecatol.cli import main
from tests.solver.helpers import left

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

HERE = Path(__file__).parent / "scenarios"
Data = dict[str, Any]


FILES = sorted(path for path in HERE.rglob("*.yaml") if path.name != "expected.yaml")


@cache
def expectations(folder: Path) -> Data:
    """Return what must come out of the scenarios of a folder, by file name."""
    found: Data = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))
    return found


def marked(path: Path) -> Any:
    """Return a scenario file as a parameter; `content`, which looks up paths, needs its compiled libraries."""
    only = pytest.mark.cpython_only("paths are looked up by content, whose schema library is compiled")
    marks = only if "paths" in expectations(path.parent).get(path.stem, {}) else ()
    return pytest.param(path, marks=marks, id=f"{path.parent.name}/{path.stem}")


def number(value: Any) -> Any:
    """Return a number for a number or a text such as "16/25", anything else as it is."""
    if isinstance(value, dict):
        return {str(key): number(item) for key, item in value.items()}
    if isinstance(value, list):
        return [number(item) for item in value]
    try:
        return float(Fraction(value))
    except (ValueError, TypeError):
        return value


def findings(solution: Data, key: str, subjects: Data) -> Data:
    by_subject = {row["subject"]: row for row in solution["answer"]["findings"]}
    return {subject: by_subject[subject][key] for subject in subjects}


def said(texts: list[str], wanted: list[str]) -> list[str]:
    return [want for want in wanted if any(want in text for text in texts)]


def at_paths(solution: Data, paths: Data) -> Data:
    from content.examples import lookup

    return {path: lookup(solution, path) for path in paths}


READ: dict[str, Callable[[Data, Any], Any]] = {
    "hits": lambda solution, expected: {name: solution["hits"][name] for name in expected},
    "cost": lambda solution, expected: {name: solution["expected_cost"][name] for name in expected},
    "chances": lambda solution, expected: {
        row["condition"]: row["probability"] for row in solution["chances"] if row["condition"] in expected
    },
    "left": lambda solution, expected: {name: left(solution, name) for name in expected},
    "headline": lambda solution, expected: solution["answer"]["headline"],
    "verdicts": lambda solution, expected: findings(solution, "verdict", expected),
    "clauses": lambda solution, expected: findings(solution, "clauses", expected),
    "table": lambda solution, expected: {
        table["title"]: table["rows"] for table in solution["answer"]["tables"] if table["title"] in expected
    },
    "cites": lambda solution, expected: said([row["clause"] for row in solution["trace"]], expected),
    "warns": lambda solution, expected: said(solution["warnings"], expected),
    "paths": at_paths,
    "choices": lambda solution, expected: said([row["text"] for row in solution["choices"]], expected),
}


@pytest.mark.parametrize("path", [marked(path) for path in FILES])
def test_the_command_line_finds_what_was_worked_out_by_hand(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = expectations(path.parent)[path.stem]
    status = main(["solve", str(path), "--json"])
    if "refuses" in expected:
        assert_refused(status, capsys.readouterr().err, expected["refuses"])
        return
    assert status == 0, capsys.readouterr().err
    solution = json.loads(capsys.readouterr().out)
    assert expected
    for kind, wanted in expected.items():
        assert_same(READ[kind](solution, wanted), wanted, kind)


def assert_refused(status: int, message: str, wanted: dict[str, str]) -> None:
    """Compare the faults that the command line tells with those expected."""
    assert status == 2
    told = {problem["field"]: problem["message"] for problem in json.loads(message)["problems"]}
    assert set(told) == set(wanted)
    for field, words in wanted.items():
        assert words in told[field]


def assert_same(found: Any, wanted: Any, where: str) -> None:
    """Compare nested data; numbers within 1e-9."""
    found, wanted = number(found), number(wanted)
    if isinstance(wanted, dict):
        assert isinstance(found, dict), f"{where}: {found}"
        assert set(found) == set(wanted), f"{where}: {found}"
        for key, value in wanted.items():
            assert_same(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert isinstance(found, list), f"{where}: {found}"
        assert len(found) == len(wanted), f"{where}: {found}"
        for index, value in enumerate(wanted):
            assert_same(found[index], value, f"{where}.{index}")
    elif isinstance(wanted, float):
        assert found == pytest.approx(wanted, abs=1e-9), where
    else:
        assert found == wanted, where


def test_every_expectation_has_its_scenario() -> None:
    named = {path.parent / f"{stem}.yaml" for path in HERE.rglob("expected.yaml") for stem in expectations(path.parent)}
    assert named == set(FILES)


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda folder: folder.name)
def test_six_scenarios_or_more_stand_for_each_step(folder: Path) -> None:
    steps = {yaml.safe_load(path.read_text(encoding="utf-8"))["step"] for path in folder.glob("[!e]*.yaml")}
    assert len(list(folder.glob("*.yaml"))) > 6
    assert steps
