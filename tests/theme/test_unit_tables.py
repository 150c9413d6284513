"""The tables of units with an ability: all of them, with the values of the data, whichever faction has them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from loaded import made

from mecatol.domain.units import ABILITIES, units
from theme.site.unit_tables import unit_table

MADE = made()


@pytest.mark.parametrize("ability", ABILITIES)
def test_every_unit_with_the_ability_stands_in_its_table_once(ability: str) -> None:
    table = unit_table(ability)
    assert table is not None
    named = [name for group in table.groups for row in group.rows for name in (row.name, row.upgrade) if name]
    assert sorted(named) == sorted(unit.name for unit in units().values() if unit.has(ability))
    for group in table.groups:
        for row in group.rows:
            owners = {unit.faction for unit in units().values() if unit.name == row.name}
            assert owners == {group.faction}


@pytest.mark.parametrize("ability", ["space-cannon", "bombardment", "anti-fighter-barrage"])
def test_values_are_those_of_the_data(ability: str) -> None:
    table = unit_table(ability)
    assert table is not None
    by_name = {unit.name: unit.dice_of(ability) for unit in units().values()}
    for group in table.groups:
        for row in group.rows:
            for name, shown in ((row.name, row.base), (row.upgrade, row.upgraded)):
                if name is None:
                    continue
                value = by_name[name]
                assert value is not None
                found = re.match(r"(\d+)(?: \(×(\d+)\))?(, reaches adjacent systems)?$", shown)
                assert found, shown
                assert (int(found[1]), int(found[2] or 1), bool(found[3])) == tuple(value)


def test_an_upgrade_stands_beside_its_unit() -> None:
    table = unit_table("space-cannon")
    assert table is not None
    assert table.groups[0].faction is None
    [pds] = table.groups[0].rows
    assert (pds.name, pds.upgrade) == ("PDS I", "PDS II")


def test_an_upgrade_that_alone_has_the_ability_says_so() -> None:
    table = unit_table("sustain-damage")
    assert table is not None
    [row] = [row for group in table.groups for row in group.rows if row.name == "Saturn Engine II"]
    assert (row.base, row.upgrade) == ("–", None)
    assert row.upgraded == "yes"


def test_what_is_no_ability_has_no_table() -> None:
    assert unit_table("space-combat") is None
    assert 'id="units"' not in MADE["rules/space-combat.md"]


def test_the_page_of_an_ability_shows_its_units_with_headings() -> None:
    page = MADE["rules/space-cannon.md"].partition('id="units"')[2].partition("</section>")[0]
    for faction in ("The Xxcha Kingdom", "Ul the Progenitor"):
        assert (faction in unescape(page)) == (faction == "The Xxcha Kingdom")
    assert page.count("<caption") == page.count("<table")
    assert set(re.findall(r"<th (?!scope=\"(?:col|row)\")[^>]*>", page)) == set()


def test_every_unit_is_a_row_of_the_sheet_of_its_type() -> None:
    page = MADE["units.md"]
    sheets = dict(re.findall(r'<section class="unit-sheet" aria-labelledby="([^"]+)">(.*?)</section>', page, re.S))
    for kind, sheet in sheets.items():
        own = {unit.slug for unit in units().values() if unit.type == kind}
        assert set(re.findall(r'id="unit-([^"]+)"', sheet)) == own
    assert {unit.type for unit in units().values()} == set(sheets)
    assert "Deploy: when" in page
    assert not re.search(r"Deploy\W+Deploy", page)
