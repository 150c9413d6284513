"""Where one side of a battle ends and the other begins, and which of them attacks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mecatol.domain.units import SHIP
from mecatol.errors import fault
from mecatol.paste.battle import categories
from mecatol.paste.clauses import CLOSED, ENDS, HAS, LANDS, OWNERS, TwoSides, Words, has_units
from mecatol.paste.lexing import Lexeme
from mecatol.paste.roles import MOST_HEARD, hear, is_suffered, owner_of
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind

_SENDING = ("send", "sends", "sending", "sent", "throw", "throws", "throwing")
_LOSING = ("lose", "loses", "lost", "losing")


def divide(lexemes: list[Lexeme], text: str) -> TwoSides:
    """Return the two sides of a text.

    They stand on either side of `vs` or of a verb (`beat`, `attacked by`, `->`), behind `Attacker:` and `Defender:`, on
    two lines, in two sentences, or behind words for the players (`I have …, she has …`).
    Raises ScenarioError for a third side, and where there is only one.
    """
    title, lexemes = _title(lexemes)
    words = Words(lexemes, text)
    cuts = _cuts(words)
    ways = (
        _between,
        _sent_at,
        _by_role,
        _object_first,
        _by_block,
        _by_head,
        _by_one_role,
        _by_owner,
        _by_beneficiary,
        _by_sign,
        _for_both,
    )
    strong = any(words.all[at].value.strong for at in cuts)
    sides = _acts_with(words) or (None if strong else _defends(words)) or (_around(words, cuts) if cuts else None)
    for way in () if sides else ways:
        if sides := way(words):
            break
    if sides is None:
        message = "names one side; put 'vs' between two, as in '5 cruisers vs 1 war sun'"
        if "how many" in text.casefold():
            message = "asks how many and names one side; try a number for both, as in '5 cruisers vs 1 war sun'"
        raise fault("text", message, text[:200])
    if title:
        for faction, side in zip((title[0], title[2]), sides.words, strict=True):
            side.insert(0, faction)
        if sides.attacker is None:
            sides.attacker = title[1].value.attacker
    _refuse_further_bombardment(sides, text)
    _landing(sides, text)
    _opening(sides, text)
    _identity(sides, text)
    for index in (FIRST, SECOND):
        hear(sides, index, text)
    return sides


def _says_same(word: Lexeme, other: Lexeme) -> bool:
    return word.kind is other.kind and word.value == other.value


def _place_of(told: Lexeme, words: Sequence[Lexeme]) -> int:
    """Return where words say the same as one of them for the first time; behind their end where they never do."""
    return next((at for at, word in enumerate(words) if _says_same(word, told)), len(words))


def _title(lexemes: list[Lexeme]) -> tuple[list[Lexeme], list[Lexeme]]:
    """Return the words of a title, `Sol vs Hacan:`, and those behind it; all words where there is none."""
    ends = (WordKind.COLON, *ENDS)
    told = [(at, word) for at, word in enumerate(lexemes[:12]) if word.kind is not WordKind.FILLER][:4]
    kinds = [word.kind for _, word in told]
    players = len(kinds) == 4 and kinds[0] in OWNERS[2:] and kinds[2] in OWNERS[2:]
    if not players or kinds[1] is not WordKind.DIVIDER or kinds[3] not in ends:
        return [], lexemes
    rest = lexemes[told[3][0] + 1 :]
    again = [_place_of(one, rest) for _, one in (told[0], told[2])]
    if told[1][1].value.strong and has_units(rest[min(again) : max(again)]) and has_units(rest[max(again) :]):
        return [], rest  # `Hacan vs Sol. Hacan has …, Sol has …`
    dividers = [at for at, word in enumerate(rest) if word.kind is WordKind.DIVIDER]
    if not any(has_units(rest[:at]) and has_units(rest[at:]) for at in dividers[:5]):
        return [], lexemes
    return [word for _, word in told[:3]], rest


def _cuts(words: Words) -> list[int]:
    """Return the dividers that part sides, by place.

    A strong one (`vs`) always does, unless nothing at all is said before it; of verbs the first that has units on
    both sides, where there is no `vs`.
    """
    dividers, end = words.places(WordKind.DIVIDER), len(words.all)
    strong: list[int] = []
    for at in dividers:
        if words.all[at].value.strong and words.told(strong[-1] + 1 if strong else 0, at):
            strong.append(at)
    return strong or [at for at in dividers if words.all[at].value.parts and words.parted(0, end, at)][:1]


def _opening(sides: TwoSides, text: str) -> None:
    """Take `I want to attack Sol.` before both sides for who attacks, and for whose faction that is."""
    words = Words(sides.words[FIRST], text)
    verb = next(iter(words.places(WordKind.DIVIDER)), None)
    end = next((at for at in words.places(*CLOSED) if verb is not None and at > verb), None)
    if verb is None or end is None or words.armed(0, end):
        return
    before, target = [word for word in words.all[:verb] if word.kind in OWNERS], words.next(verb)
    rest = (words.all[end:], sides.words[SECOND])
    if _by_title(sides, words, verb, rest):
        return
    mine = _mine(rest)
    i_act = any(word.kind is WordKind.ME for word in before)
    if mine is None or not (i_act or (before and target is not None and target.kind is WordKind.ME)):
        return
    acting = mine if i_act else 1 - mine
    attacker = words.all[verb].value.attacker
    if attacker is not None:
        attacks = (attacker == FIRST) is not is_suffered(words, verb)
        sides.roles[acting if attacks else 1 - acting] = FIRST
    sides.words = rest
    rest[FIRST][:0] = [word for word in words.all[:end] if word.kind not in (*OWNERS, WordKind.DIVIDER)]
    rest[acting][:0] = [word for word in before if word.kind in OWNERS[2:]]
    rest[1 - acting][:0] = [target] if target is not None and target.kind in OWNERS[2:] else []


def _refuse_further_bombardment(sides: TwoSides, text: str) -> None:
    """Raise ScenarioError for `6 infantry vs 4 infantry after bombardment by 2 dreads`: whose are these?"""
    words = Words(sides.words[SECOND], text)
    for at in words.places(WordKind.STEP):
        if words.all[at].value == "bombardment" and words.parted(0, len(words.all), at):
            said = text[words.all[at].start : words.all[-1].end]
            raise fault("text", f"names units behind {said[:40]!r}; name all units of a side together", said[:200])


def _landing(sides: TwoSides, text: str) -> None:
    """Give the units of `3 dreads bombard 4 infantry and land 3 infantry` that land to the side that acts."""
    for index in (FIRST, SECOND) if sides.attacker is not None else ():
        words = Words(sides.words[index], text)
        for at, word in enumerate(words.all):
            before, following = words.all[at - 1] if at else None, words.next(at)
            begins = before is not None and (before.kind in (*ENDS, WordKind.AND) or before.said(text) == "then")
            counted = following is not None and following.kind in (WordKind.NUMBER, WordKind.ARTICLE)
            if word.said(text) in LANDS and begins and counted and words.parted(0, len(words.all), at):
                sides.step = None if sides.step == "bombardment" else sides.step
                if index != sides.attacker:
                    ends = [place for place in words.places(*ENDS, WordKind.ON) if place > at]
                    landing = words.all[at : min(ends, default=len(words.all))]
                    sides.words[1 - index].extend(landing)
                    del sides.words[index][at : at + len(landing)]
                break


def _sides_saying(word: Lexeme | None, sides: Sequence[Sequence[Lexeme]]) -> list[int]:
    """Return the sides among whose words one says the same; none where there is no such word."""
    if word is None:
        return []
    return [index for index in (FIRST, SECOND) if _place_of(word, sides[index]) < len(sides[index])]


def _by_title(sides: TwoSides, words: Words, verb: int, rest: tuple[list[Lexeme], list[Lexeme]]) -> bool:
    """Take `Tom attacks Jerry.` before both sides, each of which names one of them, for who attacks."""
    before = [word for word in words.all[:verb] if word.kind in OWNERS[2:]]
    found = [_sides_saying(word, rest) for word in (*before[-1:], words.next(verb))]
    attacker = words.all[verb].value.attacker
    if len(found) != 2 or attacker is None or sorted(found) != [[FIRST], [SECOND]]:
        return False
    attacks = (attacker == FIRST) is not is_suffered(words, verb)
    sides.roles[found[0 if attacks else 1][0]] = FIRST
    sides.words = rest
    return True


def _mine(sides: Sequence[Sequence[Lexeme]]) -> int | None:
    """Return which side is that of whoever speaks; None where nothing tells."""
    owners = [owner_of(side) for side in sides]
    if WordKind.ME in owners:
        return owners.index(WordKind.ME)
    return 1 - owners.index(WordKind.THEM) if WordKind.THEM in owners else None


def _identity(sides: TwoSides, text: str) -> None:
    """Give the faction of `I'm Jol-Nar.` to the side of whoever speaks, wherever it stands."""
    mine = _mine(sides.words)
    if mine is None:
        return
    words = Words(sides.words[1 - mine], text)
    for at in words.places(WordKind.FACTION):
        subject, behind = words.subject(at), words.next(at)
        if subject and subject.kind is WordKind.ME and (behind is None or behind.kind in CLOSED):
            sides.words[mine].insert(0, sides.words[1 - mine].pop(at))
            return


def _acts_with(words: Words) -> TwoSides | None:
    """Return the sides of `Sol has 2 carriers, Letnev attacks with 2 dreads`: what follows `with` is who acts."""
    dividers = words.places(WordKind.DIVIDER)[:MOST_HEARD]
    if any(words.all[at].value.strong for at in dividers):
        return None
    for at in dividers:
        following, begin = words.next(at), words.clause(at)
        with_own = following is not None and following.kind is WordKind.WITH and words.subject(at) is not None
        apart = words.armed(0, begin) and not words.armed(begin, at) and words.armed(at, len(words.all))
        attacker = words.all[at].value.attacker
        if attacker is not None and with_own and apart:
            words.all[at].kind, words.all[at].used = WordKind.FILLER, True
            return TwoSides(words.at(begin), attacker=1 - attacker)
    return None


def _defends(words: Words) -> TwoSides | None:
    """Return the sides of `6 infantry land, 4 infantry defend with 1 PDS`."""
    for at in words.places(WordKind.DIVIDER)[:MOST_HEARD]:
        begin = next((place + 1 for place in range(at - 1, -1, -1) if words.all[place].kind in ENDS), 0)
        following = words.next(at)
        alone = following is None or following.kind in (WordKind.WITH, *CLOSED)
        said = words.all[at].said(words.text)
        if said in ("defend", "defends") and alone and words.armed(0, begin) and words.armed(begin, at):
            words.all[at].kind, words.all[at].used = WordKind.FILLER, True
            return TwoSides(words.at(begin), roles=[None, SECOND])
    return None


def _around(words: Words, cuts: list[int]) -> TwoSides:
    """Return the sides around dividers. Raises ScenarioError for a third one."""
    parts = words.between(cuts)
    armed = [index for index, part in enumerate(parts) if words.armed(*part)]
    if len(armed) > 2:
        raise words.third(*parts[armed[2]])
    dividers = words.places(WordKind.DIVIDER)
    for begin, end in (parts[index] for index in armed):
        if third := next((at for at in dividers if begin <= at < end and words.parted(begin, end, at)), None):
            raise words.third(third + 1, end)
    second = armed[1] if len(armed) == 2 else len(parts) - 1 if armed in ([], [0]) else armed[0]
    said = [words.all[at].value for at in cuts]
    object_behind = [(following := words.next(at)) is not None and following.kind not in ENDS for at in cuts]
    for at in cuts:
        words.all[at].kind, words.all[at].used = WordKind.FILLER, True
    return TwoSides(
        words.at(parts[second][0]),
        attacker=next((divider.attacker for divider in said if divider.attacker is not None), None),
        step=next((one.step for one, behind in zip(said, object_behind, strict=True) if one.step and behind), None),
    )


def _between(words: Words) -> TwoSides | None:
    """Return the sides of `a fight between 3 cruisers and 2 dreads`: `and` parts them, where there is one alone."""
    start = next(iter(words.places(WordKind.BETWEEN)), None)
    if start is None or words.armed(0, start):
        return None
    ands = [at for at in words.places(WordKind.AND) if at > start and words.parted(start, len(words.all), at)]
    return TwoSides(words.at(ands[0], ands[0] + 1)) if len(ands) == 1 else None


def _sent_at(words: Words) -> TwoSides | None:
    """Return the sides of `if I send 3 cruisers at 2 dreads`: the first `at` with units on both sides parts them.

    So does the `to` of `I lost 2 dreads to 3 destroyers`.
    """
    said = [word.said(words.text) for word in words.all]
    for verbs, link, attacker in ((_SENDING, "at", FIRST), (_SENDING, "to", FIRST), (_LOSING, "to", SECOND)):
        start = next((at for at, text in enumerate(said) if text in verbs), None)
        ends = [] if start is None else [at for at, text in enumerate(said) if at > start and text == link]
        for at in ends:
            if not words.armed(0, start or 0) and words.parted(start or 0, len(words.all), at):
                for place in (start or 0, at):
                    words.all[place].kind, words.all[place].used = WordKind.FILLER, True
                return TwoSides(words.at(at, at + 1), attacker=attacker)
    return None


def _by_role(words: Words) -> TwoSides | None:
    """Return the sides behind the words for attacker and defender."""
    places, end = words.places(WordKind.ROLE), len(words.all)
    for one, other in pairwise(places):
        first, second = words.all[one].value, words.all[other].value
        if first != second and not words.armed(0, one) and words.armed(one, other) and words.armed(other, end):
            return TwoSides(words.at(_head_of_role(words, other)), roles=[first, second])
    return None


def _head_of_role(words: Words, at: int) -> int:
    """Return where `Sol (defender): …` begins, of which the role stands at a place."""
    opened = words.all[at - 1].kind is WordKind.OPEN
    head = words.all[at - 1 - opened] if at > opened else None
    return at - 1 - opened if head and head.kind in (WordKind.FACTION, WordKind.COLOR) else at


def _object_first(words: Words) -> TwoSides | None:
    """Return the sides of `beat 5 cruisers with 1 war sun`: who acts is named last, or before the verb."""
    verb = next((at for at in words.places(WordKind.DIVIDER) if words.all[at].value.parts), None)
    if verb is None or words.armed(0, verb) or words.all[verb + 1].kind is WordKind.WITH:
        return None
    divider = words.all[verb].value
    ways = [at for at, word in enumerate(words.all) if at > verb and _is_with(words, word)]
    ways = [at for at in ways if words.parted(verb, len(words.all), at) and words.is_one_object(verb, at)]
    players = words.places(WordKind.ME, WordKind.THEM)  # `against a carrier with 4 fighters, my 5 cruisers`
    ways = [at for at in ways if not (_carries(words, at) and max(players, default=at) > at)]
    if not ways:
        return None
    at = min(ways, key=lambda at: (_carries(words, at), at))
    attacker = None if divider.attacker is None else 1 - divider.attacker
    acting = [*words.all[:verb], *words.all[at + 1 :]]
    return TwoSides((words.all[verb + 1 : at], acting), attacker=attacker, step=divider.step, speaker=SECOND)


def _is_with(words: Words, word: Lexeme) -> bool:
    """Tell whether a word may stand before what somebody acts with."""
    return word.kind is WordKind.WITH or word.said(words.text) in ("using", "by")


def _carries(words: Words, at: int) -> bool:
    """Tell whether `with` is said of a ship and what it carries: `a carrier with 4 fighters`."""
    before = next((word for word in reversed(words.all[:at]) if word.kind is not WordKind.FILLER), None)
    behind = next((word for word in words.all[at:] if word.kind is WordKind.UNIT), None)
    ship = before is not None and before.kind is WordKind.UNIT and SHIP in categories(before.value.type)
    return ship and behind is not None and behind.value.type in ("fighter", "infantry", "mech")


def _by_block(words: Words) -> TwoSides | None:
    """Return the sides in two blocks of lines, on two lines, behind two heads or in two sentences."""
    lines = words.places(WordKind.LINE)
    for ends, heads in (
        ([at for at in lines if words.all[at].value > 1], False),
        (lines, False),
        (words.places(WordKind.LINE, WordKind.STOP), False),
        (words.places(WordKind.LINE, WordKind.STOP, WordKind.COMMA), True),
    ):
        blocks = words.between(ends)
        armed = [block for block in blocks if words.armed(*block)]
        headed = [block for block in blocks if _headed(words, *block)]
        if len(armed) == 2 and not heads:
            return TwoSides(words.at(armed[1][0]))
        if len(headed) > 2 and all(block in headed for block in armed):
            raise words.third(*armed[2])
        if len(headed) == 2 and words.armed(headed[0][0], headed[1][0]) and words.armed(headed[1][0], len(words.all)):
            return TwoSides(words.at(headed[1][0]))
    return None


def _by_sign(words: Words) -> TwoSides | None:
    """Return the sides on both sides of the only semicolon, slash or bar: `3 ca, 2 dd; 2 dn, 4 ff`."""
    signs = [at for at in words.places(WordKind.COMMA) if words.all[at].value != ","]
    if len(signs) != 1 or not words.parted(0, len(words.all), signs[0]):
        return None
    return TwoSides(words.at(signs[0]))


def _headed(words: Words, begin: int, end: int) -> bool:
    """Tell whether words begin with a head and a colon: `Red: …`."""
    colon = next((at for at in range(begin, min(end, begin + 9)) if words.all[at].kind is WordKind.COLON), None)
    return colon is not None and colon > begin and not words.armed(begin, colon)


def _by_head(words: Words) -> TwoSides | None:
    """Return the sides behind two heads on one line: `A: 3 cruisers B: 2 dreadnoughts`."""
    named = (WordKind.WORD, WordKind.COLOR, WordKind.FACTION, WordKind.ARTICLE)
    ends = [at for at in words.places(WordKind.COLON, WordKind.CLOSE) if at and words.all[at - 1].kind in named]
    if len(ends) != 2 or any(word.kind is WordKind.OPEN for word in words.all):
        return None
    one, other = (at - 1 for at in ends)
    if words.armed(0, one) or not words.armed(one, other) or not words.armed(other, len(words.all)):
        return None
    for head in (one, other):
        words.all[head + 1].kind = WordKind.COLON
        if words.all[head].kind is WordKind.ARTICLE:
            words.all[head].kind, words.all[head].used = WordKind.WORD, False
    return TwoSides(words.at(other))


def _by_one_role(words: Words) -> TwoSides | None:
    """Return the sides around the only word for a role: `4 infantry, defender 2 infantry`."""
    places = words.places(WordKind.ROLE)
    if len(places) != 1 or not words.parted(0, len(words.all), places[0]):
        return None
    following = next((word for word in words.all[places[0] + 1 :] if word.kind is not WordKind.FILLER), None)
    if following is None or following.kind not in (WordKind.NUMBER, WordKind.ARTICLE, WordKind.UNIT, WordKind.COLON):
        return None
    role = words.all[places[0]]
    if words.all[places[0] - 1].kind is WordKind.UNIT and role.said(words.text) in ("atk", "att"):  # a verb
        return TwoSides(words.at(places[0], places[0] + 1), attacker=FIRST)
    return TwoSides(words.at(places[0]), roles=[None, role.value])


def _by_owner(words: Words) -> TwoSides | None:
    """Return the sides of `I have 3 cruisers, she has 2 dreadnoughts`."""
    places = [at for at in words.places(*OWNERS, WordKind.DIVIDER) if _owner_at(words, at)]
    for one, other in pairwise(places):
        different = _owner_at(words, one) != _owner_at(words, other)
        if different and words.armed(one, other) and words.armed(other, len(words.all)):
            return TwoSides(words.at(other))
    return None


def _by_beneficiary(words: Words) -> TwoSides | None:
    """Return the sides of `3 cruisers for me, 2 dreadnoughts for him`, each with its player before it."""
    given = []
    for at in words.places(*OWNERS):
        before, behind = words.all[at - 1] if at else None, words.all[at + 1] if at + 1 < len(words.all) else None
        bracketed = behind is not None and behind.kind is WordKind.CLOSE
        if before is not None and (before.said(words.text) == "for" or (before.kind is WordKind.OPEN and bracketed)):
            given.append(at)
    if len(given) != 2 or _same_player(words, *given):
        return None
    one, other = given
    if not words.armed(0, one) or not words.armed(one, other) or words.armed(other, len(words.all)):
        return None
    first, rest = words.all[:one], words.all[one + 1 :]
    player = rest.pop(other - one - 1)
    return TwoSides(([words.all[one], *first], [player, *rest]))


def _same_player(words: Words, one: int, other: int) -> bool:
    """Tell whether two words are for the same player."""
    return (words.all[one].kind, words.all[one].value) == (words.all[other].kind, words.all[other].value)


def _owner_at(words: Words, at: int) -> object:
    """Return the player that a word begins to speak of; None for none, or where it is whom a verb acts on."""
    word = words.all[at]
    if word.kind is WordKind.DIVIDER:  # `attacked by` somebody
        passive = word.value.attacker == SECOND and not words.armed(0, at)
        return WordKind.THEM if passive and is_suffered(words, at) else None
    if at and words.all[at - 1].kind is WordKind.DIVIDER:
        return None
    if word.kind in (WordKind.ME, WordKind.THEM):
        return word.kind
    behind = [(one, one.said(words.text)) for one in words.all[at + 1 : at + 4]]
    said = next(((one, low) for one, low in behind if one.kind is not WordKind.FILLER or low in HAS), None)
    begins = said is not None and (said[0].kind in (WordKind.DIVIDER, WordKind.NUMBER) or said[1] in HAS)
    return word.value if begins else None


def _for_both(words: Words) -> TwoSides | None:
    """Return the sides of `3 cruisers each`: both have the same."""
    return TwoSides((words.all, []), both=True) if words.places(WordKind.EACH) else None
