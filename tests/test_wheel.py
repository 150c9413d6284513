"""The wheel: two builds give the same bytes, it installs alone into an empty environment, and answers there."""

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mecatol.version import VERSION

ROOT = Path(__file__).parents[1]
BATTLE = "2 cruisers and 3 fighters vs 1 dreadnought"

pytestmark = pytest.mark.long  # builds twice and makes an environment


def built(folder: Path) -> Path:
    """Return the wheel of a copy of the project whose files were written just now."""
    project = folder / "project"
    shutil.copytree(
        ROOT / "solver", project / "solver", ignore=shutil.ignore_patterns("__pycache__"), copy_function=shutil.copy
    )
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, project / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(project)]
    subprocess.run(command, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def test_two_builds_give_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert built(tmp_path).read_bytes() == wheel.read_bytes()


def test_it_holds_one_package_and_its_data_and_is_small(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
    assert {name.partition("/")[0] for name in names} == {"mecatol", f"mecatol-{VERSION}.dist-info"}
    assert "mecatol/py.typed" in names
    assert not [name for name in names if name.endswith((".pyc", ".md"))]
    assert wheel.stat().st_size < 1_010_000


def imported(source: bytes) -> set[str]:
    """Return what a module imports, wherever it does: modules, and names that may be modules."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update({node.module, *(f"{node.module}.{one.name}" for one in node.names)})
    return found


def test_nothing_in_it_imports_what_was_left_out_of_it(wheel: Path) -> None:
    whole = {path.relative_to(ROOT / "solver").as_posix() for path in (ROOT / "solver").rglob("*.py")}
    with zipfile.ZipFile(wheel) as opened:
        left_out = {name.removesuffix(".py").replace("/", ".") for name in whole.difference(opened.namelist())}
        assert "mecatol.playing.moment" in left_out
        for name in whole.intersection(opened.namelist()):
            assert left_out.isdisjoint(imported(opened.read(name))), name


def test_it_installs_alone_and_solves(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    pip = [str(programs / "python"), "-m", "pip", "install", "--no-index", "--quiet", str(wheel)]
    subprocess.run(pip, check=True, env=environment, cwd=tmp_path)

    def run(*arguments: str) -> str:
        command = [str(programs / "mecatol"), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=tmp_path).stdout

    assert run("--version") == f"mecatol {VERSION}\n"
    winner = json.loads(run("solve", "--json", BATTLE))["winner"]
    assert sum(winner.values()) == pytest.approx(1)
    script = "import mecatol; print(mecatol.Scenario.__module__)"
    python = [str(programs / "python"), "-c", script]
    assert subprocess.run(python, check=True, capture_output=True, text=True, env=environment).stdout
