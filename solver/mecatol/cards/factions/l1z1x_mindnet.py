"""The L1Z1X Mindnet."""

from __future__ import annotations

from mecatol.cards import (
    INFLUENCE,
    BindHits,
    BombardAfterRound,
    ColorsAlike,
    Dice,
    Edition,
    Force,
    GainControl,
    Ignores,
    Inquiry,
    Moment,
    OverlookShields,
    Ruled,
    ShieldRuling,
    Stack,
    StepName,
    Value,
    flagship_here,
    planet_name,
    planet_value,
    rolled_by,
    sheet,
)

l1z1x = sheet(
    "The L1Z1X Mindnet",
    short="L1Z1X", aliases=("l1z1x", "lizix", "l1", "borg"), edition=Edition.BASE, commodities=2,
    start={"dreadnought": 1, "carrier": 1, "fighter": 3, "infantry": 5, "pds": 1, "space-dock": 1},
    start_technologies=("neural-motivator", "plasma-scoring"),
)  # fmt: skip

super_dreadnought = l1z1x.unit(
    "dreadnought",
    "Super Dreadnought I",
    cost=4, combat=Value(5), move=1, capacity=2, bombardment=Value(5), sustain_damage=True,
)  # fmt: skip

l1z1x.upgrade(
    super_dreadnought,
    "Super Dreadnought II",
    "Direct Hit cannot destroy it.",
    prerequisites=("blue", "blue", "yellow"), cost=4, combat=Value(4), move=2, capacity=2, bombardment=Value(4),
    sustain_damage=True, direct_hit_immune=True,
)  # fmt: skip

l1z1x.flagship(
    "[0.0.1]",
    "In space combat, hits from this ship and from its owner's dreadnoughts in its system must be assigned to ships "
    "other than fighters if able.",
    cost=8, combat=Value(5, 2), move=1, capacity=5, sustain_damage=True,
)  # fmt: skip

l1z1x.mech(
    "Annihilator",
    "Outside ground combat it may bombard planets of its own system like a ship.",
    cost=2, combat=Value(6), bombardment=Value(8), sustain_damage=True,
)  # fmt: skip

l1z1x.ability(
    "Assimilate",
    "If you take a planet with structures, they are replaced by yours, as far as your reinforcements allow.",
    bears=(StepName.INVASION, StepName.TACTICAL_ACTION),
    left_out="It decides who owns the structures there afterward, and no chance of the invasion depends on that.",
)

l1z1x.technology(
    "Inheritance Systems",
    "When you research, exhaust it and spend two resources to ignore all prerequisites of that technology.",
    prerequisites=("yellow", "yellow"),
    timing="Where nothing cheaper is enough; the resources are in addition to what the research itself costs.",
    clauses=("90.12.c",),
    exhausts=True,
    windows=(Ignores(None, resources=2),),
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


l1z1x.ability(
    "Harrow",
    "After every round of ground combat, the L1Z1X player's ships in the system bombard the opponent's ground forces "
    "on that planet.",
    timing="By the active player only, after every round, even one in which their last ground force was destroyed.",
    clauses=("15.1.e", "65.2"),
    steps=(StepName.PLANETARY_SHIELD, StepName.GROUND_COMBAT),
    automatic=True,
    windows=(BombardAfterRound(), ShieldRuling(_harrow_works)),
)

l1z1x.commander(
    "2RAM",
    "The L1Z1X’s commander: units with Planetary Shield do not keep your units from bombarding.",
    unlock="Four of your dreadnoughts are on the board.",
    timing="Always once unlocked; the shield itself stays. Other players can have the commander through Alliance.",
    clauses=("15.1.f",),
    windows=(OverlookShields(),),
)


def _at_ships(moment: Moment, owner: int, dice: Dice) -> bool:
    here = flagship_here(moment.state.players[owner])
    return here and rolled_by(moment, owner, dice, "flagship", "dreadnought")


l1z1x.text(
    "0-0-1",
    "In space combat, hits from it and from your dreadnoughts in its system go to ships other than fighters if able.",
    slug="0-0-1-aim",
    timing="In every round, while it is in the combat; the opponent assigns these hits first.",
    clauses=("78.6", "78.6.a"),
    steps=(StepName.SPACE_COMBAT,),
    windows=(BindHits(_at_ships),),
)


def _infantry_for_influence(moment: Moment, owner: int) -> Force:
    side = moment.game.sides[owner]
    value = planet_value(side, moment.place, INFLUENCE)
    if value is None:
        moment.game.warn(f"{side.name}’s Fealty Uplink was ignored: no influence of {moment.place!r} is known.")
    return (Stack("infantry", value, 0),) if value else ()


l1z1x.breakthrough(
    "Fealty Uplink",
    "When you gain control of a planet, place as many infantry from your reinforcements on it as it has influence.",
    synergy=("green", "red"),
    timing="When control is established, before the planet is explored.",
    clauses=("49.5",),
    reads=("influence",),
    windows=(GainControl(_infantry_for_influence), ColorsAlike()),
)
