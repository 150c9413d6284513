"""Numbers, units, damage and losses in the words of a side (the grammar stands in `words`)."""

from __future__ import annotations

from mecatol.domain.counts import in_words
from mecatol.domain.places import ADJACENT
from mecatol.domain.units import DECLARED, UNIT_TYPES, printings
from mecatol.effects.holders import may_have
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.errors import fault
from mecatol.paste import slang
from mecatol.paste.clauses import OWNERS
from mecatol.paste.damage import damage_behind, some_are_damaged
from mecatol.paste.fleet import NamedUnits
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import UnitName, normal, spellings, upgrade_of
from mecatol.paste.parts import is_part
from mecatol.paste.side import PendingUnit, SideReader
from mecatol.paste.upgrades import is_technology, is_upgrade_owned, upgrades_last
from mecatol.paste.values import take_value
from mecatol.paste.vocabulary import WordKind

UNHURT = ("fresh", "undamaged", "healthy", "intact", "new", "full")
"""Words that say that a unit is not damaged."""
_DEFINITE = ("the", "those", "these", "my", "his", "her", "their", "its")
"""Words before units that may have been named before."""
_BEFORE_RETREAT = (WordKind.FILLER, WordKind.AND, WordKind.COMMA, *OWNERS, WordKind.ROLE)
"""What stands between `for 1 round` and `retreat`."""


def take_number(side: SideReader, word: Lexeme) -> None:
    """Take a number for what it counts: what follows, what stands before it, damage, or an upgrade.

    Raises ScenarioError for one of several numbers: `3 or 4 cruisers`.
    """
    between, earlier = side.before(), side.pending.number
    if earlier is not None and between is not None and side.text_of(between).casefold() in ("or", "to"):
        said = side.text[earlier.start : word.end]
        raise fault("text", f"says {said!r}, which is not a single number; write one", said)
    if earlier is not None and earlier.value == word.value and between is not None and between.kind is WordKind.OPEN:
        word.used = True  # `three (3) cruisers`
        return
    if (
        _is_one_more(side, word)
        or _rounds(side, word)
        or is_part(side, word)
        or _part_of(side, word)
        or damage_behind(side, word)
        or _card_count(side, word)
    ):
        return
    before = side.before()
    behind = (
        side.last is not None and before is not None and before.kind in (WordKind.UNIT, WordKind.COLON, WordKind.TIMES)
    )
    if side.last is not None and before is not None and before.kind is WordKind.OPEN and side.next_is(WordKind.CLOSE):
        behind = True
    if behind and _behind(side, word, before):
        word.used = True
        return
    side.drop_number()
    side.pending.number = word


def _behind(side: SideReader, word: Lexeme, before: Lexeme | None) -> bool:
    """Take a number behind a unit for its number or its upgrade; False where it counts what follows."""
    assert side.last is not None
    assert before is not None
    unit, number = side.last, word.value
    if before.kind is not WordKind.UNIT:  # a colon, an x, a bracket
        counts = before.kind is not WordKind.COLON or side.unit_ahead() is None or side.listed
        if unit.counted or not counts:
            return False
        unit.count, unit.counted = number, True
        return True
    following = side.next()
    if word.attached and unit.counted and _is_attached_unit(following):
        return False  # `5ff2dd`
    if word.attached and number == 2:
        unit.upgraded = True
        return True
    if side.unit_ahead() is not None and not side.listed and not word.attached:
        if number == 2 and not unit.counted and not unit.plural:
            side.note(f"{unit.said!r} before a 2 was read as one, and the 2 as the number of what follows.")
        return False
    if unit.counted and (number != 2 or (following is not None and _is_counted(following))):
        return False
    if unit.counted:
        unit.upgraded = True
    else:
        _number_or_upgrade(side, unit, number)
    return True


def _is_attached_unit(word: Lexeme | None) -> bool:
    return word is not None and word.kind is WordKind.UNIT and word.attached


def _number_or_upgrade(side: SideReader, unit: NamedUnits, number: int) -> None:
    """Take a number behind a unit that has none for how many there are, but for the 2 of an upgrade."""
    upgrades = number == 2 and not unit.plural and not side.listed
    if upgrades and upgrade_of(unit.type, _faction(side), side.edition):
        unit.upgraded = True
        name, two = UNIT_TYPES[unit.type], in_words(unit.type, 2)
        side.note(f"'{unit.said} 2' was read as the upgrade, {name} II; for two of them, write '2 {two}'.")
    else:
        unit.count, unit.counted = number, True


def _is_counted(word: Lexeme) -> bool:
    """Tell whether a number before a word counts it, though no unit: `4 cruisers 2 direct hits`."""
    return word.kind is WordKind.WORD or (word.kind is WordKind.CARD and word.value not in technologies())


def _faction(side: SideReader) -> str | None:
    """Return the faction of the side that is spoken of, as far as its words tell."""
    return side.fleet.faction or side.faction_of(side.fleets.index(side.fleet))


def _is_one_more(side: SideReader, word: Lexeme) -> bool:
    """Take the `one` of `a fresh one`, `a damaged one` for a further unit of the type that was named last."""
    if side.last is None or side.text_of(word).casefold() not in ("one", "ones") or side.unit_ahead() is not None:
        return False
    pending = side.pending
    before = side.before()
    if before is None or not (pending.article or pending.number is not None):
        return False
    if before.kind is not WordKind.DAMAGED and side.text_of(before).casefold() not in UNHURT:
        return False
    side.take_pending()
    count = 1
    if pending.number is not None:
        count, pending.number.used = pending.number.value, True
    word.used = True
    damaged = count if pending.told(WordKind.DAMAGED) or before.kind is WordKind.DAMAGED else 0
    before.used = True
    named = NamedUnits(side.last.type, count, said=side.last.said, place=side.place, damaged=damaged)
    side.fleet.units.append(named)
    side.item.append(named)
    side.last = named
    return True


def _card_count(side: SideReader, word: Lexeme) -> bool:
    """Take the number behind a card (`x2`, `(2)`, `2` at the end) for how often it is there."""
    before = side.before()
    if side.card is None or before is None or before.kind not in (WordKind.TIMES, WordKind.CARD, WordKind.OPEN):
        return False
    if before.kind is WordKind.CARD and side.unit_ahead() is not None:
        return False
    if before.kind is WordKind.OPEN and not side.next_is(WordKind.CLOSE, WordKind.TIMES):
        return False
    side.hold(side.card, word.value, instead=True)
    side.card = None
    word.used = True
    return True


def _part_of(side: SideReader, word: Lexeme) -> bool:
    """Take `2 of the cruisers are damaged` for some of the units named before, and for no further ones."""
    of, whose = side.next(), side.next(1)
    if of is None or whose is None or side.text_of(of).casefold() != "of":
        return False
    if side.text_of(whose).casefold() not in _DEFINITE:
        return False
    side.at += 1
    unit = side.unit_ahead()
    fleets = [side.fleet, *(side.fleets if side.home.units else ())]
    if whose.kind in (WordKind.ME, WordKind.THEM):
        fleets = [side.fleets[side.index_of(whose.kind)], *fleets]
    found = [(one, named) for one in fleets for named in one.units if unit and named.type == unit.value.type]
    if unit is None or not found:
        side.at -= 1
        return False
    known = [named for one, named in found if one is found[0][0]]
    side.fleet = found[0][0]
    side.drop_number()
    while side.words[side.at - 1] is not unit:
        side.at += 1
    side.last = known[-1]
    unit.used = damage_behind(side, word) and word.used
    return True


def _draft(side: SideReader, unit: UnitName) -> None:
    """Let a side of a game of Franken have drafted a faction's unit that is named, or its base unit."""
    if unit.faction == side.faction_of(side.fleets.index(side.fleet)):
        return
    found = [one for one in printings(unit.type) if one.faction == unit.faction and one.technology is None]
    side.fleet.drafted += [one.slug for one in found[-1:] if one.slug not in side.fleet.drafted]


def take_unit(side: SideReader, word: Lexeme) -> None:
    """Take a unit with all that was said before it and the numeral right behind it."""
    pending = side.take_pending()
    unit: UnitName = word.value
    said = side.text_of(word)
    card, side.card = side.card, None
    if said.casefold() == "war" and pending.number is None:  # `Minister of War`
        side.unknown(word, pending.no, *pending.adjectives)
        return
    if pending.vague is not None and pending.number is None:
        raise fault(
            "text", f"says {side.text[pending.vague.start : word.end]!r}, which is not a number; write how many", said
        )
    if pending.number is None and _is_its_name(side, unit):
        return
    if pending.number is not None and some_are_damaged(side, unit, pending.number):
        return
    if pending.no is not None:
        side.unknown(pending.number, *pending.adjectives)
        _without(side, unit.type, pending.no, word)
        return
    if pending.number is None and _is_told_already(side, word, pending, card):
        return
    if pending.number is not None and _counts_last(side, unit, pending.number):
        return
    _add(side, word, pending)


def _is_told_already(side: SideReader, word: Lexeme, pending: PendingUnit, card: str | None) -> bool:
    """Tell whether a unit without a number is one that was named before, or the name of a technology."""
    unit: UnitName = word.value
    if not pending.article and _refers(side, unit, word):
        side.pending.adjectives += pending.adjectives
        if unit.faction not in (None, side.fleet.faction):
            _lend_texts(side, unit)
        if card is not None and side.fleet is not side.home and _is_on(side):
            side.fleet.owned[card] = side.home.owned.pop(card)
        return True
    return (not pending.article and is_technology(side, unit)) or is_upgrade_owned(side, unit, pending)


def _counts_last(side: SideReader, unit: UnitName, number: Lexeme) -> bool:
    """Take the number of `(3 PDS II)` behind `PDS` for how many these are, upgraded where that is said."""
    number.used = True
    if not _is_its_number(side, unit, number):
        return False
    assert side.last is not None
    side.last.count, side.last.counted = number.value, True
    if (following := side.next()) and following.kind is WordKind.UPGRADE:
        side.at += 1
        side.last.upgraded = following.used = True
    return True


def _add(side: SideReader, word: Lexeme, pending: PendingUnit) -> None:
    """Add units to the fleet that is spoken of, with all that was said before them and an upgrade right behind."""
    unit: UnitName = word.value
    count = 1 if pending.number is None else pending.number.value
    counted = pending.number is not None or pending.article
    named = NamedUnits(unit.type, count, counted, word.plural, said=side.text_of(word))
    named.place = ADJACENT if pending.told(WordKind.ADJACENT) else side.place
    named.upgraded = pending.told(WordKind.UPGRADE)
    named.technology = unit.technology
    named.damaged = count if pending.told(WordKind.DAMAGED) else 0
    named.galvanized = count if pending.told(WordKind.GALVANIZED) else 0
    if unit.faction and side.said.franken:
        _draft(side, unit)
    elif unit.faction and not side.fleet.faction:
        side.fleet.faction = unit.faction
    if (following := side.next()) and following.kind is WordKind.UPGRADE and upgrades_last(side, following):
        side.at += 1
        named.upgraded = following.used = True
    if named.upgraded and unit.faction and unit.faction != side.fleet.faction:
        named.technology, named.upgraded = upgrade_of(unit.type, unit.faction, side.edition), False
    side.fleet.units.append(named)
    side.last = named
    side.item.append(named)


def _refers(side: SideReader, unit: UnitName, word: Lexeme) -> bool:
    """Tell whether `the dreads` are those that were named before, here or by the other side; speak of them then."""
    before = side.before()
    definite = before is not None and side.text_of(before).casefold() in _DEFINITE
    only = unit.type == "flagship" and not (definite or word.plural)  # a player has one
    following, behind = side.next(), side.next(1)
    told = following is not None and behind is not None and side.text_of(following).casefold() in ("is", "was")
    told = told and behind is not None and behind.kind in (WordKind.DAMAGED, WordKind.UPGRADE)
    if not (definite or word.plural or only or told):
        return False
    if not definite and following is not None and following.kind in (WordKind.NUMBER, WordKind.COLON, WordKind.TIMES):
        return False
    for fleet in (side.fleet, *(side.fleets if side.home.units and not only else ())):
        known = [named for named in fleet.units if named.type == unit.type and named.count]
        if known:
            side.fleet, side.last, side.item, side.card = fleet, known[-1], [], None
            return True
    return False


def _is_on(side: SideReader) -> bool:
    """Tell whether the units just read say whose a card is: `with Morale Boost on the cruisers`."""
    before = side.words[side.at - 3] if side.at > 2 else None
    return before is not None and (before.kind is WordKind.ON or side.text_of(before).casefold() == "for")


def _is_its_number(side: SideReader, unit: UnitName, number: Lexeme) -> bool:
    """Tell whether `(3 PDS II)` behind `PDS` says how many these are, and names no further ones."""
    place = next((at for at, word in enumerate(side.words) if word is number), 0)
    before = side.words[place - 1] if place else None
    if before is None or before.kind is not WordKind.OPEN or side.last is None:
        return False
    return side.last.type == unit.type and not side.last.counted


def _is_its_name(side: SideReader, unit: UnitName) -> bool:
    """Tell whether `Arc Secundus` behind `flagship` is the name of that one, and no further ship; take it then."""
    before = side.before()
    if side.last is None or before is None or before.kind not in (WordKind.OPEN, WordKind.COMMA, WordKind.FILLER):
        return False
    plain = (*slang.UNITS[unit.type].split(), unit.type)
    generic = side.last.technology is None and any(one in plain for one in spellings(normal(side.last.said)))
    if unit.faction is None or unit.type != side.last.type or not generic:
        return False
    if before.kind is not WordKind.OPEN and (unit.type != "flagship" or side.last.count != 1):
        return False
    side.last.technology = unit.technology
    side.fleet.faction = side.fleet.faction or unit.faction
    if side.fleet.faction != unit.faction:
        _lend_texts(side, unit)
    if (following := side.next()) and following.kind is WordKind.UPGRADE:
        side.at += 1
        side.last.upgraded = following.used = True
    return True


def _lend_texts(side: SideReader, unit: UnitName) -> None:
    """Give a flagship the texts of another faction's that is named with it, if it can have gained them."""
    faction = side.fleet.faction
    named = next(one for one in DECLARED.values() if (one.type, one.faction) == (unit.type, unit.faction))
    texts = [slug for slug, effect in EFFECTS.items() if effect.lent and effect.unit == named.slug]
    gained = [slug for slug in texts if may_have(slug, faction)]
    side.fleet.owned.update(dict.fromkeys(gained, 1))
    if not gained:
        side.note(f"{named.name} was left out: it is a unit of others.")


def _without(side: SideReader, kind: str, no: Lexeme, word: Lexeme) -> None:
    """Take `no fighters`: nothing is added; of units that were named before, it would be a contradiction."""
    no.used = word.used = not side.fleet.total(kind)


def take_lost(side: SideReader, word: Lexeme) -> None:
    """Take away what was lost: `lost 2`, `lost a cruiser`, `minus 1 fighter`."""
    here = side.at
    while side.next_is(WordKind.FILLER, WordKind.THEM, WordKind.ALL):
        side.at += 1
    number = side.next()
    if number is None or number.kind not in (WordKind.NUMBER, WordKind.ARTICLE, WordKind.UNIT):
        side.at = here
        side.unknown(word)
        return
    lost = 1 if number.kind is not WordKind.NUMBER else number.value
    side.at += number.kind is not WordKind.UNIT
    ahead = side.unit_ahead()
    if ahead is None and side.last is None:
        side.unknown(word, number)
        return
    number.used = True
    if ahead is not None:
        ahead.used = True
        while side.words[side.at] is not ahead:
            side.at += 1
        side.at += 1
    else:
        while side.next_is(WordKind.FILLER, WordKind.THEM):
            side.at += 1
    kind = ahead.value.type if ahead is not None else (side.last.type if side.last else "")
    for named in reversed(side.fleet.units):
        if named.type == kind and lost:
            taken = min(lost, named.count)
            named.count -= taken
            named.damaged = min(named.damaged, named.count)
            named.galvanized = min(named.galvanized, named.count)
            lost -= taken
    if lost:
        said = side.text[word.start : side.words[side.at - 1].end]
        side.home.left_out.append(f"{said!r}: there are not so many to lose; {lost} were not taken away.")


def _rounds(side: SideReader, word: Lexeme) -> bool:
    """Take `for 2 rounds` for where the combat stops, or for how long somebody fights before they retreat."""
    if not side.next_is(WordKind.ROUND):
        return False
    rounds = side.words[side.at]
    side.at += 1
    behind = next((one for one in side.words[side.at : side.at + 6] if one.kind not in _BEFORE_RETREAT), None)
    before = next((one for one in reversed(side.words[: side.at - 2]) if one.kind is not WordKind.FILLER), None)
    if behind is not None and behind.kind is WordKind.RETREAT:
        side.fought, rounds.used, word.used = word.value, True, True
    elif before is not None and before.kind is WordKind.CARD and before.value in EFFECTS:
        side.unknown(word, rounds)  # `morale boost for 2 rounds`
    else:
        rounds.used = word.used = side.stop_after(word.value)
    return True


def take_some(side: SideReader, word: Lexeme) -> None:
    """Take `some`, which is no number, where a unit follows; elsewhere it says nothing, and digits are named.

    Raises ScenarioError for digits that stand where they count the units before them: `cruiser 3,5`.
    """
    digits = side.text_of(word)[0].isdigit() or side.text_of(word)[0] == "-"
    before = side.before()
    behind = before is not None and before.kind in (WordKind.UNIT, WordKind.COLON, WordKind.TIMES, WordKind.UPGRADE)
    if digits and behind and side.last is not None and not side.last.counted:
        said = side.text[before.start : word.end] if before is not None else side.text_of(word)
        raise fault("text", f"says {said!r}, which is not a whole number; write how many", said)
    if side.unit_ahead() is not None:
        side.pending.vague = word
    elif digits and behind and side.text_of(word).endswith("+"):
        take_value(side, word)  # `2 cruisers 7+`
    elif digits:
        side.unknown(word)


def take_article(side: SideReader, word: Lexeme) -> None:
    """Take `a`: the unit that follows is one."""
    side.pending.article = side.pending.number is None
