"""Technologies that every faction can research."""

from __future__ import annotations

from mecatol.cards import (
    ASTEROID_FIELD,
    ONE_MORE_DIE,
    Ability,
    BeforeHits,
    BeforeUse,
    CombatWon,
    Edition,
    Force,
    Inquiry,
    Kind,
    Moment,
    Moving,
    Plus,
    ReadResults,
    RepairInCombat,
    Ruled,
    ShieldRuling,
    Side,
    Stack,
    StartOfCombat,
    StepName,
    Strike,
    SystemActivated,
    Unit,
    Whose,
    changed,
    deck,
    has_lost,
    non_fighters_first,
    planet_name,
    stack,
    strength,
)

technology = deck(Kind.TECHNOLOGY)

technology(
    "Plasma Scoring",
    "One of your units rolls one more die each time you roll for Bombardment or Space Cannon.",
    color="red",
    timing="With each roll, once per planet in defense; the unit that hits most easily gets the die. Optional: you "
    "may leave it out.",
    clauses=("77.3.b", "77.7.b", "15.1.b"),
    steps=(StepName.SPACE_CANNON_OFFENSE, StepName.SPACE_CANNON_DEFENSE, StepName.BOMBARDMENT),
    windows=(ONE_MORE_DIE,),
)

technology(
    "Antimass Deflectors",
    "Others' Space Cannon dice against your units get −1 to their results, and your ships can move through and into "
    "asteroid fields.",
    color="blue",
    timing="With every Space Cannon roll against the owner, offense and defense alike, and in movement.",
    clauses=("77.3", "77.7", "11.1"),
    steps=(StepName.SPACE_CANNON_OFFENSE, StepName.SPACE_CANNON_DEFENSE, StepName.MOVEMENT),
    of=Whose.TARGET,
    windows=(ReadResults(Plus(-1)), Moving(passes=frozenset({ASTEROID_FIELD}), enters=frozenset({ASTEROID_FIELD}))),
)

technology(
    "Graviton Laser System",
    "Exhaust it before your units use Space Cannon: their hits go to ships other than fighters, if there are any.",
    prerequisites=("yellow",),
    timing="Before the owner's Space Cannon Offense roll; used whenever that roll is made.",
    clauses=("77.5",),
    steps=(StepName.SPACE_CANNON_OFFENSE,),
    exhausts=True,
    windows=(BeforeHits(non_fighters_first),),
)


def _non_fighter(unit: Unit) -> bool:
    return unit.is_ship and not unit.is_fighter


def _broadside(moment: Moment, owner: int) -> Strike | None:
    if strength(moment, owner, _non_fighter) < 3:
        return None
    return Strike(1, _non_fighter, destroys=True)


technology(
    "Assault Cannon",
    "If you have three or more ships other than fighters when a space combat starts, your opponent destroys one of "
    "their own such ships.",
    prerequisites=("red", "red", "red"),
    timing="Mandatory; both sides' effects at the start take turns, the attacker's first. The opponent destroys the "
    "ship that they would lose first; it cannot sustain.",
    clauses=("78.2.a", "87.5"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    windows=(StartOfCombat(_broadside),),
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
        best = next((there for there in able if not has_lost(moment, Ability.SUSTAIN_DAMAGE, kinds[there.unit])), best)
    return changed(units, best.unit, healthy=1, damaged=-1)


technology(
    "Duranium Armor",
    "In each combat round, after hits are assigned: repair one of your damaged units that did not sustain in that "
    "round.",
    prerequisites=("red", "red"),
    timing="At the end of every round, the most expensive unit first, one that has lost Sustain Damage last; damage "
    "from before the combat can be repaired in the first round.",
    clauses=("78.6", "42.2", "87.3"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT, StepName.SUSTAIN_DAMAGE),
    windows=(RepairInCombat(_repair_one),),
)


def _no_shield_here(moment: Moment, owner: int) -> bool:
    return not _structures_here(moment, owner, shielded=True)


def _structures_here(moment: Moment, owner: int, shielded: bool = False) -> bool:
    def counts(unit: Unit) -> bool:
        if not shielded:
            return unit.is_structure
        about = moment._replace(ability=Ability.PLANETARY_SHIELD, player=owner, target=1 - owner if owner < 2 else 0)
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


technology(
    "Magen Defense Grid",
    "Exhaust it at the start of a ground combat round on a planet where you have a unit with Planetary Shield: your "
    "opponent makes no combat rolls in that round.",
    prerequisites=("red",),
    until=Edition.CODEX_1,
    timing="In the first round of the first combat on a planet with such a unit.",
    clauses=("65.3.a", "42.1"),
    steps=(StepName.GROUND_COMBAT, StepName.PLANETARY_SHIELD),
    of=Whose.TARGET,
    rounds=1,
    idle=_no_shield_here,
    exhausts=True,
    windows=(
        ShieldRuling(_first_grid_works),
        BeforeUse(
            lambda moment, owner, unit: moment.ability == Ability.COMBAT and not _no_shield_here(moment, owner),
            observes=lambda force: tuple([there.unit for there in force]),
        ),
    ),
)


def _beside_structures(side: Side, there: Force) -> Force:
    """Return an infantry for each of a player's structures on a planet."""
    number = sum(each.total for each in there if side.units[each.unit].is_structure)
    return (Stack("infantry", number),) if number and "infantry" in side.units else ()


_GUARDED = (StartOfCombat(_defense_grid, calls_on=lambda unit: unit.is_structure), ShieldRuling(_later_grid_works))

for _name, _since, _until, _more, _when, _steps, _placing in (
    ("Magen Defense Grid Ω", Edition.CODEX_1, Edition.CODEX_4, "", "", (), ()),
    (
        "Magen Defense Grid ΩΩ",
        Edition.CODEX_4,
        None,
        " When any player activates a system, place an infantry with each of your structures there.",
        " In an invasion or a tactical action the infantry comes to structures on planets for which no ground forces "
        "are entered; elsewhere, enter it.",
        (StepName.INVASION, StepName.TACTICAL_ACTION),
        (SystemActivated(_beside_structures),),
    ),
):
    technology(
        _name,
        "When a ground combat starts on a planet with one of your structures, you produce a hit and assign "
        "it to an opponent's ground force of your choice." + _more,
        prerequisites=("red",),
        edition=_since,
        until=_until,
        timing="Always used; the owner picks the most expensive unit that cannot sustain, or else one that can."
        + _when,
        clauses=("42.4.a", "87.4"),
        steps=(StepName.GROUND_COMBAT, StepName.PLANETARY_SHIELD, *_steps),
        windows=(*_GUARDED, *_placing),
    )

technology(
    "Dacxive Animators",
    "After a ground combat that you win, you may place an infantry from your reinforcements on that planet.",
    prerequisites=("green",),
    timing="After every ground combat that its owner wins; it does not change who wins. You may leave it out.",
    clauses=("42.4.c",),
    windows=(CombatWon(lambda moment, owner: (Stack("infantry", 1),)),),
)

technology(
    "Dark Energy Tap",
    "After a tactical action in a system with a frontier token, explore it if you have ships there. Your ships can "
    "also retreat to an adjacent system without other players' units, even if nothing there is yours.",
    color="blue",
    edition=Edition.POK,
    left_out="It explores and says where ships may retreat to; both happen on the board.",
)

technology(
    "Sling Relay",
    "As an action, exhaust it to produce one ship beside one of your space docks.",
    prerequisites=("blue",),
    edition=Edition.POK,
    left_out="One ship for its cost leaves nothing to work out.",
)

technology(
    "Fleet Logistics",
    "You may take two actions in a turn.",
    prerequisites=("blue", "blue"),
    left_out="It decides who is next, and no step here depends on that.",
)

technology(
    "Neural Motivator",
    "You draw two action cards in the status phase.",
    color="green",
    left_out="Cards that are drawn change no odds.",
)

technology(
    "Bio-Stims",
    "When your turn ends, exhaust it to ready one of your other technologies, or one of your planets that has a "
    "specialty.",
    prerequisites=("green",),
    edition=Edition.POK,
    left_out="Enter what is exhausted after Bio-Stims has been used.",
)

technology(
    "Hyper Metabolism",
    "You gain three command tokens in the status phase.",
    prerequisites=("green", "green"),
    left_out="Command tokens change no odds.",
)

technology(
    "Scanlink Drone Network",
    "When you activate a system, you may explore a planet there that has your units.",
    color="yellow",
    edition=Edition.POK,
    left_out="Exploration cards are drawn at the table.",
)

technology(
    "Transit Diodes",
    "When your turn starts, exhaust it to move up to four of your ground forces to planets you control.",
    prerequisites=("yellow", "yellow"),
    left_out="Enter the ground forces where they are after it has been used.",
)

technology(
    "Integrated Economy",
    "On a planet that you gain control of, you may at once produce units, whose combined cost you pay and which is at "
    "most its resource value.",
    prerequisites=("yellow", "yellow", "yellow"),
    left_out="It does not use Production, and comes when all dice have been rolled.",
)
