"""Technology: the cards with their colors and prerequisites, and what it takes to research one."""
