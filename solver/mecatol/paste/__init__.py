"""In and out: what players paste becomes a scenario (`mecatol.paste.taking`), an answer a text for a chat."""
