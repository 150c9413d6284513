"""No mechanical clause stands without an example and a function that carries it out."""

from __future__ import annotations

from loaded import LIBRARY

from content.coverage import coverage


def test_every_clause_is_covered_or_says_why_not() -> None:
    rows = coverage(LIBRARY)
    assert [row.clause.id for row in rows if not row.complete] == []


def test_it_counts_every_clause_of_every_topic_once() -> None:
    ids = [row.clause.id for row in coverage(LIBRARY)]
    assert len(ids) == len(set(ids))
    assert set(ids) == set(LIBRARY.clauses)
