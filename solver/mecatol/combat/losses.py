"""How losses leave a side of a combat at the end of a round, told by numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mecatol.combat.standing import Losses
from mecatol.game.state import Force
from mecatol.probability.dice import Number


class End(NamedTuple):
    """How calm losses leave a side at the end of a round, while the other side fights on and where it has nothing left.

    Forces and what is used up are told by their numbers; the attacker's forces are shifted to their place in a
    standing's.
    """

    fights: bool
    """Whether the side has a unit left that fights."""
    faced: int
    faced_aside: int
    alone: int
    alone_aside: int


type Ends = list[tuple[End, Number]]
"""How losses may leave a side, with their chances."""


@dataclass(slots=True, eq=False)
class Loss:
    """What a number of hits does to a side."""

    losses: Losses
    end: End
    """Where nothing else follows."""
    wild: bool
    """Whether it sets something off that reaches the other side, or that depends on its losses."""
    look: Hashable = None
    """How the force that is left looks to the other side (`Fight.seen`), where that matters."""
    gone: Force = ()
    """What was lost, where units may be placed for it and nothing else follows from losses."""
    told: int = 0
    """The number of what decides where it leads once units are placed, where that may be."""
    later: dict[Hashable, Loss] = field(default_factory=dict)
    """What it comes to once more has befallen the side in the round, by what that is."""
    answers: dict[Hashable, tuple[Loss, Sequence[Number]]] = field(default_factory=dict)
    """What it comes to once an effect has answered it, with the chances of what that destroys, by who is faced."""
    after_one: Loss | None = None
    """What it comes to with one hit more, where it is all the same what the side began the round with."""

    @property
    def calm(self) -> bool:
        """Whether the end is all that comes of it."""
        return not (self.wild or self.gone)


@dataclass(slots=True, eq=False)
class Group:
    """Losses of a side for which the other side places the same."""

    gone: Force
    """What the other side places units for."""
    number: int
    """Its number."""
    losses: list[tuple[Loss, Number]]
    """With their chances."""
    placed: dict[int, Ends] = field(default_factory=dict)
    """Where they lead once units are placed for them and for what the other side has lost, by its number."""


@dataclass(slots=True, eq=False)
class Part:
    """What a roll may do to a side, in some circumstances."""

    tame: list[tuple[Loss, Number]]
    """All that is not wild."""
    wild: list[tuple[Loss, Number]]
    ends: Ends
    """The ends of calm losses."""
    simple: bool
    """Whether nothing is wild, nothing is used up, and it is all the same whether the other side fights on."""
    groups: list[Group]
    """What is not wild, in groups, where units may be placed for it and nothing else follows from losses."""

    def losses(self) -> dict[Loss, Number]:
        """Return all losses with their chances; unlike hits that come to the same may stand apart in the lists."""
        found: dict[Loss, Number] = {}
        for loss, chance in (*self.tame, *self.wild):
            found[loss] = found.get(loss, 0) + chance
        return found


def wild_pairs(my: Part, their: Part) -> Iterator[tuple[Loss, Loss, Number]]:
    """Yield the pairs of losses of which one is wild, with their chances."""
    for one, chance in my.wild:
        yield from ((one, two, chance * other) for two, other in (*their.tame, *their.wild))
    for one, chance in my.tame:
        yield from ((one, two, chance * other) for two, other in their.wild)
