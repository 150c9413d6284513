"""The solver knows the number of every clause, so that a record that cites another is refused."""

import content
from mecatol.domain.clauses import numbers


def test_the_solver_and_the_catalogue_have_the_same_clauses() -> None:
    assert numbers() == set(content.load().clauses)
