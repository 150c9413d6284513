"""Exact odds for Twilight Imperium: Fourth Edition, with the clause behind every step.

The public face is what is listed in `__all__`, and in `mecatol.cards` for packs in Python; whatever else a module of
the package holds is private and can change with any version. It begins with `solve`, which takes a battle in words,
made in code or as plain data:

>>> import mecatol
>>> print(mecatol.solve("2 cruisers vs 1 dreadnought").winner)
{'Red': 0.4485..., 'Blue': 0.4105..., 'draw': 0.1408...}

`best_fleet`, `best_play`, `advise` and `enough` search, `sweep` solves thousands of battles, `first_fleets` is what
factions begin with, and `homebrew` registers factions and cards of your own. `STEPS`, `EDITIONS`, `EFFECTS` and
`RULINGS` are what a scenario may name, and `schema` says what each of its fields means.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from mecatol import registry as _registry  # noqa: F401 - loads all that is declared, before anything looks at it
from mecatol.domain.editions import EDITIONS
from mecatol.domain.rulings import RULINGS, Ruling
from mecatol.effects.model import EFFECTS, Effect
from mecatol.errors import DeclarationError, LimitError, Problem, ScenarioError
from mecatol.given import read_words
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.reading import read, schema
from mecatol.scenario.step import STEPS, Step
from mecatol.solution.model import Solution
from mecatol.solving import solve
from mecatol.version import VERSION as _VERSION

if _TYPE_CHECKING:
    from mecatol import forms, homebrew
    from mecatol.lab.sweeping import SweepTable, sweep
    from mecatol.searching import Advised, BestFleets, BestRule, advise, best_fleet, best_play, enough, first_fleets

__version__ = _VERSION

__all__ = [
    "EDITIONS",
    "EFFECTS",
    "RULINGS",
    "STEPS",
    "Advised",
    "BestFleets",
    "BestRule",
    "DeclarationError",
    "Effect",
    "LimitError",
    "Player",
    "Problem",
    "Ruling",
    "Scenario",
    "ScenarioError",
    "Solution",
    "Step",
    "SweepTable",
    "__version__",
    "advise",
    "best_fleet",
    "best_play",
    "clauses_cited",
    "enough",
    "first_fleets",
    "forms",
    "homebrew",
    "read",
    "read_words",
    "schema",
    "solve",
    "sweep",
]

_LATER = {
    **dict.fromkeys(
        ("Advised", "BestFleets", "BestRule", "advise", "best_fleet", "best_play", "enough", "first_fleets"),
        "mecatol.searching",
    ),
    **dict.fromkeys(("SweepTable", "sweep"), "mecatol.lab.sweeping"),
}
"""Names whose modules are loaded when somebody asks for them: most programs only solve, and so does the browser."""


def __getattr__(name: str) -> _Any:
    if name in ("forms", "homebrew"):
        return _import_module(f"mecatol.{name}")
    if name in _LATER:
        found = getattr(_import_module(_LATER[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'mecatol' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def clauses_cited() -> dict[str, list[str]]:
    """Return clause ids of the Living Rules Reference 2.0 with the places in the solver that rest on them."""
    from mecatol.domain.clauses import CITED

    cited = {clause: list(places) for clause, places in CITED.items()}
    for effect in EFFECTS.values():
        for clause in effect.clauses:
            cited.setdefault(clause, []).append(f"effect {effect.slug}")
    for ruling in RULINGS.values():
        for clause in ruling.clauses:
            cited.setdefault(clause, []).append(f"ruling {ruling.key}")
    return cited
