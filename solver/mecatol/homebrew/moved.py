"""Old names of modules: packs that were written for the last release find what they import, and hear the new name."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    **{
        room: f"rules.{room}"
        for room in (
            "bombardment", "combat", "deploy", "hits", "movement", "production", "rolls", "technology", "victory",
            "voting",
        )
    },
    "transactions": "rules.transaction",
}  # fmt: skip
"""Packages of the last release to where they are now, both without `mecatol.`; they go with the next release."""


def moved_to(name: str) -> str | None:
    """Return the new name of a module that an older pack imports, None for one that has not moved."""
    package, _, rest = name.partition(".")
    room, _, inner = rest.partition(".")
    if package != "mecatol" or room not in MOVED:
        return None
    return ".".join(filter(None, (package, MOVED[room], inner)))


class _OldNames(Loader):
    """Finds a module under its old name, and makes one that holds what the new one holds."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        self.made: list[str] = []

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how a moved module is loaded; other modules are left to the finders of Python."""
        new = moved_to(name)
        if new is None or importlib.util.find_spec(new) is None:
            return None
        return ModuleSpec(name, self, is_package=name.count(".") == 1)

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module with what is in the one that took its place, and say the new name."""
        new = moved_to(module.__name__) or ""
        held = vars(importlib.import_module(new)).items()
        module.__dict__.update({name: value for name, value in held if not name.startswith("__")})
        self.made.append(module.__name__)
        if module.__name__.count(".") > 1:
            text = f"{self.pack}: {module.__name__} has moved to {new}; the old name goes with the next release"
            warnings.warn(text, FutureWarning, stacklevel=2)


@contextmanager
def old_names(pack: str) -> Iterator[None]:
    """Let what is imported inside find modules under their old names, too; `pack` is the file that warnings name."""
    finder = _OldNames(pack)
    sys.meta_path.insert(0, finder)  # before the finder of files, which takes an empty folder for a package
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.made:
            front, _, leaf = name.rpartition(".")
            sys.modules.pop(name, None)
            if front in sys.modules:
                vars(sys.modules[front]).pop(leaf, None)
