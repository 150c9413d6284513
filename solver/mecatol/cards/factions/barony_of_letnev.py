"""The Barony of Letnev."""

from __future__ import annotations

from fractions import Fraction

from mecatol.cards import (
    FIGHT,
    INFANTRY,
    ONE_MORE_DIE,
    PLANET,
    SPACE,
    SYNERGY_STEPS,
    Ability,
    AsRoundStarts,
    BeforeUse,
    ColorsAlike,
    Deployment,
    Dice,
    Edition,
    FleetPool,
    Forbid,
    Force,
    Moment,
    Moving,
    ReadResults,
    RepairAll,
    RepairInCombat,
    RepeatCombatRoll,
    StepName,
    SustainCancels,
    Value,
    Whose,
    changed,
    declare_deploy,
    galvanized_as,
    mech_there,
    reroll_misses,
    sheet,
    stack,
    strip_shields,
    with_more,
    without_deploy,
)

letnev = sheet(
    "The Barony of Letnev",
    short="Letnev", aliases=("letnev", "barony"), edition=Edition.BASE, commodities=2,
    start={"dreadnought": 1, "carrier": 1, "destroyer": 1, "fighter": 1, "infantry": 3, "space-dock": 1},
    start_technologies=("antimass-deflectors", "plasma-scoring"),
)  # fmt: skip

letnev.flagship(
    "Arc Secundus",
    "Other players' units in its system lose Planetary Shield. It is repaired whenever a round of space combat starts.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, bombardment=Value(5, 3), sustain_damage=True,
)  # fmt: skip

letnev.mech(
    "Dunlain Reaper",
    "Deploy: when a round of ground combat starts, spend two resources to replace one of your infantry there with "
    "this mech.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip


def _reaper(moment: Moment, owner: int) -> tuple[Force, int] | None:
    there, holdings = moment.state.at(owner, moment.place), moment.state.players[owner]
    forces = (holdings.space, *(force for _, force in holdings.planets))
    mechs = sum(stack(force, "mech").total for force in forces)
    infantry = stack(there, "infantry")
    if not infantry.total or mechs >= (moment.game.sides[owner].units["mech"].limit or 4):
        return None
    healthy = 1 if infantry.healthy else 0
    fewer = changed(there, "infantry", healthy=-healthy, damaged=healthy - 1)
    return changed(fewer, "mech", healthy=1), 1


letnev.ability(
    "Dunlain Reaper’s Deploy",
    "When a round of ground combat starts, spend two resources to turn one infantry there into a mech.",
    slug="dunlain-reaper-deploy",
    unit="dunlain-reaper",
    edition=Edition.POK,
    timing="Enter it once for each two resources that you will spend: in the first rounds, one mech per round, as "
    "long as you have infantry in the combat and fewer than four mechs among the units you entered. As the attacker, "
    "you deploy before the defender’s effects at the start of the combat.",
    clauses=("30.1", "42.3"),
    limit=8,
    spends=True,
    needs=without_deploy,
    windows=(AsRoundStarts(_reaper),),
)

letnev.technology(
    "L4 Disruptors",
    "During an invasion, other players cannot use Space Cannon against your units.",
    prerequisites=("yellow",),
    timing="All through Space Cannon Defense; Space Cannon Offense is not affected.",
    clauses=("77.6",),
    steps=(StepName.SPACE_CANNON_DEFENSE,),
    of=Whose.TARGET,
    windows=(BeforeUse(Forbid(Ability.SPACE_CANNON)),),
)

letnev.technology(
    "Non-Euclidean Shielding",
    "Your units' Sustain Damage cancels two hits instead of one.",
    prerequisites=("red", "red"),
    timing="Whenever one of the owner's units sustains; with two or more hits to assign, it must cancel two.",
    clauses=("87.6",),
    of=Whose.TARGET,
    windows=(SustainCancels(2),),
)

letnev.text(
    "arc-secundus",
    "Other players' units in its system lose Planetary Shield.",
    slug="arc-secundus-presence",
    timing="While it is in the active system, for everybody who bombards there.",
    clauses=("65.3",),
    steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD, StepName.GROUND_COMBAT),
    of=Whose.ANYONE,
    windows=(strip_shields("flagship"),),
)

letnev.ability(
    "Armada",
    "In each system, you can have two more ships than your fleet pool allows.",
    timing="Always, wherever the fleet pool limits ships.",
    clauses=("37.1",),
    steps=(StepName.CAPACITY, StepName.MOVEMENT, StepName.PRODUCTION),
    automatic=True,
    windows=(FleetPool(2),),
)

letnev.text(
    "arc-secundus",
    "It is repaired each time a round of space combat starts.",
    slug="arc-secundus-repair",
    timing="Before every round in which it takes part, the first among them; not at the end of the combat.",
    clauses=("78.2.a", "87.3"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    windows=(RepairInCombat(RepairAll("flagship"), spares=False, while_fought=True),),
)

letnev.agent(
    "Viscount Unlenn",
    "Letnev’s agent: one of your ships rolls one more die in a round of space combat.",
    timing="In the first round, for the ship that gains the most hits from it after all other effects.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    rounds=1,
    windows=(ONE_MORE_DIE,),
)


def _of_one(moment: Moment, owner: int, d: Dice) -> int:
    """Return how many of the dice one ship rolls at most: a further die is one ship's, those of tokens are not."""
    side = moment.game.sides[owner]
    unit = side.units.get(d.unit)  # none where an effect rolls
    printed = unit.combat.dice if unit and unit.combat else 0
    further = d.dice - d.units * printed
    galvanized = min(side.effects.get(galvanized_as(unit.kind), 0), d.units, further) if unit else 0
    return printed + sum(divmod(further - galvanized, d.units)) + min(1, galvanized)


def _gain(d: Dice, more: int, of_one: int) -> Fraction:
    """Return how many hits more one ship that rolls so many of the dice makes with so much added to its results."""
    return (d._replace(modifier=d.modifier + more).chance - d.chance) * Fraction(of_one)


def _maneuvered(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    units = moment.game.sides[owner].units
    ships = len({units[s.unit].kind for s in moment.state.at(owner, SPACE) if s.total and units[s.unit].is_ship})
    rolling = [d for d in dice if d.units]
    if moment.ability != Ability.COMBAT or not rolling:
        return dice
    named = [d for d in rolling if units[d.unit].kind == moment.game.sides[owner].policy.maneuver]
    best = max(named or rolling, key=lambda d: (_gain(d, ships, _of_one(moment, owner, d)), units[d.unit].price))
    each = _of_one(moment, owner, best)
    one = best._replace(units=1, dice=each, modifier=best.modifier + ships)
    rest = best._replace(units=best.units - 1, dice=best.dice - each)
    return (*(d for d in dice if d is not best), *([rest] if rest.units else []), one)


letnev.breakthrough(
    "Gravleash Maneuvers",
    "In space combat one of your ships gets +1 to its rolls for each type of ship you have there. Ships that move "
    "together, other than fighters, all have the move value of the fastest.",
    synergy=("blue", "red"),
    timing="In every round, for a ship of the type that you choose while you have one, else for the ship that gains "
    "the most hits from it after all other effects, of several the most expensive. It counts the types that are left. "
    "In movement, for each fleet separately.",
    clauses=("78.5", "58.3"),
    steps=(StepName.SPACE_COMBAT, StepName.MOVEMENT, *SYNERGY_STEPS),
    choice="maneuver",
    windows=(ReadResults(_maneuvered, last=True), Moving(alike=True), ColorsAlike()),
)

letnev.ability(
    "Munitions Reserves",
    "When a round of space combat starts, spend 2 trade goods: you may reroll any of your dice in that round.",
    timing="Enter it once for each round that you will pay for: in the first rounds, every one of your dice that "
    "missed is rerolled.",
    clauses=("78.5", "78.5.c"),
    steps=(StepName.SPACE_COMBAT,),
    limit=10,
    rounds=1,
    windows=(ReadResults(reroll_misses),),
)

_ITS_OPPONENTS_TOO = "; where they made more hits than on average, all of the opponent's dice are."

for _name, _since, _until, _more, _windows, _does in (
    (
        "War Funding",
        Edition.BASE,
        Edition.CODEX_1,
        ".",
        (),
        "when a round of space combat starts, they lose two trade goods, and you may reroll any of your dice in that "
        "round",
    ),
    (
        "War Funding Ω",
        Edition.CODEX_1,
        None,
        _ITS_OPPONENTS_TOO,
        (RepeatCombatRoll(),),
        "once both have rolled in a round of space combat, you may reroll all of the opponent’s dice, and any of yours",
    ),
):
    letnev.note(
        _name,
        f"Letnev’s note: {_does}.",
        edition=_since,
        until=_until,
        timing="In the first round, or the round that you choose, each of the owner's dice that missed is "
        f"rerolled{_more}",
        clauses=("78.5", "78.5.c"),
        steps=(StepName.SPACE_COMBAT,),
        rounds=1,
        windows=(ReadResults(reroll_misses), *_windows),
    )


declare_deploy(
    Deployment(
        unit="dunlain-reaper",
        moment="ground-combat-round",
        when="A round of ground combat starts, and the player has infantry in it.",
        what="This mech replaces one infantry in that combat.",
        window="round of ground combat",
        needs=(PLANET, INFANTRY, FIGHT),
        resources=2,
        place=lambda at: with_more(mech_there(at), at.player, at.planet or SPACE, "infantry", -1),
    )
)
