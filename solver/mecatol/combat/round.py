"""One round of a combat: both sides roll, take their hits, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from mecatol.combat.consequences import answer_losses, apply_hits_back, apply_mutual_destruction
from mecatol.combat.fight import Fight
from mecatol.combat.placing import place_units, play_through
from mecatol.combat.repairs import repair_before_round, repair_both, sustained_this_round
from mecatol.combat.retreat import announces
from mecatol.combat.state import ATTACKER, DEFENDER, RETREATS, CombatState, Losses
from mecatol.combat.taking_hits import losses_from_roll
from mecatol.combat.used_effects import merge_used, without_sustained
from mecatol.combat.volleys import Volley, volleys
from mecatol.combat.windows import BothRolled
from mecatol.domain.clauses import cites
from mecatol.game.opening import opened
from mecatol.game.stages import Stage
from mecatol.game.state import Force, changed, stack
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

type RollOutcomes = tuple[tuple[int | Volley, Number], ...]
"""What a combat roll may come to, with probabilities."""


def outcomes(fight: Fight, state: CombatState, round_number: int) -> dict[CombatState, Number]:
    """Play one round in which nobody searches, pair by pair; return the states that it leads to, with chances."""
    found: dict[CombatState, Number] = {}
    for share, played in RoundOfRolls.of(fight, state, round_number).after_own_losses():
        for chance, my_losses, their_losses in played.pairs():
            count_work()
            for after, part in after_losses(played, (my_losses[0], their_losses[0])):
                found[after] = found.get(after, 0) + share * chance * part
    return found


class RollIndex:
    """What combat rolls may come to, by number: the same has the same."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: list[RollOutcomes] = []
        self._number: dict[RollOutcomes, int] = {}
        self._same: dict[int, int] = {}
        """The numbers by identity: many forces share one of `rolled`, and to compare what it holds takes long."""

    def __getitem__(self, number: int) -> RollOutcomes:
        """Return what the roll with a number may come to."""
        return self._known[number]

    def number(self, rolled: RollOutcomes) -> int:
        """Return the number of a roll."""
        found = self._same.get(id(rolled))
        if found is None:
            found = self._same[id(rolled)] = self._number.setdefault(rolled, len(self._known))
            if found == len(self._known):
                self._known.append(rolled)
        return found


class RoundOfRolls(NamedTuple):
    """One round of a combat, rolled."""

    fight: Fight
    before: CombatState
    number: int
    leaving: int | None
    """The side that leaves at its end, if one does."""
    rolls: tuple[RollOutcomes, RollOutcomes] = ((), ())
    follows: bool = True
    """Whether what else happens at the end of the round is a part of it."""
    after_rolls: CombatState | None = None
    """The state in which hits are assigned, where the rolls have cost units before."""

    @classmethod
    def of(cls, fight: Fight, state: CombatState, number: int) -> RoundOfRolls:
        """Return the round that begins with a state."""
        rolls = rolled(fight, state, ATTACKER, number), rolled(fight, state, DEFENDER, number)
        leaving = announces(fight.retreat, fight.sides, state.forces, number)
        return cls(fight, state, number, leaving, rolls)

    @property
    def hit(self) -> CombatState:
        """The state in which hits are assigned."""
        return self.after_rolls or self.before

    def after_own_losses(self) -> Iterator[tuple[Number, RoundOfRolls]]:
        """Yield the round once its rolls have destroyed units of those who made them, with the chances.

        It is the round itself where no roll does that.
        """
        if not self.fight.risks_units:
            yield self.fight.game.one, self
            return
        one = self.fight.game.one
        for mine, chance in self.rolls[ATTACKER]:
            for theirs, other in self.rolls[DEFENDER]:
                rolls = ((_alone(mine), one),), ((_alone(theirs), one),)
                for my, part in _own_losses(self.fight, self.before.forces[ATTACKER], mine):
                    for their, share in _own_losses(self.fight, self.before.forces[DEFENDER], theirs):
                        state = self.before._replace(forces=(my, their))
                        yield chance * other * part * share, self._replace(rolls=rolls, after_rolls=state)

    def pairs(self) -> Iterable[tuple[Number, list[Losses], list[Losses]]]:
        """Return what both rolls do to the attacker's and to the defender's side, pair by pair."""
        if self.fight.adds_hits:
            return _with_replies(self.fight, self.hit, *self.rolls, self.number)
        my, their = (_ways(self.fight, self.hit, side, self.rolls[1 - side], self.number) for side in (0, 1))
        return ((chance * other, one, two) for other, one in my for chance, two in their)


def rolled(fight: Fight, state: CombatState, side: int, round_number: int) -> RollOutcomes:
    """Return what a side's combat roll may come to, with probabilities: hits, or volleys where hits differ."""
    if not fight.distinguishes_hits:
        chances, known = fight.chances(state, side, round_number), fight.memory.outcomes
        if id(chances) not in known:
            known[id(chances)] = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
        return known[id(chances)]
    number = min(round_number, fight.special_rounds + 1)

    def find() -> tuple[tuple[Volley, Number], ...]:
        found = volleys(fight.moment(state, side, number), fight.dice(state, side, number))
        return tuple([(hits, chance) for hits, chance in found if chance])

    key = fight.rolling(state, side), state.spent, number
    return fight.memory.volleys.get(key, fight.game.journal, find)


def _alone(rolled: int | Volley) -> int | Volley:
    """Return what a roll does to the other side alone."""
    return rolled if isinstance(rolled, int) else rolled._replace(costs=())


def _own_losses(fight: Fight, force: Force, rolled: int | Volley) -> list[tuple[Force, Number]]:
    """Return what a side's own roll may leave of its force, with chances: damaged units roll like the others."""
    ways: list[tuple[Force, Number]] = [(force, fight.game.one)]
    for unit, lost in () if isinstance(rolled, int) else rolled.costs:
        there = stack(force, unit)
        number = comb(there.total, lost)
        ways = [
            (
                changed(left, unit, healthy=hurt - lost, damaged=-hurt),
                chance * comb(there.damaged, hurt) * comb(there.healthy, lost - hurt) / number,
            )
            for left, chance in ways
            for hurt in range(max(0, lost - there.healthy), min(lost, there.damaged) + 1)
        ]
    return ways


def _ways(
    fight: Fight, state: CombatState, side: int, rolled: RollOutcomes, round_number: int
) -> list[tuple[Number, list[Losses]]]:
    """Return what a side's taking hits leads to with which chance; hits that come to the same are one entry."""
    found: list[tuple[Number, list[Losses]]] = []
    for hits, chance in rolled:
        ways = losses_from_roll(fight, state, side, hits, round_number)
        if found and found[-1][1] == ways:
            found[-1] = (found[-1][0] + chance, ways)
        else:
            found.append((chance, ways))
    return found


def _with_replies(
    fight: Fight, state: CombatState, mine: RollOutcomes, theirs: RollOutcomes, round_number: int
) -> Iterator[tuple[Number, list[Losses], list[Losses]]]:
    """Yield the chance of each pair of rolls and what they lead to, where hits of one side bring the other more."""
    more = further_hits(fight, state, (mine, theirs), round_number)
    for rolled, chance in mine:
        for against, other in theirs:
            my = losses_from_roll(
                fight, state, ATTACKER, with_further_hits(against, more[DEFENDER][rolled]), round_number
            )
            their = losses_from_roll(
                fight, state, DEFENDER, with_further_hits(rolled, more[ATTACKER][against]), round_number
            )
            yield chance * other, my, their


def with_further_hits(rolled: int | Volley, more: int) -> int | Volley:
    """Return what a roll has come to with further hits."""
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def further_hits(
    fight: Fight, state: CombatState, rolls: tuple[RollOutcomes, RollOutcomes], round_number: int
) -> tuple[dict[int | Volley, int], dict[int | Volley, int]]:
    """Return the further hits with which each side answers what the opponent's roll may come to."""
    one, other = (
        _further_hits_of(fight, state, side, [rolled for rolled, _ in rolls[1 - side]], round_number)
        for side in (ATTACKER, DEFENDER)
    )
    return one, other


def _further_hits_of(
    fight: Fight, state: CombatState, side: int, rolls: Iterable[int | Volley], round_number: int
) -> dict[int | Volley, int]:
    """Return the further hits of one side that answer what the opponent may have rolled."""
    moment = fight.moment(state, side, round_number)
    acting = list(opened(moment, BothRolled, fight.players[side]))
    found: dict[int | Volley, int] = {}
    for rolled in rolls:
        hits = rolled if isinstance(rolled, int) else rolled.hits
        found[rolled] = 0
        for actor in acting:
            if more := actor.window.act(moment, actor.owner, hits):
                actor.note()
                found[rolled] += more
    return found


def after_losses(played: RoundOfRolls, losses: tuple[Losses, Losses]) -> Iterator[tuple[CombatState, Number]]:
    """Yield how the combat may stand after both sides took their hits, with probabilities."""
    fight, state, round_number = played.fight, played.before, played.number
    spent = merge_used(state.spent, losses[0].spent, losses[1].spent)
    after = CombatState((losses[0].force, losses[1].force), spent)
    sustained = losses[0].sustained, losses[1].sustained
    if losses[0].hits_back or losses[1].hits_back:
        after, sustained = apply_hits_back(fight, after, losses, round_number)
    after = apply_mutual_destruction(fight, state, after, round_number)
    ways = answer_losses(fight, state, after, round_number) if fight.answers_losses else ((after, fight.game.one),)
    for answered, part in ways:
        struck = answered if answered is after else apply_mutual_destruction(fight, state, answered, round_number)
        if fight.may_place(struck.spent):
            struck = place_units(fight, state, struck, round_number)
        ended = end_round(fight, played.hit, struck, sustained, round_number, played.leaving)
        if not played.follows:
            yield ended, part
            continue
        for then, share in after_stages(fight, ended, round_number):
            yield then, part * share


def after_stages(fight: Fight, state: CombatState, round_number: int) -> Iterator[tuple[CombatState, Number]]:
    """Yield the state after what else happens at the end of a round, while there is a defender to suffer it."""
    for chance, after, _ in play_through(fight, stages_after_round(fight, state, round_number), fight.position(state)):
        yield start_next_round(fight, fight.combat_state(after)._replace(fate=state.fate), round_number), chance


def start_next_round(fight: Fight, state: CombatState, round_number: int) -> CombatState:
    """Return the state, which all that happens at the end of a round has led to, as the next round begins."""
    begins = fight.after_round and any(fight.repairs_before_round) and not fight.stops
    return repair_before_round(fight, state, round_number) if begins else state


def stages_after_round(fight: Fight, state: CombatState, round_number: int) -> Sequence[Stage]:
    """Return the stages of what else happens at the end of a round, while there is a defender to suffer it."""
    if fight.after_round is None or state.fate or not fight.alive(DEFENDER, state.forces[DEFENDER]):
        return ()
    return fight.after_round(round_number)


@cites("78.7", "78.7.a")
def end_round(
    fight: Fight,
    before: CombatState,
    state: CombatState,
    sustained: tuple[Force, Force],
    round_number: int,
    leaving: int | None,
) -> CombatState:
    """Return the state after the repairs at the end of a round, and after a retreat."""
    if fight.repairs_units:
        fresh = [sustained_this_round(fight, before, side, state.forces[side], sustained[side]) for side in (0, 1)]
        goes_on = leaving is None and not fight.after_round
        state = repair_both(fight, state, (fresh[0], fresh[1]), round_number, goes_on, leaving)
        state = state._replace(spent=without_sustained(state.spent))
    return state if leaving is None else retreat_by(fight, state, leaving)


def retreat_by(fight: Fight, state: CombatState, side: int) -> CombatState:
    """Return the state after a side has left, if the combat is not over by then."""
    return state if fight.is_over(state) else state._replace(fate=RETREATS[side])
