"""Addresses of other sites, opened at ours: a battle of ti4battle, and a page of tirules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, Reader, written

import mecatol
from mecatol.paste.pasted import Pasted
from mecatol.paste.taking import take

pytestmark = pytest.mark.browser

_FOLDER = Path(__file__).resolve().parents[1] / "solver" / "paste"
NAMES: dict[str, Any] = json.loads((_FOLDER / "ti4battle_names.json").read_text(encoding="utf-8"))
"""Every name that ti4battle and AsyncTI4's link builder can write."""
Query = dict[str, str | int]


def battles() -> list[Query]:
    """Return addresses in which every name stands at least once: two factions each, with a share of everything else."""
    pairs = list(zip(NAMES["factions"][::2], NAMES["factions"][1::2], strict=True))
    found: list[Query] = [{"attacker-faction": one, "defender-faction": other} for one, other in pairs]
    for query in found:
        query |= {f"attacker-unit-{unit}": 1 for unit in NAMES["units"] if unit != "pds"}
        query |= {f"defender-unit-{unit}": 1 for unit in ("carrier", "cruiser", "pds", "infantry")}
    for number, unit in enumerate(NAMES["upgrades"]):
        found[number][f"attacker-upgrade-{unit}"] = "true"
    effects = [
        *NAMES["effects"].items(),
        *((name, {}) for name in NAMES["bot_effects"] if name not in NAMES["effects"]),
    ]
    for number, (name, told) in enumerate(effects):
        own = told.get("faction") or ("Ral Nel Consortium" if name.startswith("Ral Nel") else "")
        query = next((one for one in found if own and own in one.values()), found[number % len(found)])
        side = next((key.partition("-")[0] for key, value in query.items() if own and value == own), "attacker")
        key = f"effect-{name}" if told.get("both") else f"{told.get('side', side)}-effect-{name}"
        query[key] = 1
    found[0] |= {"attacker-damaged-dreadnought": 1, "attacker-damaged-mech": 1, "defender-risk-direct-hit": "false"}
    found[1]["place"] = "ground"
    return found


def read_here(query: Query) -> Pasted:
    return take("?" + urlencode(query))


def answered(scenario: dict[str, Any]) -> dict[str, Any]:
    """Return what the solver says of a case: two that are written otherwise may be the same."""
    solution = mecatol.solve(scenario).to_json()
    del solution["scenario"]
    return solution


def opened(open_page: Open, served: Place, path: str, query: Query) -> tuple[Reader, Pasted]:
    """Open the address of a battle at one of our pages, once its calculator has answered."""
    found = read_here(query)
    reader = open_page(served.page(path) + "?" + urlencode(query))
    reader.page.wait_for_url(re.compile("#1/"))
    return reader, found


@pytest.mark.parametrize("path", ["", "calculator/", "calculator/space-combat/", "calculator/ground-combat/"])
def test_an_address_of_ti4battle_opens_its_battle(open_page: Open, served: Place, path: str) -> None:
    query: Query = {
        "attacker-faction": "Hacan", "attacker-unit-cruiser": 3, "attacker-effect-Direct Hit": 1,
        "defender-faction": "Sol", "defender-unit-carrier": 2, "defender-upgrade-carrier": "true",
        "attacker-effect-No such card": 1,
    }  # fmt: skip
    reader, found = opened(open_page, served, path, query)
    reader.answered(found.scenario["step"])
    assert written(reader) == found.scenario
    assert "attacker-" not in reader.page.url
    taken = reader.calculator(found.scenario["step"]).locator('[data-part="taken"]')
    expect(taken).to_contain_text("Taken from")
    assert found.left_out
    expect(taken).to_contain_text("No such card")
    reader.page.reload()
    reader.answered(found.scenario["step"])
    assert written(reader) == found.scenario
    assert reader.said == []


@pytest.mark.long
def test_every_name_that_a_link_can_hold_is_read_at_our_address(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    for query in battles():
        found = read_here(query)
        reader.page.goto(served.page("calculator/") + "?" + urlencode(query))
        step = found.scenario["step"]
        taken = reader.page.locator(f'mecatol-calculator[step="{step}"] [data-part="taken"]')
        expect(taken).to_contain_text("Taken from")
        form = reader.page.evaluate(
            "step => document.querySelector(`mecatol-calculator[step='${step}']`).scenario", step
        )
        assert form == found.scenario or answered(form) == answered(found.scenario)
        left_out = taken.locator("li").filter(has_text="Not taken over: ").all_inner_texts()
        assert left_out == [f"Not taken over: {sentence}" for sentence in found.left_out]
        assert reader.said == []


def test_a_defender_alone_asks_what_would_be_enough(open_page: Open, served: Place) -> None:
    query: Query = {"defender-faction": "Sol", "defender-unit-carrier": 1, "defender-unit-fighter": 2}
    reader, found = opened(open_page, served, "", query)
    assert found.alone
    calculator = reader.page.locator('mecatol-calculator[step="space-combat"]')
    expect(calculator.locator('[data-part="enough-said"]')).to_contain_text("cheapest force that is enough")
    expect(calculator.locator('[data-part="enough-player"]')).to_have_value(found.alone)
    expect(calculator.locator('[data-part="enough-list"] li').first).to_be_visible()
    assert reader.said == []


def test_an_old_address_leads_to_its_heading(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("R_space_cannon/") + "#77.3")
    expect(reader.page).to_have_url(served.page("rules/space-cannon/") + "#77.3")
    card = open_page(served.page("C_action_cards/") + "#Direct Hit")
    expect(card.page).to_have_url(served.page("cards/action-cards/") + "#direct-hit")
    plain = open_page(served.page("F_letnev/"), javascript=False)
    expect(plain.page).to_have_url(served.page("factions/barony-of-letnev/"))
    assert reader.said == card.said == []
