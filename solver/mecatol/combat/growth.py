"""Units placed for those that are destroyed in a round, where nothing else follows from losses: side by side.

A side's losses for which the other side places the same are one group: whichever of them came about, the other side's
go on alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mecatol.combat.fight import Fight
from mecatol.combat.losses import End, Ends, Group, Loss
from mecatol.combat.placing import fewer, newcomers
from mecatol.combat.spent import Spent
from mecatol.combat.standing import ATTACKER, DEFENDER, Losses, Standing, beside
from mecatol.game.state import Force
from mecatol.probability.dice import Number


class Played(NamedTuple):
    """A round from one standing."""

    fight: Fight
    before: Standing
    number: int
    """The round's."""
    joined: Callable[[int, Loss, Force, Spent], End]
    """Where losses of a side lead if these units join it, and this is used up then."""


class Growth:
    """How losses leave the sides of a combat once units are placed for them."""

    def __init__(self, fight: Fight) -> None:
        """Look at the effects in play."""
        self.alone = fight.growing and not (fight.answering or fight.toppling or fight.placing_across)
        """Whether units may be placed for what the other side has lost, and nothing else follows from losses."""
        self._for = fight.placing_for
        """By side: whether it may place units for its own losses, and for the other's."""
        self._missed = fight.missed
        """By side: whether either may for what it loses."""
        self._numbers: dict[Hashable, int] = {}
        """The number of each thing that is told by one."""
        self._ends: dict[tuple[int, int], dict[int, End]] = {}
        """By what the other side has lost, and round, and by losses: where those lead with new units; all by number."""

    def gone(self, side: int, before: Force, losses: Losses) -> Force:
        """Return what was lost of a side's force, as far as units may be placed for it."""
        return fewer(before, losses.force) if self.alone and losses.lost and self._missed[side] else ()

    def told(self, side: int, losses: Losses, end: End, gone: Force) -> int:
        """Return the number of losses that lead there by themselves: those that have it lead to the same."""
        return self._number((side, end, losses.spent, gone if self._for[side][0] else ()))

    def groups(self, side: int, losses: Iterable[tuple[Loss, Number]]) -> list[Group]:
        """Return losses of a side, with their chances, in groups for which the other side places the same.

        None at all where something else may follow from losses.
        """
        groups: dict[Force, Group] = {}
        for loss, chance in losses if self.alone else ():
            gone = loss.gone if self._for[1 - side][1] else ()
            if gone not in groups:
                groups[gone] = Group(gone, self._number(gone), [])
            groups[gone].losses.append((loss, chance))
        return list(groups.values())

    def ends(self, played: Played, my: Sequence[Group], their: Sequence[Group]) -> Iterator[tuple[Ends, Ends]]:
        """Yield where both sides' losses lead: any of the attacker's comes about with any of the defender's."""
        for mine in my:
            for theirs in their:
                if theirs.number not in mine.placed:
                    mine.placed[theirs.number] = self._grown(played, ATTACKER, mine, theirs)
                if mine.number not in theirs.placed:
                    theirs.placed[mine.number] = self._grown(played, DEFENDER, theirs, mine)
                yield mine.placed[theirs.number], theirs.placed[mine.number]

    def _grown(self, played: Played, side: int, group: Group, other: Group) -> Ends:
        """Return where a side's losses lead if so much of the other side is gone."""
        own, others = self._for[side]
        placing = others and other.gone
        known = self._ends.setdefault((other.number, played.number), {})
        ends: Ends = []
        for loss, chance in group.losses:
            end = loss.end
            if placing or (own and loss.gone):
                told = loss.told
                if told not in known:
                    known[told] = self._end(played, side, loss, other)
                end = known[told]
            ends.append((end, chance))
        return ends

    def _end(self, played: Played, side: int, loss: Loss, other: Group) -> End:
        """Return where losses lead for which, or for the other side's, units are placed.

        They come before repairs, which pass them by: they are not damaged.
        """
        after = beside(played.before, side, loss.losses.force, loss.losses.spent)
        new = newcomers(played.fight, after, side, (loss.gone, other.gone), played.number)
        return played.joined(side, loss, *new)

    def _number(self, what: Hashable) -> int:
        return self._numbers.setdefault(what, len(self._numbers))
