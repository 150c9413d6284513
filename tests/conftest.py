"""What the tests share: the site, built once a session for a server and for the disk, and a browser to see it with."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from once import made_once
from places import Place, serve

from content import results

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parent.parent
# The headless shell first: it draws no window of its own around a page, and opens one in a quarter of the time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)


def pytest_configure(config: pytest.Config) -> None:
    """Where Python may leave nothing beside its sources, let what the tests start share what it compiles, aside.

    Workers and dozens of commands would each compile everything again.
    """
    if sys.dont_write_bytecode and not hasattr(config, "workerinput"):
        aside = tempfile.TemporaryDirectory(prefix="compiled-", ignore_cleanup_errors=True)
        config.add_cleanup(aside.cleanup)
        os.environ["PYTHONPYCACHEPREFIX"] = aside.name
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist starts its workers
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run folders in one process per core, and single files or tests in this process, which has started already.

    Workers share the built site (once.py); one that runs out of tests takes half of what another has left.
    """
    few = config.getoption("keyword") or not all(Path(name).is_dir() for name in config.args)
    undecided = config.getoption("numprocesses", 0) is None and not hasattr(config, "workerinput")
    if undecided and not few:
        config.option.numprocesses, config.option.dist = "auto", "worksteal"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the long run what drives a browser, but for one case of the first test of each file.

    What takes seconds comes first, so that at the end no worker is left alone with it: thousands of quick tests follow.
    """
    met: set[str] = set()
    for item in items:
        if item.get_closest_marker("browser") and not item.get_closest_marker("long"):
            file = item.nodeid.partition("::")[0]
            if file in met:
                item.add_marker(pytest.mark.long)
            met.add(file)
    items.sort(key=lambda item: not any(item.get_closest_marker(name) for name in ("long", "browser")))


def pytest_collection_finish() -> None:
    """Leave what is loaded to itself: looking for garbage in all of it, again and again, takes a tenth of a test."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave out what Hypothesis would say in the end, where no test has used it: it would import itself first."""
    own = session.config.pluginmanager.get_plugin("hypothesispytest")
    if own and "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(own)


@pytest.fixture(autouse=True)
def _unkept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests work everything out: they alter code as it runs, of which the hash of its files knows nothing."""
    monkeypatch.setattr(results, "active", False)


def find_chromium(playwright: Playwright) -> str | None:
    for name in CHROMIUM_NAMES:
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright  # of which most tests need nothing

    with sync_playwright() as playwright:
        executable = find_chromium(playwright)
        if executable is None:
            message = (
                "no Chromium or Chrome found: install one (Debian: apt-get install chromium-headless-shell; "
                "anywhere: uv run playwright install chromium) to run the browser tests"
            )
            if os.environ.get("MECATOL_BROWSER_REQUIRED") == "1":
                pytest.fail(message)
            pytest.skip(message)
        # A test asks Python once or twice: compiled by V8's first, quick compiler alone, that takes half the time.
        arguments = ["--js-flags=--liftoff-only"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium's own sandbox does not start as root, as which containers run
        launched = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as `mkdocs build` makes it; a warning of the build is an error."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"the site cannot be built:\n{done.stdout}\n{done.stderr}"

    return made_once(tmp_path_factory, "site", build)


@pytest.fixture(scope="session")
def served(built: Path) -> Iterator[Place]:
    """The site behind a plain web server on this machine."""
    with serve(built) as place:
        yield place


@pytest.fixture(scope="session")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The site as a reader has it who downloads the archive and unpacks it, into a folder of whatever name."""

    def unpack(folder: Path) -> None:
        with zipfile.ZipFile(built / "mecatol-offline.zip") as archive:
            archive.extractall(folder)

    folder = made_once(tmp_path_factory, "on the täble, à côté", unpack) / "mecatol"
    return Place(folder, f"{folder.as_uri()}/", on_disk=True)


@pytest.fixture(scope="session", params=["http", "file"])
def place(request: pytest.FixtureRequest) -> Place:
    """The site both ways, one after the other."""
    found: Place = request.getfixturevalue("served" if request.param == "http" else "unpacked")
    return found
