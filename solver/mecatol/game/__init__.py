"""The game in play: players, positions, stages, and the opening of windows."""
