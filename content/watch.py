"""`python -m content.watch [OLD] NEW`: what a copy of a source says that was not read before, by page and by entry.

With two folders it compares the copies. With one it compares the copy with `content/sources-read.json`, the record of
what was read; `--record NAME` adds the copy to it, under the name of a source of `catalogue.yaml`. A copy is a folder
that holds the source's own files: pages (.php, .html), lists (.md), data of cards (.json). Nothing is fetched.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from content.watched import CopyError, Entry, entries
from mecatol.domain.counts import count_of

RECORD = Path(__file__).with_name("sources-read.json")
"""Name of a source to the keys of its entries that have been read, by page."""

_ALIKE = 0.6
"""From here on two entries of a page are taken for two wordings of one."""
_SHOWN = 600
"""So many characters of an entry are printed."""


class Finding(NamedTuple):
    """An entry that was not read before."""

    entry: Entry
    before: str
    """The wording that it replaces; empty where it is new or where only the record is known."""


def compared(old: Iterable[Entry], new: Iterable[Entry]) -> list[Finding]:
    """Return the entries of a newer copy that an older one lacks, those marked as rulings first on each page."""
    old, new = list(old), list(new)
    known, kept = {entry.key for entry in old}, {entry.key for entry in new}
    gone = [entry for entry in old if entry.key not in kept]
    found = [Finding(entry, _wording_before(entry, gone)) for entry in new if entry.key not in known]
    return _in_order(found)


def unread(new: Iterable[Entry], record: Mapping[str, Mapping[str, str]]) -> list[Finding]:
    """Return the entries of a copy that the record does not know, those marked as rulings first on each page."""
    known = {key for pages in record.values() for keys in pages.values() for key in keys.split()}
    return _in_order([Finding(entry, "") for entry in new if entry.key not in known])


def _in_order(found: list[Finding]) -> list[Finding]:
    pages = list(dict.fromkeys(finding.entry.page for finding in found))
    return sorted(found, key=lambda finding: (pages.index(finding.entry.page), not finding.entry.marked))


def _wording_before(entry: Entry, gone: Iterable[Entry]) -> str:
    """Return the entry of the same page that is most like a new one, if it is like it at all."""
    likeness = [
        (SequenceMatcher(None, entry.text, other.text).ratio(), other.text)
        for other in gone
        if other.page == entry.page
    ]
    best, text = max(likeness, default=(0.0, ""))
    return text if best >= _ALIKE else ""


def recorded(path: Path = RECORD) -> dict[str, dict[str, str]]:
    """Return the record of what was read: source to page to keys of its entries, with spaces between them."""
    if not path.exists():
        return {}
    record: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return record


def remember(source: str, found: Iterable[Entry], path: Path = RECORD) -> None:
    """Add the entries of a copy to the record of what was read."""
    record = recorded(path)
    pages = record.setdefault(source, {})
    for entry in found:
        keys = pages.get(entry.page, "").split()
        if entry.key not in keys:
            pages[entry.page] = " ".join([*keys, entry.key])
    ordered = {name: dict(sorted(record[name].items())) for name in sorted(record)}
    path.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def report(found: Iterable[Finding]) -> list[str]:
    """Return the findings in lines: each page once, and under it each heading with what is new there."""
    found = list(found)
    lines: list[str] = []
    page = heading = None
    for entry, before in found:
        if entry.page != page:
            lines += ["", entry.page]
            page, heading = entry.page, None
        if entry.heading != heading:
            lines.append(f"  {entry.heading or '(top of the page)'}")
            heading = entry.heading
        kind = "reworded" if before else "new"
        lines.append(f"    {f'{kind}, a ruling' if entry.marked else kind}: {entry.text[:_SHOWN]}")
        if before:
            lines.append(f"      was: {before[:_SHOWN]}")
    rulings = sum(entry.marked for entry, _ in found)
    pages = len({entry.page for entry, _ in found})
    total = f"{count_of(len(found), 'entry', 'entries')} not read before on {count_of(pages, 'page')}"
    return [*lines, "", f"{total}; {rulings} marked as rulings." if found else "Nothing new."]


def main(arguments: list[str] | None = None) -> int:
    """Compare copies of sources and print what is new; return 1 if anything is, 2 for a folder that is no copy."""
    parser = argparse.ArgumentParser(prog="python -m content.watch", description="What is new in a copy of a source.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="an older copy, if any, and a copy")
    parser.add_argument("--record", metavar="SOURCE", help="remember the copy as read, under this name of a source")
    given = parser.parse_args(arguments)
    if len(given.folders) > 2:
        parser.error("name one folder, or two: the older copy and the newer one")
    try:
        copies = [entries(folder) for folder in given.folders]
    except CopyError as error:
        print(error, file=sys.stderr)
        return 2
    found = compared(*copies) if len(copies) == 2 else unread(copies[0], recorded())
    print(*report(found), sep="\n")
    if given.record:
        for copy in copies:
            remember(given.record, copy)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
