"""Forms: what a page offers for each step of the game."""

from mecatol.forms.derived import form, offered, waits

__all__ = ["form", "offered", "waits"]
