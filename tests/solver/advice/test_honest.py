"""What advice must not say: what cannot be, what somebody else holds, and odds of something else than the battle."""

from copy import deepcopy
from typing import Any

import pytest

import mecatol
from mecatol.advice import advice as module
from mecatol.advice import enough
from mecatol.advice.advice import Advice, MeasuredChange
from mecatol.advice.background import enough_slice
from mecatol.advice.enough import additions, cheapest, looked_through
from mecatol.advice.variations import CARD, Variation, may_wait, variations
from mecatol.advice.winning import chances, stakes
from mecatol.errors import Problem

type Data = dict[str, Any]


def tactical(red: Data, blue: Data, *more: Data, step: str = "tactical-action") -> Data:
    return {"step": step, "players": [{"name": "Red", **red}, {"name": "Blue", **blue}, *more]}


def texts(scenario: Data, player: str) -> set[str]:
    return {one.text for one in variations(scenario) if one.player == player}


def one_of(scenario: Data, player: str, text: str) -> Variation:
    return next(one for one in variations(scenario) if (one.player, one.text) == (player, text))


def told(scenario: Data, player: str, *wanted: str) -> dict[str, MeasuredChange]:
    """Return what advice says of these changes, and of others that begin with the same words."""
    advice = Advice(scenario)
    advice.waiting = [one for one in advice.waiting if one.player == player and one.text in wanted]
    while advice.waiting:
        advice.step()
    assert len(advice.found) == len(wanted), advice.refused
    return {next(text for text in wanted if one.text.startswith(text)): one for one in advice.found}


def test_who_can_land_nobody_fights_for_the_space_area() -> None:
    alone = tactical({"space": {"cruiser": 3}}, {"space": {"cruiser": 2}})
    beside = tactical({"space": {"cruiser": 3}}, {"space": {"cruiser": 2}, "planets": {"abaddon": {"infantry": 1}}})
    assert chances(beside) == pytest.approx(chances(alone))
    assert 0.8 < chances(beside)["Red"] < 0.9
    one_more = told(beside, "Red", "1 more dreadnought")["1 more dreadnought"]
    assert one_more.points > 0
    landed = deepcopy(beside)
    landed["players"][0]["space"] |= {"carrier": 1, "infantry": 1}
    assert stakes(beside) == {}
    assert stakes(landed) == {"Red": ("abaddon",), "Blue": ("abaddon",)}


def test_an_invasion_of_nothing_is_won_by_nobody() -> None:
    with pytest.raises(mecatol.ScenarioError, match="name a planet"):
        Advice(tactical({"space": {"carrier": 1, "infantry": 2}}, {}, step="invasion"))


def test_nobody_is_given_units_on_a_planet_of_somebody_else() -> None:
    green = {"name": "Green", "planets": {"rigel-ii": {"infantry": 1}}}
    scenario = tactical(
        {"space": {"carrier": 1, "infantry": 3}}, {"planets": {"rigel-i": {"infantry": 1}}}, green, step="invasion"
    )
    assert not {text for text in texts(scenario, "Red") if "Rigel" in text and "more" in text}
    assert "1 more PDS on Rigel II" in texts(scenario, "Green")
    assert not {text for text in texts(scenario, "Green") if "more" in text and text.endswith(" on Rigel I")}
    assert not {text for text in texts(scenario, "Blue") if "more" in text and text.endswith(" on Rigel II")}
    scenario["players"][0]["planets"] = {"rigel-ii": {"infantry": 1}}  # committed already: others may have been as well
    assert "1 more infantry on Rigel II" in texts(scenario, "Red")
    assert not {text for text in texts(scenario, "Red") if "PDS" in text}


def test_nobody_is_offered_more_galvanized_units_than_there_are() -> None:
    scenario = tactical({"space": {"cruiser": 1, "carrier": 2}, "effects": {"galvanized-carrier": 1}}, {})
    offered = {text for text in texts(scenario, "Red") if "Galvanized" in text}
    assert offered == {"with Galvanized Cruiser", "with 2 Galvanized Carrier, not 1"}
    scenario["players"][0]["effects"] = {"galvanized-carrier": 2, "galvanized-cruiser": 1}
    assert not {text for text in texts(scenario, "Red") if "Galvanized" in text}


def test_what_is_decided_about_units_goes_with_them() -> None:
    fleet = {"faction": "federation-of-sol", "space": {"carrier": 1, "infantry": 3}}
    red = fleet | {"policy": {"land": {"abaddon": {"infantry": 3}}}}
    blue = {
        "space": {"carrier": 1}, "planets": {"abaddon": {"infantry": 2}},
        "policy": {"retreat": {"takes": {"abaddon": {"infantry": 2}}}},
    }  # fmt: skip
    scenario = tactical(red, blue)
    plain = tactical(fleet, blue)
    found = told(scenario, "Red", "1 more infantry", "1 fewer infantry", "1 more mech")
    for text, effect in told(plain, "Red", "1 more infantry", "1 fewer infantry", "1 more mech").items():
        assert found[text].chance == pytest.approx(effect.chance, abs=1e-12)
    assert found["1 more infantry"].points > 1 > -1 > found["1 fewer infantry"].points
    fewer = one_of(scenario, "Blue", "1 fewer infantry on Abaddon").scenario["players"][1]
    assert fewer["policy"]["retreat"]["takes"] == {"abaddon": {"infantry": 1}}

    scenario["players"][0]["policy"]["land"]["abaddon"]["infantry"] = 2  # one stays aboard: so do others
    more = one_of(scenario, "Red", "1 more infantry").scenario["players"][0]
    assert (more["space"]["infantry"], more["policy"]["land"]["abaddon"]["infantry"]) == (4, 2)


def test_where_one_more_unit_lands_is_said_where_there_are_several_planets() -> None:
    plan = {"rigel-i": {"infantry": 1}, "rigel-ii": {"infantry": 2}}
    red = {"space": {"carrier": 1, "infantry": 3}, "policy": {"land": plan}}
    blue = {"planets": {"rigel-i": {"infantry": 1}, "rigel-ii": {"infantry": 2}}}
    scenario = tactical(red, blue, step="invasion")
    more = one_of(scenario, "Red", "1 more infantry, landing on Rigel II")
    assert more.scenario["players"][0]["policy"]["land"] == {"rigel-i": {"infantry": 1}, "rigel-ii": {"infantry": 3}}
    found = told(scenario, "Red", "lands everything on Rigel II", "1 fewer infantry")
    assert found["1 fewer infantry"].points < 0
    # Everything on one planet takes one planet at most.
    by_hand = deepcopy(scenario)
    by_hand["players"][0]["policy"]["land"] = {"rigel-ii": {"infantry": 3}}
    taken = next(one.probability for one in mecatol.solve(by_hand).chances if one.takes == "Rigel II")
    assert found["lands everything on Rigel II"].chance == pytest.approx(float(taken) / 2, abs=1e-12)
    assert all("landing" not in one.text for one in additions(tactical(red | {"policy": {}}, blue), "Red", 0.01))
    assert next(one for one in additions(scenario, "Red", 0.9) if "infantry" in one.text).text.endswith(
        "more infantry, landing on Rigel II"
    )


def test_a_landing_stays_where_it_is_when_its_defenders_are_fewer_or_others_more() -> None:
    blue = {"planets": {"rigel-i": {"infantry": 1}, "rigel-ii": {"infantry": 2}}}
    scenario = tactical({"space": {"carrier": 1, "infantry": 3}}, blue, step="invasion")
    fewer = told(scenario, "Blue", "1 fewer infantry on Rigel I")["1 fewer infantry on Rigel I"]
    assert fewer.chance == pytest.approx(0)
    empty = tactical(
        {"space": {"carrier": 1, "infantry": 3}},
        {"planets": {"rigel-i": {}, "rigel-ii": {"infantry": 2}}}, step="invasion",
    )  # fmt: skip
    assert not [one for one in additions(empty, "Blue", 0.99) if one.cost < 3 and one.chance == 1]


def test_each_player_is_judged_by_the_planets_that_are_the_players_own() -> None:
    plan = {"rigel-i": {"infantry": 3}, "rigel-ii": {"infantry": 1}}
    green = {"name": "Green", "planets": {"rigel-ii": {"infantry": 3}}}
    scenario = tactical(
        {"space": {"carrier": 1, "infantry": 4}, "policy": {"land": plan}}, {"planets": {"rigel-i": {"infantry": 1}}},
        green, step="invasion",
    )  # fmt: skip
    taken = {str(one.takes): float(one.probability) for one in mecatol.solve(scenario).chances}
    found = chances(scenario)
    assert found["Red"] == pytest.approx((taken["Rigel I"] + taken["Rigel II"]) / 2, abs=1e-12)
    assert found["Blue"] == pytest.approx(1 - taken["Rigel I"], abs=1e-12)
    assert found["Green"] == pytest.approx(1 - taken["Rigel II"], abs=1e-12)


def test_a_card_that_another_player_holds_is_not_offered() -> None:
    cards = {"emergency-repairs": 1, "tekklar-legion": 1, "metali-void-shielding": 1, "direct-hit": 3, "the-cavalry": 1}
    scenario = tactical({"space": {"cruiser": 1}}, {"space": {"cruiser": 1}, "effects": cards}, step="space-combat")
    offered = texts(scenario, "Red")
    for name in ("Emergency Repairs", "Tekklar Legion", "Metali Void Shielding", "The Cavalry (Memoria II)"):
        assert f"with {name}" not in offered
    assert "with The Cavalry (Memoria II)" not in texts(scenario, "Blue")  # the same card
    assert {"with Direct Hit", "with Morale Boost"} <= offered
    scenario["players"][1]["effects"]["direct-hit"] = 4
    assert "with Direct Hit" not in texts(scenario, "Red")


def test_a_leader_that_another_player_has_is_not_offered() -> None:
    agents = {"viscount-unlenn": 1, "rickar-rickani": 1}
    scenario = tactical({"space": {"cruiser": 1}}, {"space": {"cruiser": 1}, "effects": agents}, step="space-combat")
    offered = texts(scenario, "Red")
    assert "with Viscount Unlenn" not in offered
    assert {"with Rickar Rickani", "with Trrakan Aun Zulok"} <= offered  # the owner's, or by an Alliance note
    for faction, player in (("nomad", 0), ("arborec", 1)):
        scenario["players"][player]["faction"] = faction
    assert "with Rickar Rickani" not in texts(scenario, "Red")  # one Alliance note, and neither is the Winnu
    scenario["players"][0]["faction"] = "yssaril-tribes"
    assert "with Viscount Unlenn" in texts(scenario, "Red")


def test_a_card_that_would_be_of_harm_is_left_unused() -> None:
    scenario: Data = {
        "step": "space-combat",
        "edition": "base",
        "players": [
            {"name": "Red", "space": {"destroyer": 1}},
            {"name": "Blue", "faction": "yin-brotherhood", "space": {"destroyer": 1}},
        ],
    }
    used = one_of(scenario, "Blue", "with Impulse Core")
    assert used.kind == CARD
    assert chances(used.scenario)["Blue"] < chances(scenario)["Blue"] - 0.1
    effect = told(scenario, "Blue", "with Impulse Core")["with Impulse Core"]
    assert effect.text == "with Impulse Core, better left unused"
    assert effect.points == pytest.approx(0)
    assert chances(effect.scenario)["Blue"] == pytest.approx(effect.chance)


def test_what_is_declined_is_not_waited_with() -> None:
    blue = {"space": {"cruiser": 3}, "effects": {"direct-hit": 1, "morale-boost": 1}}
    red = {"faction": "arborec", "space": {"dreadnought": 1, "flagship": 1}}
    scenario = tactical(red, blue | {"policy": {"decline": ["direct-hit"]}}, step="space-combat")
    assert [card.slug for card in may_wait(scenario, 1)] == ["morale-boost"]
    assert not {text for text in texts(scenario, "Blue") if "plays Direct Hit" in text or "holds Direct Hit" in text}


def test_what_is_chosen_for_everybody_is_taken_back_for_one() -> None:
    policy = {"retreat": {"from_round": 2}, "play": {"morale-boost": 2}, "assign": "cheapest-first"}
    held = {"space": {"cruiser": 2}, "effects": {"morale-boost": 1}}
    scenario = tactical(held, held, step="space-combat") | {"policy": policy}
    assert "takes hits cheapest first" not in texts(scenario, "Red")
    stays = one_of(scenario, "Red", "does not retreat").scenario
    assert "retreat" not in stays["policy"]
    assert [one.get("policy", {}).get("retreat") for one in stays["players"]] == [None, policy["retreat"]]
    at_once = one_of(scenario, "Blue", "plays Morale Boost as soon as it may").scenario
    assert [one.get("policy", {}).get("play") for one in at_once["players"]] == [{"morale-boost": 2}, None]
    for changed in (stays, at_once):
        mecatol.solve(changed)


def test_the_second_of_two_units_need_not_be_bought() -> None:
    scenario = tactical({"space": {"dreadnought": 1}}, {"space": {"cruiser": 2}}, step="space-combat")
    tried = {one.text: one.chance for one in additions(scenario, "Red", 0.999)}
    assert tried["2 more fighters"] is None
    by_hand = tactical({"space": {"dreadnought": 1, "fighter": 1}}, {"space": {"cruiser": 2}}, step="space-combat")
    assert tried["1 more fighter"] == pytest.approx(float(mecatol.solve(by_hand).winner["Red"]), abs=1e-12)


def test_what_is_certain_is_enough_for_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enough, "chances", lambda *_: {"Red": 1 - 1e-15, "Blue": 0.0})
    scenario = tactical({"space": {"cruiser": 1}}, {"space": {"cruiser": 1}}, step="space-combat")
    assert [one.text for one in cheapest(list(additions(scenario, "Red", 1)), 1)] == ["nothing more"]


def test_what_takes_too_long_ends_the_search_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = tactical({"space": {"cruiser": 1}}, {"space": {"cruiser": 2}}, step="space-combat")
    real = enough.chances

    def slow(data: Data, *more: Any) -> dict[str, float]:
        if data["players"][0]["space"].get("carrier"):
            raise mecatol.LimitError(Problem("players", "beyond an exact answer"), "10 seconds", "seconds")
        return real(data, *more)

    monkeypatch.setattr(enough, "chances", slow)
    tried = list(additions(scenario, "Red", 1))
    assert sum(one.limit for one in tried) == enough.MOST_TOO_LARGE
    assert looked_through(tried) == 2  # a carrier costs 3
    part = enough_slice(scenario, "Red", 1, milliseconds=1e9)
    assert (part["over"], part["cost"], part["untried"], part["found"]) == (True, 2, enough.MOST_TOO_LARGE, [])
    assert module.EACH == enough.EACH


def test_what_was_not_tried_is_not_said_to_be_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = tactical({"space": {"cruiser": 1}}, {"space": {"cruiser": 2}}, step="space-combat")
    monkeypatch.setattr(enough, "MOST_TRIES", 3)
    tried = list(additions(scenario, "Red", 1))
    assert (tried[-1].cost, looked_through(tried)) == (2, 1)
