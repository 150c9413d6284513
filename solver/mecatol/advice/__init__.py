"""What would change a battle, and what would be enough: the same scenario solved again with small changes."""
