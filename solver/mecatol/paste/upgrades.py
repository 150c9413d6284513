"""Upgrades in the words of a side: numerals behind units, and technologies that a player has (see `words`)."""

from __future__ import annotations

from mecatol.domain.units import UNIT_TYPES
from mecatol.paste.clauses import ENDS
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import UnitName
from mecatol.paste.side import PendingUnit, SideReader
from mecatol.paste.vocabulary import WordKind

_TECHNOLOGIES = ("tech", "techs", "technology", "technologies", "research", "researched", "upgrade tech")
"""Words behind which units with a numeral are technologies."""
_BEFORE_OWNED = (
    *(WordKind.WITH, WordKind.OPEN, WordKind.COMMA, WordKind.AND, WordKind.CARD),
    *(WordKind.ME, WordKind.THEM, WordKind.ROLE),
)
"""What stands before an upgrade that a player has: `with Cruiser II`, `I have Cruiser II`."""


def is_technology(side: SideReader, unit: UnitName) -> bool:
    """Tell whether `Techs: Fighter II` names the upgrade and no further fighter; take it then."""
    following = side.next()
    numeral = following is not None and following.kind in (WordKind.UPGRADE, WordKind.NUMBER)
    if following is None or not numeral or (following.kind is WordKind.NUMBER and following.value != 2):
        return False
    for word in reversed(side.words[: side.at - 1]):
        if side.text_of(word).casefold() in _TECHNOLOGIES:
            side.at += 1
            following.used = True
            side.fleet.upgraded.append(unit.type)
            if unit.faction and not side.fleet.faction:
                side.fleet.faction = unit.faction
            return True
        if word.kind in (WordKind.STOP, WordKind.LINE, WordKind.NUMBER, WordKind.CLOSE) and not _is_numeral(side, word):
            return False
    return False


def _is_numeral(side: SideReader, word: Lexeme) -> bool:
    """Tell whether a number is the 2 of an upgrade that was taken."""
    return word.kind is WordKind.NUMBER and word.value == 2 and word.used


def is_upgrade_owned(side: SideReader, unit: UnitName, pending: PendingUnit) -> bool:
    """Tell whether `with Cruiser II` behind cruisers is their upgrade, and no further cruiser; take it then."""
    following = side.next()
    numeral = following is not None and following.kind in (WordKind.UPGRADE, WordKind.NUMBER)
    theirs = _is_of_the_other(side, unit)
    if not numeral or pending.article or not (side.fleet.total(unit.type) or theirs):
        return False
    assert following is not None
    if following.kind is WordKind.NUMBER and (following.value != 2 or side.unit_after_next()):
        return False
    before = next((word for word in reversed(side.words[: side.at - 1]) if word.kind is not WordKind.FILLER), None)
    if before is None or before.kind not in _BEFORE_OWNED:
        return False
    fleet = side.fleets[1 - side.index] if theirs else side.fleet
    kinds = [named for named in fleet.units if named.type == unit.type]
    if before.kind in (WordKind.COMMA, WordKind.AND) and not any(named.counted for named in kinds):
        return False
    side.at += 1
    following.used = True
    fleet.upgraded.append(unit.type)
    which = "the other side’s units" if theirs else "the units named before"
    side.note(f"'{UNIT_TYPES[unit.type]} II' was read as the upgrade of {which}, not as one more.")
    if not theirs and side.fleet is side.home and _is_apart(side) and side.fleets[1 - side.index].total(unit.type):
        side.home.loose[f"{UNIT_TYPES[unit.type]} II"] = None
    return True


def is_upgrade_of_both(side: SideReader, ahead: int) -> bool:
    """Tell whether `both have cruiser II` names the upgrade of both sides' units; take it then."""
    unit, numeral = side.next(ahead), side.next(ahead + 1)
    if unit is None or unit.kind is not WordKind.UNIT or numeral is None or numeral.kind is not WordKind.UPGRADE:
        return False
    if not all(fleet.total(unit.value.type) for fleet in side.fleets):
        return False
    for fleet in side.fleets:
        fleet.upgraded.append(unit.value.type)
    unit.used = numeral.used = True
    side.at += ahead + 2
    return True


def _is_of_the_other(side: SideReader, unit: UnitName) -> bool:
    """Tell whether a unit in a clause of its own behind both sides is of a type that only the other side has."""
    other = side.fleets[1 - side.index]
    alone = side.fleet is side.home and bool(side.home.units) and not side.home.total(unit.type)
    counted = all(named.counted for named in side.home.units)  # `vs carrier, dread II` is a list
    return alone and counted and bool(other.total(unit.type)) and _is_apart(side)


def _is_apart(side: SideReader) -> bool:
    """Tell whether nothing but units with their numerals stands from here on: `…, cruiser II and fighter II`."""
    clause = side.clause()
    first = next(word for word in side.words if word.kind is WordKind.UNIT)
    if first.start >= clause[0].start or side.listed:
        return False
    rest = side.words[next(at for at, word in enumerate(side.words) if word is clause[0]) :]
    told = [word for word in rest if word.kind not in (WordKind.FILLER, WordKind.WITH, WordKind.AND, *ENDS)]
    units, numerals = told[::2], told[1::2]
    numbered = all(word.kind is WordKind.UPGRADE or word.value == 2 for word in numerals)
    return len(units) == len(numerals) and numbered and all(word.kind is WordKind.UNIT for word in units)


def upgrades_last(side: SideReader, word: Lexeme) -> bool:
    """Tell whether a numeral or `upgraded` right behind a unit is said of it, and not of what follows."""
    here = side.at
    side.at += 1
    ahead = side.unit_ahead()
    following = side.next()
    side.at = here
    if ahead is None or (following is not None and following.kind in (WordKind.NUMBER, WordKind.ARTICLE)):
        return True
    numeral = side.text_of(word).casefold() in ("ii", "2", "v2", "+")
    if numeral and ahead.plural and following is ahead:
        return False
    return numeral or following is None or following.kind is WordKind.FILLER


def take_upgrade(side: SideReader, word: Lexeme) -> None:
    """Take a numeral or `upgraded` for the units named last, else for what follows."""
    ahead = side.unit_ahead()
    if side.text_of(word).casefold() == "ii" and side.last and ahead is not None and ahead.plural:
        side.note(f"{side.last.said!r} before a II was read as one, and the II as the number of what follows.")
        side.drop_number()
        side.pending.number = Lexeme(WordKind.NUMBER, 2, word.start, word.end)
    elif ahead is not None and (side.last is None or side.pending.number or side.is_behind_no_unit()):
        side.pending.adjectives.append(word)
    elif side.last is not None:
        side.last.upgraded = True
    else:
        side.unknown(word)
