"""The Sardakk N'orr."""

from __future__ import annotations

from mecatol.cards import (
    SPACE,
    Ability,
    AfterSustain,
    BothRolled,
    CombatPlus,
    Dice,
    Edition,
    EndOfRound,
    Moment,
    ReadResults,
    StepName,
    Strike,
    SustainAnswer,
    Unit,
    Value,
    Whose,
    sheet,
    stack,
    strength,
)

n_orr = sheet(
    "Sardakk N'orr",
    short="N'orr", aliases=("norr", "sardakk", "n-orr", "bugs", "bug"), edition=Edition.BASE, commodities=3,
    start={"carrier": 2, "cruiser": 1, "infantry": 5, "pds": 1, "space-dock": 1},
)  # fmt: skip

exotrireme = n_orr.unit(
    "dreadnought",
    "Exotrireme I",
    cost=4, combat=Value(5), move=1, capacity=1, bombardment=Value(4, 2), sustain_damage=True,
)  # fmt: skip

n_orr.upgrade(
    exotrireme,
    "Exotrireme II",
    "Direct Hit cannot destroy it. When a round of space combat is over, its owner may destroy it to destroy up to "
    "two ships there.",
    prerequisites=("blue", "blue", "yellow"), cost=4, combat=Value(5), move=2, capacity=1, bombardment=Value(4, 2),
    sustain_damage=True, direct_hit_immune=True,
)  # fmt: skip

n_orr.flagship(
    "C'morran N'orr",
    "Its owner's other ships in the system get +1 to their combat rolls.",
    cost=8, combat=Value(6, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

n_orr.mech(
    "Valkyrie Exoskeleton",
    "When it sustains damage in ground combat, it produces a hit against the opponent's ground forces on its planet.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip


def _strikes_back(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    # what bombards after a round of ground combat does so during the combat, what bombards before a landing does not
    in_combat = moment.ability == Ability.COMBAT or (moment.ability == Ability.BOMBARDMENT and moment.round > 0)
    on_planet = in_combat and moment.place != SPACE
    return SustainAnswer(hits_back=1) if on_planet and unit.slug == "valkyrie-exoskeleton" else None


n_orr.text(
    "valkyrie-exoskeleton",
    "After it sustains in ground combat, the opponent's ground forces on its planet take a hit.",
    slug="valkyrie-exoskeleton-strike",
    timing="Each time, even against Harrow, which is part of the combat, but never against Space Cannon or the "
    "Bombardment before a landing; the opponent assigns the hit.",
    clauses=("42.2", "87.1"),
    steps=(StepName.GROUND_COMBAT, StepName.BOMBARDMENT, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    windows=(AfterSustain(_strikes_back),),
)

n_orr.ability(
    "Unrelenting",
    "Your units get +1 to their combat rolls.",
    timing="In every round, in space and on planets; rolls for unit abilities are not affected.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    automatic=True,
    windows=(ReadResults(CombatPlus(1)),),
)


def _led(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    flagships = stack(moment.state.at(owner, moment.place), "flagship").total
    if moment.ability != Ability.COMBAT or not flagships:
        return dice
    # a flagship does nothing for itself; of several, each does for the others
    return tuple(d._replace(modifier=d.modifier + flagships - (d.unit == "flagship")) for d in dice)


n_orr.text(
    "cmorran-norr",
    "Your other ships in its system get +1 to their combat rolls.",
    name="C’morran N’orr",
    slug="cmorran-norr-leads",
    timing="While it is in the space combat.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    windows=(ReadResults(_led),),
)


n_orr.technology(
    "Valkyrie Particle Weave",
    "In each round of ground combat in which your opponent's combat roll produces a hit, you produce one more hit.",
    prerequisites=("red", "red"),
    timing="In every such round, even if none of your own dice hit, and even if the opponent's hits are then canceled.",
    clauses=("42.1", "42.2"),
    steps=(StepName.GROUND_COMBAT,),
    windows=(BothRolled(lambda moment, owner, hits: int(hits > 0)),),
)


def _rammed(moment: Moment, owner: int) -> Strike | None:
    there = strength(moment, owner, _exotrireme) and strength(moment, moment.target, lambda unit: unit.is_ship)
    return Strike(2, lambda unit: unit.is_ship, destroys=True, by_owner=True, costs=_exotrireme) if there else None


def _exotrireme(unit: Unit) -> bool:
    return unit.slug == "exotrireme-2"


n_orr.ability(
    "Sacrifice of an Exotrireme II",
    "When a round of space combat is over, you may destroy your Exotrireme II: up to two ships there are destroyed, "
    "too.",
    slug="exotrireme-2-sacrifice",
    unit="exotrireme-2",
    timing="Enter it once for each one that you will sacrifice: after the first round, or the next in which you have "
    "one. The opponent's most expensive ships are destroyed, undamaged ones first, and they cannot sustain. Not in a "
    "round that ends with a retreat.",
    clauses=("87.5", "78.6"),
    limit=5,
    spends=True,
    windows=(EndOfRound(_rammed, every_copy=True, costs=_exotrireme),),
)


def _legion(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != Ability.COMBAT:
        return dice
    change = int(moment.player == owner)
    if moment.target == owner and moment.game.sides[moment.player].player.faction == "sardakk-norr":
        change = -1
    return tuple(d._replace(modifier=d.modifier + change) for d in dice)


n_orr.note(
    "Tekklar Legion",
    "The N'orr's note: in an invasion, your units get +1 to their combat rolls; if the N'orr are your opponent, "
    "theirs get −1.",
    timing="All through the first ground combat of the invasion; rolls for unit abilities are not affected.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    of=Whose.ANYONE,
    one_combat=True,
    windows=(ReadResults(_legion),),
)

n_orr.commander(
    "G’hom Sek’kus",
    "When you commit ground forces, you can also commit up to one from each planet in the active system and from each "
    "planet in adjacent systems without your command tokens.",
    unlock="Control five planets outside home systems.",
    left_out="Count the ground forces that come from nearby planets among those that land.",
)

n_orr.breakthrough("N’orr Supremacy", synergy=("blue", "red"))
