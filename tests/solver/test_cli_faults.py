"""The command line where files, pipes, terminals and the solver itself fail: a sentence, a status, no traceback."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol import cli
from mecatol.cli import DEFECT, INTERRUPTED, NOT_SOLVED, UNWRITABLE, main
from mecatol.errors import unexpected
from mecatol.scenario.files import MOST_BYTES, MOST_YAML, parse

ROOT = Path(__file__).parents[2]
PDS: dict[str, Any] = {
    "step": "space-cannon-offense",
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blüe", "planets": {"lodor": {"pds": 1}}}],
}
PROGRAM = [sys.executable, "-m", "mecatol"]
starts_a_process = pytest.mark.cpython_only("starts another process")


def shell(command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which $SOLVER is the command line, and check that no traceback is shown."""
    environment = {**os.environ, "SOLVER": f"{sys.executable} -m mecatol", **options.pop("env", {})}
    ended = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, encoding="utf-8", cwd=ROOT, env=environment,
        check=False, timeout=60, **options,
    )  # fmt: skip
    assert "Traceback" not in ended.stderr
    return ended


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(PDS), encoding="utf-8")
    return path


@pytest.mark.cpython_only("the browser's file system words its errors otherwise")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x" * 5000, "cannot be read (File name too long)"),
        ("nul\0in", "cannot be read (embedded null byte)"),
        (".", "is a folder"),
        ("", "there is no file ''"),
        ("README.md/x", "cannot be read (Not a directory)"),
    ],
)
def test_names_that_lead_to_no_file(capsys: pytest.CaptureFixture[str], name: str, message: str) -> None:
    assert main(["solve", name]) == NOT_SOLVED
    error = capsys.readouterr().err
    assert error.startswith("FILE: ")
    assert message in error
    assert len(error) < 300


def test_a_file_without_end_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    assert main(["solve", str(path)]) == NOT_SOLVED
    assert "is longer than 2,000,000 bytes" in capsys.readouterr().err
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(PDS).encode())  # a byte order mark
    assert main(["solve", str(path)]) == 0


@starts_a_process
def test_a_file_that_may_not_be_read(scenario: Path) -> None:
    scenario.chmod(0)
    ended = shell(f"$SOLVER solve {scenario}")
    if os.getuid():  # the superuser may read it all the same
        assert (ended.returncode, ended.stdout) == (NOT_SOLVED, "")
        assert "cannot be read (Permission denied)" in ended.stderr


@starts_a_process
def test_pipes_are_files(scenario: Path, tmp_path: Path) -> None:
    expected = shell(f"$SOLVER solve --json {scenario}").stdout
    assert json.loads(expected)["step"] == PDS["step"]
    assert shell(f"$SOLVER solve --json /dev/stdin < {scenario}").stdout == expected
    assert shell(f"cat {scenario} | $SOLVER solve --json /dev/stdin").stdout == expected
    assert shell(f"$SOLVER solve --json <(cat {scenario})").stdout == expected
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_text(json.dumps(PDS), encoding="utf-8"))
    writer.start()
    assert shell(f"$SOLVER solve --json {fifo}").stdout == expected
    writer.join()


@starts_a_process
def test_closed_and_full_ends(scenario: Path) -> None:
    closed = shell("$SOLVER solve - <&-")
    assert (closed.returncode, closed.stdout) == (NOT_SOLVED, "")
    assert "FILE: '-' cannot be read" in closed.stderr
    full = shell(f"$SOLVER solve {scenario} > /dev/full")
    assert (full.returncode, full.stderr) == (UNWRITABLE, "output: cannot be written: No space left on device\n")
    assert shell("$SOLVER schema > /dev/full").returncode == UNWRITABLE
    gone = shell(f"$SOLVER solve {scenario} >&-")
    assert (gone.returncode, gone.stderr) == (UNWRITABLE, "output: cannot be written: standard output is closed\n")
    assert shell("$SOLVER schema | head -1").stderr == ""
    assert shell("$SOLVER solve missing 2> /dev/full").returncode == NOT_SOLVED


@starts_a_process
def test_letters_that_the_terminal_lacks(scenario: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    said = shell(f"$SOLVER solve {scenario}", env=ascii_only)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Bl\\xfce" in said.stdout
    data = json.loads(shell(f"$SOLVER solve --json {scenario}", env=ascii_only).stdout)
    assert data["scenario"]["players"][1]["name"] == "Blüe"
    scenario.write_text(json.dumps({**PDS, "edition": "ö"}))
    assert "'\\xf6' is not an edition" in shell(f"$SOLVER solve {scenario}", env=ascii_only).stderr


@starts_a_process
def test_ctrl_c_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*PROGRAM, "solve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=ROOT, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    ) as running:  # fmt: skip
        assert running.stdin is not None
        running.stdin.write(" " * 100_000)  # more than a pipe holds: once it is written, somebody reads
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=60)
    assert running.returncode == INTERRUPTED
    assert error == "Interrupted.\n"


@pytest.mark.parametrize("flag", [[], ["--traceback"]])
def test_what_nobody_foresaw_says_what_to_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scenario: Path, flag: list[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("carrier-2")

    monkeypatch.setattr(cli, "solve", fails)
    assert main(["solve", str(scenario), *flag]) == DEFECT
    said = capsys.readouterr()
    assert said.out == ""
    assert "its own fault: KeyError: 'carrier-2' (test_cli_faults.py, line " in said.err
    assert "Please report" in said.err
    assert ("Traceback" in said.err) == bool(flag)


@pytest.mark.parametrize("upgrade", ["carrier-2", "pds-2", "hel-titan-2"])
def test_a_unit_upgrade_is_no_card_to_hold_back(upgrade: str) -> None:
    players = [{"name": name, "space": {"cruiser": 1}} for name in ("Red", "Blue")]
    asked = {"step": "space-combat", "players": players, "policy": {"play": {upgrade: 1}}}
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve(asked)
    assert {problem.field for problem in caught.value.problems} == {f"policy.play.{upgrade}"}
    assert "is not played in a round of its owner's choice" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"step": "space-combat", "step": "production"}', "names 'step' twice"),
        ('{"players": [{"name": "Red", "space": {"cruiser": 1, "cruiser": 2}}]}', "names 'cruiser' twice"),
        ("step: space-combat\nstep: production", "names 'step' twice"),
        ("players: [{name: Red, space: {cruiser: 1, cruiser: 2}}]", "names 'cruiser' twice"),
        ("a: !!int abc", "is neither JSON nor YAML"),
        ("a: !!timestamp abc", "has the tag"),
        ("a: !!bool abc", "is neither JSON nor YAML"),
        ("? [a, b]\n: c", "is neither JSON nor YAML"),
        ("a: !!set {b}", "has the tag 'tag:yaml.org,2002:set' (line 1); write text, numbers, lists, mappings"),
        ("- a: !!binary YQ==", "has the tag"),
        ("a: !" + "x" * 100_000, "has the tag"),
        ("&a [*a]", "holds itself through an alias (line 1)"),
        ("x: 1\na: &b\n  c: [{<<: *b}]", "holds itself through an alias (line 2)"),
        ("\x01", "is neither JSON nor YAML"),
    ],
)
def test_text_that_is_no_scenario(text: str, message: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as caught:
        parse(text)
    assert [problem.field for problem in caught.value.problems] == ["scenario"]
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_yaml_merges_and_aliases_are_read() -> None:
    assert parse("a: &x {b: 1}\nc: {<<: *x, d: 2}\ne: *x") == {"a": {"b": 1}, "c": {"b": 1, "d": 2}, "e": {"b": 1}}
    # the outer mapping takes over from the inner one before that is read itself
    assert parse("x: &x {b: 1}\np: {q: &y {<<: *x, b: 2}}\nd: {<<: *y}") == {
        "x": {"b": 1}, "p": {"q": {"b": 2}}, "d": {"b": 2},
    }  # fmt: skip


def test_what_json_lacks_is_text_in_yaml() -> None:
    assert parse("step: 2026-11-29\nat: 2026-11-29 02:09:00\nby: =") == {
        "step": "2026-11-29", "at": "2026-11-29 02:09:00", "by": "=",
    }  # fmt: skip


@pytest.mark.parametrize("text", ['{{"step": {0}}}', "step: {0}", '{{"step": -{0}}}', "step: {0}:59:59"])
def test_a_number_of_too_many_digits_is_refused_by_its_field(text: str) -> None:
    for digits in (41, 5000, 400_000):
        with pytest.raises(mecatol.ScenarioError) as caught:
            mecatol.read(parse(text.format("7" * digits)))
        assert caught.value.problems[0].field == "step"
        assert "more than 40 digits" in caught.value.problems[0].message


BOMBS = {
    "aliases": "\n".join(
        ["a0: &a0 [1,1,1,1,1,1,1,1,1]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10))]
    ),
    "merge keys": "\n".join(
        ["a0: &a0 {x: 1}", *(f"a{n}: &a{n}\n  <<: [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10))]
    ),
    "a chain of aliases": "\n".join(["a0: &a0 [1]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 3000))]),
    "brackets": "[" * 100_000,
    "dashes": "- " * 100_000,
    "question marks": "? " * 100_000,
    "values": "x: [" + "1, " * 150_000 + "1]",
    "lines": "\n" * MOST_YAML + "[",
    "more than YAML may have": "x: [" + "1, " * 300_000 + "1]",
    "sixties": "x: 1" + ":1" * 200_000 + " y: [",
}
"""Short texts that would become much: values, depth, digits or time."""


@pytest.mark.cpython_only("counts seconds")
@pytest.mark.parametrize("name", BOMBS)
def test_a_short_text_that_would_become_much_is_refused_at_once(name: str) -> None:
    begun = time.process_time()
    with pytest.raises(mecatol.ScenarioError) as caught:
        parse(BOMBS[name])
    assert time.process_time() - begun < 3
    assert [problem.field for problem in caught.value.problems] == ["scenario"]


@pytest.mark.cpython_only("counts bytes")
@pytest.mark.parametrize("name", ["aliases", "merge keys"])
def test_what_repeats_itself_is_not_written_out(name: str) -> None:
    tracemalloc.start()
    with pytest.raises(mecatol.ScenarioError, match="holds more than 50,000 values, what its aliases and merge keys"):
        parse(BOMBS[name])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


@pytest.mark.parametrize(
    "value",
    ['"\\ud800"', "NaN", "-Infinity", "7" * 5000, '{"\\udfff": [NaN]}', "2026-11-29", f'"{"x" * 500_000}"'],
    ids=lambda value: value[:12],
)
def test_errors_are_json_whatever_they_are_about(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, value: str
) -> None:
    path = tmp_path / "strange"
    for text in (f'{{"step": {value}}}', f'{{"step": "space-combat", "players": {value}}}', f"[{value}]"):
        path.write_text(text, encoding="utf-8")
        assert main(["solve", "--json", str(path)]) == NOT_SOLVED
        told = capsys.readouterr()
        found = json.loads(told.err, parse_constant=pytest.fail)["problems"]
        assert found
        assert told.out == ""
        assert len(told.err) < 3000


class SilentError(Exception):
    def __str__(self) -> str:
        raise KeyError


def test_an_error_that_cannot_say_what_it_is_is_told_all_the_same() -> None:
    assert "its own fault: SilentError" in unexpected(SilentError())


@starts_a_process
def test_names_of_files_move_no_cursor(tmp_path: Path) -> None:
    strange = tmp_path / "a\x1b]0;owned\x07\u202efdp.json"
    strange.write_text(json.dumps({**PDS, "edition": "ö"}), encoding="utf-8")
    for command in (
        f"solve '{strange}' '{strange}'",
        f"solve '{strange}x'",
        f"solve --with '{strange}' -",
        f"'{strange}' --no",
    ):
        ended = shell(f"$SOLVER {command} < /dev/null")
        assert ended.returncode == NOT_SOLVED
        assert ended.stderr
        assert not {"\x1b", "\x07", "\u202e"} & {*ended.stderr, *ended.stdout}


def test_what_the_system_refuses_is_no_fault_of_the_solver(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scenario: Path
) -> None:
    for error, status, said in (
        (OSError(28, "No space left on device", "x"), UNWRITABLE, "refused what this needs: No space left on device"),
        (MemoryError(), NOT_SOLVED, "There is not enough memory for this"),
    ):
        monkeypatch.setattr(cli, "solve", lambda *_, error=error, **__: (_ for _ in ()).throw(error))
        assert main(["solve", str(scenario)]) == status
        told = capsys.readouterr().err
        assert said in told
        assert "its own fault" not in told


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), [10**5000], {"x": [10**5000]}, {10**5000: 1}],
    ids=lambda value: type(value).__name__,
)
def test_numbers_longer_than_python_prints(value: Any) -> None:
    red = {"name": "Red", "space": {"cruiser": 1}}
    places: list[Any] = [
        {**PDS, "step": value},
        {**PDS, "rounds": value},
        {**PDS, "players": value},
        {**PDS, "players": [{**red, "space": value}]},
        {**PDS, "players": [{**red, "space": {"cruiser": value}}]},
        {**PDS, "policy": {"assign": value, "bombard": value, "land": value}},
        {**PDS, "ask": [{"player": value, "least": value}]},
        {**PDS, "rulings": {"77.8.a": value}},
        {"step": "space-combat", "players": [red], "x": value},
    ]
    for place in (value, *places):
        with pytest.raises(mecatol.ScenarioError) as caught:
            mecatol.solve(place)
        assert all(problem.field and len(problem.message) < 600 for problem in caught.value.problems)


@starts_a_process
@pytest.mark.parametrize("started", ["import mecatol", "import sys; sys.argv = ['mecatol']; import mecatol.cli"])
def test_to_import_the_package_changes_nothing_about_the_process(started: str) -> None:
    """A library does not know how it was started: signals and garbage are left to the program."""
    program = (
        "import gc, signal, sys\n"
        "sys.orig_argv = ['python', '-m', 'mecatol', '--help']\n"
        "before = signal.getsignal(signal.SIGINT)\n"
        f"{started}\n"
        "assert signal.getsignal(signal.SIGINT) is before\n"
        "assert gc.isenabled() and not gc.get_freeze_count()\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_ctrl_c_before_a_command_begins_shows_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "parser", pressed)
    assert main(["list"]) == INTERRUPTED
    assert capsys.readouterr().err == "Interrupted.\n"


@starts_a_process
def test_what_cannot_be_said_is_not_said_elsewhere(scenario: Path) -> None:
    wrong = scenario.with_name("wrong.json")
    wrong.write_text("{}", encoding="utf-8")
    silent = shell(f"$SOLVER solve {wrong} 2>&-")
    assert (silent.returncode, silent.stdout) == (NOT_SOLVED, "")
    closed = shell(f"$SOLVER solve {scenario} >&-")
    assert closed.returncode == UNWRITABLE
    assert "standard output is closed" in closed.stderr
    both = shell("$SOLVER list >&- 2>&-")
    assert (both.returncode, both.stdout, both.stderr) == (UNWRITABLE, "", "")


def test_of_a_long_list_of_what_is_no_scenario_only_the_first_are_looked_at(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looked_at: list[object] = []

    def noting(scenario: object, **how: Any) -> mecatol.Solution:
        looked_at.append(scenario)
        return mecatol.solve(scenario, **how)

    monkeypatch.setattr(cli, "solve", noting)
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps([7] * 660_000), encoding="utf-8")  # as many as a file may hold
    assert main(["solve", str(path)]) == NOT_SOLVED
    assert looked_at == [7] * cli.MOST_TOLD
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "0.scenario: must be a mapping, not the number 7"
    assert lines[-1] == "scenario: 659990 more in the list have no solution either"
    assert len(lines) < 40


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--seconds", "-1", "-1 is not a length of time: more than 0 seconds, or inf"),
        ("--seconds", "nan", "nan is not a length of time"),
        ("--seconds", "0", "0 is not a length of time"),
        ("--searching", "-0.5", "-0.5 is not a length of time"),
        ("--positions", "0", "0 is not a number of positions"),
        ("--positions", "nan", "nan is not a number of positions"),
        ("--positions", "1.5", "1.5 is not a number of positions"),
        ("--seconds", "soon", "soon is not a length of time: more than 0 seconds, or inf"),
    ],
)
def test_limits_that_are_none_are_refused(
    capsys: pytest.CaptureFixture[str], scenario: Path, option: str, value: str, said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", f"{option}={value}", str(scenario)])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_limits_may_be_without_end(capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    assert main(["solve", "--seconds", "inf", "--positions", "inf", "--searching", "inf", str(scenario)]) == 0
    assert main(["solve", "--searching", "0", str(scenario)]) == 0  # no search at all
    assert capsys.readouterr().out


@pytest.mark.parametrize(("key", "said"), [("", "''"), (" ", "' '"), ("\t", "'\\t'")])
def test_a_field_without_a_name_is_told(key: str, said: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.read({**PDS, key: 1})
    assert [problem.field for problem in caught.value.problems] == [said]
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.read({"step": "space-combat", "players": [{"name": "Red", "space": {key: 1}}, {"name": "Blue"}]})
    assert caught.value.problems[0].field == f"players.0.space.{said}"
