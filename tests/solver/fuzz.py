"""Scenarios of every kind from the published schema: those that can be, and those that cannot.

`python -m tests.solver.fuzz --scenarios 50000` solves so many and counts what comes of them; `--sparse` visits every
name of every enum of every step instead, with everything optional left out.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import mecatol
from mecatol import forms
from mecatol.domain.factions import FACTIONS
from mecatol.preparing.prepare import prepare
from mecatol.preparing.worded import OLDER_WORDING
from mecatol.scenario import sentence

SLOW = 20.0
"""Seconds of processor time after which a scenario is shown: refusals for size come sooner on a quiet machine."""
_STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 99, 100, 10**400, 10**5000, 0.5, float("nan"), float("inf"), "", " ", "?", "x" * 300,
    "\x00", "\u202e", "\ud800", [], {}, [[]], {"": {}}, {1: 2}, ["fighter", "fighter"], "best", "space",
)  # fmt: skip


PLAYERS = ("Red", "Blue", "Green")
PLANETS = ("arinam", "meer", "lodor", "mecatol-rex", "homebrew")
"""Planets of several systems, the last one of none."""


class FailureError(AssertionError):
    """A scenario that came to something other than a solution or a refusal that names its field."""


def _number(rng: random.Random, least: int, most: int) -> int:
    """Return a number that is mostly small: large forces are slow, and few are enough of them."""
    top = most if rng.random() < 0.02 else min(most, least + 4)
    return rng.randint(least, top)


def drawn(schema: dict[str, Any], rng: random.Random, chance: float = 0.3, planets: Sequence[str] = PLANETS) -> Any:
    """Return a value that a JSON Schema of the solver's allows; each optional field is there with a chance."""
    if "anyOf" in schema:
        return drawn(rng.choice(schema["anyOf"]), rng, chance, planets)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if schema["type"] == "integer":
        return _number(rng, schema["minimum"], schema["maximum"])
    if schema["type"] == "array":
        items = [drawn(schema["items"], rng, chance, planets) for _ in range(rng.randint(schema.get("minItems", 0), 3))]
        return [item for index, item in enumerate(items) if item not in items[:index]]
    if schema["type"] == "object" and "properties" in schema:
        named = [name for name in schema["properties"] if name in schema["required"] or rng.random() < chance]
        return {name: drawn(schema["properties"][name], rng, chance, planets) for name in named}
    if schema["type"] == "object":
        keys = [drawn(schema["propertyNames"], rng, chance, planets) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        return {key: drawn(schema["additionalProperties"], rng, chance, planets) for key in keys}
    if schema.get("pattern", "").startswith("^clear:"):
        return f"clear:{rng.choice(planets)}"
    return rng.choice((*PLAYERS, "space") if "minLength" in schema else planets)


SCHEMA = mecatol.schema()
_PLAYER = SCHEMA["properties"]["players"]["items"]


def scenario(rng: random.Random) -> Any:
    """Return a scenario: the example of a step with some of its fields drawn anew, now and then with nonsense in it."""
    step = rng.choice(list(mecatol.STEPS))
    made: dict[str, Any] = json.loads(json.dumps(forms.form(step).default))
    named = {planet for player in made["players"] for planet in player.get("planets", {})}
    planets = (*sorted(named), "homebrew") if named and rng.random() < 0.9 else PLANETS
    played = rng.sample([None, *FACTIONS], len(made["players"]))
    for index, player in enumerate(made["players"]):
        owned = drawn(_PLAYER, rng, chance=rng.choice((0.0, 0.1, 0.3)), planets=planets)
        made["players"][index] = {**player, **owned, "name": player["name"]}
        if rng.random() < 0.6:
            made["players"][index] |= _belonging(rng, step, played[index])
    for name, field in SCHEMA["properties"].items():
        if name not in ("step", "players") and rng.random() < 0.12:
            made[name] = drawn(field, rng, planets=planets)
    if rng.random() < 0.3:
        made["assume"] = {**made.get("assume", {}), "limits": "ignored"}
    if rng.random() < 0.75:
        _mend(made)
    while rng.random() < 0.15:
        _spoil(made, rng)
    return made


def least(schema: dict[str, Any]) -> Any:
    """Return the least value that a schema allows: everything optional left out, of several values the first."""
    if "anyOf" in schema:
        return least(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "integer":
        return schema["minimum"]
    if schema["type"] == "array":
        return [least(schema["items"])] * schema.get("minItems", 0)
    if schema["type"] == "object":
        return {name: least(schema["properties"][name]) for name in schema.get("required", ())}
    if schema.get("pattern", "").startswith("^clear:"):
        return f"clear:{PLANETS[0]}"
    return schema["type"] == "boolean" or PLAYERS[0]


def each(schema: dict[str, Any], names: int | None = None) -> Iterator[Any]:
    """Yield the values of a schema in which every name of every enum stands once, with nothing else that is optional.

    `names`: how many of a long list of names (effects, technologies, planets) to take; all by default.
    """
    if "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from each(one, names)
    elif "enum" in schema:
        long = names is not None and len(schema["enum"]) > 40
        yield from schema["enum"][:: max(1, len(schema["enum"]) // names)] if long and names else schema["enum"]
    elif schema["type"] == "integer":
        yield from dict.fromkeys((schema["minimum"], min(schema["maximum"], 3)))
    elif schema["type"] == "array":
        yield from ([] for _ in range(not schema.get("minItems", 0)))
        yield from ([one] for one in each(schema["items"], names))
    elif schema["type"] == "object" and "properties" in schema:
        bare = least(schema)
        yield bare
        yield from ({**bare, name: one} for name, field in schema["properties"].items() for one in each(field, names))
    elif schema["type"] == "object":
        yield {}
        yield from ({key: least(schema["additionalProperties"])} for key in each(schema["propertyNames"], names))
        key = least(schema["propertyNames"])
        yield from ({key: one} for one in each(schema["additionalProperties"], names))
    else:
        yield least(schema)


def sparse(step: str, names: int | None = None, *, bare_only: bool = False) -> Iterator[Any]:
    """Yield scenarios of a step in which one field of the schema is set, each name of each enum in turn.

    Once with everything optional left out, the players' names aside, and once, unless `bare_only`, in the step's
    example, for each player.
    """
    example: dict[str, Any] = json.loads(json.dumps(forms.form(step).default))
    count = max(2, mecatol.STEPS[step].least_players)
    bare: dict[str, Any] = {"step": step, "players": [{"name": name} for name in PLAYERS[:count]]}
    for made in (bare,) if bare_only else (bare, example):
        yield made
        for name, field in SCHEMA["properties"].items():
            if name not in ("step", "players"):
                yield from ({**made, name: one} for one in each(field, names))
        for name, field in _PLAYER["properties"].items():
            for one in each(field, names) if name != "name" else ():
                for index in range(1 if bare_only else len(made["players"])):
                    players = [{**p, name: one} if i == index else p for i, p in enumerate(made["players"])]
                    yield {**made, "players": players}


def _mend(made: dict[str, Any]) -> None:
    """Take out of a scenario what its refusals name, as a reader would, until it can be solved or nothing is left."""
    for _ in range(12):
        try:
            prepare(mecatol.read(made))
        except mecatol.ScenarioError as error:
            taken = [without(made, problem.field) for problem in error.problems]
            if not any(taken):
                return
        else:
            return


def without(made: Any, field: str) -> bool:
    """Take a field out of a scenario, or what holds it where it is not there itself; tell whether there was any."""
    *path, last = field.split(".")
    inside, holders = made, []
    for key in (*path, last):
        step = int(key) if isinstance(inside, list) and key.isdecimal() else key
        known = step in inside if isinstance(inside, dict) else isinstance(step, int) and step < len(inside)
        if not isinstance(inside, dict | list) or not known:
            break
        holders.append((inside, step))
        inside = inside[step]
    if not holders or (path[:1] == ["players"] and len(holders) < 3):
        return False
    holder, step = holders[-1]
    del holder[step]
    return True


def _belonging(rng: random.Random, step: str, faction: str | None) -> dict[str, Any]:
    """Return a faction and effects of a step that it can own."""
    own = [
        effect for effect in mecatol.EFFECTS.values()
        if mecatol.STEPS[step].involves(effect.steps) and not effect.automatic and effect.holder in (None, faction)
    ]  # fmt: skip
    chosen = rng.sample(own, min(len(own), rng.choice((0, 1, 1, 2, 2, 3))))
    technologies = _PLAYER["properties"]["technologies"]["items"]["enum"]
    return {
        **({"faction": faction} if faction else {}),
        "technologies": [effect.slug for effect in chosen if effect.slug in technologies],
        "effects": {effect.slug: 1 for effect in chosen if effect.slug not in technologies},
    }


def _spoil(made: Any, rng: random.Random) -> None:
    """Put something strange somewhere into a scenario."""
    inside = made
    while True:
        keys: list[Any] = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(inside[key], dict | list) and rng.random() < 0.8:
            inside = inside[key]
            continue
        inside[key] = rng.choice(_STRANGE)
        return


def check(raw: Any, exact: bool = False) -> str:
    """Solve a scenario and return what came of it: "solved", "refused" or "too large".

    Raises FailureError for all else.
    """
    try:
        solution = mecatol.solve(raw, exact)
    except mecatol.ScenarioError as error:
        if not error.problems or not all(problem.field and problem.message for problem in error.problems):
            raise FailureError(f"a refusal without a field: {error!r}") from error
        return "too large" if isinstance(error, mecatol.LimitError) else "refused"
    data = solution.to_json()
    json.dumps(data, allow_nan=False)
    sums = {"outcomes": [probability for probability, _ in solution.outcomes]} if solution.outcomes else {}
    sums |= {f"hits of {name}": list(row.values()) for name, row in solution.hits.items()}
    sums |= {f"roll {index}": list(roll.hits) for index, roll in enumerate(solution.rolls)}
    if solution.winner:
        sums["winner"] = list(solution.winner.values())
    for what, chances in sums.items():
        if abs(sum(chances) - 1) > 1e-9 or any(not 0 <= chance <= 1 + 1e-12 for chance in chances):
            raise FailureError(f"{what} sum to {float(sum(chances))!r}")
    if any(not -1e-12 <= chance.probability <= 1 + 1e-12 for chance in solution.chances):
        raise FailureError("a chance outside 0..1")
    _printed(data)
    return "solved"


def _printed(data: dict[str, Any]) -> None:
    """Check that what is printed, as data and as sentences, is the same scenario and solves to the same."""
    printed = data["scenario"]
    told = sentence.understand(sentence.say(printed))
    for what, again in (("data", printed), ("sentences", told)):
        read = mecatol.read(json.loads(json.dumps(again)))
        if read.data() != printed:
            raise FailureError(f"printed as {what}, it is read as another: {read.data()}")
    said = {key: value for key, value in mecatol.solve(printed).to_json().items() if key != "scenario"}
    first = {key: value for key, value in data.items() if key != "scenario"}
    # What is printed names the wordings that act, so only the first answer can say that an older one was named.
    first["warnings"] = [text for text in first["warnings"] if not text.endswith(OLDER_WORDING)]
    if json.dumps(said) != json.dumps(first):
        raise FailureError("what is printed solves to something else")


def main(argv: list[str] | None = None) -> int:
    """Solve many scenarios; return 0 if each came to a solution or to a refusal that names its field."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sparse", action="store_true", help="each name of each enum of each step, one at a time")
    args = parser.parse_args(argv)
    import resource  # which the browser's Python lacks

    found: Counter[str] = Counter()
    slowest, started = (0.0, ""), time.process_time()
    drawn_ones: Iterator[Any] = (scenario(random.Random(seed)) for seed in range(args.seed, args.seed + args.scenarios))
    for number, raw in enumerate(
        chain.from_iterable(map(sparse, mecatol.STEPS)) if args.sparse else drawn_ones, args.seed
    ):
        before = time.process_time()
        try:
            found[check(raw)] += 1
        except Exception as error:
            found["failed"] += 1
            print(f"seed {number}: {type(error).__name__}: {str(error)[:300]}", flush=True)
            print(json.dumps(raw)[:300] if args.sparse else "", flush=True)
        took = time.process_time() - before
        slowest = max(slowest, (took, f"seed {number}"))
        if took > SLOW:
            found["slow"] += 1
            print(f"seed {number}: {took:.1f} s", flush=True)
        if (number - args.seed + 1) % 5000 == 0:
            print(f"{number - args.seed + 1}: {dict(found)}", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{found.total()} scenarios in {time.process_time() - started:.0f} s of processor time: {dict(found)}")
    print(f"slowest {slowest[0]:.1f} s ({slowest[1]}); at most {memory:.0f} MB")
    return 1 if found["failed"] or found["slow"] else 0


if __name__ == "__main__":
    sys.exit(main())
