"""Sweeps: the same rows whoever solves them, each battle once, whatever stops the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.cli import main
from mecatol.errors import Problem, ScenarioError
from mecatol.lab import tables, workers
from mecatol.lab.plans import plan_of, read_plan
from mecatol.lab.rows import Task, solved
from mecatol.lab.runs import run

pytestmark = pytest.mark.cpython_only("starts other processes")

BASE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"dreadnought": 1}}],
}
PLAN: dict[str, Any] = {
    "base": BASE,
    "axes": {
        "Red.space.cruiser": {"from": 1, "to": 4},
        "Blue.space.dreadnought": {"from": 1, "to": 5},
        "Blue.technologies": [[], ["dreadnought-2"]],
    },
    "fields": ["winner", "expected_losses.Red"],
}
FLEETS: dict[str, Any] = {
    "base": BASE,
    "fleets": {
        name: {"units": ["fighter", "carrier", "cruiser"], "cost": {"from": 3, "to": 5}} for name in ("Red", "Blue")
    },
    "pairs": "equal-cost",
}


def rows(out: Path) -> list[dict[str, Any]]:
    return list(tables.read(out))


def one_core(plan: Any) -> Any:
    return partial(workers.local, 1, plan.fields, 60.0)


def test_axes_make_every_combination_and_each_row_is_what_solve_says(tmp_path: Path) -> None:
    plan = read_plan(PLAN)
    done = run(plan, tmp_path / "out.jsonl", one_core(plan), lambda _: None)
    assert (done.rows, done.refused, done.solved) == (40, 0, 40)
    found = rows(tmp_path / "out.jsonl")
    assert [row["battle"] for row in found] == list(range(40))
    axes = [(row["Red.space.cruiser"], row["Blue.space.dreadnought"], len(row["Blue.technologies"])) for row in found]
    assert axes == list(product(range(1, 5), range(1, 6), (0, 1)))
    row = found[axes.index((3, 1, 1))]
    red, blue = BASE["players"]
    players = [{**red, "space": {"cruiser": 3}}, {**blue, "technologies": ["dreadnought-2"]}]
    solution = mecatol.solve({**BASE, "players": players}).to_json()
    assert {name: row[f"winner.{name}"] for name in solution["winner"]} == solution["winner"]
    assert row["expected_losses.Red.cruiser"] == solution["expected_losses"]["Red"]["cruiser"]


def test_fleets_of_equal_cost_meet() -> None:
    plan = read_plan(FLEETS)
    assert len(plan) == 19
    for _, scenario, columns in plan.battles():
        costs = [
            sum({"fighter": -(-n // 2), "carrier": 3 * n, "cruiser": 2 * n}[kind] for kind, n in one["space"].items())
            for one in scenario["players"]
        ]
        assert costs[0] == costs[1]
        assert columns["Red.space"] == ", ".join(f"{n} {kind}" for kind, n in scenario["players"][0]["space"].items())


def test_two_processes_write_the_same_file(tmp_path: Path) -> None:
    plan = read_plan(FLEETS)
    run(plan, tmp_path / "one.jsonl", one_core(plan), lambda _: None)
    run(plan, tmp_path / "two.jsonl", partial(workers.local, 2, plan.fields, 60.0), lambda _: None)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_parquet_holds_the_same_values(tmp_path: Path) -> None:
    plan = read_plan(FLEETS)
    for name in ("out.jsonl", "out.parquet"):
        run(plan, tmp_path / name, one_core(plan), lambda _: None)
    assert rows(tmp_path / "out.parquet") == rows(tmp_path / "out.jsonl")


def test_a_refused_battle_is_a_row_with_its_reason(tmp_path: Path) -> None:
    good, wrong = json.dumps(BASE), json.dumps({**BASE, "edition": "no-such"})
    plan = plan_of(f"{good}\n{wrong}\n{{broken}}\n{good}\n")
    done = run(plan, tmp_path / "out.jsonl", one_core(plan), lambda _: None)
    assert (done.rows, done.refused) == (4, 2)
    found = rows(tmp_path / "out.jsonl")
    assert found[0]["winner.Red"] == found[3]["winner.Red"]
    assert found[1]["refused"].startswith("edition: ")
    assert found[2]["refused"].startswith("text: begins like JSON but is not JSON")


def test_a_run_that_was_killed_goes_on_and_solves_nothing_twice(tmp_path: Path) -> None:
    plan = read_plan(PLAN)
    out, kept = tmp_path / "out.jsonl", tmp_path / "out.jsonl.partial"
    run(plan, tmp_path / "whole.jsonl", one_core(plan), lambda _: None)

    class KilledError(Exception):
        pass

    def killed(progress: Any) -> None:
        if progress.done >= 16:
            raise KilledError

    with pytest.raises(KilledError):
        run(plan, out, one_core(plan), killed)
    kept.write_bytes(kept.read_bytes()[:-5])  # in the middle of a line
    again: list[int] = []

    def noting(chunks: Iterator[list[Task]]) -> Iterator[list[tuple[int, str]]]:
        for chunk in chunks:
            again.extend(index for index, _, _ in chunk)
            yield solved(chunk, plan.fields, 60.0)

    done = run(plan, out, lambda: nullcontext(noting), lambda _: None)
    assert again == list(range(15, 40))
    assert done.solved == 25
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not kept.exists()


def test_rows_of_another_plan_are_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl.partial").write_text('{"plan": "another"}\n', encoding="utf-8")
    plan = read_plan(PLAN)
    with pytest.raises(ScenarioError, match="holds the rows of another plan"):
        run(plan, tmp_path / "out.jsonl", one_core(plan), lambda _: None)


def test_a_table_has_one_of_three_endings(tmp_path: Path) -> None:
    with pytest.raises(
        ScenarioError, match=r"^--out: .*out\.txt names no kind of table; end it with \.jsonl, \.csv or \.parq"
    ):
        tables.check(tmp_path / "out.txt")


def test_a_run_that_nobody_carries_out_leaves_nothing_in_the_way_of_another_plan(tmp_path: Path) -> None:
    plan, out = read_plan(PLAN), tmp_path / "out.jsonl"

    @contextmanager
    def nobody() -> Iterator[Any]:
        raise ScenarioError([Problem("--scheduler", "nobody answers")])
        yield

    with pytest.raises(ScenarioError, match="nobody answers"):
        run(plan, out, nobody, lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    file, out = tmp_path / "plan.yaml", tmp_path / "out.jsonl"
    file.write_text(
        json.dumps(
            {
                **FLEETS,
                "fleets": {
                    name: {"units": ["fighter", "carrier", "cruiser", "destroyer", "dreadnought"], "cost": 8}
                    for name in ("Red", "Blue")
                },
            }
        ),
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mecatol", "sweep", str(file), "--out", str(out), "--cores", "2"]
    going = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    kept = tmp_path / "out.jsonl.partial"
    while going.poll() is None and not (kept.exists() and kept.stat().st_size > 5_000):
        time.sleep(0.05)
    os.killpg(going.pid, signal.SIGINT)
    _, said = going.communicate(timeout=60)
    assert going.returncode == 130, said
    assert "Run the same command again to continue." in said
    assert "Traceback" not in said
    before = len(kept.read_bytes().splitlines()) - 1
    ended = subprocess.run([*command, "--quiet"], capture_output=True, text=True, check=True)
    assert f"{before:,} were solved by an earlier run" in ended.stdout
    assert [row["battle"] for row in rows(out)] == list(range(len(rows(out))))


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"axis": {}}, "axis", "did you mean axes?"),
        ({"axes": {"Red.spce.cruiser": [1]}}, "axes.Red.spce.cruiser", "did you mean space?"),
        ({"axes": {"Green.space": [1]}}, "axes.Green.space", "leads to no field"),
        ({"axes": {"Red.space.crusier": [1]}}, "axes.Red.space.crusier.0", "did you mean 'cruiser'?"),
        ({"axes": {"Red.technologies": [[], "cruiser-2"]}}, "axes.Red.technologies.1", "must be a list"),
        ({"axes": {"Red.name.x": [1]}}, "axes.Red.name.x.0", "leads through what holds no fields"),
        ({"axes": {"edition": "pok"}}, "axes.edition", "give a list"),
        ({"axes": {"Red.space.cruiser": {"from": 3, "to": 1}}}, "axes.Red.space.cruiser", "give a range upward"),
        ({"axes": {"Red.space.cruiser": {"from": 1, "to": 10**9}}}, "axes.Red.space.cruiser", "more than 10,000,000"),
        ({"fleets": {"Green": {}}}, "fleets.Green", "it has Red and Blue"),
        ({"fleets": {"Red": {"units": ["cruser"], "cost": 3}}}, "fleets.Red.units", "is not a unit"),
        ({"fleets": {"Red": {"units": ["cruiser"], "cost": "x"}}}, "fleets.Red.cost", "give a number"),
        ({"fleets": {"Red": {"units": ["cruiser"], "cost": 1}}}, "fleets.Red", "allows no fleet"),
        ({"fleets": {"Red": {"units": ["cruiser"], "cost": 999}}}, "fleets.Red.cost", "60 resources"),
        ({"fleets": {"Red": {"units": ["cruiser"], "cost": 2}}}, "axes.Red.space.cruiser", "set by fleets.Red already"),
        ({"pairs": "all"}, "pairs", "equal-cost"),
        ({"fields": []}, "fields", "give a list"),
        ({"fields": ["winner", "expected_costs.Red"]}, "fields.1", "did you mean 'expected_cost'?"),
        ({"fields": ["winner.Rde"]}, "fields.0",
         "'Rde' is not a key of winner; did you mean 'Red'? Allowed: Red, Blue, draw, undecided."),
        ({"fields": ["winner", "expected_cost.Green"]}, "fields.1", "Allowed: Red, Blue."),
        ({"fields": ["expected_losses.Red.cruser"]}, "fields.0", "did you mean 'cruiser'?"),
        ({"fields": ["expected_cost.Red.cruiser"]}, "fields.0", "has no parts; give 'expected_cost.Red' instead"),
        ({"fields": ["rolls.0.hits"]}, "fields.0", "leads nowhere: rolls is a list; give 'rolls' instead"),
        ({"fields": ["answer.headlines"]}, "fields.0", "did you mean 'headline'?"),
        ({"fields": ["scenario.editon"]}, "fields.0", "did you mean 'edition'?"),
        ({"fields": ["winner."]}, "fields.0", "'' is not a key of winner"),
        ({"fields": None, "base": {**BASE, "step": "bombardment"}}, "fields", "is missing: Bombardment has no winner"),
        ({"fields": ["winner"], "base": {**BASE, "step": "bombardment"}}, "fields.0", "Allowed: step, scenario, hits"),
        ({"base": {"step": "nothing"}}, "base.step", ""),
    ],
)  # fmt: skip
def test_a_fault_of_a_plan_names_field_and_what_is_allowed(changed: dict[str, Any], field: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_plan({**PLAN, **changed})
    assert caught.value.problems[0].field == field
    assert said in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("field", "columns"),
    [
        ("winner.draw", ["winner.draw"]),
        ("expected_losses.Blue.dreadnought", ["expected_losses.Blue.dreadnought"]),
        ("expected_cost", ["expected_cost.Red", "expected_cost.Blue"]),
        ("rolls", ["rolls"]),
        ("answer.headline", ["answer.headline"]),
        ("scenario.step", ["scenario.step"]),
    ],
)
def test_a_field_that_an_answer_has_is_taken(field: str, columns: list[str]) -> None:
    plan = read_plan({"base": BASE, "fields": [field]})
    [(_, line)] = solved(plan.battles(), plan.fields, 60.0)
    assert [*json.loads(line)][1:] == columns


def test_players_that_an_axis_names_may_be_asked_for() -> None:
    names = {"base": BASE, "axes": {"Red.name": ["Red", "Green"]}, "fields": ["winner.Green"]}
    assert read_plan(names).fields == ("winner.Green",)


def test_the_command_refuses_what_is_there_already(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "plan.yaml", tmp_path / "out.jsonl"
    file.write_text(json.dumps(PLAN), encoding="utf-8")
    command = ["sweep", str(file), "--out", str(out), "--cores", "1", "--quiet"]
    assert main(command) == 0
    assert "holds 40 battles." in capsys.readouterr().out
    assert main(command) == 2
    assert "is there already" in capsys.readouterr().err
    for cores in ("0", "99999"):
        assert main(["sweep", str(file), "--out", str(tmp_path / "x.jsonl"), "--cores", cores]) == 2
        assert f"--cores: is {cores}; give a number from 1 to " in capsys.readouterr().err


def test_nobody_answers_at_the_address(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="nobody answers"), workers.cluster("nonsense://x", ("winner",), 60.0):
        pass


def test_first_fleets_are_those_of_the_factions() -> None:
    plan = read_plan({"base": BASE, "axes": {"Red.first_fleet": "all", "Blue.first_fleet": ["nomad", "winnu"]}})
    assert len(plan) == 60
    _, scenario, columns = list(plan.battles())[-1]
    assert columns == {"Red.first_fleet": "yssaril-tribes", "Blue.first_fleet": "winnu"}
    red, blue = scenario["players"]
    assert (red["faction"], red["space"]) == ("yssaril-tribes", {"carrier": 2, "cruiser": 1, "fighter": 2})
    assert "planets" not in blue
    with pytest.raises(ScenarioError, match="'nobody' does not begin a game; give some of arborec"):
        read_plan({"base": BASE, "axes": {"Red.first_fleet": ["nobody"]}})


def test_several_fields_of_a_player_change_at_once() -> None:
    nomad = {"faction": "nomad", "space": {"flagship": 1}}
    values = [{}, nomad, {**nomad, "technologies": ["memoria-2"]}]
    plan = read_plan({"base": BASE, "axes": {"Red": values, "Blue.space.cruiser": [1, 2]}})
    battles = list(plan.battles())
    assert [columns["Red"] for _, _, columns in battles[::2]] == values
    assert [scenario["players"][0] for _, scenario, _ in battles[::2]] == [
        {**plan.base["players"][0], **value}
        for value in values  # type: ignore[index]
    ]
    with pytest.raises(ScenarioError, match=r"axes\.Red\.1\.facton: is unknown; did you mean faction"):
        read_plan({"base": BASE, "axes": {"Red": [{}, {"facton": "nomad"}]}})
    with pytest.raises(ScenarioError, match=r"axes\.Red: is 3; give a list of mappings"):
        read_plan({"base": BASE, "axes": {"Red": 3}})


def test_each_two_fleets_meet_once_and_fighters_come_in_twos() -> None:
    plan: dict[str, Any] = deepcopy(FLEETS) | {"pairs": "equal-cost-once"}
    for told in plan["fleets"].values():
        told["whole_pairs"] = True
    columns = [(columns["Red.space"], columns["Blue.space"]) for _, _, columns in read_plan(plan).battles()]
    assert len({frozenset(pair) for pair in columns}) == len(columns)
    assert [pair for pair in columns if "1 fighter" in " ".join(pair) or "3 fighter" in " ".join(pair)] == []
    plan["fleets"]["Red"]["cost"] = 3
    with pytest.raises(ScenarioError, match="give both players the same fleets"):
        read_plan(plan)


def test_a_value_may_need_one_of_another_axis() -> None:
    there = [{planet: {"mech": 1}} for planet in ("lodor", "abyz")]
    axes = {"Red.planets": there, "Red.damaged": there[::-1]}
    assert len(read_plan({"base": BASE, "axes": axes})) == 4
