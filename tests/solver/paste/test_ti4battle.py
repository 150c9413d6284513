"""Links to ti4battle.com: every name that its source and AsyncTI4's link builder can write (`ti4battle_names.json`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import mecatol
from mecatol.advice.enough import additions, cheapest
from mecatol.paste.pasted import Pasted
from mecatol.paste.taking import take

NAMES: dict[str, Any] = json.loads((Path(__file__).parent / "ti4battle_names.json").read_text(encoding="utf-8"))
NOT_CARRIED_OUT = {"Last Bastion agent": "Dame Briar", "Last Bastion hero": "Lyra Keen", "Obsidian Agent": "Vos Hollow"}
"""Leaders that the solver leaves out, and says so by their own names."""
REPLACED = {"Codex mech": "Iconoclast"}
LIMITED = {"Ral Nel galvanized space dock with Lightrail Ordnance in space": "galvanized space dock"}
"""What is read but for a part, which is named: the further die of a galvanized space dock."""
OF_DEFENDERS = ("Experimental Battlestation",)
"""Cards that are played after another player has moved ships: that calculator lets both sides have them."""
BY_ITSELF = ("A3 Valiance galvanize",)
"""What holds with the unit, so that nothing has to be named."""
NEEDS = {
    "Empyrean flagship repair": "Empyrean",
    "Exotrireme II should suicide": "Sardakk N'orr",
    "Flagship active": "Crimson Rebellion",
    "Hacan flagship trade goods": "Hacan",
    "I.I.H.Q. MODERNIZATION space cannon": "Keleres",
    "Mahact flagship bonus": "Mahact",
    "Mech deploy": "Barony of Letnev",
}
"""Whose units or planets an effect is about, where the data does not say."""


def link(**query: str | int) -> Pasted:
    """Return what is read of an address with a query; `_` stands for `-` in its keys."""
    return take("https://ti4battle.com/?" + urlencode({key.replace("_", "-"): value for key, value in query.items()}))


def with_effect(name: str, told: dict[str, Any], number: int = 1) -> Pasted:
    side = "defender" if name in OF_DEFENDERS else told.get("side", "attacker")
    other = "defender" if side == "attacker" else "attacker"
    faction = told.get("faction") or NEEDS.get(name, "Arborec")
    ground = told["place"] == "ground"
    landing = ("destroyer",) if side == "attacker" else ()
    units = ("mech", "infantry", *landing) if ground else ("destroyer", "cruiser")
    query: dict[str, str | int] = {f"{side}-faction": faction, f"{other}-faction": "Sol"}
    query |= {f"{side}-unit-{unit}": 1 for unit in units}
    query |= {f"{other}-unit-infantry" if ground else f"{other}-unit-cruiser": 2}
    if told.get("both"):
        query[f"effect-{name}"] = number
    else:
        query[f"{side}-effect-{name}"] = number
    return link(**query, **({"place": "ground"} if ground else {}))


def plain(name: str, told: dict[str, Any]) -> Pasted:
    return with_effect(name, told, number=0)


@pytest.mark.parametrize("name", NAMES["effects"])
def test_every_effect_of_the_peer_is_read_or_named(name: str) -> None:
    told = NAMES["effects"][name]
    found = with_effect(name, told)
    if name in NOT_CARRIED_OUT:
        assert [NOT_CARRIED_OUT[name] in sentence for sentence in found.left_out] == [True]
        return
    if name in REPLACED:
        assert [REPLACED[name] in sentence for sentence in found.left_out] == [True]
        return
    assert [LIMITED.get(name, "nothing") in sentence for sentence in found.left_out] == [True] * (name in LIMITED)
    assert (found.scenario != plain(name, told).scenario) is (name not in BY_ITSELF)
    mecatol.read(found.scenario)


@pytest.mark.parametrize("faction", NAMES["factions"])
def test_every_faction_of_the_peer_is_read(faction: str) -> None:
    found = link(attacker_faction=faction, attacker_unit_cruiser=1, defender_faction="Sol", defender_unit_carrier=1)
    assert found.left_out == []
    player = found.scenario["players"][0]
    assert player["name"] == "Neutral" if faction == "Neutral" else player["faction"]


@pytest.mark.parametrize("unit", NAMES["units"])
def test_every_unit_and_damage_of_the_peer_is_read(unit: str) -> None:
    ground = unit in ("infantry", "pds")
    query = {f"attacker-unit-{'cruiser' if ground else unit}": 2, f"defender-unit-{unit}": 2}
    if unit in ("dreadnought", "warsun", "mech", "flagship"):
        query |= {f"attacker-damaged-{unit}": 1}
    found = link(attacker_faction="Sol", defender_faction="Hacan", **query)
    assert found.left_out == []
    mecatol.solve({**found.scenario, "assume": {"limits": "ignored", "capacity": "ignored"}})


@pytest.mark.parametrize("unit", NAMES["upgrades"])
def test_every_upgrade_of_the_peer_is_read(unit: str) -> None:
    faction = {"flagship": "Nomad", "warsun": "Muaat"}.get(unit, "Sol")
    query = {f"attacker-unit-{unit}": 1, f"attacker-upgrade-{unit}": "true", "defender-unit-cruiser": 1}
    found = link(attacker_faction=faction, attacker_unit_carrier=1, defender_faction="Hacan", **query)
    assert found.left_out == []
    assert found.scenario["players"][0]["technologies"]


def test_neutral_units_have_their_own_values_whatever_is_ticked() -> None:
    """Neutral infantry hit on 8 and neutral PDS on 6, as the reference card of Thunder's Edge has them."""
    found = link(
        attacker_faction="Arborec", attacker_unit_infantry=2, defender_faction="Neutral", defender_unit_infantry=2,
        defender_upgrade_infantry="true", place="ground",
    )  # fmt: skip
    winner = mecatol.solve(found.scenario).to_json()["winner"]
    # Each round a die of either hits with 3/10; a side wins two against two with 0.463494 (see the outside case n1).
    assert winner["Arborec"] == pytest.approx(0.463494, abs=1e-6)
    assert winner["Neutral"] == pytest.approx(0.463494, abs=1e-6)
    guns = link(
        attacker_faction="Creuss", attacker_unit_carrier=2, defender_faction="Neutral", defender_unit_pds=2,
        defender_unit_cruiser=1, defender_upgrade_pds="true",
    )  # fmt: skip
    assert "pds-2" not in guns.scenario["players"][1].get("technologies", ())
    assert any("never upgraded" in sentence for sentence in guns.added)


def test_linkships_fire_a_pds_that_is_in_space() -> None:
    """Two Linkships II fire the only PDS, once each: 2 dice at 6, so 0, 1 and 2 hits have 1/4, 1/2 and 1/4."""
    query: dict[str, str | int] = {"attacker-effect-Ral Nel PDS in space": 1}
    found = link(
        attacker_faction="Ral Nel Consortium", attacker_unit_destroyer=2, attacker_upgrade_destroyer="true",
        defender_faction="Arborec", defender_unit_cruiser=3, **query,
    )  # fmt: skip
    assert found.scenario["step"] == "tactical-action"
    assert found.scenario["players"][0]["space"] == {"destroyer": 2, "pds": 1}
    cannon = {**found.scenario, "step": "space-cannon-offense"}
    cannon["players"] = [{key: value for key, value in one.items() if key != "policy"} for one in cannon["players"]]
    hits = mecatol.solve(cannon).to_json()["hits"]
    assert any(pytest.approx([0.25, 0.5, 0.25]) == list(one.values()) for one in _flat(hits)), hits


def _flat(hits: Any) -> list[dict[str, float]]:
    if isinstance(hits, dict):
        numbers = hits and all(isinstance(one, int | float) for one in hits.values())
        return [hits] if numbers else [found for one in hits.values() for found in _flat(one)]
    return [found for one in hits for found in _flat(one)] if isinstance(hits, list) else []


def test_a_plot_that_the_link_gives_to_another_faction_is_kept_and_said() -> None:
    """A dreadnought bombards at 5; with Assail at 4, which is 7/10."""
    found = link(
        attacker_faction="Firmament", attacker_unit_dreadnought=1, defender_faction="Arborec", defender_unit_infantry=1,
        place="ground", **{"attacker-effect-Asail (Firmament)": 1},
    )  # fmt: skip
    assert found.scenario["assume"] == {"owners": "ignored"}
    assert any("Assail" in sentence for sentence in found.added)
    outcomes = mecatol.solve(found.scenario).to_json()["outcomes"]
    assert max(one["probability"] for one in outcomes) == pytest.approx(0.7)


def test_reinforcements_of_alarum_stand_in_adjacent_systems() -> None:
    found = link(
        attacker_faction="Ral Nel Consortium", attacker_unit_mech=1, defender_faction="Arborec",
        defender_unit_infantry=4, place="ground", **{"attacker-effect-Alarum reinforcements": 3},
    )  # fmt: skip
    assert found.scenario["players"][0]["adjacent"] == {"infantry": 3}


def test_every_technology_that_the_bot_writes_is_known_to_the_peer() -> None:
    assert {*NAMES["bot_effects"]} <= {*NAMES["effects"]}


ALONE: list[tuple[dict[str, Any], str, str]] = [
    ({"defender-unit-carrier": 2, "defender-unit-fighter": 4}, "space-combat", "Attacker"),
    ({"defender-unit-carrier": 1, "defender-unit-infantry": 4, "defender-unit-pds": 1}, "tactical-action", "Attacker"),
    ({"defender-unit-infantry": 3, "place": "ground"}, "ground-combat", "Attacker"),
    ({"defender-unit-infantry": 3, "defender-unit-pds": 1, "place": "ground"}, "invasion", "Attacker"),
    ({"attacker-unit-cruiser": 2}, "space-combat", "Defender"),
]


@pytest.mark.parametrize(("query", "step", "alone"), ALONE)
def test_one_side_alone_asks_what_would_be_enough(query: dict[str, Any], step: str, alone: str) -> None:
    found = link(**query)
    assert (found.scenario["step"], found.alone, found.left_out) == (step, alone, [])
    least = cheapest(list(additions(found.scenario, alone, 0.8)), 0.8)
    assert least
    assert all(one.chance is not None and one.chance >= 0.8 for one in least)


def test_a_battle_of_two_sides_asks_who_wins() -> None:
    assert link(attacker_unit_cruiser=1, defender_unit_carrier=1).alone is None
    with pytest.raises(mecatol.ScenarioError, match="names no unit"):
        link(attacker_faction="Sol")


def test_the_defender_s_infantry_stands_on_a_planet_and_takes_no_capacity() -> None:
    found = link(attacker_unit_cruiser=2, defender_unit_carrier=1, defender_unit_infantry=6)
    assert found.scenario["players"][1]["planets"] == {"abaddon": {"infantry": 6}}
    plain = link(attacker_unit_cruiser=2, defender_unit_carrier=1)
    assert mecatol.solve(found.scenario).to_json()["winner"] == mecatol.solve(plain.scenario).to_json()["winner"]


BOT_SIDES = ("attacker", "defender")


def test_all_that_the_bot_can_write_is_read() -> None:
    """The bot's links hold one of its factions or none, units, damage, upgrades and technologies of its list."""
    for number, faction in enumerate([None, *NAMES["factions"]]):
        units = [unit for unit in NAMES["units"] if unit != "flagship"]
        query: dict[str, str | int] = {f"{side}-faction": faction for side in BOT_SIDES} if faction else {}
        for side in BOT_SIDES[number % 2 :]:
            query |= {f"{side}-unit-{unit}": 2 for unit in units}
            query |= {f"{side}-damaged-{unit}": 1 for unit in ("dreadnought", "mech")}
            query |= {f"{side}-effect-{effect}": 1 for effect in NAMES["bot_effects"]}
            query |= {f"{side}-upgrade-{unit}": "true" for unit in ("dreadnought", "fighter")}
        query["place"] = ("space", "ground")[number % 3 == 0]
        found = link(**query)
        assert not [said for said in found.left_out if "take no part" not in said and "fire at nobody" not in said], (
            faction
        )
        mecatol.read(found.scenario)
