"""Opening a window: whose effects act in a moment, in which order, what they say of themselves, what they spend.

Players take turns from the active player on; each player's own effects follow the order of `mecatol.preparing.ordered`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from mecatol.domain.clauses import stands
from mecatol.effects.model import AGENDA, ANOMALY, ANYONE, USER, Effect, Window
from mecatol.game.model import InPlay, Side
from mecatol.game.moment import Moment
from mecatol.game.state import State
from mecatol.game.waiting import first_round, last_round
from mecatol.scenario.step import STEPS


class Actor[W: Window](NamedTuple):
    """An effect that acts in a moment."""

    moment: Moment
    side: Side
    """Its owner."""
    effect: Effect
    window: W
    """The window in which it acts."""

    @property
    def owner(self) -> int:
        """The index of its owner."""
        return self.side.index

    @property
    def left(self) -> int:
        """How many of its copies its owner has not used."""
        return self.side.effects[self.effect.slug] - self.moment.state.used(self.owner, self.effect.slug)

    def at(self, state: State) -> Actor[W]:
        """Return it in the same moment of another position."""
        return self._replace(moment=self.moment.at(state))

    def note(self) -> None:
        """Enter into the trace that it acts, under that of its clauses which the step carries out."""
        game = self.moment.game
        key = self.moment.step, self.side.index, self.effect.slug
        if key not in game.words:
            game.words[key] = _words(self.moment, self.side, self.effect)
        game.note(*game.words[key])

    def spent(self, state: State, copies: int = 1) -> State:
        """Return a position with so many copies spent, the position itself where nothing of it is spent."""
        return state.use(self.owner, self.effect.slug, copies) if self.effect.spends else state


def opened[W: Window](moment: Moment, kind: type[W], owner: int | None = None) -> Iterator[Actor[W]]:
    """Open a window: return the effects that act in it at a moment, `owner`'s alone if one is named.

    They are in force, their owner's concern, not held back, not used up, and lack nothing that they need.
    """
    some = moment.game.windows(moment.step, kind)
    return _acting(moment, some, owner) if some else _NOBODY


def _acting[W: Window](moment: Moment, some: Iterable[InPlay[W]], owner: int | None) -> Iterator[Actor[W]]:
    for held in some:
        if (owner is None or held.side.index == owner) and (actor := acting(moment, held)):
            yield actor


_SORTS = ("agent", "commander", "hero", "note")
_NOBODY: Iterator[Any] = iter(())


def acting[W: Window](moment: Moment, held: InPlay[W]) -> Actor[W] | None:
    """Return an effect in play as it acts at a moment, None if it does not."""
    side, effect, window = held
    moment = moment.shown_to(window)
    if effect.of != ANYONE and side.index != (moment.player if effect.of == USER else moment.target):
        return None
    first = first_round(side, effect)
    if first > 1 and moment.round < first:
        return None
    if effect.rounds is not None:
        if moment.round > last_round(side, effect):
            return None
    elif effect.spends and moment.state.used(side.index, effect.slug) >= side.effects[effect.slug]:
        return None
    if side.declines(effect.slug, moment.place):  # on this planet alone; who declines it everywhere has no such window
        return None
    if effect.needs and (missing := effect.needs(moment, side.index)):
        if effect.slug not in side.player.controls:  # whose ability nobody has named for this system
            moment.game.warn(f"{side.name}’s {effect.name} {missing}; it was ignored.")
        return None
    return Actor(moment, side, effect, window)


def called(side: Side, effect: Effect) -> str:
    """Return an effect's name with its owner's; anomalies and laws that hold for everybody have no owner."""
    of_all = effect.kind == ANOMALY or (effect.kind == AGENDA and effect.of == ANYONE)
    return effect.name if of_all else f"{side.name}’s {effect.name}"


def introduced(side: Side, effect: Effect) -> str:
    """Return what an effect does after whose it is; what sort of card it is, if its meaning starts so, in brackets."""
    sort, colon, does = effect.meaning.partition(": ")
    if colon and sort.endswith(_SORTS):
        return f"{called(side, effect)} ({sort.replace('The ', 'the ')}): {does}"
    return f"{called(side, effect)}: {effect.meaning}"


def _words(moment: Moment, side: Side, effect: Effect) -> tuple[str, str]:
    clauses = [clause for clause in effect.clauses if stands(clause, moment.game.edition)]
    own = [clause for clause in clauses if clause in STEPS[moment.step].clauses]
    return (own or clauses or effect.clauses)[0], introduced(side, effect)


def held_back(moment: Moment, after: State) -> set[tuple[str, str]]:
    """Return the notes of effects that could have been spent between a moment and a later position, and were not."""
    return {
        _words(moment, side, effect)
        for side, effect in moment.game.active_effects(moment.step)
        if effect.spends and after.used(side.index, effect.slug) == moment.state.used(side.index, effect.slug)
    }
