"""The doors by which packs in Python came in until version 0.2; one release longer, each leads to `mecatol.cards`.

A pack of an older release imports from inner modules, and these move. Its imports are led to the door of today, or to
where a module is now, with a warning that names the door.
"""

from __future__ import annotations

import ast
import re
import warnings
from importlib import import_module

from mecatol import cards

DOOR = "mecatol.cards"
_LAST_VERSION = "0.2"
"""The last version whose packs are led to the door; the version after the next refuses them."""
_RENAMED = {"Edition": ("mecatol.domain.editions", "OwnEdition")}
"""Names that mean something else at the door of today: where each is now, and what it is called."""
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


def led(source: str, file: str) -> str:
    """Return the source of a pack in which imports from inner modules lead to the door, with a warning for each.

    Every line keeps its number.

    Raises:
        SyntaxError: it is not Python.
    """
    lines = _LINE_END.split(source)
    nodes = [node for node in ast.walk(ast.parse(source, file)) if isinstance(node, ast.Import | ast.ImportFrom)]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    moved = [(node, instead) for node in nodes if (instead := _imports(node))]
    for node, _ in moved:
        warnings.warn_explicit(_MESSAGE, DeprecationWarning, file, node.lineno, module="__main__")
    for node, instead in reversed(moved):  # from the last, so that the places of those before it stay as they are
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before = lines[first].encode()[: node.col_offset].decode()
        after = lines[last].encode()[node.end_col_offset :].decode()
        lines[first : last + 1] = [before + "; ".join(instead) + after, *[""] * (last - first)]
    return "\n".join(lines)


_LINE_END = re.compile(r"\r\n?|\n")
"""Where Python begins a line; `str.splitlines` knows more, such as a line separator in a text."""
_MESSAGE = (
    f"a pack imports from {DOOR}, where a faction is a `sheet` and other cards are a `deck`; this import from another "
    f"module is as it was in version {_LAST_VERSION} for one release longer"
)


def _imports(node: ast.Import | ast.ImportFrom) -> list[str] | None:
    """Return the statements that take the place of an import; None where it stays as it is."""
    if isinstance(node, ast.Import):
        if not any(name.asname and _now(name.name) != name.name for name in node.names):
            return None
        return [
            f"import {_now(one.name)} as {one.asname}" if one.asname else f"import {one.name}" for one in node.names
        ]
    module = node.module or ""
    if node.level or not module.startswith("mecatol.") or module == DOOR:
        return None
    places = {name.name: _place(name.name) for name in node.names}
    if _now(module) == module and not any(places.values()):
        return None
    found = [(name, *(places[name.name] or (_now(module), name.name))) for name in node.names]
    return [f"from {place} import {_called(called, name)}" for name, place, called in found]


def _called(name: str, before: ast.alias) -> str:
    """Return what an import names: all names, or one, that keeps the name which the pack has for it."""
    return name if name == "*" else f"{name} as {before.asname or before.name}"


def _place(name: str) -> tuple[str, str] | None:
    """Return where a name is that packs knew, and what it is called there; None where only its module tells."""
    if name in _RENAMED:
        return _RENAMED[name]
    if hasattr(cards, name):
        return DOOR, name
    inner = (f"mecatol.{one}" for one in _INNER if hasattr(import_module(f"mecatol.{one}"), name))
    return next(((module, name) for module in inner), None)


def _now(module: str) -> str:
    """Return where a module is now that a pack knows by its name of version 0.2."""
    package = ".".join(module.split(".")[:2])
    return _MOVED.get(package, package) + module.removeprefix(package)
