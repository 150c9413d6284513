"""In and out: what players paste becomes a scenario (`solver.paste.taking`), an answer a text for a chat."""
