"""`python -m content [PATH]`: check the content; faults on standard output and exit status 1, or a summary.

PATH is another folder of content, a pack of players' own (`pirates.py`, `pirates.yaml`), or a folder of packs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from content import english, packs, results, spoken
from content.load import ROOT, inspect, wordings
from content.model import Library, with_sub
from mecatol.domain.counts import count_of
from mecatol.domain.editions import PUBLISHED
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import DECLARED
from mecatol.effects.model import COMPONENTS


def main(arguments: list[str] | None = None) -> int:
    """Check a folder of content and print what is wrong with it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m content", description="Check the content: every fault, at once.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT, help="a folder with catalogue.yaml, a pack, or a folder of packs"
    )
    parser.add_argument(
        "--english", action="store_true", help="list every wording that is to be edited, and count them"
    )
    given = parser.parse_args(arguments)
    folder = given.folder.resolve()
    if given.english:
        return _wordings(folder)
    if folder.is_file() or (folder.is_dir() and not (folder / "catalogue.yaml").exists() and packs.files(folder)):
        return _packs(packs.files(folder))
    library, faults = inspect(folder)
    said = [fault for fault, wording in spoken.slips(folder.parent) if wording.held] if folder == ROOT else []
    results.settle()
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
        f"{clauses} clauses, {notes} notes, {examples} examples; {_components(library)}"
    )
    return 0


def _packs(paths: list[Path]) -> int:
    """Check packs, and what they say of their factions together with all content; return the exit status."""
    faults = packs.register(paths) or inspect()[1]
    for fault in faults:
        print(fault)
    if faults:
        print(f"faults: {len(faults)}", file=sys.stderr)
        return 1
    own = [faction for faction in FACTIONS.values() if faction.edition not in PUBLISHED]
    editions = [*(one.edition for one in DECLARED.values()), *(one.edition for one in COMPONENTS.values())]
    counted = sum(edition not in PUBLISHED for edition in editions)
    named = ", ".join(path.name for path in paths)
    print(f"{named} sound: {count_of(len(own), 'faction')}, {counted} units and components")
    return 0


def _components(library: Library) -> str:
    """Say how many factions and decks there are, with their notes and examples, in the same line."""
    told, decks = library.factions.values(), library.decks.values()
    of_factions = sum(1 for one in told for notes in one.notes.values() for _ in with_sub(notes))
    of_decks = sum(1 for deck in decks for notes in deck.notes.values() for _ in with_sub(notes))
    examples, listed = sum(len(one.examples) for one in told), sum(len(deck.cards) for deck in decks)
    return (
        f"{len(told)} factions, {of_factions} notes, {examples} examples; "
        f"{len(decks)} decks, {listed} cards, {of_decks} notes"
    )


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
