"""The rules of the game, one room for each: what a scenario may say of it, its windows, its solving and its step."""
