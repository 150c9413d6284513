"""The Nekro Virus."""

from __future__ import annotations

from dataclasses import replace

from mecatol.components.acts import PlusFor, flagship_here
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, SPACE_COMBAT, TECHNOLOGY_STEP, VOTES_STEP
from mecatol.domain.units import SHIP, Unit, Value
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.recast import from_planet
from mecatol.game.windows import UnitsBecome
from mecatol.rolls.windows import ReadResults
from mecatol.technology.windows import InsteadOfResearch
from mecatol.voting.windows import CannotVote

declare(
    Faction(
        slug="nekro-virus",
        name="The Nekro Virus",
        short="Nekro",
        aliases=("nekro", "virus"),
        edition=BASE,
        commodities=3,
        start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 2, "space-dock": 1},
        start_technologies=(
            "dacxive-animators",
            "valefar-assimilator-x",
            "valefar-assimilator-y",
        ),
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
        meaning="At the start of a space combat, any of its owner's ground forces in the system may fight in it as if "
        "they were ships.",
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
        meaning="It gets +2 to its combat rolls against an opponent whose technology has an X or Y assimilator token.",
    )
)

declare(
    Effect(
        slug="galactic-threat",
        name="Galactic Threat",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="Nekro never vote. Once in each agenda phase they may predict how an agenda ends, and when they "
        "are right they gain a technology of a player who voted for it.",
        timing="In every agenda; name the prediction.",
        clauses=("8.16", "8.22"),
        steps=(VOTES_STEP,),
        automatic=True,
        windows=(CannotVote(),),
    )
)

declare(
    Component(
        slug="technological-singularity",
        name="Technological Singularity",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="Once in each combat, after a unit of the opponent’s is destroyed, Nekro may gain a technology that "
        "this player owns.",
        left_out="Which technology is gained and what it changes from then on is a choice that the solver does not "
        "search.",
        bears=(
            SPACE_COMBAT,
            GROUND_COMBAT,
        ),
    )
)

declare(
    Effect(
        slug="propagation",
        name="Propagation",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="Nekro cannot research: where they would, they gain three command tokens.",
        timing="Whenever its owner would research a technology; technologies that they gain are not concerned.",
        clauses=("90.5", "90.10"),
        steps=(TECHNOLOGY_STEP,),
        automatic=True,
        windows=(InsteadOfResearch("gain three command tokens"),),
    )
)

declare(
    Component(
        slug="valefar-assimilator-x",
        name="Valefar Assimilator X",
        kind=FACTION_TECHNOLOGY,
        faction="nekro-virus",
        edition=BASE,
        meaning="When one of their abilities would gain a technology, Nekro may put the X token on a faction "
        "technology of that player: this card then has its text.",
        left_out="Name the technology that is copied among the player’s own: Nekro may have those of others.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-y",
        name="Valefar Assimilator Y",
        kind=FACTION_TECHNOLOGY,
        faction="nekro-virus",
        edition=BASE,
        meaning="When one of their abilities would gain a technology, Nekro may put the Y token on a faction "
        "technology of that player: this card then has its text.",
        left_out="Name the technology that is copied among the player’s own: Nekro may have those of others.",
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
        meaning="Your mechs get +2 to their combat rolls against an opponent whose technology has one of your tokens.",
        timing="In every round in which mechs fight, in space beside The Alastor as well; name it where the opponent "
        "is such a player.",
        clauses=("42.1", "78.5"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        windows=(ReadResults(PlusFor(2, "mech")),),
    )
)


def _fighting_as_ships(moment: Moment, owner: int) -> dict[str, Unit]:
    side, holdings = moment.game.sides[owner], moment.state.players[owner]
    if not flagship_here(holdings):
        return {}
    boarders = [side.units[s.unit] for s in holdings.space if side.units[s.unit].is_ground_force]
    boarders += [
        from_planet(side.units[s.unit], planet)
        for planet, there in holdings.planets
        if not side.declines("the-alastor-boarders", planet)
        for s in there
        if side.units[s.unit].is_ground_force
    ]
    return {unit.type: replace(unit, categories=unit.categories | {SHIP}) for unit in boarders}


declare(
    Effect(
        slug="the-alastor-boarders",
        name="The Alastor",
        kind=UNIT_TEXT,
        faction="nekro-virus",
        unit="the-alastor",
        edition=BASE,
        meaning="When a space combat starts, your ground forces in its system may fight in it as if they were ships.",
        timing="All that are in the system do: those on its planets fight from there, and those that are left are "
        "there after it. You may leave a planet out. Those of the defender join after the attacker’s effects at "
        "the start of the combat. They fight on when the flagship is gone.",
        clauses=("78.2.a", "78.5", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        windows=(UnitsBecome(_fighting_as_ships, calls_on=lambda unit: unit.is_ground_force),),
    )
)


declare(
    Component(
        slug="nekro-malleon",
        name="Nekro Malleon",
        kind=LEADER,
        leader=AGENT,
        faction="nekro-virus",
        shared=True,
        edition=POK,
        meaning="Exhaust it in the action phase: a player of your choice may discard an action card, or spend a "
        "command token from any pool, to gain two trade goods.",
        left_out="The solver has no step for trade goods and action cards.",
    )
)

declare(
    Component(
        slug="nekro-acidos",
        name="Nekro Acidos",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Three technologies; a Valefar Assimilator counts while its token lies on one.",
        faction="nekro-virus",
        shared=True,
        edition=POK,
        meaning="With each technology that you gain you may draw an action card.",
        left_out="The solver has no step for action cards in hand.",
    )
)

declare(
    Component(
        slug="unit-dsgn-flayesh",
        name="UNIT.DSGN.FLAYESH",
        title="Polymorphic Algorithm",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="nekro-virus",
        edition=POK,
        meaning="Action: on a planet with a technology specialty, in a system with Nekro units, everything that "
        "belongs to others is destroyed. Nekro get its resources and influence together in trade goods, and "
        "a technology of its color. The card is purged.",
        left_out="No dice are rolled: the units are simply destroyed.",
    )
)

declare(
    Component(
        slug="antivirus",
        name="Antivirus",
        kind=PROMISSORY_NOTE,
        faction="nekro-virus",
        edition=BASE,
        meaning="Played faceup when a combat starts: from then on Technological Singularity does nothing against its "
        "holder. It goes back as soon as that player activates a system with Nekro units.",
        left_out="The solver gains no technology during a combat, so there is nothing to prevent.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-z",
        name="Valefar Assimilator Z",
        kind=BREAKTHROUGH,
        faction="nekro-virus",
        edition=THUNDERS_EDGE,
        meaning="Instead of gaining a technology with one of their abilities, Nekro may put a Z token on that "
        "player’s faction sheet. The Alastor then has the text of that faction’s flagship as well as its own.",
        left_out="Texts of other flagships on The Alastor are not in the solver yet.",
    )
)
