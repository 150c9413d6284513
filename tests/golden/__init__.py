"""Golden solutions: everything that the solver says today, recorded before a change and compared after it."""
