"""The nodes of a side that is followed by itself: before a round or in the midst of one, and where they lead."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.combat.state import SideEffects, UsedEffects
from mecatol.combat.volleys import RollSoFar
from mecatol.game.journal import Labels
from mecatol.game.state import Force
from mecatol.probability.dice import Number


class SideTransition(NamedTuple):
    """Where an event leads: to which nodes, by number."""

    fights: bool
    """Whether the side has a unit left that fights."""
    faced: int
    """The node at the end of the round, where the other side has such a unit as well."""
    alone: int
    """The node where it has not."""
    reply: int
    """The side effects of the losses on the other side, by number."""
    labels: Labels
    """The labels of the event."""
    labels_faced: Labels
    """The further labels where the other side fights on."""
    labels_alone: Labels
    """The further labels where it does not."""


type Reply = tuple[tuple[SideEffects, Number], ...]
"""What losses may bring the other side, with the chances."""


class AfterRoll(NamedTuple):
    """What tells a node in the midst of a round, after the side's own roll has destroyed units of it."""

    roll: int
    """The number of what the roll comes to for the other side."""
    observed: int
    """The number of what that side observed of it as it rolled."""
    before: Force = ()
    """A force since which the losses of the round are counted; nothing where they do not matter."""


class InRoll(NamedTuple):
    """What tells a node in the midst of its own roll, of which some dice have destroyed units: no hits reach it."""

    roll: RollSoFar
    observed: int
    """As in `AfterRoll`."""
    lost: Force = ()
    """The units lost, as far as they count."""


class Node(NamedTuple):
    """A side before a round, or in the midst of one."""

    force: Force
    spent: UsedEffects
    """What of its own is used up."""
    rolled: AfterRoll | InRoll | None = None


class NodeRoll(NamedTuple):
    """What a node's combat roll may come to."""

    roll: int
    """The number of what it comes to where it destroys nothing on its own side."""
    chance: Number
    """The chance of that."""
    losses: list[tuple[int, Number]]
    """The nodes that it leads to where it does, with the chances."""
