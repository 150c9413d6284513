"""The rounds of a combat as the solver follows them: what rolls come to, the ways to take hits, where a round leads."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.game.labels import Label
from mecatol.game.state import Force
from mecatol.probability.dice import Distribution, Number, add_mass
from mecatol.rules.combat.conversation import Conversation, StateKey, Tree, outcomes
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import RollHits, react
from mecatol.rules.combat.round import pairs_of_hits
from mecatol.rules.combat.round_tree import RoundTrees
from mecatol.rules.combat.state import SIDES, CombatState, Pair, SideState, Volley, mapped


class Result(NamedTuple):
    """What a side's roll may come to."""

    force: Force
    """What it leaves of the side itself."""
    hits: int | Volley
    chance: Number


class Struck(NamedTuple):
    """What both rolls of a round have come to."""

    state: CombatState
    """That in which the round began."""
    number: int
    leaving: int | None
    rolls: Pair[Result]
    hit: CombatState
    """The state in which hits are assigned: a roll may have cost units."""
    counts: Pair[int]
    """The hits that each side suffers."""
    options: Pair[list[SideState]]
    """The ways of both sides to take them, what the policy says first."""
    listed: bool
    """Whether these are all."""


class Rounds:
    """The rounds of a combat, as the solver follows them in one of the two games."""

    def __init__(self, fight: Fight) -> None:
        """Prepare for any round."""
        self.fight, self._trees = fight, RoundTrees.of(fight)

    def talk(self, state: CombatState, number: int, leaving: int | None, hit: CombatState) -> Conversation:
        """Return what follows losses in a round; hits are assigned in `hit`, for a roll may have cost units."""
        labels: dict[Label, None] = {}

        def end(after: CombatState) -> Tree:
            return self._trees.ended(self.fight, self._trees.index.number(after), number, labels)

        talk = Conversation(self.fight, state, number, leaving, end, hit)
        talk.labels = labels
        return talk

    def state(self, key: StateKey, number: int) -> CombatState:
        """Return the state that a tree of a round leads to, as the next one starts."""
        return self.fight.withdrawn(self._end(key), number + 1)

    def _end(self, key: StateKey) -> CombatState:
        return self._trees.index.state(self._trees.number(key))

    def ends(self, tree: Tree) -> Distribution[CombatState]:
        """Return the states in which a tree has a round end, before anybody leaves as the next one starts."""
        found: Distribution[CombatState] = {}
        for key, chance in outcomes(tree):
            add_mass(found, self._end(key), chance)
        return found

    def reached(self, tree: Tree, number: int) -> Distribution[CombatState]:
        """Return where a tree of a round leads if everybody does what their policy says."""
        found: Distribution[CombatState] = {}
        for end, chance in self.ends(tree).items():
            add_mass(found, self.fight.withdrawn(end, number + 1), chance)
        return found

    def suffered(
        self, state: CombatState, number: int, mine: Result, theirs: Result
    ) -> tuple[CombatState, int | Volley, int | Volley]:
        """Return the state in which hits are assigned, and what the attacker and the defender suffer."""
        hit = state._replace(forces=(mine.force, theirs.force))
        if not self.fight.can.adds_hits:
            return hit, theirs.hits, mine.hits
        one = self.fight.game.one
        pairs, _ = pairs_of_hits(self.fight, hit, (((mine.hits, one),), ((theirs.hits, one),)), number)
        ((suffered, dealt, _),) = pairs
        return hit, suffered, dealt

    def options(self, hit: CombatState, number: int, hits: Pair[int | Volley]) -> Pair[list[SideState]]:
        """Return the ways of both sides to take their hits, what the policy says first."""
        return mapped(SIDES, lambda side: react(self.fight, hit, RollHits(side, hits[side]), number))
