"""Our own words: no run of words of known rules texts, where the program that knows them lies beside the project."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECK = ROOT.parent / "shared" / "originality" / "check.py"


pytestmark = pytest.mark.skipif(
    not CHECK.is_file(), reason="the fingerprints of the rules texts are not kept with the project"
)


def _ended(*where: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CHECK), *where]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "where", [("content", "solver", "theme", "README.md"), ("--max-run", "8", "content", "theme", "README.md")]
)
def test_nothing_repeats_a_rules_text(where: tuple[str, ...]) -> None:
    ended = _ended(*where)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_no_formula_hides_a_copied_sentence() -> None:
    """The program does not count words of stock formulas; around one, a whole sentence can be copied unseen."""
    program = runpy.run_path(str(CHECK))
    program["copied_runs"].__globals__["_FORMULAE"] = ()
    known = program["load"]()
    paths = program["files"](str(ROOT / name) for name in ("content", "solver", "theme", "README.md"))
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    found = [(str(path), *run) for path, text in texts for run in program["copied_runs"](text, known, 8)]
    assert found == []


def test_no_built_page_repeats_a_rules_text(built: Path) -> None:
    """There a title meets its text, and a link the words around it."""
    ended = _ended("--max-run", "8", str(built))
    assert ended.returncode == 0, ended.stdout + ended.stderr
