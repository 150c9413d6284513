"""The one question the browser asks: a scenario in, HTML or errors out, both as JSON."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

import mecatol
from mecatol import forms
from mecatol.advice.best_play import BestPlay
from mecatol.probability import limits
from mecatol.render import render
from mecatol.render.numbers import percent
from theme import live
from theme.pages.games import EXAMPLE


def ask(question: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(live.answer(json.dumps(question)))
    return answer


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_the_answer_is_what_the_page_shows(step: str) -> None:
    scenario = forms.form(step).default
    data = mecatol.solve(scenario).to_json()
    answer = ask({"scenario": scenario, "links": {"77": "../x/"}})
    assert answer["html"] == render(data, {"77": "../x/"})
    assert answer["scenario"] == data["scenario"]
    assert answer["summary"]


def test_every_problem_of_a_scenario_is_reported_with_its_field() -> None:
    scenario = {"step": "space-cannon-offense", "players": [{"name": "Red", "space": {"cruser": 1, "carrier": -1}}]}
    fields = {error["field"] for error in ask({"scenario": scenario})["errors"]}
    assert {"players.0.space.cruser", "players.0.space.carrier"} <= fields


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"scenario": 1}', "[" * 100_000, '{"scenario": {}}'])
def test_nonsense_gets_an_answer_too(text: str) -> None:
    answer = json.loads(live.answer(text))
    assert answer["errors"]
    assert all(error["message"] for error in answer["errors"])


def test_links_cannot_leave_the_site() -> None:
    scenario = forms.form("space-cannon-offense").default
    html = ask({"scenario": scenario, "links": {"77": "javascript:alert(1)//", "16": 3}})["html"]
    assert "javascript" not in html


def test_it_needs_nothing_but_the_solver_and_the_standard_library() -> None:
    code = (
        "import sys; import theme.live; "
        "print([n for n in sys.modules if n.split('.')[0] in ('jinja2', 'markupsafe', 'mkdocs', 'yaml', 'content')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_nested_too_deep_is_refused_before_it_is_read() -> None:
    said = json.loads(live.answer('{"scenario": ' + "[" * 10_000 + "]" * 10_000 + "}"))
    assert said["errors"] == [{"field": "", "message": "The question is nested more than 60 levels deep."}]


def test_what_nobody_foresaw_is_an_error_that_says_what_to_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("carrier-2")

    monkeypatch.setattr(mecatol, "solve", fails)
    (error,) = json.loads(live.answer(json.dumps({"scenario": {}})))["errors"]
    assert error["field"] == ""
    assert error["message"].startswith(
        "The solver met an error that is its own fault: KeyError: 'carrier-2' (test_live"
    )


def test_a_byte_order_mark_before_a_text_is_not_read() -> None:
    text = ask({"say": forms.form("space-combat").default})["text"]
    assert ask({"understand": f"\ufeff{text}"}) == ask({"understand": text})
    assert "scenario" in ask({"understand": f"\ufeff{text}"})


def test_a_pasted_text_is_a_scenario_with_what_was_left_out() -> None:
    found = ask({"paste": "5 cruisers and 2 zorglubs vs 1 war sun"})
    assert found["source"] == "plain words"
    assert "zorglubs" in found["left_out"][0]
    assert "War Sun" in found["added"][0]
    assert found["lines"] == ["Red: 5 cruisers.", "Blue with War Sun: 1 war sun."]
    assert mecatol.solve(found["scenario"]).winner
    assert ask({"paste": "hello"})["errors"][0]["message"]
    assert ask({"paste": 3})["errors"][0]["field"] == "text"


def test_the_text_for_a_chat_holds_battle_odds_and_link_and_can_be_pasted() -> None:
    scenario = mecatol.read(forms.form("tactical-action").default).data()
    text = ask({"chat": scenario, "address": "https://example.org/x/"})["text"]
    assert text.endswith("\nhttps://example.org/x/")
    assert "Odds: " in text
    assert "Odds, Abaddon: " in text
    assert ask({"paste": text})["scenario"] == scenario


def test_advice_comes_a_slice_at_a_time() -> None:
    scenario = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 2}},
                                                    {"name": "Blue", "space": {"cruiser": 1}}]}  # fmt: skip
    part = ask({"advise": scenario, "after": 0})
    assert 0 < part["done"] <= part["of"]
    assert part["now"].keys() == {"Red", "Blue"}
    while not (found := ask({"enough": scenario, "player": "Blue", "reach": 0.5}))["over"]:
        assert found["tried"]
    assert found["found"][0]["chance"] >= 0.5
    assert ask({"advise": {"step": "deploy"}})["errors"]
    assert ask({"enough": scenario, "player": "Nobody"})["errors"][0]["field"] == "player"


def test_the_best_play_comes_a_slice_at_a_time() -> None:
    scenario = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 2}},
                                                    {"name": "Blue", "space": {"dreadnought": 1}}]}  # fmt: skip
    question = {"play": scenario, "player": "Red", "worth": 1}
    while not (found := ask(question))["over"]:
        assert found["done"]
    search = BestPlay(scenario, "Red", 1)
    while not search.over:
        search.step()
    assert found["done"] == len(search.found)
    assert (found["words"], found["scenario"], found["gain"]) == (search.best.words, search.best.scenario, search.gain)
    assert found["words_of_chance"] == percent(search.best.chance)
    for worth in (-1, "much", True):
        assert ask({**question, "worth": worth})["errors"][0]["field"] == "worth"
    assert ask({**question, "player": "Nobody"})["errors"][0]["field"] == "player"


def test_a_battle_at_the_table_says_its_moment() -> None:
    scenario = {"step": "space-combat", "players": [{"name": "Red", "space": {"dreadnought": 1}},
                                                    {"name": "Blue", "space": {"cruiser": 2}}]}  # fmt: skip
    links = {"77": "../space-cannon/", "12": "//elsewhere/x:y"}
    start = ask({"table": scenario, "links": links})
    assert (start["history"], start["title"]) == ([], "Round 1")
    for name, chance in mecatol.solve(scenario).to_json()["winner"].items():
        assert f'result-number">{percent(float(chance))}</strong><small>{name}</small>' in start["html"]
    assert re.findall(r'data-token="([^"]+)".*?<small aria-hidden="true">([^<]+)', start["html"]) == [
        ("0", "40%"), ("1", "60%")
    ]  # fmt: skip
    rolled = ask({"table": scenario, "history": [], "roll": 7})
    assert len(rolled["history"]) == 1
    assert "Rolled here from seed 7." in rolled["html"]
    again = ask({"table": scenario, "history": rolled["history"]})
    assert rolled["html"].replace('<p class="hint">Rolled here from seed 7.</p>', "") == again["html"]
    hit = ask({"table": scenario, "history": ["1", "1"]})
    best, other = re.findall(r'playing__choice([^"]*)" data-token="([^"]+)"><span class="unseen">([^<]+)', hit["html"])
    assert best[:2] == (" is-best", "a+1n")
    assert best[2].endswith(": best")
    assert ": −" in other[2]
    assert 'data-token="a+1n">Take the best' in hit["foot"]
    assert "Red</strong> 1 hit, 0.6 on average. As many or more: 60%" in hit["html"]  # one die that hits on 5
    for history in ("1", ["9"], [1], [{}], ["<b>"], ["1"] * 500, {"1": 1}, None):
        (error,) = ask({"table": scenario, "history": history})["errors"]
        assert error["field"].startswith("history")
    for seed in (True, "7", 1.5):
        assert ask({"table": scenario, "roll": seed})["errors"][0]["field"] == "roll"
    for broken in ({}, [], None, "x", {"step": "deploy"}):
        assert ask({"table": broken})["errors"]


def test_a_refusal_comes_with_ways_out() -> None:
    scenario = {"step": "space-combat", "players": [{"name": "Red", "space": {"war-sun": 1}},
                                                    {"name": "Blue", "space": {"cruiser": 1}}]}  # fmt: skip
    (error,) = ask({"scenario": scenario})["errors"]
    mend = error["mends"][0]
    assert (mend["text"], mend["sure"]) == ("Give Red the technology War Sun", True)
    assert "html" in ask({"scenario": mend["scenario"]})


MANY: dict[str, Any] = dict.fromkeys(("fighter", "destroyer", "cruiser", "carrier", "dreadnought"), 9)
LARGE = {"step": "space-combat", "players": [{"name": name, "space": MANY} for name in ("Red", "Blue")],
         "assume": {"limits": "ignored", "capacity": "ignored"}}  # fmt: skip


def test_signs_of_life_are_given_while_something_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_A_SIGN", 0.01)
    signs: list[None] = []
    assert "html" in json.loads(live.answer(json.dumps({"scenario": LARGE}), lambda _: signs.append(None)))
    assert len(signs) > 1


def test_more_units_than_any_table_holds_get_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """99 of four types a side filled a gigabyte and went on; what is refused, and how to make it smaller, is said."""
    crowd = dict.fromkeys(("fighter", "destroyer", "cruiser", "dreadnought"), 99)
    players = [{"name": name, "space": crowd} for name in ("Red", "Blue")]
    ignored = {"capacity": "ignored", "limits": "ignored"}
    monkeypatch.setattr(live, "_CROWDED", 0.5)
    (error,) = ask({"scenario": {"step": "space-combat", "players": players, "assume": ignored}})["errors"]
    assert "no exact answer within 0.5 seconds" in error["message"]
    assert "--" not in error["message"]  # the options of the command line grant nothing here
    assert error["mends"]
    assert "html" in ask({"scenario": LARGE})  # 90 units take the time that they take


def test_more_figures_than_a_box_holds_get_a_bounded_time_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """105 units whose hits are assigned at best grew a tab to two gigabytes in seven minutes."""
    many = {"dreadnought": 30, "flagship": 10, "war-sun": 10, "mech": 5, "cruiser": 20, "fighter": 20}
    players = [{"name": "Red", "space": many, "technologies": ["war-sun"]}, {"name": "Blue", "space": {"cruiser": 3}}]
    scenario = {"step": "space-combat", "players": players, "assume": {"capacity": "ignored", "limits": "ignored"}}
    granted: list[float] = []
    solve = mecatol.solve
    monkeypatch.setattr(mecatol, "solve", lambda one, **limits: (granted.append(limits["seconds"]), solve(one))[1])
    ask({"scenario": scenario})
    box = {"dreadnought": 5, "flagship": 1, "war-sun": 2, "mech": 4, "cruiser": 8, "destroyer": 8, "carrier": 4}
    ask({"scenario": {**scenario, "players": [{**players[0], "space": {**box, "fighter": 20}}, players[1]]}})
    assert granted == [live._CROWDED, live._PATIENCE]


@pytest.mark.parametrize("seconds", ["1", None, True, -1, 1e9, [], "x"])
def test_a_question_grants_no_other_time_than_it_may(seconds: object) -> None:
    scenario = forms.form("capacity").default
    assert "html" in ask({"scenario": scenario, "seconds": seconds})


WRONG = (5, 1.5, -3, "x", True, None, [], [5], {}, {"x": 5}, {"space": 5})
WHOLE: dict[str, Any] = {
    "name": "Red", "faction": "nekro-virus", "technologies": ["carrier-2"], "effects": {"bunker": 1},
    "space": {"carrier": 2, "infantry": 2}, "planets": {"abaddon": {"infantry": 2}}, "adjacent": {"pds": 1},
    "damaged": {"dreadnought": 1}, "stationed": {"abaddon": {"infantry": 1}}, "fleet_pool": 3,
    "fleets": [{"units": {"carrier": 1}}], "policy": {"assign": "best"}, "by_hand": {"units": {}},
    "ballot": {"votes": 1}, "standing": {"points": 1}, "gives": {"commodities": 1}, "produce": {"infantry": 1},
}  # fmt: skip


@pytest.mark.parametrize("field", WHOLE)
def test_a_wrong_type_anywhere_is_told_as_the_solver_tells_it(field: str) -> None:
    """Not as a fault of the solver's own: what would mend a problem may look at the very data that is wrong."""
    other = {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}}
    for wrong in WRONG:
        scenario = {"step": "invasion", "players": [{**WHOLE, field: wrong}, other]}
        try:
            mecatol.read(scenario)
        except mecatol.ScenarioError as refused:
            expected = [problem.message for problem in refused.problems]
            assert [error["message"] for error in ask({"scenario": scenario})["errors"]] == expected, wrong
    for wrong in WRONG:
        scenario = {"step": "invasion", "players": [{**WHOLE, "name": "Red"}, other], field: wrong}
        said = ask({"scenario": scenario, "seconds": 5}).get("errors", [])
        assert not [error for error in said if "own fault" in error["message"]], wrong


def test_what_may_take_so_many_seconds_ends_with_them() -> None:
    (error,) = ask({"scenario": LARGE, "seconds": 0})["errors"]
    assert "within 0 seconds" in error["message"]
    assert "html" in ask({"scenario": LARGE, "seconds": 60})


def test_the_best_fleets_come_a_slice_at_a_time() -> None:
    asked = {"fleets": {"enemies": "2: 1 dreadnought\n1 carrier and 4 fighters", "cost": 4, "fleet_pool": 3, "you": {}}}
    found = json.loads(live.answer(json.dumps(asked)))
    while not found["over"]:
        found = json.loads(live.answer(json.dumps(asked)))
    assert found["done"] == found["of"] > 3
    assert "3 destroyers" in found["html"]
    assert "<script" not in found["html"]


def test_the_best_fleets_say_how_their_enemies_were_read() -> None:
    asked = {"cost": 1, "fleet_pool": 3}
    html = ask({"fleets": asked | {"enemies": "3 crusers\n1 carrier"}})["html"]
    assert "'crusers' was read as cruiser." in unescape(html)
    assert html.count("hint") == 1
    upgraded = ask({"fleets": asked | {"enemies": "2 cruisers II"}})["html"]
    assert "The upgrades of" in upgraded
    held = ask({"fleets": asked | {"enemies": "2 dreads with morale boost"}})["html"]
    assert "Only the ships of" in held
    (error,) = ask({"fleets": asked | {"enemies": "2 infantry"}})["errors"]
    assert error["field"] == "line 1"


def test_fleets_that_cannot_be_searched_name_the_field() -> None:
    asked: dict[str, Any] = {"enemies": "1 cruiser\n3 flurbs", "cost": 4}
    assert json.loads(live.answer(json.dumps({"fleets": asked})))["errors"][0]["field"] == "line 2"
    assert json.loads(live.answer(json.dumps({"fleets": asked | {"cost": "12"}})))["errors"] == [
        {"field": "cost", "message": "must be a number above 0"}
    ]
    assert json.loads(live.answer(json.dumps({"fleets": asked | {"enemies": " "}})))["errors"][0]["field"] == "enemies"
    wrong = {"fleets": asked | {"enemies": "1 cruiser", "you": {"faction": "nobody"}}}
    assert json.loads(live.answer(json.dumps(wrong)))["errors"][0]["field"] == "players.0.faction"


PACK = {
    "edition": {"slug": "pirates", "name": "Pirates"},
    "factions": [{"slug": "black-fleet", "name": "The Black Fleet", "short": "Fleet", "edition": "pirates",
                  "commodities": 3}],
}  # fmt: skip
OWN = {
    "step": "space-combat",
    "edition": "pirates",
    "players": [
        {"name": "Red", "faction": "black-fleet", "space": {"cruiser": 1}},
        {"name": "Blue", "space": {"cruiser": 1}},
    ],
}


def test_packs_go_along_with_a_question_and_not_with_the_next() -> None:
    pack = {"name": "pirates.json", "text": json.dumps(PACK)}
    assert ask({"pack": pack})["gains"]["factions"] == [["black-fleet", "The Black Fleet"]]
    assert "errors" not in ask({"scenario": OWN, "packs": [pack]})
    assert ask({"say": OWN, "packs": [pack]})["text"]
    assert "'black-fleet' is not a faction" in ask({"scenario": OWN})["errors"][0]["message"]
    assert ask({"pack": {"name": "a.json", "text": "{}"}})["errors"][0]["message"].startswith("a.json: holds no record")
    old = {"scenario": OWN, "packs": [{"name": "old.json", "text": "{}"}]}
    assert ask(old)["errors"][0]["message"].startswith("The pack old.json on this device does not fit")
    assert "errors" not in ask({**old, "scenario": forms.form("space-combat").default})
    for odd in (3, [3], [{"name": 1, "text": 2}], {"name": "x"}):
        assert "errors" not in ask({"scenario": forms.form("space-combat").default, "packs": odd})
        assert ask({"pack": odd})["errors"]


def test_modules_that_come_later_are_found_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = SimpleNamespace(code={"mecatol.known": ("known.py", None)})
    monkeypatch.setitem(sys.modules, "sitecustomize", tables)  # type: ignore[arg-type]
    sources = {"mecatol/late/__init__.py": "AT = 1", "mecatol/known.py": "other", "elsewhere/x.py": "other"}
    assert "html" in ask({"scenario": forms.form("space-combat").default, "packs": [], "modules": sources})
    assert set(tables.code) == {"mecatol.known", "mecatol.late"}
    path, code = tables.code["mecatol.late"]
    found: dict[str, Any] = {}
    exec(code, found)
    assert (path, found["AT"]) == ("/lib/mecatol/mecatol/late/__init__.py", 1)


def test_what_is_ignored_is_called_as_at_the_table() -> None:
    red: dict[str, Any] = {"name": "Red", "space": {"cruiser": 1}, "trade_goods": 3, "exhausted": ["duranium-armor"]}
    blue = {"name": "Blue", "space": {"cruiser": 1}, "policy": {"fire": {"cruiser": 1}}}
    scenario = {"step": "space-combat", "players": [red, blue], "policy": {"aim": "clear-all"}}
    said = unescape(ask({"scenario": scenario})["html"])
    for ignored in (
        "Ignored: Red’s trade goods; it is for",
        "Ignored: Duranium Armor in Red’s exhausted cards; Red does not have",
        "Ignored: Blue’s number of units that fire (cruiser); it has no",
        "Ignored: the aim of the bombardment; it is about bombardment",
    ):
        assert ignored in said
    assert "`" not in said


def test_a_battle_in_words_is_told_from_a_question() -> None:
    found = ask({"ask": "Letnev 3 dn, 1 flagship vs 2 ws"})
    assert (found["step"], found["topic"]) == ("space-combat", "space-combat")
    assert found["unknown"] == []
    assert '<i class="unit-mark unit-mark--dreadnought"></i>3' in found["html"]
    assert "War Sun" not in found["html"], "a war sun says that its technology is there"
    left = ask({"ask": "3 dreads 4 flurbs vs 2 war suns"})
    assert left["unknown"] == ["Nothing is known for '4 flurbs' of Red."]
    assert ask({"ask": "5 cruisers vs 3 whatsits"})["unknown"]
    for words in ("", "direct hit", "can I retreat after round 2", "3 dreads", "is it 1 vs 2?", "{ vs 3", 7):
        assert ask({"ask": words}) == {}, words
    # A question that names units and says more than they are is no battle.
    assert ask({"ask": "can 2 destroyers fire at fighters before combat"}) == {}


def test_odds_come_within_their_time() -> None:
    scenario = ask({"ask": "3 dreads 3 figs vs 2 war suns"})["scenario"]
    assert "47.5%" in ask({"odds": scenario, "seconds": 3})["brief"]
    assert ask({"odds": {"step": "space-combat"}})["errors"]


def test_a_map_is_told_by_systems_and_their_places() -> None:
    found = ask({"map": "{18} 33 -1 35 40 27 41"})
    assert [one["at"] for one in found["systems"]] == ["0,0", "0,-1", "1,0", "0,1", "-1,1", "-1,0"]
    assert found["systems"][3] == {
        "at": "0,1", "position": "104", "tile": "40", "wormholes": ["beta"], "ships": [], "tokens": []
    }  # fmt: skip
    assert (found["active"], found["left_out"]) == ("0,0", [])
    for wrong in ("1 2 3", "", 7):
        assert ask({"map": wrong})["errors"][0]["field"] == "game"


def test_a_solution_is_whole_for_other_programs() -> None:
    battle = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 3}},
                                                  {"name": "Blue", "space": {"dreadnought": 2}}]}  # fmt: skip
    found = ask({"solve": battle})
    assert found["solution"] == json.loads(json.dumps(mecatol.solve(battle).to_json()))
    assert "unit-chip" in found["html"]
    assert "battle" in found["brief"]
    (error,) = ask({"solve": {**battle, "players": []}})["errors"]
    assert error["field"] == "players"


def test_a_game_in_progress_is_told_by_the_example_of_its_page() -> None:
    text = json.dumps(EXAMPLE)
    drawn = ask({"game": text})
    assert "which units are damaged" in drawn["lacks"]
    assert re.findall(">([^<]+)</button>", drawn["whose"]) == ["Sol", "Arborec", "Mentak"]
    assert "Space combat in Vefut II" in ask({"game": text, "system": "+1+1"})["html"]
    while not (slice_ := ask({"game": text, "threats": "blue"}))["over"]:
        assert 0 < slice_["done"] < slice_["of"]
    assert "Vefut II" in slice_["html"]
    assert "too large" not in slice_["html"]
    assert ask({"game": "no game"})["errors"][0]["field"] == "game"
