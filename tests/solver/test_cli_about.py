"""What the command says of itself: its version, help and completions, and the lists and schemas of what it takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mecatol
from mecatol.cli import DEFECT, INTERRUPTED, NOT_SOLVED, UNWRITABLE, main
from mecatol.domain.units import UNIT_TYPES
from mecatol.homebrew.pack_schema import pack_schema
from mecatol.lab.plan_schema import plan_schema
from mecatol.options import SCHEMAS
from tests.solver.command_line import run

ROOT = Path(__file__).parents[2]


def test_the_schema_and_the_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(run(capsys, "schema")[1]) == json.loads(json.dumps(mecatol.schema()))
    out = run(capsys, "list")[1]
    assert all(slug in out for slug in (*mecatol.STEPS, *mecatol.EDITIONS, *mecatol.EFFECTS))
    listed = {line.partition(": ")[0]: line for line in out.splitlines()}
    assert " aetherstream," in listed["Technologies (`technologies`)"]
    assert "aetherstream" not in listed["Effects (`effects`)"]
    assert " morale-boost," in listed["Effects (`effects`)"]
    assert "slipstream (ghosts-of-creuss)" in out
    assert "corsair-passage (corsair)" in out
    assert "combat-plus (plus; optional: unit), ability-plus (plus, ability)," in out


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("effects", {"aetherstream": 1}, "Aetherstream belongs under `technologies`"),
        ("effects", {"gravity-drive": 1}, "Gravity Drive belongs under `technologies`"),
        ("effects", {"cruiser-2": 1}, "Cruiser II belongs under `technologies`"),
        ("effects", {"slipstream": 1}, "Slipstream applies automatically with `faction: ghosts-of-creuss`"),
        ("effects", {"corsair-passage": 1},
         "Corsair is what `cruiser` counts with `faction: mentak-coalition` and `cruiser-2` and `the-tables-grace`"),
        ("technologies", ["corsair"],
         "Corsair is what `cruiser` counts with `faction: mentak-coalition` and `cruiser-2` and `the-tables-grace`"),
        ("technologies", ["morale-boost"], "Morale Boost belongs under `effects`, with a count"),
        ("effects", {"dannel-of-the-tenth": 1}, "Dannel of the Tenth is not carried out: it places infantry"),
    ],
)  # fmt: skip
def test_what_belongs_elsewhere_is_told_where(field: str, value: object, said: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.read({"step": "movement", "players": [{"name": "Red", field: value}]})
    (problem,) = caught.value.problems
    assert said in problem.message


@pytest.mark.parametrize("field", ["effects", "technologies"])
def test_whatever_is_listed_is_taken_where_it_is_listed(capsys: pytest.CaptureFixture[str], field: str) -> None:
    line = next(line for line in run(capsys, "list")[1].splitlines() if f"(`{field}`)" in line)
    named = line.partition(": ")[2].split(", ")
    assert len(named) > 50
    for slug in named:
        value: object = {slug: 1} if field == "effects" else [slug]
        mecatol.read({"step": "movement", "players": [{"name": "Red", field: value}]})


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"mecatol {mecatol.__version__}\n"


@pytest.mark.cpython_only("starts another process")
@pytest.mark.parametrize("asked", [["--version"], ["--help"], ["completion", "bash"]])
def test_an_import_prints_nothing_and_ends_no_program(asked: list[str]) -> None:
    """However the program that imports the package was started; only its command line looks at arguments."""
    code = f"import sys; sys.argv = sys.orig_argv = ['python', '-m', 'mecatol', *{asked}]; import mecatol; print('on')"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "solver")}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "on\n"


@pytest.mark.parametrize("command", ["solve", "sweep"])
def test_help_says_what_runs_with_all_rights(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "Python runs with all your rights: give only files that you trust" in told
    assert ("use only a cluster that you trust" in told) == (command == "sweep")


def test_help_documents_every_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for status in (0, NOT_SOLVED, DEFECT, UNWRITABLE, INTERRUPTED):
        assert f"\n  {status} " in told


COMPLETED = """{script}
COMP_WORDS=({words}) COMP_CWORD={place}
_mecatol
echo "${{COMPREPLY[@]}}"
"""


@pytest.mark.cpython_only("starts another process")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("mecatol sw", "sweep"),
        ("mecatol --ver", "--version"),
        ("mecatol solve --li", "--lines"),
        ("mecatol solve --wi", "--with"),
        ("mecatol completion f", "fish"),
    ],
)
def test_bash_completes_commands_and_options(capsys: pytest.CaptureFixture[str], words: str, completed: str) -> None:
    assert main(["completion", "bash"]) == 0
    asked = COMPLETED.format(script=capsys.readouterr().out, words=words, place=len(words.split()) - 1)
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [completed]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_told_every_command_and_option(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr().out
    for name in ("solve", "advise", "sweep", "best-fleet", "completion"):
        assert name in told
    option = "--lines[" if shell == "zsh" else "-l lines -d"
    assert option in told
    assert told.count("'") % 2 == 0


def test_list_prints_one_kind_or_all_as_text_or_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "units"]) == 0
    assert capsys.readouterr().out.split() == list(UNIT_TYPES)
    assert main(["list", "planets", "--json"]) == 0
    assert "mecatol-rex" in json.loads(capsys.readouterr().out)
    assert main(["list", "--json"]) == 0
    kinds = json.loads(capsys.readouterr().out)
    assert kinds.pop("version") == mecatol.__version__
    assert {"steps", "editions", "factions", "units", "planets", "technologies", "acts"} <= kinds.keys()
    assert main(["list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(kinds)
    assert main(["list", "unit"]) == 2
    assert "'unit' is not a kind; did you mean 'units'?" in capsys.readouterr().err


@pytest.mark.cpython_only("jsonschema needs a compiled package")
def test_each_schema_names_itself_and_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for kind in SCHEMAS:
        assert main(["schema", kind]) == 0
        schema = json.loads(capsys.readouterr().out)
        assert schema["$id"] == f"mecatol:{kind}-1"
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.cpython_only("reads files outside of the package")
def test_packs_and_plans_of_the_project_keep_to_their_schemas() -> None:
    jsonschema, yaml = pytest.importorskip("jsonschema"), pytest.importorskip("yaml")
    for schema, files in (
        (pack_schema(), (ROOT / "tests" / "solver" / "homebrew").glob("*.yaml")),
        (plan_schema(), (ROOT / "content" / "lab").glob("*.yaml")),
    ):
        validator = jsonschema.Draft202012Validator(schema)
        read = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
        assert read
        for data in read:
            assert [error.message for error in validator.iter_errors(data)] == []
        assert list(validator.iter_errors({**read[0], "fleats": {}}))
