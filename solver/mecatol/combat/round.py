"""One round of a combat: both sides roll, take their hits, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mecatol.combat.aiming import lost_by_roll
from mecatol.combat.destruction import felled, last_words, struck_back
from mecatol.combat.fight import Fight
from mecatol.combat.placing import placed, play_through
from mecatol.combat.repairs import fresh_in, mended, renewed
from mecatol.combat.retreat import announces
from mecatol.combat.spent import forgotten, merged
from mecatol.combat.standing import ATTACKER, DEFENDER, RETREATS, Losses, Standing
from mecatol.combat.volleys import Volley, volleys
from mecatol.combat.windows import BothRolled
from mecatol.domain.clauses import cites
from mecatol.game.opening import opened
from mecatol.game.stages import Stage
from mecatol.game.state import Force
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

type Rolled = tuple[tuple[int | Volley, Number], ...]
"""What a combat roll may come to, with probabilities."""


def outcomes(fight: Fight, standing: Standing, round_number: int) -> dict[Standing, Number]:
    """Play one round in which nobody searches, pair by pair; return the standings that it leads to, with chances."""
    played = Round.of(fight, standing, round_number)
    found: dict[Standing, Number] = {}
    for chance, my_losses, their_losses in played.pairs():
        count_work()
        for after, part in after_losses(played, (my_losses[0], their_losses[0])):
            found[after] = found.get(after, 0) + chance * part
    return found


class Rolls:
    """What combat rolls may come to, by number: the same has the same."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: list[Rolled] = []
        self._number: dict[Rolled, int] = {}
        self._same: dict[int, int] = {}
        """The numbers by identity: many forces share one of `rolled`, and to compare what it holds takes long."""

    def __getitem__(self, number: int) -> Rolled:
        """Return what the roll with a number may come to."""
        return self._known[number]

    def number(self, rolled: Rolled) -> int:
        """Return the number of a roll."""
        found = self._same.get(id(rolled))
        if found is None:
            found = self._same[id(rolled)] = self._number.setdefault(rolled, len(self._known))
            if found == len(self._known):
                self._known.append(rolled)
        return found


class Round(NamedTuple):
    """One round of a combat, rolled."""

    fight: Fight
    before: Standing
    number: int
    leaving: int | None
    """The side that leaves at its end, if one does."""
    rolls: tuple[Rolled, Rolled] = ((), ())
    follows: bool = True
    """Whether what else happens at the end of the round is a part of it."""

    @classmethod
    def of(cls, fight: Fight, standing: Standing, number: int) -> Round:
        """Return the round that begins with a standing."""
        rolls = rolled(fight, standing, ATTACKER, number), rolled(fight, standing, DEFENDER, number)
        leaving = announces(fight.retreat, fight.sides, standing.forces, number)
        return cls(fight, standing, number, leaving, rolls)

    def pairs(self) -> Iterable[tuple[Number, list[Losses], list[Losses]]]:
        """Return what both rolls do to the attacker's and to the defender's side, pair by pair."""
        if self.fight.echoing:
            return _echoed(self.fight, self.before, *self.rolls, self.number)
        my, their = (_ways(self.fight, self.before, side, self.rolls[1 - side], self.number) for side in (0, 1))
        return ((chance * other, one, two) for other, one in my for chance, two in their)


def rolled(fight: Fight, standing: Standing, side: int, round_number: int) -> Rolled:
    """Return what a side's combat roll may come to, with probabilities: hits, or volleys where hits differ."""
    if not fight.sorting:
        chances, known = fight.chances(standing, side, round_number), fight.memory.outcomes
        if id(chances) not in known:
            known[id(chances)] = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
        return known[id(chances)]
    number = min(round_number, fight.special_rounds + 1)

    def find() -> tuple[tuple[Volley, Number], ...]:
        found = volleys(fight.moment(standing, side, number), fight.dice(standing, side, number))
        return tuple([(hits, chance) for hits, chance in found if chance])

    key = fight.rolling(standing, side), standing.spent, number
    return fight.memory.volleys.get(key, fight.game.journal, find)


def _ways(
    fight: Fight, standing: Standing, side: int, rolled: Rolled, round_number: int
) -> list[tuple[Number, list[Losses]]]:
    """Return what a side's taking hits leads to with which chance; hits that come to the same are one entry."""
    found: list[tuple[Number, list[Losses]]] = []
    for hits, chance in rolled:
        ways = lost_by_roll(fight, standing, side, hits, round_number)
        if found and found[-1][1] == ways:
            found[-1] = (found[-1][0] + chance, ways)
        else:
            found.append((chance, ways))
    return found


def _echoed(
    fight: Fight, standing: Standing, mine: Rolled, theirs: Rolled, round_number: int
) -> Iterator[tuple[Number, list[Losses], list[Losses]]]:
    """Yield the chance of each pair of rolls and what they lead to, where hits of one side bring the other more."""
    more = echoes(fight, standing, (mine, theirs), round_number)
    for rolled, chance in mine:
        for against, other in theirs:
            my = lost_by_roll(fight, standing, ATTACKER, with_more(against, more[DEFENDER][rolled]), round_number)
            their = lost_by_roll(fight, standing, DEFENDER, with_more(rolled, more[ATTACKER][against]), round_number)
            yield chance * other, my, their


def with_more(rolled: int | Volley, more: int) -> int | Volley:
    """Return what a roll has come to with further hits."""
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def echoes(
    fight: Fight, standing: Standing, rolls: tuple[Rolled, Rolled], round_number: int
) -> tuple[dict[int | Volley, int], dict[int | Volley, int]]:
    """Return the further hits with which each side answers what the opponent's roll may come to."""
    one, other = (
        _echo(fight, standing, side, [rolled for rolled, _ in rolls[1 - side]], round_number)
        for side in (ATTACKER, DEFENDER)
    )
    return one, other


def _echo(
    fight: Fight, standing: Standing, side: int, rolls: Iterable[int | Volley], round_number: int
) -> dict[int | Volley, int]:
    """Return the further hits of one side that answer what the opponent may have rolled."""
    moment = fight.moment(standing, side, round_number)
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


def after_losses(played: Round, losses: tuple[Losses, Losses]) -> Iterator[tuple[Standing, Number]]:
    """Yield how the combat may stand after both sides took their hits, with probabilities."""
    fight, standing, round_number = played.fight, played.before, played.number
    spent = merged(standing.spent, losses[0].spent, losses[1].spent)
    after = Standing((losses[0].force, losses[1].force), spent)
    sustained = losses[0].sustained, losses[1].sustained
    if losses[0].hits_back or losses[1].hits_back:
        after, sustained = struck_back(fight, after, losses, round_number)
    after = felled(fight, standing, after, round_number)
    ways = last_words(fight, standing, after, round_number) if fight.answering else ((after, fight.game.one),)
    for answered, part in ways:
        struck = answered if answered is after else felled(fight, standing, answered, round_number)
        if fight.may_place(struck.spent):
            struck = placed(fight, standing, struck, round_number)
        ended = end_round(fight, standing, struck, sustained, round_number, played.leaving)
        if not played.follows:
            yield ended, part
            continue
        for then, share in followed(fight, ended, round_number):
            yield then, part * share


def followed(fight: Fight, standing: Standing, round_number: int) -> Iterator[tuple[Standing, Number]]:
    """Yield the standing after what else happens at the end of a round, while there is a defender to suffer it."""
    for chance, after, _ in play_through(fight, what_follows(fight, standing, round_number), fight.position(standing)):
        yield begun_again(fight, fight.standing(after)._replace(fate=standing.fate), round_number), chance


def begun_again(fight: Fight, standing: Standing, round_number: int) -> Standing:
    """Return the standing, which all that happens at the end of a round has led to, as the next round begins."""
    begins = fight.after_round and any(fight.renewing) and not fight.stops
    return renewed(fight, standing, round_number) if begins else standing


def what_follows(fight: Fight, standing: Standing, round_number: int) -> Sequence[Stage]:
    """Return the stages of what else happens at the end of a round, while there is a defender to suffer it."""
    if fight.after_round is None or standing.fate or not fight.alive(DEFENDER, standing.forces[DEFENDER]):
        return ()
    return fight.after_round(round_number)


@cites("78.7", "78.7.a")
def end_round(
    fight: Fight,
    before: Standing,
    standing: Standing,
    sustained: tuple[Force, Force],
    round_number: int,
    leaving: int | None,
) -> Standing:
    """Return the standing after the repairs at the end of a round, and after a retreat."""
    if fight.mending:
        fresh = [fresh_in(fight, before, side, standing.forces[side], sustained[side]) for side in (0, 1)]
        goes_on = leaving is None and not fight.after_round
        standing = mended(fight, standing, (fresh[0], fresh[1]), round_number, goes_on, leaving)
        standing = standing._replace(spent=forgotten(standing.spent))
    return standing if leaving is None else left_by(fight, standing, leaving)


def left_by(fight: Fight, standing: Standing, side: int) -> Standing:
    """Return the standing after a side has left, if the combat is not over by then."""
    return standing if fight.over(standing) else standing._replace(fate=RETREATS[side])
