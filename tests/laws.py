"""Laws that hold two ways of solving a scenario against each other: one that fails shows the smallest case of it.

    uv run python -m tests.laws reference '{"step": "space-combat", …}'

prints where the answers of both ways differ; the exit status is 1 where they do. A law that fails names that command
for the smallest scenario that it still fails for.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import mecatol
from mecatol.rules.combat.windows import reference_only

type Data = dict[str, Any]
type Answer = Mapping[str, Any]
"""Chances by the words for what they are the chance of."""

WITHIN = 1e-12
_TRIES = 300
"""How many smaller scenarios are tried at most."""
_KEPT = frozenset({"step", "name", "players"})
"""Fields without which it is no scenario."""


def as_solved(scenario: Data) -> Answer:
    """Return the chance of each final position and of each winner, as the solver works them out."""
    solution = mecatol.solve(scenario)
    return {**_winners(solution), **_outcomes(solution)}


def by_the_reference_chain(scenario: Data) -> Answer:
    """Return these chances by the reference chain alone."""
    with reference_only():
        return as_solved(scenario)


def in_fractions(scenario: Data) -> Answer:
    """Return these chances in fractions."""
    solution = mecatol.solve(scenario, exact=True)
    return {**_winners(solution), **_outcomes(solution)}


def _winners(solution: mecatol.Solution) -> Answer:
    return {f"winner: {name}": chance for name, chance in solution.winner.items()}


def _outcomes(solution: mecatol.Solution) -> Answer:
    return {repr(sorted(left.items())): chance for chance, left in solution.outcomes}


WAYS: Mapping[str, Callable[[Data], Answer]] = {"reference": by_the_reference_chain, "fractions": in_fractions}
"""What the answer of the solver is held against, by the name of the law."""


def differences(found: Answer, expected: Answer, within: float = WITHIN) -> dict[str, tuple[Any, Any]]:
    """Return what two answers say of chances that are further apart than that; a missing one is 0."""
    pairs = {what: (found.get(what, 0), expected.get(what, 0)) for what in {**found, **expected}}
    return {what: pair for what, pair in pairs.items() if abs(pair[0] - pair[1]) > within}


def holds(law: str, scenario: Data) -> bool:
    """Hold the solver's answer against another way's; False where either is beyond its limits.

    Raises AssertionError where they differ, which shows the smallest such scenario, both answers and the command.
    """
    wrong = _wrong(law, scenario)
    if wrong:
        least = smallest(scenario, lambda smaller: bool(_wrong(law, smaller)))
        raise AssertionError(_told(law, least, _wrong(law, least) or {}))
    return wrong is not None


def _wrong(law: str, scenario: Data) -> dict[str, tuple[Any, Any]] | None:
    """Return where the two answers differ, None where either is beyond its limits."""
    try:
        return differences(_answer(as_solved, scenario), _answer(WAYS[law], scenario))
    except mecatol.ScenarioError:
        return None


def _answer(way: Callable[[Data], Answer], scenario: Data) -> Answer:
    """Return the answer of a way; where the engine fails in it, that is the answer."""
    try:
        return way(scenario)
    except mecatol.ScenarioError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        return {f"{type(error).__name__}: {error}": 1}


def _told(law: str, scenario: Data, wrong: Mapping[str, tuple[Any, Any]]) -> str:
    lines = [f"  {what}: {float(one)!r}, by {law} {float(other)!r}" for what, (one, other) in sorted(wrong.items())]
    command = f"uv run python -m tests.laws {law} '{json.dumps(scenario)}'"
    return "\n".join([f"the solver and its {law} come to other chances:", *lines, f"repeat it with: {command}"])


def smallest(scenario: Data, fails: Callable[[Data], bool]) -> Data:
    """Return a scenario, as small as it gets one step after the other, for which something fails as it does for this.

    `fails` is never asked more than some hundred times.
    """
    tries = _TRIES
    better = True
    while better and tries:
        better = False
        for smaller in _smaller(scenario):
            tries -= 1
            if _fails(fails, smaller):
                scenario, better = smaller, True
                break
            if not tries:
                break
    return scenario


def _fails(fails: Callable[[Data], bool], scenario: Data) -> bool:
    """Tell whether something fails for a scenario; one that cannot be read does not count."""
    try:
        return fails(scenario)
    except (AttributeError, LookupError, TypeError, ValueError):
        return False


def _smaller(what: Any, field: str = "") -> Iterator[Any]:
    """Yield what is a little smaller: without one of its fields or parts, or with a number less by one."""
    if isinstance(what, dict):
        for key in what:
            if key not in _KEPT:
                yield {name: value for name, value in what.items() if name != key}
        for key, value in what.items():
            for smaller in _smaller(value, key):
                yield {**what, key: smaller}
    elif isinstance(what, list):
        if field != "players":
            yield from (what[:place] + what[place + 1 :] for place in range(len(what)))
        for place, value in enumerate(what):
            for smaller in _smaller(value):
                yield [*what[:place], smaller, *what[place + 1 :]]
    elif isinstance(what, int) and not isinstance(what, bool) and what > 1:
        yield what - 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("law", choices=[*WAYS])
    parser.add_argument("scenario", type=json.loads)
    wanted = parser.parse_args(arguments)
    wrong = _wrong(wanted.law, wanted.scenario)
    if wrong is None:
        print("the scenario is refused")
        return 2
    print(_told(wanted.law, wanted.scenario, wrong) if wrong else "the law holds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
