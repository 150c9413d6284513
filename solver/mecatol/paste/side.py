"""One side of a battle while its words are read: what is pending, what was named last, what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mecatol.domain.units import GROUND_FORCE, STRUCTURE
from mecatol.effects.named import technologies
from mecatol.paste.battle import Said, categories, of_two_planets
from mecatol.paste.clauses import ENDS, OWNERS, TwoSides
from mecatol.paste.fleet import NamedUnits, PastedFleet
from mecatol.paste.lexing import Lexeme
from mecatol.paste.roles import owner_of
from mecatol.paste.vocabulary import WordKind

ADJECTIVES = (
    WordKind.FACTION,
    WordKind.NEUTRAL,
    WordKind.DAMAGED,
    WordKind.GALVANIZED,
    WordKind.UPGRADE,
    WordKind.BASE,
    WordKind.COLOR,
    WordKind.FILLER,
    WordKind.ADJACENT,
    WordKind.TIMES,
    WordKind.ME,
    WordKind.THEM,
    WordKind.ARTICLE,
    WordKind.ROLE,
    WordKind.EACH,
    WordKind.ALL,
)
"""What may stand between a number and its unit."""
_SAID_TO_HAVE = ("has", "have", "had", "got", "also", "plays", "play", "uses", "use", "gets", "get")
_APART = (*ENDS, WordKind.OPEN, WordKind.CLOSE)
"""What parts clauses."""
_MOST_STRANGE = 2
"""How many words that nothing is known for may stand between a number and its unit."""
_FARTHEST_CONDITION = 9
"""Words of the longest condition of a retreat that is looked for."""
_FARTHEST = 12
"""How many words ahead a number looks for its unit."""


@dataclass
class PendingUnit:
    """What was said of a unit that is still to come."""

    number: Lexeme | None = None
    article: bool = False
    vague: Lexeme | None = None
    no: Lexeme | None = None
    adjectives: list[Lexeme] = field(default_factory=list)
    """Words that it is damaged, galvanized or upgraded."""

    def told(self, kind: WordKind) -> bool:
        """Tell whether a word of a kind was said of it."""
        return any(word.kind is kind for word in self.adjectives)


class SideReader:
    """The words of a side, of which `at` is the next one to be read."""

    def __init__(
        self, index: int, fleets: tuple[PastedFleet, PastedFleet], sides: TwoSides, text: str, edition: str, said: Said
    ) -> None:
        self.home = fleets[index]
        self.fleet = self.home
        self.fleets, self.sides, self.said = fleets, sides, said
        self.index, self.text, self.edition = index, text, edition
        self.words: Sequence[Lexeme] = sides.words[index]
        self.at = 0
        self.pending = PendingUnit()
        self.last: NamedUnits | None = None
        self.item: list[NamedUnits] = []
        """The units named since the last comma."""
        self.place: str | None = None
        self.card: str | None = None
        """The technology or card named just before."""
        self.both = False
        """Whether the cards that are named next are both sides'."""
        self.fought: int | None = None
        """For how many rounds a player was said to fight before they retreat."""
        self.factions = _factions_of(sides.words, said.franken)
        """The faction that each side is said to be of anywhere in its words."""
        self.listed = counts_behind(self.words)

    def goes_on(self) -> bool:
        """Tell whether a comma goes on with what a player behind the units was said to have: `he has …, …`."""
        before, comma = self.before(), self.words[self.at - 1]
        if comma.kind is not WordKind.COMMA or comma.value not in (",", "/") or self.fleet is self.home:
            return False
        kinds = set()
        for word in self.words[self.at :]:
            if word.kind in _APART:
                break
            kinds.add(word.kind)
        listed = kinds & {WordKind.CARD, WordKind.UNIT} and not kinds & {*OWNERS, WordKind.ROLE, WordKind.ON}
        ranged = any(word.kind is WordKind.RANGE for word in self.words[max(0, self.at - _FARTHEST) : self.at])
        return bool(listed) and not ranged and before is not None and before.kind is not WordKind.CLOSE

    def speaks_anew(self) -> bool:
        """Tell whether the word being read may be about either side: behind the units, as in `…, Sol retreats`."""
        before = self.before()
        begins = before is not None and before.kind in (*ENDS, WordKind.AND)
        return bool(self.home.units) and (begins or self.is_said_to_have())

    def is_said_to_have(self) -> bool:
        """Tell whether what follows says what the player just named has: `he has`, `Sol plays`."""
        following = self.next()
        if self.text_of(self.words[self.at - 1]).casefold().endswith(("have", "'ve", "’ve")):
            return True
        return following is not None and self.text_of(following).casefold() in _SAID_TO_HAVE

    def clause(self) -> Sequence[Lexeme]:
        """Return the words of the clause that the word being read stands in."""
        here = self.at - 1
        begin = next((at + 1 for at in range(here - 1, -1, -1) if self.words[at].kind in _APART), 0)
        end = next((at for at in range(here, len(self.words)) if self.words[at].kind in _APART), len(self.words))
        return self.words[begin:end]

    def is_loose(self) -> bool:
        """Tell whether the clause being read stands behind both sides' units and names neither units nor a player.

        So of `2 dreads vs 5 cruisers, with emergency repairs`: it may be said of either side.
        """
        clause = self.clause()
        if self.fleet is not self.home or not all(fleet.units for fleet in self.fleets) or self.both or not clause:
            return False
        earlier = [word for word in self.words if word.end <= clause[0].start]
        while earlier and earlier[-1].kind is WordKind.OPEN:  # a bracket behind a sentence is apart, as the sentence is
            earlier.pop()
        before = earlier[-1] if earlier else None
        if any(word.kind is WordKind.COLON for word in self.words[: self.at]):
            return False  # `Sol: 2 dreads, direct hit`
        told = (WordKind.UNIT, WordKind.ROLE, WordKind.EACH, *OWNERS)
        apart = before is not None and before.kind in ENDS
        listed = any(word.kind is WordKind.UNIT for word in self.words[self.at :])
        return apart and not listed and not any(word.kind in told for word in clause)

    def speak_of(self, fleet: PastedFleet) -> None:
        """Let the next words be about a fleet of either side."""
        self.fleet, self.last, self.item, self.card = fleet, fleet.units[-1] if fleet.units else None, [], None

    def index_of(self, kind: WordKind) -> int:
        """Return which side `I` or `they` stands for, by place: as other words tell, else `I` am named first."""
        owners = [owner_of(words) for words in self.sides.words]
        other = WordKind.THEM if kind is WordKind.ME else WordKind.ME
        if kind in owners:
            return owners.index(kind)
        if other in owners:
            return 1 - owners.index(other)
        return self.sides.speaker if kind is WordKind.ME else 1 - self.sides.speaker

    def faction_of(self, index: int) -> str | None:
        """Return the faction of a side, as far as its words tell."""
        return self.fleets[index].faction or self.factions[index]

    def share(self, slug: str) -> None:
        """Let the other side have a card as well."""
        for fleet in self.fleets:
            fleet.owned.setdefault(slug, self.fleet.owned.get(slug, 1))

    def text_of(self, word: Lexeme) -> str:
        """Return a word as it was written."""
        return self.text[word.start : word.end]

    def next(self, ahead: int = 0) -> Lexeme | None:
        """Return the next word, or one further ahead; None at the end."""
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else None

    def next_is(self, *kinds: WordKind) -> bool:
        """Tell whether the next word is of one of these kinds."""
        word = self.next()
        return word is not None and word.kind in kinds

    def before(self) -> Lexeme | None:
        """Return the word before the one that is being read."""
        return self.words[self.at - 2] if self.at >= 2 else None

    def unit_ahead(self) -> Lexeme | None:
        """Return the unit that follows, with no more than adjectives before it."""
        strange = 0
        for word in self.words[self.at : self.at + _FARTHEST]:
            if word.kind is WordKind.UNIT:
                return word
            strange += word.kind is WordKind.WORD
            if (word.kind is not WordKind.WORD and word.kind not in ADJECTIVES) or strange > _MOST_STRANGE:
                return None
        return None

    def note(self, sentence: str) -> None:
        """Note how something was read that has two readings, once."""
        if sentence not in self.home.notes:
            self.home.notes.append(sentence)

    def stop_after(self, rounds: int) -> bool:
        """Let the combat stop after so many rounds; False where another number was said before."""
        before = self.said.stop_after
        self.said.stop_after = before or rounds
        return before in (None, rounds)

    def ships_ahead(self) -> int | None:
        """Take `if 1 ship is left` for how many ships there are at most when a retreat is announced."""
        ahead, number, condition, ships = 0, None, False, False
        while (following := self.next(ahead)) and ahead < _FARTHEST_CONDITION:
            low = following.said(self.text)
            condition = condition or low in ("if", "when", "once", "with")
            if following.kind in (WordKind.NUMBER, WordKind.ARTICLE) and number is None:
                number = following
            elif low in ("ship", "ships"):
                ships = True
            elif low in ("left", "remain", "remains", "remaining"):
                if not (number and condition and ships):
                    return None
                for word in self.words[self.at : self.at + ahead + 1]:
                    word.used = True
                self.at += ahead + 1
                return int(number.value)
            elif following.kind not in (WordKind.FILLER, WordKind.THEM, WordKind.ME, WordKind.WITH):
                return None
            ahead += 1
        return None

    def round_ahead(self, named: bool = False) -> int | None:
        """Take what follows if it names a round: `after round 1`, `in the first round`; it may have to be `named`."""
        here, number, rounds = self.at, None, False
        taken: list[Lexeme] = []
        while following := self.next():
            low = following.said(self.text)
            if following.kind is WordKind.NUMBER and number is None:
                number = following.value
            elif following.kind is WordKind.ROUND and not rounds:
                rounds = not (named and low == "rounds" and "after" not in [one.said(self.text) for one in taken])
                if not rounds:  # `morale boost for 2 rounds`
                    break
            elif following.kind not in (WordKind.IN, WordKind.ON, WordKind.FILLER) and low not in (
                "after",
                "before",
                "start",
                "end",
            ):
                break
            taken.append(following)
            self.at += 1
        if number is None or (not rounds and (named or self.unit_ahead() is not None)):
            self.at = here
            return None
        for word in taken:
            word.used = True
        return int(number)

    def unknown(self, *words: Lexeme | None) -> None:
        """Note that words were not understood."""
        for word in words:
            if word is not None:
                word.used = False

    def take_pending(self) -> PendingUnit:
        """Return what is pending, which it is no longer."""
        pending, self.pending = self.pending, PendingUnit()
        return pending

    def drop_pending(self) -> None:
        """Name what was said of a unit that did not come."""
        pending = self.take_pending()
        self.unknown(pending.number, pending.no, *pending.adjectives)

    def drop_number(self) -> None:
        """Name a number that counted nothing."""
        self.unknown(self.pending.number)
        self.pending.number = None

    def unit_after_next(self) -> bool:
        """Tell whether a unit follows the next word."""
        self.at += 1
        ahead = self.unit_ahead()
        self.at -= 1
        return ahead is not None

    def unit_after(self, ahead: int) -> bool:
        """Tell whether a unit follows so many words further ahead."""
        here, self.at = self.at, self.at + ahead
        found = self.unit_ahead() is not None
        self.at = here
        return found

    def hold(self, slug: str, count: int, instead: bool = False) -> None:
        """Let the side have a technology, or so many copies of a card beside those it has, or instead of them."""
        name = technologies().get(slug)
        if name is not None and count > 1:
            self.home.left_out.append(f"Of {count} {name}, one was taken: a technology is there once.")
            count = 1
        before = self.fleet.owned.get(slug, 0)
        if before and count and name is None and not instead:
            count += before
            self.note(f"You named a card more than once, so it counts {count} times.")
        if count:
            self.fleet.owned[slug] = count
        else:
            self.fleet.owned.pop(slug, None)

    def move(self, place: str, units: list[NamedUnits]) -> None:
        """Put units on a planet, ships aside."""
        if self.fleet.planet not in (None, place):
            self.note(of_two_planets(place))
        self.fleet.planet = place
        for named in units:
            if categories(named.type) & {GROUND_FORCE, STRUCTURE}:
                named.place = place

    def is_past_last(self) -> bool:
        """Tell whether the word being read is no longer about the unit named last."""
        return self.last is None or self.pending.number is not None or self.is_behind_no_unit()

    def is_behind_no_unit(self) -> bool:
        """Tell whether the word before the one being read is no part of a unit's name."""
        before = self.before()
        return before is None or before.kind not in (WordKind.UNIT, WordKind.OPEN, WordKind.UPGRADE)


def _without_units(words: Sequence[Lexeme]) -> list[Lexeme]:
    return [word for word in words if word.kind is not WordKind.UNIT]


def _factions_of(sides: Sequence[Sequence[Lexeme]], franken: bool) -> list[str | None]:
    """Return the factions of both sides, as their words tell them first; a unit tells none in a game of Franken."""
    if franken:
        sides = [_without_units(words) for words in sides]
    found = [_faction_of(words) for words in sides]
    for index, words in enumerate(sides):
        if found[index] == found[1 - index]:  # `Sol 2 carriers vs 3 destroyers, Sol retreats`
            found[index] = _faction_of(words, before_units_end=True)
    return found


def _faction_of(words: Sequence[Lexeme], before_units_end: bool = False) -> str | None:
    """Return the faction that words tell first, by slug; or only as far as the first stop behind units."""
    armed = False
    for word in words:
        armed = armed or word.kind is WordKind.UNIT
        if before_units_end and armed and word.kind in ENDS:
            return None
        if word.kind is WordKind.FACTION or word.faction:
            return str(word.faction or word.value)
        if word.kind is WordKind.UNIT and word.value.faction:
            return str(word.value.faction)
    return None


def _about_units(words: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """Yield words without the numbers that stand behind a card and what is said of it: `(4 trade goods)`."""
    of_card = False
    for word in words:
        if word.kind is WordKind.CARD:
            of_card = True
        elif word.kind in (WordKind.UNIT, *ENDS):
            of_card = False
        if not (of_card and word.kind is WordKind.NUMBER):
            yield word


def counts_behind(words: Sequence[Lexeme]) -> bool:
    """Tell whether numbers stand behind their units: `dn 3 ca 2`, not all of them a 2."""
    told = [word for word in _about_units(words) if word.kind in (WordKind.UNIT, WordKind.NUMBER, WordKind.UPGRADE)]
    if len(told) < 4 or len(told) % 2 or any(word.attached for word in told):
        return False
    pairs = list(zip(told[::2], told[1::2], strict=True))
    behind = all(unit.kind is WordKind.UNIT and number.kind is WordKind.NUMBER for unit, number in pairs)
    return behind and any(number.value != 2 for _, number in pairs)
