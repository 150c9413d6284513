"""Results that are kept: each under the hash of all that it came from, so that none is older than its sources.

    shelf = Shelf("solved")
    shelf.get(key(code(SOLVER), scenario), lambda: solve(scenario))

A shelf is one file of the cache: its entries, behind their seal. Whatever has changed it since, it counts as empty. Two
builds may use it at once; the one that writes last may lose what the other has just added, which costs time alone.
`settle` writes what is new, and leaves out what nobody has used for a month and what is beyond the size of a shelf.

A `seal` takes a key that lies outside of the cache and is its user's alone: whoever can write to the cache can change
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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
SOLVER = _ROOT / "solver" / "mecatol"
CONTENT = _ROOT / "content"
THEME = _ROOT / "theme"
_DAY = 86_400  # seconds
_MONTH = 30  # days
_FRESH = 7  # days after which a shelf is written again only to tell that its entries are still used
_STARTING = 5  # seconds in which Python may have read a module before this one
_BEGAN = time.time() - _STARTING
_SEAL = 32  # bytes, of a key as well
_TOOLS = ("jinja2", "jsonschema", "markupsafe", "msgspec", "pyarrow", "pyyaml")

active = True
"""Whether anything is kept, and used: not where a test alters the code as it runs."""
adding = True
"""Whether what is made is kept as well; else only what is kept already is used."""
strangers = False
"""Whether code has been loaded whose sources nobody knows: then nothing is kept, nor used."""
_shelves: list[Shelf] = []
_digests: dict[str, tuple[tuple[int, ...], str]] = {}
"""What the system says of each file that was hashed, and its hash."""
_watched: dict[tuple[Path, ...], str] = {}
"""The hash of each group of files that results of this process came from."""


@contextmanager
def taking() -> Iterator[None]:
    """Use what is kept, and keep nothing, whatever else holds: for tests that read what they do not alter."""
    global active, adding
    before, active, adding = (active, adding), True, False
    try:
        yield
    finally:
        active, adding = before


def folder() -> Path:
    """Return where downloads and results are kept; MECATOL_CACHE names another place."""
    return Path(os.environ.get("MECATOL_CACHE") or _ROOT / ".cache").resolve()


def key(*parts: object) -> str:
    """Return the hash of what a result came from, as Python writes it down: texts, numbers, lists and records.

    No sets: each process writes one in an order of its own, so what another has kept would not be found again.
    """
    total = hashlib.sha256()
    for part in parts:
        data = f"text {part}".encode() if isinstance(part, str) else repr(part).encode()
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def code(*roots: Path) -> str:
    """Return the hash of all files below some folders, and of the Python and the packages that read and run them.

    It is taken once until `settle`, which makes sure that it still holds.
    """
    if roots not in _watched:
        _watched[roots] = _hash(roots)
    return _watched[roots]


def _hash(roots: Iterable[Path]) -> str:
    return key([(os.path.relpath(path, _ROOT), digest(path)) for path in _files(roots)], _tools())


def digest(path: str | Path) -> str:
    """Return the SHA-256 of a file, read again only if the system says that it has changed since."""
    told = os.stat(path)
    mark = (told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns)  # nobody can set the last
    known, found = _digests.get(str(path), ((), ""))
    if mark != known:
        found = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        # The system's clock ticks slowly: a file may change twice within one tick.
        if time.time() - told.st_ctime > 1:
            _digests[str(path)] = mark, found
    return found


@cache
def _tools() -> tuple[object, ...]:
    return sys.version, platform.machine(), sys.platform, *(version(name) for name in _TOOLS)


def _files(roots: Iterable[Path]) -> list[str]:
    found: list[str] = []
    for root in roots:
        if root.is_file():
            found.append(str(root))
        for folder, inside, names in os.walk(root):
            inside[:] = sorted(name for name in inside if name != "__pycache__")
            found += (os.path.join(folder, name) for name in sorted(names))
    return found


def _sound() -> bool:
    """Tell whether the files are still those that results came from, and the code the one that Python has loaded."""
    loaded = (path for path in _files({root for roots in _watched for root in roots}) if path.endswith(".py"))
    newest = max((os.stat(path).st_mtime for path in loaded), default=0)
    return newest < _BEGAN and all(_hash(roots) == found for roots, found in _watched.items())


class Shelf:
    """Results of one kind."""

    def __init__(self, name: str, size: int = 32_000_000) -> None:
        """Keep at most ``size`` bytes under a name."""
        self._name, self._size = name, size
        self._found: dict[str, tuple[int, bytes]] | None = None
        self._used: dict[str, tuple[int, bytes]] = {}
        self._new = False
        _shelves.append(self)

    def get[T](self, key: str, make: Callable[[], T]) -> T:
        """Return the result of this key, made if it is not kept; None is never kept.

        A result consists of what `marshal` writes: texts, numbers, lists, tuples and mappings.
        """
        if strangers or not active:
            return make()
        if self._found is None:
            self._found = self._read()
        entry = self._used.get(key) or self._found.get(key)
        today = int(time.time() / _DAY)
        if entry is None:
            made = make()
            if made is not None and adding:
                self._used[key] = (today, zlib.compress(marshal.dumps(made), 1))  # type: ignore[arg-type]
                self._new = True
            return made
        self._new = self._new or today - entry[0] > _FRESH
        self._used[key] = (today, entry[1])
        found: T = marshal.loads(zlib.decompress(entry[1]))
        return found

    def write(self) -> None:
        """Write what is new together with what has come from others, as far as there is room."""
        if self._new:
            self._found = {**self._read(), **self._used}
            today, room = int(time.time() / _DAY), self._size
            staying = {}
            # What was used last stays first; of one day, what this build has used.
            for name, (day, data) in sorted(
                self._found.items(), key=lambda one: (one[0] not in self._used, -one[1][0])
            ):
                room -= len(data)
                if room >= 0 and today - day <= _MONTH:
                    staying[name] = (day, data)
            hold(self._path(), marshal.dumps(staying), _reader())
        self.forget()

    def forget(self) -> None:
        """Drop what this process has added and not written."""
        self._used.clear()
        self._found, self._new = None, False

    def _path(self) -> Path:
        return folder() / "results" / self._name

    def _read(self) -> dict[str, tuple[int, bytes]]:
        body = held(self._path(), _reader())
        found: dict[str, tuple[int, bytes]] = {} if body is None else marshal.loads(body)
        return found


def _reader() -> str:
    """Return who reads a shelf: another Python writes its own, and so does a release that packs otherwise."""
    return f"zlib, {sys.version}"


def hold(target: Path, data: bytes, reader: str = "") -> None:
    """Write a file that is kept, never there by half; ``reader`` is for whom alone it counts."""
    _write(target, seal(target.name, data, reader) + data)


def held(target: Path, reader: str = "") -> bytes | None:
    """Return what a file of `hold` holds; None where it is not there, or not what was written."""
    with suppress(OSError):
        found = target.read_bytes()
        mark, data = found[:_SEAL], found[_SEAL:]
        if hmac.compare_digest(mark, seal(target.name, data, reader)):
            with suppress(OSError):
                os.utime(target)  # what is used stays when others are cleared away
            return data
    return None


def seal(name: str, data: bytes, reader: str = "") -> bytes:
    """Return what vouches for data that is kept under a name: only the key of whoever builds here makes it."""
    made = hmac.new(_own_key(), bytes.fromhex(key(name, reader)), "sha256")
    made.update(data)
    return made.digest()


@cache
def _own_key() -> bytes:
    """Return the key of this user on this machine, made when it is first needed.

    Where it cannot be kept, it is this process's, which then takes nothing from the cache that another has put there.
    """
    from platformdirs import user_state_path  # most commands keep nothing

    path = user_state_path("mecatol") / "key-of-kept-files"
    if _key_in(path) is None:
        with suppress(OSError):
            _write(path, secrets.token_bytes(_SEAL), mode=0o600)
    return _key_in(path) or secrets.token_bytes(_SEAL)  # if two began at once, that of the later one


def _key_in(path: Path) -> bytes | None:
    with suppress(OSError):
        found = path.read_bytes()
        return found if len(found) == _SEAL else None
    return None


def _write(target: Path, data: bytes, mode: int = 0o666) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        with open(beside, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
            file.write(data)
        os.replace(beside, target)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def settle() -> None:
    """Write what is new on all shelves, unless its sources have changed meanwhile or the folder takes nothing."""
    sound = not any(shelf._new for shelf in _shelves) or _sound()
    for shelf in _shelves:
        if not sound:
            shelf.forget()
            continue
        with suppress(OSError):
            shelf.write()
    _watched.clear()
