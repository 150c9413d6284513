"""Rounds under fixed policies, on standings written as whole numbers: what befalls a side is worked out once a side.

Each force of a side has a number, and so has each state of what is used up; a standing is the three numbers side by
side in one. Losses are calm where they set off nothing but repairs of their own side: any pair of calm losses is one
standing more. Losses that only their own side's card answers need no pairs either: the answer befalls the other side
whatever it has lost. Everything else goes through `round`, pair by pair.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.combat.destruction import answered_apart, destroyed, topples
from solver.combat.fight import Fight
from solver.combat.placing import fewer, placing_sides, with_new
from solver.combat.repairs import ended
from solver.combat.retreat import announces
from solver.combat.round import SLOWER, Rolled, Round, after_losses, followed, outcomes, rolled
from solver.combat.spent import Spent, forgotten, merged
from solver.combat.standing import ATTACKER, DEFENDER, FOUGHT, Losses, Standing, Standings, beside
from solver.combat.volleys import Volley
from solver.game.stages import count_work
from solver.game.state import Force
from solver.probability.dice import Number

_BITS = 20
"""How many bits the number of a force takes: more forces than a side can have."""
_FORCE = (1 << _BITS) - 1
_PAIRS_A_LOOK = 64
"""How many pairs of calm losses take as long as one look at an outcome, for which the engine has a limit."""


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
class _Loss:
    """What a number of hits does to a side."""

    losses: Losses
    end: End
    wild: bool
    """Whether it sets something off that reaches the other side, or that depends on its losses."""
    answer: tuple[Number, ...] = ()
    """The chances of how many of the other side's units an answer to the losses destroys; empty for no answer."""
    gone: Force = ()
    """What was lost, where units may be placed for it and nothing else follows from it."""
    placed: dict[Force, End] = field(default_factory=dict)
    """The end once units are placed, by what the other side has lost."""


@dataclass(slots=True, eq=False)
class _Part:
    """What a roll may do to a side, in some circumstances."""

    tame: list[tuple[_Loss, Number]]
    """All that is not wild."""
    wild: list[tuple[_Loss, Number]]
    ends: Ends
    """The ends of calm losses that nothing answers."""
    answers: dict[tuple[Number, ...], Ends]
    """The ends of those that a card answers, by the chances of what that destroys."""
    simple: bool
    """Whether nothing is wild or answered, and nothing is used up."""
    alike: bool
    """Whether it is all the same for these ends whether the other side fights on."""
    struck: dict[tuple[Number, ...], Ends] = field(default_factory=dict)
    """The ends after answers of the other side."""


class Grid:
    """The standings of a combat by number, and where a round leads from each."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any standing."""
        self.fight = fight
        self.asides: list[tuple[Spent, str]] = []
        """What is used up, and the fate of a combat that was left, by number."""
        self.forces: tuple[list[Force], list[Force]] = ([], [])
        self.alive: tuple[list[bool], list[bool]] = ([], [])
        """By side and number of a force: whether any of it fights."""
        alone = not (fight.answering or fight.toppling or any(held.window.across for held in fight.placers))
        self._places = placing_sides(fight) if alone else []
        """The sides that may place units for those that are destroyed, where nothing else follows from losses."""
        self._aside: dict[tuple[Spent, str], int] = {}
        self._force: tuple[dict[Force, int], dict[Force, int]] = ({}, {})
        self._merged: dict[tuple[int, int, int], int] = {}
        self._rolls: list[Rolled] = []
        self._roll_ids: dict[Rolled, int] = {}
        self._rolled: dict[tuple[int, int, Hashable, int, int], int] = {}
        self._losses: dict[tuple[int, int, Hashable, int, int], dict[int | Volley, _Loss]] = {}
        self._after: dict[tuple[int, int], list[tuple[int, Number]]] = {}
        """By standing and round, where what else happens at its end leads."""
        self._parts: dict[tuple[int, int, Hashable, int, int, int], _Part] = {}

    @classmethod
    def of(cls, fight: Fight) -> Grid:
        """Return what combats in the same circumstances have found out, ready for this one."""
        if not fight.memory.grids:
            fight.memory.grids.append(cls(fight))
        grid = fight.memory.grids[0]
        grid.fight = fight
        return grid

    def number(self, standing: Standing) -> int:
        """Return the number of a standing."""
        mine, theirs = (self._force_number(side, standing.forces[side]) for side in (0, 1))
        return self._aside_number(standing.spent, standing.fate) << 2 * _BITS | mine << _BITS | theirs

    def standing(self, number: int) -> Standing:
        """Return the standing with a number."""
        spent, fate = self.asides[number >> 2 * _BITS]
        return Standing((self.forces[0][number >> _BITS & _FORCE], self.forces[1][number & _FORCE]), spent, fate)

    def standings(self, numbers: Mapping[int, Number]) -> Standings:
        """Return the same with standings for their numbers."""
        return {self.standing(number): mass for number, mass in numbers.items()}

    def spent(self, number: int) -> Spent:
        """Return what is used up in a standing."""
        return self.asides[number >> 2 * _BITS][0]

    def over(self, number: int) -> bool:
        """Tell whether the combat has ended in a standing."""
        mine, theirs = number >> _BITS & _FORCE, number & _FORCE
        return not (self.alive[0][mine] and self.alive[1][theirs]) or bool(self.asides[number >> 2 * _BITS][1])

    def moves(self, number: int, round_number: int) -> Sequence[tuple[int, Number]]:
        """Return where a round leads from a standing in which the combat goes on, with the chances."""
        fight = self.fight
        round_number = round_number if fight.after_round else min(round_number, fight.special_rounds + 1)
        if fight.pairing or (fight.retreat and self._leaves(number, round_number)):
            ends = outcomes(fight, self.standing(number), round_number)
            return [(self.number(standing), chance) for standing, chance in ends.items()]
        found = self._side_by_side(number, min(round_number, fight.special_rounds + 1))
        return self._followed(found, round_number) if fight.after_round else found

    def _side_by_side(self, number: int, round_number: int) -> Sequence[tuple[int, Number]]:
        """Return where the rolls of a round and their hits lead, each side's part worked out by itself."""
        fight = self.fight
        aside, mine, theirs = number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE
        mine_rolled = self._roll(ATTACKER, mine, theirs, aside, round_number)
        theirs_rolled = self._roll(DEFENDER, theirs, mine, aside, round_number)
        my = self._part(ATTACKER, mine, theirs, aside, theirs_rolled, round_number)
        their = self._part(DEFENDER, theirs, mine, aside, mine_rolled, round_number)
        count_work(fight.game, 1 + len(my.ends) * len(their.ends) // _PAIRS_A_LOOK)
        if self._places and fight.may_place(self.asides[aside][0]):
            return list(self._all_placed(number, round_number, my, their).items())
        if my.simple and their.simple:
            base = self._together(aside, aside, aside) << 2 * _BITS
            if my.alike and their.alike:
                columns = [(end.faced, chance) for end, chance in their.ends]
                return [
                    (base | end.faced | column, chance * other)
                    for end, chance in my.ends for column, other in columns
                ]  # fmt: skip
            return [
                (base | (one.faced if two.fights else one.alone) | (two.faced if one.fights else two.alone), p * q)
                for one, p in my.ends for two, q in their.ends
            ]  # fmt: skip
        into: dict[int, Number] = {}
        self._join(aside, my.ends, their.ends, into)
        for answer, ends in my.answers.items():
            self._join(aside, ends, self._struck(DEFENDER, their, answer, number, round_number), into)
        for answer, ends in their.answers.items():
            self._join(aside, self._struck(ATTACKER, my, answer, number, round_number), ends, into)
        if my.wild or their.wild:
            self._pair(number, round_number, my, their, into)
        return list(into.items())

    def _followed(self, found: Sequence[tuple[int, Number]], round_number: int) -> Sequence[tuple[int, Number]]:
        """Return the same after what else happens at the end of the round."""
        into: dict[int, Number] = {}
        for number, chance in found:
            key = number, round_number
            if key not in self._after:
                count_work(self.fight.game, SLOWER)
                ways = followed(self.fight, self.standing(number), round_number)
                self._after[key] = [(self.number(standing), part) for standing, part in ways]
            for after, part in self._after[key]:
                into[after] = into.get(after, 0) + chance * part
        return list(into.items())

    def _join(self, aside: int, mine: Ends, theirs: Ends, into: dict[int, Number]) -> None:
        """Add the standings that all pairs of ends lead to, with their chances."""
        for one, chance in mine:
            for two, other in theirs:
                my, my_aside = (one.faced, one.faced_aside) if two.fights else (one.alone, one.alone_aside)
                their, their_aside = (two.faced, two.faced_aside) if one.fights else (two.alone, two.alone_aside)
                after = self._together(aside, my_aside, their_aside) << 2 * _BITS | my | their
                into[after] = into.get(after, 0) + chance * other

    def _all_placed(self, number: int, round_number: int, my: _Part, their: _Part) -> dict[int, Number]:
        """Return what all pairs of losses lead to where units are placed for them."""
        aside, before = number >> 2 * _BITS, self.standing(number)
        into: dict[int, Number] = {}
        for one, chance in my.tame:
            for two, other in their.tame:
                mine = [(self._placed(ATTACKER, one, two.gone, before, round_number), chance)]
                self._join(aside, mine, [(self._placed(DEFENDER, two, one.gone, before, round_number), other)], into)
        if my.wild or their.wild:
            self._pair(number, round_number, my, their, into)
        return into

    def _placed(self, side: int, loss: _Loss, gone: Force, before: Standing, round_number: int) -> End:
        """Return how losses leave a side that places units for them and for what the other side has lost."""
        if side not in self._places or not (gone or loss.gone):
            return loss.end
        if gone not in loss.placed:
            losses = loss.losses
            after = beside(before, side, losses.force, losses.spent)
            force, spent = with_new(self.fight, after, side, (loss.gone, gone), round_number)
            loss.placed[gone] = self._end(side, before, losses._replace(force=force, spent=spent), round_number)
        return loss.placed[gone]

    def _pair(self, number: int, round_number: int, my: _Part, their: _Part, into: dict[int, Number]) -> None:
        """Add what pairs of losses lead to of which one is wild."""
        before = self.standing(number)
        played = Round(self.fight, before, round_number, None, follows=False)
        pairs = [(one, two) for one in my.wild for two in (*their.tame, *their.wild)]
        pairs += [(one, two) for one in my.tame for two in their.wild]
        for (one, chance), (two, other) in pairs:
            count_work(self.fight.game, SLOWER)
            for after, part in after_losses(played, (one.losses, two.losses)):
                key = self.number(after)
                into[key] = into.get(key, 0) + chance * other * part

    def _roll(self, side: int, mine: int, theirs: int, aside: int, number: int) -> int:
        """Return the number of what a side's combat roll may come to."""
        fight = self.fight
        seen = fight.seen_by_rolls(self.forces[1 - side][theirs])
        key = side, mine, seen, aside if fight.sorting else -1, number
        if key not in self._rolled:
            forces = self.forces[side][mine], self.forces[1 - side][theirs]
            standing = Standing(forces if side == ATTACKER else forces[::-1], self.asides[aside][0])
            found = tuple([(hits, chance) for hits, chance in rolled(fight, standing, side, number) if chance])
            if found not in self._roll_ids:
                self._roll_ids[found] = len(self._rolls)
                self._rolls.append(found)
            self._rolled[key] = self._roll_ids[found]
        return self._rolled[key]

    def _part(self, side: int, mine: int, theirs: int, aside: int, roll: int, number: int) -> _Part:
        """Return what the other side's roll may do to a side."""
        fight = self.fight
        seen = fight.seen(self.forces[1 - side][theirs]) if fight.across else None
        key = side, mine, seen, aside, roll, number
        if key in self._parts:
            return self._parts[key]
        forces = self.forces[side][mine], self.forces[1 - side][theirs]
        standing = Standing(forces if side == ATTACKER else forces[::-1], self.asides[aside][0])
        known = self._losses.setdefault((side, mine, seen, aside, number), {})
        tame: list[tuple[_Loss, Number]] = []
        wild: list[tuple[_Loss, Number]] = []
        for hits, chance in self._rolls[roll]:
            if hits not in known:
                known[hits] = self._loss(side, standing, hits, number, known)
            loss = known[hits]
            some = wild if loss.wild else tame
            if some and some[-1][0] is loss:
                some[-1] = loss, some[-1][1] + chance
            else:
                some.append((loss, chance))
        answers: dict[tuple[Number, ...], dict[End, Number]] = {(): {}}
        for loss, chance in tame:
            ends = answers.setdefault(loss.answer, {})
            ends[loss.end] = ends.get(loss.end, 0) + chance
        calm = list(answers.pop(()).items())
        simple = not (wild or answers) and all(end.faced_aside == end.alone_aside == aside for end, _ in calm)
        alike = all(end.faced == end.alone for end, _ in calm)
        part = _Part(tame, wild, calm, {k: list(ends.items()) for k, ends in answers.items()}, simple, alike)
        self._parts[key] = part
        return part

    def _loss(
        self, side: int, standing: Standing, hits: int | Volley, number: int, known: dict[int | Volley, _Loss]
    ) -> _Loss:
        """Return what so many hits do to a side; hits that come to the same are one."""
        fight = self.fight
        losses = fight.losses(standing, side, hits, number)[0]
        for other in reversed(known.values()):
            if other.losses == losses:
                return other
        wild = bool(losses.hits_back)
        answer: tuple[Number, ...] = ()
        answering = False
        if losses.lost and not wild:
            wild = not self._places and fight.may_place(standing.spent)
            wild = wild or (fight.toppling and topples(fight, standing, side, losses, number))
            answering = fight.answering and fight.may_answer(standing.spent, side)
            wild = wild or (answering and (fight.across or fight.may_answer(standing.spent, 1 - side)))
        left = losses
        if answering and not wild:
            answer, left = answered_apart(fight, side, standing, losses, number)
        gone = fewer(standing.forces[side], losses.force) if self._places and losses.lost else ()
        return _Loss(losses, self._end(side, standing, left, number), wild, answer, gone)

    def _struck(self, side: int, part: _Part, answer: tuple[Number, ...], number: int, round_number: int) -> Ends:
        """Return how a side's calm losses leave it once the other side's answer has destroyed some of what was left."""
        if answer not in part.struck:
            before = self.standing(number)
            found: dict[End, Number] = {}
            for loss, chance in part.tame:
                for count, share in enumerate(answer):
                    end = loss.end
                    if count:
                        left = destroyed(self.fight, beside(before, side, loss.losses.force, before.spent), side, count)
                        end = self._end(side, before, loss.losses._replace(force=left), round_number)
                    found[end] = found.get(end, 0) + chance * share
            part.struck[answer] = list(found.items())
        return part.struck[answer]

    def _end(self, side: int, before: Standing, losses: Losses, number: int) -> End:
        """Return how calm losses leave a side at the end of a round."""
        fight = self.fight
        shift = _BITS if side == ATTACKER else 0
        ends = []
        for fought in (True, False) if fight.mending_faced else (True,):
            force, spent = ended(fight, before, losses, side, number, fought)
            ends.append((self._force_number(side, force) << shift, self._aside_number(spent)))
        return End(fight.alive(side, losses.force), *ends[0], *ends[-1])

    def _leaves(self, number: int, round_number: int) -> bool:
        """Tell whether a side leaves at the end of the round."""
        fight = self.fight
        return announces(fight.retreat, fight.sides, self.standing(number).forces, round_number) is not None

    def _together(self, aside: int, mine: int, theirs: int) -> int:
        """Return the number of what is used up once both sides have done so, counted from the same beginning."""
        key = aside, mine, theirs
        if key not in self._merged:
            spent = merged(*(self.asides[each][0] for each in key))
            self._merged[key] = self._aside_number(forgotten(spent) if self.fight.mending else spent)
        return self._merged[key]

    def _force_number(self, side: int, force: Force) -> int:
        known = self._force[side]
        if force not in known:
            known[force] = len(known)
            self.forces[side].append(force)
            self.alive[side].append(self.fight.alive(side, force))
        return known[force]

    def _aside_number(self, spent: Spent, fate: str = FOUGHT) -> int:
        key = spent, fate
        if key not in self._aside:
            self._aside[key] = len(self.asides)
            self.asides.append(key)
        return self._aside[key]
