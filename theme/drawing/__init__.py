"""From data to SVG: maps of hexes, strips of steps, silhouettes, signs. Colors are variables of the page."""
