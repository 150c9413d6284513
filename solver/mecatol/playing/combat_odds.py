"""The odds in one combat at the table, by what everybody's policies say: from a state, within a round, after losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from mecatol.playing.rounds import Result, Rounds
from mecatol.playing.stages import said
from mecatol.playing.steps import Odds
from mecatol.probability.dice import Distribution, Number, add_mass
from mecatol.rules.combat.conversation import Tree
from mecatol.rules.combat.ending import concede, copies_used, solve_to_end, with_copies_used
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.round import rolled
from mecatol.rules.combat.state import SIDES, CombatState

type Ends = Mapping[CombatState, Number]
"""How a combat may end, with the chances."""


class CombatOdds:
    """The odds in one combat, which are those of the solver from every state on."""

    def __init__(self, fight: Fight, plain: Fight, worth: Callable[[Ends], Odds]) -> None:
        """Begin with nothing known; in `plain` everybody takes hits by their policy, in `fight` in any lawful way."""
        self.fight, self.plain, self._worth = fight, plain, worth
        self.open, self.by_policy = Rounds(fight), Rounds(plain)
        self._known: dict[tuple[frozenset[tuple[CombatState, Number]], int], Odds] = {}
        """By what is reached and the next round: the odds, which are asked for again as players look back."""
        self.gone: dict[tuple[int, str], int] = {}
        """The copies of cards that were used up before a player did something else with those that are left."""

    def ahead(self, now: Mapping[CombatState, Number], number: int) -> Odds:
        """Return the odds of these states before a round: the solver's, from there on."""
        first = min(number, self.plain.special_rounds + 2)  # all rounds from there on are alike
        key = frozenset(now.items()), first
        if key not in self._known:
            final, endless = solve_to_end(self.plain, now, first=first)
            for state, mass in endless.items():
                add_mass(final, concede(self.plain, state), mass)
            self._known[key] = self.of_ends(final)
        return self._known[key]

    def of_ends(self, final: Ends) -> Odds:
        """Return the odds of how the combat may end, with the cards that were used up before."""
        if gone := self._used_before:
            final = {with_copies_used(state, gone): mass for state, mass in final.items()}
        return self._worth(final)

    @property
    def _used_before(self) -> dict[tuple[int, str], int]:
        """The copies of cards that were used up before: nothing for a combat after which nothing comes."""
        return {} if self.fight.step == self.fight.game.scenario.step else self.gone

    def with_copies(self, state: CombatState, rounds: int) -> CombatState:
        """Return a state in which the combat has ended after so many rounds, with the cards that it used up."""
        used = copies_used(self.plain, min(rounds, self.plain.special_rounds + 1), [state])
        for copies in (used, self._used_before):
            state = with_copies_used(state, copies) if copies else state
        return state

    def results(self, state: CombatState, side: int, number: int) -> tuple[list[Result], list[str]]:
        """Return what a side's roll may come to, and what is said of it."""
        rolls, labels = rolled(self.fight, state, side, number)
        found = [Result(own.force, hits, own.chance * part) for own in rolls for hits, part in own.hits]
        return [each for each in found if each.chance], said(labels)

    def of_tree(self, tree: Tree, number: int) -> Odds:
        """Return the odds in a tree of what follows the losses of a round."""
        return self.ahead(self.open.reached(tree, number), number + 1)

    def of_round(
        self, state: CombatState, number: int, leaving: int | None,
        mine: Result | None = None, theirs: Result | None = None,
    ) -> Odds:  # fmt: skip
        """Return the odds in a round of which the announcement and some of the rolls are known."""
        if mine is None and theirs is None and leaving == self.plain.leaver(state, number):
            return self.ahead({state: self.fight.game.one}, number)
        found: Distribution[CombatState] = {}
        for then, chance in self._after_rolls(state, number, leaving, mine, theirs):
            add_mass(found, then, chance)
        return self.ahead(found, number + 1)

    def _after_rolls(
        self, state: CombatState, number: int, leaving: int | None, mine: Result | None, theirs: Result | None
    ) -> Iterator[tuple[CombatState, Number]]:
        """Yield where a round leads if everybody does what their policy says, with the chances."""
        one = self.fight.game.one
        both = [
            [known._replace(chance=one)] if known else self.results(state, side, number)[0]
            for side, known in zip(SIDES, (mine, theirs), strict=True)
        ]
        for my, their in product(*both):
            hit, suffered, dealt = self.by_policy.suffered(state, number, my, their)
            mine_left, theirs_left = self.by_policy.options(hit, number, (suffered, dealt))
            tree = self.by_policy.talk(state, number, leaving, hit).after_losses(mine_left[0], theirs_left[0])
            for then, chance in self.by_policy.reached(tree, number).items():
                yield then, my.chance * their.chance * chance
