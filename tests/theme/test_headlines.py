"""The sentence that answers first: who wins, what is taken, what was asked, and what it costs."""

from __future__ import annotations

from typing import Any

from answers import LINKS

import mecatol
from mecatol import forms
from mecatol.render import numbers, render, summary
from mecatol.render.battles import battles
from mecatol.render.compare import compare
from mecatol.render.facts import Facts


def test_the_planet_that_is_taken_comes_first() -> None:
    data = mecatol.solve(forms.form("tactical-action").default).to_json()
    chances = {chance["condition"]: chance["probability"] for chance in data["chances"]}
    first = f"Red takes Abaddon {numbers.percent(chances['Red takes Abaddon'])} of the time."
    cost = {name: numbers.average(value) for name, value in data["expected_cost"].items()}
    second = f"On average Red loses units worth {cost['Red']} resources and Blue {cost['Blue']}."
    assert summary(data) == f"{first} {second}"


def test_several_planets_are_taken_in_one_sentence() -> None:
    taken = {"Abyz": 0.4, "Fria": 0.8, "every planet": 0.3}
    gone = {"condition": "Blue has no ships left", "probability": 1.0}
    data = {
        "scenario": {"players": [{"name": "Red"}, {"name": "Blue"}]},
        "chances": [
            *({"condition": f"Red takes {what}", "probability": p, "takes": what} for what, p in taken.items()),
            gone,
        ],
    }
    assert summary(data) == "Red takes Abyz 40%, Fria 80% and every planet 30% of the time."


def test_who_wins_comes_first() -> None:
    assert (
        summary({"winner": {"Red": 0.6, "Blue": 0.3, "draw": 0.1}})
        == "Red wins 60%, Blue wins 30% and it is a draw 10% of the time."
    )
    assert (
        summary({"winner": {"Red": 0.5, "Blue": 0.3, "draw": 0.1, "undecided": 0.1}})
        == "Red wins 50%, Blue wins 30%, it is a draw 10% and the combat is still going on 10% of the time."
    )
    assert (
        summary({"winner": {"Red": 0.6, "Blue": 0.0, "draw": 0.0, "undecided": 0.4}})
        == "Red wins 60% and the combat is still going on 40% of the time. Blue never wins."
    )
    assert summary({"winner": {"Red": 1.0, "Blue": 0.0, "draw": 0.0}}) == "Red always wins."
    assert summary({"winner": {"Red": 0.0, "Blue": 0.0, "draw": 1.0}}) == "It is always a draw."


def test_who_ends_with_more_than_before_gains() -> None:
    sol = {
        "name": "Blue",
        "faction": "federation-of-sol",
        "effects": {"claire-gibson": 1},
        "planets": {"abyz": {"mech": 1}},
    }
    red = {"name": "Red", "planets": {"abyz": {"infantry": 1}}}
    solution = mecatol.solve({"step": "ground-combat", "players": [red, sol]})
    gained = solution.expected_gains["Blue"]["infantry"]
    assert solution.expected_worth == {"Blue": gained / 2}
    data = solution.to_json()
    lost = {name: numbers.average(cost) for name, cost in solution.expected_cost.items()}
    assert summary(data).endswith(
        f"On average Red loses units worth {lost['Red']} resources and Blue {lost['Blue']}. "
        f"On average Blue gains units worth {numbers.average(gained / 2)} resources."
    )
    assert (
        f'<span class="rows__end">{numbers.average(gained / 2)}<'
        in render(data, LINKS).partition("Blue</strong> gains")[2]
    )
    plain = {**data, "expected_gains": {}, "expected_worth": {}}
    assert "</strong> gains" not in render(plain, LINKS)
    assert "Resources that Blue gains on average" in compare(plain, data)
    assert summary({**plain, "expected_cost": {"Red": 0.0, "Blue": 1e-17}}).endswith("Nothing is lost.")
    only = summary({**data, "expected_cost": {"Red": 0.0, "Blue": 0.0}, "expected_worth": {"Red": 0.26}})
    assert only.endswith("On average Red gains units worth 0.26 resources.")


def test_where_nobody_can_land_the_headline_is_the_battle_in_space() -> None:
    red: dict[str, Any] = {"name": "Red", "space": {"dreadnought": 3}}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "planets": {"abaddon": {"pds": 1}}}

    def told(active: dict[str, Any]) -> Facts:
        return Facts(mecatol.solve({"step": "tactical-action", "players": [active, blue]}).to_json())

    bare = told(red)
    assert bare.headlines[0].startswith("In space, Red wins 99.95%, neither 0.02% and Blue 0.02%")
    assert [battle.label for battle in battles(bare)] == ["Space"]
    landing = told({**red, "space": {"dreadnought": 3, "infantry": 1}})
    assert landing.headlines[0].startswith("Red takes Abaddon")
    assert [battle.label for battle in battles(landing)] == ["Space", "Abaddon"]


def asked(step: str, blue: dict[str, Any], *entries: dict[str, Any], dreadnoughts: int = 3) -> list[str]:
    """Return the headlines of dreadnoughts against Blue, of whom something is asked."""
    players = [{"name": "Red", "space": {"dreadnought": dreadnoughts}}, {"name": "Blue", **blue}]
    return Facts(mecatol.solve({"step": step, "players": players, "ask": list(entries)}).to_json()).headlines


def test_what_is_asked_is_answered_first() -> None:
    # three dice of a dreadnought's bombardment hit on 5 or more: 0.064, 0.288, 0.432 and 0.216 for none to three hits
    three = {"planets": {"lodor": {"infantry": 3}}}
    how_many = {"player": "Blue", "of": "infantry"}
    plain = asked("bombardment", three)
    assert asked("bombardment", three, how_many) == [
        "Blue has 3 infantry left 6.4%, 2 28.8%, 1 43.2% and none 21.6% of the time.",
        *plain,
    ]
    assert asked("bombardment", three, {**how_many, "most": 0})[0] == "Blue has no infantry left 21.6% of the time."
    assert asked("bombardment", three, {**how_many, "least": 1, "most": 2})[0] == (
        "Blue has 1 to 2 infantry left 72% of the time."
    )
    two = {**how_many, "least": 2, "where": "lodor"}
    assert asked("bombardment", three, two)[0] == "Blue has at least 2 infantry left on Lodor 35.2% of the time."


def test_what_is_asked_and_certain_is_said_so() -> None:
    # the mech sustains the first hit, and every further one destroys an infantry
    beside = {"planets": {"lodor": {"infantry": 2, "mech": 1}}}
    said = asked(
        "bombardment",
        beside,
        {"player": "Blue", "of": "mech"},
        {"player": "Blue", "of": "damaged", "least": 1},
        {"player": "Blue", "of": "ground-forces", "most": 0},
        {"player": "Blue", "of": "fighter"},
        {"player": "Blue", "of": "infantry", "least": 3},
    )[0]
    assert said == (
        "Blue always has 1 mech left. Blue has at least 1 damaged unit left 93.6% of the time. "
        "Blue always has at least 1 ground force left. Blue has no fighters left. "
        "Blue never has at least 3 infantry left."
    )
