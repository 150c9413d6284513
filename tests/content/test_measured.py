"""The lab's tables: whole, as their plans say, and what the solver says today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mecatol
from content import measured
from content.measured import TABLES, counts, fleets, gains, plan, rows
from mecatol.lab import tables
from mecatol.lab.plans import plan_of
from mecatol.lab.rows import solved

EXAMPLES = sorted((measured.FOLDER / "examples").glob("*.yaml"))
SAMPLED = 9
"""Battles of each table that are solved again."""


def _kept(value: object) -> object:
    """Return a value as a table keeps it: JSON where it is no single one."""
    return json.dumps(value) if isinstance(value, list | dict) else value


def test_each_plan_has_its_table_and_each_table_its_plan() -> None:
    names = {path.stem for path in measured.FOLDER.iterdir() if path.is_file()}
    assert names == set(TABLES)
    assert all((measured.FOLDER / f"{name}{end}").is_file() for name in TABLES for end in (".yaml", ".parquet"))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_holds_every_battle_of_its_plan(name: str) -> None:
    battles = list(plan(name).battles())
    found = rows(name)
    assert [row["battle"] for row in found] == list(range(len(battles)))
    assert not any(row.get("refused") for row in found)
    for (_, _, columns), row in zip(battles, found, strict=True):
        for column, value in columns.items():
            assert row[column] == _kept(value)


@pytest.mark.cpython_only("takes too long there")
@pytest.mark.parametrize("name", TABLES)
def test_the_solver_still_says_the_same_to_the_last_bit(name: str) -> None:
    told, found = plan(name), rows(name)
    for index in range(0, len(told), max(1, len(told) // SAMPLED)):
        scenario, columns = told.battle(index)
        [(_, line)] = solved([(index, scenario, columns)], told.fields, 60)
        for column, value in json.loads(line).items():
            assert found[index][column] == _kept(value), (name, index)


def test_what_the_page_of_units_says_holds() -> None:
    eight, twelve = fleets(8), fleets(12)
    others = [name for name in eight.names if name != "8 destroyer"]
    assert all(eight.scores["8 destroyer", other] > 0.5 for other in others)
    pooled = twelve.within(4)
    assert pooled.ranked()[0] == "8 fighter, 2 destroyer, 2 carrier"
    for price in (6, 8):  # the fleets at the bottom have carriers and nothing on them
        last = counts(fleets(price).ranked()[-1])
        assert last.get("carrier") == 2
        assert "fighter" not in last
    assert twelve.mean("1 war-sun") < 0.1
    means = {
        kind: sum(one.more for one in gains("upgrades", f"{kind}-2")) for kind in ("fighter", "destroyer", "cruiser")
    }
    assert max(means, key=lambda kind: means[kind] / len(gains("upgrades", f"{kind}-2"))) == "destroyer"
    for kind in ("carrier", "dreadnought"):
        assert max(abs(one.more) for one in gains("upgrades", f"{kind}-2")) < 1e-12


def test_a_score_is_the_chance_with_half_of_the_draw() -> None:
    players = [{"name": "Red", "space": {"destroyer": 6}}, {"name": "Blue", "space": {"cruiser": 3}}]
    winner = mecatol.solve({"step": "space-combat", "players": players}).winner
    score = fleets(6).scores["6 destroyer", "3 cruiser"]
    assert score == pytest.approx(float(winner["Red"]) + float(winner["draw"]) / 2, abs=1e-12)
    assert fleets(6).scores["3 cruiser", "6 destroyer"] == pytest.approx(1 - score, abs=1e-12)


@pytest.mark.cpython_only("writes files")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_plans_to_start_from_run(path: Path, tmp_path: Path) -> None:
    told = plan_of(path.read_text(encoding="utf-8"))
    found = [json.loads(line) for _, line in solved(list(told.battles()), told.fields, 60)]
    assert 0 < len(found) < 200  # a hundred battles a second on a busy machine: far within a minute
    assert not any("refused" in row for row in found)
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    assert [row["battle"] for row in tables.read(tmp_path / "out.jsonl")] == list(range(len(told)))
