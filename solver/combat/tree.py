"""A round of a combat as a game tree, where somebody searches for the best losses: chance, choices, then standings.

What a side whose policy is fixed does is no choice: only sides that search have several ways open to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.combat.destruction import ANSWERING, answered_by, destructions, felled, hits_back
from solver.combat.fight import Fight
from solver.combat.placing import placed
from solver.combat.round import Round, end_round, what_follows
from solver.combat.spent import merged
from solver.combat.standing import ATTACKER, DEFENDER, Losses, Standing, beside
from solver.domain.clauses import cites
from solver.game.stages import Stage
from solver.game.state import Force, State, joined
from solver.probability.dice import Number
from solver.probability.limits import count_work


class Chance(NamedTuple):
    """Chance decides."""

    ways: tuple[tuple[Number, Tree], ...]
    """With their probabilities, which sum to 1."""


class Choice(NamedTuple):
    """A side that searches decides."""

    side: int
    options: tuple[Tree, ...]
    """The first is what the plain policy does."""


class Contest(NamedTuple):
    """Both sides search and decide at the same time."""

    table: tuple[tuple[Tree, ...], ...]
    """A row for each of the attacker's options, in it a place for each of the defender's."""


type Tree = Standing | Chance | Choice | Contest


def leaves(tree: Tree) -> Iterator[Standing]:
    """Yield the standings that a tree may come to, some of them several times."""
    match tree:
        case Standing():
            yield tree
        case Chance():
            for _, after in tree.ways:
                yield from leaves(after)
        case Choice():
            for after in tree.options:
                yield from leaves(after)
        case Contest():
            for row in tree.table:
                for after in row:
                    yield from leaves(after)


def _chance(ways: Iterable[tuple[Number, Tree]]) -> Tree:
    found = tuple(ways)
    return found[0][1] if len(found) == 1 else Chance(found)


def _choice(side: int, options: Iterable[Tree]) -> Tree:
    found = tuple(dict.fromkeys(options))
    return found[0] if len(found) == 1 else Choice(side, found)


def _contest(table: Iterable[tuple[Tree, ...]]) -> Tree:
    """Return the tree of a table, of rows and columns that come to the same one each."""
    columns = dict.fromkeys(zip(*dict.fromkeys(table), strict=True))
    rows = tuple(zip(*columns, strict=True))
    if len(rows) == 1:
        return _choice(DEFENDER, rows[0])
    return _choice(ATTACKER, next(iter(columns))) if len(columns) == 1 else Contest(rows)


@cites("78.6", "42.2")
def round_tree(fight: Fight, standing: Standing, number: int) -> list[tuple[Number, Tree]]:
    """Return what both rolls of a round may lead to, with their chances.

    Both sides take the hits of the rolls at the same time, knowing both; what hits set off after that is decided in
    turn, and known to whoever decides next.
    """
    played = Round.of(fight, standing, number)
    plain = played.leaving is None and not (
        fight.toppling or fight.answering or fight.may_place(standing.spent) or fight.mending or fight.after_round
    )
    found: list[tuple[Number, Tree]] = []
    for chance, mine, theirs in played.pairs():
        calm = plain and not any(losses.hits_back for losses in (*mine, *theirs))
        count_work(len(mine) * len(theirs))
        follow = _simply if calm else _after_losses
        found.append((chance, _contest(tuple(follow(played, (my, their)) for their in theirs) for my in mine)))
    return found


def _simply(played: Round, losses: tuple[Losses, Losses]) -> Standing:
    return Standing((losses[0].force, losses[1].force), merged(played.before.spent, losses[0].spent, losses[1].spent))


def _after_losses(played: Round, losses: tuple[Losses, Losses]) -> Tree:
    """Return what follows once both sides have taken their hits."""
    sustained = losses[0].sustained, losses[1].sustained
    return _struck_back(played, _simply(played, losses), sustained, (losses[1].hits_back, losses[0].hits_back), (0, 0))


def _struck_back(
    played: Round,
    standing: Standing,
    sustained: tuple[Force, Force],
    coming: tuple[int, int],
    back: tuple[int, int],
) -> Tree:
    """Return what follows hits that answer uses of Sustain Damage: those that are `coming`, then those `back`."""
    if not any(coming):
        if any(back):
            return _struck_back(played, standing, sustained, back, (0, 0))
        return _felled(played, standing, sustained)
    side = ATTACKER if coming[ATTACKER] else DEFENDER
    options = []
    for losses in hits_back(played.fight, standing, side, coming[side], played.number):
        options.append(
            _struck_back(
                played,
                beside(standing, side, losses.force, losses.spent),
                _with(sustained, side, joined(sustained[side], losses.sustained)),
                _with(coming, side, 0),
                _with(back, 1 - side, back[1 - side] + losses.hits_back),
            )
        )
    return _choice(side, options)


def _with[T](pair: tuple[T, T], side: int, new: T) -> tuple[T, T]:
    return (new, pair[1]) if side == 0 else (pair[0], new)


def _felled(played: Round, standing: Standing, sustained: tuple[Force, Force]) -> Tree:
    fight = played.fight
    standing = felled(fight, played.before, standing, played.number)
    return _answered(played, standing, sustained, ANSWERING if fight.answering else ())


def _answered(played: Round, standing: Standing, sustained: tuple[Force, Force], turns: Sequence[int]) -> Tree:
    """Return what follows once effects have answered destroyed units in these turns."""
    fight, number = played.fight, played.number
    if not turns:
        return _ended(played, felled(fight, played.before, standing, number), sustained)
    side, rest = turns[0], turns[1:]
    lost = fight.lost(side, played.before.forces[side], standing.forces[side], standing.spent)
    answer = answered_by(fight, standing, side, lost, number) if lost else None
    if answer is None:
        return _answered(played, standing, sustained, rest)
    spent, chances = answer
    return _chance(
        (
            chance,
            _choice(
                1 - side,
                (
                    _answered(played, beside(standing, 1 - side, force, spent), sustained, rest)
                    for force in destructions(fight, standing, 1 - side, hits)
                ),
            ),
        )
        for hits, chance in enumerate(chances)
        if chance
    )


def _ended(played: Round, standing: Standing, sustained: tuple[Force, Force]) -> Tree:
    """Return what follows at the end of the round."""
    fight, before, number = played.fight, played.before, played.number
    if fight.may_place(standing.spent):
        standing = placed(fight, before, standing, number)
    standing = end_round(fight, before, standing, sustained, number, played.leaving)
    stages = what_follows(fight, standing, number)
    return _staged(fight, standing, fight.position(standing), stages) if stages else standing


def _staged(fight: Fight, standing: Standing, state: State, stages: Sequence[Stage]) -> Tree:
    """Return what follows from a position through these stages; `standing` is as the round ended before them."""
    if not stages:
        return fight.standing(state)._replace(fate=standing.fate)
    ways = []
    for branch in stages[0](state):
        options = tuple(_staged(fight, standing, option, stages[1:]) for option in branch.options)
        count_work(len(options))
        ways.append(
            (branch.probability, _choice(fight.players.index(branch.chooser), options) if options[1:] else options[0])
        )
    return _chance(ways)
