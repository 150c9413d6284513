"""Tables that are left out of the WebAssembly would be missed in silence: whatever reads tables comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from theme.runtime import unpack
from theme.runtime.bundle import FILES
from theme.runtime.probe import TABLES
from theme.runtime.tools import boot_in_node
from theme.runtime.trim import wasm
from theme.runtime.trim.trimming import TRAP
from theme.store import packages

CACHE = Path(__file__).parents[2] / ".cache"
WALK = Path(__file__).with_name("walk.py")


@pytest.fixture
def parts(bundle: Path, tmp_path: Path) -> Path:
    """Return a folder with the parts that travel over http, unpacked, as Node boots them."""
    (script,) = bundle.parent.glob("mecatol-parts-*.js")
    unpack(script.read_bytes(), tmp_path)
    return tmp_path


def published(bundle: Path) -> bytes:
    (file,) = bundle.parent.glob("mecatol-python-*.wasm")
    return file.read_bytes()


def walked(parts: Path, module: bytes) -> str:
    (parts / FILES["wasm"]).write_bytes(module)
    job = {
        "pyodide": str(parts),
        "lock": (parts / FILES["lock"]).read_text(),
        "files": {inside: str(parts / FILES[part]) for part, inside in TABLES.items()},
        "path": "",
        "code": WALK.read_text(encoding="utf-8"),
    }
    found: str = boot_in_node(job, "a walk")["result"]
    return found


@pytest.mark.long
def test_no_table_is_missed(bundle: Path, parts: Path) -> None:
    """With all of Pyodide's functions, for the walk calls some that the solver does not."""
    whole = (packages.pinned("pyodide", CACHE, print) / FILES["wasm"]).read_bytes()
    less = wasm.replaced(whole, {wasm.DATA: wasm.section(published(bundle), wasm.DATA)})
    assert less != whole
    here, there = walked(parts, whole), walked(parts, less)
    assert len(here) > 500_000
    at = next((place for place, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), None)
    assert at is None, (here[max(0, at - 100) : at + 100], there[max(0, at - 100) : at + 100])
    assert len(here) == len(there)


def test_about_half_of_it_is_left_out(bundle: Path) -> None:
    bodies = wasm.bodies(published(bundle))
    assert 0.3 < bodies.count(TRAP) / len(bodies) < 0.6
