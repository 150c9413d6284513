"""A scenario as it was read, and as data again, without what is default.

`mecatol.scenario.reading.read` and `Scenario.data` are inverse up to defaults, which printing leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from mecatol.domain.editions import LATEST
from mecatol.errors import fault, text_within
from mecatol.scenario.assumptions import ASSUMPTIONS
from mecatol.scenario.fields import Field
from mecatol.scenario.records import CONDITION, PLAYER, PLAYER_RECORDS, RECORDS, SCENARIO

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


def _given(name: str, value: Any) -> Any:
    """Return the value of a field, told as one that is printed whole where it is a policy or a record."""
    whole = name == "policy" or name in RECORDS or name in PLAYER_RECORDS
    return given_policy(value) if whole and isinstance(value, Mapping) else value


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


def _record_data(record: object, defaults: Mapping[str, Field]) -> dict[str, Any]:
    data = {}
    for one in fields(record):  # type: ignore[arg-type]
        value = _given(one.name, getattr(record, one.name))
        if value != defaults[one.name].default and (plain := _plain(value)) not in (None, {}, []):
            data[one.name] = plain
    return data


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


_ZEROS = ("reinforcements", "resources", "influence")
"""Fields of a player in which a 0 says something."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Player:
    """One player of a scenario: `Player(name="Red", space={"cruiser": 2})`.

    The fields are those of a file. `mecatol schema` (in code `mecatol.schema()`) says what each means and may hold,
    `mecatol list` prints the slugs of factions, technologies and effects; units are counted by type, such as
    `{"war-sun": 1}`, on planets by planet: `planets={"abaddon": {"infantry": 2}}`.

    What is not said is as the rules have it, as in a file. Nothing is checked before `mecatol.solve` or `read`: they
    say every fault with its field.
    """

    name: str
    faction: FactionSlug | str | None = None
    technologies: Sequence[TechnologySlug | str] = ()
    effects: dict[EffectSlug | str, int] = field(default_factory=dict)
    drafted: Sequence[str] = ()
    """For Franken: abilities and units of factions."""
    space: dict[UnitType | str, int] = field(default_factory=dict)
    planets: dict[PlanetSlug | str, dict[UnitType | str, int]] = field(default_factory=dict)
    adjacent: dict[UnitType | str, int] = field(default_factory=dict)
    damaged: dict[UnitType | str, int] = field(default_factory=dict)
    """In space, by type."""
    damaged_on: dict[str, dict[str, int]] = field(default_factory=dict)
    """On planets, by planet and type."""
    stationed: dict[str, dict[str, int]] = field(default_factory=dict)
    fleet_pool: int | None = None
    fleets: Sequence[dict[str, Any]] = ()
    """For Movement: fields as in FLEET, those that are not given left out."""
    fastest: int | None = None
    produce: dict[str, int] = field(default_factory=dict)
    place: dict[str, dict[str, int]] = field(default_factory=dict)
    controls: Sequence[str] = ()
    exhausted: Sequence[str] = ()
    resources: dict[str, int] = field(default_factory=dict)
    influence: dict[str, int] = field(default_factory=dict)
    trade_goods: int = 0
    reinforcements: dict[str, int] | None = None
    elsewhere: dict[str, int] = field(default_factory=dict)
    captured: dict[str, int] = field(default_factory=dict)
    ballot: dict[str, Any] = field(default_factory=dict)
    """Fields as in BALLOT; empty where nothing is said."""
    gives: dict[str, Any] = field(default_factory=dict)
    """Fields as in GIVES; empty where nothing is given. So is `standing`, with fields as in STANDING."""
    by_hand: dict[str, Any] = field(default_factory=dict)
    """Fields as in BY_HAND; empty where nothing is set."""
    objectives: Sequence[str] = ()
    fulfils: Sequence[str] = ()
    standing: dict[str, Any] = field(default_factory=dict)
    policy: dict[str, Any] = field(default_factory=dict)

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
            value = self._damaged() if name == "damaged" else _given(name, getattr(self, name))
            if value == told.default or value is None:
                continue
            plain = dict(value) if name in _ZEROS and isinstance(value, Mapping) else _plain(value)
            if name == "planets" and isinstance(value, Mapping):  # one without units is a planet all the same
                plain = {planet: _plain(units) for planet, units in value.items()}
            if plain not in (None, {}, []):
                data[name] = plain
        return data


@dataclass(frozen=True, kw_only=True, repr=False)
class Scenario:
    """A whole scenario: `Scenario(step="space-combat", players=[red, blue])`.

    The active player comes first. `mecatol.STEPS` has the steps; `mecatol schema` (in code `mecatol.schema()`) says
    what each field means and may hold. As text it is what players write to each other; `parse` reads that back.
    """

    step: StepSlug | str
    players: Sequence[Player]
    edition: EditionSlug | str = LATEST
    system: str | None = None
    into: str | tuple[str, ...] | None = None
    """What is in the active system, in words of SYSTEMS."""
    policy: dict[str, Any] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    assume: dict[str, str] = field(default_factory=dict)
    ask: Sequence[dict[str, Any]] = ()
    """Conditions, fields as in CONDITION."""
    rounds: int | None = None
    stop_after: int | None = None
    hits: dict[str, Any] = field(default_factory=dict)
    """The hits to take, fields as in HITS; empty where none are given."""
    deploy: dict[str, Any] = field(default_factory=dict)
    """The moment to deploy in, fields as in DEPLOYMENT; empty where none is given."""
    transaction: dict[str, Any] = field(default_factory=dict)
    """The moment of a transaction, fields as in TRANSACTION; empty where nothing is said."""
    agenda: dict[str, Any] = field(default_factory=dict)
    """What is voted on, fields as in AGENDA_VOTE; empty where nothing is said."""
    round: dict[str, Any] = field(default_factory=dict)
    """Where the round is, fields as in ROUND."""
    research: dict[str, Any] = field(default_factory=dict)
    """What is researched, fields as in RESEARCH; empty where nothing is said."""

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
            found["ask"] = [{key: value for key, value in one.items() if value is not None} for one in self.ask]
        return found

    def data(self) -> dict[str, Any]:
        """Return the scenario as plain data that `read` reads back, defaults left out."""
        data = _record_data(self, SCENARIO.fields)
        if self.ask:  # here a 0 says something: at most none
            default = {name: field.default for name, field in CONDITION.fields.items()}
            data["ask"] = [{key: value for key, value in one.items() if value != default[key]} for one in self.ask]
        assumed = {key: value for key, value in self.assume.items() if value != ASSUMPTIONS[key][0]}
        data.pop("assume", None)
        if assumed:
            data["assume"] = assumed
        return data
