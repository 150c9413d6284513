"""Streams of JSON lines: every line is answered, whatever the others hold."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mecatol import cli, solve
from mecatol.cli import main
from mecatol.scenario.files import MOST_BYTES
from tests.solver.random_scenarios import OFFENSE

ROOT = Path(__file__).parents[2]
PDS: dict[str, Any] = {
    "step": OFFENSE,
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "planets": {"lodor": {"pds": 1}}}],
}
GOOD = json.dumps(PDS)


@pytest.fixture
def answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Return what answers a stream of lines, each answer read as strict JSON."""

    def ask(*lines: str | bytes, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        file = tmp_path / "battles.jsonl"
        file.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        assert main(["solve", "--lines", *options, str(file)]) == 0
        told = capsys.readouterr()
        assert told.err == ""
        return [json.loads(line, parse_constant=pytest.fail) for line in told.out.splitlines()]

    return ask


def test_json_lines_answer_line_by_line(answers: Any) -> None:
    found = answers(GOOD, "", "{}", "nonsense: [", "  \t ", GOOD)
    assert len(found) == 6
    assert found[0] == found[5]
    assert found[0]["step"] == PDS["step"]
    assert found[1]["problems"] == [
        {
            "field": "scenario",
            "message": "is a blank line; give a scenario as JSON, or a battle in words",
            "value": None,
            "suggestion": None,
        }
    ]
    assert found[2]["problems"][0]["field"] == "step"
    assert found[3]["problems"]
    assert found[4] == found[1]


STRANGE = [
    '{"step": "\\ud800"}',
    '{"step": NaN}',
    '{"step": -Infinity}',
    '{"step": {"\\ud800": ["\\udfff"]}}',
    "{step: 2026-11-29}",
    "{step: !!set {a, b}}",
    "{step: !!binary YQ==}",
    f'{{"step": {"7" * 5000}}}',
    f'{{"step": {"7" * 500_000}}}',
    f'{{"step": "{"x" * 500_000}"}}',
    "&a {step: *a}",
    "{step: &a [*a]}",
    "[" * 200_000,
    '{"step":' * 5000,
    "7",
    "null",
    '"text"',
    "[]",
    f"[{GOOD}]",
    b"\xff\xfe",
    b'{"step": "\xed\xa0\x80"}',
    b"\x00\x1b[2J",
    "x" * (MOST_BYTES + 7),
    '{"players": [' + "{}," * 100_000 + "{}]}",
]
"""Lines of which each once ended the stream, or could."""


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["", "--json"])
def test_no_line_ends_the_stream_for_the_others(answers: Any, options: tuple[str, ...]) -> None:
    lines = [line for strange in STRANGE for line in (strange, GOOD)]
    found = answers(*lines, options=options)
    assert len(found) == len(lines)
    assert all(answer.get("step") == OFFENSE for answer in found[1::2])
    for answer in found[::2]:
        assert answer["problems"]
        assert len(json.dumps(answer)) < 6000


def test_strange_values_are_echoed_as_text(answers: Any) -> None:
    found = answers('{"step": NaN}', '{"step": "\\ud800"}', "{step: 2026-11-29}", f'{{"step": {"7" * 5000}}}')
    assert [answer["problems"][0]["value"] for answer in found] == [
        "nan", "'\\ud800'", "2026-11-29", "a number of more than 40 digits",
    ]  # fmt: skip


@pytest.mark.parametrize("given", ["a-7", "", 7, -1.5, None, "\u202e", "x" * 200])
def test_an_answer_repeats_the_id_of_its_line(answers: Any, given: object) -> None:
    solved, refused = answers(json.dumps({"id": given, **PDS}), json.dumps({"id": given, **PDS, "edition": "nothing"}))
    assert solved["id"] == refused["id"] == given
    assert solved["step"] == OFFENSE
    assert "id" not in solved["scenario"]
    assert [problem["field"] for problem in refused["problems"]] == ["edition"]


@pytest.mark.parametrize("given", ["[1]", "{}", "true", "NaN", '"\\ud800"', f'"{"x" * 201}"', "7" * 41])
def test_an_id_is_a_short_text_or_a_number(answers: Any, given: str) -> None:
    [refused] = answers(f'{{"id": {given}, "step": "{OFFENSE}"}}')
    assert refused.keys() == {"problems"}
    assert refused["problems"][0]["field"] == "id"
    assert "give a text of at most 200 characters or a number" in refused["problems"][0]["message"]


def test_what_nobody_foresaw_is_the_answer_of_its_line(answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = cli.solve

    def fails(scenario: Any, **how: Any) -> Any:
        if scenario == {}:
            raise KeyError("carrier-2")
        return right(scenario, **how)

    monkeypatch.setattr(cli, "solve", fails)
    broken, sound = answers('{"id": 1}', json.dumps({"id": 2, **PDS}))
    assert broken["id"] == 1
    assert "its own fault: KeyError: 'carrier-2'" in broken["problems"][0]["message"]
    assert (sound["id"], sound["step"]) == (2, OFFENSE)


def test_json_lines_come_from_standard_input_where_no_file_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{GOOD}\n\ud800\n{GOOD}"))
    assert main(["solve", "--lines"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("step") for answer in found] == [OFFENSE, None, OFFENSE]


@pytest.mark.cpython_only("starts another process")
def test_each_answer_comes_before_the_next_line_is_given() -> None:
    command = [sys.executable, "-m", "mecatol", "solve", "--lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            running.stdin.write(json.dumps({"id": number, **PDS}) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
    assert running.returncode == 0


@pytest.mark.cpython_only("starts another process")
def test_a_reader_who_has_seen_enough_ends_the_stream(tmp_path: Path) -> None:
    file = tmp_path / "battles.jsonl"
    file.write_text(f"{GOOD}\n" * 100_000, encoding="utf-8")  # 17 MB: minutes, if it went on for nobody
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"$PYTHON -m mecatol solve --lines {file} | head -1"],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHON": sys.executable}, check=False, timeout=60,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["step"] == OFFENSE


def test_a_line_may_be_words_alone_or_with_an_id(answers: Any) -> None:
    words = "2 cruisers vs 1 dreadnought"
    plain, named, quoted, wrong = answers(
        words, json.dumps({"id": "a7", "text": words}), json.dumps(words), json.dumps({"id": 8, "text": 5})
    )
    assert plain["winner"] == named["winner"] == quoted["winner"] == solve(words).to_json()["winner"]
    assert named["id"] == "a7"
    assert wrong["id"] == 8
    assert wrong["problems"][0]["message"].startswith("is 5; give a battle as text")
