"""The system calls of a sweep that change a disk. A refusal is an OSError that names its file.

They stand here alone so that a test can let each of them fail (`tests/solver/lab/test_disk_faults.py`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from mecatol.errors import shown

_OURS = os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags of every file that a sweep writes: a link that waits under its name is not followed."""


def named(path: Path) -> str:
    """Return the name of a file for a sentence."""
    name = str(path)
    return name if name.isprintable() and len(name) <= 300 else shown(name)


def why(error: OSError | ValueError) -> str:
    """Return what the system said when it refused."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def open_to_continue(path: Path) -> int:
    """Open a file to read and to add to it; create it where there is none."""
    with _naming(path):
        number = os.open(path, os.O_RDWR | _OURS, 0o666)
        if not stat.S_ISREG(os.fstat(number).st_mode):
            os.close(number)
            raise OSError(None, "it is not a file")
        return number


def create(path: Path) -> int:
    """Open a new file to write; one that an earlier run left half written goes first."""
    with _naming(path):
        with suppress(FileNotFoundError):
            os.unlink(path)
        return os.open(path, os.O_RDWR | os.O_EXCL | _OURS, 0o666)


def lock(number: int, path: Path) -> bool:
    """Lock an open file until it is closed, or its process ends however it ends; tell whether nobody else has it."""
    with _naming(path):
        try:
            if os.name == "nt":
                windows: Any = import_module("msvcrt")
                os.lseek(number, 2**40, os.SEEK_SET)  # far behind all that others may want to read
                windows.locking(number, windows.LK_NBLCK, 1)
            else:
                unix: Any = import_module("fcntl")
                unix.flock(number, unix.LOCK_EX | unix.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
    return True


def is_still(number: int, path: Path) -> bool:
    """Tell whether an open file is the one of this name: another process may have removed it since it was opened."""
    try:
        return os.path.samestat(os.fstat(number), os.lstat(path))
    except FileNotFoundError:
        return False


def add(number: int, path: Path, data: bytes, at: int) -> None:
    """Write all of some data at a place; after a refusal the file ends there again, if the system lets it."""
    try:
        with _naming(path):
            os.lseek(number, at, os.SEEK_SET)
            left = memoryview(data)
            while left:
                left = left[os.write(number, left) :]
    except OSError:
        with suppress(OSError):
            os.ftruncate(number, at)
        raise


def cut(number: int, path: Path, at: int) -> None:
    """Cut off what a file holds after a place."""
    with _naming(path):
        os.ftruncate(number, at)


def keep(number: int, path: Path) -> None:
    """Wait until what was written is on the disk."""
    with _naming(path):
        os.fsync(number)


def put_in_place(made: Path, path: Path) -> None:
    """Give a whole file its name, and wait until the folder knows it."""
    with _naming(path):
        os.replace(made, path)
    if os.name != "nt":  # where a folder cannot be opened
        with _naming(path):
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def remove(path: Path) -> None:
    """Remove a file."""
    with _naming(path), suppress(FileNotFoundError):
        os.unlink(path)
