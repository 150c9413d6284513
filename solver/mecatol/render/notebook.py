"""What a notebook shows of a solution, a scenario and a table: the site's own answer, with the styles that it needs.

Everything that a caller names is escaped. Where a viewer takes the styles away, the words and tables are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mecatol.render.colors import DARK, LIGHT
from mecatol.render.facts import Facts
from mecatol.render.marks import mark
from mecatol.render.solution import render
from mecatol.render.words import rank, text
from mecatol.scenario.sentence import say
from mecatol.scenario.step import STEPS

_IN_THE_DARK = "[data-jp-theme-light='false'] .mecatol-shown,.vscode-dark .mecatol-shown,[theme='dark'] .mecatol-shown"
"""Where JupyterLab, an editor's notebook and Colab are dark."""
_RULES = """
.mecatol-shown{background:var(--surface);border:1px solid var(--line);border-radius:10px;color:var(--ink);
font:15px/1.45 system-ui,sans-serif;max-width:46rem;padding:12px 16px}
.mecatol-shown h4{font-size:20px;margin:0 0 8px}.mecatol-shown p{margin:0 0 4px}
.mecatol-shown .result__headline{font-size:20px;font-weight:650}
.mecatol-shown .result__label,.mecatol-shown caption,.mecatol-shown .clause-ref{
color:var(--ink-soft);font-size:13px;text-align:start}
.mecatol-shown .result__part,.mecatol-shown details{margin-top:12px}.mecatol-shown summary{cursor:pointer}
.mecatol-shown .battle__figures{display:flex;flex-wrap:wrap;gap:12px;justify-content:space-between}
.mecatol-shown .battle__figure strong{font-size:20px}.mecatol-shown svg.shares{border-radius:4px}
.mecatol-shown .player{color:var(--side)}.mecatol-shown rect{fill:var(--side,var(--line-strong))}
.mecatol-shown .share--draw{--side:var(--line-strong)}
.mecatol-shown .chart{font-size:13px}.mecatol-shown .chart text{fill:var(--ink);text-anchor:middle}
.mecatol-shown .chart__floor{stroke:var(--line-strong)}.mecatol-shown .unit-mark{vertical-align:-4px}
.mecatol-shown :is(ul,ol){list-style:none;margin:0;padding:0}.mecatol-shown small{color:var(--ink-soft);display:block}
.mecatol-shown :is(.share-row,.finding){align-items:center;display:flex;gap:12px;margin:4px 0}
.mecatol-shown .share-row__chance{min-width:4em}.mecatol-shown :is(.share-row__bar,.tally){background:var(--line);
flex:none;height:6px;width:80px}.mecatol-shown .tally{display:block;width:100%}
.mecatol-shown .rows__row{border-bottom:1px solid var(--line);display:flex;gap:12px;justify-content:space-between}
.mecatol-shown .unit-chip{margin-inline-end:8px}
.mecatol-shown .result__label{display:flex;justify-content:space-between}
.mecatol-shown .result-number--main{font-size:32px}
.mecatol-shown table{background:none;border-collapse:collapse;color:var(--ink);font-size:15px;margin:0}
.mecatol-shown :is(th,td){background:none;border-bottom:1px solid var(--line);padding:4px 12px 4px 0;
text-align:start;vertical-align:top}
.mecatol-shown td.number{font-variant-numeric:tabular-nums;text-align:end}
.mecatol-shown .rolls__hits{color:var(--ink-soft);display:block;font-size:13px}
""".replace("\n", "")


def _properties(colors: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{color}" for name, color in colors.items())


def _style() -> str:
    light, dark = _properties(LIGHT), _properties(DARK)
    tones = "".join(f".mecatol-shown .player--{tone}{{--side:var(--tone-{tone})}}" for tone in range(8))
    return f"<style>.mecatol-shown{{{light}}}{_IN_THE_DARK}{{{dark}}}{tones}{_RULES}</style>"


def _sheet(title: str, html: str) -> str:
    return f'{_style()}<div class="mecatol-shown"><h4>{text(title)}</h4>{html}</div>'


_CHIP = re.compile(
    r'<span class="unit-chip(?: unit-mark--([\w-]+))?(?: unit-chip--damaged)?" role="img" aria-label="([^"]*)">'
    "[^<]*</span>"
)


def _spelled(html: str) -> str:
    """Return an answer whose chips say what they are: a notebook may take its styles away, and the pictures."""
    return _CHIP.sub(lambda found: f'<span class="unit-chip">{mark(found[1] or "")}{found[2]}</span> ', html)


def solution_page(data: Mapping[str, Any]) -> str:
    """Return a Solution (its JSON, in decimals) as HTML: who wins, what is left, and how it follows from the rules."""
    return _sheet(STEPS[data["step"]].title, _spelled(render(data, {}, folded=True)))


def scenario_page(data: Mapping[str, Any]) -> str:
    """Return a scenario (canonical data) as HTML: each player's units as marks, then its sentences."""
    title, *lines = say(data).splitlines()
    facts = Facts({"scenario": data})
    marks = {str(player["name"]): _marks(facts, player) for player in data["players"]}
    rows = zip([*marks, *[""] * (len(lines) - len(marks))], lines, strict=True)
    shown = [f"<p>{marks.get(name, '')} {text(line)}</p>" for name, line in rows]
    return _sheet(title.removesuffix("."), "".join(shown))


def _marks(facts: Facts, player: Mapping[str, Any]) -> str:
    kinds = dict.fromkeys(unit for _, unit in facts.before[str(player["name"])].units)
    tone = facts.tone(str(player["name"])) % 8
    return f'<span class="player player--{tone}">{"".join(mark(unit) for unit in sorted(kinds, key=rank))}</span>'


def table_page(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return rows as an HTML table under a title; numbers are set to the right, None is empty."""
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    below = f"<p>{text(note)}</p>" if note else ""
    return _sheet(title, f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}")


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f'<td class="number">{text(f"{value:.6g}")}</td>'
    return f"<td>{text(value)}</td>"
