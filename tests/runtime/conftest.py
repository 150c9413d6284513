"""What the tests of the runtime share: one build of the browser's Python, and a place for figures worth reading."""

import functools
import hashlib
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bare import SCRIPT, Open, page_of
from once import made_once
from playwright.sync_api import Browser, Page

from theme import runtime
from theme.build.assets import Script, bundled
from theme.runtime.builder import integrity
from theme.runtime.sources import package_files, theme_files

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"

_FIGURES = "figures"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, line in report.user_properties:
            if name == _FIGURES:
                terminalreporter.write_line(str(line))


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that keeps a line to be printed after the tests, whatever their outcome."""
    return lambda line: record_property(_FIGURES, line)


def copy_project(target: Path) -> Path:
    """Copy everything that the browser's Python is made of, so that nobody's editing disturbs a test."""
    packaging = [PROJECT / name for name in ("pyproject.toml", "solver/PACKAGE.md", "LICENSE")]
    for path in [*packaging, *package_files(PROJECT), *theme_files(PROJECT)]:
        copied = target / path.relative_to(PROJECT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)
    return target


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project's sources as they were at the start of the tests."""
    return made_once(tmp_path_factory, "project", copy_project)


@pytest.fixture(scope="session")
def bundle(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bundle's script as built from the project, with ``pyodide/`` beside it."""
    out = made_once(tmp_path_factory, "runtime", lambda folder: runtime.build(CACHE, folder, print, project=project))
    return next(out.glob("mecatol-runtime-*.js"))


@pytest.fixture(scope="session")
def lean(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the parts of the bundle, unpacked, as Node boots them."""
    folder = tmp_path_factory.mktemp("lean")
    runtime.unpack(bundle.read_bytes(), folder)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the bare page, which is served and lies on disk."""
    return tmp_path_factory.mktemp("bare")


@pytest.fixture(scope="session")
def addresses(bundle: Path, bare: Path) -> Iterator[dict[str, str]]:
    """Return the addresses of the bare page over http and from disk."""
    folder = bare
    shutil.copyfile(bundle, folder / bundle.name)
    runtime_alone = Script("asking/runtime", offers=("asking/runtime",))
    made = bundled({"runtime": runtime_alone}, CACHE, print)
    (folder / SCRIPT).write_text(made["scripts"]["runtime"], "utf-8")
    (fast,), (parts,), (wasm,) = (
        list(bundle.parent.glob(f"mecatol-{kind}")) for kind in ("snapshot-*.js", "parts-*.js", "python-*.wasm")
    )
    for file in (fast, parts, wasm):
        shutil.copyfile(file, folder / file.name)
    sizes = f"1000000 2000000 {wasm.stat().st_size}"
    whole = integrity(hashlib.sha256(parts.read_bytes()).hexdigest())
    light = {
        "light": parts.name,
        "wasm": wasm.name,
        "sizes": sizes,
        "integrity": whole,
        "wasm-integrity": integrity(hashlib.sha256(wasm.read_bytes()).hexdigest()),
    }
    ways = {"": {}, "fast-": {"snapshot": fast.name}, "light-": light, "both-": {**light, "snapshot": fast.name}}
    for kind, offline in (("http", False), ("file", True)):
        for way, files in ways.items():
            (folder / f"{way}{kind}.html").write_text(page_of(offline, bundle=bundle.name, **files))
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        bases = {"http": f"http://127.0.0.1:{server.server_port}/", "file": f"{folder.as_uri()}/"}
        yield {f"{way}{kind}": f"{base}{way}{kind}" for kind, base in bases.items() for way in ways}
        server.shutdown()
        thread.join()


@pytest.fixture(params=["http", "file"])
def open_bare(request: pytest.FixtureRequest, addresses: dict[str, str], browser: Browser) -> Iterator[Open]:
    """Open a bare page in a fresh profile; afterwards, nothing may have been asked of anyone else."""
    base = addresses[request.param]
    contexts = []
    asked: list[str] = []

    def opened(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.on("request", lambda request: asked.append(request.url))
        context.set_default_timeout(60_000)
        opened = context.new_page()
        opened.goto(f"{base}.html")
        return opened

    yield opened
    for context in contexts:
        context.close()
    own = base.rpartition("/")[0]
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []
