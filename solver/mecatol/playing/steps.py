"""What a battle comes to next: a roll, a choice, or its end, with the ways on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mecatol.game.model import Game
from mecatol.game.state import State
from mecatol.probability.dice import Dice, Number

type Odds = tuple[Number, ...]
"""The chances of the ends that a battle may have, in the order in which its walk lists them; they sum to 1."""

ROLL, WHICH, LOSSES, CHOICE, OVER = "roll", "which", "losses", "choice", "over"
"""The kinds of step: dice fall; something else that chance decides; hits are assigned; another choice; the end."""


class Shown(NamedTuple):
    """Units to which something happens."""

    player: int
    verb: str
    """`lose`, `sustain with`, `gain` or `repair`."""
    number: int
    unit: str
    """The type of unit, a key of UNIT_TYPES."""


class WayOn(NamedTuple):
    """One way on from a step."""

    token: str
    """What a history has for it, of the letters a to z, digits, and + - . only."""
    words: str
    then: Callable[[], TableStep]
    """Returns the step that follows."""
    chance: Number | None = None
    """Its chance where chance decides; None where a player chooses."""
    hits: int | None = None
    """The hits that it stands for, in a roll."""
    odds: Callable[[], Odds] | None = None
    """Returns the odds after a choice; the step that follows has the same."""
    owner: int | None = None
    """Whose card it is that is held back or played, by index; None where it is no card."""
    shows: tuple[Shown, ...] = ()
    """What changes, to be drawn."""


@dataclass(frozen=True)
class TableStep:
    """What is asked of the table at a moment of a battle."""

    kind: str
    title: str
    """The part of the action, with the number of the round."""
    clause: str
    words: str
    """What happens now, as a sentence."""
    player: int | None
    """Whose turn it is, by index; None for nobody's."""
    game: Game
    """The game in which it happens: its units are those of the position."""
    position: State
    """Everybody's units."""
    odds: Callable[[], Odds]
    """Returns the odds from here if the players go on as the battle is set."""
    ways: Sequence[WayOn] = ()
    """Where chance decides all of them; where a player chooses, first what the policy of that player does."""
    extras: Sequence[WayOn] = ()
    """What players may announce before, and do with their cards."""
    dice: tuple[Dice, ...] = ()
    listed: bool = True
    """Whether the ways are all that are lawful: where they are too many they are those of the named orders."""
    searched: Callable[[], Sequence[Odds | None]] | None = None
    """Returns the odds after each way to take hits where both sides lose units best from then on.

    None for a way that does not promise to be the best and for which no time is left. Raises LimitError where the time
    that is granted does not suffice for the promising ones.
    """
    passed: bool = False
    """Whether a history may leave it out: it asks about a card alone, and the first way is what happens then."""
    notes: tuple[str, ...] = field(default=())
    """What has happened by itself on the way here, as sentences."""

    def with_notes(self, more: Sequence[str]) -> TableStep:
        """Return the step after these things have happened before it."""
        return replace(self, notes=tuple(dict.fromkeys([*more, *self.notes]))) if more else self

    @property
    def chances(self) -> list[Number]:
        """The chances of 0, 1, 2, … hits of a roll."""
        found: list[Number] = [0] * (1 + max(way.hits or 0 for way in self.ways))
        for way in self.ways:
            found[way.hits or 0] += way.chance or 0
        return found


def distinct(ways: Sequence[WayOn]) -> tuple[WayOn, ...]:
    """Return ways with the tokens of later ones changed where an earlier one has the same."""
    seen: dict[str, int] = {}
    found = []
    for way in ways:
        seen[way.token] = number = seen.get(way.token, 0) + 1
        found.append(way._replace(token=f"{way.token}.{number}") if number > 1 else way)
    return tuple(found)


def mean_of(odds: Sequence[tuple[Number, Odds]]) -> Odds:
    """Return the odds where each of these holds with its chance."""
    found: list[Number] = [0] * len(odds[0][1])
    for part, each in odds:
        for place, chance in enumerate(each):
            found[place] += part * chance
    return tuple(found)
