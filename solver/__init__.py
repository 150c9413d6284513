"""Exact odds for Twilight Imperium: Fourth Edition."""
