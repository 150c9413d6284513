"""The Xxcha Kingdom."""

from __future__ import annotations

from mecatol.domain.editions import BASE, CODEX_3, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import PRODUCTION_STEP, SYNERGY_STEPS, VICTORY_STEP, VOTES_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.windows import ColorsAlike
from mecatol.rules.production.windows import Funds, Treasury
from mecatol.rules.victory.windows import Spending
from mecatol.rules.voting.windows import AlwaysVotes, PlanetVotes

declare(
    Faction(
        slug="xxcha-kingdom",
        name="The Xxcha Kingdom",
        short="Xxcha",
        aliases=("xxcha", "xcha", "turtles"),
        edition=BASE,
        commodities=4,
        start={"carrier": 1, "cruiser": 2, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
        start_technologies=("graviton-laser-system",),
    )
)

declare(
    Unit(
        slug="loncara-ssodu",
        name="Loncara Ssodu",
        type="flagship",
        faction="xxcha-kingdom",
        edition=BASE,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        space_cannon=Value(5, 3, deep=True),
        sustain_damage=True,
        meaning="Its Space Cannon also reaches ships in adjacent systems.",
    )
)

declare(
    Unit(
        slug="indomitus",
        name="Indomitus",
        type="mech",
        faction="xxcha-kingdom",
        edition=POK,
        cost=2,
        combat=Value(6),
        space_cannon=Value(8, deep=True),
        sustain_damage=True,
        meaning="Its Space Cannon also reaches ships in adjacent systems.",
    )
)

declare(
    Component(
        slug="peace-accords",
        name="Peace Accords",
        kind=FACTION_ABILITY,
        faction="xxcha-kingdom",
        edition=BASE,
        meaning="After you use either ability of Diplomacy, you may gain control of a planet without units, other than "
        "Mecatol Rex, in a system adjacent to a planet you control.",
    )
)

declare(
    Component(
        slug="quash",
        name="Quash",
        kind=FACTION_ABILITY,
        faction="xxcha-kingdom",
        edition=BASE,
        meaning="When an agenda is revealed, you may spend a strategy token to discard it and reveal the next one.",
        left_out="It changes which agenda is voted on; enter the votes on the agenda that replaces it.",
    )
)

declare(
    Component(
        slug="instinct-training",
        name="Instinct Training",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="xxcha-kingdom",
        edition=BASE,
        meaning="Exhaust it and spend a strategy token to cancel an action card that another player plays.",
    )
)

declare(
    Component(
        slug="nullification-field",
        name="Nullification Field",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="xxcha-kingdom",
        edition=BASE,
        meaning="After another player activates a system with your ships, you may exhaust it for a strategy token to "
        "end that player's turn.",
    )
)


def _both(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    cards = tuple(card._replace(spendable=card.resources + card.influence) for card in treasury.cards)
    return [treasury._replace(cards=cards)]


def _either(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    cards = tuple(card._replace(spendable=max(card.spendable, card.influence)) for card in treasury.cards)
    return [treasury._replace(cards=cards)]


def _sum_as_either(resources: int, influence: int) -> tuple[int, int]:
    return resources + influence, resources + influence


def _greater_as_either(resources: int, influence: int) -> tuple[int, int]:
    return max(resources, influence), max(resources, influence)


def _resources(resources: int, influence: int) -> int:
    return resources


declare(
    Component(
        slug="xxekir-grom",
        name="Xxekir Grom",
        title="Political Data Nexus",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="xxcha-kingdom",
        edition=POK,
        until=CODEX_3,
        meaning="Action: you may discard a law. Draw the top five agendas, choose two to reveal, and resolve each by a "
        "single vote of your own, with which no one can interfere. Then purge this card.",
        left_out="No one else votes, so there is nothing to count: each agenda gets the outcome that the Xxcha choose.",
    )
)

declare(
    Effect(
        slug="xxekir-grom-omega",
        name="Xxekir Grom Ω",
        title="Political Data Nexus Ω",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        version_of="xxekir-grom",
        faction="xxcha-kingdom",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="Xxcha hero: when you exhaust a planet, you may spend its resources and influence combined, as either.",
        timing="Whenever planets are exhausted to pay or to vote; a space dock's Production counts only the resources. "
        "If you enter votes as one number, it adds nothing to them.",
        clauses=("75.2", "8.6"),
        steps=(PRODUCTION_STEP, VICTORY_STEP, VOTES_STEP),
        windows=(Funds(_both), PlanetVotes(_resources, optional=True), Spending(planet=_sum_as_either)),
    )
)

declare(
    Component(
        slug="xxekir-grom-omega-omega",
        name="Xxekir Grom ΩΩ",
        title="Planetary Defense Nexus",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        version_of="xxekir-grom",
        faction="xxcha-kingdom",
        edition=THUNDERS_EDGE,
        meaning="Action: place up to four PDS and mechs, in any combination, on planets you control, and ready each of "
        "those planets. Then purge this card.",
        left_out="It is an action outside combat; enter the units in the scenario instead.",
    )
)

declare(
    Effect(
        slug="elder-qanoj",
        name="Elder Qanoj",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Control planets with a combined influence of at least 12.",
        faction="xxcha-kingdom",
        shared=True,
        edition=POK,
        meaning="Xxcha commander: each planet that you exhaust to vote gives one more vote, and nothing can keep you "
        "from voting.",
        timing="On every agenda, for each readied planet that the player controls, even one without influence, and "
        "even with a rider or an ability that forbids voting.",
        clauses=("8.6", "8.16"),
        steps=(VOTES_STEP,),
        windows=(PlanetVotes(lambda resources, influence: 1), AlwaysVotes()),
    )
)

declare(
    Effect(
        slug="archons-gift",
        name="Archon’s Gift",
        kind=BREAKTHROUGH,
        faction="xxcha-kingdom",
        edition=THUNDERS_EDGE,
        synergy=("green", "yellow"),
        meaning="You may spend your influence as resources, and your resources as influence.",
        timing="Whenever planets are exhausted to pay: each gives the greater of its two values, not both.",
        clauses=("75.2",),
        steps=(PRODUCTION_STEP, *SYNERGY_STEPS),
        windows=(Funds(_either), Spending(planet=_greater_as_either), ColorsAlike()),
    )
)
