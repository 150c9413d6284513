"""What combats in the same circumstances have worked out: typed caches, which end with the game that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mecatol.game.labels import Cache, Labelled, Labels
from mecatol.game.memory import Memory
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.state import Force, State
from mecatol.probability.dice import Dice, Number
from mecatol.rules.combat.state import HitChances, Rolling, SideState, UsedEffects, Volley
from mecatol.rules.combat.volleys import CountTable, VolleyDice
from mecatol.rules.hits.assignment import Victims


@dataclass(slots=True, eq=False)
class Targets:
    """Whom of a side's units hits can be assigned to: one for all forces of the same types."""

    victims: Victims
    changing: bool
    """Whether something may change hits before they are assigned."""
    together: bool
    """Whether several hits may do other than each would do alone, one after another, if a unit can sustain."""
    one_hit: dict[tuple[Force, bool, bool], tuple[Force, str | None]] = field(default_factory=dict)
    """By force, whether a lent use of Sustain Damage is gone, and whether the hit spares fighters while it can: what
    one hit leaves, and which type has sustained."""
    help: dict[str, Labels] = field(default_factory=dict)
    """By type of unit: the labels of what lets it sustain."""


@dataclass(eq=False)
class HitPlan:
    """How hits are assigned to a side that begins a round with a force."""

    targets: Targets
    opens: Callable[[], Moment]
    """Returns the moment in which they are assigned."""
    most: int
    """How many can be assigned at most: more do nothing."""
    singly: bool
    """Whether several hits may do what each would do alone, one after another."""
    plain: bool
    """Whether they do so, nothing changes them before, and nobody sustains for others."""
    fighters: bool
    """Whether there are any: without them it makes no difference which hits must spare them."""
    steps: list[SideState]
    """A list to fill: what 0, 1, 2, … hits leave where each does what it would do alone."""
    other_steps: dict[tuple[UsedEffects, int], list[SideState]] = field(default_factory=dict)
    """Such lists by what was used up before the hits, and how many come first that must go to ships other than fighters
    while there are any."""
    answers: dict[tuple[str, UsedEffects], Labelled[tuple[State, int, bool]]] = field(default_factory=dict)
    """By the type that sustains, and what is used up: what follows (see `answers_to_sustaining`)."""
    distinct: dict[SideState, SideState] = field(default_factory=dict)
    """A table to fill: what other hits leave, each but once."""
    losses: dict[int | Volley, list[SideState]] = field(default_factory=dict)
    """What a roll leaves: one way under a fixed policy, all under `best`."""

    # Most hits are never answered, and a moment takes long to make: it is made when first asked for.
    @cached_property
    def moment(self) -> Moment:
        """The moment in which hits are assigned: only hits that cards may answer ask for it."""
        return self.opens()

    @cached_property
    def victims(self) -> Victims:
        """Whom hits can be assigned to in that moment."""
        return self.targets.victims._replace(moment=self.moment)


class CombatMemory(Memory):
    """The caches of combats in the same circumstances, whatever forces a combat began with; it keeps their readers."""

    def __init__(self, game: Game) -> None:
        """Start empty."""
        super().__init__()
        self.hits: dict[tuple[Dice, ...], Sequence[Number]] = {}
        """By the dice of a combat roll: the chances of 0, 1, 2, … hits."""
        self.rolls = Cache[Hashable, Rolling](game.labelled)
        """By who rolls and round."""
        self.hit_chances: dict[int, HitChances] = {}
        """By the identity of such chances: the hits that may come, each with its own."""
        self.volleys = Cache[Hashable, VolleyDice](game.labelled)
        """By who rolls, what is spent and round: the dice, where their results are not all alike."""
        self.counts = CountTable()
        """What such dice come to, by number."""
        self.repairs = Cache[Hashable, tuple[Force, UsedEffects]](game.labelled)
        """By side, its damaged units and those of them that sustained just now: what is repaired, and used up then."""
        self.destroys_all = Cache[Hashable, bool](game.labelled)
        """By side, its losses and round: whether they take everything along."""
        self.answers = Cache[Hashable, tuple[UsedEffects, Sequence[Number]] | None](game.labelled)
        """By side, what it has left and what it lost: what its answer spends, and the chances of its hits."""
        self.placed = Cache[Hashable, tuple[Force, UsedEffects]](game.labelled)
        """By side, how many units it has left and what both lost: what it places for that, and what is used up then."""
        self.destroyed = Cache[tuple[int, Force, int, Hashable], list[Force]](game.labelled)
        """By side: what may be left of its force after so many of its units are destroyed outright."""
        self.victims: dict[int, tuple[frozenset[str], Victims]] = {}
        """By side: who can be hit and sustain, among these types of units."""
        self.targets = Cache[Hashable, Targets](game.labelled)
        """By side, the types of its units, what is spent and round: who can be hit and sustain."""
        self.hit_plans: dict[Hashable, HitPlan] = {}
        """By side, its force, what is spent and round."""
