"""The Embers of Muaat."""

from __future__ import annotations

from mecatol.cards import (
    SPACE,
    SUPERNOVA,
    Edition,
    Moment,
    Moving,
    Producers,
    StepName,
    Value,
    Whose,
    Work,
    sheet,
    strip_shields,
    systems,
)

muaat = sheet(
    "The Embers of Muaat",
    short="Muaat", aliases=("muaat", "muat", "gashlai"), edition=Edition.BASE, commodities=4,
    start={"war-sun": 1, "fighter": 2, "infantry": 4, "space-dock": 1}, start_technologies=("plasma-scoring",),
)  # fmt: skip

prototype_war_sun = muaat.unit(
    "war-sun",
    "Prototype War Sun I",
    "Other players' units in its system lose Planetary Shield.",
    cost=12, combat=Value(3, 3), move=1, capacity=6, bombardment=Value(3, 3), sustain_damage=True,
)  # fmt: skip

muaat.upgrade(
    prototype_war_sun,
    "Prototype War Sun II",
    "Other players' units in its system lose Planetary Shield.",
    prerequisites=("red", "red", "red", "yellow"), cost=10, combat=Value(3, 3), move=3, capacity=6,
    bombardment=Value(3, 3), sustain_damage=True,
)  # fmt: skip

muaat.flagship(
    "The Inferno",
    "Action: for a token from your strategy pool, place a cruiser in its system.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

muaat.mech(
    "Ember Colossus",
    "After you use Star Forge in its system or an adjacent one, you may place an infantry with it.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

muaat.ability(
    "Star Forge",
    "Action: spend a token from your strategy pool to place two fighters or a destroyer in a system with one of your "
    "war suns.",
)

muaat.ability(
    "Gashlai Physiology",
    "Your ships can move through supernovas.",
    timing="Always; moving into one requires a technology.",
    clauses=("86.1",),
    steps=(StepName.MOVEMENT,),
    automatic=True,
    windows=(Moving(passes=frozenset({SUPERNOVA})),),
)

muaat.technology(
    "Magmus Reactor",
    "Your ships can move into supernovas. After your units use Production next to a supernova or in a system with a "
    "war sun, gain a trade good.",
    prerequisites=("red", "red"),
    until=Edition.CODEX_1,
    timing="Always, in movement; the trade good is not counted.",
    clauses=("86.1",),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(enters=frozenset({SUPERNOVA})),),
)

for _unit, _name in (("prototype-war-sun", "Prototype War Sun"), ("prototype-war-sun-2", "Prototype War Sun II")):
    muaat.text(
        _unit,
        "Other players' units in its system lose Planetary Shield.",
        name=_name,
        slug=f"{_unit}-presence",
        timing="While it is in the active system, for everybody who bombards there.",
        clauses=("65.3", "65.3.b"),
        steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD, StepName.GROUND_COMBAT),
        of=Whose.ANYONE,
        windows=(strip_shields("war-sun"),),
    )


def _no_supernova(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None:
        return "acts in a supernova: name the tile of the active system"
    return None if "supernova" in systems()[tile]["anomalies"] else f"acts in a supernova, which tile {tile} is not"


def _supernova_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    holdings = moment.state.players[owner]
    return [(*works, Work(SPACE, "Supernova", 1, 5)) if holdings.space or holdings.planets else works]


muaat.technology(
    "Magmus Reactor Ω",
    "Your ships can move into supernovas. Each supernova with your units has Production 5.",
    prerequisites=("red", "red"),
    edition=Edition.CODEX_1,
    timing="With each production there, in the space area, and in movement; moving through supernovas takes a "
    "different ability.",
    clauses=("68.1.a", "86.1"),
    steps=(StepName.PRODUCTION, StepName.MOVEMENT),
    needs=_no_supernova,
    windows=(Producers(_supernova_produces), Moving(enters=frozenset({SUPERNOVA}))),
)

muaat.breakthrough("Stellar Genesis", synergy=("yellow", "red"))
