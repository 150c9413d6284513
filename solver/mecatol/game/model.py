"""The game in play: its players as the solver sees them, and which effects act."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from mecatol.domain import rulings
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import Unit
from mecatol.effects.model import EFFECTS, Effect, Window
from mecatol.game.journal import Journal
from mecatol.game.labels import ORDERS_TELL, TRACE, WARNINGS, Label, Labelled, Rolled
from mecatol.game.memory import Memory
from mecatol.game.state import State
from mecatol.probability.dice import Number, Ways
from mecatol.scenario.assumptions import ASSUMPTIONS
from mecatol.scenario.model import Player, Scenario
from mecatol.scenario.policy import Policy


@dataclass(frozen=True)
class Side:
    """One player as the solver sees them."""

    index: int
    """Place in the order of play: 0 is the active player, the rest follow clockwise."""
    player: Player
    units: Mapping[str, Unit]
    """What each type of unit is for this player."""
    effects: Mapping[str, int]
    """Effects in force, with the number of copies, in the order in which they act where several could at once:
    technologies, cards and what holds by itself."""
    policy: Policy
    """The player's choices, the scenario's where they have none."""
    idle: frozenset[str] = frozenset()
    """Effects that do nothing: of exhausted cards that must be readied, and texts of a flagship that stands nowhere."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    # A side does not change: what follows from it is worked out once, because every moment of a game asks.
    @cached_property
    def ships(self) -> frozenset[str]:
        """The types of the player's units that are ships (81)."""
        return frozenset([slug for slug, unit in self.units.items() if unit.is_ship])

    @cached_property
    def ground_forces(self) -> frozenset[str]:
        """The types of the player's units that are ground forces (43)."""
        return frozenset([slug for slug, unit in self.units.items() if unit.is_ground_force])

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What cards know each type of the player's units by."""
        return {slug: unit.kind for slug, unit in self.units.items()}

    @cached_property
    def active_effects(self) -> tuple[Effect, ...]:
        """The effects that are not idle and that the player does not decline, in the order in which they act."""
        return tuple([EFFECTS[slug] for slug in self.effects if slug not in self.idle and not self.declines(slug)])

    @property
    def role(self) -> str:
        """ACTIVE or OTHER."""
        return OTHER if self.index else ACTIVE

    def has_ships(self, state: State) -> bool:
        """Tell whether the player has ships in the active system's space area."""
        there = state.players[self.index].space
        return bool(there) and not self.ships.isdisjoint([unit for unit, _, _ in there])

    def declines(self, slug: str, place: str = SPACE) -> bool:
        """Tell whether the player chooses not to use a unit ability or effect, everywhere or on this planet."""
        return slug in self.policy.decline or slug in self.policy.decline_on.get(place, ())

    def acting[W: Window](self, kind: type[W]) -> Iterator[tuple[Effect, W]]:
        """Yield the active effects with their windows of a kind, whatever the step."""
        for effect in self.active_effects:
            for window in effect.acts_in(kind):
                yield effect, window


class InPlay[W: Window](NamedTuple):
    """A window in which an effect of a player's acts."""

    side: Side
    """Its owner."""
    effect: Effect
    window: W


@dataclass(frozen=True)
class Game:
    """A scenario ready to be solved."""

    scenario: Scenario
    sides: tuple[Side, ...]
    start: State
    exact: bool = False
    """Whether probabilities are Fractions rather than floats."""
    journal: Journal = field(default_factory=Journal)
    """What is kept while it is solved; games that are derived from it keep theirs in the same."""
    memory: Memory = field(default_factory=Memory)
    """What combats have found out, by their circumstances (see `mecatol.rules.combat.fight`)."""
    words: dict[tuple[str, int, str], tuple[str, str]] = field(default_factory=dict, init=False, repr=False)
    """By step, owner and effect: what it says of itself, as (clause, text), once it has acted."""
    _active: dict[str, tuple[tuple[Side, Effect], ...]] = field(default_factory=dict, init=False, repr=False)
    """The effects that act in each step, once they have been asked for."""
    _windows: dict[tuple[str, type[Window]], tuple[InPlay[Any], ...]] = field(
        default_factory=dict, init=False, repr=False
    )
    """The windows of each kind in which effects act in each step, once they have been asked for."""

    @property
    def edition(self) -> str:
        """The edition that is played."""
        return self.scenario.edition

    @property
    def one(self) -> Number:
        """Certainty, in the number type of the solution."""
        return Fraction(1) if self.exact else 1.0

    def chances(self, ways: Ways) -> list[Number]:
        """Return a roll's probabilities in the number type of the solution."""
        return ways.chances(self.exact)

    def with_sides(self, sides: Iterable[Side], memory: Hashable) -> Game:
        """Return the game with its players changed: the same journal, what its combats find out apart by this key."""
        return replace(self, sides=tuple(sides), memory=self.memory.of(Memory, memory, Memory))

    def assigning(self, player: int, assign: str) -> Game:
        """Return the game, to compare, in which a player takes hits by another policy: quiet, its memory its own."""
        sides = list(self.sides)
        sides[player] = replace(sides[player], policy=replace(sides[player].policy, assign=assign))
        return replace(self, sides=tuple(sides), journal=self.journal.quiet(), memory=Memory())

    @property
    def silent(self) -> bool:
        """Whether nothing is entered at the moment: what is only looked at has not happened."""
        return self.journal.silent

    @property
    def rolls(self) -> Mapping[Rolled, None]:
        """The rolls made, in order, each once."""
        return self.journal.rolls

    @property
    def orders_tell(self) -> Set[int]:
        """The players, by index, whose effects would have come to something else in the opposite order."""
        return self.journal.orders_tell

    def order_tells(self, player: int) -> None:
        """Enter that another order of a player's effects would have come to something else."""
        self.journal.put(Label(ORDERS_TELL, player))

    def say(self, labels: Iterable[Label]) -> None:
        """Enter what is to be said of something that happens."""
        self.journal.say(labels)

    def knows(self, label: Label) -> bool:
        """Tell whether saying this would change nothing."""
        return self.journal.knows(label)

    def labelled[T](self, find: Callable[[], T]) -> Labelled[T]:
        """Return what is found, with what is to be said of it where it happens."""
        return self.journal.labelled(find)

    def silently(self) -> AbstractContextManager[None]:
        """Enter nothing meanwhile."""
        return self.journal.silently()

    def note(self, clause: str, text: str) -> None:
        """Add a step to the trace."""
        self.journal.put(Label(TRACE, (clause, text)))

    def warn(self, text: str) -> None:
        """Add a warning."""
        self.journal.put(Label(WARNINGS, text))

    def rolled(self, roll: Rolled) -> None:
        """Keep a record of a roll; dice of a ship that stands as something else are those of its own type."""
        if not self.journal.silent:
            units = next(side.units for side in self.sides if side.name == roll.player)
            kinds = [units[d.unit].kind if d.unit in units else d.unit for d in roll.dice]
            if kinds != [d.unit for d in roll.dice]:
                dice = [d._replace(unit=kind) for d, kind in zip(roll.dice, kinds, strict=True)]
                roll = roll._replace(dice=tuple(dice))
            self.journal.rolls[roll] = None

    def ruling(self, key: str) -> str:
        """Return the reading in force of an open ruling."""
        return rulings.reading(key, self.scenario.rulings, self.edition)

    def assumes(self, assumption: str) -> str:
        """Return what is assumed of a limit (see `mecatol.scenario.assumptions`)."""
        return self.scenario.assume.get(assumption, ASSUMPTIONS[assumption][0])

    def clockwise(self) -> Iterator[Side]:
        """Yield the players in order of play, the active player first."""
        return iter(self.sides)

    def active_effects(self, step: str) -> tuple[tuple[Side, Effect], ...]:
        """Return the active effects that may act in a step, in order of play."""
        found = self._active.get(step)
        if found is None:
            found = self._active[step] = tuple([
                (side, effect) for side in self.sides for effect in side.active_effects if step in effect.steps
            ])  # fmt: skip
        return found

    def windows[W: Window](self, step: str, kind: type[W]) -> tuple[InPlay[W], ...]:
        """Return the windows of a kind in which effects act in a step, in order of play."""
        acting = self._active.get(step)
        if acting is None:
            acting = self.active_effects(step)
        if not acting:
            return ()
        key = step, kind
        found = self._windows.get(key)
        if found is None:
            assert not kind.steps or step in kind.steps, f"{kind.__name__} does not say that it is opened in {step}"
            found = self._windows[key] = tuple([
                InPlay(side, effect, window)
                for side, effect in acting
                for window in effect.acts_in(kind)
                if step in window.steps
            ])  # fmt: skip
        return found
