"""What was entered and finds nothing to do is told, and what is told so changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import mecatol
from mecatol.choices.orders import differ
from mecatol.domain.units import units
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.rules.combat.windows import EarlyRetreat
from tests.solver.helpers import Data

SMALL: dict[str, tuple[Data, Data]] = {
    "space-combat": ({"space": {"cruiser": 2}}, {"space": {"cruiser": 2}}),
    "ground-combat": ({"planets": {"abaddon": {"infantry": 2}}}, {"planets": {"abaddon": {"infantry": 2}}}),
    "tactical-action": ({"space": {"cruiser": 2, "infantry": 1}},
                        {"space": {"cruiser": 1}, "planets": {"abaddon": {"infantry": 1}}}),
}  # fmt: skip
LARGE: dict[str, tuple[Data, Data]] = {
    "space-combat": ({"space": {"cruiser": 1, "fighter": 2, "dreadnought": 1, "carrier": 1, "infantry": 1}},
                     {"space": {"destroyer": 2, "fighter": 2, "dreadnought": 1, "carrier": 1}}),
    "ground-combat": ({"space": {"dreadnought": 1}, "planets": {"abaddon": {"infantry": 2, "mech": 1}}},
                      {"planets": {"abaddon": {"infantry": 2, "mech": 1, "pds": 1}}}),
    "tactical-action": ({"space": {"destroyer": 1, "dreadnought": 1, "carrier": 1, "fighter": 1, "infantry": 2}},
                        {"space": {"cruiser": 1, "dreadnought": 1},
                         "planets": {"abaddon": {"infantry": 1, "mech": 1, "pds": 1}}}),
}  # fmt: skip
ABOUT = ("finds nothing to do", "changes nothing here")


def entered(step: str, battle: tuple[Data, Data]) -> Iterator[tuple[str, Data, Data]]:
    """Yield each thing that a battle can have on a side: its name, the battle with it, and without it."""
    upgrades = {unit.technology: unit for unit in units().values() if unit.technology}
    for slug in {**EFFECTS, **dict.fromkeys(technologies())}:
        effect = EFFECTS.get(slug)
        if effect and not (effect.is_named and mecatol.STEPS[step].involves(effect.steps) and effect.until is None):
            continue
        if not effect and slug not in upgrades:
            continue
        faction = (effect.only_for if effect else upgrades[slug].faction) or "winnu"
        named: Data = {"technologies": [slug]} if slug in technologies() else {"effects": {slug: 1}}
        for side in (0, 1):
            players = [{"name": name, "faction": "nomad", **deepcopy(own)}
                       for name, own in zip(("Red", "Blue"), battle, strict=True)]  # fmt: skip
            players[side]["faction"] = faction
            players[1 - side]["faction"] = "embers-of-muaat" if faction == "nomad" else "nomad"
            bare = {"step": step, "players": players, "assume": {"capacity": "ignored"}}
            full = {
                **bare,
                "players": [{**own, **(named if index == side else {})} for index, own in enumerate(players)],
            }
            yield effect.name if effect else technologies()[slug], full, bare


def solved(scenario: Data) -> mecatol.Solution | None:
    """Solve a battle, None for one that may not hold what is entered."""
    try:
        return mecatol.solve(scenario)
    except mecatol.ScenarioError:
        return None


@pytest.mark.parametrize("step", SMALL)
def test_what_changes_nothing_in_a_small_battle_is_told(step: str) -> None:
    """Fighter Prototype without fighters, Direct Hit where nobody sustains, Graviton without cannons, and so on."""
    silent, told = [], 0
    for name, full, bare in entered(step, SMALL[step]):
        if (solution := solved(full)) is None:
            continue
        said = any(name in warning for warning in solution.warnings)
        told += said
        traced = any(name in row["text"] for row in solution.trace)
        if not said and not traced and not differ(solution, mecatol.solve(bare)):
            silent.append(full)
    assert told > 50
    assert silent == []


@pytest.mark.parametrize("step", LARGE)
def test_what_is_told_to_find_nothing_changes_nothing(step: str) -> None:
    wrong, told = [], 0
    for name, full, bare in entered(step, LARGE[step]):
        solution = solved(full)
        if solution and any(name in warning and any(map(warning.__contains__, ABOUT)) for warning in solution.warnings):
            told += 1
            if differ(solution, mecatol.solve(bare)):
                wrong.append(full)
    assert told > 10
    assert wrong == []


def test_an_upgrade_says_why_it_changes_nothing() -> None:
    def said(space: Data, technology: str, **blue: Any) -> list[str]:
        players = [{"name": "Red", "space": space, "technologies": [technology]},
                   {"name": "Blue", "space": {"cruiser": 1}, **blue}]  # fmt: skip
        return [text for text in mecatol.solve({"step": "space-combat", "players": players}).warnings if "Red" in text]

    assert said({"cruiser": 1}, "carrier-2") == ["Red’s Carrier II changes nothing here: they have no carrier here."]
    unused = "what it changes about the unit does not come up."
    assert said({"carrier": 1}, "carrier-2") == [f"Red’s Carrier II changes nothing here: {unused}"]
    assert said({"carrier": 1, "fighter": 6}, "carrier-2") == []
    assert said({"dreadnought": 1}, "dreadnought-2") == [f"Red’s Dreadnought II changes nothing here: {unused}"]
    assert said({"dreadnought": 1}, "dreadnought-2", effects={"direct-hit": 1}) == []


ASSUMED = [effect for effect in EFFECTS.values() if effect.assumed]
ROOMY: tuple[Data, Data] = (
    {"space": {"cruiser": 2, "flagship": 1, "mech": 1, "carrier": 1},
     "planets": {"abaddon": {"infantry": 2, "mech": 1}}},
    {"space": {"cruiser": 1, "dreadnought": 2}, "planets": {"abaddon": {"infantry": 2, "mech": 1, "space-dock": 1}}},
)  # fmt: skip


@pytest.mark.parametrize("effect", ASSUMED, ids=lambda effect: effect.slug)
def test_an_assumption_that_moves_a_chance_by_a_point_stands_beside_the_answer(effect: Any) -> None:
    """Take the assumption away: the card then does nothing, as if its owner declined it."""
    seen = False
    for step in ("space-combat", "ground-combat", "tactical-action", "space-cannon-offense"):
        if not mecatol.STEPS[step].involves(effect.steps):
            continue
        for side in (0, 1):
            red, blue = deepcopy(ROOMY)
            players = [{"name": "Red", "faction": "winnu", **red}, {"name": "Blue", "faction": "nomad", **blue}]
            players[side]["faction"] = effect.faction or "federation-of-sol"
            group = "technologies" if effect.slug in technologies() else "effects"
            players[side][group] = [effect.slug] if group == "technologies" else {effect.slug: 1}
            scenario: Data = {"step": step, "players": players, "assume": {"capacity": "ignored", "limits": "ignored"}}
            if effect.until:
                scenario["edition"] = effect.edition
            if step == "ground-combat":
                players[0].pop("space")
            chosen: Data = {"retreat": {"from_round": 1}} if effect.acts_in(EarlyRetreat) else {}
            players[side]["policy"] = chosen
            with_it = solved(scenario)
            players[side]["policy"] = {**chosen, "decline": [effect.slug]}
            without = solved(scenario)
            if with_it is None or without is None:
                continue
            chances = [
                [*found.winner.values(), *(one.probability for one in found.chances)] for found in (with_it, without)
            ]
            if max(abs(float(a) - float(b)) for a, b in zip(*chances, strict=True)) >= 0.01:
                seen = True
                assert any(effect.assumed in warning and effect.name in warning for warning in with_it.warnings)
    assert seen


def test_a_tile_takes_its_assumption_away() -> None:
    red = {
        "name": "Red",
        "faction": "ghosts-of-creuss",
        "technologies": ["dimensional-splicer"],
        "space": {"cruiser": 1},
    }
    scenario: Data = {"step": "space-combat", "players": [red, {"name": "Blue", "space": {"cruiser": 1}}]}
    assert any("contains a wormhole" in warning for warning in mecatol.solve(scenario).warnings)
    wormhole = mecatol.solve({**scenario, "system": "26"})  # Lodor, with an alpha wormhole
    assert not any("contains a wormhole" in warning for warning in wormhole.warnings)


def test_what_waits_and_who_leaves_is_told() -> None:
    red: Data = {"name": "Red", "effects": {"emergency-repairs": 1}, "space": {"dreadnought": 1}}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "policy": {"retreat": {"from_round": 2}}}
    said = mecatol.solve({"step": "space-combat", "players": [red, blue]}).warnings
    assert said == [
        "Assumed: Blue has a system to retreat to.",
        "Assumed for Red’s Emergency Repairs: it is played at the first chance.",
    ]
    waits = {**red, "policy": {"play": {"emergency-repairs": 2}}}
    assert mecatol.solve({"step": "space-combat", "players": [waits, {**blue, "policy": {}}]}).warnings == []


def test_the_order_of_losses_is_told_where_nothing_else_shows_it() -> None:
    battle: Data = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}},
                                                         {"name": "Blue", "space": {"cruiser": 1}}]}  # fmt: skip
    assert "Note: Assumed: Red and Blue take hits sustain first, and then" in str(mecatol.solve(battle))
    battle["players"][0]["policy"] = {"assign": "cheapest-first"}
    assert "Note: Assumed: Blue takes hits sustain first" in str(mecatol.solve(battle))
    assert "Note: Assumed" not in str(mecatol.solve({**battle, "policy": {"assign": "best"}}))


def test_a_card_in_a_later_wording_that_finds_nothing_is_told() -> None:
    """The sentence on its wording names it too, and says nothing of what it does."""
    blue = {"name": "Blue", "effects": {"war-funding": 1}, "space": {"destroyer": 1, "cruiser": 1}}
    red = {"name": "Red", "space": {"mech": 2}}
    battle = {"step": "tactical-action", "players": [red, blue], "assume": {"limits": "ignored"}}
    warnings = mecatol.solve(battle).warnings
    assert any(text.startswith("Blue’s War Funding: since Codex I") for text in warnings)
    assert "Blue’s War Funding Ω finds nothing to do here." in warnings


@pytest.mark.parametrize(("fleet", "technologies", "why"), [
    ({"cruiser": 2}, [], ": no ship of its opponent has Sustain Damage"),
    ({"cruiser": 1, "dreadnought": 2}, ["dreadnought-2"], ": Dreadnought II cannot be destroyed by it"),
])  # fmt: skip
def test_a_direct_hit_that_no_ship_has_to_fear_says_why(fleet: Data, technologies: list[str], why: str) -> None:
    """87.5 and the text of Dreadnought II."""
    red = {"name": "Red", "space": fleet, "technologies": technologies}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "effects": {"direct-hit": 1}}
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    assert f"Blue’s Direct Hit finds nothing to do here{why}." in solution.warnings
