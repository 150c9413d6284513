"""The Council Keleres."""

from __future__ import annotations

from mecatol.components.acts import held_here
from mecatol.domain.editions import CODEX_3, THUNDERS_EDGE
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.places import SPACE
from mecatol.domain.steps import PRODUCTION_STEP, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE, SYNERGY_STEPS, VOTES_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    BREAKTHROUGH,
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
from mecatol.probability.dice import Dice
from mecatol.rules.production.windows import Producers, Work
from mecatol.rules.rolls.windows import GatherDice
from mecatol.rules.voting.windows import AdditionalVotes, BoughtVotes, OwnAgenda, PlanetVotes, Predicts

declare(
    Faction(
        slug="council-keleres",
        name="The Council Keleres",
        short="Keleres",
        aliases=(
            "keleres",
            "council",
        ),
        edition=CODEX_3,
        commodities=2,
        start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 2, "space-dock": 1},
        start_choice=StartChoice(2),  # non-faction technologies of other players
        homes=("mentak-coalition", "xxcha-kingdom", "argent-flight"),
    )
)

declare(
    Unit(
        slug="artemiris",
        name="Artemiris",
        type="flagship",
        faction="council-keleres",
        edition=CODEX_3,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=6,
        sustain_damage=True,
        meaning="Activating its system costs every other player two influence.",
    )
)

declare(
    Unit(
        slug="omniopiares",
        name="Omniopiares",
        type="mech",
        faction="council-keleres",
        edition=CODEX_3,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="Landing ground forces on its planet costs every other player one influence.",
    )
)

declare(
    Component(
        slug="the-tribunii",
        name="The Tribunii",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        meaning="At setup, take the home system and tokens of Mentak, Xxcha or Argent, if that faction is not in the "
        "game, and the hero that goes with it.",
    )
)

declare(
    Component(
        slug="council-patronage",
        name="Council Patronage",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        meaning="At the start of the strategy phase, replenish commodities and gain a trade good.",
    )
)

declare(
    Component(
        slug="laws-order",
        name="Law's Order",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="At the start of your turn, spend one influence to ignore all laws until the end of that turn.",
        left_out="Leave out the laws, which do nothing in that turn.",
    )
)

declare(
    Component(
        slug="laws-order-thunders-edge",
        name="Law's Order",
        kind=FACTION_ABILITY,
        version_of="laws-order",
        faction="council-keleres",
        edition=THUNDERS_EDGE,
        meaning="At the start of any player's turn, spend a trade good or a commodity to ignore all laws during that "
        "turn.",
        left_out="Leave out the laws, which do nothing in that turn.",
    )
)

declare(
    Component(
        slug="agency-supply-network",
        name="Agency Supply Network",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="council-keleres",
        edition=CODEX_3,
        meaning="After you use Production, you may use the Production of one of your other units in any system; that "
        "use does not allow another one.",
        left_out="The other unit produces after the first order is complete; enter that order separately.",
    )
)


def _more_resources(resources: int, influence: int) -> int:
    return max(0, resources - influence)


declare(
    Effect(
        slug="executive-order",
        name="Executive Order",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        faction="council-keleres",
        edition=THUNDERS_EDGE,
        meaning="Action: exhaust it to draw the top or bottom agenda. Players vote on it immediately; you are the "
        "speaker, and your trade goods and resources count as votes.",
        timing="Enter it only for that agenda: every trade good counts, and so do the resources of planets that have "
        "more resources than influence. Its owner is the speaker unless you enter another.",
        clauses=("8.6", "8.19"),
        steps=(VOTES_STEP,),
        exhausts=True,
        windows=(PlanetVotes(_more_resources, optional=True), BoughtVotes(1, alone=True), OwnAgenda()),
    )
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


_CUSTODIA = "custodia-vigilia"
"""The card that every one of these is, so that it acts once."""
_TIMING = (
    "With each production in the system of Mecatol Rex, as if a unit on that planet produced; with the owner's Space "
    "Cannon there, offense and defense, as if a unit rolled the die."
)
_STEPS = (PRODUCTION_STEP, SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE)
_CLAUSES = ("68.1.a", "77.3", "77.7")
_WINDOWS = (GatherDice(_rex_fires), Producers(_rex_produces))

declare(
    Effect(
        slug=_CUSTODIA,
        name="Custodia Vigilia",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        meaning="Mecatol Rex, while you control it, has Space Cannon 5 and Production 3. When another player gains a "
        "point for it with Imperial, you gain two command tokens. I.I.H.Q. Modernization gives you this card.",
        timing=_TIMING,
        clauses=_CLAUSES,
        steps=_STEPS,
        needs=_without_rex,
        card=_CUSTODIA,
        windows=_WINDOWS,
    )
)

declare(
    Effect(
        slug="iihq-modernization",
        name="I.I.H.Q. Modernization",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        faction="council-keleres",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="Players at or next to Mecatol Rex are your neighbors. When you gain it, gain the planet card Custodia "
        "Vigilia, which gives Mecatol Rex Space Cannon 5 and Production 3 while you control it.",
        timing=_TIMING,
        clauses=_CLAUSES,
        steps=_STEPS,
        needs=_without_rex,
        card=_CUSTODIA,
        windows=_WINDOWS,
    )
)

declare(
    Effect(
        slug="iihq-modernization-breakthrough",
        name="I.I.H.Q. Modernization",
        kind=BREAKTHROUGH,
        synergy=("green", "yellow"),
        faction="council-keleres",
        edition=THUNDERS_EDGE,
        meaning="Breakthrough of the Keleres: players at or next to Mecatol Rex are your neighbors. When you gain it, "
        "gain the planet card Custodia Vigilia, which gives Mecatol Rex Space Cannon 5 and Production 3 while you "
        "control it.",
        timing=_TIMING,
        clauses=_CLAUSES,
        steps=(*_STEPS, *SYNERGY_STEPS),
        needs=_without_rex,
        card=_CUSTODIA,
        windows=(*_WINDOWS, ColorsAlike()),
    )
)

declare(
    Effect(
        slug="odlynn-myrr",
        name="Odlynn Myrr",
        title="Operation Archon",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="council-keleres",
        edition=CODEX_3,
        meaning="Hero of the Keleres with the Xxcha home: on one agenda, cast up to six more votes and predict an "
        "outcome. Gain a trade good and a command token for each player who abstains or votes otherwise. Then "
        "purge this card.",
        timing="Adds six votes if you cast any others; enter the prediction, which need not be the outcome you vote "
        "for.",
        clauses=("8.15", "8.22"),
        steps=(VOTES_STEP,),
        windows=(AdditionalVotes(lambda game, owner: 6), Predicts("a trade good and a command token")),
    )
)

declare(
    Component(
        slug="kuuasi-aun-jalatai",
        name="Kuuasi Aun Jalatai",
        title="Overwing Zeta",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="council-keleres",
        edition=CODEX_3,
        meaning="When a space combat is fought in a system with one of your planets, place your flagship and up to two "
        "cruisers or destroyers from your reinforcements there before a round; then purge this card.",
        left_out="The solver has no ships that join a combat in a later round of their owner's choice.",
    )
)
