"""X-89 Bacterial Weapon, the technology that was reworded twice."""

from __future__ import annotations

from mecatol.cards import (
    SPACE,
    Ability,
    Dice,
    Edition,
    Force,
    HitsAssigned,
    Inquiry,
    Kind,
    Moment,
    ReadResults,
    Ruled,
    ShieldRuling,
    StepName,
    changed,
    deck,
    planet_name,
    stack,
)

technology = deck(Kind.TECHNOLOGY)


def _first_works(inquiry: Inquiry, owner: int) -> Ruled | None:
    """Tell whether the first card works on the planet: a shield is no matter, a ship with Bombardment is."""
    if owner != inquiry.moment.player:
        return None
    side, state = inquiry.moment.game.sides[owner], inquiry.moment.state
    ships = [side.units[s.unit].name for s in state.at(owner, SPACE) if side.units[s.unit].bombardment]
    if not ships:
        return Ruled(False, f"{side.name} has no ship with Bombardment in the system.", ("65.1",))
    return Ruled(True, "It is a separate action, and Planetary Shield does not stop it.", ("65.1",))


def _later_works(inquiry: Inquiry, owner: int) -> Ruled | None:
    """Tell whether a later card works on the planet: it works through bombardment."""
    if owner != inquiry.moment.player:
        return None
    planet = planet_name(inquiry.moment.place)
    if inquiry.bombarding:
        return Ruled(True, f"It works through bombardment, and {planet} can be bombarded.", ("15.1",))
    if inquiry.barred:
        text = f"It works through bombardment, and {planet} cannot be bombarded."
        return Ruled(False, text, inquiry.barred)
    name = inquiry.moment.game.sides[owner].name
    return Ruled(False, f"It works through bombardment, and {name} has no unit with the ability here.", ("15.1",))


def _infantry_dies_out(moment: Moment, owner: int, before: Force, after: Force) -> Force:
    left = stack(after, "infantry")
    if not left.total or left.total == stack(before, "infantry").total:
        return after
    return changed(after, "infantry", -left.healthy, -left.damaged)


def _doubled(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    on_ground = moment.ability == Ability.COMBAT and moment.place != SPACE
    if moment.ability != Ability.BOMBARDMENT and not on_ground:
        return dice
    return tuple(d._replace(yields=2 * d.yields) for d in dice)


technology(
    "X-89 Bacterial Weapon",
    "Action: exhaust it to destroy all infantry on a planet in a system where your ships have Bombardment.",
    prerequisites=("green", "green", "green"),
    until=Edition.CODEX_1,
    timing="An action of its own, outside bombardment and invasions.",
    clauses=("65.1",),
    exhausts=True,
    windows=(ShieldRuling(_first_works),),
)

technology(
    "X-89 Bacterial Weapon Ω",
    "When your bombardment destroys an opponent's infantry on a planet, destroy the rest of that player's infantry "
    "there.",
    prerequisites=("green", "green", "green"),
    edition=Edition.CODEX_1,
    until=Edition.CODEX_4,
    timing="After all hits on the planet are assigned; always used. You may leave it out.",
    clauses=("15.2", "15.1.f"),
    windows=(HitsAssigned(_infantry_dies_out), ShieldRuling(_later_works)),
)

technology(
    "X-89 Bacterial Weapon ΩΩ",
    "Hits of your bombardment and ground combat rolls are doubled; each planet that you bombard is exhausted, hit or "
    "not.",
    prerequisites=("green", "green", "green"),
    edition=Edition.CODEX_4,
    timing="With every such roll; it is not optional. Effects that cancel hits cancel some of the doubled number.",
    clauses=("15.1", "15.2", "42.1"),
    steps=(StepName.BOMBARDMENT, StepName.GROUND_COMBAT, StepName.PLANETARY_SHIELD),
    windows=(ReadResults(_doubled), ShieldRuling(_later_works)),
)
