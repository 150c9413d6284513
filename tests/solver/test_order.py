"""The order in which a scenario is written changes nothing; the order that a player chooses may."""

import json
import random
from typing import Any

import pytest

import mecatol
from mecatol.choices.orders import differ
from tests.draws import some_now
from tests.solver.helpers import ask, problems
from tests.solver.pairs import POSITIONS, pairs
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

ORDERED = ("players", "assign", "capacity", "order", "ask")
"""Fields whose lists have an order that says something."""
NOW = ("bombardment", "production")
"""The steps that a plain run goes through; most pairs of effects act in combats."""
STEPS = some_now(sorted(POSITIONS, key=lambda step: step not in NOW), len(NOW))


def shuffled(value: Any, rng: random.Random, key: str = "") -> Any:
    """Return the same scenario, written in another order."""
    if isinstance(value, dict):
        return {name: shuffled(value[name], rng, name) for name in rng.sample(list(value), len(value))}
    if isinstance(value, list):
        items = [shuffled(item, rng) for item in value]
        return items if key in ORDERED else rng.sample(items, len(items))
    return value


def outcome(scenario: dict[str, Any]) -> str:
    """Return all that a scenario comes to, to the last digit, or why it is refused; not how it was written."""
    try:
        return json.dumps({**mecatol.solve(scenario).to_json(), "scenario": None})
    except mecatol.ScenarioError as error:
        return str(sorted(problem.message for problem in error.problems))


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("step", STEPS)
def test_two_effects_come_to_the_same_in_whatever_order_they_are_written(step: str) -> None:
    solved = 0
    for pair in pairs(step):
        player = pair.scenario["players"][pair.owner]
        written = {
            **player, "technologies": player["technologies"][::-1],
            "effects": dict(reversed(player["effects"].items())),
        }  # fmt: skip
        players = [written if one is player else one for one in pair.scenario["players"]]
        found = outcome(pair.scenario)
        assert outcome({**pair.scenario, "players": players}) == found, pair
        solved += found.startswith("{")
    assert solved


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_a_scenario_comes_to_the_same_in_whatever_order_it_is_written(step: str) -> None:
    rng = random.Random(step)
    for scenario in scenarios(f"{step} order", 60, step, "sustain-first"):
        assert outcome(shuffled(scenario, rng)) == outcome(scenario), json.dumps(scenario)


def test_planets_come_in_alphabetical_order() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2, "infantry": 2}}
    for planets in (["meer", "arinam"], ["arinam", "meer"]):
        blue = {"name": "Blue", "planets": {planet: {"infantry": 1} for planet in planets}}
        rolls = ask("bombardment", red, blue)["rolls"]
        assert [roll["where"] for roll in rolls] == ["arinam"]
        invaded = [c["condition"] for c in ask("invasion", red, blue)["chances"]]
        assert any("Arinam" in condition for condition in invaded)


TELLURIAN = {"name": "Red", "faction": "titans-of-ul", "space": {"dreadnought": 1, "cruiser": 1}}
CHEAPEST = {"assign": "cheapest-first"}


def chance(order: list[str] | None) -> float:
    """Return the chance that Red, who holds two answers to hits, wins with an order of using them."""
    red = {**TELLURIAN, "effects": {"tellurian": 1, "shields-holding": 1}}
    if order is not None:
        red["policy"] = {"order": order}
    blue = {"name": "Blue", "space": {"dreadnought": 2}}
    return float(ask("space-combat", red, blue, policy=CHEAPEST)["winner"]["Red"])


def test_a_player_may_choose_the_order() -> None:
    either = chance(["tellurian", "shields-holding"]), chance(["shields-holding", "tellurian"])
    assert either[1] > either[0] + 0.03
    assert chance(None) == either[1]  # alphabetically
    assert chance(["tellurian"]) == either[0]  # what is not named follows


def test_what_a_player_has_not_is_not_put_in_order() -> None:
    red = {**TELLURIAN, "effects": {"tellurian": 1}, "policy": {"order": ["shields-holding"]}}
    found = problems("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})
    assert list(found) == ["players.0.policy.order.0"]
    assert "not an effect that Red has" in found["players.0.policy.order.0"]
    everybody = ask(
        "space-combat", {**TELLURIAN, "effects": {"tellurian": 1}}, {"name": "Blue", "space": {"cruiser": 1}},
        policy={"order": ["shields-holding", "tellurian"]},
    )  # fmt: skip
    assert everybody["scenario"]["policy"] == {"order": ["shields-holding", "tellurian"]}


def test_the_best_order_is_the_one_that_wins_most_often() -> None:
    blue = {"name": "Blue", "space": {"dreadnought": 2}}
    red = {**TELLURIAN, "effects": {"tellurian": 1, "shields-holding": 1}, "policy": {"order": "best"}}
    solution = ask("space-combat", red, blue, policy=CHEAPEST)
    (choice,) = [choice for choice in solution["choices"] if choice["choice"] == "order"]
    assert choice["text"].startswith("Red does best to use Shields Holding, then Tellurian: of 2 orders")
    assert solution["winner"]["Red"] == chance(["shields-holding", "tellurian"])
    assert solution["scenario"]["players"][0]["policy"] == {"order": "best"}
    alone = ask("space-combat", {**red, "effects": {"tellurian": 1}}, blue)
    assert not alone["choices"]  # there is one order


CARDS = ["fire-team", "morale-boost", "prophecy-of-ixth", "tekklar-legion", "x-89-bacterial-weapon-omega-omega"]
GROUND = {"planets": {"abyz": {"infantry": 3}}}


@pytest.mark.parametrize(
    ("step", "players", "field", "words"),
    [
        (
            "space-cannon-offense",
            [
                {"faction": "titans-of-ul", "space": {"dreadnought": 1, "cruiser": 1},
                 "effects": {"tellurian": 1, "maneuvering-jets": 1}},
                {"planets": {"abyz": {"pds": 2}}},
            ],
            "players.0.policy.order", "Space Cannon Offense has no winner; name an order",
        ),
    ],
)  # fmt: skip
def test_an_order_that_is_not_searched_says_why(
    step: str, players: list[dict[str, Any]], field: str, words: str
) -> None:
    red, blue = ({"name": name, **player} for name, player in zip(("Red", "Blue"), players, strict=True))
    assert words in problems(step, {**red, "policy": {"order": "best"}}, blue)[field]


def test_two_players_cannot_both_search_their_order() -> None:
    both = [{**TELLURIAN, "effects": {"tellurian": 1, "shields-holding": 1}, "name": name} for name in ("Red", "Blue")]
    rest: dict[str, Any] = {"policy": {"order": "best"}, "assume": {"limits": "ignored"}}
    assert "for one player only" in problems("space-combat", *both, **rest)["policy.order"]


def assumed(order: list[str] | None, **effects: int) -> list[str]:
    """Return what is said of the order that Red's effects are assumed to be used in."""
    red = {**TELLURIAN, "effects": effects, **({"policy": {"order": order}} if order else {})}
    solution = ask("space-combat", red, {"name": "Blue", "space": {"dreadnought": 2}}, policy=CHEAPEST)
    return [warning for warning in solution["warnings"] if "opposite order" in warning]


def test_an_order_that_makes_a_difference_is_said_where_nobody_chose_it() -> None:
    (said,) = assumed(None, **{"tellurian": 1, "shields-holding": 1})
    assert "Red uses Shields Holding, then Tellurian where they act at the same moment, alphabetically" in said
    assert said.endswith("In the opposite order Red wins 54.34%, not 57.71%.")
    assert assumed(["shields-holding", "tellurian"], **{"tellurian": 1, "shields-holding": 1}) == []
    assert assumed(["tellurian"], **{"tellurian": 1, "shields-holding": 1}) == []  # the other one follows
    assert assumed(None, **{"tellurian": 1, "morale-boost": 1}) == []
    assert assumed(None, **{"direct-hit": 1, "reflective-shielding": 1}) == []


def test_a_difference_too_small_for_the_percentages_is_not_said_in_them() -> None:
    effects = {"crown-of-thalnos": 1, "heart-of-ixth": 1, "wrath-of-kenara-trade": 1}
    red = {"faction": "emirates-of-hacan", "effects": effects, "space": {"flagship": 1, "cruiser": 1}, "name": "Red"}
    red["policy"] = {"risk": ["flagship", "cruiser"]}
    solution = ask("space-combat", red, {"name": "Blue", "space": {"cruiser": 2}})
    (said,) = [warning for warning in solution["warnings"] if "opposite order" in warning]
    assert said.endswith("In the opposite order the answer differs.")


MANEUVERS, RESERVES = "gravleash-maneuvers", "munitions-reserves"


def letnev(order: list[str] | str | None, **effects: int) -> dict[str, Any]:
    """Return how Letnev's cruiser and destroyer fare against two carriers, with an order of using these effects."""
    red = {"name": "Red", "faction": "barony-of-letnev", "effects": effects, "space": {"cruiser": 1, "destroyer": 1}}
    red |= {"policy": {"order": order}} if order else {}
    return ask("space-combat", red, {"name": "Blue", "space": {"carrier": 2}}, policy=CHEAPEST)


def test_what_acts_last_by_itself_says_what_another_order_would_change() -> None:
    effects = {MANEUVERS: 1, RESERVES: 3}
    plain, opposite = letnev(None, **effects), letnev([MANEUVERS, RESERVES], **effects)
    (said,) = [warning for warning in plain["warnings"] if "opposite order" in warning]
    assert said.startswith("Assumed: Red uses Munitions Reserves, then Gravleash Maneuvers where they act at the same ")
    assert "alphabetically, and what depends on all the others last. In the opposite order" in said
    wins = [f"{100 * solution['winner']['Red']:.2f}%" for solution in (opposite, plain)]
    assert said.endswith(f"Red wins {wins[0]}, not {wins[1]}.")
    same = letnev(None, **{MANEUVERS: 1, "morale-boost": 1})  # the same ship gains most, either way
    assert not [warning for found in (opposite, same) for warning in found["warnings"] if "order" in warning]
    best = letnev("best", **effects)
    assert best["winner"] == max(plain["winner"], opposite["winner"], key=lambda won: won["Red"])
    (choice,) = [choice for choice in best["choices"] if choice["choice"] == "order"]
    assert "of 2 orders" in choice["text"]


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("step", STEPS)
def test_the_opposite_order_differs_only_where_the_answer_says_so(step: str) -> None:
    """Every two effects of one player, in both orders: what the windows say of themselves leaves none out."""
    for pair in pairs(step):
        rows = []
        for order in ((pair.one, pair.other), (pair.other, pair.one)):
            players = [dict(player) for player in pair.scenario["players"]]
            players[pair.owner]["policy"] = {**players[pair.owner].get("policy", {}), "order": list(order)}
            try:
                rows.append(mecatol.solve({**pair.scenario, "players": players}))
            except mecatol.ScenarioError:
                rows.append(None)
        if rows[0] is None or rows[1] is None:
            assert rows == [None, None], pair
        elif differ(*rows):
            told = mecatol.solve(pair.scenario).warnings
            assert any("opposite order" in warning for warning in told), pair
