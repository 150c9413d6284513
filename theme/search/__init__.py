"""Finding: an entry for each thing a reader looks for, and what the program in the browser looks through."""

from theme.search.bundle import data
from theme.search.entries import SearchEntry, entries, plain

__all__ = ["SearchEntry", "data", "entries", "plain"]
