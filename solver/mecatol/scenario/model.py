"""A scenario as it was read, and as data again, without what is default.

`mecatol.scenario.reading.read` and `Scenario.data` are inverse up to defaults, which printing leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT
from mecatol.domain.rulings import RULINGS
from mecatol.domain.steps import MOST_PLAYERS
from mecatol.domain.units import UNIT_TYPES, systems
from mecatol.effects.named import drafts, effects, technologies, where_named
from mecatol.errors import fault, text_within
from mecatol.scenario.assumptions import ASSUME, ASSUMPTIONS
from mecatol.scenario.by_hand import BY_HAND
from mecatol.scenario.conditions import CONDITION
from mecatol.scenario.counts import MOST_UNITS, PLANET, PLANETS, UNITS
from mecatol.scenario.fields import (
    Count,
    Either,
    Field,
    ListOf,
    MapOf,
    OneOf,
    PlayerName,
    Problems,
    Record,
    Slug,
    Text,
    declared,
    declared_in,
    needed,
)
from mecatol.scenario.movement import FLEET, MOST_MOVE, SYSTEM
from mecatol.scenario.policy import POLICY

if TYPE_CHECKING:
    from mecatol.scenario.slugs import (
        EditionSlug,
        EffectSlug,
        FactionSlug,
        PlanetSlug,
        StepSlug,
        TechnologySlug,
        UnitType,
    )


STEP_TITLES: dict[str, str] = {}
"""The steps that a scenario may ask for, by slug, each with its title; a step enters itself when it is declared."""
NOBODY = {"draw": "a combat that nobody wins", "undecided": "a combat that is stopped before its end"}
"""What the chances of winning name beside the players: each with what it means."""

_PLANET_VALUES = MapOf(PLANET, Count(0, 20))
_COLLECTIONS = (dict, list, tuple)


def _is_empty(value: object) -> bool:
    """Tell whether nothing is in a value, as in most of a scenario's: a 0 may say something, it is not empty."""
    return value is None or (not value and isinstance(value, _COLLECTIONS))


def _plain(value: Any) -> Any:
    """Return the value as data that JSON can hold, without what is empty, zero or default."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Player):
        return value.data()
    if isinstance(value, _GivenPolicy):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        plain = {key: _plain(item) for key, item in value.items()}
        return {key: item for key, item in plain.items() if item not in (None, {}, [], 0)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


class _GivenPolicy(dict[str, Any]):
    """A policy or the like: printed whole, since even an empty list or 0 in it says something."""


def given_policy(values: Mapping[str, Any] | None) -> _GivenPolicy:
    """Return what was read of a policy or a record, without what was not said."""
    return _GivenPolicy({key: value for key, value in values.items() if value is not None} if values else ())


def _given(told: Field, value: Any) -> Any:
    """Return the value of a field, told as one that is printed whole where it is a policy or a record."""
    return given_policy(value) if isinstance(told.kind, Record) and isinstance(value, Mapping) else value


def frozen[T](kind: type[T], values: Mapping[str, Any]) -> T:
    """Return a frozen record of a kind with these values, which are all of its fields.

    Set at once: each by itself, as dataclasses set them, takes five times as long.
    """
    record = object.__new__(kind)
    vars(record).update(values)
    return record


def _keep_tuples(record: object) -> None:
    """Turn each list that is a value of a frozen record into a tuple."""
    for name, value in vars(record).items():
        if isinstance(value, list):
            object.__setattr__(record, name, tuple(value))


def _whole(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _without(defaults: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without the fields that have their default."""
    return {key: value for key, value in record.items() if value != defaults[key]}


def _as_given(record: object) -> dict[str, Any]:
    """Return the fields of a record that say something, as they were given: the reader finds the faults in them."""
    found = {}
    for one in fields(record):  # type: ignore[arg-type]
        value = getattr(record, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        if isinstance(value, bool) or not (isinstance(value, type(default)) and value == default):
            found[one.name] = value
    return found


def _said_in_code(record: object) -> str:
    """Return how a record is made in code, without the fields that say nothing."""
    said = [f"{name}={value!r}" for name, value in _as_given(record).items()]
    return f"{type(record).__name__}({', '.join(said)})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Player:
    """One player of a scenario: `Player(name="Red", space={"cruiser": 2})`.

    The fields are those of a file. `mecatol schema` (in code `mecatol.schema()`) says what each means and may hold,
    `mecatol list` prints the slugs of factions, technologies and effects; units are counted by type, such as
    `{"war-sun": 1}`, on planets by planet: `planets={"abaddon": {"infantry": 2}}`.

    What is not said is as the rules have it, as in a file. Nothing is checked before `mecatol.solve` or `read`: they
    say every fault with its field.
    """

    name: str = field(metadata=needed(PlayerName(taken=NOBODY), "The player's name, different from all others."))
    faction: FactionSlug | str | None = declared(OneOf("faction", lambda: FACTIONS), "The faction, by slug.")
    technologies: Sequence[TechnologySlug | str] = declared(
        ListOf(OneOf("technology", technologies, where_named)),
        "Technologies and unit upgrades owned, by slug.",
        default=(),
    )
    effects: dict[EffectSlug | str, int] = declared(
        MapOf(OneOf("effect", effects, where_named), Count(0, 20)),
        "Action cards, agendas and the like, by slug, with a count.",
        default={},
    )
    drafted: Sequence[str] = declared(
        ListOf(OneOf("ability or unit of a faction", drafts, where_named)),
        "In a game of Franken (`assume: {owners: ignored}`): abilities and units of factions that the player drafted, "
        "by slug, beside those of its own faction, if it has one.",
        default=(),
    )
    space: dict[UnitType | str, int] = declared(
        UNITS, "Units in the active system's space area, transported ground forces among them.", default={}
    )
    planets: dict[PlanetSlug | str, dict[UnitType | str, int]] = declared(
        PLANETS, "Units on the active system's planets: committed or stationed.", default={}
    )
    adjacent: dict[UnitType | str, int] = declared(UNITS, "Units in adjacent systems that may matter.", default={})
    damaged: dict[UnitType | str, int] = declared(
        Either((UNITS, MapOf(Text(), Either((Count(0, MOST_UNITS), UNITS))))),
        "How many of the units are damaged: by type in space, by planet and type on planets.",
        default={},
    )
    damaged_on: dict[str, dict[str, int]] = field(default_factory=dict)
    """What a scenario says of planets under `damaged`, by planet and type."""
    stationed: dict[str, dict[str, int]] = declared(
        PLANETS, "Of the active player's units on planets, those that were there before landing.", default={}
    )
    fleet_pool: int | None = declared(
        Count(0, 16), "Tokens in the fleet pool: ships other than fighters that a system may hold.", by_step=True
    )
    fleets: Sequence[dict[str, Any]] = declared(
        ListOf(FLEET, 8),
        "For Movement: the fleets that would move into the active system, each with its route.",
        default=(),
        by_step=True,
    )
    fastest: int | None = declared(
        Count(1, MOST_MOVE),
        "For Movement: the highest move value of any ship on the board; by default, of the ships entered here.",
        by_step=True,
    )
    produce: dict[str, int] = declared(
        UNITS, "The order: how many units of each type are to be produced.", default={}, by_step=True
    )
    place: dict[str, dict[str, int]] = declared(
        MapOf(Slug("place", (ADJACENT, *UNIT_TYPES)), UNITS, most=9),
        "Where units of the order are placed: `space` or a planet; what is not named is placed where it may be.",
        default={},
        by_step=True,
    )
    controls: Sequence[str] = declared(
        ListOf(PLANET),
        "Planets that the player controls anywhere; those of the active system on which only this player has units "
        "are known without being named.",
        default=(),
        by_step=True,
    )
    exhausted: Sequence[str] = declared(
        ListOf(PLANET),
        "The player's exhausted cards: planets, and anything else that can be exhausted.",
        default=(),
        by_step=True,
    )
    resources: dict[str, int] = declared(
        _PLANET_VALUES, "Resource values that differ from the printed ones.", default={}, by_step=True, zeros_count=True
    )
    influence: dict[str, int] = declared(
        _PLANET_VALUES,
        "Influence values that differ from the printed ones.",
        default={},
        by_step=True,
        zeros_count=True,
    )
    trade_goods: int = declared(Count(0, MOST_UNITS), "Trade goods that can be spent.", default=0, by_step=True)
    reinforcements: dict[str, int] | None = declared(
        UNITS,
        "Plastic units that the player has left, by type; by default, all that are not in the scenario.",
        by_step=True,
        zeros_count=True,
    )
    elsewhere: dict[str, int] = declared(
        UNITS,
        "Units in systems without a command token of the player's, which may be taken back (67.5.a).",
        default={},
        by_step=True,
    )
    captured: dict[str, int] = declared(UNITS, "Units that the player has captured.", default={}, by_step=True)
    by_hand: dict[str, Any] = declared(
        BY_HAND,
        "Values that the player sets by hand, for a card or a faction that is not known here.",
        default={},
    )
    policy: dict[str, Any] = declared(POLICY, "This player's choices, instead of the scenario's.", default={})
    # A rule says in its own room what these may hold (see `take_player_records`).
    ballot: dict[str, Any] = field(default_factory=dict)
    gives: dict[str, Any] = field(default_factory=dict)
    standing: dict[str, Any] = field(default_factory=dict)
    objectives: Sequence[str] = ()
    fulfils: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Keep lists as tuples, as `read` does: what was made in code equals what is read back."""
        _keep_tuples(self)

    def __repr__(self) -> str:
        return _said_in_code(self)

    def _damaged(self) -> Any:
        """Return what is damaged in space and on planets as one mapping; as it is where it cannot be one."""
        both = self.damaged, self.damaged_on
        return {**both[0], **both[1]} if all(isinstance(one, Mapping) for one in both) else both[0]

    def given(self) -> dict[str, Any]:
        """Return what was given of the player, whole and unchecked, for `read`."""
        found = _as_given(self)
        if found.pop("damaged_on", None):
            found["damaged"] = self._damaged()
        return found

    def data(self) -> dict[str, Any]:
        """Return the player as plain data, defaults left out."""
        data = {}
        for name, told in PLAYER.fields.items():
            value = self._damaged() if name == "damaged" else getattr(self, name)
            if _is_empty(value):
                continue
            value = _given(told, value)
            if value == told.default or value is None:
                continue
            plain = dict(value) if told.zeros_count and isinstance(value, Mapping) else _plain(value)
            if name == "planets" and isinstance(value, Mapping):  # one without units is a planet all the same
                plain = {planet: _plain(units) for planet, units in value.items()}
            if plain not in (None, {}, []):
                data[name] = plain
        return data


PLAYER = Record("player", declared_in(Player))
"""What a scenario may say of a player; rules add what they need (see `mecatol.scenario.records`)."""


class _RecordReading(OneOf):
    """A reading of an open ruling; which ruling has which is known once all are read."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read any name."""
        return raw if isinstance(raw, str) else super().read(raw, path, problems)


def _readings() -> list[str]:
    return [reading for ruling in RULINGS.values() for reading in ruling.readings]


@dataclass(frozen=True, kw_only=True, repr=False)
class Scenario:
    """A whole scenario: `Scenario(step="space-combat", players=[red, blue])`.

    The active player comes first. `mecatol.STEPS` has the steps; `mecatol schema` (in code `mecatol.schema()`) says
    what each field means and may hold. As text it is what players write to each other; `parse` reads that back.
    """

    step: StepSlug | str = field(
        metadata=needed(OneOf("step", lambda: STEP_TITLES), "Which step of the game to solve.")
    )
    players: Sequence[Player] = field(
        metadata=needed(ListOf(PLAYER, MOST_PLAYERS), "The players: the active one first, the rest clockwise.")
    )
    edition: EditionSlug | str = declared(
        OneOf("edition", lambda: EDITIONS), "The edition; everything published by default.", default=LATEST
    )
    system: str | None = declared(
        OneOf("system tile", systems), "The active system's tile by number, where what is on it matters."
    )
    into: str | tuple[str, ...] | None = declared(
        SYSTEM, "What is in the active system of a movement; if not said, nothing that matters."
    )
    policy: dict[str, Any] = declared(POLICY, "Everybody's choices, where a player has none of their own.", default={})
    rulings: dict[str, str] = declared(
        MapOf(OneOf("open ruling", lambda: RULINGS), _RecordReading("reading", _readings)),
        "Open rulings, by clause: which reading holds.",
        default={},
    )
    ask: Sequence[dict[str, Any]] = declared(
        ListOf(CONDITION, 12),
        "What the answer says first: the chance of each condition on what is left, and of each number of units for "
        "one without `least` and `most`.",
        default=(),
    )
    rounds: int | None = declared(Count(1, 20), "How many rounds of a combat to show one by one.")
    stop_after: int | None = declared(Count(1, 20), "Stop a combat after this many rounds, before the next starts.")
    assume: dict[str, str] = declared(ASSUME, "Simplifications, only when asked for.", default={})
    # A rule says in its own room what these may hold (see `take_records`).
    hits: dict[str, Any] = field(default_factory=dict)
    deploy: dict[str, Any] = field(default_factory=dict)
    transaction: dict[str, Any] = field(default_factory=dict)
    agenda: dict[str, Any] = field(default_factory=dict)
    round: dict[str, Any] = field(default_factory=dict)
    research: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Keep lists as tuples, as `read` does: what was made in code equals what is read back."""
        _keep_tuples(self)

    @classmethod
    def parse(cls, text: str) -> Scenario:
        """Return the scenario that a text describes: sentences as `str` gives them, JSON or YAML.

        Plain words such as "2 cruisers vs 1 dreadnought", and links, are read by `mecatol.paste.taking.take`.

        Raises:
            ScenarioError: it is none of them, or has faults of form; each with its field and what is allowed.
        """
        from mecatol.scenario.files import parse
        from mecatol.scenario.reading import read
        from mecatol.scenario.sentence import begins, understand

        text_within("text", text, "a scenario as text; `mecatol.read` takes plain data")
        data = understand(text) if begins(text) else parse(text)
        if isinstance(data, str):  # YAML takes any words for one text
            message = "is not understood; write lines such as 'Space Combat.' and 'Red: 2 cruisers.', or JSON or YAML"
            raise fault("scenario", message, text[:200])
        return read(data)

    def __str__(self) -> str:
        """Return the scenario as sentences that players write to each other (see `mecatol.scenario.sentence`)."""
        from mecatol.scenario.reading import read
        from mecatol.scenario.sentence import say

        return say(read(self).data())

    def __repr__(self) -> str:
        return _said_in_code(self)

    def link(self, base: str) -> str:
        """Return the address that opens the scenario on the site whose first page is at `base`.

        Raises:
            ScenarioError: the scenario has faults of form, `base` is not an address such as
                `https://example.org/rules/`, or the scenario is too long for a link.
        """
        from mecatol.render.sent import link
        from mecatol.scenario.reading import read

        return link(read(self).data(), base)

    def _repr_html_(self) -> str:
        """Return the scenario as a notebook shows it."""
        from mecatol.render.notebook import scenario_page
        from mecatol.scenario.reading import read

        return scenario_page(read(self).data())

    def given(self) -> dict[str, Any]:
        """Return what was given of the scenario, whole and unchecked, for `read`."""
        found = _as_given(self)
        if isinstance(self.ask, tuple) and all(isinstance(one, Mapping) for one in self.ask):
            found["ask"] = [given_policy(one) for one in self.ask]
        return found

    def data(self) -> dict[str, Any]:
        """Return the scenario as plain data that `read` reads back, defaults left out."""
        data = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if _is_empty(value):
                continue
            told = SCENARIO.fields[one.name]
            value = _given(told, value)
            if value != told.default and (plain := _plain(value)) not in (None, {}, []):
                data[one.name] = plain
        if self.ask:  # here a 0 says something: at most none
            defaults = {name: told.default for name, told in CONDITION.fields.items()}
            data["ask"] = [_without(defaults, one) for one in self.ask]
        assumed = {key: value for key, value in self.assume.items() if value != ASSUMPTIONS[key][0]}
        data.pop("assume", None)
        if assumed:
            data["assume"] = assumed
        return data


SCENARIO = Record("scenario", declared_in(Scenario))
"""What a scenario may say; rules add what they need (see `mecatol.scenario.records`)."""
