"""The content and its pages as they are, for all tests that read them: loaded once in each process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from kept import taking

import content
from content import results
from theme.pages.all_pages import pages

LIBRARY = content.load()
results.settle()


def beside_packs() -> content.Library:
    """Return the content with the packs that are registered; what is kept is used of files that are not theirs."""
    with pytest.MonkeyPatch.context() as patch, taking():
        patch.setattr(results, "strangers", False)
        return content.load()


class _Pages(Mapping[str, str]):
    """Every page as it is without what a test alters: one that a build has kept is not made again."""

    def __init__(self) -> None:
        self._pages = pages(LIBRARY)

    def __getitem__(self, path: str) -> str:
        with taking():
            return self._pages[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)


@cache
def made() -> Mapping[str, str]:
    """Return every page of the site by its path."""
    return _Pages()
