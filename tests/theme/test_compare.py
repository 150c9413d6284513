"""Two cases beside each other, and cases as text: what the calculator's tools ask Python."""

from __future__ import annotations

import copy
import json
import re
from html import unescape
from typing import Any

import pytest

import mecatol
from mecatol import forms
from mecatol.render import numbers
from mecatol.render.compare import compare
from mecatol.scenario import sentence
from theme import live


def ask(question: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(live.answer(json.dumps(question)))
    return answer


def stronger(scenario: dict[str, Any]) -> dict[str, Any]:
    other = copy.deepcopy(scenario)
    other["players"][0]["space"]["dreadnought"] += 1
    return other


BATTLE: dict[str, Any] = json.loads(json.dumps(forms.form("space-combat").default))


def test_each_chance_stands_under_both_with_the_difference_in_points() -> None:
    before, after = mecatol.solve(BATTLE).to_json(), mecatol.solve(stronger(BATTLE)).to_json()
    html = unescape(re.sub(r"</t[hd]>", "|", compare(before, after)))
    for name in ("Red", "Blue"):
        one, two = before["winner"][name], after["winner"][name]
        difference = numbers.points(two - one)
        row = re.sub(r"<[^>]+>", "", html.partition(f"{name} wins|")[2].partition("</tr>")[0])
        assert row == f"{numbers.percent(one)}|{numbers.percent(two)}|{difference}|"


def test_both_bars_and_the_difference_stand_before_the_table_and_in_the_brief() -> None:
    after = stronger(BATTLE)
    one, two = (mecatol.solve(each).to_json()["winner"]["Red"] for each in (BATTLE, after))
    answer = ask({"scenario": after, "with": BATTLE})
    bars = answer["compare"].partition("<table")[0]
    assert bars.count('class="shares"') == 2
    for shown in (numbers.percent(one), numbers.percent(two), numbers.points(two - one)):
        assert shown in bars
    assert numbers.points(two - one) in answer["brief"]
    assert numbers.points(two - one) not in ask({"scenario": after})["brief"]


def test_a_case_beside_itself_differs_in_nothing() -> None:
    data = mecatol.solve(BATTLE).to_json()
    html = compare(data, data)
    assert "the same" in html
    assert "points" not in html


@pytest.mark.parametrize(
    ("difference", "shown"),
    [
        (0.0, "the same"),
        (0.25, "+25 points"),
        (-0.0123, "−1.2 points"),
        (0.00123, "+0.12 points"),
        (1e-7, "+<0.01 points"),
    ],
)
def test_points(difference: float, shown: str) -> None:
    assert numbers.points(difference) == shown


def test_the_answer_brings_the_comparison_when_a_case_is_kept() -> None:
    answer = ask({"scenario": stronger(BATTLE), "with": BATTLE})
    expected = compare(mecatol.solve(BATTLE).to_json(), mecatol.solve(stronger(BATTLE)).to_json())
    assert answer["compare"] == expected
    assert "compare" not in ask({"scenario": BATTLE, "with": None})


@pytest.mark.parametrize("kept", [1, [], "<b>", {"step": "<script>"}, {"step": "space-combat", "players": []}])
def test_a_kept_case_that_has_no_answer_spoils_nothing(kept: object) -> None:
    answer = ask({"scenario": BATTLE, "with": kept})
    assert answer["html"]
    assert "no answer to compare with" in answer["compare"]
    assert "<script>" not in answer["compare"]


def test_names_are_escaped() -> None:
    bad = json.loads(json.dumps(BATTLE).replace('"Red"', '"<img src=x>"'))
    assert "<img" not in ask({"scenario": bad, "with": bad})["compare"]


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_a_case_as_text_reads_back(step: str) -> None:
    scenario = mecatol.read(forms.form(step).default).data()
    text = ask({"say": scenario})["text"]
    assert text == sentence.say(scenario)
    assert ask({"understand": text})["scenario"] == scenario


@pytest.mark.parametrize(
    "question",
    [
        {"say": None},
        {"say": {"step": "x"}},
        {"understand": 3},
        {"understand": ""},
        {"understand": "x" * 30_000},
        {"understand": 'Space Combat.\n"\\q": 2 cruisers.'},
        {"understand": "Space Combat.\nAlso: " + "[" * 15_000},
        {"understand": 'Space Combat.\nRed: 1 cruiser.\nBlue: 1 cruiser.\nAlso: {"rounds": "many"}'},
    ],
)
def test_nonsense_is_refused_in_words(question: dict[str, Any]) -> None:
    assert ask(question)["errors"][0]["message"]
