"""The Xxcha Kingdom."""

from __future__ import annotations

from mecatol.cards import (
    SYNERGY_STEPS,
    AlwaysVotes,
    ColorsAlike,
    Edition,
    Funds,
    Moment,
    PlanetVotes,
    Spending,
    StepName,
    Treasury,
    Value,
    sheet,
)

xxcha = sheet(
    "The Xxcha Kingdom",
    short="Xxcha", aliases=("xxcha", "xcha", "turtles", "turtle"), edition=Edition.BASE, commodities=4,
    start={"carrier": 1, "cruiser": 2, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
    start_technologies=("graviton-laser-system",),
)  # fmt: skip

xxcha.flagship(
    "Loncara Ssodu",
    "Its Space Cannon also reaches ships in adjacent systems.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, space_cannon=Value(5, 3, deep=True), sustain_damage=True,
)  # fmt: skip

xxcha.mech(
    "Indomitus",
    "Its Space Cannon also reaches ships in adjacent systems.",
    cost=2, combat=Value(6), space_cannon=Value(8, deep=True), sustain_damage=True,
)  # fmt: skip

xxcha.ability(
    "Peace Accords",
    "After you use either ability of Diplomacy, you may gain control of a planet without units, other than Mecatol "
    "Rex, in a system adjacent to a planet you control.",
)

xxcha.ability(
    "Quash",
    "When an agenda is revealed, you may spend a strategy token to discard it and reveal the next one.",
    left_out="It changes which agenda is voted on; enter the votes on the agenda that replaces it.",
)

xxcha.technology(
    "Instinct Training",
    "Exhaust it and spend a strategy token to cancel an action card that another player plays.",
    prerequisites=("green",),
)

xxcha.technology(
    "Nullification Field",
    "After another player activates a system with your ships, you may exhaust it for a strategy token to end that "
    "player's turn.",
    prerequisites=("yellow", "yellow"),
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


xxcha.hero(
    "Xxekir Grom",
    "Action: you may discard a law. Draw the top five agendas, choose two to reveal, and resolve each by a single "
    "vote of your own, with which no one can interfere. Then purge this card.",
    title="Political Data Nexus",
    until=Edition.CODEX_3,
    left_out="No one else votes, so there is nothing to count: each agenda gets the outcome that the Xxcha choose.",
)

xxcha.hero(
    "Xxekir Grom Ω",
    "Xxcha hero: when you exhaust a planet, you may spend its resources and influence combined, as either.",
    title="Political Data Nexus Ω",
    edition=Edition.CODEX_3,
    until=Edition.THUNDERS_EDGE,
    timing="Whenever planets are exhausted to pay or to vote; a space dock's Production counts only the resources. If "
    "you enter votes as one number, it adds nothing to them.",
    clauses=("75.2", "8.6"),
    steps=(StepName.PRODUCTION, StepName.VICTORY, StepName.VOTES),
    windows=(
        Funds(_both),
        PlanetVotes(lambda resources, influence: resources, optional=True),
        Spending(planet=_sum_as_either),
    ),
)

xxcha.hero(
    "Xxekir Grom ΩΩ",
    "Action: place up to four PDS and mechs, in any combination, on planets you control, and ready each of those "
    "planets. Then purge this card.",
    title="Planetary Defense Nexus",
    edition=Edition.THUNDERS_EDGE,
    left_out="It is an action outside combat; enter the units in the scenario instead.",
)

xxcha.commander(
    "Elder Qanoj",
    "Xxcha commander: each planet that you exhaust to vote gives one more vote, and nothing can keep you from voting.",
    unlock="Control planets with a combined influence of at least 12.",
    timing="On every agenda, for each readied planet that the player controls, even one without influence, and even "
    "with a rider or an ability that forbids voting.",
    clauses=("8.6", "8.16"),
    windows=(PlanetVotes(lambda resources, influence: 1), AlwaysVotes()),
)

xxcha.breakthrough(
    "Archon’s Gift",
    "You may spend your influence as resources, and your resources as influence.",
    synergy=("green", "yellow"),
    timing="Whenever planets are exhausted to pay: each gives the greater of its two values, not both.",
    clauses=("75.2",),
    steps=(StepName.PRODUCTION, *SYNERGY_STEPS),
    windows=(Funds(_either), Spending(planet=_greater_as_either), ColorsAlike()),
)
