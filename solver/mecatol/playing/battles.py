"""A scenario made ready to be played out, or refused with what is not walked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mecatol.choices.best import by_its_step
from mecatol.choices.cards import decided, told
from mecatol.choices.orders import order_field, unordered
from mecatol.choices.told import taken_for_granted
from mecatol.choices.variation import with_choice
from mecatol.errors import fault
from mecatol.game.journal import Journal
from mecatol.game.memory import Memory
from mecatol.game.model import Game
from mecatol.playing.action import PLAYED, Played
from mecatol.preparing.prepare import prepare
from mecatol.scenario.model import Scenario
from mecatol.scenario.policy import ASSIGN_WORDS, BEST, DEFAULT_ASSIGN, Policy
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS
from mecatol.solution.model import listed

_NOT_SEARCHED = "the best are marked as hits are assigned"


@dataclass(frozen=True, kw_only=True)
class _EveryWay(Policy):
    """A policy under which every lawful way to take hits is listed, what it would do itself first."""

    @property
    def searches(self) -> bool:
        """Tell that all of them are looked at."""
        return True


class PlayedBattle(NamedTuple):
    """A scenario ready to be walked."""

    game: Game
    played: Played
    assumed: tuple[str, ...]
    """What the odds rest on, as sentences."""
    losses: str
    """In which order the odds take units to be lost, in a few words."""


def made_ready(scenario: Any) -> PlayedBattle:
    """Return a scenario ready to be walked.

    The best simple way of each card is found first, as when the scenario is solved; losses are never searched for.

    Raises ScenarioError where it has faults, or where it cannot be played out: the message says what is not walked.
    """
    read_so: Scenario = read(scenario)
    if read_so.step not in PLAYED:
        could = ", ".join(STEPS[step].title for step in PLAYED)
        raise fault("step", f"{STEPS[read_so.step].title} cannot be played out; these can: {could}", read_so.step)
    game = prepare(replace(read_so, stop_after=None, rounds=None, ask=()))
    for side in game.sides:
        for slug, when in side.policy.play.items():
            if when == BEST and slug in side.effects:
                message = "the best round is searched for before the battle; name a round to play it out"
                raise fault(f"players.{side.index}.policy.play.{slug}", message, when)
        if side.policy.order == BEST and len(unordered(STEPS[read_so.step], side)) > 1:
            message = "the best order is searched for before the battle; name an order to play it out"
            raise fault(order_field(side), message, BEST)
    searching = [side for side in game.sides if side.policy.searches]
    for side in searching:
        game = with_choice(game, side, "assign", DEFAULT_ASSIGN)
    game, tried = decided(game, by_its_step)
    set_so = replace(game, memory=Memory())
    table = tuple([replace(side, policy=_EveryWay(**vars(side.policy))) for side in game.sides])
    lawful = replace(game, sides=table, memory=Memory(), journal=Journal())
    played = PLAYED[read_so.step](set_so, lawful)
    assumed = [*set_so.journal.warnings, *(told(*each) for each in tried)]  # a step, too, says what it ignores
    assumed += taken_for_granted(set_so)
    return PlayedBattle(set_so, played, tuple(assumed), _order_of_losses(set_so, bool(searching)))


def _order_of_losses(game: Game, searching: bool) -> str:
    """Say in which order the odds take units to be lost; `searching` tells whether somebody wanted the best losses."""
    orders = [
        ASSIGN_WORDS[assign] if isinstance(assign := side.policy.assign, str) else "their own order"
        for side in game.sides
    ]
    words = orders[0] if len(set(orders)) == 1 else listed([
        f"{order} for {side.name}" for side, order in zip(game.sides, orders, strict=True)
    ])  # fmt: skip
    return f"Losses: {words}; {_NOT_SEARCHED}" if searching else f"Losses: {words}"
