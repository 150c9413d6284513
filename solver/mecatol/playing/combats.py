"""A combat walked round by round: announcements, both rolls, the assignment of hits and what follows it.

The states are those of `mecatol.rules.combat`, what follows losses is its conversation of a round, and the odds from a
state are the solver's. Two games are held side by side: in `table` every lawful way to take hits is open, the policy's
first; in `plain` only the policy's, and by it the odds are worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from mecatol.choices.told import can_leave
from mecatol.domain.counts import count_of
from mecatol.domain.places import SPACE
from mecatol.domain.units import planet_name
from mecatol.errors import LimitError
from mecatol.game.stages import Positions
from mecatol.game.state import State
from mecatol.playing.best_way import BestWay
from mecatol.playing.cards import CardPlay, card_name, plays_in_round, told
from mecatol.playing.combat_odds import CombatOdds, Ends
from mecatol.playing.rounds import Result, Rounds, Struck
from mecatol.playing.stages import MOST_WAYS, StageWalk, pushed, said
from mecatol.playing.steps import CHOICE, LOSSES, ROLL, WHICH, Odds, TableStep, WayOn, distinct, mean_of
from mecatol.playing.tokens import way_by_change, words_of_change
from mecatol.probability.dice import Dice, Distribution, add_mass
from mecatol.probability.limits import positions_limit, watched
from mecatol.rules.combat.conversation import (
    ChanceNode,
    ContestNode,
    StateContest,
    Tree,
)
from mecatol.rules.combat.departing import announced, leaves_early
from mecatol.rules.combat.ending import concede
from mecatol.rules.combat.outcome import CombatSetting
from mecatol.rules.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    WITHDRAWS,
    CombatState,
    Pair,
    SideState,
    UsedEffects,
    Volley,
    mapped,
    number_of,
)
from mecatol.rules.combat.windows import CancelRetreat
from mecatol.scenario.policy import ASSIGN_WORDS, BEST


class CombatWalk:
    """One combat, walked from the position in which it starts."""

    def __init__(
        self,
        table: CombatSetting,
        plain: CombatSetting,
        position: State,
        ended: Callable[[CombatState], TableStep],
        worth: Callable[[Ends], Odds],
        again: Callable[[CardPlay], CombatWalk],
    ) -> None:
        """Prepare it; `ended` returns what follows its end, and `worth` the odds of how it may end.

        `again` returns the same combat where a player has done something with a card.
        """
        self.fight, self.plain = table.fight(position), plain.fight(position)
        self._setting, self._position, self._ended = table, position, ended
        self._odds = CombatOdds(self.fight, self.plain, worth)
        self._open, self._set = self._odds.open, self._odds.by_policy
        self._orders = [self._by_order(plain, order) for order in ASSIGN_WORDS if order != BEST]
        space = self.fight.place == SPACE
        self._where = "Space combat" if space else f"Ground combat on {planet_name(self.fight.place)}"
        self._rolling, self._assigning = ("78.5", "78.6") if space else ("42.1", "42.2")
        self._announces = space and not self.fight.game.windows(self.fight.step, CancelRetreat)
        self._again = again
        self._others: dict[CardPlay, CombatWalk] = {}
        """The same combat where a player has done something with a card, by what it was."""
        self._search: BestWay | None = None

    def _by_order(self, plain: CombatSetting, order: str) -> Rounds:
        """Return the rounds of the combat where both sides lose units in a named order."""
        game = plain.game
        for player in plain.players:
            game = game.assigning(player, order)
        return Rounds(plain._replace(game=game).fight(self._position))

    def _ways_to_take(
        self, hit: CombatState, number: int, hits: Pair[int | Volley]
    ) -> tuple[Pair[list[SideState]], bool]:
        """Return the lawful ways of both sides to take their hits, the policy's first, and whether these are all.

        Where they are too many to be listed they are those of the policy and of the named orders.
        """
        try:
            with positions_limit(MOST_WAYS):
                return self._open.options(hit, number, hits), True
        except LimitError as limit:
            if limit.option != "positions":
                raise
            found = [rounds.options(hit, number, hits) for rounds in (self._set, *self._orders)]
            return mapped(SIDES, lambda side: list(dict.fromkeys([each[side][0] for each in found]))), False

    def start(self) -> TableStep:
        """Return what is asked first: effects at the start of the combat, the barrage, or the first round."""
        return self._opening.step(0, self._position)

    # Each walk asks again, and what comes before the first round may take most of the time.
    @cached_property
    def _opening(self) -> StageWalk:
        """What comes before the first round."""
        stages = self._setting.opening(self.fight, self._position)

        def worth(index: int, now: Positions) -> Odds:
            return self._before_rounds(pushed(stages[index:], now))

        title = f"{self._where}, at its start", "78.2" if self.fight.place == SPACE else "42.4.a"

        def in_hand(index: int, state: State) -> Iterator[tuple[CardPlay, StageWalk]]:
            for play, other in self._plays(state.spent, 0):
                if len(other._opening.stages) == len(stages):
                    yield play, other._opening

        return StageWalk(self.fight.game, stages, worth, self._first_round, title, in_hand=in_hand)

    def _plays(self, spent: UsedEffects, number: int) -> Iterator[tuple[CardPlay, CombatWalk]]:
        """Yield what players may do with their cards in a round, each with the combat that goes on from there.

        Not what would have units under other names: a ship that fights as another one hangs on who may come.
        """
        for play in plays_in_round(self.fight, spent, number):
            other = self._with(play)
            if all(
                one.units.keys() == new.units.keys()
                for one, new in zip(self.fight.sides, other.fight.sides, strict=True)
            ):
                yield play, other

    def _with(self, play: CardPlay) -> CombatWalk:
        """Return the same combat where a player has done something with a card."""
        if play not in self._others:
            self._others[play] = other = self._again(play)
            gone = other._odds.gone = dict(self._odds.gone)
            if play.gone:
                key = play.player, play.slug
                gone[key] = gone.get(key, 0) + play.gone
        return self._others[play]

    def _before_rounds(self, positions: Positions) -> Odds:
        """Return the odds of positions after all that comes before the first round."""
        states: Distribution[CombatState] = {}
        for position, mass in positions.items():
            add_mass(states, self.fight.withdrawn(self.fight.combat_state(position), 1), mass)
        return self._odds.ahead(states, 1)

    def _first_round(self, position: State) -> TableStep:
        return self._round(self.fight.withdrawn(self.fight.combat_state(position), 1), 1)

    def _searched(self, struck: Struck, side: int, chosen: tuple[SideState, ...]) -> list[Odds | None]:
        """Return the odds after each way in which a side may take its hits, if both lose units best from then on.

        None for one for which no time is left. The defender answers the attacker in the best way.
        """
        search = self._search = self._search or BestWay(self.plain, self._odds.of_ends)
        try:
            return search.odds_after(struck, side, chosen)
        except LimitError:
            self._search = None  # what was begun is not to be relied on
            raise

    def _round(self, state: CombatState, number: int, asked: bool = False) -> TableStep:
        """Return what is asked first in a round that begins with a state, or what follows the end of the combat.

        `asked` tells that a card which ends it has been played just now: nobody is asked about it again.
        """
        if self.fight.is_over(state):
            if state.fate in WITHDRAWS and not asked and (step := self._leaving(state, number)):
                return step
            return self._ended(self._odds.with_copies(state, number - 1))
        return self._attacker_rolls(state, number, self.fight.leaver(state, number), announced=False)

    def _leaving(self, state: CombatState, number: int) -> TableStep | None:
        """Return the step that asks about a card by which a side leaves as a round starts; None where none is held."""
        before = state._replace(fate="")
        gone = partial(self._round, state, number, True)

        def odds() -> Odds:
            return gone().odds()

        for play, other in self._plays(state.spent, number):
            left = other.fight.withdrawn(before, number)
            if play.plays or left == state:
                continue
            name, who = card_name(self.fight.game, play), self.fight.game.sides[play.player].name
            usual = WayOn("go-on", f"play {name}", gone, odds=odds)
            hold = self._of_card(play, partial(other._round, left, number))
            return TableStep(
                CHOICE, self._title(number), "78.7", f"Does {who} play {name}?", play.player, self.fight.game,
                self.fight.position(before), odds, (usual, hold), passed=True,
            )  # fmt: skip
        return None

    def _title(self, number: int) -> str:
        return f"{self._where}, round {number}"

    def _attacker_rolls(self, state: CombatState, number: int, leaving: int | None, announced: bool) -> TableStep:
        """Return the step of the attacker's roll, before which both sides may announce a retreat."""
        both = mapped(SIDES, lambda side: self._odds.results(state, side, number))
        nobody_hits = all(len(results) == 1 and not number_of(results[0].hits) for results, _ in both)
        if nobody_hits and leaving is None and number > self.fight.special_rounds:
            ended = self._ended(concede(self.fight, state))
            return ended.with_notes(["Neither side can hit the other, so the combat would never end."])
        odds = partial(self._odds.of_round, state, number, leaving)

        def then(mine: Result) -> TableStep:
            return self._roll(
                state, number, leaving, DEFENDER, both[DEFENDER],
                lambda theirs: self._hit(state, number, leaving, mine, theirs),
                partial(self._odds.of_round, state, number, leaving, mine), (),
            )  # fmt: skip

        extras = () if announced else self._announcements(state, number, leaving)
        extras += tuple(self._cards_before_rolls(state, number, leaving if announced else None, announced))
        step = self._roll(state, number, leaving, ATTACKER, both[ATTACKER], then, odds, extras)
        return step.with_notes([can_leave(self.fight.sides[leaving])]) if announced and leaving is not None else step

    def _announcements(self, state: CombatState, number: int, leaving: int | None) -> tuple[WayOn, ...]:
        """Return the ways to announce a retreat, or not to where the policy has announced one; the defender first."""
        if not self._announces or self.fight.retreat.forced == number:
            return ()
        early = self.fight.early[leaving] if leaving is not None else None
        if early and early[0] == number:  # ships have left with the announcement, so it was made
            return ()
        ways = []
        for side in (DEFENDER, ATTACKER, None):
            if side == leaving:
                continue
            name = self.fight.sides[side].name if side is not None else ""
            words = f"{name} announces a retreat" if name else "Nobody retreats"
            token = f"retreat-{'ab'[self.fight.players[side] > 0]}" if side is not None else "stay"
            left = self._left(state, side)
            odds = partial(self._odds.of_round, left, number, side)
            if self.fight.is_over(left):
                odds = partial(self._odds.ahead, {left: self.fight.game.one}, number)
            ways.append(WayOn(token, words, partial(self._announced, left, number, side), odds=odds))
        return tuple(ways)

    def _left(self, state: CombatState, side: int | None) -> CombatState:
        """Return the state after ships have left as a side announces a retreat."""
        if side is None:
            return state
        own = self.fight.sides[side]
        most = leaves_early(self.fight.game, self.fight.step, own)
        return announced(own, side, state, most, self.fight.alive) if most else state

    def _announced(self, state: CombatState, number: int, leaving: int | None) -> TableStep:
        """Return what follows an announcement, with which ships may have left."""
        if self.fight.is_over(state):
            return self._round(state, number)
        return self._attacker_rolls(state, number, leaving, announced=True)

    def _cards_before_rolls(
        self, state: CombatState, number: int, leaving: int | None, announced: bool
    ) -> Iterator[WayOn]:
        """Yield what players may do with their cards as a round starts, where it changes a roll or who leaves."""
        plays = list(self._plays(state.spent, number))
        usual = self._at_rolls(state, number, announced) if plays else ()
        for play, other in plays:
            if other._at_rolls(state, number, announced) != usual:
                then = partial(other._round, other.fight.withdrawn(state, number), number, play.plays)
                if announced:
                    then = partial(other._attacker_rolls, state, number, leaving, announced)
                yield self._of_card(play, then)

    def _of_card(self, play: CardPlay, then: Callable[[], TableStep]) -> WayOn:
        """Return the way on in which a player does something with a card."""
        return WayOn(play.token, told(self.fight.game, play), then, odds=lambda: then().odds(), owner=play.player)

    def _at_rolls(self, state: CombatState, number: int, announced: bool) -> tuple[object, ...]:
        """Return what cards decide as a round starts: whether it is fought, who leaves or may, and both rolls.

        Only the rolls once a retreat is announced: it is too late for the rest.
        """
        rolls = [self._odds.results(state, side, number)[0] for side in SIDES]
        if announced:
            return tuple(rolls)
        fate = self.fight.withdrawn(state, number).fate
        return fate, self.fight.leaver(state, number), self._announces, *rolls

    def _roll(
        self, state: CombatState, number: int, leaving: int | None, side: int,
        found: tuple[list[Result], list[str]], then: Callable[[Result], TableStep], odds: Callable[[], Odds],
        extras: tuple[WayOn, ...],
    ) -> TableStep:  # fmt: skip
        """Return the step of a side's roll; where it can only come to one thing that follows at once."""
        results, notes = found
        if len(results) == 1 and not extras:
            return then(results[0])
        by_hits: dict[int, list[Result]] = {}
        for result in results:
            by_hits.setdefault(number_of(result.hits), []).append(result)
        ways = []
        for hits, some in sorted(by_hits.items()):
            after = partial(self._which, state, number, side, some, then)
            chance = sum(result.chance for result in some)
            ways.append(WayOn(str(hits), count_of(hits, "hit"), after, chance, hits))
        dice: tuple[Dice, ...] = self.fight.dice(state, side, number)
        leaver = "" if leaving is None else f" {self.fight.sides[leaving].name} retreats at the end of the round."
        words = f"{self.fight.sides[side].name} rolls.{leaver}"
        step = TableStep(
            ROLL, self._title(number), self._rolling, words, self.fight.players[side], self.fight.game,
            self.fight.position(state), odds, tuple(ways), extras, dice,
        )  # fmt: skip
        return step.with_notes(notes)

    def _which(
        self, state: CombatState, number: int, side: int, some: Sequence[Result], then: Callable[[Result], TableStep]
    ) -> TableStep:
        """Return what follows a number of hits: where they may be unlike each other, which of these they are."""
        if len(some) == 1:
            return then(some[0])
        whole = sum(result.chance for result in some)
        before = self.fight.position(state)
        ways = [
            WayOn(f"w{place}", self._told(state, side, result), partial(then, result), result.chance / whole)
            for place, result in enumerate(some, 1)
        ]

        def odds() -> Odds:
            return mean_of([(way.chance or 0, way.then().odds()) for way in ways])

        name = self.fight.sides[side].name
        return TableStep(
            WHICH, self._title(number), self._rolling, f"What did {name}’s dice come to?", self.fight.players[side],
            self.fight.game, before, odds, tuple(ways),
        )  # fmt: skip

    def _told(self, state: CombatState, side: int, result: Result) -> str:
        """Return what tells one result of a roll from others with as many hits."""
        parts = []
        if isinstance(result.hits, Volley):
            if result.hits.bound:
                parts.append(f"{result.hits.bound} of them must go to ships other than fighters")
            parts += [f"{copies} used to make a near miss a hit" for _, _, copies in result.hits.paid]
        forces = (result.force, state.forces[1]) if side == ATTACKER else (state.forces[0], result.force)
        if result.force != state.forces[side]:
            after = self.fight.position(state._replace(forces=forces))
            parts.append(words_of_change(self.fight.game, self.fight.position(state), after, self.fight.players[side]))
        return "; ".join(parts) or "none of that"

    def _hit(self, state: CombatState, number: int, leaving: int | None, mine: Result, theirs: Result) -> TableStep:
        """Return what follows both rolls: the attacker assigns hits, then the defender."""
        return self._assigned(self._struck(state, number, leaving, mine, theirs), ())

    def _struck(self, state: CombatState, number: int, leaving: int | None, mine: Result, theirs: Result) -> Struck:
        """Return what both rolls of a round have come to, with the ways to take the hits."""
        hit, suffered, dealt = self._open.suffered(state, number, mine, theirs)
        options, listed = self._ways_to_take(hit, number, (suffered, dealt))
        counts = number_of(suffered), number_of(dealt)
        return Struck(state, number, leaving, (mine, theirs), hit, counts, options, listed)

    def _assigned(self, struck: Struck, chosen: tuple[SideState, ...]) -> TableStep:
        """Return what follows when these have been chosen, of the ways to take hits, the attacker's first."""
        side, (state, number, leaving, _, hit, *_) = len(chosen), struck
        if side == len(SIDES):
            talk = self._open.talk(state, number, leaving, hit)
            tree = talk.after_losses(chosen[ATTACKER], chosen[DEFENDER])
            # Of a tree that goes several ways, nobody knows yet which of its labels come true.
            labels = tuple(talk.labels) if isinstance(tree, int) else chosen[0].labels + chosen[1].labels
            lost = hit._replace(forces=(chosen[0].force, chosen[1].force))
            return self._tree(tree, lost, number).with_notes(said(labels))
        cards = tuple(self._cards_when_hit(struck, chosen))
        options = struck.options[side]
        if len(options) == 1 and not cards:
            return self._assigned(struck, (*chosen, options[0]))
        step = self._assign(struck, side, chosen, lambda one: self._assigned(struck, (*chosen, one)))
        step = replace(step, extras=cards, passed=len(options) == 1, listed=struck.listed)
        return step.with_notes(said(options[0].labels)) if cards else step

    def _cards_when_hit(self, struck: Struck, chosen: tuple[SideState, ...]) -> Iterator[WayOn]:
        """Yield what players may do with their cards as a side assigns hits, where that changes what comes of them."""
        side, (state, number, leaving, rolls, *_) = len(chosen), struck
        plays = list(self._plays(state.spent, number))
        usual = self._comes_of(struck) if plays else ()
        for play, other in plays:
            again = other._struck(state, number, leaving, *rolls)
            differs = [one != new for one, new in zip(usual, other._comes_of(again), strict=True)]
            about = self.fight.players[side] == play.player  # what follows both sides' losses is asked of its owner
            if differs[side] or (differs[-1] and about and not any(differs[:-1])):
                yield self._of_card(play, partial(other._assigned, again, chosen))

    def _comes_of(self, struck: Struck) -> tuple[object, ...]:
        """Return what cards decide when units are hit: both sides' ways to take hits, and what follows the usual."""
        first = [options[0] for options in struck.options]
        talk = self._open.talk(struck.state, struck.number, struck.leaving, struck.hit)
        after = self._open.ends(talk.after_losses(*first))
        return *([one._replace(labels=()) for one in options] for options in struck.options), after

    def _assign(
        self, struck: Struck, side: int, chosen: tuple[SideState, ...], then: Callable[[SideState], TableStep]
    ) -> TableStep:
        """Return the step in which a side assigns hits, those of the attacker being chosen before the defender's."""
        hit, number, options = struck.hit, struck.number, struck.options
        talk = self._set.talk(struck.state, number, struck.leaving, hit)
        player = self.fight.players[side]
        forces = (chosen[0].force, hit.forces[1]) if chosen else hit.forces
        before = self.fight.position(hit._replace(forces=forces))  # with what the attacker has lost gone

        def odds(option: SideState) -> Odds:
            both = (option, options[DEFENDER][0]) if side == ATTACKER else (chosen[0], option)
            return self._odds.ahead(self._set.reached(talk.after_losses(*both), number), number + 1)

        ways = []
        for place, option in enumerate(watched(options[side]), 1):
            left = (option.force, forces[1]) if side == ATTACKER else (forces[0], option.force)
            after = self.fight.position(hit._replace(forces=left))
            on, worth = partial(then, option), partial(odds, option)
            ways.append(way_by_change(self.fight.game, before, after, place, on, own=player, odds=worth))
        alike = Counter([way.words for way in ways])
        ways = [
            way._replace(words=f"{way.words}, after sustaining") if alike[way.words] > 1 and option.sustained else way
            for way, option in zip(ways, options[side], strict=True)
        ]
        name = self.fight.sides[side].name
        return TableStep(
            LOSSES, self._title(number), self._assigning,
            f"{name} assigns {count_of(struck.counts[side], 'hit')}.", player, self.fight.game, before,
            partial(odds, options[side][0]), distinct(ways), searched=partial(self._searched, struck, side, chosen),
        )  # fmt: skip

    def _tree(self, tree: Tree, before: CombatState, number: int) -> TableStep:
        """Return what is asked next in a tree of a round."""
        if isinstance(tree, int):
            return self._round(self._open.state(tree, number), number + 1)
        assert not isinstance(tree, ContestNode | StateContest), "both sides' losses are chosen one after the other"
        position = self.fight.position(before)
        chance = isinstance(tree, ChanceNode)
        some = tree.ways if isinstance(tree, ChanceNode) else [(None, option) for option in tree.options]
        ways = []
        for place, (part, after) in enumerate(some, 1):
            likely = self.fight.position(next(iter(self._open.reached(after, number))))
            then, odds = partial(self._tree, after, before, number), partial(self._odds.of_tree, after, number)
            worth = None if chance else odds
            ways.append(way_by_change(self.fight.game, position, likely, place, then, chance=part, odds=worth))
        player = None if isinstance(tree, ChanceNode) else self.fight.players[tree.side]
        return TableStep(
            WHICH if chance else CHOICE, self._title(number), self._assigning, "What follows the losses?", player,
            self.fight.game, position, partial(self._odds.of_tree, tree, number), distinct(ways),
        )  # fmt: skip
