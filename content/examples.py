"""Examples and open notes put to the solver: the only place where content asks it to solve.

An `expect` maps a path into the solution's JSON to what must stand there. A path walks through mappings by key and
through lists by index, `chances.<condition>` finds a chance by its condition, and

    left.<player>.<space or planet>.<unit>.<count>
    left.<player>.damaged.<unit>.<count>            in space
    left.<player>.damaged.<planet>.<unit>.<count>   on a planet

adds up the outcomes in which the player has exactly that many of the unit left there (damaged). Of an answer,

    verdict.<subject>                               yes, no or depends; of several findings on one subject, the worst
    table.<title>.<first cell of a row>.<column>
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from json import dumps, loads
from typing import Any

import mecatol
from content import asked, results
from content.checks import notes
from content.model import Expected
from content.nearest import nearest
from content.source import Place, Source, brief
from mecatol.domain.units import UNIT_TYPES
from mecatol.game.limits import REMOVED, WAIVED
from mecatol.render import headline
from mecatol.scenario.assumptions import ASSUMPTIONS, ENFORCED

TOLERANCE = 1e-9
"""How far a number may be from the one expected."""

_SOLVED = results.Shelf("solved")
_NUMBER = re.compile(r"[-+]?(?:\d{1,40}/\d{1,40}|\d{1,40}(?:\.\d{0,40})?(?:[eE][-+]?\d{1,2})?)\Z")
"""What an `expect` may say of a number: a fraction, or a decimal."""
_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|us|[Oo]urs?|myself)\b")
_NUMBERED = re.compile(rf"\b(?:stage|(?:{'|'.join(UNIT_TYPES.values())})s?) I\b", re.I)
"""What is numbered I, such as a stage I objective or a Destroyer I."""
_UNITS = {slug: rf"{name.lower()}s?" if name != "PDS" else name for slug, name in UNIT_TYPES.items()}


class NowhereError(LookupError):
    """A path leads to nothing in the solution."""


def solved(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON of a scenario's solution; each scenario is solved once.

    Raises:
        mecatol.ScenarioError: the solver refuses the scenario.
    """
    found: dict[str, Any] = loads(_solved(dumps(scenario, default=str)))
    return found


@cache
def _solved(scenario: str) -> str:
    key = results.key(results.code(results.SOLVER), scenario)
    return _SOLVED.get(key, lambda: dumps(mecatol.solve(loads(scenario)).to_json()))


def speaker(question: str, scenario: Mapping[str, Any]) -> str | None:
    """Return which player asks a question that speaks in the first person; None for one that does not.

    The players that the question names are the others; of the rest it is Red, or else the first. A question that names
    them all says itself who asks it.
    """
    words = _NUMBERED.sub("", question)
    if not _FIRST_PERSON.search(words):
        return None
    names = [str(player["name"]) for player in scenario["players"]]
    rest = [name for name in names if not re.search(rf"\b{re.escape(name)}\b", words)]
    return "Red" if "Red" in rest else next(iter(rest), None)


def _check_speaker(source: Source, place: Place, example: Mapping[str, Any]) -> None:
    """Record a fault where the player who asks has nothing of what the question calls "my", and another has."""
    asks = speaker(example["question"], example["scenario"])
    mine = {
        slug
        for slug, words in _UNITS.items()
        if re.search(rf"\b[Mm]y (?:[\w-]+ ){{0,2}}{words}\b", example["question"])
    }
    has = {str(player["name"]): mine & set(_keys(player)) for player in example["scenario"]["players"]}
    if asks and mine and not has.pop(asks) and any(has.values()):
        others = " and ".join(has)
        source.fault(place, f"is asked by {asks}, who has none of those units: name {others} where they act", at="my ")


def _keys(data: Any) -> Iterator[str]:
    """Yield every key of nested mappings."""
    if isinstance(data, Mapping):
        yield from map(str, data)
        for value in data.values():
            yield from _keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from _keys(value)


def readings(ruling: str, scenario: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the solution of a scenario under each reading of a ruling, by the name of the reading."""
    base = dict(scenario.get("rulings", {}))
    return {name: solved({**scenario, "rulings": {**base, ruling: name}}) for name in mecatol.RULINGS[ruling].readings}


def check_topic(source: Source, known: Collection[str]) -> None:
    """Record a fault for every scenario that the solver refuses and for every expectation that it does not meet.

    `known` are the ids of all clauses.
    """
    for index, example in enumerate(source.data.get("examples", ())):
        place: Place = ("examples", index)
        solution = _try(source, (*place, "scenario"), example["scenario"])
        if solution is not None:
            _check_speaker(source, (*place, "question"), example)
            _check_expect(source, (*place, "expect"), example["expect"], solution)
            _check_shown(source, (*place, "shows"), example["shows"], solution, known)
            _check_asked(source, place, example, solution)
    for place, note in notes(source.data):
        if "scenario" in note and note.get("ruling") in mecatol.RULINGS:
            _check_readings(source, place, note)


def _try(source: Source, place: Place, scenario: Mapping[str, Any]) -> dict[str, Any] | None:
    try:
        found = solved(scenario)
        return (
            solved(_strict(scenario)) if any(said.endswith((WAIVED, REMOVED)) for said in found["warnings"]) else found
        )
    except mecatol.ScenarioError as error:
        for problem in error.problems:
            at = source.resolve(place, problem.field)
            rest = problem.field if at == place and problem.field else ""
            source.fault(at, f"{rest}: {problem.message}" if rest else problem.message)
    except Exception as error:
        # No scenario should do this; that one does is for the solver's authors to mend, and stops no other check.
        _broke(source, place, error)
    return None


def _strict(scenario: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a scenario that is refused where it does not keep a limit that it does not name."""
    return {**scenario, "assume": {**dict.fromkeys(ASSUMPTIONS, ENFORCED), **scenario.get("assume", {})}}


def _broke(source: Source, place: Place, error: Exception) -> None:
    source.fault(place, f"the solver failed with {type(error).__name__}: {error}. Please report this scenario")


def _check_readings(source: Source, place: Place, note: Mapping[str, Any]) -> None:
    if _try(source, (*place, "scenario"), note["scenario"]) is None:
        return
    try:
        by_reading = readings(note["ruling"], note["scenario"])
    except Exception as error:
        _broke(source, (*place, "scenario"), error)
        return
    if len({dumps([solution["outcomes"], solution.get("answer")]) for solution in by_reading.values()}) == 1:
        source.fault((*place, "scenario"), "comes out the same under every reading: choose one that tells them apart")


def _check_expect(source: Source, place: Place, expect: Mapping[str, Expected], solution: Mapping[str, Any]) -> None:
    for path, wanted in expect.items():
        try:
            found = lookup(solution, path)
            right = _agree(found, wanted)
        except NowhereError as error:
            source.fault((*place, path), str(error))
            continue
        if not right:
            source.fault((*place, path), f"expects {brief(str(wanted))[1:-1]}, and the solver finds {_show(found)}")


def _check_asked(source: Source, place: Place, example: Mapping[str, Any], solution: Mapping[str, Any]) -> None:
    """Record a fault where the line that is printed first does not answer the question."""
    said, named = headline(solution), str(example.get("answered_by", ""))
    if wrong := asked.beside(example["question"], example.get("explanation", ""), said, named):
        source.fault((*place, "answered_by" if named else "question"), f"is not answered first: {wrong}")


def _check_shown(
    source: Source, place: Place, shows: list[str], solution: Mapping[str, Any], known: Collection[str]
) -> None:
    """An example shows clauses that the solver carries out, and its solution comes to one of them at least."""
    cited = {step["clause"] for step in solution["trace"]}
    cited.update(clause for finding in (solution["answer"] or {}).get("findings", ()) for clause in finding["clauses"])
    carried_out = cited if cited.issuperset(shows) else mecatol.clauses_cited()
    for index, clause in enumerate(shows):
        if clause in known and clause not in carried_out:
            source.fault((*place, index), f"nothing in the solver cites {clause}, so no example can show it")
    if cited.isdisjoint(shows):
        source.fault(place, f"the solver comes to none of them here; it cites {', '.join(sorted(cited))}")


def _agree(found: object, wanted: Expected) -> bool:
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, int | float):
        try:
            # A number is written in so many digits that none takes long to read.
            return bool(_NUMBER.match(str(wanted))) and abs(float(found) - float(Fraction(str(wanted)))) <= TOLERANCE
        except ZeroDivisionError:
            return False
    return found == wanted


def _show(found: object) -> str:
    if isinstance(found, float):
        near = Fraction(found).limit_denominator(100_000)
        return f"{found:.12g}" + (f" ({near})" if abs(found - near) < TOLERANCE and near.denominator > 1 else "")
    return str(found) if isinstance(found, str | int) else dumps(found)


def lookup(solution: Mapping[str, Any], path: str) -> Any:
    """Return what a path of an `expect` leads to; a chance that a distribution does not list is 0.

    Raises:
        NowhereError: the path leads to nothing; the message says what there is.
    """
    words = path.split(".")
    if words[0] == "left":
        return _left(solution, path, words[1:])
    if words[0] in _OF_ANSWERS:
        return _walk(_OF_ANSWERS[words[0]](solution["answer"] or {}), words[1:], path)
    return _walk(solution, words, path)


_WORST_FIRST = ("no", "depends", "yes")


def _verdicts(answer: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for finding in answer.get("findings", ()):
        verdicts = finding["verdict"], found.get(finding["subject"], finding["verdict"])
        found[finding["subject"]] = min(verdicts, key=_WORST_FIRST.index)
    return found


def _tables(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {
        table["title"]: {str(row[0]): dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}
        for table in answer.get("tables", ())
    }


_OF_ANSWERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"verdict": _verdicts, "table": _tables}


def _walk(here: Any, words: list[str], path: str) -> Any:
    if not words:
        return here
    if isinstance(here, list):
        conditions = {item["condition"]: item["probability"] for item in here if "condition" in item}
        here = conditions or {str(index): item for index, item in enumerate(here)}
    if not isinstance(here, dict):
        raise NowhereError(f"{path!r} goes on after the end: {dumps(here)} stands before {'.'.join(words)!r}")
    for size in range(len(words), 0, -1):
        if (key := ".".join(words[:size])) in here:
            return _walk(here[key], words[size:], path)
    if len(words) == 1 and words[0].isdecimal() and here and all(name.isdecimal() for name in here):
        return 0
    raise NowhereError(f"{path!r} leads nowhere: there is no {words[0]!r}{nearest(words[0], list(here))}")


def _left(solution: Mapping[str, Any], path: str, words: list[str]) -> float:
    if len(words) < 4 or not re.fullmatch(r"[0-9]{1,6}", words[-1]):
        raise NowhereError(f"{path!r} does not fit: write left.<player>.<space or planet>.<unit>.<count>")
    player, *where, unit, count = words
    if not solution["outcomes"]:
        raise NowhereError(f"{path!r} leads nowhere: the solution has no outcome")
    players = list(solution["outcomes"][0]["players"])
    if player not in players:
        raise NowhereError(f"{path!r} leads nowhere: there is no {player!r}{nearest(player, players)}")
    _known_place(solution, path, where)
    forces = [(outcome["probability"], _force(outcome["players"][player], where)) for outcome in solution["outcomes"]]
    seen = {unit for _, force in forces for unit in force} | set(solution["expected_losses"].get(player, ()))
    seen |= _brought(solution, player)
    if unit not in seen:
        raise NowhereError(f"{path!r} leads nowhere: {player} never has {unit!r} there{nearest(unit, seen)}")
    return math.fsum(probability for probability, force in forces if force.get(unit, 0) == int(count))


def _known_place(solution: Mapping[str, Any], path: str, where: list[str]) -> None:
    """Check that there is such a place: nobody is ever left in a place that is misspelt.

    Raises:
        NowhereError: there is none; the message says which there are.
    """
    written = solution.get("scenario", {}).get("players", ())
    ends = [player for outcome in solution["outcomes"] for player in outcome["players"].values()]
    planets = {planet for player in (*written, *ends) for planet in player.get("planets", {})}
    inside = where[1:] if where[0] == "damaged" else where
    allowed = sorted(planets) if where[0] == "damaged" else ["space", "damaged", *sorted(planets)]
    if len(inside) > 1 or (inside and inside[0] not in allowed):
        wrong = ".".join(inside)
        raise NowhereError(f"{path!r} leads nowhere: there is no place {wrong!r}{nearest(wrong, allowed)}")


def _brought(solution: Mapping[str, Any], player: str) -> set[str]:
    """Return the units that a player has in the scenario: even what is gone for sure may be asked for."""
    own: Mapping[str, Any] = next(
        (each for each in solution.get("scenario", {}).get("players", ()) if each["name"] == player), {}
    )
    return set(own.get("space", ())).union(*own.get("planets", {}).values())


def _force(player: Mapping[str, Any], where: list[str]) -> Mapping[str, int]:
    """Return the counts of units in one place of an outcome."""
    here: Any = player if where[0] in ("space", "damaged") else player.get("planets", {})
    for word in where:
        here = here.get(word, {})
    return {unit: count for unit, count in here.items() if isinstance(count, int)}
