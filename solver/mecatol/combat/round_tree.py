"""The rounds of a combat as game trees, where somebody searches for the best losses.

States before a round are whole numbers, their keys: the number of the state in its index, and the round. Where nothing
follows losses but repairs of each side's own, any pair of what the two sides have left is one key more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mecatol.combat.conversation import Conversation, StateContest, StateKey, Tree, contest, one_of
from mecatol.combat.fight import Fight
from mecatol.combat.react import RollHits, brings_more, react
from mecatol.combat.recovery import remainder_of
from mecatol.combat.round import hit_states, pairs_of_hits, rolled
from mecatol.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, SideState, Volley
from mecatol.combat.state_index import End, StateIndex
from mecatol.domain.clauses import cites
from mecatol.game.journal import Label, Labels, united
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

_PAIRS_A_LOOK = 16
"""How many pairs of losses take as long as one look at an outcome."""


class RoundTree(NamedTuple):
    """What a round may come to."""

    ways: list[tuple[Number, Tree]]
    """What both rolls may lead to, with their chances."""
    labels: Labels
    """What is to be said where the round is played."""


class _Options(NamedTuple):
    """What a roll leaves of a side, one of several ways."""

    losses: Sequence[SideState]
    ends: Sequence[End] | None
    """How they leave it, each once; None where any is coupled with what the other side has lost."""
    keys: Sequence[int]
    """Each end's part in the keys of states, where it is one number whatever the other side does; else nothing."""
    labels: Labels


class RoundTrees:
    """The rounds of a combat as trees, by the keys of the states before them."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any."""
        self.index = StateIndex.of(fight)
        self.rounds = fight.special_rounds + 1
        """How many rounds count as different: all from the last of these on are one."""
        self._options: dict[tuple[int, int, int], tuple[Sequence[SideState], _Options]] = {}
        """By side, round and losses, by identity: the losses, and what they come to."""

    def key(self, number: int, round_number: int) -> StateKey:
        """Return the key of the state with a number, before a round, from 1."""
        return number * self.rounds + min(round_number, self.rounds) - 1

    def number(self, key: StateKey) -> int:
        """Return the number of the state."""
        return key // self.rounds

    def round(self, key: StateKey) -> int:
        """Return the round."""
        return key % self.rounds + 1

    @cites("78.6", "42.2")
    def of(self, fight: Fight, begun: StateKey) -> RoundTree:
        """Return the tree of a round.

        Both sides take the hits of the rolls at the same time, knowing both; what hits set off after that is decided in
        turn, and known to the side that decides next.
        """
        number, before = self.round(begun), self.index.state(self.number(begun))
        context = self.index.parts(self.number(begun))[0]
        leaving = fight.leaver(before, number)
        plain = not (
            leaving is not None or fight.may_place(before.spent) or fight.can.repairs_observe or fight.after_round
            or (fight.can.risks_units and any(fight.losses_matter(side, before.spent) for side in SIDES))
        )  # fmt: skip

        def key(state: CombatState) -> StateKey:
            return self.key(self.index.number(state), number + 1)

        both = [rolled(fight, before, side, number) for side in SIDES]
        rolls = both[ATTACKER].value, both[DEFENDER].value
        said: dict[Label, None] = dict.fromkeys(united(both[ATTACKER].labels, both[DEFENDER].labels))
        ways: list[tuple[Number, Tree]] = []
        for hit, coming in hit_states(fight, before, rolls):
            talk = Conversation(fight, before, number, leaving, key, hit=hit)
            pairs, more = pairs_of_hits(fight, hit, coming, number)
            said.update(dict.fromkeys(more))
            for against, hits, part in pairs:
                my, their = (
                    self._left(fight, side, hit, rolled_hits, number, context if plain else None)
                    for side, rolled_hits in ((ATTACKER, against), (DEFENDER, hits))
                )
                said.update(dict.fromkeys((*my.labels, *their.labels)))
                count_work(1 + len(my.losses) * len(their.losses) // (_PAIRS_A_LOOK if plain else 1))
                if my.ends is not None and their.ends is not None:
                    ways.append((part, self._uncoupled(context, number, my, their)))
                else:
                    table = [[talk.after_losses(one, two) for two in their.losses] for one in my.losses]
                    ways.append((part, contest(map(tuple, table))))
            said.update(talk.labels)
        return RoundTree(ways, tuple(said))

    def _left(
        self, fight: Fight, side: int, before: CombatState, hits: int | Volley, number: int, context: int | None
    ) -> _Options:
        """Return what a roll of the other side leaves of a side; without a context more follows whatever it leaves."""
        losses = react(fight, before, RollHits(side, hits), number)
        if context is None or any(brings_more(fight, before, side, each, number) for each in losses):
            return _Options(losses, None, (), united(*[each.labels for each in losses]))
        known = self._options.get((side, number, id(losses) if losses[1:] else id(losses[0])))
        if known is None:
            left = [remainder_of(fight, before, side, each, number) for each in losses]
            ended = [self.index.ended(side, before, each, number) for each in left]
            ends = list(dict.fromkeys([each.end for each in ended]))
            apart = fight.repairs_depend_on_opponent[side] or {end.faced_context for end in ends} != {context}
            keys = [] if apart else [end.faced * self.rounds for end in ends]
            labels = united(
                *[each.labels for each in losses], *[some for each in ended for some in (each.faced, each.alone)]
            )
            known = losses, _Options(losses, ends, keys, labels)
            self._options[side, number, id(losses) if losses[1:] else id(losses[0])] = known
        return known[1]

    def _uncoupled(self, context: int, number: int, my: _Options, their: _Options) -> Tree:
        """Return the tree of all pairs of losses from which nothing follows but repairs of each side's own."""
        if not (my.keys and their.keys):
            joined, ends, others = self.index.joined, my.ends or (), their.ends or ()
            rows = [[self.key(joined(context, one, two), number + 1) for two in others] for one in ends]
            return contest(map(tuple, rows))
        base = self.key(self.index.base(context), number + 1)
        if len(my.keys) == 1:
            return one_of(DEFENDER, base + my.keys[0], tuple(their.keys))
        if len(their.keys) == 1:
            return one_of(ATTACKER, base + their.keys[0], tuple(my.keys))
        return StateContest(base, tuple(my.keys), tuple(their.keys))
