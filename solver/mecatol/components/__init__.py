"""Every card, technology and ability that the solver knows; those of factions in a file each."""
