"""Packs that a reader opens in a browser: what bounds them, what forms gain, and how they come and go."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol import homebrew
from mecatol.effects.model import EFFECTS
from mecatol.errors import DeclarationError
from mecatol.homebrew import browser_packs
from mecatol.homebrew.acts import ACTS, SETTINGS
from tests.draws import some_now

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

ZELIAN: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "homebrew" / "zelian_purifier.yaml").read_text("utf-8")
)
BATTLE = {
    "step": "bombardment",
    "edition": "discordant-stars",
    "players": [
        {"name": "Red", "faction": "zelian-purifier", "space": {"dreadnought": 1}},
        {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}},
    ],
}


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Let no pack of one test be known to the next."""
    browser_packs.hold([])
    yield
    browser_packs.hold([])
    homebrew.register_only(())


def packed(data: object, name: str = "zelian.json") -> dict[str, str]:
    return {"name": name, "text": data if isinstance(data, str) else json.dumps(data)}


def changed(**more: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(ZELIAN)), **more}


def test_a_pack_says_what_forms_gain() -> None:
    gains = browser_packs.gains(packed(ZELIAN))
    assert (gains["edition"], gains["name"]) == ("discordant-stars", "Discordant Stars (homebrew)")
    assert gains["factions"] == [["zelian-purifier", "The Zelian Purifier"]]
    assert {"thunders-edge", "discordant-stars"} <= set(gains["holds"])
    assert {"shard-volley", "zelian-b", "impactor-2"} <= {effect["slug"] for effect in gains["effects"]}
    infantry = gains["units"]["bombardment"]["space"]["infantry"]
    assert infantry["name"] == "Infantry"
    assert ["zelian-purifier", "impactor-2", "discordant-stars", None, 0] in [row[:5] for row in infantry["versions"]]
    assert mecatol.solve(BATTLE).hits["Red"][1] == pytest.approx(0.6)
    assert json.loads(json.dumps(gains)) == gains


def test_packs_come_and_go_with_the_questions() -> None:
    before = len(EFFECTS)
    assert browser_packs.hold([packed(ZELIAN)]) == []
    assert mecatol.solve(BATTLE).hits["Red"][1] == pytest.approx(0.6)
    assert browser_packs.hold([packed(ZELIAN)]) == []
    assert browser_packs.hold(None) == []
    assert len(EFFECTS) == before
    with pytest.raises(mecatol.ScenarioError):
        mecatol.solve(BATTLE)
    (refused,) = browser_packs.hold([packed("{}", "old.json")])
    assert refused.startswith("The pack old.json on this device does not fit this version of the site: ")
    assert browser_packs.hold([packed("{}", "old.json")]) == [refused]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "is not JSON"),
        ("edition: {slug: a}", "is not JSON"),
        ('{"edition": 1, "edition": 2}', "twice"),
        ("[" * 50_000, "nested too deeply"),
        (" " * 200_001, "is longer than 200,000 characters"),
        ([], "is not a pack"),
        ({"units": []}, "edition: is missing"),
        (changed(edition={"slug": "constructor", "name": "C"}), "edition: is missing"),
        (changed(edition={"slug": "x", "name": " "}), "edition.name: is missing"),
        (changed(edition={"slug": "base", "name": "B"}), "must be 'base', the edition of the pack"),
        (changed(edition={"slug": "discordant-stars", "name": "N" * 61}), "edition.name: is longer than 60 characters"),
        (changed(edition={"slug": "discordant-stars", "name": "N", "extends": []}), "zelian.json: "),
        (changed(components=[{"x": 0}] * 201), "components: holds more than 200 entries"),
        (changed(components=[{"x": [[0] * 200] * 100}]), "holds more than 10,000 values"),
        (changed(components=[{"edition": "discordant-stars", "limit": 10**9}]), "limit: must be from -99 to 99"),
        (changed(components=[{"edition": "discordant-stars", "k" * 61: 1}]), "a field that is not a name of at most"),
        (changed(components=[{"edition": "discordant-stars", "slug": "__proto__"}]), "'__proto__' is not a slug"),
        (changed(components=[{"edition": "discordant-stars", "meaning": "M" * 1001}]), "longer than 1,000 characters"),
    ],
)  # fmt: skip
def test_what_no_pack_needs_is_refused_by_name(data: object, said: str) -> None:
    before = dict(mecatol.EDITIONS), len(EFFECTS)
    with pytest.raises(DeclarationError) as told:
        browser_packs.gains(packed(data))
    assert said in str(told.value), str(told.value)
    assert (mecatol.EDITIONS, len(EFFECTS)) == before


def test_there_are_only_so_many_at_once() -> None:
    packs = [
        packed({"edition": {"slug": f"e-{number}", "name": f"E {number}"}}, f"{number}.json") for number in range(9)
    ]
    assert browser_packs.hold(packs) == []
    assert "e-7" in mecatol.EDITIONS
    assert "e-8" not in mecatol.EDITIONS
    with pytest.raises(DeclarationError, match="8 packs are open already"):
        browser_packs.gains(packs[8])


def test_texts_of_a_pack_stay_outside() -> None:
    browser_packs.gains(packed(changed(texts={"zelian-purifier": {"summary": "S" * 5000}})))
    assert homebrew.packs.TEXTS == {}


ODD = [None, True, -1, 0, 3, 10**9, 1.5, "", "x", "infantry", "toString", [], {}, [[]], {"act": 1}, [{}], "S" * 2000]


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def test_whatever_a_field_holds_is_solved_or_refused_in_words() -> None:
    rng = random.Random(5)
    for _ in range(120):
        data = changed()
        data.pop("texts", None)
        held, key = rng.choice(list(places(data)))
        held[key] = rng.choice(ODD)
        said = ""
        try:
            browser_packs.gains(packed(data))
        except DeclarationError as error:
            said = str(error)
        assert all(line.startswith("zelian.json: ") for line in said.splitlines()), said
        browser_packs.hold([])


@pytest.mark.parametrize("name", some_now(list(ACTS), 5))
def test_every_act_bears_the_largest_numbers_that_a_pack_may_hold(name: str) -> None:
    samples: dict[str, Any] = {"unit": "cruiser", "units": ["cruiser"], "ability": "anti-fighter-barrage", "value": 9}
    act = {"act": name, **{setting: samples.get(setting, SETTINGS[setting].most) for setting in ACTS[name].needs}}
    step = next(step for step in ACTS[name].steps(act) if step in mecatol.STEPS)
    record = {
        "slug": "trick", "name": "Trick", "kind": "relic", "edition": "tricks", "meaning": "A trick.",
        "timing": "Always.", "clauses": ["78.5"], "steps": [step], "of": ACTS[name].of[0], "acts": [act],
    }  # fmt: skip
    browser_packs.gains(packed({"edition": {"slug": "tricks", "name": "Tricks"}, "components": [record]}))
    scenario = json.loads(json.dumps(mecatol.STEPS[step].example)) | {"edition": "tricks"}
    scenario["players"][0].setdefault("effects", {})["trick"] = 1
    with suppress(mecatol.ScenarioError):  # such as a trick that the example has no room for: said in words
        mecatol.solve(scenario, seconds=20)
