"""The content and its pages as they are, for all tests that read them: loaded once in each process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import content
from theme.pages.all_pages import pages

LIBRARY = content.load()


@cache
def made() -> Mapping[str, str]:
    """Return every page of the site by its path."""
    return pages(LIBRARY)
