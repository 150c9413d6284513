"""What is said of some of the units named before: `2 of them …`, `both damaged`, `all upgraded` (see `words`)."""

from __future__ import annotations

from collections.abc import Sequence

from mecatol.domain.counts import in_words
from mecatol.errors import fault
from mecatol.paste.battle import sustains
from mecatol.paste.clauses import ENDS
from mecatol.paste.fleet import NamedUnits, PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.side import SideReader
from mecatol.paste.upgrades import is_upgrade_of_both
from mecatol.paste.vocabulary import FIRST, WordKind

_OF_THEM = ("them", "these", "those", "which", "whom")
"""Words behind `2 of` that stand for the units named last."""
_VERBS = ("is", "are", "was", "were", "being")
_LANDING = ("land", "lands", "landing", "landed")
_TOLD_OF_ALL = (WordKind.UPGRADE, WordKind.DAMAGED)


def is_part(side: SideReader, word: Lexeme) -> bool:
    """Tell whether `2 of them` names some of the units named last, and no further ones; take it then.

    What follows is said of these alone: a place, another type of unit, damage.
    Raises ScenarioError where there are not so many.
    """
    of, whom = side.next(), side.next(1)
    if of is None or whom is None or side.text_of(of).casefold() != "of":
        return False
    if side.text_of(whom).casefold() not in _OF_THEM or side.last is None:
        return False
    named, count = side.last, word.value
    if count > named.count:
        said = side.text[word.start : whom.end]
        raise fault("text", f"says {said!r} of {named.count} {named.said}; write how many there are of each", said)
    side.drop_number()
    word.used = whom.used = True
    side.at += 2
    while (verb := side.next()) and side.text_of(verb).casefold() in _VERBS:
        side.at += 1
    named.count -= count
    if side.unit_ahead() is not None:  # `6 ground forces (2 of them mechs)`
        side.pending.number = word
        return True
    part = NamedUnits(
        named.type, count, True, named.plural, named.upgraded, named.technology, said=named.said, place=named.place
    )
    # More of them are damaged, or galvanized, than there are others.
    part.damaged = max(0, named.damaged - named.count)
    named.damaged -= part.damaged
    part.galvanized = max(0, named.galvanized - named.count)
    named.galvanized -= part.galvanized
    side.fleet.units.append(part)
    side.last, side.item = part, [part]
    _leave_the_rest_in_space(side, named)
    return True


def _leave_the_rest_in_space(side: SideReader, rest: NamedUnits) -> None:
    """Leave out the other ground forces where `4 of which land`: they take no part in the combat on the planet."""
    verb = side.next()
    said = side.text_of(verb).casefold().split() if verb else []  # empty where a line ends
    if not said or said[0] not in _LANDING or not rest.count or rest.type not in ("infantry", "mech"):
        return
    units = in_words(rest.type, rest.count) + (f" ({rest.damaged} damaged)" if rest.damaged else "")
    if rest.count == 1:
        side.note(f"The other {units} was left out: it stays in space.")
    else:
        side.note(f"The other {rest.count} {units} were left out: they stay in space.")
    rest.count = rest.damaged = rest.galvanized = 0


def take_all(side: SideReader, word: Lexeme) -> None:
    """Take `all damaged`, `both upgraded` for the units named before: in brackets behind a unit, for these alone."""
    ahead = 0
    while (following := side.next(ahead)) and following.kind in (WordKind.FILLER, WordKind.THEM):
        ahead += 1
    if side.card is not None and (following is None or following.kind in ENDS):  # `Plasma Scoring for both`
        side.share(side.card)
    if following is not None and following.kind is WordKind.WITH:
        ahead += 1
        following = side.next(ahead)
    if side.text_of(word).casefold().startswith("half"):
        _take_half(side, word, following, ahead)
        return
    both = side.text_of(word).casefold() == "both"
    if both and is_upgrade_of_both(side, ahead):
        return
    if following is not None and following.kind is WordKind.CARD and _is_of_both_sides(side, word):
        side.both = True
        return
    if following is None or side.unit_after(ahead + 1) or not side.fleet.units:
        return
    if following.kind in _TOLD_OF_ALL:
        _say_of_all(side, word, following, ahead)


def _say_of_all(side: SideReader, word: Lexeme, following: Lexeme, ahead: int) -> None:
    """Let all units that were named, or both, be damaged or upgraded, as a word ahead tells."""
    both = side.text_of(word).casefold() == "both"
    loose = side.is_loose()
    if loose and not both:
        side.home.loose["The upgrade" if following.kind is WordKind.UPGRADE else "The damage"] = None
    able = _told_of_all(side, following, both, loose)
    side.at += ahead + 1
    if not any(units for _, units in able):
        side.unknown(word, following)
        following.kind = WordKind.WORD
        return
    following.used = True
    for fleet, units in able:
        if following.kind is WordKind.UPGRADE:
            fleet.upgraded += dict.fromkeys(named.type for named in units)
        else:
            for named in units:
                named.damaged = named.count


def _told_of_all(
    side: SideReader, how: Lexeme, both: bool, loose: bool
) -> list[tuple[PastedFleet, Sequence[NamedUnits]]]:
    """Return the units that `all` or `both` is said of, by fleet; `loose` words may be said of both sides."""
    fleets = side.fleets if both and loose else (side.fleet,)
    able: list[tuple[PastedFleet, Sequence[NamedUnits]]] = [(fleet, _able(side, fleet, how)) for fleet in fleets]
    several = how.kind is WordKind.DAMAGED and sum(one.count for _, units in able for one in units) != len(fleets)
    if len(fleets) > 1 and not several:  # `1 dread vs 1 dread, both damaged` is said of both sides
        return able
    return [(side.fleet, _told(side, _able(side, side.fleet, how), both))]


def _take_half(side: SideReader, word: Lexeme, following: Lexeme | None, ahead: int) -> None:
    """Take `half damaged` for half of the units named last, which have to be an even number."""
    if following is None or following.kind is not WordKind.DAMAGED or side.unit_after(ahead + 1):
        side.unknown(word)
        return
    able = _able(side, side.fleet, following)
    side.at += ahead + 1
    if side.last not in able or side.last.count % 2:
        side.unknown(word, following)
        following.kind = WordKind.WORD
        return
    word.used = following.used = True
    side.last.damaged = side.last.count // 2


def _able(side: SideReader, fleet: PastedFleet, how: Lexeme) -> list[NamedUnits]:
    """Return the units of a fleet that can be damaged, or all of them where an upgrade is told."""
    index = side.fleets.index(fleet)
    faction = fleet.faction or side.faction_of(index)
    upgraded = how.kind is WordKind.UPGRADE
    return [named for named in fleet.units if named.count and (upgraded or sustains(named.type, faction))]


def _told(side: SideReader, able: Sequence[NamedUnits], both: bool) -> list[NamedUnits]:
    """Return the units that `all` or `both` stands for: two of them for `both`, none where it could be any two."""
    before = side.before()
    tight = before is not None and before.kind in (WordKind.OPEN, WordKind.UNIT, WordKind.UPGRADE)
    last = [named for named in able if named is side.last]
    if not both:
        return last if tight and last and before is not None and before.kind is WordKind.OPEN else list(able)
    if last and last[0].count == 2:
        return last
    if sum(named.count for named in able) == 2 or len({named.type for named in able}) == 2 == len(able):
        return list(able) if not tight or sum(named.count for named in able) == 2 else []
    return []


def _is_of_both_sides(side: SideReader, word: Lexeme) -> bool:
    """Tell whether `both` at the beginning of a clause behind both sides' units is said of the players."""
    before = side.before()
    clause = before is not None and before.kind in (WordKind.COMMA, WordKind.STOP, WordKind.LINE, WordKind.OPEN)
    first = side.index == FIRST and all(one.kind is WordKind.FILLER for one in side.words[: side.at - 1])
    said = side.text_of(word).casefold() == "both"
    clause = clause or side.is_said_to_have()  # `3 inf vs 3 inf both have magen`
    return said and (first or (clause and all(fleet.units for fleet in side.fleets)))
