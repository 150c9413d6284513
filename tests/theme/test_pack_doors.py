"""A pack that one door calls sound is sound at every door: the command, the check of content, a browser, a site."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loaded import beside_packs

import mecatol
from content import packs
from mecatol import homebrew
from mecatol.effects.model import KINDS
from mecatol.errors import DeclarationError
from mecatol.homebrew import browser_packs
from mecatol.homebrew.acts import ACTS, SETTINGS
from theme.build.homebrew import with_packs
from theme.pages.factions import faction_page
from theme.pages.page import Site

ROOT = Path(__file__).parents[2]
ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    100,
    10**6,
    1.5,
    "",
    "x",
    "index",
    "Sol",
    "cruiser",
    [],
    {},
    [[]],
    "a\u202eb",
    True,
)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    browser_packs.hold([])
    assert packs.register(()) == []


def act(chance: random.Random) -> dict[str, Any]:
    name = chance.choice([*ACTS])
    settings = [*ACTS[name].needs, *(each for each in ACTS[name].may if chance.random() < 0.5)]
    return {"act": name, **{each: chance.choice(SETTINGS[each].samples) for each in settings}}


def component(chance: random.Random, at: str, number: int) -> dict[str, Any]:
    acts = [act(chance) for _ in range(chance.choice([1, 1, 1, 2]))]
    steps = [step for each in acts for step in ACTS[each["act"]].steps(each)] or ["space-combat"]
    kind = chance.choice(KINDS)
    made: dict[str, Any] = {
        "slug": f"{at}-card-{number}", "name": f"Card {number} of {at}", "kind": kind, "edition": at,
        "meaning": "It does something.", "timing": "Always.", "clauses": ["78.5"],
        "steps": chance.sample(sorted({*steps}), chance.randint(1, len({*steps}))), "acts": acts,
        "of": ACTS[acts[0]["act"]].of[0],
    }  # fmt: skip
    if chance.random() < 0.7:
        made["faction"] = f"{at}-folk"
    if kind in ("technology", "faction technology") and chance.random() < 0.8:
        made |= {"color": chance.choice(["red", "blue"]), "prerequisites": ["red"]}
    if kind == "unit" and chance.random() < 0.8:
        made["unit"] = f"{at}-ship"
    if kind == "leader":
        made["leader"] = chance.choice(["agent", "commander", "hero"])
        made |= {"rounds": 1} if chance.random() < 0.7 else {}
    return made


def pack(chance: random.Random, number: int) -> dict[str, Any]:
    """A pack as an author may write it; every other one has something odd in it."""
    at = f"e{number}"
    made: dict[str, Any] = {
        "edition": {"slug": at, "name": f"Edition {at}"},
        "factions": [
            {"slug": f"{at}-folk", "name": f"The Folk of {at}", "short": f"Folk {at}", "edition": at, "commodities": 3}
        ],
        "units": [
            {
                "slug": f"{at}-ship", "name": f"Ship {at}", "type": chance.choice(["flagship", "mech", "cruiser"]),
                "faction": f"{at}-folk", "edition": at, "cost": 2, "combat": {"value": 7, "dice": 2}, "move": 1,
            }
        ],
        "components": [component(chance, at, each) for each in range(chance.randint(0, 3))],
    }  # fmt: skip
    if chance.random() < 0.5:
        places = [made["edition"], *made["factions"], *made["units"], *made["components"]]
        place = chance.choice(places)
        place[chance.choice([*place])] = chance.choice(ODD)
    return made


def refused(data: dict[str, Any], folder: Path, door: str) -> str:
    """Why a door does not take a pack; empty if it does."""
    path = folder / "pack.json"
    text = json.dumps(data)
    path.write_text(text, encoding="utf-8")
    try:
        if door == "command":
            homebrew.register_only([path])
        elif door == "check":
            return "; ".join(f"{fault.message}" for fault in packs.register([path]))
        else:
            homebrew.register_only(())
            browser_packs.hold([])
            browser_packs.gains({"name": "pack.json", "text": text})
    except DeclarationError as error:
        return str(error)
    finally:
        browser_packs.hold([])
        packs.register(())
    return ""


@pytest.mark.long
def test_every_door_says_the_same_of_a_pack_and_a_sound_one_has_its_pages(tmp_path: Path) -> None:
    chance = random.Random(11)
    sound, wrong = [], 0
    for number in range(60):
        data = pack(chance, number)
        said = {door: refused(data, tmp_path, door) for door in ("command", "check", "browser")}
        assert len({bool(each) for each in said.values()}) == 1, (data, said)
        assert "Traceback" not in str(said)
        if said["command"]:
            wrong += 1
        else:
            sound.append(data)
    assert len(sound) > 10
    assert wrong > 10
    files = []
    for data in sound[:12]:
        files.append(tmp_path / f"{data['edition']['slug']}.json")
        files[-1].write_text(json.dumps(data), encoding="utf-8")
    assert packs.register(files) == []
    library = beside_packs()
    for data in sound[:12]:
        slug = data["factions"][0]["slug"]
        assert data["factions"][0]["name"] in faction_page(slug, library, Site())
    with with_packs(ROOT, files) as project:
        environment = {**os.environ, "PYTHONPATH": str(project / "solver")}
        command = [sys.executable, "-c", "import json, mecatol; print(json.dumps([*mecatol.EDITIONS]))"]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert {data["edition"]["slug"] for data in sound[:12]} <= {*json.loads(ran.stdout)}
    assert {*mecatol.EDITIONS} >= {data["edition"]["slug"] for data in sound[:12]}
