"""Voting on agendas: what everybody can cast, who decides, and how many votes are enough."""
