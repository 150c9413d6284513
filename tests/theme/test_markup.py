"""The HTML of answers is of the tags and attributes that the browser's side takes (theme/browser/page/markup.ts)."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loaded import LIBRARY

import mecatol
from content.examples import solved
from mecatol import forms
from mecatol.playing.moment import play
from mecatol.render import answered
from mecatol.render.at_table import at_table
from mecatol.render.compare import compare
from mecatol.saved_games.page import answer
from theme.pages.games import EXAMPLE

CODE = (Path(__file__).parents[2] / "theme" / "browser" / "page" / "markup.ts").read_text("utf-8")
TAGS, NAMES = ({*found.split()} for found in re.findall(r'new Set\(\s*["`]([^"`]+)["`]\.split', CODE))
STYLE = re.compile(r"max-width:[\d.]+(?:px|rem|em|ch|%)")
TAG = re.compile(r'</?([a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*="[^"<>]*")*)/?>')
LINKS = {**{str(number): f"../topic-{number}/" for number in range(1, 110)}, "effects": "../effects/"}


def strange(html: str) -> list[str]:
    """What of an answer the browser's side would refuse."""
    found = []
    for place in re.finditer("<", html):
        tag = TAG.match(html, place.start())
        attributes = re.findall(r' ([a-z0-9-]+)="([^"]*)"', tag[2]) if tag else []
        fits = all(
            (":" not in value and "&" not in value)
            if name == "href"
            else name in NAMES and (name != "style" or STYLE.fullmatch(value))
            for name, value in attributes
        )
        if not tag or tag[1] not in TAGS or not fits:
            found.append(html[place.start() : place.start() + 60])
    return found


def test_the_lists_are_found_in_the_script() -> None:
    assert {"a", "table", "svg"} <= TAGS
    assert {"class", "data-path"} <= NAMES
    assert not {"script", "iframe", "style", "form", "img", "object", "embed", "base", "meta", "link"} & TAGS
    assert not [name for name in NAMES if name.startswith("on") or name in ("src", "srcdoc", "href", "id", "name")]


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_every_answer_is_of_what_the_browser_takes(step: str) -> None:
    first = mecatol.solve(forms.form(step).default).to_json()
    examples = [one.scenario for topic in LIBRARY.topics.values() for one in topic.examples]
    data: list[dict[str, Any]] = [first, *(solved(one) for one in examples if one["step"] == step)]
    for one in data:
        shown = answered(one, LINKS)
        assert strange(shown["html"]) + strange(shown["brief"]) == []
    for one, other in pairwise([*data, first]):
        assert strange(compare(one, other)) == []


def test_every_moment_at_the_table_is_of_what_the_browser_takes() -> None:
    players = [
        {"name": '"><img src=x>', "space": {"dreadnought": 2, "fighter": 3}, "effects": {"morale-boost": 1}},
        {"name": "Blue", "space": {"cruiser": 3}},
    ]
    scenario = {"step": "space-combat", "players": players}
    history: list[str] = []
    while (moment := play(scenario, history).data())["step"]["options"]:
        shown = at_table(moment, LINKS, None)
        assert strange(shown["html"]) + strange(shown["foot"]) == []
        assert "<img" not in shown["html"]
        options = moment["step"]["options"]
        history.append(options[min(1, len(options) - 1)]["token"])
    assert len(history) > 5


def test_the_map_of_a_game_is_of_what_the_browser_takes() -> None:
    shown = answer({"game": json.dumps(EXAMPLE)}, 0)["map"]
    assert strange(shown["html"]) == []
    assert shown["html"].count('role="button"') == shown["systems"]


def test_a_hostile_name_stays_a_word() -> None:
    players = [
        {"name": '"><img src=x onerror=x()>', "space": {"cruiser": 1}},
        {"name": "</p><script>x</script>", "space": {"cruiser": 1}},
    ]
    shown = answered(mecatol.solve({"step": "space-combat", "players": players}).to_json(), LINKS)
    assert strange(shown["html"]) + strange(shown["brief"]) == []
    assert "&lt;img" in shown["html"]
