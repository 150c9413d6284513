"""Which function of the solver rests on which clause of the Living Rules Reference 2.0."""

from __future__ import annotations

from collections.abc import Callable

CITED: dict[str, list[str]] = {}
"""Clause id to the functions, effects and rulings that rest on it, in order of declaration."""


def cite(clause: str, where: str) -> None:
    """Record that `where` (a dotted name) rests on a clause."""
    places = CITED.setdefault(clause, [])
    if where not in places:
        places.append(where)


def cites[F: Callable[..., object]](*clauses: str) -> Callable[[F], F]:
    """Mark a function as the one that carries out these clauses."""

    def mark(function: F) -> F:
        for clause in clauses:
            cite(clause, f"{function.__module__}.{function.__qualname__}")
        return function

    return mark
