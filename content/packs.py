"""Packs of players' own: the files that hold them, and what they say of their factions, checked as content is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from content import results
from content.model import Fault
from content.source import Source, read
from mecatol import homebrew
from mecatol.errors import DeclarationError
from mecatol.homebrew.packs import TEXTS

_files: dict[str, Path] = {}
"""The packs that are registered, by the names by which errors call them."""


def files(path: Path) -> list[Path]:
    """Return the packs that a path names: a file, or those of a folder, without what begins with . or _."""
    if not path.is_dir():
        return [path]
    endings = (*homebrew.PYTHON, *homebrew.DATA)
    return sorted(found for found in path.iterdir() if found.name.endswith(endings) and found.name[0] not in "._")


def register(paths: Iterable[Path]) -> list[Fault]:
    """Register packs, after forgetting those of before; return every mistake that keeps one of them out."""
    paths = list(paths)
    results.strangers = bool(paths)  # nothing tells what their Python reads
    homebrew.register_only(())
    _files.clear()
    faults: list[Fault] = []
    for path in paths:
        _files[path.name] = path
        try:
            homebrew.register(path)
        except DeclarationError as error:
            faults += [_fault(line, path) for line in str(error).splitlines()]
        except SyntaxError as error:
            faults.append(Fault(path.name, error.lineno or 1, "", f"is not Python: {error.msg}"))
        except OSError as error:
            faults.append(Fault(path.name, 1, "", f"cannot be read: {error.strerror}"))
    for package in ("content", "theme"):
        homebrew.forget(package)
    return faults


def _fault(said: str, path: Path) -> Fault:
    """Return a mistake of a declaration as a fault, on the line of its record."""
    place, _, rest = said.partition(": ")
    name, _, line = place.rpartition(":")
    if name and line.isdecimal():
        return Fault(name, int(line), "", rest)
    if place != path.name or path.suffix == ".py":
        return Fault(path.name, 1, "", said)
    part, _, told = rest.partition(": ")
    source = read(path, path.name)
    return Fault(path.name, source.line(source.resolve((), part)), part if told else "", told or rest)


def texts() -> list[Source]:
    """Return what the registered packs say of their factions, each as if it were a file of its own."""
    found = []
    for slug, said in TEXTS.items():
        path = _files.get(said.file)
        whole = read(path, said.file) if path and path.suffix != ".py" else Source(said.file, "")
        start = ("texts", slug)
        found.append(
            Source(
                said.file,
                whole.text,
                said.data,
                lines={place[2:]: line for place, line in whole.lines.items() if place[:2] == start},
                folded={place[2:]: lines for place, lines in whole.folded.items() if place[:2] == start},
                slug=slug,
            )
        )
    return found
