"""Franken: one assumption lets anybody have what belongs to a faction, and it is said beside the answer."""

from __future__ import annotations

from typing import Any

import pytest

import mecatol
from mecatol.domain.units import units
from mecatol.scenario.reading import read

FRANKEN = {"owners": "ignored"}


def battle(faction: str | None, **player: Any) -> dict[str, Any]:
    one = {"name": "Red", "space": {"dreadnought": 1}, **({"faction": faction} if faction else {}), **player}
    return {"step": "space-combat", "players": [one, {"name": "Blue", "space": {"cruiser": 3}}]}


HELD: list[dict[str, Any]] = [
    {"technologies": ["non-euclidean-shielding"]},
    {"technologies": ["super-dreadnought-2"]},
    {"technologies": ["voidwatch"]},
    {"effects": {"munitions-reserves": 1}},
    {"effects": {"assail": 1}},
]


@pytest.mark.parametrize("held", HELD)
def test_what_is_another_faction_s_is_refused_unless_anybody_may_have_anything(held: dict[str, Any]) -> None:
    scenario = battle("federation-of-sol", **held)
    with pytest.raises(mecatol.ScenarioError, match="plays The Federation of Sol"):
        mecatol.solve(scenario)
    solution = mecatol.solve({**scenario, "assume": FRANKEN}).to_json()
    assert any("anybody may have anything" in sentence for sentence in solution["warnings"])


def test_it_acts_as_it_does_for_its_own_faction() -> None:
    held = {"technologies": ["non-euclidean-shielding"]}
    theirs = mecatol.solve(battle("barony-of-letnev", **held)).to_json()["winner"]
    ours = mecatol.solve({**battle("federation-of-sol", **held), "assume": FRANKEN}).to_json()["winner"]
    assert ours == pytest.approx(theirs)


def test_the_default_is_not_written() -> None:
    scenario = battle(None)
    assert "assume" not in read({**scenario, "assume": {"owners": "enforced"}}).data()
    assert read({**scenario, "assume": FRANKEN}).data()["assume"] == FRANKEN


def test_an_ability_drafted_acts_as_its_factions_own() -> None:
    there = {"cruiser": 2, "destroyer": 1}
    theirs = mecatol.solve(battle("mentak-coalition", space=there)).to_json()["winner"]
    drafted = {**battle("federation-of-sol", space=there, drafted=["ambush"]), "assume": FRANKEN}
    assert mecatol.solve(drafted).to_json()["winner"] == pytest.approx(theirs)
    nobody = {**battle(None, space=there, drafted=["ambush"]), "assume": FRANKEN}
    assert mecatol.solve(nobody).to_json()["winner"] == pytest.approx(theirs)


@pytest.mark.parametrize(("unit", "technologies"), [("fourth-moon", []), ("saturn-engine", ["saturn-engine-2"])])
def test_a_unit_drafted_is_its_factions_own(unit: str, technologies: list[str]) -> None:
    card = units()[unit]
    held: dict[str, Any] = {"space": {card.type: 1, "destroyer": 1}, "technologies": technologies}
    theirs = mecatol.solve(battle(card.faction, **held)).to_json()["winner"]
    drafted = {**battle(None, **held, drafted=[unit]), "assume": FRANKEN}
    if card.faction == "mentak-coalition":
        drafted["players"][0]["drafted"] += ["ambush"]
    assert mecatol.solve(drafted).to_json()["winner"] == pytest.approx(theirs)


def test_what_is_drafted_says_where_it_belongs() -> None:
    with pytest.raises(mecatol.ScenarioError, match="is for a game of Franken"):
        mecatol.solve(battle(None, drafted=["ambush"]))
    with pytest.raises(mecatol.ScenarioError, match="or name it under `drafted`"):
        mecatol.solve(battle(None, effects={"ambush": 1}))
    with pytest.raises(mecatol.ScenarioError, match="is not part of"):
        mecatol.solve({**battle(None, drafted=["saturn-engine"]), "assume": FRANKEN, "edition": "base"})


def test_what_is_drafted_is_written_and_read_back() -> None:
    scenario = read({**battle(None, drafted=["ambush", "fourth-moon"]), "assume": FRANKEN})
    assert scenario.data()["players"][0]["drafted"] == ["ambush", "fourth-moon"]
    assert mecatol.Scenario.parse(str(scenario)) == scenario


def test_the_text_of_a_flagship_acts_for_nobody_without_a_faction() -> None:
    # Who plays no faction has no flagship to roll with the dice of Salai Sai Corian.
    scenario = {**battle(None, effects={"salai-sai-corian-dice": 1}), "assume": FRANKEN}
    assert mecatol.solve(scenario).winner == pytest.approx(mecatol.solve(battle(None)).winner)
