"""Hits: effects on them before they are assigned, units that sustain, units that are destroyed."""
