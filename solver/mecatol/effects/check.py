"""Whether effects can be as they are declared: names that exist, windows that open where the effect acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mecatol.domain.clauses import numbers
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import ABILITIES, UNIT_TYPES, units
from mecatol.effects.model import ANYONE, COMBAT, KINDS, TARGET, USER, Effect
from mecatol.errors import unknown

_MAY_BE_NONE = ("until", "faction", "unit", "role")
"""Fields of an effect that may be left out."""


def clause_problems(clauses: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with the numbers of clauses that a record rests on."""
    for clause in clauses:
        if clause not in numbers():
            topic = f"{clause}".partition(".")[0]
            there = [number for number in numbers() if number.partition(".")[0] == topic]
            there.sort(key=lambda number: [(len(part), part) for part in number.split(".")])  # 78.9 before 78.10
            known = f"{topic} has {', '.join(there)}" if there else "such as 78.2 or 78.2.a"
            yield f"{clause!r} is not the number of a clause: {known}"


def _act_problems(effect: Effect) -> Iterator[str]:
    """Yield the types of unit and abilities that do not exist, in what acts in the effect's windows."""
    acts = [(window, act) for window in effect.windows for act in vars(window).values()]
    for window, act in acts:
        for field, said, allowed in (
            ("unit_type", "type of unit", UNIT_TYPES),
            ("ability", "ability", (*ABILITIES, COMBAT)),
        ):
            value = getattr(act, field, None)
            if value is not None and value not in allowed:
                where = f"{type(act).__name__} in {type(window).__name__}"
                yield f"windows: {where}: {unknown(field, value, said, allowed).message}"


def problems(effect: Effect, steps: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a declaration: the field, the value and what is allowed.

    `steps` are those that there are.
    """
    allowed: list[tuple[str, object, Collection[str]]] = [
        ("kind", effect.kind, KINDS),
        ("edition", effect.edition, EDITIONS),
        ("until", effect.until, EDITIONS),
        ("faction", effect.faction, FACTIONS),
        ("unit", effect.unit, units()),
        ("of", effect.of, (USER, TARGET, ANYONE)),
        ("role", effect.role, (ACTIVE, OTHER)),
        *(("steps", step, steps) for step in effect.steps),
    ]
    for name, value, names in allowed:
        if value not in names and (value is not None or name not in _MAY_BE_NONE):
            yield f"{name}: {value!r} is none of {', '.join(map(str, names))}"
    yield from (f"clauses: {said}" for said in clause_problems(effect.clauses))
    if not effect.clauses:
        yield "clauses: is empty: the numbers of the rules that it rests on, such as 78.5"
    if not effect.windows:
        yield "windows: it has none, so it could never act"
    yield from _act_problems(effect)
    if not {*effect.steps} <= {*steps}:
        return  # where its windows are opened says no more than that
    for window in effect.windows:
        if not {*window.steps} & {*effect.steps}:
            opened = ", ".join(window.steps)
            yield f"windows: {type(window).__name__} is not opened in {', '.join(effect.steps)}; it is in {opened}"
    for step in effect.steps:
        if not any(step in window.steps for window in effect.windows):
            yield f"steps: none of its windows is opened in {step}"
    if effect.spends and not any(window.spendable for window in effect.windows):
        yield "spends: no window of it is one in which a copy can be spent"
    if effect.rounds is not None and not any(window.waits for window in effect.windows):
        yield "rounds: no window of it is opened in the rounds of a combat"
    if effect.opening and effect.rounds is None:
        yield "opening: it says something of an effect that acts in rounds only; name `rounds`"
