"""Values set by hand: each against a card or a unit that does the same, or worked out by hand."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from mecatol.forms import form
from mecatol.game.by_hand import usual
from mecatol.scenario import sentence
from mecatol.scenario.by_hand import BY_HAND
from mecatol.scenario.sentence_by_hand import read_by_hand, say_by_hand

Data = dict[str, Any]


def space(by_hand: Data | None = None, red: Data | None = None, **units: int) -> Data:
    first: Data = {"name": "Red", "space": units or {"cruiser": 2}, **(red or {})}
    if by_hand:
        first["by_hand"] = by_hand
    return {"step": "space-combat", "players": [first, {"name": "Blue", "space": {"cruiser": 2, "destroyer": 1}}]}


def won(scenario: Data) -> dict[str, Any]:
    return mecatol.solve(scenario, exact=True).winner


SAME: list[tuple[str, Data, Data]] = [
    ("a combat value is that of the upgrade", space({"units": {"cruiser": {"combat": 6}}}),
     space(red={"technologies": ["cruiser-2"]})),
    ("a bonus of one is a combat value lower by one", space({"bonus": 1}),
     space({"units": {"cruiser": {"combat": 6}}})),
    ("a bonus below nothing is a higher one", space({"bonus": -2}), space({"units": {"cruiser": {"combat": 9}}})),
    ("a bonus in the first round is Morale Boost", space({"first_round": 1}),
     space(red={"effects": {"morale-boost": 1}})),
    ("dice and Sustain Damage make a ship",
     space({"units": {"cruiser": {"combat": 3, "dice": 3, "sustain": True}}}, cruiser=1),
     space(red={"technologies": ["war-sun"]}, **{"war-sun": 1})),
    ("Sustain Damage can be taken away",
     space({"units": {"dreadnought": {"sustain": False, "combat": 7}}}, dreadnought=2), space(cruiser=2)),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_a_value_does_what_a_card_with_it_does(one: Data, other: Data) -> None:
    assert won(one) == won(other)


def test_a_mech_that_has_lost_sustain_damage_shields_no_ship() -> None:
    bare = space(red={"faction": "nomad"}, carrier=1)
    lost = space({"units": {"mech": {"sustain": False}}}, {"faction": "nomad"}, carrier=1, mech=1)
    whole = space(red={"faction": "nomad"}, carrier=1, mech=1)
    assert won(lost) == won(bare)
    assert won(whole) != won(bare)


def test_values_of_mechs_hold_for_eidolons_that_fly() -> None:
    # a mech that hits with 2 dice at 5 and a carrier at 9, where both of its printed faces have other values
    naaz: Data = {"faction": "naaz-rokha-alliance"}
    flying = space({"units": {"mech": {"combat": 5}}}, naaz, carrier=1, mech=1) | {"stop_after": 1}
    flying["players"][1]["space"] = {"fighter": 1}
    left = 1 - Fraction(4, 5) * Fraction(2, 5) ** 2
    assert mecatol.solve(flying, exact=True).winner["Red"] == left


def test_hits_at_the_start_are_taken_before_the_first_roll() -> None:
    left = space(cruiser=1)
    left["players"][1]["space"] = {"cruiser": 1}  # the destroyer and a cruiser are gone
    assert won(space({"hits": 2}, cruiser=1)) == won(left)


def test_more_hits_than_ships_end_the_combat() -> None:
    assert won(space({"hits": 9}))["Red"] == Fraction(1)


def test_a_mech_without_a_faction_has_the_values_set() -> None:
    def ground(red: Data) -> Data:
        blue = {"name": "Blue", "planets": {"quann": {"infantry": 3}}}
        return {"step": "ground-combat", "players": [{"name": "Red", "planets": {"quann": {"mech": 2}}, **red}, blue]}

    by_hand = {"units": {"mech": {"combat": 6, "sustain": True}}}
    mine, printed = mecatol.solve(ground({"by_hand": by_hand})), mecatol.solve(ground({"faction": "federation-of-sol"}))
    assert mine.winner == printed.winner
    assert mine.expected_cost == printed.expected_cost
    assert usual("mech") == {"combat": 6, "dice": 1, "sustain": True}
    assert usual("flagship") is None


def test_values_hold_in_every_combat_of_an_action() -> None:
    scenario: Data = form("tactical-action").default
    first, *others = scenario["players"]
    better = mecatol.solve({**scenario, "players": [{**first, "by_hand": {"bonus": 9}}, *others]})
    plain = mecatol.solve(scenario)
    chance = {c.condition: c.probability for c in plain.chances}
    assert all(c.probability > chance[c.condition] for c in better.chances if "takes" in c.condition)


def test_the_answer_names_what_was_set() -> None:
    warnings = mecatol.solve(space({"bonus": 1, "hits": 1})).warnings
    assert "Set by hand for Red: +1 to combat rolls; 1 hit at the start of combat." in warnings


ALL: Data = {
    "units": {"cruiser": {"combat": 6, "dice": 2, "sustain": True, "capacity": 0}, "war-sun": {"sustain": False}},
    "bonus": -1, "first_round": 2, "hits": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", ["Red", "Hits of Blue", 'a "b": c', "Rød & Blå"])
def test_the_line_comes_back(name: str) -> None:
    (line,) = say_by_hand(ALL, name)
    assert read_by_hand(line) == (name, ALL)


FEW: list[Data] = [ALL, {"bonus": 1}, {"units": {"mech": {"combat": 6}}}, {"units": {"cruiser": {"sustain": False}}}]


@pytest.mark.parametrize("values", FEW)
def test_scenario_and_text_come_back(values: Data) -> None:
    data = mecatol.read(space(values)).data()
    assert data["players"][0]["by_hand"] == values
    assert mecatol.read(data).data() == data
    assert sentence.understand(sentence.say(data)) == data


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"bonus": 30}, "bonus"),
        ({"units": {"pds": {"combat": 6}}}, "units.pds.combat"),
        ({"units": {"space-dock": {"dice": 2}}}, "units.space-dock"),
        ({"units": {"cruiser": {"combat": 11}}}, "units.cruiser.combat"),
        ({"units": {"cruiser": {"sustain": 1}}}, "units.cruiser.sustain"),
        ({"units": {"war-sun": {"dice": 2}}}, "units.war-sun"),
        ({"luck": 1}, "luck"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(values: Data, field: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as refused:
        mecatol.solve(space(values))
    assert f"players.0.by_hand.{field}" in {problem.field for problem in refused.value.problems}


def test_the_form_offers_every_value_where_units_fight() -> None:
    offered = form("space-combat")
    assert {fact.path for fact in offered.by_hand} == {f"by_hand.{key}" for key in BY_HAND.fields if key != "units"}
    assert {fact.path.rpartition(".")[2] for fact in offered.by_hand_units} == {"combat", "dice", "sustain", "capacity"}
    rolled = form("space-cannon-offense")
    assert rolled.by_hand == ()
    assert "pds" in dict(rolled.by_hand_types)
    assert rolled.by_hand_units == offered.by_hand_units
    assert form("production").by_hand_units == ()


def _hits(step: str, red: Data, blue: Data, name: str = "Red") -> dict[int, Any]:
    players = [{"name": "Red", **red}, {"name": "Blue", **blue}]
    solution = mecatol.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}}, exact=True)
    return {hits: chance for hits, chance in solution.hits[name].items() if chance}


def _binomial(dice: int, value: int) -> dict[int, Fraction]:
    chance = Fraction(11 - value, 10)
    return {k: comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)}


def _with(unit: str, dice: int) -> Data:
    return {"by_hand": {"units": {unit: {"dice": dice}}}}


@pytest.mark.parametrize("step", ["bombardment", "invasion"])
def test_dice_set_by_hand_bombard(step: str) -> None:
    # two dice at 5 against one infantry: 1 - 0.4 squared
    red = {"name": "Red", "space": {"dreadnought": 1}, **_with("dreadnought", 2)}
    blue = {"name": "Blue", "planets": {"lodor": {"infantry": 1}}}
    solution = mecatol.solve({"step": step, "players": [red, blue]}, exact=True)
    left = sum(chance for chance, holdings in solution.outcomes if holdings["Blue"].at("lodor"))
    assert 1 - left == Fraction(84, 100)


@pytest.mark.parametrize(
    ("step", "red", "blue", "roller", "expected"),
    [
        # as many dice more as in combat: a destroyer with two combat dice has a barrage of three at 9
        ("anti-fighter-barrage", {"space": {"destroyer": 1}, **_with("destroyer", 2)}, {"space": {"fighter": 4}}, "Red",
         _binomial(3, 9)),
        # two in place of three of a war sun: two bombardment dice as well
        ("bombardment", {"space": {"war-sun": 1}, "technologies": ["war-sun"], **_with("war-sun", 2)},
         {"planets": {"lodor": {"infantry": 9}}}, "Red", _binomial(2, 3)),
        # a PDS does not fight: its Space Cannon has so many
        ("space-cannon-offense", {"space": {"cruiser": 5}}, {"planets": {"lodor": {"pds": 1}}, **_with("pds", 3)},
         "Blue", _binomial(3, 6)),
        ("space-cannon-offense", {"space": {"cruiser": 5}},
         {"planets": {"lodor": {"pds": 2}}, **_with("pds", 2), "technologies": ["pds-2"]}, "Blue", _binomial(4, 5)),
        ("space-cannon-defense", {"planets": {"lodor": {"infantry": 9}}},
         {"planets": {"lodor": {"pds": 1, "infantry": 1}}, **_with("pds", 2)}, "Blue", _binomial(2, 6)),
        # a Hel-Titan fights with one die; two are one more
        ("space-cannon-offense", {"space": {"cruiser": 5}},
         {"faction": "titans-of-ul", "planets": {"lodor": {"pds": 1}}, **_with("pds", 2)}, "Blue", _binomial(2, 6)),
        # a flagship's Space Cannon of three and two combat dice, one more each
        ("space-cannon-offense", {"space": {"cruiser": 5}},
         {"faction": "xxcha-kingdom", "space": {"flagship": 1}, **_with("flagship", 3)}, "Blue", _binomial(4, 5)),
    ],
)  # fmt: skip
def test_dice_set_by_hand_reach_every_roll_of_the_unit(
    step: str, red: Data, blue: Data, roller: str, expected: dict[int, Fraction]
) -> None:
    assert _hits(step, red, blue, roller) == expected


def test_an_answer_to_a_hit_at_the_start_may_end_the_combat_before_its_first_round() -> None:
    """What sustained before any dice is no card, and the invasion that follows does not take it for one.

    The PDS hits with 1/2, and the dreadnought sustains that; the hit at the start then destroys it. Else it sustains
    that hit, and Reflective Shielding's two destroy the destroyer.
    """
    letnev: Data = {"faction": "barony-of-letnev", "effects": {"reflective-shielding": 1}}
    red = {"name": "Red", **letnev, "space": {"dreadnought": 1}}
    blue = {"name": "Blue", "space": {"destroyer": 1}, "planets": {"abaddon": {"pds": 1}}, "by_hand": {"hits": 1}}
    solution = mecatol.solve({"step": "tactical-action", "players": [red, blue]}, exact=True)
    left = {
        tuple(stack.unit for name in ("Red", "Blue") for stack in holdings[name].space): chance
        for chance, holdings in solution.outcomes
    }
    assert left == {("destroyer",): Fraction(1, 2), ("dreadnought",): Fraction(1, 2)}
