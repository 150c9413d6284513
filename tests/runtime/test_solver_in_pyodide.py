"""The solver's own tests, a second time: in stock Pyodide under Node, the very Python that runs in the browser.

A plain run takes those in which a number could come out another way there, a long one every test that a plain run of
the solver's tests takes here, with its first case and its last. More cases, and searches that are compared with other
searches, prove the mathematics, which is the same in every Python; they run here. That an answer is the same to the
letter there is proved for each example of the site and each form by test_build.py. Project and pytest are mounted from
this machine's disk, so nothing is fetched or packed.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from once import made_once

from theme.runtime.compiling import minimal_lock
from theme.runtime.tools import boot_in_node
from theme.store import packages

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"
_FIGURES = ("test_scenarios.py", "test_dice.py", "test_data.py", "test_planets_and_systems.py", "test_forms.py")
"""Of the solver's tests: what was worked out by hand, the dice, the data files, each form's own scenario."""
SOLVER = PROJECT / "tests" / "solver"
_FOLDERS = sorted({path.parent.name for path in SOLVER.glob("*/test_*.py")})
_MODULES = sorted(path.name for path in SOLVER.glob("test_*.py"))
PARTS = {
    "figures": [f"tests/solver/{name}" for name in _FIGURES],
    "modules": [f"tests/solver/{name}" for name in _MODULES if name not in _FIGURES],
    "folders": [f"tests/solver/{folder}" for folder in _FOLDERS],
}
"""All tests of the solver, in parts of about half a minute; the browser's Python has one thread."""
CASES = 2
"""Of each test outside of the figures, how many cases run there: the first and the last."""
HERE = (
    "combat/test_actions_with_dice.py::test_the_battles_of_earlier_editions_hold_everything_that_was_replaced",
    "combat/test_against_dice.py::test_the_fleets_hold_every_effect_that_only_the_dice_of_factions_know",
    "combat/test_as_played.py::test_floats_and_fractions_agree",
    "combat/test_bare_hits.py::test_floats_by_one_side_agree_with_the_chain_that_follows_both",
    "combat/test_best_answers.py",
    "combat/test_best_of_both.py::test_no_strategy_of_either_side_wins_more_often_than_the_best_losses",
    "combat/test_bound_hits.py::test_hits_do_in_steps_what_they_do_together",
    "combat/test_laws.py::test_fractions_and_floats_agree_and_sum_to_one",
    "combat/test_relations.py::test_what_is_declined_might_as_well_not_be_there",
    "combat/test_relations.py::test_a_combat_goes_on_from_what_its_first_rounds_leave",
    "combat/test_relations.py::test_a_ground_combat_is_a_space_combat_of_units_with_the_same_values",
    "playing/test_law.py::test_odds",
    "rules/test_anti_fighter_barrage.py::test_best_under_waylay_loses_as_little_as_any_choice",
    "rules/test_production_brute.py::test_best_equals_brute_force",
    "rules/test_space_cannon_brute.py",
    "test_public.py::test_nothing_outside_its_own_file_knows_a_faction",
    "test_public.py::test_nothing_outside_the_components_knows_one_by_name",
)
"""Long searches, and hundreds of drawn battles, each worked out in two ways of ours that must agree, or by listing all
dice: run in this Python alone, as are two that read our sources as text. What they are made of runs there with the
other tests of these files' folder."""
PATIENCE = 800  # seconds
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
        self.seen = {"passed": 0, "failed": [], "skipped": [], "deselected": [], "here": [], "more": 0}

    def pytest_collection_modifyitems(self, config, items):
        kept, met = [], {}
        # Long ones are more draws of a proof: they prove the mathematics, not the Python.
        short = [item for item in items if not item.get_closest_marker("long")]
        last = {item.nodeid.partition("[")[0]: item for item in short}
        for item in short:
            if item.nodeid.startswith(HERE):
                self.seen["here"].append(item.nodeid)
                continue
            test = item.nodeid.partition("[")[0]
            met[test] = met.get(test, 0) + 1
            if CASES and met[test] >= CASES and item is not last[test]:
                self.seen["more"] += 1
                continue
            mark = item.get_closest_marker("cpython_only")
            if mark is None:
                kept.append(item)
            else:
                self.seen["deselected"].append([item.nodeid, *mark.args])
        self.seen["collected"] = len(kept)
        items[:] = kept

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
options += ["-W", "ignore:Unknown config option:pytest.PytestConfigWarning"]  # of faulthandler, which it has not
options += ["--rootdir=/project", "--confcutdir=tests/solver", "-c", "/project/pyproject.toml"]
options += ["--assert=plain"]  # what an assertion holds is said where the same test runs here
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


def run_there(paths: list[str], cases: int) -> dict[str, Any]:
    """Return what a run of these tests inside Pyodide saw, with so many cases of each (0: with all)."""
    pyodide = packages.pinned("pyodide", CACHE, print)
    job = {
        "pyodide": str(pyodide),
        "lock": minimal_lock(pyodide),
        "path": "",
        "folders": {"/project": str(PROJECT), "/site-packages": str(SITE_PACKAGES)},
        "code": f"PATHS, CASES, HERE = {paths!r}, {cases}, {tuple(f'tests/solver/{name}' for name in HERE)!r}\n{RUN}",
    }
    done = boot_in_node(job, "running the solver's tests in Pyodide", PATIENCE)
    seen: dict[str, Any] = json.loads(done["result"])
    return seen


@pytest.fixture(scope="session")
def saw(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Any]]:
    """Return a function that says what the run of a part saw, which is run once for all processes of these tests."""

    def saw_in(part: str) -> dict[str, Any]:
        def run(folder: Path) -> None:
            (folder / "seen.json").write_text(
                json.dumps(run_there(PARTS[part], 0 if part == "figures" else CASES)), "utf-8"
            )

        folder = made_once(tmp_path_factory, f"in-pyodide-{part}", run)
        seen: dict[str, Any] = json.loads((folder / "seen.json").read_text("utf-8"))
        return seen

    return saw_in


def all_passed(there: dict[str, Any], note: Callable[[str], None]) -> None:
    note(
        f"the solver's tests inside Pyodide (Python {there['version']}, {there['platform']}): "
        f"{there['passed']} passed, {len(there['failed'])} failed, {len(there['skipped'])} skipped, "
        f"{len(there['deselected'])} for CPython alone, besides {len(there['here'])} searches, {there['more']} cases"
    )
    assert there["platform"] == "emscripten"
    assert not there["failed"], "\n\n".join(there["failed"][:5])
    assert there["status"] == 0, there["said"]
    assert there["passed"] == there["collected"]


def test_the_figures_come_out_alike_in_the_browsers_python(
    saw: Callable[[str], dict[str, Any]], note: Callable[[str], None]
) -> None:
    there = saw("figures")
    all_passed(there, note)
    assert there["passed"] > 200


@pytest.mark.long
@pytest.mark.parametrize("part", [part for part in PARTS if part != "figures"])
def test_the_solver_passes_all_its_tests_in_the_browsers_python(
    part: str, saw: Callable[[str], dict[str, Any]], note: Callable[[str], None]
) -> None:
    there = saw(part)
    all_passed(there, note)
    assert not there["skipped"]


@pytest.mark.long
def test_only_marked_tests_are_left_out_and_each_mark_gives_its_reason(saw: Callable[[str], dict[str, Any]]) -> None:
    seen = [saw(part) for part in PARTS]
    left_out = [one for there in seen for one in there["deselected"]]
    for test, *reasons in left_out:
        assert len(reasons) == 1, f"{test}: cpython_only wants one reason"
        assert reasons[0].strip(), test
    passed = sum(there["passed"] for there in seen)
    assert len(left_out) <= (passed + sum(there["more"] for there in seen)) / 20, left_out
    assert passed > 2_000
    here = [test for there in seen for test in there["here"]]
    assert [name for name in HERE if not any(test.startswith(f"tests/solver/{name}") for test in here)] == []
