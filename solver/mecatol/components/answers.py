"""Action cards about hits: those that cancel them in a combat, and those that answer Sustain Damage."""

from __future__ import annotations

from mecatol.components.acts import Cancel
from mecatol.domain.editions import BASE, CODEX_1, POK
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    GROUND_COMBAT,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, Unit
from mecatol.effects.model import ACTION_CARD, COMBAT, TARGET, USER, Effect, Moment, declare
from mecatol.rules.hits.windows import AfterSustain, BeforeHits, CanBeHit, Hits, SustainAnswer

_cancel_two = Cancel(2)


def _in_space_combat(moment: Moment) -> bool:
    return moment.place == SPACE and moment.ability in (COMBAT, ANTI_FIGHTER_BARRAGE)


def _shields(moment: Moment, owner: int, hits: Hits) -> Hits:
    return _cancel_two(moment, owner, hits) if _in_space_combat(moment) else hits


def _destroyed(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    wanted = moment.game.sides[owner].policy.direct_hit
    able = unit.is_ship and not unit.direct_hit_immune
    return SustainAnswer(destroys=True) if able and (wanted is None or unit.kind in wanted) else None


def _reflected(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    return SustainAnswer(hits_back=2) if unit.is_ship and _in_space_combat(moment) else None


declare(
    Effect(
        slug="shields-holding",
        name="Shields Holding",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="In a space combat, before you assign hits to your ships: cancel up to two of them.",
        timing="At the first hits on ships in the combat, no matter what produced them, one copy each time; Space "
        "Cannon hits do not count. The best play may be to hold it back from the barrage; you may choose a later "
        "round, or wait until two hits come.",
        clauses=("78.6", "10.2"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        limit=4,
        spends=True,
        windows=(BeforeHits(_shields),),
    )
)

declare(
    Effect(
        slug="direct-hit",
        name="Direct Hit",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="After another player's ship sustains a hit from your units or abilities: destroy that ship.",
        timing="On the first ships that sustain, of any type or of the types that you choose, one copy each, from the "
        "first round on or from the round that you choose; Dreadnought II and its faction versions are safe, and "
        "so are units that are not ships.",
        clauses=("87.5", "87.1"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=USER,
        limit=4,
        spends=True,
        choice="direct_hit",
        windows=(AfterSustain(_destroyed, strikes_back=False, for_ships=True),),
    )
)

declare(
    Effect(
        slug="reflective-shielding",
        name="Reflective Shielding",
        kind=ACTION_CARD,
        edition=CODEX_1,
        meaning="When one of your ships sustains damage in a space combat: your opponent's ships there take two hits.",
        timing="At the owner's first ship that sustains, in the round that you choose or later; the opponent assigns "
        "those hits as usual.",
        clauses=("87.1", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        spends=True,
        windows=(AfterSustain(_reflected),),
    )
)

declare(
    Effect(
        slug="waylay",
        name="Waylay",
        kind=ACTION_CARD,
        edition=POK,
        meaning="Before you roll for Anti-Fighter Barrage: its hits can be assigned to any ships, not only fighters.",
        timing="With the owner's barrage; the opponent chooses among all ships, and those that can be hit may sustain.",
        clauses=("10.2", "87.4"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SUSTAIN_DAMAGE_STEP),
        of=USER,
        windows=(CanBeHit(lambda moment, owner, unit: moment.ability == ANTI_FIGHTER_BARRAGE and unit.is_ship),),
    )
)
