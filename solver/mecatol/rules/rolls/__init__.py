"""Rolling dice: the units that roll, their dice, and the effects on those dice."""
