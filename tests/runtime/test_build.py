"""The browser's Python: built once, the same every time, and answering exactly as this Python does."""

import gzip
import importlib.util
import json
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import content
import mecatol
from theme import live, runtime
from theme.runtime import compiling
from theme.runtime.builder import self_test
from theme.runtime.bundle import FILES, OPENING
from theme.runtime.compiling import check_magic
from theme.runtime.probe import TABLES, Expected, ask_lean
from theme.runtime.tools import boot_in_node
from theme.store import packages

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".cache"


def boot(lean: Path, code: str) -> dict[str, Any]:
    """Boot the parts of the bundle in Node and run code whose last expression is a text."""
    job = {
        "pyodide": str(lean),
        "lock": (lean / FILES["lock"]).read_text(),
        "files": {inside: str(lean / FILES[part]) for part, inside in TABLES.items()},
        "path": "",
        "code": code,
    }
    return boot_in_node(job, "a test")


def test_an_unchanged_project_costs_nothing(
    project: Path, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_step(*_: object, **__: object) -> None:
        pytest.fail("a step of the build ran again")

    monkeypatch.setattr("theme.runtime.builder._build", no_step)
    said: list[str] = []
    again = runtime.build(CACHE, tmp_path, said.append, project=project)
    assert said == []
    assert (tmp_path / again.name).read_bytes() == bundle.read_bytes()
    assert again.size == bundle.stat().st_size
    assert again.name == f"mecatol-runtime-{again.sha256[:20]}.js"


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(
    project: Path, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another folder and from an empty cache, so that neither a path nor a time of day can have slipped in.

    What was read from Pyodide's own WebAssembly is at hand: it is made of nothing else (test_trimming.py). And what the
    first build has tested is not tested again: it is the same bytes.
    """
    for place in ("theme.runtime.builder.self_test", "theme.runtime.snapshot.self_test"):
        monkeypatch.setattr(place, lambda *_: None)
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(project, elsewhere)
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "npm").symlink_to(CACHE / "npm")
    for read in (CACHE / "runtime").glob("references-*"):
        shutil.copytree(read, cache / "runtime" / read.name)
    said: list[str] = []
    other = runtime.build(cache, tmp_path / "out", said.append, project=elsewhere)
    assert (tmp_path / "out" / other.name).read_bytes() == bundle.read_bytes()
    for name in (other.snapshot, other.light, other.wasm):
        assert (tmp_path / "out" / name).read_bytes() == (bundle.parent / name).read_bytes()
    assert [line.split()[0] for line in said] == ["Building", "Built"]
    for path in (bundle.parent / "pyodide").iterdir():
        assert (tmp_path / "out" / "pyodide" / path.name).read_bytes() == path.read_bytes()


def test_bytecode_of_another_python_fails_the_build_clearly() -> None:
    check_magic(importlib.util.MAGIC_NUMBER.hex())
    with pytest.raises(runtime.RuntimeBuildError, match=r"magic number cb0d0d0a.*Build with the Python that") as caught:
        check_magic("cb0d0d0a")
    assert importlib.util.MAGIC_NUMBER.hex() in str(caught.value)


def test_a_project_without_an_entry_says_so(tmp_path: Path) -> None:
    (tmp_path / "solver").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (tmp_path / name).write_text("")
    with pytest.raises(runtime.RuntimeBuildError, match=r"live\.py is missing"):
        runtime.build(tmp_path / "cache", tmp_path / "out", print, project=tmp_path)


def test_a_bundle_that_answers_differently_fails_the_build(lean: Path) -> None:
    expected = Expected(['{"scenario": {"step": "nonsense"}}'], ["another answer"])
    with pytest.raises(runtime.RuntimeBuildError, match=r"nonsense.*this Python with another answer"):
        self_test(lean, expected)


def test_a_solver_that_does_not_import_is_reported_with_its_own_error(project: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(project, broken)
    (broken / "solver" / "mecatol" / "domain" / "units.py").write_text("raise RuntimeError('no units today')\n")
    with pytest.raises(runtime.RuntimeBuildError, match=r"in this Python failed:(?s:.)*no units today"):
        runtime.build(CACHE, tmp_path / "out", print, project=broken)


@pytest.mark.long
def test_every_step_and_every_example_answers_as_here(lean: Path) -> None:
    """The lean boot has only the modules that the build saw in use: no example may need another one."""
    library = content.load()
    scenarios = [example.scenario for topic in library.topics.values() for example in topic.examples]
    scenarios += [mecatol.forms.form(step).default for step in mecatol.STEPS]
    assert {scenario["step"] for scenario in scenarios} >= set(mecatol.STEPS)
    questions = [json.dumps({"scenario": scenario}) for scenario in scenarios]
    for question, there in zip(questions, ask_lean(lean, questions), strict=True):
        assert there == live.answer(question), question


def test_every_module_of_the_solver_is_there_and_found(lean: Path) -> None:
    code = "import json, pkgutil, mecatol; json.dumps([m.name for m in pkgutil.walk_packages(mecatol.__path__)])"
    there = set(json.loads(boot(lean, code)["result"]))
    here = {path.stem for path in (PROJECT / "solver" / "mecatol").iterdir() if path.suffix == ".py"} - {"__init__"}
    here |= {path.parent.name for path in (PROJECT / "solver" / "mecatol").glob("*/__init__.py")}
    spare = {
        "lab",
        "cli",
        "options",
        "completion",
        "searching",
        "chat",
        "protocol",
        "__main__",
    }  # what a browser has no use for
    later = {"homebrew", "saved_games", "playing"}  # come with scripts of their own, when somebody opens or plays one
    assert here - spare - later <= there


def test_a_module_that_was_left_out_fails_cleanly(lean: Path) -> None:
    """Which modules are in is worked out by the build; any other one has to fail the way Python fails."""
    pyodide = packages.pinned("pyodide", CACHE, print)
    with zipfile.ZipFile(pyodide / FILES["stdlib"]) as archive:
        shipped = {name.removesuffix(".py") for name in archive.namelist() if re.fullmatch(r"\w+\.py", name)}
    code = f"""
import importlib, json, sys, traceback
answers = {{}}
for name in {sorted(shipped & sys.stdlib_module_names)!r}:
    try:
        if importlib.util.find_spec(name) is None:
            importlib.import_module(name)
    except ModuleNotFoundError as error:
        answers[name] = [error.name, str(error), traceback.format_exc()]
json.dumps(answers)
"""
    missing: dict[str, list[str]] = json.loads(boot(lean, code)["result"])
    assert "mailbox" in missing
    for name, (named, message, trace) in missing.items():
        assert named == name
        assert name in message
        assert trace.rstrip().splitlines()[-1].startswith("ModuleNotFoundError")
    assert json.loads(boot(lean, "import json; json.dumps([1])")["result"]) == [1]


def test_an_error_in_python_arrives_with_its_traceback(lean: Path) -> None:
    code = "from theme import live\nlive.json = None\nlive.answer('{\"scenario\": {}}')"
    with pytest.raises(runtime.RuntimeBuildError, match="no attribute 'dumps'") as caught:
        boot(lean, code)
    assert re.search(r'File "theme/live\.py", line \d+, in answer', str(caught.value))


def test_data_files_come_through_the_modules_loader(lean: Path) -> None:
    code = """
import json, os, mecatol.domain.data as data
loader, folder = data.__spec__.loader, os.path.dirname(data.__file__)
try:
    loader.get_data(folder + "/nothing.json")
except FileNotFoundError as error:
    missing = error.filename
json.dumps([missing, sorted(json.loads(loader.get_data(folder + "/units.json")))])
"""
    missing, units = json.loads(boot(lean, code)["result"])
    assert missing.endswith("/nothing.json")
    assert units == sorted(json.loads((PROJECT / "solver" / "mecatol" / "domain" / "data" / "units.json").read_text()))


def test_the_bundle_is_one_classic_script_that_names_no_other_site(bundle: Path) -> None:
    text = bundle.read_text("ascii")
    assert text.count(OPENING) == 1
    assert re.search(r"^(import|export)\b", text, re.MULTILINE) is None
    assert "://" not in text
    value = json.loads(text.partition(OPENING)[2].rstrip().removesuffix(";"))
    assert set(value["parts"]) == set(FILES)
    assert value["version"] == packages.PINS["pyodide"].version
    assert value["python"].startswith("{}.{}.".format(*sys.version_info[:2]))


def test_texts_that_only_pages_show_do_not_travel_and_lines_keep_their_numbers() -> None:
    effect = b'sol.agent(\n    "N",\n    "M",\n    timing="T "\n    "more",\n    windows=(),\n)\n'
    leader = b'sol.hero("N", "M", unlock="U")\n'
    kept = b'sol.technology("N", "M")\nsol.agent("N", "M", bears=(STEP,))\n'
    bare = b'sol.agent(\n    "N",\n    "M",\n    timing=""\n,\n    windows=(),\n)\n'
    said = b'sol.hero("N", "-", unlock="")\n'
    assert compiling.without_shown(effect + leader + kept) == bare + said + kept


def test_a_first_answer_over_http_stays_as_light_as_it_is(bundle: Path) -> None:
    """In kB, packed as hosts pack it; theme/build/cost.py says what that comes to in a day."""
    travels = [next(bundle.parent.glob(f"mecatol-{kind}-*")) for kind in ("parts", "python")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in travels) / 1000 < 2_810


def test_no_path_of_this_machine_is_in_the_bundle(lean: Path) -> None:
    for part in ("stdlib", *TABLES):
        assert str(PROJECT).encode() not in (lean / FILES[part]).read_bytes()


def test_any_pyodide_can_load_the_solver_from_the_lock_beside_the_site(bundle: Path) -> None:
    folder = bundle.parent / "pyodide"
    lock = (folder / "pyodide-lock.json").read_text()
    job = {
        "pyodide": str(packages.pinned("pyodide", CACHE, print)),
        "lock": lock,
        "base": f"{folder}/",
        "packages": ["mecatol"],
        "path": "",
        "code": "import json, mecatol; json.dumps([list(mecatol.STEPS), mecatol.__file__])",
    }
    steps, file = json.loads(boot_in_node(job, "a test")["result"])
    assert steps == list(mecatol.STEPS)
    assert "site-packages" in file
    (entry,) = json.loads(lock)["packages"].values()
    assert (folder / entry["file_name"]).is_file()
