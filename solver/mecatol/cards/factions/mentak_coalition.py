"""The Mentak Coalition."""

from __future__ import annotations

from mecatol.cards import (
    SHIP_HIT_STEPS,
    SHIPS,
    SPACE,
    Ability,
    BeforeUse,
    Dice,
    Edition,
    Force,
    Funds,
    Has,
    Moment,
    Moving,
    PlaceForLosses,
    Spending,
    Stack,
    StartOfCombat,
    StepName,
    Strike,
    Unit,
    Value,
    Whose,
    flagship_here,
    in_reinforcements,
    sheet,
    stack,
    words,
)

mentak = sheet(
    "The Mentak Coalition",
    short="Mentak", aliases=("mentak", "pirates", "pirate"), edition=Edition.BASE, commodities=2,
    start={"carrier": 1, "cruiser": 2, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
    start_technologies=("plasma-scoring", "sarween-tools"),
)  # fmt: skip

mentak.flagship(
    "Fourth Moon",
    "Other players' ships in its system cannot use Sustain Damage.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

mentak.mech(
    "Moll Terminus",
    "Other players' ground forces on its planet cannot use Sustain Damage.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

mentak.unit(
    "cruiser",
    "Corsair",
    "The breakthrough The Table's Grace puts it on top of Cruiser II. If the active system contains other players' "
    "non-fighter ships, it can move through systems with other players' ships.",
    upgrade_of="cruiser-2", technology="the-tables-grace", edition=Edition.THUNDERS_EDGE, cost=2, combat=Value(6),
    move=3, capacity=2, bears=(StepName.MOVEMENT,),
)  # fmt: skip

mentak.ability(
    "Pillage",
    "When a neighbor has gained trade goods or resolved a transaction and now has three or more trade goods, you may "
    "take one of their trade goods or commodities.",
)

mentak.technology(
    "Salvage Operations",
    "After a space combat, won or lost, gain a trade good. If you won, you may also produce a ship there of a type "
    "that was destroyed in it.",
    prerequisites=("yellow", "yellow"),
    left_out="It comes after the combat: one trade good, and one ship for its cost, leave nothing to work out.",
)


def _ships_of_others(moment: Moment, owner: int, unit: Unit) -> bool:
    theirs = moment.ability == Ability.SUSTAIN_DAMAGE and moment.player != owner
    return theirs and unit.is_ship and flagship_here(moment.state.players[owner])


def _ground_forces_beside(moment: Moment, owner: int, unit: Unit) -> bool:
    theirs = moment.ability == Ability.SUSTAIN_DAMAGE and moment.player != owner and moment.place != SPACE
    return theirs and unit.is_ground_force and stack(moment.state.at(owner, moment.place), "mech").total > 0


mentak.text(
    "fourth-moon",
    "Other players' ships in its system cannot use Sustain Damage.",
    slug="fourth-moon-silence",
    timing="While it is in the active system's space area; units on a planet that count as ships cannot use it either.",
    clauses=("87.1", "87.4"),
    steps=(*SHIP_HIT_STEPS, StepName.GROUND_COMBAT),
    of=Whose.ANYONE,
    windows=(BeforeUse(_ships_of_others, observes=Has("flagship"), elsewhere=flagship_here),),
)

mentak.text(
    "moll-terminus",
    "Other players' ground forces on its planet cannot use Sustain Damage.",
    slug="moll-terminus-silence",
    timing="While it is on the planet: in ground combat and against Space Cannon and Bombardment there.",
    clauses=("87.1", "87.4"),
    steps=(StepName.SPACE_CANNON_DEFENSE, StepName.BOMBARDMENT, StepName.GROUND_COMBAT, StepName.SUSTAIN_DAMAGE),
    of=Whose.ANYONE,
    windows=(BeforeUse(_ground_forces_beside, observes=Has("mech")),),
)

mentak.technology(
    "Mirror Computing",
    "Each trade good that you spend is worth 2 resources or 2 influence.",
    prerequisites=("yellow", "yellow", "yellow"),
    timing="Whenever trade goods are spent as resources or influence; where trade goods themselves are required, each "
    "counts as one.",
    clauses=("93.4.a", "75.3"),
    windows=(Funds(lambda moment, owner, treasury: [treasury._replace(worth=2)]), Spending(goods=2)),
)


def _ambush(moment: Moment, owner: int) -> Strike | None:
    """Return a die each of the two best cruisers and destroyers; the opponent assigns the hits."""
    units = moment.game.sides[owner].units
    values: list[tuple[int, str]] = []
    for there in moment.state.at(owner, SPACE):
        combat = units[there.unit].combat
        if combat and units[there.unit].kind in ("cruiser", "destroyer"):
            values += [(combat.value, there.unit)] * there.total
    shots = sorted(values)[:2]
    dice = tuple(Dice(unit, units=1, dice=1, value=value) for value, unit in shots)
    return Strike(len(shots), lambda unit: unit.is_ship, dice=dice) if shots else None


mentak.ability(
    "Ambush",
    "At the start of a space combat up to two of your cruisers and destroyers roll a die each: a result of at least "
    "its combat value is a hit on a ship of the opponent’s choice.",
    timing="Always, with the two that hit most easily; nothing that changes combat rolls changes these.",
    clauses=("78.2", "87.4"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    automatic=True,
    windows=(StartOfCombat(_ambush),),
)


def _sleepers(moment: Moment, owner: int, destroyed: Force) -> Force:
    if not moment.round and owner > moment.target:
        return ()  # what the attacker does at the start comes before the defender's hero
    mine, other = moment.game.sides[owner].units, moment.game.sides[moment.target]
    new: dict[str, int] = {}
    for lost in destroyed:
        kind = other.kinds[lost.unit]
        if kind in mine and lost.unit in other.ships and lost.unit not in other.ground_forces:
            new[kind] = new.get(kind, 0) + lost.total
    left = {kind: min(count, in_reinforcements(moment, owner, mine[kind])) for kind, count in new.items()}
    return tuple(Stack(kind, count, 0) for kind, count in left.items() if count)


def _immediate(moment: Moment, owner: int) -> str | None:
    held = "direct-hit" in moment.game.sides[owner].effects
    return "is not solved together with Direct Hit, whose ships return at once" if held else None


mentak.hero(
    "Ipswitch, Loose Cannon",
    "Mentak hero: in a space combat, you gain a ship for each of your opponent’s ships that is destroyed.",
    title="Sleeper Cell",
    timing="From the start of the combat, before your other effects: an undamaged ship of the same type each time, as "
    "long as you have one that is not in the scenario, regardless of your fleet pool. It fights from the next roll on.",
    clauses=("78.2.a", "78.6"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    needs=_immediate,
    one_combat=True,
    reads=("reinforcements",),
    windows=(PlaceForLosses(_sleepers, for_opponents=True, depends_on_lost_types=True),),
    unlock="",
)

mentak.text(
    "corsair",
    "If other players have ships in the active system, it can move through systems with other players' ships.",
    slug="corsair-passage",
    timing="If you say that other players have ships in the active system; fighters do not count.",
    clauses=("58.4.b",),
    steps=(StepName.MOVEMENT,),
    windows=(
        Moving(
            passes=frozenset({SHIPS}),
            ships=lambda unit: unit.slug == "corsair",
            holds=lambda game: SHIPS in words(game.scenario.into),
        ),
    ),
)

mentak.breakthrough(
    "The Table’s Grace",
    "Green and yellow count as each other when you research and when you score objectives.",
    synergy=("green", "yellow"),
    part=True,
)
