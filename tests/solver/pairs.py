"""Every two effects that one player can have at once, in a small position of every step in which both act."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from mecatol import EFFECTS
from mecatol.domain.editions import EDITIONS, in_force
from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.effects.model import Effect
from mecatol.effects.named import effects, technologies

POSITIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "space-combat": (
        {"space": {"dreadnought": 1, "fighter": 1}},
        {"space": {"dreadnought": 1}},
    ),
    "anti-fighter-barrage": (
        {"space": {"destroyer": 2, "fighter": 3, "carrier": 1}},
        {"space": {"destroyer": 2, "fighter": 3, "carrier": 1}},
    ),
    "space-cannon-offense": (
        {"space": {"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 1}, "planets": {"meer": {"pds": 1}}},
        {"space": {"cruiser": 1}, "planets": {"arinam": {"pds": 2}}, "adjacent": {"pds": 1, "space-dock": 1}},
    ),
    "space-cannon-defense": (
        {"planets": {"arinam": {"infantry": 2}}},
        {"planets": {"arinam": {"infantry": 2, "pds": 2}}},
    ),
    "bombardment": (
        {"space": {"dreadnought": 2, "infantry": 1}},
        {"planets": {"arinam": {"infantry": 3, "pds": 1}, "meer": {"infantry": 1}}},
    ),
    "ground-combat": (
        {"planets": {"arinam": {"infantry": 2}}, "space": {"dreadnought": 1}},
        {"planets": {"arinam": {"infantry": 2}}},
    ),
    "sustain-damage": (
        {"space": {"dreadnought": 2, "carrier": 1, "cruiser": 1, "fighter": 1}},
        {"space": {"dreadnought": 2, "carrier": 1, "fighter": 1}},
    ),
    "production": (
        {
            "planets": {"arinam": {"space-dock": 1, "infantry": 1}, "meer": {"infantry": 1}},
            "space": {"cruiser": 1},
            "controls": ["arinam", "meer"],
            "trade_goods": 6,
            "produce": {"carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 2},
        },
        {"space": {}},
    ),
}
"""The active player and another one, by step, without what their effects add."""


EXTRAS: dict[str, dict[str, Any]] = {
    "sustain-damage": {"hits": {"source": "space-combat", "count": 2, "against": "Red"}}
}
"""What else a scenario of a step needs."""
UNIT_OF_A_FACTION = {
    "space-combat": "flagship", "anti-fighter-barrage": "flagship", "space-cannon-offense": "flagship",
    "bombardment": "flagship", "sustain-damage": "flagship",
}  # fmt: skip
"""What the owner of an effect of a faction has in space as well, by step."""


class Pair(NamedTuple):
    """Two effects of one player, in a scenario in which both are owned."""

    one: str
    other: str
    scenario: dict[str, Any]
    owner: int
    """Index of the player who has both."""


def _named(step: str, edition: str) -> list[Effect]:
    """Return the effects that act in a step and that a scenario names: the rest has no order in which it is written."""
    return [
        effect for effect in EFFECTS.values()
        if step in effect.steps and not effect.automatic and in_force(edition, effect.edition, effect.until)
    ]  # fmt: skip


def pairs(step: str) -> Iterator[Pair]:
    """Yield every two named effects that act in a step and that one player can have: the players in turn.

    Every edition has its turn; what the latest one has together is not tried again in another.
    """
    seen: set[tuple[str, str]] = set()
    for edition in reversed(EDITIONS):
        for one, other in combinations(_named(step, edition), 2):
            owners = {effect.holder for effect in (one, other)} - {None}
            roles = {effect.role for effect in (one, other)} - {None}
            if (one.slug, other.slug) in seen or len(owners) > 1 or len(roles) > 1:
                continue
            seen.add((one.slug, other.slug))
            owner = int(OTHER in roles or (ACTIVE not in roles and len(seen) % 2))
            yield Pair(one.slug, other.slug, _scenario(step, edition, owner, (one, other)), owner)


def _scenario(step: str, edition: str, owner: int, owned: tuple[Effect, Effect]) -> dict[str, Any]:
    players: list[dict[str, Any]] = [
        {"name": name, **position} for name, position in zip(("Red", "Blue"), POSITIONS[step], strict=True)
    ]
    player = players[owner]
    for faction in {effect.holder for effect in owned} - {None}:
        player["faction"] = faction
        if extra := UNIT_OF_A_FACTION.get(step):
            player["space"] = {extra: 1, **player.get("space", {})}
    player["technologies"] = [effect.slug for effect in owned if effect.slug in technologies()]
    player["effects"] = {effect.slug: 1 for effect in owned if effect.slug in effects()}
    return {"step": step, "edition": edition, "players": players, **EXTRAS.get(step, {})}
