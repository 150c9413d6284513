"""A battle in plain words or short forms: `5 cruisers vs 1 war sun`, `2 dn 4 ff against 3 dn II`.

The grammar. A text is two sides around a divider (`sides`), each a list of what follows, in any order; commas, `and`,
line ends and brackets part the items of a list, and words that say nothing by themselves (`fleet`, `has`) may stand
anywhere:

    units     [number] [adjective …] name [upgrade] [on planet]
    adjective faction | damaged | galvanized | upgraded
    upgrade   II | ii | 2 | v2 | + | upgraded
    damage    number damaged, behind the units that it is said of
    part      number of them, behind those of which it is some
    value     hitting on number, behind the units that it is said of
    loss      lost number [name]
    number    digits | a word | digits x
    card      [number] name [x number]
    retreat   retreats [after | in | from] [round number]
    bonus     +1 to combat
    rounds    for number rounds | round number
    head      name : | faction : | card : | attacker | defender | name has | name's
    title     faction vs faction :, before both sides
    each      both sides have card | card each | units each, where one side is named for both
    place     [on] planet | in a nebula | tile number
    range     units in range | in range of number units

A number is a count where a unit follows it. Where none does, `2` behind a unit is its upgrade, unless a colon or an `x`
stands between or the unit is in the plural without a number; any other number behind a unit without one is its count.
`II` behind a unit is its upgrade, unless a unit in the plural without a number of its own follows. Units without a
number that were named before (`the dreads`, `2 of the cruisers`) are no further ones: what follows is said of them.
Which of two readings was taken is said. What looks like a number and is no whole one (`3.5`, `9-15`, `some`) is refused
where it counts units.

Behind both sides, a player (`I have …`, `… for the attacker`) is whose the clause is. A card that a comma sets off
there without one goes to the only side that it serves, else to the side named last, which is said.

A table of two sides (`tables`) and the lines of an AsyncTI4 tile (`tile_lines`) are written as two lists first. A log
of dice (`dice_log`) is refused. A bonus beside a card that adds to rolls is what the card gives.

Every word is used, says nothing by itself, or is named in what is returned.
"""

from __future__ import annotations

from collections.abc import Sequence

from mecatol.domain.counts import in_words
from mecatol.domain.editions import LATEST
from mecatol.domain.places import ADJACENT
from mecatol.domain.units import SHIP, STRUCTURE
from mecatol.errors import fault
from mecatol.paste.battle import FLOATING, Said, battle, categories, has
from mecatol.paste.clauses import TwoSides, has_units
from mecatol.paste.dice_log import refuse_dice
from mecatol.paste.fleet import PastedFleet
from mecatol.paste.grammar import read_side
from mecatol.paste.lexing import Lexeme, lexemes
from mecatol.paste.pasted import Pasted
from mecatol.paste.prepared import prepare
from mecatol.paste.ranges import place_ranged
from mecatol.paste.side import SideReader
from mecatol.paste.sides import divide
from mecatol.paste.tables import without_tables
from mecatol.paste.tile_lines import without_tile_lines
from mecatol.paste.vocabulary import FIRST, SECOND, SILENT, WordKind


def read_words(text: str, edition: str = LATEST) -> Pasted:
    """Return the scenario that words describe.

    Raises ScenarioError where a side names no unit, a third side is named, or a number is none.
    """
    refuse_dice(text)
    text = without_tables(without_tile_lines(text), edition)
    words = lexemes(text, edition)
    if not has_units(words):
        unknown = _quoted([word for word in words if word.kind is not WordKind.DIVIDER], text)
        message = f"names no unit{unknown}; write for example '5 cruisers vs 1 war sun' or '2 dn 4 ff vs 3 ca'"
        raise fault("text", message, text[:200])
    said = Said(franken=_takes_franken(words))
    words = _one_battle(prepare(words, text), text, said)
    sides = divide(words, text)
    said.step = sides.step
    fleets = (PastedFleet(role=sides.roles[0]), PastedFleet(role=sides.roles[1], second=True))
    for index in (FIRST, SECOND):
        read_side(SideReader(index, fleets, sides, text, edition, said))
    for index in (FIRST, SECOND):
        _of_the_same(fleets, index, sides)
    _name_unknown(fleets, sides, text)
    if sides.both:
        fleets[SECOND].units = [*fleets[FIRST].units]
    for fleet in fleets:
        place_ranged(fleet)
    for fleet, side in zip(fleets, sides.words, strict=True):
        if not fleet.types:
            raise _empty(fleet, side, fleets, text)
    said.notes += [note for fleet in fleets for note in fleet.notes]
    return battle(_in_order(fleets, sides, said), edition, said=said)


def _takes_franken(words: Sequence[Lexeme]) -> bool:
    """Tell whether a text is about a game of Franken; the words that say so say nothing of either side."""
    telling = [word for word in words if word.kind is WordKind.FRANKEN]
    for word in telling:
        word.kind, word.used = WordKind.FILLER, True
    return bool(telling)


def _of_the_same(fleets: tuple[PastedFleet, PastedFleet], index: int, sides: TwoSides) -> None:
    """Take the number of `5 cruisers vs 4` for units of the only type that the other side has."""
    one, other = fleets[index], fleets[1 - index]
    told = [word for word in sides.words[index] if word.kind not in SILENT]
    if one.units or sides.both or len(other.types) != 1 or [word.kind for word in told] != [WordKind.NUMBER]:
        return
    (number,) = told
    number.used = True
    one.add(other.types[0], number.value)
    what = in_words(other.types[0], number.value)
    one.notes.append(f"One side has only a number, which was read as {number.value} {what}.")


def _one_battle(words: list[Lexeme], text: str, said: Said) -> list[Lexeme]:
    """Return the words of the first battle of a text; what follows `then` is another, and named."""
    for at, word in enumerate(words):
        if word.kind is not WordKind.THEN:
            continue
        before, after = words[:at], words[at:]
        divider = next((place for place, one in enumerate(before) if one.kind is WordKind.DIVIDER), None)
        whole = divider is not None and has_units(before[:divider]) and has_units(before[divider:])
        if whole and has_units(after):
            rest = " ".join(text[word.start :].split())
            said.left_out.append(f"One battle is read at a time, so this was left out: {rest!r}.")
            return before
        word.kind, word.used = WordKind.FILLER, True
    return words


def _in_order(fleets: tuple[PastedFleet, PastedFleet], sides: TwoSides, said: Said) -> list[PastedFleet]:
    """Return the sides, the attacker first: as roles or the verb say, else whoever comes to units that are there."""
    first, second = fleets
    said.ordered = True
    if {first.role, second.role} - {None}:
        swapped = first.role == SECOND or (first.role is None and second.role == FIRST)
    elif sides.attacker is not None:
        swapped = sides.attacker == SECOND
    else:
        holds = _has_built(first) and not _has_built(second) and has(second, SHIP)
        swapped = (first.there or holds) and not second.there
        said.ordered = swapped
        if swapped:
            said.notes.append("The side that is already there defends, so the side you named second attacks.")
    return [second, first] if swapped else [first, second]


def _has_built(fleet: PastedFleet) -> bool:
    """Tell whether a fleet has structures in the system that act nowhere else."""
    near = [unit for unit in fleet.units if unit.count and unit.place != ADJACENT and not unit.ranged]
    built = [unit for unit in near if not unit.upgraded]
    return fleet.faction not in FLOATING and any(STRUCTURE in categories(unit.type) for unit in built)


def _name_unknown(fleets: tuple[PastedFleet, PastedFleet], sides: TwoSides, text: str) -> None:
    """Note what was not understood of each side, words that stand together as one."""
    for fleet, words in zip(fleets, sides.words, strict=True):
        fleet.unknown += [text[begin:end] for begin, end in _stretches(words)]


def _stretches(words: Sequence[Lexeme]) -> list[tuple[int, int]]:
    """Return where the words stand that were not understood; what says nothing may stand between them."""
    found: list[tuple[int, int]] = []
    joined = False
    for word in words:
        if not word.used:
            if joined:
                found[-1] = (found[-1][0], word.end)
            else:
                found.append((word.start, word.end))
            joined = True
        elif word.kind not in (WordKind.FILLER, WordKind.ARTICLE, WordKind.ON, WordKind.IN, WordKind.TIMES):
            joined = False
    return found


def _quoted(words: Sequence[Lexeme], text: str) -> str:
    """Return what was not understood, as the end of a sentence."""
    unknown = [text[begin:end] for begin, end in _stretches(words)]
    return f", and nothing is known for {' and '.join(repr(one) for one in unknown[:5])[:300]}" if unknown else ""


def _empty(
    fleet: PastedFleet, words: Sequence[Lexeme], fleets: tuple[PastedFleet, PastedFleet], text: str
) -> Exception:
    """Return the error of a side without a unit: an answer without it would be that of another battle."""
    which = "first" if fleet is fleets[FIRST] else "second"
    message = f"names no unit of the {which} side{_quoted(words, text)}; write for example '5 cruisers vs 1 war sun'"
    return fault("text", message, text[:200])
