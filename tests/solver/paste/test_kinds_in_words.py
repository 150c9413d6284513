"""Kinds of wordings that were misread once: tables, logs of dice, combat values, parts of a fleet, cards apart."""

from __future__ import annotations

from typing import Any

import pytest

import mecatol
from mecatol.paste.taking import take


def players(text: str) -> list[dict[str, Any]]:
    """Return what the players of a battle have, with no word left out and the battle one that can be solved."""
    found = take(text)
    assert found.left_out == []
    mecatol.solve(found.scenario)
    return [dict(player) for player in found.scenario["players"]]


TABLES = {
    "columns with a head": "Attacker | Defender\n2 cruisers | 1 dreadnought\n3 fighters | 2 fighters",
    "columns without one": "2 cruisers | 1 dreadnought\n3 fighters | 2 fighters",
    "tabs": "Me\tThem\n2 cruisers\t1 dn\n3 ff\t2 ff",
    "Markdown": "| Unit | Attacker | Defender |\n|---|:-:|--:|\n"
    "| Cruiser | 2 | - |\n| Dread | 0 | 1 |\n| Fighter | 3 | 2 |",
    "a side a row": "| | cruiser | ff | dn |\n| Red | 2 | 3 | |\n| Blue | 0 | 2 | 1 |",
    "commas, as a sheet is saved": "Unit,Attacker,Defender\nCruiser,2,0\nDread,0,1\nFighter,3,2",
    "semicolons, a side a row": ";cruiser;ff;dn\nRed;2;3;0\nBlue;0;2;1",
    "rows of lists": "Red | 2 cruisers, 3 fighters\nBlue | 1 dreadnought, 2 fighters",
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_read_by_its_columns_or_rows(kind: str) -> None:
    one, other = players(TABLES[kind])
    assert (one["space"], other["space"]) == ({"cruiser": 2, "fighter": 3}, {"dreadnought": 1, "fighter": 2})


@pytest.mark.parametrize(
    "text",
    [
        "rolls for Sol:\n2 cruiser 1 rolls, hits on 7 [8, 2] - 1 hit\nrolls for Mentak:\n1 destroyer hits on 9 [9]",
        "Creuss:\nWar Sun 3+: pool 3d10: 2, 8, 10\nMentak:\nCruiser 7+: d10: 3",
        "my 3 cruisers rolled 2, 8 and his dread rolled 7, 10",
        "2 cruisers [7, 3] vs 1 dreadnought [9, 1]",
        "Sol rolls 2d10 for cruisers: 8, 2\nLetnev rolls d10 for dreadnought: 5",
        "Cruisers: 8 2 (1 hit)\nDestroyer: 9 (1 hit)",
        "cruisers = 8, 2 → 1 hit vs destroyers = 9, 9 -> 2 hits",
    ],
)
def test_a_log_of_dice_is_no_fleet(text: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match="log of dice"):
        take(text)


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("4 dreadnoughts, half damaged, vs 3 cruisers", {"dreadnought": 2}),
        ("4 dreadnoughts (half of them damaged) vs 3 cruisers", {"dreadnought": 2}),
        ("1 war sun, 2 dreadnoughts, half of them are damaged, vs 3 cruisers", {"dreadnought": 1}),
    ],
)
def test_half_of_the_units_named_last_are_damaged(text: str, damaged: dict[str, int]) -> None:
    assert players(text)[0]["damaged"] == damaged


def test_half_of_an_odd_number_is_named_and_damages_none() -> None:
    found = take("3 dreadnoughts, half of them damaged, vs 3 cruisers")
    assert "damaged" not in found.scenario["players"][0]
    assert found.left_out == ["Nothing is known for 'half of them damaged' of Red."]


@pytest.mark.parametrize("said", [", 4 of which land,", " (4 of them land)", ", 4 of which land on Abaddon,"])
def test_those_that_do_not_land_are_left_out_and_that_is_said(said: str) -> None:
    found = take(f"7 infantry{said} vs 3 infantry")
    assert found.scenario["players"][0]["planets"] == {"abaddon": {"infantry": 4}}
    assert "The other 3 infantry were left out: they stay in space." in found.added


def test_damage_stays_with_those_that_land() -> None:
    found = take("3 mechs, all damaged, 2 of which land on Abaddon, vs 3 infantry")
    assert found.scenario["players"][0]["damaged"] == {"abaddon": {"mech": 2}}
    assert "The other mech (1 damaged) was left out: it stays in space." in found.added
    # one of three may be either, so it is not among the two
    found = take("3 mechs, 1 damaged, 2 of which land on Abaddon, vs 3 infantry")
    assert "damaged" not in found.scenario["players"][0]
    assert "The other mech (1 damaged) was left out: it stays in space." in found.added


def test_a_line_may_end_behind_those_that_are_told_of() -> None:
    assert players("3 infantry, 2 of them\nvs 2 infantry")[0]["planets"] == {"abaddon": {"infantry": 3}}


def test_lists_with_commas_are_no_table() -> None:
    assert [
        player["space"] for player in players("2 cruisers, 3 fighters, 1 carrier\n1 dn, 2 fighters, 1 carrier")
    ] == [
        {"cruiser": 2, "fighter": 3, "carrier": 1},
        {"dreadnought": 1, "fighter": 2, "carrier": 1},
    ]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("The Cavalry (Memoria II)", "the-cavalry-memoria-2"),
        ("the cavalry (memoria I)", "the-cavalry"),
        ("Heart of Ixth (opponent’s die)", "heart-of-ixth-opponent"),
        ("Heart of Ixth (own die)", "heart-of-ixth"),
    ],
)
def test_a_bracket_that_belongs_to_a_name_is_read_with_it(name: str, slug: str) -> None:
    one, other = players(f"2 cruisers with {name} vs 3 destroyers")
    assert (one["space"], one["effects"]) == ({"cruiser": 2}, {slug: 1})
    assert "effects" not in other


def test_a_bracket_behind_a_card_that_is_no_part_of_its_name_says_how_many() -> None:
    assert players("2 cruisers, Morale Boost (2) vs 3 destroyers")[0]["effects"] == {"morale-boost": 2}


def test_a_count_in_brackets_is_no_log_of_dice() -> None:
    assert [player["space"] for player in players("cruisers [2] vs dreadnoughts [1]")] == [
        {"cruiser": 2},
        {"dreadnought": 1},
    ]


@pytest.mark.parametrize("text", ["2 cruisers {} vs 3 destroyers", "2 cruisers, {}, vs 3 destroyers"])
@pytest.mark.parametrize("said", ["hitting on 7+", "hits on 7", "hit on a 7 or more", "hits at 7", "combat value 7"])
def test_the_printed_combat_value_changes_nothing(text: str, said: str) -> None:
    one, other = players(text.format(said))
    assert (one["space"], other["space"]) == ({"cruiser": 2}, {"destroyer": 3})
    assert "by_hand" not in one


def test_another_combat_value_is_set_by_hand_and_said() -> None:
    found = take("2 cruisers hitting on 5+ vs 3 cruisers hitting on 7s")
    assert found.scenario["players"][0]["by_hand"] == {"units": {"cruiser": {"combat": 5}}}
    assert "by_hand" not in found.scenario["players"][1]
    assert any("hit on 5" in sentence for sentence in found.added)


@pytest.mark.parametrize("said", ["cruiser 3,5", "cruisers 2.5", "carrier 2,0", "dd 3-4"])
def test_a_number_that_is_not_whole_is_refused_behind_a_unit_too(said: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match="not a whole number"):
        take(f"{said} vs 2 dreadnoughts")


@pytest.mark.parametrize(
    "text",
    [
        "2 cruisers (Morale Boost +1) vs 2 dreadnoughts",
        "2 cruisers with Morale Boost (+1) vs 2 dreadnoughts",
        "2 cruisers, +1 to hit from Morale Boost, vs 2 dreadnoughts",
        "Red has 2 cruisers. +1 to hit from Morale Boost.\nBlue has 2 dreadnoughts.",
        "Red has 2 cruisers. (Morale Boost: +1)\nBlue has 2 dreadnoughts.",
        "Red: 2 cruisers. Morale Boost.\nBlue: 2 dreadnoughts.",
        "2 cruisers. Morale Boost. vs 2 dreadnoughts",
    ],
)
def test_a_card_apart_is_its_side_s_and_counts_once(text: str) -> None:
    one, other = players(text)
    assert one["effects"] == {"morale-boost": 1}
    assert "by_hand" not in one
    assert not {"effects", "by_hand"} & {*other}


def test_a_bonus_beside_a_card_is_another_where_and_says_so() -> None:
    one, _ = players("2 cruisers with Morale Boost and +1 to combat vs 2 cruisers")
    assert (one["effects"], one["by_hand"]) == ({"morale-boost": 1}, {"bonus": 1})


def test_a_bracket_behind_both_sides_is_given_to_one_aloud() -> None:
    found = take("2 cruisers vs 2 cruisers. (Morale Boost)")
    assert any("Morale Boost was given to Blue" in sentence for sentence in found.added)


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("1 flagship and 2 dreadnoughts (both damaged) vs 3 cruisers", {"dreadnought": 2}),
        ("Sol 1 flagship and 1 dreadnought, both damaged, vs 3 cruisers", {"flagship": 1, "dreadnought": 1}),
        ("2 dreads, both damaged, vs 3 cruisers", {"dreadnought": 2}),
        ("1 dread (all damaged) and 2 war suns vs 3 cruisers", {"dreadnought": 1}),
        ("Sol 1 flagship and 2 dreads, all damaged, vs 3 cruisers", {"flagship": 1, "dreadnought": 2}),
    ],
)
def test_both_are_two_and_all_in_brackets_are_those_before_them(text: str, damaged: dict[str, int]) -> None:
    assert take(text).scenario["players"][0]["damaged"] == damaged


@pytest.mark.parametrize("text", ["3 dreadnoughts (both damaged) vs 3 cruisers", "1 ws vs 3 dreads, both damaged"])
def test_both_of_three_is_named(text: str) -> None:
    found = take(text)
    assert any("both damaged" in sentence for sentence in found.left_out)
    assert not any("damaged" in player for player in found.scenario["players"])


def test_both_is_said_of_both_sides_where_each_has_one() -> None:
    assert [player["damaged"] for player in players("1 dread vs 1 dread, both damaged")] == [{"dreadnought": 1}] * 2


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("6 ground forces (2 of them mechs) vs 3 infantry", {"infantry": 4, "mech": 2}),
        ("6 infantry, 2 of them on Abaddon, vs 3 infantry", {"infantry": 6}),
        ("Sol 6 infantry (2 of them Spec Ops) vs 3 infantry", {"infantry": 6}),
        ("3 mechs (2 of which are damaged) vs 3 infantry", {"mech": 3}),
    ],
)
def test_some_of_them_are_no_further_ones(text: str, there: dict[str, int]) -> None:
    assert there in [player["planets"]["abaddon"] for player in players(text)]


def test_more_of_them_than_there_are_is_refused() -> None:
    with pytest.raises(mecatol.ScenarioError, match="of 2 cruisers"):
        take("2 cruisers (3 of them damaged) vs 3 dreads")


def test_cruiser_ii_of_mentak_is_no_corsair() -> None:
    assert players("Mentak 2 cruiser II vs 3 cruisers")[0]["technologies"] == ["cruiser-2"]
    assert players("Mentak 2 corsairs vs 3 cruisers")[0]["technologies"] == ["the-tables-grace"]


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (
            "red—cv 2,0\nred—ff 4,0\n\norg—dn 2,0\norg—dd 1,0",
            {"carrier": 2, "fighter": 4},
            {"dreadnought": 2, "destroyer": 1},
        ),
        (
            "red—cv 2,0,0,0\nred—ff 4,0,0,0\nvs\norg—dn 2,0\norg—dd 1,0",
            {"carrier": 2, "fighter": 4},
            {"dreadnought": 2, "destroyer": 1},
        ),
    ],
)
def test_lines_of_a_tile_have_two_or_four_counts(text: str, first: dict[str, int], second: dict[str, int]) -> None:
    one, other = players(text)
    assert (one["name"], one["space"]) == ("Red", first)
    assert (other["name"], other["space"]) == ("Orange", second)


def test_the_second_count_of_a_tile_is_damaged_and_the_third_galvanized() -> None:
    one, other = players("red—dn 1,1\nblu—dn 0,0,1,1")
    assert (one["space"], one["damaged"]) == ({"dreadnought": 2}, {"dreadnought": 1})
    assert (other["damaged"], other["effects"]) == ({"dreadnought": 1}, {"galvanized-dreadnought": 2})
