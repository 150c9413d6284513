"""How long whoever writes waits: for the first page, for a page after one word, for a build, for a test.

    uv run python tests/benchmarks/workshop.py [--rounds 5] [--whole]

Everything is done in a clone of its own, with what is committed, so no file of yours is touched. Seconds are medians of
the rounds: of the clock, on which other work on the machine shows, and of the processor. ``--whole`` also runs every
plain test and ``.ci/run``, once each, which takes most of an hour. Exits with 1 if the clock is beyond a limit.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORD, TEMPLATE, STYLE = "content/topics/sustain-damage.yaml", "theme/templates/topic.html", "theme/assets/topic.css"
PAGE = "rules/sustain-damage/"
WORDS = ("could", "might", "can", "will", "should")
"""What takes the place of a word, another in each round: a page that was made before is kept."""
BUILD = ("uv", "run", "mkdocs", "build", "--quiet")
CONTENT = ("uv", "run", "python", "-m", "content")
TEST = ("uv", "run", "pytest", "tests/theme/test_ways.py", "-k", "test_mentioned")
COLLECT = ("uv", "run", "pytest", "--collect-only")
PATIENCE = 300  # seconds
TICK = 0.02
_RELOADING = re.compile(r"livereload\(\d+, \d+\)")
"""What MkDocs writes into each page anew with each request."""

type Took = tuple[float, float]
"""Seconds of the clock and of the processor."""


def run(project: Path, *command: str) -> Took:
    """Run a command in the project to its end."""
    before, began = os.times(), time.monotonic()
    subprocess.run(command, cwd=project, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took, after = time.monotonic() - began, os.times()
    return took, sum(after[2:4]) - sum(before[2:4])


class Served:
    """The site as `mkdocs serve` serves it."""

    def __init__(self, project: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            at = "{}:{}".format(*free.getsockname())
        self._address = f"http://{at}/"
        command = ["uv", "run", "mkdocs", "serve", "--quiet", "--dev-addr", at]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, cwd=project, start_new_session=True, **quiet)  # type: ignore[call-overload]

    def page(self, path: str) -> str:
        """Return a page, or nothing while there is none."""
        try:
            with urllib.request.urlopen(self._address + path, timeout=PATIENCE) as answer:
                return _RELOADING.sub("", answer.read().decode())
        except OSError:
            return ""

    def used(self) -> float:
        """Return the seconds of processor time of its processes so far, and of those that they have waited for."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text("utf-8").rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if int(fields[2]) == self._process.pid:  # its group
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def wait(self, path: str, shows: Callable[[str], bool]) -> Took:
        """Wait until a page shows something."""
        began, before = time.monotonic(), self.used()
        while not shows(self.page(path)):
            if time.monotonic() > began + PATIENCE or self._process.poll() is not None:
                raise SystemExit(f"{path} does not come: run `uv run mkdocs serve` and see what it says")
            time.sleep(TICK)
        return time.monotonic() - began, self.used() - before

    def end(self) -> None:
        """End it."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


@contextmanager
def serving(project: Path) -> Iterator[tuple[Served, Took]]:
    """Serve the site; give the server and how long its first page took."""
    served = Served(project)
    try:
        yield served, served.wait("", bool)
    finally:
        served.end()


def changed(project: Path, file: str, old: str, new: str) -> Took:
    """Change a file while the site is served; wait until its page is another."""
    path = project / file
    text = path.read_text("utf-8")
    with serving(project) as (served, _):
        before = served.page(PAGE)
        path.write_text(text.replace(old, new, 1), "utf-8")
        try:
            return served.wait(PAGE, lambda page: bool(page) and page != before)
        finally:
            path.write_text(text, "utf-8")


def clone(folder: Path, number: int) -> Path:
    """Return a new clone."""
    project = folder / f"clone-{number}"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(project)], check=True)
    return project


def first_page(folder: Path, number: int) -> Took:
    """Clone the project and wait for its first page."""
    began = time.monotonic()
    with serving(clone(folder, number)) as (_, (_, used)):
        return time.monotonic() - began, used


def served_again(project: Path) -> Took:
    """Serve the site, with everything kept."""
    with serving(project) as (_, took):
        return took


def built_anew(project: Path) -> Took:
    """Build with nothing kept but downloads."""
    for kept in (project / ".cache").iterdir():
        if kept.name != "npm":
            shutil.rmtree(kept)
    return run(project, *BUILD)


def main() -> int:
    """Measure, print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--whole", action="store_true", help="run all tests as well")
    asked = parser.parse_args()
    os.environ.pop("MECATOL_CACHE", None)  # each clone has its own
    beyond = 0
    with tempfile.TemporaryDirectory(prefix="workshop-") as name:
        folder = Path(name)
        project = clone(folder, 0)
        run(project, *BUILD)
        table: list[tuple[str, float, int, Callable[[int], Took]]] = [
            ("fresh clone to first page", 30, asked.rounds, lambda number: first_page(folder, number + 1)),
            ("mkdocs serve, all kept", 5, asked.rounds, lambda _: served_again(project)),
            ("one word of a topic → its page", 3, asked.rounds,
             lambda number: changed(project, WORD, " may ", f" {WORDS[number % len(WORDS)]} ")),
            ("a template → its page", 6, asked.rounds,
             lambda number: changed(project, TEMPLATE, "<h1", f'<h1 data-round="{number}"')),
            ("a style → its page", 6, asked.rounds,
             lambda number: changed(project, STYLE, "{", f"{{ --round: {number};")),
            ("mkdocs build, all kept", 12, asked.rounds, lambda _: run(project, *BUILD)),
            ("mkdocs build, nothing kept", 45, asked.rounds, lambda _: built_anew(project)),
            ("python -m content, all kept", 1, asked.rounds, lambda _: run(project, *CONTENT)),
            ("one test of tests/theme", 2, asked.rounds, lambda _: run(project, *TEST)),
            ("collecting every test", 10, asked.rounds, lambda _: run(project, *COLLECT)),
        ]  # fmt: skip
        if asked.whole:
            table.append(("uv run pytest", 5 * 60, 1, lambda _: run(project, "uv", "run", "pytest")))
            table.append((".ci/run", 20 * 60, 1, lambda _: run(project, ".ci/run")))
        print(f"{'':32}{'clock':>10}{'processor':>12}{'limit':>8}   load before: {os.getloadavg()[0]:.1f}", flush=True)
        for what, limit, rounds, measure in table:
            took = [measure(number) for number in range(rounds)]
            clock, used = (statistics.median(each) for each in zip(*took, strict=True))
            beyond += clock > limit
            print(f"{what:32}{clock:9.1f}s{used:11.1f}s{limit:7}s", flush=True)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
