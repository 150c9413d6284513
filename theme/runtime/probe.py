"""What is asked of the solver during the build, in this Python and in the browser's, and what that brings to light."""

import json
from pathlib import Path
from typing import NamedTuple

from theme.runtime.bundle import FILES
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.sources import ENTRY
from theme.runtime.tools import boot_in_node, run_python

SOURCES = "/lib/mecatol.zip"
"""Where the project's sources lie in Pyodide's file system for the discovery."""

TABLES = {"modules": "/lib/mecatol-stdlib.bin", "package": "/lib/mecatol-package.bin"}
"""Where ``inside.py`` looks for two parts of the bundle."""

EXERCISE = Path(__file__).with_name("exercise.py")
"""What Python itself has to be able to do, so that what it takes for it is not left out."""

MARKS = "mecatol_marks"
"""Name of the memory in which marked functions note that they have run."""

# Stands in for ``inside.py`` during the discovery: what is there already when it comes has to come without it.
EARLY = "import sys\nearly = list(sys.modules)\n"

# Runs in this Python with the project on the path. A question per step, with the form's own first scenario, each of the
# other things that can be asked, and what has to be refused, so that the way of a mistake is walked as well.
QUESTIONS = """
import copy, json
import solver, solver.forms
from theme import live

def asked(scenario):
    return {"scenario": scenario, "root": "../../"}

scenarios = {step: copy.deepcopy(solver.forms.form(step).default) for step in solver.STEPS}
first, battle = next(iter(scenarios.values())), scenarios["space-combat"]
wrong, many = copy.deepcopy(first), copy.deepcopy(battle)
wrong["players"][0].setdefault("space", {})["destroyr"] = 1
for player in many["players"]:
    player["space"] = dict.fromkeys(("carrier", "cruiser", "dreadnought", "fighter"), 40)
told = [json.loads(live.answer(json.dumps({"say": scenario})))["text"] for scenario in scenarios.values()]
questions = [
    *map(asked, [*scenarios.values(), {"step": "no-such-step"}, wrong, many, {"step": 1, "players": "x"}, {}]),
    *({**asked(scenario), "with": scenario, "links": {"77": "../space-cannon/"}} for scenario in scenarios.values()),
    {**asked(battle), "with": wrong},
    *({"say": scenario} for scenario in [*scenarios.values(), wrong]),
    *({"understand": text} for text in [*told, told[0].replace("1", "one"), "Two cruisers", "", 3, "x" * 30_000]),
    *({"paste": text} for text in [*told, json.dumps(battle), "3 cruisers, 2 fighters vs 1 dreadnought", "?", "{", 3]),
    *({"chat": scenario, "address": "https://example.org/#s=1"} for scenario in [*scenarios.values(), wrong]),
    *({"picture": scenario} for scenario in [*scenarios.values(), wrong]),
    {"advise": first},
    {"advise": battle, "after": "x"},
    {"enough": battle, "player": "x", "reach": 0.5},
    "nothing",
]
questions = [*map(json.dumps, questions), "[" * 100, "{", "[1e999, \\"\\ud800\\"]"]
print(json.dumps([questions, [live.answer(question) for question in questions]]))
"""

# Runs in Pyodide after it has answered. Imports that wait inside a function of ours are followed here, so that no
# step, however rare, meets a module that was left out. Modules frozen into the interpreter need no file.
MODULES = """
import ast, importlib, importlib.util, json, sys
from contextlib import suppress

def ours():
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("solver", "theme"):
            source = module.__spec__.loader.get_source(name)
            yield from ast.walk(ast.parse(source or ""))

wanted = set()
for node in ours():
    if isinstance(node, ast.Import):
        wanted.update(alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        wanted.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
for name in sorted(wanted):
    if name.partition(".")[0] in sys.stdlib_module_names:
        with suppress(ImportError):
            importlib.import_module(name)

stdlib = next(entry for entry in sys.path if entry.endswith(".zip") and "/python3" in entry) + "/"
files = {}
for name, module in list(sys.modules.items()):
    spec = getattr(module, "__spec__", None)
    if spec is not None and spec.origin and spec.origin.startswith(stdlib):
        files[spec.origin.removeprefix(stdlib)] = name in sys.modules["sitecustomize"].early
early = sorted(file for file, soon in files.items() if soon)
json.dumps({"magic": importlib.util.MAGIC_NUMBER.hex(), "files": sorted(files), "early": early})
"""


class Expected(NamedTuple):
    """Questions to the entry module and this Python's answers to them, both as JSON texts."""

    questions: list[str]
    answers: list[str]


def compare(expected: Expected, answers: list[str], who: str) -> None:
    """Raise RuntimeBuildError with the first question that ``who`` answers differently."""
    for question, here, there in zip(expected.questions, expected.answers, answers, strict=True):
        if here != there:
            raise RuntimeBuildError(f"{who} answers {question} with {there[:500]}, this Python with {here[:500]}")


class Discovery(NamedTuple):
    """What a run from sources in Pyodide brought to light."""

    magic: str
    """The first bytes of bytecode files that Pyodide's Python accepts, in hexadecimal."""
    files: list[str]
    """The files of the standard library that were imported, as they are called in its archive."""
    early: list[str]
    """Those of them that are imported before the first module of ours can run."""


def ask_here(project: Path) -> Expected:
    """Ask the questions in this Python; raises RuntimeBuildError if the solver itself fails."""
    printed = run_python(
        ["-c", QUESTIONS], cwd=project, doing="asking the solver in this Python", env={"PYTHONPATH": str(project)}
    )
    questions, answers = json.loads(printed.splitlines()[-1])
    return Expected(questions, answers)


def discover(pyodide: Path, sources: Path, lock: str, questions: list[str]) -> Discovery:
    """Ask the same questions in stock Pyodide, from an archive of sources, and see which modules that takes."""
    order = {
        "pyodide": str(pyodide),
        "lock": lock,
        "files": {SOURCES: str(sources)},
        "path": SOURCES,
        "entry": ENTRY,
        "questions": questions,
        "code": MODULES,
    }
    return Discovery(**json.loads(boot_in_node(order, "asking the solver in Pyodide")["result"]))


class Walk(NamedTuple):
    """What came of a start of the lean parts in which everything was walked that the WebAssembly is to be used for."""

    answers: list[str]
    exercised: str
    """What ``exercise.py`` came to."""
    ran: frozenset[int]
    """Places of the functions that ran, where these are marked; see `wasm.marked`."""


def walk(folder: Path, questions: list[str], doing: str) -> Walk:
    """Ask the questions in the lean boot and let Python exercise, from a folder with the parts of a bundle.

    It starts twice: as in a page, and then with a fixed seed, so that sets come in the same order each time.
    """
    page = {**_lean(folder, questions[:1]), "marks": MARKS}
    begun = boot_in_node(page, doing)
    steady = {"questions": questions, "env": {"PYTHONHASHSEED": "0"}, "code": EXERCISE.read_text(encoding="utf-8")}
    found = boot_in_node({**page, **steady}, doing)
    return Walk(found["answers"], found["result"], frozenset([*begun["ran"], *found["ran"]]))


def ask_lean(folder: Path, questions: list[str]) -> list[str]:
    """Ask the questions in the lean boot, from a folder with the parts of a bundle, and return the answers."""
    answers: list[str] = boot_in_node(_lean(folder, questions), "the self-test of the browser's Python")["answers"]
    return answers


def _lean(folder: Path, questions: list[str]) -> dict[str, object]:
    return {
        "pyodide": str(folder),
        "lock": (folder / FILES["lock"]).read_text(encoding="utf-8"),
        "files": {inside: str(folder / FILES[part]) for part, inside in TABLES.items()},
        "entry": ENTRY,
        "questions": questions,
    }
