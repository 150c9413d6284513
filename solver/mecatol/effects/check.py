"""Whether effects can be as they are declared: names that exist, windows that open where the effect acts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import units
from mecatol.effects.model import ANYONE, KINDS, TARGET, USER, Effect

CLAUSE = re.compile(r"[1-9]\d*\.\d+(\.[a-z]{1,3})?")
"""What the number of a clause looks like."""


def problems(effect: Effect, steps: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a declaration: the field, the value and what is allowed.

    `steps` are those that there are.
    """
    allowed: list[tuple[str, object, Collection[object]]] = [
        ("kind", effect.kind, KINDS),
        ("edition", effect.edition, EDITIONS),
        ("until", effect.until, (None, *EDITIONS)),
        ("faction", effect.faction, (None, *FACTIONS)),
        ("unit", effect.unit, (None, *units())),
        ("of", effect.of, (USER, TARGET, ANYONE)),
        ("role", effect.role, (None, ACTIVE, OTHER)),
        *(("steps", step, steps) for step in effect.steps),
    ]
    for name, value, names in allowed:
        if value not in names:
            yield f"{name}: {value!r} is none of {', '.join(str(one) for one in names if one is not None)}"
    for clause in effect.clauses:
        if not CLAUSE.fullmatch(clause):
            yield f"clauses: {clause!r} is no number of a clause, such as 78.2 or 78.2.a"
    if not effect.windows:
        yield "windows: it has none, so it could never act"
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
