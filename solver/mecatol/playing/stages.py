"""Stages of the solver walked one after the other: what each may come to is asked, with the dice that decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from mecatol.domain.counts import count_of
from mecatol.domain.places import SPACE
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, BOMBARDMENT, SPACE_CANNON, planet_name
from mecatol.effects.model import COMBAT
from mecatol.errors import LimitError
from mecatol.game.labels import TRACE, Labels, Rolled
from mecatol.game.model import Game
from mecatol.game.stages import Branch, Positions, Stage
from mecatol.game.state import State
from mecatol.playing.cards import CardPlay, card_name, told
from mecatol.playing.steps import CHOICE, LOSSES, ROLL, WHICH, Odds, TableStep, WayOn, distinct
from mecatol.playing.tokens import way_by_change
from mecatol.probability.dice import Dice, add_mass
from mecatol.probability.limits import positions_limit

type Worth = Callable[[int, Positions], Odds]
"""What positions before a stage, by its place in the list, are worth, with their chances."""
type InHand = Callable[[int, State], Iterable[tuple[CardPlay, StageWalk]]]
"""What players may do with their cards at a stage, with the same stages where that is done."""

MOST_WAYS = 3_000
"""More ways to take hits than this are not listed: nobody looks through them, and a table waits."""

_MANY = "There are too many ways to take these hits to list them: they are taken in the order that is set."

_TITLES = {
    (SPACE_CANNON, True): ("Space Cannon Offense", "77.3"),
    (SPACE_CANNON, False): ("Space Cannon Defense", "77.7"),
    (ANTI_FIGHTER_BARRAGE, True): ("Anti-Fighter Barrage", "10.1"),
    (BOMBARDMENT, False): ("Bombardment", "15.1"),
}
"""What a roll is called and its clause, by the ability and whether it is in space."""
_TAKING = {
    (SPACE_CANNON, True): "77.5", (SPACE_CANNON, False): "77.8", (ANTI_FIGHTER_BARRAGE, True): "10.2",
    (BOMBARDMENT, False): "15.2",
}  # fmt: skip
"""The clause by which its hits are assigned."""


def said(labels: Labels) -> list[str]:
    """Return the sentences of the trace among labels."""
    return [label.what[1] for label in labels if label.where == TRACE]


def pushed(stages: Sequence[Stage], now: Positions) -> Positions:
    """Return the positions after stages where everybody does what their policy says."""
    for stage in stages:
        after: Positions = {}
        for state, mass in now.items():
            for branch in stage(state):
                add_mass(after, branch.options[0], mass * branch.probability)
        now = after
    return now


def _rolling(branch: Branch) -> tuple[int, ...]:
    """Return the players who roll in a branch, in order."""
    return tuple([player for player, _ in branch.rolled])


class StageWalk:
    """A list of stages, and what is asked as they are walked."""

    def __init__(
        self,
        game: Game,
        stages: Sequence[Stage],
        worth: Worth,
        then: Callable[[State], TableStep],
        title: tuple[str, str],
        within: Callable[[int, State], TableStep | None] = lambda index, state: None,
        instead: Sequence[Stage] = (),
        in_hand: InHand = lambda index, state: (),
    ) -> None:
        """Prepare for any position before them.

        `then` is what follows the last of them, `title` a name and a clause for what has none of its own. `within`
        returns the step of a stage that is walked in its own way, such as a combat. `instead` has for each stage one
        that lists only what the policies do, for where all ways are too many. `in_hand` tells of cards.
        """
        self.game, self.stages, self.worth, self.then, self.title, self.within = (
            game, stages, worth, then, title, within,
        )  # fmt: skip
        self._instead, self._in_hand = instead, in_hand
        self._seen: dict[tuple[int, State], tuple[list[Branch], list[Rolled], Labels]] = {}
        """What stages may come to, by place and position: cards are compared by it."""

    def step(self, index: int, state: State) -> TableStep:
        """Return what is asked next from a position before a stage."""
        notes: list[str] = []
        while index < len(self.stages):
            if own := self.within(index, state):
                return own.with_notes(notes)
            branches, rolls, labels = self.looked_at(index, state)
            cards = self._cards(index, state)
            if len(branches) > 1 or len(branches[0].options) > 1:
                many = [text for text in said(labels) if text == _MANY]
                whole = partial(self.worth, index, {state: self.game.one})
                asked = self._roll(index, state, branches, rolls, 0, whole).with_notes([*notes, *many])
                return replace(asked, extras=(*asked.extras, *cards.values())) if cards else asked
            if cards:
                return self._asked_about(index, state, branches[0].options[0], cards).with_notes(notes)
            (after,) = branches[0].options
            if after != state:
                notes += [*said(labels), *(text for _, text in branches[0].notes.get(after, ()))]
            state, index = after, index + 1
        return self.then(state).with_notes(notes)

    def _branches(self, index: int, state: State) -> list[Branch]:
        """Return what a stage may come to: with all lawful choices, or with those of the policies if all are too many.

        The rolls of the other are the same.
        """
        try:
            with positions_limit(MOST_WAYS):
                return list(self.stages[index](state))
        except LimitError as limit:
            if limit.option != "positions":
                raise
        if not self._instead:  # the limit was met by results of dice, of which none is left out
            return list(self.stages[index](state))
        self.game.note("78.6", _MANY)
        return list(self._instead[index](state))

    def _cards(self, index: int, state: State) -> dict[CardPlay, WayOn]:
        """Return what players may do with their cards at a stage, where it comes to something else then."""
        found = {}
        usual = self._come_to(index, state)
        for play, other in self._in_hand(index, state):
            if other._come_to(index, state) != usual:
                worth = partial(other.worth, index, {state: self.game.one})
                words, then = told(self.game, play), partial(other.step, index, state)
                found[play] = WayOn(play.token, words, then, odds=worth, owner=play.player)
        return found

    def _come_to(self, index: int, state: State) -> list[tuple[object, ...]]:
        """Return what a stage may come to, whatever is said of it."""
        branches, _, _ = self.looked_at(index, state)
        return [(each.probability, *each.options, each.chooser, each.rolled) for each in branches]

    def _asked_about(self, index: int, state: State, after: State, cards: Mapping[CardPlay, WayOn]) -> TableStep:
        """Return the step that asks about cards at a stage that nothing else decides."""
        play = next(iter(cards))
        title, clause = self.title
        odds = partial(self.worth, index, {state: self.game.one})
        name = card_name(self.game, play)
        words = f"Does {self.game.sides[play.player].name} play {name}?"
        usual = f"hold back {name}" if play.plays else f"play {name}"
        if len(cards) > 1:
            words, usual = "Who plays a card here?", "go on as planned"
        ways = (WayOn("go-on", usual, partial(self._after, index, state, after), odds=odds), *cards.values())
        return TableStep(CHOICE, title, clause, words, play.player, self.game, state, odds, ways, passed=True)

    def _after(self, index: int, state: State, after: State) -> TableStep:
        """Return what follows a stage that nothing decides."""
        branches, _, labels = self.looked_at(index, state)
        notes = [*said(labels), *(text for _, text in branches[0].notes.get(after, ()))] if after != state else []
        return self.step(index + 1, after).with_notes(notes)

    def looked_at(self, index: int, state: State) -> tuple[list[Branch], list[Rolled], Labels]:
        """Return what a stage may come to, equal ones as one, the rolls for it and what is said of it; kept."""
        key = index, state
        if key not in self._seen:
            self._seen[key] = self._looked_at(index, state)
        return self._seen[key]

    def _looked_at(self, index: int, state: State) -> tuple[list[Branch], list[Rolled], Labels]:
        """Work out what `looked_at` keeps."""
        self.game.journal.rolls.clear()
        found, labels = self.game.labelled(lambda: self._branches(index, state))
        together: dict[object, Branch] = {}
        for branch in found:
            key = branch.rolled, tuple(branch.options), branch.chooser
            known = together.get(key)
            part = known.probability if known else 0
            together[key] = branch._replace(probability=part + branch.probability)
        return list(together.values()), list(self.game.rolls), labels

    def _odds(self, index: int, branches: Sequence[Branch]) -> Odds:
        """Return the odds where one of these outcomes is known to have come."""
        whole = sum(branch.probability for branch in branches)
        now: Positions = {}
        for branch in branches:
            add_mass(now, branch.options[0], branch.probability / whole)
        return self.worth(index + 1, now)

    def _roll(
        self, index: int, state: State, branches: Sequence[Branch], rolls: Sequence[Rolled], place: int,
        odds: Callable[[], Odds],
    ) -> TableStep:  # fmt: skip
        """Return the step of the roll at a place among those of a stage, or what follows the last of them."""
        rolling = {_rolling(branch) for branch in branches}
        if len(rolling) > 1 or place == len(next(iter(rolling))):
            return self.settled(index, state, branches, rolls, odds)
        by_hits: dict[int, list[Branch]] = {}
        for branch in branches:
            by_hits.setdefault(branch.rolled[place][1], []).append(branch)
        if len(by_hits) == 1:
            return self._roll(index, state, branches, rolls, place + 1, odds)
        player = branches[0].rolled[place][0]
        name, whole = self.game.sides[player].name, sum(branch.probability for branch in branches)
        roll = next((each for each in rolls if each.player == name), None)
        title, clause = self._titled(roll)
        ways = []
        for hits, some in sorted(by_hits.items()):
            part = sum(branch.probability for branch in some)
            then = partial(self._roll, index, state, some, rolls, place + 1, partial(self._odds, index, some))
            ways.append(WayOn(str(hits), count_of(hits, "hit"), then, part / whole, hits))
        dice: tuple[Dice, ...] = roll.dice if roll else ()
        return TableStep(ROLL, title, clause, f"{name} rolls.", player, self.game, state, odds, tuple(ways), dice=dice)

    def _titled(self, roll: Rolled | None) -> tuple[str, str]:
        """Return what the ability that rolled is called, and its clause."""
        if roll is None or roll.ability == COMBAT:
            return self.title
        title, clause = _TITLES.get((roll.ability, roll.where == SPACE), self.title)
        return (title if roll.where == SPACE else f"{title} on {planet_name(roll.where)}"), clause

    def settled(
        self, index: int, state: State, branches: Sequence[Branch], rolls: Sequence[Rolled],
        odds: Callable[[], Odds],
    ) -> TableStep:  # fmt: skip
        """Return what follows the rolls of a stage: what else chance decides, then what is chosen."""
        if len(branches) == 1:
            return self._chosen(index, state, branches[0], rolls, odds)
        whole = sum(branch.probability for branch in branches)
        ways = []
        for place, branch in enumerate(branches, 1):
            then = partial(self._chosen, index, state, branch, rolls, partial(self._odds, index, [branch]))
            chance = branch.probability / whole
            ways.append(way_by_change(self.game, state, branch.options[0], place, then, chance=chance))
        title, clause = self.title
        return TableStep(WHICH, title, clause, "What happens?", None, self.game, state, odds, distinct(ways))

    def _chosen(
        self, index: int, state: State, branch: Branch, rolls: Sequence[Rolled], odds: Callable[[], Odds]
    ) -> TableStep:
        """Return what follows an outcome: the choice among its options, if there are several."""
        if len(branch.options) == 1:
            (after,) = branch.options
            notes = [text for _, text in branch.notes.get(after, ())]
            return self.step(index + 1, after).with_notes(notes)
        player, side = branch.chooser, self.game.sides[branch.chooser]
        ways = []
        for place, option in enumerate(branch.options, 1):
            then = partial(self.step, index + 1, option)
            worth = partial(self.worth, index + 1, {option: self.game.one})
            ways.append(way_by_change(self.game, state, option, place, then, own=player, odds=worth))
        roll = next((each for each in rolls if each.target == side.name), None)
        title, clause = self._titled(roll)
        if roll:
            clause = _TAKING.get((roll.ability, roll.where == SPACE), clause)
        words = f"{side.name} assigns the hits."
        return TableStep(LOSSES, title, clause, words, player, self.game, state, odds, distinct(ways))
