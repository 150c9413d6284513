"""What the package gives out survives pickling and copying, so that a pool of processes can hand it back."""

from __future__ import annotations

import copy
import importlib
import inspect
import json
import pickle
import pkgutil
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest

import mecatol
from mecatol import errors
from mecatol.cli import PartlySolvedError
from mecatol.errors import (
    CoupledError,
    DeclarationError,
    LimitError,
    Problem,
    ScenarioError,
    StoppedError,
    UnwritableError,
)
from mecatol.scenario.reading import read

BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"cruiser": 1}}],
}
ONE = Problem("edition", "'pokk' is not an edition", "pokk", "pok")
TWO = Problem("players", "must be a list", {"Red": [1, 2.5, None, True]})
ERRORS: dict[type[Exception], Callable[[], Exception]] = {
    ScenarioError: lambda: ScenarioError(one for one in (ONE, TWO)),
    LimitError: lambda: LimitError(ONE, "2 seconds", "seconds"),
    PartlySolvedError: lambda: PartlySolvedError([ONE, TWO], "half of it"),
    DeclarationError: lambda: DeclarationError("pirates.yaml: is not a pack"),
    CoupledError: CoupledError,
    UnwritableError: UnwritableError,
    StoppedError: lambda: StoppedError("Stopped at 3 of 9 battles"),
}
VALUES: dict[str, Callable[[], object]] = {
    **{name: partial(getattr, mecatol, name) for name in ("EDITIONS", "EFFECTS", "RULINGS", "STEPS")},
    "Advised": lambda: mecatol.advise(BATTLE),
    "BestFleets": lambda: mecatol.best_fleet(BATTLE, 2),
    "BestRule": lambda: mecatol.best_play(BATTLE),
    "Effect": lambda: mecatol.EFFECTS["morale-boost"],
    "Player": lambda: mecatol.read(BATTLE).players[0],
    "Problem": lambda: ONE,
    "Ruling": lambda: next(iter(mecatol.RULINGS.values())),
    "Scenario": lambda: mecatol.read(BATTLE),
    "Solution": lambda: mecatol.solve(BATTLE),
    "Step": lambda: mecatol.STEPS["space-combat"],
    "SweepTable": lambda: mecatol.SweepTable([{"battle": 0}], {"version": "0"}),
}
"""The public names that are values or classes of values."""


def declared_errors() -> set[type[Exception]]:
    """Return every exception that a module of the solver declares."""
    for module in pkgutil.walk_packages(mecatol.__path__, "mecatol."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    pending, found = [Exception], set()
    while pending:
        for below in pending.pop().__subclasses__():
            pending.append(below)
            if below.__module__.startswith("mecatol"):
                found.add(below)
    return found


def same(error: Exception, again: Exception) -> bool:
    """Tell whether an error says and holds what another does."""
    return type(error) is type(again) and str(error) == str(again) and vars(error) == vars(again)


def test_every_exception_and_every_public_value_is_looked_at() -> None:
    assert declared_errors() == {*ERRORS}
    public = {name for name in mecatol.__all__ if not inspect.isfunction(getattr(mecatol, name))}
    assert public - {"forms", "homebrew", "__version__", "ScenarioError", "LimitError", "DeclarationError"} == {*VALUES}


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_an_error_survives_pickling_and_copying(kind: type[Exception]) -> None:
    error = ERRORS[kind]()
    error.add_note("in the second battle")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same(error, pickle.loads(pickle.dumps(error, protocol)))
    assert same(error, copy.copy(error))
    assert same(error, copy.deepcopy(error))


@pytest.mark.parametrize("name", VALUES)
def test_a_public_value_survives_pickling_and_copying(name: str) -> None:
    value = VALUES[name]()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


def test_an_effect_of_a_pack_that_another_process_lacks_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    held = pickle.dumps(mecatol.EFFECTS["morale-boost"])
    monkeypatch.delitem(mecatol.EFFECTS, "morale-boost")
    with pytest.raises(DeclarationError, match="'morale-boost' is not declared in this process; register its pack"):
        pickle.loads(held)


class _FailsError(Exception):
    pass


class Awkward:
    """A value that can neither be printed nor pickled."""

    def __repr__(self) -> str:
        raise _FailsError

    def __reduce__(self) -> str:
        raise _FailsError


def holding_itself() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("\ud800", "'\\ud800'"),
        ("x" * 201, None),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (10**40, "a number of more than 40 digits"),
        (10**5000, "a number of more than 40 digits"),
        (date(2026, 11, 29), "datetime.date(2026, 11, 29)"),
        ({"a", "b"}, "{'a', 'b'}"),
        (b"x", "b'x'"),
        (lambda: 1, None),
        (Awkward(), None),
        (holding_itself(), None),
        ({1: 2}, "{1: 2}"),
        ([0] * 41, "[0, 0, 0, ...]"),
        ([[[[[[7]]]]]], [[[[[[7]]]]]]),
        ({"space": {"cruiser": -1}}, {"space": {"cruiser": -1}}),
        (None, None),
        (True, True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_echoed_is_json_and_short(value: object, kept: object) -> None:
    problem = Problem("step", "is wrong", value)
    data = problem.data()
    told = json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    assert len(told) < 1000
    if kept is not None:
        assert data["value"] == kept
    again = pickle.loads(pickle.dumps(ScenarioError([problem]))).problems[0]
    assert again == problem._replace(value=data["value"])


def test_a_refusal_of_anything_at_all_can_be_echoed() -> None:
    for value in (holding_itself(), Awkward(), {"\ud800": "\ud800"}, {date.min: {1, 2}}, "\ud800" * 500, 10**5000):
        for place in (value, {**BATTLE, "step": value}, {**BATTLE, "players": value}, {**BATTLE, "edition": [value]}):
            with pytest.raises(ScenarioError) as caught:
                read(place)
            for problem in caught.value.problems:
                json.dumps(problem.data(), allow_nan=False, ensure_ascii=False).encode()


def _solve(scenario: Any) -> Any:
    return mecatol.solve(scenario, seconds=0.001 if scenario.get("rounds") == 7 else 60).winner


@pytest.mark.cpython_only("starts other processes")
def test_a_typo_does_not_end_a_pool_of_processes() -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    crowded = {"fighter": 40, "cruiser": 20, "dreadnought": 20}
    players = [{"name": name, "space": crowded} for name in ("Red", "Blue")]
    slow = {**BATTLE, "players": players, "assume": {"limits": "ignored"}, "rounds": 7}
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        typo, limit, sound = [
            pool.submit(_solve, one) for one in ({**BATTLE, "edition": "pokk"}, slow, {**BATTLE, "edition": "pok"})
        ]
        refused, late = typo.exception(), limit.exception()
        assert isinstance(refused, ScenarioError)
        assert [problem.field for problem in refused.problems] == ["edition"]
        assert isinstance(late, LimitError)
        assert (late.option, sum(sound.result().values())) == ("seconds", pytest.approx(1))


def test_the_errors_stand_in_one_module() -> None:
    assert {kind.__module__ for kind in declared_errors()} == {errors.__name__, PartlySolvedError.__module__}
