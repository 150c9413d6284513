"""What is lost and what is left, told apart and shown as chips."""

from __future__ import annotations

import re

import pytest
from answers import LINKS, read

import mecatol
from mecatol import forms
from mecatol.render import chips, losses, render
from mecatol.render.facts import Facts


def test_a_change_tells_losses_from_damage() -> None:
    before = losses.force({"space": {"dreadnought": 2, "fighter": 1}, "damaged": {"dreadnought": 1}})
    after = losses.force({"space": {"dreadnought": 2}, "damaged": {"dreadnought": 2}})
    happened = losses.change(before, after)
    assert happened == losses.UnitChange({(losses.SPACE, "fighter"): 1}, {(losses.SPACE, "dreadnought"): 1})
    assert (happened.ships, happened.ground_forces) == (1, 0)
    assert after == losses.Force({(losses.SPACE, "dreadnought"): 2}, {(losses.SPACE, "dreadnought"): 2})
    damaged = losses.change(losses.force({"space": {"dreadnought": 2}}), after)
    assert damaged == losses.UnitChange({}, {(losses.SPACE, "dreadnought"): 2})


def test_what_lands_is_not_lost() -> None:
    before = losses.force({"space": {"carrier": 1, "infantry": 3, "mech": 1}, "damaged": {"mech": 1}})
    landed = losses.force(
        {"space": {"carrier": 1}, "planets": {"lodor": {"infantry": 2, "mech": 1}}, "damaged": {"lodor": {"mech": 1}}}
    )
    assert losses.change(before, landed) == losses.UnitChange({(losses.SPACE, "infantry"): 1}, {})
    two = losses.force({"space": {"infantry": 1}, "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}})
    assert losses.change(before, two).lost == {(losses.SPACE, "carrier"): 1, (losses.SPACE, "mech"): 1}


@pytest.mark.parametrize("step", ["invasion", "tactical-action"])
def test_losses_by_outcome_add_up_to_those_that_the_solver_expects(step: str) -> None:
    data = mecatol.solve(forms.form(step).default).to_json()
    for name, expected in data["expected_losses"].items():
        found = dict.fromkeys(expected, 0.0)
        for probability, changed, _ in Facts(data).outcomes:
            for (_, unit), number in changed[name].lost.items():
                found[unit] += probability * number
        assert found == pytest.approx(expected)


def test_what_is_left_names_the_planets() -> None:
    left = losses.force(
        {"planets": {"mecatol-rex": {"mech": 1, "infantry": 0}}, "damaged": {"mecatol-rex": {"mech": 1}}}
    )
    shown = read(chips.of_force(left, named=True))
    assert [values["aria-label"] for _, values in shown.tags if "aria-label" in values] == ["1 mech, damaged"]
    assert shown.words == "1Mecatol Rex"


def test_what_has_retreated_is_kept_and_not_lost() -> None:
    blue = {"name": "Blue", "space": {"carrier": 1, "infantry": 1}, "adjacent": {"pds": 1}}
    leaving = {**blue, "policy": {"retreat": {"from_round": 1}}}
    solution = mecatol.solve({"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}}, leaving]})
    left = render(solution.to_json(), LINKS).partition("Blue keeps ")[2].partition("</ul>")[0].partition("</ol>")[0]
    kept = left.partition("adjacent</span>")[0]
    assert kept != left
    assert re.findall('aria-label="([^"]*)"', kept) == ["1 carrier", "1 infantry"]
    assert "Blue: 1 carrier, 1 infantry in an adjacent system" in str(solution)


def test_a_unit_that_deploy_replaces_is_not_called_lost() -> None:
    page = render(mecatol.solve(forms.form("deploy").default).to_json(), LINKS)
    assert "can deploy Dunlain Reaper" in page
    assert "loses" not in page


def test_what_is_left_are_chips_with_the_damaged_beside_the_whole() -> None:
    force = losses.force({"space": {"dreadnought": 3, "fighter": 2}, "damaged": {"dreadnought": 1}})
    page = read(chips.of_force(force, named=True))
    heard = [values["aria-label"] for _, values in page.tags if values.get("role") == "img"]
    assert heard == ["2 dreadnoughts", "1 dreadnought, damaged", "2 fighters"]
    damaged = [values for _, values in page.tags if "unit-chip--damaged" in str(values.get("class"))]
    assert [values["aria-label"] for values in damaged] == ["1 dreadnought, damaged"]
    assert chips.of_force(losses.Force(), named=True) == ""


def test_only_a_text_that_counts_units_becomes_chips() -> None:
    page = read(chips.in_words("2 Fighters, 1 War Sun"))
    assert [values["aria-label"] for _, values in page.tags if "aria-label" in values] == ["2 fighters", "1 war sun"]
    assert chips.in_words("2 Fighters from Red") == ""
    assert chips.in_words("nothing") == ""
