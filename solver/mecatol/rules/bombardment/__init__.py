"""Bombardment: what can be declared, what Planetary Shield forbids, which declaration does most."""
