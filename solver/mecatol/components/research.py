"""What helps every faction to research technology."""

from __future__ import annotations

from mecatol.domain.editions import POK, THUNDERS_EDGE
from mecatol.domain.steps import SYNERGY_STEPS, TECHNOLOGY_STEP
from mecatol.effects.model import RELIC, TECHNOLOGY, Effect, declare
from mecatol.game.windows import ColorsAlike
from mecatol.rules.technology.windows import Ignores, SpecialtiesStayReady

declare(
    Effect(
        slug="psychoarchaeology",
        name="Psychoarchaeology",
        kind=TECHNOLOGY,
        color="green",
        edition=POK,
        meaning="Use technology specialties without exhausting the planets, even of planets that are exhausted. In the "
        "action phase you can exhaust such planets for a trade good each.",
        timing="Whenever its owner researches a technology; each planet ignores one prerequisite each time.",
        clauses=("90.14", "90.15"),
        steps=(TECHNOLOGY_STEP,),
        windows=(SpecialtiesStayReady(),),
    )
)

declare(
    Effect(
        slug="the-prophets-tears",
        name="The Prophet’s Tears",
        kind=RELIC,
        edition=POK,
        meaning="Exhaust it when you research a technology to ignore one prerequisite (or to draw an action card).",
        timing="Where a prerequisite is missing; mark it as exhausted once it is used.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        exhausts=True,
        windows=(Ignores(1),),
    )
)

declare(
    Effect(
        slug="the-quantumcore",
        name="The Quantumcore",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="Gives its owner their breakthrough, and makes all colors of technology count as each other for them.",
        timing="In every research, for technologies and for technology specialties; you need not enter a synergy as "
        "well. For objectives about colors, only technologies count.",
        clauses=("90.12",),
        steps=SYNERGY_STEPS,
        windows=(ColorsAlike(),),
    )
)
