"""The rolls of a round: what both sides may roll, and the hits that each side suffers for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import comb

from mecatol.combat.fight import Fight
from mecatol.combat.memory import HitChances, united
from mecatol.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, Pair
from mecatol.combat.volleys import Volley, volleys
from mecatol.combat.windows import BothRolled
from mecatol.game.journal import Labelled
from mecatol.game.opening import opened
from mecatol.game.state import Force, changed, stack
from mecatol.probability.dice import Number

type PairOfHits = tuple[int | Volley, int | Volley, Number]
"""The hits that the attacker suffers, those that the defender suffers, and the chance of both."""


class RollIndex:
    """What combat rolls may come to, by number: equal ones have one number."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: list[HitChances] = []
        self._number: dict[HitChances, int] = {}
        self._same: dict[int, int] = {}
        """The numbers by identity: many forces share one of `rolled`, and to compare what it holds takes long."""

    def __getitem__(self, number: int) -> HitChances:
        """Return what the roll with a number may come to."""
        return self._known[number]

    def number(self, rolled: HitChances) -> int:
        """Return the number of a roll."""
        found = self._same.get(id(rolled))
        if found is None:
            found = self._same[id(rolled)] = self._number.setdefault(rolled, len(self._known))
            if found == len(self._known):
                self._known.append(rolled)
        return found


def rolled(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[HitChances]:
    """Return what a side's combat roll may come to, with probabilities: hits, or volleys where hits differ."""
    if not fight.can.distinguishes_hits:
        (_, chances), labels = fight.rolled(state, side, round_number)
        known = fight.memory.hit_chances
        if id(chances) not in known:
            known[id(chances)] = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
        return Labelled(known[id(chances)], labels)
    number = min(round_number, fight.special_rounds + 1)

    def find() -> HitChances:
        found = volleys(fight.blind_moment(state, side, number), fight.dice(state, side, number))
        return tuple([(hits, chance) for hits, chance in found if chance])

    return fight.memory.volleys.get((fight.rolling(state, side), state.spent, number), find)


def pairs_of_hits(
    fight: Fight, state: CombatState, rolls: Pair[HitChances], round_number: int
) -> Labelled[list[PairOfHits]]:
    """Return what both sides suffer for two rolls, pair by pair, with what each pair sets off (`BothRolled`)."""
    if not fight.can.adds_hits:
        return Labelled([(against, hits, chance * other) for hits, chance in rolls[0] for against, other in rolls[1]])
    more, labels = further_hits(fight, state, rolls, round_number)
    pairs = [
        (_more(against, more[DEFENDER][hits]), _more(hits, more[ATTACKER][against]), chance * other)
        for hits, chance in rolls[ATTACKER] for against, other in rolls[DEFENDER]
    ]  # fmt: skip
    return Labelled(pairs, labels)


def after_own_losses(
    fight: Fight, state: CombatState, rolls: Pair[int | Volley]
) -> list[tuple[CombatState, Number]]:  # fmt: skip
    """Return the states in which hits are assigned, once both rolls have destroyed units of those who made them."""
    return [
        (state._replace(forces=(mine, theirs)), chance * other)
        for mine, chance in own_losses(fight, state.forces[ATTACKER], rolls[ATTACKER])
        for theirs, other in own_losses(fight, state.forces[DEFENDER], rolls[DEFENDER])
    ]


def without_costs(rolled: int | Volley) -> int | Volley:
    """Return what a roll does to the other side alone."""
    return rolled if isinstance(rolled, int) else rolled._replace(costs=())


def own_losses(fight: Fight, force: Force, rolled: int | Volley) -> list[tuple[Force, Number]]:
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


def _more(rolled: int | Volley, more: int) -> int | Volley:
    """Return what a roll has come to with further hits."""
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def further_hits(
    fight: Fight, state: CombatState, rolls: Pair[HitChances], round_number: int
) -> Labelled[Pair[dict[int | Volley, int]]]:
    """Return the further hits with which each side answers what the opponent's roll may come to."""
    hits = [[hits for hits, _ in rolls[1 - side]] for side in SIDES]
    one, two = (fight.labelled(partial(_answers_to, fight, state, side, hits[side], round_number)) for side in SIDES)
    return Labelled((one.value, two.value), united(one.labels, two.labels))


def _answers_to(
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
            if more := actor.window.act(actor.moment, actor.owner, hits):
                actor.note()
                found[rolled] += more
    return found
