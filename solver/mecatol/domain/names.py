"""What the names of the game are made of: strings that an editor completes and a type checker knows."""

from __future__ import annotations

from enum import StrEnum


class Name(StrEnum):
    """A name that scenarios and records use. Each is a string in every respect, and prints as one."""

    def __repr__(self) -> str:
        """Return what the plain string shows, because errors show names to players."""
        return repr(self.value)
