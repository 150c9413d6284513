"""The Argent Flight."""

from __future__ import annotations

from mecatol.cards import (
    ADJACENT,
    HOLOLATTICE,
    ONE_MORE_DIE,
    ROLL_STEPS,
    SPACE,
    SYNERGY_STEPS,
    Ability,
    AdditionalVotes,
    BeforeUse,
    ColorsAlike,
    Dice,
    Edition,
    HitsProduced,
    MarkedResults,
    Moment,
    Moving,
    PlaceProduced,
    Producers,
    ReadResults,
    StartChoice,
    State,
    StepName,
    Unit,
    Value,
    VotesFirst,
    Whose,
    Work,
    changed,
    flagship_here,
    rolled_by,
    sheet,
    stack,
)

argent = sheet(
    "The Argent Flight",
    short="Argent", aliases=("argent", "birds", "bird"), edition=Edition.POK, commodities=3,
    start={"carrier": 1, "destroyer": 2, "fighter": 2, "infantry": 5, "pds": 1, "space-dock": 1},
    start_choice=StartChoice(2, ("neural-motivator", "plasma-scoring", "sarween-tools")),
)  # fmt: skip

strike_wing_alpha = argent.unit(
    "destroyer", "Strike Wing Alpha I", cost=1, combat=Value(8), move=2, capacity=1, anti_fighter_barrage=Value(9, 2)
)

argent.upgrade(
    strike_wing_alpha,
    "Strike Wing Alpha II",
    "Each 9 or 10 that it rolls for Anti-Fighter Barrage also destroys one of the opponent's infantry in the space "
    "area.",
    prerequisites=("red", "red"), cost=1, combat=Value(7), move=2, capacity=1, anti_fighter_barrage=Value(6, 3),
)  # fmt: skip

argent.flagship(
    "Quetzecoatl",
    "Other players cannot use Space Cannon against its owner's ships in its system.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

argent.mech(
    "Aerie Sentinel",
    "It uses no capacity while transported, or while in a space area with one of its owner's ships that has capacity.",
    cost=2, combat=Value(6), sustain_damage=True, rides_free=True,
)  # fmt: skip

argent.ability(
    "Zeal",
    "Votes first on every agenda of the agenda phase and, when casting at least one vote on any, casts one extra vote "
    "for each player in the game.",
    timing="Whenever its owner can cast a vote; the additional votes are for the same outcome.",
    clauses=("8.15",),
    automatic=True,
    windows=(VotesFirst(), AdditionalVotes(lambda game, owner: len(game.sides))),
)

_KILLS_FROM = 9


def _has_barrage(moment: Moment, owner: int) -> bool:
    units = moment.game.sides[owner].units
    return any(units[s.unit].has(Ability.ANTI_FIGHTER_BARRAGE) for s in moment.state.at(owner, SPACE))


def _beyond_fighters(moment: Moment, owner: int, hits: int) -> int:
    fighters = stack(moment.state.at(moment.target, SPACE), "fighter").total
    return max(0, hits - fighters) if _has_barrage(moment, owner) else 0


def _watched(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    return tuple(d._replace(mark=_KILLS_FROM) if rolled_by(moment, owner, d, "destroyer") else d for d in dice)


def _infantry_killed(moment: Moment, owner: int, marks: int) -> State:
    space = moment.state.at(moment.target, SPACE)
    killed = min(marks, stack(space, "infantry").total)
    return moment.state.put(moment.target, SPACE, changed(space, "infantry", healthy=-killed))


argent.ability(
    "Raid Formation",
    "Each barrage hit beyond the opponent's fighters damages one of the opponent's ships that has Sustain Damage.",
    timing="When the hits are produced, before any is canceled: the costliest undamaged ships become damaged. They do "
    "not use Sustain Damage, so nothing can answer it.",
    clauses=("10.1.d", "10.2.a", "87.2"),
    automatic=True,
    windows=(HitsProduced(_beyond_fighters),),
)

argent.text(
    "strike-wing-alpha-2",
    "Each 9 or 10 of its barrage also destroys one of the opponent's infantry in the space area.",
    slug="strike-wing-alpha-2-infantry",
    timing="When the dice are rolled; no hit is needed for it and none can be canceled to stop it.",
    clauses=("10.1.d", "87.5"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE,),
    windows=(ReadResults(_watched), MarkedResults(_infantry_killed)),
)

argent.commander(
    "Trrakan Aun Zulok",
    "The Argent Flight’s commander: one of your units rolls one more die in each roll for a unit ability.",
    unlock="Six of your units on the board have Anti-Fighter Barrage, Space Cannon or Bombardment.",
    timing="With each of the owner's rolls of that kind, for the unit that hits most easily; other players may have "
    "the commander through Alliance.",
    clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
    steps=ROLL_STEPS,
    windows=(ONE_MORE_DIE,),
)


def _planets_with_structures(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    units = moment.game.sides[owner].units
    built = []
    for planet, there in moment.state.players[owner].planets:
        if any(units[stack.unit].is_structure for stack in there):
            built.append(Work(planet, "Aerie Hololattice", 1, 1))
    return [(*works, *built)]


def _any_planet(moment: Moment, owner: int, unit: Unit) -> tuple[str, ...]:
    if not unit.is_ground_force:
        return ()
    player = moment.game.sides[owner].player
    return (*player.planets, *player.controls)


argent.technology(
    "Aerie Hololattice",
    "Each planet with one of your structures has Production 1, as if it were a unit. Other players' ships cannot move "
    "through systems that contain your structures.",
    prerequisites=("yellow",),
    timing="With each production in a system where the owner has structures on planets. When another player moves, in "
    "the systems that are marked for it on the route.",
    clauses=("68.1.a", "58.4"),
    steps=(StepName.PRODUCTION, StepName.MOVEMENT),
    windows=(Producers(_planets_with_structures), Moving(bars_others=frozenset({HOLOLATTICE}))),
)

argent.agent(
    "Trilossa Aun Mirik",
    "Argent agent: a player’s new ground forces may go to any planet they control in this system or an adjacent one.",
    timing="When ground forces are produced; the solver knows only the planets of the active system.",
    clauses=("68.3",),
    windows=(PlaceProduced(_any_planet),),
)


def _screened(moment: Moment, owner: int, unit: Unit) -> bool:
    here = flagship_here(moment.state.players[owner])
    return here and moment.ability == Ability.SPACE_CANNON and moment.place in (SPACE, ADJACENT)


argent.text(
    "quetzecoatl",
    "Others cannot use Space Cannon against your ships in its system.",
    slug="quetzecoatl-screen",
    timing="All through Space Cannon Offense while it is in the active system.",
    clauses=("77.5.a", "77.2"),
    steps=(StepName.SPACE_CANNON_OFFENSE,),
    of=Whose.TARGET,
    windows=(BeforeUse(_screened),),
)

argent.note(
    "Strike Wing Ambuscade",
    "The Argent Flight’s note: one of your units rolls one more die in one roll for a unit ability.",
    timing="With the owner's first roll for a unit ability, for the unit that hits most easily; you may save it for "
    "later.",
    clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
    steps=ROLL_STEPS,
    spends=True,
    windows=(ONE_MORE_DIE,),
)

argent.breakthrough(
    "Wing Transfer",
    "When you activate a system in which only you have units, put command tokens from your reinforcements into any "
    "adjacent systems where only you have units, too. Once the action is over, your ships may move among the active "
    "system and adjacent systems with your tokens.",
    synergy=("blue", "yellow"),
    timing="For the movement once the action is over: enter it there, with a fleet for each system that ships leave. "
    "What the command tokens cost is left out.",
    clauses=("58.4.c", "41.2", "95.1"),
    steps=(StepName.MOVEMENT, *SYNERGY_STEPS),
    windows=(Moving(next_door=True, leaves_tokens=True, shuns_ships=True), ColorsAlike()),
)
