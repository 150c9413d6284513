"""Movement by cards: what each clause of them lets ships do, and what it does not."""

from itertools import product

import pytest

from tests.solver.helpers import Data, ask, chance, near, verdicts


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
    assert alone["Everything that Red moves arrives"] == near(0.49**2)


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


def test_heavens_eye_is_faster_towards_units_of_a_puppet() -> None:
    """Move value 1, and 1 more where a player whose token is on a plot has units; the carrier beside it stays slow."""
    fleet = {"units": {"flagship": 1, "carrier": 1}, "through": ["clear"]}
    plot: Data = {"effects": {"heavens-eye-repair": 1}}
    found = move(fleet, faction="firmament", **plot)
    assert verdicts(found) == {"Heaven's Eye": "yes", "Carrier I": "no"}
    assert found["warnings"] == []
    assert verdicts(move(fleet, faction="firmament"))["Heaven's Eye"] == "no"


def test_corsairs_pass_other_players_ships_on_the_way_to_more_of_them() -> None:
    mentak: Data = {"faction": "mentak-coalition", "technologies": ["cruiser-2", "the-tables-grace"]}
    fleet = {"units": {"cruiser": 1, "destroyer": 1}, "through": ["ships"]}
    assert verdicts(move(fleet, into="ships", **mentak)) == {"Corsair": "yes", "Destroyer I": "no"}
    assert verdicts(move(fleet, **mentak))["Corsair"] == "no"
    plain = {**mentak, "technologies": ["cruiser-2"]}
    assert verdicts(move(fleet, into="ships", **plain))["Cruiser II"] == "no"
    assert not any("Corsair" in warning for warning in move(fleet, into="ships", **mentak)["warnings"])


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({}, "yes"),
        ({"infantry": 1}, "no"),
        ({"fighter": 1}, "no"),
        ({"picks_up": {"active": {"infantry": 1}}}, "no"),
        ({"picks_up": {"active": {"infantry": 0}}}, "yes"),
    ],
)
def test_myru_vos_lets_ships_through_that_carry_nothing(more: Data, verdict: str) -> None:
    """A carrier with a fast engine: what it would carry or pick up keeps it from passing; another fleet's does not."""
    vos: Data = {"effects": {"myru-vos": 1, "flank-speed": 1}}
    units = {"carrier": 1} | {kind: count for kind, count in more.items() if kind != "picks_up"}
    fleet = {"units": units, "through": ["ships"], "picks_up": more.get("picks_up", {})}
    other = {"units": {"carrier": 1, "infantry": 1}}
    assert verdicts(move(fleet, other, **vos))["Fleet 1: Carrier I"] == verdict
    assert verdicts(move(fleet, other, effects={"flank-speed": 1}))["Fleet 1: Carrier I"] == "no"


@pytest.mark.parametrize("way", ["alpha", "beta", "gamma", "delta", "alpha-to-beta", "hyperlane"])
def test_the_crimson_rebellion_uses_no_wormholes_but_its_own(way: str) -> None:
    """Not even those that a card joins; a hyperlane is no wormhole, and what is declined does nothing."""
    rebels: Data = {"faction": "crimson-rebellion", "effects": {"lost-star-chart": 1}}
    closed = "yes" if way == "hyperlane" else "no"
    assert goes({"by": [way]}, **rebels) == closed
    assert goes({"by": [way]}, **{**rebels, "faction": "winnu"}) == "yes"
    assert goes({}, **rebels) == "yes"
    assert not any("Sundered" in warning for warning in move({"units": {"cruiser": 1}}, **rebels)["warnings"])


MENDOSA: Data = {"effects": {"captain-mendosa": 1}}


def there(solution: Data) -> dict[str, int]:
    (outcome,) = solution["outcomes"]
    return dict(outcome["players"]["Red"]["space"])


def test_captain_mendosa_makes_one_ship_as_fast_as_the_fastest() -> None:
    """Of three dreadnoughts with move value 1 one goes as far as the 3 of a ship somewhere."""
    fleet = {"units": {"dreadnought": 3}, "through": ["clear", "clear"]}
    found = move(fleet, fastest=3, **MENDOSA)
    assert there(found) == {"dreadnought": 1}
    assert verdicts(found)["Dreadnought I"] == "depends"
    (text,) = [one["text"] for one in found["answer"]["findings"] if one["subject"] == "Dreadnought I"]
    assert "Captain Mendosa applies to 1 ship: 1 of 3 arrives" in text
    for fastest in (1, 2):
        assert there(move(fleet, fastest=fastest, **MENDOSA)) == {}
    assert there(move(fleet, fastest=3)) == {}
    assert not found["warnings"]


def test_captain_mendosa_takes_the_fastest_ship_that_is_named_where_no_other_is() -> None:
    fleets = ({"units": {"carrier": 1}, "through": ["clear"]}, {"units": {"cruiser": 1}})
    found = move(*fleets, **MENDOSA)
    assert there(found) == {"carrier": 1, "cruiser": 1}
    assert any("no ship on the board has a higher move value than 2" in warning for warning in found["warnings"])
    near_by = move({"units": {"carrier": 1}}, **MENDOSA)
    assert not near_by["warnings"]  # it is not used, so that nothing is assumed


def test_what_comes_later_adds_to_what_captain_mendosa_gives() -> None:
    """A carrier with 2 in place of 1: with Gravity Drive it enters 3 systems, with Flank Speed too, with both 4.

    Of two, the drive brings none farther by itself: the one that Mendosa made faster needs it for the third system.
    """
    drive, flank = {"technologies": ["gravity-drive"]}, {"effects": {"captain-mendosa": 1, "flank-speed": 1}}
    for owned, most in ((MENDOSA, 2), ({**MENDOSA, **drive}, 3), (flank, 3), ({**flank, **drive}, 4)):
        for entered, number in ((most, 1), (most + 1, 0)):
            fleet = {"units": {"carrier": 2}, "through": ["clear"] * (entered - 1)}
            assert there(move(fleet, fastest=2, **owned)).get("carrier", 0) == number, (owned, entered)
    two = {"units": {"carrier": 2}, "through": ["clear"]}
    assert there(move(two, fastest=2, **MENDOSA, **drive)) == {"carrier": 2}  # one by each


def test_captain_mendosa_lifts_a_ship_out_of_a_nebula_and_serves_a_rift() -> None:
    out = {"units": {"cruiser": 2}, "from": "nebula", "through": ["clear"]}
    assert there(move(out)) == {}
    assert there(move(out, fastest=2, **MENDOSA)) == {"cruiser": 1}
    assert goes({"from": "nebula", "through": ["clear", "clear"]}, fastest=2, **MENDOSA) == "no"
    assert goes({"through": ["gravity-rift", "clear", "clear"]}, fastest=3, **MENDOSA) == "yes"


def test_ships_keep_pace_with_the_one_that_captain_mendosa_made_faster() -> None:
    letnev = {"faction": "barony-of-letnev", "effects": {"captain-mendosa": 1, "gravleash-maneuvers": 1}}
    fleet = {"units": {"dreadnought": 2, "carrier": 1}, "through": ["clear", "clear"]}
    assert there(move(fleet, fastest=3, **letnev)) == {"dreadnought": 2, "carrier": 1}


def test_only_one_ship_of_all_fleets_is_made_faster() -> None:
    fleets = ({"units": {"destroyer": 1}, "through": ["clear", "clear"]},
              {"units": {"carrier": 1, "infantry": 3}, "through": ["clear", "clear"]})  # fmt: skip
    assert there(move(*fleets, fastest=3, **MENDOSA)) == {"carrier": 1, "infantry": 3}


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("entered", [2, 3, 4])
@pytest.mark.parametrize("fastest", [1, 2, 3])
def test_as_many_arrive_as_trying_every_use_of_the_cards_finds(count: int, entered: int, fastest: int) -> None:
    """Carriers with move value 1, two effects that push one ship by one each, and Captain Mendosa for any ship."""
    fleet = {"units": {"carrier": count}, "through": ["clear"] * (entered - 1)}
    winnu: Data = {"faction": "winnu", "technologies": ["gravity-drive"]}
    found = move(fleet, fastest=fastest, **winnu, effects={"captain-mendosa": 1, "imperator": 1})
    ships = range(count)
    most = max(
        sum((fastest if ship == matched else 1) + pushed.count(ship) >= entered for ship in ships)
        for matched in (None, *ships)
        for pushed in product((None, *ships), repeat=2)
    )
    assert there(found).get("carrier", 0) == most


def test_what_only_the_flagship_can_pick_up_finds_room_on_it() -> None:
    """Memoria II and Carrier II have room for six each: the carrier for those from the start, she for the others."""
    nomad: Data = {"faction": "nomad", "technologies": ["memoria-2", "carrier-2"], "effects": {"ahk-syl-siven": 1}}
    fleet = {"units": {"flagship": 1, "carrier": 1, "infantry": 6}, "through": ["token"]}
    found = move({**fleet, "picks_up": {"first": {"infantry": 6}}}, **nomad)
    assert found["outcomes"][0]["players"]["Red"]["space"] == {"flagship": 1, "carrier": 1, "infantry": 12}
    more = move({**fleet, "picks_up": {"first": {"infantry": 7}}}, **nomad)
    assert verdicts(more)["Infantry I, picked up in the first system"] == "depends"
    (text,) = [row["text"] for row in more["answer"]["findings"] if "picked up" in row["subject"]]
    assert "6 of 7 transported" in text
    assert "except by Memoria II" in text


def test_too_little_room_at_a_token_is_not_said_to_be_the_tokens_doing() -> None:
    """Dominus Orb lets the carrier pick up at a token: three of nine infantry, for a fourth is on board."""
    fleet = {"units": {"carrier": 1, "infantry": 1}, "through": ["token"], "picks_up": {"first": {"infantry": 9}}}
    found = move(fleet, technologies=["gravity-drive"], effects={"dominus-orb": 1})
    (text,) = [row["text"] for row in found["answer"]["findings"] if "picked up" in row["subject"]]
    assert "3 of 9 transported" in text
    assert "nothing is picked up" not in text.lower()


def test_a_mech_that_is_picked_up_has_room_before_fighters_from_the_start() -> None:
    """A carrier for four, four fighters and a mech in the active system: as many arrive, and they are worth more."""
    fleet = {"units": {"carrier": 1, "fighter": 4}, "picks_up": {"active": {"mech": 1}}}
    found = move(fleet, faction="nomad")
    assert found["outcomes"][0]["players"]["Red"]["space"] == {"carrier": 1, "mech": 1, "fighter": 3}


def test_a_floating_factory_that_comes_alone_to_ships_of_others_is_destroyed() -> None:
    """With all that it carries; not beside a cruiser, which a rift removes in three of ten cases."""
    factory: Data = {"units": {"space-dock": 1, "infantry": 4}}
    saar = {"faction": "clan-of-saar"}
    alone = move(factory, into="ships", **saar)
    assert [one["players"]["Red"]["space"] for one in alone["outcomes"]] == [{}]
    assert verdicts(alone)["Blockade"] == "no"
    escorted = move(factory, {"units": {"cruiser": 1}, "from": "gravity-rift"}, into="ships", **saar)
    left = sorted((one["probability"], len(one["players"]["Red"]["space"])) for one in escorted["outcomes"])
    assert left == [(near(0.3), 0), (near(0.7), len(("cruiser", "infantry", "space-dock")))]
    assert verdicts(escorted)["Blockade"] == "depends"
    assert "Blockade" not in verdicts(move(factory, **saar))


def test_a_floating_factory_that_is_there_has_room_and_plays_a_part() -> None:
    """The carrier goes, for one ship may be there; its four infantry stay with the factory and the dreadnought."""
    red: Data = {"faction": "clan-of-saar", "space": {"dreadnought": 1, "space-dock": 1}, "fleet_pool": 1}
    found = move({"units": {"carrier": 1, "infantry": 4}}, **red)
    assert found["outcomes"][0]["players"]["Red"]["space"] == {"dreadnought": 1, "infantry": 4, "space-dock": 1}
    assert found["warnings"] == []


def test_fighters_that_fly_by_themselves_pass_beside_an_unladen_carrier_with_myru_vos() -> None:
    """Two Fighter II could ride Carrier II, but then it would not pass; with Light/Wave Deflector they ride it."""
    both: Data = {"technologies": ["fighter-2", "carrier-2"]}
    fleet = {"units": {"carrier": 1, "fighter": 2}, "through": ["ships"]}
    assert verdicts(move(fleet, **both))["Carrier II"] == "no"
    found = move(fleet, effects={"myru-vos": 1}, **both)
    assert found["outcomes"][0]["players"]["Red"]["space"] == {"carrier": 1, "fighter": 2}
    (text,) = [row["text"] for row in found["answer"]["findings"] if row["subject"] == "Fighter II"]
    assert text.startswith("2 can move on their own")
    deflected = move(fleet, effects={"myru-vos": 1}, technologies=[*both["technologies"], "light-wave-deflector"])
    (text,) = [row["text"] for row in deflected["answer"]["findings"] if row["subject"] == "Fighter II"]
    assert text.startswith("2 of 2 transported")


PHENOMENAE: Data = {"effects": {"cosmic-phenomenae": 1}}


def out_of_the_rift(cruisers: int, entered: int, **red: object) -> Data:
    fleet = {"units": {"cruiser": cruisers}, "from": "gravity-rift", "through": ["clear"] * (entered - 1)}
    return move(fleet, **red)


def arrives(solution: Data) -> float:
    """Return the chance that everything arrives."""
    return chance(solution, "Everything that Red moves arrives")


@pytest.mark.parametrize(
    ("entered", "verdict", "all_arrive"),
    [(3, "yes", 0.49), (4, "yes", 0.25), (5, "no", 0)],  # two cruisers: removed on 1 to 3, on 1 to 5 with the other +1
)
def test_cosmic_phenomenae_gives_another_move_to_ships_that_start_in_a_rift(
    entered: int, verdict: str, all_arrive: float
) -> None:
    found = out_of_the_rift(2, entered, **PHENOMENAE)
    assert (verdicts(found)["Cruiser I"], arrives(found)) == (verdict, near(all_arrive))
    assert verdicts(out_of_the_rift(2, 4))["Cruiser I"] == "no"


def test_cosmic_phenomenae_leaves_ships_that_only_pass_a_rift_alone() -> None:
    """A cruiser passes one rift with a move value of 3; out of one and through the next, 0.5 and 0.7 let it arrive."""
    assert goes({"through": ["gravity-rift", "clear"]}, **PHENOMENAE) == "yes"
    assert goes({"through": ["gravity-rift", "clear", "clear"]}, **PHENOMENAE) == "no"
    both = {"units": {"cruiser": 1}, "from": "gravity-rift", "through": ["gravity-rift", *["clear"] * 3]}
    assert arrives(move(both, **PHENOMENAE)) == near(0.5 * 0.7)


@pytest.mark.parametrize(
    ("entered", "going", "all_arrive"),
    [(4, 2, 0.7 * 0.5), (5, 1, 0)],  # it spares one of two; one ship that lacks two gets one each way
)
def test_gravity_drive_spares_a_ship_the_other_move_of_the_rift(entered: int, going: int, all_arrive: float) -> None:
    found = out_of_the_rift(2, entered, technologies=["gravity-drive"], **PHENOMENAE)
    assert max(one["players"]["Red"]["space"].get("cruiser", 0) for one in found["outcomes"]) == going
    assert arrives(found) == near(all_arrive)


def test_the_other_move_of_the_rift_comes_and_goes_with_the_first() -> None:
    """Nav Suite takes the rift's pull, and Circlet of the Void only its rolls; a rival's event holds as well."""
    both = {"cosmic-phenomenae": 1}
    assert verdicts(out_of_the_rift(1, 4, effects={**both, "nav-suite": 1}))["Cruiser I"] == "no"
    assert arrives(out_of_the_rift(1, 4, effects={**both, "circlet-of-the-void": 1})) == 1
    fleet = {"units": {"carrier": 1, "infantry": 2}, "from": "gravity-rift", "through": ["clear"] * 2}
    found = ask("movement", {"name": "Red", "fleets": [fleet]}, {"name": "Blue", **PHENOMENAE})
    assert found["expected_losses"]["Red"] == {"carrier": near(0.5), "infantry": near(1)}
