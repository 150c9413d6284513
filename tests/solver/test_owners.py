"""Franken: one assumption lets anybody have what belongs to a faction, and it is said beside the answer."""

from __future__ import annotations

from typing import Any

import pytest

import mecatol
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
