"""The display face: Source Serif 4 with the letters and weights of headings alone, small enough for a first visit."""

from __future__ import annotations

import base64
from pathlib import Path

from content import results
from theme.runtime.tools import run_node
from theme.store import kept
from theme.store.packages import PINS, Say, pinned

PLACE = "display.woff2"
"""What `assets/face.css` calls the file."""

_MAKE = Path(__file__).with_name("face.cjs")
_PATIENCE = 120.0  # seconds; it takes about one
_LETTERS = (
    " !\"%&'()*+,-./0123456789:;=?ABCDEFGHIJKLMNOPQRSTUVWXYZ[]abcdefghijklmnopqrstuvwxyz"
    "\u00a0·×áàâäåæçéèêëíïñóôöøœúüÁÅÆÉÖÜ–—‘’“”…−"
)
"""What headings, names and figures are written with; any other letter comes from the face behind this one."""
_FEATURES = ("kern", "liga", "ccmp", "mark", "mkmk")
_WEIGHTS = (400, 700)
_STATES = 3
"""So many faces are kept, of branches between which somebody goes back and forth."""
_FONT = "files/source-serif-4-latin-wght-normal.woff2"
_PACKAGES = ("@fontsource-variable/source-serif-4", "harfbuzzjs", "wawoff2")


def display(cache: Path, say: Say) -> bytes:
    """Return the face as WOFF2; ``cache`` holds it by the hash of all that it is made of.

    Raises:
        PackageError: a package cannot be had.
        RuntimeBuildError: the face cannot be made; the message says why.
    """
    parts = [_MAKE.read_text("utf-8"), _LETTERS, repr((_FEATURES, _WEIGHTS)), *(repr(PINS[name]) for name in _PACKAGES)]
    known = cache / "faces" / kept.sha256(chr(0).join(parts).encode())
    if (found := results.held(known)) is not None:
        return found
    font, harfbuzz, woff2 = (pinned(name, cache, say) for name in _PACKAGES)
    job = {
        "subset": str(harfbuzz / "dist" / "harfbuzz-subset.wasm"),
        "wawoff2": str(woff2),
        "font": str(font / _FONT),
        "letters": _LETTERS,
        "features": _FEATURES,
        "weights": _WEIGHTS,
    }
    made = base64.b64decode(run_node(_MAKE, job, "making the display face", _PATIENCE)["font"])
    results.hold(known, made)
    kept.tidy(known.parent.iterdir(), _STATES)
    return made
