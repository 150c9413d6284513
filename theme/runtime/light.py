"""The browser's Python with no more WebAssembly than it takes: what ran while everything was walked, and is tested so.

First the functions of the whole one are marked, and Python answers and exercises (probe.py, exercise.py) while they
note that they run. The others are left out, with their tables (trimming.py). Then the same is walked again without
them, and has to come to the same, letter by letter.
"""

from __future__ import annotations

import os
from pathlib import Path

from theme.runtime import snapshot, wasm
from theme.runtime.bundle import FILES
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.probe import MARKS, Expected, Walk, compare, walk
from theme.runtime.tools import boot_in_node
from theme.runtime.trimming import trimmed


def make(lean: Path, folder: Path, memory: Path, expected: Expected) -> None:
    """Lay the lean parts out in ``folder`` with the WebAssembly trimmed; the same parts give the same bytes.

    ``memory`` is the packed snapshot, from which Python starts another way, with other functions.
    Raises RuntimeBuildError with the first question that is answered differently.
    """
    whole = (lean / FILES["wasm"]).read_bytes()
    marked = folder.with_name("marked")
    first = _walked(lean, marked, wasm.marked(whole, MARKS), expected)
    restored = {**snapshot.start(marked, memory, expected.questions), "marks": MARKS}
    ran = first.ran.union(boot_in_node(restored, "walking the snapshot of the browser's Python")["ran"])
    glue = "\n".join((lean / FILES[part]).read_text(encoding="utf-8") for part in ("glue", "loader"))
    again = _walked(lean, folder, trimmed(whole, ran, glue), expected)
    if again.exercised != first.exercised:
        pairs = enumerate(zip(first.exercised, again.exercised, strict=False))
        at = next((place for place, (one, other) in pairs if one != other), 0)
        raise RuntimeBuildError(
            f"without what never ran, the browser's Python comes to {again.exercised[at : at + 200]!r} where it came "
            f"to {first.exercised[at : at + 200]!r}"
        )


def _walked(lean: Path, folder: Path, module: bytes, expected: Expected) -> Walk:
    """Lay out the lean parts with another WebAssembly, and walk everything with it."""
    folder.mkdir()
    for part, name in FILES.items():
        if part == "wasm":
            (folder / name).write_bytes(module)
        else:
            os.link(lean / name, folder / name)
    found = walk(folder, expected.questions, f"walking the browser's Python in {folder.name}")
    compare(expected, found.answers, "the browser's Python")
    return found
