"""Factions, cards, places, rounds and words for players in the words of a side (the grammar stands in `words`)."""

from __future__ import annotations

from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP
from mecatol.domain.units import GROUND_FORCE, STRUCTURE, planet_name, systems
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.errors import fault
from mecatol.paste.battle import COLORS, categories
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import begun, called, leader_names, normal, planet
from mecatol.paste.side import ENDS, SideReader
from mecatol.paste.sides import has_card_before, owner_of, says_own_role
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind
from mecatol.scenario.fields import Text

PROTOTYPE = "revealprototype"
"""The card that researches the upgrade of a unit that fights, as a combat starts."""
_BARRAGES = ("afb", "antifighterbarrage", "barrage")
"""What Anti-Fighter Barrage is called: before all units it is the question."""
_LANDS = ("land", "lands", "landing", "landed", "drop", "drops", "dropping", "commit", "commits", "committing")
"""Words that say that units come to a planet, and are not there already."""
_HAS = ("has", "have", "having", "play", "plays", "playing", "use", "uses", "using")
"""Words behind which the beginning of a card's name is looked for."""
_HEAD_WORDS = 8
"""Words of the longest head that is looked for."""
_KINDS = (
    "UNIT CARD CARD_LEFT STEP DIVIDER PLANET RETREAT ROUND NO LOST SOME EACH ANOMALY TILE DAMAGED UPGRADE ABILITY "
    "BONUS COMMA STOP LINE"
)
_NO_NAME = {WordKind[name] for name in _KINDS.split(" ")}
"""What cannot be in the name of a side."""


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
        side.fleet.name = name if name[:1].isupper() else name.capitalize()
        if len(told) > 1 and name == name.casefold():
            side.note(f"{name!r} was taken for the name of a player: no card or unit is called that.")
        for word in told:
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
    name = side.text_of(word).capitalize()
    before = side.before()
    if side.fleet.name and before is not None and before.kind is WordKind.DIVIDER:
        return  # `green attacks blue`
    names = [fleet.name for fleet in side.fleets]
    names = [*COLORS] if names == [None, None] else names  # as they will be called
    if name in names and name != side.fleet.name and side.speaks_anew():
        side.speak_of(side.fleets[names.index(name)])
    elif side.fleet.name is None:
        side.fleet.name = name
    elif side.fleet.name != name:
        side.unknown(word)


def take_card(side: SideReader, word: Lexeme) -> None:
    """Take a technology or card, with the number before it; `without` it, it is not played."""
    slug = word.value
    pending = side.take_pending()
    number = pending.number
    if number is not None and slug in technologies() and side.unit_ahead() is not None:
        side.pending.number, number = number, None  # `4 assault cannon cruisers`
    side.unknown(*pending.adjectives)
    if pending.no is not None:
        pending.no.used = slug not in side.fleet.owned
        side.unknown(number, None if pending.no.used else word)
        return
    if number is not None:
        number.used = True
    side.hold(slug, 1 if number is None else number.value)
    side.card = slug
    if (
        slug in EFFECTS
        and any(window.waits for window in EFFECTS[slug].windows)
        and (held := side.round_ahead(named=True))
    ):
        side.fleet.held_until[slug] = held
    if side.both:
        side.share(slug)


def take_own_ability(side: SideReader, word: Lexeme) -> None:
    """Take an ability that a faction has by itself: of who is of that faction, or of who was said to have it."""
    ability = EFFECTS[word.value]
    pending = side.take_pending()
    side.unknown(pending.number, pending.no, *pending.adjectives)
    factions = [side.faction_of(index) for index in (FIRST, SECOND)]
    if pending.no is not None:
        side.unknown(word)
    elif ability.faction in factions:
        name = FACTIONS[ability.faction or ""].short
        side.note(f"{ability.name} applies automatically with {name}.")
    elif factions[side.fleets.index(side.fleet)] is None:
        side.fleet.faction = ability.faction
        name = FACTIONS[ability.faction or ""].short
        side.note(f"{ability.name} is an ability of {name}, so the side that has it is of that faction.")
    else:
        side.unknown(word)


def take_owner(side: SideReader, word: Lexeme) -> None:
    """Take `I`, `they` at the beginning of a clause that names a card and no unit for whose card it is."""
    before = next((one for one in reversed(side.words[: side.at - 1]) if one.kind is not WordKind.FILLER), None)
    begins = before is None or before.kind in (*ENDS, WordKind.AND)
    if not begins or (not side.home.units and owner_of(side.words) in (None, word.kind)):
        return
    kinds = []
    for one in side.words[side.at :]:
        if one.kind in ENDS:
            break
        kinds.append(one.kind)
    if not {WordKind.CARD, WordKind.BONUS, WordKind.RETREAT} & {*kinds} or WordKind.UNIT in kinds:
        return
    owners = [owner_of(words) for words in side.sides.words]
    other = WordKind.THEM if word.kind is WordKind.ME else WordKind.ME
    if word.kind in owners:
        index = owners.index(word.kind)
    elif other in owners:
        index = 1 - owners.index(other)
    else:
        index = FIRST if word.kind is WordKind.ME else SECOND
    side.fleet = side.fleets[index]
    side.last, side.item, side.card = side.fleet.units[-1] if side.fleet.units else None, [], None


def take_planet(side: SideReader, word: Lexeme) -> None:
    """Take a planet: what was named since the last comma, or comes after it, stands there."""
    side.move(word.value, side.item)
    if side.item or _is_on(side):
        side.place = word.value


def _is_on(side: SideReader) -> bool:
    before = side.before()
    return before is not None and before.kind in (WordKind.ON, WordKind.IN)


def take_on(side: SideReader, word: Lexeme) -> None:
    """Take `on` and the beginning of a planet's name; whoever is on it is there already."""
    following = side.next()
    if normal(side.text_of(word)) in ("ontheplanet", "onplanet", "atplanet") and not (
        following is not None and following.kind in (WordKind.PLANET, WordKind.WORD)
    ):
        side.fleet.there = side.fleet.there or bool(side.fleet.units)
    landing = any(side.text_of(one).casefold() in _LANDS for one in side.words[: side.at])
    there = bool(side.fleet.units) and not landing
    if following is not None and following.kind is WordKind.PLANET:
        side.fleet.there = side.fleet.there or there
    elif (
        following is not None
        and following.kind in (WordKind.WORD, WordKind.FACTION)
        and (found := planet(side.text_of(following)))
    ):
        side.at += 1
        following.used = True
        side.note(f"{side.text_of(following)!r} was read as the planet {planet_name(found)}.")
        side.fleet.there = side.fleet.there or there
        side.move(found, side.item)
        side.place = found


def take_word(side: SideReader, word: Lexeme) -> None:
    """Take the beginning of a planet's name behind ground forces, or of a card's behind `with`; else know nothing."""
    said = side.text_of(word)
    before = side.before()
    has = before is not None and (before.kind is WordKind.WITH or side.text_of(before).casefold() in _HAS)
    if has and (card := begun(said, side.edition)):
        side.note(f"{said!r} was read as {called(card)}.")
        word.value, word.used = card, True
        take_card(side, word)
        return
    on_planets = side.last is not None and categories(side.last.type) & {GROUND_FORCE, STRUCTURE}
    found = planet(said) if on_planets and before is not None and before.kind is WordKind.UNIT else None
    if found:
        word.used = True
        assert side.last is not None
        side.note(f"{said!r} was read as the planet {planet_name(found)}.")
        side.move(found, [side.last])
    else:
        side.unknown(word, side.pending.no)
        side.pending.no = None


def take_bonus(side: SideReader, word: Lexeme) -> None:
    """Take `+1 to combat` for a bonus set by hand; of two, the second is named."""
    if not side.fleet.bonus and word.value:
        word.used = True
        side.fleet.bonus = word.value


def take_card_left(side: SideReader, word: Lexeme) -> None:
    """Name a card that the solver does not carry out; `without` it, all is as it is."""
    pending = side.take_pending()
    side.unknown(pending.number, *pending.adjectives)
    if pending.no is not None:
        pending.no.used = True
    elif normal(side.text_of(word)) == PROTOTYPE:
        side.fleet.prototype = True
    else:
        side.unknown(word)


def take_ability(side: SideReader, word: Lexeme) -> None:
    """Name an ability or value of units, and `no` before it: words do not change them; a faction's leader is a card."""
    faction, rank = side.faction_of(side.fleets.index(side.fleet)), normal(side.text_of(word))
    leader = leader_names().get(normal(FACTIONS[faction].short) + rank) if faction else None
    if leader:
        word.value = leader
        take_card(side, word)
        return
    pending = side.take_pending()
    if rank in _BARRAGES and not (side.said.step or pending.no or pending.number):
        others = {one.value.type for one in side.sides.words[1 - side.index] if one.kind is WordKind.UNIT}
        if not side.home.units or {"fighter"} in (others, {*side.home.types}):
            side.said.step = ANTI_FIGHTER_BARRAGE_STEP
        else:
            side.note("Anti-Fighter Barrage is rolled as a space combat begins.")
        return
    if rank == "shields" and pending.no is None and not side.fleet.total("pds"):
        side.note(f"{side.text_of(word)!r} was read as {called('shields-holding')}.")
        word.value = "shields-holding"
        take_card(side, word)
        return
    side.unknown(pending.number, pending.no, word, *pending.adjectives)


def take_anomaly(side: SideReader, word: Lexeme) -> None:
    """Take an anomaly: the system's, in which a side that was named before it is already."""
    if word.value not in EFFECTS:
        side.note(f"{word.value.replace('-', ' ').capitalize()}s change nothing in a combat.")
    elif word.value not in side.said.anomalies:
        side.said.anomalies.append(word.value)
    if side.fleet.units:
        side.fleet.there = True


def take_adjacent(side: SideReader, word: Lexeme) -> None:
    """Take `adjacent` for the ground forces and structures named before it, else for those that follow."""
    firm = [named for named in side.item if categories(named.type) & {GROUND_FORCE, STRUCTURE}]
    counted = side.pending.number is not None or side.pending.article
    if side.unit_ahead() is not None and (counted or not firm):
        side.pending.adjectives.append(word)
    elif firm:
        firm[-1].place = ADJACENT
    else:
        side.unknown(word)


def take_tile(side: SideReader, word: Lexeme) -> None:
    """Take a tile's number for the system."""
    following = side.next()
    if following is not None and following.kind is WordKind.NUMBER and side.text_of(following) in systems():
        following.used = side.said.system in (None, side.text_of(following))
        side.said.system = side.said.system or side.text_of(following)
        side.at += 1


def take_step(side: SideReader, word: Lexeme) -> None:
    """Take the name of a step for the question that is asked."""
    if side.fleet.units and side.said.step != word.value and (side.said.step or _is_of_units(side)):
        side.unknown(word, side.pending.no)
    elif side.said.step not in (None, word.value):
        side.unknown(word)
    elif side.pending.no is None:
        side.said.step = word.value
    side.pending.no = None


def _is_of_units(side: SideReader) -> bool:
    """Tell whether the name of a step behind units is that of an ability of theirs: `with bombardment`."""
    before = next((one for one in reversed(side.words[: side.at - 1]) if one.kind is not WordKind.FILLER), None)
    if before is not None and before.kind is WordKind.NUMBER:
        return not before.used
    return before is None or before.kind in (WordKind.WITH, WordKind.NO, WordKind.AND, WordKind.OPEN)


def take_role(side: SideReader, word: Lexeme) -> None:
    """Take a word for the attacker or defender, behind whose units it stands, for whom the next words speak of."""
    following = next((one for one in side.words[side.at :] if one.kind is not WordKind.FILLER), None)
    if says_own_role(side.text_of(word)) or (not side.home.units and side.home.role == word.value):
        return
    card = side.card if has_card_before(side.words, side.at - 1) else None
    if card is None and (following is None or following.kind in (*ENDS, WordKind.CLOSE, WordKind.AND)):
        return
    holder = side.fleet
    roles = [fleet.role for fleet in side.fleets]
    if word.value in roles:
        side.fleet = side.fleets[roles.index(word.value)]
    elif side.sides.attacker is not None:
        side.fleet = side.fleets[side.sides.attacker if word.value == FIRST else 1 - side.sides.attacker]
    elif (1 - word.value) in roles:
        side.fleet = side.fleets[1 - roles.index(1 - word.value)]
    else:
        side.fleet = side.fleets[word.value]
    if card in holder.owned and holder is not side.fleet:  # `Bunker for the defender: …`
        side.fleet.owned[card] = holder.owned.pop(card)
        if card in holder.held_until:
            side.fleet.held_until[card] = holder.held_until.pop(card)
    side.speak_of(side.fleet)


def take_no(side: SideReader, word: Lexeme) -> None:
    """Take `no` and `without` for what follows."""
    side.drop_number()
    side.pending.no = word
    if side.next_is(WordKind.UPGRADE, WordKind.DAMAGED, WordKind.RETREAT):
        side.words[side.at].used = word.used = True  # as it would be without the words
        side.at += 1
        side.pending.no = None


def take_retreat(side: SideReader, word: Lexeme) -> None:
    """Take `retreats after round 1` for a retreat announced in that round (78.4)."""
    if side.fleet.retreat is not None:
        side.unknown(word)
        return
    if (ships := side.ships_ahead()) is not None:
        side.fleet.retreat, side.fleet.retreat_ships = 1, ships
        return
    number = side.round_ahead()
    if number is None:
        side.note(f"{side.text_of(word)!r} names no round, so the retreat is announced in the first.")
    side.fleet.retreat = max(1, number or 1)


def take_round(side: SideReader, word: Lexeme) -> None:
    """Take `round 2` for where the combat stops."""
    following = side.next()
    behind = side.next(1)
    of_game = not side.home.units and behind is not None and behind.kind in ENDS  # `Round 4, I need Mecatol.`
    if following is not None and following.kind is WordKind.NUMBER and not (of_game or side.unit_after_next()):
        side.at += 1
        following.used = word.used = side.stop_after(following.value)
    else:
        side.unknown(word)


def take_each(side: SideReader, word: Lexeme) -> None:
    """Take `each`, which is said of a card that both sides have, or of all units of the only side that is named."""
    before = side.before()
    if side.card is not None:
        side.share(side.card)
    elif side.last and side.last.count > 1 and side.next_is(WordKind.WITH) and _counted_ahead(side):
        said = f"{side.last.count} {side.last.said} {side.text_of(word)} with"
        raise fault("text", f"says {said!r}; write how many of the others there are in all", said)
    elif (
        side.fleet.units[1:]
        and side.last
        and not side.sides.both
        and before is not None
        and before.kind in (WordKind.UNIT, WordKind.ON)
    ):
        said = f"{side.last.count} {side.last.said} {side.text_of(word)}"
        way = "which may be for each ship or each side; write how many there are in all"
        raise fault("text", f"says {said!r}, {way}", said)
    elif not side.sides.both:
        side.both = any(one.kind is WordKind.CARD for one in side.words[side.at : side.at + 4])
        word.used = side.both


def _counted_ahead(side: SideReader) -> bool:
    """Tell whether a number and its unit follow the next word."""
    number = side.next(1)
    return number is not None and number.kind in (WordKind.NUMBER, WordKind.ARTICLE) and side.unit_after(2)


def take_divider(side: SideReader, word: Lexeme) -> None:
    """Pass over a verb that parts nothing; `hits` and the like are named, for they would say something else."""
    if side.text_of(word).casefold().split()[0] in _LANDS:  # where is said behind it
        return
    if word.value.strong or side.sides.roles[side.index] is not None or not side.home.units:
        return
    side.unknown(word)


def take_end(side: SideReader, word: Lexeme) -> None:
    """End an item, and what a word for a player holds for."""
    side.drop_pending()
    if word.kind is WordKind.LINE and word.value > 1:
        side.last = None
    side.item, side.place, side.card, side.both = [], None, None, False
    if word.kind is not WordKind.COMMA or word.value != "/":
        side.fleet = side.home


def take_and(side: SideReader, word: Lexeme) -> None:
    """Take `and`: a number before it counted nothing."""
    side.drop_number()
    side.card = None
    if side.item and side.next_is(WordKind.NUMBER, WordKind.UNIT):
        side.item = [] if side.place else side.item


def take_colon(side: SideReader, word: Lexeme) -> None:
    """Take a colon: a number before it counted nothing, and words about another player end."""
    side.drop_number()
    if side.is_behind_no_unit():  # `carrier battle: 1 carrier, …`
        for named in side.home.units:
            named.plural = named.plural or not named.counted
    if not side.home.units:
        side.fleet, side.last = side.home, None
