"""Our own words: no run of words of known rules texts, where the program that knows them lies beside the project."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECK = ROOT.parent / "shared" / "originality" / "check.py"


@pytest.mark.skipif(not CHECK.is_file(), reason="the fingerprints of the rules texts are not kept with the project")
@pytest.mark.parametrize(
    "where", [("content", "solver", "theme", "README.md"), ("--max-run", "8", "content", "theme", "README.md")]
)
def test_nothing_repeats_a_rules_text(where: tuple[str, ...]) -> None:
    command = [sys.executable, str(CHECK), *where]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
