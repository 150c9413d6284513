"""The Alastor, flagship of the Nekro: ground forces that fight in space, aboard and from planets of the system."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import mecatol
from tests.solver.effects.battles import CRUISER, INFANTRY, after, duel, solved, space, winners
from tests.solver.helpers import Data


def test_infantry_of_the_alastor_fights_in_space_and_falls_there() -> None:
    # two dice at 9 of the flagship's and one at 8: both cruisers fall to two hits or more
    cheapest = {"policy": {"assign": "cheapest-first"}}
    red = {"faction": "nekro-virus", **space(flagship=1, infantry=1), **cheapest}
    ship, infantry = Fraction(2, 10), Fraction(3, 10)
    both = ship**2 + 2 * ship * (1 - ship) * infantry
    assert after("space-combat", red, space(cruiser=2))[0] == both
    # one hit or two of theirs take the infantry, the cheapest; the flagship sustains the second
    one_left = 1 - (1 - CRUISER) ** 2
    assert after("space-combat", red, space(cruiser=2), player=0) == {2: 1 - one_left, 1: one_left}


def test_assault_cannon_of_the_defender_takes_infantry_of_the_alastor() -> None:
    # it is the cheapest ship that is no fighter by then
    red = {"faction": "nekro-virus", **space(flagship=1, infantry=1)}
    blue = {"technologies": ["assault-cannon"], **space(cruiser=3)}
    alone = {"faction": "nekro-virus", **space(flagship=1)}
    assert winners("space-combat", red, blue) == winners("space-combat", alone, space(cruiser=3))


def test_a_defender_s_infantry_stays_out_where_the_alastor_falls_before_it_can_join() -> None:
    # the attacker's Assault Cannon comes first: a fighter alone is left to fight
    red = {"technologies": ["assault-cannon"], **space(cruiser=3)}
    blue = {"faction": "nekro-virus", **space(flagship=1, fighter=1, infantry=1)}
    assert winners("space-combat", red, blue) == winners("space-combat", space(cruiser=3), space(fighter=1))


def test_infantry_without_the_alastor_is_cargo() -> None:
    red = {"faction": "nekro-virus", **space(cruiser=1, infantry=1)}
    assert winners("space-combat", red, space(cruiser=1)) == duel(CRUISER, CRUISER)


def _alastor(cruisers: int, infantry: int) -> dict[str, Fraction]:
    """Return who is left where cruisers meet The Alastor and its infantry, all dice listed one by one.

    Nekro sustain first, then lose infantry, then the flagship.
    """

    def binomial(number: int, chance: Fraction) -> list[Fraction]:
        return [comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1)]

    ends = {"attacker": Fraction(0), "nekro": Fraction(0), "draw": Fraction(0)}
    now = {(cruisers, infantry + 2): Fraction(1)}  # Nekro stand as long as any of these hits is left
    for _ in range(300):
        then: dict[tuple[int, int], Fraction] = {}
        for (foes, left), mass in now.items():
            # the first hit damages the flagship alone, the next take infantry, the last the flagship
            there = min(left - 1, infantry) if left else 0
            for mine, chance in enumerate(binomial(foes, CRUISER)):
                for ship, one in enumerate(binomial(2, Fraction(2, 10))):
                    for foot, other in enumerate(binomial(there, INFANTRY)):
                        key = max(0, foes - ship - foot), max(0, left - mine)
                        then[key] = then.get(key, 0) + mass * chance * one * other
        for foes, left in list(then):
            if not (foes and left):
                ends["attacker" if foes else "nekro" if left else "draw"] += then.pop((foes, left))
        now = {key: Fraction(float(mass)) for key, mass in then.items()}
    return ends


@pytest.mark.parametrize("step", ["space-combat", "tactical-action"])
def test_infantry_on_planets_beside_the_alastor_fights_in_space(step: str) -> None:
    blue = {"name": "B", "space": {"cruiser": 2}}
    nekro = {"name": "N", "faction": "nekro-virus", "space": {"flagship": 1}, "planets": {"abaddon": {"infantry": 2}}}
    solution = mecatol.solve({"step": step, "players": [blue, nekro]}).to_json()
    by_hand = _alastor(2, 2)
    assert [float(by_hand[who]) for who in ("attacker", "nekro", "draw")] == pytest.approx(
        [0.072874, 0.904924, 0.022202], abs=1e-6
    )
    gone = {each["condition"]: each["probability"] for each in solution["chances"]}
    assert gone["N has no ships left"] == pytest.approx(float(by_hand["attacker"] + by_hand["draw"]), abs=1e-9)
    assert gone["B has no ships left"] == pytest.approx(float(by_hand["nekro"] + by_hand["draw"]), abs=1e-9)
    assert not [text for text in solution["warnings"] if "not affect" in text]
    for outcome in solution["outcomes"]:  # who is left stands on the planet again
        assert set(outcome["players"]["N"]["space"]) <= {"flagship"}
        assert set(outcome["players"]["N"]["planets"]) <= {"abaddon"}


def test_ground_forces_beside_the_alastor_fight_from_every_planet_of_the_system() -> None:
    # the same as if all of them were in space, where it comes to who wins
    foe = {"name": "B", "space": {"cruiser": 3}}
    nekro = {"name": "N", "faction": "nekro-virus", "effects": {"mordred-edge": 1}}
    apart = {"space": {"flagship": 1, "infantry": 1}, "planets": {"lodor": {"mech": 1}}}
    two = {"space": {"flagship": 1}, "planets": {"arinam": {"infantry": 1}, "meer": {"mech": 1}}}
    aboard = {"space": {"flagship": 1, "infantry": 1, "mech": 1}}
    odds = [
        mecatol.solve({"step": "space-combat", "players": [foe, {**nekro, **where}]}).to_json()["winner"]
        for where in (apart, two, aboard)
    ]
    for name in ("B", "N", "draw"):
        assert odds[0][name] == pytest.approx(odds[2][name], abs=1e-12)
        assert odds[1][name] == pytest.approx(odds[2][name], abs=1e-12)


def test_a_planet_can_be_left_out_of_the_alastors_combat() -> None:
    foe = {"name": "B", "space": {"cruiser": 2}}
    nekro = {"name": "N", "faction": "nekro-virus", "space": {"flagship": 1}}
    there = {"planets": {"abaddon": {"infantry": 2}}, "policy": {"decline_on": {"abaddon": ["the-alastor-boarders"]}}}
    odds = [
        mecatol.solve({"step": "tactical-action", "players": [foe, {**nekro, **more}]}).to_json()["chances"][:2]
        for more in (there, {})
    ]
    assert odds[0] == odds[1]


def test_infantry_on_a_planet_stays_out_where_the_alastor_falls_before_it_can_join() -> None:
    red = {"technologies": ["assault-cannon"], **space(cruiser=3)}
    blue = {"faction": "nekro-virus", **space(flagship=1), "planets": {"abaddon": {"infantry": 2}}}
    outcomes = solved("space-combat", red, blue).outcomes
    ((_, left),) = outcomes
    assert {stack.unit: stack.total for stack in left["Blue"].at("abaddon")} == {"infantry": 2}
    assert not left["Blue"].space


def test_infantry_on_a_planet_can_be_hit_in_the_alastors_space_combat() -> None:
    blue = {"name": "Blue", "faction": "nekro-virus", "space": {"flagship": 1}, "planets": {"abaddon": {"infantry": 2}}}
    red = {"name": "Red", "space": {"cruiser": 2}}
    hit = {"source": "space-combat", "count": 2}
    solution = mecatol.solve({"step": "sustain-damage", "players": [blue, red], "hits": hit}).to_json()
    assert solution["outcomes"][0]["players"]["Blue"]["planets"] == {"abaddon": {"infantry": 1}}
    assert solution["outcomes"][0]["players"]["Blue"]["damaged"] == {"flagship": 1}


def test_the_alastor_has_the_text_of_another_flagship() -> None:
    # Fourth Moon's: the dreadnought, which hits on 5 or more, falls to the first hit, 1 - (8/10)² in a round, and The
    # Alastor to the second; from a damaged one on, a round decides with 1 - 64/100 · 4/10
    one, other = Fraction(36, 100), Fraction(6, 10)
    settled = 1 - (1 - one) * (1 - other)
    hurt = one * (1 - other) / settled, one * other / settled, (1 - one) * other / settled
    red = {"faction": "nekro-virus", **space(flagship=1), "effects": {"fourth-moon-silence": 1}}
    found = winners("space-combat", red, space(dreadnought=1))
    first = one / settled, Fraction(0), Fraction(0)
    assert found == tuple(now + (1 - one) * other / settled * later for now, later in zip(first, hurt, strict=True))


def test_the_text_of_another_flagship_needs_the_alastor_in_the_combat() -> None:
    red = {"faction": "nekro-virus", **space(cruiser=1)}
    named = {**red, "effects": {"fourth-moon-silence": 1}}
    blue = space(dreadnought=1)
    assert winners("space-combat", named, blue) == winners("space-combat", red, blue)


def test_a_mech_that_fights_as_a_ship_rolls_one_more_die_with_the_text_of_visz_el_vir() -> None:
    # two dice of The Alastor at 9 and two of the mech at 6: what is left of ten fighters after a round without hits
    red = {"faction": "nekro-virus", **space(flagship=1), "planets": {"abaddon": {"mech": 1}}}
    red |= {"effects": {"visz-el-vir-dice": 1}}
    found = after("space-combat", red, {**space(fighter=10), "by_hand": {"bonus": -9}})
    assert found[10] == Fraction(8, 10) ** 2 * Fraction(5, 10) ** 2


@pytest.mark.parametrize(
    ("player", "edition", "why"),
    [
        ({"faction": "mentak-coalition"}, "thunders-edge", "belongs to Red’s own flagship, so leave it out"),
        ({"faction": "winnu"}, "thunders-edge", "belongs to The Mentak Coalition"),
        ({}, "thunders-edge", "belongs to The Mentak Coalition"),
        ({"faction": "nekro-virus"}, "pok", "can have texts of others’ flagships from Thunder's Edge on"),
    ],
)
def test_only_the_nekro_name_the_text_of_a_flagship_and_only_with_their_breakthrough(
    player: Data, edition: str, why: str
) -> None:
    red = {**player, **space(flagship=1), "effects": {"fourth-moon-silence": 1}}
    with pytest.raises(mecatol.ScenarioError, match=why):
        solved("space-combat", red, space(cruiser=1), edition=edition)
