"""The effects that change a step: what they are, and their declarations by kind and faction."""
