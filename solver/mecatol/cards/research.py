"""What helps every faction to research technology."""

from __future__ import annotations

from mecatol.cards import ColorsAlike, Edition, Ignores, Kind, SpecialtiesStayReady, deck

technology = deck(Kind.TECHNOLOGY, Edition.POK)
relic = deck(Kind.RELIC, Edition.POK)

technology(
    "Psychoarchaeology",
    "Use technology specialties without exhausting the planets, even of planets that are exhausted. In the action "
    "phase you can exhaust such planets for a trade good each.",
    color="green",
    timing="Whenever its owner researches a technology; each planet ignores one prerequisite each time.",
    clauses=("90.14", "90.15"),
    windows=(SpecialtiesStayReady(),),
)

relic(
    "The Prophet’s Tears",
    "Exhaust it when you research a technology to ignore one prerequisite (or to draw an action card).",
    timing="Where a prerequisite is missing; mark it as exhausted once it is used.",
    clauses=("90.12.c",),
    exhausts=True,
    windows=(Ignores(1),),
)

relic(
    "The Quantumcore",
    "Gives its owner their breakthrough, and makes all colors of technology count as each other for them.",
    edition=Edition.THUNDERS_EDGE,
    timing="In every research, for technologies and for technology specialties; you need not enter a synergy as well. "
    "For objectives about colors, only technologies count.",
    clauses=("90.12",),
    windows=(ColorsAlike(),),
)
