"""Packs that a reader opens in a browser: what bounds them, which of them are registered, and what forms gain by them.

They come as texts of JSON with each question, from the reader's device, and are registered when they change. Of a file
in YAML the page makes JSON (theme/browser/keeping/packs.ts).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol import homebrew
from mecatol.domain.editions import EDITIONS, HELD
from mecatol.domain.factions import FACTIONS
from mecatol.errors import DeclarationError, ScenarioError
from mecatol.forms.catalogue import catalogue
from mecatol.forms.derived import form
from mecatol.homebrew.bounds import LONGEST
from mecatol.scenario.files import parse_json
from mecatol.scenario.step import STEPS

MOST = 8
"""Packs that are registered together."""

_held: list[tuple[str, str]] = []
"""Name and text of each pack that is registered, or that could not be."""
_refused: list[str] = []
"""Why some of them are not."""


def hold(packs: object) -> list[str]:
    """Register these packs, a list of name and text, and no others; return why any of them is left out."""
    wanted = [pack for raw in packs[:MOST] if (pack := _pair(raw))] if isinstance(packs, list) else []
    if wanted != _held:
        homebrew.register_only(())
        _refused.clear()
        for name, text in wanted:
            try:
                _register(name, text)
            except DeclarationError as error:
                _refused.append(f"The pack {name} on this device does not fit this version of the site: {error}")
        _held[:] = wanted
    return _refused


def gains(raw: object) -> dict[str, Any]:
    """Register one more pack and return what forms gain by it.

    `edition` and `name` are its edition's; `holds` lists the editions in force with it; `factions` are pairs of slug
    and name, `effects` entries of the catalogue, and `units` hold, by step, place and type, the name of the type and
    the versions that a row of the form shows (see theme/browser/forms/board.ts).

    Raises:
        DeclarationError: with every mistake, one a line; then nothing of it is registered.
    """
    pair = _pair(raw)
    if pair is None:
        raise DeclarationError("the question holds no pack: a name and a text")
    if len(_held) >= MOST:
        raise DeclarationError(f"{pair[0]}: {MOST} packs are open already, and no more can be; remove one first")
    edition = _register(*pair)
    _held.append(pair)
    return {
        "edition": edition,
        "name": EDITIONS[edition],
        "holds": sorted(HELD[edition]),
        "factions": [[slug, one.name] for slug, one in FACTIONS.items() if one.edition == edition],
        "effects": [entry for entry in catalogue() if entry["edition"] == edition],
        "units": {step: places for step in STEPS if (places := _versions(step, edition))},
    }


def _pair(raw: object) -> tuple[str, str] | None:
    if not isinstance(raw, Mapping):
        return None
    name, text = raw.get("name"), raw.get("text")
    return (name[:100], text) if isinstance(name, str) and isinstance(text, str) else None


def _register(name: str, text: str) -> str:
    """Register a pack and return its edition; raises DeclarationError."""
    if len(text) > LONGEST:
        raise DeclarationError(f"{name}: is longer than {LONGEST:,} characters")
    try:
        data = parse_json(text.removeprefix("\ufeff"))
    except ScenarioError as error:
        raise DeclarationError(f"{name}: {error.problems[0].message}") from None
    except ValueError as error:
        raise DeclarationError(f"{name}: is not JSON: {error}") from None
    if isinstance(data, dict):
        data.pop("texts", None)  # what pages say of a faction: a reader's page has none
    homebrew.register_data(data, name)
    return str(data["edition"]["slug"])


def _versions(step: str, edition: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the versions of an edition's units that a step's form shows, by place and type."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for role in form(step).roles:
        for area in role.areas:
            for unit in area.units:
                for one in unit.versions:
                    if one.edition != edition:
                        continue
                    row = [one.faction, one.technology, one.edition, one.until, int(one.sustains), one.hits, one.name]
                    there = found.setdefault(area.path, {}).setdefault(unit.slug, {"name": unit.name, "versions": []})
                    if row not in there["versions"]:
                        there["versions"].append(row)
    return found
