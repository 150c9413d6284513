"""What the browser's Python brings along: nothing that no answer of a page can reach."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from theme.runtime.sources import ENTRY, importable, later_files, solver_files

ROOT = Path(__file__).resolve().parents[2]
LOADED = f"import json, sys; import {ENTRY}; print(json.dumps(sorted(sys.modules)))"


def named(path: Path) -> str:
    """Return the dotted name of a module's file."""
    return importable(ROOT, path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """Return what a module imports anywhere, in its functions too; of a name from a module, both."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_every_module_that_travels_is_one_that_a_page_can_come_to() -> None:
    files = {named(path): path for path in solver_files(ROOT) if path.suffix == ".py"}
    later = {named(path): path for paths in later_files(ROOT).values() for path in paths}
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, cwd=ROOT)
    waiting = [*json.loads(done.stdout), *later]
    met = set(waiting)
    while waiting:
        path = (files | later).get(waiting.pop())
        more = imported(path) - met if path else set()
        met |= more
        waiting += more
    assert sorted(files.keys() - met) == []
