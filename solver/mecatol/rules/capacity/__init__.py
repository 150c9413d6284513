"""Capacity (16): what ships carry, what has to go, and which docks ships blockade."""
