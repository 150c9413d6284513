"""Whose the words of a side are: its name and faction, and words for a player behind the units (see `words`)."""

from __future__ import annotations

from mecatol.domain.factions import FACTIONS
from mecatol.paste.battle import COLORS
from mecatol.paste.clauses import CLOSED, ENDS
from mecatol.paste.fleet import PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.prepared import spoken_name
from mecatol.paste.roles import GIVEN, has_card_before, owner_of, says_own_role
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import FIRST, WordKind
from mecatol.scenario.fields import Text

_HEAD_WORDS = 8
"""Words of the longest head that is looked for."""
_KINDS = (
    "UNIT CARD CARD_LEFT STEP DIVIDER PLANET RETREAT ROUND NO LOST SOME EACH ANOMALY TILE DAMAGED UPGRADE ABILITY "
    "BONUS COMMA STOP LINE"
)
_NO_NAME = {WordKind[name] for name in _KINDS.split(" ")}
"""What cannot be in the name of a side."""

_OF_PLAYERS = {WordKind.CARD, WordKind.BONUS, WordKind.RETREAT}
"""What a clause that begins with a word for a player says of that player."""
_OF_UNITS_NAMED = {WordKind.DAMAGED, WordKind.UPGRADE, WordKind.ADJACENT, WordKind.RANGE}
"""What is said of units that were named before."""


def take_head(side: SideReader) -> None:
    """Take what stands before a colon at the beginning: a faction, or a name of the side."""
    start = next((at for at, word in enumerate(side.words) if word.kind not in (*ENDS, WordKind.OPEN)), None)
    if start is None:
        return
    colon = next((at for at in range(start, len(side.words)) if side.words[at].kind is WordKind.COLON), None)
    head = list(side.words[start:colon]) if colon is not None and colon - start <= _HEAD_WORDS else []
    while head and head[0].kind is WordKind.DIVIDER:
        head.pop(0)
    kinds = {word.kind for word in head}
    told = {WordKind.WORD, WordKind.COLOR, WordKind.NUMBER, WordKind.ME, WordKind.THEM}
    if head and not kinds & _NO_NAME and kinds & told:
        _called(side, head)
    elif not head:
        _owner(side, start)


def _called(side: SideReader, head: list[Lexeme]) -> None:
    """Take a head for the name of the side, without a faction in brackets."""
    opened = next((at for at, word in enumerate(head) if word.kind is WordKind.OPEN), len(head))
    named = [word for word in head[:opened] if word.kind not in (WordKind.ROLE,)]
    told = [word for word in named if word.kind in (WordKind.WORD, WordKind.COLOR, WordKind.NUMBER)]
    if not told:
        return
    name = side.text[named[0].start : named[-1].end].strip(" *_`'\"")
    if len(name) <= Text().longest:
        side.fleet.name = name if name[:1].isupper() else spoken_name(name)
        if len(told) > 1 and name == name.casefold():
            side.note(f"{name!r} was taken for the name of a player: no card or unit is called that.")
        for word in told:
            side.fleet.faction = side.fleet.faction or word.faction
            word.used, word.kind = True, WordKind.FILLER


def _owner(side: SideReader, start: int) -> None:
    """Take `Alice's`, `Alice (…)` and `Alice has` at the beginning for the name of the side."""
    word = side.words[start]
    following = side.words[start + 1] if start + 1 < len(side.words) else None
    said = side.text_of(word)
    if word.kind is not WordKind.WORD or following is None:
        return
    owns = said[-2:] in ("'s", "’s") or said.endswith(("s'", "s’"))
    has = side.text_of(following).casefold() in ("has", "with", "had", "brings", "sends")
    if owns or following.kind is WordKind.OPEN or has:
        side.fleet.name = said.removesuffix("'s").removesuffix("’s").rstrip("'’")[: Text().longest]
        word.used, word.kind = True, WordKind.FILLER


def take_faction(side: SideReader, word: Lexeme) -> None:
    """Take a faction: the side's, unless it has one."""
    slug = word.value
    other = side.fleets[1 - side.index]
    own, theirs = side.faction_of(side.index), side.faction_of(1 - side.index)
    before = side.before()
    if theirs == slug != own and before is not None and before.kind is WordKind.DIVIDER:
        return  # `Sol attacks Letnev`
    if theirs is None and own not in (None, slug) and before is not None and before.kind is WordKind.DIVIDER:
        _acted_on(side, word, None)
        return
    if theirs == slug != own and (own is not None or side.speaks_anew()):
        if side.card is not None:  # `… with Direct Hit for Sol`
            other.owned[side.card] = side.fleet.owned.pop(side.card)
        side.speak_of(other)
    elif side.fleet.faction is None:
        side.fleet.faction = slug
    elif side.fleet.faction != slug:
        first = FACTIONS[side.fleet.faction].short
        side.home.left_out.append(f"A side has one faction: {first} was taken, {side.text_of(word)!r} was not.")


def take_neutral(side: SideReader, word: Lexeme) -> None:
    """Take `neutral`: the units are nobody's."""
    side.said.neutral.append(side.fleet)


def take_color(side: SideReader, word: Lexeme) -> None:
    """Take a color for the side's name, unless it has one, or for whom the next words speak of."""
    name = spoken_name(side.text_of(word))
    if word.faction and side.fleet.name in (None, name):
        side.fleet.faction = side.fleet.faction or word.faction
    before = side.before()
    if side.fleet.name and before is not None and before.kind is WordKind.DIVIDER:
        _acted_on(side, word, name)  # `green attacks blue`
        return
    names = [fleet.name for fleet in side.fleets]
    names = [*COLORS] if names == [None, None] else names  # as they will be called
    if name in names and name != side.fleet.name and side.speaks_anew():
        side.speak_of(side.fleets[names.index(name)])
    elif side.fleet.name is None:
        side.fleet.name = name
    elif side.fleet.name != name:
        side.unknown(word)


def _acted_on(side: SideReader, word: Lexeme, name: str | None) -> None:
    """Take a player behind a verb for the other side: `Sol attacks Letnev with 3 cruisers, she has 2 dreads`."""
    other = side.fleets[1 - side.fleets.index(side.fleet)]
    other.name = other.name or name
    other.faction = other.faction or word.faction or (None if name else word.value)


def take_owner(side: SideReader, word: Lexeme) -> None:
    """Take `I`, `they` for whose the card, the units or the damage are that a clause behind the units names."""
    if _is_given(side):
        _give(side, side.fleets[side.index_of(word.kind)])
        return
    before = next((one for one in reversed(side.words[: side.at - 1]) if one.kind is not WordKind.FILLER), None)
    has = side.is_said_to_have() or side.next_is(WordKind.RETREAT)
    begins = before is None or before.kind in (*ENDS, WordKind.AND) or (has and bool(side.home.units))
    if not begins or (not side.home.units and owner_of(side.words) in (None, word.kind)):
        return
    kinds = set()
    for one in side.words[side.at :]:
        if one.kind in CLOSED:
            break
        kinds.add(one.kind)
    if WordKind.UNIT in kinds:
        ended = before is not None and before.kind in (WordKind.STOP, WordKind.LINE)
        if not all(one.units for one in side.fleets) or not (has or ended or kinds & _OF_UNITS_NAMED):
            return
    elif not kinds & _OF_PLAYERS:
        return
    side.speak_of(side.fleets[side.index_of(word.kind)])


def _is_given(side: SideReader) -> bool:
    """Tell whether a word for a player ends a clause behind `for` or `to`: `+1 to the attacker`."""
    before, following = side.before(), side.next()
    ends = following is None or following.kind in (*ENDS, WordKind.CLOSE, WordKind.AND)
    return ends and before is not None and side.text_of(before).casefold() in GIVEN


def _give(side: SideReader, fleet: PastedFleet) -> None:
    """Give what was named before `for the attacker` to a fleet: a card, a bonus, or the last of several units."""
    holder = side.fleet
    if fleet is holder:
        return
    if side.card in holder.owned:
        fleet.owned[side.card] = holder.owned.pop(side.card)
        if side.card in holder.held_until:
            fleet.held_until[side.card] = holder.held_until.pop(side.card)
    elif holder.bonus and any(word.kind is WordKind.BONUS for word in side.clause()):
        fleet.bonus, holder.bonus = holder.bonus, 0
    elif side.last is not None and side.last in holder.units[1:]:
        holder.units.remove(side.last)
        fleet.units.append(side.last)


def take_role(side: SideReader, word: Lexeme) -> None:
    """Take a word for the attacker or defender, behind whose units it stands, for whom the next words speak of."""
    following = next((one for one in side.words[side.at :] if one.kind is not WordKind.FILLER), None)
    if says_own_role(side.text_of(word)) or (not side.home.units and side.home.role == word.value):
        return
    if _is_given(side):
        _give(side, _fleet_of(side, word.value))
        return
    card = side.card if has_card_before(side.words, side.at - 1) and not side.is_said_to_have() else None
    if card is None and (following is None or following.kind in (*ENDS, WordKind.CLOSE, WordKind.AND)):
        return
    fleet = _fleet_of(side, word.value)
    if card is not None:  # `Bunker for the defender: …`
        _give(side, fleet)
    side.speak_of(fleet)


def _fleet_of(side: SideReader, role: int) -> PastedFleet:
    """Return the fleet that attacks or defends, as far as the words tell."""
    roles = [fleet.role for fleet in side.fleets]
    if role in roles:
        return side.fleets[roles.index(role)]
    if side.sides.attacker is not None:
        return side.fleets[side.sides.attacker if role == FIRST else 1 - side.sides.attacker]
    if (1 - role) in roles:
        return side.fleets[1 - roles.index(1 - role)]
    return side.fleets[role]
