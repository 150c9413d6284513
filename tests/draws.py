"""Proofs over many draws, of which a plain run takes some; the rest is left to the long run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def some_now(parts: Sequence[Any], now: int) -> list[Any]:
    """Return the parts of a proof as cases, all but the first few of them left to `pytest -m long`."""
    return [pytest.param(part, marks=() if place < now else pytest.mark.long) for place, part in enumerate(parts)]
