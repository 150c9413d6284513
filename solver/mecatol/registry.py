"""All that is declared: to import this module loads every component and every rule, and checks that they fit."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import fields

from mecatol import cards, rules
from mecatol.cards import factions
from mecatol.effects import records
from mecatol.effects.model import declaring
from mecatol.errors import DeclarationError
from mecatol.rules.deploy import deployments
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.records import PLAYER_FIELDS, PLAYER_RECORDS, RECORDS
from mecatol.scenario.step import STEPS, Input, Offer, Step, in_order


def check() -> None:
    """Check all that is declared.

    Raises:
        DeclarationError: with every mistake, one a line.
    """
    records.check(STEPS)
    deployments.check()
    for kind, names in ((Scenario, RECORDS), (Player, {**PLAYER_RECORDS, **PLAYER_FIELDS})):
        for name in names.keys() - {one.name for one in fields(kind)}:
            raise DeclarationError(
                f"{kind.__name__}: no field {name!r}; a rule needs it, so add it in scenario/model.py"
            )


with declaring():
    for _package in (cards, factions):
        for _module in pkgutil.iter_modules(_package.__path__):
            _name = f"{_package.__name__}.{_module.name}"
            try:
                importlib.import_module(_name)
            except TypeError as _error:
                raise records.refused(_name, _error) or _error from None

for _module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
    try:
        importlib.import_module(_module.name)  # a room is found by being there
    except TypeError as _error:
        raise records.refused(_module.name, _error, (Step, Offer, Input)) or _error from None
in_order()
check()
