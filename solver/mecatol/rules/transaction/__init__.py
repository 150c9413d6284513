"""Transactions: when two players can make one, and what can change hands."""
