"""What an effect is: one declaration of a card, technology or ability, and the windows in which it acts.

A window is a small class beside the code that opens it (`mecatol.rules.rolls.windows`, `mecatol.rules.hits.windows`,
…): what it hands over, what it expects back, in which steps it is opened. Steps open windows with a `Moment`
(`mecatol.game.opening`) and know no effect by name; an effect's whole rule stands in its declaration.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, dataclass_transform

from mecatol.domain.editions import EDITIONS, OwnEdition, add_edition
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.names import Name
from mecatol.domain.units import DECLARED, Ability, Unit
from mecatol.errors import DeclarationError

if TYPE_CHECKING:
    from mecatol.game.state import Force, Holdings


class Kind(Name):
    """What a component is, in the order in which forms show them."""

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
    LEGENDARY_PLANET = "legendary planet ability"
    GALACTIC_EVENT = "galactic event"
    UNIT_TEXT = "unit"
    BY_HAND = "set by hand"
    """No component at all: what a player has set for a card or a faction that has no record here."""


TECHNOLOGY: str = Kind.TECHNOLOGY
FACTION_TECHNOLOGY: str = Kind.FACTION_TECHNOLOGY
ACTION_CARD: str = Kind.ACTION_CARD
AGENDA: str = Kind.AGENDA
RELIC: str = Kind.RELIC
PROMISSORY_NOTE: str = Kind.PROMISSORY_NOTE
LEADER: str = Kind.LEADER
ANOMALY: str = Kind.ANOMALY
FACTION_ABILITY: str = Kind.FACTION_ABILITY
BREAKTHROUGH: str = Kind.BREAKTHROUGH
STRATEGY_CARD: str = Kind.STRATEGY_CARD
LEGENDARY_PLANET: str = Kind.LEGENDARY_PLANET
GALACTIC_EVENT: str = Kind.GALACTIC_EVENT
UNIT_TEXT: str = Kind.UNIT_TEXT
BY_HAND: str = Kind.BY_HAND

KINDS: tuple[str, ...] = tuple(Kind)
"""Every kind of effect, in the order in which forms show them."""

COLORS = {
    "propulsion": "blue",
    "biotic": "green",
    "warfare": "red",
    "cybernetic": "yellow",
}
"""The four colors of technology (90.7.c): slug to what players call it."""


class Leader(Name):
    """A sort of leader."""

    AGENT = "agent"
    COMMANDER = "commander"
    HERO = "hero"


AGENT: str = Leader.AGENT
COMMANDER: str = Leader.COMMANDER
HERO: str = Leader.HERO
LEADERS: tuple[str, ...] = tuple(Leader)


class Whose(Name):
    """Whose effect it must be to act, as seen from the units that use an ability."""

    USER = "user"
    """The effect acts when its owner's units use the ability."""
    TARGET = "target"
    """The effect acts when the ability is used against its owner's units."""
    ANYONE = "anyone"
    """The effect acts whoever uses the ability against whomever."""


USER: str = Whose.USER
TARGET: str = Whose.TARGET
ANYONE: str = Whose.ANYONE

COMBAT: str = Ability.COMBAT
"""In place of a unit ability's slug: a combat roll (78.5, 42.1)."""

HITS, DAMAGED = "hits", "damaged"
RESULTS = {
    HITS: "At least so many hits wait to be assigned.",
    DAMAGED: "It repairs at least so many units.",
}
"""What a player may wait for before a card is spent, once dice have been rolled."""


type Observation = Callable[[Force], Hashable]
"""What of a force decides something: two forces of which it is equal come to the same."""


@dataclass(frozen=True, eq=False, repr=False)
class Window:
    """A chance for an effect to act. What a kind of window does not say of itself is read the safe, slow way."""

    steps: ClassVar[tuple[str, ...]] = ()
    """The steps in which it is opened."""
    brings: ClassVar[tuple[str, ...]] = ()
    """Further steps that it leads to: what acts in them acts too. Unless it is ANYONE's, its owner must be active."""
    keeps_order: ClassVar[bool] = False
    """Whether both sides of a combat lose their units in a fixed order although something acts here."""
    adds_dice: ClassVar[bool] = False
    """Whether an effect that acts here may add dice to a roll."""
    waits: ClassVar[bool] = False
    """Whether it opens in each round of a combat, so that a card may be held back until a later one."""
    weighs: ClassVar[str] = ""
    """What its owner may look at before a card is spent here, of RESULTS; "" if nothing."""
    spendable: ClassVar[bool] = False
    """Whether a copy of an effect that acts here can be spent by that."""

    gives_abilities: ClassVar[bool] = False
    """Whether an effect that acts here may give units an ability that they lack, or roll its dice without a unit."""
    answers_sustain: ClassVar[bool] = False
    """Whether an effect that acts here may answer a use of Sustain Damage by an opponent's ship."""
    lends_sustain: ClassVar[bool] = False
    """Whether a ship that lacks Sustain Damage may sustain by an effect that acts here, and so be damaged."""

    tells_orders: ClassVar[bool] = False
    """Whether it is found out where it opens if another order of the effects that act there would change anything."""

    observes: Observation | None = field(default=None, kw_only=True)
    """What the effect looks at, of the units that the other side of a combat has left; None if it does not."""
    elsewhere: Callable[[Holdings], Hashable] | None = field(default=None, kw_only=True)
    """What it looks at on a planet, in an invasion, of its owner's units beyond it; None if it does not."""
    calls_on: Callable[[Unit], bool] | None = field(default=None, kw_only=True)
    """Which of its owner's units play a part by it, where a step asks for others there; None: no further ones."""
    last: bool = field(default=False, kw_only=True)
    """Whether it acts after all else of its owner's that could act at once, unless the owner names another order."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({said})"

    @property
    def commutes(self) -> bool:
        """Whether it comes to the same which of two such windows of one player's is first."""
        return False

    def concerns(self, types: Iterable[Unit]) -> bool:
        """Tell whether an effect may act here where units of these types fight."""
        return True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell whether it can be better to keep a unit's Sustain Damage for later hits where something acts here.

        `spends` says whether each use spends a copy of the effect.
        """
        return True


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def window[W: Window](kind: type[W]) -> type[W]:
    """Return a class as a kind of window: a frozen dataclass that has its equality and its words from Window.

    To make them anew for each of a hundred kinds would take a twentieth of the time in which the package is loaded.
    """
    return dataclass(frozen=True, eq=False, repr=False)(kind)


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
    """Whether players of other factions can come to use it beside its own: an agent, a commander."""
    for_others: bool = False
    """Whether it is for players of other factions alone, beside promissory notes, which all are."""
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
    gives_upgrade_in: tuple[str, ...] = ()
    """The combats as which start it may give the upgrade of a unit that fights: who has it enters that upgrade."""
    color: str | None = None
    """Of a technology: its color, as players call it; None for those without one."""
    prerequisites: tuple[str, ...] | None = ()
    """Of a technology: the colors that it asks for, one for each; None where it cannot be researched."""
    synergy: tuple[str, ...] = ()
    """Of a breakthrough: the two colors that count as each other."""
    part: bool = False
    """Whether `meaning` is about its synergy alone; the content has the text of the whole card."""
    leader: str | None = None
    """Of a leader: one of LEADERS."""
    title: str = ""
    """Of a hero: the name of its ability."""
    unlock: str = ""
    """Of a leader: what unlocks it, in our own words."""

    @property
    def holder(self) -> str | None:
        """The faction whose player has it, by slug; None where any player may come by it: a note is for others."""
        return None if self.kind == PROMISSORY_NOTE else self.faction

    @property
    def only_for(self) -> str | None:
        """The faction that alone may use it, by slug; None where there is none such."""
        return None if self.shared else self.holder

    @property
    def closed_to(self) -> str | None:
        """The faction whose player alone may not use it, by slug: a promissory note's own (69.2), a helper’s own."""
        return self.faction if self.for_others or self.kind == PROMISSORY_NOTE else None

    def is_closed_to(self, faction: str | None) -> bool:
        """Tell whether the player of a faction may not use it."""
        return faction is not None and faction == self.closed_to


@dataclass(frozen=True, kw_only=True)
class Effect(Component):
    """A component that the solver carries out, or a part of one."""

    timing: str
    """When it is used, and what the solver does where the rules leave a choice."""
    steps: tuple[str, ...]
    """The steps in which it acts."""
    of: str = USER
    """USER, TARGET or ANYONE: whose effect it must be to act."""
    role: str | None = None
    """ACTIVE or OTHER where only such a player can use it."""
    in_control: bool = False
    """Whether the active player can use it as well, with units on a planet that this player is said to control."""
    limit: int = 1
    """How many times a player may name it (copies of a card)."""
    per_unit: str | None = None
    """The type of unit of which each copy stands for one that the player has; None: copies are cards or uses."""
    copies: int | None = None
    """Of a card: how many there are, where a player may name fewer; None: `limit`."""
    spends: bool = False
    """Whether each use spends one of the copies named."""
    automatic: bool = False
    """Whether it holds without being named: a faction's ability or a unit's text."""

    needs: Callable[[Any, int], str | None] | None = None
    """What is missing for it to act (moment, owner): a reason for the reader, None if nothing."""
    rounds: int | None = None
    """It acts in this many rounds of a combat for each copy, from the first on; None: in all."""
    opening: bool = False
    """Of effects that act in rounds: it can act in the first alone."""
    idle: Callable[[Any, int], bool] | None = None
    """Of effects that act in rounds: whether a combat leaves it nothing to do (moment, owner), so that no copy goes."""
    one_combat: bool = False
    """It acts all through a combat, and each copy is good for one combat."""
    card: str | None = None
    """The card that this is, where one card is several effects: a player holds it as one of them."""
    exhausts: bool = False
    """Whether what it does exhausts its card, as every agent does; else it is a passive text."""
    reads: tuple[str, ...] = ()
    """Fields of its owner that it reads, of those that its steps do not ask for."""
    choice: str = ""
    """The field of a policy that says how it is used, where that field is for it alone; "" if there is none."""
    assumed: str = ""
    """What is taken for granted where it acts, of the board or of other players: a sentence without its full stop."""
    told_by_tile: bool = False
    """Whether the active system's tile tells that, where a scenario has it."""
    tries: Callable[[Any], Sequence[Any]] | None = None
    """Of its `choice`: the simple ways that are tried where its owner (a `Side`) names none; the best is taken."""
    windows: tuple[Window, ...]
    """The windows in which it acts."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Return how it is found in another process: by its slug, because its windows hold functions without names."""
        return (declared_effect, (self.slug,)) if EFFECTS.get(self.slug) is self else super().__reduce_ex__(protocol)

    @property
    def lent(self) -> bool:
        """Whether it holds with its flagship, and others whose flagships have gained its text name it."""
        unit = DECLARED.get(self.unit or "")
        return self.automatic and unit is not None and unit.type == "flagship"

    @property
    def is_named(self) -> bool:
        """Whether a scenario may name it."""
        return not self.automatic or self.lent

    @property
    def needs_readied(self) -> bool:
        """Whether it does nothing while its card is exhausted (34.4); passive texts hold all the same (34.4.a)."""
        return self.exhausts or self.leader == AGENT

    @property
    def never_exhausted(self) -> bool:
        """Whether it is on no card that could be exhausted: only cards in a play area are, and of leaders agents."""
        return self.kind in (ACTION_CARD, ANOMALY, FACTION_ABILITY, UNIT_TEXT) or self.leader in (COMMANDER, HERO)

    def acts_in[W: Window](self, kind: type[W]) -> tuple[W, ...]:
        """Return those of its windows that are of a kind."""
        return tuple(window for window in self.windows if isinstance(window, kind))


COMPONENTS: dict[str, Component] = {}
"""Every component that has a record, carried out or not, by slug; the modules of this package fill it."""

EFFECTS: dict[str, Effect] = {}
"""Those of them that the solver carries out, by slug."""


def declared_effect(slug: str) -> Effect:
    """Return the effect of a slug, as it comes out of a pickle.

    Raises:
        DeclarationError: its pack is not registered in this process.
    """
    if slug not in EFFECTS:
        raise DeclarationError(f"effect {slug!r} is not declared in this process; register its pack here first")
    return EFFECTS[slug]


def components_of(faction: str) -> dict[str, Component]:
    """Return every component of a faction, by slug; those that are part of a unit's text not among them."""
    return {
        slug: component
        for slug, component in COMPONENTS.items()
        if component.faction == faction and component.unit is None and component.kind != UNIT_TEXT
    }


DECLARED_AT: dict[tuple[str, str], str] = {}
"""Sort and slug of a record to where it is declared: `solver/mecatol/cards/factions/nomad.py:12`."""


_OPEN: list[None] = []
"""Not empty while records may be declared."""


@contextmanager
def declaring() -> Iterator[None]:
    """Let records be declared: while the package is loaded, and while a file of players' own is registered."""
    _OPEN.append(None)
    try:
        yield
    finally:
        _OPEN.pop()


def file_of(module: str) -> str:
    """Return the file of a module as the project names it."""
    return f"{'solver/' if module.startswith('mecatol.') else ''}{module.replace('.', '/')}.py"


def sort_of(record: object) -> str:
    """Return the sort under which `DECLARED_AT` knows a record: an effect is a component."""
    if isinstance(record, Component):
        return "Component"
    return "Edition" if isinstance(record, OwnEdition) else type(record).__name__


def declare[T: (OwnEdition, Faction, Unit, Component, Effect)](record: T, *, at: str | None = None) -> T:
    """Enter an edition, a faction, a unit or a component where all can find it, and return it.

    `at` says where it is declared; None for the line that calls this.

    Raises:
        DeclarationError: its slug stands for another record of the same sort, or the package is loaded already.
    """
    sort = sort_of(record)
    caller = sys._getframe(1)
    here = at or f"{file_of(caller.f_globals['__name__'])}:{caller.f_lineno}"
    if not _OPEN:
        how = "register its file instead: mecatol.homebrew.register(path)"
        raise DeclarationError(f"{here}: {sort} {record.slug!r} comes after all records were loaded and checked; {how}")
    there = DECLARED_AT.setdefault((sort, record.slug), here)
    if there != here:
        raise DeclarationError(f"{here}: {sort} {record.slug!r} is in {there} already; each slug can be used once")
    match record:
        case OwnEdition():
            if record.slug in EDITIONS:
                why = "an edition of that name is there already; take another slug"
                raise DeclarationError(f"{here}: Edition {record.slug!r}: {why}")
            if record.extends not in EDITIONS:
                why = f"an edition of its own, that extends one of {', '.join(EDITIONS)}"
                raise DeclarationError(f"{here}: Edition {record.slug!r} extends {record.extends!r}; it must be {why}")
            add_edition(record)
        case Faction():
            FACTIONS[record.slug] = record
        case Unit():
            DECLARED[record.slug] = record
        case Component():
            COMPONENTS[record.slug] = record
            if isinstance(record, Effect):
                EFFECTS[record.slug] = record
    return record
