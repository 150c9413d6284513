"""What a player could have had or chosen instead: a unit, an upgrade, a card, other losses, a retreat, a later card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from solver.domain.editions import LATEST, in_force
from solver.domain.places import SPACE
from solver.domain.steps import ACTIVE, OTHER, SPACE_COMBAT
from solver.domain.units import UNIT_TYPES, planet_name, unit_of, units
from solver.effects.model import AGENDA, ANOMALY, EFFECTS
from solver.forms import form, offered, waits
from solver.forms.model import EffectChoice
from solver.game.prepare import prepare
from solver.scenario.policy import ASSIGN_POLICIES, BEST, DEFAULT_ASSIGN
from solver.scenario.reading import read
from solver.scenario.sentence import in_words
from solver.scenario.step import RETREAT, STEPS
from solver.solution.model import listed
from solver.steps.invasion import LANDING as LANDING_PLAN
from solver.steps.invasion import landing_plan

MORE, FEWER, UPGRADE, CARD = "more", "fewer", "upgrade", "card"
LOSSES, LEAVING, HOLDING, HITTING, LANDING = "losses", "retreat", "hold", "direct-hit", "landing"
KINDS = (MORE, FEWER, UPGRADE, CARD, LOSSES, LEAVING, HOLDING, HITTING, LANDING)
"""What a variation changes."""

type Data = dict[str, Any]


class Variation(NamedTuple):
    """One change of a scenario."""

    player: str
    """Whose units, cards or choices change, by name."""
    kind: str
    """One of KINDS."""
    text: str
    """What changes, in a few words: `1 cruiser more`."""
    scenario: Data
    """The scenario as it would be, plain data."""


def variations(scenario: object) -> list[Variation]:
    """Return every change of one thing that advice looks at: what players choose first, then what they have.

    Some of them the rules may refuse (too few ships to carry a fighter more); that is for who solves them to see.
    Raises ScenarioError for a scenario with faults of form.
    """
    data = read(scenario).data()
    found: list[Variation] = []
    for makers in ((_losses, _retreats, _holding_back, _direct_hits, _landings), (_units, _upgrades_and_cards)):
        for index, player in enumerate(data["players"]):
            for make in makers:
                found += make(data, index, player)
    return found


def _changed(data: Data, index: int, change: Callable[[Data], None]) -> Data:
    """Return a copy of the scenario in which a player is changed."""
    copy = deepcopy(data)
    change(copy["players"][index])
    return copy


def places(data: Data, index: int) -> Iterator[tuple[str, str]]:
    """Yield (place, type of unit) for all that a player could have where the step asks for it.

    A place is `space`, `adjacent` or the slug of a planet of the scenario. Ground forces are passengers in a space
    combat: they are named only where the player has some aboard.
    """
    player, edition = data["players"][index], data.get("edition", LATEST)
    planets = list(dict.fromkeys(planet for one in data["players"] for planet in one.get("planets", {})))
    role = OTHER if index else ACTIVE
    for offer in (offer for offer in STEPS[data["step"]].offers if offer.role == role):
        for kind in UNIT_TYPES:
            unit = unit_of(kind, player.get("faction"), player.get("technologies", ()), edition)
            aboard = data["step"] != SPACE_COMBAT or kind in player.get("space", {})
            if unit and offer.units(unit) and (unit.is_ship or aboard):
                yield from ((place, kind) for place in (planets if offer.area == "planets" else [offer.area]))


def stand(player: Data, place: str) -> dict[str, int]:
    """Return the counts of a player's units at a place, to be changed."""
    counts: dict[str, int] = (
        player.setdefault("planets", {}).setdefault(place, {})
        if place not in (SPACE, "adjacent")
        else player.setdefault(place, {})
    )
    return counts


def where(place: str) -> str:
    """Return the words for a place behind a unit; none for the active system's space area."""
    return {SPACE: "", "adjacent": " next door"}.get(place, f" on {planet_name(place)}")


def add(player: Data, place: str, kind: str, count: int) -> None:
    """Give a player so many more units of a type at a place, or fewer; damaged ones are the first to go."""
    there = stand(player, place)
    there[kind] = there.get(kind, 0) + count
    hurt = player.get("damaged", {})
    hurt = hurt if place == SPACE else hurt.get(place, {})
    if kind in hurt and count < 0:
        hurt[kind] = max(0, hurt[kind] + count)


def _units(data: Data, index: int, player: Data) -> Iterator[Variation]:
    for place, kind in dict.fromkeys(places(data, index)):
        copy = _changed(data, index, lambda one, place=place, kind=kind: add(one, place, kind, 1))  # type: ignore[misc]
        yield Variation(player["name"], MORE, f"1 {in_words(kind, 1)} more{where(place)}", copy)
    held = [(SPACE, player.get("space", {})), ("adjacent", player.get("adjacent", {}))]
    held += list(player.get("planets", {}).items())
    for place, counts in held:
        for kind in [kind for kind, count in counts.items() if count]:
            copy = _changed(data, index, lambda one, place=place, kind=kind: add(one, place, kind, -1))  # type: ignore[misc]
            yield Variation(player["name"], FEWER, f"1 {in_words(kind, 1)} fewer{where(place)}", copy)


def _upgrades_and_cards(data: Data, index: int, player: Data) -> Iterator[Variation]:
    edition, role = data.get("edition", LATEST), OTHER if index else ACTIVE
    owned, held = player.get("technologies", ()), player.get("effects", {})
    there = [player.get("space", {}), player.get("adjacent", {}), *player.get("planets", {}).values()]
    types = {kind for counts in there for kind in counts}
    upgraded = {unit.technology: unit.type for unit in units().values() if unit.technology}
    for choice in form(data["step"]).effects:
        if not in_force(edition, choice.edition, choice.until) or choice.faction not in (None, player.get("faction")):
            continue
        if choice.role not in ("any", role) or choice.kind in (AGENDA, ANOMALY):
            continue
        if choice.closed_to is not None and choice.closed_to == player.get("faction"):
            continue
        if choice.field == "technologies" and choice.slug not in owned:
            kind = UPGRADE if choice.slug in upgraded else CARD
            if kind == CARD or upgraded[choice.slug] in types:
                copy = _changed(data, index, lambda one, slug=choice.slug: _learn(one, slug))  # type: ignore[misc]
                yield Variation(player["name"], kind, f"with {choice.name}", copy)
        elif choice.field == "effects" and held.get(choice.slug, 0) < choice.limit:
            yield _card(data, index, player, choice, held)


def _card(data: Data, index: int, player: Data, choice: EffectChoice, held: Mapping[str, int]) -> Variation:
    number = held.get(choice.slug, 0) + 1
    copy = _changed(data, index, lambda one: one.setdefault("effects", {}).update({choice.slug: number}))
    text = f"with {choice.name}" if number == 1 else f"with {number} {choice.name}, not {number - 1}"
    return Variation(player["name"], CARD, text, copy)


def _learn(player: Data, slug: str) -> None:
    player["technologies"] = [*player.get("technologies", ()), slug]


def _losses(data: Data, index: int, player: Data) -> Iterator[Variation]:
    now = {**data.get("policy", {}), **player.get("policy", {})}.get("assign", DEFAULT_ASSIGN)
    for slug in ASSIGN_POLICIES:
        if slug != now:
            copy = _changed(data, index, lambda one, slug=slug: one.setdefault("policy", {}).update(assign=slug))  # type: ignore[misc]
            yield Variation(player["name"], LOSSES, f"takes hits {slug.replace('-', ' ')}", copy)


def _retreats(data: Data, index: int, player: Data) -> Iterator[Variation]:
    if not set(RETREAT) <= set(STEPS[data["step"]].inputs):
        return
    if player.get("policy", {}).get("retreat") is None:
        copy = _changed(data, index, lambda one: one.setdefault("policy", {}).update(retreat={"from_round": 1}))
        yield Variation(player["name"], LEAVING, "announces a retreat in the first round", copy)
    else:
        copy = _changed(data, index, lambda one: one["policy"].pop("retreat"))
        yield Variation(player["name"], LEAVING, "does not retreat", copy)


def may_wait(data: Data, player: Data) -> list[EffectChoice]:
    """Return the cards of a player that could be played later than at once in a scenario's step."""
    owned = {*player.get("technologies", ()), *(slug for slug, count in player.get("effects", {}).items() if count)}
    carried_out = [EFFECTS[slug] for slug in owned if slug in EFFECTS]  # some technologies are of no use in the solver
    return [choice for choice in offered(STEPS[data["step"]], carried_out) if choice.waits]


def _holding_back(data: Data, index: int, player: Data) -> Iterator[Variation]:
    best_is_searched = any(when == BEST for when, _ in waits(STEPS[data["step"]]))
    when, words = (BEST, "the round that is best") if best_is_searched else (2, "round 2")
    for card in may_wait(data, player):
        if player.get("policy", {}).get("play", {}).get(card.slug) is not None:
            copy = _changed(data, index, lambda one, slug=card.slug: one["policy"]["play"].pop(slug))  # type: ignore[misc]
            yield Variation(player["name"], HOLDING, f"plays {card.name} as soon as it may", copy)
            continue
        copy = _changed(data, index, lambda one, slug=card.slug: _hold(one, slug, when))  # type: ignore[misc]
        yield Variation(player["name"], HOLDING, f"holds {card.name} back for {words}", copy)


def _hold(player: Data, slug: str, when: int | str) -> None:
    player.setdefault("policy", {}).setdefault("play", {})[slug] = when


def direct_hit_types(data: Data, index: int) -> list[str]:
    """Return the types of ships among which a player who holds Direct Hit chooses; none where there is no choice."""
    edition, player = data.get("edition", LATEST), data["players"][index]
    if not player.get("effects", {}).get("direct-hit"):
        return []
    types = dict[str, None]()
    for other in data["players"]:
        for kind, count in other.get("space", {}).items():
            unit = unit_of(kind, other.get("faction"), other.get("technologies", ()), edition)
            if count and other is not player and unit and unit.sustain_damage and unit.is_ship:
                types |= {} if unit.direct_hit_immune else {kind: None}
    return list(types) if len(types) > 1 else []


def direct_hit_words(kinds: Sequence[str] | None) -> str:
    """Say what Direct Hit is played on: on some types of ships alone, None: on whatever sustains."""
    if kinds is None:
        return "plays Direct Hit on whatever sustains"
    if not kinds:
        return "plays Direct Hit on nothing"
    return f"plays Direct Hit on {listed([in_words(kind, 2) for kind in kinds])} alone"


def _direct_hits(data: Data, index: int, player: Data) -> Iterator[Variation]:
    now = player.get("policy", {}).get("direct_hit")
    types = direct_hit_types(data, index)
    for kind in types:
        if now != [kind]:
            copy = _changed(data, index, lambda one, kind=kind: one.setdefault("policy", {}).update(direct_hit=[kind]))  # type: ignore[misc]
            yield Variation(player["name"], HITTING, direct_hit_words([kind]), copy)
    if types and now is not None:
        copy = _changed(data, index, lambda one: one["policy"].pop("direct_hit"))
        yield Variation(player["name"], HITTING, direct_hit_words(None), copy)


class Landing(NamedTuple):
    """Where the active player lands, and where everything could land instead."""

    now: str
    """In words that follow a player: `lands everything on Abaddon`."""
    others: dict[str, Data]
    """The same words to the plan (`policy.land`) that they stand for."""


def landing(data: Data) -> Landing | None:
    """Return the choice of a landing; None for a step without one, nobody aboard, or fewer than two planets named."""
    player, edition = data["players"][0], data.get("edition", LATEST)
    if LANDING_PLAN not in STEPS[data["step"]].inputs:
        return None
    aboard = {}
    for kind, count in player.get("space", {}).items():
        unit = unit_of(kind, player.get("faction"), player.get("technologies", ()), edition)
        if count and unit and unit.is_ground_force:
            aboard[kind] = count
    named = [planet for one in data["players"] for planet in one.get("planets", {})]
    there = dict.fromkeys([*named, *player.get("policy", {}).get("land", {})])
    if not aboard or len(there) < 2:
        return None
    plan = {
        planet: landed
        for planet, counts in landing_plan(prepare(read(data))).items()
        if (landed := {kind: min(count, counts.get(kind, 0)) for kind, count in aboard.items() if counts.get(kind)})
    }
    others = {_everything_on(planet): {planet: aboard} for planet in there if plan != {planet: aboard}}
    return Landing(_lands(plan, aboard), others)


def _everything_on(planet: str) -> str:
    return f"lands everything on {planet_name(planet)}"


def _lands(plan: Mapping[str, Data], aboard: Data) -> str:
    if len(plan) == 1 and aboard in plan.values():
        return _everything_on(next(iter(plan)))
    parts = [
        f"{count} {in_words(kind, count)} on {planet_name(planet)}"
        for planet, counts in plan.items()
        for kind, count in counts.items()
    ]
    return f"lands {listed(parts) if parts else 'nothing'}"


def _landings(data: Data, index: int, player: Data) -> Iterator[Variation]:
    choice = None if index else landing(data)
    for words, plan in choice.others.items() if choice else ():
        copy = _changed(data, index, lambda one, plan=plan: one.setdefault("policy", {}).update(land=plan))  # type: ignore[misc]
        yield Variation(player["name"], LANDING, words, copy)
