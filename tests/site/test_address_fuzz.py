"""Thousands of addresses of the schema's own shape, with hostile keys in them, one after the other in a browser.

No key ends on a prototype, nothing of theirs runs, nothing takes longer than ten seconds, and what is answered is the
very case that the address holds.
"""

from __future__ import annotations

import json
import random
from copy import deepcopy
from itertools import batched, chain
from typing import Any

import pytest
from drawn import made, places
from hostile import BEFORE, INHERITED, UNBELTED, text
from places import Place
from reading import FIRST, PAGE, STEP, Open, Reader, case

import mecatol
from mecatol.domain.rulings import RULINGS
from mecatol.scenario.policy import DEFAULT_ASSIGN

pytestmark = pytest.mark.browser
Data = dict[str, Any]

SCHEMA = mecatol.schema()
RUNNING = "<img src=x onerror=smuggled=1>"
KEYS = (
    *INHERITED, "players.0.space.cruiser", "players.__proto__.x", "ask.99999999.x", "players.2000000000.x", "0", "99",
    "length", "a.b", "", " ", '"]', "\u202e", RUNNING, "javascript:smuggled=1", "x" * 200,
)  # fmt: skip
VALUES = (
    None, True, -1, 1.5, 1e308, 2**53, "x", "", "a\nb", RUNNING, "__proto__", [], {}, [[]], [None], {"length": 9e9},
    {"__proto__": {"compare": RUNNING}}, {"toString": 1}, "x" * 300, list(range(70)),
)  # fmt: skip

DRIVE = """async (hashes) => {
  const calculator = document.querySelector("mecatol-calculator");
  const errors = calculator.querySelector('[data-part="errors"]');
  calculator.removeAttribute("data-advised");
  let asked = null;
  const { ask } = Mecatol.runtime.python;
  Mecatol.runtime.python.ask = (payload, options) => {
    if (options.onProgress) asked ??= payload; // else nobody waits for it
    return ask(payload, options);
  };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const never = (hash) => wait(60_000).then(() => Promise.reject(new Error(`nothing came of ${hash}`)));
  const found = [];
  for (const hash of hashes) {
    Mecatol.ahead = undefined; // which comes with the first answer, and would answer the same question unasked
    asked = null;
    errors.hidden = true;
    const began = performance.now();
    const moved = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = hash;
    await Promise.race([moved, never(hash)]);
    await wait(0);
    while (calculator.hasAttribute("busy") && performance.now() - began < 60_000) await wait(2);
    const took = performance.now() - began;
    const shown = calculator.querySelector('[data-part="result"]').matches(":not(.is-stale)");
    found.push({ asked, shown, refused: !errors.hidden, took, foreign: foreign(), ran: "smuggled" in window });
    await wait(55 - took); // browsers drop addresses that change more often
  }
  Mecatol.runtime.python.ask = ask;
  return found;
}"""
WINDOWS = 5
"""So many windows side by side: each waits for most of the time, as a browser takes few addresses a second in one."""


def address(chance: random.Random) -> Data:
    """A case of the schema's shape; two out of three have something hostile in them."""
    scenario = made(chance, SCHEMA)
    few = [{"name": name, "space": {"cruiser": 1}} for name in ("Red", "Blue")]
    if chance.random() < 0.7:  # else hardly any would be a battle
        for player, plain in zip(few, scenario.get("players", ()), strict=False):
            player.update({key: one for key, one in plain.items() if key != "name"})
        scenario["players"] = few
    scenario["step"] = STEP if chance.random() < 0.97 else chance.choice(list(mecatol.STEPS))
    for _ in range(chance.choice([0, 1, 3])):
        place = chance.choice(places(scenario))
        bad = deepcopy(chance.choice([*VALUES, made(chance, SCHEMA)]))
        if isinstance(place, list):
            place.append(bad)
        else:
            place[chance.choice([*KEYS, *place, *place])] = bad
    return dict(scenario)


def said(value: Any) -> Any:
    """A case without empty mappings and the defaults of choices: a form leaves out what says nothing."""
    if isinstance(value, list):
        return [said(one) for one in value]
    if not isinstance(value, dict):
        return value
    whole = {key: said(one) for key, one in value.items()}
    if whole.get("assign") == []:
        del whole["assign"]  # an order of losses that names nothing is none in a form
    while isinstance(fleets := whole.get("fleets"), list) and fleets and fleets[-1] == {}:
        whole["fleets"] = fleets[:-1]  # a fleet after all others in which nothing moves
    if (
        isinstance(policy := whole.get("policy"), dict)
        and "players" in whole
        and policy.get("assign") == DEFAULT_ASSIGN
    ):
        whole["policy"] = {key: one for key, one in policy.items() if key != "assign"}
    if isinstance(rulings := whole.get("rulings"), dict):
        usual = {key: ruling.default for key, ruling in RULINGS.items()}
        whole["rulings"] = {key: one for key, one in rulings.items() if usual.get(key) != one}
    return {key: one for key, one in whole.items() if one != {} and not (key == "fleets" and one == [])}


def meaning(scenario: object) -> Data | None:
    """What the solver reads of a case; None where it refuses it."""
    try:
        return dict(said(mecatol.read(said(scenario)).data()))
    except mecatol.ScenarioError:
        return None


def driven(open_page: Open, served: Place) -> Reader:
    """A window with a calculator that has answered."""
    reader = open_page("about:blank")
    reader.page.add_init_script(UNBELTED + BEFORE)
    reader.page.goto(served.page(PAGE))
    reader.page.evaluate("hash => { location.hash = hash }", case(STEP, text(FIRST)))
    reader.answered(STEP)
    reader.page.set_default_timeout(0)
    return reader


@pytest.mark.parametrize(("number", "seed"), [(80, 7), pytest.param(1000, 2, marks=pytest.mark.long)])
def test_no_address_does_more_than_hold_a_case(open_page: Open, served: Place, number: int, seed: int) -> None:
    chance = random.Random(seed)
    cases = [address(chance) for _ in range(number)]
    parts = [cases[at : at + 100] for at in range(0, number, 100)]
    readers = [driven(open_page, served) for _ in range(min(WINDOWS, len(parts)))]
    answered = 0
    for together in batched(parts, len(readers), strict=False):
        for reader, part in zip(readers, together, strict=False):
            # A number that tells them apart: an address that does not change is no other one.
            hashes = [case(STEP, f"{' ' * (index % 2 + 1)}{text(one)}") for index, one in enumerate(part)]
            reader.page.evaluate(f"hashes => {{ window.driving = ({DRIVE})(hashes); }}", hashes)
        found = [one for reader in readers[: len(together)] for one in reader.page.evaluate("() => window.driving")]
        for scenario, got in zip(chain.from_iterable(together), found, strict=True):
            assert got["foreign"] == [], scenario
            assert not got["ran"], scenario
            assert got["took"] < 10_000, scenario
            if got["asked"] is None:
                assert got["refused"], scenario
                continue
            read = meaning(json.loads(text(scenario)))
            asked = meaning(got["asked"]["scenario"])
            assert asked in (None, read), scenario  # a case of one player has a second without a name, and is refused
            if got["shown"] and not got["refused"]:
                answered += 1
                assert read is not None, scenario
    assert number / 20 < answered < number
    for reader in readers:
        assert reader.said == []
