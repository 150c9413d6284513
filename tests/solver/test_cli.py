"""The command line: what it prints and how it ends."""

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.cli import NOT_SOLVED, main
from tests.solver.command_line import run
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

ROOT = Path(__file__).parents[2]
PDS: dict[str, Any] = {
    "step": OFFENSE,
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "planets": {"lodor": {"pds": 1}}}],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(PDS), encoding="utf-8")
    return path


def test_a_table_for_people(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, out, err = run(capsys, "solve", str(file))
    assert (status, err) == (0, "")
    assert out.startswith("Space Cannon Offense\n")
    for line in (
        "Hits of Blue against Red",
        "   50.0000%  0 hits",
        "   50.0000%  Red has no ships left",
        "  Red: 0.5 cruisers (resources: 1)",
        "   50.0000%  Red: 1 cruiser | Blue: 1 PDS on Lodor",
        "   50.0000%  Red: nothing | Blue: 1 PDS on Lodor",
        "  77.3     Blue rolls 1 die for Space Cannon: 1 PDS (1 die, 6 or more).",
    ):
        assert line in out.splitlines()


def test_a_combat_round_by_round_and_what_was_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"morale-boost": 1}}
    red["policy"] = {"play": {"morale-boost": "best"}}
    path = tmp_path / "combat.json"
    players = [red, {"name": "Blue", "space": {"cruiser": 1}}]
    path.write_text(json.dumps({"step": "space-combat", "rounds": 2, "players": players}))
    out = run(capsys, "solve", str(path))[1].splitlines()
    first = (
        out.index(
            "Round by round: chance that it is fought, combat over by its end, winner by then, units left on average"
        )
        + 1
    )
    # 3/10 nobody in round 1 with the boost, 9/25 of that in round 2
    assert out[first].split("  ")[1:4] == [" 1", "100.0000%", " 70.0000%"]
    assert out[first + 1].split("  ")[1:4] == [" 2", " 30.0000%", " 89.2000%"]
    assert any(line.startswith("  Red: Morale Boost is best played from round 1 on") for line in out)


def test_warnings_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "warned.json"
    path.write_text(json.dumps({**PDS, "players": [*PDS["players"], {"name": "Green", "adjacent": {"pds": 1}}]}))
    warned = "Green’s PDS in adjacent systems does not affect Space Cannon Offense"
    assert (
        f"Note: {warned}: Space Cannon cannot reach the active system from there." in run(capsys, "solve", str(path))[1]
    )


def test_json_is_the_solution(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, out, err = run(capsys, "solve", "--json", str(file))
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data == json.loads(json.dumps(mecatol.solve(PDS).to_json()))
    assert data["hits"] == {"Blue": {"0": 0.5, "1": 0.5}}
    assert data["scenario"] == PDS


@pytest.mark.parametrize(
    ("technologies", "count", "mine", "expected"),
    [
        ([], 1, [], ["1/2", "1/2"]),
        (["pds-2", "plasma-scoring"], 2, [], ["8/125", "36/125", "54/125", "27/125"]),
        ([], 2, ["antimass-deflectors"], ["9/25", "12/25", "4/25"]),
    ],
)
def test_the_figures_that_must_come_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, technologies: list[str], count: int, mine: list[str],
    expected: list[str],
) -> None:  # fmt: skip
    path = tmp_path / "figures.json"
    red = {"name": "Red", "space": {"cruiser": 1}, "technologies": mine}
    blue = {"name": "Blue", "technologies": technologies, "planets": {"lodor": {"pds": count}}}
    path.write_text(json.dumps({"step": OFFENSE, "players": [red, blue]}))
    exact = json.loads(run(capsys, "solve", "--json", "--fractions", str(path))[1])["hits"]["Blue"]
    plain = json.loads(run(capsys, "solve", "--json", str(path))[1])["hits"]["Blue"]
    assert list(exact.values()) == expected
    assert all(abs(plain[n] - Fraction(exact[n])) < 1e-12 for n in exact)


def test_yaml_from_a_file_and_json_from_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(yaml.safe_dump(PDS), encoding="utf-8")
    from_yaml = run(capsys, "solve", "--json", str(path))
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(PDS)))
    assert run(capsys, "solve", "--json", "-") == from_yaml
    assert from_yaml[0] == 0


def test_a_list_of_scenarios_gives_a_list_of_solutions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    several = [*scenarios("cli", 3, OFFENSE, "cheapest-first"), *scenarios("cli", 2, DEFENSE, "order")]
    path.write_text(json.dumps(several))
    status, out, _ = run(capsys, "solve", "--json", str(path))
    assert status == 0
    assert json.loads(out) == [json.loads(json.dumps(mecatol.solve(one).to_json())) for one in several]
    assert run(capsys, "solve", str(path))[1].count("Space Cannon Offense\n") == 3


def test_the_faults_of_a_list_have_their_places_and_the_others_are_solved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([{**PDS, "edition": "old"}, PDS, 7, {**PDS, "step": "x"}]))
    status, out, err = run(capsys, "solve", str(path))
    assert status == 2
    assert out.count("Space Cannon Offense\n") == 1
    told = ["0.edition", "2.scenario", "3.step"]
    assert [line.partition(":")[0] for line in err.splitlines()] == told
    status, out, err = run(capsys, "solve", "--json", str(path))
    found = json.loads(out)
    assert status == 2
    assert found[1] == json.loads(json.dumps(mecatol.solve(PDS).to_json()))
    assert [one["problems"][0]["field"] for one in (found[0], found[2], found[3])] == ["edition", "scenario", "step"]
    assert [problem["field"] for problem in json.loads(err)["problems"]] == told


def test_a_list_without_one_sound_scenario_prints_faults_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([{**PDS, "edition": "old"}, {**PDS, "step": "x"}]))
    status, out, err = run(capsys, "solve", str(path))
    assert (status, out) == (2, "")
    assert [line.partition(":")[0] for line in err.splitlines()] == ["0.edition", "1.step"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"step": "space-canon-offense"}', "step: 'space-canon-offense' is not a step; did you mean"),
        ("{", "scenario: is neither JSON nor YAML: "),
        ("a: [", "scenario: is neither JSON nor YAML: "),
        ("", "scenario: must be a mapping, not nothing"),
        ("just words", "text: names no unit"),
        pytest.param(
            "[" * 100_000, "scenario: is nested too deeply", id="deep",
            marks=pytest.mark.cpython_only("the stack of WebAssembly overflows in the JSON reader before Python's"),
        ),
        ("7" * 5000, "scenario: must be a mapping, not the number a number of more than 40 digits"),
        ("step: space-combat\nplayers: [{name: A}, {name: B}]\nedition: 2020-13-45", "edition: '2020-13-45' is not"),
        ("&a [*a]", "scenario: holds itself through an alias (line 1)"),
    ],
)  # fmt: skip
def test_a_bad_scenario_ends_with_status_2_and_a_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "bad"
    path.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, "solve", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(message)


def test_every_fault_has_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**PDS, "edition": "old", "rulings": {"1.1": "any"}}))
    assert [line.partition(":")[0] for line in run(capsys, "solve", str(path))[2].splitlines()] == [
        "edition",
        "rulings.1.1",
    ]


def test_a_file_that_is_not_there_or_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.yaml")
    assert run(capsys, "solve", missing) == (
        2, "", f"FILE: there is no file {missing!r}; name a file, or - for standard input\n"
    )  # fmt: skip
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "solve", str(binary)) == (2, "", f"FILE: {str(binary)!r} is not UTF-8 text\n")


def test_no_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "usage: mecatol" in capsys.readouterr().err


@pytest.mark.cpython_only("starts another process")
@pytest.mark.parametrize(("text", "status"), [(json.dumps(PDS), 0), ("{}", 2)])
def test_as_a_program(text: str, status: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "mecatol", "solve", "--json", "-"],
        input=text, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
    )  # fmt: skip
    assert ended.returncode == status
    assert bool(ended.stdout) == (status == 0)
    assert bool(ended.stderr) == (status == 2)


@pytest.mark.cpython_only("starts another process")
def test_without_yaml_json_still_works_and_yaml_says_what_is_missing(tmp_path: Path) -> None:
    # -S leaves the installed packages out
    command = [sys.executable, "-S", "-m", "mecatol", "solve", "--json", "-"]
    for text, status, said in (
        (json.dumps(PDS), 0, ""),
        (yaml.safe_dump(PDS), 2, "for YAML, run `pip install pyyaml`"),
    ):
        ended = subprocess.run(
            command, input=text, capture_output=True, text=True, encoding="utf-8", cwd=ROOT / "solver", check=False
        )
        assert ended.returncode == status
        assert said in ended.stderr


def test_advice_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.json"
    players = [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"destroyer": 1}}]
    file.write_text(json.dumps({"step": "space-combat", "players": players}), encoding="utf-8")
    assert main(["advise", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Chance of winning now" in told
    assert "Blue: 1 more destroyer" in told
    assert main(["advise", str(file), "--enough", "0.6", "--player", "Blue"]) == 0
    assert "Blue 60.0000%" in capsys.readouterr().out
    assert main(["advise", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert abs(found[0]["points"]) >= abs(found[-1]["points"])
    assert main(["advise", str(file), "--enough", "0.6", "--player", "Nobody"]) == 2
    capsys.readouterr()
    assert main(["advise", "1 cruiser vs 1 destroyer"]) == 0
    assert capsys.readouterr().out == told


def test_a_battle_in_plain_words_needs_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["2 cruisers and 3 fighters vs 1 dreadnought", "--json"]) == 0
    solution = json.loads(capsys.readouterr().out)
    assert [player["space"] for player in solution["scenario"]["players"]] == [
        {"fighter": 3, "cruiser": 2}, {"dreadnought": 1},
    ]  # fmt: skip
    assert solution["winner"]["Red"] > 0.5


@pytest.mark.parametrize("first", ["2 cruisers", "Letnev 2 cruisers"])
def test_a_battle_in_plain_words_needs_no_quotes(capsys: pytest.CaptureFixture[str], first: str) -> None:
    words = f"{first} vs 1 dreadnought"
    assert main([*words.split(), "--json"]) == 0
    unquoted = capsys.readouterr().out
    assert main([words, "--json"]) == 0
    assert capsys.readouterr().out == unquoted


def test_a_number_below_zero_in_words_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-2 cruisers vs 1 dreadnought"]) == 2
    assert "text: says '-2 cruisers', which is not a number" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["2 cruisers vs 1 dreadnought\n", "Space Combat.\nRed: 2 cruisers.\nBlue: 1 dreadnought.\n"]
)
def test_a_file_may_hold_a_battle_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "battle.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["solve", str(path), "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["scenario"]["players"]
    assert [player["space"] for player in players] == [{"cruiser": 2}, {"dreadnought": 1}]


def test_a_file_of_words_needs_no_yaml(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "battle.txt"
    path.write_text("2 cruisers vs 1 dreadnought\n", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert run(capsys, "solve", str(path))[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("2 cruisers vs 1 dreadnought"))
    assert run(capsys, "solve", "-")[0] == 0


def test_one_resource_is_said_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "advise", "2 cruisers vs 1 dreadnought", "--enough", "0.8")[1]
    assert said.startswith("The cheapest that gives Red 80.0000%, for 1 resource\n")


def test_advice_for_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = run(capsys, "advise", "1 cruiser vs 1 destroyer", "--player", "Blue", "--json")
    assert status == 0
    assert {one["player"] for one in json.loads(said)["found"]} == {"Blue"}
    status, _, wrong = run(capsys, "advise", "1 cruiser vs 1 destroyer", "--player", "Bleu")
    assert status == NOT_SOLVED
    assert wrong.startswith("--player: 'Bleu' is not a player of this battle; did you mean 'Blue'?")


def test_several_files_are_solved_in_their_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words, data, broken = (tmp_path / name for name in ("words.txt", "two.json", "broken.json"))
    words.write_text("2 cruisers vs 1 dreadnought\n", encoding="utf-8")
    data.write_text(json.dumps([PDS, PDS]), encoding="utf-8")
    broken.write_text("{}", encoding="utf-8")
    assert main([str(words), str(data), "--json"]) == 0  # a file alone is solved, too
    found = json.loads(capsys.readouterr().out)
    assert [one["step"] for one in found] == ["space-combat", PDS["step"], PDS["step"]]
    assert main(["solve", str(broken), str(words), str(tmp_path / "none.yaml")]) == 2
    told = capsys.readouterr()
    assert told.out.startswith(f"{words}\n\nSpace Combat")
    named = {line.partition(": ")[0] for line in told.err.splitlines()}
    assert named == {str(broken), str(tmp_path / "none.yaml")}
    assert main(["solve", str(broken), str(broken)]) == 2
    assert capsys.readouterr().out == ""
    none = tmp_path / "none-solved.json"
    none.write_text(json.dumps([3, {}]), encoding="utf-8")
    assert main(["solve", str(none), str(words), "--json"]) == 2
    assert [list(one) == ["problems"] for one in json.loads(capsys.readouterr().out)] == [True, True, False]


def test_solve_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["solve"])
    assert stopped.value.code == 2
    assert "name a file to solve, or give a battle in quotes" in capsys.readouterr().err


def test_errors_are_json_where_json_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    file.write_text("{}", encoding="utf-8")
    assert main(["solve", "--json", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert {one["field"] for one in json.loads(told.err)["problems"]} >= {"step", "players"}


@pytest.mark.parametrize("words", [["2 cruisers vs 1 dreadnought"], ["2", "cruisers", "vs", "1", "dreadnought"]])
def test_an_option_may_come_before_a_battle(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["--json", *words]) == 0
    assert json.loads(capsys.readouterr().out) == mecatol.solve("2 cruisers vs 1 dreadnought").to_json()
    assert main(["--json", "advise", "2 cruisers vs 1 dreadnought"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {"version", "now", "found"}
