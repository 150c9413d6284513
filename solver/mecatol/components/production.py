"""What changes Production for every faction: technologies, a card, a law, and the Warfare strategy card."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.domain.editions import BASE, CODEX_1, POK
from mecatol.domain.places import SPACE
from mecatol.domain.steps import PRODUCTION_STEP, TECHNOLOGY_STEP
from mecatol.domain.units import Unit, planet_name, planets, systems
from mecatol.effects.model import ACTION_CARD, AGENDA, ANYONE, STRATEGY_CARD, TECHNOLOGY, Effect, Moment, declare
from mecatol.effects.technology_cards import owned_cards
from mecatol.production.windows import (
    AfterProduction,
    CombinedCost,
    Gift,
    OneProducer,
    Price,
    Producers,
    UnitPrice,
    Work,
)
from mecatol.technology.windows import Ignores


def _upgrades(moment: Moment, owner: int) -> int:
    return sum(card.unit is not None for card in owned_cards(moment.game.sides[owner].player.technologies))


def _four_more(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    return [(*works, Work("", "War Machine", 1, 4, added=True)) if works else works]


def _one_for_its_cost(moment: Moment, owner: int, unit: Unit, price: Price) -> Price:
    return price._replace(group=1) if unit.type in ("fighter", "infantry") else price


def _a_mech(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    return (Gift("mech", 1, "on a planet here that the player controls"),) if order else ()


def _not_a_dock_at_home(moment: Moment, owner: int, work: Work) -> str | None:
    """Say why a work is no space dock in the owner's home system; None where it is, or what is not known lets it be."""
    if not work.unit or work.unit.type != "space-dock":
        return "it is no space dock"
    tile, faction = moment.game.scenario.system, moment.game.sides[owner].player.faction
    record = planets().get(work.place) or (systems()[tile] if tile else None)
    if record is None or (record["home"] and (record["home"] == faction or not _has_a_home(faction))):
        return None
    whose = f"{moment.game.sides[owner].name}’s" if faction else "a"
    return f"{planet_name(work.place) if work.place != SPACE else 'it'} is not in {whose} home system"


def _has_a_home(faction: str | None) -> bool:
    """Tell whether a faction has a home system of its own; no faction may have any."""
    return any(record["home"] == faction for record in systems().values()) if faction else False


declare(
    Effect(
        slug="sarween-tools",
        name="Sarween Tools",
        kind=TECHNOLOGY,
        colour="yellow",
        edition=BASE,
        meaning="The combined cost of the units that your units produce is 1 less.",
        timing="With each use of Production, never below 0; not with units produced in another way.",
        clauses=("67.1.c",),
        steps=(PRODUCTION_STEP,),
        windows=(CombinedCost(lambda moment, owner: 1),),
    )
)

declare(
    Effect(
        slug="ai-development-algorithm",
        name="AI Development Algorithm",
        kind=TECHNOLOGY,
        colour="red",
        edition=POK,
        meaning="Exhaust it when your units use Production: the combined cost is 1 less for each unit upgrade you own. "
        "Or exhaust it to ignore one prerequisite of a unit upgrade.",
        timing="Whenever it is named; `decline` saves it. War Sun counts as a unit upgrade.",
        clauses=("67.1.c", "90.12.c"),
        steps=(PRODUCTION_STEP, TECHNOLOGY_STEP),
        windows=(CombinedCost(_upgrades), Ignores(1, upgrades=True)),
    )
)

declare(
    Effect(
        slug="self-assembly-routines",
        name="Self-Assembly Routines",
        kind=TECHNOLOGY,
        colour="red",
        prerequisites=("red",),
        edition=POK,
        meaning="Exhaust it after your units use Production: place a mech on a planet that you control in that system. "
        "Each mech of yours that is destroyed brings a trade good, exhausted or not.",
        timing="After the order, from the reinforcements and at no cost.",
        clauses=("68.1",),
        steps=(PRODUCTION_STEP,),
        windows=(AfterProduction(_a_mech),),
    )
)

declare(
    Effect(
        slug="war-machine",
        name="War Machine",
        kind=ACTION_CARD,
        edition=CODEX_1,
        meaning="When your units use Production: 4 more in all, and the combined cost is 1 less.",
        timing="Once for each use of Production; a second copy cannot be added.",
        clauses=("68.1.a", "67.1.c"),
        steps=(PRODUCTION_STEP,),
        copies=4,
        windows=(
            Producers(_four_more, last=True),
            CombinedCost(lambda moment, owner: 1),
        ),
    )
)

declare(
    Effect(
        slug="regulated-conscription",
        name="Regulated Conscription",
        kind=AGENDA,
        edition=BASE,
        meaning="Voted for: only one fighter or infantry comes for its cost, not two.",
        timing="Always while the law is in play, for every player.",
        clauses=("67.2",),
        steps=(PRODUCTION_STEP,),
        of=ANYONE,
        windows=(UnitPrice(_one_for_its_cost),),
    )
)

declare(
    Effect(
        slug="warfare",
        name="Warfare Secondary",
        kind=STRATEGY_CARD,
        edition=BASE,
        meaning="Spend a strategy token to use the Production of one space dock in your home system.",
        timing="In place of a tactical action’s production: one dock alone, the one that serves the order best.",
        clauses=("99.3",),
        steps=(PRODUCTION_STEP,),
        windows=(OneProducer(_not_a_dock_at_home),),
    )
)
