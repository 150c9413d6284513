"""What the rules add to a scenario and to its players: each says in its own room what it needs to know."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.scenario.fields import Field, Record
from mecatol.scenario.model import PLAYER, SCENARIO

type Described = tuple[Record, str]
"""A record, and what it says, in a sentence."""

RECORDS: dict[str, Record] = {}
"""What a scenario says for only one step, by field; the rules fill it (see `take_records`)."""
PLAYER_RECORDS: dict[str, Record] = {}
"""What it says of a player for only one step, by field; the rules fill it (see `take_player_records`)."""
PLAYER_FIELDS: dict[str, Field] = {}
"""Fields of a player that only one rule needs; the rules fill it (see `take_player_fields`)."""


def take_records(further: Mapping[str, Described]) -> None:
    """Let a scenario hold these records, which a rule needs."""
    SCENARIO.add(_fields(further), before="assume")
    RECORDS.update({name: record for name, (record, _) in further.items()})


def take_player_records(further: Mapping[str, Described]) -> None:
    """Let each player of a scenario have these records, which a rule needs."""
    PLAYER.add(_fields(further), before="policy")
    PLAYER_RECORDS.update({name: record for name, (record, _) in further.items()})


def take_player_fields(further: Mapping[str, Field]) -> None:
    """Let each player of a scenario have these fields, which a rule needs."""
    PLAYER.add(further, before="policy")
    PLAYER_FIELDS.update(further)


def _fields(further: Mapping[str, Described]) -> dict[str, Field]:
    return {name: Field(record, meaning) for name, (record, meaning) in further.items()}
