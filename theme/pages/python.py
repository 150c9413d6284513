"""The page for those who use the solver from Python, with the acts of packs and the schemas."""

from __future__ import annotations

import re
from typing import Any

import mecatol
from content.model import Library
from mecatol.homebrew.acts import ACTS, SETTINGS, Act
from mecatol.homebrew.pack_schema import pack_schema
from mecatol.lab.plan_schema import plan_schema
from mecatol.solution.schema import VERSION, solution_schema
from theme.pages.page import Site, page
from theme.pages.reference import reference
from theme.site.addresses import PYTHON

SCHEMAS = {kind: f"schemas/{kind}-{VERSION}.schema.json" for kind in ("scenario", "solution", "plan", "pack")}
"""Where the schemas of this version are, from the root of the site."""


def schemas() -> dict[str, dict[str, Any]]:
    """Return each schema by its path."""
    found = {"scenario": mecatol.schema(), "solution": solution_schema(), "plan": plan_schema(), "pack": pack_schema()}
    return {SCHEMAS[kind]: schema for kind, schema in found.items()}


def python_page(library: Library, site: Site) -> str:
    """Return the page."""
    front = {
        "title": "Use it from Python",
        "description": "The solver as a Python package: notebooks, bots and your own factions.",
        "hide": ["toc"],
    }
    acts = [_row(name, act) for name, act in ACTS.items()]
    told = {"acts": acts, "records": _records(), "version": VERSION, "schemas": SCHEMAS, "reference": reference()}
    return page("python.html", PYTHON, library, site, front, **told)


def _records() -> list[tuple[str, list[str], list[str]]]:
    """Return each part of a pack with the fields that its records need and those that they may have."""
    parts = pack_schema()["properties"]
    effect, component = parts["components"]["items"]["anyOf"]
    records = {"edition": parts["edition"], "factions": parts["factions"]["items"], "units": parts["units"]["items"],
               "components": component, "components with acts": effect}  # fmt: skip
    found = []
    for name, record in records.items():
        needed = record["required"]
        found.append((name, needed, [field for field in record["properties"] if field not in needed]))
    return found


def _row(name: str, act: Act) -> tuple[str, str, list[str], str]:
    """Return what the table says of an act, all of it from its declaration."""
    settings = [f"{setting}: {SETTINGS[setting].says}" for setting in act.needs]
    settings += [f"{setting}: {SETTINGS[setting].says} (optional)" for setting in act.may]
    whose = f"of: {' or '.join(act.of)}" if act.asks or len(act.of) > 1 else ""
    if whose and not act.asks:
        whose += f" ({act.of[0]} where you say nothing)"
    return name, re.sub("`", "", act.says), [*settings, *filter(None, [whose])], ", ".join(act.anywhere())
