"""Every faction has worked figures of its own, and all of them are enough to judge the solver by."""

from __future__ import annotations

import pytest
from figures import Row, table
from loaded import LIBRARY

ROWS = table(LIBRARY)
FOR_EACH = 3
IN_ALL = 120


@pytest.mark.parametrize("row", ROWS, ids=[row.faction for row in ROWS])
def test_a_faction_has_figures_on_its_page(row: Row) -> None:
    assert row.page >= FOR_EACH


def test_the_figures_of_all_factions_are_enough() -> None:
    assert len(ROWS) == 31
    assert sum(sum(row[1:]) for row in ROWS) >= IN_ALL


def test_no_two_examples_of_factions_solve_the_same_scenario() -> None:
    scenarios = [str(example.scenario) for told in LIBRARY.factions.values() for example in told.examples]
    assert len(set(scenarios)) == len(scenarios)
