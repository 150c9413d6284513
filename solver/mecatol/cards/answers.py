"""Action cards about hits: those that cancel them in a combat, and those that answer Sustain Damage."""

from __future__ import annotations

from mecatol.cards import (
    SHIP_HIT_STEPS,
    SPACE,
    Ability,
    AfterSustain,
    BeforeHits,
    CanBeHit,
    Cancel,
    Edition,
    Hits,
    Kind,
    Moment,
    StepName,
    SustainAnswer,
    Unit,
    Whose,
    deck,
)

action_card = deck(Kind.ACTION_CARD)

_cancel_two = Cancel(2)


def _in_space_combat(moment: Moment) -> bool:
    return moment.place == SPACE and moment.ability in (Ability.COMBAT, Ability.ANTI_FIGHTER_BARRAGE)


def _shields(moment: Moment, owner: int, hits: Hits) -> Hits:
    return _cancel_two(moment, owner, hits) if _in_space_combat(moment) else hits


def _destroyed(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    wanted = moment.game.sides[owner].policy.direct_hit
    able = unit.is_ship and not unit.direct_hit_immune
    return SustainAnswer(destroys=True) if able and (wanted is None or unit.kind in wanted) else None


def _reflected(moment: Moment, owner: int, unit: Unit) -> SustainAnswer | None:
    return SustainAnswer(hits_back=2) if unit.is_ship and _in_space_combat(moment) else None


action_card(
    "Shields Holding",
    "In a space combat, before you assign hits to your ships: cancel up to two of them.",
    timing="At the first hits on ships in the combat, no matter what produced them, one copy each time; Space Cannon "
    "hits do not count. The best play may be to hold it back from the barrage; you may choose a later round, or wait "
    "until two hits come.",
    clauses=("78.6", "10.2"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    limit=4,
    spends=True,
    windows=(BeforeHits(_shields),),
)

action_card(
    "Direct Hit",
    "After another player's ship sustains a hit from your units or abilities: destroy that ship.",
    timing="On the first ships that sustain, of any type or of the types that you choose, one copy each, from the "
    "first round on or from the round that you choose; Dreadnought II and its faction versions are safe, and so are "
    "units that are not ships.",
    clauses=("87.5", "87.1"),
    steps=(*SHIP_HIT_STEPS, StepName.GROUND_COMBAT),
    limit=4,
    spends=True,
    choice="direct_hit",
    windows=(AfterSustain(_destroyed, strikes_back=False, for_ships=True),),
)

action_card(
    "Reflective Shielding",
    "When one of your ships sustains damage in a space combat: your opponent's ships there take two hits.",
    edition=Edition.CODEX_1,
    timing="At the owner's first ship that sustains, in the round that you choose or later; the opponent assigns "
    "those hits as usual.",
    clauses=("87.1", "78.6"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    spends=True,
    windows=(AfterSustain(_reflected),),
)

action_card(
    "Waylay",
    "Before you roll for Anti-Fighter Barrage: its hits can be assigned to any ships, not only fighters.",
    edition=Edition.POK,
    timing="With the owner's barrage; the opponent chooses among all ships, and those that can be hit may sustain.",
    clauses=("10.2", "87.4"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SUSTAIN_DAMAGE),
    windows=(CanBeHit(lambda moment, owner, unit: moment.ability == Ability.ANTI_FIGHTER_BARRAGE and unit.is_ship),),
)
