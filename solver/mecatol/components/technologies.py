"""Technologies that every faction can research."""

from __future__ import annotations

from mecatol.components.acts import ONE_MORE_DIE, Plus, non_fighters_first, strength
from mecatol.domain.editions import BASE, CODEX_1, CODEX_4, POK
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    MOVEMENT_STEP,
    PLANETARY_SHIELD_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TACTICAL_ACTION,
)
from mecatol.domain.units import PLANETARY_SHIELD, SUSTAIN_DAMAGE, Unit, planet_name
from mecatol.effects.model import COMBAT, TARGET, TECHNOLOGY, USER, Component, Effect, Moment, declare
from mecatol.game.model import Side
from mecatol.game.state import Force, Stack, changed, stack
from mecatol.game.windows import CombatWon, SystemActivated
from mecatol.rules.bombardment.windows import Inquiry, Ruled, ShieldRuling
from mecatol.rules.combat.windows import StartOfCombat, Strike
from mecatol.rules.hits.windows import BeforeHits, RepairInCombat
from mecatol.rules.movement.windows import Moving
from mecatol.rules.rolls.gathering import has_lost
from mecatol.rules.rolls.windows import BeforeUse, ReadResults
from mecatol.scenario.movement import ASTEROID_FIELD

declare(
    Effect(
        slug="plasma-scoring",
        name="Plasma Scoring",
        kind=TECHNOLOGY,
        color="red",
        edition=BASE,
        meaning="One of your units rolls one more die each time you roll for Bombardment or Space Cannon.",
        timing="With each roll, once per planet in defense; the unit that hits most easily gets the die. Optional: you "
        "may leave it out.",
        clauses=("77.3.b", "77.7.b", "15.1.b"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE, BOMBARDMENT_STEP),
        of=USER,
        windows=(ONE_MORE_DIE,),
    )
)

declare(
    Effect(
        slug="antimass-deflectors",
        name="Antimass Deflectors",
        kind=TECHNOLOGY,
        color="blue",
        edition=BASE,
        meaning="Others' Space Cannon dice against your units get −1 to their results, and your ships can move through "
        "and into asteroid fields.",
        timing="With every Space Cannon roll against the owner, offense and defense alike, and in movement.",
        clauses=("77.3", "77.7", "11.1"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE, MOVEMENT_STEP),
        of=TARGET,
        windows=(
            ReadResults(Plus(-1)),
            Moving(passes=frozenset({ASTEROID_FIELD}), enters=frozenset({ASTEROID_FIELD})),
        ),
    )
)

declare(
    Effect(
        slug="graviton-laser-system",
        name="Graviton Laser System",
        kind=TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        edition=BASE,
        meaning="Exhaust it before your units use Space Cannon: their hits go to ships other than fighters, "
        "if there are any.",
        timing="Before the owner's Space Cannon Offense roll; used whenever that roll is made.",
        clauses=("77.5",),
        steps=(SPACE_CANNON_OFFENSE,),
        of=USER,
        exhausts=True,
        windows=(BeforeHits(non_fighters_first),),
    )
)


def _non_fighter(unit: Unit) -> bool:
    return unit.is_ship and not unit.is_fighter


def _broadside(moment: Moment, owner: int) -> Strike | None:
    if strength(moment, owner, _non_fighter) < 3:
        return None
    return Strike(1, _non_fighter, destroys=True)


declare(
    Effect(
        slug="assault-cannon",
        name="Assault Cannon",
        kind=TECHNOLOGY,
        color="red",
        prerequisites=("red", "red", "red"),
        edition=BASE,
        meaning="If you have three or more ships other than fighters when a space combat starts, your opponent "
        "destroys one of their own such ships.",
        timing="Mandatory; both sides' effects at the start take turns, the attacker's first. The opponent destroys "
        "the ship that they would lose first; it cannot sustain.",
        clauses=("78.2.a", "87.5"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        windows=(StartOfCombat(_broadside),),
    )
)


def _repair_one(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    """Repair one unit that was damaged before this round: the dearest there is, of equals the one that hits best.

    One that has lost Sustain Damage comes last.
    """
    hurt = [there for there in units if there.damaged] if moment.round else []
    able = [there for there in hurt if there.damaged > stack(sustained, there.unit).damaged]
    if not able:
        return units
    kinds = moment.game.sides[owner].units
    able.sort(key=lambda there: (kinds[there.unit].price, kinds[there.unit].tenths), reverse=True)
    best = able[0]
    if len(able) > 1:
        best = next((there for there in able if not has_lost(moment, SUSTAIN_DAMAGE, kinds[there.unit])), best)
    return changed(units, best.unit, healthy=1, damaged=-1)


declare(
    Effect(
        slug="duranium-armor",
        name="Duranium Armor",
        kind=TECHNOLOGY,
        color="red",
        prerequisites=("red", "red"),
        edition=BASE,
        meaning="In each combat round, after hits are assigned: repair one of your damaged units that did not sustain "
        "in that round.",
        timing="At the end of every round, the most expensive unit first, one that has lost Sustain Damage last; "
        "damage from before the combat can be repaired in the first round.",
        clauses=("78.6", "42.2", "87.3"),
        steps=(SPACE_COMBAT, GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=USER,
        windows=(RepairInCombat(_repair_one),),
    )
)


def _no_shield_here(moment: Moment, owner: int) -> bool:
    return not _structures_here(moment, owner, shielded=True)


def _structures_here(moment: Moment, owner: int, shielded: bool = False) -> bool:
    def counts(unit: Unit) -> bool:
        if not shielded:
            return unit.is_structure
        about = moment._replace(ability=PLANETARY_SHIELD, player=owner, target=1 - owner if owner < 2 else 0)
        return unit.planetary_shield and not any(
            held.window.act(about, held.side.index, unit)
            for held in moment.game.windows(moment.step, BeforeUse)
            if held.side.index != owner
        )

    return strength(moment, owner, counts) > 0


def _first_grid_works(inquiry: Inquiry, owner: int) -> Ruled | None:
    """Tell whether the first Magen Defense Grid works: it hangs on a standing Planetary Shield."""
    if owner == inquiry.moment.player:
        return None
    planet, name = planet_name(inquiry.moment.place), inquiry.moment.game.sides[owner].name
    if inquiry.shields.get(owner):
        return Ruled(True, f"{name} has a unit with Planetary Shield on {planet}.", ("65.3.a",))
    if inquiry.lifted.get(owner):
        return Ruled(False, f"{name}’s units on {planet} count as having no Planetary Shield.", ("65.3.a",))
    return Ruled(False, f"{name} has no unit with Planetary Shield on {planet}.", ("65.3.a",))


def _later_grid_works(inquiry: Inquiry, owner: int) -> Ruled | None:
    """Tell whether a later Magen Defense Grid works: it asks for a structure, shield or no shield."""
    if owner == inquiry.moment.player:
        return None
    planet, name = planet_name(inquiry.moment.place), inquiry.moment.game.sides[owner].name
    if inquiry.strength(owner, lambda unit: unit.is_structure):
        return Ruled(True, f"It needs one of {name}’s structures on {planet}, but no Planetary Shield.", ("65.3.a",))
    return Ruled(False, f"{name} has no structure on {planet}.", ("65.3.a",))


def _defense_grid(moment: Moment, owner: int) -> Strike | None:
    if not _structures_here(moment, owner):
        return None
    return Strike(1, lambda unit: unit.is_ground_force, by_owner=True)


declare(
    Effect(
        slug="magen-defense-grid",
        name="Magen Defense Grid",
        kind=TECHNOLOGY,
        color="red",
        prerequisites=("red",),
        edition=BASE,
        until=CODEX_1,
        meaning="Exhaust it at the start of a ground combat round on a planet where you have a unit with Planetary "
        "Shield: your opponent makes no combat rolls in that round.",
        timing="In the first round of the first combat on a planet with such a unit.",
        clauses=("65.3.a", "42.1"),
        steps=(GROUND_COMBAT, PLANETARY_SHIELD_STEP),
        of=TARGET,
        rounds=1,
        idle=_no_shield_here,
        exhausts=True,
        windows=(
            ShieldRuling(_first_grid_works),
            BeforeUse(
                lambda moment, owner, unit: moment.ability == COMBAT and not _no_shield_here(moment, owner),
                observes=lambda force: tuple([there.unit for there in force]),
            ),
        ),
    )
)


def _beside_structures(side: Side, there: Force) -> Force:
    """Return an infantry for each of a player's structures on a planet."""
    number = sum(each.total for each in there if side.units[each.unit].is_structure)
    return (Stack("infantry", number),) if number and "infantry" in side.units else ()


_GUARDED = (StartOfCombat(_defense_grid, calls_on=lambda unit: unit.is_structure), ShieldRuling(_later_grid_works))

for _slug, _name, _since, _until, _more, _when, _steps, _placing in (
    ("magen-defense-grid-omega", "Magen Defense Grid Ω", CODEX_1, CODEX_4, "", "", (), ()),
    (
        "magen-defense-grid-omega-omega",
        "Magen Defense Grid ΩΩ",
        CODEX_4,
        None,
        " When any player activates a system, place an infantry with each of your structures there.",
        " In an invasion or a tactical action the infantry comes to structures on planets for which no ground forces "
        "are entered; elsewhere, enter it.",
        (INVASION, TACTICAL_ACTION),
        (SystemActivated(_beside_structures),),
    ),
):
    declare(
        Effect(
            slug=_slug,
            name=_name,
            kind=TECHNOLOGY,
            version_of="magen-defense-grid",
            color="red",
            prerequisites=("red",),
            edition=_since,
            until=_until,
            meaning="When a ground combat starts on a planet with one of your structures, you produce a hit and assign "
            "it to an opponent's ground force of your choice." + _more,
            timing="Always used; the owner picks the most expensive unit that cannot sustain, or else one that can."
            + _when,
            clauses=("42.4.a", "87.4"),
            steps=(GROUND_COMBAT, PLANETARY_SHIELD_STEP, *_steps),
            of=USER,
            windows=(*_GUARDED, *_placing),
        )
    )


declare(
    Effect(
        slug="dacxive-animators",
        name="Dacxive Animators",
        kind=TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        edition=BASE,
        meaning="After a ground combat that you win, you may place an infantry from your reinforcements on that "
        "planet.",
        timing="After every ground combat that its owner wins; it does not change who wins. You may leave it out.",
        clauses=("42.4.c",),
        steps=(GROUND_COMBAT,),
        of=USER,
        windows=(CombatWon(lambda moment, owner: (Stack("infantry", 1),)),),
    )
)

declare(
    Component(
        slug="dark-energy-tap",
        name="Dark Energy Tap",
        kind=TECHNOLOGY,
        color="blue",
        edition=POK,
        meaning="After a tactical action in a system with a frontier token, explore it if you have ships there. Your "
        "ships can also retreat to an adjacent system without other players' units, even if nothing there is "
        "yours.",
        left_out="It explores and says where ships may retreat to; both happen on the board.",
    )
)

declare(
    Component(
        slug="sling-relay",
        name="Sling Relay",
        kind=TECHNOLOGY,
        color="blue",
        prerequisites=("blue",),
        edition=POK,
        meaning="As an action, exhaust it to produce one ship beside one of your space docks.",
        left_out="One ship for its cost leaves nothing to work out.",
    )
)

declare(
    Component(
        slug="fleet-logistics",
        name="Fleet Logistics",
        kind=TECHNOLOGY,
        color="blue",
        prerequisites=("blue", "blue"),
        edition=BASE,
        meaning="You may take two actions in a turn.",
        left_out="It decides who is next, and no step here depends on that.",
    )
)

declare(
    Component(
        slug="neural-motivator",
        name="Neural Motivator",
        kind=TECHNOLOGY,
        color="green",
        edition=BASE,
        meaning="You draw two action cards in the status phase.",
        left_out="Cards that are drawn change no odds.",
    )
)

declare(
    Component(
        slug="bio-stims",
        name="Bio-Stims",
        kind=TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        edition=POK,
        meaning="When your turn ends, exhaust it to ready one of your other technologies, or one of your planets that "
        "has a specialty.",
        left_out="Enter what is exhausted after Bio-Stims has been used.",
    )
)

declare(
    Component(
        slug="hyper-metabolism",
        name="Hyper Metabolism",
        kind=TECHNOLOGY,
        color="green",
        prerequisites=("green", "green"),
        edition=BASE,
        meaning="You gain three command tokens in the status phase.",
        left_out="Command tokens change no odds.",
    )
)

declare(
    Component(
        slug="scanlink-drone-network",
        name="Scanlink Drone Network",
        kind=TECHNOLOGY,
        color="yellow",
        edition=POK,
        meaning="When you activate a system, you may explore a planet there that has your units.",
        left_out="Exploration cards are drawn at the table.",
    )
)

declare(
    Component(
        slug="transit-diodes",
        name="Transit Diodes",
        kind=TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        edition=BASE,
        meaning="When your turn starts, exhaust it to move up to four of your ground forces to planets you control.",
        left_out="Enter the ground forces where they are after it has been used.",
    )
)

declare(
    Component(
        slug="integrated-economy",
        name="Integrated Economy",
        kind=TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow", "yellow"),
        edition=BASE,
        meaning="On a planet that you gain control of, you may at once produce units, whose combined cost you pay and "
        "which is at most its resource value.",
        left_out="It does not use Production, and comes when all dice have been rolled.",
    )
)
