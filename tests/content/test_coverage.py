"""No mechanical clause stands without an example and a function that carries it out."""

from __future__ import annotations

import content
from content.coverage import coverage


def test_every_clause_is_covered_or_says_why_not() -> None:
    rows = coverage(content.load())
    assert [row.clause.id for row in rows if not row.complete] == []


def test_it_counts_every_clause_of_every_topic_once() -> None:
    library = content.load()
    ids = [row.clause.id for row in coverage(library)]
    assert len(ids) == len(set(ids))
    assert set(ids) == set(library.clauses)
