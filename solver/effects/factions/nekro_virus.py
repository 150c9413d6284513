"""The Nekro Virus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.editions import BASE, POK
from solver.effects.model import FACTION_ABILITY, FACTION_TECHNOLOGY, UNIT_TEXT, USER, Component, Effect, declare
from solver.effects.windows import PlusFor
from solver.factions import Faction
from solver.state import SPACE, State, stack
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, SPACE_COMBAT
from solver.units import SHIP, Unit, Value

if TYPE_CHECKING:
    from solver.game import Game

declare(
    Faction(
        slug="nekro-virus",
        name="The Nekro Virus",
        short="Nekro",
        aliases=("nekro",),
        edition=BASE,
        commodities=3,
        copies=True,
    )
)

declare(
    Unit(
        slug="the-alastor",
        name="The Alastor",
        type="flagship",
        faction="nekro-virus",
        edition=BASE,
        cost=8,
        combat=Value(9, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        text="When a space combat starts, any of its owner's ground forces in the system may fight in it like ships.",
    )
)

declare(
    Unit(
        slug="mordred",
        name="Mordred",
        type="mech",
        faction="nekro-virus",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        text="Its combat rolls gain two against an opponent whose technology bears an assimilator token X or Y.",
    )
)

declare(
    Component(
        slug="galactic-threat",
        name="Galactic Threat",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="It has no vote, but a right prediction of an agenda copies a technology from a player who voted so.",
    )
)

declare(
    Component(
        slug="technological-singularity",
        name="Technological Singularity",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="Once in a combat a destroyed enemy unit may bring it a technology of that enemy.",
        bears=(
            SPACE_COMBAT,
            GROUND_COMBAT,
        ),
    )
)

declare(
    Component(
        slug="propagation",
        name="Propagation",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="In place of researching it gains three command tokens.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-x",
        name="Valefar Assimilator X",
        kind=FACTION_TECHNOLOGY,
        faction="nekro-virus",
        edition=BASE,
        meaning="In place of copying a technology its token X turns this card into a faction technology of the victim.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-y",
        name="Valefar Assimilator Y",
        kind=FACTION_TECHNOLOGY,
        faction="nekro-virus",
        edition=BASE,
        meaning="In place of copying a technology its token Y turns this card into a faction technology of the victim.",
    )
)


declare(
    Effect(
        slug="mordred-edge",
        name="Mordred against assimilated technology",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        unit="mordred",
        edition=POK,
        meaning="Your mechs get +2 to their combat rolls against an opponent whose technology bears a token of yours.",
        timing="In every round of a ground combat; name it where the opponent is such a player.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        modifies=PlusFor(2, "mech"),
    )
)


def _fighting_as_ships(game: Game, state: State, owner: int) -> dict[str, Unit]:
    space, units = state.at(owner, SPACE), game.sides[owner].units
    if not stack(space, "flagship").total:
        return {}
    return {
        s.unit: replace(units[s.unit], categories=units[s.unit].categories | {SHIP})
        for s in space
        if units[s.unit].is_ground_force
    }


declare(
    Effect(
        slug="the-alastor-boarders",
        name="The Alastor",
        kind=UNIT_TEXT,
        faction="nekro-virus",
        unit="the-alastor",
        edition=BASE,
        meaning="When a space combat starts, your ground forces in its system may fight in it as if they were ships.",
        timing="All that are in the space area do, and none from planets; those of the defender after the attacker’s "
        "effects at the start of the combat. They fight on when the flagship is gone.",
        clauses=("78.2.a", "78.5", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        recasts=_fighting_as_ships,
    )
)
