"""The project with packs of players' own among its factions, for the browser's Python of a site that shows them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mecatol.homebrew.former import led
from mecatol.scenario.files import parse
from theme.runtime.sources import OWN

_PARTS = ("solver", "theme", "pyproject.toml", "README.md", "LICENSE")
_DATA = '''"""A pack of players' own."""

import json

from mecatol.homebrew.packs import declare_pack

declare_pack(*json.loads({pack!r}))
'''
"""Data and name of a pack stand in it as one literal of JSON: nothing of a pack is ever part of the code."""


@contextmanager
def with_packs(project: Path, packs: Iterable[Path]) -> Iterator[Path]:
    """Give the project, or a copy of it in which each pack is a module that is loaded after all factions."""
    packs = list(packs)
    if not packs:
        yield project
        return
    with TemporaryDirectory(prefix="mecatol-") as name:
        folder = Path(name)
        for part in _PARTS:
            source = project / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(source, folder / part)
        factions = folder / "solver" / "mecatol" / "cards" / "factions"
        for number, pack in enumerate(packs):
            text = pack.read_text(encoding="utf-8")
            module = (
                led(text, pack.name)
                if pack.suffix == ".py"
                else _DATA.format(pack=json.dumps([parse(text), pack.name]))
            )
            (factions / f"{OWN}{number:03}.py").write_text(module, encoding="utf-8")
        yield folder
