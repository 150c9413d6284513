"""In which order simultaneous abilities are resolved: the same, however the scenario is written (1.x).

Players take turns from the active player on. Each player's own abilities follow `policy.order` as far as that names
them, and then the alphabet of their slugs, but for an ability that looks at what the others have done: it comes last.
Planets, where one comes before another, follow the alphabet as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any

from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES
from mecatol.effects.model import EFFECTS
from mecatol.errors import Problem, unknown
from mecatol.scenario.model import Player, Scenario, frozen
from mecatol.scenario.policy import BEST

if TYPE_CHECKING:
    from mecatol.game.model import Side


_VALUE = itemgetter(1)
_RANKS = {name: rank for rank, name in enumerate((SPACE, *UNIT_TYPES))}


def _sorted(value: Any) -> Any:
    """Return a mapping, and those within, sorted: space, types of units as in the rules, then alphabetically.

    The value itself where that changes nothing.
    """
    if not isinstance(value, dict) or not value:
        return value
    keys = sorted(value, key=lambda key: (_RANKS.get(key, len(_RANKS)), key)) if len(value) > 1 else list(value)
    fixed = {key: _sorted(value[key]) for key in keys}
    if keys == list(value) and not [key for key in keys if fixed[key] is not value[key]]:
        return value
    return type(value)(fixed)  # a policy stays one: it is printed whole


def _player(player: Player) -> Player:
    told = filter(_VALUE, vars(player).items())
    fixed: dict[str, Any] = {name: new for name, value in told if (new := _sorted(value)) is not value}
    for name in ("technologies", "controls"):
        value = getattr(player, name)
        if len(value) > 1:
            fixed[name] = tuple(sorted(value))
    return frozen(Player, {**vars(player), **fixed}) if fixed else player


def in_fixed_order(scenario: Scenario) -> Scenario:
    """Return the scenario with all that has no order of its own in a fixed one: keys, technologies, planets."""
    players, policy, rulings = (
        tuple(map(_player, scenario.players)),
        _sorted(scenario.policy),
        _sorted(scenario.rulings),
    )
    same = policy is scenario.policy and rulings is scenario.rulings
    if same and all(map(is_, players, scenario.players)):
        return scenario
    return frozen(Scenario, {**vars(scenario), "players": players, "policy": policy, "rulings": rulings})


def in_order(owned: Mapping[str, int], chosen: Iterable[str]) -> dict[str, int]:
    """Return a player's effects, with their copies, in the order in which they act where several could at once."""
    first = [slug for slug in chosen if slug in owned]
    rest = sorted(owned.keys() - set(first), key=lambda slug: (any(w.last for w in EFFECTS[slug].windows), slug))
    return {slug: owned[slug] for slug in (*first, *rest)}


def order_problems(side: Side) -> Iterator[Problem]:
    """Yield a problem for each effect in a player's own order that the player does not have."""
    chosen = side.player.policy.get("order", ())
    for index, slug in enumerate(() if chosen == BEST else chosen):
        if slug not in side.effects:
            where = f"players.{side.index}.policy.order.{index}"
            yield unknown(where, slug, f"effect that {side.name} has", list(side.effects))
