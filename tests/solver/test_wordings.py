"""Cards that a later edition words or names anew, and planets and tiles that came after the edition played."""

from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import EDITIONS, in_force
from mecatol.effects.model import COMPONENTS, EFFECTS
from tests.solver.helpers import ask, hits, left, legal, near, offense, problems

Data = dict[str, Any]
CRUISER: Data = {"name": "Red", "space": {"cruiser": 1}}


def cannons(**more: Any) -> Data:
    return {"name": "Blue", "planets": {"mecatol-rex": {"pds": 2}}, **more}


@pytest.mark.parametrize(
    ("named", "edition", "acts"),
    [
        ("ta-zern", "pok", "Ta Zern"),
        ("ta-zern", "thunders-edge", "Agnlan Oln"),
        ("agnlan-oln", "thunders-edge", "Agnlan Oln"),
    ],
)
def test_jol_nars_commander_has_another_name_in_thunders_edge(named: str, edition: str, acts: str) -> None:
    solution = offense(CRUISER, cannons(effects={named: 1}), edition=edition)
    assert hits(solution, "Blue") == near([1 / 16, 6 / 16, 9 / 16])  # two dice that hit on 6 or more, misses rerolled
    assert any(acts in row["text"] for row in solution["trace"])
    assert any("since Thunder's Edge the card is Agnlan Oln" in said for said in solution["warnings"]) == (
        named == "ta-zern" and edition == "thunders-edge"
    )


def test_a_name_of_a_later_edition_is_refused_in_an_earlier_one() -> None:
    found = problems("space-cannon-offense", CRUISER, cannons(effects={"agnlan-oln": 1}), edition="codex-4")
    assert "Agnlan Oln is from Thunder's Edge" in found["players.1.effects.agnlan-oln"]


def test_an_older_wording_may_be_declined_by_the_name_that_was_given() -> None:
    blue = cannons(effects={"ta-zern": 1}, policy={"decline": ["ta-zern"]})
    for asked in (offense(CRUISER, blue), offense(CRUISER, cannons(effects={"ta-zern": 1}),
                                                  policy={"decline": ["ta-zern"]})):  # fmt: skip
        assert hits(asked, "Blue") == near([1 / 4, 1 / 2, 1 / 4])


@pytest.mark.parametrize(
    ("named", "edition", "fighters"),
    [
        ("brother-milor", "pok", {"nothing": 0.2, "1 carrier": 0.8}),  # the first printing is for cruisers, destroyers
        ("brother-milor", "codex-3", {"2 fighter": 0.2, "1 carrier": 0.8}),
        ("brother-milor-omega", "codex-3", {"2 fighter": 0.2, "1 carrier": 0.8}),
        ("brother-milor", "thunders-edge", {"2 fighter": 0.2, "1 carrier": 0.8}),
        ("brother-milor-omega", "thunders-edge", {"2 fighter": 0.2, "1 carrier": 0.8}),
        ("brother-milor-omega-omega", "thunders-edge", {"2 fighter": 0.2, "1 carrier": 0.8}),
    ],
)
def test_brother_milor_in_each_edition(named: str, edition: str, fighters: dict[str, float]) -> None:
    # a fighter hits the carrier on 9 or more; one round only
    red: Data = {"name": "Red", "space": {"carrier": 1}, "effects": {named: 1}}
    alone: Data = {"stop_after": 1, "assume": {"capacity": "ignored"}, "edition": edition}
    solution = ask("space-combat", red, {"name": "Blue", "space": {"fighter": 1}}, **alone)
    assert left(solution, "Red") == near(fighters)


def test_every_wording_that_is_replaced_leads_to_one_that_holds() -> None:
    for slug, effect in EFFECTS.items():
        if effect.until and any(other.version_of == (effect.version_of or slug) for other in COMPONENTS.values()):
            held = [s for s, c in COMPONENTS.items() if (c.version_of or s) == (effect.version_of or slug)
                    and in_force("thunders-edge", c.edition, c.until)]  # fmt: skip
            assert len(held) == 1, slug


# Mecatol Rex's own die hits on 5 or more: with two PDS at 6, 0.25 · 0.4 without a hit.
REX_FIRES = [0.1, 0.35, 0.4, 0.15]


@pytest.mark.parametrize(
    ("edition", "player"),
    [
        ("codex-3", {"technologies": ["iihq-modernization"]}),
        ("codex-4", {"effects": {"custodia-vigilia": 1}}),
        ("codex-4", {"technologies": ["iihq-modernization"], "effects": {"custodia-vigilia": 1}}),  # acts once
        ("thunders-edge", {"effects": {"custodia-vigilia": 1}}),
        ("thunders-edge", {"effects": {"iihq-modernization-breakthrough": 1}}),
        ("thunders-edge", {"effects": {"iihq-modernization-breakthrough": 1, "custodia-vigilia": 1}}),
    ],
)
def test_custodia_vigilia_comes_with_iihq_modernization(edition: str, player: Data) -> None:
    blue = cannons(faction="council-keleres", **player)
    assert hits(offense(CRUISER, blue, edition=edition, system="18"), "Blue") == near(REX_FIRES)


@pytest.mark.parametrize(
    ("player", "fires"),
    [
        ({"faction": "council-keleres"}, True),
        ({"faction": "council-keleres", "effects": {"iihq-modernization-breakthrough": 1}}, True),  # acts once
        ({"faction": "winnu"}, False),  # the ability is not for others
    ],
)
def test_the_planet_card_of_custodia_vigilia_brings_its_ability(player: Data, fires: bool) -> None:
    """Mecatol Rex fires beside two PDS, and produces three where a dock produces three; elsewhere nothing is said."""
    card: Data = {**player, "controls": ["custodia-vigilia", "mecatol-rex", "lodor"]}
    found = offense(CRUISER, cannons(**card), edition="thunders-edge", system="18")
    assert hits(found, "Blue") == near(REX_FIRES if fires else [1 / 4, 1 / 2, 1 / 4])
    for planet, limit in (("mecatol-rex", 6 if fires else 3), ("lodor", 5)):
        red = {"name": "Red", **card, "planets": {planet: {"space-dock": 1}}, "produce": {"destroyer": 7}}
        made = ask("production", red, edition="thunders-edge")
        (said,) = [row["text"] for row in made["answer"]["findings"] if row["subject"] == "Production limit"]
        assert f"toward the limit of {limit} " in said
        assert planet == "mecatol-rex" or "effects" in player or not made["warnings"]


def test_iihq_modernization_is_a_breakthrough_in_thunders_edge() -> None:
    found = problems("space-cannon-offense", CRUISER, cannons(faction="council-keleres",
                                                              technologies=["iihq-modernization"]))  # fmt: skip
    assert "breakthrough: `iihq-modernization-breakthrough`" in found["players.1.technologies.0"]
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve({"step": "space-cannon-offense", "players": [
            CRUISER, cannons(faction="council-keleres", technologies=["iihq-modernization"])]})  # fmt: skip
    assert caught.value.problems[0].suggestion == "iihq-modernization-breakthrough"


def test_the_record_of_laws_order_follows_its_edition() -> None:
    first, later = COMPONENTS["laws-order"], COMPONENTS["laws-order-thunders-edge"]
    assert (first.edition, first.until, later.edition, later.version_of) == (
        "codex-3", "thunders-edge", "thunders-edge", "laws-order",
    )  # fmt: skip
    assert "influence" in first.meaning
    assert "trade good" in later.meaning
    assert COMPONENTS["brother-omar"].unlock == "Use Indoctrination."


def seize(planet: str, edition: str) -> Data:
    red = {"name": "Red", "controls": [planet], "objectives": ["seize-an-icon"]}
    return {"step": "victory", "edition": edition, "players": [red, {"name": "Blue"}]}


@pytest.mark.parametrize(
    ("planet", "edition"),
    [("thunders-edge", "pok"), ("mecatol-rex-omega", "codex-4"), ("industrex", "codex-4"), ("custodia-vigilia", "pok")],
)
def test_a_planet_that_the_edition_lacks_is_refused(planet: str, edition: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve(seize(planet, edition))
    (problem,) = caught.value.problems
    assert problem.field == "players.0.controls.0"
    assert f"not in {EDITIONS[edition]}" in problem.message


@pytest.mark.parametrize(
    ("planet", "edition"),
    [("primor", "pok"), ("thunders-edge", "thunders-edge"), ("mecatol-rex", "thunders-edge"),
     ("custodia-vigilia", "codex-3"), ("custodia-vigilia", "thunders-edge"), ("my-own-planet", "base")],
)  # fmt: skip
def test_a_planet_that_the_edition_has_is_taken(planet: str, edition: str) -> None:
    if planet == "my-own-planet":  # a planet that is not of the game is of no edition
        red: Data = {"name": "Red", "planets": {planet: {"space-dock": 1}}, "resources": {planet: 3}}
        assert legal(ask("production", {**red, "produce": {"infantry": 2}}, edition=edition))
    else:
        assert mecatol.solve(seize(planet, edition)).to_json()["answer"]


@pytest.mark.parametrize(("place", "meant"), [("lodorr", "Lodor"), ("mecatol-rexx", "Mecatol Rex"), ("home", None)])
def test_a_place_that_looks_like_a_slip_of_a_planet_is_told(place: str, meant: str | None) -> None:
    solution = ask("ground-combat", {"name": "Red", "planets": {place: {"infantry": 1}}},
                   {"name": "Blue", "planets": {place: {"infantry": 1}}})  # fmt: skip
    told = f"No planet is called {place!r}, so it is only the name of a place; did you mean {meant}?"
    assert (told in solution["warnings"]) == bool(meant)
    assert any("No planet" in said for said in solution["warnings"]) == bool(meant)


def test_a_planet_of_another_edition_that_is_only_a_place_is_told() -> None:
    solution = ask("ground-combat", {"name": "Red", "planets": {"abaddon": {"infantry": 1}}},
                   {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}}, edition="base")  # fmt: skip
    assert [said for said in solution["warnings"] if "Abaddon" in said] == [
        "Abaddon is from Prophecy of Kings, not in Base game (`edition: base`); here it is only the name of a place."
    ]


def test_a_tile_that_the_edition_lacks_is_refused() -> None:
    found = problems("space-cannon-offense", CRUISER, {"name": "Blue", "adjacent": {"pds": 1}}, edition="base",
                     system="75")  # fmt: skip
    assert found["system"].startswith("tile 75 is from Prophecy of Kings")


def test_a_wording_that_no_effect_carries_out_is_named_and_never_played() -> None:
    player = {"name": "A", "faction": "xxcha-kingdom", "effects": {"xxekir-grom-omega": 1}, "space": {"cruiser": 1}}
    with pytest.raises(mecatol.ScenarioError, match="`xxekir-grom-omega-omega`"):
        mecatol.solve({"step": "space-combat", "players": [player, {"name": "B", "space": {"cruiser": 1}}]})
