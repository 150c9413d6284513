"""Technology: the cards with their colours and prerequisites, and what it takes to research one."""
