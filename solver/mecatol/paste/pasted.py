"""What a pasted text came to: a scenario, and what was left out of it or added to it on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Pasted:
    """A scenario taken out of a text."""

    scenario: dict[str, Any]
    """Plain data, as `mecatol.read` reads it."""
    source: str
    """What the text was: a key of SOURCES."""
    kept: dict[str, Any] | None = None
    """A second scenario that a link sets beside the first."""
    alone: str | None = None
    """The player without units, by name, where a link has one side alone: what would be enough for them is asked."""
    left_out: list[str] = field(default_factory=list)
    """What could not be taken over, a sentence each."""
    added: list[str] = field(default_factory=list)
    """What the text did not say and was taken to be meant, a sentence each."""


SOURCES = {
    "link": "a link to this calculator",
    "text": "a battle written as text",
    "json": "JSON",
    "ti4battle": "a link to ti4battle.com",
    "words": "plain words",
}
"""The kinds of text that are understood."""
