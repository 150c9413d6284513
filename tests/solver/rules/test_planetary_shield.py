"""Planetary Shield: who may bombard what, what else works there, and the clause behind each answer."""

import random
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import planet_name
from tests.solver.helpers import Data, ask, said, table

STEP = "planetary-shield"
SHIELDED = {"pds": 1, "infantry": 1}
BARE = {"infantry": 1}


def decide(*players: Data, **rest: Any) -> Data:
    return ask(STEP, *players, **rest)


def red(**more: Any) -> Data:
    return {"name": "Red", "space": {"dreadnought": 1}, **more}


def blue(**planets: dict[str, int]) -> Data:
    return {"name": "Blue", "planets": planets}


def verdicts(solution: Data) -> dict[str, str]:
    return {row["subject"].removeprefix("Red’s "): row["verdict"] for row in solution["answer"]["findings"]}


def clauses(solution: Data, subject: str) -> list[str]:
    (found,) = [row["clauses"] for row in solution["answer"]["findings"] if row["subject"] == subject]
    return list(found)


def works(solution: Data, effect: str, planet: str) -> str:
    """Return whether an effect would work on a planet, owned or not."""
    rows = table(solution, "What else depends on the shield")
    (found,) = [row[3] for row in rows if row[0] == effect and row[2] == planet]
    return found


# --- by and large: a second look at random systems


@pytest.mark.parametrize("seed", range(150))
def test_random_systems_agree_with_the_rule_told_once_more(seed: int) -> None:
    rng = random.Random(f"shield {seed}")
    letnev = rng.random() < 0.3
    effects = {slug: 1 for slug in ("disable", "2ram", "conventions-of-war", "entropic-scar") if rng.random() < 0.25}
    war_suns = {name for name in ("Red", "Blue") if rng.random() < 0.25}
    arborec = rng.random() < 0.3
    space = {"dreadnought": 1, "flagship": int(letnev), "war-sun": int("Red" in war_suns)}
    active = red(space={unit: n for unit, n in space.items() if n}, effects=effects, technologies=["war-sun"])
    other: Data = {"name": "Blue", "technologies": ["war-sun"], "space": {"war-sun": 1} if "Blue" in war_suns else {}}
    if letnev:
        active["faction"] = "barony-of-letnev"
    if arborec:
        other["faction"] = "arborec"
    units = {planet: {"infantry": 1, "pds": rng.randint(0, 1), "mech": int(arborec and rng.random() < 0.5)}
             for planet in ("abaddon", "abaddon", "ashtroth")}  # fmt: skip
    other["planets"] = {planet: {unit: n for unit, n in here.items() if n} for planet, here in units.items()}
    solution = decide(active, other)
    taken = letnev or "Red" in war_suns
    for planet, here in units.items():
        shields = 0 if taken else here["mech"] + here["pds"] * ("disable" not in effects)
        free = not shields or "2ram" in effects
        free = free and not ("conventions-of-war" in effects and planet == "abaddon") and "entropic-scar" not in effects
        rows = {row[0]: row for row in table(solution, "Who may bombard what")}
        columns = solution["answer"]["tables"][0]["columns"]
        assert {row[columns.index(planet_name(planet))] for row in rows.values()} == {"yes" if free else "no"}
        assert works(solution, "X-89 Bacterial Weapon", planet_name(planet)) == "yes"
        assert works(solution, "X-89 Bacterial Weapon Ω", planet_name(planet)) == ("yes" if free else "no")
        standing = shields and "entropic-scar" not in effects
        assert works(solution, "Magen Defense Grid", planet_name(planet)) == ("yes" if standing else "no")
        assert works(solution, "Magen Defense Grid ΩΩ", planet_name(planet)) == ("yes" if here["pds"] else "no")


@pytest.mark.parametrize("seed", range(60))
def test_bombardment_rolls_at_no_planet_that_the_decision_forbids(seed: int) -> None:
    rng = random.Random(f"both {seed}")
    planets = {planet: rng.choice([SHIELDED, BARE]) for planet in ("abaddon", "ashtroth")}
    active = red(effects={"disable": 1} if rng.random() < 0.3 else {})
    may = {
        subject.split()[-1]
        for subject, verdict in verdicts(decide(active, blue(**planets))).items()
        if verdict == "yes"
    }
    rolled = ask("bombardment", {**active, "policy": {"bombard": "best"}}, blue(**planets))["rolls"]
    assert {planet_name(roll["where"]) for roll in rolled} <= may
    assert bool(rolled) == bool(may)


# --- clause by clause


def test_a_shield_is_for_its_own_planet() -> None:
    solution = decide(red(), blue(abaddon=SHIELDED, ashtroth=BARE))
    assert solution["answer"]["headline"] == "Red may bombard Ashtroth, but not Abaddon."
    assert verdicts(solution) == {"Dreadnought I: bombard Abaddon": "no", "Dreadnought I: bombard Ashtroth": "yes"}
    assert "Blue’s PDS I on Abaddon has Planetary Shield." in said(solution)


@pytest.mark.parametrize(
    ("faction", "technologies", "unit"),
    [
        (None, ["war-sun"], "war-sun"),
        ("embers-of-muaat", [], "war-sun"),
        ("embers-of-muaat", ["prototype-war-sun-2"], "war-sun"),
        ("barony-of-letnev", [], "flagship"),
    ],
)
def test_units_whose_presence_takes_shields_away(faction: str | None, technologies: list[str], unit: str) -> None:
    active = red(space={"dreadnought": 1, unit: 1}, technologies=technologies)
    solution = decide(active | ({"faction": faction} if faction else {}), blue(abaddon=SHIELDED))
    assert set(verdicts(solution).values()) == {"yes"}
    assert table(solution, "Units with Planetary Shield")[0][3].startswith("lost to Red’s")
    assert works(solution, "Magen Defense Grid", "Abaddon") == "no"
    assert works(solution, "Magen Defense Grid Ω", "Abaddon") == "yes"


def test_other_flagships_take_nothing_away() -> None:
    solution = decide(red(faction="federation-of-sol", space={"dreadnought": 1, "flagship": 1}), blue(abaddon=SHIELDED))
    assert set(verdicts(solution).values()) == {"no"}


def test_a_war_sun_of_a_third_player_lifts_the_shield_as_well() -> None:
    green = {"name": "Green", "technologies": ["war-sun"], "space": {"war-sun": 1}}
    assert set(verdicts(decide(red(), blue(abaddon=SHIELDED), green)).values()) == {"yes"}


def test_a_war_sun_takes_no_shield_from_its_owner() -> None:
    owner = {**blue(abaddon=SHIELDED), "technologies": ["war-sun"], "space": {"war-sun": 1}}
    assert set(verdicts(decide(red(), owner)).values()) == {"no"}


def test_2ram_leaves_the_shield_and_with_it_the_first_magen() -> None:
    solution = decide(red(effects={"2ram": 1}), blue(abaddon=SHIELDED))
    assert verdicts(solution) == {"Dreadnought I: bombard Abaddon": "yes"}
    assert table(solution, "Units with Planetary Shield")[0][3] == "in effect"
    assert works(solution, "Magen Defense Grid", "Abaddon") == "yes"


def test_harrow_needs_the_faction_and_is_answered_for_whoever_could_have_it() -> None:
    mindnet = decide(red(faction="l1z1x-mindnet"), blue(abaddon=SHIELDED, ashtroth=BARE))
    assert verdicts(mindnet)["Harrow: Abaddon"] == "no"
    assert clauses(mindnet, "Red’s Harrow: Abaddon") == ["65.2", "15.1.f"]
    assert verdicts(mindnet)["Harrow: Ashtroth"] == "yes"
    nobody = decide(red(), blue(abaddon=SHIELDED))
    assert works(nobody, "Harrow", "Abaddon") == "no"
    sol = decide(red(faction="federation-of-sol"), blue(abaddon=SHIELDED))
    assert "Harrow" not in {row[0] for row in table(sol, "What else depends on the shield")}


@pytest.mark.parametrize(
    ("edition", "slug", "verdict", "clause"),
    [
        ("base", "x-89-bacterial-weapon", "yes", "65.1"),
        ("codex-1", "x-89-bacterial-weapon-omega", "no", "15.1.f"),
        ("pok", "x-89-bacterial-weapon-omega", "no", "15.1.f"),
        ("codex-4", "x-89-bacterial-weapon-omega-omega", "no", "15.1.f"),
        ("thunders-edge", "x-89-bacterial-weapon-omega-omega", "no", "15.1.f"),
    ],
)
def test_each_wording_of_x_89_in_its_editions(edition: str, slug: str, verdict: str, clause: str) -> None:
    solution = decide(red(technologies=[slug]), blue(abaddon=SHIELDED), edition=edition)
    name = mecatol.EFFECTS[slug].name
    assert verdicts(solution)[f"{name}: Abaddon"] == verdict
    assert clauses(solution, f"Red’s {name}: Abaddon") == [clause]


def test_a_wording_outside_its_editions_is_refused() -> None:
    with pytest.raises(mecatol.ScenarioError, match="until Codex I: Ordinian"):
        decide(red(technologies=["x-89-bacterial-weapon"]), blue(abaddon=BARE))


def test_the_first_x_89_needs_a_ship_that_bombards() -> None:
    solution = decide(red(space={"cruiser": 1}), blue(abaddon=BARE))
    assert solution["answer"]["headline"] == "Red has no unit with Bombardment in the active system."
    assert works(solution, "X-89 Bacterial Weapon", "Abaddon") == "no"


def test_units_that_gain_bombardment_are_asked_about_too() -> None:
    solution = decide(red(space={"cruiser": 1}, effects={"blitz": 1}), blue(abaddon=SHIELDED, ashtroth=BARE))
    assert verdicts(solution) == {"Cruiser I: bombard Abaddon": "no", "Cruiser I: bombard Ashtroth": "yes"}


def test_open_rulings_decide_who_is_covered_and_who_is_bound() -> None:
    others = [blue(loki=BARE), {"name": "Green", "planets": {"loki": SHIELDED}}]
    covered = decide(red(), *others)
    assert set(verdicts(covered).values()) == {"no"}
    assert any("covers" in warning for warning in covered["warnings"])
    bare = decide(red(), *others, rulings={"15.1.f": "covers-not"})
    assert verdicts(bare) == {
        "Dreadnought I: bombard Loki (Blue)": "yes",
        "Dreadnought I: bombard Loki (Green)": "no",
    }
    own = red(planets={"loki": {"pds": 1}})
    assert set(verdicts(decide(own, blue(loki=BARE))).values()) == {"no"}
    assert set(verdicts(decide(own, blue(loki=BARE), rulings={"65": "binds-not"})).values()) == {"yes"}


def test_every_answer_names_its_clauses() -> None:
    solution = decide(
        red(faction="l1z1x-mindnet", technologies=["x-89-bacterial-weapon-omega-omega"]),
        {**blue(abaddon=SHIELDED, ashtroth=BARE), "technologies": ["magen-defense-grid-omega-omega"]},
    )
    cited = mecatol.clauses_cited()
    assert len(solution["answer"]["findings"]) == 8
    for row in solution["answer"]["findings"]:
        assert row["clauses"]
        assert set(row["clauses"]) <= set(cited)
        assert row["text"]
        assert row["verdict"] in ("yes", "no")


@pytest.mark.parametrize("clause", ["15.1", "15.1.b", "15.1.c", "15.1.d", "15.1.e", "15.1.f", "15.2", "15.2.a", "65.1",
                                    "65.2", "65.3", "65.3.a", "65.3.b"])  # fmt: skip
def test_every_mechanical_clause_of_both_topics_is_cited(clause: str) -> None:
    assert mecatol.clauses_cited()[clause]


def test_nothing_to_shield() -> None:
    solution = decide(red(), {"name": "Blue"})
    assert solution["answer"]["headline"] == "No other player has units on a planet of the active system."
    assert solution["answer"]["findings"] == []
