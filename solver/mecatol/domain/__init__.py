"""What the game is made of: editions, clauses, open rulings, units, factions, planets and systems."""
