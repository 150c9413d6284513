"""What a pack may say as data, without a file: data of any shape is refused in words, and every act can be named."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import mecatol
from mecatol import homebrew
from mecatol.domain.units import units
from mecatol.effects.model import EFFECTS
from mecatol.errors import DeclarationError
from mecatol.homebrew.acts import ACTS
from tests.draws import some_now

TRICKS = {"slug": "tricks", "name": "Tricks (homebrew)"}
SAMPLES: dict[str, Any] = {
    "plus": 1, "unit": "cruiser", "units": ["cruiser"], "ability": "anti-fighter-barrage", "value": 9, "dice": 1,
    "hits": 1, "ships": 1, "votes": 1,
}  # fmt: skip


def component(**said: Any) -> dict[str, Any]:
    """A card of a pack, as an author would write it."""
    return {
        "slug": "trick", "name": "Trick", "kind": "relic", "edition": "tricks", "meaning": "A trick.",
        "timing": "Always.", "clauses": ["78.5"], "steps": ["space-combat"],
        "acts": [{"act": "combat-plus", "plus": 1}], **said,
    }  # fmt: skip


def pack(*components: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {"edition": TRICKS, "components": list(components), **parts}


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Let no pack of one test be known to the next."""
    yield
    homebrew.register_only(())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "is not a pack: a mapping of edition, factions"),
        ({}, "holds no record"),
        ({"units": 3}, "units: is not a list of records"),
        ({"units": [3]}, "units.0: Unit: is not a mapping of fields; it needs slug, name, type, edition"),
        (
            {"units": [{"slug": "x", "edition": "a"}]},
            "edition: is missing: {slug: pirates, name: Pirates}",
        ),
        ({"edition": {"slug": "a", "name": "A", "extends": "b"}}, "extends 'b'; it must be"),
        ({"edition": {"slug": "a"}}, "edition: Edition 'a': lacks 'name'"),
        ({"edition": TRICKS, "factions": [{"slug": "x"}]}, "Faction 'x': lacks 'short': what battles in words"),
        ({"components": [{"slug": "x", "acts": [1]}]}, "Component 'x': lacks 'clauses': the numbers of the rules"),
        ({"components": [{"slug": "x", "acts": 1}]}, "acts: is not a list of acts"),
        ({"components": [{"slug": "x", "acts": [1]}]}, "acts.0: is not an act with its settings"),
        ({"texts": []}, "holds no record"),
        ({"units": [{"slug": "x"}], "texts": [1]}, "texts: is not a mapping"),
    ],
)
def test_data_of_any_shape_is_refused_in_words(data: object, said: str) -> None:
    with pytest.raises(DeclarationError) as told:
        homebrew.register_data(data, "odd.json")
    assert said in str(told.value)


def test_an_ability_without_a_clause_is_refused() -> None:
    ability = {
        "slug": "surf", "name": "Surf", "kind": "faction ability", "edition": "tricks", "meaning": "M.", "timing": "T.",
        "clauses": [], "steps": ["space-combat"], "acts": [{"act": "combat-plus", "plus": 1}],
    }  # fmt: skip
    with pytest.raises(DeclarationError, match="clauses: is empty: the numbers of the rules that it rests on"):
        homebrew.register_data({"edition": TRICKS, "components": [ability]}, "odd.json")


@pytest.mark.parametrize("name", some_now(list(ACTS), 5))
def test_every_act_can_be_declared_and_solved(name: str) -> None:
    for of in ACTS[name].of:
        act = {"act": name, **{setting: SAMPLES[setting] for setting in ACTS[name].needs}}
        for step in ACTS[name].steps(act):
            homebrew.register_only(())
            homebrew.register_data(pack(component(acts=[act], steps=[step], of=of)), "tricks.json")
            scenario = json.loads(json.dumps(mecatol.STEPS[step].example)) | {"edition": "tricks"}
            player = scenario["players"][1 if of == "target" and len(scenario["players"]) > 1 else 0]
            player.setdefault("effects", {})["trick"] = 1
            assert mecatol.solve(scenario).scenario.edition == "tricks"


FACTION = {"slug": "rovers", "name": "The Rovers", "short": "Rovers", "edition": "tricks", "commodities": 2}
MECH = {"slug": "rover-mech", "name": "Rumbler", "type": "mech", "faction": "rovers", "edition": "tricks", "cost": 2}


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"factions": [FACTION], "units": [{**MECH, "slug": "cruiser"}]}, "slug: 'cruiser' is a word of scenarios"),
        (
            {"factions": [FACTION], "units": [{**MECH, "slug": "dreadnought-2"}]},
            "slug: 'dreadnought-2' is the name of unit 'dreadnought-2' already",
        ),
        ({"factions": [FACTION], "units": [{**MECH, "name": "Dreadnought II"}]}, "name: 'Dreadnought II' is the name"),
        ({"factions": [{**FACTION, "short": "Sol"}]}, "short: 'Sol' is the name of faction 'federation-of-sol'"),
        ({"factions": [{**FACTION, "name": "The Winnu"}]}, "name: 'The Winnu' is the name of faction 'winnu'"),
        ({"factions": [{**FACTION, "aliases": ["jol-nar"]}]}, "aliases: 'jol-nar' is the name of faction"),
        ({"factions": [{**FACTION, "slug": "index"}]}, "slug: 'index' is a word of scenarios or pages"),
        (
            {"factions": [FACTION], "units": [{**MECH, "type": "cruiser", "technology": "cruiser-2"}]},
            "technology: 'cruiser-2' is the name of unit 'cruiser-2' already",
        ),
        ({"components": [component(slug="direct-hit")]}, "each slug can be used once"),
        ({"components": [component(name="Direct Hit")]}, "name: 'Direct Hit' is the name of component 'direct-hit'"),
        ({"components": [component(slug="space-combat")]}, "slug: 'space-combat' is a word of scenarios or pages"),
        ({"components": [component(kind="unit")]}, "unit: is missing: the slug of the unit whose text it is"),
        ({"components": [component(kind="technology")]}, "color: is missing: blue, green, red or yellow"),
        (
            {"components": [component(kind="leader", leader="agent", acts=[{"act": "reroll-combat"}])]},
            "rounds: is missing: its use exhausts an agent, so write rounds: 1",
        ),
        ({"components": [component(acts=[{"act": "cancel-hits", "hits": -99}])]}, "from 1 to 20"),
        ({"components": [component(acts=[{"act": "combat-plus", "plus": 0}])]}, "from -9 to 9 other than 0"),
        (
            {"components": [component(acts=[{"act": "more-dice", "unit": "cruiser", "dice": 100000}])]},
            "100000 is not a whole number from 1 to 9",
        ),
        (
            {"components": [component(acts=[{"act": "reroll-ability"}])]},
            "acts.0: reroll-ability never acts in space-combat; it acts in anti-fighter-barrage",
        ),
        (
            {
                "components": [
                    component(acts=[{"act": "gain-ability", "ability": "deploy", "units": ["pds"], "value": 5}])
                ]
            },
            "acts.0: gain-ability never acts in space-combat, nor anywhere else",
        ),
        (
            {"components": [component(of="user", acts=[{"act": "cancel-hits", "hits": 1}])]},
            "of: 'user' is not on whose units its acts can act: target",
        ),
        (
            {"components": [component(acts=[{"act": "cancel-hits", "hits": 1}, {"act": "one-more-die"}])]},
            "acts: act on units of different players, which one card cannot",
        ),
        (
            {"components": [component(steps=["bombardment"], acts=[{"act": "forbid", "ability": "bombardment"}])]},
            "of: is missing: whose units it acts on: target, anyone, user",
        ),
        ({"components": [component(name="Tri\u202eck")]}, "holds a sign that nobody sees"),
        ({"components": [component(meaning="A\x1b[2J trick.")]}, "holds a sign that nobody sees"),
        ({"texts": {"rovers": {"summary": "Tri\u202eck"}}}, "texts: hold a sign that nobody sees"),
        (
            {"factions": [FACTION], "units": [{**MECH, "combat": {"value": 5, "dice": 100}}]},
            "combat.dice: must be from -99 to 99",
        ),
        ({"factions": [FACTION], "units": [{**MECH, "combat": {"value": 5, "dice": 50}}]}, "1 to 10, and 0 to 20 dice"),
    ],
)
def test_a_pack_takes_nothing_from_others_and_says_all_that_its_acts_need(parts: dict[str, Any], said: str) -> None:
    before = sorted(units()), sorted(EFFECTS), dict(mecatol.EDITIONS)
    with pytest.raises(DeclarationError) as told:
        homebrew.register_data({"edition": TRICKS, **parts}, "tricks.json")
    assert said in str(told.value)
    assert (sorted(units()), sorted(EFFECTS), dict(mecatol.EDITIONS)) == before


def test_a_second_pack_takes_no_name_of_the_first() -> None:
    homebrew.register_data(pack(component()), "tricks.json")
    other = {"edition": {"slug": "more", "name": "More"}, "components": [component(edition="more", slug="trick-2")]}
    with pytest.raises(DeclarationError, match="name: 'Trick' is the name of component 'trick' already"):
        homebrew.register_data(other, "more.json")


def test_another_wording_of_a_card_may_have_its_name() -> None:
    homebrew.register_data(pack(component(name="Direct Hit", version_of="direct-hit")), "tricks.json")


def test_hits_that_are_canceled_are_those_against_the_owner() -> None:
    homebrew.register_data(pack(component(acts=[{"act": "cancel-hits", "hits": 20}])), "tricks.json")
    players = [
        {"name": "Red", "space": {"cruiser": 1}, "effects": {"trick": 1}},
        {"name": "Blue", "space": {"cruiser": 1}},
    ]
    solution = mecatol.solve({"step": "space-combat", "edition": "tricks", "players": players})
    assert solution.winner["Red"] == 1  # no hit of Blue's ever counts
