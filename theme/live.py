"""What the calculator asks in the browser: a scenario in, a rendered answer out, both as JSON text.

Runs in CPython and in the browser's Python alike; it needs the solver and `mecatol.render`, nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from itertools import accumulate, chain
from math import inf
from typing import Any

import mecatol
from mecatol.advice.background import SLICE, advice_slice, enough_slice, fleet_slice, many_slice
from mecatol.advice.fleets import Bounds
from mecatol.advice.many import first_fleets
from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.errors import DeclarationError, unexpected
from mecatol.fixes.mends import as_data, mends, mends_of_limit
from mecatol.game.limits import TOKENS
from mecatol.paste.fleet_lists import enemies, opponents
from mecatol.paste.pasted import SOURCES
from mecatol.paste.taking import take
from mecatol.preparing.first_fleet import first_fleet
from mecatol.probability.limits import POSITIONS, heartbeat, time_limit
from mecatol.render import answered, clauses
from mecatol.render.asked import asked, sides
from mecatol.render.chat import calling_nobody, chat
from mecatol.render.compare import compare, moved
from mecatol.render.fleets import ENEMY, YOU, frontier
from mecatol.render.numbers import percent, points
from mecatol.render.picture import picture
from mecatol.render.words import GROUND
from mecatol.render.words import text as escaped
from mecatol.scenario import sentence

_DEEPEST = 60
"""Brackets within brackets that are read; the browser's Python would fall over thousands of them, for good."""
_MOST_MENDED = 6
"""Problems of one scenario for which ways out are sought."""
_PATIENCE = 3600.0
"""Seconds that a solution may take: the reader sees that it goes on, and has a button that stops it."""
_MOST_UNITS = 150
"""Units of a scenario that are solved for as long as it takes: two boxes hold fewer."""
_MOST_PLASTIC = 41
"""Units that one player's box holds, without fighters and infantry, for which there are tokens."""
_CROWDED = 60.0
"""Seconds that a scenario with more units may take."""
_SEARCHING = 30.0
"""Seconds that a search for the best losses may take before a named policy takes its place."""
_EVEN = 0.5
_BROWSER_PACKS = "mecatol.homebrew.browser_packs"
"""The module that holds what packs of the reader are registered; it comes with the first of them."""
_LONGEST = 20_000
"""Characters of a pasted text that are read."""


def answer(text: str, sign: Callable[[str], object] = lambda said: None) -> str:
    """Answer one question: what a scenario comes to, how it reads as sentences, or which one some sentences tell.

    Takes the JSON of ``{"scenario": {…}, "links": {"77": "../space-cannon/"}}``; ``links`` says where the pages of
    clauses stand (see `mecatol.render.clauses.Links`) and may be missing. Returns the JSON of ``{"html": fragment,
    "brief": a smaller one, "summary": a sentence, "scenario": the scenario as the solver writes it}``, or of
    ``{"errors": [{"field": path, "message": sentence, "mends": [{"text": words for a button, "scenario": as it would
    be, "sure": whether a form may do it by itself}]}]}`` when the scenario is not valid (see `mecatol.fixes.mends`).
    ``"seconds"`` say how long it may take where nobody waits for it.
    A second scenario under ``with`` is solved as well and set beside the first: ``"compare"`` is the fragment, and
    the difference stands under ``"brief"`` as well.

    ``{"say": scenario}`` gives ``{"text": sentences}``, and ``{"understand": sentences}`` gives ``{"scenario": …}``.
    ``{"start": faction}`` gives ``{"player": what the faction begins the game with}``, ``{"map": text}`` the systems of
    a saved game or a map string (see `mecatol.saved_games.layout.layout`), ``{"game": text}`` with what it asks what a
    page shows of a saved game (see `mecatol.saved_games.page.answer`). ``{"research": scenario}`` gives
    ``{"headline": sentence, "open": [[technology, what is ignored with what]], "path": the same with what would do as
    well}`` for the technology tree.
    ``{"paste": text}`` takes a battle out of anything pasted (see `mecatol.paste.taking.take`) and gives
    ``{"scenario": …, "source": what it was, "kept": a second scenario or null, "alone": the player without units whose
    question is what would be enough, or null, "left_out": [sentence],
    "added": [sentence], "lines": [what each player has], "html": the same as chips}``; ``{"chat": scenario,
    "address": link}`` gives ``{"text": the battle with its odds}``;
    ``{"picture": scenario}`` gives ``{"svg": the same as a drawing}`` (see `mecatol.render.picture`).
    ``{"ask": text}`` says whether what somebody types is a battle, and how it was read (see `mecatol.render.asked`);
    ``{"odds": scenario}`` gives ``{"brief": the least that answers it}``, within ``"seconds"``; ``{"solve": scenario}``
    also ``"solution"``, whole as other programs take it, and ``"html"``, what each player has as chips.

    ``{"many": scenario, "player": name, "others": fleets, one a line, or nothing for every first fleet}`` lets one
    fleet meet many, a slice at a time (see `mecatol.advice.background.many_slice`).
    ``{"advise": scenario, "after": number}`` works out a slice of what would change the battle, and ``{"enough":
    scenario, "player": name, "reach": chance}`` of what would be enough: asked again, each goes on where it stopped
    (see `mecatol.advice.background` for what they give). Each thing found has its figures as they are printed, too:
    ``"words"`` for its chance, ``"moved"`` for its points.

    ``{"play": scenario, "player": name, "worth": resources or null}`` works out a slice of the best play (see
    `mecatol.advice.playing`), with ``"words_of_chance"`` and ``"moved"`` as they are printed.

    ``{"fleets": {"enemies": a fleet a line, "cost": number, "fleet_pool": number or null, "production_limit": the same,
    "you": fields of the player who buys, "enemy": fields of the other}}`` works out a slice of the best fleets and
    gives ``{"html": a table, "over": whether that is all, "done": number, "of": number, "untried": number}``.

    ``{"table": scenario, "history": [token], "roll": seed or null, "links": as above}`` gives the moment of a battle
    that is played out as a page shows it (see `mecatol.render.at_table`), with its ``"history"``; a seed rolls the
    next dice.

    ``"packs"`` beside any of these are those that the reader has opened, a list of ``{"name": file, "text": JSON}``:
    they are registered, and no others. ``{"pack": one more}`` registers that and gives ``{"gains": what forms offer
    with it}`` (see `mecatol.homebrew.browser_packs.gains`).

    ``sign`` is called once a second while something is solved, with how far it has come in words (see
    `mecatol.probability.limits.heartbeat`).

    Errors as above. Never raises: what nobody foresaw is an error without a field that says what to report.
    """
    try:
        with heartbeat(sign):
            return _answer(text)
    except Exception as error:
        return _errors([{"field": "", "message": unexpected(error)}])


def _answer(text: str) -> str:
    """Answer as `answer` does; raises what nobody foresaw."""
    if _depth(text) > _DEEPEST:
        return _errors([{"field": "", "message": f"The question is nested more than {_DEEPEST} levels deep."}])
    try:
        question = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _errors([{"field": "", "message": f"The question is not JSON: {error}"}])
    if isinstance(question, dict):
        _arrive(question.get("modules"))
    if isinstance(question, dict) and (question.keys() & {"pack", "packs"} or _BROWSER_PACKS in sys.modules):
        return _with_packs(question)
    return _told(question)


def _with_packs(question: dict[str, Any]) -> str:
    """Answer with the packs of a reader registered, and no others; errors say which of them could not be."""
    clauses.effect_names()  # what packs bring has no place on any page that a sentence could lead to
    from mecatol.homebrew import browser_packs

    refused = browser_packs.hold(question.get("packs"))
    try:
        if "pack" in question:
            return json.dumps({"gains": browser_packs.gains(question["pack"])}, ensure_ascii=False)
    except DeclarationError as error:
        return _errors([{"field": "", "message": said} for said in str(error).splitlines()])
    told = _told(question)
    if refused and "errors" in (found := json.loads(told)):
        return _errors([*({"field": "", "message": said} for said in refused), *found["errors"]])
    return told


def _arrive(modules: object) -> None:
    """Let the browser's Python import modules that come with a script for what few ask (see `theme.build.assets`).

    Others lie in tables from the start (`theme/runtime/inside.py`). Where there are no tables, they are all there.
    """
    tables = getattr(sys.modules.get("sitecustomize"), "code", None)
    if not isinstance(tables, dict) or not isinstance(modules, dict):
        return
    for file, source in modules.items():
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if name not in tables and name.startswith("mecatol."):
            path = f"/lib/mecatol/{file}"
            tables[name] = (path, compile(source, path, "exec", dont_inherit=True))


def _told(question: Any) -> str:
    try:
        return _asked(question if isinstance(question, dict) else {})
    except mecatol.ScenarioError as error:
        return _problems(error)


def _asked(question: dict[str, Any]) -> str:
    """Answer a question; raises ScenarioError where its scenario has no answer."""
    for key, answering in _KINDS.items():
        if key in question:
            return answering(question)
    if isinstance(question.get("fleets"), dict):
        return _fleets(question["fleets"])
    return _of_scenario(question)


def _of_scenario(question: dict[str, Any]) -> str:
    """Answer what comes of a scenario."""
    if not isinstance(question.get("scenario"), dict):
        message = "The question needs a scenario: an object with step and players."
        raise mecatol.ScenarioError([mecatol.Problem("", message)])
    links = question.get("links")
    try:
        data = _solved(question["scenario"], _granted(question.get("seconds")))
    except mecatol.ScenarioError as error:
        return _mended(error, question["scenario"])
    found = {
        **answered(data, _links(links)),
        "scenario": data["scenario"],
        "losing": _losing(data),
    }
    if question.get("with") is not None:
        found["compare"], difference = _compared(question["with"], data)
        found["brief"] += difference
    return json.dumps(found, ensure_ascii=False)


def _solved(scenario: Any, seconds: float = _PATIENCE) -> dict[str, Any]:
    """Solve a scenario for as long as it takes, unless so many seconds are all it may; a search may end before."""
    seconds, positions = _bounds(scenario, seconds)
    return mecatol.solve(scenario, seconds=seconds, positions=positions, searching=_SEARCHING).to_json()


def _bounds(scenario: object, seconds: float = _PATIENCE) -> tuple[float, float]:
    """Return the seconds and the positions that solving may take, of so many seconds: with all memory there is.

    More units than any table holds get a minute and a bounded number of positions, so that a link cannot fill the
    memory of a device.
    """
    return (min(seconds, _CROWDED), POSITIONS) if _is_crowded(scenario) else (seconds, inf)


def _is_crowded(scenario: object) -> bool:
    """Tell whether the players of a scenario have more units than a table holds; what is not a scenario has none."""
    with suppress(mecatol.ScenarioError):
        everything = 0
        for player in mecatol.read(scenario).players:
            plastic = 0
            for place in (player.space, player.adjacent, *player.planets.values()):
                everything += sum(place.values())
                plastic += sum(count for unit, count in place.items() if unit not in TOKENS)
            if plastic > _MOST_PLASTIC or everything > _MOST_UNITS:
                return True
    return False


def _granted(seconds: object) -> float:
    """Return the seconds that a question grants, and no more than may be granted."""
    given = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds <= _PATIENCE
    return float(seconds) if given else _PATIENCE  # type: ignore[arg-type]


def _depth(text: str) -> int:
    """Return how deep brackets are nested in a text, those within words counted too."""
    steps = (1 if bracket in "[{" else -1 for bracket in re.findall(r"[][{}]", text))
    return max(accumulate(steps), default=0)


def _compared(kept: object, data: dict[str, Any]) -> tuple[str, str]:
    """Return a kept case beside the one that was asked about, and the difference in one line."""
    try:
        before = _solved(kept)
    except mecatol.ScenarioError as error:
        reason = "; ".join(f"{problem.field} {problem.message}" for problem in error.problems[:3])
        words = f"The case that was kept has no answer to compare with: {escaped(reason)}"
        return f'<p class="result__warnings">{words}</p>', ""
    return compare(before, data), moved(before, data)


def _say(scenario: object) -> str:
    told = calling_nobody(sentence.say(mecatol.read(scenario).data()))
    return json.dumps({"text": told}, ensure_ascii=False)


def _understand(text: object) -> str:
    if not isinstance(text, str) or len(text) > _LONGEST:
        return _errors([{"field": "", "message": f"The text must be words, at most {_LONGEST} characters of them."}])
    try:
        # Editors of some systems put a byte order mark before a text, which nobody sees.
        scenario = mecatol.read(sentence.understand(text.removeprefix("\ufeff"))).data()
    except mecatol.ScenarioError as error:
        return _problems(error)
    except (ValueError, RecursionError) as error:
        return _errors([{"field": "", "message": f"The text is not understood: {error}"}])
    return json.dumps({"scenario": scenario}, ensure_ascii=False)


def _paste(text: object, edition: object) -> str:
    if not isinstance(text, str):
        return _errors([{"field": "text", "message": "must be words"}])
    try:
        found = take(text, edition if isinstance(edition, str) and edition in mecatol.EDITIONS else LATEST)
    except mecatol.ScenarioError as error:
        return _problems(error)
    except (ValueError, RecursionError) as error:
        return _errors([{"field": "text", "message": f"is not understood: {error}"}])
    _, *lines = sentence.say(found.scenario).splitlines()
    told = {"source": SOURCES[found.source], "lines": lines, "html": sides(found.scenario)}
    return json.dumps(asdict(found) | told, ensure_ascii=False)


def _odds(scenario: object, seconds: float) -> str:
    """Return the least that answers a scenario, for whoever has not opened its calculator."""
    data = _solved(scenario, seconds)
    return json.dumps({"brief": answered(data, {})["brief"]}, ensure_ascii=False)


def _solution(scenario: object, seconds: float) -> str:
    """Return the whole solution of a scenario, for a program or a page of somebody else's that shows it."""
    data = _solved(scenario, seconds)
    shown = {"brief": answered(data, {})["brief"], "html": sides(data["scenario"])}
    return json.dumps({"solution": data, **shown}, ensure_ascii=False)


def _start(faction: object, edition: object, *, lands: bool) -> str:
    """Return what a faction's player begins the game with; `lands`: with its ground forces in space, for a landing."""
    known = edition if isinstance(edition, str) and edition in mecatol.EDITIONS else LATEST
    player = first_fleet(faction, known) if isinstance(faction, str) and faction in FACTIONS else None
    if player is None:
        return _errors([{"field": "", "message": "This faction does not begin a game."}])
    if lands:
        for counts in player.pop("planets", {}).values():
            for kind in GROUND & counts.keys():
                player["space"][kind] = player["space"].get(kind, 0) + counts[kind]
    return json.dumps({"player": player}, ensure_ascii=False)


def _research(scenario: object) -> str:
    """Answer what the technology tree shows, by names: what can be researched now, and the path to what is wanted."""
    found = _solved(scenario)["answer"]
    paths = [table["rows"] for table in found["tables"] if table["columns"][0] == "Step"]
    able = [table["rows"] for table in found["tables"] if table["columns"][0] == "Technology"]
    return json.dumps({
        "headline": found["headline"],
        "open": [(name, ignored) for name, _, _, ignored in chain(*able)],
        "path": [(name, ignored, instead) for _, name, _, ignored, instead in chain(*paths[:1])],
    }, ensure_ascii=False)  # fmt: skip


def _map(text: object) -> str:
    """Answer with the systems of a game in progress, or of a map string (`mecatol.saved_games.layout`)."""
    from mecatol.saved_games.layout import layout
    from mecatol.saved_games.reading import read_game

    found = layout(read_game(text))  # type: ignore[arg-type]
    return json.dumps(found, ensure_ascii=False)


def _game(question: dict[str, Any]) -> str:
    """Answer what the page of a game in progress asks."""
    from mecatol.saved_games.page import answer as of_game

    found = of_game(question, SLICE)
    return json.dumps(found, ensure_ascii=False)


def _chat(scenario: object, address: object) -> str:
    told = chat(_solved(scenario), address if isinstance(address, str) else "")
    return json.dumps({"text": told}, ensure_ascii=False)


def _picture(scenario: object) -> str:
    drawn = picture(_solved(scenario))
    return json.dumps({"svg": drawn}, ensure_ascii=False)


def _advise(question: dict[str, Any]) -> str:
    after, reach = question.get("after", 0), question.get("reach", 0.8)
    if not isinstance(after, int) or not isinstance(reach, int | float):
        return _errors([{"field": "after", "message": "`after` and `reach` must be numbers"}])
    if "advise" in question:
        found = advice_slice(question["advise"], after)
    else:
        found = enough_slice(question["enough"], str(question.get("player")), reach)
    for one in found["found"]:
        one["words"] = percent(one["chance"])
        if "points" in one:
            one["moved"] = points(one["points"] / 100)
    return json.dumps(found, ensure_ascii=False)


def _play(question: dict[str, Any]) -> str:
    """Answer which rule is best for a player, of those that were tried so far."""
    from mecatol.advice.playing import play_slice

    worth = question.get("worth")
    if worth is not None and (isinstance(worth, bool) or not isinstance(worth, int | float)):
        return _errors([{"field": "worth", "message": "must be a number of resources, 0 or more"}])
    found = play_slice(question["play"], str(question.get("player")), worth, SLICE)
    printed = {"words_of_chance": percent(found["chance"]), "moved": points(found["points"] / 100)}
    return json.dumps({**found, **printed}, ensure_ascii=False)


def _table(question: dict[str, Any]) -> str:
    """Answer which moment a battle at the table has come to, and what is asked there."""
    from mecatol.playing.moment import play
    from mecatol.render.at_table import at_table

    roll = question.get("roll")
    if roll is not None and (isinstance(roll, bool) or not isinstance(roll, int)):
        return _errors([{"field": "roll", "message": "must be a whole number"}])
    scenario = question["table"]
    with time_limit(*_bounds(scenario)):
        moment = play(scenario, question.get("history", ()), roll=roll).data()
    shown = at_table(moment, _links(question.get("links")), roll)
    return json.dumps({"history": moment["history"], **shown}, ensure_ascii=False)


def _fleets(asked: dict[str, Any]) -> str:
    """Answer which fleets are best with what has been found so far."""
    numbers = {name: asked.get(name) for name in ("cost", "fleet_pool", "production_limit")}
    wrong = [name for name, number in numbers.items() if not _is_budget(number, name == "cost")]
    if wrong:
        return _errors([{"field": name, "message": "must be a number above 0"} for name in wrong])
    mix, notes = enemies(str(asked.get("enemies", "")))
    you, enemy = ({**(asked.get(side) or {})} for side in ("you", "enemy"))
    scenario = {
        "step": "space-combat",
        "players": [
            {**you, "name": YOU, "space": {"cruiser": 1}},
            {**enemy, "name": ENEMY, "space": mix[0]["space"]},
        ],
    }
    bounds = Bounds(0, numbers["cost"] or 0, numbers["fleet_pool"], numbers["production_limit"])
    found = fleet_slice(scenario, YOU, bounds, mix)
    said = "".join(f'<p class="hint">{escaped(note)}</p>' for note in notes)
    return json.dumps({**found, "html": said + frontier(found.pop("frontier"))}, ensure_ascii=False)


def _losing(data: dict[str, Any]) -> str | None:
    """Return who wins less often than not, by name; None where that is nobody, or where nobody wins."""
    names = [player["name"] for player in data["scenario"]["players"]]
    won = {name: float(chance) for name, chance in (data.get("winner") or {}).items() if name in names}
    worst = min(won, key=lambda name: won[name], default=None)
    return worst if worst is not None and won[worst] < _EVEN else None


def _many(question: dict[str, Any]) -> str:
    """Answer how a fleet does against many: every first fleet, or those that a text names, one a line."""
    scenario, text = question["many"], str(question.get("others", ""))
    edition = mecatol.read(scenario).edition
    others = opponents(text, edition) if text.strip() else first_fleets(edition)
    found = many_slice(scenario, str(question.get("player")), others)
    for one in found["found"]:
        one["words"] = "" if one["chance"] is None else percent(one["chance"])
    return json.dumps(found, ensure_ascii=False)


def _is_budget(number: object, needed: bool) -> bool:
    return (number is None and not needed) or (isinstance(number, int | float) and 0 < number < inf)


def _links(value: object) -> dict[str, str]:
    """Keep the addresses that stay on this site, for they come from the page and end in ``href``."""
    if not isinstance(value, dict):
        return {}
    return {
        str(number): address for number, address in value.items() if isinstance(address, str) and ":" not in address
    }


def _problems(error: mecatol.ScenarioError) -> str:
    return _errors([{"field": problem.field, "message": problem.message} for problem in error.problems])


def _mended(error: mecatol.ScenarioError, scenario: dict[str, Any]) -> str:
    """Return the problems of a scenario, each with the ways out of it."""
    too_large = isinstance(error, mecatol.LimitError)
    found: list[dict[str, Any]] = []
    for number, problem in enumerate(error.problems):
        ways = mends_of_limit(scenario) if too_large else []
        if not too_large and number < _MOST_MENDED:
            ways = mends(scenario, problem)
        found.append({"field": problem.field, "message": problem.message, "mends": as_data(ways)})
    return _errors(found)


def _errors(errors: list[dict[str, Any]]) -> str:
    return json.dumps({"errors": errors}, ensure_ascii=False)


_KINDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "say": lambda question: _say(question["say"]),
    "understand": lambda question: _understand(question["understand"]),
    "paste": lambda question: _paste(question["paste"], question.get("edition")),
    "ask": lambda question: json.dumps(asked(str(question["ask"])[:_LONGEST], LATEST), ensure_ascii=False),
    "odds": lambda question: _odds(question["odds"], _granted(question.get("seconds"))),
    "solve": lambda question: _solution(question["solve"], _granted(question.get("seconds"))),
    "chat": lambda question: _chat(question["chat"], question.get("address")),
    "picture": lambda question: _picture(question["picture"]),
    "map": lambda question: _map(question["map"]),
    "game": _game,
    "research": lambda question: _research(question["research"]),
    "start": lambda question: _start(question["start"], question.get("edition"), lands=bool(question.get("lands"))),
    "play": _play,
    "table": _table,
    "advise": _advise,
    "enough": _advise,
    "many": _many,
}
"""What answers a question, by the key that tells what is asked; the first of them counts."""
