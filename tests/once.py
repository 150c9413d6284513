"""Folders that several processes of one test run share: what is costly to make is made by the first that asks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of this test run by name, filled by `make` if nobody has filled it yet.

    Every process of pytest-xdist has a temporary folder of its own below the one of the run.
    """
    own = factory.getbasetemp()
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder, done = run / f"once-{name}", run / f"once-{name}.done"
    with FileLock(run / f"once-{name}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that ended before it was done
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
