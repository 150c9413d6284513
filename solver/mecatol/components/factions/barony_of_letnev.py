"""The Barony of Letnev."""

from __future__ import annotations

from fractions import Fraction

from mecatol.components.acts import (
    ONE_MORE_DIE,
    Forbid,
    RepairAll,
    galvanized_as,
    reroll_misses,
    strip_shields,
    without_deploy,
)
from mecatol.domain.editions import BASE, CODEX_1, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    CAPACITY_STEP,
    GROUND_COMBAT,
    HIT_STEPS,
    MOVEMENT_STEP,
    PLANETARY_SHIELD_STEP,
    PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_COMBAT,
    SYNERGY_STEPS,
)
from mecatol.domain.units import SPACE_CANNON, Unit, Value
from mecatol.effects.model import (
    AGENT,
    ANYONE,
    BREAKTHROUGH,
    COMBAT,
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
from mecatol.game.state import Force, State, changed, stack
from mecatol.game.windows import ColorsAlike, FleetPool
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import AsRoundStarts, RepeatCombatRoll
from mecatol.rules.deploy.deployments import (
    FIGHT,
    INFANTRY,
    PLANET,
    Deployment,
    Situation,
    declare_deploy,
    mech_there,
    with_more,
)
from mecatol.rules.hits.windows import RepairInCombat, SustainCancels
from mecatol.rules.movement.windows import Moving
from mecatol.rules.rolls.windows import BeforeUse, ReadResults

declare(
    Faction(
        slug="barony-of-letnev",
        name="The Barony of Letnev",
        short="Letnev",
        aliases=(
            "letnev",
            "barony",
        ),
        edition=BASE,
        commodities=2,
        start={"dreadnought": 1, "carrier": 1, "destroyer": 1, "fighter": 1, "infantry": 3, "space-dock": 1},
        start_technologies=(
            "antimass-deflectors",
            "plasma-scoring",
        ),
    )
)

declare(
    Unit(
        slug="arc-secundus",
        name="Arc Secundus",
        type="flagship",
        faction="barony-of-letnev",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        bombardment=Value(5, 3),
        sustain_damage=True,
        meaning="Other players' units in its system lose Planetary Shield. It is repaired whenever a round of space "
        "combat starts.",
    )
)

declare(
    Unit(
        slug="dunlain-reaper",
        name="Dunlain Reaper",
        type="mech",
        faction="barony-of-letnev",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: when a round of ground combat starts, spend two resources to replace one of your infantry "
        "there with this mech.",
    )
)


def _reaper(moment: Moment, owner: int) -> tuple[Force, int] | None:
    there, holdings = moment.state.at(owner, moment.place), moment.state.players[owner]
    mechs = sum(stack(force, "mech").total for force in (holdings.space, *(force for _, force in holdings.planets)))
    infantry = stack(there, "infantry")
    if not infantry.total or mechs >= (moment.game.sides[owner].units["mech"].limit or 4):
        return None
    healthy = 1 if infantry.healthy else 0
    fewer = changed(there, "infantry", healthy=-healthy, damaged=healthy - 1)
    return changed(fewer, "mech", healthy=1), 1


declare(
    Effect(
        slug="dunlain-reaper-deploy",
        name="Dunlain Reaper’s Deploy",
        kind=FACTION_ABILITY,
        faction="barony-of-letnev",
        unit="dunlain-reaper",
        edition=POK,
        meaning="When a round of ground combat starts, spend two resources to turn one infantry there into a mech.",
        timing="Enter it once for each two resources that you will spend: in the first rounds, one mech per round, as "
        "long as you have infantry in the combat and fewer than four mechs among the units you entered. As the "
        "attacker, you deploy before the defender’s effects at the start of the combat.",
        clauses=("30.1", "42.3"),
        steps=(GROUND_COMBAT,),
        of=USER,
        limit=8,
        spends=True,
        needs=without_deploy,
        windows=(AsRoundStarts(_reaper),),
    )
)


declare(
    Effect(
        slug="l4-disruptors",
        name="L4 Disruptors",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        faction="barony-of-letnev",
        edition=BASE,
        meaning="During an invasion, other players cannot use Space Cannon against your units.",
        timing="All through Space Cannon Defense; Space Cannon Offense is not affected.",
        clauses=("77.6",),
        steps=(SPACE_CANNON_DEFENSE,),
        of=TARGET,
        windows=(BeforeUse(Forbid(SPACE_CANNON)),),
    )
)

declare(
    Effect(
        slug="non-euclidean-shielding",
        name="Non-Euclidean Shielding",
        kind=FACTION_TECHNOLOGY,
        color="red",
        prerequisites=("red", "red"),
        faction="barony-of-letnev",
        edition=BASE,
        meaning="Your units' Sustain Damage cancels two hits instead of one.",
        timing="Whenever one of the owner's units sustains; with two or more hits to assign, it must cancel two.",
        clauses=("87.6",),
        steps=HIT_STEPS,
        of=TARGET,
        windows=(SustainCancels(2),),
    )
)

declare(
    Effect(
        slug="arc-secundus-presence",
        name="Arc Secundus",
        kind=UNIT_TEXT,
        faction="barony-of-letnev",
        unit="arc-secundus",
        edition=BASE,
        meaning="Other players' units in its system lose Planetary Shield.",
        timing="While it is in the active system, for everybody who bombards there.",
        clauses=("65.3",),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
        of=ANYONE,
        automatic=True,
        windows=(strip_shields("flagship"),),
    )
)


declare(
    Effect(
        slug="armada",
        name="Armada",
        kind=FACTION_ABILITY,
        faction="barony-of-letnev",
        edition=BASE,
        meaning="In each system, you can have two more ships than your fleet pool allows.",
        timing="Always, wherever the fleet pool limits ships.",
        clauses=("37.1",),
        steps=(CAPACITY_STEP, MOVEMENT_STEP, PRODUCTION_STEP),
        automatic=True,
        windows=(FleetPool(2),),
    )
)


declare(
    Effect(
        slug="arc-secundus-repair",
        name="Arc Secundus",
        kind=UNIT_TEXT,
        faction="barony-of-letnev",
        unit="arc-secundus",
        edition=BASE,
        meaning="It is repaired each time a round of space combat starts.",
        timing="Before every round in which it takes part, the first among them; not at the end of the combat.",
        clauses=("78.2.a", "87.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        windows=(RepairInCombat(RepairAll("flagship"), spares=False, while_fought=True),),
    )
)

declare(
    Effect(
        slug="viscount-unlenn",
        name="Viscount Unlenn",
        kind=LEADER,
        leader=AGENT,
        faction="barony-of-letnev",
        shared=True,
        edition=POK,
        meaning="Letnev’s agent: one of your ships rolls one more die in a round of space combat.",
        timing="In the first round, for the ship that gains the most hits from it after all other effects.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        rounds=1,
        windows=(ONE_MORE_DIE,),
    )
)


def _of_one(moment: Moment, owner: int, d: Dice) -> int:
    """Return how many of the dice one ship rolls at most: a further die is one ship's, those of tokens are not."""
    side = moment.game.sides[owner]
    unit = side.units.get(d.unit)  # none where an effect rolls
    printed = unit.combat.dice if unit and unit.combat else 0
    further = d.dice - d.units * printed
    galvanized = min(side.effects.get(galvanized_as(unit.kind), 0), d.units, further) if unit else 0
    return printed + sum(divmod(further - galvanized, d.units)) + min(1, galvanized)


def _gain(d: Dice, more: int, of_one: int) -> Fraction:
    """Return how many hits more one ship that rolls so many of the dice makes with so much added to its results."""
    return (d._replace(modifier=d.modifier + more).chance - d.chance) * Fraction(of_one)


def _maneuvered(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    units = moment.game.sides[owner].units
    ships = len({units[s.unit].kind for s in moment.state.at(owner, SPACE) if s.total and units[s.unit].is_ship})
    rolling = [d for d in dice if d.units]
    if moment.ability != COMBAT or not rolling:
        return dice
    named = [d for d in rolling if units[d.unit].kind == moment.game.sides[owner].policy.maneuver]
    best = max(named or rolling, key=lambda d: (_gain(d, ships, _of_one(moment, owner, d)), units[d.unit].price))
    each = _of_one(moment, owner, best)
    one = best._replace(units=1, dice=each, modifier=best.modifier + ships)
    rest = best._replace(units=best.units - 1, dice=best.dice - each)
    return (*(d for d in dice if d is not best), *([rest] if rest.units else []), one)


declare(
    Effect(
        slug="gravleash-maneuvers",
        name="Gravleash Maneuvers",
        kind=BREAKTHROUGH,
        faction="barony-of-letnev",
        edition=THUNDERS_EDGE,
        synergy=("blue", "red"),
        meaning="In space combat one of your ships gets +1 to its rolls for each type of ship you have there. Ships "
        "that move together, other than fighters, all have the move value of the fastest.",
        timing="In every round, for a ship of the type that you choose while you have one, else for the ship that "
        "gains the most hits from it after all other effects, of several the most expensive. It counts the types that "
        "are left. In movement, for each fleet separately.",
        clauses=("78.5", "58.3"),
        steps=(SPACE_COMBAT, MOVEMENT_STEP, *SYNERGY_STEPS),
        of=USER,
        choice="maneuver",
        windows=(ReadResults(_maneuvered, last=True), Moving(alike=True), ColorsAlike()),
    )
)


declare(
    Effect(
        slug="munitions-reserves",
        name="Munitions Reserves",
        kind=FACTION_ABILITY,
        faction="barony-of-letnev",
        edition=BASE,
        meaning="When a round of space combat starts, spend 2 trade goods: you may reroll any of your dice in that "
        "round.",
        timing="Enter it once for each round that you will pay for: in the first rounds, every one of your dice that "
        "missed is rerolled.",
        clauses=("78.5", "78.5.c"),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=10,
        rounds=1,
        windows=(ReadResults(reroll_misses),),
    )
)


_ITS_OPPONENTS_TOO = "; where they made more hits than on average, all of the opponent's dice are."

for _slug, _name, _first, _since, _until, _more, _windows, _does in (
    (
        "war-funding",
        "War Funding",
        None,
        BASE,
        CODEX_1,
        ".",
        (),
        "when a round of space combat starts, they lose two trade goods, and you may reroll any of your dice in that "
        "round",
    ),
    (
        "war-funding-omega",
        "War Funding Ω",
        "war-funding",
        CODEX_1,
        None,
        _ITS_OPPONENTS_TOO,
        (RepeatCombatRoll(),),
        "once both have rolled in a round of space combat, you may reroll all of the opponent’s dice, and any of yours",
    ),
):
    declare(
        Effect(
            slug=_slug,
            name=_name,
            kind=PROMISSORY_NOTE,
            faction="barony-of-letnev",
            version_of=_first,
            edition=_since,
            until=_until,
            meaning=f"Letnev’s note: {_does}.",
            timing="In the first round, or the round that you choose, each of the owner's dice that missed is "
            f"rerolled{_more}",
            clauses=("78.5", "78.5.c"),
            steps=(SPACE_COMBAT,),
            of=USER,
            rounds=1,
            windows=(ReadResults(reroll_misses), *_windows),
        )
    )


def _mech_for_infantry(at: Situation) -> State:
    return with_more(mech_there(at), at.player, at.planet or SPACE, "infantry", -1)


declare_deploy(
    Deployment(
        unit="dunlain-reaper",
        moment="ground-combat-round",
        when="A round of ground combat starts, and the player has infantry in it.",
        what="This mech replaces one infantry in that combat.",
        window="round of ground combat",
        needs=(PLANET, INFANTRY, FIGHT),
        resources=2,
        place=_mech_for_infantry,
    )
)
