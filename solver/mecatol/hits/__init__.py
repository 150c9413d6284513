"""Hits: what becomes of them before they are assigned, who sustains, who is lost."""
