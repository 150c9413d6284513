"""Sentences of the trace: one of a thing is one, and equal rolls in two places are two lines."""

from tests.solver.helpers import Data, ask, said

LANDED: Data = {"name": "Red", "planets": {"abaddon": {"infantry": 1}, "loki": {"infantry": 1}}}


def test_equal_defense_rolls_on_two_planets_are_two_lines() -> None:
    blue = {"name": "Blue", "planets": {"abaddon": {"pds": 1, "infantry": 1}, "loki": {"pds": 1, "infantry": 1}}}
    lines = [line for line in said(ask("space-cannon-defense", LANDED, blue)).splitlines() if "Space Cannon:" in line]
    assert [line.rpartition(" on ")[2] for line in lines] == ["Abaddon.", "Loki."]


def test_equal_bombardments_of_two_players_on_a_planet_are_two_lines() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 2}}
    red["policy"] = {"bombard": {"dreadnought": {"lodor": {"Blue": 1, "Green": 1}}}}
    blue, green = ({"name": name, "planets": {"lodor": {"infantry": 1}}} for name in ("Blue", "Green"))
    lines = [line for line in said(ask("bombardment", red, blue, green)).splitlines() if line.startswith("15.1.b ")]
    assert len(lines) == 2
    assert "Blue’s units on Lodor" in lines[0]
    assert "Green’s units on Lodor" in lines[1]


def test_one_hit_and_one_unit_are_one() -> None:
    red, blue = {"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 1}}
    text = said(ask("sustain-damage", red, blue, hits={"source": "space-combat", "count": 1, "destroys": 1}))
    assert "produced 1 hit (" in text
    assert "1 unit is destroyed outright" in text


def test_dice_of_no_unit_are_not_counted_as_a_unit() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"metali-void-armaments": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"fighter": 2, "carrier": 1}})
    assert "no unit of theirs (3 dice, 6 or more)" in said(solution)
    assert "0 no unit" not in said(solution)


def test_hits_on_who_has_no_fighters_are_said_plainly() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}}
    answer = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1}})["answer"]
    assert answer["headline"] == "Red’s barrage against Blue, which has no fighters, has 0.4 hits on average."
