"""Short ways to ask the solver and to read its answers in tests."""

from typing import Any

import pytest

import mecatol

Data = dict[str, Any]
STRICT = {"capacity": "enforced", "limits": "enforced"}
"""Assumptions under which a scenario that does not keep a limit is refused."""


def ask(step: str, *players: Data, **rest: Any) -> Data:
    """Solve a step and return the solution's JSON."""
    return mecatol.solve({"step": step, "players": list(players), **rest}).to_json()


def offense(*players: Data, **rest: Any) -> Data:
    return ask("space-cannon-offense", *players, **rest)


def defense(*players: Data, **rest: Any) -> Data:
    return ask("space-cannon-defense", *players, **rest)


def problems(step: str, *players: Data, **rest: Any) -> dict[str, str]:
    """Return the faults of a scenario whose limits are enforced, field to message."""
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve({"step": step, "players": list(players), "assume": STRICT, **rest})
    return {problem.field: problem.message for problem in caught.value.problems}


def hits(solution: Data, name: str) -> list[float]:
    """Return the chances of 0, 1, 2, … hits that a player's units produce."""
    row = solution["hits"][name]
    return [row.get(str(n), 0) for n in range(max(map(int, row)) + 1)]


def _words(units: dict[str, int], damaged: dict[str, int]) -> str:
    hurt = {unit: f" ({n} damaged)" for unit, n in damaged.items()}
    return ", ".join(f"{n} {unit}{hurt.get(unit, '')}" for unit, n in units.items())


def left(solution: Data, name: str) -> dict[str, float]:
    """Return the chances of what a player is left with, in words such as "1 carrier, 2 fighter; lodor: 1 infantry"."""
    chances: dict[str, float] = {}
    for outcome in solution["outcomes"]:
        there = outcome["players"][name]
        hurt = there["damaged"]
        parts = [_words(there["space"], hurt)] if there["space"] else []
        parts += [f"{planet}: {_words(units, hurt.get(planet, {}))}" for planet, units in there["planets"].items()]
        words = "; ".join(parts) or "nothing"
        chances[words] = chances.get(words, 0) + outcome["probability"]
    return chances


def chance(solution: Data, condition: str) -> float:
    """Return the chance of a condition that the solution reports."""
    (found,) = [c["probability"] for c in solution["chances"] if c["condition"] == condition]
    return float(found)


def said(solution: Data) -> str:
    """Return the whole trace as text, a line an entry."""
    return "\n".join(f"{entry['clause']} {entry['text']}" for entry in solution["trace"])


def verdicts(solution: Data) -> dict[str, str]:
    """Return the verdict on each subject that was judged."""
    return {finding["subject"]: finding["verdict"] for finding in solution["answer"]["findings"]}


def legal(solution: Data) -> bool:
    """Tell whether nothing that was judged is against the rules."""
    return "no" not in verdicts(solution).values()


def table(solution: Data, title: str) -> list[list[Any]]:
    """Return the rows of the one table of a title."""
    (rows,) = [found["rows"] for found in solution["answer"]["tables"] if found["title"] == title]
    return list(rows)


def near(expected: Any) -> Any:
    """Compare within what a solution promises."""
    return pytest.approx(expected, abs=1e-12, rel=0)
