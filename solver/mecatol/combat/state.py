"""How a combat stands between two rounds, and what is remembered of combats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mecatol.combat.used_effects import UsedEffects
from mecatol.combat.volleys import Volley
from mecatol.domain.units import Unit
from mecatol.game.journal import Recalled
from mecatol.game.state import Force
from mecatol.hits.assignment import Victims
from mecatol.probability.dice import Dice, Number

if TYPE_CHECKING:
    from mecatol.combat.fight import Fight
    from mecatol.combat.side_graph import SideGraph
    from mecatol.effects.model import Moment
    from mecatol.game.stages import Stage

ATTACKER, DEFENDER = 0, 1
"""The sides of a combat: places in its pairs, not players' indices."""

FOUGHT = ""
"""The fate of a combat that goes on, or that ended with a side gone."""
RETREATS = ("attacker retreats", "defender retreats")
"""The fate of a combat that a side left, by side."""


class CombatState(NamedTuple):
    """How a combat stands between two rounds."""

    forces: tuple[Force, Force]
    """The attacker's and the defender's whole forces in the place, units that take no part among them."""
    spent: UsedEffects = ()
    """Limited effects used so far."""
    fate: str = FOUGHT


type Rolling = tuple[tuple[Dice, ...], Sequence[Number]]
"""The dice of a combat roll, and the chances of 0, 1, 2, … hits."""
type AfterRound = Callable[[int], Sequence[Stage]]
"""What else happens at the end of a round, by its number."""


class Losses(NamedTuple):
    """What one side's taking hits leads to."""

    force: Force
    spent: UsedEffects
    hits_back: int
    sustained: Force
    lost: tuple[Unit, ...]
    """The kinds of unit of which at least one was destroyed."""


@dataclass(slots=True, eq=False)
class Targets:
    """Whom of a side's units hits can be assigned to: the same for all forces of some of these types."""

    types: frozenset[str]
    victims: Victims
    """For a force of all of them."""
    changing: bool
    """Whether something may change hits before they are assigned."""
    together: bool
    """Whether several hits may do other than each would do alone, one after another, if a unit can sustain."""
    one_hit: dict[tuple[Force, bool, bool], tuple[Force, str | None]] = field(default_factory=dict)
    """By force, whether a lent use of Sustain Damage is gone, and whether the hit spares fighters while it can: what
    one hit leaves, and which type has sustained."""


@dataclass(eq=False)
class HitPlan:
    """How hits are assigned to a side."""

    targets: Targets
    opens: Callable[[], Moment]
    """Returns the moment in which they are."""
    most: int
    """How many can be assigned at most: more do nothing."""
    takes_hits_singly: bool
    """Whether several hits may do what each would do alone, one after another."""
    plain: bool
    """Whether they do so, nothing changes them before, and nobody sustains for others: nothing is to be noted."""
    fighters: bool
    """Whether there are any: without them it comes to the same which hits must spare them."""
    steps: list[Losses]
    """A list to fill: what 0, 1, 2, … hits leave where each does what it would do alone."""
    bound_steps: list[Losses]
    """The same of hits that must go to ships other than fighters while there are any."""
    steps_after: dict[int, list[Losses]] = field(default_factory=dict)
    """By how many of those come first: lists to fill, of what 0, 1, 2, … other hits leave then."""
    distinct: dict[Losses, Losses] = field(default_factory=dict)
    """A table to fill: what other hits leave, each but once."""
    losses: Recalled[int | Volley, list[Losses]] = field(default_factory=Recalled)
    """What a roll leaves: one way under a fixed policy, all under `best`."""

    @cached_property
    def moment(self) -> Moment:
        """The moment in which hits are assigned: only hits that cards may answer ask for it."""
        return self.opens()

    @cached_property
    def victims(self) -> Victims:
        """Whom hits can be assigned to in that moment."""
        return self.targets.victims._replace(moment=self.moment)


class CombatMemory:
    """What combats in the same circumstances have found out."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.hits: dict[tuple[Dice, ...], Sequence[Number]] = {}
        """By the dice of a combat roll: the chances of 0, 1, 2, … hits."""
        self.rolls: Recalled[Hashable, Rolling] = Recalled()
        """By who rolls and round."""
        self.outcomes: dict[int, tuple[tuple[int, Number], ...]] = {}
        """By the identity of such chances: the hits that may come, each with its own."""
        self.volleys: Recalled[Hashable, tuple[tuple[Volley, Number], ...]] = Recalled()
        """By who rolls, what is spent and round: what the roll may come to where hits differ."""
        self.repairs: Recalled[Hashable, tuple[Force, UsedEffects]] = Recalled()
        """By side, its damaged units and those of them that sustained just now: what is repaired, and used up then."""
        self._ones: dict[Any, Any] = {}
        """By kind: what there is one of, once it has been asked for."""
        self.graphs: dict[tuple[int, int | None], tuple[SideGraph, SideGraph]] = {}
        """By round, as far as hits tell rounds apart, and by who retreats: what each side may come to by itself."""
        self.destroyed_all: Recalled[Hashable, bool] = Recalled()
        """By side, its losses and round: whether they take everything along."""
        self.answers: Recalled[Hashable, tuple[UsedEffects, Sequence[Number]] | None] = Recalled()
        """By side, what it has left and what it lost: what its answer spends, and the chances of its hits."""
        self.place_units: Recalled[Hashable, tuple[Force, UsedEffects]] = Recalled()
        """By side, how many units it has left and what both lost: what it places for that, and what is used up then."""
        self.destroyed_units: Recalled[tuple[int, Force, int, Hashable], list[Force]] = Recalled()
        """By side: what may be left of its force after so many of its units are destroyed outright."""
        self.victims: dict[int, tuple[frozenset[str], Victims]] = {}
        """By side: who can be hit and sustain, among these types of units."""
        self.targets: Recalled[Hashable, Targets] = Recalled()
        """By side, the types of its units, what is spent and round: who can be hit and sustain."""
        self.shared_targets: dict[Hashable, list[Targets]] = {}
        """The same but for the types: each but once where fewer types are hit as more are."""
        self.hit_plan: Recalled[Hashable, HitPlan] = Recalled()
        """By side, its force, what is spent and round."""

    def one[T](self, kind: Callable[[Fight], T], fight: Fight) -> T:
        """Return the one of a kind that all combats in these circumstances share; the first to ask makes it."""
        if kind not in self._ones:
            self._ones[kind] = kind(fight)
        found: T = self._ones[kind]
        return found


def only(side: int, forces: tuple[Force, Force]) -> tuple[Force, Force]:
    """Return the forces with the other side's left out."""
    return (forces[0], ()) if side == 0 else ((), forces[1])


def beside(state: CombatState, side: int, force: Force, spent: UsedEffects) -> CombatState:
    """Return a state with one side's force replaced, and with what is used up."""
    mine, theirs = state.forces
    return CombatState((force, theirs) if side == ATTACKER else (mine, force), spent)
