"""One round of a combat: both sides roll, take their hits, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.clauses import cites
from solver.combat.destruction import felled, last_words, struck_back
from solver.combat.fight import Fight
from solver.combat.placing import placed
from solver.combat.repairs import just_sustained, mended
from solver.combat.retreat import announces
from solver.combat.spent import forgotten, merged, sustained_before
from solver.combat.standing import ATTACKER, DEFENDER, RETREATS, Losses, Standing
from solver.combat.volleys import Volley, volleys
from solver.combat.windows import BothRolled
from solver.dice import Number
from solver.engine import toil
from solver.opening import opened
from solver.state import Force, changed, joined, stack

type Rolled = Sequence[tuple[int | Volley, Number]]
"""What a combat roll may come to, with probabilities."""

_SLOWER = 4
"""How much more work a pair of losses is where something follows it: answers, repairs, bombardment."""


def play_round(fight: Fight, standing: Standing, round_number: int) -> Iterator[tuple[Number, list[Standing]]]:
    """Play one round; yield (probability, standings that the searching player may choose from)."""
    mine = _rolled(fight, standing, ATTACKER, round_number)
    theirs = _rolled(fight, standing, DEFENDER, round_number)
    leaving = announces(fight.retreat, fight.sides, standing.forces, round_number)
    if fight.echoing:
        pairs = _echoed(fight, standing, mine, theirs, round_number)
    else:
        my_ways = _ways(fight, standing, ATTACKER, theirs, round_number)
        their_ways = _ways(fight, standing, DEFENDER, mine, round_number)
        pairs = ((chance * other, my, their) for other, my in my_ways for chance, their in their_ways)
    simple = not (fight.after_losses or fight.after_round or leaving is not None)
    for chance, my_losses, their_losses in pairs:
        if simple and len(my_losses) == len(their_losses) == 1:
            my, their = my_losses[0], their_losses[0]
            if not (my.hits_back or their.hits_back):
                spent = merged(standing.spent, my.spent, their.spent)
                toil(fight.game, 1)
                yield chance, [Standing((my.force, their.force), spent)]
                continue
        toil(fight.game, _SLOWER * len(my_losses) * len(their_losses))
        ways = [
            list(_after(fight, standing, (my, their), round_number, leaving))
            for my in my_losses
            for their in their_losses
        ]
        if len(ways) == 1:
            for after, part in ways[0]:
                yield chance * part, [after]
        else:
            yield chance, list(dict.fromkeys(after for way in ways for after, _ in way))


def _rolled(fight: Fight, standing: Standing, side: int, round_number: int) -> Rolled:
    """Return what a side's combat roll may come to, with probabilities: hits, or volleys where hits differ."""
    if not fight.sorting:
        return list(enumerate(fight.chances(standing, side, round_number)))
    number = min(round_number, fight.special_rounds + 1)
    return list(volleys(fight.moment(standing, side, number), fight.dice(standing, side, number)))


def _ways(
    fight: Fight, standing: Standing, side: int, rolled: Rolled, round_number: int
) -> list[tuple[Number, list[Losses]]]:
    """Return what a side's taking hits leads to with which chance; hits that come to the same are one entry."""
    found: list[tuple[Number, list[Losses]]] = []
    for hits, chance in rolled:
        if chance:
            ways = fight.losses(standing, side, hits, round_number)
            if found and found[-1][1] == ways:
                found[-1] = (found[-1][0] + chance, ways)
            else:
                found.append((chance, ways))
    return found


def _echoed(
    fight: Fight, standing: Standing, mine: Rolled, theirs: Rolled, round_number: int
) -> Iterator[tuple[Number, list[Losses], list[Losses]]]:
    """Yield the chance of each pair of rolls and what they lead to, where hits of one side bring the other more."""
    for rolled, chance in mine:
        for against, other in theirs:
            if chance and other:
                more = _echoes(fight, standing, (_hits(rolled), _hits(against)), round_number)
                my = fight.losses(standing, ATTACKER, _with(against, more[1]), round_number)
                yield chance * other, my, fight.losses(standing, DEFENDER, _with(rolled, more[0]), round_number)


def _hits(rolled: int | Volley) -> int:
    return rolled if isinstance(rolled, int) else rolled.hits


def _with(rolled: int | Volley, more: int) -> int | Volley:
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def _echoes(fight: Fight, standing: Standing, hits: tuple[int, int], round_number: int) -> tuple[int, int]:
    """Return the further hits of both sides that answer those which the opponent rolled."""
    found = [0, 0]
    for side in (0, 1) if fight.echoing else ():
        moment = fight.moment(standing, side, round_number)
        for actor in opened(moment, BothRolled, fight.players[side]):
            if more := actor.window.act(moment, actor.owner, hits[1 - side]):
                actor.note()
                found[side] += more
    return found[0], found[1]


def _after(
    fight: Fight, standing: Standing, losses: tuple[Losses, Losses], round_number: int, leaving: int | None
) -> Iterator[tuple[Standing, Number]]:
    """Yield how the combat may stand after both sides took their hits, with probabilities."""
    spent = merged(standing.spent, losses[0].spent, losses[1].spent)
    after = Standing((losses[0].force, losses[1].force), spent)
    sustained = losses[0].sustained, losses[1].sustained
    if losses[0].hits_back or losses[1].hits_back:
        after, sustained = struck_back(fight, after, losses, round_number)
    if fight.after_losses:
        lost = [fight.lost(side, standing.forces[side], after.forces[side]) for side in (0, 1)]
        after = felled(fight, after, (lost[0], lost[1]), round_number)
    ways = last_words(fight, standing, after, round_number) if fight.after_losses else ((after, fight.game.one),)
    for struck, part in ways:
        if fight.placing:
            struck = placed(fight, standing, struck, round_number)
        ended = _end_round(fight, standing, struck, sustained, round_number, leaving)
        for followed, share in _followed(fight, ended, round_number):
            yield followed, part * share


def _followed(fight: Fight, standing: Standing, round_number: int) -> Iterator[tuple[Standing, Number]]:
    """Yield the standing after what else happens at the end of a round, while there is a defender to suffer it."""
    if fight.after_round is None or standing.fate or not fight.strength(DEFENDER, standing.forces[DEFENDER]):
        yield standing, fight.game.one
        return
    for chance, after in fight.after_round(fight.position(standing), round_number):
        forces = after.at(fight.players[0], fight.place), after.at(fight.players[1], fight.place)
        yield standing._replace(forces=forces, spent=after.spent), chance


@cites("78.3", "78.9.a")
def _fresh(fight: Fight, before: Standing, after: Standing, sustained: Force, side: int) -> Force:
    """Return a side's damaged units that sustained in this round; the barrage is part of the first."""
    earlier = sustained_before(before.spent, fight.players[side])
    force = before.forces[side]
    for there in earlier:
        hurt = min(there.damaged, stack(force, there.unit).damaged)
        force = changed(force, there.unit, healthy=hurt, damaged=-hurt)
    return just_sustained(force, after.forces[side], joined(sustained, earlier))


@cites("78.7.a")
def _end_round(
    fight: Fight,
    before: Standing,
    standing: Standing,
    sustained: tuple[Force, Force],
    round_number: int,
    leaving: int | None,
) -> Standing:
    if fight.mending:
        fresh = [_fresh(fight, before, standing, sustained[s], s) for s in (0, 1)]
        standing = mended(fight, standing, (fresh[0], fresh[1]), round_number)
        standing = standing._replace(spent=forgotten(standing.spent))
    if leaving is not None and not fight.over(standing):
        return standing._replace(fate=RETREATS[leaving])
    return standing
