"""From a scenario to the game that is solved: names, order, what each side has, what cannot be, and the start."""
