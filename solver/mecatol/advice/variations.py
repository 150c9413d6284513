"""What a player could have had or chosen instead: a unit, an upgrade, a card, other losses, a retreat, a later card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

from mecatol.advice.forces import Data, add, landing_with_it, own_unit, places, told, where
from mecatol.advice.landing import landing, landing_as
from mecatol.domain.counts import in_words
from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import units
from mecatol.effects.holders import may_have
from mecatol.effects.model import AGENDA, ANOMALY, EFFECTS
from mecatol.forms import form, offered, waits
from mecatol.forms.model import EffectChoice
from mecatol.game.limits import most_held
from mecatol.scenario.policy import ASSIGN_POLICIES, BEST, DEFAULT_ASSIGN
from mecatol.scenario.reading import read
from mecatol.scenario.step import RETREAT, STEPS
from mecatol.solution.model import listed

MORE, FEWER, UPGRADE, CARD = "more", "fewer", "upgrade", "card"
DIRECT_HIT = "direct-hit"
LOSSES, LEAVING, HOLDING, HITTING, LANDING = "losses", "retreat", "hold", DIRECT_HIT, "landing"
KINDS = (MORE, FEWER, UPGRADE, CARD, LOSSES, LEAVING, HOLDING, HITTING, LANDING)
"""What a variation changes."""


class Variation(NamedTuple):
    """One change of a scenario."""

    player: str
    """Whose units, cards or choices change, by name."""
    kind: str
    """One of KINDS."""
    text: str
    """What changes, in a few words: `1 more cruiser`."""
    scenario: Data
    """The scenario as it would be, plain data."""
    card: str = ""
    """The technology or card, by slug, that it adds where there was none."""


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


def _units(data: Data, index: int, player: Data) -> Iterator[Variation]:
    for place, kind in dict.fromkeys(places(data, index)):
        copy = deepcopy(data)
        add(copy, index, place, kind, 1)
        landing_as(data, copy)
        words = f"1 more {in_words(kind, 1)}{where(place)}{landing_with_it(data, index, place, kind)}"
        yield Variation(player["name"], MORE, words, copy)
    held = [(SPACE, player.get("space", {})), (ADJACENT, player.get("adjacent", {}))]
    held += list(player.get("planets", {}).items())
    for place, counts in held:
        for kind in [kind for kind, count in counts.items() if count]:
            copy = deepcopy(data)
            add(copy, index, place, kind, -1)
            landing_as(data, copy)
            yield Variation(player["name"], FEWER, f"1 fewer {in_words(kind, 1)}{where(place)}", copy)


def _upgrades_and_cards(data: Data, index: int, player: Data) -> Iterator[Variation]:
    edition, role = data.get("edition", LATEST), OTHER if index else ACTIVE
    owned, held = player.get("technologies", ()), player.get("effects", {})
    types = {kind for counts in _areas(player) for kind, count in counts.items() if count}
    upgraded = {unit.technology: unit.type for unit in units().values() if unit.technology}
    for choice in form(data["step"]).effects:
        if not in_force(edition, choice.edition, choice.until) or choice.faction not in (None, player.get("faction")):
            continue
        if choice.role not in ("any", role) or choice.kind in (AGENDA, ANOMALY):
            continue
        if choice.field == "drafted" or not may_have(choice.slug, player.get("faction")):
            continue  # nobody drafts once the game is under way
        if choice.field == "technologies" and choice.slug not in owned:
            kind = UPGRADE if choice.slug in upgraded else CARD
            if kind == CARD or upgraded[choice.slug] in types:
                copy = _changed(data, index, lambda one, slug=choice.slug: _learn(one, slug))  # type: ignore[misc]
                yield Variation(player["name"], kind, f"with {choice.name}", copy, choice.slug)
        elif choice.field == "effects" and held.get(choice.slug, 0) < _copies(data, index, choice):
            yield _card(data, index, player, choice, held)


def _areas(player: Data) -> list[Mapping[str, int]]:
    """Return a player's units in each place, by type."""
    return [player.get("space", {}), player.get("adjacent", {}), *player.get("planets", {}).values()]


def _copies(data: Data, index: int, choice: EffectChoice) -> int:
    """Return how many copies of a card a player could hold: those no other player holds, no more than its units."""
    effect, card = EFFECTS[choice.slug], EFFECTS[choice.slug].card
    if effect.per_unit:
        return min(choice.limit, sum(counts.get(effect.per_unit, 0) for counts in _areas(data["players"][index])))
    others = [one for one in data["players"] if one is not data["players"][index]]
    holding = [one for one in others if one.get("effects", {}).get(choice.slug)]
    gone = sum(one["effects"][choice.slug] for one in holding)
    most = most_held(effect, [one.get("faction") for one in (*holding, data["players"][index])])
    held = {slug for one in data["players"] for slug, count in one.get("effects", {}).items() if count}
    as_another = card and any(EFFECTS[slug].card == card for slug in held - {choice.slug})
    return 0 if as_another else choice.limit if most is None else min(choice.limit, most - gone)


def _card(data: Data, index: int, player: Data, choice: EffectChoice, held: Mapping[str, int]) -> Variation:
    number = held.get(choice.slug, 0) + 1
    copy = _changed(data, index, lambda one: one.setdefault("effects", {}).update({choice.slug: number}))
    text = f"with {choice.name}" if number == 1 else f"with {number} {choice.name}, not {number - 1}"
    return Variation(player["name"], CARD, text, copy, choice.slug if number == 1 else "")


def _learn(player: Data, slug: str) -> None:
    player["technologies"] = [*player.get("technologies", ()), slug]


def _chosen(data: Data, index: int, key: str, value: object) -> Data:
    """Return the scenario in which a player makes another choice under a key of the policy; None: none at all."""
    copy = deepcopy(data)
    if value is not None:
        copy["players"][index].setdefault("policy", {})[key] = value
        return copy
    everybodys = copy.get("policy", {}).pop(key, None)
    for other, player in enumerate(copy["players"]):
        if other == index:
            player.get("policy", {}).pop(key, None)
        elif everybodys is not None:  # they keep what was said for all
            player.setdefault("policy", {}).setdefault(key, everybodys)
    return copy


def unused(variation: Variation) -> Variation:
    """Return a variation in which the player has the card that it adds, and does not use it."""
    index = [player["name"] for player in variation.scenario["players"]].index(variation.player)
    declined = [*(told(variation.scenario, index, "decline") or ()), variation.card]
    changed = _chosen(variation.scenario, index, "decline", declined)
    return variation._replace(text=f"{variation.text}, better left unused", scenario=changed)


def _losses(data: Data, index: int, player: Data) -> Iterator[Variation]:
    now = told(data, index, "assign") or DEFAULT_ASSIGN
    for slug in ASSIGN_POLICIES:
        if slug != now:
            words = f"takes hits {slug.replace('-', ' ')}"
            yield Variation(player["name"], LOSSES, words, _chosen(data, index, "assign", slug))


def _retreats(data: Data, index: int, player: Data) -> Iterator[Variation]:
    if not set(RETREAT) <= set(STEPS[data["step"]].inputs):
        return
    if told(data, index, "retreat") is None:
        copy = _chosen(data, index, "retreat", {"from_round": 1})
        yield Variation(player["name"], LEAVING, "announces a retreat in the first round", copy)
    else:
        yield Variation(player["name"], LEAVING, "does not retreat", _chosen(data, index, "retreat", None))


def may_wait(data: Data, index: int) -> list[EffectChoice]:
    """Return the cards of a player that could be played later than at once in a scenario's step."""
    player, declined = data["players"][index], told(data, index, "decline") or ()
    owned = {*player.get("technologies", ()), *(slug for slug, count in player.get("effects", {}).items() if count)}
    # Some technologies are of no use in the solver.
    carried_out = [EFFECTS[slug] for slug in owned if slug in EFFECTS and slug not in declined]
    return [choice for choice in offered(STEPS[data["step"]], carried_out) if choice.waits]


def _holding_back(data: Data, index: int, player: Data) -> Iterator[Variation]:
    best_is_searched = any(when == BEST for when, _ in waits(STEPS[data["step"]]))
    when, words = (BEST, "the round that is best") if best_is_searched else (2, "round 2")
    now = told(data, index, "play") or {}
    for card in may_wait(data, index):
        others = {slug: one for slug, one in now.items() if slug != card.slug}
        if now.get(card.slug) is not None:
            copy = _chosen(data, index, "play", others or None)
            yield Variation(player["name"], HOLDING, f"plays {card.name} as soon as it may", copy)
        else:
            copy = _chosen(data, index, "play", {**others, card.slug: when})
            yield Variation(player["name"], HOLDING, f"holds {card.name} back for {words}", copy)


def direct_hit_types(data: Data, index: int) -> list[str]:
    """Return the types of ships among which a player who holds Direct Hit chooses; none where there is no choice."""
    player = data["players"][index]
    if not player.get("effects", {}).get(DIRECT_HIT) or DIRECT_HIT in (told(data, index, "decline") or ()):
        return []
    types = dict[str, None]()
    for other, owner in enumerate(data["players"]):
        for kind, count in owner.get("space", {}).items():
            unit = own_unit(data, other, kind)
            if count and other != index and unit and unit.sustain_damage and unit.is_ship:
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
    now = told(data, index, "direct_hit")
    types = direct_hit_types(data, index)
    for kind in types:
        if now != [kind]:
            copy = _chosen(data, index, "direct_hit", [kind])
            yield Variation(player["name"], HITTING, direct_hit_words([kind]), copy)
    if types and now is not None:
        yield Variation(player["name"], HITTING, direct_hit_words(None), _chosen(data, index, "direct_hit", None))


def _landings(data: Data, index: int, player: Data) -> Iterator[Variation]:
    choice = None if index else landing(data)
    for words, plan in choice.others.items() if choice else ():
        yield Variation(player["name"], LANDING, words, _chosen(data, index, "land", plan))
