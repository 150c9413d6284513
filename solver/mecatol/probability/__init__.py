"""Chances: dice, absorbing chains, and how much of it is solved exactly."""
