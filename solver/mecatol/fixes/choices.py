"""Mends for names and choices: the name that was meant, another edition, another policy, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.errors import Problem
from mecatol.fixes import wording
from mecatol.fixes.candidate import Candidate, called, name_of
from mecatol.fixes.paths import Data, drop, fit_damage, parts_of, put, rename, value_at
from mecatol.scenario.assumptions import ASSUMPTIONS, IGNORED
from mecatol.scenario.policy import BEST, DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS
from mecatol.scenario.step import STEPS

_WAIVED = {
    "capacity": "Ignore capacity",
    "limits": "Ignore the limits of box, planets, fleet pool and cards",
    "owners": "Let anybody have anything, as in a Franken draft",
}
_NAMES = ("Red", "Blue", "Green", "Yellow", "Black", "Purple", "Orange", "Pink")


def named(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield the name that was meant where one was not known."""
    near, path = problem.suggestion, parts_of(data, problem.field)
    if near is None or not path:
        return
    text = f"Read it as {called(near)}"
    if value_at(data, path) == problem.value:
        yield Candidate(text, put, (path, near))
    if path[-1] == problem.value:
        yield Candidate(text, rename, (path, near))


def policies(data: Data) -> Iterator[dict[str, Any]]:
    """Yield the policies of a scenario, its own and the players', as they stand in it."""
    for holder in (data, *data.get("players", ())):
        if isinstance(holder, dict) and isinstance(holder.get("policy"), dict):
            yield holder["policy"]


def candidates(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield other choices: an edition, a policy that does not search, assumptions, and what could be left out."""
    if problem.field == "players":
        yield from _number_of_players(data)
    if problem.field.endswith("policy.assign"):
        yield from _named_losses(data)
    if problem.field.endswith("standing.initiative"):
        yield Candidate("Leave out everybody’s initiative", _forget_initiative)
    if problem.field.endswith(".name"):
        yield from _renamed(data, problem)
    if problem.field.startswith("players."):
        for edition in reversed(EDITIONS):
            if edition != data.get("edition", LATEST):
                yield Candidate(f"Play with {EDITIONS[edition]}", put, (["edition"], edition), group="edition")
    for assumption in ASSUMPTIONS:
        yield Candidate(_WAIVED[assumption], _waive, (assumption,))
    yield from _left_out(data, problem)


def _waive(data: Data, assumption: str) -> None:
    data.setdefault("assume", {})[assumption] = IGNORED


def _join(data: Data, names: list[str]) -> None:
    data["players"] += [{"name": name} for name in names]


def _forget(data: Data, key: str) -> None:
    for policy in policies(data):
        policy.pop(key, None)


def _forget_initiative(data: Data) -> None:
    for player in data["players"]:
        player.get("standing", {}).pop("initiative", None)


def _number_of_players(data: Data) -> Iterator[Candidate]:
    step, players = STEPS.get(str(data.get("step"))), data.get("players")
    if step is None or not isinstance(players, list):
        return
    names = [player.get("name") for player in players if isinstance(player, dict)]
    if len(players) < step.least_players:
        new = [name for name in _NAMES if name not in names][: step.least_players - len(players)]
        yield Candidate(f"Add {' and '.join(new)}", _join, (new,))
    if len(players) > step.most_players:
        gone = [name_of(data, index) for index in range(step.most_players, len(players))]
        most = step.most_players
        yield Candidate(f"Leave out {' and '.join(gone)}", put, (["players"], deepcopy(players[:most])))


def _named_losses(data: Data) -> Iterator[Candidate]:
    """Yield for each who searches for the best losses that they take hits in the usual order."""
    players = data.get("players", [])
    for index in range(len(players) - 1, -1, -1):
        if {**data.get("policy", {}), **players[index].get("policy", {})}.get("assign") == BEST:
            words = f"Let {name_of(data, index)} take hits {DEFAULT_ASSIGN_WORDS}"
            yield Candidate(words, _usual_losses_of, (index,))
    yield Candidate("Take hits in the usual order on both sides", _usual_losses)


def _usual_losses_of(data: Data, index: int) -> None:
    data["players"][index].setdefault("policy", {})["assign"] = DEFAULT_ASSIGN


def _usual_losses(data: Data) -> None:
    for policy in policies(data):
        policy.pop("assign", None)


def _renamed(data: Data, problem: Problem) -> Iterator[Candidate]:
    path = parts_of(data, problem.field)
    others = [player.get("name") for player in data["players"] if isinstance(player, dict)]
    for name in _NAMES:
        if name not in others:
            yield Candidate(f"Call this player {name}", put, ([*path[:2], "name"], name), group="name")


def _left_out(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield leaving out what the problem is about, then what holds that, players aside."""
    path = parts_of(data, problem.field)
    least = min(len(path), {"players": 3, "policy": 2, "ask": 2}.get(str(path[0]), 1)) if path else 1
    for length in range(min(len(path), 2) if path[:1] == ["ask"] else len(path), least - 1, -1):
        part = path[:length]
        nameless = part[:1] == ["players"] and part[2:] == ["name"]  # nobody can do without a name
        if part not in (["step"], ["players"]) and not nameless:
            yield Candidate(wording.without(data, part), _leave_out, (part,), group="left out")
    key = problem.field.rpartition("policy.")[2].partition(".")[0]
    if "policy." in problem.field:  # said for everybody, or by another player than the one whom the field names
        yield Candidate(f"Leave out the {wording.part(key)}", _forget, (key,), group="left out")


def _leave_out(data: Data, path: list[str | int]) -> None:
    drop(data, path)
    fit_damage(data, path)
