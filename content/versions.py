"""What each version of the package changed, from the log of changes: `python -m content.versions [VERSION]`."""

from __future__ import annotations

import sys

from content.load import load
from content.model import Library, News, Version


def notes(library: Library, number: str) -> str:
    """Return what a version changed, as Markdown: what it says itself, then every change since the one before.

    Raises:
        KeyError: the log does not know the version.
    """
    version = {one.number: one for one in library.versions}[number]
    lines = [f"# {number} ({version.date})", "", version.text, ""]
    lines += [f"- {news.title}" for news in changed_in(library, version)]
    return "\n".join(lines)


def changed_in(library: Library, version: Version) -> list[News]:
    """Return the changes of the log that came with a version: those since the one before it.

    The log knows days alone: of two versions of one day, the newer one has them.
    """
    if version != next(one for one in library.versions if one.date == version.date):
        return []
    before = max((one.date for one in library.versions if one.date < version.date), default="")
    return [news for news in library.changes if before < news.date <= version.date]


def main(arguments: list[str]) -> int:
    """Print the notes of one version, or of all; return 1 for one that the log does not know."""
    library = load()
    wanted = arguments or [one.number for one in library.versions]
    try:
        print("\n\n".join(notes(library, number) for number in wanted))
    except KeyError as error:
        print(f"content/changes.yaml has no version {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
