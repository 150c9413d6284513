"""Which function of the solver rests on which clause of the Living Rules Reference 2.0, and which edition has which."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from mecatol.domain.data import load
from mecatol.domain.editions import in_force

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


@cache  # made of a data file
def _bounds(which: str) -> dict[str, str]:
    """Return clause or topic number to the edition that brought it (`since`) or dropped it (`until`)."""
    data: dict[str, dict[str, list[str]]] = load("clauses")  # type: ignore[assignment]
    return {number: edition for edition, numbers in data[which].items() for number in numbers}


@cache  # each clause that a card cites is looked up here
def numbers() -> frozenset[str]:
    """Return the number of every clause that an edition has or had."""
    data: dict[str, dict[str, str]] = load("clauses")  # type: ignore[assignment]
    return frozenset(f"{topic}.{clause}" for topic, said in data["numbers"].items() for clause in said.split())


@cache  # each sentence of a trace asks
def stands(clause: str, edition: str) -> bool:
    """Tell whether an edition's rules have a clause, by its number in the Living Rules Reference 2.0."""
    since, until = _bounds("since"), _bounds("until")
    return all(
        (number not in since or in_force(edition, since[number]))
        and (number not in until or not in_force(edition, until[number]))
        for number in (clause, clause.partition(".")[0])
    )


def standing(clauses: Iterable[str], edition: str) -> tuple[str, ...]:
    """Return what of these clauses an edition has, each once, in order.

    A clause that it lacks gives way to the clause that it is a part of: 10.1.d to 10.1.
    """
    found = [stand for clause in clauses if (stand := in_place_of(clause, edition))]
    return tuple(dict.fromkeys(found))


@cache  # each sentence of a trace asks
def in_place_of(clause: str, edition: str) -> str | None:
    """Return what an edition has of a clause: itself, else the clause that it is a part of, else None."""
    for candidate in (clause, clause.rpartition(".")[0]):
        if "." in candidate and stands(candidate, edition):
            return candidate
    return None
