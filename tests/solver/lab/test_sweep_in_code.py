"""Sweeps from Python: the table that comes back, and the ways out of it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol import ScenarioError, SweepTable, sweep
from mecatol.lab import workers
from mecatol.solution.model import Solution

ROOT = Path(__file__).parents[3]
BASE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"cruiser": 2}}],
}
PLAN: dict[str, Any] = {"base": BASE, "axes": {"Red.space.cruiser": {"from": 1, "to": 3}}}
FLEETS: dict[str, Any] = {"base": BASE, "fleets": {"Blue": {"units": ["cruiser", "destroyer"], "cost": 3}}}

pytestmark = pytest.mark.cpython_only("a browser starts no processes and keeps no files")


def test_a_sweep_gives_the_rows_in_the_order_of_the_plan() -> None:
    table = sweep(PLAN, cores=1, progress=False)
    assert table.columns == ("battle", "Red.space.cruiser", "winner.Red", "winner.Blue", "winner.draw")
    for row, number in zip(table, (1, 2, 3), strict=True):
        alone: Solution = mecatol.solve(f"{number} cruisers vs 2 cruisers")
        assert row["Red.space.cruiser"] == number
        assert row["winner.Red"] == alone.winner["Red"]
    assert table.about["version"] == f"mecatol {mecatol.__version__}"


def test_each_type_of_unit_has_a_column_of_numbers() -> None:
    table = sweep(FLEETS, cores=1, progress=False)
    cost = {"cruiser": 2, "destroyer": 1}
    for row in table:
        counts = {kind: row[f"Blue.space.{kind}"] for kind in cost}
        assert sum(cost[kind] * number for kind, number in counts.items()) <= 3
        assert row["Blue.space"] == ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
    assert {(row["Blue.space.cruiser"], row["Blue.space.destroyer"]) for row in table} == {(0, 3), (1, 1)}


def test_a_plan_may_be_text_or_a_file_and_the_table_may_be_written(tmp_path: Path) -> None:
    file, out = tmp_path / "plan.json", tmp_path / "rows.csv"
    file.write_text(json.dumps(PLAN), encoding="utf-8")
    rows = sweep(PLAN, cores=1, progress=False).rows
    assert sweep(json.dumps(PLAN), cores=1, progress=False).rows == rows
    assert sweep(str(file), cores=1, progress=False).rows == sweep(file, cores=1, progress=False).rows == rows
    sweep(file, out, cores=1, progress=False)
    written = [*csv.DictReader(io.StringIO(out.read_text(encoding="utf-8")))]
    assert [float(row["winner.Red"]) for row in written] == [row["winner.Red"] for row in rows]
    with pytest.raises(ScenarioError, match="is there already"):
        sweep(file, out, cores=1, progress=False)


def test_a_table_goes_to_csv_and_to_a_notebook(tmp_path: Path) -> None:
    table = sweep(PLAN, cores=1, progress=False)
    text = table.to_csv(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == text == str(table)
    assert text.splitlines()[0] == "battle,Red.space.cruiser,winner.Red,winner.Blue,winner.draw"
    assert repr(table) == "<SweepTable: 3 rows, 5 columns>"
    assert '<th scope="col">winner.Red</th>' in table._repr_html_()
    assert "&lt;b&gt;" in SweepTable([{"<b>": 1}], {})._repr_html_()
    with pytest.raises(ScenarioError, match="there is no column 'winner'; there are battle"):
        table.column("winner")


def test_arrow_and_parquet_say_what_made_them(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = sweep(PLAN, tmp_path / "rows.parquet", cores=1, progress=False)
    for made in (table.to_arrow(), pq.read_table(tmp_path / "rows.parquet")):
        about = json.loads(made.schema.metadata[b"mecatol"])
        assert about == table.about
        assert about.keys() == {"plan", "version", "seconds", "packs"}
        assert made.to_pylist() == table.rows


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_hold_the_same_or_say_what_is_missing(library: str) -> None:
    table = sweep(PLAN, cores=1, progress=False)
    try:
        __import__(library)
    except ImportError:
        with pytest.raises(ImportError, match=f"This needs {library}: install it with pip install '{library}'"):
            getattr(table, f"to_{library}")()
    else:
        frame = getattr(table, f"to_{library}")()
        assert list(frame["winner.Red"]) == table.column("winner.Red")


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    sweep(PLAN, cores=1, progress=lambda done, whole: told.append((done, whole)))
    assert told[-1] == (3, 3)


@pytest.mark.parametrize("cores", [0, 1.5, True, "2", 10_000])
def test_the_number_of_processes_is_bounded(cores: Any) -> None:
    with pytest.raises(ScenarioError, match=r"^cores: is .*; give a number from 1 to 256"):
        sweep(PLAN, cores=cores, progress=False)


def test_a_script_needs_no_guard_around_a_sweep(tmp_path: Path) -> None:
    """Processes that solve do not run the script again: it would print, and sweep, once more in each."""
    script = tmp_path / "script.py"
    plan = {**PLAN, "axes": {"Red.space.cruiser": {"from": 1, "to": 40}}}
    script.write_text(f"import mecatol\nprint('once', len(mecatol.sweep({plan!r}, cores=2, progress=False)))\n")
    run = [sys.executable, str(script)]
    ran = subprocess.run(run, env={"PYTHONPATH": str(ROOT / "solver"), "PATH": ""}, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("once 40\n", "")


def test_packs_travel_with_the_battles_of_a_cluster() -> None:
    """What a worker does: it registers the packs that it is sent, and forgets them when others come."""
    pack = (ROOT / "tests" / "solver" / "homebrew" / "zelian_purifier.yaml").read_bytes()
    battle = {
        **BASE,
        "edition": "discordant-stars",
        "players": [{"name": "Red", "faction": "zelian-purifier", "space": {"cruiser": 1}}, BASE["players"][1]],
    }
    program = (
        "import json, sys\nfrom mecatol.lab import workers\nfrom mecatol.version import version_line\n"
        "pack, battle = sys.stdin.buffer.read().split(b'\\0')\n"
        "task = [(0, json.loads(battle), {})]\n"
        "for packs in ((('zelian.yaml', pack),), (), (('zelian.yaml', pack),)):\n"
        "    [(_, row)] = workers._solved_remotely(version_line(), task, ('winner',), 60.0, packs)\n"
        "    print('refused' if 'refused' in json.loads(row) else 'solved')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input=pack + b"\0" + json.dumps(battle).encode(), capture_output=True,
        env={"PYTHONPATH": str(ROOT / "solver"), "PATH": ""}, check=False,
    )  # fmt: skip
    assert ran.stdout.split() == [b"solved", b"refused", b"solved"], ran.stderr.decode()
    assert workers.digest(__file__) == workers.digest(__file__)


def test_what_battles_share_may_be_said_in_words_and_an_axis_be_a_range() -> None:
    plan = {"base": "1 cruiser vs 2 cruisers", "axes": {"Red.space.cruiser": range(1, 4)}}
    found = sweep(plan, cores=1, progress=False).column("winner.Red")
    assert [round(chance, 3) for chance in found] == [0.069, 0.443, 0.828]


def test_a_range_with_too_many_values_is_refused_before_they_are_listed() -> None:
    plan = {"base": "1 cruiser vs 2 cruisers", "axes": {"Red.space.cruiser": range(10**30)}}
    with pytest.raises(ScenarioError, match="10,000,000"):
        sweep(plan, cores=1, progress=False)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"base": "1 cruiser and 2 gizmos vs 2 cruisers"}, "Nothing is known for '2 gizmos' of Red"),
        ({"base": "1 cruiser"}, "base.text: names one side"),
        (
            {"base": "1 cruiser vs 2 cruisers", "axes": {"players.0.space.cruiser": [1]}},
            "write the name instead of the place: Red.space.cruiser",
        ),
    ],
)
def test_what_a_newcomer_writes_first_is_answered_with_the_way_out(plan: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(said)):
        sweep(plan, cores=1, progress=False)
