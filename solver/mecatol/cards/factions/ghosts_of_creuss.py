"""The Ghosts of Creuss."""

from __future__ import annotations

from mecatol.cards import (
    HOME,
    SPACE,
    WORMHOLE,
    ColorsAlike,
    CombinedCost,
    Edition,
    Moment,
    Moving,
    Producers,
    StartOfCombat,
    StepName,
    Strike,
    Value,
    Work,
    flagship_here,
    sheet,
    systems,
)

_HIL_COLISH = "hil-colish"

creuss = sheet(
    "The Ghosts of Creuss",
    short="Creuss", aliases=("creuss", "ghosts", "ghost"), edition=Edition.BASE, commodities=4,
    start={"carrier": 1, "destroyer": 2, "fighter": 2, "infantry": 4, "space-dock": 1},
    start_technologies=("gravity-drive",),
)  # fmt: skip

creuss.flagship(
    "Hil Colish",
    "It contains a delta wormhole, and may move before or after your other ships.",
    cost=8, combat=Value(5), move=1, capacity=3, sustain_damage=True, bears=(StepName.MOVEMENT,),
    left_out="Its wormhole is part of the route that you enter, and which ship goes first is decided at the table.",
)  # fmt: skip

creuss.mech(
    "Icarus Drive",
    "After any player activates a system, its owner may remove it from the board: a Creuss wormhole token is then "
    "placed where it was, or moved there.",
    cost=2, combat=Value(6), sustain_damage=True,
    left_out="The token decides which systems are adjacent; enter the route to the active system that it opens.",
)  # fmt: skip

creuss.ability(
    "Quantum Entanglement",
    "You treat systems with alpha and beta wormholes as adjacent to each other, and no effect can prevent it.",
    timing="Always; no law or card takes it away.",
    clauses=("6.1", "101.1"),
    steps=(StepName.MOVEMENT,),
    automatic=True,
    windows=(Moving(joins=True),),
)

creuss.ability(
    "Slipstream",
    "During your tactical actions, ships that start in your home system or in a system with an alpha or beta wormhole "
    "get +1 to their move values.",
    timing="In the owner's tactical actions, for ships that are marked as starting there.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT,),
    automatic=True,
    windows=(Moving(each=1, starting=frozenset({HOME, WORMHOLE})),),
)

creuss.ability(
    "Creuss Gate", "Your home system is off the board. The gate tile is placed where it would be, and leads there."
)

creuss.technology(
    "Wormhole Generator",
    "When the status phase starts, you must put a Creuss wormhole token where you control a planet, or outside home "
    "systems where no other player has ships. It may be one that is already on the board.",
    prerequisites=("blue", "blue"),
    until=Edition.CODEX_1,
    left_out="Its token decides which systems are adjacent; enter the route to the active system that it opens.",
)

creuss.technology(
    "Wormhole Generator Ω",
    "Action: exhaust it to put a Creuss wormhole token where you control a planet, or outside home systems where no "
    "other player has ships. You may move one that is already on the board.",
    prerequisites=("blue", "blue"),
    edition=Edition.CODEX_1,
    left_out="Its token decides which systems are adjacent; enter the route to the active system that it opens.",
)

_SLUG = "particle-synthesis"


def _wormholes(moment: Moment, owner: int) -> int:
    return moment.game.sides[owner].effects[_SLUG]


def _wormholes_produce(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    side = moment.game.sides[owner]
    ships = any(side.units[stack.unit].is_ship for stack in moment.state.at(owner, SPACE))
    return [(*works, Work(SPACE, "Wormhole", _wormholes(moment, owner), 1)) if ships else works]


creuss.breakthrough(
    "Particle Synthesis",
    "Each wormhole in a system with your ships has Production 1, as if it were one of your units; the combined cost "
    "there is 1 less for each wormhole.",
    synergy=("blue", "yellow"),
    timing="With each production there; enter it once for each wormhole in the system, tokens included.",
    clauses=("68.1.a", "67.1.c"),
    limit=6,
    windows=(Producers(_wormholes_produce), CombinedCost(_wormholes), ColorsAlike()),
)


def _hil_colish_here(moment: Moment) -> bool:
    there = [side for side in moment.game.sides if flagship_here(moment.state.players[side.index])]
    return any(side.units["flagship"].slug == _HIL_COLISH for side in there)


def _at_a_wormhole(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None or systems()[tile].get("wormholes") or _hil_colish_here(moment):
        return None
    return "needs a wormhole in the active system"


creuss.technology(
    "Dimensional Splicer",
    "When a space combat starts in a system with a wormhole, you may assign one hit to an opponent's ship of your "
    "choice.",
    prerequisites=("red",),
    timing="If no system tile is entered, it is always used, so leave it out if there is no wormhole. Hil Colish "
    "contains one. The owner picks the most expensive ship that cannot sustain (among equals, the one that hits "
    "best), or else one that can.",
    clauses=("78.2.a", "87.4"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    needs=_at_a_wormhole,
    assumed="the system contains a wormhole; leave the card out if it does not",
    told_by_tile=True,
    windows=(StartOfCombat(lambda moment, owner: Strike(1, lambda unit: unit.is_ship, by_owner=True)),),
)
