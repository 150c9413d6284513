"""Results that are kept: each under the hash of all that it came from, so that none is older than its sources.

    shelf = Shelf("solved")
    shelf.get(key(code(SOLVER), scenario), lambda: solve(scenario))

A shelf is one file of the cache: its entries, behind their seal. Whatever has changed it since, it counts as empty. Two
builds may use it at once; the one that writes last may lose what the other has just added, which costs time alone.
`settle` writes what is new. If a shelf has no room for everything, what this build has used stays first.

A seal takes a key that lies outside of the cache and is its user's alone: whoever can write to the cache can change
what is kept, but not vouch for it. `theme.store.kept` seals what it keeps as well.
"""

from __future__ import annotations

import hashlib
import hmac
import marshal
import os
import platform
import secrets
import sys
import time
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
SOLVER = _ROOT / "solver" / "mecatol"
CONTENT = _ROOT / "content"
THEME = _ROOT / "theme"
_BEGAN = time.time() - 5  # seconds in which Python may have read a module before this one
_SEAL = 32  # bytes, of a key as well
_ROOM = 32_000_000  # bytes on a shelf
_TOOLS = ("jinja2", "jsonschema", "markupsafe", "msgspec", "pyarrow", "pyyaml")

active = True
"""Whether anything is kept, and used: not where a test alters the code as it runs."""
adding = True
"""Whether what is made is kept as well; else only what is kept already is used, as in some tests."""
strangers = False
"""Whether code has been loaded whose sources nobody knows: then nothing is kept, nor used."""
_shelves: list[Shelf] = []
_watched: dict[tuple[Path, ...], str] = {}
"""The hash of each group of files that results of this process came from."""


def folder() -> Path:
    """Return where downloads and results are kept; MECATOL_CACHE names another place."""
    return Path(os.environ.get("MECATOL_CACHE") or _ROOT / ".cache").resolve()


def key(*parts: object) -> str:
    """Return the hash of what a result came from, as Python writes it down: texts, numbers, lists and records.

    No sets: each process writes one in an order of its own, so what another has kept would not be found again.
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def code(*roots: Path) -> str:
    """Return the hash of all files below some folders, and of the Python and the packages that read and run them.

    It is taken once until `settle`, which makes sure that it still holds.
    """
    if roots not in _watched:
        _watched[roots] = _hash(roots)
    return _watched[roots]


def _hash(roots: Iterable[Path]) -> str:
    hashes = [(os.path.relpath(path, _ROOT), hashlib.sha256(path.read_bytes()).digest()) for path in _files(roots)]
    return key(hashes, _tools())


@cache
def _tools() -> tuple[object, ...]:
    return sys.version, platform.machine(), sys.platform, *(version(name) for name in _TOOLS)


def _files(roots: Iterable[Path]) -> list[Path]:
    found = (path for root in roots for path in (root.rglob("*") if root.is_dir() else [root]))
    return sorted({path for path in found if path.parent.name != "__pycache__" and path.is_file()})


def _sound() -> bool:
    """Tell whether the files are still those that results came from, and the code the one that Python has loaded."""
    loaded = (path for path in _files(root for roots in _watched for root in roots) if path.suffix == ".py")
    newest = max((path.stat().st_mtime for path in loaded), default=0)
    return newest < _BEGAN and all(_hash(roots) == found for roots, found in _watched.items())


class Shelf:
    """Results of one kind."""

    def __init__(self, name: str) -> None:
        """Keep them under a name."""
        self._name, self.new = name, False
        self._found: dict[str, bytes] | None = None
        self._used: dict[str, bytes] = {}
        _shelves.append(self)

    def get[T](self, key: str, make: Callable[[], T]) -> T:
        """Return the result of this key, made if it is not kept; None is never kept.

        A result consists of what `marshal` writes: texts, numbers, lists, tuples and mappings.
        """
        if strangers or not active:
            return make()
        if self._found is None:
            self._found = self._read()
        if entry := self._used.get(key) or self._found.get(key):
            self._used[key] = entry
            found: T = marshal.loads(zlib.decompress(entry))
            return found
        made = make()
        if made is not None and adding:
            self._used[key] = zlib.compress(marshal.dumps(made), 1)  # type: ignore[arg-type]
            self.new = True
        return made

    def write(self) -> None:
        """Write what was used together with what has come from others, as far as there is room."""
        entries = {**self._used, **self._read()}
        sizes = accumulate(map(len, entries.values()))
        staying = dict(entry for entry, size in zip(entries.items(), sizes, strict=True) if size <= _ROOM)
        hold(self._path(), marshal.dumps(staying), sys.version)

    def forget(self) -> None:
        """Drop what this process has added and not written."""
        self._found, self._used, self.new = None, {}, False

    def _path(self) -> Path:
        return folder() / "results" / self._name

    def _read(self) -> dict[str, bytes]:
        found: dict[str, bytes] = marshal.loads(held(self._path(), sys.version) or marshal.dumps({}))
        return found


def hold(target: Path, data: bytes, reader: str = "") -> None:
    """Write a file that is kept; it counts for its ``reader`` alone."""
    write(target, _seal(target.name, data, reader) + data)


def held(target: Path, reader: str = "") -> bytes | None:
    """Return what a file of `hold` holds; None where it is not there, or not what was written."""
    with suppress(OSError):
        found = target.read_bytes()
        mark, data = found[:_SEAL], found[_SEAL:]
        if hmac.compare_digest(mark, _seal(target.name, data, reader)):
            with suppress(OSError):
                os.utime(target)  # what is used stays when others are cleared away
            return data
    return None


def _seal(name: str, data: bytes, reader: str) -> bytes:
    """Return what vouches for data that is kept under a name: only the key of whoever builds here makes it."""
    return hmac.digest(_own_key(), bytes.fromhex(key(name, reader)) + data, "sha256")


@cache
def _own_key() -> bytes:
    """Return the key of this user on this machine, made when it is first needed.

    Where it cannot be kept, it is this process's, which then takes nothing from the cache that another has put there.
    """
    from platformdirs import user_state_path  # most commands keep nothing

    path = user_state_path("mecatol") / "key-of-kept-files"
    with suppress(OSError):
        if not path.exists() or path.stat().st_size != _SEAL:
            write(path, secrets.token_bytes(_SEAL), mode=0o600)
        return path.read_bytes()  # if two began at once, that of the later one
    return secrets.token_bytes(_SEAL)


def write(target: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file so that it is never there by half, not even for a build beside this one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = unfinished(target.parent)
    try:
        with open(made, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
            file.write(data)
        os.replace(made, target)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def unfinished(parent: Path) -> Path:
    """Return a new path in ``parent`` whose name tells which process it belongs to."""
    return parent / f".mecatol-{host()}-{os.getpid()}-{os.urandom(6).hex()}"


@cache
def host() -> str:
    """Return what stands for this machine in names of what is unfinished."""
    return key(platform.node())[:8]


def settle() -> None:
    """Write what is new on all shelves, unless its sources have changed meanwhile or the folder takes nothing."""
    fresh = [shelf for shelf in _shelves if shelf.new]
    if fresh and _sound():
        for shelf in fresh:
            with suppress(OSError):
                shelf.write()
    for shelf in _shelves:
        shelf.forget()
    _watched.clear()
