"""What visits cost a host, in requests and bytes, from the sizes of a built site's files."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from theme.build import offline

_HEAD = 500
"""Bytes of an answer beside its contents: a guess for the headers, all that an answer costs that says "unchanged"."""
_PYTHON = ("mecatol-parts-", "mecatol-python-")


class Sizes(NamedTuple):
    """Length of a file in bytes: as it is, and packed by either method."""

    raw: int
    gzip: int
    brotli: int


class Cost(NamedTuple):
    """What is asked of the host."""

    requests: int
    gzip: int
    brotli: int


class _Asked(HTMLParser):
    """Notes what a page asks for by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "script" and values.get("src"):
            self.found.add(str(values["src"]))
        elif tag == "link" and values.get("rel") in {"stylesheet", "icon", "manifest"}:
            self.found.add(str(values["href"]))
        elif tag == "img" and values.get("loading") != "lazy":
            self.found.add(str(values["src"]))


def asked(site: Path, page: str) -> set[Path]:
    """Return the files of a site that a page asks for by itself, the page included; ``page`` is its path there."""
    parser = _Asked()
    parser.feed((site / page).read_text("utf-8"))
    place = (site / page).parent
    return {
        site / page,
        *((site / name.lstrip("/") if name.startswith("/") else place / name).resolve() for name in parser.found),
    }


def told(site: Path, sizes: Mapping[str, Sizes], visits: int) -> str:
    """Return a table of what ``visits`` a day cost, one kind of visit a line."""
    site = site.resolve()

    def cost(names: Iterable[str], unchanged: int = 0) -> Cost:
        found = [sizes[name] for name in names]
        heads = _HEAD * (len(found) + unchanged)
        number = len(found) + unchanged
        return Cost(number, sum(size.gzip for size in found) + heads, sum(size.brotli for size in found) + heads)

    def named(page: str) -> set[str]:
        return {path.relative_to(site).as_posix() for path in asked(site, page)}

    rules = [
        name
        for name in sizes
        if name.startswith("rules/")
        and name.count("/") == 2
        and name.endswith(".html")
        and not name.startswith("rules/by-")
    ]
    middle = statistics.median_high(sorted((cost(named(name)).gzip, name) for name in rules))[1]
    reading = named(middle)
    python = {name for name in sizes if Path(name).name.startswith(_PYTHON)}
    everything = {f"{name}index.html" if not name or name.endswith("/") else name for name in offline.files(site)}
    kinds = {
        "first visit, one rule is read": cost(reading),
        "the same, and a case is solved": cost(reading | python),
        "the same, and the device keeps the whole site": cost(reading | everything | {offline.WORKER}),
        "later visit, all is on the device": cost((), unchanged=1),
        "later visit, nothing was kept but by the browser": cost((), unchanged=2),
        "visit after a release that changed every page": cost(
            {name for name in everything if name.endswith(".html")} | {offline.WORKER}
        ),
    }
    lines = [
        f"{visits} visits a day, of one kind each; gzip / Brotli, with {_HEAD} bytes of headers an answer",
        f"a rule is {middle}, the middle one by weight",
        f"{'':50}{'requests':>9}{'kB':>18}{'GB a day':>18}",
    ]
    for kind, (requests, zipped, tight) in kinds.items():
        each = f"{zipped / 1e3:.1f} / {tight / 1e3:.1f}"
        daily = f"{zipped * visits / 1e9:.1f} / {tight * visits / 1e9:.1f}"
        lines.append(f"{kind:50}{requests:9}{each:>18}{daily:>18}")
    return "\n".join(lines)
