"""Effects that belong to one faction: one module for each, found by name, so that a new faction is a new file."""
