"""What a sweep keeps while it goes on: nobody else writes it, nothing wrong is taken over, nothing right is lost."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mecatol.cli import main
from mecatol.errors import ScenarioError
from mecatol.lab import disk, runs, workers
from mecatol.lab.journal import SweepJournal
from mecatol.lab.plans import plan_of, read_plan
from mecatol.lab.rows import Task, solved
from mecatol.lab.runs import run
from tests.solver.lab.test_sweep import PLAN, one_core

pytestmark = pytest.mark.cpython_only("locks files and starts other processes")


class KilledError(BaseException):
    """Ends a run as nothing that it could foresee does."""


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """Return the table of PLAN."""
    plan = read_plan(PLAN)
    run(plan, tmp_path / "whole.jsonl", one_core(plan), lambda _: None)
    return (tmp_path / "whole.jsonl").read_bytes()


def begin(out: Path, limits: dict[str, Any] | None = None) -> Path:
    """Solve the first 16 or 32 battles of PLAN, and return their journal."""

    def killed(progress: Any) -> None:
        if progress.done >= 16:
            raise KilledError

    plan = read_plan(PLAN)
    with pytest.raises(KilledError):
        run(plan, out, one_core(plan), killed, limits or {})
    return out.with_name(f"{out.name}.partial")


def finish(out: Path, limits: dict[str, Any] | None = None) -> tuple[runs.Finished, list[int]]:
    """Run PLAN to its end; return what came of it and the battles that were solved anew."""
    plan, again = read_plan(PLAN), []

    def noting(chunks: Iterator[list[Task]]) -> Iterator[list[tuple[int, str]]]:
        for chunk in chunks:
            again.extend(index for index, _, _ in chunk)
            yield solved(chunk, plan.fields, 60.0)

    return run(plan, out, lambda: nullcontext(noting), lambda _: None, limits or {}), again


def test_the_header_names_all_that_decides_the_rows(tmp_path: Path) -> None:
    kept = begin(tmp_path / "out.jsonl", {"seconds": 60.0, "packs": ["ab12"]})
    header = json.loads(kept.read_bytes().splitlines()[0])
    assert header.keys() == {"journal", "plan", "version", "seconds", "packs"}
    assert header["plan"] == read_plan(PLAN).fingerprint


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({"seconds": 60.0, "packs": []}, "holds the rows that were solved with --seconds 0.0001; to continue that run"),
        ({"seconds": 0.0001, "packs": ["ab12"]}, "holds the rows that were solved with other packs"),
    ],
)
def test_rows_under_other_limits_are_not_taken_over(tmp_path: Path, now: dict[str, Any], said: str) -> None:
    kept = begin(tmp_path / "out.jsonl", {"seconds": 0.0001, "packs": []})
    before = kept.read_bytes()
    with pytest.raises(ScenarioError, match=said):
        finish(tmp_path / "out.jsonl", now)
    assert kept.read_bytes() == before


def test_rows_of_another_version_are_not_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(tmp_path / "out.jsonl")
    monkeypatch.setattr(runs, "version_line", lambda: "mecatol 99.0")
    with pytest.raises(ScenarioError, match=r"holds the rows of another version \(mecatol "):
        finish(tmp_path / "out.jsonl")


def test_the_command_binds_its_journal_to_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, out = tmp_path / "plan.yaml", tmp_path / "out.jsonl"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    begin(out, {"seconds": 0.5, "packs": []})
    command = ["sweep", str(plan), "--out", str(out), "--cores", "1", "--quiet", "--seconds"]
    assert main([*command, "60"]) == 2
    assert "that were solved with --seconds 0.5" in capsys.readouterr().err
    assert main([*command, "0.5"]) == 0
    assert "16 were solved by an earlier run." in capsys.readouterr().out


@pytest.mark.parametrize("begun", [b"", b"{", b'{"journal": ', b'{"journal": 1, "plan": "of another'])
def test_a_journal_that_ended_before_its_first_row_is_begun_anew(tmp_path: Path, whole: bytes, begun: bytes) -> None:
    (tmp_path / "out.jsonl.partial").write_bytes(begun)
    finish(tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == whole


@pytest.mark.parametrize("begun", [b"{}", b"\n", b"letter to my aunt", b'{"journal": 1}\n', b'{"journal": 7}\nx\n'])
def test_what_is_no_journal_of_this_run_is_left_alone(tmp_path: Path, begun: bytes) -> None:
    kept = tmp_path / "out.jsonl.partial"
    kept.write_bytes(begun)
    with pytest.raises(ScenarioError, match=r"out\.jsonl\.partial holds the rows of another plan; .* remove that one"):
        finish(tmp_path / "out.jsonl")
    assert kept.read_bytes() == begun


def _another_battle(line: bytes) -> bytes:
    return line.replace(b'"battle": 3,', b'"battle": 999,')


def _without_value(line: bytes) -> bytes:
    return line.partition(b', "winner')[0] + b"}"


@pytest.mark.parametrize(
    "change",
    [
        _another_battle,
        _without_value,
        lambda line: b"",
        lambda line: b'{"battle": 3}',
        lambda line: b'00000000 {"battle": 3}',
        lambda line: b"\x00" * len(line),
        lambda line: line.replace(b"0.", b"1.", 1),
    ],
    ids=["foreign", "no value", "blank", "no sum", "wrong sum", "zeros", "changed"],
)
def test_a_damaged_row_is_solved_again(tmp_path: Path, whole: bytes, change: Any) -> None:
    kept = begin(tmp_path / "out.jsonl")
    lines = kept.read_bytes().split(b"\n")
    assert b'"battle": 3,' in lines[4]
    lines[4] = change(lines[4])
    kept.write_bytes(b"\n".join(lines))
    done, again = finish(tmp_path / "out.jsonl")
    assert again == [3, *range(16, 40)]
    assert done.damaged == 1
    assert (tmp_path / "out.jsonl").read_bytes() == whole


def test_a_row_of_another_run_is_not_taken_over(tmp_path: Path, whole: bytes) -> None:
    kept, other = begin(tmp_path / "out.jsonl"), begin(tmp_path / "other.jsonl", {"seconds": 1.0})
    lines = kept.read_bytes().split(b"\n")
    lines[4] = other.read_bytes().split(b"\n")[4]
    kept.write_bytes(b"\n".join(lines))
    assert finish(tmp_path / "out.jsonl")[1] == [3, *range(16, 40)]
    assert (tmp_path / "out.jsonl").read_bytes() == whole


def test_wherever_a_journal_is_cut_it_goes_on_to_the_same_table(tmp_path: Path, whole: bytes) -> None:
    text = begin(tmp_path / "first.jsonl").read_bytes()
    header = text.index(b"\n") + 1
    second = text.index(b"\n", header) + 1
    for place, at in enumerate(
        (1, header - 1, header, header + 1, header + 8, header + 9, second - 1, second, len(text) - 1)
    ):
        out = tmp_path / f"{place}.jsonl"
        out.with_name(f"{out.name}.partial").write_bytes(text[:at])
        done, again = finish(out)
        assert out.read_bytes() == whole
        assert len(again) == 40 - max(0, text[:at].count(b"\n") - 1)
        assert done.damaged == (at not in (1, header - 1, header, second))
        assert not out.with_name(f"{out.name}.partial").exists()


def test_the_command_says_what_was_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, out = tmp_path / "plan.yaml", tmp_path / "out.jsonl"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    kept = begin(out, {"seconds": 60.0, "packs": []})
    kept.write_bytes(kept.read_bytes()[:-5])
    assert main(["sweep", str(plan), "--out", str(out), "--cores", "1", "--quiet"]) == 0
    assert "15 were solved by an earlier run. 1 of its rows was damaged and solved again." in capsys.readouterr().out


def test_two_runs_of_one_table_do_not_mix(tmp_path: Path, whole: bytes) -> None:
    plan, out = read_plan(PLAN), tmp_path / "out.jsonl"
    refused: list[str] = []

    def another(progress: Any) -> None:
        with pytest.raises(ScenarioError) as caught:
            run(plan, out, one_core(plan), lambda _: None)
        refused.append(str(caught.value))

    run(plan, out, one_core(plan), another)
    assert len(refused) == 3
    for said in refused:
        assert said.endswith(
            "out.jsonl.partial is in use by another sweep; wait until it has ended, or name another file"
        )
    assert out.read_bytes() == whole


def test_a_table_that_appeared_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    plan, out = read_plan(PLAN), tmp_path / "out.jsonl"
    with pytest.raises(ScenarioError, match=r"is there already.*keeps the 40 of 40 battles that are solved"):
        run(plan, out, one_core(plan), lambda _: out.write_text("mine", encoding="utf-8") and None)
    assert out.read_text(encoding="utf-8") == "mine"
    out.unlink()
    assert finish(out)[1] == []


@pytest.mark.parametrize("ending", ["", ".partial", ".making"])
def test_no_link_is_followed(tmp_path: Path, whole: bytes, ending: str) -> None:
    target, out = tmp_path / "target", tmp_path / "out.jsonl"
    target.write_text("mine", encoding="utf-8")
    for place in (target, tmp_path / "nowhere"):
        link = tmp_path / f"out.jsonl{ending}"
        link.symlink_to(place)
        if ending == ".making":  # our own name for what is half written: the link goes, what it leads to stays
            finish(out)
            assert out.read_bytes() == whole
            out.unlink()
        else:
            with pytest.raises(ScenarioError, match="is there already" if not ending else "is a link to another place"):
                finish(out)
            link.unlink()
    assert target.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            f"{'x' * 245}.jsonl",
            r"x\.jsonl\.partial', which would keep what is solved, cannot be written \(File name too",
        ),
        ("nul\0.jsonl", r"cannot be written \(.*embedded null"),
    ],
)
def test_a_name_that_no_journal_can_have_is_said(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        finish(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_a_file_is_not_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "out.jsonl.partial")
    with pytest.raises(ScenarioError, match=r"cannot be written \(it is not a file\)"):
        finish(tmp_path / "out.jsonl")
    (tmp_path / "folder.jsonl.partial").mkdir()
    with pytest.raises(ScenarioError, match=r"cannot be written \(Is a directory\)"):
        finish(tmp_path / "folder.jsonl")


@pytest.mark.parametrize("answer", [(40, "{}"), (-1, "{}"), ("0", "{}"), (0, '{}\n{"battle": 1}')])
def test_what_a_cluster_answers_is_checked(tmp_path: Path, answer: Any) -> None:
    plan = read_plan(PLAN)
    with pytest.raises(ScenarioError, match="answered with what is not a row of this plan; no battle was solved yet"):
        run(plan, tmp_path / "out.jsonl", lambda: nullcontext(lambda chunks: [[answer]]), lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = read_plan(PLAN)
    tasks, here = [*plan.battles()][:2], workers.version_line()
    assert workers._solved_remotely(here, tasks, plan.fields, 60.0) == solved(tasks, plan.fields, 60.0)
    with pytest.raises(ScenarioError, match=r"a worker has mecatol .*, and here is mecatol 99.0; install the same"):
        workers._solved_remotely("mecatol 99.0", tasks, plan.fields, 60.0)


def test_a_disk_without_locks_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(number: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    system = SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4)
    monkeypatch.setattr(disk, "import_module", lambda name: system)
    with pytest.raises(
        ScenarioError, match=r"cannot be locked \(No locks available\), so two runs could mix their rows"
    ):
        finish(tmp_path / "out.jsonl")


def test_a_worker_that_is_killed_is_said_with_what_is_kept(tmp_path: Path, whole: bytes) -> None:
    plan, out = read_plan(PLAN), tmp_path / "out.jsonl"

    def kill_one(progress: Any) -> None:
        multiprocessing.active_children()[0].kill()

    with pytest.raises(ScenarioError) as caught:
        run(plan, out, partial(workers.local, 2, plan.fields, 60.0), kill_one)
    said = str(caught.value)
    if "keeps the" in said:  # the others were solved before the pool noticed it
        assert said.startswith("--cores: a process that solves was ended from outside")
        assert said.endswith("run the same command again to continue")
    finish(out)
    assert out.read_bytes() == whole


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks processes up in /proc")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    plan, out = tmp_path / "plan.yaml", tmp_path / "out.jsonl"
    axes = {f"Red.space.{kind}": {"from": 1, "to": 20} for kind in ("cruiser", "destroyer", "carrier")}
    plan.write_text(json.dumps({**PLAN, "axes": axes}), encoding="utf-8")
    command = [sys.executable, "-m", "mecatol", "sweep", str(plan), "--out", str(out), "--cores", "2", "--quiet"]
    with subprocess.Popen(command) as going:
        kept = tmp_path / "out.jsonl.partial"
        while going.poll() is None and not (kept.exists() and kept.stat().st_size > 1000):
            time.sleep(0.05)
        started = Path(f"/proc/{going.pid}/task/{going.pid}/children").read_text(encoding="utf-8").split()
        assert len(started) >= 2
        going.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while any(_is_alive(int(one)) for one in started) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [one for one in started if _is_alive(int(one))]


def test_lines_of_a_plan_may_hold_what_else_ends_a_line() -> None:
    battles = [
        json.dumps({"step": "space-combat", "players": [], "x": f"a{end}b"}, ensure_ascii=False) for end in "\u2028\x85"
    ]
    plan = plan_of("\r\n".join(battles))
    assert [scenario["x"] for _, scenario, _ in plan.battles()] == ["a\u2028b", "a\x85b"]


def test_a_plan_is_counted_before_it_is_made() -> None:
    kinds = ("cruiser", "carrier", "fighter", "destroyer")
    axes = {f"{name}.space.{kind}": {"from": 0, "to": 9_999_998} for name in ("Red", "Blue") for kind in kinds}
    units = ["fighter", "destroyer", "cruiser", "carrier", "dreadnought"]
    fleets = {name: {"units": units, "cost": {"from": 1, "to": 30}} for name in ("Red", "Blue")}
    many = {f"Red.space.{n}": [1] for n in range(61)}
    for changed, field, said in (
        ({"axes": axes}, "axes", "make 9"),
        ({"axes": {}, "fleets": fleets, "pairs": None}, "fleets", "; 10,000,000 are the most of one plan"),
        ({"axes": many}, "axes", "are 61; 60 are the most of one plan"),
        (
            {"axes": {}, "fleets": {"Red": {**fleets["Red"], "cost": {"from": 1, "to": 60}, "within_box": False}}},
            "fleets.Red",
            "100,000 fleets",
        ),
    ):
        begun = time.process_time()
        with pytest.raises(ScenarioError) as caught:
            read_plan({**PLAN, **changed})
        assert (caught.value.problems[0].field, time.process_time() - begun < 5) == (field, True)
        assert said in caught.value.problems[0].message


def test_ranges_and_pairs_are_made_one_by_one() -> None:
    base = PLAN["base"]
    axes = {f"Red.space.{kind}": {"from": 0, "to": 99} for kind in ("cruiser", "carrier", "destroyer")}
    long = read_plan({"base": base, "axes": {**axes, "rounds": {"from": 1, "to": 10}}})
    assert len(long) == 10_000_000
    assert long.battle(9_999_998)[1] == {**dict.fromkeys(axes, 99), "rounds": 9}
    assert len(long.fingerprint) == 64


def test_a_journal_is_locked_while_it_is_open(tmp_path: Path) -> None:
    first = SweepJournal(tmp_path / "a.partial", {"plan": "x"}, 3)
    with pytest.raises(ScenarioError, match="is in use by another sweep"):
        SweepJournal(tmp_path / "a.partial", {"plan": "x"}, 3)
    first.add([(1, '{"battle": 1}')])
    first.close()
    again = SweepJournal(tmp_path / "a.partial", {"plan": "x"}, 3)
    assert ([*again.rows()], again.count) == (['{"battle": 1}'], 1)
    again.close(remove=True)
    assert not (tmp_path / "a.partial").exists()
