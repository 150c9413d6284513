"""The Ral Nel Consortium."""

from __future__ import annotations

from functools import partial

from mecatol.cards import (
    ADJACENT,
    SPACE,
    Ability,
    AsRoundEnds,
    BeforeUse,
    Dice,
    EarlyRetreat,
    Edition,
    Force,
    GatherDice,
    Moment,
    Moving,
    Side,
    Stack,
    StartChoice,
    StepName,
    StructuresAboard,
    Unit,
    Value,
    arranged,
    joined,
    sheet,
    stack,
    without,
)

ral_nel = sheet(
    "The Ral Nel Consortium",
    short="Ral Nel", aliases=("ral-nel",), edition=Edition.THUNDERS_EDGE, commodities=4,
    start={"dreadnought": 1, "carrier": 1, "destroyer": 1, "fighter": 2, "infantry": 4, "pds": 2, "space-dock": 1},
    start_choice=StartChoice(
        1, ("neural-motivator", "psychoarchaeology", "plasma-scoring", "ai-development-algorithm")
    ),
)  # fmt: skip

linkship = ral_nel.unit(
    "destroyer",
    "Linkship I",
    "In the active system, it may use the Space Cannon of one of its owner's structures in its space area; each "
    "structure serves only one linkship.",
    cost=1, combat=Value(9), move=3, anti_fighter_barrage=Value(9, 2),
)  # fmt: skip

ral_nel.upgrade(
    linkship,
    "Linkship II",
    "In the active system, it may use the Space Cannon of one of its owner's structures in its space area; one "
    "structure can serve every linkship.",
    prerequisites=("red", "red"), cost=1, combat=Value(8), move=4, anti_fighter_barrage=Value(6, 3),
)  # fmt: skip


def _linked(moment: Moment, owner: int, several: bool) -> tuple[Dice, ...]:
    """Return the dice of linkships that fire the cannons of structures carried beside them, the best ones first."""
    there, side = moment.state.at(owner, SPACE), moment.game.sides[owner]
    pds, ships = side.units.get("pds"), stack(there, "destroyer").total
    given = [
        held.window.gives
        for held in moment.game.windows(moment.step, GatherDice)
        if held.side is side and held.window.gives
    ]
    cannons = {**dict(given), "pds": pds.space_cannon if pds else None}
    dice: list[Dice] = []
    for kind, value in cannons.items():
        number = stack(there, kind).total if value else 0
        firing = ships if several and number else min(ships, number)
        if value and firing:
            dice.append(Dice("destroyer", firing, firing * value.dice, value.value))
            ships -= firing
    return tuple(dice)


for _unit, _name, _several in (("linkship", "Linkship I", False), ("linkship-2", "Linkship II", True)):
    ral_nel.text(
        _unit,
        "It fires the Space Cannon of a structure in its space area"
        + (", even one that another linkship fires." if _several else ", one structure a linkship."),
        slug=f"{_unit}-cannon",
        timing="With the owner's other Space Cannon dice, for PDS that are entered in the space area, and with "
        "Lightrail Ordnance for space docks there, before any PDS.",
        clauses=("77.3",),
        steps=(StepName.SPACE_CANNON_OFFENSE,),
        windows=(GatherDice(partial(_linked, several=_several), calls_on=lambda unit: unit.type == "pds"),),
    )

ral_nel.flagship(
    "Last Dispatch",
    "When it retreats, its owner may destroy a ship without Sustain Damage in the active system.",
    cost=8, combat=Value(8, 2), move=2, capacity=4, sustain_damage=True, bears=(StepName.SPACE_COMBAT,),
    left_out="The ship is destroyed after the last roll, as the fleet leaves; subtract it from the survivors.",
)  # fmt: skip

ral_nel.mech(
    "Alarum",
    "After a round of ground combat on its planet, its owner may move up to two ground forces there from planets in "
    "adjacent systems.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip


def _nearest(side: Side, near: Force, number: int) -> Force:
    """Return so many ground forces of those in adjacent systems, the dearest first."""
    units = side.units
    found: list[Stack] = []
    for there in sorted(near, key=lambda s: (-units[s.unit].price, s.unit)):
        taken = min(number, there.total) if units[there.unit].is_ground_force else 0
        if taken:
            found.append(Stack(there.unit, taken - min(taken, there.damaged), min(taken, there.damaged)))
            number -= taken
    return arranged(found)


def _called(moment: Moment, owner: int) -> tuple[Force, int] | None:
    side, state = moment.game.sides[owner], moment.state
    there, near = state.at(owner, moment.place), state.at(owner, ADJACENT)
    came = state.used(owner, "alarum-call")
    left = without(near, _nearest(side, near, came))
    new = _nearest(side, left, 2 * stack(there, "mech").total)
    number = sum(s.total for s in new)
    return (joined(there, new), number) if number else None


ral_nel.text(
    "alarum",
    "After a round of ground combat on its planet, move up to two ground forces there from planets in adjacent "
    "systems.",
    slug="alarum-call",
    timing="As soon as possible, two for each Alarum there, the most expensive units first; enter them under adjacent "
    "systems. If the round ends the combat, none come.",
    clauses=("42.3",),
    windows=(
        AsRoundEnds(
            _called, _nearest, elsewhere=lambda holdings: holdings.adjacent, calls_on=lambda unit: unit.is_ground_force
        ),
    ),
)

ral_nel.ability(
    "Survival Instinct",
    "After a player activates a system with your ships, you may move up to two ships there, with what they transport, "
    "from adjacent systems without your command tokens.",
    timing="For a movement into a system that another player has activated: enter it there, with each fleet that comes "
    "from an adjacent system. The ships arrive before any combat; count them among those in the system there.",
    clauses=("58.4.c", "41.2", "95.1"),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(next_door=True, most_ships=2),),
)


def _aboard(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability == Ability.PRODUCTION and moment.place == SPACE and unit.is_structure


ral_nel.ability(
    "Miniaturization",
    "Any of your ships can transport your structures without using capacity. In space, their unit abilities cannot be "
    "used; when your tactical action ends, you may place them on planets you control in that system.",
    timing="In movement, for structures in a fleet. Structures entered in the space area do nothing except let "
    "linkships fire; placing them on planets afterward is left out.",
    clauses=("58.5", "95.1"),
    steps=(StepName.MOVEMENT, StepName.PRODUCTION),
    automatic=True,
    windows=(Moving(carries=lambda unit: unit.is_structure), StructuresAboard(), BeforeUse(_aboard)),
)

ral_nel.technology(
    "Nanomachines",
    "Action: exhaust it to place a PDS on a planet you control, repair all your damaged units, or discard an action "
    "card and draw one.",
    prerequisites=("red",),
)

ral_nel.commander(
    "Watchful Ojz",
    "When you announce a retreat, which needs a system of its own to go to, up to two of your ships may move at once "
    "to an adjacent system that is free of other players' ships; a command token from your reinforcements goes there "
    "as well.",
    unlock="Be the last to pass in an action phase.",
    timing="When a retreat is announced in the round that you choose, before its dice: the two most expensive ships "
    "that can move leave, damaged ones before others of their type, with the ground forces and fighters that they can "
    "carry. If no ship is left, the combat is over. Assumes that there is such a system, and another to retreat to.",
    clauses=("78.4", "78.9"),
    assumed="there is an adjacent system without other players’ ships for the two ships, and another to retreat to",
    windows=(EarlyRetreat(2),),
)

ral_nel.breakthrough("Data Skimmer", synergy=("green", "yellow"))
