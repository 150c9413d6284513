"""Promissory notes that any player may hold; each names its faction in its meaning."""

from __future__ import annotations

from collections.abc import Callable

from solver.combat.windows import LendValues
from solver.components.acts import one_more_die, reroll_misses
from solver.domain.editions import BASE, CODEX_1, POK
from solver.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, ROLL_STEPS, SPACE_COMBAT
from solver.domain.units import Unit, units
from solver.effects.model import ANYONE, COMBAT, PROMISSORY_NOTE, USER, Effect, Moment, declare
from solver.probability.dice import Dice
from solver.rolls.windows import BeforeRoll, ReadResults

declare(
    Effect(
        slug="strike-wing-ambuscade",
        name="Strike Wing Ambuscade",
        kind=PROMISSORY_NOTE,
        edition=POK,
        meaning="The Argent Flight’s note: one of your units rolls one more die in one roll for a unit ability.",
        timing="With the owner's first roll for a unit ability, for the unit that hits best; `decline` keeps it.",
        clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
        steps=ROLL_STEPS,
        of=USER,
        spends=True,
        windows=(BeforeRoll(one_more_die),),
    )
)


for _slug, _name, _first, _since, _until in (
    ("war-funding", "War Funding", None, BASE, CODEX_1),
    ("war-funding-omega", "War Funding Ω", "war-funding", CODEX_1, None),
):
    declare(
        Effect(
            slug=_slug,
            name=_name,
            kind=PROMISSORY_NOTE,
            version_of=_first,
            edition=_since,
            until=_until,
            meaning="Letnev’s note: in a round of space combat, reroll any of your dice.",
            timing="In the first round, or that which `policy.play` names, every die of the owner's that missed; the "
            "opponent's dice stay as they are.",
            clauses=("78.5", "78.5.c"),
            steps=(SPACE_COMBAT,),
            of=USER,
            rounds=1,
            windows=(ReadResults(reroll_misses),),
        )
    )


def _legion(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT:
        return dice
    change = int(moment.player == owner)
    if moment.target == owner and moment.game.sides[moment.player].player.faction == "sardakk-norr":
        change = -1
    return tuple(d._replace(modifier=d.modifier + change) for d in dice)


declare(
    Effect(
        slug="tekklar-legion",
        name="Tekklar Legion",
        kind=PROMISSORY_NOTE,
        edition=BASE,
        meaning="The N’orr’s note: your units get +1 to their combat rolls in an invasion; if the N’orr are the "
        "opponent, theirs get −1.",
        timing="All through the first ground combat of the invasion; rolls for unit abilities are not affected.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=ANYONE,
        one_combat=True,
        needs=lambda moment, owner: (
            "cannot be played by its own faction" if moment.game.sides[owner].player.faction == "sardakk-norr" else None
        ),
        windows=(ReadResults(_legion),),
    )
)


def _memoria(slug: str) -> Callable[[Moment, int], Unit | str]:
    def lent(moment: Moment, owner: int) -> Unit | str:
        sides = moment.game.sides
        if sides[owner].player.faction == "nomad":
            return "cannot be played by its own faction"
        if sides[moment.target].player.faction == "nomad":
            return "cannot be played against the Nomad"
        return units()[slug]

    return lent


for _slug, _flagship, _unit in (
    ("the-cavalry", "Memoria I", "memoria"),
    ("the-cavalry-memoria-2", "Memoria II", "memoria-2"),
):
    declare(
        Effect(
            slug=_slug,
            name=f"The Cavalry ({_flagship})",
            kind=PROMISSORY_NOTE,
            edition=POK,
            meaning="The Nomad’s note: for one space combat, one of your ships other than fighters has the combat "
            "value, Anti-Fighter Barrage and Sustain Damage of the Nomad’s flagship, which is "
            f"{_flagship}.",
            timing="From the start of the combat on; the ship that is expected to hit least, unless `policy.raise` "
            "names another. It is lost after dreadnoughts, and after the combat it is what it was, damaged or not.",
            clauses=("78.2.a", "10.1", "87.1"),
            steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
            of=USER,
            one_combat=True,
            windows=(LendValues(_memoria(_unit)),),
        )
    )
