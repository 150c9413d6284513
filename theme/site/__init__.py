"""What pages know of one another: addresses, ways, where each card and unit stands, what forms offer."""
