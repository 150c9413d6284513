"""What the page of a game in progress gets: every form, every system, the table of threats a slice at a time."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from typing import Any

import pytest

import mecatol
from mecatol.saved_games.cannon import shooters, space_cannon
from mecatol.saved_games.layout import layout
from mecatol.saved_games.page import answer, tones
from mecatol.saved_games.reading import read_game
from mecatol.saved_games.threats import threats
from tests.solver.saved_games.test_saved_games import FORMS
from tests.solver.saved_games.writing import TOYS, Toy, hex_summary, save, table_data, web

TIME = 60_000.0
"""Milliseconds in which everything of a small game is solved."""
CELL = re.compile(r'data-value="([^"]*)" aria-label=(.*?)</g></g>(?=<g><g class="map__cell|$)')
UNIT = re.compile(r'class="map__unit player--(\d)".*?y="12">(\d+)<')
TAG = re.compile(r'class="tag player--(\d)"[^>]* data-player="([^"]*)"')
ROW = re.compile(r'<a [^>]*data-value="([^"]*)"')


def held(fragment: str) -> list[dict[str, Any]]:
    """Return the scenarios that the rows of a fragment lead to."""
    return [json.loads(html.unescape(value)) for value in ROW.findall(fragment)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_a_game_of_every_form_is_drawn_and_asked(toy: Toy, form: str) -> None:
    text = FORMS[form](toy)
    drawn = answer({"game": text}, TIME)
    assert drawn["map"]["systems"] == len(toy.systems)
    asked = TAG.findall(drawn["whose"])
    assert [int(tone) for tone, _ in asked] == [tones(read_game(text))[key] for _, key in asked]
    for told, (position, inside) in zip(toy.systems, CELL.findall(drawn["map"]["html"]), strict=True):
        fleets: Counter[str] = Counter()
        for tone, number in UNIT.findall(inside):
            fleets[tone] += int(number)
        assert [*fleets.values()] == [sum(map(sum, own.values())) for own in told.space.values()]
        sheet = answer({"game": text, "system": position}, TIME)["html"]
        for scenario in held(sheet):
            mecatol.read(scenario)
    json.dumps(drawn)


def test_players_have_the_colors_of_their_plastic_and_others_what_is_free() -> None:
    """Red is 0, blue 1 and so on; a color that no drawing has takes the first that nobody has."""
    assert tones(read_game(web(TOYS[0]))) == {"sol": 1, "arborec": 0}
    assert tones(read_game(web(TOYS[0]).replace('"red"', '"lavender"'))) == {"sol": 1, "arborec": 0}
    assert tones(read_game(web(TOYS[0]).replace('"red"', '"blue"'))) == {"sol": 1, "arborec": 0}
    assert tones(read_game(table_data(TOYS[2], "tts"))) == {"blue": 1, "green": 2}


def test_a_battle_shows_its_odds_and_damage() -> None:
    sheet = answer({"game": web(TOYS[0]), "system": "000"}, TIME)["html"]
    battle = held(sheet)[0]
    chance = mecatol.solve(battle).to_json()["winner"]["Sol"]
    assert f"{100 * chance:.1f}%" in sheet
    assert "Sol wins" in sheet
    assert "2 dreadnoughts, 1 damaged" in re.sub(r"<[^>]*>", "", sheet)


def test_a_system_that_is_held_alone_asks_what_is_enough_and_names_what_comes() -> None:
    sheet = answer({"game": web(TOYS[1]), "system": "102"}, TIME)["html"]
    assert 'data-other="Attacker"' in sheet
    assert [scenario["step"] for scenario in held(sheet)] == ["tactical-action", "movement", "production"]


def test_space_cannon_fires_at_who_is_there_or_can_come() -> None:
    """At Mecatol Rex one PDS is on the planet, and both PDS II of Lodor next door fire as well."""
    game = read_game(save(TOYS[0], "two"))
    system = game.systems["000"]
    assert shooters(game, system) == ["red"]
    fire = space_cannon(game, system, "blue") or {}
    assert fire["step"] == "space-cannon-offense"
    target, shooter = fire["players"]
    assert target["space"] == {"cruiser": 3}
    assert (shooter["planets"], shooter["adjacent"]) == ({"mecatol-rex": {"pds": 1}}, {"pds": 2})
    mecatol.solve(fire)
    assert space_cannon(game, system, "red") is None


def test_the_table_of_threats_goes_on_where_it_stopped() -> None:
    text = save(TOYS[1], "two")
    whole = list(threats(read_game(text), "blue"))
    first = answer({"game": text, "threats": "blue"}, 0)
    assert (first["done"], first["of"], first["over"]) == (1, len(whole), True)
    again = answer({"game": text, "threats": "blue"}, 0)
    assert again["html"] == first["html"]
    assert f"{100 * (whole[0].chance or 0):.1f}%" in first["html"]
    assert held(first["html"]) == [whole[0].scenario]


def test_what_nobody_reaches_is_said() -> None:
    over = answer({"game": save(TOYS[4], "two"), "threats": "blue"}, TIME)
    assert (over["of"], over["over"]) == (0, True)
    assert "Nobody can reach Nebula this turn." in over["html"]


def test_names_of_a_game_never_become_html() -> None:
    text = web(TOYS[0]).replace("Person 0", "<b>x</b>").replace('"sol"', '"<i>y</i>"')
    whole = answer({"game": text}, 1)
    sheets = [
        answer({"game": text, "system": "000"}, TIME)["html"],
        whole["map"]["html"],
        whole["whose"],
        whole["lacks"],
    ]
    keys = [html.unescape(key) for _, key in TAG.findall(whole["whose"])]
    sheets += [answer({"game": text, "threats": key}, TIME)["html"] for key in keys]
    assert not any("<b>" in sheet or "<i>" in sheet for sheet in sheets)


@pytest.mark.parametrize(
    ("question", "said"),
    [({"game": 7}, "must be the text"), ({"game": "x"}, "is not a saved game")],
)
def test_what_is_no_game_is_refused(question: dict[str, Any], said: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=said):
        answer(question, TIME)


def test_an_unknown_system_or_player_is_refused_with_those_there_are() -> None:
    text = hex_summary(TOYS[0])
    with pytest.raises(mecatol.ScenarioError, match="is not in this game"):
        answer({"game": text, "system": "999"}, TIME)
    with pytest.raises(mecatol.ScenarioError, match="player of this game"):
        answer({"game": text, "threats": "nobody"}, TIME)


def test_hyperlanes_are_drawn_as_they_lie() -> None:
    """83A joins its edges 1 and 4; turned once, 2 and 5."""
    outer = ["19", "0", "20", "-1", "21", "22", "23", "24", "25", "26", "27", "28"]
    game = read_game(" ".join(["{112}", "83A1", "34", "35", "36", "37", "38", *outer]))
    assert layout(game)["lanes"] == {"0,-1": [(2, 5)]}


def test_a_technology_by_its_first_name_is_the_printing_that_players_use() -> None:
    text = table_data(TOYS[0], "ttpg").replace("Antimass Deflectors", "Magen Defense Grid")
    assert read_game(text).players["blue"].technologies[0] == "magen-defense-grid-omega-omega"
