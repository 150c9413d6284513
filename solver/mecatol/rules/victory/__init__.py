"""Victory: what each player can still score in a round, and who has enough points first."""
