"""All that is declared: to import this module loads every component and every step, and checks that they fit."""

from __future__ import annotations

import importlib
import pkgutil

from solver import effects
from solver.effects import check, factions

for _package in (effects, factions):
    for _module in pkgutil.iter_modules(_package.__path__):
        importlib.import_module(f"{_package.__name__}.{_module.name}")

importlib.import_module("solver.steps")
check.check()
