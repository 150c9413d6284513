"""The L1Z1X Mindnet."""

from __future__ import annotations

from mecatol.components.acts import flagship_here, rolled_by
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import (
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    PLANETARY_SHIELD_STEP,
    SPACE_COMBAT,
    SYNERGY_STEPS,
    TACTICAL_ACTION,
    TECHNOLOGY_STEP,
)
from mecatol.domain.units import Unit, Value, planet_name
from mecatol.effects.model import (
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.planet_values import INFLUENCE, planet_value
from mecatol.game.state import Force, Stack
from mecatol.game.windows import ColorsAlike
from mecatol.probability.dice import Dice
from mecatol.rules.bombardment.windows import BombardAfterRound, Inquiry, OverlookShields, Ruled, ShieldRuling
from mecatol.rules.combat.windows import BindHits, GainControl
from mecatol.rules.technology.windows import Ignores

declare(
    Faction(
        slug="l1z1x-mindnet",
        name="The L1Z1X Mindnet",
        short="L1Z1X",
        aliases=("l1z1x", "lizix", "l1"),
        edition=BASE,
        commodities=2,
        start={"dreadnought": 1, "carrier": 1, "fighter": 3, "infantry": 5, "pds": 1, "space-dock": 1},
        start_technologies=(
            "neural-motivator",
            "plasma-scoring",
        ),
    )
)

declare(
    Unit(
        slug="super-dreadnought",
        name="Super Dreadnought I",
        type="dreadnought",
        faction="l1z1x-mindnet",
        edition=BASE,
        cost=4,
        combat=Value(5),
        move=1,
        capacity=2,
        bombardment=Value(5),
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="super-dreadnought-2",
        name="Super Dreadnought II",
        type="dreadnought",
        faction="l1z1x-mindnet",
        upgrade_of="super-dreadnought",
        technology="super-dreadnought-2",
        prerequisites=("blue", "blue", "yellow"),
        edition=BASE,
        cost=4,
        combat=Value(4),
        move=2,
        capacity=2,
        bombardment=Value(4),
        sustain_damage=True,
        direct_hit_immune=True,
        meaning="Direct Hit cannot destroy it.",
    )
)

declare(
    Unit(
        slug="0-0-1",
        name="[0.0.1]",
        type="flagship",
        faction="l1z1x-mindnet",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=5,
        sustain_damage=True,
        meaning="In space combat, hits from this ship and from its owner's dreadnoughts in its system must be "
        "assigned to ships other than fighters if able.",
    )
)

declare(
    Unit(
        slug="annihilator",
        name="Annihilator",
        type="mech",
        faction="l1z1x-mindnet",
        edition=POK,
        cost=2,
        combat=Value(6),
        bombardment=Value(8),
        sustain_damage=True,
        meaning="Outside ground combat it may bombard planets of its own system like a ship.",
    )
)

declare(
    Component(
        slug="assimilate",
        name="Assimilate",
        kind=FACTION_ABILITY,
        faction="l1z1x-mindnet",
        edition=BASE,
        meaning="If you take a planet with structures, they are replaced by yours, as far as your reinforcements "
        "allow.",
        bears=(
            INVASION,
            TACTICAL_ACTION,
        ),
        left_out="It decides who owns the structures there afterward, and no chance of the invasion depends on that.",
    )
)

declare(
    Effect(
        slug="inheritance-systems",
        name="Inheritance Systems",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="l1z1x-mindnet",
        edition=BASE,
        meaning="When you research, exhaust it and spend two resources to ignore all prerequisites of that technology.",
        timing="Where nothing cheaper is enough; the resources are in addition to what the research itself costs.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        exhausts=True,
        windows=(Ignores(None, resources=2),),
    )
)


def _harrow_works(inquiry: Inquiry, owner: int) -> Ruled | None:
    """Tell whether Harrow works in a ground combat on the planet: where its owner's units can bombard it."""
    if owner != inquiry.moment.player:
        return None
    planet, name = planet_name(inquiry.moment.place), inquiry.moment.game.sides[owner].name
    if inquiry.bombarding:
        return Ruled(True, f"In a ground combat on {planet}, {name}’s units can bombard there.", ("15.1.e", "65.2"))
    if inquiry.barred:
        clauses = tuple(dict.fromkeys(("65.2", *inquiry.barred)))
        return Ruled(
            False, f"{name}’s units cannot bombard {planet}, not even after a round of ground combat.", clauses
        )
    return Ruled(False, f"{name} has no unit with Bombardment in the system.", ("15.1.e",))


declare(
    Effect(
        slug="harrow",
        name="Harrow",
        kind=FACTION_ABILITY,
        faction="l1z1x-mindnet",
        edition=BASE,
        meaning="After every round of ground combat, the L1Z1X player's ships in the system bombard the opponent's "
        "ground forces on that planet.",
        timing="By the active player only, after every round, even one in which their last ground force was destroyed.",
        clauses=("15.1.e", "65.2"),
        steps=(PLANETARY_SHIELD_STEP, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(
            BombardAfterRound(),
            ShieldRuling(_harrow_works),
        ),
    )
)

declare(
    Effect(
        slug="2ram",
        name="2RAM",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Four of your dreadnoughts are on the board.",
        faction="l1z1x-mindnet",
        shared=True,
        edition=POK,
        meaning="The L1Z1X’s commander: units with Planetary Shield do not keep your units from bombarding.",
        timing="Always once unlocked; the shield itself stays. Other players can have the commander through Alliance.",
        clauses=("15.1.f",),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP),
        of=USER,
        windows=(OverlookShields(),),
    )
)


def _at_ships(moment: Moment, owner: int, dice: Dice) -> bool:
    here = flagship_here(moment.state.players[owner])
    return here and rolled_by(moment, owner, dice, "flagship", "dreadnought")


declare(
    Effect(
        slug="0-0-1-aim",
        name="[0.0.1]",
        kind=UNIT_TEXT,
        faction="l1z1x-mindnet",
        unit="0-0-1",
        edition=BASE,
        meaning="In space combat, hits from it and from your dreadnoughts in its system go to ships other than "
        "fighters if able.",
        timing="In every round, while it is in the combat; the opponent assigns these hits first.",
        clauses=("78.6", "78.6.a"),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        windows=(BindHits(_at_ships),),
    )
)


def _infantry_for_influence(moment: Moment, owner: int) -> Force:
    side = moment.game.sides[owner]
    value = planet_value(side, moment.place, INFLUENCE)
    if value is None:
        moment.game.warn(f"{side.name}’s Fealty Uplink was ignored: no influence of {moment.place!r} is known.")
    return (Stack("infantry", value, 0),) if value else ()


declare(
    Effect(
        slug="fealty-uplink",
        name="Fealty Uplink",
        kind=BREAKTHROUGH,
        synergy=("green", "red"),
        faction="l1z1x-mindnet",
        edition=THUNDERS_EDGE,
        meaning="When you gain control of a planet, place as many infantry from your reinforcements on it as it has "
        "influence.",
        timing="When control is established, before the planet is explored.",
        clauses=("49.5",),
        steps=(INVASION, TACTICAL_ACTION, *SYNERGY_STEPS),
        of=USER,
        reads=("influence",),
        windows=(GainControl(_infantry_for_influence), ColorsAlike()),
    )
)
