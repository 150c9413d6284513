"""Words for buttons: what a change of one place of a scenario means at the table."""

from __future__ import annotations

from mecatol.domain.counts import in_words
from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.units import UNIT_TYPES, planet_name
from mecatol.fixes.candidate import called, name_of
from mecatol.fixes.paths import Data, value_at
from mecatol.scenario.policy import CHOICES

_PARTS = {
    "place": "choice of where units are placed",
    "produce": "order",
    "into": "kind of system",
    "ask": "question",
    "stationed": "units there before landing",
    "ballot": "vote",
    "gives": "side of the deal",
    "standing": "points and initiative",
    "fleets": "moving fleets",
    "fastest": "highest move value",
    "controls": "controlled planets",
    "exhausted": "exhausted cards",
    "elsewhere": "units elsewhere",
    "captured": "captured units",
    "fulfils": "fulfilled objectives",
    "stop_after": "last round",
    "rounds": "number of rounds to show",
    "space": "units in space",
    "planets": "units on planets",
    "adjacent": "units in adjacent systems",
    "effects": "cards",
    "policy": "choices",
    "by_hand": "values set by hand",
    "assume": "assumptions",
    "rulings": "choices of a ruling",
}
"""What players call parts of the scenario that may be left out, where the field's own name does not say it.

What they call choices is said where each is declared.
"""


def part(key: str | int) -> str:
    """Return what players call a part of a scenario."""
    plain = str(key).replace("_", " ")
    said = CHOICES[key].part if key in CHOICES else _PARTS.get(f"{key}")
    return said or plain


def _on(planet: str | int) -> str:
    return planet_name(str(planet))


def _many(kind: str | int) -> str:
    """Return a type of unit as several of it are called."""
    return in_words(str(kind), 2) if kind in UNIT_TYPES else called(kind)


def without(data: Data, path: list[str | int]) -> str:
    """Say what it means to leave out what stands at a path."""
    if path[0] == "players" and len(path) > 2 and isinstance(path[1], int):
        return _without_own(data, name_of(data, path[1]), path)
    match path:
        case ["edition"]:
            return f"Play with {EDITIONS[LATEST]}"
        case ["ask", *_]:
            return "Leave out the question"
        case ["rulings", _]:
            return "Keep to the usual ruling"
    return f"Leave out the {part(path[-1])}"


def _without_own(data: Data, who: str, path: list[str | int]) -> str:
    match path[2:]:
        case ["space" | "adjacent", kind] if kind in UNIT_TYPES:
            return f"Leave out {who}’s {in_words(str(kind), value_at(data, path))}"
        case ["policy", *choice] if said := _without_choice(data, who, path, choice):
            return said
        case ["planets", planet, kind] if kind in UNIT_TYPES:
            return f"Leave out {who}’s {in_words(str(kind), value_at(data, path))} on {_on(planet)}"
        case ["planets", planet]:
            return f"Leave out {who}’s units on {_on(planet)}"
        case ["damaged", planet, kind]:
            return f"Take the damage off {who}’s {_many(kind)} on {_on(planet)}"
        case ["damaged", kind]:
            return f"Take the damage off {who}’s {_many(kind)}"
        case ["by_hand", "units", kind, *_]:
            return f"Use the printed values for {who}’s {_many(kind)}"
        case ["by_hand", "first_round"]:
            return f"Leave out {who}’s bonus in the first round"
        case ["by_hand", "hits"]:
            return f"Leave out {who}’s hits at the start"
    if isinstance(path[-1], int):
        last = value_at(data, path)
        return f"Leave out {who}’s {part(path[-2]) if isinstance(last, dict | list) else called(last)}"
    return f"Leave out {who}’s {called(path[-1]) if path[2] == 'effects' and len(path) > 3 else part(path[-1])}"


def _without_choice(data: Data, who: str, path: list[str | int], choice: list[str | int]) -> str:
    """Say what it means to leave out a choice, or a part of one; "" where its name says enough."""
    match choice:
        case ["land", planet, kind]:
            return f"Let {who} land no {_many(kind)} on {_on(planet)}"
        case ["land", planet]:
            return f"Let {who} land nothing on {_on(planet)}"
        case ["bombard", kind, planet]:
            return f"Let {who}’s {_many(kind)} not bombard {_on(planet)}"
        case ["bombard", kind]:
            return f"Leave open which planet {who}’s {_many(kind)} bombard"
        case ["retreat", "takes", planet, kind]:
            return f"Let {who} retreat without the {_many(kind)} on {_on(planet)}"
        case ["retreat", "takes", planet]:
            return f"Let {who} retreat without the units on {_on(planet)}"
        case ["fire", kind]:
            return f"Let all of {who}’s {_many(kind)} fire"
        case ["play", card]:
            return f"Let {who} play {called(card)} as soon as it may be played"
        case ["decline" | "decline_on", *_, int()]:
            return f"Let {who} use {called(value_at(data, path))}"
    return ""


def with_number(data: Data, path: list[str | int], number: int) -> str:
    """Say what it means that the number at a path is another one."""
    if path[0] == "players" and len(path) > 2 and isinstance(path[1], int):
        return _with_own(name_of(data, path[1]), path, number)
    match path:
        case ["rounds"]:
            return f"Show {number} rounds"
        case ["stop_after"]:
            return f"Stop after round {number}"
        case ["ask", _, "least" | "most" as bound]:
            return f"Ask for at {bound} {number}"
    return f"Make it {number}"


def _with_own(who: str, path: list[str | int], number: int) -> str:
    match path[2:]:
        case ["damaged", *_, kind]:
            return f"Let {who} have damage on {number} {in_words(str(kind), number)}"
        case ["policy", "land", _, kind] if kind in UNIT_TYPES:
            return f"Let {who} land {number} {in_words(str(kind), number)}"
        case ["policy", "fire", kind] if kind in UNIT_TYPES:
            return f"Let {who} fire with {number} {in_words(str(kind), number)}"
        case ["policy", "retreat", "takes", planet, kind] if kind in UNIT_TYPES:
            return f"Let {who}’s retreat take {number} {in_words(str(kind), number)} from {_on(planet)}"
        case ["policy", "retreat", "from_round"]:
            return f"Let {who} retreat from round {number} on"
        case ["policy", "play", card]:
            return f"Let {who} play {called(card)} from round {number} on"
        case ["policy", "bombard", kind, planet]:
            return f"Let {number} of {who}’s {_many(kind)} bombard {_on(planet)}"
        case ["effects", card]:
            return f"Let {who} have {called(card)} {'once' if number == 1 else f'{number} times'}"
        case ["by_hand", *values] if said := _with_by_hand(who, values, number):
            return said
        case ["fleet_pool"]:
            return f"Let {who} have a fleet pool of {number}"
        case ["planets", planet, kind] if kind in UNIT_TYPES:
            return f"Let {who} have {number} {in_words(str(kind), number)} on {_on(planet)}"
        case [*_, kind] if kind in UNIT_TYPES:
            return f"Let {who} have {number} {in_words(str(kind), number)}"
    return f"Make {who}’s {part(path[-1])} {number}"


def _with_by_hand(who: str, values: list[str | int], number: int) -> str:
    """Say what it means that a number set by hand is another one; "" where its name says enough."""
    match values:
        case ["units", kind, "combat"]:
            return f"Let {who}’s {_many(kind)} hit on {number}"
        case ["units", kind, "dice"]:
            return f"Let {who}’s {_many(kind)} roll {number} dice"
        case ["bonus"]:
            return f"Let {who} have a bonus of {number}"
        case ["first_round"]:
            return f"Let {who} have a bonus of {number} in the first round"
        case ["hits"]:
            return f"Let {who} have {number} hits at the start"
        case ["units", kind, "capacity"]:
            return f"Let each of {who}’s {_many(kind)} carry {number}"
    return ""
