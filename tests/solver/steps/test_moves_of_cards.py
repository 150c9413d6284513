"""Movement by cards: what each clause of them lets ships do, and what it does not."""

import pytest

from tests.solver.helpers import Data, ask, near, verdicts


def move(*fleets: Data, into: str = "clear", **red: object) -> Data:
    return ask("movement", {"name": "Red", "fleets": list(fleets), **red}, into=into)


def goes(fleet: Data, kind: str = "Cruiser I", **rest: object) -> str:
    return verdicts(move({"units": {"cruiser": 1}, **fleet}, **rest))[kind]


CRUCIBLE: Data = {"effects": {"crucible": 1}}


@pytest.mark.parametrize(
    ("rifts", "most"),
    [(0, 2), (1, 4), (2, 5), (3, 6)],  # a cruiser's 2, one for each rift, and one for the card where there is any
)
def test_crucible_gives_one_move_however_many_rifts_are_left(rifts: int, most: int) -> None:
    for entered, verdict in ((most, "yes"), (most + 1, "no")):
        between = ["gravity-rift"] * rifts + ["clear"] * (entered - 1 - rifts)
        assert goes({"through": between}, **CRUCIBLE) == verdict


def test_nobody_rolls_under_crucible() -> None:
    """Two cruisers through two rifts: each has 49 % without the card."""
    fleet = {"units": {"cruiser": 2}, "from": "gravity-rift", "through": ["gravity-rift"]}
    assert [one["probability"] for one in move(fleet, **CRUCIBLE)["outcomes"]] == [1]
    alone = {chance["condition"]: chance["probability"] for chance in move(fleet)["chances"]}
    assert alone["All that Red moves arrives"] == near(0.49**2)


def test_crucible_gives_its_move_beside_nav_suite_which_takes_the_rifts_own() -> None:
    both = {"effects": {"crucible": 1, "nav-suite": 1}}
    assert goes({"through": ["gravity-rift", "clear"]}, **both) == "yes"
    assert goes({"through": ["gravity-rift", "clear", "clear"]}, **both) == "no"
    own = move({"units": {"cruiser": 1}}, faction="vuilraith-cabal", **CRUCIBLE)
    assert "Red’s Crucible cannot be played by its own faction; it was ignored." in own["warnings"]


@pytest.mark.parametrize("start", ["clear", "wormhole", "home", "breach", "fracture"])
def test_ships_gain_a_move_where_they_start(start: str) -> None:
    far = {"from": start, "through": ["clear", "clear"]}
    for slug, places in (("resonance-generator", {"home", "breach"}), ("al-raith-ix-ianovar", {"fracture"})):
        assert goes(far, effects={slug: 1}) == ("yes" if start in places else "no")
    assert goes({"through": [start, "clear"]}, effects={"resonance-generator": 1}) == "no"


def test_ahk_syl_siven_lets_the_flagship_leave_tokens_with_all_that_it_carries() -> None:
    """Memoria, with room for 3, leaves with two infantry and picks one up at another token; the carrier stays."""
    nomad: Data = {"faction": "nomad", "effects": {"ahk-syl-siven": 1}}
    fleet = {"units": {"flagship": 1, "carrier": 1, "infantry": 2}, "from": "token"}
    found = move(fleet, **nomad)
    assert verdicts(found) == {"Memoria I": "yes", "Carrier I": "no", "Infantry I": "yes"}
    assert verdicts(move(fleet, faction="nomad"))["Memoria I"] == "no"
    upgraded = {**nomad, "technologies": ["memoria-2"]}
    way = {"units": {"flagship": 1, "cruiser": 1}, "through": ["token"], "picks_up": {"first": {"infantry": 1}}}
    assert verdicts(move(way, **upgraded))["Infantry I, picked up in the first system"] == "yes"
    way = {"units": {"carrier": 1, "flagship": 1}, "picks_up": {"first": {"infantry": 7}}, "through": ["token"]}
    sped = {**upgraded, "technologies": ["memoria-2", "carrier-2"]}
    loaded = move(way, **sped)
    (outcome,) = loaded["outcomes"]
    assert outcome["players"]["Red"]["space"] == {"flagship": 1, "carrier": 1, "infantry": 6}  # the carrier takes none


def test_corsairs_pass_other_players_ships_on_the_way_to_more_of_them() -> None:
    mentak: Data = {"faction": "mentak-coalition", "technologies": ["cruiser-2", "the-tables-grace"]}
    fleet = {"units": {"cruiser": 1, "destroyer": 1}, "through": ["ships"]}
    assert verdicts(move(fleet, into="ships", **mentak)) == {"Corsair": "yes", "Destroyer I": "no"}
    assert verdicts(move(fleet, **mentak))["Corsair"] == "no"
    plain = {**mentak, "technologies": ["cruiser-2"]}
    assert verdicts(move(fleet, into="ships", **plain))["Cruiser II"] == "no"
    assert not any("Corsair" in warning for warning in move(fleet, into="ships", **mentak)["warnings"])
