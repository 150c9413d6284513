"""The parts of a form: what a page offers for one step of the game, in plain values that a template can print."""

from __future__ import annotations

from dataclasses import dataclass

from mecatol.scenario.counts import MOST_UNITS


@dataclass(frozen=True)
class Version:
    """One printing of a type of unit, as far as a form tells the versions apart."""

    name: str
    faction: str | None
    technology: str | None
    """The unit upgrade that gives it; None for the unit that a player starts with."""
    edition: str
    until: str | None
    sustains: bool
    """Whether it has Sustain Damage, so that it may be damaged."""
    hits: str
    """What it hits on, in a few words: `5`, `3 (×3)`, `Space Cannon 6`; empty for what never rolls."""


@dataclass(frozen=True)
class UnitChoice:
    """A type of unit that a place offers."""

    slug: str
    name: str
    edition: str
    versions: tuple[Version, ...]
    """Its printings that matter there."""
    factions: tuple[str, ...]
    """The factions that have it there; empty for everybody."""
    upgrade: str | None
    """The unit upgrade technology that is needed to have it there; None if no upgrade is needed."""
    most: int = MOST_UNITS


@dataclass(frozen=True)
class Area:
    """One place where a role's units are counted."""

    path: str
    """The scenario's field: `space`, `planets` or `adjacent`."""
    label: str
    hint: str
    units: tuple[UnitChoice, ...]
    repeatable: bool
    """Whether there is one for each planet, keyed by the planet's slug."""


@dataclass(frozen=True)
class InputChoice:
    """One field of a player that is no place with units, such as trade goods or an order."""

    path: str
    """The field of the player: inputs are named `players.0.<path>` and what `kind` adds."""
    kind: str
    """`counts` (by type of unit: `.cruiser`), `placed` (by place and type: `.abaddon.infantry`, `.space.cruiser`),
    `landed` (by planet and type: `.abaddon.infantry`), `number`, `planets` (a list of slugs), `planet-numbers` (by
    planet: `.abaddon`), `declined` (by planet, a list of what is not used there: `.abaddon`) or `fleets` (by fleet:
    counts `.0.units.cruiser`, words `.0.from` and `.0.through.0` for systems, `.0.by.0` for a wormhole or
    hyperlane)."""
    label: str
    hint: str
    units: tuple[UnitChoice, ...]
    """For `counts`, `placed` and `fleets`: the types offered."""
    most: int
    """The largest number; for `fleets`, of systems on the way that the form asks about."""
    least: int = 0
    systems: tuple[tuple[str, str], ...] = ()
    """For `fleets`: (word, meaning) of what can be in a system that they start in or pass."""
    ways: tuple[tuple[str, str], ...] = ()
    """For `fleets`: (word, meaning) of how systems can be adjacent, if not by a common edge."""
    tiles: tuple[tuple[str, str, str], ...] = ()
    """For `fleets`: number, words and meaning of each system tile; of several words there are commas between them."""
    options: tuple[tuple[str, str], ...] = ()
    """For `declined`: (slug, name) of each unit ability and effect that may be left unused on a planet."""


@dataclass(frozen=True)
class LossOrder:
    """The order in which a role's units are lost, as a list to be changed: a player's `policy.assign`."""

    items: tuple[tuple[str, str], ...]
    """(slug, name) of each type of unit that may be lost, cheapest first, and of `sustain`."""
    named: dict[str, tuple[str, ...]]
    """The order that each named policy means; one that searches for the best has none."""


@dataclass(frozen=True)
class RoleForm:
    """A kind of player and the places that matter for them."""

    slug: str
    label: str
    areas: tuple[Area, ...]
    inputs: tuple[InputChoice, ...] = ()
    """What else is asked of such a player."""
    losses: LossOrder | None = None
    """The order of losses, where units can be lost."""
    facts: tuple[FactChoice, ...] = ()
    """Fields of such a player's records, as `ballot.influence`."""


@dataclass(frozen=True)
class EffectChoice:
    """A technology, unit upgrade, card or ability that the form offers."""

    slug: str
    name: str
    kind: str
    edition: str
    until: str | None
    meaning: str
    limit: int
    faction: str | None
    role: str
    """`any`, `active` or `other`."""
    field: str
    """`technologies` (a list of slugs), `effects` (slug to count) or `drafted` (a list, in a game of Franken)."""
    closed_to: str | None = None
    """The faction whose player alone may not use it; of an upgrade, those that have their own, with spaces between."""
    waits: bool = False
    """Whether it may be played later than at once: fields `players.0.policy.play.<slug>`, with `Form.waits`."""
    others: tuple[str, ...] = ()
    """Who may have it beside its faction: other factions, and "" for a player without one."""


@dataclass(frozen=True)
class PolicyChoice:
    """A choice that a player's policy makes."""

    key: str
    label: str
    meaning: str
    options: tuple[tuple[str, str, str], ...]
    """(value, label, meaning) of each option."""
    default: str
    planet: str = ""
    """The tag of a further option that goes with a planet, such as `clear` for `clear:abaddon`; empty for none."""


@dataclass(frozen=True)
class RulingChoice:
    """An open ruling as a switch."""

    key: str
    title: str
    readings: tuple[tuple[str, str], ...]
    """(slug, meaning) of each reading."""
    default: str


@dataclass(frozen=True)
class FactChoice:
    """One field of a record of the scenario that the step asks for."""

    path: str
    """The scenario's field, such as `hits.count`."""
    label: str
    meaning: str
    kind: str
    """`choice` (one of the options), `number`, `yes-no`, `player` (a player's name) or `planet` (a planet's slug)."""
    options: tuple[tuple[str, str], ...]
    """(slug, meaning) of each option of a choice."""
    least: int
    most: int
    default: object
    """What holds when the field is left out; None if nothing does."""
    required: bool


@dataclass(frozen=True)
class NameChoice:
    """A name to choose: an edition or a faction."""

    slug: str
    name: str
    edition: str


@dataclass(frozen=True)
class Form:
    """Everything that the calculator of a step asks for."""

    step: str
    title: str
    question: str
    min_players: int
    max_players: int
    roles: tuple[RoleForm, ...]
    facts: tuple[FactChoice, ...]
    """Fields of the scenario itself, apart from its players."""
    conditions: tuple[tuple[str, str], ...]
    """What conditions on the outcome may count, (slug, name): fields `ask.0.player` and so on; empty where none are
    asked for."""
    moments: tuple[tuple[str, str], ...]
    """At which moments other than the end a condition may be asked, (slug, words): `ask.0.when`."""
    factions: tuple[NameChoice, ...]
    effects: tuple[EffectChoice, ...]
    waits: tuple[tuple[str, str], ...]
    """(value, words) of when a card that may wait is played later than at once."""
    crashes: dict[str, tuple[tuple[str, str], ...]]
    """By effect that lands a ground force as ships are lost: the types, (slug, name), of which its player may choose,
    and a planet: fields `players.0.policy.crash.unit` and `.planet`."""
    policies: tuple[PolicyChoice, ...]
    rulings: tuple[RulingChoice, ...]
    editions: tuple[NameChoice, ...]
    by_hand: tuple[FactChoice, ...]
    """Values that every player may set by hand, `players.0.by_hand.bonus` and so on; none where nobody fights."""
    by_hand_units: tuple[FactChoice, ...]
    """Those of a type of unit: `{unit}` in the path stands for its slug, as in `by_hand.units.{unit}.combat`."""
    by_hand_types: tuple[tuple[str, str], ...]
    """The types of units that they may be set for, (slug, name): those of the form that fight."""
    default_edition: str
    default: dict[str, object]
    """The scenario that the form starts with."""
