"""What follows losses of both sides, worked out side by side: they meet in what they tell each other alone.

A side tells hits that answer its uses of Sustain Damage, that its lost units take all along, and how many units an
answer to its losses destroys. Losses that tell the same are one group: whatever the other side lost, they go on alike.
What befalls a side later on is worked out once for each of its losses, and those that come to the same are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from mecatol.combat.destruction import ANSWERING, Blow, answered_by, bystanders, destroyed, hit_back, topples
from mecatol.combat.fight import Fight
from mecatol.combat.losses import Loss
from mecatol.combat.standing import ATTACKER, DEFENDER, Losses, Standing
from mecatol.game.state import joined
from mecatol.probability.dice import Number

type Group = dict[Loss, Number]
"""Losses of a side, with their chances."""
type Groups = tuple[Group, Group]
"""The attacker's and the defender's: any two of them come about together, by the product of their chances."""

_TOPPLED = Blow(toppled=True)


class Aftermath:
    """What follows the losses of one round.

    Where a side looks at the other's units, all losses of a group look the same, and any of them stands for the others.
    """

    def __init__(self, fight: Fight, before: Standing, number: int, known: Callable[[int, Losses], Loss]) -> None:
        """Look at a round by its number, and at how the combat stood before it; `known` keeps a side's losses."""
        self._fight, self._before, self._number, self._known = fight, before, number, known
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
                for hit in self._alike(self._befallen(ATTACKER, one, Blow(against), other)):
                    yield from self._struck((hit, self._befallen(DEFENDER, other, Blow(back), hit)))

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
                for bare in self._alike(self._befallen(ATTACKER, one, _TOPPLED, other)):
                    left = self._befallen(DEFENDER, other, _TOPPLED, bare)
                    yield from ((bare, part) for part in self._alike(left))

    def _topples(self, side: int, losses: Losses) -> bool:
        return bool(losses.lost) and topples(self._fight, self._before, side, losses, self._number)

    def _answered(self, groups: Groups, turns: Sequence[int]) -> Iterator[Groups]:
        """Yield them after effects have answered destroyed units in these turns, each with a roll."""
        if not turns:
            yield groups
            return
        side, facing = turns[0], groups[1 - turns[0]]
        said: dict[int, Group] = {}
        look = self._look(facing)
        for loss, chance in groups[side].items():
            if look not in loss.answers:
                loss.answers[look] = self._answer(side, loss, facing)
            after, shares = loss.answers[look]
            for count, share in enumerate(shares):
                if share:
                    _add(said.setdefault(count, {}), after, chance * share)
        for count, own in said.items():
            struck = self._befallen(1 - side, facing, Blow(destroyed=count), own) if count else facing
            for other in self._alike(struck):
                yield from self._answered((own, other) if side == ATTACKER else (other, own), turns[1:])

    def _answer(self, side: int, loss: Loss, facing: Group) -> tuple[Loss, Sequence[Number]]:
        """Return a side's losses once an effect has answered them, with the chances of what that destroys."""
        fight, losses = self._fight, loss.losses
        if not (losses.lost and fight.may_answer(losses.spent, side)):
            return loss, (fight.game.one,)
        answer = answered_by(fight, self._now(side, losses, facing), side, losses.lost, self._number)
        if answer is None:
            return loss, (fight.game.one,)
        spent, shares = answer
        return self._known(side, losses._replace(spent=spent)), shares

    def _befallen(self, side: int, group: Group, blow: Blow, facing: Group) -> Group:
        """Return a side's losses after a blow as well; where they bring the other side hits those are told by now."""
        key = blow, self._look(facing)
        left: Group = {}
        for loss, chance in group.items():
            after = loss.later.get(key)
            if after is None:
                after = loss.later[key] = self._known(side, self._after(side, loss.losses, blow, facing))
            _add(left, after, chance)
        return left

    def _after(self, side: int, losses: Losses, blow: Blow, facing: Group) -> Losses:
        """Return a side's losses with those that a blow adds: as many of its units are gone in the end."""
        fight, now = self._fight, self._now(side, losses, facing)
        spent, back, sustained = losses.spent, losses.hits_back, losses.sustained
        if blow.toppled:
            force = bystanders(fight, side, losses.force)
        elif blow.destroyed:
            force = destroyed(fight, now, side, blow.destroyed)
        elif blow.back:
            more = hit_back(fight, now, side, blow.back, self._number)
            force, spent, back = more.force, more.spent, more.hits_back
            sustained = joined(sustained, more.sustained)
        else:
            return losses._replace(hits_back=0)
        return Losses(force, spent, back, sustained, fight.lost(side, self._before.forces[side], force, spent))

    def _now(self, side: int, losses: Losses, facing: Group) -> Standing:
        """Return how the combat stands for a side with these losses, which faces any of a group."""
        force, other = losses.force, next(iter(facing)).losses.force
        return Standing((force, other) if side == ATTACKER else (other, force), losses.spent)

    def _look(self, group: Group) -> Hashable:
        """Return how a group, in which all look the same, looks to the other side."""
        return next(iter(group)).look

    def _alike(self, group: Group) -> Iterable[Group]:
        """Return losses in groups that look the same to the other side."""
        return [part for _, part in self._parted(group, lambda losses: None)] if self._fight.across else (group,)

    def _parted[T: Hashable](self, group: Group, told: Callable[[Losses], T]) -> Iterator[tuple[T, Group]]:
        """Yield losses by what they tell the other side, and by how they look to it."""
        parts: dict[tuple[T, Hashable], Group] = {}
        for loss, chance in group.items():
            parts.setdefault((told(loss.losses), loss.look), {})[loss] = chance
        for (tells, _), part in parts.items():
            yield tells, part


def _add(group: Group, loss: Loss, chance: Number) -> None:
    """Add losses to a group, which may be there already."""
    group[loss] = group.get(loss, 0) + chance
