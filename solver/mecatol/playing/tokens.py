"""The plain tokens of a history: what fell, and what was chosen.

A roll is its number of hits, and the dice where somebody wants to see them again: `2.8529` is two hits with an 8, a 5,
a 2 and a 9, in the order of the dice; a 10 is written as it is printed on the die, 0. A difference between two
positions is a player's letter with what changes: `b+2n-1f` says that the second player sustains with two dreadnoughts
and loses a fighter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mecatol.domain.counts import in_words
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import planet_name
from mecatol.game.model import Game, Side
from mecatol.game.recast import shown
from mecatol.game.state import Force, Holdings, State
from mecatol.playing.steps import Odds, Shown, TableStep, WayOn
from mecatol.probability.dice import SIDES, Dice, Number, side_hits

_ROLL = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,20}))?")
_MOST = 20
"""The longest difference that is written out; a longer one is told by its place among the ways."""
_LETTERS = {
    "fighter": "f", "infantry": "i", "destroyer": "d", "cruiser": "c", "carrier": "v", "dreadnought": "n",
    "war-sun": "w", "flagship": "a", "mech": "m", "pds": "p", "space-dock": "k",
}  # fmt: skip
"""The letter of each type of unit."""


class Fallen(NamedTuple):
    """A roll as a history has it."""

    hits: int
    dice: tuple[int, ...] = ()
    """What the dice show, 1 to 10, in their order; nothing where only the hits are known."""


def fallen(token: str) -> Fallen | None:
    """Return what a token says of a roll, None where it says nothing of one."""
    read = _ROLL.fullmatch(token)
    if read is None:
        return None
    return Fallen(int(read[1]), tuple([int(digit) or SIDES for digit in read[2] or ""]))


def token_of_roll(hits: int, dice: Sequence[int] = ()) -> str:
    """Return the token of a roll; dice that are too many for one are left out."""
    shown = "".join(str(die % SIDES) for die in dice)
    token = f"{hits}.{shown}" if shown else str(hits)
    return token if _ROLL.fullmatch(token) else str(hits)


def each_die(dice: Sequence[Dice]) -> list[Dice]:
    """Return what each die of a roll is, one by one, in the order in which a token has them."""
    return [d for d in dice for _ in range(d.dice)]


def hits_shown(dice: Sequence[Dice], shown: Sequence[int]) -> int | None:
    """Return how many of the dice that are shown hit; None where they tell only a part, as with rerolls."""
    if any(d.reroll or d.bonus_hits or d.mark or d.at_risk is not None for d in dice):
        return None
    each = each_die(dice)
    return sum(map(side_hits, each, shown)) if len(each) == len(shown) else None


class Change(NamedTuple):
    """What differs between two positions for one type of unit of a player in a place."""

    unit: str
    place: str
    """SPACE, ADJACENT or a planet's slug."""
    number: int
    """How many more there are; negative: fewer."""
    damaged: int
    """How many more of those that are left are damaged; negative: fewer."""


def kind_of(side: Side, unit: str) -> str:
    """Return the type of unit, a key of UNIT_TYPES, that a stack of a player is shown as."""
    return side.units[unit].kind if unit in side.units else shown(unit)


def changes(before: Holdings, after: Holdings) -> list[Change]:
    """Return what differs between what a player has in two positions."""
    places = {SPACE: (before.space, after.space), ADJACENT: (before.adjacent, after.adjacent)}
    for planet in dict.fromkeys([*(slug for slug, _ in before.planets), *(slug for slug, _ in after.planets)]):
        places[planet] = before.at(planet), after.at(planet)
    return [change for place, (old, new) in places.items() for change in _of_force(place, old, new)]


def _of_force(place: str, before: Force, after: Force) -> list[Change]:
    old = {there.unit: there for there in before}
    new = {there.unit: there for there in after}
    found = []
    for unit in dict.fromkeys([*old, *new]):
        was, now = old.get(unit), new.get(unit)
        number = (now.total if now else 0) - (was.total if was else 0)
        hurt, left = (was.damaged if was else 0), (now.damaged if now else 0)
        if number < 0:  # the damaged ones are lost first
            hurt = max(0, hurt + number)
        if number or left != hurt:
            found.append(Change(unit, place, number, left - hurt))
    return found


def token_of_change(game: Game, before: State, after: State, place: int) -> str:
    """Return the token of what changes between two positions; `place` is that among the ways, for very long ones."""
    parts = []
    for player, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        some = "".join(_short(game.sides[player], change) for change in changes(old, new))
        if some:
            parts.append(f"{'abcdefgh'[player]}{some}")
    token = "".join(parts) or "none"
    return token if len(token) <= _MOST else f"w{place}"


def _short(side: Side, change: Change) -> str:
    letter = _LETTERS.get(kind_of(side, change.unit), "x")
    found = f"-{-change.number}{letter}" if change.number < 0 else ""
    found += f"g{change.number}{letter}" if change.number > 0 else ""
    found += f"+{change.damaged}{letter}" if change.damaged > 0 else ""
    return found + (f"r{-change.damaged}{letter}" if change.damaged < 0 else "")


def shown_change(game: Game, before: State, after: State) -> tuple[Shown, ...]:
    """Return what changes between two positions, to be drawn."""
    return tuple([
        Shown(player, verb, number, kind_of(game.sides[player], change.unit))
        for player, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        for change in changes(old, new)
        for verb, number in _verbs(change)
    ])  # fmt: skip


def _verbs(change: Change) -> Iterator[tuple[str, int]]:
    """Yield what happens to units of a type, with how many of them."""
    more, hurt = change.number, change.damaged
    for verb, number in (("sustain with", hurt), ("lose", -more), ("gain", more), ("repair", -hurt)):
        if number > 0:
            yield verb, number


def words_of_change(game: Game, before: State, after: State, own: int | None = None) -> str:
    """Return what changes between two positions as a player would say it; `own` is whose units go unnamed."""
    said = []
    for player, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if some := changes(old, new):
            side = game.sides[player]
            several = len({change.place for change in some}) > 1
            told = _told(side, some, several)
            said.append(told if player == own else f"{side.name}: {told}")
    return "; ".join(said) or "nothing is lost"


def _told(side: Side, some: Sequence[Change], several: bool) -> str:
    doing: dict[str, list[str]] = {}
    for change in some:
        kind = kind_of(side, change.unit)
        where = f" on {planet_name(change.place)}" if several and change.place not in (SPACE, ADJACENT) else ""
        for verb, number in _verbs(change):
            doing.setdefault(verb, []).append(f"{number} {in_words(kind, number)}{where}")
    return ", ".join(f"{verb} {' and '.join(units)}" for verb, units in doing.items())


def way_by_change(
    game: Game, before: State, after: State, place: int, then: Callable[[], TableStep], *,
    own: int | None = None, chance: Number | None = None, odds: Callable[[], Odds] | None = None,
) -> WayOn:  # fmt: skip
    """Return a way on that is told by what it changes; `place` is that among the ways, `own` whose units go unnamed."""
    token, words = token_of_change(game, before, after, place), words_of_change(game, before, after, own)
    return WayOn(token, words, then, chance, odds=odds, shows=shown_change(game, before, after))
