"""Forms: what a page offers for each step of the game."""

from solver.forms.derived import form, waits

__all__ = ["form", "waits"]
