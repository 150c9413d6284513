"""What is wrong with a scenario, found as early as it can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mecatol.errors import Problem, ScenarioError
from mecatol.preparing.prepare import prepare
from mecatol.rules.capacity.carrying import problems_at_start
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS

type Data = dict[str, Any]
type Test = Callable[[Data], list[Problem]]


def _of_form(data: Data) -> None:
    read(data)


def _of_the_game(data: Data) -> None:
    prepare(read(data))


def _at_start(data: Data) -> None:
    if problems := list(problems_at_start(prepare(read(data)))):
        raise ScenarioError(problems)


def _of_the_step(data: Data) -> None:
    game = prepare(read(data))
    STEPS[game.scenario.step].solve(game)


TESTS = (_of_form, _of_the_game, _at_start, _of_the_step)
"""Each looks further than the one before it, and takes longer."""


def found_by(test: Callable[[Data], None], data: Data) -> list[Problem]:
    """Return the problems that one of TESTS finds."""
    try:
        test(data)
    except ScenarioError as error:
        return list(error.problems)
    return []


def earliest(data: Data, problem: Problem) -> Test | None:
    """Return the first test that finds a problem in a scenario; None where none of them does."""
    for test in TESTS:
        if problem in (problems := found_by(test, data)):
            return lambda changed, test=test: found_by(test, changed)  # type: ignore[misc]
        if problems and test is not _at_start:  # beyond these faults nothing can be looked at
            return None
    return None
