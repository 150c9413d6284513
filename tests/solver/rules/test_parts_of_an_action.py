"""What one part of an action leaves for the next: cards that are gone, rolls to show, fleets that bar a landing."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from mecatol.domain.places import SPACE
from mecatol.domain.steps import GROUND_COMBAT, SPACE_CANNON_DEFENSE
from mecatol.domain.units import planet_name
from mecatol.game.model import Game
from mecatol.game.stages import Stage, play_each
from mecatol.game.state import force
from mecatol.preparing.prepare import prepare
from mecatol.rules.between_parts import forget
from mecatol.rules.bombardment.step import stages as bombardment_stages
from mecatol.rules.landing.ground_combat import GroundCombatStage
from mecatol.rules.landing.invasion import control_stage, invasion_stages, landing_planets, landing_stage
from mecatol.rules.space_cannon import defense_stages
from tests.solver.helpers import ask

Player = dict[str, Any]

FIRST = "abaddon"
SECOND = "ashtroth"


def solve(step: str, red: Player, blue: Player, **rest: Any) -> mecatol.Solution:
    return mecatol.solve(
        {"step": step, "players": [{"name": "Red", **red}, {"name": "Blue", **blue}], **rest}, exact=True
    )


def taken(solution: mecatol.Solution, planet: str) -> Any:
    """Return the chance that Red has infantry left on a planet."""
    return sum(chance for chance, holdings in solution.outcomes if holdings["Red"].at(planet))


def landing(**effects: int) -> Player:
    return {
        "space": {"carrier": 1, "infantry": 2},
        "effects": {slug.replace("_", "-"): count for slug, count in effects.items()},
        "policy": {"land": {FIRST: {"infantry": 1}, SECOND: {"infantry": 1}}},
    }


TWO_PLANETS: Player = {"planets": {FIRST: {"infantry": 1}, SECOND: {"infantry": 1}}}
DEFENDED: Player = {"planets": {FIRST: {"infantry": 1}}}
ATTACK: Player = {"space": {"carrier": 1, "infantry": 1}}
PLAIN = Fraction(7, 17)
"""One infantry against another."""
BOOSTED = Fraction(77, 170)
"""The same with +1 in the first round: 7/25 alone, 21/50 nobody."""
CARRIERS = Fraction(22, 45)
"""A carrier against another, with +1 in the first round: 6/25 alone, 14/25 nobody and then 4/9."""


def test_a_morale_boost_of_the_space_combat_is_gone_on_the_ground() -> None:
    solution = solve(
        "tactical-action", {**ATTACK, "effects": {"morale-boost": 1}}, {**DEFENDED, "space": {"carrier": 1}}
    )
    assert taken(solution, FIRST) == CARRIERS * PLAIN


def test_a_morale_boost_that_no_space_combat_took_helps_on_the_ground() -> None:
    solution = solve("tactical-action", {**ATTACK, "effects": {"morale-boost": 1}}, DEFENDED)
    assert taken(solution, FIRST) == BOOSTED


def test_the_second_copy_is_left_where_the_space_combat_took_one_round() -> None:
    # 6/25: Red wins in round 1; 14/25: both copies go in rounds 1 and 2
    solution = solve(
        "tactical-action", {**ATTACK, "effects": {"morale-boost": 2}}, {**DEFENDED, "space": {"carrier": 1}}
    )
    assert taken(solution, FIRST) == Fraction(6, 25) * BOOSTED + Fraction(14, 25) * CARRIERS * PLAIN


def test_a_fire_team_fights_on_the_first_planet_alone() -> None:
    solution = solve("invasion", landing(fire_team=1), TWO_PLANETS)
    assert [taken(solution, planet) for planet in (FIRST, SECOND)] == [Fraction(847, 1700), PLAIN]


def test_the_tekklar_legion_fights_in_one_combat() -> None:
    solution = solve("invasion", landing(tekklar_legion=1), TWO_PLANETS)
    assert [taken(solution, planet) for planet in (FIRST, SECOND)] == [Fraction(14, 29), PLAIN]


def test_influence_for_indoctrination_is_kept_until_there_is_infantry_to_turn() -> None:
    red = {"faction": "yin-brotherhood", **landing(indoctrination=1)}
    solution = solve(
        "invasion", red, {"faction": "yssaril-tribes", "planets": {FIRST: {"mech": 1}, SECOND: {"infantry": 1}}}
    )
    assert taken(solution, SECOND) == 1


@pytest.mark.parametrize("shielded", [FIRST, SECOND])
def test_the_first_magen_defense_grid_is_exhausted_for_the_first_combat_beside_a_shield(shielded: str) -> None:
    """In 6/10 the PDS misses; in 7/10 Blue's infantry misses while Red's may not roll; the rest is an even fight."""
    blue: Player = {"technologies": ["magen-defense-grid"], "planets": {p: {"infantry": 1} for p in (FIRST, SECOND)}}
    blue["planets"][shielded]["pds"] = 1
    red = {"technologies": ["antimass-deflectors"], **landing()}
    solution = solve("invasion", red, blue, edition="base")
    other = SECOND if shielded == FIRST else FIRST
    assert taken(solution, shielded) == Fraction(6, 10) * Fraction(7, 10) * PLAIN
    assert taken(solution, other) == PLAIN


def test_technologies_act_in_every_combat() -> None:
    """X-89 doubles hits on both planets: 3/10 against the 51/100 of two infantry."""
    red = {**landing(), "technologies": ["x-89-bacterial-weapon-omega-omega"]}
    blue = {"planets": {FIRST: {"infantry": 2}, SECOND: {"infantry": 2}}}
    solution = solve("invasion", red, blue)
    assert [taken(solution, planet) for planet in (FIRST, SECOND)] == [Fraction(49, 219)] * 2


def test_the_rolls_of_both_combats_are_shown() -> None:
    solution = solve("tactical-action", ATTACK, {**DEFENDED, "space": {"carrier": 1}})
    found = {(roll.player, roll.where): roll.hits for roll in solution.rolls if roll.ability == "combat"}
    carrier, infantry = (Fraction(4, 5), Fraction(1, 5)), (Fraction(7, 10), Fraction(3, 10))
    assert found == {
        ("Red", "space"): carrier, ("Blue", "space"): carrier, ("Red", FIRST): infantry, ("Blue", FIRST): infantry
    }  # fmt: skip


def test_nobody_lands_under_the_fleet_that_won() -> None:
    """With capacity ignored the infantry outlives its fleet, and stays in space."""
    solution = solve(
        "tactical-action", {"space": {"fighter": 1, "infantry": 1}}, {**DEFENDED, "space": {"cruiser": 3}},
        assume={"capacity": "ignored"},
    )  # fmt: skip
    for _, holdings in solution.outcomes:
        assert not (holdings["Red"].at(FIRST) and holdings["Blue"].space)
        if holdings["Blue"].space:
            assert holdings["Blue"].at(FIRST)


def test_a_combat_without_an_end_is_followed_by_no_invasion() -> None:
    shielded = {
        "faction": "barony-of-letnev",
        "technologies": ["duranium-armor", "non-euclidean-shielding"],
        "space": {"dreadnought": 2},
        "policy": {"assign": "sustain-first"},
    }
    red = {**shielded, "space": {"dreadnought": 2, "infantry": 2}}
    solution = solve("tactical-action", red, {**shielded, **DEFENDED}, assume={"limits": "ignored"})
    assert taken(solution, FIRST) == 0
    assert not any(holdings["Red"].space for _, holdings in solution.outcomes)
    assert any("never end" in warning for warning in solution.warnings)


@pytest.mark.parametrize("naming", [(0,), (1,), (0, 1)])
def test_a_nebula_gives_the_defender_three_with_cosmic_phenomenae(naming: tuple[int, ...]) -> None:
    # 2/5 against 7/10: 12/100 alone, 42/100 Blue alone, 28/100 both, of 82/100
    red, blue = (
        {"space": {"cruiser": 1}, "effects": {"cosmic-phenomenae": 1} if side in naming else {}} for side in (0, 1)
    )
    won = {"Red": Fraction(6, 41), "Blue": Fraction(21, 41), "draw": Fraction(14, 41)}
    assert solve("space-combat", red, blue, system="42").winner == won
    clear = solve("space-combat", red, blue).winner
    assert clear["Red"] == clear["Blue"]


def test_a_nebula_on_the_tile_helps_the_defender_unasked() -> None:
    # 2/5 against 1/2: 1/5 alone, 3/10 Blue alone, 1/5 both, of 7/10
    cruisers = {"space": {"cruiser": 1}}
    solution = solve("space-combat", cruisers, cruisers, system="42")
    assert solution.winner == {"Red": Fraction(2, 7), "Blue": Fraction(3, 7), "draw": Fraction(2, 7)}
    assert (
        solution.winner == solve("space-combat", cruisers, {**cruisers, "effects": {"nebula": 1}}, system="42").winner
    )


def test_what_is_assumed_is_named() -> None:
    solution = solve(
        "space-combat", {"space": {"fighter": 1}}, {"space": {"fighter": 1}}, assume={"capacity": "ignored"}
    )
    assert any(warning.startswith("Assumed: capacity is ignored") for warning in solution.warnings)


LANDING = {"player": "Red", "of": "infantry", "where": FIRST, "least": 2}
"""At least two infantry on the planet."""


def test_how_many_land_and_how_many_are_left_to_fight() -> None:
    """A PDS takes one of two infantry with 1/2 before they fight; a carrier that it shoots down in space takes both."""
    red = {"space": {"carrier": 1, "infantry": 2}}
    blue = {"planets": {FIRST: {"infantry": 1, "pds": 1}}}
    moments = [{**LANDING, "when": when} for when in ("landing", "ground-combat")]
    solution = solve("tactical-action", red, blue, ask=[*moments, LANDING])
    chances = {chance.condition: chance.probability for chance in solution.chances}
    name = f"Red has at least 2 Infantry units on {planet_name(FIRST)}"
    assert chances[f"{name} when ground forces have been committed"] == Fraction(1, 2)
    assert chances[f"{name} when ground combat begins"] == Fraction(1, 4)
    assert chances[f"{name} left"] < Fraction(1, 4)
    assert solution.to_json()["scenario"]["ask"][0]["when"] == "landing"


@pytest.mark.parametrize(
    ("step", "condition", "policy", "field"),
    [
        ("invasion", {"where": "abadon"}, {}, "ask.0.where"),
        ("invasion", {"least": 3, "most": 2}, {}, "ask.0.least"),
        ("ground-combat", {"when": "landing"}, {}, "ask.0.when"),
        ("invasion", {"when": "landing"}, {"assign": "best"}, "ask.0.when"),
        ("invasion", {"when": "lunch"}, {}, "ask.0.when"),
    ],
)
def test_a_condition_that_cannot_be_is_refused(
    step: str, condition: dict[str, Any], policy: dict[str, Any], field: str
) -> None:
    red = {"planets": {FIRST: {"infantry": 1}}, "policy": policy}
    with pytest.raises(mecatol.ScenarioError) as caught:
        solve(step, red, DEFENDED, ask=[{**LANDING, **condition}])
    assert [problem.field for problem in caught.value.problems] == [field]


def test_rounds_that_an_invasion_does_not_show_are_said_to_be_ignored() -> None:
    assert any("`rounds` was ignored" in warning for warning in solve("invasion", ATTACK, DEFENDED, rounds=3).warnings)


@pytest.mark.parametrize("step", ["invasion", "tactical-action"])
def test_a_planet_that_is_named_without_units_is_landed_on(step: str) -> None:
    red = {"name": "Red", "space": {"carrier": 1, "infantry": 1}}
    empty = ask(step, red, {"name": "Blue", "planets": {"lodor": {}}})
    assert [chance["probability"] for chance in empty["chances"] if chance.get("takes") == "Lodor"] == [1]
    assert empty["warnings"] == []
    beside = ask(step, red, {"name": "Blue", "planets": {"abyz": {}, "lodor": {"infantry": 1}}})
    assert [chance["takes"] for chance in beside["chances"] if "takes" in chance] == ["Lodor"]


COEXISTING: list[Player] = [
    {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
    {"name": "Blue", "planets": {"quann": {"infantry": 2, "pds": 1}}},
    {"name": "Green", "planets": {"quann": {"infantry": 1, "space-dock": 1}}},
]


@pytest.mark.parametrize("step", ["invasion", "tactical-action"])
def test_who_lands_fights_the_player_in_control_and_leaves_the_others_alone(step: str) -> None:
    found = mecatol.solve({"step": step, "players": COEXISTING})
    alone = mecatol.solve({"step": step, "players": COEXISTING[:2]})
    assert taken(found, "quann") == pytest.approx(taken(alone, "quann"), abs=1e-12) == found.chances[-1].probability
    for outcome in found.to_json()["outcomes"]:
        assert outcome["players"]["Green"]["planets"] == {"quann": {"infantry": 1, "space-dock": 1}}
        # Blue's structures go with its ground forces; where Red lost, they stand.
        blue, red = (outcome["players"][name]["planets"] for name in ("Blue", "Red"))
        assert bool(red) != bool(blue)
    assert any("Blue comes before Green, so Blue is assumed to control Quann" in words for words in found.warnings)
    with pytest.raises(mecatol.ScenarioError, match="only Thunder's Edge has coexistence"):
        mecatol.solve({"step": step, "players": COEXISTING, "edition": "pok"})


def test_who_lands_fights_the_player_who_is_said_to_control_the_planet() -> None:
    """Green's one infantry against Red's three, where Blue's two would come first."""
    red, _, green = COEXISTING
    blue = {"name": "Blue", "planets": {"quann": {"infantry": 2}}}
    found = mecatol.solve({"step": "invasion", "players": [red, blue, {**green, "controls": ["quann"]}]})
    alone = mecatol.solve({"step": "invasion", "players": [red, green]})
    assert taken(found, "quann") == pytest.approx(taken(alone, "quann"), abs=1e-12)
    assert found.warnings == ["Green controls Quann, where Blue coexists: Red fights Green there and nobody after."]


@pytest.mark.parametrize(("controls", "turned"), [(None, False), ("Blue", False), ("Green", True)])
def test_parley_sends_nobody_back_from_a_planet_on_which_its_owner_only_coexists(
    controls: str | None, turned: bool
) -> None:
    red, blue, green = (dict(player) for player in COEXISTING)
    for player in (blue, green):
        player["controls"] = ["quann"] if player["name"] == controls else []
    found = mecatol.solve({"step": "invasion", "players": [red, blue, {**green, "effects": {"parley": 1}}]})
    assert (taken(found, "quann") == 0) is turned


def test_who_is_left_of_those_who_coexist_is_fought() -> None:
    """Blue's only infantry falls to the bombardment, and Green, then alone there, defends."""
    ships = {"space": {"war-sun": 1, "infantry": 1}, "technologies": ["war-sun"]}
    red = {"name": "Red", **ships, "policy": {"bombard": {"war-sun": {"quann": {"Blue": 1}}}}}
    blue, green = ({"name": name, "planets": {"quann": {"infantry": 1}}} for name in ("Blue", "Green"))
    found = mecatol.solve({"step": "invasion", "players": [red, blue, green]})
    # One against one, against Blue where all three dice miss and against Green else.
    assert taken(found, "quann") == pytest.approx(float(PLAIN))
    gone = [outcome for outcome in found.to_json()["outcomes"] if not outcome["players"]["Blue"]["planets"]]
    assert sum(outcome["probability"] for outcome in gone) >= 1 - 0.2**3


@pytest.mark.parametrize("ships", [(1,), (1, 2), (1, 2, 3, 4)], ids="{0} around".format)
@pytest.mark.parametrize(
    "more", [{}, {"effects": {"morale-boost": 1}}, {"technologies": ["valkyrie-particle-weave"]}], ids=str
)
def test_ground_combats_fought_as_one_end_as_they_do_one_by_one(more: Player, ships: tuple[int, ...]) -> None:
    """From positions that differ in the forces there, and in none or some of the ships above."""
    red = {
        "name": "Red",
        "faction": "sardakk-norr",
        "space": {"carrier": 4},
        "planets": {FIRST: {"infantry": 3, "mech": 1}},
        **more,
    }
    blue = {"name": "Blue", "planets": {FIRST: {"infantry": 3, "pds": 1}}}
    game = prepare(mecatol.read({"step": "invasion", "players": [red, blue]}), exact=True)
    left = [(0, {"infantry": n, "mech": 1}) for n in (1, 3)] + [(1, {"infantry": n, "pds": 1}) for n in (0, 1, 2)]
    now = {
        game.start.put(player, FIRST, force(units)).put(0, SPACE, force({"carrier": number})): Fraction(1, 10)
        for player, units in left
        for number in ships
    }
    wanted: dict[Any, Any] = {}
    alone = GroundCombatStage(game, FIRST)
    for state, mass in now.items():
        for branch in alone(state):
            (after,) = branch.options
            wanted[after] = wanted.get(after, 0) + mass * branch.probability
    assert GroundCombatStage(game, FIRST).together(now) == wanted
    assert sum(wanted.values()) == sum(now.values())


def one_by_one(game: Game) -> list[Stage]:
    """Return the stages of an invasion that know nothing of each other."""
    planets = landing_planets(game)
    return [
        *bombardment_stages(game), forget(game, (SPACE_CANNON_DEFENSE, GROUND_COMBAT)), landing_stage(game),
        *defense_stages(game, planets), forget(game, (GROUND_COMBAT,)),
        *(GroundCombatStage(game, planet) for planet in planets), control_stage(game, planets),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"faction": "empyrean", "planets": {FIRST: {"infantry": 2, "mech": 1}}, "effects": {"direct-hit": 1}},
        {"faction": "naaz-rokha-alliance", "planets": {FIRST: {"infantry": 2, "mech": 1}}},
        {"faction": "l1z1x-mindnet"},
        {"faction": "last-bastion"},
        {"technologies": ["plasma-scoring", "antimass-deflectors"]},
    ],
    ids=str,
)
def test_planets_are_taken_below_many_fleets_as_below_each(more: Player) -> None:
    """From positions that differ in the fleet, in the forces, in both: some effects look at the fleet, others not."""
    planets = {FIRST: {"infantry": 2, "mech": 1}, SECOND: {"infantry": 1}}
    red = {
        "name": "Red",
        "faction": "sardakk-norr",
        "space": {"flagship": 1, "dreadnought": 2},
        "planets": planets,
        **more,
    }
    blue = {"name": "Blue", "planets": {FIRST: {"infantry": 2, "pds": 1}, SECOND: {"infantry": 1, "space-dock": 1}}}
    game = prepare(mecatol.read({"step": "invasion", "players": [red, blue]}), exact=True)
    fleets = ({"dreadnought": 1}, {"dreadnought": 2}, {"flagship": 1}, {"flagship": 1, "dreadnought": 2})
    now = {
        game.start.put(1, FIRST, force(there)).put(0, SPACE, force(fleet)): Fraction(1, 8)
        for there in ({"infantry": 1}, {"infantry": 2, "pds": 1})
        for fleet in fleets
    }
    together, apart = (
        play_each(game, stages, now, lambda state, player: 0) for stages in (invasion_stages(game), one_by_one(game))
    )
    assert together == apart


@pytest.mark.parametrize("landing", [2, 3])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"effects": {"blitz": 1}},
        {"faction": "barony-of-letnev"},
        {"technologies": ["plasma-scoring", "war-sun"]},
        {"faction": "l1z1x-mindnet", "technologies": ["x-89-bacterial-weapon-omega-omega", "war-sun"]},
    ],
    ids=str,
)
def test_planets_are_bombarded_below_many_fleets_as_below_each(more: Player, landing: int) -> None:
    """From positions that differ in ships that bombard, in those that take shields away, and in what matters not."""
    space = {"flagship": 1, "dreadnought": 2, "cruiser": 2, "infantry": 3}
    if "war-sun" in more.get("technologies", ()):
        space["war-sun"] = 1
    blue: Player = {"planets": {FIRST: {"infantry": 3}}}
    if more:
        blue["planets"][FIRST]["pds"] = 1
    red = {
        "name": "Red",
        "faction": "sardakk-norr",
        "space": space,
        "policy": {"land": {FIRST: {"infantry": landing}}},
        **more,
    }
    game = prepare(mecatol.read({"step": "invasion", "players": [red, {"name": "Blue", **blue}]}), exact=True)
    tenth = Fraction(1, 10)
    there = [{"infantry": 3}, {"infantry": 2, **({"pds": 1} if more else {})}]
    fleets = [{"dreadnought": 1}, {"dreadnought": 1, "cruiser": 1}, {"flagship": 1, "dreadnought": 1}, {"cruiser": 2}]
    fleets += [{"war-sun": 1, "dreadnought": 1}] if "war-sun" in space else []
    now = {
        game.start.put(1, FIRST, force(units)).put(
            0, SPACE, force({**fleet, "infantry": n}, {"dreadnought": hurt})
        ): tenth
        for units in there
        for fleet in fleets
        for hurt in (0, fleet.get("dreadnought", 0))
        for n in (1, 3)
    }
    together, apart = (
        play_each(game, stages, now, lambda state, player: 0) for stages in (invasion_stages(game), one_by_one(game))
    )
    assert together == apart
    assert len(together) > len(now)


def test_nobody_lands_on_a_space_station() -> None:
    red = {"space": {"carrier": 1, "infantry": 1}}
    blue = {"planets": {"tsion-station": {}, "bellatrix": {}}}
    left = {holdings["Red"].planets for _, holdings in solve("invasion", red, blue).outcomes}
    assert [[planet for planet, _ in planets] for planets in left] == [["bellatrix"]]
    planned = {**red, "policy": {"land": {"tsion-station": {"infantry": 1}}}}
    with pytest.raises(mecatol.ScenarioError, match="no ground forces can be committed to a space station"):
        solve("invasion", planned, blue)


def _infantry_wins(mine: int, theirs: int) -> Fraction:
    """Return the chance that so many infantry, each hitting with 3/10, are left alone, by all ways a round may go."""
    if not mine or not theirs:
        return Fraction(int(mine > 0))
    some, miss = Fraction(0), Fraction(7, 10) ** (mine + theirs)
    for hits in range(mine + 1):
        for back in range(theirs + 1):
            ways = comb(mine, hits) * comb(theirs, back)
            chance = ways * Fraction(3, 10) ** (hits + back) * Fraction(7, 10) ** (mine + theirs - hits - back)
            if hits or back:
                some += chance * _infantry_wins(max(0, mine - back), max(0, theirs - hits))
    return some / (1 - miss)


def test_the_grid_of_today_guards_a_lone_structure_with_an_infantry() -> None:
    # its shot (1/2) and the hit of the grid leave two of three infantry, or one, against the infantry that came
    red: Player = {"space": {"carrier": 1, "infantry": 3}}
    grid: Player = {"technologies": ["magen-defense-grid-omega-omega"]}
    won = (_infantry_wins(2, 1) + _infantry_wins(1, 1)) / 2
    lone = {**grid, "planets": {FIRST: {"pds": 1}}}
    landed = solve("invasion", red, lone)
    assert taken(landed, FIRST) == won
    assert [line for line in landed.warnings if "placed 1 Infantry on Abaddon" in line]
    # in an action the PDS fires at the carrier first: with 1/2 all that it carries is lost
    assert taken(solve("tactical-action", red, lone), FIRST) == won / 2
    # the first of two structures' infantry is entered: nothing more comes; the grid of before brings none
    entered = solve("invasion", red, {**grid, "planets": {FIRST: {"pds": 1, "infantry": 1}}})
    assert taken(entered, FIRST) == won
    assert not entered.warnings
    two = solve("invasion", {"space": {"carrier": 1, "infantry": 4}}, {**grid, "planets": {FIRST: {"pds": 2}}})
    shots = [(Fraction(1, 4), 3), (Fraction(1, 2), 2), (Fraction(1, 4), 1)]  # of four, less the hit of the grid
    assert taken(two, FIRST) == sum(chance * _infantry_wins(left, 2) for chance, left in shots)
    old = {"technologies": ["magen-defense-grid-omega"], "planets": {FIRST: {"pds": 1}}}
    assert taken(solve("invasion", red, old, edition="codex-3"), FIRST) == 1
