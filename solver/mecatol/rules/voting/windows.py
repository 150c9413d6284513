"""The windows of a vote on an agenda."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mecatol.domain.steps import VOTES_STEP
from mecatol.effects.model import Window, window

if TYPE_CHECKING:
    from mecatol.game.model import Game, Side


class VoteWindow(Window):
    """A window of a vote, in which nobody fights."""

    steps = (VOTES_STEP,)


@window
class AdditionalVotes(VoteWindow):
    """Its owner casts votes: how many more they cast for the same outcome (game, owner)."""

    act: Callable[[Game, int], int]


@window
class BoughtVotes(VoteWindow):
    """Its owner casts votes: how many more they cast for the same outcome for each trade good that they spend."""

    each: int
    alone: bool = False
    """Whether they are votes without any other; else they are additional."""
    after_speaker: bool = False
    """Whether the speaker must have voted: nobody can who votes after the speaker."""


@window
class VotesTogether(VoteWindow):
    """Its owner and the player of its faction cast votes for one outcome: how many more its owner casts for it."""

    votes: int


@window
class PlanetVotes(VoteWindow):
    """Its owner exhausts a planet for votes: how many more it gives than its influence (resources, influence)."""

    act: Callable[[int, int], int]
    optional: bool = False
    """Whether its owner may take the planet’s influence alone instead."""


@window
class VotesLikePlanet(VoteWindow):
    """Its owner exhausts the card like a planet to cast votes: its resources and its influence."""

    values: Callable[[Side], tuple[int, int]]


@window
class VotesFirst(VoteWindow):
    """The order of voting in the agenda phase: its owner votes before everybody else."""


@window
class CannotVote(VoteWindow):
    """Its owner would vote: they cannot."""


@window
class OwnAgenda(VoteWindow):
    """An agenda comes in an action of its owner's, who is the speaker: laws of the agenda phase do not hold."""


@window
class AlwaysVotes(VoteWindow):
    """Something would keep its owner from voting: it does not."""


@window
class Predicts(VoteWindow):
    """Its owner predicts an outcome and can vote all the same."""

    gains: str
    """What each player brings who casts no vote for that outcome, in words."""


@window
class OneVoteEach(VoteWindow):
    """Planets would give votes: everybody has one vote in their place."""

    additional: bool = True
    """Whether additional votes can still be cast."""
