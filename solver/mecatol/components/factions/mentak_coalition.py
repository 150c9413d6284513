"""The Mentak Coalition."""

from __future__ import annotations

from mecatol.components.acts import Has, flagship_here, in_reinforcements
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    MOVEMENT_STEP,
    PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    VICTORY_STEP,
)
from mecatol.domain.units import SUSTAIN_DAMAGE, Unit, Value
from mecatol.effects.model import (
    ANYONE,
    BREAKTHROUGH,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import Force, Stack, stack
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import PlaceForLosses, StartOfCombat, Strike
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import Funds
from mecatol.rules.rolls.windows import BeforeUse
from mecatol.rules.victory.windows import Spending
from mecatol.scenario.movement import SHIPS, words

declare(
    Faction(
        slug="mentak-coalition",
        name="The Mentak Coalition",
        short="Mentak",
        aliases=("mentak", "pirates"),
        edition=BASE,
        commodities=2,
        start={"carrier": 1, "cruiser": 2, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
        start_technologies=(
            "plasma-scoring",
            "sarween-tools",
        ),
    )
)

declare(
    Unit(
        slug="fourth-moon",
        name="Fourth Moon",
        type="flagship",
        faction="mentak-coalition",
        edition=BASE,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="Other players' ships in its system cannot use Sustain Damage.",
    )
)

declare(
    Unit(
        slug="moll-terminus",
        name="Moll Terminus",
        type="mech",
        faction="mentak-coalition",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="Other players' ground forces on its planet cannot use Sustain Damage.",
    )
)

declare(
    Unit(
        slug="corsair",
        name="Corsair",
        type="cruiser",
        faction="mentak-coalition",
        upgrade_of="cruiser-2",
        technology="the-tables-grace",
        edition=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        move=3,
        capacity=2,
        meaning="The breakthrough The Table's Grace puts it on top of Cruiser II. If the active system contains other "
        "players' non-fighter ships, it can move through systems with other players' ships.",
        bears=(MOVEMENT_STEP,),
    )
)

declare(
    Component(
        slug="pillage",
        name="Pillage",
        kind=FACTION_ABILITY,
        faction="mentak-coalition",
        edition=BASE,
        meaning="When a neighbor has gained trade goods or resolved a transaction and now has three or more trade "
        "goods, you may take one of their trade goods or commodities.",
    )
)

declare(
    Component(
        slug="salvage-operations",
        name="Salvage Operations",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="mentak-coalition",
        edition=BASE,
        meaning="After a space combat, won or lost, gain a trade good. If you won, you may also produce a ship there "
        "of a type that was destroyed in it.",
        left_out="It comes after the combat: one trade good, and one ship for its cost, leave nothing to work out.",
    )
)


def _ships_of_others(moment: Moment, owner: int, unit: Unit) -> bool:
    theirs = moment.ability == SUSTAIN_DAMAGE and moment.player != owner
    return theirs and unit.is_ship and flagship_here(moment.state.players[owner])


def _ground_forces_beside(moment: Moment, owner: int, unit: Unit) -> bool:
    theirs = moment.ability == SUSTAIN_DAMAGE and moment.player != owner and moment.place != SPACE
    return theirs and unit.is_ground_force and stack(moment.state.at(owner, moment.place), "mech").total > 0


declare(
    Effect(
        slug="fourth-moon-silence",
        name="Fourth Moon",
        kind=UNIT_TEXT,
        faction="mentak-coalition",
        unit="fourth-moon",
        edition=BASE,
        meaning="Other players' ships in its system cannot use Sustain Damage.",
        timing="While it is in the active system's space area; units on a planet that count as ships cannot use it "
        "either.",
        clauses=("87.1", "87.4"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=ANYONE,
        automatic=True,
        windows=(BeforeUse(_ships_of_others, observes=Has("flagship"), elsewhere=flagship_here),),
    )
)

declare(
    Effect(
        slug="moll-terminus-silence",
        name="Moll Terminus",
        kind=UNIT_TEXT,
        faction="mentak-coalition",
        unit="moll-terminus",
        edition=POK,
        meaning="Other players' ground forces on its planet cannot use Sustain Damage.",
        timing="While it is on the planet: in ground combat and against Space Cannon and Bombardment there.",
        clauses=("87.1", "87.4"),
        steps=(SPACE_CANNON_DEFENSE, BOMBARDMENT_STEP, GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=ANYONE,
        automatic=True,
        windows=(BeforeUse(_ground_forces_beside, observes=Has("mech")),),
    )
)


declare(
    Effect(
        slug="mirror-computing",
        name="Mirror Computing",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow", "yellow"),
        faction="mentak-coalition",
        edition=BASE,
        meaning="Each trade good that you spend is worth 2 resources or 2 influence.",
        timing="Whenever trade goods are spent as resources or influence; where trade goods themselves are required, "
        "each counts as one.",
        clauses=("93.4.a", "75.3"),
        steps=(PRODUCTION_STEP, VICTORY_STEP),
        windows=(Funds(lambda moment, owner, treasury: [treasury._replace(worth=2)]), Spending(goods=2)),
    )
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


declare(
    Effect(
        slug="ambush",
        name="Ambush",
        kind=FACTION_ABILITY,
        faction="mentak-coalition",
        edition=BASE,
        meaning="At the start of a space combat up to two of your cruisers and destroyers roll a die each: a result of "
        "at least its combat value is a hit on a ship of the opponent’s choice.",
        timing="Always, with the two that hit most easily; nothing that changes combat rolls changes these.",
        clauses=("78.2", "87.4"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        windows=(StartOfCombat(_ambush),),
    )
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


declare(
    Effect(
        slug="ipswitch-loose-cannon",
        name="Ipswitch, Loose Cannon",
        kind=LEADER,
        leader=HERO,
        title="Sleeper Cell",
        faction="mentak-coalition",
        edition=POK,
        meaning="Mentak hero: in a space combat, you gain a ship for each of your opponent’s ships that is destroyed.",
        timing="From the start of the combat, before your other effects: an undamaged ship of the same type each time, "
        "as long as you have one that is not in the scenario, regardless of your fleet pool. It fights from the "
        "next roll on.",
        clauses=("78.2.a", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        needs=_immediate,
        one_combat=True,
        reads=("reinforcements",),
        windows=(PlaceForLosses(_sleepers, for_opponents=True, depends_on_lost_types=True),),
    )
)

declare(
    Effect(
        slug="corsair-passage",
        name="Corsair",
        kind=UNIT_TEXT,
        faction="mentak-coalition",
        unit="corsair",
        edition=THUNDERS_EDGE,
        meaning="If other players have ships in the active system, it can move through systems with other players' "
        "ships.",
        timing="If you say that other players have ships in the active system; fighters do not count.",
        clauses=("58.4.b",),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(
            Moving(
                passes=frozenset({SHIPS}),
                ships=lambda unit: unit.slug == "corsair",
                holds=lambda game: SHIPS in words(game.scenario.into),
            ),
        ),
    )
)

declare(
    Component(
        slug="the-tables-grace",
        name="The Table’s Grace",
        kind=BREAKTHROUGH,
        synergy=("green", "yellow"),
        faction="mentak-coalition",
        edition=THUNDERS_EDGE,
        meaning="Green and yellow count as each other when you research and when you score objectives.",
        part=True,
    )
)
