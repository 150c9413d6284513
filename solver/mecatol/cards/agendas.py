"""Agendas in force; whichever player names one, it holds for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mecatol.cards import (
    ABILITY_STEPS,
    COLORS,
    SHIP_HIT_STEPS,
    SPACE,
    Ability,
    BeforeUse,
    Edition,
    Forbid,
    Ignores,
    Kind,
    Moment,
    OnceProduced,
    PlusFor,
    ReadResults,
    RerollAtRisk,
    RiskMisses,
    StepName,
    Unit,
    UnitsAre,
    Whose,
    deck,
    planets,
    ways_to_risk,
)

agenda = deck(Kind.AGENDA)


def _cultural(moment: Moment, owner: int, unit: Unit) -> bool:
    if moment.ability != Ability.BOMBARDMENT or moment.place == SPACE:
        return False
    planet = planets().get(moment.place)
    if planet is None:
        moment.game.warn(
            f"{moment.place} is not a planet of the game: for Conventions of War it counts as not cultural."
        )
        return False
    return "cultural" in planet["traits"]


agenda(
    "Conventions of War",
    "If passed, players cannot bombard cultural planets.",
    timing="Always while the law is in play, no matter who enters it. What destroys units without Bombardment is not "
    "affected.",
    clauses=("15.1",),
    steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD),
    of=Whose.ANYONE,
    windows=(BeforeUse(_cultural),),
)

agenda(
    "Publicize Weapon Schematics",
    "If passed, all war suns lose Sustain Damage, and as soon as any player owns a war sun technology, everybody can "
    "research theirs without its prerequisites.",
    timing="Always while the law is in play, for every player's war suns, faction ones included. In research, someone "
    "is assumed to own a war sun technology; leave the law out if nobody does. Prototype War Sun I is not one.",
    clauses=("87.1", "87.3", "90.12.c"),
    steps=(*SHIP_HIT_STEPS, StepName.GROUND_COMBAT, StepName.TECHNOLOGY),
    of=Whose.ANYONE,
    windows=(BeforeUse(Forbid(Ability.SUSTAIN_DAMAGE, "war-sun"), loses=True), Ignores(None, unit="war-sun")),
)


def _keeps_prophecy(moment: Moment, owner: int, order: Mapping[str, int]) -> str:
    fighters = order.get("fighter", 0)
    if fighters > 1:
        return "The order produces two or more fighters, so its owner keeps the law."
    return "The order produces fewer than two fighters, so its owner discards the law."


agenda(
    "Prophecy of Ixth",
    "If passed, its owner's fighters get +1 to their combat rolls; a use of Production that produces fewer than two "
    "fighters discards it.",
    timing="Always while its owner has the law; enter it for its owner.",
    clauses=("78.5", "42.1", "68.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT, StepName.PRODUCTION),
    windows=(ReadResults(PlusFor(1, "fighter")), OnceProduced(_keeps_prophecy)),
)

agenda(
    "The Crown of Thalnos (agenda)",
    "Elect a player, who owns this law: in each round of combat, the owner may reroll any of their dice. A unit that "
    "rerolls and has no hit by then is destroyed.",
    until=Edition.POK,
    timing="In every round, every die that missed, of the types of units that you choose, without the relic's +1; "
    "where you choose none, of none, the cheapest type or all, whichever is best for its owner. The units are "
    "destroyed before hits are assigned, and cannot sustain. A unit with several dice stays if any of them hit, as "
    "the relic is ruled.",
    clauses=("78.5", "42.1", "87.5"),
    choice="risk",
    tries=ways_to_risk,
    windows=(RerollAtRisk(RiskMisses(0)),),
)


def _bare_mech(unit: Unit) -> Unit:
    if unit.type != "mech":
        return unit
    return replace(
        unit, meaning="", bears=(), left_out="", space_cannon=None, bombardment=None, anti_fighter_barrage=None,
        planetary_shield=False, deploy=False, production=None, rides_free=False,
    )  # fmt: skip


agenda(
    "Articles of War",
    "If passed, mechs lose everything printed on them but Sustain Damage.",
    edition=Edition.POK,
    timing="Always while the law is in play, for every player's mechs; combat values stay.",
    clauses=("1.26",),
    steps=(*ABILITY_STEPS, StepName.CAPACITY, StepName.MOVEMENT, StepName.TRANSACTION),
    of=Whose.ANYONE,
    windows=(UnitsAre(_bare_mech),),
)

for _color, _called in sorted(COLORS.items()):
    agenda(
        f"Research Team ({_color.capitalize()})",
        "Elect a planet: the player who controls it can exhaust this card when researching to ignore "
        f"one {_called} prerequisite.",
        until=Edition.POK,
        timing="Where such a prerequisite is missing; enter it for the player who controls that planet, and mark it "
        "as exhausted once it is used.",
        clauses=("90.12.c",),
        exhausts=True,
        windows=(Ignores(1, color=_color),),
    )
