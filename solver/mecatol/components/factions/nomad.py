"""The Nomad."""

from __future__ import annotations

from collections.abc import Callable

from mecatol.components.acts import breakthrough
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    MOVEMENT_STEP,
    PRODUCTION_STEP,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TRANSACTION_STEP,
)
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, Unit, Value, units
from mecatol.effects.model import (
    AGENT,
    COMBAT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    TARGET,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.rules.combat.windows import LendValues
from mecatol.rules.hits.windows import SustainsForOthers
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import FreeUnits
from mecatol.rules.transaction.windows import TradesOnOccasion

declare(
    Faction(
        slug="nomad",
        name="The Nomad",
        short="Nomad",
        edition=POK,
        commodities=4,
        start={"flagship": 1, "carrier": 1, "destroyer": 1, "fighter": 3, "infantry": 4, "space-dock": 1},
        start_technologies=("sling-relay",),
    )
)

declare(
    Unit(
        slug="memoria",
        name="Memoria I",
        type="flagship",
        faction="nomad",
        edition=POK,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        anti_fighter_barrage=Value(8, 3),
        sustain_damage=True,
        meaning="Its owner may treat it as adjacent to any system that contains one of their mechs.",
        bears=(MOVEMENT_STEP,),
        left_out="Mechs decide which systems are adjacent to the flagship; enter the route that they open.",
    )
)

declare(
    Unit(
        slug="memoria-2",
        name="Memoria II",
        type="flagship",
        faction="nomad",
        upgrade_of="memoria",
        technology="memoria-2",
        prerequisites=("blue", "green", "yellow"),
        edition=POK,
        cost=8,
        combat=Value(5, 2),
        move=2,
        capacity=6,
        anti_fighter_barrage=Value(5, 3),
        sustain_damage=True,
        meaning="Its owner may treat it as adjacent to any system that contains one of their mechs.",
        bears=(MOVEMENT_STEP,),
        left_out="Mechs decide which systems are adjacent to the flagship; enter the route that they open.",
    )
)

declare(
    Unit(
        slug="quantum-manipulator",
        name="Quantum Manipulator",
        type="mech",
        faction="nomad",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="While in space, it may use Sustain Damage to cancel a hit against one of its owner's ships in the "
        "system during combat.",
    )
)

declare(
    Component(
        slug="the-company",
        name="The Company",
        kind=FACTION_ABILITY,
        faction="nomad",
        edition=POK,
        meaning="You have three agents.",
    )
)

declare(
    Component(
        slug="future-sight",
        name="Future Sight",
        kind=FACTION_ABILITY,
        faction="nomad",
        edition=POK,
        meaning="In the agenda phase, gain a trade good each time an outcome is resolved that you voted for or "
        "predicted.",
    )
)

declare(
    Effect(
        slug="temporal-command-suite",
        name="Temporal Command Suite",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        faction="nomad",
        edition=POK,
        meaning="Exhaust it after any player's agent is exhausted to ready that agent; if the agent is another "
        "player's, you may also make a transaction with that player.",
        timing="That transaction needs no neighbors and no turn of either player, and comes on top of others.",
        clauses=("94.1",),
        steps=(TRANSACTION_STEP,),
        exhausts=True,
        windows=(TradesOnOccasion("readied {other}’s agent"),),
    )
)


def _shields_ships(moment: Moment, owner: int, unit: Unit) -> bool:
    in_combat = moment.ability in (COMBAT, ANTI_FIGHTER_BARRAGE)
    return unit.slug == "quantum-manipulator" and unit.sustain_damage and moment.place == SPACE and in_combat


declare(
    Effect(
        slug="quantum-manipulator-cover",
        name="Quantum Manipulator",
        kind=UNIT_TEXT,
        faction="nomad",
        unit="quantum-manipulator",
        edition=POK,
        meaning="In space, during a combat, it may use Sustain Damage to cancel a hit against your ships.",
        timing="Before the hits of a space combat or its barrage are assigned. It is not a ship, so Direct Hit cannot "
        "destroy it.",
        clauses=("87.4", "87.4.a"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        automatic=True,
        windows=(SustainsForOthers(_shields_ships),),
    )
)


def _flagship(moment: Moment, owner: int, unit: Unit) -> int:
    return 1 if unit.type == "flagship" else 0


declare(
    Effect(
        slug="navarch-feng",
        name="Navarch Feng",
        kind=LEADER,
        leader=COMMANDER,
        unlock="One scored secret objective.",
        faction="nomad",
        shared=True,
        edition=POK,
        meaning="Nomad commander: you can produce your flagship without spending resources.",
        timing="Whenever the flagship is produced; it still counts against the production limit.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        windows=(FreeUnits(_flagship),),
    )
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
    declare(
        Effect(
            slug=_slug,
            name=f"The Cavalry ({_ship})",
            kind=PROMISSORY_NOTE,
            faction="nomad",
            edition=POK,
            meaning="The Nomad’s note: for one space combat, one of your ships other than fighters has the combat "
            "value, Anti-Fighter Barrage and Sustain Damage of the Nomad’s flagship, which is "
            f"{_ship}.",
            timing="From the start of the combat on; the ship that is expected to hit least, unless you choose "
            "another. It is assigned hits after dreadnoughts, and after the combat it is an ordinary ship again, "
            "damaged or not.",
            clauses=("78.2.a", "10.1", "87.1"),
            steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
            of=USER,
            one_combat=True,
            card="the-cavalry",
            choice="raise",
            windows=(LendValues(_memoria(_unit)),),
        )
    )

declare(
    Effect(
        slug="ahk-syl-siven",
        name="Ahk-Syl Siven",
        title="Probability Matrix",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="nomad",
        edition=POK,
        meaning="Action: this round, your flagship, with all it transports, can leave systems that contain your "
        "command tokens. Purge this card when the round ends.",
        timing="In every movement of its owner that round; the flagship can pick up units in such systems, too.",
        clauses=("58.4.c", "95.3"),
        steps=(MOVEMENT_STEP,),
        windows=(Moving(leaves_tokens=True, ships=lambda unit: unit.type == "flagship"),),
    )
)

declare(
    Component(
        slug="the-thundarian",
        name="The Thundarian",
        kind=LEADER,
        leader=AGENT,
        faction="nomad",
        shared=True,
        edition=POK,
        meaning="After the dice of a combat round are rolled, you may exhaust it: no hits are assigned, and the round "
        "goes back to the start of its Roll Dice step.",
        left_out="It throws out a roll that has been seen, and all dice are rolled again; the solver does not search "
        "such choices.",
    )
)

declare(breakthrough("thunders-paradox", "Thunder’s Paradox", "nomad", ("green", "yellow")))
