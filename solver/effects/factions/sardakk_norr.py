"""The Sardakk N'orr."""

from __future__ import annotations

from solver.dice import Dice
from solver.editions import BASE, POK
from solver.effects.model import (
    COMBAT,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    TARGET,
    UNIT_TEXT,
    USER,
    Answer,
    Effect,
    Moment,
    declare,
)
from solver.effects.windows import CombatPlus
from solver.state import SPACE, stack
from solver.step import GROUND_COMBAT, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP
from solver.units import Unit


def _strikes_back(moment: Moment, owner: int, unit: Unit) -> Answer | None:
    on_planet = moment.ability == COMBAT and moment.place != SPACE
    return Answer(hits_back=1) if on_planet and unit.slug == "valkyrie-exoskeleton" else None


declare(
    Effect(
        slug="valkyrie-exoskeleton-strike",
        name="Valkyrie Exoskeleton",
        kind=UNIT_TEXT,
        faction="sardakk-norr",
        unit="valkyrie-exoskeleton",
        edition=POK,
        meaning="After it sustains in ground combat, the opponent's ground forces on its planet take a hit.",
        timing="Each time, and never against Space Cannon or Bombardment; the opponent assigns the hit.",
        clauses=("87.1", "42.2"),
        steps=(GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        automatic=True,
        after_sustain=_strikes_back,
    )
)


declare(
    Effect(
        slug="unrelenting",
        name="Unrelenting",
        kind=FACTION_ABILITY,
        faction="sardakk-norr",
        edition=BASE,
        meaning="Your units get +1 to their combat rolls.",
        timing="In every round, in space and on planets; rolls for unit abilities are not affected.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        automatic=True,
        modifies=CombatPlus(1),
    )
)


def _led(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    flagships = stack(moment.state.at(owner, moment.place), "flagship").total
    if moment.ability != COMBAT or not flagships:
        return dice
    # a flagship does nothing for itself; of several, each does for the others
    return tuple(d._replace(modifier=d.modifier + flagships - (d.unit == "flagship")) for d in dice)


declare(
    Effect(
        slug="cmorran-norr-leads",
        name="C’morran N’orr",
        kind=UNIT_TEXT,
        faction="sardakk-norr",
        unit="cmorran-norr",
        edition=BASE,
        meaning="Your other ships beside it get +1 to their combat rolls.",
        timing="While it is in the space combat.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        modifies=_led,
    )
)


def _one_more_hit(moment: Moment, owner: int, hits: int) -> int:
    return int(hits > 0)


declare(
    Effect(
        slug="valkyrie-particle-weave",
        name="Valkyrie Particle Weave",
        kind=FACTION_TECHNOLOGY,
        faction="sardakk-norr",
        edition=BASE,
        meaning="In a round of ground combat in which your opponent’s roll produces a hit, you produce one more.",
        timing="In every such round, whether you have hit yourself or not; it answers rolls, not losses.",
        clauses=("42.1", "42.2"),
        steps=(GROUND_COMBAT,),
        of=USER,
        echoes=_one_more_hit,
    )
)
