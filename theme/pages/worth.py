"""The page that says what each unit and upgrade is worth at equal cost, from the lab's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from content import measured
from content.measured import Fleets, Gain, counts, faction_gains, fleets, gains, ships
from content.model import Library
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import unit_upgrades, units_of
from mecatol.scenario.sentence import fleet_in_words, in_words
from theme.pages.heat import heat_map
from theme.pages.odds import trying
from theme.pages.page import Site, page
from theme.render.numbers import average, percent
from theme.site.addresses import WORTH

COSTS = (4, 6, 8, 10, 12)
"""Resources for which units are compared."""
KINDS = ("destroyer", "cruiser", "carrier", "dreadnought", "war-sun")
POOLS = (3, 4, 5)
UPGRADES = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")
MAPPED = 6
"""Resources of the fleets in the heat map."""

type Battle = Callable[[str, str], str | None]
"""Two fleets to the address of their battle in the calculator."""


class Upgrade(NamedTuple):
    """A row of the table of upgrades."""

    name: str
    mean: str
    """What it adds on average, in percentage points."""
    most: str
    battle: str
    """Where it adds most, in words."""
    link: str | None


def worth_page(library: Library, site: Site) -> str:
    """Return the page."""
    front = {
        "title": "What each unit is worth",
        "description": "Every fleet of equal cost against every other: what to build, and what upgrades add.",
    }
    way = trying(library, site, WORTH)
    mapped = fleets(MAPPED).ranked()
    best = fleets(8).ranked()[0]
    return page(
        "worth.html",
        WORTH,
        library,
        site,
        front,
        battles=len(measured.rows("equal-cost")),
        units=[(in_words(kind, 2), [_half(fleets(price), kind, price) for price in COSTS]) for kind in KINDS],
        costs=COSTS,
        pools=POOLS,
        pooled=[(price, [_pooled(price, pool, way) for pool in (*POOLS, None)]) for price in COSTS[1:]],
        heat=Markup(
            heat_map(
                f"How often each fleet of {MAPPED} resources beats each other",
                [fleet_in_words(counts(name)) for name in mapped],
                lambda row, at: fleets(MAPPED).scores[mapped[row], mapped[at]],
                lambda row, at: way(_battle(mapped[row], mapped[at])),
            )
        ),
        mapped=MAPPED,
        ranked=[_ranked(fleets(12), name, way) for name in fleets(12).ranked()],
        upgrades=[_upgrade(kind, way) for kind in UPGRADES],
        infantry=_infantry(way),
        own_upgrades=_own_upgrades(way),
        pds=_pds(),
        best=_words(best),
        best_least=percent(min(fleets(8).scores[best, other] for other in fleets(8).names if other != best)),
        best_mean=percent(fleets(8).mean(best)),
        full=_full(),
        sun=percent(fleets(12).mean("1 war-sun")),
    )


def _words(name: str) -> str:
    return fleet_in_words(counts(name))


def _battle(own: str, enemy: str, technologies: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the battle of two fleets as the calculator takes it."""
    players: list[dict[str, Any]] = []
    for name, fleet, known in (("Red", own, technologies), ("Blue", enemy, ())):
        needed = [*known, *(["war-sun"] if "war-sun" in counts(fleet) else [])]
        players.append({"name": name, "space": counts(fleet)} | ({"technologies": needed} if needed else {}))
    return {"step": "space-combat", "players": players}


def _half(among: Fleets, kind: str, price: int) -> str:
    """Return the mean score of the fleets that spend half of their resources or more on a type and its cargo."""
    kinds = (kind, "fighter") if kind == "carrier" else (kind,)
    found = [
        among.mean(name) for name in among.names if kind in counts(name) and 2 * measured.cost(name, kinds) >= price
    ]
    return percent(sum(found) / len(found)) if found else "–"


def _pooled(price: int, pool: int | None, way: Callable[[Mapping[str, Any]], str | None]) -> dict[str, Any]:
    """Return the best fleet of a cost within a fleet pool, and the fleet that it does worst against."""
    among = fleets(price) if pool is None else fleets(price).within(pool)
    return _ranked(among, among.ranked()[0], way)


def _ranked(among: Fleets, name: str, way: Callable[[Mapping[str, Any]], str | None]) -> dict[str, Any]:
    worst = min((other for other in among.names if other != name), key=lambda other: among.scores[name, other])
    return {
        "fleet": _words(name),
        "ships": ships(name),
        "mean": percent(among.mean(name)),
        "worst": _words(worst),
        "least": percent(among.scores[name, worst]),
        "link": way(_battle(name, worst)),
    }


def _upgrade(kind: str, way: Callable[[Mapping[str, Any]], str | None]) -> Upgrade:
    technology = f"{kind}-2"
    found = gains(technology, kind)
    most = max(found)
    said = f"{_words(most.own)} against {_words(most.enemy)}" if most.more > 1e-9 else ""
    return Upgrade(
        unit_upgrades()[technology],
        _points(sum(one.more for one in found) / len(found)),
        _points(most.more),
        said,
        way(_battle(most.own, most.enemy, (technology,))),
    )


def _infantry(way: Callable[[Mapping[str, Any]], str | None]) -> Upgrade:
    """Return the row of Infantry II: as many infantry on both sides, and the battle in which it adds most."""
    known: dict[str, dict[tuple[int, int], float]] = {}
    for row in measured.rows("infantry"):
        pair = tuple(row[f"{name}.planets.abaddon.infantry"] for name in ("Red", "Blue"))
        known.setdefault(row["Red.technologies"], {})[pair] = measured.score(row, "Red")
    without, with_it = known["[]"], known['["infantry-2"]']
    more = {pair: with_it[pair] - without[pair] for pair in without}
    most = max(more, key=lambda pair: more[pair])
    own, enemy = ({"infantry": number} for number in most)
    players = [
        {"name": "Red", "technologies": ["infantry-2"], "planets": {"abaddon": own}},
        {"name": "Blue", "planets": {"abaddon": enemy}},
    ]
    return Upgrade(
        unit_upgrades()["infantry-2"],
        _points(sum(more.values()) / len(more)),
        _points(more[most]),
        f"{fleet_in_words(own)} against {fleet_in_words(enemy)}",
        way({"step": "ground-combat", "players": players}),
    )


def _own_upgrades(way: Callable[[Mapping[str, Any]], str | None]) -> list[Upgrade]:
    """Return the rows of the upgrades of single factions, the one that adds most first."""
    found = []
    for table in ("faction-upgrades", "faction-infantry"):
        for player, unit, each in faction_gains(table):
            found.append((unit, each, _faction_battle(player, max(each))))
    known: dict[str, dict[str, float]] = {}
    for row in measured.rows("memoria"):
        known.setdefault(row["Red.technologies"], {})[row["Blue.space"]] = measured.score(row, "Red")
    without, with_it = known.values()
    memoria = next(one for one in units_of("nomad").values() if one.slug == "memoria-2")
    added = tuple(Gain(with_it[enemy] - without[enemy], "1 flagship", enemy) for enemy in without)
    player = {"faction": "nomad", "technologies": [memoria.technology]}
    found.append((memoria, added, _faction_battle(player, max(added))))
    found.sort(key=lambda one: -sum(gain.more for gain in one[1]) / len(one[1]))
    return [
        Upgrade(
            f"{unit.name} ({FACTIONS[unit.faction or ''].short})",
            _points(sum(gain.more for gain in added) / len(added)),
            _points(max(added).more),
            " against ".join(
                fleet_in_words(next(iter(one["planets"].values())) if "planets" in one else one["space"])
                for one in battle["players"]
            ),
            way(battle),
        )
        for unit, added, battle in found
    ]


def _faction_battle(player: Mapping[str, Any], most: Gain) -> dict[str, Any]:
    """Return the battle in which the upgrade of a faction adds most."""
    if most.own.isdecimal():
        own, enemy = ({"planets": {"abaddon": {"infantry": int(number)}}} for number in (most.own, most.enemy))
        return {"step": "ground-combat", "players": [{"name": "Red", **player, **own}, {"name": "Blue", **enemy}]}
    fleets = [{"space": counts(fleet)} for fleet in (most.own, most.enemy)]
    return {
        "step": "space-combat",
        "players": [{"name": "Red", **player, **fleets[0]}, {"name": "Blue", **fleets[1]}],
    }


def _pds() -> list[tuple[int, str, str]]:
    """Return what PDS destroy of cruisers that move in, without and with PDS II, by their number."""
    known: dict[int, list[str]] = {}
    for row in measured.rows("pds"):
        known.setdefault(row["Blue.planets.abaddon.pds"], []).append(average(row["expected_losses.Red.cruiser"]))
    return [(number, without, with_it) for number, (without, with_it) in known.items()]


def _full() -> dict[str, str]:
    """Return the best fleet of 12 resources within a fleet pool of 4, for a finding."""
    among = fleets(12).within(4)
    best = among.ranked()[0]
    return {"fleet": _words(best), "mean": percent(among.mean(best)), "number": str(len(among.names))}


def _points(more: float) -> str:
    return "nothing" if abs(more) < 1e-9 else f"{100 * more:.1f} points"
