"""PDS in range of a battle: whose they are, and where they stand (`in range of 2 enemy PDS`)."""

from __future__ import annotations

from mecatol.domain.places import ADJACENT
from mecatol.domain.units import GROUND_FORCE, STRUCTURE, UNIT_TYPES
from mecatol.paste.battle import categories
from mecatol.paste.fleet import NamedUnits, PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind

_BEFORE = (WordKind.FILLER, WordKind.ARTICLE, WordKind.NUMBER, WordKind.ME, WordKind.THEM, WordKind.UPGRADE)
"""What may stand between `in range of` and the units."""
_FARTHEST = 8
"""How many words ahead the units are looked for."""
_OWN = (WordKind.ME, WordKind.THEM)


def take_range(side: SideReader, word: Lexeme) -> None:
    """Take `in range` for the PDS before it, `in range of` for those that follow."""
    ahead = []
    for one in side.words[side.at : side.at + _FARTHEST]:
        ahead.append(one)
        if one.kind not in _BEFORE:
            break
    if ahead and ahead[-1].kind is WordKind.UNIT and STRUCTURE in categories(ahead[-1].value.type):
        _in_range_of(side, ahead)
        return
    firm = [named for named in side.item if categories(named.type) & {GROUND_FORCE, STRUCTURE}]
    if not firm:
        side.unknown(word)
        return
    named = firm[-1]
    named.ranged = True
    owner = next((one for one in side.clause() if one.kind in _OWN), None)
    fleet = side.fleets[side.index_of(owner.kind)] if owner and side.index == SECOND else side.fleet
    if fleet is not side.fleet and named in side.fleet.units[1:]:
        side.fleet.units.remove(named)
        fleet.units.append(named)


def _in_range_of(side: SideReader, ahead: list[Lexeme]) -> None:
    """Give the units that follow to the side that fires them."""
    unit = ahead[-1]
    number = next((one for one in ahead if one.kind is WordKind.NUMBER), None)
    owner = next((one for one in ahead if one.kind in _OWN), None)
    fleet, told = _whose(side, owner)
    side.at += len(ahead)
    named = NamedUnits(unit.value.type, 1 if number is None else number.value, ranged=True)
    named.said, named.technology = side.text_of(unit), unit.value.technology
    named.upgraded = any(one.kind is WordKind.UPGRADE for one in ahead)
    for one in ahead:
        one.used = True
    following = side.next()
    numeral = following is not None and following.kind is WordKind.NUMBER and following.value == 2
    if following is not None and (following.kind is WordKind.UPGRADE or (numeral and not side.unit_after_next())):
        named.upgraded = following.used = True
        side.at += 1
    fleet.units.append(named)
    if not told:
        name = UNIT_TYPES[named.type]
        side.note(f"The {name} in range fire at the side named first; for the other, write 'my {name} in range'.")
    if side.next_is(WordKind.WITH):
        side.speak_of(fleet)


def _whose(side: SideReader, owner: Lexeme | None) -> tuple[PastedFleet, bool]:
    """Return the fleet whose the PDS are that another is in range of, and whether the words tell."""
    clause = list(side.clause())
    before = clause[: next(at for at, one in enumerate(clause) if one is side.words[side.at - 1])]
    subject = next((one for one in before if one.kind in _OWN), None)
    if subject is not None and not any(one.kind is WordKind.UNIT for one in before):  # `I'm in range of`
        return side.fleets[1 - side.index_of(subject.kind)], True
    if side.fleet is not side.home:
        return side.fleets[1 - side.fleets.index(side.fleet)], True
    if owner is not None and owner.kind is WordKind.ME:
        return side.fleets[side.index_of(owner.kind)], True
    if side.index == FIRST:
        return side.fleets[SECOND], True
    return side.home, False


def place_ranged(fleet: PastedFleet) -> None:
    """Put upgraded PDS that are in range into the next system; others reach only their own."""
    upgraded = fleet.all_upgraded()
    for named in fleet.units:
        if named.ranged and (named.technology or named.type in upgraded):
            named.place = ADJACENT
