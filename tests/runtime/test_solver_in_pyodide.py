"""The solver's own tests, a second time: in stock Pyodide under Node, the very Python that runs in the browser.

A plain run takes those in which a number could come out another way there, a long one takes all of them. Project and
pytest are mounted from this machine's disk, so nothing is fetched and nothing is packed.
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from theme.runtime.compiling import minimal_lock
from theme.runtime.tools import boot_in_node
from theme.store import packages

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"
FIGURES = ("test_scenarios.py", "test_dice.py", "test_data.py", "test_planets_and_systems.py", "test_forms.py")
"""Of the solver's tests: what was worked out by hand, the dice, the data files, each form's own scenario."""
SHARES = 2  # the browser's Python has one thread and takes twice the time, so two of them share the tests
PATIENCE = 1800  # seconds
SITE_PACKAGES = Path(pytest.__file__).parents[1]

# The plugin of hypothesis, which has a part that is not for this Python, would break off the whole run.
# Marked tests need what only an operating system has, e.g. other processes; the mark says what it is.
RUN = """
import contextlib, io, json, os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/project", "/project/solver"]
sys.path.append("/site-packages")
os.chdir("/project")
import pytest

class Watch:
    def __init__(self):
        self.seen = {"passed": 0, "failed": [], "skipped": [], "deselected": []}

    def pytest_collection_modifyitems(self, config, items):
        kept = []
        for item in items:
            mark = item.get_closest_marker("cpython_only")
            if mark is None:
                kept.append(item)
            else:
                self.seen["deselected"].append([item.nodeid, *mark.args])
        self.seen["collected"] = len(kept)
        items[:] = kept[SHARE]

    def pytest_collectreport(self, report):
        if report.failed:
            self.seen["failed"].append(report.nodeid + "\\n" + report.longreprtext)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.seen["failed"].append(report.nodeid + "\\n" + report.longreprtext)
        elif report.skipped:
            self.seen["skipped"].append(report.nodeid)
        elif report.when == "call":
            self.seen["passed"] += 1

watch = Watch()
options = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "--capture=sys", "--color=no"]
options += ["--rootdir=/project", "--confcutdir=tests/solver", "-c", "/project/pyproject.toml"]
options += ["-p", "no:xdist", "-p", "no:hypothesispytest", "-o", "addopts=--strict-markers --import-mode=importlib"]
said = io.StringIO()
with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
    status = pytest.main([*options, *PATHS], plugins=[watch])
watch.seen["status"] = int(status)
watch.seen["said"] = said.getvalue()[-2000:]
watch.seen["version"] = sys.version.split()[0]
watch.seen["platform"] = sys.platform
json.dumps(watch.seen)
"""


def run_there(paths: list[str], shares: int) -> dict[str, Any]:
    """Return what a run of these tests inside Pyodide saw, with so many processes at a time."""
    pyodide = packages.pinned("pyodide", CACHE, print)
    job = {
        "pyodide": str(pyodide),
        "lock": minimal_lock(pyodide),
        "path": "",
        "folders": {"/project": str(PROJECT), "/site-packages": str(SITE_PACKAGES)},
    }

    def run(share: int) -> dict[str, Any]:
        code = RUN.replace("SHARE", f"{share}::{shares}").replace("PATHS", repr(paths))
        done = boot_in_node({**job, "code": code}, "running the solver's tests in Pyodide", PATIENCE)
        seen: dict[str, Any] = json.loads(done["result"])
        return seen

    with ThreadPoolExecutor() as side:
        seen, *others = side.map(run, range(shares))
    for other in others:
        seen["passed"] += other["passed"]
        seen["failed"] += other["failed"]
        seen["skipped"] += other["skipped"]
        seen["status"] = seen["status"] or other["status"]
        seen["said"] += other["said"]
    return seen


@pytest.fixture(scope="module")
def everything() -> dict[str, Any]:
    """Return what a run of all the solver's tests saw."""
    return run_there(["tests/solver"], SHARES)


def all_passed(there: dict[str, Any], note: Callable[[str], None]) -> None:
    note(
        f"the solver's tests inside Pyodide (Python {there['version']}, {there['platform']}): "
        f"{there['passed']} passed, {len(there['failed'])} failed, {len(there['skipped'])} skipped, "
        f"{len(there['deselected'])} for CPython alone"
    )
    assert there["platform"] == "emscripten"
    assert not there["failed"], "\n\n".join(there["failed"][:5])
    assert there["status"] == 0, there["said"]
    assert there["passed"] == there["collected"]


def test_the_figures_come_out_alike_in_the_browsers_python(note: Callable[[str], None]) -> None:
    there = run_there([f"tests/solver/{name}" for name in FIGURES], 1)
    all_passed(there, note)
    assert there["passed"] > 200


@pytest.mark.long
def test_the_solver_passes_all_its_tests_in_the_browsers_python(
    everything: dict[str, Any], note: Callable[[str], None]
) -> None:
    all_passed(everything, note)


@pytest.mark.long
def test_only_marked_tests_are_left_out_and_each_mark_gives_its_reason(everything: dict[str, Any]) -> None:
    there = everything
    assert not there["skipped"]
    for test, *reasons in there["deselected"]:
        assert len(reasons) == 1, f"{test}: cpython_only wants one reason"
        assert reasons[0].strip(), test
    assert len(there["deselected"]) <= there["passed"] / 20, there["deselected"]
