"""Combat to its end: rounds as an absorbing Markov chain, solved exactly."""
