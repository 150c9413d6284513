"""The Nekro Virus."""

from __future__ import annotations

from dataclasses import replace

from mecatol.cards import (
    CannotVote,
    Category,
    Edition,
    InsteadOfResearch,
    Moment,
    PlusFor,
    ReadResults,
    StepName,
    Unit,
    UnitsBecome,
    Value,
    flagship_here,
    from_planet,
    sheet,
)

nekro = sheet(
    "The Nekro Virus",
    short="Nekro", aliases=("nekro", "virus"), edition=Edition.BASE, commodities=3,
    start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 2, "space-dock": 1},
    start_technologies=("dacxive-animators", "valefar-assimilator-x", "valefar-assimilator-y"), copies=True,
    copies_flagships=Edition.THUNDERS_EDGE,
)  # fmt: skip

nekro.flagship(
    "The Alastor",
    "At the start of a space combat, any of its owner's ground forces in the system may fight in it as if they were "
    "ships.",
    cost=8, combat=Value(9, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

nekro.mech(
    "Mordred",
    "It gets +2 to its combat rolls against an opponent with an X or Y assimilator token on one of their technologies.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

nekro.ability(
    "Galactic Threat",
    "You cannot vote. Once per agenda phase, you may predict the outcome of an agenda; if you are right, gain a "
    "technology that a player who voted for that outcome owns.",
    timing="On every agenda; enter your prediction as well.",
    clauses=("8.16", "8.22"),
    automatic=True,
    windows=(CannotVote(),),
)

nekro.ability(
    "Technological Singularity",
    "Once per combat, when one of your opponent's units has been destroyed, you may gain a technology that player "
    "owns.",
    left_out="The solver does not search which technology to gain in mid-combat and what it would change from then on.",
    bears=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
)

nekro.ability(
    "Propagation",
    "You cannot research. Each time you would, gain three command tokens instead.",
    timing="Whenever its owner would research a technology; they can still gain technologies in other ways.",
    clauses=("90.5", "90.10"),
    automatic=True,
    windows=(InsteadOfResearch("gain three command tokens"),),
)

nekro.technology(
    "Valefar Assimilator X",
    "When you would gain another player's technology with one of your faction abilities, you may instead put the X "
    "token on one of that player's faction technologies: this card then has its text.",
    left_out="Enter the copied technology among the player's own: the calculators let Nekro have other factions' "
    "technologies.",
)

nekro.technology(
    "Valefar Assimilator Y",
    "When you would gain another player's technology with one of your faction abilities, you may instead put the Y "
    "token on one of that player's faction technologies: this card then has its text.",
    left_out="Enter the copied technology among the player's own: the calculators let Nekro have other factions' "
    "technologies.",
)

nekro.ability(
    "Mordred against assimilated technology",
    "Your mechs get +2 to their combat rolls against an opponent with one of your assimilator tokens on a technology.",
    slug="mordred-edge",
    unit="mordred",
    edition=Edition.POK,
    timing="In every round in which mechs fight, even in space with The Alastor; enter it if the opponent has such a "
    "token.",
    clauses=("42.1", "78.5"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    assumed="one of the opponent’s technologies has one of their assimilator tokens",
    windows=(ReadResults(PlusFor(2, "mech")),),
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
    return {unit.type: replace(unit, categories=unit.categories | {Category.SHIP}) for unit in boarders}


nekro.text(
    "the-alastor",
    "When a space combat starts, your ground forces in its system may fight in it as if they were ships.",
    slug="the-alastor-boarders",
    timing="All your ground forces in the system fight, except those on a planet that you leave out; the ones on "
    "planets fight from there, and the survivors are still there afterward. A defender's join after the attacker's "
    "effects at the start of the combat. They fight on even if the flagship is destroyed.",
    clauses=("78.2.a", "78.5", "78.6"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    windows=(UnitsBecome(_fighting_as_ships, calls_on=lambda unit: unit.is_ground_force),),
)

nekro.agent(
    "Nekro Malleon",
    "Exhaust it in the action phase and choose a player: that player may discard an action card or spend a command "
    "token from any pool to gain two trade goods.",
    left_out="The solver has no step for trade goods and action cards.",
)

nekro.commander(
    "Nekro Acidos",
    "After you gain a technology, you may draw an action card.",
    unlock="Have three technologies; a Valefar Assimilator counts only while its token is on a technology.",
    left_out="The solver has no step for action cards in hand.",
)

nekro.hero(
    "UNIT.DSGN.FLAYESH",
    "Action: choose a planet with a technology specialty, in a system with your units. Destroy all other players' "
    "units on that planet, gain as many trade goods as its resources and influence combined, and gain a technology of "
    "the color of its specialty. Then purge this card.",
    title="Polymorphic Algorithm",
    left_out="No dice are rolled: the units are simply destroyed.",
)

nekro.note(
    "Antivirus",
    "At the start of a combat, place it faceup: Nekro cannot use Technological Singularity against you. Return it "
    "when you activate a system with Nekro units.",
    left_out="The solver gains no technology in mid-combat, so Antivirus has nothing to prevent.",
)

nekro.breakthrough(
    "Valefar Assimilator Z",
    "When you would gain another player's technology with one of your faction abilities, you may instead put the Z "
    "token on that player's faction sheet. The Alastor then has the text of that faction's flagship as well as its "
    "own.",
    left_out="Search for the other flagship's name among the Nekro player's cards to enter its text; one that changes "
    "no odds and no route is not listed.",
)
