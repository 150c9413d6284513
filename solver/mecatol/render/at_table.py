"""A battle at the table as HTML: the odds and how they went, the fleets, what is asked, the luck, the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from mecatol.render.chips import chip, chips
from mecatol.render.clauses import Links, clause
from mecatol.render.facts import Facts
from mecatol.render.lines import line
from mecatol.render.numbers import average, percent, points
from mecatol.render.words import text, times

_SHOWN = 5
"""Ways of a choice before the rest is folded."""
_NARROW = 0.14
"""The share of the line's width below which there is no room for a word."""
_TALL, _EDGE = 5.0, 0.2
"""The height of the line, and what is left free above and below it, in em."""
_SIDES = 10
_SUSTAINED = ", after sustaining"
_JUDGED = {
    "searched": "The best if both sides lose their units in the best way from here on.",
    "usual": "The best if both go on in their usual order of losses.",
    "partly": "The best, in the usual order of losses, of those that could be compared in a second.",
    "named": "There are too many ways to list. These follow the named orders of losses.",
}
"""By what the best way to assign hits is the best."""

type _Data = Mapping[str, Any]


def at_table(moment: _Data, links: Links, seed: int | None) -> dict[str, str]:
    """Return what a page shows of a moment: its ``"title"``, ``"html"``, and the buttons at its ``"foot"``.

    ``moment`` is the data of a `mecatol.playing.moment.TableMoment`; ``seed`` that of a roll made here, if it was one.
    """
    facts = Facts({"scenario": {"players": moment["players"]}})
    styles = [facts.style(name) for name in facts.players]
    fleets = (_fleet(moment, place, style) for place, style in enumerate(styles))
    parts = [
        f'<div class="playing__odds">{_odds(moment, styles)}'
        f'<p class="playing__place">{text(moment["losses"])}</p>{_went(moment, styles)}</div>',
        f'<div class="playing__fleets">{"".join(fleets)}</div>',
        _question(moment, styles, links, seed),
        _luck(moment, styles),
        _acting(moment, styles),
        _so_far(moment),
        *(f'<p class="hint">{text(words)}</p>' for words in moment["assumed"]),
    ]
    title = moment["step"]["title"].replace("Space combat, round", "Round")
    return {"title": title, "html": "".join(parts), "foot": "".join(_foot(moment["step"]))}


def _odds(moment: _Data, styles: Sequence[str]) -> str:
    """Return who wins how often as a bar, and as figures that say how often it was at the start."""
    left, parts, figures = 0.0, [], []
    for share, start in zip(moment["shares"], moment["line"][0]["odds"], strict=True):
        player, chance = share["player"], share["chance"]
        style = "share--draw" if player is None else styles[player]
        parts.append(f'<rect class="share {style}" x="{100 * left:.3f}%" width="{100 * chance:.3f}%" height="100%"/>')
        left += chance
        moved = player is not None and round(100 * chance) != round(100 * start)
        was = f"<small> was {round(100 * start)}</small>" if moved else ""
        figures.append(
            f'<span class="playing__figure {style}"><strong class="result-number">{text(percent(chance))}{was}</strong>'
            f"<small>{text(share['words'])}</small></span>"
        )
    return (
        '<svg class="shares playing__bar" width="100%" height="16" aria-hidden="true" focusable="false">'
        f'{"".join(parts)}</svg><div class="playing__figures">{"".join(figures)}</div>'
    )


def _went(moment: _Data, styles: Sequence[str]) -> str:
    """Draw how the odds went from the start to now."""
    passed = moment["line"]
    wide = 100 / max(1, len(passed) - 1)
    drawn = []
    for place, share in enumerate(moment["shares"]):
        if share["player"] is None:
            continue
        heights = [_EDGE + (1 - one["odds"][place]) * (_TALL - 2 * _EDGE) for one in passed]
        for index, (before, after) in enumerate(pairwise(heights)):
            drawn.append(
                f'<line class="{styles[share["player"]]}" x1="{index * wide:.2f}%" x2="{(index + 1) * wide:.2f}%" '
                f'y1="{before:.2f}em" y2="{after:.2f}em"/>'
            )
    at = 0.0
    for words, group in groupby(passed, key=lambda one: _short(one["title"])):
        part = len([*group]) / len(passed)
        if part > _NARROW:
            middle = 100 * (at + part / 2)
            drawn.append(f'<text class="chart__label" x="{middle:.2f}%" y="{_TALL + 1}em">{text(words)}</text>')
        at += part
    if len(passed) < 2:
        return ""
    return (
        f'<svg class="chart playing__line" role="img" width="100%" height="{_TALL + 1.4}em" focusable="false" '
        f'aria-label="How the chances went since the start">{"".join(drawn)}</svg>'
    )


def _short(title: str) -> str:
    """Return what a part of the action is called under the line."""
    if found := re.search(r"round (\d+)$", title):
        first = "ground 1" if title.startswith("Ground") else "round 1"
        return first if found[1] == "1" else found[1]
    named = {"Barrage": "barrage", "Cannon": "cannons", "The end": "end", "start": "start"}
    return next((words for part, words in named.items() if part in title), title.split(" ")[0].lower())


def _fleet(moment: _Data, place: int, style: str) -> str:
    """Return a player's units, with the dice of this part of the action."""
    player, step = moment["players"][place], moment["step"]
    asked = " is-asked" if step["player"] == place else ""
    parts = [f'<h3 class="playing__name">{text(player["name"])}</h3>']
    for there in player["places"]:
        if there["words"] or there["place"] != "space":
            parts.append(f'<p class="playing__place">{text(there["words"] or there["place"])}</p>')
        parts.append(chips(_chips(there["units"])))
    if not player["places"]:
        parts.append('<p class="playing__place">Nothing left</p>')
    rolls = [roll for roll in moment["rolls"] if roll["player"] == place and roll["title"] == step["title"]]
    for roll in rolls[-1:]:
        dice = "".join(f'<span class="die{" die--hit" if hit else ""}">{face}</span>' for face, hit in roll["shown"])
        parts.append(f'<div class="playing__dice">{dice}</div><strong class="playing__hits">')
        parts.append(f"{times(roll['hits'], 'hit')}</strong>")
    return f'<div class="playing__fleet {style}{asked}">{"".join(parts)}</div>'


def _chips(units: Sequence[_Data]) -> Iterator[str]:
    """Yield units as chips, the damaged beside the whole."""
    for one in units:
        if whole := one["count"] - one["damaged"]:
            yield chip(one["unit"], whole)
        if one["damaged"]:
            yield chip(one["unit"], one["damaged"], damaged=True)


def _question(moment: _Data, styles: Sequence[str], links: Links, seed: int | None) -> str:
    """Return what is asked, with the controls for it."""
    step = moment["step"]
    style = "" if step["player"] is None else styles[step["player"]]
    cited = clause(step["clause"], links)
    parts = [f'<h3 class="playing__words {style}" tabindex="-1">{text(step["words"])} {cited}</h3>']
    hints = [] if step["kind"] == "over" else [*moment["notes"]]
    hints += [] if seed is None else [f"Rolled here from seed {seed}."]
    parts += [f'<p class="hint">{text(words)}</p>' for words in hints]
    if step["kind"] == "roll":
        parts.append(_roll(step, style))
    elif step["options"]:
        parts += _choices(step, styles)
    for label, owned in (("Retreat announced by", False), ("Cards", True)):
        extras = [one for one in step["extras"] if ("owner" in one) == owned]
        if extras:
            ways = "".join(_extra(one, styles) for one in extras)
            parts.append(f'<div class="playing__extras"><span class="playing__label">{label}</span>{ways}</div>')
    return f'<div class="playing__asked">{"".join(parts)}</div>'


def _button(token: str, style: str, heard: str, seen: str) -> str:
    """Return a button for a way on that is heard in whole words and seen in short ones."""
    return (
        f'<button type="button" class="{style}" data-token="{text(token)}"><span class="unseen">{text(heard)}</span>'
        f"{seen}</button>"
    )


def _roll(step: _Data, style: str) -> str:
    """Return what is rolled, and a button for each number of hits."""
    kinds, pad = [], []
    for one in step["dice"]:
        unit = chip(one["unit"], one["units"]) if one["unit"] else ""
        verb = "die hits" if one["dice"] == 1 else "dice hit"
        again = ", rerolled once" if one.get("reroll") else ""
        kinds.append(f'<span class="playing__kind">{unit} {one["dice"]} {verb} on {_on(one)}{again}</span>')
    for one in step["options"]:
        chance = text(percent(one["chance"]))
        seen = f'<strong aria-hidden="true">{one["hits"]}</strong><small aria-hidden="true">{chance}</small>'
        pad.append(_button(one["token"], "playing__number", f"{one['words']}, {percent(one['chance'])}", seen))
    return (
        f'<p class="playing__rolled {style}">{"".join(kinds)}</p><p class="playing__label">How many hit?</p>'
        f'<div class="playing__pad">{"".join(pad)}</div>{_faces(step, style) if step["faces"] else ""}'
    )


def _on(dice: _Data) -> str:
    """Return what a die hits on: ``7+``, ``10``."""
    return f"{dice['on']}{'+' if dice['on'] < _SIDES else ''}"


def _faces(step: _Data, style: str) -> str:
    """Return a place for each die, which a tap on what it shows fills (`browser/playing/playing.ts`)."""
    dice = "".join(
        f'<span class="die" data-on="{one["on"]}" data-yields="{one.get("yields", 1)}">{_on(one)}</span>' * one["dice"]
        for one in step["dice"]
    )
    pad = "".join(
        f'<button type="button" class="playing__number" data-do="face">{face}</button>' for face in range(1, _SIDES + 1)
    )
    inside = f'<div class="playing__dice {style}">{dice}</div><div class="playing__pad playing__pad--faces">{pad}</div>'
    return line("Dice", "tap what each one shows", f'<div class="playing__asked">{inside}</div>')


def _choices(step: _Data, styles: Sequence[str]) -> Iterator[str]:
    """Yield the ways of a choice, the best first, those beyond the first few folded, and how they were compared."""
    ways = [_choice(option, styles) for option in step["options"]]
    around = '<div class="playing__choices">{}</div>'
    yield around.format("".join(ways[:_SHOWN]))
    if rest := ways[_SHOWN:]:
        inside = around.format("".join(rest))
        yield f'<details class="more"><summary>{len(rest)} more</summary>{inside}</details>'
    if step["kind"] == "losses" and len(ways) > 1:
        more = f" {step['more']} more ways are worse." if step["more"] and step["compared"] != "named" else ""
        yield f'<p class="hint">{_JUDGED[step["compared"]]}{more}</p>'


def _choice(option: _Data, styles: Sequence[str]) -> str:
    """Return a way as a button: what changes as chips, and what it costs against the best."""
    best = option.get("best")
    cost = percent(option["chance"]) if "chance" in option else points(-option["cost"]) if "cost" in option else ""
    words = []
    for one in option.get("shows", ()):
        sustains = one["verb"].startswith("sustain")
        drawn = chip(one["unit"], one["number"], sustains)
        verb = one["verb"].replace(" with", "")
        words.append(f'<span class="playing__change {styles[one["player"]]}">{text(verb)} {drawn}</span>')
    if not words:
        words.append(text(option["words"]))
    elif option["words"].endswith(_SUSTAINED):  # else it looks like one that does not
        words.append(f'<span class="playing__change">{_SUSTAINED[2:]}</span>')
    worth = "best" if best else cost
    heard = ": ".join(filter(None, (option["words"], worth)))
    seen = f'<span class="playing__way" aria-hidden="true">{"".join(words)}</span>'
    seen += f'<span class="rows__end" aria-hidden="true">{text(worth)}</span>'
    return _button(option["token"], f"playing__choice{' is-best' if best else ''}", heard, seen)


def _extra(extra: _Data, styles: Sequence[str]) -> str:
    """Return what a player may do before: announce a retreat, or hold a card back or play it."""
    style = f" {styles[extra['owner']]}" if "owner" in extra else ""
    worth = f": {points(extra['gain'])}" if "gain" in extra else ""
    words = "nobody" if extra["words"] == "Nobody retreats" else extra["words"].replace(" announces a retreat", "")
    seen = f'<span aria-hidden="true">{text(words + worth)}</span>'
    return _button(extra["token"], f"button button--quiet{style}", extra["words"] + worth, seen)


def _luck(moment: _Data, styles: Sequence[str]) -> str:
    """Return how rare the rolls were."""
    parts = []
    for one in moment["luck"]:
        good = one["hits"] >= one["expected"]
        rare = f"{'As many or more' if good else 'As few or fewer'}: {percent(one['at_least' if good else 'at_most'])}"
        words = f"{times(one['hits'], 'hit')}, {average(one['expected'])} on average. {rare}"
        parts.append(f'<p class="{styles[one["player"]]}">{_name(moment, one)} {text(words)}</p>')
    if not parts:
        return ""
    return f'<div class="playing__luck"><h3 class="playing__label">Luck so far</h3>{"".join(parts)}</div>'


def _name(moment: _Data, of: _Data, ending: str = "") -> str:
    """Return the name of the player whose something is."""
    return f'<strong class="playing__name">{text(moment["players"][of["player"]]["name"] + ending)}</strong>'


def _acting(moment: _Data, styles: Sequence[str]) -> str:
    """Return the cards, technologies and abilities that act in the battle."""
    found = [
        f'<li class="{styles[one["player"]]}">{_name(moment, one, f"’s {one['name']}")} {text(one["meaning"])}</li>'
        for one in moment["acting"]
    ]
    names = ", ".join(one["name"] for one in moment["acting"])
    return line("In play", text(names), f'<ul class="playing__past">{"".join(found)}</ul>') if found else ""


def _so_far(moment: _Data) -> str:
    """Return the steps so far, each with a way back to it."""
    found = [
        f'<li><button type="button" class="menu__item" data-back="{place}"><span>{text(one["did"])}</span> '
        f"<small>{text(one['title'])}</small></button></li>"
        for place, one in enumerate(moment["line"][:-1])
    ]
    words = f"{times(len(found), 'step')}; tap one to go back to it"
    return line("So far", words, f'<ol class="playing__past">{"".join(found)}</ol>') if found else ""


def _foot(step: _Data) -> Iterator[str]:
    """Yield the buttons that are always in sight."""
    main = '<button type="button" class="button button--main" data-{}="{}">{}</button>'
    yield '<button type="button" class="button button--quiet" data-do="link">Share</button>'
    if step["kind"] in ("roll", "which"):
        yield main.format("do", "roll", "Roll for us")
    if step["kind"] == "losses" and step["options"][0].get("best"):
        yield main.format("token", text(step["options"][0]["token"]), "Take the best")
    if step["kind"] == "over":
        yield main.format("do", "again", "Play it again")
