"""Movement (58): where fleets come from, what they meet on the way, who is carried, and what arrives."""
