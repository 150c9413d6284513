"""What a declaration may say of a card, a unit or a faction: the fields of the records, with what they hold.

A test holds them against the records, so that neither can say what the other does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from mecatol.domain.factions import StartChoice
from mecatol.domain.units import Production, Value
from mecatol.effects.model import Window
from mecatol.game.moment import Moment


class FactionFields(TypedDict, total=False):
    """What the sheet of a faction says; `mecatol.domain.factions.Faction` explains each field."""

    slug: str
    aliases: tuple[str, ...]
    start: Mapping[str, int] | None
    start_technologies: tuple[str, ...]
    start_choice: StartChoice | None
    homes: tuple[str, ...]
    copies: bool
    copies_flagships: str | None
    leaders_of_others: tuple[str, ...]


class UnitFields(TypedDict, total=False):
    """What the card of a unit says; `mecatol.domain.units.Unit` explains each field."""

    slug: str
    edition: str
    until: str | None
    upgrade_of: str | None
    technology: str | None
    prerequisites: tuple[str, ...] | None
    categories: frozenset[str]
    cost: float | None
    produces: int
    combat: Value | None
    move: int | None
    capacity: int
    space_cannon: Value | None
    bombardment: Value | None
    anti_fighter_barrage: Value | None
    sustain_damage: bool
    planetary_shield: bool
    production: Production | None
    deploy: bool
    direct_hit_immune: bool
    limit: int | None
    excess_fleet_pool: float | None
    holds_fighters: int | None
    worth: float | None
    rides_free: bool
    bears: tuple[str, ...]
    left_out: str


class CardFields(TypedDict, total=False):
    """What any other card says; `mecatol.effects.model` explains each field, of Component or of Effect."""

    slug: str
    edition: str
    until: str | None
    version_of: str | None
    shared: bool
    for_others: bool
    unit: str | None
    clauses: tuple[str, ...]
    bears: tuple[str, ...]
    left_out: str
    gives_upgrade_in: tuple[str, ...]
    color: str | None
    prerequisites: tuple[str, ...] | None
    synergy: tuple[str, ...]
    part: bool
    title: str
    unlock: str
    timing: str
    steps: tuple[str, ...]
    of: str
    role: str | None
    in_control: bool
    limit: int
    per_unit: str | None
    copies: int | None
    spends: bool
    automatic: bool
    needs: Callable[[Moment, int], str | None] | None
    rounds: int | None
    opening: bool
    idle: Callable[[Moment, int], bool] | None
    one_combat: bool
    card: str | None
    exhausts: bool
    reads: tuple[str, ...]
    choice: str
    assumed: str
    told_by_tile: bool
    tries: Callable[[Any], Sequence[Any]] | None
    windows: tuple[Window, ...]
