"""The table that a calculator's form is laid out as: a row a unit, a column a side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from mecatol.domain.units import UNIT_TYPES
from mecatol.forms.model import Form, RoleForm, UnitChoice, Version

_LABELS = {"space": "In space", "planets": "On the planet", "adjacent": "In adjacent systems"}


@dataclass(frozen=True)
class BoardRow:
    """One type of unit in one place."""

    unit: UnitChoice
    """The type, with the versions that matter to either side."""
    offered: tuple[bool, ...]
    """Whether each column may have it here."""
    owned: bool
    """Whether nobody has it but factions, so that it waits for one to be chosen."""
    versions: str
    """JSON of its versions, for the browser side: which one a side has decides what the row says."""


@dataclass(frozen=True)
class BoardPlace:
    """One place where units are counted: the space area, adjacent systems, or each planet."""

    path: str
    label: str
    hint: str
    rows: tuple[BoardRow, ...]


def columns(form: Form) -> int:
    """Return how many sides stand in the table itself: two, or one where nobody else need be there."""
    return min(2, form.min_players)


def role(form: Form, index: int) -> RoleForm:
    """Return the role of the player at a place of the table."""
    return form.roles[0 if index == 0 else -1]


def places(roles: Sequence[RoleForm]) -> list[BoardPlace]:
    """Lay out the places of these sides: every type that one of them may have there, in the order of the types."""
    found = []
    for path in ("space", "planets", "adjacent"):
        areas = [{area.path: area for area in side.areas}.get(path) for side in roles]
        known = [area for area in areas if area]
        if not known:
            continue
        slugs = sorted({unit.slug for area in known for unit in area.units}, key=list(UNIT_TYPES).index)
        rows = []
        for slug in slugs:
            choices = [
                next((unit for unit in area.units if unit.slug == slug), None) if area else None for area in areas
            ]
            rows.append(_row([choice for choice in choices if choice], tuple(choice is not None for choice in choices)))
        hint = " ".join(dict.fromkeys(area.hint for area in known))
        found.append(BoardPlace(path, _LABELS[path], hint, tuple(rows)))
    return found


def _row(choices: Sequence[UnitChoice], offered: tuple[bool, ...]) -> BoardRow:
    versions: dict[Version, None] = dict.fromkeys(version for choice in choices for version in choice.versions)
    told = [
        [one.faction, one.technology, one.edition, one.until, int(one.sustains), one.hits, one.name] for one in versions
    ]
    owned = all(version.faction for version in versions)
    return BoardRow(choices[0], offered, owned, json.dumps(told, ensure_ascii=False, separators=(",", ":")))
