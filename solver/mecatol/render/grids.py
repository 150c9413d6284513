"""A table of an answer as rows for a phone: a name, what there is to say of it, and what matters at the edge."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mecatol.render import chips
from mecatol.render.clauses import Links, clause, linked
from mecatol.render.facts import Facts
from mecatol.render.lines import row, rows, share, shares
from mecatol.render.numbers import average
from mecatol.render.words import text, times

type Row = Mapping[str, object]
"""A row of a table by its columns."""
type Writer = Callable[[Row, Facts, Links], str]

_SHOWN = 6
"""Rows before the rest is folded away."""
_COLORS = {"blue", "green", "yellow", "red"}
"""Colors of prerequisites."""
_PREREQUISITE = re.compile(r"(\d+) (blue|green|yellow|red)")
_VALUE = {"yes": "verdict verdict--yes", "no": "verdict verdict--no"}


def grid(data: Mapping[str, Any], facts: Facts, links: Links) -> str:
    """Render a table of an answer; a kind that is not known here gets its first column as name, the last as edge."""
    columns = tuple(map(str, data.get("columns", ())))
    found: list[Row] = [dict(zip(columns, one, strict=False)) for one in data.get("rows", ())]
    if "Chance" in columns and all(isinstance(one.get("Chance"), float) or _percent(one) for one in found):
        return _chances(found, columns, facts, links)
    if columns[:1] == ("Unit",) and all(value in ("yes", "no") for one in found for value in list(one.values())[1:]):
        return _matrix(found, columns, links)
    write = WRITERS.get(columns, _any)
    return rows([write(one, facts, links) for one in found], _SHOWN)


def _percent(found: Row) -> float:
    """Return a chance that is written as a percentage, 0 where it is none."""
    written = str(found.get("Chance", ""))
    return float(written.removesuffix("%")) / 100 if re.fullmatch(r"[\d.]+%", written) else 0.0


def _chances(found: list[Row], columns: Sequence[str], facts: Facts, links: Links) -> str:
    """Render rows of chances with a bar; units in them are chips."""
    parts = []
    numbers = [float(value) if isinstance(value := one["Chance"], float) else _percent(one) for one in found]
    for one, chance in zip(found, numbers, strict=True):
        rest = [(column, one[column]) for column in columns if column != "Chance"]
        what = "".join(
            f'<span class="{"" if not place else "rows__aside"}">'
            f"{_said(column, value, facts, links, bare=not place and not isinstance(value, int))}</span>"
            for place, (column, value) in enumerate(rest)
            if value not in ("", "nothing")
        )
        parts.append(share(chance, max(numbers), facts.style(next(iter(facts.players), "")), what))
    return shares(parts, _SHOWN)


def _matrix(found: list[Row], columns: Sequence[str], links: Links) -> str:
    """Render yes and no by place: few columns, and narrow."""
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in columns)
    body = ""
    for one in found:
        name, *answers = one.values()
        cells = "".join(f"<td>{_yes_or_no(str(answer))}</td>" for answer in answers)
        body += f'<tr><th scope="row">{text(name)}</th>{cells}</tr>'
    return f'<div class="scroll"><table class="odds"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _yes_or_no(value: str) -> str:
    sign = "✓" if value == "yes" else "✕"
    return f'<span class="{_VALUE[value]}" role="img" aria-label="{value}">{sign}</span>'


def _plain(value: object) -> str:
    """Write a value without its column."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return average(value)
    return "–" if value is None else str(value)


def _said(column: str, value: object, facts: Facts, links: Links, bare: bool = False) -> str:
    """Write a value with its column before it, or, where it says enough ``bare``, without."""
    if isinstance(value, str) and (found := chips.in_words(value)):
        return found if bare else f"{text(column)} {found}"
    if column == "Clauses" and isinstance(value, str) and value:
        return ", ".join(clause(one, links) for one in value.split(", "))
    shown = linked(_plain(value), links)
    for name in facts.players:
        if isinstance(value, str) and (value == name or value.startswith(f"{name} (")):
            return _player(value, name, facts)
    return shown if bare else f"{text(column)} {shown}"


def _player(value: str, name: str, facts: Facts) -> str:
    return f'<strong class="player {facts.style(name)}">{text(value)}</strong>'


def _name(value: object, facts: Facts, links: Links) -> str:
    """Write what a row is about."""
    return _said("", value, facts, links, bare=True)


def _any(found: Row, facts: Facts, links: Links) -> str:
    (_, first), *rest = found.items()
    edge = ""
    if rest and isinstance(rest[-1][1], int | float):
        edge = _plain(rest.pop()[1])
    small = " · ".join(_said(column, value, facts, links) for column, value in rest if value not in ("", None))
    return row(_name(first, facts, links), small, text(edge))


def pips(told: str) -> str:
    """Return prerequisites such as `2 blue, 1 yellow` as pips of their colors, with the words for those who listen."""
    found = _PREREQUISITE.findall(told)
    drawn = "".join(f'<span class="pip color--{color}"></span>' * int(number) for number, color in found)
    return f'<span class="pips" role="img" aria-label="requires {text(told)}">{drawn}</span>' if drawn else ""


def _votes_needed(found: Row, facts: Facts, links: Links) -> str:
    who, abstain, always = found.values()
    return row(text(who), f"whatever the undecided do: {_votes(always)}", _votes(abstain), "if they abstain")


def _votes(number: object) -> str:
    return times(number, "vote") if isinstance(number, int) else text(number)


def _voter(found: Row, facts: Facts, links: Links) -> str:
    who, available, extra, outcome, votes = found.values()
    small = f"{text(_votes(available))} available" + (f", {text(extra)}" if extra else "")
    return row(_name(who, facts, links), small, text(outcome), _votes(votes) if votes else "")


def _removed(found: Row, facts: Facts, links: Links) -> str:
    what, cost = found.values()
    return row(_name(what, facts, links), "", f'{text(cost)} <span class="rows__aside">resources</span>')


def _deploys(found: Row, facts: Facts, links: Links) -> str:
    unit, faction, when, what, cost, once = found.values()
    price = "" if cost in ("", "nothing") else text(cost)
    return row(
        f'{text(unit)} <span class="rows__aside">{text(faction)}</span>',
        f"{linked(str(when), links)} {linked(str(what), links)} Once per {text(once)}.",
        price,
    )


def _shield(found: Row, facts: Facts, links: Links) -> str:
    planet, owner, units, shield = found.values()
    return row(f"{_name(units, facts, links)} on {text(planet)}", _name(owner, facts, links), text(shield))


def _effect(found: Row, facts: Facts, links: Links) -> str:
    effect, used_by, planet, works, clauses, why, force = found.values()
    cited = " ".join(clause(one, links) for one in str(clauses).split(", ") if one)
    small = f'{linked(str(why), links)} {cited} <span class="rows__aside">{text(force)}</span>'
    end = _yes_or_no(str(works)) if works in _VALUE else text(works)
    return row(f"{linked(str(effect), links)}, {text(used_by)} on {text(planet)}", small, end)


def _producer(found: Row, facts: Facts, links: Links) -> str:
    unit, where, number, each, total = found.values()
    several = f"{text(number)} × {text(each)}" if number not in ("", 1) else ""
    return row(text(unit), text(where), text(total), several)


def _price(found: Row, facts: Facts, links: Links) -> str:
    what, number, resources = found.values()
    name = chips.in_words(f"{number} {what}") or f"<strong>{text(what)}</strong>"
    return row(f"{name} {text(what) if 'unit-chip' in name else ''}", "", text(_plain(resources)))


def _payment(found: Row, facts: Facts, links: Links) -> str:
    planet, resources, influence, what = found.values()
    small = f"{times(resources, 'resource') if isinstance(resources, int) else text(resources)}"
    small += f" · {text(influence)} influence" if influence != "" else ""
    kept = what in ("keep", "already exhausted")
    end = f'<span class="rows__aside">{text(what)}</span>' if kept else text(what)
    return row(text(planet), small, end)


def _other_payment(found: Row, facts: Facts, links: Links) -> str:
    spend, wasted, goods, planets, influence = found.values()
    small = f"{text(planets)} planets · {text(goods)} trade goods · loses {text(influence)} influence"
    return row(text(spend), small, text(wasted), "wasted")


def _site(found: Row, facts: Facts, links: Links) -> str:
    unit, may, placed = found.values()
    return row(text(unit), f"may go to {text(may)}", text(placed))


def _path(found: Row, facts: Facts, links: Links) -> str:
    step, research, prerequisites, ignored, other = found.values()
    small = [f"ignoring with {linked(str(ignored), links)}" if ignored not in ("", "nothing") else ""]
    small.append(f"or {linked(str(other), links)}" if other else "")
    name = f'<span class="rows__number">{text(step)}</span> {linked(str(research), links)}'
    return row(name, " · ".join(filter(None, small)), pips(str(prerequisites)))


def _open_technology(found: Row, facts: Facts, links: Links) -> str:
    name, color, prerequisites, ignored = found.values()
    kind = color if color not in _COLORS else ""
    small = [text(kind), f"ignoring with {linked(str(ignored), links)}" if ignored not in ("", "nothing") else ""]
    dot = f'<span class="swatch color--{color}"></span> ' if color in _COLORS else ""
    spoken = f'<span class="unseen">, {text(color)}</span>' if color in _COLORS else ""
    return row(f"{dot}{linked(str(name), links)}{spoken}", " · ".join(filter(None, small)), pips(str(prerequisites)))


def _receives(found: Row, facts: Facts, links: Links) -> str:
    player, goods, also = found.values()
    return row(_name(player, facts, links), linked(str(also), links), times(int(str(goods)), "trade good"))


def _points(found: Row, facts: Facts, links: Links) -> str:
    player, initiative, now, action, scoring, after = found.values()
    way = f"{text(now)} now → {text(action)} after the action phase → {text(scoring)} after scoring"
    who = f'{_name(player, facts, links)} <span class="rows__aside">initiative {text(initiative)}</span>'
    return row(who, way, text(after), "points")


def _most_points(found: Row, facts: Facts, links: Links) -> str:
    player, *ways, points = found.values()
    return row(_name(player, facts, links), " · ".join(linked(str(one), links) for one in ways if one), text(points),
               "points")  # fmt: skip


WRITERS: dict[tuple[str, ...], Writer] = {
    ("Player and outcome", "If the undecided abstain", "No matter how they vote"): _votes_needed,
    ("Player", "Votes available", "Extra votes included", "For", "Votes"): _voter,
    ("Removed", "Resources"): _removed,
    ("Unit", "Faction", "When", "What happens", "Cost", "Once per"): _deploys,
    ("Planet", "Owner", "Units", "Planetary Shield"): _shield,
    ("Effect", "Used by", "Planet", "Works", "Clauses", "Why", "In force"): _effect,
    ("Unit", "Where", "Number", "Production", "Total"): _producer,
    ("What", "Number", "Resources"): _price,
    ("Planet", "Resources", "Influence", "What to do"): _payment,
    ("Spend", "Wasted", "Trade goods", "Planets", "Influence lost"): _other_payment,
    ("Unit", "May go to", "Placed"): _site,
    ("Step", "Research", "Prerequisites", "Ignored with", "Or"): _path,
    ("Technology", "Color", "Prerequisites", "Ignored with"): _open_technology,
    ("Player", "Trade goods", "Also"): _receives,
    ("Player", "Initiative", "Now", "After the action phase", "After scoring", "After the round"): _points,
    ("Player", "With Imperial", "Public objective", "Secret objective", "Points"): _most_points,
}
"""How a row of each kind of table is written, by the table's columns."""
OPEN = frozenset(
    {
        ("What", "Number", "Resources"),
        ("Planet", "Resources", "Influence", "What to do"),
        ("Excess hits", "Chance"),
        ("Step", "Research", "Prerequisites", "Ignored with", "Or"),
    }
)
"""Tables that are in sight wherever they stand among the others."""
