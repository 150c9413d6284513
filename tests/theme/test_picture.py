"""Marks of units in lines of text, what was chosen for players, and the picture of an answer."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import mecatol
from content.load import load
from mecatol import forms
from mecatol.domain.units import UNIT_TYPES
from mecatol.render import colors, numbers, sent
from mecatol.render.chosen import chosen, decisions
from mecatol.render.facts import Facts
from mecatol.render.marks import mark, marked, sign
from mecatol.render.picture import picture
from theme import live
from theme.build.assets import collect
from theme.site.addresses import Addresses
from theme.site.steps import page_of

ROOT = Path(__file__).resolve().parents[2]
BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {
            "name": "Red",
            "faction": "arborec",
            "space": {"dreadnought": 1, "flagship": 1},
            "effects": {"morale-boost": 1},
        },
        {"name": "Blue", "space": {"cruiser": 3}, "effects": {"direct-hit": 1}},
    ],
}


def test_a_counted_unit_has_its_mark_before_its_name() -> None:
    said = marked("2 war suns and &lt;0.01 fighters; 1 PDS, 3 infantry, 10 cruiserships, Cruiser II")
    assert re.findall(r"unit-mark--([\w-]+)", said) == ["war-sun", "fighter", "pds", "infantry"]
    assert f"2 {sign('war-sun')}war suns" in said
    assert re.sub(r"<[^>]+>", "", said).startswith("2 war suns and &lt;0.01 fighters; 1 PDS")


def test_every_mark_of_the_forms_is_drawn_in_lines_too() -> None:
    (style,) = (
        content.decode() for path, content in collect(ROOT / ".cache", print).files.items() if path.endswith(".css")
    )
    for unit in UNIT_TYPES:
        outline = re.search(r' d="([^"]+)"', mark(unit))
        assert outline
        rule = style.partition(f".unit-mark--{unit}{{")[2].partition("}")[0]
        assert f"d='{outline[1]}'" in rule


def test_what_is_chosen_for_players_is_whole() -> None:
    assert decisions(Facts(mecatol.solve(BATTLE).to_json())) == [
        "Red sustains first", "Red plays Morale Boost as soon as it may", "Red never retreats",
        "Blue sustains first", "Blue plays Direct Hit as soon as it may",
        "Blue plays Direct Hit on whatever sustains", "Blue never retreats",
    ]  # fmt: skip
    red, blue = ({**player} for player in BATTLE["players"])
    red["policy"] = {"assign": ["flagship", "sustain"], "play": {"morale-boost": 2}, "retreat": {"from_round": 3}}
    blue["policy"] = {"direct_hit": ["flagship"]}
    assert decisions(Facts(mecatol.solve({**BATTLE, "players": [red, blue]}).to_json())) == [
        "Red loses flagship then sustain", "Red plays Morale Boost from round 2 on", "Red retreats from round 3 on",
        "Blue sustains first", "Blue plays Direct Hit as soon as it may", "Blue plays Direct Hit on flagships alone",
        "Blue never retreats",
    ]  # fmt: skip


def test_what_is_chosen_for_all_is_said_of_each_and_a_condition_of_a_retreat_with_it() -> None:
    policy = {"retreat": {"from_round": 2, "ships_at_most": 1}, "decline": ["direct-hit"], "play": {"morale-boost": 2}}
    facts = Facts(mecatol.solve({**BATTLE, "policy": policy}).to_json())
    assert decisions(facts) == [
        "Red sustains first", "Red plays Morale Boost from round 2 on",
        "Red retreats from round 2 on with at most 1 ship left",
        "Blue sustains first", "Blue retreats from round 2 on with at most 1 ship left",
    ]  # fmt: skip
    assert "never retreats" not in chosen(facts)  # no button can take back for one what is said for all


def test_who_is_shot_at_is_a_choice_where_there_are_several() -> None:
    players = [
        {"name": "Red", "space": {"cruiser": 1}, "planets": {"lodor": {"pds": 1}}},
        *({"name": name, "space": {"cruiser": 1}} for name in ("Blue", "Green")),
    ]
    scenario = {"step": "space-cannon-offense", "players": players}
    assert "Red shoots at Blue" in decisions(Facts(mecatol.solve(scenario).to_json()))
    scenario["policy"] = {}
    players[0]["policy"] = {"target": "Green"}
    assert "Red shoots at Green" in decisions(Facts(mecatol.solve(scenario).to_json()))


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_every_answer_is_a_picture_that_stands_by_itself(step: str) -> None:
    data = mecatol.solve(forms.form(step).default).to_json()
    drawn = ElementTree.fromstring(picture(data))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    words = " ".join(part.text or "" for part in drawn.iter() if part.tag.endswith("text"))
    assert mecatol.STEPS[step].title in words
    for name in Facts(data).players[:2]:
        assert name in words
    for chance in (data.get("winner") or {}).values():
        assert chance == 0 or numbers.percent(chance) in words
    tokens = set(re.findall(r"var\((--[\w-]+)\)", picture(data)))
    (style,) = (
        content.decode() for path, content in collect(ROOT / ".cache", print).files.items() if path.endswith(".css")
    )
    assert tokens
    assert all(f"{token}:" in style for token in tokens)


def test_a_picture_is_asked_for_like_any_answer_and_escapes_names() -> None:
    answer = json.loads(live.answer(json.dumps({"picture": BATTLE}).replace("Red", "<b>&")))
    assert "<b>&" in unescape(answer["svg"])
    assert "<b>" not in answer["svg"]
    assert json.loads(live.answer(json.dumps({"picture": {**BATTLE, "players": []}})))["errors"]


def test_a_picture_without_a_style_sheet_has_the_colors_of_the_site() -> None:
    sheet = (ROOT / "theme" / "assets" / "tokens.css").read_text(encoding="utf-8")
    light, _, dark = sheet.partition('[data-md-color-scheme="slate"]')
    for part, given in ((light, colors.LIGHT), (dark, colors.DARK)):
        assert given == {name: re.search(rf"--{name}: (#[0-9a-f]{{6}});", part)[1] for name in given}  # type: ignore[index]


def test_a_link_from_code_leads_to_the_page_of_the_step() -> None:
    library = load()
    for step in mecatol.STEPS.values():
        assert Addresses().url(page_of(step, library)) == sent.page_of(step.slug)
