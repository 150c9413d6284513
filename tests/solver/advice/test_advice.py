"""Advice against brute force: the same changes made by hand and solved by themselves give the same figures."""

from copy import deepcopy
from typing import Any

import pytest

import mecatol
from mecatol.advice.advice import Advice, advise, ranked
from mecatol.advice.background import advice_slice, enough_slice
from mecatol.advice.enough import additions, cheapest
from mecatol.advice.landing import landing
from mecatol.advice.variations import HITTING, HOLDING, KINDS, LANDING, variations
from mecatol.advice.winning import WON, chances
from mecatol.errors import Problem
from mecatol.forms import form

SPACE: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"cruiser": 2}, "technologies": ["destroyer-2"]},
        {"name": "Blue", "space": {"carrier": 1, "fighter": 2, "dreadnought": 1}, "damaged": {"dreadnought": 1}},
    ],
}


def changed(index: int, **fields: object) -> dict[str, Any]:
    scenario = deepcopy(SPACE)
    scenario["players"][index].update(fields)
    return scenario


BY_HAND: dict[tuple[str, str], dict[str, Any]] = {
    ("Red", "1 more cruiser"): changed(0, space={"cruiser": 3}),
    ("Red", "1 fewer cruiser"): changed(0, space={"cruiser": 1}),
    ("Red", "1 more destroyer"): changed(0, space={"cruiser": 2, "destroyer": 1}),
    ("Red", "with Cruiser II"): changed(0, technologies=["destroyer-2", "cruiser-2"]),
    ("Red", "with Assault Cannon"): changed(0, technologies=["destroyer-2", "assault-cannon"]),
    ("Red", "with Morale Boost"): changed(0, effects={"morale-boost": 1}),
    ("Red", "announces a retreat in the first round"): changed(0, policy={"retreat": {"from_round": 1}}),
    ("Blue", "1 fewer dreadnought"): changed(1, space={"carrier": 1, "fighter": 2}, damaged={}),
    ("Blue", "1 more fighter"): changed(1, space={"carrier": 1, "fighter": 3, "dreadnought": 1}),
    ("Blue", "takes hits cheapest first"): changed(1, policy={"assign": "cheapest-first"}),
    ("Blue", "takes hits best"): changed(1, policy={"assign": "best"}),
}


@pytest.fixture(scope="module")
def advice() -> Advice:
    found = Advice(SPACE)
    while found.waiting:
        found.step()
    return found


@pytest.mark.parametrize(("player", "text"), BY_HAND, ids=lambda said: str(said))
def test_a_change_made_by_hand_gives_the_same_figure(advice: Advice, player: str, text: str) -> None:
    effect = next(one for one in advice.found if (one.player, one.text) == (player, text))
    by_hand = mecatol.solve(BY_HAND[player, text]).winner[player]
    assert effect.chance == pytest.approx(float(by_hand), abs=1e-12)
    now = mecatol.solve(SPACE).winner[player]
    assert effect.points == pytest.approx(100 * (float(by_hand) - float(now)), abs=1e-9)


def test_every_effect_is_what_its_own_scenario_comes_to(advice: Advice) -> None:
    assert {one.kind for one in advice.found} == set(KINDS) - {HOLDING, HITTING, LANDING}
    for one in advice.found[::5]:
        assert one.chance == pytest.approx(float(mecatol.solve(one.scenario).winner.get(one.player, 0)), abs=1e-12)


def test_what_is_held_and_what_is_shot_at_are_choices_too() -> None:
    red = {"name": "Red", "faction": "arborec", "space": {"dreadnought": 1, "flagship": 1}}
    blue = {"name": "Blue", "effects": {"direct-hit": 1, "morale-boost": 1}, "space": {"cruiser": 3}}
    scenario = {"step": "space-combat", "players": [red, blue]}
    policies = {
        (one.kind, one.text): one.scenario["players"][1]["policy"]
        for one in variations(scenario) if one.player == "Blue" and one.kind in (HOLDING, HITTING)
    }  # fmt: skip
    assert policies == {
        (HOLDING, "holds Direct Hit back for the round that is best"): {"play": {"direct-hit": "best"}},
        (HOLDING, "holds Morale Boost back for the round that is best"): {"play": {"morale-boost": "best"}},
        (HITTING, "plays Direct Hit on dreadnoughts alone"): {"direct_hit": ["dreadnought"]},
        (HITTING, "plays Direct Hit on flagships alone"): {"direct_hit": ["flagship"]},
    }
    blue["policy"] = {"play": {"morale-boost": 2}, "direct_hit": ["flagship"]}
    texts = [one.text for one in variations(scenario) if one.player == "Blue"]
    assert "plays Morale Boost as soon as it may" in texts
    assert "plays Direct Hit on whatever sustains" in texts


def test_what_is_only_too_large_to_be_tried_is_not_said_to_be_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = Advice(SPACE)

    def beyond(scenario: object, seconds: float, of: object, keeping: object) -> dict[str, float]:
        raise mecatol.LimitError(Problem("players", "beyond an exact answer"), "60 seconds", "seconds")

    monkeypatch.setattr("mecatol.advice.advice.chances", beyond)
    advice.step()
    (refused,) = advice.refused
    assert refused.limit
    assert refused.reason == "beyond an exact answer"


def test_where_a_landing_goes_is_a_choice_too() -> None:
    red = {"name": "Red", "space": {"carrier": 1, "infantry": 4}}
    blue = {"name": "Blue", "planets": {"lodor": {"infantry": 2}, "abaddon": {"infantry": 1}}}
    scenario: dict[str, Any] = {"step": "invasion", "players": [red, blue], "assume": {"limits": "ignored"}}
    everything = {"infantry": 4}
    assert landing(scenario) == ("lands everything on Abaddon", {"lands everything on Lodor": {"lodor": everything}})
    found = Advice(scenario)
    while not any(one.kind == LANDING for one in found.found):
        found.step()
    (other,) = (one for one in found.found if one.kind == LANDING)
    assert (other.text, other.scenario["players"][0]["policy"]["land"]) == (
        "lands everything on Lodor", {"lodor": everything},
    )  # fmt: skip
    by_hand = {**scenario, "players": [{**red, "policy": {"land": {"lodor": everything}}}, blue]}
    taken = {str(chance.takes): float(chance.probability) for chance in mecatol.solve(by_hand).chances if chance.takes}
    assert other.chance == pytest.approx(taken["Lodor"], abs=1e-12)

    split = {"lodor": {"infantry": 2}, "abaddon": {"infantry": 1}}
    now = landing({**scenario, "players": [{**red, "policy": {"land": split}}, blue]})
    assert now is not None
    assert now.now == "lands 1 infantry on Abaddon and 2 infantry on Lodor"
    assert set(now.others) == {"lands everything on Lodor", "lands everything on Abaddon"}
    alone = {**blue, "planets": {"lodor": {"infantry": 2}}}
    assert landing({**scenario, "players": [red, alone]}) is None


def test_what_moves_most_comes_first(advice: Advice) -> None:
    moved = [abs(one.points) for one in ranked(advice.found)]
    assert moved == sorted(moved, reverse=True)


def test_what_the_rules_refuse_is_left_out() -> None:
    crowded = changed(1, space={"carrier": 1, "fighter": 4})
    crowded["players"][1]["damaged"] = {}
    assert "1 more fighter" in {one.text for one in variations(crowded) if one.player == "Blue"}
    found = [effect for _, _, effect in advise(crowded) if effect]
    assert "1 more fighter" not in {one.text for one in found if one.player == "Blue"}


def test_what_cannot_be_comes_with_the_reason_of_the_solver() -> None:
    crowded = changed(1, space={"carrier": 1, "fighter": 4})
    crowded["players"][1]["damaged"] = {}
    told: list[dict[str, Any]] = []
    while not any((one["player"], one["text"]) == ("Blue", "1 more fighter") for one in told):
        told = advice_slice(crowded, milliseconds=0)["refused"]
    more = told[-1]
    assert more["scenario"]["players"][1]["space"]["fighter"] == 5
    assert not more["limit"]
    with pytest.raises(mecatol.ScenarioError) as refused:
        mecatol.solve({**more["scenario"], "assume": {"capacity": "enforced"}})
    assert more["reason"] == refused.value.problems[0].message


def test_a_second_copy_is_offered_up_to_the_limit() -> None:
    texts = {one.text for one in variations(changed(0, effects={"morale-boost": 3}))}
    assert "with 4 Morale Boost, not 3" in texts
    most = [one.text for one in variations(changed(0, effects={"morale-boost": 4})) if one.player == "Red"]
    assert not any("with" in text and "Morale Boost" in text for text in most)


@pytest.mark.parametrize("step", WON)
def test_every_step_with_a_winner_has_chances_and_variations(step: str) -> None:
    scenario = form(step).default
    found = chances(scenario)
    assert len(found) == 2
    assert 0.5 <= sum(found.values()) <= 1 + 1e-9
    assert {"more", "fewer", "losses"} <= {one.kind for one in variations(scenario)}


def test_an_invasion_is_won_by_who_holds_the_planet() -> None:
    scenario = form("invasion").default
    taken = next(c.probability for c in mecatol.solve(scenario).chances if " takes " in c.condition)
    first, second = chances(scenario).values()
    assert first == pytest.approx(float(taken), abs=1e-12)
    assert second == pytest.approx(1 - float(taken), abs=1e-12)


def test_a_step_without_a_winner_is_refused() -> None:
    with pytest.raises(mecatol.ScenarioError, match="has no winner"):
        Advice(form("space-cannon-offense").default)


def test_slices_come_to_the_same_as_all_at_once(advice: Advice) -> None:
    rows: list[dict[str, Any]] = []
    while True:
        part = advice_slice(SPACE, len(rows), milliseconds=0)
        rows += part["found"]
        if part["done"] == part["of"]:
            break
    assert rows == [one.data() for one in advice.found]
    assert part["now"] == advice.now


def small(ships: dict[str, int]) -> dict[str, Any]:
    return {
        "step": "space-combat",
        "players": [{"name": "Red", "space": ships}, {"name": "Blue", "space": {"cruiser": 2}}],
    }


def test_what_is_enough_is_the_cheapest_of_all() -> None:
    found = list(additions(small({"cruiser": 1}), "Red", 0.6))
    enough = cheapest(found, 0.6)
    assert enough
    costs = {"destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4}
    best: dict[int, float] = {}
    for destroyers in range(4):
        for cruisers in range(3):
            for carriers in range(2):
                for fighters in range(0, 4 * carriers + 1, 2):
                    ships = {"destroyer": destroyers, "cruiser": 1 + cruisers, "carrier": carriers, "fighter": fighters}
                    cost = destroyers + 2 * cruisers + 3 * carriers + fighters // 2
                    chance = float(mecatol.solve(small(ships)).winner["Red"])
                    best[cost] = max(best.get(cost, 0), chance)
    least = min(cost for cost, chance in best.items() if chance >= 0.6)
    assert enough[0].cost == least <= max(costs.values())
    assert enough[0].chance == pytest.approx(best[least], abs=1e-12)
    assert all(one.chance is None or one.chance < 0.6 for one in found if one.cost < least)


def test_the_fleet_pool_and_capacity_hold() -> None:
    scenario = small({"cruiser": 1})
    scenario["players"][0]["fleet_pool"] = 2
    found = [one for one in additions(scenario, "Red", 0.95) if one.chance is not None]
    for one in found:
        ships = one.scenario["players"][0]["space"]
        assert sum(number for kind, number in ships.items() if kind != "fighter") <= 2
        assert ships.get("fighter", 0) <= 4 * ships.get("carrier", 0) + ships.get("dreadnought", 0)


def test_the_search_for_enough_can_be_cut_in_slices() -> None:
    scenario = small({"cruiser": 1})
    while not (part := enough_slice(scenario, "Red", 0.6, milliseconds=0.001))["over"]:
        assert part["tried"]
    assert [one["text"] for one in part["found"]] == [
        one.text for one in cheapest(list(additions(scenario, "Red", 0.6)), 0.6)
    ]


@pytest.mark.parametrize(
    ("player", "reach", "named"),
    [("Green", 0.5, "not a player here"), ("Red", 80, "reach: is 80; give a chance above 0")],
)
def test_a_question_that_makes_no_sense_is_refused(player: str, reach: float, named: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=named):
        list(additions(SPACE, player, reach))
