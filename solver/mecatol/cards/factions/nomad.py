"""The Nomad."""

from __future__ import annotations

from collections.abc import Callable

from mecatol.cards import (
    SPACE,
    Ability,
    Edition,
    FreeUnits,
    LendValues,
    Moment,
    Moving,
    StepName,
    SustainsForOthers,
    TradesOnOccasion,
    Unit,
    Value,
    Whose,
    sheet,
    units,
)

nomad = sheet(
    "The Nomad",
    short="Nomad", edition=Edition.POK, commodities=4,
    start={"flagship": 1, "carrier": 1, "destroyer": 1, "fighter": 3, "infantry": 4, "space-dock": 1},
    start_technologies=("sling-relay",),
)  # fmt: skip

memoria = nomad.flagship(
    "Memoria I",
    "Its owner may treat it as adjacent to any system that contains one of their mechs.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, anti_fighter_barrage=Value(8, 3), sustain_damage=True,
    bears=(StepName.MOVEMENT,),
    left_out="Mechs decide which systems are adjacent to the flagship; enter the route that they open.",
)  # fmt: skip

nomad.upgrade(
    memoria,
    "Memoria II",
    "Its owner may treat it as adjacent to any system that contains one of their mechs.",
    prerequisites=("blue", "green", "yellow"), cost=8, combat=Value(5, 2), move=2, capacity=6,
    anti_fighter_barrage=Value(5, 3), sustain_damage=True, bears=(StepName.MOVEMENT,),
    left_out="Mechs decide which systems are adjacent to the flagship; enter the route that they open.",
)  # fmt: skip

nomad.mech(
    "Quantum Manipulator",
    "While in space, it may use Sustain Damage to cancel a hit against one of its owner's ships in the system during "
    "combat.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

nomad.ability("The Company", "You have three agents.")

nomad.ability(
    "Future Sight",
    "In the agenda phase, gain a trade good each time an outcome is resolved that you voted for or predicted.",
)

nomad.technology(
    "Temporal Command Suite",
    "Exhaust it after any player's agent is exhausted to ready that agent; if the agent is another player's, you may "
    "also make a transaction with that player.",
    prerequisites=("yellow",),
    timing="That transaction needs no neighbors and no turn of either player, and comes on top of others.",
    clauses=("94.1",),
    exhausts=True,
    windows=(TradesOnOccasion("readied {other}’s agent"),),
)


def _shields_ships(moment: Moment, owner: int, unit: Unit) -> bool:
    in_combat = moment.ability in (Ability.COMBAT, Ability.ANTI_FIGHTER_BARRAGE)
    return unit.slug == "quantum-manipulator" and unit.sustain_damage and moment.place == SPACE and in_combat


nomad.text(
    "quantum-manipulator",
    "In space, during a combat, it may use Sustain Damage to cancel a hit against your ships.",
    slug="quantum-manipulator-cover",
    timing="Before the hits of a space combat or its barrage are assigned. It is not a ship, so Direct Hit cannot "
    "destroy it.",
    clauses=("87.4", "87.4.a"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    windows=(SustainsForOthers(_shields_ships),),
)


nomad.commander(
    "Navarch Feng",
    "Nomad commander: you can produce your flagship without spending resources.",
    unlock="One scored secret objective.",
    timing="Whenever the flagship is produced; it still counts against the production limit.",
    clauses=("67.1",),
    windows=(FreeUnits(lambda moment, owner, unit: int(unit.type == "flagship")),),
)


def _memoria(slug: str) -> Callable[[Moment, int], Unit | str]:
    def lent(moment: Moment, owner: int) -> Unit | str:
        if moment.game.sides[moment.target].player.faction == "nomad":
            return "cannot be played against the Nomad"
        return units()[slug]

    return lent


for _slug, _ship, _unit in (
    ("the-cavalry", "Memoria I", "memoria"),
    ("the-cavalry-memoria-2", "Memoria II", "memoria-2"),
):
    nomad.note(
        f"The Cavalry ({_ship})",
        "The Nomad’s note: for one space combat, one of your ships other than fighters has the combat "
        "value, Anti-Fighter Barrage and Sustain Damage of the Nomad’s flagship, which is "
        f"{_ship}.",
        slug=_slug,
        timing="From the start of the combat on; the ship that is expected to hit least, unless you choose another. "
        "It is assigned hits after dreadnoughts, and after the combat it is an ordinary ship again, damaged or not.",
        clauses=("78.2.a", "10.1", "87.1"),
        one_combat=True,
        card="the-cavalry",
        choice="raise",
        windows=(LendValues(_memoria(_unit)),),
    )

nomad.hero(
    "Ahk-Syl Siven",
    "Action: this round, your flagship, with all it transports, can leave systems that contain your command tokens. "
    "Purge this card when the round ends.",
    title="Probability Matrix",
    timing="In every movement of its owner that round; the flagship can pick up units in such systems, too.",
    clauses=("58.4.c", "95.3"),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(leaves_tokens=True, ships=lambda unit: unit.type == "flagship"),),
)

nomad.agent(
    "The Thundarian",
    "After the dice of a combat round are rolled, you may exhaust it: no hits are assigned, and the round goes back "
    "to the start of its Roll Dice step.",
    left_out="It throws out a roll that has been seen, and all dice are rolled again; the solver does not search such "
    "choices.",
)

nomad.breakthrough("Thunder’s Paradox", synergy=("green", "yellow"))
