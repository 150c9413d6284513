"""What is kept of earlier builds: never older than its sources, verified, bounded, and shared by several at once."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import platformdirs
import pytest
from kept import taking

from content import results
from content.results import Shelf, key

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(results, "active", True)
    monkeypatch.setattr(results, "_shelves", [])
    monkeypatch.setattr(results, "_watched", {})
    monkeypatch.setattr(results, "_ROOT", tmp_path)
    monkeypatch.setenv("MECATOL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(platformdirs, "user_state_path", lambda name: tmp_path / "state" / name)
    monkeypatch.setattr(results, "_own_key", cache(results._own_key.__wrapped__))


def made(shelf: Shelf, name: str, value: object = "made") -> tuple[object, bool]:
    """Return a result, and whether it had to be made."""
    asked: list[str] = []
    found = shelf.get(key(name), lambda: asked.append(name) or value)
    return found, bool(asked)


def test_a_result_is_made_once_and_comes_back_as_it_was() -> None:
    value = {"lines": {("topics", 3): 7}, "text": "é", "share": 0.1, "none": None}
    assert made(Shelf("one"), "a", value) == (value, True)
    results.settle()
    assert made(Shelf("one"), "a") == (value, False)
    assert made(Shelf("one"), "b") == ("made", True)
    assert made(Shelf("two"), "a") == ("made", True)


def test_none_is_not_kept() -> None:
    shelf = Shelf("one")
    assert made(shelf, "a", None) == (None, True)
    assert made(shelf, "a", None) == (None, True)


def test_what_only_takes_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made(Shelf("one"), "a", "before")
    results.settle()
    monkeypatch.setattr(results, "active", False)
    with taking():
        assert made(Shelf("one"), "a") == ("before", False)
        assert made(Shelf("one"), "b") == ("made", True)
    results.settle()
    assert made(Shelf("one"), "a", "now") == ("now", True)
    monkeypatch.setattr(results, "active", True)
    assert made(Shelf("one"), "b") == ("made", True)


@pytest.mark.parametrize("flag", [("active", False), ("strangers", True)])
def test_nothing_is_kept_or_used_where_the_code_is_not_what_the_files_say(
    monkeypatch: pytest.MonkeyPatch, flag: tuple[str, bool]
) -> None:
    made(Shelf("one"), "a", "before")
    results.settle()
    monkeypatch.setattr(results, *flag)
    assert made(Shelf("one"), "a", "now") == ("now", True)
    results.settle()
    monkeypatch.setattr(results, flag[0], not flag[1])
    assert made(Shelf("one"), "a") == ("before", False)


@pytest.mark.parametrize("spoil", [b"", b"short", b"\0" * 400, None])
def test_a_shelf_that_was_changed_counts_as_empty(tmp_path: Path, spoil: bytes | None) -> None:
    made(Shelf("one"), "a")
    results.settle()
    file = tmp_path / "cache" / "results" / "one"
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data if spoil is None else spoil)
    assert made(Shelf("one"), "a", "again") == ("again", True)
    results.settle()
    assert made(Shelf("one"), "a") == ("again", False)


def test_another_python_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made(Shelf("one"), "a")
    results.settle()
    monkeypatch.setattr(sys, "version", "4.0")
    assert made(Shelf("one"), "a")[1]


def test_what_somebody_else_has_kept_counts_as_nothing(tmp_path: Path) -> None:
    made(Shelf("one"), "a")
    results.settle()
    assert not made(Shelf("one"), "a")[1]
    (key_file,) = (tmp_path / "state" / "mecatol").iterdir()
    assert key_file.stat().st_mode & 0o077 == 0 or os.name != "posix"
    key_file.write_bytes(bytes(32))  # as another user's key is another
    results._own_key.cache_clear()
    assert made(Shelf("one"), "a", "again") == ("again", True)


@pytest.mark.parametrize("name", ["script", "face"])
def test_a_file_that_is_kept_is_what_was_written_under_its_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "cache"
    results.hold(folder / "script", b"run()")
    found = folder / name
    found.write_bytes((folder / "script").read_bytes())
    assert results.held(found) == (b"run()" if name == "script" else None)
    assert results.held(found, "another reader") is None
    found.write_bytes(hashlib.sha256(b"steal()").digest() + b"steal()")
    assert results.held(found) is None
    assert [path.name for path in folder.glob(".*")] == []


def test_a_key_that_cannot_be_kept_is_the_process_s_own(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    made(Shelf("one"), "a")
    results.settle()
    assert not made(Shelf("one"), "a")[1]
    results._own_key.cache_clear()  # as in the next process
    assert made(Shelf("one"), "a")[1]


def test_two_builds_at_once_keep_what_both_have_made() -> None:
    first, second = Shelf("one"), Shelf("one")
    made(first, "a")
    made(second, "b")
    results.settle()
    third = Shelf("one")
    assert not made(third, "a")[1]
    assert not made(third, "b")[1]


def test_a_shelf_is_bounded_and_what_was_used_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "_ROOM", 2500)

    def fill(*names: str) -> None:
        shelf = Shelf("one")
        for name in names:
            made(shelf, name, random.Random(name).randbytes(1000))  # which no packing makes less of
        results.settle()

    fill("a", "b")
    fill("b", "c")
    shelf = Shelf("one")
    assert [made(shelf, name)[1] for name in "abc"] == [True, False, False]


def test_code_has_another_hash_after_any_change_of_a_file_or_a_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    file = folder / "rules.py"
    seen = []

    def note() -> None:
        results.settle()
        seen.append(results.code(folder))

    file.write_text("dice = 1")
    note()
    file.write_text("dice = 2")
    note()
    file.rename(folder / "laws.py")
    note()
    (folder / "data.json").write_text("{}")
    note()
    monkeypatch.setattr(results, "_tools", lambda: ("jinja2 4",))
    note()
    assert len({*seen}) == len(seen)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "rules.pyc").write_bytes(b"compiled")
    note()
    assert seen[-1] == seen[-2]


@pytest.mark.parametrize("aged", [True, False])
def test_nothing_is_kept_if_code_changed_as_it_ran(tmp_path: Path, aged: bool) -> None:
    file = tmp_path / "rules.py"
    file.write_text("dice = 1")
    os.utime(file, (1e9, 1e9))
    shelf = Shelf("one")
    shelf.get(key(results.code(file), "a"), lambda: "old")
    if aged:  # by its contents, though its date says that it is old
        file.write_text("dice = 2")
        os.utime(file, (1e9, 1e9))
    else:  # Python may have loaded what was there before
        os.utime(file)
    results.settle()
    assert not (tmp_path / "cache" / "results" / "one").exists()


def test_a_folder_that_cannot_be_written_costs_time_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    made(Shelf("one"), "a")
    results.settle()
    assert made(Shelf("one"), "a")[1]


def check(project: Path, folder: Path) -> str:
    """Check a folder of content by the code of a project, with what it has kept so far; return its faults."""
    env = {**os.environ, "PYTHONPATH": f"{project}:{project / 'solver'}", "MECATOL_CACHE": str(project / ".cache")}
    command = [sys.executable, "-m", "content", str(folder)]
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=False).stdout


def test_no_result_of_checking_is_older_than_its_sources(tmp_path: Path) -> None:
    project, folder = tmp_path / "project", tmp_path / "project" / "rules"
    shutil.copytree(ROOT / "solver" / "mecatol", project / "solver" / "mecatol")
    shutil.copytree(ROOT / "content", project / "content", ignore=shutil.ignore_patterns("*.yaml", "*.parquet"))
    (folder / "topics").mkdir(parents=True)
    for name in ("catalogue.yaml", "topics/gravity-rift.yaml"):
        shutil.copy2(ROOT / "content" / name, folder / name)

    def change(path: Path, old: str, new: str) -> None:
        text = path.read_text("utf-8")
        assert old in text, path
        path.write_text(text.replace(old, new, 1), "utf-8")
        os.utime(path, (1e9, 1e9))  # the hash tells that it has changed, not its date

    assert check(project, folder).startswith("content is sound")
    assert (project / ".cache" / "results" / "sound").exists()
    english, topic = project / "content" / "english.py", folder / "topics" / "gravity-rift.yaml"
    change(english, "WORDINGS = (", 'WORDINGS = (\n    _wording("ships", r"\\bships\\b", "vessels", held=True),')
    assert "vessels" in check(project, folder)
    change(english, "held=True),", "held=False),")
    assert check(project, folder).startswith("content is sound")
    change(project / "content" / "schema.json", '"properties": {', '"maxProperties": 1, "properties": {')
    assert "gravity-rift.yaml" in check(project, folder)
    change(project / "content" / "schema.json", '"maxProperties": 1, ', "")
    change(folder / "catalogue.yaml", '"41.3", "41.4"]', '"41.3"]')
    assert "'41.4' is not a clause" in check(project, folder)
    change(folder / "catalogue.yaml", '"41.3"]', '"41.3", "41.4"]')
    change(topic, "examples:", "examples: # a remark moves no line")
    assert check(project, folder).startswith("content is sound")
    change(topic, "shows:", "shown:")
    assert "shown" in check(project, folder)
    change(topic, "shown:", "shows:")
    change(project / "solver" / "mecatol" / "rules" / "movement" / "rift.py", "REMOVED_ON = 3", "REMOVED_ON = 4")
    assert "the solver finds" in check(project, folder)
