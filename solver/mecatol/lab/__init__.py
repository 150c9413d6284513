"""The lab: thousands of battles from one plan, on every core or on a cluster.

`plans` reads what is to be tried, `rows` turns a battle into a row, `runs` solves them all and keeps what is done,
`workers` are the cores and clusters that it may use, `tables` writes the result. `command`, `buying` and `playing`
are the doors in the command line. Nothing in the rest of the package needs any of it.
"""
