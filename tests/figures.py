"""The worked figures of each faction: examples and scenarios whose numbers were worked out before the solver ran.

`uv run python -m tests.figures` prints how many each faction has on its page, in the rules and among the scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from content import load
from content.model import Example, Library
from mecatol.domain.factions import FACTIONS

SCENARIOS = Path(__file__).with_name("solver") / "scenarios"
_NUMBER = re.compile(r"-?\d+(\.\d+)?(/\d+)?")


class Row(NamedTuple):
    """The worked figures of a faction: how many examples or scenarios hold one or more."""

    faction: str
    page: int
    """Examples on the faction's own page."""
    rules: int
    """Examples of the rules in which a player has the faction."""
    scenarios: int
    """Scenarios of `tests/solver/scenarios` with the faction, worked out by hand in the file."""


def table(library: Library) -> list[Row]:
    """Return the figures of every faction of the game."""
    examples = [example for topic in library.topics.values() for example in topic.examples]
    worked = list(_scenarios())
    return [
        Row(
            slug,
            sum(has_figure(one) for one in library.factions[slug].examples),
            sum(has_figure(one) and slug in _factions(one.scenario) for one in examples),
            sum(slug in _factions(scenario) for scenario in worked),
        )
        for slug in FACTIONS
    ]


def has_figure(example: Example) -> bool:
    """Tell whether an example expects a number, and not only a yes or no."""
    return any(_NUMBER.fullmatch(str(value)) for value in example.expect.values())


def _scenarios() -> Iterator[Mapping[str, Any]]:
    """Yield the scenarios whose file begins with how the figure was worked out."""
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        text = path.read_text("utf-8")
        if path.name != "expected.yaml" and text.startswith("#") and re.search(r"\d", text.partition("step:")[0]):
            yield yaml.safe_load(text)


def _factions(scenario: Mapping[str, Any]) -> set[str]:
    return {player["faction"] for player in scenario.get("players", ()) if "faction" in player}


def main() -> None:
    """Print the table, and a line with the sums."""
    rows = table(load())
    sums = Row("all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True)))
    print(f"{'faction':26}" + "".join(f"{field:>10}" for field in (*Row._fields[1:], "together")))
    for row in (*rows, sums):
        print(f"{row.faction:26}" + "".join(f"{number:10}" for number in (*row[1:], sum(row[1:]))))


if __name__ == "__main__":
    main()
