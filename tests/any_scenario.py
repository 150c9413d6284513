"""Scenarios of any step with any effects, drawn by lot and kept small: what a table could come to, mostly lawful."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import mecatol
from mecatol.domain.editions import in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.objectives import objectives
from mecatol.domain.units import Unit, unit_of, units
from mecatol.effects.model import Effect
from mecatol.preparing.prepare import prepare
from mecatol.scenario.movement import SYSTEMS
from mecatol.scenario.step import FLEETS, LANDED, OBJECTIVES, PLACED, SPREAD, Input

type Data = dict[str, Any]

_TYPES = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun", "infantry", "mech", "pds")
_MOST = {"fighter": 4, "infantry": 4, "flagship": 1, "war-sun": 1, "space-dock": 1, "pds": 2, "mech": 2}
_PLANETS = ("rigel-i", "rigel-ii", "rigel-iii")
"""Three planets of one system."""
_TRIES = 60


class Wish(NamedTuple):
    """What a scenario should have in it."""

    step: str
    effect: str | None = None
    edition: str | None = None
    ruling: tuple[str, str] | None = None


def wanted() -> Iterator[Wish]:
    """Yield wishes: every effect in every step that it acts in or that has such a part, every reading and edition."""
    for slug, step in mecatol.STEPS.items():
        for edition in mecatol.EDITIONS:
            yield Wish(slug, edition=edition)
        for key in step.rulings:
            for reading in mecatol.RULINGS[key].readings:
                yield Wish(slug, ruling=(key, reading))
    for effect in mecatol.EFFECTS.values():
        for slug, step in mecatol.STEPS.items():
            if step.involves(effect.steps):
                yield Wish(slug, effect=effect.slug)


def lawful(rng: random.Random, wish: Wish) -> Data:
    """Return a scenario that fulfils a wish; after many tries one that the solver refuses, which is a case as well."""
    for _ in range(_TRIES):
        scenario = any_scenario(rng, wish)
        try:
            prepare(mecatol.read(scenario))
        except mecatol.ScenarioError:
            continue
        return scenario
    return scenario


def any_scenario(rng: random.Random, wish: Wish) -> Data:
    """Return a scenario of a step for two or three players, as a rule a lawful one."""
    step = mecatol.STEPS[wish.step]
    effect = mecatol.EFFECTS[wish.effect] if wish.effect else None
    edition = wish.edition or (_edition(rng, effect) if effect else rng.choice([None, None, None, *mecatol.EDITIONS]))
    played = edition or list(mecatol.EDITIONS)[-1]
    combat = step.slug in ("space-combat", "ground-combat")
    number = rng.choice([2, 2, 3]) if step.most_players > 2 and not combat else min(2, step.most_players)
    owner = rng.randrange(min(number, 2)) if effect else -1
    if effect and effect.role:
        owner = 0 if effect.role == "active" else 1
    players: list[Data] = []
    taken: set[str | None] = {effect.holder} if effect else set()
    for index, name in enumerate(["Red", "Blue", "Green"][: max(number, step.least_players)]):
        own = index == owner
        player = _player(rng, name, played, step, index, effect if own else None, set() if own else taken)
        taken |= {player["faction"]} if "faction" in player else set()
        players.append(player)
    scenario: Data = {"step": wish.step, "players": players}
    if edition:
        scenario["edition"] = edition
    if rng.random() < 0.5:
        scenario["policy"] = {"assign": rng.choice(["cheapest-first", "sustain-first", "sustain-first"])}
    if wish.ruling:
        scenario["rulings"] = dict([wish.ruling])
    scenario |= {record: step.example[record] for record in step.records if record in step.example}
    if rng.random() < 0.6:
        scenario["assume"] = {"capacity": "ignored"}
    return scenario


def _edition(rng: random.Random, effect: Effect) -> str | None:
    able = [edition for edition in mecatol.EDITIONS if in_force(edition, effect.edition, effect.until)]
    last = list(mecatol.EDITIONS)[-1]
    return rng.choice([edition for edition in able if edition != last] + [None] * (last in able))


def _player(
    rng: random.Random,
    name: str,
    edition: str,
    step: mecatol.Step,
    index: int,
    effect: Effect | None,
    taken: set[str | None],
) -> Data:
    known = [slug for slug, faction in FACTIONS.items() if in_force(edition, faction.edition)]
    faction = effect.holder if effect and effect.holder else rng.choice([None, *known])
    if faction in taken:
        faction = None  # a faction is played once
    player: Data = {"name": name}
    if faction:
        player["faction"] = faction
    able = [
        other
        for other in mecatol.EFFECTS.values()
        if not other.automatic and step.involves(other.steps) and in_force(edition, other.edition, other.until)
        and other.holder in (None, faction) and other.role in (None, "other" if index else "active")
    ]  # fmt: skip
    chosen = [other for other in rng.sample(able, min(len(able), rng.choice([0, 0, 1, 1, 2]))) if other != effect]
    chosen += [effect] if effect and not effect.automatic else []
    technologies = [other.slug for other in chosen if other.kind.endswith("technology")]
    technologies += [slug for slug in _upgrades(faction, edition) if rng.random() < 0.25]
    if technologies:
        player["technologies"] = technologies
    if cards := {other.slug: 1 for other in chosen if not other.kind.endswith("technology")}:
        player["effects"] = cards
    example = step.example["players"]
    if isinstance(example, list) and index < len(example):
        player |= {record: example[index][record] for record in step.player_records if record in example[index]}
    kinds = {kind: unit for kind in _TYPES if (unit := unit_of(kind, faction, technologies, edition))}
    _forces(rng, player, kinds, step, index, effect)
    for asked in step.inputs:
        if asked.role == ("other" if index else "active") and rng.random() < (0.2 if asked.kind == PLACED else 0.5):
            _input(rng, player, asked, kinds)
    return player


def _upgrades(faction: str | None, edition: str) -> list[str]:
    known = [unit for unit in units().values() if unit.technology and in_force(edition, unit.edition, unit.until)]
    own = {unit.type: unit.technology for unit in known if unit.faction is None and unit.technology}
    own |= {unit.type: unit.technology for unit in known if faction and unit.faction == faction and unit.technology}
    return sorted(set(own.values()))


def _forces(
    rng: random.Random, player: Data, kinds: dict[str, Unit], step: mecatol.Step, index: int, effect: Effect | None
) -> None:
    """Give a player units wherever the step looks for some; the unit whose text is wished for stands everywhere."""
    role = "other" if index else "active"
    fought = "space-combat" in (step.slug, *step.parts)
    for area in dict.fromkeys(offer.area for offer in step.offers if offer.role == role):
        if area == "space" and fought and index > 1:
            continue  # a space combat has two sides
        able = [
            kind for kind, unit in kinds.items()
            if any(offer.units(unit) for offer in step.offers if (offer.role, offer.area) == (role, area))
        ]  # fmt: skip
        places = rng.sample(_PLANETS, rng.choice([1, 1, 2])) if area == "planets" else [area]
        for place in places:
            counts = {kind: rng.randint(1, _MOST.get(kind, 2)) for kind in able if rng.random() < 0.45}
            text = [kind for kind in able if effect and effect.unit and kinds[kind].slug == effect.unit]
            counts |= {kind: 1 for kind in text if kind not in counts}
            if area == "planets":
                player.setdefault("planets", {})[place] = counts
            else:
                player[area] = counts
            hurt = {kind: 1 for kind in counts if kinds[kind].sustain_damage and rng.random() < 0.2}
            if hurt and area != "adjacent":
                player.setdefault("damaged", {}).update(hurt if area == "space" else {place: hurt})


def _input(rng: random.Random, player: Data, asked: Input, kinds: dict[str, Unit]) -> None:
    """Fill one input of a step in, where it is a plain one."""
    *path, last = asked.field.split(".")
    where = player
    for part in path:
        where = where.setdefault(part, {})
    able = [kind for kind, unit in kinds.items() if not asked.units or asked.units(unit)]
    if asked.kind == "number":
        where[last] = rng.randint(asked.least, min(asked.most, 8))
    elif asked.kind == "counts":
        where[last] = {kind: 1 for kind in able if rng.random() < 0.3}
    elif asked.kind == "planets":
        where[last] = rng.sample(_PLANETS, rng.randint(0, 2))
    elif asked.kind == OBJECTIVES:
        where[last] = rng.sample(list(objectives()), 2) if last == "objectives" else []
    elif asked.kind == PLACED:
        where[last] = {_PLANETS[0]: {kind: 1 for kind in able if rng.random() < 0.3}}
    elif asked.kind == LANDED:
        # From space to a planet, or from a planet away with the ships.
        there = player.get("planets", {})
        stand = {planet: counts if last == "takes" else player.get("space", {}) for planet, counts in there.items()}
        plan = {planet: {kind: 1 for kind in able if counts.get(kind)} for planet, counts in stand.items()}
        where[last] = {planet: counts for planet, counts in plan.items() if counts and rng.random() < 0.5}
    elif asked.kind == FLEETS:
        able = [kind for kind in able if not kinds[kind].is_structure]
        where[last] = [
            {
                "units": {kind: rng.randint(1, 2) for kind in able if rng.random() < 0.3} or {"cruiser": 1},
                "from": rng.choice(list(SYSTEMS)),
                "through": [rng.choice(list(SYSTEMS)) for _ in range(rng.randint(0, 2))],
            }
            for _ in range(rng.randint(1, 2))
        ]
    elif asked.kind != SPREAD:
        where[last] = {planet: rng.randint(0, 4) for planet in rng.sample(_PLANETS, rng.randint(0, 2))}
    if where.get(last) in ({}, []):
        del where[last]
