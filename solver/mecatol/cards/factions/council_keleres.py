"""The Council Keleres."""

from __future__ import annotations

from typing import Any

from mecatol.cards import (
    SPACE,
    SYNERGY_STEPS,
    AdditionalVotes,
    BoughtVotes,
    ColorsAlike,
    Dice,
    Edition,
    GatherDice,
    Moment,
    OwnAgenda,
    PlanetVotes,
    Predicts,
    Producers,
    StartChoice,
    StepName,
    Value,
    Work,
    held_here,
    sheet,
)

keleres = sheet(
    "The Council Keleres",
    short="Keleres", aliases=("keleres", "council"), edition=Edition.CODEX_3, commodities=2,
    start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 2, "space-dock": 1},
    start_choice=StartChoice(2),  # technologies of other players, not those of a faction
    homes=("mentak-coalition", "xxcha-kingdom", "argent-flight"),
)  # fmt: skip

keleres.flagship(
    "Artemiris",
    "Activating its system costs every other player two influence.",
    cost=8, combat=Value(7, 2), move=1, capacity=6, sustain_damage=True,
)  # fmt: skip

keleres.mech(
    "Omniopiares",
    "Landing ground forces on its planet costs every other player one influence.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

keleres.ability(
    "The Tribunii",
    "At setup, take the home system and tokens of Mentak, Xxcha or Argent, if that faction is not in the game, and "
    "the hero that goes with it.",
)

keleres.ability("Council Patronage", "At the start of the strategy phase, replenish commodities and gain a trade good.")

keleres.ability(
    "Law's Order",
    "At the start of your turn, spend one influence to ignore all laws until the end of that turn.",
    until=Edition.THUNDERS_EDGE,
    left_out="Leave out the laws, which do nothing in that turn.",
)

keleres.ability(
    "Law's Order",
    "At the start of any player's turn, spend a trade good or a commodity to ignore all laws during that turn.",
    slug="laws-order-thunders-edge",
    version_of="laws-order",
    edition=Edition.THUNDERS_EDGE,
    left_out="Leave out the laws, which do nothing in that turn.",
)

keleres.technology(
    "Agency Supply Network",
    "After you use Production, you may use the Production of one of your other units in any system; that use does not "
    "allow another one.",
    prerequisites=("yellow", "yellow"),
    left_out="The other unit produces after the first order is complete; enter that order separately.",
)


keleres.technology(
    "Executive Order",
    "Action: exhaust it to draw the top or bottom agenda. Players vote on it immediately; you are the speaker, and "
    "your trade goods and resources count as votes.",
    prerequisites=("yellow",),
    edition=Edition.THUNDERS_EDGE,
    timing="Enter it only for that agenda: every trade good counts, and so do the resources of planets that have more "
    "resources than influence. Its owner is the speaker unless you enter another.",
    clauses=("8.6", "8.19"),
    exhausts=True,
    windows=(
        PlanetVotes(lambda resources, influence: max(0, resources - influence), optional=True),
        BoughtVotes(1, alone=True),
        OwnAgenda(),
    ),
)

_REX = {"mecatol-rex": "18", "mecatol-rex-omega": "112"}
"""The two printings of the planet, and their tiles."""
_CANNON = Dice("", units=1, dice=1, value=5)


def _rex(moment: Moment, owner: int) -> str | None:
    """Return the printing of Mecatol Rex that the owner controls in the active system, None for neither."""
    return held_here(moment, owner, _REX)


def _without_rex(moment: Moment, owner: int) -> str | None:
    return None if _rex(moment, owner) else "acts where its owner controls Mecatol Rex in the active system"


def _rex_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    return [(*works, Work(_rex(moment, owner) or "", "Custodia Vigilia", 1, 3))]


def _rex_fires(moment: Moment, owner: int) -> tuple[Dice, ...]:
    return (_CANNON,) if moment.place in (SPACE, _rex(moment, owner)) else ()


_STEPS = (StepName.PRODUCTION, StepName.SPACE_CANNON_OFFENSE, StepName.SPACE_CANNON_DEFENSE)
_WINDOWS = (GatherDice(_rex_fires), Producers(_rex_produces))
_CUSTODIA: dict[str, Any] = {
    "timing": "With each production in the system of Mecatol Rex, as if a unit on that planet produced; with the "
    "owner's Space Cannon there, offense and defense, as if a unit rolled the die.",
    "clauses": ("68.1.a", "77.3", "77.7"),
    "needs": _without_rex,
    "card": "custodia-vigilia",
}
"""What every one of these has in common: they are one card, so it acts once."""

keleres.ability(
    "Custodia Vigilia",
    "Mecatol Rex, while you control it, has Space Cannon 5 and Production 3. When another player gains a point for it "
    "with Imperial, you gain two command tokens. I.I.H.Q. Modernization gives you this card.",
    steps=_STEPS,
    windows=_WINDOWS,
    **_CUSTODIA,
)

keleres.technology(
    "I.I.H.Q. Modernization",
    "Players at or next to Mecatol Rex are your neighbors. When you gain it, gain the planet card Custodia Vigilia, "
    "which gives Mecatol Rex Space Cannon 5 and Production 3 while you control it.",
    prerequisites=("yellow",),
    until=Edition.THUNDERS_EDGE,
    steps=_STEPS,
    windows=_WINDOWS,
    **_CUSTODIA,
)

keleres.breakthrough(
    "I.I.H.Q. Modernization",
    "Breakthrough of the Keleres: players at or next to Mecatol Rex are your neighbors. When you gain it, gain the "
    "planet card Custodia Vigilia, which gives Mecatol Rex Space Cannon 5 and Production 3 while you control it.",
    slug="iihq-modernization-breakthrough",
    synergy=("green", "yellow"),
    steps=(*_STEPS, *SYNERGY_STEPS),
    windows=(*_WINDOWS, ColorsAlike()),
    **_CUSTODIA,
)

keleres.hero(
    "Odlynn Myrr",
    "Hero of the Keleres with the Xxcha home: on one agenda, cast up to six more votes and predict an outcome. Gain a "
    "trade good and a command token for each player who abstains or votes otherwise. Then purge this card.",
    title="Operation Archon",
    timing="Adds six votes if you cast any others; enter the prediction, which need not be the outcome you vote for.",
    clauses=("8.15", "8.22"),
    windows=(AdditionalVotes(lambda game, owner: 6), Predicts("a trade good and a command token")),
)

keleres.hero(
    "Kuuasi Aun Jalatai",
    "When a space combat is fought in a system with one of your planets, place your flagship and up to two cruisers "
    "or destroyers from your reinforcements there before a round; then purge this card.",
    title="Overwing Zeta",
    left_out="The solver has no ships that join a combat in a later round of their owner's choice.",
)
