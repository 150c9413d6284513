"""Rounds under fixed policies, on standings written as whole numbers: what befalls a side is worked out once a side.

Each force of a side has a number, and so has each state of what is used up; a standing is the three numbers side by
side in one. Losses are calm where they set off nothing but repairs of their own side: any pair of calm losses is one
standing more. What is set off by others is worked out side by side as well (`aftermath`). Where hits of the one side
bring the other more, both rolls tell what each side loses. Everything else goes through `round`, pair by pair.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from mecatol.combat.aftermath import Aftermath
from mecatol.combat.aiming import after_hit, aimed, hit_one_by_one, lost_to
from mecatol.combat.apart import Apart
from mecatol.combat.destruction import topples
from mecatol.combat.fight import Fight
from mecatol.combat.growth import Growth, Played
from mecatol.combat.losses import End, Ends, Loss, Part, wild_pairs
from mecatol.combat.placing import rest_of
from mecatol.combat.repairs import Rest, repaired_alone
from mecatol.combat.retreat import announces
from mecatol.combat.round import Rolls, Round, after_losses, echoes, followed, outcomes, rolled, with_more
from mecatol.combat.spent import Spent, forgotten, merged
from mecatol.combat.standing import ATTACKER, DEFENDER, FOUGHT, Losses, Standing, Standings, Targets
from mecatol.combat.volleys import Volley
from mecatol.game.journal import Recalled
from mecatol.game.state import Force, joined
from mecatol.probability.dice import Number
from mecatol.probability.limits import check_positions, count_work

_BITS = 20
"""How many bits the number of a force takes: more forces than a side can have."""
_FORCE = (1 << _BITS) - 1
_PAIRS_A_LOOK = 64
"""How many pairs of calm losses take as long as one look at an outcome."""
MOVES_A_POSITION = 8
"""How many places that a round may lead to take as much memory as a position."""


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
        self._seen: tuple[list[Hashable], list[Hashable]] = ([], [])
        """By side and number of a force: what of it decides what the other side may do, beside rolls."""
        self._seen_by_rolls: tuple[list[Hashable], list[Hashable]] = ([], [])
        self._growth = Growth(fight)
        more_follows = fight.toppling or fight.answering or (fight.growing and not self._growth.alone)
        self._forgetful = [
            not (more_follows or fight.missed[side] or any(held.window.spares for held in fight.repairs[side]))
            for side in (0, 1)
        ]
        """By side: whether it matters only what hits leave of it, not what they left it of."""
        self.own_cards = Apart(fight).own_cards
        """Whether what follows losses of both sides can be worked out side by side."""
        self._aside: dict[tuple[Spent, str], int] = {}
        self._force: tuple[dict[Force, int], dict[Force, int]] = ({}, {})
        self._merged: dict[tuple[int, int, int], int] = {}
        self._rolls = Rolls()
        self._rolled: dict[tuple[int, int, Hashable, int, int], int] = {}
        self._losses: dict[tuple[int, int, Hashable, int, int], dict[int | Volley, Loss]] = {}
        self._left: dict[tuple[Targets, int, int], dict[Force, Loss]] = {}
        """By who can be hit, what is used up and round: what losses leave where no more matters."""
        self._moves: Recalled[tuple[int, int], Mapping[int, Number]] = Recalled()
        """By standing and round: where that leads."""
        self._led_to = 0
        """How many places all of these lead to."""
        self._later: dict[tuple[int, int, int, int], dict[Losses, Loss]] = {}
        """By side, force, what is used up and round: losses to which more was added, each once."""
        self._after: dict[tuple[int, int], list[tuple[int, Number]]] = {}
        """By standing and round, where what else happens at its end leads."""
        self._ends: Recalled[tuple[int, Rest, int], End] = Recalled()
        """By side, what a round leaves of it before repairs, and the round."""
        self._parts: dict[tuple[int, int, Hashable, int, int, int], Part] = {}

    @classmethod
    def of(cls, fight: Fight) -> Grid:
        """Return what combats in the same circumstances have found out, ready for this one."""
        grid = fight.memory.one(cls, fight)
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

    def aside(self, number: int) -> int:
        """Return the number of what is used up, and of the fate, in a standing with a number."""
        return number >> 2 * _BITS

    def kept(self, aside: int, end: End | None = None) -> int:
        """Return the number of a standing without forces, or with what an end leaves of one side alone.

        The other side uses nothing up.
        """
        spent, force = (end.faced_aside, end.faced) if end else (aside, 0)
        return self._together(aside, spent, aside) << 2 * _BITS | force

    def standings(self, numbers: Mapping[int, Number]) -> Standings:
        """Return the same with standings for their numbers."""
        return {self.standing(number): mass for number, mass in numbers.items()}

    def over(self, number: int) -> bool:
        """Tell whether the combat has ended in a standing."""
        mine, theirs = number >> _BITS & _FORCE, number & _FORCE
        return not (self.alive[0][mine] and self.alive[1][theirs]) or bool(self.asides[number >> 2 * _BITS][1])

    def moves(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads from a standing in which the combat goes on, with the chances."""
        if not self.fight.after_round:
            round_number = min(round_number, self.fight.special_rounds + 1)
        key = number, round_number
        return self._moves.get(key, self.fight.game.journal, lambda: self._kept(self._found(number, round_number)))

    def _kept(self, moves: Mapping[int, Number]) -> Mapping[int, Number]:
        """Return moves that are kept from here on; raise LimitError where there are more than the memory granted."""
        self._led_to += len(moves)
        check_positions(self._led_to // MOVES_A_POSITION)
        return moves

    def _found(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Find the same."""
        fight = self.fight
        if fight.mending_across or (fight.retreat and self._leaves(number, round_number)):
            ends = outcomes(fight, self.standing(number), round_number)
            return {self.number(standing): chance for standing, chance in ends.items()}
        played = self._echoed if fight.echoing else self._side_by_side
        found = played(number, min(round_number, fight.special_rounds + 1))
        return self._followed(found, round_number) if fight.after_round else found

    def _side_by_side(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where the rolls of a round and their hits lead, each side's part worked out by itself."""
        fight = self.fight
        aside, mine, theirs = number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE
        mine_rolled = self._roll(ATTACKER, mine, theirs, aside, round_number)
        theirs_rolled = self._roll(DEFENDER, theirs, mine, aside, round_number)
        my = self._part(ATTACKER, mine, theirs, aside, theirs_rolled, round_number)
        their = self._part(DEFENDER, theirs, mine, aside, mine_rolled, round_number)
        count_work(1 + len(my.ends) * len(their.ends) // _PAIRS_A_LOOK)
        growing = self._growth.alone and fight.may_place(self.asides[aside][0])
        if my.simple and their.simple and not growing:
            base = self.kept(aside)
            columns = [(end.faced, chance) for end, chance in their.ends]
            return {
                base | end.faced | column: chance * other
                for end, chance in my.ends for column, other in columns
            }  # fmt: skip
        into: dict[int, Number] = {}
        if growing:
            before = self.standing(number)
            played = Played(fight, before, round_number, self._joined_by)
            for mine_left, theirs_left in self._growth.ends(played, my.groups, their.groups):
                self._join(aside, mine_left, theirs_left, into)
            self._pair(before, round_number, wild_pairs(my, their), into)
        elif not (my.wild or their.wild):
            self._join(aside, my.ends, their.ends, into)
        elif self.own_cards and not (fight.growing and fight.may_place(self.asides[aside][0])):
            self._together_after(number, round_number, my, their, into)
        else:
            self._join(aside, my.ends, their.ends, into)
            self._pair(self.standing(number), round_number, wild_pairs(my, their), into)
        return into

    def _echoed(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads in which hits of the one side may bring the other more."""
        aside, mine, theirs = number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE
        before = self.standing(number)
        rolls = (
            self._rolls[self._roll(ATTACKER, mine, theirs, aside, round_number)],
            self._rolls[self._roll(DEFENDER, theirs, mine, aside, round_number)],
        )
        more = echoes(self.fight, before, rolls, round_number)
        pairs = [
            (with_more(against, more[DEFENDER][hits]), with_more(hits, more[ATTACKER][against]), chance * other)
            for hits, chance in rolls[ATTACKER] for against, other in rolls[DEFENDER]
        ]  # fmt: skip
        my = self._known(ATTACKER, mine, theirs, aside, round_number, [hits for hits, _, _ in pairs])
        their = self._known(DEFENDER, theirs, mine, aside, round_number, [hits for _, hits, _ in pairs])
        count_work(1 + len(pairs) // _PAIRS_A_LOOK)
        into: dict[int, Number] = {}
        wild: list[tuple[Loss, Loss, Number]] = []
        together: dict[tuple[Loss, Loss], Number] = {}
        for hits, against, chance in pairs:
            pair = my[hits], their[against]
            together[pair] = together.get(pair, 0) + chance
        for (one, two), chance in together.items():
            if one.calm and two.calm:
                after = self.joined(aside, one.end, two.end)
                into[after] = into.get(after, 0) + chance
            else:
                wild.append((one, two, chance))
        self._pair(before, round_number, wild, into)
        return into

    def _followed(self, found: Mapping[int, Number], round_number: int) -> Mapping[int, Number]:
        """Return the same after what else happens at the end of the round."""
        into: dict[int, Number] = {}
        for number, chance in found.items():
            key = number, round_number
            if key not in self._after:
                count_work()
                ways = followed(self.fight, self.standing(number), round_number)
                self._after[key] = [(self.number(standing), part) for standing, part in ways]
            for after, part in self._after[key]:
                into[after] = into.get(after, 0) + chance * part
        return into

    def _join(self, aside: int, mine: Ends, theirs: Ends, into: dict[int, Number]) -> None:
        """Add the standings that all pairs of ends lead to, with their chances."""
        if any(self.fight.mending_faced):
            for one, chance in mine:
                for two, other in theirs:
                    after = self.joined(aside, one, two)
                    into[after] = into.get(after, 0) + chance * other
            return
        columns: dict[int, list[tuple[int, Number]]] = {}
        for (_, force, their_aside, _, _), chance in theirs:
            if their_aside not in columns:
                columns[their_aside] = []
            columns[their_aside].append((force, chance))
        for their_aside, column in columns.items():
            bases: dict[int, int] = {}
            for (_, force, my_aside, _, _), chance in mine:
                if my_aside not in bases:
                    bases[my_aside] = self._together(aside, my_aside, their_aside) << 2 * _BITS
                base = bases[my_aside] | force
                for other_force, other in column:
                    after = base | other_force
                    into[after] = into.get(after, 0) + chance * other

    def joined(self, aside: int, one: End, two: End) -> int:
        """Return the number of the standing that two ends lead to."""
        my, my_aside = (one.faced, one.faced_aside) if two.fights else (one.alone, one.alone_aside)
        their, their_aside = (two.faced, two.faced_aside) if one.fights else (two.alone, two.alone_aside)
        return self._together(aside, my_aside, their_aside) << 2 * _BITS | my | their

    def _pair(
        self, before: Standing, round_number: int, pairs: Iterable[tuple[Loss, Loss, Number]], into: dict[int, Number]
    ) -> None:
        """Add what these pairs of losses lead to, with their chances."""
        played = Round(self.fight, before, round_number, None, follows=False)
        for one, two, chance in pairs:
            count_work()
            for after, part in after_losses(played, (one.losses, two.losses)):
                key = self.number(after)
                into[key] = into.get(key, 0) + chance * part

    def _together_after(self, number: int, round_number: int, my: Part, their: Part, into: dict[int, Number]) -> None:
        """Add what all pairs of losses lead to, worked out side by side."""
        before, aside = self.standing(number), number >> 2 * _BITS
        forces = number >> _BITS & _FORCE, number & _FORCE
        later = [self._later.setdefault((side, forces[side], aside, round_number), {}) for side in (0, 1)]

        def known(side: int, losses: Losses) -> Loss:
            there = later[side]
            if losses not in there:
                there[losses] = self._plain(losses, self.end(side, before, losses, round_number), wild=False)
            return there[losses]

        for after in Aftermath(self.fight, before, round_number, known).of((my.losses(), their.losses())):
            count_work(1 + len(after[0]) * len(after[1]) // _PAIRS_A_LOOK)
            ends: tuple[dict[End, Number], dict[End, Number]] = ({}, {})
            for group, part in zip(after, ends, strict=True):
                for loss, chance in group.items():
                    part[loss.end] = part.get(loss.end, 0) + chance
            self._join(aside, [*ends[ATTACKER].items()], [*ends[DEFENDER].items()], into)

    def _roll(self, side: int, mine: int, theirs: int, aside: int, number: int) -> int:
        """Return the number of what a side's combat roll may come to."""
        fight = self.fight
        key = side, mine, self._seen_by_rolls[1 - side][theirs], aside if fight.sorting else -1, number
        if key not in self._rolled:
            forces = self.forces[side][mine], self.forces[1 - side][theirs]
            standing = Standing(forces if side == ATTACKER else forces[::-1], self.asides[aside][0])
            self._rolled[key] = self._rolls.number(rolled(fight, standing, side, number))
        return self._rolled[key]

    def _part(self, side: int, mine: int, theirs: int, aside: int, roll: int, number: int) -> Part:
        """Return what the other side's roll may do to a side."""
        key = side, mine, self._seen[1 - side][theirs], aside, roll, number
        if key in self._parts:
            return self._parts[key]
        known = self._known(side, mine, theirs, aside, number, [hits for hits, _ in self._rolls[roll]])
        tame: list[tuple[Loss, Number]] = []
        wild: list[tuple[Loss, Number]] = []
        for hits, chance in self._rolls[roll]:
            loss = known[hits]
            some = wild if loss.wild else tame
            if some and some[-1][0] is loss:
                some[-1] = loss, some[-1][1] + chance
            else:
                some.append((loss, chance))
        calm: dict[End, Number] = {}
        for loss, chance in tame:
            calm[loss.end] = calm.get(loss.end, 0) + chance
        alike = not self.fight.mending_faced[side]
        simple = alike and not wild and {end.faced_aside for end in calm} == {aside}
        part = Part(tame, wild, list(calm.items()), simple, self._growth.groups(side, tame))
        self._parts[key] = part
        return part

    def _known(
        self, side: int, mine: int, theirs: int, aside: int, number: int, some: Iterable[int | Volley]
    ) -> Mapping[int | Volley, Loss]:
        """Return what numbers of hits do to a side, these among them."""
        known = self._losses.setdefault((side, mine, self._seen[1 - side][theirs], aside, number), {})
        missing = [hits for hits in dict.fromkeys(some) if hits not in known]
        if missing:
            forces = self.forces[side][mine], self.forces[1 - side][theirs]
            standing = Standing(forces if side == ATTACKER else forces[::-1], self.asides[aside][0])
            if self._forgetful[side] and self._hit_one_by_one(side, standing, missing, aside, number, known):
                return known
            aim = aimed(self.fight, standing, side, number)
            for hits in missing:
                losses = lost_to(self.fight, aim, side, hits)[0]
                known[hits] = self._loss(side, standing, losses, number, known)
        return known

    def _hit_one_by_one(
        self, side: int, standing: Standing, some: Sequence[int | Volley], aside: int, number: int,
        known: dict[int | Volley, Loss],
    ) -> bool:  # fmt: skip
        """Enter what these numbers of hits do to a side, one hit after the other; tell whether that is how they go."""
        most = 0
        for hits in some:
            if not isinstance(hits, int):
                return False
            most = max(most, hits)
        targets = hit_one_by_one(self.fight, standing, side, number)
        if targets is None:
            return False
        left = self._left.setdefault((targets, aside, number), {})
        helped = bool(targets.victims.lending or targets.victims.covering)  # then it matters what came before
        force, lent = standing.forces[side], False
        known[0] = loss = self._leaving(side, standing, force, number, left)
        for hits in range(1, most + 1):
            after = None if helped else loss.after_one
            if after is None:
                force, lent = after_hit(targets, loss.losses.force, lent)
                after = loss.after_one = self._leaving(side, standing, force, number, left)
            known[hits] = loss = after
        return True

    def _leaving(self, side: int, standing: Standing, force: Force, number: int, left: dict[Force, Loss]) -> Loss:
        """Return the losses that leave so much of a side, where no more matters."""
        if force not in left:
            losses = Losses(force, standing.spent, 0, (), ())
            left[force] = self._loss(side, standing, losses, number, {})
        return left[force]

    def _loss(
        self, side: int, standing: Standing, losses: Losses, number: int, known: dict[int | Volley, Loss]
    ) -> Loss:
        """Return what hits that cost a side this come to; hits that come to the same are one."""
        fight = self.fight
        for other in reversed(known.values()):
            if other.losses is losses:  # what hits leave is each but once
                return other
        wild = bool(losses.hits_back)
        if losses.lost and not wild:
            wild = fight.growing and not self._growth.alone and fight.may_place(standing.spent)
            wild = wild or (fight.toppling and topples(fight, standing, side, losses, number))
            wild = wild or (fight.answering and fight.may_answer(standing.spent, side))
        end = self.end(side, standing, losses, number)
        if not self._growth.alone:
            return self._plain(losses, end, wild)
        gone = self._growth.gone(side, standing.forces[side], losses)
        return Loss(losses, end, wild, None, gone, self._growth.told(side, losses, end, gone))

    def _plain(self, losses: Losses, end: End, wild: bool) -> Loss:
        return Loss(losses, end, wild, self.fight.seen(losses.force) if self.fight.across else None)

    def end(self, side: int, before: Standing, losses: Losses, number: int) -> End:
        """Return how calm losses leave a side at the end of a round."""
        fight = self.fight
        rest = rest_of(fight, before, side, losses, number)

        def find() -> End:
            fought, left = repaired_alone(fight, before, side, rest, number, goes_on=not fight.after_round)
            faced = self._told(side, *fought)
            alone = faced if left is fought else self._told(side, *left)
            return End(fight.alive(side, rest.force), *faced, *alone)  # repairs leave as many units

        return self._ends.get((side, rest, number), fight.game.journal, find)

    def _joined_by(self, side: int, loss: Loss, new: Force, spent: Spent) -> End:
        """Return where losses lead if new units join the side and this is used up by then."""
        shift = _BITS if side == ATTACKER else 0

        def more(force: int, aside: int) -> tuple[int, int]:
            grown = self._force_number(side, joined(self.forces[side][force >> shift], new)) << shift
            if spent == loss.losses.spent:
                return grown, aside
            return grown, self._aside_number(merged(loss.losses.spent, self.asides[aside][0], spent))

        _, faced, faced_aside, alone, alone_aside = loss.end
        first = more(faced, faced_aside)
        second = first if (alone, alone_aside) == (faced, faced_aside) else more(alone, alone_aside)
        return End(self.alive[side][first[0] >> shift], *first, *second)

    def _told(self, side: int, force: Force, spent: Spent) -> tuple[int, int]:
        """Return the numbers of a side's force, at its place in a standing's, and of what is used up."""
        shift = _BITS if side == ATTACKER else 0
        return self._force_number(side, force) << shift, self._aside_number(spent)

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
            self._seen[side].append(self.fight.seen(force) if self.fight.across else None)
            self._seen_by_rolls[side].append(self.fight.seen_by_rolls(1 - side, force))
        return known[force]

    def _aside_number(self, spent: Spent, fate: str = FOUGHT) -> int:
        key = spent, fate
        if key not in self._aside:
            self._aside[key] = len(self.asides)
            self.asides.append(key)
        return self._aside[key]
