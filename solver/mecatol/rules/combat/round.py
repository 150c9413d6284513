"""The rolls of a round: what both sides may roll, and the hits that each side suffers for it.

Where the results of a roll are not all alike (`mecatol.rules.combat.volleys`) it comes to a `Volley`, and may cost the
side that makes it units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from mecatol.game.labels import Labelled, united
from mecatol.game.opening import opened
from mecatol.probability.dice import TIE, Number
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CombatState,
    HitChances,
    OwnRoll,
    Pair,
    Volley,
    number_of,
)
from mecatol.rules.combat.volleys import VolleyDice, own_rolls, volley_dice
from mecatol.rules.combat.windows import BothRolled, RepeatCombatRoll
from mecatol.rules.hits.rolled import above_mean

type PairOfHits = tuple[int | Volley, int | Volley, Number]
"""The hits that the attacker suffers, those that the defender suffers, and the chance of both."""


def rolled(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[Sequence[OwnRoll]]:
    """Return what a side's combat roll may leave of its own force and come to for the other side, with chances.

    It comes to hits, or to volleys where hits differ. Both sides see what it leaves before they take hits.
    """
    found = _rolled_once(fight, state, side, round_number)
    return _repeated(fight, state, side, round_number, found) if fight.can.repeats_rolls else found


def _chance_below(least: Number, roll: OwnRoll) -> Number:
    """Return the chance of fewer hits."""
    return sum(part for hits, part in roll.hits if number_of(hits) < least)


def _repeated(
    fight: Fight, state: CombatState, side: int, round_number: int, found: Labelled[Sequence[OwnRoll]]
) -> Labelled[Sequence[OwnRoll]]:
    """Return a side's combat roll with what the other side's effects have rolled again: all dice, where it is good."""
    number = min(round_number, fight.special_rounds + 1)
    actor = next(opened(fight.moment(state, 1 - side, number), RepeatCombatRoll, fight.players[1 - side]), None)
    if actor is None:
        return found
    least = above_mean([(number_of(hits), part * roll.chance) for roll in found.value for hits, part in roll.hits])
    kept = [_chance_below(least, roll) for roll in found.value]
    again = 1 - sum(roll.chance * part for roll, part in zip(found.value, kept, strict=True))
    if not again > TIE:
        return found
    rolls = []
    for roll, part in zip(found.value, kept, strict=True):
        whole = part + again  # what of its first result is kept, and what a second roll adds
        hits = tuple([
            (result, chance * (again + (number_of(result) < least)) / whole) for result, chance in roll.hits
        ])  # fmt: skip
        rolls.append(OwnRoll(roll.force, roll.chance * whole, hits))
    return Labelled(rolls, united(found.labels, fight.game.labelled(actor.note).labels))


def _rolled_once(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[Sequence[OwnRoll]]:
    """Return what a side's combat roll may leave and come to before anybody has it rolled again."""
    force, memory = state.forces[side], fight.memory
    if not fight.can.distinguishes_hits:
        (_, chances), labels = fight.rolled(state, side, round_number)
        if id(chances) not in memory.hit_chances:
            found = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
            memory.hit_chances[id(chances)] = found
        return Labelled([OwnRoll(force, fight.game.one, memory.hit_chances[id(chances)])], labels)
    dice, labels = rolled_dice(fight, state, side, round_number)
    return Labelled(own_rolls(fight.game, force, dice, memory.counts), labels)


def rolled_dice(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[VolleyDice]:
    """Return the dice of a side's combat roll where its results are not all alike."""
    memory, number = fight.memory, min(round_number, fight.special_rounds + 1)

    def find() -> VolleyDice:
        moment = fight.blind_moment(state, side, number)
        return volley_dice(moment, fight.dice(state, side, number), memory.counts)

    return memory.volleys.get((fight.rolling(state, side), state.spent, number), find)


def hit_states(
    state: CombatState, rolls: Pair[Sequence[OwnRoll]]
) -> Iterator[tuple[CombatState, Pair[HitChances], Number]]:
    """Yield the states in which the hits of two rolls may be assigned, what the rolls come to there, and the chance."""
    for mine, theirs in product(*rolls):
        hit = state._replace(forces=(mine.force, theirs.force))
        yield hit, (mine.hits, theirs.hits), mine.chance * theirs.chance


def pairs_of_hits(
    fight: Fight, state: CombatState, rolls: Pair[HitChances], round_number: int
) -> Labelled[list[PairOfHits]]:
    """Return what both sides suffer for two rolls, pair by pair, with what each pair sets off (`BothRolled`)."""
    taken = [hits for hits, _ in rolls[DEFENDER]], [hits for hits, _ in rolls[ATTACKER]]
    more = [fight.game.labelled(partial(_answers_to, fight, state, side, taken[side], round_number)) for side in SIDES]
    pairs = [
        (_more(against, more[DEFENDER].value[hits]), _more(hits, more[ATTACKER].value[against]), chance * other)
        for hits, chance in rolls[ATTACKER] for against, other in rolls[DEFENDER]
    ]  # fmt: skip
    return Labelled(pairs, united(*[each.labels for each in more]))


def _more(rolled: int | Volley, more: int) -> int | Volley:
    """Return what a roll has come to with further hits."""
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def _answers_to(
    fight: Fight, state: CombatState, side: int, rolls: Iterable[int | Volley], round_number: int
) -> dict[int | Volley, int]:
    """Return the further hits of one side that answer what the opponent may have rolled."""
    moment = fight.moment(state, side, round_number)
    acting = list(opened(moment, BothRolled, fight.players[side]))
    found: dict[int | Volley, int] = {}
    for rolled in rolls:
        hits = number_of(rolled)
        found[rolled] = 0
        for actor in acting:
            if more := actor.window.act(actor.moment, actor.owner, hits):
                actor.note()
                found[rolled] += more
    return found
