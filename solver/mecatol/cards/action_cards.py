"""Action cards."""

from __future__ import annotations

from mecatol.cards import (
    ABILITIES,
    ADJACENT,
    ROLL_STEPS,
    SPACE,
    Ability,
    AnswerLosses,
    BeforeHits,
    BeforeUse,
    Cancel,
    CancelRetreat,
    CombatPlus,
    Dice,
    Edition,
    Forbid,
    Force,
    ForceRetreat,
    Game,
    GatherDice,
    Hits,
    Kind,
    LastShipLost,
    Moment,
    PlusFor,
    ReadResults,
    RepairInCombat,
    RepeatRoll,
    Role,
    StepName,
    TradesActionCards,
    TradesRelics,
    TradesSecretObjectives,
    Unit,
    Whose,
    WithdrawInDraw,
    deck,
    docks_in,
    is_station,
    planet_name,
    repair_all,
    reroll_misses,
    systems,
)

action_card = deck(Kind.ACTION_CARD)

_BATTLESTATION = Dice("space-dock", units=1, dice=3, value=5)


def _docks(moment: Moment, owner: int) -> int:
    planets = [planet for planet, _ in moment.state.players[owner].planets]
    return docks_in(moment, owner, [SPACE, ADJACENT, *planets])


def _needs_dock(moment: Moment, owner: int) -> str | None:
    return None if _docks(moment, owner) else "needs a space dock in the active system or next to it"


def _needs_moved_ships(moment: Moment, owner: int) -> str | None:
    units = moment.game.sides[0].units  # the card is played before anybody fires: what is left now is no matter
    if not any(units[s.unit].is_ship for s in moment.game.start.at(0, SPACE)):
        return "needs ships that the active player moved into the system"
    return _needs_dock(moment, owner)


action_card(
    "Experimental Battlestation",
    "After another player moves ships into or next to a system with your space docks: one dock has Space Cannon 5 "
    "(×3) against them.",
    timing="In Space Cannon Offense, with the owner's other Space Cannon dice; the dock may be in an adjacent system. "
    "Assumes that the active player moved ships into the system.",
    clauses=("77.2", "77.5.a"),
    steps=(StepName.SPACE_CANNON_OFFENSE,),
    role=Role.OTHER,
    needs=_needs_moved_ships,
    assumed="the active player has moved ships into the system",
    windows=(GatherDice(lambda moment, owner: (_BATTLESTATION,)),),
)

_cancel_one = Cancel(1)


def _cancel_a_shot(moment: Moment, owner: int, hits: Hits) -> Hits:
    """Cancel one hit of a Space Cannon roll."""
    return _cancel_one(moment, owner, hits) if moment.ability == Ability.SPACE_CANNON else hits


action_card(
    "Maneuvering Jets",
    "Before you assign hits of another player's Space Cannon roll: cancel one of them.",
    timing="At the first roll that hits the owner, once for each copy; the best play may be to hold it back.",
    clauses=("77.5", "77.8"),
    steps=(StepName.SPACE_CANNON_OFFENSE, StepName.SPACE_CANNON_DEFENSE, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    limit=4,
    spends=True,
    windows=(BeforeHits(_cancel_a_shot),),
)

action_card(
    "Solar Flare",
    "After you activate a system: during this movement nobody else can use Space Cannon on your ships.",
    edition=Edition.CODEX_1,
    timing="All through Space Cannon Offense; Space Cannon Defense is not affected.",
    clauses=("77.2", "77.5.a"),
    steps=(StepName.SPACE_CANNON_OFFENSE,),
    of=Whose.TARGET,
    role=Role.ACTIVE,
    windows=(BeforeUse(Forbid(Ability.SPACE_CANNON)),),
)

action_card(
    "Morale Boost",
    "At the start of a combat round: +1 to each of your units' combat rolls in that round.",
    timing="One copy a round, from the first round on or from the round that you choose; two copies never add up in "
    "one round, and a copy used in space is gone on the ground.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    limit=4,
    rounds=1,
    windows=(ReadResults(CombatPlus(1)),),
)

action_card(
    "Fighter Prototype",
    "+2 to your fighters' combat rolls in the first round of a space combat.",
    timing="In the first round.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    rounds=1,
    opening=True,
    windows=(ReadResults(PlusFor(2, "fighter")),),
)

action_card(
    "Fire Team",
    "After your ground forces roll for combat: reroll any number of your dice.",
    timing="In the first round of the first ground combat, or in the round that you choose, for example when a Magen "
    "Defense Grid leaves the first round without dice: every die that missed is rerolled.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    rounds=1,
    windows=(ReadResults(reroll_misses),),
)


def _last_shots(moment: Moment, owner: int, lost: tuple[Unit, ...]) -> Dice | None:
    """Return two dice at the best printed combat value among the ships lost, without modifiers."""
    values = [unit.combat.value for unit in lost if unit.is_ship and unit.combat]
    return Dice("", units=0, dice=2, value=min(values)) if values else None


action_card(
    "Courageous to the End",
    "After one of your ships is destroyed in a space combat: roll two dice; for each result of at least its combat "
    "value your opponent destroys one of their ships.",
    timing="When the first ships are lost, even as the combat starts or in the barrage, for the one among them with "
    "the best combat value. The opponent destroys the ship that they would lose first; it cannot sustain. You may "
    "choose a later round.",
    clauses=("78.6.a", "87.5"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    spends=True,
    windows=(AnswerLosses(_last_shots),),
)

action_card(
    "Emergency Repairs",
    "When a combat round starts or ends: your units in the system that have Sustain Damage are repaired.",
    timing="At the first start or end of a round at which one of your units is damaged where the combat is, including "
    "those that your ships carry; a round ends after its retreat. When a combat starts, this takes a turn, after "
    "those of your effects that strike. You may choose a later round.",
    clauses=("78.2.a", "42.4.a", "87.3"),
    spends=True,
    windows=(RepairInCombat(repair_all, spares=False, starts=True, everywhere=True),),
)

action_card(
    "Skilled Retreat",
    "When a round of space combat starts: move all your ships to an adjacent system without other players’ ships. The "
    "combat ends in a draw.",
    timing="As the second round starts, or the round that you choose. Assumes that there is such a system. Fighters "
    "leave on their own, ground forces only if they are carried.",
    clauses=("78.7", "78.9"),
    of=Whose.ANYONE,
    limit=4,
    spends=True,
    assumed="there is an adjacent system without other players’ ships",
    windows=(WithdrawInDraw(2),),
)

action_card(
    "Rout",
    "As the defender, when retreats are announced: your opponent must announce a retreat if able.",
    edition=Edition.POK,
    timing="In the first round, or the round that you choose, so that the attacker leaves at its end. Assumes that "
    "they have a system to retreat to.",
    clauses=("78.4",),
    of=Whose.ANYONE,
    role=Role.OTHER,
    spends=True,
    assumed="the attacker has a system to retreat to",
    windows=(ForceRetreat(),),
)

action_card(
    "Intercept",
    "After your opponent has announced a retreat: their ships do not leave in this round.",
    timing="On the first retreat that the opponent announces; they announce it again in the next round.",
    clauses=("78.4", "78.7"),
    of=Whose.ANYONE,
    spends=True,
    windows=(CancelRetreat(),),
)

action_card(
    "Scramble Frequency",
    "After another player rolls for Space Cannon, Bombardment or Anti-Fighter Barrage: that player rerolls all of "
    "those dice.",
    edition=Edition.CODEX_1,
    timing="On the first such roll with more hits than it has on average, or with as many as you choose.",
    clauses=("77.3", "15.1", "10.1", "77.7"),
    steps=ROLL_STEPS,
    of=Whose.ANYONE,
    spends=True,
    windows=(RepeatRoll(lambda moment, owner: moment.ability in ABILITIES),),
)

action_card(
    "Ghost Squad",
    "When ground forces have been committed to one of your planets, move any of your own between your planets in the "
    "active system.",
    edition=Edition.CODEX_1,
    left_out="The defender moves ground forces between planets after seeing where others were committed; the solver "
    "does not search such choices.",
)

action_card(
    "Reveal Prototype",
    "Pay four resources and research a unit upgrade of a type that you have in this combat.",
    edition=Edition.POK,
    gives_upgrade_in=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    left_out="Enter the unit upgrade among the player's technologies: it counts from the start of the combat. If you "
    "look for this card among those of a combat, you are shown the upgrades.",
)


def _could_land_on(game: Game, owner: int) -> list[str]:
    """Return the planets of the system that are known and not barred, the best for the owner first.

    Those without units of others come first, of these the owner's own, then in the order of the alphabet.
    """
    tile = game.scenario.system
    named = [planet for side in game.sides for planet in (*side.player.planets, *side.player.controls)]
    found = {planet for planet in (*(systems()[tile]["planets"] if tile else ()), *named) if not _is_barred(planet)}

    def rank(planet: str) -> tuple[bool, bool, str]:
        others = any(game.start.at(side.index, planet) for side in game.sides if side.index != owner)
        return others, not game.start.at(owner, planet), planet

    return sorted(found, key=rank)


def _is_barred(planet: str) -> bool:
    """Tell whether nothing can land on it: Mecatol Rex, in any printing, or a space station."""
    return planet.removesuffix("-omega") == "mecatol-rex" or is_station(planet)


def _crash_site(game: Game, owner: int) -> str | None:
    chosen = game.sides[owner].policy.crash.get("planet")
    if chosen:
        return None if _is_barred(chosen) else chosen
    return next(iter(_could_land_on(game, owner)), None)


def _needs_a_site(moment: Moment, owner: int) -> str | None:
    site, chosen = _crash_site(moment.game, owner), moment.game.sides[owner].policy.crash.get("planet")
    if chosen and site is None:
        return f"cannot land anything on {planet_name(chosen)}: choose another planet"
    units = moment.game.sides[owner].units
    if not any(units[s.unit].is_ground_force for s in moment.game.start.at(owner, SPACE)):
        return "needs ground forces in the space area"
    return None if site else "needs a planet of the system other than Mecatol Rex: name the tile, or the planet"


def _survivor(moment: Moment, owner: int) -> Force | None:
    """Return the ground force that lands: of the type that the owner chooses, else the dearest, an undamaged one."""
    side = moment.game.sides[owner]
    wanted = side.policy.crash.get("unit")
    there = [s for s in moment.state.at(owner, SPACE) if side.units[s.unit].is_ground_force]
    there = [s for s in there if side.units[s.unit].kind == wanted] or there
    if not there:
        return None
    chosen = max(there, key=lambda s: side.units[s.unit].price)
    return (chosen._replace(healthy=min(1, chosen.healthy), damaged=0 if chosen.healthy else 1),)


action_card(
    "Crash Landing",
    "When the last of your ships in the active system is destroyed: one of your ground forces in space there lands on "
    "a planet of that system other than Mecatol Rex. Where others have units, it coexists with them.",
    edition=Edition.THUNDERS_EDGE,
    timing="As soon as the last ship is destroyed, by Space Cannon or in space combat, before capacity is counted. A "
    "mech lands before infantry, on a planet without units of other players if there is one; you may choose both. It "
    "joins your ground forces that are there; where it coexists instead, it fights nobody in this action.",
    clauses=("78.8", "16.3"),
    spends=True,
    choice="crash",
    needs=_needs_a_site,
    reads=("controls",),
    windows=(LastShipLost(_survivor, _crash_site),),
)

action_card(
    "Black Market Dealings",
    "While you negotiate a transaction: you and the other player may give relics, action cards and unscored secret "
    "objectives. Nothing can cancel the card.",
    edition=Edition.THUNDERS_EDGE,
    timing="In the transaction, for what either player gives.",
    clauses=("94.3",),
    windows=(TradesActionCards(), TradesRelics(), TradesSecretObjectives()),
)
