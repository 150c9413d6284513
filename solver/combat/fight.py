"""A combat between two players in one place: its rounds, and how it ends.

A standing combat is (attacker's force, defender's force, effects used up, how it ended). One round is a function
from a standing to a distribution of standings; rounds in which effects last are played one by one, the rest is an
absorbing chain. Where both sides lose units in a fixed order and nothing else happens, `table` does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.abilities import acting, can_use, describe, hits_after_effects, note_effect, through_windows
from solver.casualties import Taken, Victims, after_one_hit, by_policy, options, victims
from solver.clauses import cites
from solver.combat.placing import placed
from solver.combat.retreat import Retreat, announces
from solver.combat.spent import Spent, merged
from solver.combat.volleys import Volley, sorts_hits, volleys
from solver.dice import Dice, Number, Ways, roll
from solver.effects.model import COMBAT, Hits, Moment
from solver.engine import toil
from solver.game import Game, Rolled, Side
from solver.state import SPACE, Force, Stack, State, joined, stack
from solver.units import Unit

ATTACKER, DEFENDER = 0, 1
"""The sides of a combat: places in its pairs, not players' indices."""

FOUGHT = ""
"""The fate of a combat that goes on, or that ended with a side gone."""
RETREATS = ("attacker retreats", "defender retreats")
"""The fate of a combat that a side left, by side."""


_SLOWER = 4
"""How much more work a pair of losses is where something follows it: answers, repairs, bombardment."""


class Standing(NamedTuple):
    """How a combat stands between two rounds."""

    forces: tuple[Force, Force]
    """The attacker's and the defender's whole forces in the place, units that take no part among them."""
    spent: Spent = ()
    """Limited effects used so far."""
    fate: str = FOUGHT


type Standings = dict[Standing, Number]
type AfterRound = Callable[[State], Iterable[tuple[Number, State]]]
"""From the position at the end of a round to those that may follow, with probabilities."""


class Losses(NamedTuple):
    """What one side's taking hits leads to."""

    force: Force
    spent: tuple[tuple[int, str, int], ...]
    hits_back: int
    sustained: Force
    lost: tuple[Unit, ...]
    """The kinds of unit of which at least one was destroyed."""


class Memory(NamedTuple):
    """What combats in the same circumstances have found out."""

    rolls: dict[tuple[int, object, object, int], Sequence[Number]]
    losses: dict[tuple[int, Standing, int | Volley, int], list[Losses]]
    mends: dict[tuple[int, Force, Force, Spent, int], tuple[Force, Spent]]
    victims: dict[int, tuple[frozenset[str], Victims]]
    """By side: who can be hit and sustain, among these types of units."""
    one_hit: dict[tuple[int, Force], Force]

    def types(self, side: int) -> frozenset[str]:
        """Return the types of units of a side of which it is known who can be hit."""
        return self.victims[side][0] if side in self.victims else frozenset()


class Fight:
    """One combat, ready to be played from any forces of its two players."""

    def __init__(
        self,
        game: Game,
        state: State,
        step: str,
        place: str,
        players: tuple[int, int],
        after_round: AfterRound | None = None,
    ) -> None:
        """Prepare the combat of two players (attacker's and defender's index) in a place.

        `state` supplies what stands around it; only the two forces in the place change. `after_round` is what else
        happens at the end of every round.
        """
        self.after_round = after_round
        self.game, self.state, self.step, self.place, self.players = game, state, step, place, players
        self.sides: tuple[Side, Side] = (game.sides[players[0]], game.sides[players[1]])
        self.retreat = Retreat.of(self.sides) if place == SPACE else Retreat()
        self.fighting = tuple(frozenset(slug for slug, unit in side.units.items() if self._takes_part(unit))
                              for side in self.sides)  # fmt: skip
        """By side: the types of units that take part."""
        self.values: dict[int, Number] = {}
        """By side: the chance of winning that a search for the best losses has found."""
        effects = [effect for side, effect in game.active_effects(step) if side.index in players]
        copies = {effect.slug: side.effects[effect.slug] for side, effect in game.active_effects(step)}
        lasting = [effect.rounds * copies[effect.slug] for effect in effects if effect.rounds is not None]
        self.special_rounds = max([0, *lasting, self.retreat.last_round])
        """How many rounds, from the first, may differ from the rest."""
        self.in_order = not self.retreat and after_round is None and not any(
            effect.on_hits or effect.after_sustain or effect.repairs or effect.grants_sustain or effect.mends
            or effect.on_destroyed or effect.fells or effect.echoes or effect.across or effect.sustain_cancels > 1
            or sorts_hits(effect) or effect.places for effect in effects
        )  # fmt: skip
        """Whether both sides lose units in a fixed order, whatever the rounds that bring the hits."""
        self.across = any(effect.across for effect in effects)
        """Whether what one side may do depends on the units that the other has left."""
        self.sorting = any(sorts_hits(effect) for effect in effects)
        self.echoing = any(effect.echoes for effect in effects)
        self.placing = any(effect.places for effect in effects)
        self.answering = any(effect.on_destroyed for effect in effects)
        self.felling = any(effect.fells for effect in effects)
        self.mending = any(effect.mends for effect in effects)
        around = state._replace(spent=(), tally=(), pending=())
        for player in players:
            around = around.put(player, place, ())
        memory: Memory = game.memory.setdefault((step, place, players, around), Memory({}, {}, {}, {}, {}))
        self.memory = memory
        """What is known of rolls, losses and repairs in these circumstances, whatever forces a combat began with."""

    def _takes_part(self, unit: Unit) -> bool:
        return unit.is_ship if self.place == SPACE else unit.is_ground_force

    def fights(self, side: int, unit: Unit) -> bool:
        """Tell whether a unit takes part: ships in space, ground forces on a planet."""
        return unit.type in self.fighting[side]

    def strength(self, side: int, force: Force) -> int:
        """Return how many units of a side's force take part."""
        fighting = self.fighting[side]
        return sum([healthy + damaged for unit, healthy, damaged in force if unit in fighting])

    def over(self, standing: Standing) -> bool:
        """Tell whether the combat has ended: somebody has no unit left, or has retreated (78.8, 42.4)."""
        return bool(standing.fate) or not all(self.strength(side, standing.forces[side]) for side in (0, 1))

    def moment(self, standing: Standing, side: int, round_number: int, ability: str = COMBAT) -> Moment:
        """Return the moment in which a side uses an ability, or rolls for combat, against the other."""
        state = self.position(standing)
        player, target = self.players[side], self.players[1 - side]
        return Moment(self.game, state, self.step, ability, player, target, self.place, round_number)

    def standing(self, state: State) -> Standing:
        """Return how the combat stands in a whole position."""
        one, other = self.players
        return Standing((state.at(one, self.place), state.at(other, self.place)), state.spent)

    def position(self, standing: Standing) -> State:
        """Return the whole position with this standing in its place."""
        state = self.state.having_spent(standing.spent)
        for player, force in zip(self.players, standing.forces, strict=True):
            state = state.put(player, self.place, force)
        return state

    @cites("18.1", "18.2", "78.5", "78.5.a", "78.5.b", "78.5.d", "42.1", "42.1.a")
    def dice(self, standing: Standing, side: int, round_number: int) -> tuple[Dice, ...]:
        """Return the dice of a side's combat roll: one for each unit, or one for each burst icon."""
        units = self.sides[side].units
        dice = tuple([
            Dice(unit, healthy + damaged, (healthy + damaged) * value.dice, value.value)
            for unit, healthy, damaged in standing.forces[side]
            if unit in self.fighting[side] and (value := units[unit].combat)
        ])  # fmt: skip
        if not self.game.active_effects(self.step):
            return dice
        moment = self.moment(standing, side, round_number)
        return through_windows(moment, tuple([d for d in dice if can_use(moment, units[d.unit])]))

    def chances(self, standing: Standing, side: int, round_number: int) -> Sequence[Number]:
        """Return the chances of 0, 1, 2, … hits of a side's combat roll."""
        round_number = min(round_number, self.special_rounds + 1)
        mine, theirs = standing.forces[side], standing.forces[1 - side]
        key: tuple[int, object, object, int] = (side, mine, theirs, round_number)
        if self.in_order:  # the other side does not matter, nor does damage
            key = (side, tuple([(unit, healthy + damaged) for unit, healthy, damaged in mine]), (), round_number)
        if key not in self.memory.rolls:
            ways: Ways = roll(self.dice(standing, side, round_number))
            self.memory.rolls[key] = self.game.chances(ways)
        return self.memory.rolls[key]

    def surplus(self, more: Standing, less: Standing, side: int, round_number: int) -> Sequence[Number] | None:
        """Return the chances of 0, 1, 2, … hits of the dice that a side has in one standing and not in another.

        None where it has not all the dice of that other.
        """
        dice: dict[Dice, int] = {}
        for standing, sign in ((more, 1), (less, -1)):
            for group in self.dice(standing, side, round_number):
                dice[group.shape] = dice.get(group.shape, 0) + sign * group.dice
        if min(dice.values(), default=0) < 0:
            return None
        return self.game.chances(roll([shape._replace(dice=count) for shape, count in dice.items()]))

    @cites("78.6", "78.6.a", "42.2")
    def losses(self, standing: Standing, side: int, hits: int | Volley, round_number: int) -> list[Losses]:
        """Return what a side may be left with after the opponent's roll produced these hits.

        One way under a fixed policy, all under `best`.
        """
        round_number = min(round_number, self.special_rounds + 1)
        forces = standing.forces if self.across else only(side, standing.forces)
        bare = standing._replace(forces=forces, fate=FOUGHT)
        key = (side, bare, hits, round_number)
        if key not in self.memory.losses:
            moment = self.moment(standing, 1 - side, round_number)
            volley = Volley(hits) if isinstance(hits, int) else hits
            left, state = hits_after_effects(moment, volley.hits, search=False)[0]
            left = left._replace(some_so=max(0, volley.bound + left.number - volley.hits))
            for paid in volley.paid:
                state = state.use(*paid)
            hit = victims(moment, lambda unit: self.fights(side, unit), ground=self.place != SPACE)
            before = standing.forces[side]
            self.memory.losses[key] = [self._lost(side, before, taken) for taken in options(hit, state, left)]
            toil(self.game, len(self.memory.losses[key]))
        return self.memory.losses[key]

    def one_hit(self, side: int, force: Force) -> Force:
        """Return what one hit leaves of a side's force where losses follow a fixed order."""
        key = (side, force)
        if key not in self.memory.one_hit:
            if not self.memory.types(side).issuperset([s.unit for s in force]):
                moment = self.moment(Standing(only(side, (force, force))), 1 - side, self.special_rounds + 1)
                hit = victims(moment, lambda unit: self.fights(side, unit), ground=self.place != SPACE)
                self.memory.victims[side] = frozenset(s.unit for s in force), hit
            self.memory.one_hit[key] = after_one_hit(self.memory.victims[side][1], force)
        return self.memory.one_hit[key]

    def _lost(self, side: int, before: Force, taken: Taken) -> Losses:
        after = taken.state.at(self.players[side], self.place)
        lost = self.lost(side, before, after)
        return Losses(after, taken.state.spent, taken.hits_back, taken.sustained, lost)

    def lost(self, side: int, before: Force, after: Force) -> tuple[Unit, ...]:
        """Return the kinds of unit of which a side has fewer than before."""
        totals = {s.unit: s.total for s in after}
        units = self.sides[side].units
        return tuple(units[s.unit] for s in before if totals.get(s.unit, 0) < s.total)

    def _struck_back(
        self, standing: Standing, losses: tuple[Losses, Losses], round_number: int
    ) -> tuple[Standing, tuple[Force, Force]]:
        """Return the standing after hits that answer uses of Sustain Damage, answers to those included.

        With it comes what has sustained in the round, as damaged units, on both sides.
        """
        forces, spent = list(standing.forces), standing.spent
        sustained = [losses[0].sustained, losses[1].sustained]
        coming = [losses[1].hits_back, losses[0].hits_back]
        while any(coming):
            back = [0, 0]
            for side in (0, 1):
                if not coming[side]:
                    continue
                moment = self.moment(Standing((forces[0], forces[1]), spent), 1 - side, round_number)
                hit = victims(moment, lambda unit, side=side: self.fights(side, unit), ground=self.place != SPACE)  # type: ignore[misc]
                taken = by_policy(hit, moment.state, Hits(coming[side]))
                forces[side] = taken.state.at(self.players[side], self.place)
                spent = taken.state.spent
                sustained[side] = joined(sustained[side], taken.sustained)
                back[1 - side] = taken.hits_back
            coming = back
        return Standing((forces[0], forces[1]), spent), (sustained[0], sustained[1])

    def round(self, standing: Standing, round_number: int) -> Iterator[tuple[Number, list[Standing]]]:
        """Play one round; yield (probability, standings that the searching player may choose from)."""
        mine = self.chances(standing, ATTACKER, round_number)
        theirs = self.chances(standing, DEFENDER, round_number)
        leaving = announces(self.retreat, self.sides, standing.forces, round_number)
        if self.echoing:
            pairs = self._echoed(standing, mine, theirs, round_number)
        else:
            my_ways = self._ways(standing, ATTACKER, theirs, round_number)
            their_ways = self._ways(standing, DEFENDER, mine, round_number)
            pairs = ((chance * other, my, their) for other, my in my_ways for chance, their in their_ways)
        simple = not (self.answering or self.felling or self.mending or self.after_round or leaving is not None)
        simple = simple and not self.placing
        for chance, my_losses, their_losses in pairs:
            if simple and len(my_losses) == len(their_losses) == 1:
                my, their = my_losses[0], their_losses[0]
                if not (my.hits_back or their.hits_back):
                    spent = merged(standing.spent, my.spent, their.spent)
                    toil(self.game, 1)
                    yield chance, [Standing((my.force, their.force), spent)]
                    continue
            toil(self.game, _SLOWER * len(my_losses) * len(their_losses))
            ways = [
                list(self._after(standing, (my, their), round_number, leaving))
                for my in my_losses
                for their in their_losses
            ]
            if len(ways) == 1:
                for after, part in ways[0]:
                    yield chance * part, [after]
            else:
                yield chance, list(dict.fromkeys(after for way in ways for after, _ in way))

    def _ways(
        self, standing: Standing, side: int, chances: Sequence[Number], round_number: int
    ) -> list[tuple[Number, list[Losses]]]:
        """Return what a side's taking hits leads to with which chance; hits that come to the same are one entry."""
        found: list[tuple[Number, list[Losses]]] = []
        rolled: Iterable[tuple[int | Volley, Number]] = enumerate(chances)
        if self.sorting:
            number = min(round_number, self.special_rounds + 1)
            rolled = volleys(self.moment(standing, 1 - side, number), self.dice(standing, 1 - side, number))
        for hits, chance in rolled:
            if chance:
                ways = self.losses(standing, side, hits, round_number)
                if found and found[-1][1] == ways:
                    found[-1] = (found[-1][0] + chance, ways)
                else:
                    found.append((chance, ways))
        return found

    def _echoed(
        self, standing: Standing, mine: Sequence[Number], theirs: Sequence[Number], round_number: int
    ) -> Iterator[tuple[Number, list[Losses], list[Losses]]]:
        """Yield the chance of each pair of rolls and what they lead to, where hits of one side bring the other more."""
        for hits, chance in enumerate(mine):
            for hits_on_me, other in enumerate(theirs):
                if chance and other:
                    more = self._echoes(standing, (hits, hits_on_me), round_number)
                    my = self.losses(standing, ATTACKER, hits_on_me + more[1], round_number)
                    yield chance * other, my, self.losses(standing, DEFENDER, hits + more[0], round_number)

    def _echoes(self, standing: Standing, hits: tuple[int, int], round_number: int) -> tuple[int, int]:
        """Return the further hits of both sides that answer those which the opponent rolled."""
        found = [0, 0]
        for side in (0, 1) if self.echoing else ():
            moment = self.moment(standing, side, round_number)
            for owner, effect in acting(moment):
                if owner.index == self.players[side] and effect.echoes:
                    if more := effect.echoes(moment, owner.index, hits[1 - side]):
                        note_effect(moment, owner, effect)
                    found[side] += more
        return found[0], found[1]

    def felled(self, standing: Standing, lost: tuple[tuple[Unit, ...], tuple[Unit, ...]], number: int) -> Standing:
        """Return the standing after units that were lost have taken all that fight there with them."""
        for side in (0, 1):
            moment = self.moment(standing, side, number)
            for owner, effect in acting(moment) if lost[side] else ():
                doomed = owner.index == self.players[side] and effect.fells
                if doomed and doomed(moment, owner.index, lost[side]):
                    note_effect(moment, owner, effect)
                    kept = [
                        tuple(s for s in force if not self.fights(index, self.sides[index].units[s.unit]))
                        for index, force in enumerate(standing.forces)
                    ]
                    return standing._replace(forces=(kept[0], kept[1]))
        return standing

    def _after(
        self, standing: Standing, losses: tuple[Losses, Losses], round_number: int, leaving: int | None
    ) -> Iterator[tuple[Standing, Number]]:
        """Yield how the combat may stand after both sides took their hits, with probabilities."""
        spent = merged(standing.spent, losses[0].spent, losses[1].spent)
        after = Standing((losses[0].force, losses[1].force), spent)
        sustained = losses[0].sustained, losses[1].sustained
        if losses[0].hits_back or losses[1].hits_back:
            after, sustained = self._struck_back(after, losses, round_number)
        if self.felling:
            lost = [self.lost(side, standing.forces[side], after.forces[side]) for side in (0, 1)]
            after = self.felled(after, (lost[0], lost[1]), round_number)
        ways = self._last_words(standing, after, round_number) if self.answering else ((after, self.game.one),)
        for struck, part in ways:
            if self.placing:
                struck = placed(self, standing, struck, round_number)
            ended = self._end_round(standing, struck, sustained, round_number, leaving)
            for followed, share in self._followed(ended):
                yield followed, part * share

    def _followed(self, standing: Standing) -> Iterator[tuple[Standing, Number]]:
        """Yield the standing after what else happens at the end of a round, while there is a defender to suffer it."""
        if self.after_round is None or standing.fate or not self.strength(DEFENDER, standing.forces[DEFENDER]):
            yield standing, self.game.one
            return
        for chance, after in self.after_round(self.position(standing)):
            forces = after.at(self.players[0], self.place), after.at(self.players[1], self.place)
            yield standing._replace(forces=forces, spent=after.spent), chance

    def _last_words(self, before: Standing, standing: Standing, round_number: int) -> Iterator[tuple[Standing, Number]]:
        """Yield the standing after effects that answer destroyed units with a roll, and those that answer these."""
        ways: list[tuple[Standing, Number]] = [(standing, self.game.one)]
        for side in (0, 1, 0):
            after = []
            for struck, part in ways:
                after += [(then, part * chance) for then, chance in self._last_word(before, struck, side, round_number)]
            ways = after
        yield from ways

    def _last_word(
        self, before: Standing, standing: Standing, side: int, round_number: int
    ) -> Iterator[tuple[Standing, Number]]:
        """Yield the standing after one side's first effect that answers destroyed units, if it has one to use."""
        lost = self.lost(side, before.forces[side], standing.forces[side])
        moment = self.moment(standing, side, round_number)
        for owner, effect in acting(moment) if lost else ():
            dice = effect.on_destroyed and effect.on_destroyed(moment, owner.index, lost)
            if owner.index != self.players[side] or not dice:
                continue
            note_effect(moment, owner, effect)
            spent = State((), standing.spent).use(owner.index, effect.slug).spent
            for hits, chance in enumerate(self.game.chances(roll([dice]))):
                force = self._destroyed(standing, 1 - side, hits)
                forces = (standing.forces[0], force) if side == 0 else (force, standing.forces[1])
                yield Standing(forces, spent), chance
            return
        yield standing, self.game.one

    def _destroyed(self, standing: Standing, side: int, count: int) -> Force:
        """Return a side's force after its owner destroys that many of its units, without sustaining (87.5)."""
        moment = self.moment(standing, 1 - side, 0)
        hit = victims(moment, lambda unit: self.fights(side, unit))
        hit = hit._replace(sustaining=frozenset(), lending=frozenset())
        return by_policy(hit, moment.state, Hits(count)).state.at(self.players[side], self.place)

    @cites("78.7.a")
    def _end_round(
        self,
        before: Standing,
        standing: Standing,
        sustained: tuple[Force, Force],
        round_number: int,
        leaving: int | None,
    ) -> Standing:
        mended = standing
        if self.mending:
            fresh = [_just_sustained(before.forces[s], standing.forces[s], sustained[s]) for s in (0, 1)]
            mended = self.mended(standing, (fresh[0], fresh[1]), round_number)
        if leaving is not None and not self.over(mended):
            return mended._replace(fate=RETREATS[leaving])
        return mended

    @cites("78.2.b", "78.9.a", "42.4.b")
    def mended(self, standing: Standing, sustained: tuple[Force, Force], round_number: int) -> Standing:
        """Return the standing after repairs at the start (round 0) or end of a round."""
        for side in (0, 1) if self.mending else ():
            force, spent = self._mended(standing, side, sustained[side], min(round_number, self.special_rounds + 1))
            forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
            standing = standing._replace(forces=forces, spent=spent)
        return standing

    def _mended(self, standing: Standing, side: int, sustained: Force, round_number: int) -> tuple[Force, Spent]:
        """Return a side's force after its repairs, and what is used up by then."""
        force, spent = standing.forces[side], standing.spent
        key = (side, force, sustained, spent, round_number)
        if not self.across and key in self.memory.mends:
            return self.memory.mends[key]
        for owner, effect in acting(self.moment(standing, side, round_number)):
            if not effect.mends or owner.index != self.players[side]:
                continue
            moment = self.moment(standing, side, round_number)
            new = effect.mends(moment, owner.index, force, sustained)
            if new == force:
                continue
            note_effect(moment, owner, effect)
            if effect.spends:
                spent = moment.state.use(owner.index, effect.slug).spent
            force = new
            forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
            standing = standing._replace(forces=forces, spent=spent)
        self.memory.mends[key] = force, spent
        return force, spent

    def note_rolls(self, standing: Standing, clause: str) -> None:
        """Enter the first round's rolls into the trace."""
        for side in (0, 1):
            dice = self.dice(standing, side, 1)
            if dice:
                moment = self.moment(standing, side, 1)
                self.game.note(clause, describe(moment, dice))
                names = self.sides[side].name, self.sides[1 - side].name
                hits = tuple(self.chances(standing, side, 1))
                self.game.rolled(Rolled(*names, self.place, COMBAT, dice, hits))


def _just_sustained(before: Force, after: Force, sustained: Force) -> Force:
    """Return the damaged units left that sustained in this round; their owner has given such units up first."""
    fresh = []
    for there in sustained:
        left = min(there.damaged, stack(after, there.unit).damaged - stack(before, there.unit).damaged)
        fresh += [Stack(there.unit, 0, left)] if left > 0 else []
    return tuple(fresh)


def only(side: int, forces: tuple[Force, Force]) -> tuple[Force, Force]:
    """Return the forces with the other side's left out."""
    return (forces[0], ()) if side == 0 else ((), forces[1])
