"""What an effect is: one declaration of a card, technology or ability, and the windows in which it can act.

Steps open windows and pass a `Moment`; an effect that registered for the window changes what it is shown. No step
knows an effect by name, and an effect's whole rule stands in its declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solver.dice import Dice
from solver.errors import DeclarationError
from solver.factions import FACTIONS, Faction
from solver.units import DECLARED, Unit

if TYPE_CHECKING:
    from solver.game import Game
    from solver.production.windows import Producing
    from solver.state import Force, State

TECHNOLOGY = "technology"
FACTION_TECHNOLOGY = "faction technology"
ACTION_CARD = "action card"
AGENDA = "agenda"
RELIC = "relic"
PROMISSORY_NOTE = "promissory note"
LEADER = "leader"
ANOMALY = "anomaly"
FACTION_ABILITY = "faction ability"
BREAKTHROUGH = "breakthrough"
STRATEGY_CARD = "strategy card"
UNIT_TEXT = "unit"

KINDS = (
    TECHNOLOGY, FACTION_TECHNOLOGY, ACTION_CARD, AGENDA, RELIC, PROMISSORY_NOTE, LEADER, ANOMALY, FACTION_ABILITY,
    BREAKTHROUGH, STRATEGY_CARD, UNIT_TEXT,
)  # fmt: skip
"""Every kind of effect, in the order in which forms show them."""

COLOURS = ("blue", "green", "yellow", "red")
"""Of technologies: propulsion, biotic, cybernetic, warfare."""

AGENT, COMMANDER, HERO = "agent", "commander", "hero"
LEADERS = (AGENT, COMMANDER, HERO)

USER = "user"
"""The effect acts when its owner's units use the ability."""
TARGET = "target"
"""The effect acts when the ability is used against its owner's units."""
COMBAT = "combat"
"""In place of a unit ability's slug: a combat roll (78.5, 42.1)."""

ANYONE = "anyone"
"""The effect acts whoever uses the ability against whomever."""


class Moment(NamedTuple):
    """The circumstances in which a window opens."""

    game: Game
    state: State
    step: str
    ability: str
    """The unit ability in use, by slug; COMBAT for a combat roll."""
    player: int
    """Index of the player whose units use it."""
    target: int
    """Index of the player against whose units it is used."""
    place: str
    """Where the target's units are: SPACE or a planet's slug."""
    round: int = 0
    """The round of combat, from 1; 0 outside combat rounds."""


class Hits(NamedTuple):
    """Hits that were produced and wait to be assigned."""

    number: int
    non_fighters_first: bool = False
    """Whether they must go to ships other than fighters while there are any."""
    some_so: int = 0
    """How many of them must, where not all do."""

    @property
    def bound(self) -> int:
        """How many must go to ships other than fighters while there are any."""
        return self.number if self.non_fighters_first else min(self.number, self.some_so)


class Answer(NamedTuple):
    """What follows when a unit has used Sustain Damage."""

    destroys: bool = False
    """Whether the unit is destroyed."""
    hits_back: int = 0
    """Hits that the units of the player whose hit was cancelled suffer in turn."""


class Strike(NamedTuple):
    """What an effect does to the opponent's units at the start of a combat."""

    number: int
    """How many units it strikes."""
    eligible: Callable[[Unit], bool]
    destroys: bool = False
    """Whether the units are destroyed outright; else each suffers a hit, which it may sustain (87.5)."""
    by_owner: bool = False
    """Whether the effect's owner chooses the units; else their owner does."""
    dice: tuple[Dice, ...] = ()
    """Dice that are rolled for the number of hits; `number` is then the most that there can be."""
    costs: Callable[[Unit], bool] | None = None
    """Which of the owner's own units will do, the cheapest first, where one is destroyed for the strike."""
    converts: bool = False
    """Whether units of the owner's, of the same types, take the place of those that it struck."""


class Inquiry(NamedTuple):
    """What a decision about a planet has found out, for effects that depend on it."""

    moment: Moment
    """Bombardment by `player` against `target` on the planet `place`."""
    bombarding: tuple[Unit, ...]
    """The player's units that can bombard that planet."""
    barred: tuple[str, ...]
    """Clauses that keep the player's units from it; empty if nothing does."""
    shields: Mapping[int, int]
    """How many units with a standing Planetary Shield each player has there, by index."""
    lifted: Mapping[int, int]
    """How many units each player has there whose Planetary Shield is taken away, by index."""

    def strength(self, player: int, counted: Callable[[Unit], bool]) -> int:
        """Return how many units that count a player has on the planet."""
        units = self.moment.game.sides[player].units
        return sum(s.total for s in self.moment.state.at(player, self.moment.place) if counted(units[s.unit]))


class Ruled(NamedTuple):
    """Whether an effect works on a planet, and why."""

    works: bool
    text: str
    """The reason, in a sentence."""
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Component:
    """One card, technology, ability or other thing of the game with a text, in one wording of it."""

    slug: str
    name: str
    kind: str
    """One of KINDS."""
    edition: str
    """The edition that brought this wording."""
    until: str | None = None
    """The edition that replaced it, None while it holds."""
    version_of: str | None = None
    """The first printing, by slug, where this is a later wording of the same card."""
    faction: str | None = None
    """The faction whose it is, by slug."""
    shared: bool = False
    """Whether players of other factions can come to use it: an agent, a commander, a promissory note."""
    unit: str | None = None
    """The unit whose text it is, or belongs to, by slug."""
    meaning: str
    """What it does, in our own words."""
    clauses: tuple[str, ...] = ()
    """The clauses that it rests on."""
    bears: tuple[str, ...] = ()
    """The steps in which it would act; where no effect carries it out, the answer says so."""
    left_out: str = ""
    """Why the solver does not carry it out, in a sentence, where it does not."""
    colour: str | None = None
    """Of a technology: one of COLOURS; None for those without one."""
    prerequisites: tuple[str, ...] = ()
    """Of a technology: the colours that it asks for, one for each."""
    synergy: tuple[str, ...] = ()
    """Of a breakthrough: the two colours that count as each other."""
    leader: str | None = None
    """Of a leader: one of LEADERS."""
    title: str = ""
    """Of a hero: the name of its ability."""
    unlock: str = ""
    """Of a leader: what unlocks it, in our own words."""


@dataclass(frozen=True, kw_only=True)
class Effect(Component):
    """A component that the solver carries out, or a part of one. Windows that it does not use stay None."""

    timing: str
    """When it is used, and what the solver does where the rules leave a choice."""
    steps: tuple[str, ...]
    """The steps in which it acts."""
    of: str = USER
    """USER, TARGET or ANYONE: whose effect it must be to act."""
    role: str | None = None
    """ACTIVE or OTHER where only such a player can use it."""
    limit: int = 1
    """How many times a scenario may name it (copies of a card)."""
    spends: bool = False
    """Whether each use spends one of the copies named."""
    automatic: bool = False
    """Whether it holds without being named: a faction's ability or a unit's text."""

    needs: Callable[[Moment, int], str | None] | None = None
    """What is missing for it to act (moment, owner): a reason for the reader, None if nothing."""
    forbids: Callable[[Moment, int, Unit], bool] | None = None
    """Window "a unit would use the ability": whether it cannot."""
    forbids_all: bool = False
    """Whether what `forbids` every unit is forbidden to dice that belong to no unit as well."""
    grants: Callable[[Moment, int], tuple[Dice, ...]] | None = None
    """Window "dice are gathered": dice of units that gain the ability."""
    extra_dice: Callable[[Moment, int, tuple[Dice, ...]], tuple[Dice, ...]] | None = None
    """Window "before rolling": the dice with further ones."""
    binds: Callable[[Moment, int, Dice], bool] | None = None
    """Window "a combat roll's hits are produced": whether those of these dice must go to ships other than fighters
    while there are any."""
    lifts: Callable[[Moment, int, Dice], bool] | None = None
    """Window "combat dice were rolled": whether a result of these dice that is one short can be made a hit, each for
    one of the copies that the effect spends."""
    modifies: Callable[[Moment, int, tuple[Dice, ...]], tuple[Dice, ...]] | None = None
    """Window "results are read": the dice with modifiers or rerolls."""
    on_hits: Callable[[Moment, int, Hits], Hits] | None = None
    """Window "before hits are assigned": the hits, cancelled or restricted."""
    widens: Callable[[Moment, int, Unit], bool] | None = None
    """Window "who can be hit": whether a unit of the target that the ability cannot hit is hit all the same."""
    spares: Callable[[Moment, int, Unit], bool] | None = None
    """Window "who can be hit": whether a unit of the target cannot be assigned these hits."""
    on_marks: Callable[[Moment, int, int], State] | None = None
    """Window "dice were rolled": the position after what so many marked results do (moment, owner, how many)."""
    overlooks: bool = False
    """Whether others' Planetary Shields, though they stand, do not keep the owner's units from bombarding."""
    after_hits: Callable[[Moment, int, Force, Force], Force] | None = None
    """Window "hits were assigned": what is left of the target's force there (moment, owner, before, after)."""
    rules_on: Callable[[Inquiry, int], Ruled | None] | None = None
    """Whether it works on a planet, for the decision about Planetary Shield (inquiry, owner); None: no concern."""
    damages: Callable[[Moment, int, int], int] | None = None
    """Window "hits were produced", before any is cancelled: how many of the target's ships with Sustain Damage become
    damaged without using it (moment, owner, hits)."""
    covers: Callable[[Moment, int, Unit], bool] | None = None
    """Window "hits are about to be assigned": whether a unit that cannot be hit may sustain for those that can."""
    sustain_cancels: int = 1
    """How many hits one use of Sustain Damage by the owner's units cancels."""
    grants_sustain: Callable[[Moment, int, Unit], bool] | None = None
    """Window "hits are about to be assigned": whether one such undamaged unit may sustain as if it could."""
    after_sustain: Callable[[Moment, int, Unit], Answer | None] | None = None
    """Window "a unit has sustained": what follows (moment, owner, the unit)."""
    repairs: Callable[[Moment, int, Unit], bool] | None = None
    """Window "a unit has sustained": whether it is repaired at once, though it cannot sustain again for these hits."""
    bombards_on: bool = False
    """Whether the ships of its owner, the active player, bombard after every round of ground combat."""
    rounds: int | None = None
    """It acts in this many rounds of a combat for each copy, from the first on; None: in all."""
    strips: Callable[[Unit], Unit] | None = None
    """What a unit is for everybody while it is in play; the texts of units that it changes do nothing."""
    opening: bool = False
    """Of effects that act in rounds: it can act in the first alone."""
    one_combat: bool = False
    """It acts all through a combat, and each copy is good for one combat."""
    raises: Callable[[Game, int, int], Unit | str] | None = None
    """Window "before a space combat": the unit whose combat value, barrage and Sustain Damage one of the owner's ships
    has for that combat (game, owner, opponent), or why it has none: a reason for the reader."""
    on_start: Callable[[Moment, int], Strike | None] | None = None
    """Window "start of combat": what it does to the opponent."""
    on_round_end: Callable[[Moment, int], Strike | None] | None = None
    """Window "a round of space combat is over and nobody retreats": what it does to the opponent, once for a copy."""
    at_once: bool = False
    """Whether several copies may act after the same round."""
    on_destroyed: Callable[[Moment, int, tuple[Unit, ...]], Dice | None] | None = None
    """Window "the owner's units were destroyed": dice whose hits destroy the opponent's units outright."""
    fells: Callable[[Moment, int, tuple[Unit, ...]], bool] | None = None
    """Window "the owner's units were destroyed": whether all units that fight there die with them, on both sides."""
    places: Callable[[Moment, int, Force, Force], Force] | None = None
    """Window "units were destroyed in a combat": what the owner places there (moment, owner, which units of the
    owner's and which of the opponent's were destroyed). At the start of the combat the attacker's turn is round 0."""
    echoes: Callable[[Moment, int, int], int] | None = None
    """Window "both sides have rolled for combat": further hits of the owner (moment, owner, hits of the opponent)."""
    across: bool = False
    """Whether what it does to a combat depends on which units the other side has left."""
    mends: Callable[[Moment, int, Force, Force], Force] | None = None
    """Window "start or end of a combat round": the owner's force after repairs; the second force holds, as damaged,
    what is left of the units that sustained in this round: their owner gives those up first.
    At the start of a combat the round is 0."""

    recasts: Callable[[Game, State, int], Mapping[str, Unit]] | None = None
    """Window "a combat, or an invasion, begins": what types of the owner's units are while it lasts (game, position,
    owner), as far as they change."""

    on_control: Callable[[Moment, int], Force] | None = None
    """Window "the owner gains control of the planet", before others' structures there are destroyed: what the owner
    places on it."""

    fleet: int = 0
    """How many ships more than its fleet pool the owner may have in a system."""
    producing: Producing | None = None
    """The windows of Production."""


COMPONENTS: dict[str, Component] = {}
"""Every component that has a record, carried out or not, by slug; the modules of this package fill it."""

EFFECTS: dict[str, Effect] = {}
"""Those of them that the solver carries out, by slug."""


def components_of(faction: str) -> dict[str, Component]:
    """Return every component of a faction, by slug; those that are part of a unit's text not among them."""
    return {
        slug: component
        for slug, component in COMPONENTS.items()
        if component.faction == faction and component.unit is None and component.kind != UNIT_TEXT
    }


def declare[T: (Faction, Unit, Component, Effect)](record: T) -> T:
    """Enter a faction, a unit or a component where all can find it, and return it.

    Raises:
        DeclarationError: its slug stands for another record of the same sort.
    """
    match record:
        case Faction():
            _enter(FACTIONS, record.slug, record)
        case Unit():
            _enter(DECLARED, record.slug, record)
        case Component():
            _enter(COMPONENTS, record.slug, record)
            if isinstance(record, Effect):
                EFFECTS[record.slug] = record
    return record


def _enter[T](table: dict[str, T], slug: str, record: T) -> None:
    if slug in table:
        raise DeclarationError(f"{type(record).__name__} {slug!r} is declared already: every slug stands once")
    table[slug] = record
