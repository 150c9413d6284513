"""The snapshot of Python's memory with the solver imported, from which a page starts in half the time.

It is made from the lean parts in Node (snapshot.cjs), tested from its own bytes, and goes into a script of its own
beside the bundle: who has it starts from it, and who has not, or cannot, starts from the bundle alone.
"""

import json
from pathlib import Path

from theme.runtime.bundle import FILES
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.probe import TABLES, Expected
from theme.runtime.sources import ENTRY
from theme.runtime.tools import boot_in_node, run_node

MAKER = Path(__file__).with_name("snapshot.cjs")
WEAR = Path(__file__).parents[1] / "browser" / "asking" / "snapshot.js"
"""Puts it into memory: in the worker, and in the self-test."""

OPENING = "globalThis.RUNTIME_SNAPSHOT="

# Runs once the entry module is imported. The first battle in words makes the vocabulary, which takes ten times as long
# as to read the battle: so it travels.
_WORDS = f"""
import {ENTRY} as entry
entry.answer('{{"ask": "2 cruisers v 1 cruiser"}}')
del entry
"""

# Runs last. What was read of the tables is not read again and need not travel; the names stay, for `pkgutil` lists
# modules by them.
_TIDY = """
import gc, sys, sitecustomize
for name in list(sitecustomize.code):
    if name in sys.modules:
        sitecustomize.code[name] = (sitecustomize.code[name][0], None)
for name in ("modules", "files", "file", "table"):
    sitecustomize.__dict__.pop(name, None)
gc.collect()
"""


def make(folder: Path, target: Path) -> None:
    """Write the packed snapshot of the lean parts in ``folder`` to ``target``; the same parts give the same bytes.

    Raises RuntimeBuildError with what Node or Python said.
    """
    order = {
        "pyodide": str(folder),
        "lock": (folder / FILES["lock"]).read_text(encoding="utf-8"),
        "files": {inside: str(folder / FILES[part]) for part, inside in TABLES.items()},
        "entry": ENTRY,
        "code": _WORDS + _TIDY,
        "pack": str(target),
    }
    run_node(MAKER, order, "making the snapshot of the browser's Python")


def self_test(folder: Path, pack: Path, expected: Expected) -> None:
    """Start from a packed snapshot in Node, with nothing of the standard library at hand, and compare the answers.

    Raises RuntimeBuildError with the first question that is answered differently.
    """
    order = {
        "pyodide": str(folder),
        "lock": (folder / FILES["lock"]).read_text(encoding="utf-8"),
        "path": "",
        "entry": ENTRY,
        "questions": expected.questions,
        "pack": str(pack),
        "wear": str(WEAR),
    }
    answers = boot_in_node(order, "the self-test of the snapshot")["answers"]
    for question, here, there in zip(expected.questions, expected.answers, answers, strict=True):
        if here != there:
            raise RuntimeBuildError(
                f"the snapshot answers {question} with {there[:500]}, this Python with {here[:500]}"
            )


def script(bundle: str, packed: str) -> bytes:
    """Return the snapshot's script from its packed text; ``bundle`` names the one that it belongs to."""
    return f"{OPENING}{json.dumps({'bundle': bundle, 'pack': packed}, separators=(',', ':'))};\n".encode("ascii")
