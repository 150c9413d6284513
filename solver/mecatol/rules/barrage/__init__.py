"""Anti-Fighter Barrage (10): who rolls, and how its hits are assigned."""
