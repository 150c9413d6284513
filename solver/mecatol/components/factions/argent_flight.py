"""The Argent Flight."""

from __future__ import annotations

from mecatol.components.acts import ONE_MORE_DIE, breakthrough, flagship_here, rolled_by
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    MOVEMENT_STEP,
    PRODUCTION_STEP,
    ROLL_STEPS,
    SPACE_CANNON_OFFENSE,
    VOTES_STEP,
)
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, SPACE_CANNON, Unit, Value
from mecatol.effects.model import (
    AGENT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    PROMISSORY_NOTE,
    TARGET,
    UNIT_TEXT,
    USER,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import State, changed, stack
from mecatol.probability.dice import Dice
from mecatol.rules.hits.windows import HitsProduced
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import PlaceProduced, Producers, Work
from mecatol.rules.rolls.windows import BeforeUse, MarkedResults, ReadResults
from mecatol.rules.voting.windows import AdditionalVotes, VotesFirst
from mecatol.scenario.movement import HOLOLATTICE

declare(
    Faction(
        slug="argent-flight",
        name="The Argent Flight",
        short="Argent",
        aliases=("argent", "birds"),
        edition=POK,
        commodities=3,
        start={"carrier": 1, "destroyer": 2, "fighter": 2, "infantry": 5, "pds": 1, "space-dock": 1},
        start_choice=StartChoice(
            2,
            (
                "neural-motivator",
                "plasma-scoring",
                "sarween-tools",
            ),
        ),
    )
)

declare(
    Unit(
        slug="strike-wing-alpha",
        name="Strike Wing Alpha I",
        type="destroyer",
        faction="argent-flight",
        edition=POK,
        cost=1,
        combat=Value(8),
        move=2,
        capacity=1,
        anti_fighter_barrage=Value(9, 2),
    )
)

declare(
    Unit(
        slug="strike-wing-alpha-2",
        name="Strike Wing Alpha II",
        type="destroyer",
        faction="argent-flight",
        upgrade_of="strike-wing-alpha",
        technology="strike-wing-alpha-2",
        prerequisites=("red", "red"),
        edition=POK,
        cost=1,
        combat=Value(7),
        move=2,
        capacity=1,
        anti_fighter_barrage=Value(6, 3),
        meaning="Each 9 or 10 that it rolls for Anti-Fighter Barrage also destroys one of the opponent's infantry in "
        "the space area.",
    )
)

declare(
    Unit(
        slug="quetzecoatl",
        name="Quetzecoatl",
        type="flagship",
        faction="argent-flight",
        edition=POK,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="Other players cannot use Space Cannon against its owner's ships in its system.",
    )
)

declare(
    Unit(
        slug="aerie-sentinel",
        name="Aerie Sentinel",
        type="mech",
        faction="argent-flight",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        rides_free=True,
        meaning="It uses no capacity while transported, or while in a space area with one of its owner's ships that "
        "has capacity.",
    )
)

declare(
    Effect(
        slug="zeal",
        name="Zeal",
        kind=FACTION_ABILITY,
        faction="argent-flight",
        edition=POK,
        meaning="Votes first on every agenda of the agenda phase and, when casting at least one vote on any, casts one "
        "extra vote for each player in the game.",
        timing="Whenever its owner can cast a vote; the additional votes are for the same outcome.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        automatic=True,
        windows=(VotesFirst(), AdditionalVotes(lambda game, owner: len(game.sides))),
    )
)


_KILLS_FROM = 9


def _has_barrage(moment: Moment, owner: int) -> bool:
    units = moment.game.sides[owner].units
    return any(units[s.unit].has(ANTI_FIGHTER_BARRAGE) for s in moment.state.at(owner, SPACE))


def _beyond_fighters(moment: Moment, owner: int, hits: int) -> int:
    fighters = stack(moment.state.at(moment.target, SPACE), "fighter").total
    return max(0, hits - fighters) if _has_barrage(moment, owner) else 0


def _watched(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    return tuple(d._replace(mark=_KILLS_FROM) if rolled_by(moment, owner, d, "destroyer") else d for d in dice)


def _infantry_killed(moment: Moment, owner: int, marks: int) -> State:
    space = moment.state.at(moment.target, SPACE)
    killed = min(marks, stack(space, "infantry").total)
    return moment.state.put(moment.target, SPACE, changed(space, "infantry", healthy=-killed))


declare(
    Effect(
        slug="raid-formation",
        name="Raid Formation",
        kind=FACTION_ABILITY,
        faction="argent-flight",
        edition=POK,
        meaning="Each barrage hit beyond the opponent's fighters damages one of the opponent's ships that has Sustain "
        "Damage.",
        timing="When the hits are produced, before any is canceled: the costliest undamaged ships become damaged. "
        "They do not use Sustain Damage, so nothing can answer it.",
        clauses=("10.1.d", "10.2.a", "87.2"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=USER,
        automatic=True,
        windows=(HitsProduced(_beyond_fighters),),
    )
)

declare(
    Effect(
        slug="strike-wing-alpha-2-infantry",
        name="Strike Wing Alpha II",
        kind=UNIT_TEXT,
        faction="argent-flight",
        unit="strike-wing-alpha-2",
        edition=POK,
        meaning="Each 9 or 10 of its barrage also destroys one of the opponent's infantry in the space area.",
        timing="When the dice are rolled; no hit is needed for it and none can be canceled to stop it.",
        clauses=("10.1.d", "87.5"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=USER,
        automatic=True,
        windows=(
            ReadResults(_watched),
            MarkedResults(_infantry_killed),
        ),
    )
)

declare(
    Effect(
        slug="trrakan-aun-zulok",
        name="Trrakan Aun Zulok",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Six of your units on the board have Anti-Fighter Barrage, Space Cannon or Bombardment.",
        faction="argent-flight",
        shared=True,
        edition=POK,
        meaning="The Argent Flight’s commander: one of your units rolls one more die in each roll for a unit ability.",
        timing="With each of the owner's rolls of that kind, for the unit that hits most easily; other players may "
        "have the commander through Alliance.",
        clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
        steps=ROLL_STEPS,
        of=USER,
        windows=(ONE_MORE_DIE,),
    )
)


def _planets_with_structures(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    units = moment.game.sides[owner].units
    built = [
        planet
        for planet, there in moment.state.players[owner].planets
        if any(units[stack.unit].is_structure for stack in there)
    ]
    return [(*works, *(Work(planet, "Aerie Hololattice", 1, 1) for planet in built))]


def _any_planet(moment: Moment, owner: int, unit: Unit) -> tuple[str, ...]:
    if not unit.is_ground_force:
        return ()
    player = moment.game.sides[owner].player
    return (*player.planets, *player.controls)


declare(
    Effect(
        slug="aerie-hololattice",
        name="Aerie Hololattice",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        faction="argent-flight",
        edition=POK,
        meaning="Each planet with one of your structures has Production 1, as if it were a unit. Other players' ships "
        "cannot move through systems that contain your structures.",
        timing="With each production in a system where the owner has structures on planets. When another player moves, "
        "in the systems that are marked for it on the route.",
        clauses=("68.1.a", "58.4"),
        steps=(PRODUCTION_STEP, MOVEMENT_STEP),
        windows=(Producers(_planets_with_structures), Moving(bars_others=frozenset({HOLOLATTICE}))),
    )
)

declare(
    Effect(
        slug="trilossa-aun-mirik",
        name="Trilossa Aun Mirik",
        kind=LEADER,
        leader=AGENT,
        faction="argent-flight",
        shared=True,
        edition=POK,
        meaning="Argent agent: a player’s new ground forces may go to any planet they control in this system or an "
        "adjacent one.",
        timing="When ground forces are produced; the solver knows only the planets of the active system.",
        clauses=("68.3",),
        steps=(PRODUCTION_STEP,),
        windows=(PlaceProduced(_any_planet),),
    )
)


def _screened(moment: Moment, owner: int, unit: Unit) -> bool:
    here = flagship_here(moment.state.players[owner])
    return here and moment.ability == SPACE_CANNON and moment.place in (SPACE, ADJACENT)


declare(
    Effect(
        slug="quetzecoatl-screen",
        name="Quetzecoatl",
        kind=UNIT_TEXT,
        faction="argent-flight",
        unit="quetzecoatl",
        edition=POK,
        meaning="Others cannot use Space Cannon against your ships in its system.",
        timing="All through Space Cannon Offense while it is in the active system.",
        clauses=("77.5.a", "77.2"),
        steps=(SPACE_CANNON_OFFENSE,),
        of=TARGET,
        automatic=True,
        windows=(BeforeUse(_screened),),
    )
)

declare(
    Effect(
        slug="strike-wing-ambuscade",
        name="Strike Wing Ambuscade",
        kind=PROMISSORY_NOTE,
        faction="argent-flight",
        edition=POK,
        meaning="The Argent Flight’s note: one of your units rolls one more die in one roll for a unit ability.",
        timing="With the owner's first roll for a unit ability, for the unit that hits most easily; you may save it "
        "for later.",
        clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
        steps=ROLL_STEPS,
        of=USER,
        spends=True,
        windows=(ONE_MORE_DIE,),
    )
)

declare(breakthrough("wing-transfer", "Wing Transfer", "argent-flight", ("blue", "yellow")))
