"""The doors by which packs in Python came in until version 0.2; one release longer, each leads to `mecatol.cards`.

A pack of an older release imports from inner modules, and these move. Its imports are led to the door of today, or to
where a module is now, with a warning that names the door.
"""

from __future__ import annotations

import ast
import warnings
from importlib import import_module
from typing import Any

from mecatol import cards
from mecatol.domain.editions import OwnEdition

DOOR = "mecatol.cards"
_LAST_VERSION = "0.2"
"""The last version whose packs are led to the door; the version after the next refuses them."""
_RENAMED = {"Edition": OwnEdition}
"""Names that mean something else at the door of today."""
_INNER = ("domain.editions", "domain.factions", "domain.steps", "domain.units", "effects.model")
"""Modules with names that the door lacks: constants that are members of its enums today, and records."""
_MOVED = {
    **{
        f"mecatol.{room}": f"mecatol.rules.{room}"
        for room in (
            "bombardment", "combat", "deploy", "hits", "movement", "production", "rolls", "technology", "victory",
            "voting",
        )
    },
    "mecatol.transactions": "mecatol.rules.transaction",
    "mecatol.components": "mecatol.cards",
}  # fmt: skip
"""Packages of version 0.2 to where they are now."""


def find(name: str) -> Any:
    """Return what packs of older releases know by a name; None where nothing is left of it."""
    if name in _RENAMED:
        return _RENAMED[name]
    if name in cards.__all__:
        return getattr(cards, name)
    inner = (getattr(import_module(f"mecatol.{module}"), name, None) for module in _INNER)
    return next((found for found in inner if found is not None), None)


def __getattr__(name: str) -> Any:
    """Return what a pack imports from here, once `led` has changed its imports."""
    if name.startswith("__") or (found := find(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


def led(tree: ast.Module, file: str) -> ast.Module:
    """Return the tree of a pack in which imports from inner modules lead to the door, with a warning for each."""
    found: ast.Module = _Leading(file).visit(tree)
    return ast.fix_missing_locations(found)


def _now(module: str) -> str:
    """Return where a module is now that a pack knows by its name of version 0.2."""
    package = ".".join(module.split(".")[:2])
    return _MOVED.get(package, package) + module.removeprefix(package)


class _Leading(ast.NodeTransformer):
    def __init__(self, file: str) -> None:
        self.file = file

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt] | ast.stmt:
        """Return the import as it is led: what the door lacks comes from where its module is now."""
        module = node.module or ""
        if node.level or not module.startswith("mecatol.") or module == DOOR:
            return node
        known = [name for name in node.names if find(name.name) is not None]
        others = [name for name in node.names if name not in known]
        if not known and _now(module) == module:
            return node
        self._warn(node, module)
        led = [ast.ImportFrom(__name__, known, 0)] if known else []
        led += [ast.ImportFrom(_now(module), others, 0)] if others else []
        return [ast.copy_location(each, node) for each in led]

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        """Return the import as it is led: `import mecatol.rolls as rolls` takes the module from where it is now."""
        for name in node.names:
            if name.asname and _now(name.name) != name.name:
                self._warn(node, name.name)
                name.name = _now(name.name)
        return node

    def _warn(self, node: ast.stmt, module: str) -> None:
        message = (
            f"a pack imports from {DOOR}, where a faction is a `sheet` and other cards are a `deck`; {module} is as it "
            f"was in version {_LAST_VERSION} for one release longer"
        )
        warnings.warn_explicit(message, DeprecationWarning, self.file, node.lineno, module="__main__")
