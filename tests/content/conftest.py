"""A copy of the content, for tests that put mistakes into it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from content.load import ROOT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT, tmp_path / "content", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
