"""Dice rolled on the screen, from a seed that is shown, and how rare the rolls of a battle were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from mecatol.playing.steps import ROLL, TableStep
from mecatol.playing.tokens import each_die, hits_shown, token_of_roll
from mecatol.probability.dice import SIDES, TIE, Number, convolved, roll

_WORD = (1 << 64) - 1


def _numbers(seed: int) -> Iterator[int]:
    """Yield numbers of 64 bits that look random: a counter, well stirred (SplitMix64)."""
    state = seed & _WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        yield mixed ^ (mixed >> 31)


def fall(step: TableStep, seed: int) -> str:
    """Return the token of what chance brings at a step: dice where they alone decide it, else one of the ways."""
    numbers = _numbers(seed)
    if step.kind == ROLL and dice_decide(step):
        shown = [1 + number * SIDES // (_WORD + 1) for number in islice(numbers, len(each_die(step.dice)))]
        return token_of_roll(hits_shown(step.dice, shown) or 0, shown)
    left = next(numbers) / (_WORD + 1)
    for way in step.ways:
        left -= float(way.chance or 0)
        if left < 0:
            return way.token
    return step.ways[-1].token


def dice_decide(step: TableStep) -> bool:
    """Tell whether the hits of a roll are those that its dice show: nothing rolls them again or adds to them."""
    if not step.dice or hits_shown(step.dice, [1] * len(each_die(step.dice))) is None:
        return False
    by_dice, asked = roll(step.dice).chances(False), step.chances
    return len(by_dice) == len(asked) and all(
        abs(float(one) - float(other)) < TIE for one, other in zip(by_dice, asked, strict=True)
    )


class Luck(NamedTuple):
    """How a player has rolled so far."""

    player: int
    hits: int
    expected: float
    """The hits that these dice make on average."""
    at_least: float
    """The chance that these dice make as many hits, or more."""
    at_most: float
    """The chance that they make as many, or fewer."""


def luck(rolls: Iterable[tuple[int, Sequence[Number], int]]) -> list[Luck]:
    """Return how each player has rolled; of each roll: the player, the chances of 0, 1, 2, … hits, and the hits."""
    together: dict[int, tuple[Sequence[Number], int]] = {}
    for player, chances, hits in rolls:
        before, sofar = together.get(player, ((1,), 0))
        together[player] = convolved(before, chances), sofar + hits
    found = []
    for player, (chances, hits) in sorted(together.items()):
        mean = float(sum(number * chance for number, chance in enumerate(chances)))
        at_least, at_most = float(sum(chances[hits:])), float(sum(chances[: hits + 1]))
        found.append(Luck(player, hits, mean, min(1.0, at_least), min(1.0, at_most)))
    return found
