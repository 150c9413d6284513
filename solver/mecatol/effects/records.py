"""What a record may say: every mistake in a faction, a unit or a component, with its place and what is allowed."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import fields
from functools import cache, partial
from itertools import chain

from mecatol.domain.editions import EDITIONS, OwnEdition
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.units import GROUND_FORCE, SHIP, STRUCTURE, UNIT_TYPES, Unit, Value, units
from mecatol.effects.check import clause_problems, problems
from mecatol.effects.fits import misfits
from mecatol.effects.model import (
    COLORS,
    COMPONENTS,
    DECLARED_AT,
    FACTION_TECHNOLOGY,
    KINDS,
    LEADER,
    LEADERS,
    TECHNOLOGY,
    Component,
    Effect,
    sort_of,
)
from mecatol.errors import DeclarationError, unknown

type DeclaredRecord = Faction | Unit | Component
type Mistakes = Iterator[tuple[str, str]]
"""Field and what is wrong with it."""

MOST_DICE = 20
"""Dice that a unit may roll; no printed one rolls more than 4."""
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SORTS = {sort.__name__: sort for sort in (OwnEdition, Faction, Unit, Component, Effect)}


def check(steps: Collection[str]) -> None:
    """Check every record against the others, and its steps against those that there are.

    Raises:
        DeclarationError: with every mistake, one a line.
    """
    if found := sorted(mistakes(steps)):
        raise DeclarationError("\n".join(found))


def mistakes(steps: Collection[str]) -> Iterator[str]:
    """Yield every mistake of every record: where it is declared, which record, which field, and what is allowed."""
    every: Iterable[tuple[DeclaredRecord, Callable[[], Mistakes]]] = chain(
        ((faction, partial(_of_faction, faction)) for faction in FACTIONS.values()),
        ((unit, partial(_of_unit, unit, steps)) for unit in units().values()),
        ((component, partial(_of_component, component, steps)) for component in COMPONENTS.values()),
    )
    for record, others in every:
        of_data = ".py:" not in _place(record)
        wrong = list(_said(record, misfits(record, of_data)))
        yield from wrong or _said(record, others())  # what is not even of its type is not looked at any further


def _place(record: DeclaredRecord) -> str:
    return DECLARED_AT.get((sort_of(record), record.slug), "solver/mecatol/domain/data/units.json")


def _said(record: DeclaredRecord, found: Mistakes) -> Iterator[str]:
    for field, message in found:
        yield f"{_place(record)}: {sort_of(record)} {record.slug!r}, {field}: {message}"


def _one_of(field: str, value: object, what: str, allowed: Collection[str]) -> Mistakes:
    if value not in allowed:
        yield field, unknown(field, value, what, allowed).message


def _called(record: DeclaredRecord) -> Mistakes:
    if not _SLUG.fullmatch(record.slug):
        yield "slug", f"{record.slug!r} is not a slug: small letters, digits and single hyphens"
    if not record.name.strip():
        yield "name", "is empty: the name as printed"


def _named(record: DeclaredRecord) -> Mistakes:
    yield from _called(record)
    yield from _one_of("edition", record.edition, "edition", EDITIONS)


def _colors(field: str, colors: Iterable[str]) -> Mistakes:
    for color in colors:
        yield from _one_of(field, color, "color of technology", COLORS.values())


@cache  # asked for each technology that a faction may start with
def _technologies() -> set[str]:
    """Return every technology, by slug, whatever else its record says."""
    upgrades = {unit.technology for unit in units().values() if unit.technology}
    return upgrades | {slug for slug, one in COMPONENTS.items() if one.kind in (TECHNOLOGY, FACTION_TECHNOLOGY)}


def _of_faction(faction: Faction) -> Mistakes:
    yield from _named(faction)
    if not 0 <= faction.commodities <= 10:
        yield "commodities", f"{faction.commodities} is not a number of commodities: 0 to 10"
    for sort in faction.leaders_of_others:
        yield from _one_of("leaders_of_others", sort, "sort of leader", LEADERS)
    for kind, number in (faction.start or {}).items():
        yield from _one_of("start", kind, "type of unit", UNIT_TYPES)
        if number < 1:
            yield "start", f"{number} {kind} is not a number of units: 1 or more"
    for slug in faction.start_technologies:
        yield from _one_of("start_technologies", slug, "technology", _technologies())
    if (choice := faction.start_choice) is not None:
        for slug in choice.among:
            yield from _one_of("start_choice", slug, "technology", _technologies())
        if not 1 <= choice.number <= (len(choice.among) or choice.number):
            yield "start_choice", f"{choice.number} is not a number to choose: 1 to {len(choice.among) or 'any'}"
    for slug in faction.homes:
        yield from _one_of("homes", slug, "faction", FACTIONS)


def _of_wording(record: Unit | Component) -> Mistakes:
    yield from _named(record)
    if record.until is not None:
        yield from _one_of("until", record.until, "edition", EDITIONS)
    if record.faction is not None:
        yield from _one_of("faction", record.faction, "faction", FACTIONS)


def _of_unit(unit: Unit, steps: Collection[str]) -> Mistakes:
    yield from _of_wording(unit)
    yield from _one_of("type", unit.type, "type of unit", UNIT_TYPES)
    if unit.type in ("flagship", "mech") and unit.faction is None and not unit.stands_in:
        yield "faction", f"is missing: every {unit.type} is one faction's"
    for field in ("cost", "produces", "move", "capacity", "limit", "holds_fighters"):
        if (number := getattr(unit, field)) is not None and number < 0:
            yield field, f"{number} is not a number of its kind: 0 or more"
    if unit.upgrade_of is not None:
        yield from _one_of("upgrade_of", unit.upgrade_of, "unit", units())
    yield from _colors("prerequisites", unit.prerequisites or ())
    if unit.prerequisites is not None and unit.technology is None:
        yield "prerequisites", "are for a unit with a technology: the slug of its unit upgrade"
    for category in unit.categories:
        yield from _one_of("categories", category, "category", (SHIP, GROUND_FORCE, STRUCTURE))
    for field in ("combat", "space_cannon", "bombardment", "anti_fighter_barrage"):
        value = getattr(unit, field)
        if value is not None and not isinstance(value, Value):
            yield field, f"{value!r} is not a value with dice: Value(least result that hits, dice)"
        elif value and not (1 <= value.value <= 10 and 0 <= value.dice <= MOST_DICE):
            yield field, f"{value.value} (×{value.dice}) is not a value with dice: 1 to 10, and 0 to {MOST_DICE} dice"
    if unit.direct_hit_immune and not unit.sustain_damage:
        yield "direct_hit_immune", "is for a unit with sustain_damage"
    for step in unit.bears:
        yield from _one_of("bears", step, "step", steps)


def _of_component(component: Component, steps: Collection[str]) -> Mistakes:
    if isinstance(component, Effect):
        yield from _called(component)
        for problem in problems(component, steps):
            field, _, said = problem.partition(": ")
            yield field, said
    else:
        yield from _of_wording(component)
        if component.kind in LEADERS:
            yield "kind", f"{component.kind!r} is a sort of leader: write kind: {LEADER}, and leader: {component.kind}"
        else:
            yield from _one_of("kind", component.kind, "kind of component", KINDS)
        yield from (("clauses", said) for said in clause_problems(component.clauses))
        if component.unit is not None:
            yield from _one_of("unit", component.unit, "unit", units())
    if component.version_of is not None:
        yield from _one_of("version_of", component.version_of, "component", COMPONENTS)
    if not component.meaning.strip():
        yield "meaning", "is empty: what it does, in your own words"
    yield from _colors("color", filter(None, [component.color]))
    yield from _colors("prerequisites", component.prerequisites or ())
    yield from _colors("synergy", component.synergy)
    if component.leader is not None or component.kind == LEADER:
        yield from _one_of("leader", component.leader, "sort of leader", LEADERS)
    for step in component.bears:
        yield from _one_of("bears", step, "step", steps)
    if isinstance(component, Effect) and component.limit < 1:
        yield "limit", f"{component.limit} is not a limit: how many times a scenario may name it, 1 or more"


def refused(module: str, error: TypeError, further: Iterable[type] = ()) -> DeclarationError | None:
    """Return what to say where a record is given a field that it does not have, or lacks one; None for other errors.

    `further` are dataclasses that a module of its own kind declares, such as the steps of a rule.
    """
    if on_sheet := re.match(r"(?:(?:Sheet|Deck)\.)?(\w+)\(\) missing \d+ required .*argument\w*: (.*)", f"{error}"):
        called = "card" if on_sheet[1] == "__call__" else on_sheet[1]
        return DeclarationError(f"{_line_of(module, error)[0]}: {called}() lacks {on_sheet[2]}")
    found = re.match(
        r"(\w+)\.__init__\(\) (got an unexpected|missing \d+ required) keyword(?:-only)? arg\w+:? (.*)", f"{error}"
    )
    sorts = {**_SORTS, **{sort.__name__: sort for sort in further}}
    sort = sorts.get(found[1]) if found else None
    if not found or not sort:
        return None
    where, near = _line_of(module, error)
    slug, called = re.search(r"slug=(\S+?),?$", near, re.M), found[1].removeprefix("Own")
    place = f"{where}: {called} {slug[1] if slug else ''}".rstrip()
    if found[2].startswith("missing"):
        return DeclarationError(f"{place}: lacks {found[3]}")
    name = found[3].strip("'").split("'")[0]
    allowed = [field.name for field in fields(sort)]
    return DeclarationError(f"{place}: {unknown(name, name, f'field of {called}', allowed).message}")


def _line_of(module: str, error: TypeError) -> tuple[str, str]:
    """Return the place in a module where an error came up, as file and line, and the lines around it."""
    line, file, trace = 0, "", error.__traceback__
    while trace:
        if trace.tb_frame.f_globals.get("__name__") == module:
            line, file = trace.tb_lineno, trace.tb_frame.f_code.co_filename
        trace = trace.tb_next
    near = "\n".join(linecache.getlines(file)[max(line - 2, 0) : line + 3])
    return f"{module.replace('.', '/')}.py:{line}", near
