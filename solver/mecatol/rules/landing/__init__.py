"""Landing: what an invasion is made of, and the ground combats in it."""
