"""A game in progress, as other programs save it: from text to a map with units, and from that to battles."""
