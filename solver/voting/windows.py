"""The windows of a vote on an agenda."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.domain.steps import VOTES_STEP
from solver.effects.model import Window

if TYPE_CHECKING:
    from solver.game.model import Game


class VoteWindow(Window):
    """A window of a vote, in which nobody fights."""

    steps = (VOTES_STEP,)


@dataclass(frozen=True)
class AdditionalVotes(VoteWindow):
    """Its owner casts votes: how many more they cast for the same outcome (game, owner)."""

    act: Callable[[Game, int], int]
    trade_goods: bool = False
    """Whether they cost their owner's trade goods."""


@dataclass(frozen=True)
class PlanetVotes(VoteWindow):
    """Its owner exhausts a planet for votes: how many more it gives than its influence (its slug)."""

    act: Callable[[str], int]


@dataclass(frozen=True)
class VotesFirst(VoteWindow):
    """The order of voting: its owner votes before everybody else."""


@dataclass(frozen=True)
class CannotVote(VoteWindow):
    """Its owner would vote: they cannot."""


@dataclass(frozen=True)
class OneVoteEach(VoteWindow):
    """Planets would give votes: everybody has one vote in their place."""

    additional: bool = True
    """Whether additional votes can still be cast."""
