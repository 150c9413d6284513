"""What one side of a battle says: each kind of word and who takes it (the grammar stands in `words`)."""

from __future__ import annotations

from collections.abc import Callable

from mecatol.domain.counts import in_words
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, planet_name, unit_upgrades
from mecatol.paste import cards_and_places, counts, damage, parts, players, ranges, upgrades, values
from mecatol.paste.fleet import PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import UnitName
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import WordKind


def read_side(side: SideReader) -> None:
    """Read the words of one side into its fleet; what they say of the other side goes to that.

    Raises ScenarioError for a number of units that nobody can know (`some fighters`).
    """
    players.take_head(side)
    while side.at < len(side.words):
        word = side.words[side.at]
        side.at += 1
        if word.slip:
            side.note(f"{side.text_of(word)!r} was read as {_spoken(word)}.")
        word.used = word.used or word.kind not in _LATER
        if handle := _HANDLERS.get(word.kind):
            handle(side, word)
    side.drop_pending()
    for fleet in side.fleets:
        _technologies_first(side, fleet)
    for named in side.home.units:
        among = (
            named.upgraded and named.type != "flagship" and any(one.counted for one in side.home.units)
        )  # `2 dreads and cruiser II`
        if (named.plural or among) and named.count and not named.counted:
            side.note(f"There is no number before {named.said!r}, so it was read as one.")
    _mixed_upgrades(side)


def _technologies_first(side: SideReader, fleet: PastedFleet) -> None:
    """Take the `Cruiser II` of `Red with Cruiser II: 2 cruisers` for the upgrade of these, and no third cruiser."""
    counted = {named.type for named in fleet.units if named.counted and named.count}
    for named in fleet.units:
        alone = named.count and not (named.counted or named.damaged or named.galvanized or named.place)
        if named.plural and named.damaged and not named.counted and named.type in counted:
            for one in fleet.units:  # `my dreads are damaged, 3 dreads`
                one.damaged = one.count if one.type == named.type else one.damaged
            named.count = named.damaged = 0
        elif alone and named.plural and named.type in counted:
            named.count = 0  # `fighters at +1: 6 fighters`
        elif alone and named.type in counted and (named.upgraded or named.technology in unit_upgrades()):
            named.count = 0
            said = f"{named.said} II" if named.upgraded else named.said
            side.note(f"{said!r} was read as an upgrade of the units that are counted, not as one more.")


def _mixed_upgrades(side: SideReader) -> None:
    """Say that an upgrade holds for all units of a type."""
    units = [named for named in side.home.units if named.count]
    upgraded = {named.type for named in units if named.upgraded is True}
    plain = {named.type for named in units if named.upgraded is False}
    for kind in sorted(upgraded & plain):
        side.note(f"An upgrade holds for all: every {UNIT_TYPES[kind].lower()} of that side is upgraded.")


def _spoken(word: Lexeme) -> str:
    """Return what a word was read as, in words."""
    unit = word.value if isinstance(word.value, UnitName) else None
    if unit:
        return in_words(unit.type, 1)
    if word.kind is WordKind.FACTION:
        return FACTIONS[word.value].name
    if word.kind is WordKind.PLANET:
        return planet_name(word.value)
    return (word.slip or "").replace("-", " ")


_LATER = (WordKind.NUMBER, WordKind.NO, WordKind.BONUS, WordKind.VALUE, WordKind.WORD)
"""Kinds of words of which only what comes after them tells whether they are understood."""
_HANDLERS: dict[WordKind, Callable[[SideReader, Lexeme], None]] = {
    WordKind.NUMBER: counts.take_number,
    WordKind.ARTICLE: counts.take_article,
    WordKind.SOME: counts.take_some,
    WordKind.UNIT: counts.take_unit,
    WordKind.FACTION: players.take_faction,
    WordKind.NEUTRAL: players.take_neutral,
    WordKind.CARD: cards_and_places.take_card,
    WordKind.OWN: cards_and_places.take_own_ability,
    WordKind.ME: players.take_owner,
    WordKind.THEM: players.take_owner,
    WordKind.CARD_LEFT: cards_and_places.take_card_left,
    WordKind.ABILITY: cards_and_places.take_ability,
    WordKind.PLANET: cards_and_places.take_planet,
    WordKind.ADJACENT: cards_and_places.take_adjacent,
    WordKind.RANGE: ranges.take_range,
    WordKind.SPACE: cards_and_places.take_space,
    WordKind.ANOMALY: cards_and_places.take_anomaly,
    WordKind.COLOR: players.take_color,
    WordKind.UPGRADE: upgrades.take_upgrade,
    WordKind.DAMAGED: damage.take_damaged,
    WordKind.GALVANIZED: damage.take_damaged,
    WordKind.DIVIDER: cards_and_places.take_divider,
    WordKind.ROLE: players.take_role,
    WordKind.STEP: cards_and_places.take_step,
    WordKind.NO: cards_and_places.take_no,
    WordKind.LOST: counts.take_lost,
    WordKind.ON: cards_and_places.take_on,
    WordKind.AND: cards_and_places.take_and,
    WordKind.EACH: cards_and_places.take_each,
    WordKind.ALL: parts.take_all,
    WordKind.BONUS: values.take_bonus,
    WordKind.VALUE: values.take_value,
    WordKind.RETREAT: cards_and_places.take_retreat,
    WordKind.ROUND: cards_and_places.take_round,
    WordKind.TILE: cards_and_places.take_tile,
    WordKind.COMMA: cards_and_places.take_end,
    WordKind.STOP: cards_and_places.take_end,
    WordKind.LINE: cards_and_places.take_end,
    WordKind.COLON: cards_and_places.take_colon,
    WordKind.WORD: cards_and_places.take_word,
}
