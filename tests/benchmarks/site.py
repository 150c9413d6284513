"""How long the site takes to build and how large it is, next to a plain MkDocs build of as many plain pages: as ratios.

    uv run python tests/benchmarks/site.py

The plain pages hold the words of ours under the same headings, as Markdown, built with the same theme and its search.
Counted is the processor's time, which other work on the machine hardly touches. What is kept between builds (downloads,
the browser's Python) is made before the clock runs. The site is built once as it is published, which builds it a second
time for the disk and packs it, and once for the disk alone: that is one build against one build. Exits with 1 if that
ratio, or that of the sizes, is above its limit.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver")]

import content  # noqa: E402
from theme.pages.all_pages import pages  # noqa: E402

LIMIT = 2.0
CONFIG = "site_name: Plain\ntheme: {name: material, font: false}\nplugins: [search]\n"


def plain(html: str) -> str:
    """Return the words of a page as Markdown: headings and paragraphs."""
    html = re.sub(r"<(template|script|style)\b.*?</\1>", "", html, flags=re.S)
    html = re.sub(
        r"<h([1-4])\b[^>]*>(.*?)</h\1>", lambda found: f"\n\n{'#' * int(found[1])} {found[2]}\n\n", html, flags=re.S
    )
    html = re.sub(r"</(p|li|tr|div|section|dd)>", "\n\n", html)
    words = unescape(re.sub(r"<[^>]+>", " ", html))
    return re.sub(r"\n\s*\n+", "\n\n", re.sub(r"[ \t]+", " ", words))


def write_plain(folder: Path) -> int:
    """Write a MkDocs project of plain pages; return how many."""
    made = pages(content.load())
    for path, text in made.items():
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(plain(text.split("---", 2)[2]), "utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, "utf-8")
    return len(made)


def seconds(config: Path, target: Path, **environment: str) -> float:
    """Build a site; return the seconds of processor time that it took, those of the processes that it started too."""
    before = os.times()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(config), "-d", str(target)]
    more = {"NO_MKDOCS_2_WARNING": "1", **environment}
    subprocess.run(command, env={**os.environ, **more}, cwd=config.parent, check=True)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def size(folder: Path) -> int:
    """Return the bytes of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> int:
    """Build both, print the ratios; return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder, ours = Path(name), ROOT / "mkdocs.yml"
        count = write_plain(folder)
        seconds(ours, folder / "warm", MECATOL_OFFLINE="true")
        base = min(seconds(folder / "mkdocs.yml", folder / "plain") for _ in range(2))
        disk = min(seconds(ours, folder / "disk", MECATOL_OFFLINE="true") for _ in range(2))
        published = seconds(ours, folder / "published")
        large = size(folder / "disk") / size(folder / "plain")
        pages_alone = sum(path.stat().st_size for path in (folder / "disk").rglob("*.html"))
        plain_alone = sum(path.stat().st_size for path in (folder / "plain").rglob("*.html"))
        print(f"{count} pages, and as many plain ones of the same words")
        print(f"time of one build:                    {disk / base:.2f} times")
        print(f"with the site for the disk, packed:   {published / base:.2f} times")
        print(f"size of one site, solver and data in: {large:.2f} times")
        print(f"size of its pages alone:              {pages_alone / plain_alone:.2f} times")
        return int(disk / base > LIMIT or large > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
