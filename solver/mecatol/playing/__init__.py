"""A battle played out at the table: one step of the rules after the other, as the dice fall and the players choose.

It walks the states and transitions by which the solver works out its odds; nothing of a rule is written here again.
"""
