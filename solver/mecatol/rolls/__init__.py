"""Rolling dice: who rolls with what, and what effects make of the dice."""
