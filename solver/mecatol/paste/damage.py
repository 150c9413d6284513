"""Damage in the words of a side: `2 damaged`, `1 dread is damaged`, `damaged` behind a unit or before one."""

from __future__ import annotations

from mecatol.paste.battle import sustains
from mecatol.paste.fleet import NamedUnits
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import UnitName
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import WordKind


def damage_behind(side: SideReader, word: Lexeme) -> bool:
    """Take `1 damaged`, `1 of them is damaged` for the units before it."""
    ahead = 0
    while (following := side.next(ahead)) and following.kind in (WordKind.FILLER, WordKind.THEM, WordKind.TIMES):
        ahead += 1
    if following is None or following.kind not in (WordKind.DAMAGED, WordKind.GALVANIZED):
        return False
    here, side.at = side.at, side.at + ahead
    if side.unit_ahead() is not None:
        side.at = here
        return False
    side.drop_number()
    side.at += 1
    _hurt(side, following, word.value, [word])
    return True


def _hurt(side: SideReader, how: Lexeme, number: int | None, words: list[Lexeme]) -> None:
    """Let so many of the units named before be damaged or galvanized; all of those named last where none is told."""
    galvanized = how.kind is WordKind.GALVANIZED
    first = words[0] if words else how
    place = next(at for at, word in enumerate(side.words) if word is first)
    unit = _hurt_unit(side, galvanized, place)
    if unit is None:
        side.unknown(*words, how)
        return
    how.used = True
    for word in words:
        word.used = True
    if unit is not side.last and side.last is not None:
        side.note(f"{side.text_of(how)!r} was applied to {unit.said!r}, which can be.")
    before = side.words[place - 1] if place else None
    one = before is not None and side.text_of(before).casefold() in ("is", "was", "has")
    wanted = (1 if one else unit.count) if number is None else number
    most = unit.count - (unit.galvanized if galvanized else unit.damaged)
    if wanted > most:
        left = f"Of {wanted} {side.text_of(how)}, {most} were taken: there are no more {unit.said!r}."
        side.home.left_out.append(left)
    if galvanized:
        unit.galvanized += min(wanted, most)
    else:
        unit.damaged += min(wanted, most)


def _hurt_unit(side: SideReader, galvanized: bool, place: int) -> NamedUnits | None:
    """Return the units that words at a place say are damaged or galvanized: those named last, or that can be."""
    able = [named for named in side.fleet.units if named.count]
    if not galvanized:
        faction = side.fleet.faction or side.faction_of(side.index)
        able = [named for named in able if sustains(named.type, faction)]
    if side.last in able:
        return side.last
    tight = place > 0 and side.words[place - 1].kind in (WordKind.OPEN, WordKind.UNIT, WordKind.UPGRADE)
    return None if tight or not able else able[-1]


def take_damaged(side: SideReader, word: Lexeme) -> None:
    """Take `damaged` or `galvanized` for what follows, else for the units named last."""
    following = side.next()
    one_more = following is not None and side.text_of(following).casefold() in ("one", "ones")
    if (one_more and side.last is not None and (side.pending.article or side.pending.number is not None)) or (
        side.unit_ahead() is not None and side.is_past_last()
    ):
        side.pending.adjectives.append(word)
    else:
        _hurt(side, word, None, [])


def some_are_damaged(side: SideReader, unit: UnitName, number: Lexeme) -> bool:
    """Tell whether `1 dread is damaged` is said of units that were named before; take it then."""
    verb, how = side.next(), side.next(1)
    if verb is None or how is None or side.text_of(verb).casefold() not in ("is", "are", "was", "were", "has", "have"):
        return False
    if how.kind is not WordKind.DAMAGED or side.unit_after(2):
        return False
    for fleet in (side.fleet, *(side.fleets if side.home.units else ())):
        known = [named for named in fleet.units if named.type == unit.type and named.count]
        if known:
            side.fleet, side.last = fleet, known[-1]
            side.at += 2
            _hurt(side, how, number.value, [number])
            return True
    return False
