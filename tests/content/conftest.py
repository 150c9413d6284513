"""A copy of the content, for tests that put mistakes into it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from kept import taking

from content.load import ROOT


@pytest.fixture
def copy(tmp_path: Path, _unkept: None) -> Iterator[Path]:
    """The copy; what is kept of files without a mistake is used, for no code is altered."""
    with taking():
        yield shutil.copytree(ROOT, tmp_path / "content", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
