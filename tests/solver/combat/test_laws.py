"""Laws of combat: exact fractions, equal ways to the end, mirror images, more units, the best losses, limits."""

import random
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.domain.factions import FACTIONS
from mecatol.probability import table
from tests.laws import holds
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_battles import battle

FLOAT = 1e-12


def ends(scenario: Scenario, exact: bool = False) -> dict[str, Any]:
    """Return the chance of every end, in words, and of each winner."""
    solution = mecatol.solve(scenario, exact)
    found: dict[str, Any] = {f"winner {name}": chance for name, chance in solution.winner.items()}
    for chance, holdings in solution.outcomes:
        found[str(sorted(holdings.items()))] = chance
    return found


def total(found: dict[str, Any]) -> Any:
    return sum(chance for end, chance in found.items() if not end.startswith("winner"))


def near(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(abs(float(one.get(end, 0)) - float(other.get(end, 0))) < FLOAT for end in {*one, *other})


def battles(seed: str, count: int) -> list[Scenario]:
    rng = random.Random(seed)
    return [battle(rng) for _ in range(count)]


def small(scenario: Scenario) -> bool:
    """Tell whether fractions stay short enough to be quick: few units, no cycles of damage and repair."""
    units = 0
    for player in scenario["players"]:
        force = player.get("space") or player["planets"]["abaddon"]
        units += sum(count * (3 if kind == "war-sun" else 1) for kind, count in force.items())
        if "duranium-armor" in player["technologies"] and "dreadnought" in force:
            return False
    return units <= 7


def test_fractions_and_floats_agree_and_sum_to_one() -> None:
    scenarios = [scenario for scenario in battles("fractions", 700) if small(scenario)][:300]
    assert len(scenarios) == 300
    for scenario in scenarios:
        exact, rounded = ends(scenario, exact=True), ends(scenario)
        assert total(exact) == 1
        assert all(isinstance(chance, Fraction | int) for chance in exact.values())
        assert abs(total(rounded) - 1) < FLOAT
        assert near(rounded, exact) or holds("fractions", scenario)  # which shows the smallest such battle


def plain_orders(count: int) -> list[Scenario]:
    """Return battles with nothing but units, policies and rounds that differ, so that the table can solve them."""
    found = []
    for scenario in battles("table", count):
        for player in scenario["players"]:
            player["policy"].pop("retreat", None)
            player["effects"] = {
                card: number for card, number in player["effects"].items()
                if card in ("morale-boost", "fighter-prototype", "fire-team", "prophecy-of-ixth", "war-funding-omega")
            }  # fmt: skip
            player["technologies"] = [slug for slug in player["technologies"] if slug != "duranium-armor"]
            if "space" in player:
                player["space"]["destroyer"] = player["space"].get("destroyer", 0) + 1
                player["space"]["fighter"] = player["space"].get("fighter", 0) + 2
        found.append(scenario)
    return found


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_the_table_and_the_chain_come_to_the_same() -> None:
    for scenario in plain_orders(30):
        assert holds("reference", scenario)


def test_few_dice_by_themselves_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fleets whose rolls reach so far that a stronger one is taken for a weaker one and a few dice more."""
    fleets = (
        {"fighter": 9, "destroyer": 2, "dreadnought": 2, "war-sun": 1},
        {"fighter": 8, "destroyer": 3, "cruiser": 3, "dreadnought": 2, "flagship": 1},
    )
    players = [{"name": str(n), "faction": "embers-of-muaat", "space": fleet} for n, fleet in enumerate(fleets)]
    assume = {"capacity": "ignored", "limits": "ignored"}  # of one faction both
    scenario = {"step": "space-combat", "players": players, "assume": assume}
    for assign in ("cheapest-first", "sustain-first"):
        told = {**scenario, "policy": {"assign": assign}}
        exact = ends(told, exact=True)
        assert total(exact) == 1
        with monkeypatch.context() as patch:
            patch.setattr(table, "_WORTH_IT", 10**9)
            assert near(ends(told), exact)
        assert near(ends(told), exact)


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_what_looks_across_is_never_taken_from_a_fixed_order() -> None:
    """Every faction's flagship and mech: the answer is the same when nothing is remembered across units of the foe."""
    scenarios = []
    for faction in FACTIONS:
        foe = {"name": "Blue", "space": {"dreadnought": 1, "cruiser": 2, "fighter": 2}}
        units = {"flagship": 1, "cruiser": 2, "destroyer": 1}
        if faction != "nekro-virus":
            scenarios.append(
                {"step": "space-combat", "players": [{"name": "Red", "faction": faction, "space": units}, foe],
                 "assume": {"capacity": "ignored"}}
            )  # fmt: skip
        mechs = {"name": "Blue", "faction": "emirates-of-hacan", "planets": {"abaddon": {"infantry": 2, "mech": 1}}}
        own = {"name": "Red", "faction": faction, "planets": {"abaddon": {"infantry": 2, "mech": 1}}}
        scenarios.append({"step": "ground-combat", "players": [own, mechs]})
    assert sum(holds("reference", scenario) for scenario in scenarios) > 50  # some have no such unit


SAME_CARDS = ("morale-boost", "fighter-prototype", "war-funding-omega", "prophecy-of-ixth", "shields-holding",
              "direct-hit", "duranium-armor", "reflective-shielding", "fire-team")  # fmt: skip


FIRST_STRIKES = ("assault-cannon", "dimensional-splicer", "impulse-core")
"""What acts at the start of a combat, the attacker's before the defender's (78.2.a), so that twins are not alike: the
first may leave the second too few ships, or none that it could give up."""


def alike(player: dict[str, Any]) -> list[str]:
    """Return the technologies with which a player and a twin stay alike.

    One hit of the Splicer disarms nobody who has a second ship, unless it is struck back.
    """
    several = sum(player.get("space", {}).values()) > 1 and "reflective-shielding" not in player["effects"]
    return [
        slug for slug in player["technologies"]
        if slug not in FIRST_STRIKES or (slug == "dimensional-splicer" and several)
    ]  # fmt: skip


def test_twins_who_answer_destroyed_ships_do_so_in_turn() -> None:
    # the defender's answer knows what the attacker's has destroyed, whether or not anything tells the two apart
    fleet: dict[str, Any] = {"space": {"cruiser": 1, "destroyer": 1}, "effects": {"courageous-to-the-end": 1}}
    found = []
    for declined in ([], ["sustain-damage"]):  # nobody here could sustain
        players = [{"name": "Red", **fleet}, {"name": "Blue", **fleet, "policy": {"decline": declined}}]
        assume = {"capacity": "ignored", "limits": "ignored"}
        found.append(mecatol.solve({"step": "space-combat", "players": players, "assume": assume}, exact=True).winner)
    assert found[0] == found[1]
    assert found[0]["Red"] < found[0]["Blue"]


def test_mirror_images_are_alike_to_the_last_bit() -> None:
    rng = random.Random("mirror")
    for scenario in battles("mirror", 60):
        one, other = scenario["players"]
        one["policy"].pop("retreat", None)
        one["effects"] = {card: count for card, count in one["effects"].items() if card in SAME_CARDS}
        one["technologies"] = alike(one)
        if "planets" in one:
            one["technologies"] = [slug for slug in one["technologies"] if not slug.startswith("magen")]
        twin = {**one, "name": other["name"]}
        solution = mecatol.solve({**scenario, "players": rng.sample([one, twin], 2)})
        assert solution.winner[one["name"]] == solution.winner[twin["name"]], scenario
        chances: dict[Any, Any] = {}
        for chance, holdings in solution.outcomes:
            chances[holdings[one["name"]], holdings[twin["name"]]] = chance
        for (mine, theirs), chance in chances.items():
            assert chances[theirs, mine] == chance, scenario


def test_mirror_images_that_end_in_several_ways_are_alike() -> None:
    """Copies left over make ends of one position: their sums are rounded once, not in the order in which they come."""
    player = {"space": {"destroyer": 1}, "effects": {"shields-holding": 2}}
    solution = mecatol.solve(
        {"step": "space-combat", "players": [{**player, "name": name} for name in ("Red", "Blue")]}
    )  # fmt: skip
    chances = {(holdings["Red"], holdings["Blue"]): chance for chance, holdings in solution.outcomes}
    assert all(chances[theirs, mine] == chance for (mine, theirs), chance in chances.items())


def chance_of(scenario: Scenario, name: str) -> Any:
    return mecatol.solve(scenario).winner[name]


@pytest.mark.parametrize("policy", ["cheapest-first", "sustain-first"])
def test_a_unit_more_never_lowers_its_owners_chance(policy: str) -> None:
    """Without cards: a card may make a unit a burden, see the exceptions below."""
    rng = random.Random(policy)
    for scenario in battles(policy, 60):
        for player in scenario["players"]:
            player.update(effects={}, policy={"assign": policy})
            player["technologies"] = [slug for slug in player["technologies"] if slug == "war-sun"]
        name = rng.choice(scenario["players"])["name"]
        before = chance_of(scenario, name)
        mine = next(player for player in scenario["players"] if player["name"] == name)
        units = mine["space"] if "space" in mine else mine["planets"]["abaddon"]
        kind = rng.choice([kind for kind in units if kind != "pds"])
        units[kind] += 1
        assert chance_of(scenario, name) >= before - FLOAT, (name, kind, scenario)


def test_a_unit_more_can_be_a_burden_where_the_rules_make_it_one() -> None:
    """Salai Sai Corian rolls a die for every ship of the opponent's that is no fighter; a third ship arms no one."""

    def odds(carriers: int) -> Any:
        return chance_of(
            {
                "step": "space-combat",
                "players": [
                    {"name": "Winnu", "faction": "winnu", "space": {"flagship": 1}},
                    {"name": "Blue", "space": {"fighter": 4, "carrier": carriers}},
                ],
                "assume": {"capacity": "ignored"},
            },
            "Blue",
        )

    assert odds(0) == 1
    assert odds(1) < 1


# The best losses


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_the_best_losses_are_never_worse_than_a_fixed_policy() -> None:
    rng = random.Random("best")
    tried = 0
    for scenario in battles("best", 40):
        searcher = rng.choice(scenario["players"])
        results = []
        for policy in ("best", "cheapest-first", "sustain-first", ["cruiser", "dreadnought", "fighter"]):
            searcher["policy"] = {"assign": policy}
            results.append(chance_of(scenario, searcher["name"]))
        assert results[0] >= max(results[1:]) - 1e-9, (searcher["name"], results, scenario)
        tried += 1
    assert tried == 40


def test_a_search_that_is_too_large_says_so() -> None:
    many = dict.fromkeys(("fighter", "destroyer", "cruiser", "carrier", "dreadnought"), 6)
    players = [{"name": "Red", "space": many, "policy": {"assign": "best"}}, {"name": "Blue", "space": many}]
    assume = {"capacity": "ignored", "limits": "ignored"}
    stopped = mecatol.solve({"step": "space-combat", "players": players, "assume": assume}, searching=1)
    assert any("with the best losses Red wins at least as often" in warning for warning in stopped.warnings)
