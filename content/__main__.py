"""`python -m content [FOLDER]`: check the content; faults on standard output and exit status 1, or a summary."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from content.load import ROOT, inspect


def main(arguments: list[str] | None = None) -> int:
    """Check a folder of content and print what is wrong with it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m content", description="Check the content: every fault, at once.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="the folder that holds catalogue.yaml")
    library, faults = inspect(parser.parse_args(arguments).folder.resolve())
    if library is None:
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


_COUNTED = ("clauses", "notes", "examples")

if __name__ == "__main__":
    sys.exit(main())
