"""The answer to a scenario."""
