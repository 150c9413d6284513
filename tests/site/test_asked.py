"""What came in is what is asked: the page asks for the very case of a link, whatever its form shows of it."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from drawn import Data, made, places
from places import Place
from reading import Open, case

import mecatol

pytestmark = pytest.mark.browser

SCHEMA = mecatol.schema()
ZEROS = [json.loads(line) for line in (Path(__file__).parent / "meaningful-zeros.jsonl").read_text().splitlines()]
"""Cases in which one 0, {} or [] changes the answer."""

KEPT = ("step", "players", "hits", "deploy")
"""What a case holds as it was drawn: some parts of these it may not lack."""

DRIVE = """async (hashes) => {
  const calculator = document.querySelector("mecatol-calculator");
  let asked = null;
  Mecatol.runtime.python.ask = (payload) => {
    asked ??= JSON.parse(JSON.stringify(payload)).scenario;
    return Promise.resolve({ errors: [{ field: "", message: "not solved here" }] });
  };
  const never = (hash) =>
    new Promise((_, reject) => setTimeout(() => reject(new Error(`nothing came of ${hash}`)), 60_000));
  const found = [];
  for (const hash of hashes) {
    Mecatol.ahead = undefined;
    asked = null;
    const moved = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = hash;
    await Promise.race([moved, never(hash)]);
    // Nothing else is asked of these few: they stay far below the 200 addresses in 10 s that browsers take.
    for (let tries = 0; asked === null && tries < 500; tries++) await new Promise((resolve) => setTimeout(resolve, 5));
    const errors = calculator.querySelector('[data-part="errors"]').textContent;
    const came = asked;
    const field = calculator.querySelector('[name="players.0.space.cruiser"]');
    if (field) {
      field.value = String(Number(field.value) + 1);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const changed = field && JSON.parse(JSON.stringify(calculator.scenario));
    found.push({ asked: came, errors, changed, count: field && Number(field.value) });
  }
  return found;
}"""


def drawn(chance: random.Random, step: str) -> Data:
    """A case of a step that says many a 0, {} and []."""
    scenario: Data = {"step": step, **made(chance, SCHEMA)}
    few = [{"name": name, "space": {"cruiser": 1}} for name in ("Red", "Blue", "Green")]
    for player, more in zip(few, scenario.get("players", ()), strict=False):
        player |= {key: one for key, one in more.items() if key != "name"}
    scenario |= {"step": step, "players": few[: chance.choice([1, 2, 2, 2, 3])]}
    for _ in range(chance.randint(0, 3)):
        place = chance.choice(places(scenario))
        for key in [key for key in place if isinstance(place, dict) and key not in (*KEPT, "name")][:2]:
            place[key] = {int: 0, dict: {}, list: []}.get(type(place[key]), place[key])
    return scenario


def shown(open_page: Open, served: Place, step: str, cases: list[Data]) -> list[dict[str, Any]]:
    """What a calculator's page asks for each case of an address, one after the other."""
    reader = open_page(served.page("calculator/" if step == "tactical-action" else f"calculator/{step}/"))
    reader.page.locator(f'mecatol-calculator[step="{step}"][ready]').wait_for()
    reader.page.set_default_timeout(0)
    # A number of blanks that tells them apart: an address that does not change is no other one.
    hashes = [case(step, f"{' ' * (number % 2 + 1)}{json.dumps(one)}") for number, one in enumerate(cases)]
    found: list[dict[str, Any]] = reader.page.evaluate(DRIVE, hashes)
    return found


def changed(scenario: Data, count: int) -> Data:
    """A case after one more cruiser of its first player."""
    other = deepcopy(scenario)
    other["players"][0].setdefault("space", {})["cruiser"] = count
    return other


@pytest.mark.parametrize("step", ["tactical-action", *(step for step in mecatol.STEPS if step != "tactical-action")])
def test_the_page_asks_for_what_came_in(open_page: Open, served: Place, step: str) -> None:
    chance = random.Random(step)
    cases = [*(one for one in ZEROS if one["step"] == step), *(drawn(chance, step) for _ in range(60))]
    for scenario, got in zip(cases, shown(open_page, served, step, cases), strict=True):
        assert got["asked"] == scenario, got["errors"]
        if got["changed"]:
            assert got["changed"] == changed(scenario, got["count"]), scenario
