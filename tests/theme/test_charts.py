"""Charts of an answer: their bars, their figures, and the same in words."""

from __future__ import annotations

import re

import pytest
from answers import BATTLE_IN_SPACE, LINKS, read

import mecatol
from mecatol import forms
from mecatol.render import chart, combat, numbers, render
from mecatol.render.facts import Facts


def test_a_chart_gathers_what_is_negligible_and_keeps_gaps() -> None:
    labels = [label for label, _ in chart.bars({0: 0.4, 3: 0.3, 4: 0.3})]
    assert labels == ["0", "1", "2", "3", "4"]
    long = chart.bars(dict.fromkeys(range(40), 1 / 40))
    assert long[-1][0].endswith("+")
    assert sum(p for _, p in long) == pytest.approx(1)


def test_every_length_down_a_chart_is_in_letters() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 2}).to_json()
    drawn = [
        render(fought, LINKS),
        chart.hits_chart("Red", {0: 0.25, 1: 0.75}, 0),
    ]
    charts = [each.partition("</svg>")[0] for page in drawn for each in page.split('<svg class="chart')[1:]]
    assert len(charts) == 3
    for each in charts:
        lengths = re.findall(r' (?:y|y1|y2|height)="([^"]*)"', each)
        assert lengths
        assert [length for length in lengths if not re.fullmatch(r"\d+(\.\d+)?em", length)] == []


def test_a_picture_ends_where_nothing_of_it_would_be_seen() -> None:
    players = [{"name": "Red", "space": {"dreadnought": 5}}, {"name": "Blue", "space": {"fighter": 4, "carrier": 1}}]
    data = mecatol.solve({"step": "space-combat", "players": players}).to_json()
    picture = render(data, LINKS).partition("Ships left")[2].partition("</svg>")[0]
    labels = re.findall(r'class="chart__label"[^>]*>([^<]*)<', picture)
    all_left = sum(p for p, _, after in Facts(data).outcomes if after["Blue"].ships == 5)
    assert 0 < all_left < 0.0005
    assert labels == ["5", "4", "3", "2", "1", "0"]


def test_a_chart_has_a_text_alternative() -> None:
    [(_, svg), *_] = read(chart.hits_chart("Red & Co", {0: 0.25, 1: 0.75}, 0)).tags
    assert svg["role"] == "img"
    assert svg["aria-label"] == "Chart of Red & Co’s hits: 0 hits 25%; 1 hit 75%"


def test_rounds_are_drawn_and_stand_in_a_table_with_the_same_figures() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 4}).to_json()
    html = combat.rounds(Facts(fought))
    label = html.partition('aria-label="')[2].partition('"')[0]
    for one in fought["rounds"]:
        if one["fought"] >= 1e-4:
            assert f"after round {one['round']} Red {numbers.percent(one['winner']['Red'])}" in label
        assert numbers.percent(one["winner"]["Blue"]) in html.partition("<table")[2]
    assert combat.asking(Facts(fought)) == ""
    assert 'data-path="rounds"' in combat.asking(Facts(mecatol.solve(BATTLE_IN_SPACE).to_json()))


def test_what_is_never_fought_is_not_drawn() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 20}).to_json()
    assert fought["rounds"][-1]["fought"] < 1e-4
    assert "after round 20" not in combat.rounds(Facts(fought))


def test_a_picture_of_many_bars_keeps_its_figures() -> None:
    sides = {"name": "Red", "space": {"fighter": 8}}, {"name": "Blue", "space": {"fighter": 8}}
    players = [{**side, "space": {**side["space"], "carrier": 2}} for side in sides]
    page = render(mecatol.solve({"step": "space-combat", "players": players}).to_json(), LINKS)
    picture = page[page.index("Ships left") :].partition("</svg>")[0]
    assert picture.count('class="chart__label"') == 17
    figures = re.findall(r'class="chart__value"[^>]*>([^<]*)<', picture)
    assert len(figures) >= 15
    assert all(figure.isdigit() for figure in figures)


def test_votes_are_a_tally_of_the_players_colors() -> None:
    data = mecatol.solve(forms.form("agenda-votes").default).to_json()
    outcomes = next(one for one in data["answer"]["tables"] if one["title"] == "Outcomes")
    html = render(data, LINKS)
    bars = [each.partition("</svg>")[0] for each in html.split('<svg class="tally"')[1:]]
    assert len(bars) == len(outcomes["rows"])
    facts = Facts(data)
    # Blue and Yellow have voted against; together their bars are as long as its votes are of the 19 that "for" needs.
    assert re.findall(r"player--(\d)", bars[1]) == [str(facts.tone("Blue")), str(facts.tone("Yellow"))]
    assert sum(float(wide) for wide in re.findall(r'player--\d" x="[^"]*" width="([\d.]+)%', bars[1])) == pytest.approx(
        100 * 13 / 19, abs=0.02
    )
