"""What is asked of the solver during the build, in this Python and in the browser's, and what that brings to light."""

import json
import os
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

# Stands in for ``inside.py`` during the discovery: what is there already when it comes has to come without it.
EARLY = "import sys\nearly = list(sys.modules)\n"

# Runs in this Python with the project on the path. A question per step, with the form's own first scenario, and two
# that the solver has to refuse, so that the way of a mistake is walked as well.
QUESTIONS = """
import copy, json
import mecatol, mecatol.forms
from theme import live

def asked(scenario):
    return json.dumps({"scenario": scenario, "root": "../../"})

scenarios = [copy.deepcopy(mecatol.forms.form(step).default) for step in mecatol.STEPS]
wrong = copy.deepcopy(scenarios[0])
wrong["players"][0].setdefault("space", {})["destroyr"] = 1
questions = [asked(scenario) for scenario in [*scenarios, {"step": "no-such-step"}, wrong]]
print(json.dumps([questions, [live.answer(question) for question in questions]]))
"""

# Runs in Pyodide after it has answered. Imports that wait inside a function of ours are followed here, so that no
# step, however rare, meets a module that was left out. Modules frozen into the interpreter need no file.
MODULES = """
import ast, importlib, importlib.util, json, sys
from contextlib import suppress

def ours():
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("mecatol", "theme"):
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
found = {"magic": importlib.util.MAGIC_NUMBER.hex(), "files": sorted(files), "early": early}
json.dumps({**found, "modules": sorted(sys.modules)})
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
    modules: list[str]
    """All modules that were imported, by their names."""


def ask_here(project: Path) -> Expected:
    """Ask the questions in this Python; raises RuntimeBuildError if the solver itself fails."""
    printed = run_python(
        ["-c", QUESTIONS],
        cwd=project,
        doing="asking the solver in this Python",
        env={"PYTHONPATH": os.pathsep.join((str(project), str(project / "solver")))},
    )
    questions, answers = json.loads(printed.splitlines()[-1])
    return Expected(questions, answers)


def discover(pyodide: Path, stdlib: Path, sources: Path, lock: str, questions: list[str]) -> Discovery:
    """Ask the same questions in Pyodide, from archives of sources, and see which modules of the first that takes."""
    order = {
        "pyodide": str(pyodide),
        "stdlib": str(stdlib),
        "lock": lock,
        "files": {SOURCES: str(sources)},
        "path": SOURCES,
        "entry": ENTRY,
        "questions": questions,
        "code": MODULES,
    }
    return Discovery(**json.loads(boot_in_node(order, "asking the solver in Pyodide")["result"]))


def ask_lean(folder: Path, questions: list[str]) -> list[str]:
    """Ask the questions in the lean boot, from a folder with the parts of a bundle, and return the answers."""
    order = {
        "pyodide": str(folder),
        "lock": (folder / FILES["lock"]).read_text(encoding="utf-8"),
        "files": {inside: str(folder / FILES[part]) for part, inside in TABLES.items()},
        "path": "",
        "entry": ENTRY,
        "questions": questions,
    }
    answers: list[str] = boot_in_node(order, "the self-test of the browser's Python")["answers"]
    return answers
