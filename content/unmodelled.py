"""The effects that the solver does not carry out, as far as they are neither a unit's text nor a faction's ability."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from content.model import ContentError
from content.source import read
from mecatol.domain.factions import FACTIONS
from mecatol.effects.model import COMPONENTS, KINDS

FILE = Path(__file__).with_name("effects-not-modelled.yaml")


class Unmodelled(NamedTuple):
    """An effect of the game that the solver leaves out."""

    slug: str
    name: str
    kind: str
    """One of the kinds of the solver's effects."""
    why: str
    """What stands in the way, in a sentence."""
    faction: str | None = None
    """The faction whose it is, by slug."""


def unmodelled(path: Path = FILE) -> tuple[Unmodelled, ...]:
    """Return the effects that the list names, those of which the solver has no record.

    Raises:
        ContentError: with every entry that is not as it should be, by line and field.
    """
    source = read(path, path.name)
    found: list[Unmodelled] = []
    if not source.faults and not isinstance(source.data, list):
        source.fault((), "should be a list, with an entry for each effect")
    for index, raw in enumerate(source.data if isinstance(source.data, list) else []):
        fields = raw if isinstance(raw, dict) else {}
        for key in ("slug", "name", "kind", "why"):
            if not isinstance(fields.get(key), str):
                source.fault((index, key), "must be text, and every entry needs it")
        for key in fields.keys() - set(Unmodelled._fields):
            source.fault((index, key), f"is not a field of an effect: use {', '.join(Unmodelled._fields)}")
        if fields.get("kind") not in KINDS:
            source.fault((index, "kind"), f"{fields.get('kind')!r} is not a kind of effect: {', '.join(KINDS)}")
        if fields.get("slug") in [one.slug for one in found]:
            source.fault((index, "slug"), f"{fields['slug']!r} stands in the list already")
        if isinstance(fields.get("slug"), str) and fields["slug"] in COMPONENTS:
            why = "has a record in the solver, which says itself what is left out (`left_out`): remove this entry"
            source.fault((index, "slug"), f"{fields['slug']!r} {why}")
        if fields.get("faction") not in (None, *FACTIONS):
            source.fault((index, "faction"), f"{fields['faction']!r} is not a faction's slug")
        if not source.faults:
            found.append(Unmodelled(**fields))
    if source.faults:
        raise ContentError(tuple(source.faults))
    return tuple(found)
