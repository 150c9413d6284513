"""Finding: an entry for each thing a reader looks for, and the program that finds them in the browser."""

from theme.search.bundle import data, engine
from theme.search.entries import SearchEntry, entries, plain

__all__ = ["SearchEntry", "data", "engine", "entries", "plain"]
