"""Cards, places, steps and rounds in the words of a side (the grammar stands in `words`)."""

from __future__ import annotations

from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP
from mecatol.domain.units import GROUND_FORCE, SHIP, STRUCTURE, planet_name, systems
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.errors import fault
from mecatol.paste.battle import categories
from mecatol.paste.clauses import ENDS, LANDS
from mecatol.paste.fleet import PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import begun, called, leader_names, normal, planet
from mecatol.paste.roles import owner_of
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind

PROTOTYPE = "revealprototype"
"""The card that researches the upgrade of a unit that fights, as a combat starts."""
_BARRAGES = ("afb", "antifighterbarrage", "barrage")
"""What Anti-Fighter Barrage is called: before all units it is the question."""
_OFFENSE = "space-cannon-offense"
_HAS = ("has", "have", "having", "play", "plays", "playing", "use", "uses", "using")
"""Words behind which the beginning of a card's name is looked for."""


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
    alone = not side.fleets[FIRST].owned and {*side.home.owned} <= {*side.home.loose.values()}
    if alone and side.is_loose():
        side.home.loose[called(slug)] = slug
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
    """Take an ability that a faction has by itself: of who is of that faction, or of who was said to have it.

    In a game of Franken it is drafted by who was said to have it.
    """
    ability = EFFECTS[word.value]
    pending = side.take_pending()
    side.unknown(pending.number, pending.no, *pending.adjectives)
    factions = [side.faction_of(index) for index in (FIRST, SECOND)]
    if pending.no is not None:
        side.unknown(word)
    elif side.said.franken and ability.faction != factions[side.fleets.index(side.fleet)]:
        side.fleet.drafted += [] if ability.slug in side.fleet.drafted else [ability.slug]
    elif ability.faction in factions:
        name = FACTIONS[ability.faction or ""].short
        side.note(f"{ability.name} applies automatically with {name}.")
    elif factions[side.fleets.index(side.fleet)] is None:
        side.fleet.faction = ability.faction
        name = FACTIONS[ability.faction or ""].short
        side.note(f"{ability.name} is an ability of {name}, so the side that has it is of that faction.")
    else:
        side.unknown(word)


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
    landing = any(side.text_of(one).casefold() in LANDS for one in side.words[: side.at])
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
    if rank == "spacecannon" and not (side.home.units or side.said.step or pending.no or pending.number):
        side.said.step = _OFFENSE if any(_is_ship(one) for words in side.sides.words for one in words) else None
        word.used = side.said.step is not None
        return
    if rank == "shields" and pending.no is None and not side.fleet.total("pds"):
        side.note(f"{side.text_of(word)!r} was read as {called('shields-holding')}.")
        word.value = "shields-holding"
        take_card(side, word)
        return
    side.unknown(pending.number, pending.no, word, *pending.adjectives)


def _is_ship(word: Lexeme) -> bool:
    return word.kind is WordKind.UNIT and SHIP in categories(word.value.type)


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


def take_space(side: SideReader, word: Lexeme) -> None:
    """Take `in space` for the ground forces named right before it; ships are there anyway."""
    for named in reversed(side.item):
        if GROUND_FORCE not in categories(named.type):
            break
        named.place = SPACE


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
    before = side.before()
    if side.fleet.retreat is not None or (before is not None and side.text_of(before).casefold() == "or"):
        side.unknown(word)  # `should I defend or retreat`
        return
    fleet = _retreating(side, word)
    ahead = 0
    while (following := side.next(ahead)) and following.kind in (WordKind.FILLER, WordKind.ARTICLE):
        ahead += 1
    if following is not None and following.kind is WordKind.ADJACENT:  # `retreats to an adjacent system after round 1`
        following.used = True
        side.at += ahead + 1
    if (ships := side.ships_ahead()) is not None:
        fleet.retreat, fleet.retreat_ships = 1, ships
        return
    number = side.round_ahead() or side.fought
    if number is None:
        side.note(f"{side.text_of(word)!r} names no round, so the retreat is announced in the first.")
    fleet.retreat = max(1, number or 1)


def _retreating(side: SideReader, word: Lexeme) -> PastedFleet:
    """Return whose retreat is named: of `…, then retreat` without a player that of whom the sentence is about."""
    before = side.before()
    loose = side.is_loose()
    goes_on = side.fought is not None or (before is not None and side.text_of(before).casefold().endswith("then"))
    if side.fleet is not side.home or not (loose or goes_on) or not all(fleet.units for fleet in side.fleets):
        return side.fleet
    mine = [owner_of(words) for words in side.sides.words]
    speaks = WordKind.ME in mine and not side.text_of(word).casefold().endswith("s")  # not `retreats`, `flees`
    if goes_on and side.sides.attacker is not None:
        fleet = side.fleets[side.sides.attacker]
    elif speaks or goes_on:
        fleet = side.fleets[mine.index(WordKind.ME) if speaks else FIRST]
    else:
        fleet = side.home
    if not speaks:
        fleet.loose["The retreat"] = None
    return fleet


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
        ahead = side.words[side.at : side.at + 4]
        side.both = any(one.kind is WordKind.CARD for one in ahead)
        word.used = side.both
        upgrade = next((one for one in ahead if one.kind is WordKind.UPGRADE), None)
        if upgrade is not None and side.unit_ahead() is None and all(fleet.units for fleet in side.fleets):
            side.fleets[1 - side.index].upgraded += side.fleets[1 - side.index].types
            side.home.upgraded += side.home.types
            word.used = True


def _counted_ahead(side: SideReader) -> bool:
    """Tell whether a number and its unit follow the next word."""
    number = side.next(1)
    return number is not None and number.kind in (WordKind.NUMBER, WordKind.ARTICLE) and side.unit_after(2)


def take_divider(side: SideReader, word: Lexeme) -> None:
    """Pass over a verb that parts nothing; `hits` and the like are named, for they would say something else."""
    if side.text_of(word).casefold().split()[0] in LANDS:  # where is said behind it
        return
    number, rounds = side.next(1), side.next(2)
    if number and rounds and number.kind is WordKind.NUMBER and rounds.kind is WordKind.ROUND:
        return  # `fight for 2 rounds`
    if word.value.strong or side.sides.roles[side.index] is not None or not side.home.units:
        return
    side.unknown(word)


def take_end(side: SideReader, word: Lexeme) -> None:
    """End an item, and what a word for a player holds for."""
    side.drop_pending()
    if word.kind is WordKind.LINE and word.value > 1:
        side.last = None
    side.item, side.place, side.card, side.both = [], None, None, False
    if not side.goes_on() and (word.kind is not WordKind.COMMA or word.value != "/"):
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
