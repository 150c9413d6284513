"""Who may have what: technologies, cards and abilities, by the faction of a player. Scenarios and forms ask here."""

from __future__ import annotations

from functools import cache

from mecatol.domain.factions import FACTIONS, may_have_flagships_of_others, may_have_of_others
from mecatol.domain.steps import SYNERGY_STEPS
from mecatol.domain.units import Unit, printings, unit_upgrades, units
from mecatol.effects.model import EFFECTS, FACTION_TECHNOLOGY, UNIT_TEXT, Effect
from mecatol.effects.technology_cards import cards

_FLAGSHIP = "flagship"


def is_of_flagship(effect: Effect) -> bool:
    """Tell whether an effect is the text of a flagship, or a part of it."""
    unit = units().get(effect.unit or "")
    return unit is not None and unit.type == _FLAGSHIP


def _can_copy(faction: str | None, effect: Effect) -> bool:
    """Tell whether a faction's player can copy an effect of another: of a technology, an upgrade or a flagship."""
    if is_of_flagship(effect):
        return may_have_flagships_of_others(faction)
    unit = units().get(effect.unit or "")
    text = unit is not None and unit.technology in cards()
    return may_have_of_others(faction) and (effect.kind in (FACTION_TECHNOLOGY, UNIT_TEXT) or text)


@cache  # goes through every unit
def own_upgrade(slug: str, faction: str | None) -> Unit | None:
    """Return what a faction upgrades to instead of what a technology that is no faction's gives; None for nothing."""
    upgrades = [unit for unit in units().values() if unit.technology == slug and unit.faction is None]
    own = [unit for one in upgrades[:1] for unit in printings(one.type) if unit.faction == faction]
    return next((unit for unit in own if faction and unit.technology == unit.slug), None)


def _may_upgrade(slug: str, faction: str | None) -> bool:
    """Tell whether a player may own a unit upgrade that no effect carries out."""
    owners = {unit.faction for unit in units().values() if unit.technology == slug}
    if None in owners:
        return own_upgrade(slug, faction) is None
    return faction in owners or (may_have_of_others(faction) and slug in cards())  # a breakthrough is no technology


def may_have(slug: str, faction: str | None) -> bool:
    """Tell whether the player of a faction, or of none in particular, may have a technology or an effect."""
    if (effect := EFFECTS.get(slug)) is not None:
        owner, copied = effect.only_for, _can_copy(faction, effect)
        if effect.is_closed_to(faction):
            return False
        if effect.lent and faction is None:
            return False
    elif slug in unit_upgrades():
        return _may_upgrade(slug, faction)
    else:
        owner, copied = cards()[slug].faction, may_have_of_others(faction)
    return owner is None or faction in (None, owner) or copied


def role_in(effect: Effect, step: str) -> str | None:
    """Return ACTIVE or OTHER where only such a player can use an effect in a step; in some, nobody is active."""
    return None if step in SYNERGY_STEPS else effect.role


@cache  # goes through every faction, for each card of a form
def others_with(slug: str, owner: str) -> tuple[str, ...]:
    """Return who may have something of a faction beside its own player: other factions, and "" for no faction."""
    return tuple(faction or "" for faction in (None, *FACTIONS) if faction != owner and may_have(slug, faction))
