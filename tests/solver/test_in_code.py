"""Scenarios made in code, and solutions as people see them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import pytest

import mecatol
from mecatol import STEPS, Player, Scenario, ScenarioError, solve
from mecatol.probability.dice import Number
from mecatol.solution.answers import Choice, Note, Round

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

RED = Player(name="Red", space={"cruiser": 2}, technologies=("cruiser-2",))
BLUE = Player(name="Blue", space={"dreadnought": 1}, damaged={"dreadnought": 1})
BATTLE = Scenario(step="space-combat", players=[RED, BLUE])
DATA = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"cruiser": 2}, "technologies": ["cruiser-2"]},
        {"name": "Blue", "space": {"dreadnought": 1}, "damaged": {"dreadnought": 1}},
    ],
}


def test_a_scenario_in_code_is_the_same_as_its_data() -> None:
    assert BATTLE.data() == mecatol.read(DATA).data()
    assert solve(BATTLE).to_json() == solve(DATA).to_json() == solve(mecatol.read(DATA)).to_json()


def test_a_choice_that_is_empty_or_zero_still_says_something() -> None:
    waits = Player(name="Blue", space={"dreadnought": 1}, policy={"assign": []})
    assert Scenario(step="space-combat", players=[RED, waits]).data()["players"][1]["policy"] == {"assign": []}


@pytest.mark.parametrize("written", [str, lambda one: json.dumps(one.data()), lambda one: yaml.safe_dump(one.data())])
@pytest.mark.parametrize("edition", ["base", "thunders-edge"])
def test_what_is_written_is_parsed_back(written: object, edition: str) -> None:
    battle = Scenario(step="space-combat", players=[RED, BLUE], edition=edition)
    assert callable(written)
    assert Scenario.parse(written(battle)) == mecatol.read(battle)


def test_a_scenario_in_code_equals_what_is_read_back_whether_it_was_given_lists_or_tuples() -> None:
    red = Player(name="Red", space={"cruiser": 2}, technologies=["cruiser-2"], controls=["abaddon"])
    battle = Scenario(step="space-combat", players=[red, BLUE])
    assert Scenario.parse(str(battle)) == battle == mecatol.read(battle.data())


def test_a_scenario_reads_as_players_write_it() -> None:
    assert str(BATTLE) == "Space Combat.\nRed with Cruiser II: 2 cruisers.\nBlue: 1 dreadnought (1 damaged)."


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        (Scenario(step="x", players=[]), "step", "is not a step"),
        (Scenario(step="space-combat", players=[Player(name="A", space={"cruser": 1})]),
         "players.0.space.cruser", "did you mean 'cruiser'?"),
        (Scenario(step="space-combat", players=[Player(name="A", planets=5)]),  # type: ignore[arg-type]
         "players.0.planets", "must be a mapping"),
        (Scenario(step="space-combat", players=[Player(name="A", damaged=5)]),  # type: ignore[arg-type]
         "players.0.damaged", "must be a mapping"),
        (Scenario(step="space-combat", players=3), "players", "must be a list"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_mistake_in_code_is_told_by_its_field(wrong: Scenario, field: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        solve(wrong)
    assert said in next(one.message for one in caught.value.problems if one.field == field)


def test_a_text_that_is_nothing_is_told_as_such() -> None:
    with pytest.raises(ScenarioError):
        Scenario.parse("Space Combat.\nRed: 2 crusers.")
    with pytest.raises(ScenarioError):
        Scenario.parse("{")
    with pytest.raises(ScenarioError, match=r"^scenario: is not understood; write lines such as 'Space Combat.'"):
        Scenario.parse("2 cruisers vs 1 dreadnought")
    with pytest.raises(ScenarioError, match=r"^scenario: must be a mapping, not the text 'Space Combat.'; in code"):
        mecatol.read("Space Combat.")


def test_words_are_solved_as_they_are_and_what_was_left_out_is_said() -> None:
    words = solve("2 cruisers vs 1 dreadnought")
    assert words.scenario == mecatol.read(mecatol.read_words("2 cruisers vs 1 dreadnought").scenario)
    assert words.winner == solve(words.scenario).winner
    assert solve(words.link("https://example.org/")).winner == words.winner
    assert "Red was given the technology War Sun, which that unit requires." in solve("1 war sun vs 1 cruiser").warnings
    with pytest.raises(ScenarioError, match="text: is empty"):
        solve("")


def test_a_solution_prints_who_wins_first_with_bars() -> None:
    lines = str(solve(BATTLE)).splitlines()
    assert lines[0] == "Space Combat"
    assert lines[2] == "Winner"
    assert re.fullmatch(r" +87\.5000%  █{21} +Red", lines[3])
    assert "  54.1667%" in str(solve(BATTLE))
    assert "Red: 2 cruisers | Blue: nothing" in str(solve(BATTLE))


def test_exact_solutions_print_fractions() -> None:
    assert solve(BATTLE, exact=True).winner["Red"] == Fraction(7, 8)
    assert "  7/8  " in str(solve(BATTLE, exact=True))


def test_what_is_printed_is_brief_and_the_table_has_everything() -> None:
    solution = solve(STEPS["tactical-action"].example)
    printed, everything = str(solution), solution.table()
    assert len(printed) < 2_200 < len(everything)
    assert "Why: clauses 77.3, " in printed
    assert "  77.3 " in everything
    assert [line for line in printed.splitlines() if line.startswith("  and ")] == ["  and 61 more; table() shows more"]


def test_records_and_solutions_are_short_where_python_shows_them() -> None:
    assert repr(RED) == "Player(name='Red', technologies=('cruiser-2',), space={'cruiser': 2})"
    assert eval(repr(BATTLE), {"Scenario": Scenario, "Player": Player}) == BATTLE
    assert repr(solve(BATTLE)) == "<Solution: Red wins 87.5%, Blue wins 6.2% and it is a draw 6.2% of the time.>"
    assert all(len(repr(solve(step.example))) <= 140 for step in STEPS.values())


def test_a_notebook_shows_the_site_s_answer_in_which_names_are_no_markup() -> None:
    battle = Scenario(step="space-combat", players=[Player(name="<b>R", space={"cruiser": 1}), BLUE])
    for shown in (solve(battle)._repr_html_(), solve(battle, exact=True)._repr_html_(), battle._repr_html_()):
        assert "<h4>Space Combat</h4>" in shown
        assert "&lt;b&gt;R" in shown
        assert "<b>" not in shown


def test_each_part_of_a_solution_has_a_type_down_to_the_numbers() -> None:
    searching = Player(name="Blue", space={"dreadnought": 2}, policy={"assign": "best"})
    solution = solve(Scenario(step="space-combat", players=[RED, searching], rounds=2))
    for row in solution.rounds:
        assert_type(row, Round)
        assert_type(row["left"]["Red"]["cruiser"], Number)
        assert row.keys() == Round.__annotations__.keys()
    for choice in solution.choices:
        assert_type(choice["value"], Number)
        assert {"player", "choice", "text"} < choice.keys() <= Choice.__annotations__.keys()
    for note in solution.trace:
        assert_type(note["clause"], str)
        assert note.keys() == Note.__annotations__.keys()
    assert solution.rounds
    assert solution.choices
    assert solution.trace


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(mecatol.__file__).parent / "py.typed").is_file()


def test_players_made_in_code_may_stand_in_plain_data() -> None:
    made = [Player(name="Red", space={"cruiser": 2}), {"name": "Blue", "space": {"cruiser": 1}}]
    plain = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 1}}]
    answers = [mecatol.solve({"step": "space-combat", "players": players}).winner for players in (made, plain)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("strange", [None, 5, []])
def test_what_is_no_scenario_is_refused_in_one_sentence(strange: object) -> None:
    with pytest.raises(ScenarioError) as caught:
        mecatol.read(strange)
    assert [problem.field for problem in caught.value.problems] == ["scenario"]


@pytest.mark.parametrize("name", ["battle.yaml", "games/battle.JSON", " plans/b.yml "])
def test_the_name_of_a_file_is_no_battle_and_that_is_said(name: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match="is the name of a file; read it"):
        mecatol.solve(name)
