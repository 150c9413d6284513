"""Units placed for those that are destroyed in a round, where nothing else follows from losses: side by side.

A side's losses for which the other side places the same are one group: whichever of them came about, the other side's
go on alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from solver.combat.fight import Fight
from solver.combat.losses import End, Ends, Group, Loss
from solver.combat.placing import fewer, with_new
from solver.combat.round import Round
from solver.combat.standing import ATTACKER, DEFENDER, Losses, Standing, beside
from solver.game.state import Force
from solver.probability.dice import Number

type EndOf = Callable[[int, Standing, Losses, int], End]
"""How a side's losses since a standing leave it at the end of a round, by its number."""


class Growth:
    """How losses leave the sides of a combat once units are placed for them."""

    def __init__(self, fight: Fight) -> None:
        """Look at the effects in play."""
        across = any(held.window.across for held in fight.placers)
        self.alone = fight.placing and not (fight.answering or fight.toppling or across)
        """Whether units may be placed, and nothing else follows from losses."""
        self._told = [fight.placing_for[1 - side][1] for side in (0, 1)]
        """By side: whether the other side may place units for its losses."""
        self._counts = [self.alone and (fight.placing_for[side][0] or self._told[side]) for side in (0, 1)]
        """By side: whether either side may."""
        self._known: dict[tuple[int, Force, int], dict[Hashable, End]] = {}
        """By side, what the other side has lost and round: how losses leave it.

        They are told by themselves where it may repair, else by where they would lead and what they cost.
        """

    def gone(self, side: int, before: Force, losses: Losses) -> Force:
        """Return what was lost of a side's force, as far as units may be placed for it."""
        return fewer(before, losses.force) if self._counts[side] and losses.lost else ()

    def groups(self, side: int, losses: Iterable[tuple[Loss, Number]]) -> list[Group]:
        """Return losses of a side, with their chances, in groups for which the other side places the same.

        None at all where something else may follow from losses.
        """
        groups: dict[Force, Group] = {}
        for loss, chance in losses if self.alone else ():
            gone = loss.gone if self._told[side] else ()
            if gone not in groups:
                groups[gone] = Group(gone, [])
            groups[gone].losses.append((loss, chance))
        return list(groups.values())

    def ends(
        self, played: Round, my: Sequence[Group], their: Sequence[Group], end: EndOf
    ) -> Iterator[tuple[Ends, Ends]]:
        """Yield where both sides' losses lead: any of the attacker's comes about with any of the defender's."""
        for mine in my:
            for theirs in their:
                ends = self._ends(played, ATTACKER, mine, theirs.gone, end)
                yield ends, self._ends(played, DEFENDER, theirs, mine.gone, end)

    def _ends(self, played: Round, side: int, group: Group, gone: Force, end: EndOf) -> Ends:
        """Return where a side's losses lead if so much of the other side is gone."""
        if gone not in group.placed:
            fight = played.fight
            known = self._known.setdefault((side, gone, played.number), {})
            ends: dict[End, Number] = {}
            for loss, chance in group.losses:
                key = loss if fight.repairs[side] else (loss.end, loss.gone)
                if key not in known:
                    placing = any(fight.placing_for[side]) and (gone or loss.gone)
                    known[key] = self._placed(played, side, loss, gone, end) if placing else loss.end
                after = known[key]
                ends[after] = ends.get(after, 0) + chance
            group.placed[gone] = list(ends.items())
        return group.placed[gone]

    def _placed(self, played: Round, side: int, loss: Loss, gone: Force, end: EndOf) -> End:
        losses = loss.losses
        after = beside(played.before, side, losses.force, losses.spent)
        force, spent = with_new(played.fight, after, side, (loss.gone, gone), played.number)
        return end(side, played.before, losses._replace(force=force, spent=spent), played.number)
