"""Orders of losses, retreats and conditions in the form: declared by the solver, and what it means by them."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from loaded import LIBRARY, made

import mecatol
from mecatol import forms
from theme.site.steps import page_of

MADE = made()
FORMS = {slug: forms.form(slug) for slug in mecatol.STEPS}
COMBATS = ("space-combat", "ground-combat", "invasion", "tactical-action", "movement")
ASKING = (
    *COMBATS, "anti-fighter-barrage", "bombardment", "space-cannon-offense", "space-cannon-defense", "sustain-damage",
)  # fmt: skip


def page(slug: str) -> str:
    return unescape(MADE[page_of(mecatol.STEPS[slug], LIBRARY)])


@pytest.mark.parametrize("slug", FORMS)
def test_an_order_is_asked_for_where_units_are_lost(slug: str) -> None:
    for role in FORMS[slug].roles:
        assert (role.losses is not None) == ("assign" in mecatol.STEPS[slug].policies)
        if role.losses:
            names = {unit for unit, _ in role.losses.items}
            assert all(set(order) == names for order in role.losses.named.values())
            for unit in names:
                assert f'<li data-unit="{unit}">' in page(slug)
            assert json.dumps(role.losses.named["sustain-first"]) in page(slug).replace("&quot;", '"')


BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"dreadnought": 2, "cruiser": 1, "fighter": 2, "carrier": 1}},
        {"name": "Blue", "technologies": ["war-sun"], "space": {"war-sun": 1, "destroyer": 2, "cruiser": 2}},
    ],
}


BOARDED: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "faction": "nekro-virus", "space": {"flagship": 1, "carrier": 1, "infantry": 3, "mech": 1}},
        {"name": "Blue", "faction": "naaz-rokha-alliance", "space": {"mech": 2, "carrier": 1, "cruiser": 1}},
    ],
}
"""Ground forces of both sides fight among ships: The Alastor's, and Eidolons."""


@pytest.mark.parametrize("policy", ["cheapest-first", "sustain-first"])
@pytest.mark.parametrize("battle", [BATTLE, BOARDED])
def test_the_order_shown_for_a_named_policy_is_what_it_does(battle: dict[str, Any], policy: str) -> None:
    role = FORMS["space-combat"].roles[0]
    assert role.losses is not None
    named = mecatol.solve({**battle, "policy": {"assign": policy}}).to_json()
    listed = mecatol.solve({**battle, "policy": {"assign": list(role.losses.named[policy])}}).to_json()
    assert listed["winner"] == pytest.approx(named["winner"])
    assert listed["expected_cost"] == pytest.approx(named["expected_cost"])


def test_on_the_ground_both_named_policies_mean_the_same_order() -> None:
    battle = {
        "step": "ground-combat",
        "players": [
            {"name": "Red", "faction": "winnu", "planets": {"abaddon": {"infantry": 2, "mech": 2}}},
            {"name": "Blue", "faction": "nomad", "planets": {"abaddon": {"infantry": 3, "mech": 1}}},
        ],
    }
    role = FORMS["ground-combat"].roles[0]
    assert role.losses is not None
    orders = [*role.losses.named, list(role.losses.named["cheapest-first"])]
    winners = [mecatol.solve({**battle, "policy": {"assign": order}}).to_json()["winner"] for order in orders]
    for one, two in pairwise(winners):
        assert one == pytest.approx(two)


@pytest.mark.parametrize("slug", FORMS)
def test_conditions_rounds_and_retreats_stand_where_the_step_asks_for_them(slug: str) -> None:
    names = set(re.findall(r'name="([^"]+)"', page(slug)))
    asked = mecatol.STEPS[slug].fields
    assert ("ask.{n}.player" in names) == ("ask" in asked) == bool(FORMS[slug].conditions) == (slug in ASKING)
    for name in ("rounds", "stop_after"):
        assert (name in names) == (name in asked)
    retreats = any(one.path.startswith("policy.retreat") for role in FORMS[slug].roles for one in role.inputs)
    assert ("players.0.policy.retreat.from_round" in names) == retreats


@pytest.mark.parametrize("slug", COMBATS)
def test_what_the_form_can_ask_is_accepted(slug: str) -> None:
    scenario = json.loads(json.dumps(FORMS[slug].default))
    scenario["ask"] = [{"player": "Red", "of": of, "least": 1} for of, _ in FORMS[slug].conditions][:12]
    for role, player in zip(FORMS[slug].roles, scenario["players"], strict=False):
        for one in role.inputs:
            if one.kind == "number" and one.path.startswith("policy.retreat."):
                player.setdefault("policy", {}).setdefault("retreat", {})[one.path.rpartition(".")[2]] = one.least
    solution = mecatol.solve(scenario).to_json()
    assert len(solution["chances"]) >= len(scenario["ask"])
