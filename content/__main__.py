"""`python -m content [FOLDER]`: check the content; faults on standard output and exit status 1, or a summary."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from content import english, spoken
from content.load import ROOT, inspect, wordings


def main(arguments: list[str] | None = None) -> int:
    """Check a folder of content and print what is wrong with it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m content", description="Check the content: every fault, at once.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="the folder that holds catalogue.yaml")
    parser.add_argument(
        "--english", action="store_true", help="list every wording that is to be edited, and count them"
    )
    given = parser.parse_args(arguments)
    folder = given.folder.resolve()
    if given.english:
        return _wordings(folder)
    library, faults = inspect(folder)
    said = [fault for fault, wording in spoken.slips(folder.parent) if wording.held] if folder == ROOT else []
    if library is None or said:
        faults = (*faults, *said)
        print(*faults, sep="\n")
        files = len({fault.file for fault in faults})
        print(f"faults: {len(faults)}, files with faults: {files}", file=sys.stderr)
        return 1
    topics = library.topics.values()
    clauses, notes, examples = (sum(len(getattr(topic, of)) for topic in topics) for of in _COUNTED)
    print(
        f"content is sound: {len(topics)} of {len(library.catalogue)} topics, "
        f"{clauses} clauses, {notes} notes, {examples} examples"
    )
    return 0


def _wordings(folder: Path) -> int:
    """Print every wording of a folder, and of the code where it is the site's own; return 1 if there is any."""
    found = [*wordings(folder), *(spoken.slips(folder.parent) if folder == ROOT else ())]
    for fault, _ in found:
        print(fault)
    counts = Counter(wording.name for _, wording in found)
    for wording in english.WORDINGS:
        print(f"{counts[wording.name]:5} {wording.name}{' (held)' if wording.held else ''}", file=sys.stderr)
    return 1 if found else 0


_COUNTED = ("clauses", "notes", "examples")

if __name__ == "__main__":
    sys.exit(main())
