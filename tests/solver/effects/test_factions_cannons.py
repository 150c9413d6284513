"""What factions change about Space Cannon: one figure each, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mecatol
from tests.solver.effects.battles import ground, solved, space
from tests.solver.helpers import Data


def test_quetzecoatl_screens_ships_from_space_cannon() -> None:
    # a PDS hits a cruiser with 1/2, and rolls no die at it beside the flagship
    for ships, hits in (({"cruiser": 1}, Fraction(1, 2)), ({"cruiser": 1, "flagship": 1}, 0)):
        solution = solved("space-cannon-offense", {"faction": "argent-flight", "space": ships}, ground(pds=1))
        assert solution.hits.get("Blue", {}).get(1, 0) == hits


def test_quetzecoatl_screens_from_dice_of_no_unit_too() -> None:
    blue = {"faction": "council-keleres", "effects": {"custodia-vigilia": 1}, "controls": ["mecatol-rex"]}
    solution = solved("space-cannon-offense", {"faction": "argent-flight", **space(flagship=1)}, blue, system="18")
    assert solution.hits.get("Blue", {}).get(1, 0) == 0


@pytest.mark.parametrize(("there", "hits"), [({"infantry": 1}, 0), ({"pds": 1}, 0), ({}, Fraction(6, 10))])
def test_custodia_vigilia_does_not_fire_for_who_lands_on_mecatol_rex(there: dict[str, int], hits: Fraction) -> None:
    red = {
        "faction": "council-keleres",
        "effects": {"custodia-vigilia": 1},
        "planets": {"mecatol-rex": {"infantry": 1}},
    }
    blue = {**space(cruiser=1), "planets": {"mecatol-rex": there}}
    solution = solved("space-cannon-offense", {**red, **space(carrier=1)}, blue, system="18")
    assert solution.hits.get("Red", {}).get(1, 0) == hits


HERO: Data = {"effects": {"ul-the-progenitor": 1}}


def there(planet: str, **units: int) -> Data:
    return {"planets": {planet: units}}


@pytest.mark.parametrize(
    ("blue", "misses"),
    [
        ({**HERO, "controls": ["elysium"]}, Fraction(4, 10) ** 3),  # three dice at 5
        ({**HERO, "faction": "titans-of-ul", **there("elysium", infantry=1)}, Fraction(4, 10) ** 3),
        # the further die is Elysium's, at 5, not that of the PDS, at 6
        ({**HERO, **there("elysium", pds=1), "technologies": ["plasma-scoring"]}, Fraction(4, 10) ** 4 / 2),
        ({**there("elysium", pds=1), "technologies": ["plasma-scoring"]}, Fraction(1, 4)),
    ],
)
def test_elysium_fires_at_ships_with_the_hero_of_ul(blue: Data, misses: Fraction) -> None:
    solution = solved("space-cannon-offense", space(cruiser=5), blue, system="55")
    assert solution.hits["Blue"][0] == misses


@pytest.mark.parametrize(("planet", "fires"), [("elysium", True), ("abaddon", False)])
def test_elysium_fires_at_who_lands_there_alone(planet: str, fires: bool) -> None:
    solution = solved("space-cannon-defense", there(planet, infantry=4), {**HERO, "controls": ["elysium"]}, system="55")
    assert solution.hits.get("Blue", {0: Fraction(1)})[0] == (Fraction(4, 10) ** 3 if fires else 1)


def test_l4_disruptors_silence_elysium_which_fires_as_if_it_were_a_unit() -> None:
    letnev = {"faction": "barony-of-letnev", "technologies": ["l4-disruptors"], **there("elysium", infantry=4)}
    solution = solved("space-cannon-defense", letnev, {**HERO, "controls": ["elysium"]}, system="55")
    assert not solution.hits
    assert "L4 Disruptors" in str(solution.trace)


def test_elysium_is_worth_more_with_the_hero_of_ul() -> None:
    """Elysium has 4 resources and 1 influence; a number of the scenario's holds, whatever is attached."""
    dock: Data = {"faction": "titans-of-ul", "planets": {"elysium": {"space-dock": 1}}}
    ways: list[tuple[Data, tuple[str, str]]] = [
        ({}, ("toward the limit of 6", "can spend only 4")),
        (HERO, ("toward the limit of 9", "exhaust Elysium")),
        ({**HERO, "resources": {"elysium": 5}}, ("toward the limit of 7", "can spend only 5")),
    ]
    for more, said in ways:
        found = mecatol.solve({"step": "production", "players": [
            {"name": "Red", **dock, **more, "produce": {"cruiser": 3, "fighter": 2}}]})  # fmt: skip
        assert found.answer is not None
        texts = " ".join(one.text for one in found.answer.findings)
        assert all(words in texts for words in said)
        assert ("Ul the Progenitor" in str(found.trace)) == (said[0] == "toward the limit of 9")
    votes: list[tuple[Data, str]] = [({}, "“Against” wins"), (HERO, "“For” wins 4 to 2")]
    for effects, headline in votes:
        found = mecatol.solve({"step": "agenda-votes", "agenda": {}, "players": [
            {"name": "Red", "controls": ["elysium"], **effects, "ballot": {"outcome": "for"}},
            {"name": "Blue", "ballot": {"votes": 2, "outcome": "against"}}]})  # fmt: skip
        assert found.answer is not None
        assert headline in found.answer.headline
