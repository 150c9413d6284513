"""The records of a scenario: what it says of a player, of conditions, and of itself."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.rulings import RULINGS
from mecatol.domain.steps import MOST_PLAYERS
from mecatol.domain.units import UNIT_TYPES, systems
from mecatol.effects.named import drafts, effects, technologies, where_named
from mecatol.scenario.assumptions import ASSUMPTIONS, ENFORCED, TOLD
from mecatol.scenario.by_hand import BY_HAND
from mecatol.scenario.counts import MOST_UNITS, PLANETS, UNITS
from mecatol.scenario.fields import Count, Either, Field, ListOf, MapOf, OneOf, PlayerName, Problems, Record, Slug, Text
from mecatol.scenario.movement import FASTEST, FLEETS, INTO
from mecatol.scenario.policy import POLICY
from mecatol.scenario.production import ORDER_FIELDS

STEP_TITLES: dict[str, str] = {}
"""The steps that a scenario may ask for, by slug, each with its title; a step enters itself when it is declared."""

NOBODY = {"draw": "a combat that nobody wins", "undecided": "a combat that is stopped before its end"}
"""What stands among the players' chances of winning beside them: each with what it means."""

type Described = tuple[Record, str]
"""A record, and what it says, in a sentence."""

PLAYER_RECORDS: dict[str, Described] = {
    "by_hand": (BY_HAND, "Values that the player sets by hand, for a card or a faction that is not known here."),
}
"""What else a scenario may say of a player, by field; rules add what they need (see `take_player_records`)."""

PLAYER = Record(
    "player",
    {
        "name": Field(PlayerName(taken=NOBODY), "The player's name, different from all others.", required=True),
        "faction": Field(OneOf("faction", lambda: FACTIONS), "The faction, by slug."),
        "technologies": Field(
            ListOf(OneOf("technology", technologies, where_named)), "Technologies and unit upgrades owned, by slug.", ()
        ),
        "effects": Field(
            MapOf(OneOf("effect", effects, where_named), Count(0, 20)),
            "Action cards, agendas and the like, by slug, with a count.",
        ),
        "drafted": Field(
            ListOf(OneOf("ability or unit of a faction", drafts, where_named)),
            "In a game of Franken (`assume: {owners: ignored}`): abilities and units of factions that the player "
            "drafted, by slug, beside those of its own faction, if it has one.",
            (),
        ),
        "space": Field(UNITS, "Units in the active system's space area, transported ground forces among them."),
        "planets": Field(PLANETS, "Units on the active system's planets: committed or stationed."),
        "adjacent": Field(UNITS, "Units in adjacent systems that may matter."),
        "damaged": Field(
            Either((UNITS, MapOf(Text(), Either((Count(0, MOST_UNITS), UNITS))))),
            "How many of the units are damaged: by type in space, by planet and type on planets.",
        ),
        "stationed": Field(PLANETS, "Of the active player's units on planets, those that were there before landing."),
        "fleet_pool": Field(
            Count(0, 16), "Tokens in the fleet pool: ships other than fighters that a system may hold."
        ),
        "fleets": FLEETS,
        "fastest": FASTEST,
        **ORDER_FIELDS,
        **{name: Field(record, meaning) for name, (record, meaning) in PLAYER_RECORDS.items()},
        "policy": Field(POLICY, "This player's choices, instead of the scenario's."),
    },
)

COUNTED = {
    **{unit: f"{name} units" for unit, name in UNIT_TYPES.items()},
    "ships": "ships",
    "ground-forces": "ground forces",
    "units": "units of any type",
    "damaged": "damaged units",
}
"""What a condition may count."""
COUNTED_ONE = {
    **{unit: f"{name} unit" for unit, name in UNIT_TYPES.items()},
    "ships": "ship",
    "ground-forces": "ground force",
    "units": "unit of any type",
    "damaged": "damaged unit",
}
"""What one of them is called."""


def counted(what: str, least: int, most: int | None) -> str:
    """Return what is counted in words, in the singular behind `at least 1`, `exactly 1` and `at most 1`."""
    one = (least == 1 and most in (None, 1)) or (least == 0 and most == 1)
    return (COUNTED_ONE if one else COUNTED)[what]


CONDITION_MOMENTS = {
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
        "least": Field(Count(0, MOST_UNITS), "At least this many.", 0),
        "most": Field(Count(0, MOST_UNITS), "At most this many."),
        "when": Field(
            OneOf("moment", lambda: CONDITION_MOMENTS),
            "At which moment of an invasion: `landing`, once ground forces are committed, or `ground-combat`, before "
            "the first ground combat; at the end by default.",
        ),
    },
    sparse=True,
)


class _RecordReading(OneOf):
    """A reading of an open ruling; which ruling has which is known once all are read."""

    def read(self, raw: object, path: str, problems: Problems) -> str:
        """Read any name."""
        return raw if isinstance(raw, str) else super().read(raw, path, problems)


RECORDS: dict[str, Record] = {}
"""What a scenario says for only one step, by field; the rules fill it (see `take_records`)."""
PLAYER_FIELDS: dict[str, Field] = {}
"""Fields of a player that only one rule needs; the rules fill it (see `take_player_fields`)."""

SCENARIO = Record(
    "scenario",
    {
        "step": Field(OneOf("step", lambda: STEP_TITLES), "Which step of the game to solve.", required=True),
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
            MapOf(OneOf("open ruling", lambda: RULINGS), _RecordReading("reading", lambda: _readings())),
            "Open rulings, by clause: which reading holds.",
        ),
        "ask": Field(
            ListOf(CONDITION, 12),
            "What the answer says first: the chance of each condition on what is left, and of each number of units for "
            "one without `least` and `most`.",
            (),
        ),
        "rounds": Field(Count(1, 20), "How many rounds of a combat to show one by one."),
        "stop_after": Field(Count(1, 20), "Stop a combat after this many rounds, before the next starts."),
        "assume": Field(
            Record(
                "list of assumptions",
                {
                    "capacity": Field(
                        OneOf("assumption", lambda: ASSUMPTIONS["capacity"]),
                        "More fighters and ground forces than ships carry: `told` removes the excess before a battle, "
                        "if any ship carries some, and says so; `ignored` lets them be anywhere, `enforced` refuses "
                        "them.",
                        TOLD,
                    ),
                    "limits": Field(
                        OneOf("assumption", lambda: ASSUMPTIONS["limits"]),
                        "More units than the box, a planet or the fleet pool holds, one faction or card twice, and "
                        "planets of several systems: `told` says so beside the answer, `ignored` allows it, "
                        "`enforced` refuses it.",
                        TOLD,
                    ),
                    "owners": Field(
                        OneOf("assumption", lambda: ASSUMPTIONS["owners"]),
                        "Technologies, abilities, leaders and texts of units that belong to other factions: `enforced` "
                        "refuses them, `ignored` lets anybody have anything, as a Franken draft does.",
                        ENFORCED,
                    ),
                },
            ),
            "Simplifications, only when asked for.",
        ),
    },
)


def _readings() -> list[str]:
    return [reading for ruling in RULINGS.values() for reading in ruling.readings]


def take_records(further: Mapping[str, Described]) -> None:
    """Let a scenario hold these records, which a rule needs."""
    SCENARIO.add({name: Field(record, meaning) for name, (record, meaning) in further.items()}, before="assume")
    RECORDS.update({name: record for name, (record, _) in further.items()})


def take_player_records(further: Mapping[str, Described]) -> None:
    """Let each player of a scenario have these records, which a rule needs."""
    PLAYER.add({name: Field(record, meaning) for name, (record, meaning) in further.items()}, before="policy")
    PLAYER_RECORDS.update(further)


def take_player_fields(further: Mapping[str, Field]) -> None:
    """Let each player of a scenario have these fields, which a rule needs."""
    PLAYER.add(further, before="policy")
    PLAYER_FIELDS.update(further)
