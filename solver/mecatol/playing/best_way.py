"""The best way to take hits at the table: each way is weighed as if both sides lost their units best from then on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from mecatol.errors import LimitError
from mecatol.playing.rounds import Rounds, Struck
from mecatol.playing.steps import Odds, mean_of
from mecatol.probability.dice import Number, add_mass, first_best
from mecatol.rules.combat.best_losses import BestLosses
from mecatol.rules.combat.ending import concede, solve_to_end
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, SideState
from mecatol.rules.combat.weakest_losses import promising
from mecatol.scenario.policy import BEST


class BestWay:
    """A combat in which both sides search for their best losses, asked about one moment of it after the other."""

    def __init__(self, fight: Fight, worth: Callable[[Mapping[CombatState, Number]], Odds]) -> None:
        """Prepare for any moment of a combat; `worth` returns the odds of how it may end."""
        game = fight.game
        for player in fight.players:
            game = game.assigning(player, BEST)
        self._fight = Fight(game, fight.state, fight.step, fight.place, fight.players, fight.after_round)
        self._rounds, self._search, self._worth = Rounds(self._fight), BestLosses.of(self._fight), worth

    def odds_after(self, struck: Struck, side: int, chosen: tuple[SideState, ...]) -> list[Odds | None]:
        """Return the odds after each way in which a side may take its hits; `chosen` is what the attacker has done.

        While the attacker chooses, the defender is taken to answer in the best way. None where no time is left for a
        way that does not promise to be the best. Raises LimitError where not even the promising ones are found.
        """
        worth = self._ahead(struck)
        places = [promising(self._fight, each, [one.force for one in struck.options[each]]) for each in SIDES]
        answers = [struck.options[DEFENDER][place] for place in places[DEFENDER]]
        wins = 0 if self._fight.players[DEFENDER] == 0 else -1

        def after(option: SideState) -> Odds:
            if side == DEFENDER:
                return self._mean(struck, worth, chosen[ATTACKER], option)
            ways = [self._mean(struck, worth, option, answer) for answer in answers]
            return ways[first_best([odds[wins] for odds in ways])]

        options = struck.options[side]
        found: list[Odds | None] = [None] * len(options)
        for place in places[side]:
            found[place] = after(options[place])
        with suppress(LimitError):
            for place, option in enumerate(options):
                found[place] = found[place] or after(option)
        return found

    def _mean(self, struck: Struck, worth: Callable[[CombatState], Odds], mine: SideState, theirs: SideState) -> Odds:
        """Return the odds after what both sides lose."""
        talk = self._rounds.talk(struck.state, struck.number, struck.leaving, struck.hit)
        now = self._rounds.reached(talk.after_losses(mine, theirs), struck.number)
        return mean_of([(mass, worth(state)) for state, mass in now.items()])

    def _ahead(self, struck: Struck) -> Callable[[CombatState], Odds]:
        """Return the odds of a state that a round may lead to."""
        number = min(struck.number, self._fight.special_rounds + 1)  # all rounds from there on are alike
        if self._fight.step != self._fight.game.scenario.step:
            return partial(self._followed, number + 1)
        won = self._search.ahead(struck.state, number)
        one = self._fight.game.one

        def worth(state: CombatState) -> Odds:
            mine, theirs = won(state)
            odds = mine, one - mine - theirs, theirs
            return odds if self._fight.players[ATTACKER] == 0 else odds[::-1]

        return worth

    def _followed(self, number: int, state: CombatState) -> Odds:
        """Return the odds of a state before a round where something comes after the combat."""
        final, endless = solve_to_end(self._fight, {state: self._fight.game.one}, self._search.strategy, first=number)
        for end, mass in endless.items():
            add_mass(final, concede(self._fight, end), mass)
        return self._worth(final)
