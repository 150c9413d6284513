"""Producing units (67, 68): who may produce, what it costs and how it is paid, where the units go, what is best."""
