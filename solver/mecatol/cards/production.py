"""What changes Production for every faction: technologies, a card, a law, and two strategy cards."""

from __future__ import annotations

from mecatol.cards import (
    FACTIONS,
    AfterProduction,
    CombinedCost,
    Edition,
    Gift,
    Ignores,
    Kind,
    Moment,
    OnlyProducers,
    Price,
    Producers,
    Unit,
    UnitPrice,
    Whose,
    Work,
    deck,
    in_force,
    owned_cards,
    planet_name,
    planets,
    systems,
)

technology = deck(Kind.TECHNOLOGY, Edition.POK)
action_card = deck(Kind.ACTION_CARD, Edition.CODEX_1)
agenda = deck(Kind.AGENDA)
strategy_card = deck(Kind.STRATEGY_CARD)


_A_MECH = Gift("mech", 1, "on a planet here that the player controls")
_FOUR_MORE = Work("", "War Machine", 1, 4, added=True)


def _upgrades(moment: Moment, owner: int) -> int:
    return sum(card.unit is not None for card in owned_cards(moment.game.sides[owner].player.technologies))


def _one_for_its_cost(moment: Moment, owner: int, unit: Unit, price: Price) -> Price:
    return price._replace(group=1) if unit.type in ("fighter", "infantry") else price


def _not_a_dock(moment: Moment, owner: int, work: Work) -> str | None:
    """Say why a work is not a space dock; None where it is."""
    return None if work.unit and work.unit.type == "space-dock" else "it is not a space dock"


def _homes(moment: Moment, owner: int) -> set[str]:
    """Return the factions, by slug, one of whose home systems is the player's; all of them where none is known."""
    sides = moment.game.sides
    faction = sides[owner].player.faction
    taken = {side.player.faction for side in sides if side.index != owner}
    own = {faction, *(home for home in FACTIONS[faction].homes if home not in taken)} if faction else set()
    known = {record["home"] for record in systems().values() if record["home"]}
    return known & own or known


def _not_at_home(moment: Moment, owner: int, work: Work) -> str | None:
    """Say why a work is not in the owner's home system; None where it is, or what is not known lets it be.

    All works are in one system: where neither the work's place nor the tile says which, other planets there do.
    """
    scenario, faction = moment.game.scenario, moment.game.sides[owner].player.faction
    named = [work.place, *(planet for player in scenario.players for planet in player.planets)]
    here = planets().get(work.place) or (systems()[scenario.system] if scenario.system else None)
    record = here or next((planets()[planet] for planet in named if planet in planets()), None)
    if record is None or record["home"] in _homes(moment, owner):
        return None
    whose = f"{moment.game.sides[owner].name}’s" if faction else "a"
    return f"{planet_name(work.place) if work.place in planets() else 'it'} is not in {whose} home system"


def _one_dock(moment: Moment) -> bool:
    """Tell whether Warfare is the card from before Thunder's Edge, which uses one space dock."""
    return not in_force(moment.game.edition, Edition.THUNDERS_EDGE)


def _not_for_warfare(moment: Moment, owner: int, work: Work) -> str | None:
    return (_one_dock(moment) and _not_a_dock(moment, owner, work)) or _not_at_home(moment, owner, work)


technology(
    "Sarween Tools",
    "The combined cost of the units that your units produce is 1 less.",
    color="yellow",
    edition=Edition.BASE,
    timing="With each use of Production, never below 0; not with units produced in another way.",
    clauses=("67.1.c",),
    windows=(CombinedCost(lambda moment, owner: 1),),
)

technology(
    "AI Development Algorithm",
    "Exhaust it when your units use Production: the combined cost is 1 less for each unit upgrade you own. Or exhaust "
    "it to ignore one prerequisite of a unit upgrade.",
    color="red",
    timing="Whenever you enter it; you may save it. War Sun counts as a unit upgrade.",
    clauses=("67.1.c", "90.12.c"),
    exhausts=True,
    windows=(CombinedCost(_upgrades), Ignores(1, upgrades=True)),
)

technology(
    "Self-Assembly Routines",
    "Exhaust it after your units use Production: place a mech on a planet that you control in that system. You gain a "
    "trade good for each of your mechs that is destroyed, even while it is exhausted.",
    prerequisites=("red",),
    timing="After the order, from the reinforcements and at no cost.",
    clauses=("68.1",),
    exhausts=True,
    windows=(AfterProduction(lambda moment, owner, order: (_A_MECH,) if order else ()),),
)

action_card(
    "War Machine",
    "When your units use Production: the total Production value is 4 higher, and the combined cost is 1 less.",
    timing="Once for each use of Production; a second copy cannot be added.",
    clauses=("68.1.a", "67.1.c"),
    copies=4,
    windows=(
        Producers(lambda moment, owner, works: [(*works, _FOUR_MORE) if works else works], last=True),
        CombinedCost(lambda moment, owner: 1),
    ),
)

agenda(
    "Regulated Conscription",
    "If passed, you get only one fighter or infantry for its cost, not two.",
    timing="Always while the law is in play, for every player.",
    clauses=("67.2",),
    of=Whose.ANYONE,
    windows=(UnitPrice(_one_for_its_cost),),
)

strategy_card(
    "Warfare Secondary",
    "Spend a strategy token to use the Production of all your units in your home system. Before Thunder's Edge, only "
    "one space dock there could produce.",
    slug="warfare",
    timing="Instead of a tactical action's production. Where only one dock produces, it is the one that serves the "
    "order best.",
    clauses=("99.3",),
    windows=(OnlyProducers(_not_for_warfare, single=_one_dock),),
)

strategy_card(
    "Construction Primary",
    "Use the Production of one of your space docks, in any system, instead of placing the first structure.",
    slug="construction",
    edition=Edition.THUNDERS_EDGE,
    timing="Instead of a tactical action's production; of several docks, the one that serves the order best.",
    clauses=("68.1",),
    windows=(OnlyProducers(_not_a_dock, single=lambda moment: True),),
)
