"""What follows losses of both sides, worked out side by side: they meet in what they tell each other alone.

A side tells hits that answer its uses of Sustain Damage, that its lost units take all along, and how many units an
answer to its losses destroys. Losses that tell the same are one group: whatever the other side lost, they go on alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from solver.combat.destruction import ANSWERING, answered_by, bystanders, destroyed, hit_back, topples
from solver.combat.fight import Fight
from solver.combat.standing import ATTACKER, DEFENDER, Losses, Standing
from solver.game.state import Force, joined
from solver.probability.dice import Number

type Group = list[tuple[Losses, Number]]
"""Losses of a side, with their chances."""
type Groups = tuple[Group, Group]
"""The attacker's and the defender's: any two of them come about together, by the product of their chances."""


class Aftermath:
    """What follows the losses of one round.

    Where a side looks at the other's units, all losses of a group look the same, and any of them stands for the others.
    """

    def __init__(self, fight: Fight, before: Standing, number: int) -> None:
        """Look at a round by its number, and at how the combat stood before it."""
        self._fight, self._before, self._number = fight, before, number
        self._turns = [side for side in ANSWERING if fight.may_answer(before.spent, side)]

    def of(self, groups: Groups) -> Iterator[Groups]:
        """Yield how both sides' losses end, in groups."""
        for struck in self._struck(groups):
            for felled in self._felled(struck):
                for answered in self._answered(felled, self._turns):
                    yield from self._felled(answered)

    def _struck(self, groups: Groups) -> Iterator[Groups]:
        """Yield them after hits that answer uses of Sustain Damage, answers to those included."""
        mine, theirs = ([*self._parted(group, lambda losses: losses.hits_back)] for group in groups)
        for back, one in mine:
            for against, other in theirs:
                if not (back or against):
                    yield one, other
                    continue
                for hit in self._alike(self._hit(ATTACKER, one, against, other)):
                    yield from self._struck((hit, self._hit(DEFENDER, other, back, hit)))

    def _hit(self, side: int, group: Group, hits: int, facing: Group) -> Group:
        if not hits:
            return [(losses._replace(hits_back=0) if losses.hits_back else losses, chance) for losses, chance in group]
        found = []
        for losses, chance in group:
            more = hit_back(self._fight, self._now(side, losses, facing), side, hits, self._number)
            sustained = joined(losses.sustained, more.sustained)
            found.append((self._left(side, more, more.force, sustained), chance))
        return found

    def _felled(self, groups: Groups) -> Iterator[Groups]:
        """Yield them after lost units have taken all that fight there with them."""
        if not self._fight.toppling:
            yield groups
            return
        mine, theirs = (
            [*self._parted(group, lambda losses, side=side: self._topples(side, losses))]  # type: ignore[misc]
            for side, group in enumerate(groups)
        )
        for ours, one in mine:
            for others, other in theirs:
                if not (ours or others):
                    yield one, other
                    continue
                for bare in self._alike(self._bare(ATTACKER, one)):
                    yield from ((bare, left) for left in self._alike(self._bare(DEFENDER, other)))

    def _topples(self, side: int, losses: Losses) -> bool:
        return bool(losses.lost) and topples(self._fight, self._before, side, losses, self._number)

    def _bare(self, side: int, group: Group) -> Group:
        bare = bystanders
        return [
            (self._left(side, losses, bare(self._fight, side, losses.force), losses.sustained), chance)
            for losses, chance in group
        ]  # fmt: skip

    def _answered(self, groups: Groups, turns: Sequence[int]) -> Iterator[Groups]:
        """Yield them after effects have answered destroyed units in these turns, each with a roll."""
        if not turns:
            yield groups
            return
        side, facing = turns[0], groups[1 - turns[0]]
        said: dict[int, Group] = {}
        for losses, chance in groups[side]:
            answer = None
            if losses.lost and self._fight.may_answer(losses.spent, side):
                answer = answered_by(self._fight, self._now(side, losses, facing), side, losses.lost, self._number)
            if answer is None:
                said.setdefault(0, []).append((losses, chance))
                continue
            after = losses._replace(spent=answer[0])
            for count, share in enumerate(answer[1]):
                if share:
                    said.setdefault(count, []).append((after, chance * share))
        for count, own in said.items():
            for other in self._alike(self._destroyed(1 - side, facing, count, own)):
                yield from self._answered((own, other) if side == ATTACKER else (other, own), turns[1:])

    def _destroyed(self, side: int, group: Group, count: int, facing: Group) -> Group:
        if not count:
            return group
        left = [destroyed(self._fight, self._now(side, losses, facing), side, count) for losses, _ in group]
        return [
            (self._left(side, losses, force, losses.sustained), chance)
            for force, (losses, chance) in zip(left, group, strict=True)
        ]  # fmt: skip

    def _now(self, side: int, losses: Losses, facing: Group) -> Standing:
        """Return how the combat stands for a side with these losses, which faces any of a group."""
        force, other = losses.force, facing[0][0].force
        return Standing((force, other) if side == ATTACKER else (other, force), losses.spent)

    def _left(self, side: int, losses: Losses, force: Force, sustained: Force) -> Losses:
        """Return a side's losses with this left of its force in the end, and with what has sustained by then."""
        lost = self._fight.lost(side, self._before.forces[side], force)
        return Losses(force, losses.spent, losses.hits_back, sustained, lost)

    def _alike(self, group: Group) -> Iterable[Group]:
        """Return losses in groups that look the same to the other side."""
        return [part for _, part in self._parted(group, lambda losses: None)] if self._fight.across else (group,)

    def _parted[T: Hashable](self, group: Group, told: Callable[[Losses], T]) -> Iterator[tuple[T, Group]]:
        """Yield losses by what they tell the other side, and by how they look to it."""
        across, seen = self._fight.across, self._fight.seen
        parts: dict[tuple[T, Hashable], Group] = {}
        for losses, chance in group:
            key = told(losses), seen(losses.force) if across else None
            parts.setdefault(key, []).append((losses, chance))
        for (tells, _), part in parts.items():
            yield tells, part
