"""What the tests of the runtime share: one build of the browser's Python, and a place for figures worth reading."""

import shutil
from pathlib import Path

import pytest

from theme import runtime
from theme.runtime.sources import solver_files, theme_files

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"

figures = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[figures] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(figures, []):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def note(pytestconfig: pytest.Config) -> list[str]:
    """Return the list of lines that are printed after the tests, whatever their outcome."""
    return pytestconfig.stash[figures]


def copy_project(target: Path) -> Path:
    """Copy everything that the browser's Python is made of, so that nobody's editing disturbs a test."""
    packaging = [PROJECT / name for name in ("pyproject.toml", "README.md", "LICENSE")]
    for path in [*packaging, *solver_files(PROJECT), *theme_files(PROJECT)]:
        copied = target / path.relative_to(PROJECT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)
    return target


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project's sources as they were at the start of the tests."""
    return copy_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def bundle(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bundle's script as built from the project, with ``pyodide/`` beside it."""
    out = tmp_path_factory.mktemp("site")
    return out / runtime.build(CACHE, out, print, project=project).name


@pytest.fixture(scope="session")
def lean(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the parts of the bundle, unpacked, as Node boots them."""
    folder = tmp_path_factory.mktemp("lean")
    runtime.unpack(bundle.read_bytes(), folder)
    return folder
