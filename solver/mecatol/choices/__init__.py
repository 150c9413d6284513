"""Choices that nobody made: the game is solved again for each, and the best for whoever chooses is kept and told."""
