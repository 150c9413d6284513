"""Anti-Fighter Barrage against plain enumeration, and what the clauses say of it."""

import itertools
import json
import random
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.domain.places import SPACE
from mecatol.rules.barrage.assigning import barrage_stages
from mecatol.rules.barrage.rolling import combatants
from tests.solver.helpers import ask, chance, hits, left

Data = dict[str, Any]
BARRAGE = "anti-fighter-barrage"
DICE = {"destroyer": (9, 2), "destroyer-2": (6, 3)}
PRICE = {"fighter": 0.5, "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4}


def barrage(*players: Data, **rest: Any) -> Data:
    return ask(BARRAGE, *players, **rest)


def volley(player: Data) -> dict[tuple[int, int], Fraction]:
    """Enumerate one player's dice, each of its ten sides: (hits, results of 9 or 10) to chance."""
    upgraded = any("-2" in technology for technology in player.get("technologies", ()))
    value, dice = DICE["destroyer-2" if upgraded else "destroyer"]
    chances = {(0, 0): Fraction(1)}
    for _ in range(dice * player["space"].get("destroyer", 0)):
        after: dict[tuple[int, int], Fraction] = {}
        for (number, high), before in chances.items():
            for side in range(1, 11):
                key = number + (side >= value), high + (side >= 9)
                after[key] = after.get(key, Fraction(0)) + before / 10
        chances = after
    return chances


def plain_losses(space: Data, number: int) -> tuple[tuple[str, int], ...]:
    """Return what is left of a force whose fighters alone can be hit."""
    counts = {**space, "fighter": max(0, space.get("fighter", 0) - number)}
    return tuple(sorted((unit, count) for unit, count in counts.items() if count))


def random_fleet(rng: random.Random, name: str, most: int = 3) -> Data:
    space = {unit: rng.randint(0, most if unit == "fighter" else 2) for unit in PRICE}
    space["carrier"] += 1
    player: Data = {"name": name, "space": {unit: count for unit, count in space.items() if count}}
    if rng.random() < 0.5:
        player["technologies"] = ["destroyer-2"]
    return player


def test_both_sides_at_once_as_enumerated_die_by_die() -> None:
    rng = random.Random("barrage")
    for _ in range(60):
        players = [random_fleet(rng, "Red"), random_fleet(rng, "Blue")]
        expected: dict[Any, Fraction] = {}
        for (mine, a), (theirs, b) in itertools.product(*(volley(player).items() for player in players)):
            outcome = plain_losses(players[0]["space"], theirs[0]), plain_losses(players[1]["space"], mine[0])
            expected[outcome] = expected.get(outcome, Fraction(0)) + a * b
        solution = mecatol.solve({"step": BARRAGE, "players": players}, exact=True)
        found = {
            tuple(tuple(sorted((s.unit, s.total) for s in holdings.space)) for holdings in outcome.values()): p
            for p, outcome in solution.outcomes
        }
        assert found == expected, json.dumps(players)


def test_raid_formation_and_the_wing_as_enumerated() -> None:
    rng = random.Random("raid")
    for _ in range(40):
        red = {"name": "Red", "faction": "argent-flight", "space": {"destroyer": rng.randint(1, 2)}}
        if upgraded := rng.random() < 0.6:
            red["technologies"] = ["strike-wing-alpha-2"]
        space = {"fighter": rng.randint(0, 2), "dreadnought": rng.randint(0, 2), "infantry": rng.randint(0, 2)}
        blue = {"name": "Blue", "space": {**space, "carrier": 1}}
        expected: dict[Any, Fraction] = {}
        for (number, high), p in volley(red).items():
            damaged = min(max(0, number - space["fighter"]), space["dreadnought"])
            infantry = max(0, space["infantry"] - high) if upgraded else space["infantry"]
            key = max(0, space["fighter"] - number), damaged, infantry
            expected[key] = expected.get(key, Fraction(0)) + p
        found: dict[Any, Fraction] = {}
        for p, outcome in mecatol.solve({"step": BARRAGE, "players": [red, blue]}, exact=True).outcomes:
            there = {s.unit: s for s in outcome["Blue"].space}
            counts = [there[unit].total if unit in there else 0 for unit in ("fighter", "infantry")]
            key = counts[0], there["dreadnought"].damaged if "dreadnought" in there else 0, counts[1]
            found[key] = found.get(key, Fraction(0)) + p  # type: ignore[operator]
        assert found == expected, json.dumps([red, blue])


def least_loss(space: Data, number: int, cancelled: int = 0) -> float:
    """Try every way to sustain and to lose single ships, and return the least worth of what is lost."""
    ships = [unit for unit, count in space.items() for _ in range(count)]
    best = float("inf")
    for spare in {0, cancelled}:
        waiting = max(0, number - spare)
        able = [index for index, unit in enumerate(ships) if unit == "dreadnought"]
        for uses in range(min(len(able), waiting) + 1):
            lost = min(len(ships), waiting - uses)
            for gone in itertools.combinations(range(len(ships)), lost):
                best = min(best, sum(PRICE[ships[index]] for index in gone))
    return best


def test_best_under_waylay_loses_as_little_as_any_choice() -> None:
    rng = random.Random("waylay")
    saved = 0
    for _ in range(200):
        red = {**random_fleet(rng, "Red"), "effects": {"waylay": 1}}
        red["space"] = {"destroyer": rng.randint(1, 2), "carrier": 1}
        blue = {"name": "Blue", "space": {unit: rng.randint(0, 2) for unit in PRICE if unit != "destroyer"}}
        blue["space"]["cruiser"] = 1
        shields = rng.randint(0, 1)
        blue["effects"] = {"shields-holding": shields}
        fleet = {unit: count for unit, count in blue["space"].items() if count}
        least = sum(float(p) * least_loss(fleet, number, 2 * shields) for (number, _), p in volley(red).items())
        scenario = {"step": BARRAGE, "players": [red, {**blue, "policy": {"assign": "best"}}]}
        best = float(mecatol.solve(scenario).expected_cost["Blue"])
        assert best == pytest.approx(least, abs=1e-12), json.dumps(scenario)
        orderly = {**scenario, "players": [red, {**blue, "policy": {"assign": ["carrier", "dreadnought"]}}]}
        saved += best < float(mecatol.solve(orderly).expected_cost["Blue"]) - 1e-9
    assert saved > 100


def test_symmetric_sides_have_symmetric_odds() -> None:
    fleet = {"destroyer": 3, "fighter": 4, "carrier": 1}
    solution = barrage({"name": "Red", "space": fleet}, {"name": "Blue", "space": fleet})
    assert hits(solution, "Red") == hits(solution, "Blue")
    assert left(solution, "Red") == pytest.approx(left(solution, "Blue"))


@pytest.mark.parametrize(
    "effects", [{}, {"morale-boost": 1}, {"fighter-prototype": 1}], ids=["none", "morale-boost", "fighter-prototype"]
)
def test_what_changes_combat_rolls_does_nothing(effects: Data) -> None:
    solution = barrage({"name": "Red", "space": {"destroyer": 1}, "effects": effects},
                       {"name": "Blue", "space": {"carrier": 1, "fighter": 2}})  # fmt: skip
    assert hits(solution, "Red") == pytest.approx([0.64, 0.32, 0.04])


def test_no_combat_no_barrage() -> None:
    solution = barrage({"name": "Red", "space": {"destroyer": 1}}, {"name": "Blue", "planets": {"abaddon": {"pds": 1}}})
    assert not solution["rolls"]
    assert any("no space combat" in warning for warning in solution["warnings"])


def test_a_declined_barrage_is_not_rolled() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}, "policy": {"decline": [BARRAGE]}}
    solution = barrage(red, {"name": "Blue", "space": {"destroyer": 1, "fighter": 1}})
    assert [roll["player"] for roll in solution["rolls"]] == ["Blue"]


def test_raid_formation_needs_a_ship_that_can_sustain_and_leaves_it_no_use_of_it() -> None:
    red = {"name": "Red", "faction": "argent-flight", "space": {"destroyer": 1}}
    law = {"publicize-weapon-schematics": 1}
    blue = {"name": "Blue", "technologies": ["war-sun"], "space": {"war-sun": 1}}
    assert left(barrage(red, blue), "Blue") == pytest.approx({"1 war-sun": 0.64, "1 war-sun (1 damaged)": 0.36})
    assert left(barrage(red, {**blue, "effects": law}), "Blue") == {"1 war-sun": 1.0}


def test_iconoclast_forbids_the_barrage_while_its_printing_holds() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}, "effects": {"metali-void-armaments": 1}}
    blue = {"name": "Blue", "faction": "naalu-collective", "space": {"carrier": 1, "fighter": 1, "mech": 1}}
    old = barrage({**red, "effects": {}}, blue, edition="codex-3")
    assert not old["rolls"]
    assert [roll["player"] for roll in barrage(red, blue)["rolls"]] == ["Red"]


def test_quantum_manipulator_sustains_for_a_fighter() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}}
    blue = {"name": "Blue", "faction": "nomad", "space": {"carrier": 1, "fighter": 1, "mech": 1}}
    assert left(barrage(red, blue), "Blue") == pytest.approx(
        {
            "1 fighter, 1 carrier, 1 mech": 0.64,
            "1 fighter, 1 carrier, 1 mech (1 damaged)": 0.32,
            "1 carrier, 1 mech (1 damaged)": 0.04,
        }
    )


def test_fourth_moon_keeps_ships_from_sustaining_under_waylay() -> None:
    red = {"name": "Red", "faction": "mentak-coalition", "effects": {"waylay": 1},
           "space": {"destroyer": 1, "flagship": 1}}  # fmt: skip
    blue = {"name": "Blue", "space": {"dreadnought": 1}}
    # Ambush destroys it with 0.2 before the barrage, which hits with 0.36
    assert chance(barrage(red, blue), "Blue has no ships left") == pytest.approx(0.2 + 0.8 * 0.36)


def test_direct_hit_and_reflective_shielding_answer_a_use_under_waylay() -> None:
    red = {"name": "Red", "effects": {"waylay": 1, "direct-hit": 1}, "space": {"destroyer": 1, "fighter": 2}}
    blue = {"name": "Blue", "effects": {"reflective-shielding": 1}, "space": {"dreadnought": 1}}
    solution = barrage(red, blue)
    assert chance(solution, "Blue has no ships left") == pytest.approx(0.36)
    assert left(solution, "Red") == pytest.approx({"2 fighter, 1 destroyer": 0.64, "1 destroyer": 0.36})


# Metali Void Armaments roll three dice at 1/2, whoever is there: no hit 1/8, one 3/8, more 1/2.
ROLLS: Data = {"waylay": 1, "metali-void-armaments": 1}
TWICE: Data = {"limits": "ignored"}
"""There is one card of each."""


@pytest.mark.parametrize("turned", [False, True])
def test_an_answer_is_answered_whoever_comes_first(turned: bool) -> None:
    # One hit is sustained, two come back; one of them is sustained, two come back: both are lost, as they are by more.
    red = {"name": "Red", "effects": {"reflective-shielding": 1}, "space": {"dreadnought": 1}}
    blue = {**red, "name": "Blue", "effects": {"reflective-shielding": 1, **ROLLS}}
    solution = barrage(*([blue, red] if turned else [red, blue]), assume=TWICE)
    for name in ("Red", "Blue"):
        assert left(solution, name) == pytest.approx({"nothing": 7 / 8, "1 dreadnought": 1 / 8})


@pytest.mark.parametrize("turned", [False, True])
def test_a_flagship_that_is_lost_to_the_same_barrage_still_keeps_ships_from_sustaining(turned: bool) -> None:
    red = {"name": "Red", "faction": "mentak-coalition", "effects": ROLLS, "space": {"flagship": 1}}
    blue = {"name": "Blue", "effects": ROLLS, "space": {"dreadnought": 1}}
    solution = barrage(*([blue, red] if turned else [red, blue]), assume=TWICE)
    assert left(solution, "Blue") == pytest.approx({"nothing": 7 / 8, "1 dreadnought": 1 / 8})
    assert chance(solution, "Red has no ships left") == pytest.approx(1 / 2)


def test_dynamo_repairs_what_sustains_under_waylay() -> None:
    red = {"name": "Red", "faction": "empyrean", "effects": {"dynamo-repair": 1}, "space": {"flagship": 1}}
    blue = {"name": "Blue", "effects": ROLLS, "space": {"carrier": 1}}
    assert left(barrage(red, blue), "Red") == pytest.approx({"1 flagship": 1 / 2, "nothing": 1 / 2})


def test_a_note_for_a_unit_s_roll_helps_the_relic_as_if_a_unit_rolled() -> None:
    # It is spent with the relic's barrage, so the bombardment then has one die at 6/10.
    red = {
        "name": "Red",
        "space": {"dreadnought": 1},
        "effects": {"metali-void-armaments": 1, "strike-wing-ambuscade": 1},
    }
    blue = {"name": "Blue", "space": {"carrier": 1}, "planets": {"fria": {"infantry": 1}}}
    outcomes = mecatol.solve({"step": "tactical-action", "players": [red, blue]}, exact=True).outcomes
    won = [(share, there["Blue"].at("fria")) for share, there in outcomes if there["Red"].space]
    assert sum(share for share, stands in won if not stands) == Fraction(60, 100) * sum(share for share, _ in won)


def test_a_commander_s_further_die_goes_to_what_hits_most_easily_the_relic_among_it() -> None:
    # The relic hits on 6, a destroyer on 9.
    blue = {"name": "Blue", "space": {"carrier": 1}}
    effects = {"metali-void-armaments": 1, "trrakan-aun-zulok": 1}
    with_unit = barrage({"name": "Red", "space": {"destroyer": 1}, "effects": effects}, blue)
    assert [(die["unit"], die["dice"]) for die in with_unit["rolls"][0]["dice"]] == [("destroyer", 2), ("", 4)]
    alone = barrage({"name": "Red", "space": {"cruiser": 1}, "effects": effects}, blue)
    assert [(die["unit"], die["dice"]) for die in alone["rolls"][0]["dice"]] == [("", 4)]


@pytest.mark.parametrize(("breach", "rolls"), [(0, True), (1, False)])
def test_the_quietus_takes_the_barrage_of_the_relic_away_as_that_of_a_unit(breach: int, rolls: bool) -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"metali-void-armaments": 1}}
    blue = {"name": "Blue", "faction": "crimson-rebellion", "space": {"flagship": 1, "fighter": 1}}
    assert bool(barrage(red, {**blue, "effects": {"quietus": breach}})["rolls"]) == rolls


def test_only_the_fights_two_players_take_part_in_a_larger_game() -> None:
    players = [{"name": "Red", "space": {"destroyer": 1}}, {"name": "Green"}, {"name": "Blue", "space": {"carrier": 1}}]
    game = mecatol.preparing.prepare.prepare(mecatol.read({"step": "space-cannon-offense", "players": players}))
    assert combatants(game, game.start) == (0, 2)
    assert len(barrage_stages(game)) == 1  # no effect acts, nobody has a choice
    final = [branch.options[0] for branch in barrage_stages(game)[0](game.start)]
    assert {state.at(2, SPACE) for state in final} == {game.start.at(2, SPACE)}


def test_a_barrage_of_more_dice_than_a_box_holds_is_rolled() -> None:
    wing = {"faction": "argent-flight", "technologies": ["strike-wing-alpha-2"], "space": {"destroyer": 60}}
    blue = {"name": "Blue", "space": {"carrier": 1}}
    solution = ask(BARRAGE, {"name": "Red", **wing}, blue, assume={"limits": "ignored"})
    assert sum(outcome["probability"] for outcome in solution["outcomes"]) == pytest.approx(1, abs=1e-12)


def test_more_dice_never_spare_fighters() -> None:
    blue = {"name": "Blue", "space": {"carrier": 1, "fighter": 3}}
    gone = [
        chance(barrage({"name": "Red", "space": {"destroyer": number}}, blue), "Blue has no fighters left")
        for number in range(1, 6)
    ]
    assert gone == sorted(gone)


def test_quietus_takes_the_abilities_of_all_others() -> None:
    red = {"name": "Red", "faction": "crimson-rebellion", "effects": {"quietus": 1},
           "space": {"flagship": 1, "destroyer": 1}}  # fmt: skip
    blue = {"name": "Blue", "space": {"destroyer": 2, "dreadnought": 1}}
    assert [roll["player"] for roll in barrage(red, blue)["rolls"]] == ["Red"]
    hit = {"source": "space-combat", "against": "Blue"}
    assert "1 dreadnought" not in str(
        left(ask("sustain-damage", red, {**blue, "space": {"dreadnought": 1}}, hits=hit), "Blue")
    )


def test_tellurian_cancels_one_hit() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}}
    blue = {"name": "Blue", "effects": {"tellurian": 1}, "space": {"carrier": 1, "fighter": 2}}
    assert left(barrage(red, blue), "Blue") == pytest.approx(
        {"2 fighter, 1 carrier": 0.96, "1 fighter, 1 carrier": 0.04}
    )
