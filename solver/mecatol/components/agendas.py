"""Agendas in force; whichever player names one, it holds for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mecatol.components.acts import Forbid, PlusFor, RiskMisses, ways_to_risk
from mecatol.domain.editions import BASE, POK
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ABILITY_STEPS,
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    CAPACITY_STEP,
    GROUND_COMBAT,
    MOVEMENT_STEP,
    PLANETARY_SHIELD_STEP,
    PRODUCTION_STEP,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TECHNOLOGY_STEP,
    TRANSACTION_STEP,
)
from mecatol.domain.units import BOMBARDMENT, SUSTAIN_DAMAGE, Unit, planets
from mecatol.effects.model import AGENDA, ANYONE, COLORS, USER, Effect, Moment, declare
from mecatol.game.windows import UnitsAre
from mecatol.rules.combat.windows import RerollAtRisk
from mecatol.rules.production.windows import OnceProduced
from mecatol.rules.rolls.windows import BeforeUse, ReadResults
from mecatol.rules.technology.windows import Ignores


def _cultural(moment: Moment, owner: int, unit: Unit) -> bool:
    if moment.ability != BOMBARDMENT or moment.place == SPACE:
        return False
    planet = planets().get(moment.place)
    if planet is None:
        moment.game.warn(
            f"{moment.place} is not a planet of the game: for Conventions of War it counts as not cultural."
        )
        return False
    return "cultural" in planet["traits"]


declare(
    Effect(
        slug="conventions-of-war",
        name="Conventions of War",
        kind=AGENDA,
        edition=BASE,
        meaning="If passed, players cannot bombard cultural planets.",
        timing="Always while the law is in play, no matter who enters it. What destroys units without Bombardment is "
        "not affected.",
        clauses=("15.1",),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP),
        of=ANYONE,
        windows=(BeforeUse(_cultural),),
    )
)

declare(
    Effect(
        slug="publicize-weapon-schematics",
        name="Publicize Weapon Schematics",
        kind=AGENDA,
        edition=BASE,
        meaning="If passed, all war suns lose Sustain Damage, and as soon as any player owns a war sun technology, "
        "everybody can research theirs without its prerequisites.",
        timing="Always while the law is in play, for every player's war suns, faction ones included. In research, "
        "someone is assumed to own a war sun technology; leave the law out if nobody does. Prototype War Sun I is "
        "not one.",
        clauses=("87.1", "87.3", "90.12.c"),
        steps=(
            SPACE_CANNON_OFFENSE,
            ANTI_FIGHTER_BARRAGE_STEP,
            SPACE_COMBAT,
            GROUND_COMBAT,
            SUSTAIN_DAMAGE_STEP,
            TECHNOLOGY_STEP,
        ),
        of=ANYONE,
        windows=(
            BeforeUse(Forbid(SUSTAIN_DAMAGE, "war-sun"), loses=True),
            Ignores(None, unit="war-sun"),
        ),
    )
)


def _keeps_prophecy(moment: Moment, owner: int, order: Mapping[str, int]) -> str:
    fighters = order.get("fighter", 0)
    if fighters > 1:
        return "The order produces two or more fighters, so its owner keeps the law."
    return "The order produces fewer than two fighters, so its owner discards the law."


declare(
    Effect(
        slug="prophecy-of-ixth",
        name="Prophecy of Ixth",
        kind=AGENDA,
        edition=BASE,
        meaning="If passed, its owner's fighters get +1 to their combat rolls; a use of Production that produces "
        "fewer than two fighters discards it.",
        timing="Always while its owner has the law; enter it for its owner.",
        clauses=("78.5", "42.1", "68.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT, PRODUCTION_STEP),
        of=USER,
        windows=(ReadResults(PlusFor(1, "fighter")), OnceProduced(_keeps_prophecy)),
    )
)

declare(
    Effect(
        slug="the-crown-of-thalnos-agenda",
        name="The Crown of Thalnos (agenda)",
        kind=AGENDA,
        edition=BASE,
        until=POK,
        meaning="Elect a player, who owns this law: in each round of combat, the owner may reroll any of their dice. A "
        "unit that rerolls and has no hit by then is destroyed.",
        timing="In every round, every die that missed, of the types of units that you choose, without the relic's +1; "
        "where you choose none, of none, the cheapest type or all, whichever is best for its owner. The units are "
        "destroyed before hits are assigned, and cannot sustain. A unit with several dice stays if any of them hit, as "
        "the relic is ruled.",
        clauses=("78.5", "42.1", "87.5"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        choice="risk",
        tries=ways_to_risk,
        windows=(RerollAtRisk(RiskMisses(0)),),
    )
)


def _bare_mech(unit: Unit) -> Unit:
    if unit.type != "mech":
        return unit
    return replace(
        unit, meaning="", bears=(), left_out="", space_cannon=None, bombardment=None, anti_fighter_barrage=None,
        planetary_shield=False, deploy=False, production=None, rides_free=False,
    )  # fmt: skip


declare(
    Effect(
        slug="articles-of-war",
        name="Articles of War",
        kind=AGENDA,
        edition=POK,
        meaning="If passed, mechs lose everything printed on them but Sustain Damage.",
        timing="Always while the law is in play, for every player's mechs; combat values stay.",
        clauses=("1.26",),
        steps=(*ABILITY_STEPS, CAPACITY_STEP, MOVEMENT_STEP, TRANSACTION_STEP),
        of=ANYONE,
        windows=(UnitsAre(_bare_mech),),
    )
)

for _color, _called in sorted(COLORS.items()):
    declare(
        Effect(
            slug=f"research-team-{_color}",
            name=f"Research Team ({_color.capitalize()})",
            kind=AGENDA,
            edition=BASE,
            until=POK,
            meaning="Elect a planet: the player who controls it can exhaust this card when researching to ignore "
            f"one {_called} prerequisite.",
            timing="Where such a prerequisite is missing; enter it for the player who controls that planet, and mark "
            "it as exhausted once it is used.",
            clauses=("90.12.c",),
            steps=(TECHNOLOGY_STEP,),
            exhausts=True,
            windows=(Ignores(1, color=_color),),
        )
    )
