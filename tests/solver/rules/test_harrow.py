"""Harrow: the L1Z1X player's ships bombard after each round of ground combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.game.stages import Positions
from mecatol.rules.combat.outcome import Fought
from mecatol.rules.landing.ground_combat import GroundCombatStage


def battle(
    blue: dict[str, int], exact: bool = True, edition: str = "thunders-edge", **changes: Any
) -> mecatol.Solution:
    red = {
        "name": "Red",
        "faction": "l1z1x-mindnet",
        "space": {"dreadnought": 1},
        "planets": {"fria": {"infantry": 1}},
    }
    scenario = {
        "step": "ground-combat",
        "edition": edition,
        "players": [{**red, **changes}, {"name": "Blue", "faction": "arborec", "planets": {"fria": blue}}],
    }
    return mecatol.solve(scenario, exact)


def test_one_against_one_under_a_dreadnought() -> None:
    # A round: both miss 49/100; Red alone hits 21/100; Blue alone 21/100; both 9/100. The dreadnought then hits the
    # infantry that is left with 6/10. Red wins w = 21/100 + 49/100*(6/10 + 4/10*w), so w = 504/804 = 42/67.
    # Draw d = 9/100 + 21/100*6/10 + 49/100*4/10*d = 216/804 = 18/67; Blue has the rest, 7/67.
    solution = battle({"infantry": 1})
    assert solution.winner == {"Red": Fraction(42, 67), "Blue": Fraction(7, 67), "draw": Fraction(18, 67)}
    assert "15.1.b" in {entry["clause"] for entry in solution.trace}


def test_a_shield_forbids_it() -> None:
    # 21/100 against 21/100 with 9/100 for both, 49/100 again: 21/51, 21/51, 9/51
    assert battle({"infantry": 1, "pds": 1}).winner["Red"] == Fraction(7, 17)


@pytest.mark.parametrize(("shield", "alike"), [({"pds": 1}, True), ({}, False)])
def test_the_same_combat_is_fought_once_for_all_fleets_that_a_shield_stops(
    shield: dict[str, int], alike: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, on_planets = GroundCombatStage._fought, []

    def fought(stage: GroundCombatStage, positions: Positions) -> Fought | None:
        on_planets.extend([tuple(holdings.planets for holdings in state.players) for state in positions])
        return kept(stage, positions)

    monkeypatch.setattr(GroundCombatStage, "_fought", fought)
    fleet = {"dreadnought": 2, "carrier": 1, "infantry": 1}
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": fleet, "policy": {"land": {"fria": {"infantry": 1}}}}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "planets": {"fria": {"infantry": 5, **shield}}}
    solution = mecatol.solve({"step": "tactical-action", "players": [red, blue]})
    above = {tuple(there.unit for there in holdings["Red"].space) for _, holdings in solution.outcomes}
    assert len(above) > 2
    assert (len(on_planets) == len(set(on_planets))) == alike


def test_without_a_ship_that_bombards_there_is_none() -> None:
    assert battle({"infantry": 1}, space={"cruiser": 1}).winner["Red"] == Fraction(7, 17)


def test_an_annihilator_takes_part_but_not_in_the_combat_that_it_fights() -> None:
    # Aboard it hits with 3/10 after each round: w = 21/100 + 49/100*(3/10 + 7/10*w), so w = 357/657.
    aboard = battle({"infantry": 1}, space={"carrier": 1, "mech": 1})
    assert aboard.winner["Red"] == Fraction(119, 219)
    # On the planet it fights alone, with 1/2 against 3/10, and can sustain. Damaged it wins d = 35/100 + 35/100*d, so
    # d = 7/13; undamaged w = 35/100 + 15/100 + 15/100*d + 35/100*w, so w = 151/169.
    fighting = battle({"infantry": 1}, space={"carrier": 1}, planets={"fria": {"mech": 1}})
    assert fighting.winner["Red"] == Fraction(151, 169)
    assert not any(line.startswith("15.1.e") for line in lines(fighting))


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
def test_an_exoskeleton_that_sustains_against_it_strikes_back(assign: str) -> None:
    # The mech hits at 6 - 1, with 6/10. A round against one infantry: both hit 18/100, the mech alone 42/100, the
    # infantry alone 12/100, neither 28/100. Sustaining kills the infantry, and the dreadnought fires with 6/10 at a
    # mech that is damaged or that sustains now. So Red never wins: it is a draw where the mech is lost as well.
    # Hit by the infantry (30/100) it is damaged and has struck back, and is lost with 6/10. Else the infantry is dead
    # (42/100) and the mech sustains at most, or (28/100) it sustains with 6/10 and strikes back, or all begins again.
    mech = {"name": "Blue", "faction": "sardakk-norr", "planets": {"fria": {"mech": 1}}, "policy": {"assign": assign}}
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}}
    sides = [{**red, "planets": {"fria": {"infantry": 1}}}, mech]
    fought = mecatol.solve({"step": "ground-combat", "players": sides}, True)
    draw = Fraction(30, 100) * Fraction(6, 10) / (1 - Fraction(28, 100) * Fraction(4, 10))
    assert fought.winner == {"Red": 0, "Blue": 1 - draw, "draw": draw}
    # before a landing nothing strikes back
    landed = mecatol.solve(
        {"step": "bombardment", "players": [{**red, "planets": {"fria": {"infantry": 1}}}, mech]}, True
    )
    assert all(players["Red"].at("fria") for _, players in landed.outcomes)


def test_the_second_x_89_follows_it_and_is_told() -> None:
    # With 49/100 Blue misses; a bombardment that hits then takes both infantry. Else one may be left, which is w above:
    # a = 49/100 * (6/10 + 4/10 * (3/10*w + 7/10*a)).
    solution = battle({"infantry": 2}, technologies=["x-89-bacterial-weapon-omega"], edition="pok")
    miss, hit = Fraction(49, 100), Fraction(6, 10)
    stays = miss * (1 - hit)
    assert solution.winner["Red"] == (miss * hit + stays * Fraction(3, 10) * Fraction(42, 67)) / (
        1 - stays * Fraction(7, 10)
    )
    assert any("X-89 Bacterial Weapon Ω" in line for line in lines(solution))


def test_a_mech_takes_it_by_sustaining() -> None:
    # A sound mech survives any one round against one infantry and one dreadnought unless two hits fall on it at once.
    first = battle({"mech": 1}, exact=False)
    damaged = battle({"infantry": 1}, exact=False)
    assert first.winner["Red"] < damaged.winner["Red"]
    assert sum(first.winner.values()) == pytest.approx(1, abs=1e-12)


def test_declining_it_leaves_plain_combat() -> None:
    assert battle({"infantry": 1}, policy={"decline": ["harrow"]}).winner["Red"] == Fraction(7, 17)


def test_a_card_spent_in_the_bombardment_adds_no_die_to_it() -> None:
    # Two dice at 5 leave 3, 2 or 1 of the infantry with 16, 48 and 36 in 100; then it is Harrow without the card.
    red = {
        "name": "Red", "faction": "l1z1x-mindnet", "effects": {"strike-wing-ambuscade": 1},
        "space": {"dreadnought": 1, "infantry": 1},
    }  # fmt: skip
    blue = {"name": "Blue", "faction": "arborec", "planets": {"fria": {"infantry": 3}}}
    solution = mecatol.solve({"step": "tactical-action", "players": [red, blue]}, exact=True)
    taken = sum(chance for chance, left in solution.outcomes if left["Red"].at("fria"))
    mixed = zip((16, 48, 36), (3, 2, 1), strict=True)
    assert taken == sum(Fraction(part, 100) * battle({"infantry": left}).winner["Red"] for part, left in mixed)


def test_a_note_for_one_roll_gives_its_die_after_one_round() -> None:
    # Two dice at 5 the first time, 84/100, then Harrow as above.
    solution = battle({"infantry": 1}, effects={"strike-wing-ambuscade": 1})
    first = Fraction(84, 100)
    assert solution.winner["Red"] == Fraction(21, 100) + Fraction(49, 100) * (first + (1 - first) * Fraction(42, 67))


def test_what_it_destroys_is_lost_in_the_combat() -> None:
    # Blue loses its infantry to the roll with 3/10, to the dreadnought with 6/10 of 7/10, and two come each time. After
    # those who come for the roll the dreadnought hits one of them with 6/10.
    players = [
        {"name": "Red", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}, "planets": {"fria": {"infantry": 1}}},
        {"name": "Blue", "planets": {"fria": {"infantry": 1}}, "effects": {"brother-milor-omega-omega": 1}},
    ]
    solution = mecatol.solve({"step": "ground-combat", "players": players, "stop_after": 1}, exact=True)
    two = sum(chance for chance, left in solution.outcomes if left["Blue"].at("fria")[0].total == 2)
    assert two == Fraction(3, 10) * Fraction(4, 10) + Fraction(7, 10) * Fraction(6, 10)


def test_a_bunker_acts_on_it_and_is_not_called_idle() -> None:
    # The dreadnought needs 9 instead of 5: w = 21/100 + 49/100*(2/10 + 8/10*w), so w = 308/608.
    players = [
        {"name": "Red", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}, "planets": {"fria": {"infantry": 1}}},
        {"name": "Blue", "planets": {"fria": {"infantry": 1}}, "effects": {"bunker": 1}},
    ]
    solution = mecatol.solve({"step": "ground-combat", "players": players}, exact=True)
    assert solution.winner["Red"] == Fraction(77, 152)
    assert not any("Bunker" in warning for warning in solution.warnings)
    players[0]["policy"] = {"decline": ["harrow"]}
    assert mecatol.solve({"step": "ground-combat", "players": players}, exact=True).winner["Red"] == Fraction(7, 17)


def test_a_bunker_of_who_only_coexists_acts_once_the_attackers_who_control_the_planet_are_gone() -> None:
    # Red controls Fria: the dreadnought hits at 5 while Red's infantry lives, so Red wins 42/67 as without the card.
    # With it gone Blue controls Fria, and the dreadnought needs 9: d = 9/100 + 21/100*2/10 + 49/100*4/10*d = 132/804.
    there = {"planets": {"fria": {"infantry": 1}}}
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}, "controls": ["fria"], **there}
    blue = {"name": "Blue", "effects": {"bunker": 1}, **there}
    solution = mecatol.solve({"step": "ground-combat", "players": [red, blue]}, exact=True)
    assert solution.winner == {"Red": Fraction(42, 67), "draw": Fraction(11, 67), "Blue": Fraction(14, 67)}


def lines(solution: mecatol.Solution) -> list[str]:
    return [f"{entry['clause']} {entry['text']}" for entry in solution.trace]


@pytest.mark.parametrize("step", ["ground-combat", "invasion"])
def test_the_trace_names_it_where_it_acts_and_the_shield_that_stops_it(step: str) -> None:
    landed = {"planets": {"fria": {"infantry": 1}}} if step == "ground-combat" else {}
    above = {"dreadnought": 1} if landed else {"dreadnought": 1, "infantry": 1}
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": above, **landed}

    def told(**there: int) -> list[str]:
        return lines(mecatol.solve({"step": step, "players": [red, {"name": "Blue", "planets": {"fria": there}}]}))

    assert any(line.startswith("15.1.e Red’s Harrow: ") for line in told(infantry=2))
    assert not any(line.startswith("65.2") for line in told(infantry=2))
    stopped = told(infantry=2, pds=1)
    assert "65.2 Blue’s PDS I on Fria has Planetary Shield. So Red’s Harrow does nothing on Fria." in stopped
    assert not any(line.startswith("15.1.e") for line in stopped)
