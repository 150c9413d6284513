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
from mecatol.rules.rolls.windows import ReadResults
from mecatol.rules.technology.windows import InsteadOfResearch
from mecatol.rules.voting.windows import CannotVote

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
        copies_flagships=THUNDERS_EDGE,
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
        meaning="It gets +2 to its combat rolls against an opponent with an X or Y assimilator token on one of their "
        "technologies.",
    )
)

declare(
    Effect(
        slug="galactic-threat",
        name="Galactic Threat",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        edition=BASE,
        meaning="You cannot vote. Once per agenda phase, you may predict the outcome of an agenda; if you are right, "
        "gain a technology that a player who voted for that outcome owns.",
        timing="On every agenda; enter your prediction as well.",
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
        meaning="Once per combat, when one of your opponent's units has been destroyed, you may gain a technology that "
        "player owns.",
        left_out="The solver does not search which technology to gain in mid-combat and what it would change from then "
        "on.",
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
        meaning="You cannot research. Each time you would, gain three command tokens instead.",
        timing="Whenever its owner would research a technology; they can still gain technologies in other ways.",
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
        meaning="When you would gain another player's technology with one of your faction abilities, you may instead "
        "put the X token on one of that player's faction technologies: this card then has its text.",
        left_out="Enter the copied technology among the player's own: the calculators let Nekro have other factions' "
        "technologies.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-y",
        name="Valefar Assimilator Y",
        kind=FACTION_TECHNOLOGY,
        faction="nekro-virus",
        edition=BASE,
        meaning="When you would gain another player's technology with one of your faction abilities, you may instead "
        "put the Y token on one of that player's faction technologies: this card then has its text.",
        left_out="Enter the copied technology among the player's own: the calculators let Nekro have other factions' "
        "technologies.",
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
        meaning="Your mechs get +2 to their combat rolls against an opponent with one of your assimilator tokens on a "
        "technology.",
        timing="In every round in which mechs fight, even in space with The Alastor; enter it if the opponent has such "
        "a token.",
        clauses=("42.1", "78.5"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        assumed="one of the opponent’s technologies has one of their assimilator tokens",
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
        timing="All your ground forces in the system fight, except those on a planet that you leave out; the ones on "
        "planets fight from there, and the survivors are still there afterward. A defender's join after the "
        "attacker's effects at the start of the combat. They fight on even if the flagship is destroyed.",
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
        meaning="Exhaust it in the action phase and choose a player: that player may discard an action card or spend a "
        "command token from any pool to gain two trade goods.",
        left_out="The solver has no step for trade goods and action cards.",
    )
)

declare(
    Component(
        slug="nekro-acidos",
        name="Nekro Acidos",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Have three technologies; a Valefar Assimilator counts only while its token is on a technology.",
        faction="nekro-virus",
        shared=True,
        edition=POK,
        meaning="After you gain a technology, you may draw an action card.",
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
        meaning="Action: choose a planet with a technology specialty, in a system with your units. Destroy all other "
        "players' units on that planet, gain as many trade goods as its resources and influence combined, and gain "
        "a technology of the color of its specialty. Then purge this card.",
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
        meaning="At the start of a combat, place it faceup: Nekro cannot use Technological Singularity against you. "
        "Return it when you activate a system with Nekro units.",
        left_out="The solver gains no technology in mid-combat, so Antivirus has nothing to prevent.",
    )
)

declare(
    Component(
        slug="valefar-assimilator-z",
        name="Valefar Assimilator Z",
        kind=BREAKTHROUGH,
        faction="nekro-virus",
        edition=THUNDERS_EDGE,
        meaning="When you would gain another player's technology with one of your faction abilities, you may instead "
        "put the Z token on that player's faction sheet. The Alastor then has the text of that faction's flagship "
        "as well as its own.",
        left_out="Search for the other flagship's name among the Nekro player's cards to enter its text; one that "
        "changes no odds and no route is not listed.",
    )
)
