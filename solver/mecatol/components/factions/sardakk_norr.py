"""The Sardakk N'orr."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, breakthrough, strength
from mecatol.domain.editions import BASE, POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP
from mecatol.domain.units import BOMBARDMENT, Unit, Value
from mecatol.effects.model import (
    ANYONE,
    COMBAT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
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
from mecatol.game.state import stack
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import BothRolled, EndOfRound, Strike
from mecatol.rules.hits.windows import AfterSustain, SustainAnswer
from mecatol.rules.rolls.windows import ReadResults

declare(
    Faction(
        slug="sardakk-norr",
        name="Sardakk N'orr",
        short="N'orr",
        aliases=("norr", "sardakk", "n-orr", "bugs"),
        edition=BASE,
        commodities=3,
        start={"carrier": 2, "cruiser": 1, "infantry": 5, "pds": 1, "space-dock": 1},
    )
)

declare(
    Unit(
        slug="exotrireme",
        name="Exotrireme I",
        type="dreadnought",
        faction="sardakk-norr",
        edition=BASE,
        cost=4,
        combat=Value(5),
        move=1,
        capacity=1,
        bombardment=Value(4, 2),
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="exotrireme-2",
        name="Exotrireme II",
        type="dreadnought",
        faction="sardakk-norr",
        upgrade_of="exotrireme",
        technology="exotrireme-2",
        prerequisites=("blue", "blue", "yellow"),
        edition=BASE,
        cost=4,
        combat=Value(5),
        move=2,
        capacity=1,
        bombardment=Value(4, 2),
        sustain_damage=True,
        direct_hit_immune=True,
        meaning="Direct Hit cannot destroy it. When a round of space combat is over, its owner may destroy it to "
        "destroy up to two ships there.",
    )
)

declare(
    Unit(
        slug="cmorran-norr",
        name="C'morran N'orr",
        type="flagship",
        faction="sardakk-norr",
        edition=BASE,
        cost=8,
        combat=Value(6, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="Its owner's other ships in the system get +1 to their combat rolls.",
    )
)

declare(
    Unit(
        slug="valkyrie-exoskeleton",
        name="Valkyrie Exoskeleton",
        type="mech",
        faction="sardakk-norr",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When it sustains damage in ground combat, it produces a hit against the opponent's ground forces on "
        "its planet.",
    )
)


def _strikes_back(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    # what bombards after a round of ground combat does so during the combat, what bombards before a landing does not
    in_combat = moment.ability == COMBAT or (moment.ability == BOMBARDMENT and moment.round > 0)
    on_planet = in_combat and moment.place != SPACE
    return SustainAnswer(hits_back=1) if on_planet and unit.slug == "valkyrie-exoskeleton" else None


declare(
    Effect(
        slug="valkyrie-exoskeleton-strike",
        name="Valkyrie Exoskeleton",
        kind=UNIT_TEXT,
        faction="sardakk-norr",
        unit="valkyrie-exoskeleton",
        edition=POK,
        meaning="After it sustains in ground combat, the opponent's ground forces on its planet take a hit.",
        timing="Each time, even against Harrow, which is part of the combat, but never against Space Cannon or the "
        "Bombardment before a landing; the opponent assigns the hit.",
        clauses=("42.2", "87.1"),
        steps=(GROUND_COMBAT, BOMBARDMENT_STEP, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        automatic=True,
        windows=(AfterSustain(_strikes_back),),
    )
)


declare(
    Effect(
        slug="unrelenting",
        name="Unrelenting",
        kind=FACTION_ABILITY,
        faction="sardakk-norr",
        edition=BASE,
        meaning="Your units get +1 to their combat rolls.",
        timing="In every round, in space and on planets; rolls for unit abilities are not affected.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(ReadResults(CombatPlus(1)),),
    )
)


def _led(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    flagships = stack(moment.state.at(owner, moment.place), "flagship").total
    if moment.ability != COMBAT or not flagships:
        return dice
    # a flagship does nothing for itself; of several, each does for the others
    return tuple(d._replace(modifier=d.modifier + flagships - (d.unit == "flagship")) for d in dice)


declare(
    Effect(
        slug="cmorran-norr-leads",
        name="C’morran N’orr",
        kind=UNIT_TEXT,
        faction="sardakk-norr",
        unit="cmorran-norr",
        edition=BASE,
        meaning="Your other ships in its system get +1 to their combat rolls.",
        timing="While it is in the space combat.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        windows=(ReadResults(_led),),
    )
)


def _one_more_hit(moment: Moment, owner: int, hits: int) -> int:
    return int(hits > 0)


declare(
    Effect(
        slug="valkyrie-particle-weave",
        name="Valkyrie Particle Weave",
        kind=FACTION_TECHNOLOGY,
        color="red",
        prerequisites=("red", "red"),
        faction="sardakk-norr",
        edition=BASE,
        meaning="In each round of ground combat in which your opponent's combat roll produces a hit, you produce one "
        "more hit.",
        timing="In every such round, even if none of your own dice hit, and even if the opponent's hits are then "
        "canceled.",
        clauses=("42.1", "42.2"),
        steps=(GROUND_COMBAT,),
        of=USER,
        windows=(BothRolled(_one_more_hit),),
    )
)


def _rammed(moment: Moment, owner: int) -> Strike | None:
    there = strength(moment, owner, _exotrireme) and strength(moment, moment.target, lambda unit: unit.is_ship)
    return Strike(2, lambda unit: unit.is_ship, destroys=True, by_owner=True, costs=_exotrireme) if there else None


def _exotrireme(unit: Unit) -> bool:
    return unit.slug == "exotrireme-2"


declare(
    Effect(
        slug="exotrireme-2-sacrifice",
        name="Sacrifice of an Exotrireme II",
        kind=FACTION_ABILITY,
        faction="sardakk-norr",
        unit="exotrireme-2",
        edition=BASE,
        meaning="When a round of space combat is over, you may destroy your Exotrireme II: up to two ships there are "
        "destroyed, too.",
        timing="Enter it once for each one that you will sacrifice: after the first round, or the next in which you "
        "have one. The opponent's most expensive ships are destroyed, undamaged ones first, and they cannot "
        "sustain. Not in a round that ends with a retreat.",
        clauses=("87.5", "78.6"),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=5,
        spends=True,
        windows=(EndOfRound(_rammed, every_copy=True, costs=_exotrireme),),
    )
)


def _legion(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT:
        return dice
    change = int(moment.player == owner)
    if moment.target == owner and moment.game.sides[moment.player].player.faction == "sardakk-norr":
        change = -1
    return tuple(d._replace(modifier=d.modifier + change) for d in dice)


declare(
    Effect(
        slug="tekklar-legion",
        name="Tekklar Legion",
        kind=PROMISSORY_NOTE,
        faction="sardakk-norr",
        edition=BASE,
        meaning="The N'orr's note: in an invasion, your units get +1 to their combat rolls; if the N'orr are your "
        "opponent, theirs get −1.",
        timing="All through the first ground combat of the invasion; rolls for unit abilities are not affected.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=ANYONE,
        one_combat=True,
        windows=(ReadResults(_legion),),
    )
)

declare(
    Component(
        slug="ghom-sekkus",
        name="G’hom Sek’kus",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Control five planets outside home systems.",
        faction="sardakk-norr",
        shared=True,
        edition=POK,
        meaning="When you commit ground forces, you can also commit up to one from each planet in the active system "
        "and from each planet in adjacent systems without your command tokens.",
        left_out="Count the ground forces that come from nearby planets among those that land.",
    )
)

declare(breakthrough("norr-supremacy", "N’orr Supremacy", "sardakk-norr", ("blue", "red")))
