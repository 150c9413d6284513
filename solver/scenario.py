"""The scenario: the one text notation of the project, read, checked, printed and described by a schema.

`read` and `Scenario.data` are inverse up to defaults, which printing leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from solver.editions import EDITIONS, LATEST
from solver.effects.model import EFFECTS
from solver.effects.named import effects, technologies
from solver.errors import Problem, ScenarioError, unknown
from solver.factions import FACTIONS
from solver.fields import Count, Either, Field, ListOf, MapOf, OneOf, Problems, Record, Slug, Tagged, Text
from solver.moments import DEPLOYMENT, HITS, given
from solver.movement.fields import FLEETS, INTO
from solver.production.fields import BUILD_POLICIES, ORDER_FIELDS, ORDER_MAPS, PAY_POLICIES
from solver.rulings import RULINGS
from solver.state import ADJACENT, SPACE
from solver.step import INVASION, MOST_PLAYERS, STEPS, TACTICAL_ACTION
from solver.technology.fields import RESEARCH
from solver.transactions.fields import GIVES, TRANSACTION
from solver.units import ABILITIES, UNIT_TYPES, systems
from solver.victory.fields import OBJECTIVE_FIELDS, ROUND, STANDING
from solver.voting.fields import AGENDA_VOTE, BALLOT
from solver.waiting import BEST

MOST_UNITS = 99
"""The largest count of one type of unit in one place; a stated limit, far above what a game can hold."""

ASSIGN_POLICIES = {
    "cheapest-first": "The cheapest unit takes the hit, sustaining if it can. On the ground, and for ships that "
    "Direct Hit cannot destroy, sustaining comes first.",
    "sustain-first": "Everything that can sustain does so before anything is destroyed.",
    "best": "Searches every choice and keeps the one that loses the fewest resources on average.",
}
ASSUMPTIONS = {"capacity": ("enforced", "ignored"), "limits": ("enforced", "ignored")}

BOMBARD_POLICIES = {
    "first-planet": "All units at the first planet, by the alphabet, that they can bombard and that has ground forces "
    "to lose.",
    "best": "Searches every assignment of units to planets and keeps the one that does most for the aim.",
}
AIMS = {
    "ground-forces": "Destroy as many ground forces as possible on average.",
    "clear-all": "The greatest chance that no planet that can be bombarded has a defender's ground force left.",
}
CLEAR = "clear"
"""The aim `clear:<planet>`: the greatest chance that no defender's ground force is left on that planet."""

_unit = OneOf("type of unit", lambda: UNIT_TYPES)
_lost = OneOf("type of unit, nor `sustain`", lambda: (*UNIT_TYPES, "sustain"))
_units = MapOf(_unit, Count(0, MOST_UNITS))
_planet = Slug("planet", (SPACE, ADJACENT, *UNIT_TYPES))
_planets = MapOf(_planet, _units, most=8)
_shots = MapOf(_planet, Either((MapOf(Text(), Count(0, MOST_UNITS)), Count(0, MOST_UNITS))), most=8)


def _declinable() -> dict[str, object]:
    return {**ABILITIES, **technologies(), **EFFECTS}


POLICY = Record(
    "policy",
    {
        "assign": Field(
            Either((OneOf("policy", lambda: ASSIGN_POLICIES), ListOf(_lost, least=1))),
            "Who takes hits: a named policy, or types of units in the order in which they are lost; `sustain` among "
            "them stands for everything that can sustain doing so.",
        ),
        "capacity": Field(ListOf(_unit), "Which units in excess of capacity are removed first."),
        "target": Field(Text(), "The player whom the active player's Space Cannon Offense targets."),
        "decline": Field(
            ListOf(OneOf("unit ability or effect", _declinable)),
            "Unit abilities and effects that the player chooses not to use.",
        ),
        "decline_on": Field(
            MapOf(_planet, ListOf(OneOf("unit ability or effect", _declinable), least=1), most=8),
            "What the player chooses not to use on one planet: `space-cannon`, which then leaves out Space Cannon "
            "Defense there, and effects.",
        ),
        "order": Field(
            ListOf(OneOf("effect", lambda: EFFECTS)),
            "Which of the player's effects act first where several could at once; what is not named follows in the "
            "order of the alphabet. How the scenario is written does not matter; the best order is not searched.",
        ),
        "pay": Field(OneOf("way to pay", lambda: PAY_POLICIES), "What matters most when resources are spent."),
        "build": Field(OneOf("aim of a build", lambda: BUILD_POLICIES), "What the best build is sought for."),
        "direct_hit": Field(
            ListOf(_unit), "The types of ships on which the player plays Direct Hit; on any that sustains by default."
        ),
        "play": Field(
            MapOf(
                OneOf("effect", lambda: {**technologies(), **effects()}),
                Either((Count(1, 20), OneOf("round from 1 to 20", lambda: {BEST: ""}))),
            ),
            "From which round of a combat on a card is played that its owner may hold back, by effect; at the first "
            "chance by default. `best` tries rounds 1 to 6 and keeps the one that wins most often.",
        ),
        "raise": Field(_unit, "The type of the ship to which The Cavalry gives other values; the weakest by default."),
        "fire": Field(_units, "Under ruling 49.1 `any`: how many units of each type use the ability."),
        "bombard": Field(
            Either((MapOf(_unit, _shots), OneOf("policy", lambda: BOMBARD_POLICIES))),
            "Which planet each unit bombards: a named policy, or by type of unit how many at which planet (where "
            "several players are on it, by player).",
        ),
        "aim": Field(
            Either((Tagged(CLEAR, _planet), OneOf("aim, nor `clear:` and a planet", lambda: AIMS))),
            "What `bombard: best` is for: ground-forces, clear-all or clear:<planet>.",
        ),
        "extra_dice": Field(
            MapOf(OneOf("effect", lambda: {**technologies(), **effects()}), _planet),
            "At which planet the unit fires that gets an effect's further die, by effect; where it hits most easily "
            "by default.",
        ),
        "retreat": Field(
            Record(
                "retreat",
                {
                    "from_round": Field(Count(1, 20), "The first round in which a retreat is announced.", 1),
                    "ships_at_most": Field(
                        Count(0, MOST_UNITS), "Only with at most this many ships other than fighters left."
                    ),
                },
                sparse=True,
            ),
            "When the player announces a retreat in space combat; without it, never.",
        ),
        "land": Field(
            _planets, "Which ground forces in space the active player commits to which planets; all to one by default."
        ),
    },
)

PLAYER_RECORDS = {
    "ballot": (BALLOT, "For agenda votes: what the player votes for, and with what."),
    "gives": (GIVES, "For a transaction: what the player gives."),
    "standing": (STANDING, "For victory: the player's points, initiative and whatever else can bring points."),
}
"""What a scenario says of a player for one step alone, by field: the record, and its meaning."""

PLAYER = Record(
    "player",
    {
        "name": Field(Text(), "The player's name, different from all others.", required=True),
        "faction": Field(OneOf("faction", lambda: FACTIONS), "The faction, by slug."),
        "technologies": Field(
            ListOf(OneOf("technology", technologies)), "Technologies and unit upgrades owned, by slug.", ()
        ),
        "effects": Field(
            MapOf(OneOf("effect", effects), Count(0, 20)), "Action cards, agendas and the like, by slug, with a count."
        ),
        "space": Field(_units, "Units in the active system's space area, transported ground forces among them."),
        "planets": Field(_planets, "Units on the active system's planets: committed or stationed."),
        "adjacent": Field(_units, "Units in adjacent systems that may matter."),
        "damaged": Field(
            Either((_units, MapOf(Text(), Either((Count(0, MOST_UNITS), _units))))),
            "How many of the units are damaged: by type in space, by planet and type on planets.",
        ),
        "stationed": Field(_planets, "Of the active player's units on planets, those that were there before landing."),
        "fleet_pool": Field(
            Count(0, 16), "Tokens in the fleet pool: ships other than fighters that a system may hold."
        ),
        "fleets": FLEETS,
        **ORDER_FIELDS,
        **OBJECTIVE_FIELDS,
        **{name: Field(record, meaning) for name, (record, meaning) in PLAYER_RECORDS.items()},
        "policy": Field(POLICY, "This player's choices, in place of the scenario's."),
    },
)

COUNTED = {
    **{unit: f"{name} units" for unit, name in UNIT_TYPES.items()},
    "ships": "ships",
    "ground-forces": "ground forces",
    "units": "units of any type",
}
"""What a condition may count."""

MOMENTS = {
    "landing": "when ground forces have been committed",
    "ground-combat": "when ground combat begins",
}
"""Moments of an invasion at which a condition may be asked, in words."""

CONDITION = Record(
    "condition",
    {
        "player": Field(Text(), "Whose units are counted.", required=True),
        "of": Field(OneOf("type of unit, or group", lambda: COUNTED), "What is counted.", "units"),
        "where": Field(Slug("place"), "`space`, or a planet's slug; everywhere by default."),
        "least": Field(Count(0, MOST_UNITS), "At least so many.", 0),
        "most": Field(Count(0, MOST_UNITS), "At most so many."),
        "when": Field(
            OneOf("moment", lambda: MOMENTS),
            "At which moment of an invasion: `landing`, once ground forces are committed, or `ground-combat`, before "
            "the first ground combat; at the end by default.",
        ),
    },
    sparse=True,
)


class _Reading(OneOf):
    """A reading of an open ruling; which ruling has which is known once all are read."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read any name."""
        return raw if isinstance(raw, str) else super().read(raw, path, problems)


_RECORDS = {
    "hits": HITS, "deploy": DEPLOYMENT, "research": RESEARCH, "agenda": AGENDA_VOTE, "transaction": TRANSACTION,
    "round": ROUND,
}  # fmt: skip
"""What a scenario says for one step alone, by field."""

SCENARIO = Record(
    "scenario",
    {
        "step": Field(OneOf("step", lambda: STEPS), "Which step of the game to solve.", required=True),
        "players": Field(
            ListOf(PLAYER, MOST_PLAYERS), "The players: the active one first, the rest clockwise.", required=True
        ),
        "edition": Field(OneOf("edition", lambda: EDITIONS), "The edition; everything published by default.", LATEST),
        "system": Field(
            OneOf("system tile", systems), "The active system's tile by number, where what is on it matters."
        ),
        "into": INTO,
        "policy": Field(POLICY, "Everybody's choices, where a player has none of their own."),
        "rulings": Field(
            MapOf(OneOf("open ruling", lambda: RULINGS), _Reading("reading", lambda: _readings())),
            "Open rulings, by clause: which reading holds.",
        ),
        "ask": Field(ListOf(CONDITION, 12), "Conditions on what is left, of which the chance is wanted.", ()),
        "rounds": Field(Count(1, 20), "How many rounds of a combat to show one by one."),
        "stop_after": Field(Count(1, 20), "Stop a combat after so many rounds, decided or not."),
        "hits": Field(HITS, "For Sustain Damage: the hits that wait to be assigned."),
        "deploy": Field(DEPLOYMENT, "For Deploy: the moment, and what the player has."),
        "agenda": Field(AGENDA_VOTE, "For agenda votes: the kind of agenda, and who is the speaker."),
        "transaction": Field(TRANSACTION, "For a transaction: the moment, and whether the two are neighbors."),
        "round": Field(ROUND, "For victory: where the round is, and what wins the game."),
        "research": Field(RESEARCH, "For Technology: what the first player would research."),
        "assume": Field(
            Record(
                "list of assumptions",
                {
                    "capacity": Field(
                        OneOf("assumption", lambda: ASSUMPTIONS["capacity"]),
                        "`ignored` lets fighters and ground forces be anywhere without ships to carry them.",
                        "enforced",
                    ),
                    "limits": Field(
                        OneOf("assumption", lambda: ASSUMPTIONS["limits"]),
                        "`ignored` allows more units than the box, a planet or the fleet pool holds, one faction "
                        "twice, and planets of several systems.",
                        "enforced",
                    ),
                },
            ),
            "Simplifications, only when asked for.",
        ),
    },
)


def _readings() -> list[str]:
    return [reading for ruling in RULINGS.values() for reading in ruling.readings]


def _plain(value: Any) -> Any:
    """Return the value as data that JSON can hold, without what is empty, zero or default."""
    if isinstance(value, Player):
        return value.data()
    if isinstance(value, _Policy):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        plain = {key: _plain(item) for key, item in value.items()}
        return {key: item for key, item in plain.items() if item not in (None, {}, [], 0)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


class _Policy(dict[str, Any]):
    """A policy or the like: printed whole, since even an empty list or 0 in it says something."""


def _policy(values: Mapping[str, Any] | None) -> _Policy:
    return _Policy({key: value for key, value in (values or {}).items() if value is not None})


def _whole(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _record_data(record: object, defaults: Mapping[str, Field]) -> dict[str, Any]:
    data = {}
    for field in fields(record):  # type: ignore[arg-type]
        value = getattr(record, field.name)
        plain = _plain(value)
        if plain not in (None, {}, []) and value != defaults[field.name].default:
            data[field.name] = plain
    return data


_ZEROS = ("reinforcements", "resources", "influence")
"""Fields of a player in which a 0 says something."""


@dataclass(frozen=True, kw_only=True)
class Player:
    """One player of a scenario; fields as in PLAYER."""

    name: str
    faction: str | None
    technologies: tuple[str, ...]
    effects: dict[str, int]
    space: dict[str, int]
    planets: dict[str, dict[str, int]]
    adjacent: dict[str, int]
    damaged: dict[str, int]
    """In space, by type."""
    damaged_on: dict[str, dict[str, int]]
    """On planets, by planet and type."""
    stationed: dict[str, dict[str, int]]
    fleet_pool: int | None
    fleets: tuple[dict[str, Any], ...]
    """For Movement: fields as in FLEET, those that are not given left out."""
    produce: dict[str, int]
    place: dict[str, dict[str, int]]
    controls: tuple[str, ...]
    exhausted: tuple[str, ...]
    resources: dict[str, int]
    influence: dict[str, int]
    trade_goods: int
    reinforcements: dict[str, int] | None
    elsewhere: dict[str, int]
    captured: dict[str, int]
    ballot: dict[str, Any]
    """Fields as in BALLOT; empty where nothing is said."""
    gives: dict[str, Any]
    """Fields as in GIVES; empty where nothing is given. So is `standing`, with fields as in STANDING."""
    objectives: tuple[str, ...]
    fulfils: tuple[str, ...]
    standing: dict[str, Any]
    policy: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """Return the player as plain data, defaults left out."""
        data = {}
        for name, field in PLAYER.fields.items():
            value = getattr(self, name)
            if name == "damaged":
                value = {**self.damaged, **self.damaged_on}
            plain = value and dict(value) if name in _ZEROS else _plain(value)
            if name == "planets":  # one without units is a planet all the same: it can be asked about and taken
                plain = {planet: _plain(units) for planet, units in value.items()}
            if plain not in (None, {}, []) and value != field.default:
                data[name] = plain
        return data


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A whole scenario; fields as in SCENARIO."""

    step: str
    players: tuple[Player, ...]
    edition: str
    system: str | None
    into: str | tuple[str, ...] | None
    """What is in the active system, in words of SYSTEMS."""
    policy: dict[str, Any]
    rulings: dict[str, str]
    assume: dict[str, str]
    ask: tuple[dict[str, Any], ...]
    """Conditions, fields as in CONDITION."""
    rounds: int | None
    stop_after: int | None
    hits: dict[str, Any]
    """The hits to take, fields as in HITS; empty where none are given."""
    deploy: dict[str, Any]
    """The moment to deploy in, fields as in DEPLOYMENT; empty where none is given."""
    transaction: dict[str, Any]
    """The moment of a transaction, fields as in TRANSACTION; empty where nothing is said."""
    agenda: dict[str, Any]
    """What is voted on, fields as in AGENDA_VOTE; empty where nothing is said."""
    round: dict[str, Any]
    """Where the round is, fields as in ROUND."""
    research: dict[str, Any]
    """What is researched, fields as in RESEARCH; empty where nothing is said."""

    def data(self) -> dict[str, Any]:
        """Return the scenario as plain data that `read` reads back, defaults left out."""
        data = _record_data(self, SCENARIO.fields)
        if self.ask:  # here a 0 says something: at most none
            default = {name: field.default for name, field in CONDITION.fields.items()}
            data["ask"] = [{key: value for key, value in one.items() if value != default[key]} for one in self.ask]
        ignored = {key: value for key, value in self.assume.items() if value == "ignored"}
        data.pop("assume", None)
        if ignored:
            data["assume"] = ignored
        return data


_MAPS = ("effects", "space", "planets", "adjacent", "stationed", *ORDER_MAPS)  # empty when nothing is said


def _player(values: dict[str, Any], path: str, problems: Problems) -> Player:
    damaged: dict[str, int] = {}
    damaged_on: dict[str, dict[str, int]] = {}
    planets = values["planets"] or {}
    for key, value in (values["damaged"] or {}).items():
        if isinstance(value, dict):
            if key in planets:
                damaged_on[key] = value
            else:
                problems.append(unknown(f"{path}.damaged.{key}", key, "planet of this player", list(planets)))
        elif key in UNIT_TYPES:
            damaged[key] = value
        else:
            problems.append(unknown(f"{path}.damaged.{key}", key, "type of unit", UNIT_TYPES))
    for name in _MAPS:
        values[name] = values[name] or {}
    values["policy"] = _policy(values["policy"])
    for name, (record, _) in PLAYER_RECORDS.items():
        values[name] = _policy(given(record, values[name]))
    return Player(**{**values, "damaged": damaged, "damaged_on": damaged_on})


def _condition_problems(
    path: str, condition: dict[str, Any], names: list[str], places: list[str], step: str | None
) -> Problems:
    """Return what is wrong with a condition: nobody's name, no place of the scenario, or nothing that can be."""
    problems: Problems = []
    player = condition.get("player")  # None where it was missing, or no text: a problem that is told already
    if player is not None and player not in names:
        problems.append(unknown(f"{path}.player", player, "player of this scenario", names))
    where, least, most = (condition.get(key) for key in ("where", "least", "most"))
    if where is not None and where not in places:
        problems.append(unknown(f"{path}.where", where, "place of this scenario", places))
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"at least {least} and at most {most} cannot be; the first is at most the second"
        problems.append(Problem(f"{path}.least", message, least))
    if condition.get("when") is not None and step not in (INVASION, TACTICAL_ACTION):
        message = "only an invasion or a tactical action has such a moment; leave it out"
        problems.append(Problem(f"{path}.when", message, condition["when"]))
    return problems


def read(raw: object) -> Scenario:
    """Return the scenario that plain data (from JSON or YAML) describes.

    Raises ScenarioError with every fault of form: unknown fields and names, wrong types, counts out of range.
    What the rules make of it (a unit that the faction lacks, too little capacity) is checked by `solver.game`.
    """
    problems: Problems = []
    values = SCENARIO.read(raw, "", problems)
    players = tuple(
        _player(player, f"players.{index}", problems) for index, player in enumerate(values["players"] or ())
    )
    if not players and not any(p.field.startswith("players") for p in problems):
        problems.append(Problem("players", "is empty: name at least the active player"))
    names = [player.name for player in players if isinstance(player.name, str)]  # else it is refused already
    for index, name in enumerate(player.name for player in players):
        if name in names and name in [player.name for player in players[:index]]:
            problems.append(Problem(f"players.{index}.name", f"{name!r} is taken by an earlier player", name))
    rulings = values["rulings"] or {}
    for key, reading in rulings.items():
        if key in RULINGS and reading != "?" and reading not in RULINGS[key].readings:
            problems.append(unknown(f"rulings.{key}", reading, f"reading of {key}", RULINGS[key].readings))
    policy = _policy(values["policy"])
    places = [SPACE, *dict.fromkeys(planet for player in players for planet in player.planets)]
    for chosen in (policy, *(player.policy for player in players)):
        places += [planet for planet in chosen.get("land", ()) if planet not in places]
    for index, condition in enumerate(values["ask"] or ()):
        problems += _condition_problems(f"ask.{index}", condition, names, places, values["step"])
    for where, chosen in [("policy", policy)] + [(f"players.{i}.policy", p.policy) for i, p in enumerate(players)]:
        if "target" in chosen and chosen["target"] not in names:
            problems.append(unknown(f"{where}.target", chosen["target"], "player of this scenario", names))
    for record, keys in (("hits", ("against", "by")), ("deploy", ("player", "whose"))):
        for key in keys:
            named = (values[record] or {}).get(key)
            if named is not None and named not in names:
                problems.append(unknown(f"{record}.{key}", named, "player of this scenario", names))
    if problems:
        raise ScenarioError(problems)
    return Scenario(
        **{
            **values,
            "players": players,
            "policy": policy,
            "rulings": rulings,
            "assume": values["assume"] or {},
            "ask": values["ask"] or (),
            **{name: _policy(given(record, values[name])) for name, record in _RECORDS.items()},
        }
    )


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the scenario, version 1, generated from the declarations above."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Mecatol scenario, version 1",
        **SCENARIO.schema(),
    }
