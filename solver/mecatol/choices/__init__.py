"""Choices that nobody made: the game is solved again for each, and the best for its player is kept and named."""
