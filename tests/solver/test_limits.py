"""Positions that the game cannot have are told beside the answer, and refused by field where limits are enforced."""

import pytest

import mecatol
from tests.solver.helpers import Data, ask, problems

RED: Data = {"name": "Red", "space": {"carrier": 1}}
BLUE: Data = {"name": "Blue", "planets": {"abyz": {"pds": 1}}}
NEKRO: Data = {"faction": "nekro-virus"}
STEP = "space-cannon-offense"

IMPOSSIBLE: list[tuple[str, list[Data]]] = [
    ("players.1.planets.abyz.pds", [RED, {**BLUE, "planets": {"abyz": {"pds": 3}}}]),
    ("players.1.planets.abyz.space-dock", [RED, {**BLUE, "planets": {"abyz": {"space-dock": 2}}}]),
    ("players.1.planets.tsion-station", [RED, {**BLUE, "planets": {"tsion-station": {"infantry": 1}}}]),
    ("players.0.space.carrier", [{**RED, "space": {"carrier": 5}}, BLUE]),
    ("players.0.space.cruiser", [{**RED, "space": {"cruiser": 6}, "adjacent": {"cruiser": 3}}, BLUE]),
    (
        "players.0.space.flagship",
        [{**RED, "faction": "barony-of-letnev", "space": {"flagship": 2}}, BLUE],
    ),
    (
        "players.1.faction",
        [{**RED, "faction": "winnu"}, {**BLUE, "faction": "winnu"}],
    ),
    ("players.1.planets.lodor", [RED, {**BLUE, "planets": {"abyz": {"pds": 1}, "lodor": {"pds": 1}}}]),
    (
        "players.1.planets.lodor",
        [{**RED, "planets": {"abyz": {"infantry": 1}}}, {**BLUE, "planets": {"lodor": {"pds": 1}}}],
    ),
    # one of each relic, promissory note of a faction, and action card but for those that are there four times
    *(
        (f"players.1.effects.{slug}", [{**RED, "effects": {first: one}}, {**BLUE, "effects": {slug: other}}])
        for first, one, slug, other in (
            ("metali-void-shielding", 1, "metali-void-shielding", 1),
            ("emergency-repairs", 1, "emergency-repairs", 1),
            ("maneuvering-jets", 3, "maneuvering-jets", 2),
            ("war-funding-omega", 1, "war-funding-omega", 1),
            ("the-cavalry", 1, "the-cavalry-memoria-2", 1),
            ("tellurian", 1, "tellurian", 1),
            ("prophecy-of-ixth", 1, "prophecy-of-ixth", 1),  # a law that one player owns
        )
    ),
    # an Alliance note brings the commander to one player: neither of these is its own
    (
        "players.1.effects.rickar-rickani",
        [
            {**RED, "faction": "nomad", "effects": {"rickar-rickani": 1}},
            {**BLUE, "faction": "arborec", "effects": {"rickar-rickani": 1}},
        ],
    ),
    # two cards of the Nekro copy one technology each, and a second upgrade of a type takes the place of the first
    (
        "players.0.technologies.2",
        [{**RED, **NEKRO, "technologies": ["supercharge", "impulse-core", "dimensional-splicer"]}, BLUE],
    ),
    ("players.0.technologies.1", [{**RED, **NEKRO, "technologies": ["super-dreadnought-2", "exotrireme-2"]}, BLUE]),
    ("players.0.elsewhere.war-sun", [{**RED, "technologies": ["war-sun"], "elsewhere": {"war-sun": 3}}, BLUE]),
]


@pytest.mark.parametrize(("field", "players"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_a_way_out(field: str, players: list[Data]) -> None:
    found = problems(STEP, *players)
    assert list(found) == [field]
    assert "`assume: {limits: ignored}`" in found[field]
    said = found[field].partition("; name ")[0]
    told = [warning for warning in ask(STEP, *players)["warnings"] if "The limit is ignored." in warning]
    assert len(told) == 1
    assert f"({said})" in told[0]
    solution = ask(STEP, *players, assume={"limits": "ignored"})
    assert any("limits are ignored" in warning for warning in solution["warnings"])


def test_ships_of_several_fleets_come_out_of_one_box() -> None:
    fleets = [{"units": {"carrier": 3}}, {"units": {"carrier": 1}, "picks_up": {"first": {"mech": 5}}}]
    found = problems("movement", {"name": "Red", "faction": "winnu", "space": {"carrier": 1}, "fleets": fleets})
    assert list(found) == ["players.0.fleets.0.units.carrier", "players.0.fleets.1.picks_up.first.mech"]


def test_planets_are_those_of_the_tile_that_is_named() -> None:
    found = problems(STEP, RED, BLUE, system="27")
    assert "Abyz is not in tile 27" in found["players.1.planets.abyz"]
    assert ask(STEP, RED, BLUE, system="38")["hits"]["Blue"]
    mallice = {**BLUE, "planets": {"mallice": {"pds": 1}}}
    assert ask(STEP, RED, mallice, system="82B")["hits"]["Blue"]


def test_what_can_be_is_not() -> None:
    planets = {"abyz": {"pds": 2, "space-dock": 1}, "fria": {"pds": 2, "space-dock": 1}, "of-our-own": {"pds": 2}}
    red = {**RED, "space": {"carrier": 4, "fighter": 16, "infantry": 0}}
    assert ask(STEP, red, {**BLUE, "planets": planets})["hits"]["Blue"]
    assert mecatol.solve({"step": STEP, "players": [RED, {**BLUE, "planets": {"lodor": {"pds": 1}, "abyz": {}}}]})


@pytest.mark.parametrize(
    ("red", "blue"),
    [
        ({"effects": {"maneuvering-jets": 2}}, {"effects": {"maneuvering-jets": 2}}),
        ({"faction": "winnu", "effects": {"rickar-rickani": 1}}, {"effects": {"rickar-rickani": 1}}),
        (
            {"faction": "nomad", "effects": {"rickar-rickani": 1}},
            {"faction": "mahact-gene-sorcerers", "effects": {"rickar-rickani": 1}},  # by Imperia
        ),
        ({"effects": {"tellurian": 1}}, {"faction": "yssaril-tribes", "effects": {"tellurian": 1}}),  # by Ssruu
        ({"faction": "nomad", "effects": {"the-cavalry": 1}}, {"effects": {"the-cavalry": 1}}),  # ignored: its own
        ({"effects": {"articles-of-war": 1}}, {"effects": {"articles-of-war": 1}}),  # a law is there for all
        ({"effects": {"representative-government": 1}}, {"effects": {"representative-government": 1}}),
        ({"effects": {"war-machine": 1}}, {"effects": {"war-machine": 1}}),
    ],
)
def test_cards_that_two_players_can_have_are_not(red: Data, blue: Data) -> None:
    assert ask(STEP, {**RED, **red}, {**BLUE, **blue})["hits"]["Blue"]


def test_no_unit_of_a_fleet_is_no_unit() -> None:
    # what is printed leaves a 0 out, and must come to the same
    blue = {"name": "Blue", "faction": "ral-nel-consortium", "space": {"destroyer": 1}}
    red = {"name": "Red", "space": {"cruiser": 1}}
    none = ask("space-combat", red, {**blue, "fleets": [{"units": {"flagship": 0, "cruiser": 1}}]})
    assert not any("Last Dispatch" in warning for warning in none["warnings"])
    one = ask("space-combat", red, {**blue, "fleets": [{"units": {"flagship": 1, "cruiser": 1}}]})
    assert any("Last Dispatch" in warning for warning in one["warnings"])


@pytest.mark.parametrize("effect", ["munitions-reserves", "ipswitch-loose-cannon", "imperator", "assail"])
def test_the_nekro_have_no_ability_hero_or_breakthrough_of_another_faction(effect: str) -> None:
    red: Data = {"name": "Red", **NEKRO, "space": {"flagship": 1}, "effects": {effect: 1}}
    found = problems("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})
    assert "Red plays The Nekro Virus" in found[f"players.0.effects.{effect}"]


@pytest.mark.parametrize("breakthrough", ["the-tables-grace", "absolute-synergy"])
def test_the_nekro_cannot_copy_a_unit_that_a_breakthrough_makes(breakthrough: str) -> None:
    red: Data = {"name": "Red", **NEKRO, "space": {"cruiser": 1}, "technologies": ["cruiser-2", breakthrough]}
    found = problems("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})
    assert "Red plays The Nekro Virus" in found["players.0.technologies.1"]


def test_the_nekro_may_copy_technologies_and_the_texts_of_flagships() -> None:
    red: Data = {"name": "Red", **NEKRO, "space": {"flagship": 1, "dreadnought": 2}}
    red |= {"technologies": ["supercharge", "exotrireme-2"]}
    red |= {"effects": {"exotrireme-2-sacrifice": 1, "arvicon-rex-edge": 1}}
    assert ask("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})["winner"]["Red"] > 0
