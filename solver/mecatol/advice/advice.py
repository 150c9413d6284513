"""What would change it: every variation of a scenario solved, and how many points it moves the chance of winning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from mecatol.advice.forces import Data
from mecatol.advice.variations import Variation, unused, variations
from mecatol.advice.winning import EACH, chances, kept, stakes
from mecatol.errors import LimitError, ScenarioError

_CLOSE = 1e-9
"""How much sums of floats may differ that are the same."""


class MeasuredChange(NamedTuple):
    """What a variation does to the chance of winning of the player whose it is."""

    player: str
    kind: str
    """What it changes: one of `mecatol.advice.variations.KINDS`."""
    text: str
    scenario: Data
    chance: float
    """The player's chance of winning then, in 0..1."""
    points: float
    """How many percentage points more that is than now."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


class Refusal(NamedTuple):
    """A variation that the rules or the solver refuse, and why."""

    player: str
    kind: str
    text: str
    scenario: Data
    reason: str
    """The solver's own sentence."""
    limit: bool
    """Whether it was only too large to be tried here: asked for by itself, with time granted, it may be answered."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


class Advice:
    """The variations of one scenario, solved one after the other."""

    def __init__(self, scenario: object) -> None:
        """Solve the scenario as it is. Raises ScenarioError where it cannot be solved, or nobody wins its step."""
        self._stakes, self._kept = stakes(scenario), kept(scenario)
        self.now = chances(scenario)
        """Each player's chance of winning as things stand."""
        self.waiting: list[Variation] = variations(scenario)
        """What has not been solved yet."""
        self.number = len(self.waiting)
        self.found: list[MeasuredChange] = []
        """What has been solved, in the order of the variations."""
        self.refused: list[Refusal] = []
        """What cannot be, in the same order."""

    def step(self) -> MeasuredChange | None:
        """Solve the next variation; None for one that the rules refuse. Raises IndexError when all are done."""
        variation = self.waiting.pop(0)
        now = self.now[variation.player]
        try:
            chance = self._chance(variation)
            if variation.card and chance < now - _CLOSE:  # who has a card need not use it
                declined = unused(variation)
                if (without := self._chance(declined)) > chance:
                    variation, chance = declined, without
        except ScenarioError as error:
            self.refused.append(Refusal(*variation[:4], error.problems[0].message, isinstance(error, LimitError)))
            return None
        self.found.append(MeasuredChange(*variation[:4], chance, 100 * (chance - now)))
        return self.found[-1]

    def _chance(self, variation: Variation) -> float:
        return chances(variation.scenario, EACH, self._stakes, self._kept)[variation.player]


def advise(scenario: object) -> Iterator[tuple[int, int, MeasuredChange | None]]:
    """Yield (number done, number of all, effect) for each variation of a scenario, one at a time.

    The effect is None for a variation that the rules refuse. Raises ScenarioError as `Advice` does.
    """
    advice = Advice(scenario)
    for done in range(1, advice.number + 1):
        yield done, advice.number, advice.step()


def ranked(found: Iterable[MeasuredChange]) -> list[MeasuredChange]:
    """Return effects with what moves the chance of winning most first."""
    return sorted(found, key=lambda effect: (-abs(effect.points), effect.player, effect.text))
