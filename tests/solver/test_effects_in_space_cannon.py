"""Every effect that acts in Space Cannon: a figure worked out by hand, refusals, declining."""

from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE
from mecatol.effects.model import ACTION_CARD
from tests.solver.helpers import ask, defense, hits, left, near, offense, problems, said

Data = dict[str, Any]
CRUISER = {"name": "Red", "space": {"cruiser": 1}}
LANDING = {"name": "Red", "planets": {"arinam": {"infantry": 3}}}


def pds(count: int = 1, name: str = "Blue", **more: Any) -> Data:
    return {"name": name, "planets": {"arinam": {"pds": count, "infantry": 1}}, **more}


# --- technologies


def test_plasma_scoring_adds_one_die_to_a_roll() -> None:
    blue = pds(1, technologies=["plasma-scoring"])
    assert hits(offense(CRUISER, blue), "Blue") == near([0.25, 0.5, 0.25])
    assert hits(defense(LANDING, blue), "Blue") == near([0.25, 0.5, 0.25])


def test_plasma_scoring_adds_a_die_on_each_planet() -> None:
    red = {"name": "Red", "planets": {"arinam": {"infantry": 3}, "meer": {"infantry": 3}}}
    blue = {"name": "Blue", "technologies": ["plasma-scoring"], "planets": {"arinam": {"pds": 1}, "meer": {"pds": 1}}}
    # two dice on each of two planets: four dice at 6
    assert hits(defense(red, blue), "Blue") == near([1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16])


def test_plasma_scoring_s_die_goes_to_the_unit_that_hits_most_easily() -> None:
    blue = {"name": "Blue", "faction": "xxcha-kingdom", "technologies": ["plasma-scoring"],
            "planets": {"arinam": {"pds": 1, "mech": 1}}, "space": {"flagship": 1}}  # fmt: skip
    solution = offense(CRUISER, blue)
    # flagship 5 (three dice, and the fourth), PDS 6, mech 8
    assert hits(solution, "Blue")[0] == near(0.4**4 * 0.5 * 0.7)
    assert {d["unit"]: d["dice"] for d in solution["rolls"][0]["dice"]} == {"flagship": 4, "pds": 1, "mech": 1}


def test_plasma_scoring_adds_nothing_to_nothing_and_can_be_declined() -> None:
    blue = {"name": "Blue", "technologies": ["plasma-scoring"], "adjacent": {"pds": 1}}
    assert offense(CRUISER, blue)["rolls"] == []
    declined = offense(CRUISER, pds(technologies=["plasma-scoring"], policy={"decline": ["plasma-scoring"]}))
    assert hits(declined, "Blue") == near([0.5, 0.5])
    assert "Plasma" not in said(declined)


def test_antimass_deflectors_make_ten_the_last_chance_and_eleven_none() -> None:
    red = {**CRUISER, "technologies": ["antimass-deflectors"]}
    assert hits(offense(red, pds(2)), "Blue") == near([0.36, 0.48, 0.16])
    assert hits(defense({**LANDING, "technologies": ["antimass-deflectors"]}, pds(2)), "Blue") == near(
        [0.36, 0.48, 0.16]
    )
    # they protect their owner alone
    blue = pds(1, technologies=["antimass-deflectors"])
    assert hits(offense(CRUISER, blue), "Blue") == near([0.5, 0.5])


def test_graviton_laser_system_passes_over_fighters() -> None:
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 2}}
    graviton = pds(1, technologies=["graviton-laser-system"])
    assert left(offense(red, graviton), "Red") == near({"2 fighter, 1 carrier": 0.5, "nothing": 0.5})
    # with nothing but fighters it takes them; the second hit comes back to them
    only = {"name": "Red", "technologies": ["fighter-2"], "space": {"fighter": 2}}
    assert left(offense(only, graviton), "Red") == near({"2 fighter": 0.5, "1 fighter": 0.5})
    mixed = {"name": "Red", "technologies": ["fighter-2"], "space": {"fighter": 2, "cruiser": 1}}
    two = offense(mixed, pds(2, technologies=["graviton-laser-system"]))
    assert left(two, "Red") == near({"2 fighter, 1 cruiser": 0.25, "2 fighter": 0.5, "1 fighter": 0.25})


def test_graviton_laser_system_lets_ships_sustain() -> None:
    red = {"name": "Red", "space": {"dreadnought": 1, "fighter": 1}}
    solution = offense(red, pds(2, technologies=["graviton-laser-system"]))
    assert left(solution, "Red") == near(
        {"1 fighter, 1 dreadnought": 0.25, "1 fighter, 1 dreadnought (1 damaged)": 0.5, "nothing": 0.25}
    )  # two hits: sustained, then destroyed, and its fighter with it


def test_pds_ii_hits_on_five_and_reaches_the_next_system() -> None:
    blue = {"name": "Blue", "technologies": ["pds-2"], "adjacent": {"pds": 1}, "planets": {"arinam": {"pds": 1}}}
    assert hits(offense(CRUISER, blue), "Blue") == near([0.16, 0.48, 0.36])


def test_l4_disruptors_silence_the_defense_and_not_the_offense() -> None:
    letnev = {"faction": "barony-of-letnev", "technologies": ["l4-disruptors"]}
    solution = defense({**LANDING, **letnev}, pds())
    assert solution["rolls"] == []
    assert "77.6 Red’s L4 Disruptors" in said(solution)
    assert hits(offense({**CRUISER, **letnev}, pds()), "Blue") == near([0.5, 0.5])
    assert any("L4 Disruptors does not affect" in w for w in offense({**CRUISER, **letnev}, pds())["warnings"])


def test_l4_disruptors_of_the_defender_do_not_stop_the_attacker_s_mechs_from_sustaining() -> None:
    red = {"name": "Red", "faction": "universities-of-jol-nar", "planets": {"arinam": {"mech": 1}}}
    blue = pds(faction="barony-of-letnev", technologies=["l4-disruptors"])
    assert left(defense(red, blue), "Red") == near({"arinam: 1 mech": 0.5, "arinam: 1 mech (1 damaged)": 0.5})


def test_non_euclidean_shielding_cancels_two_at_a_time() -> None:
    letnev = {"name": "Red", "faction": "barony-of-letnev", "technologies": ["non-euclidean-shielding"]}
    red = {**letnev, "space": {"dreadnought": 1, "cruiser": 1}}
    solution = offense(red, pds(3), policy={"assign": "sustain-first"}, assume={"limits": "ignored"})
    fleet = "1 cruiser, 1 dreadnought"
    # one or two hits: sustained; three: two sustained and the cruiser lost
    assert left(solution, "Red") == near(
        {fleet: 1 / 8, f"{fleet} (1 damaged)": 6 / 8, "1 dreadnought (1 damaged)": 1 / 8}
    )
    ground = {**letnev, "planets": {"arinam": {"mech": 1, "infantry": 1}}}
    units = "arinam: 1 infantry, 1 mech"
    assert left(defense(ground, pds(2)), "Red") == near({units: 0.25, f"{units} (1 damaged)": 0.75})


# --- the rest


def test_an_extra_die_of_the_argent_flight_adds_to_plasma_scoring_s() -> None:
    blue = pds(technologies=["plasma-scoring"], effects={"trrakan-aun-zulok": 1})
    assert hits(offense(CRUISER, blue), "Blue") == near([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    note = pds(effects={"strike-wing-ambuscade": 1})
    assert hits(offense(CRUISER, note), "Blue") == near([0.25, 0.5, 0.25])


def test_strike_wing_ambuscade_is_good_for_one_roll() -> None:
    red = {"name": "Red", "planets": {"arinam": {"infantry": 3}, "meer": {"infantry": 3}}}
    blue = {"name": "Blue", "effects": {"strike-wing-ambuscade": 1},
            "planets": {"arinam": {"pds": 1}, "meer": {"pds": 1}}}  # fmt: skip
    assert hits(defense(red, blue), "Blue") == near([1 / 8, 3 / 8, 3 / 8, 1 / 8])  # 2 dice, then 1


def test_ta_zern_rerolls_every_miss_once() -> None:
    # called ta-zern before Thunder's Edge; each die misses twice with 0.25
    assert hits(offense(CRUISER, pds(2, effects={"agnlan-oln": 1})), "Blue") == near([1 / 16, 6 / 16, 9 / 16])


def test_entropic_scar_silences_everything() -> None:
    red = {"name": "Red", "space": {"dreadnought": 1}, "effects": {"entropic-scar": 1}}
    assert offense(red, pds())["rolls"] == []
    assert defense({**LANDING, "effects": {"entropic-scar": 1}}, pds())["rolls"] == []


def test_under_the_articles_of_war_a_mech_has_no_space_cannon() -> None:
    blue = {"name": "Blue", "faction": "xxcha-kingdom", "planets": {"arinam": {"mech": 1, "pds": 1}}}
    assert hits(offense(CRUISER, blue), "Blue") == near([0.35, 0.5, 0.15])  # the PDS at 6, the mech at 8
    assert hits(offense({**CRUISER, "effects": {"articles-of-war": 1}}, blue), "Blue") == near([0.5, 0.5])


def test_publicize_weapon_schematics_take_sustain_damage_from_war_suns() -> None:
    red = {"name": "Red", "technologies": ["war-sun"], "space": {"war-sun": 1}}
    assert left(offense(red, pds()), "Red") == near({"1 war-sun": 0.5, "1 war-sun (1 damaged)": 0.5})
    law = {**red, "effects": {"publicize-weapon-schematics": 1}}
    assert left(offense(law, pds()), "Red") == near({"1 war-sun": 0.5, "nothing": 0.5})


def test_metali_void_shielding_lends_sustain_damage_once_a_roll() -> None:
    red = {"name": "Red", "space": {"cruiser": 2}, "effects": {"metali-void-shielding": 1}}
    assert left(offense(red, pds()), "Red") == near({"2 cruiser": 0.5, "2 cruiser (1 damaged)": 0.5})


def test_mentak_s_flagship_and_mech_forbid_sustain_damage_beside_them() -> None:
    # fourth-moon-silence, moll-terminus-silence
    fleet = {"name": "Red", "space": {"dreadnought": 1}}
    mentak = pds(faction="mentak-coalition", space={"flagship": 1})
    assert left(offense(fleet, mentak), "Red") == near({"1 dreadnought": 0.5, "nothing": 0.5})
    landing = {"name": "Red", "faction": "barony-of-letnev", "planets": {"arinam": {"mech": 1}}}
    planet = {"name": "Blue", "faction": "mentak-coalition", "planets": {"arinam": {"pds": 1, "mech": 1}}}
    assert left(defense(landing, planet), "Red") == near({"arinam: 1 mech": 0.5, "nothing": 0.5})


def test_eidolon_maximum_is_no_target() -> None:  # eidolon-maximum-immunity
    red = {"name": "Red", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"],
           "planets": {"arinam": {"mech": 1, "infantry": 1}}}  # fmt: skip
    assert left(defense(red, pds(2)), "Red") == near({"arinam: 1 infantry, 1 mech": 0.25, "arinam: 1 mech": 0.75})


def test_tellurian_cancels_one_hit_of_the_whole_step() -> None:
    red = {"name": "Red", "space": {"cruiser": 3}, "effects": {"tellurian": 1}}
    assert left(offense(red, pds(), pds(name="Green")), "Red") == near({"3 cruiser": 0.75, "2 cruiser": 0.25})
    landing = {**LANDING, "effects": {"tellurian": 1}}
    assert left(defense(landing, pds()), "Red") == near({"arinam: 3 infantry": 1.0})


def test_the_argent_flagship_shields_the_fleet_beside_it() -> None:  # quetzecoatl-screen
    red = {"name": "Red", "faction": "argent-flight", "space": {"flagship": 1, "cruiser": 1}}
    assert offense(red, pds())["rolls"] == []
    assert hits(offense({**red, "space": {"cruiser": 1}}, pds()), "Blue") == near([0.5, 0.5])
    # its owner's cannon still fire
    assert [
        r["player"] for r in offense({**red, "planets": {"meer": {"pds": 1}}}, pds(space={"cruiser": 1}))["rolls"]
    ] == ["Red"]


def test_quietus_takes_unit_abilities_away() -> None:
    red = {"name": "Red", "faction": "crimson-rebellion", "space": {"flagship": 1}, "effects": {"quietus": 1}}
    solution = offense(red, pds())
    assert solution["rolls"] == []
    assert "Red’s Quietus" in said(solution)


def test_quietus_leaves_units_next_door_alone() -> None:
    red = {"name": "Red", "faction": "crimson-rebellion", "space": {"flagship": 1}, "effects": {"quietus": 1}}
    deep = {"technologies": ["pds-2"], "adjacent": {"pds": 1, "space-dock": 1}}
    # of two PDS II the one next door shoots, at 5
    assert hits(offense(red, pds(**deep)), "Blue") == near([0.4, 0.6])
    # and of two docks with two dice each the one next door: three dice in all
    docks = pds(**deep, effects={"lightrail-ordnance": 1})
    docks["planets"]["arinam"]["space-dock"] = 1
    assert hits(offense(red, docks), "Blue")[0] == near(0.4**3)


def test_lightrail_ordnance_arms_space_docks_here_and_next_door() -> None:
    relic = {"name": "Blue", "effects": {"lightrail-ordnance": 1}}
    # two dice at 5 for each dock, wherever it is
    one = {**relic, "planets": {"arinam": {"space-dock": 1}}}
    assert hits(offense(CRUISER, one), "Blue") == near([0.16, 0.48, 0.36])
    assert hits(offense(CRUISER, {**one, "adjacent": {"space-dock": 1}}), "Blue")[0] == near(0.4**4)
    # on the ground only docks of the planet count
    there = {**one, "planets": {"arinam": {"space-dock": 1, "infantry": 1}}, "adjacent": {"space-dock": 1}}
    assert hits(defense(LANDING, there), "Blue") == near([0.16, 0.48, 0.36])
    assert defense(LANDING, {**relic, "adjacent": {"space-dock": 2}})["rolls"] == []


def test_mecatol_rex_fires_for_the_council_without_a_unit_there() -> None:
    # custodia-vigilia: one die at 5, against ships in its system and against a landing on itself
    # it comes with iihq-modernization, which is iihq-modernization-breakthrough in Thunder's Edge
    blue = {"name": "Blue", "faction": "council-keleres", "effects": {"custodia-vigilia": 1}}
    owner = {**blue, "controls": ["mecatol-rex"]}
    assert hits(offense({"name": "Red", "space": {"cruiser": 1}}, owner, system="18"), "Blue") == near([0.4, 0.6])
    landing = {"name": "Red", "planets": {"mecatol-rex": {"infantry": 1}}}
    assert hits(defense(landing, owner, system="18"), "Blue") == near([0.4, 0.6])
    for elsewhere in ({**owner, "controls": []}, blue):
        assert offense({"name": "Red", "space": {"cruiser": 1}}, elsewhere, system="18")["rolls"] == []


def test_mecatol_rex_s_cannon_counts_as_a_unit_s() -> None:
    # A commander adds a die: two at 5 or more. The Quietus takes it away, and so do L4 Disruptors in defense.
    council: Data = {"name": "Blue", "faction": "council-keleres", "effects": {"custodia-vigilia": 1}}
    owner: Data = {**council, "controls": ["mecatol-rex"]}
    led: Data = {**owner, "effects": {"custodia-vigilia": 1, "trrakan-aun-zulok": 1}}
    cruiser: Data = {"name": "Red", "space": {"cruiser": 1}}
    assert hits(offense(cruiser, led, system="18"), "Blue") == near([0.16, 0.48, 0.36])
    quietus: Data = {"name": "Red", "faction": "crimson-rebellion", "space": {"flagship": 1}, "effects": {"quietus": 1}}
    assert offense(quietus, owner, system="18")["rolls"] == []
    landing: Data = {"name": "Red", "planets": {"mecatol-rex": {"infantry": 1}}, "technologies": ["l4-disruptors"],
                     "faction": "barony-of-letnev"}  # fmt: skip
    assert defense(landing, owner, system="18")["rolls"] == []


def test_linkships_next_door_do_not_fire() -> None:
    """PDS II reach from planets next door, and lend a linkship there nothing; in the system, it fires at 5."""
    ral_nel: Data = {"name": "Red", "faction": "ral-nel-consortium", "technologies": ["linkship-2", "pds-2"]}
    cruiser: Data = {"name": "Blue", "space": {"cruiser": 1}}
    here: Data = {**ral_nel, "space": {"destroyer": 1, "pds": 1}}
    assert hits(offense(here, cruiser), "Red") == near([0.4, 0.6])
    with_ship = {**ral_nel, "space": {"destroyer": 1}, "adjacent": {"pds": 1}}
    assert [dice["unit"] for roll in offense(with_ship, cruiser)["rolls"] for dice in roll["dice"]] == ["pds"]


def test_dynamo_repairs_what_space_cannon_has_damaged() -> None:
    # dynamo-repair: one PDS hits with 1/2 and two with 1/4; the flagship sustains one hit of a roll, and is whole after
    red = {"name": "Red", "faction": "empyrean", "space": {"flagship": 1}}
    repaired = {**red, "effects": {"dynamo-repair": 1}}
    assert left(offense(red, pds(1)), "Red") == near({"1 flagship": 0.5, "1 flagship (1 damaged)": 0.5})
    assert left(offense(repaired, pds(1)), "Red") == near({"1 flagship": 1})
    assert left(offense(repaired, pds(2)), "Red") == near({"1 flagship": 0.75, "nothing": 0.25})


def test_van_hauge_takes_every_ship_with_it_when_space_cannon_destroys_it() -> None:
    # van-hauge-end: damaged, it falls to a PDS with 1/2; then nobody has a ship, and infantry in space has no room
    red = {"name": "Red", "faction": "yin-brotherhood", "space": {"flagship": 1}, "damaged": {"flagship": 1}}
    red["policy"] = {"assign": ["flagship"]}
    red["space"] = {"flagship": 1, "carrier": 1, "infantry": 1}
    solution = offense(red, pds(1, space={"carrier": 1, "infantry": 1}))
    there = "1 carrier, 1 flagship (1 damaged), 1 infantry"
    assert left(solution, "Red") == near({there: 0.5, "nothing": 0.5})
    arinam = "arinam: 1 infantry, 1 pds"
    assert left(solution, "Blue") == near({f"1 carrier, 1 infantry; {arinam}": 0.5, arinam: 0.5})


# --- what is said of all of them


def owner_index(effect: mecatol.Effect) -> int:
    return 0 if effect.role in (None, ACTIVE) else 1


def owned(effect: mecatol.Effect, count: int, **more: Any) -> list[Data]:
    technology = "technology" in effect.kind
    mine = {"technologies": [effect.slug]} if technology else {"effects": {effect.slug: count}}
    players: list[Data] = [{"name": "Red"}, {"name": "Blue"}]
    players[owner_index(effect)] |= {**mine, **more}
    return players


NAMED = [e for e in mecatol.EFFECTS.values() if {SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE} & set(e.steps)
         and not e.automatic and in_force(LATEST, e.edition, e.until)]  # fmt: skip


@pytest.mark.parametrize("effect", NAMED, ids=lambda e: e.slug)
def test_limits_and_roles_and_factions_are_kept(effect: mecatol.Effect) -> None:
    step = next(step for step in (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE) if step in effect.steps)
    field = f"players.{owner_index(effect)}."
    ask(step, *owned(effect, 1))  # alone it is fine
    if "technology" not in effect.kind:
        found = problems(step, *owned(effect, effect.limit + 1))
        most = "once" if effect.limit == 1 else f"{effect.limit} times"
        assert found == {
            f"{field}effects.{effect.slug}": f"{effect.name} can be named at most {most}, not {effect.limit + 1} times"
        }
    if effect.role:
        wrong = owned(effect, 1)[::-1]
        (message,) = problems(step, *wrong).values()
        assert message.startswith(f"{effect.name} can be used by ")
    if effect.only_for:
        found = problems(step, *owned(effect, 1, faction="emirates-of-hacan"))
        owner = FACTIONS[effect.only_for].name
        assert list(found.values()) == [f"{effect.name} belongs to {owner}; Red plays The Emirates of Hacan"]


def test_fighters_that_landed_by_matriarch_landing_are_lost_before_infantry() -> None:
    red: Data = {"name": "Red", "faction": "naalu-collective", "space": {"flagship": 1}}  # and so matriarch-landing
    red["planets"] = {"arinam": {"fighter": 1, "infantry": 1}}
    ends = {tuple(end["players"]["Red"]["planets"]["arinam"]): end["probability"]
            for end in defense(red, pds())["outcomes"]}  # fmt: skip
    assert ends == {("fighter", "infantry"): near(0.5), ("infantry",): near(0.5)}  # one die at 6
    (message,) = problems(SPACE_CANNON_DEFENSE, {**red, "space": {"cruiser": 1}}, pds()).values()
    assert message == "a Hybrid Crystal Fighter I cannot be on a planet"


@pytest.mark.parametrize("effect", [e for e in NAMED if e.edition != "base"], ids=lambda e: e.slug)
def test_an_edition_before_it_has_it_not(effect: mecatol.Effect) -> None:
    step = next(step for step in (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE) if step in effect.steps)
    (message,) = problems(step, *owned(effect, 1), edition="base").values()
    assert message == f"{effect.name} is from {mecatol.EDITIONS[effect.edition]}, not in Base game (`edition: base`)"


@pytest.mark.parametrize("effect", NAMED, ids=lambda e: e.slug)
def test_declined_it_changes_nothing(effect: mecatol.Effect) -> None:
    step = next(step for step in (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE) if step in effect.steps)
    table: list[Data] = [
        {
            "name": "Red",
            "space": {"dreadnought": 1, "cruiser": 2, "fighter": 1},
            "planets": {"arinam": {"infantry": 3}},
        },
        pds(2, adjacent={"space-dock": 1}),
    ]
    with_it = [{**a, **b} for a, b in zip(table, owned(effect, 1), strict=True)]
    plain = ask(step, *table)
    declined = ask(step, *with_it, policy={"decline": [effect.slug]})
    assert declined["outcomes"] == plain["outcomes"]
    assert effect.name not in said(declined)


def test_scramble_frequency_repeats_a_roll_above_the_average() -> None:
    red = {**CRUISER, "effects": {"scramble-frequency": 1}}
    assert left(offense(red, pds(1)), "Red")["nothing"] == pytest.approx(0.25)  # a hit is rolled again


@pytest.mark.parametrize(("more", "hit"), [({}, 0.6), ({"technologies": ["antimass-deflectors"]}, 0.5)])
def test_elysium_fires_three_dice_with_ul_the_progenitor(more: Data, hit: float) -> None:
    blue = {"name": "Blue", "controls": ["elysium"], "effects": {"ul-the-progenitor": 1}}
    red = {"name": "Red", "space": {"cruiser": 3}, **more}
    some = [(1 - hit) ** 3, 3 * hit * (1 - hit) ** 2, 3 * hit**2 * (1 - hit), hit**3]
    assert hits(offense(red, blue, system="55"), "Blue") == near(some)


def test_assail_raises_space_cannon_too() -> None:
    blue = pds(1, faction="obsidian", effects={"assail": 1})
    assert hits(offense(CRUISER, blue), "Blue") == near([0.4, 0.6])


@pytest.mark.parametrize(
    ("slug", "unit", "more", "dice"),
    [("galvanized-pds", "pds", {}, [0.25, 0.5, 0.25]),
     ("galvanized-flagship", "flagship", {"faction": "xxcha-kingdom"}, None)],
)  # fmt: skip
def test_a_galvanized_unit_fires_with_one_die_more(slug: str, unit: str, more: Data, dice: list[float] | None) -> None:
    place = {"planets": {"arinam": {unit: 1}}} if unit == "pds" else {"space": {unit: 1}}
    found = hits(offense(CRUISER, {"name": "Blue", **place, **more, "effects": {slug: 1}}), "Blue")
    assert found == near(dice or [0.4**4, 4 * 0.6 * 0.4**3, 6 * 0.36 * 0.16, 4 * 0.216 * 0.4, 0.6**4])


def test_galvanized_units_of_every_type_are_named() -> None:
    slugs = {
        "galvanized-fighter", "galvanized-destroyer", "galvanized-cruiser", "galvanized-carrier",
        "galvanized-dreadnought", "galvanized-flagship", "galvanized-war-sun", "galvanized-infantry",
        "galvanized-mech", "galvanized-pds",
    }  # fmt: skip
    assert {slug for slug in mecatol.EFFECTS if slug.startswith("galvanized-")} == slugs


def test_every_action_card_names_how_many_there_are() -> None:
    counts = {e.slug: e.limit for e in NAMED if e.kind == ACTION_CARD}
    assert counts == {
        "experimental-battlestation": 1, "maneuvering-jets": 4, "solar-flare": 1, "disable": 1, "direct-hit": 4,
        "scramble-frequency": 1, "crash-landing": 1,
    }  # fmt: skip


def test_every_effect_in_space_cannon_is_proved_here() -> None:
    named = "".join(
        file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*_in_space_cannon.py")
    )
    acting = [e for e in mecatol.EFFECTS.values() if {SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE} & set(e.steps)]
    apart = {"linkship-cannon", "linkship-2-cannon", "crash-landing"}  # effects/test_linkship.py, test_crash_landing.py
    apart |= {"age-of-fighters"}  # fighters have no cannon; what it makes of them is in effects/test_events.py
    assert [e.slug for e in acting if e.slug not in named and e.slug not in apart] == []
