"""What a player can do about a refusal: changes of the scenario, each tried before it is offered."""
