"""The pages of the lab: each figure leads to its battle, and the tables are published with their schemas."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any

import pyarrow.parquet
import pytest
from jsonschema import Draft202012Validator
from loaded import made

import mecatol
from content.measured import TABLES
from mecatol.render import numbers
from mecatol.scenario import link
from theme.shared import lab
from theme.site.addresses import BEST_FLEET, DATA, FIRST_FLEETS, PLANS, WORTH

MADE = made()
FILES = lab.files()


def linked(html: str) -> list[dict[str, Any]]:
    return [link.read(unescape(text)).scenario for text in re.findall(r'(#1/[^"]*)"', html)]


@pytest.mark.parametrize(("page", "least"), [(WORTH, 200), (FIRST_FLEETS, 900), (BEST_FLEET, 8)])
def test_each_figure_leads_to_a_battle_that_is_read(page: str, least: int) -> None:
    battles = linked(MADE[page])
    assert len(battles) >= least
    for battle in battles[:: len(battles) // 20 or 1]:
        assert mecatol.read(battle).data()


@pytest.mark.parametrize("page", [WORTH, FIRST_FLEETS])
def test_a_cell_says_what_its_battle_comes_to(page: str) -> None:
    cells = re.findall(r'<a href="([^"]*)"><title>([^<]*): ([^<]*)</title>', MADE[page])
    assert len(cells) >= 144
    for address, _, said in cells[:: len(cells) // 6]:
        [battle] = linked(f'"{address}"')
        winner = mecatol.solve(battle).winner
        first = battle["players"][0]["name"]
        assert unescape(said) == numbers.percent(float(winner[first]) + float(winner.get("draw", 0)) / 2)


def test_a_row_of_a_faction_upgrade_says_what_it_adds_to_its_battle() -> None:
    html = MADE[WORTH]
    table = html[html.index('aria-label="Faction upgrades') :].partition("</table>")[0]
    rows = re.findall(r"<tr[^>]*><th[^>]*>([^<]*)</th><td[^>]*>[^<]*</td><td[^>]*>([^<]*) points</td>(.*?)</tr>", table)
    assert len(rows) == 12
    for name, most, address in rows:
        [battle] = linked(address)
        red, blue = battle["players"]
        scores = []
        for player in (red, {key: red[key] for key in red.keys() - {"technologies", "effects"}}):
            winner = mecatol.solve({**battle, "players": [player, blue]}).winner
            scores.append(float(winner["Red"]) + float(winner.get("draw", 0)) / 2)
        assert most == f"{100 * (scores[0] - scores[1]):.1f}", name


@pytest.mark.parametrize("page", [BEST_FLEET, FIRST_FLEETS, PLANS, WORTH])
def test_pages_are_complete_without_scripts(page: str) -> None:
    html = MADE[page]
    assert "<h1" in html
    assert len(re.findall(r"<tr[ >]|<dt>", html)) > 5
    assert "<script" not in html


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_published_as_its_schema_says(name: str) -> None:
    at = lab.paths(name)
    found, schema = json.loads(FILES[at["JSON"]]), json.loads(FILES[at["JSON Schema"]])
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(found)) == []
    assert list(Draft202012Validator(schema).iter_errors({**found, "rows": [[1]]}))
    kept = pyarrow.parquet.read_table(io.BytesIO(FILES[at["Parquet"]])).to_pylist()
    assert [list(row.values()) for row in kept] == found["rows"]
    assert list(kept[0]) == found["columns"]
    assert found["licence"] == "MIT"
    for path in at.values():
        assert path.removeprefix("data/") in MADE[DATA]


def test_a_column_is_explained_by_what_it_holds() -> None:
    assert lab.meaning("winner.Red") == "Chance that Red is left alone, in 0..1."
    assert (
        lab.meaning("expected_losses.Red.cruiser") == "How many of Red's units of the type cruiser are lost on average."
    )
    assert lab.meaning("Red.planets.abaddon.infantry") == "Red's units of the type infantry."
