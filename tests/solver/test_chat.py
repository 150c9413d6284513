"""Short answers for chats: each line has one, whatever it holds."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from mecatol.chat import MOST_LETTERS, chat_answer
from mecatol.cli import main
from mecatol.paste.taking import take

SITE = "https://example.org/mecatol/"
pytestmark = pytest.mark.cpython_only("a browser has neither processes nor a command line")


def answers(capsys: pytest.CaptureFixture[str], tmp_path: Path, *lines: str, options: tuple[str, ...] = ()) -> Any:
    file = tmp_path / "lines.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["lines", *options, str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return [json.loads(line) for line in told.out.splitlines()]


def test_every_line_has_a_short_answer_with_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    battle = {"step": "space-combat", "players": [{"name": "A", "space": {"cruiser": 1}}, {"name": "B"}]}
    battle["players"][1]["space"] = {"fighter": 1}  # type: ignore[index]
    lines = ("1 cruiser vs 1 fighter", json.dumps({"id": 7, "text": "2 dn vs 3 ca"}), json.dumps({"scenario": battle}))
    plain, numbered, data = answers(capsys, tmp_path, *lines, options=("--site", SITE))
    # A cruiser hits on 7 (4/10), a fighter on 9 (2/10): each round 8/100 both, 32/100 and 12/100 one, of 52/100 in all.
    assert plain["text"].startswith("Red wins 61.5%, Blue wins 23.1% and it is a draw 15.4% of the time.")
    assert data["text"].startswith("A wins 61.5%")
    assert numbered["id"] == 7
    for answer in (plain, numbered, data):
        assert len(answer["text"]) <= MOST_LETTERS
        assert answer["link"].startswith(f"{SITE}calculator/space-combat/#1/space/")
        assert take(answer["link"]).scenario == answer["scenario"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "The text is blank"),
        ("gibberish", "The text names no unit"),
        ('{"text": 5}', "The text is 5"),
        ('{"txt": "1 cruiser vs 1 fighter"}', "txt is not a field of a line"),
        ('{"id": [], "text": "1 cruiser vs 1 fighter"}', "id is"),
        ('{"id": 3}', "The text or `scenario` is needed"),
        ("{", "scenario"),
        ('{"scenario": {"step": "space-combat"}}', "players"),
        ("99 cruisers vs 1 " + "x" * 3000, "The text"),
    ],
)
def test_what_cannot_be_answered_says_so_in_a_sentence(line: str, said: str) -> None:
    answer = chat_answer(line)
    assert said in answer["text"]
    assert len(answer["text"]) <= MOST_LETTERS
    assert answer["problems"]


def test_one_side_alone_is_asked_what_would_be_enough() -> None:
    """A fighter hits on 9; two of ours meet it. A destroyer (1 resource) is the cheapest ship beside fighters."""
    answer = chat_answer("https://ti4battle.com/?defender-faction=Sol&defender-unit-fighter=1")
    assert answer["text"].startswith("Attacker wins ")
    assert "resource" in answer["text"]
    assert "asks what would be enough" in answer["added"][-1]


def test_a_picture_comes_with_the_answer() -> None:
    assert chat_answer("1 cruiser vs 1 fighter", picture="svg")["svg"].startswith("<svg")
    pytest.importorskip("resvg_py")
    png = base64.b64decode(chat_answer("1 cruiser vs 1 fighter", picture="png")["png"])
    assert png.startswith(b"\x89PNG")
