"""The Deploy ability: units that come without being produced."""
