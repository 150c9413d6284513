"""What is kept between builds: made elsewhere, moved into place whole, and checked whenever it is used.

A folder that is kept holds a manifest with the SHA-256 of every file in it, under the seal of `content.results`.
Whatever has changed since is not used but made or fetched afresh. What is being made lies under a name that tells whose
it is, so that the next build clears away what a killed one has left.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from content import results
from content.results import write as write

MANIFEST = "hashes"
"""Name of the file that holds path and SHA-256 of every other file of its folder, behind their seal."""

_DAY = 86_400  # seconds after which nobody works any more, wherever the process was
_WORKING = re.compile(r"\.mecatol-(?P<host>[0-9a-f]{8})-(?P<process>\d+)-\w+")


def contents(folder: Path) -> dict[str, bytes] | None:
    """Return the files of a kept folder by their paths in it; None if any was changed, added or taken away."""
    try:
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    except OSError:
        return None
    found.pop(MANIFEST, None)
    listed = results.held(folder / MANIFEST, folder.name)
    return found if listed == _manifest(found) else None


def whole(folder: Path) -> bool:
    """Return whether a kept folder is there and unchanged since it was settled."""
    return contents(folder) is not None


def _manifest(files: dict[str, bytes]) -> bytes:
    return json.dumps({name: sha256(data) for name, data in files.items()}, sort_keys=True, indent=1).encode()


def settle(made: Path, target: Path) -> None:
    """Write the manifest of a complete folder and move it into place.

    Another build may have been faster, then its folder stays; one that is not whole gives way.
    """
    files = {path.relative_to(made).as_posix(): path.read_bytes() for path in made.rglob("*") if path.is_file()}
    results.hold(made / MANIFEST, _manifest(files), target.name)
    for _ in range(3):
        try:
            os.rename(made, target)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR, errno.EACCES):
                raise
            if whole(target):
                return
            drop(target)
        else:
            return
    raise OSError(errno.EEXIST, "cannot be put in place", str(target))


def drop(path: Path) -> None:
    """Delete a file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def tidy(paths: Iterable[Path], most: int) -> None:
    """Delete all of some files or folders but those that were used last."""
    for path in sorted(paths, key=last_used, reverse=True)[most:]:
        drop(path)


def last_used(path: Path) -> float:
    """Return when a file or a folder was used last, in seconds; 0 where another build has cleared it away."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@contextmanager
def workshop(parent: Path | None = None) -> Iterator[Path]:
    """Give a new folder in ``parent``, or where the system keeps such, that is gone afterwards.

    Clears away first what builds have left there that were killed.
    """
    parent = parent or Path(tempfile.gettempdir())
    parent.mkdir(parents=True, exist_ok=True)
    sweep(parent)
    folder = results.unfinished(parent)
    folder.mkdir()
    try:
        yield folder
    finally:
        drop(folder)


def sweep(folder: Path) -> None:
    """Delete what a process of this machine that is no more, or any process a day ago, was making in a folder."""
    for path in folder.glob(".mecatol-*"):
        named = _WORKING.fullmatch(path.name)
        with suppress(OSError):  # another build was tidying up as well
            old = time.time() - path.stat().st_mtime > _DAY
            if named and (old or (named["host"] == results.host() and not _alive(int(named["process"])))):
                drop(path)


def explained(error: OSError) -> str:
    """Return what the system refused, as a sentence with a way out."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            way = "Make room and build again."
        case errno.EROFS | errno.EACCES | errno.EPERM:
            way = (
                "Let it be written, or name another folder in MECATOL_CACHE (for downloads) or with -d (for the site)."
            )
        case _:
            way = "Look at what is there and build again; the folder .cache may always be deleted."
    # Of a copy the second name is the one that was to be written.
    return f"{error.filename2 or error.filename or 'a file'}: {error.strerror or error}. {way}"


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _alive(process: int) -> bool:
    if os.name != "posix":
        return True  # asking would end it there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
