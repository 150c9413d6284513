"""What tests use of what a build has kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from content import results


@contextmanager
def taking() -> Iterator[None]:
    """Use what is kept, and keep nothing, whatever else holds: for tests that read what they do not alter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "active", True)
        patch.setattr(results, "adding", False)
        yield
