"""Which clause is shown by which example, and carried out by which function of the solver."""

from __future__ import annotations

from typing import NamedTuple

import mecatol
from content.model import Clause, Example, Library


class Covered(NamedTuple):
    """One clause, and what proves it."""

    topic: str
    """Slug of the topic."""
    clause: Clause
    examples: tuple[Example, ...]
    """The worked examples that show it, of any topic."""
    functions: tuple[str, ...]
    """Where the solver rests on it: dotted names of functions, effects and rulings."""

    @property
    def complete(self) -> bool:
        """Whether it is proved: shown and carried out, or not mechanical for a stated reason."""
        if not self.clause.mechanical:
            return bool(self.clause.reason)
        return bool(self.examples and self.functions)


def coverage(library: Library) -> list[Covered]:
    """Return every clause of every topic written so far, in the order of the reference."""
    shown: dict[str, list[Example]] = {}
    for topic in library.topics.values():
        for example in topic.examples:
            for clause_id in example.shows:
                shown.setdefault(clause_id, []).append(example)
    cited = mecatol.clauses_cited()
    rows = []
    for topic in sorted(library.topics.values(), key=lambda topic: topic.numbers.get("pok", 999)):
        for clause in topic.clauses:
            examples = tuple(shown.get(clause.id, ()))
            rows.append(Covered(topic.slug, clause, examples, tuple(cited.get(clause.id, ()))))
    return rows
