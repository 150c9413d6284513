"""The reference chain: rounds under fixed policies, pair of losses by pair of losses, with whatever couples both sides.

It reads the chances of the trees of rounds (`mecatol.rules.combat.round_tree`), in which nobody chooses under a fixed
policy. It takes no short way that needs both sides to be independent, so it is what the other readers of the machines
of `mecatol.rules.combat.react` are held against.
"""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.game.labels import Labels
from mecatol.probability.dice import Number
from mecatol.probability.limits import MOVES_A_POSITION, check_positions
from mecatol.rules.combat.conversation import StateKey, outcomes
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.round_tree import RoundTree, RoundTrees


class ReferenceChain:
    """The states of a combat by number, and where a round leads from each."""

    def __init__(self, fight: Fight) -> None:
        """Begin without any state."""
        self.fight, self._trees = fight, RoundTrees.of(fight)
        self.index = self._trees.index
        self._moves: dict[StateKey, tuple[Mapping[int, Number], Labels]] = {}
        """By state and round: where that leads, by the number of the state, and what is to be said of it."""
        self._led_to = 0
        """How many places all of these lead to."""

    @classmethod
    def of(cls, fight: Fight) -> ReferenceChain:
        """Return what is known of combats in these circumstances, ready for this one."""
        chain = fight.memory.of(cls, None, lambda: cls(fight))
        chain.fight = fight
        return chain

    def moves(self, number: int, round_number: int) -> Mapping[int, Number]:
        """Return where a round leads from a state in which the combat goes on, with the chances; say what happens."""
        key = self._trees.key(number, round_number)
        if key not in self._moves:
            tree = self._trees.tree(self.fight, key)
            self._moves[key] = self._chances(tree), tree.labels
            self._led_to += len(self._moves[key][0])
            check_positions(self._led_to // MOVES_A_POSITION)
        moves, labels = self._moves[key]
        self.fight.game.say(labels)
        return moves

    def _chances(self, tree: RoundTree) -> dict[int, Number]:
        """Return the chances of the states that a round may come to, by number."""
        found: dict[int, Number] = {}
        for chance, after in tree.ways:
            for key, part in outcomes(after):
                number = self._trees.number(key)
                found[number] = found.get(number, 0) + chance * part
        return found
