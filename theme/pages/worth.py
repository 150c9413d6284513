"""The page that says what each unit and upgrade is worth at equal cost, from the lab's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from content import measured
from content.measured import FactionGains, Fleets, Gain, counts, faction_gains, fleets, gains, ships
from content.model import Library
from mecatol.domain.counts import fleet_in_words, in_words
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import unit_upgrades, units_of
from mecatol.render.numbers import average, percent
from theme.pages.heat import heat_map
from theme.pages.odds import trying
from theme.pages.page import Site, page
from theme.site.addresses import WORTH

COSTS = (4, 6, 8, 10, 12)
"""Resources for which units are compared."""
KINDS = ("destroyer", "cruiser", "carrier", "dreadnought", "war-sun")
POOLS = (3, 4, 5)
UPGRADES = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")
MAPPED = 6
"""Resources of the fleets in the heat map."""

type Way = Callable[[Mapping[str, Any]], str | None]
"""A battle to its address in the calculator."""


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
        upgrades=[_of_everybody("upgrades", kind, way) for kind in UPGRADES],
        infantry=_of_everybody("infantry", "infantry", way),
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


def _battle(own: str, enemy: str, fields: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the battle of two fleets, or of infantry, as the calculator takes it; `fields` are Red's others."""
    players: list[dict[str, Any]] = []
    landed = counts(own).keys() == {"infantry"}
    for name, fleet, more in (("Red", own, fields or {}), ("Blue", enemy, {})):
        units = counts(fleet)
        needed = [*more.get("technologies", ()), *(["war-sun"] if "war-sun" in units else [])]
        place = {"planets": {"abaddon": units}} if landed else {"space": units}
        players.append({"name": name, **more, **place} | ({"technologies": needed} if needed else {}))
    return {"step": "ground-combat" if landed else "space-combat", "players": players}


def _half(among: Fleets, kind: str, price: int) -> str:
    """Return the mean score of the fleets that spend half of their resources or more on a type and its cargo."""
    kinds = (kind, "fighter") if kind == "carrier" else (kind,)
    found = [
        among.mean(name) for name in among.names if kind in counts(name) and 2 * measured.cost(name, kinds) >= price
    ]
    return percent(sum(found) / len(found)) if found else "–"


def _pooled(price: int, pool: int | None, way: Way) -> dict[str, Any]:
    """Return the best fleet of a cost within a fleet pool, and the fleet that it does worst against."""
    among = fleets(price) if pool is None else fleets(price).within(pool)
    return _ranked(among, among.ranked()[0], way)


def _ranked(among: Fleets, name: str, way: Way) -> dict[str, Any]:
    worst = min((other for other in among.names if other != name), key=lambda other: among.scores[name, other])
    return {
        "fleet": _words(name),
        "ships": ships(name),
        "mean": percent(among.mean(name)),
        "worst": _words(worst),
        "least": percent(among.scores[name, worst]),
        "link": way(_battle(name, worst)),
    }


def _upgrade(name: str, found: Sequence[Gain], fields: Mapping[str, Any], way: Way) -> Upgrade:
    """Return the row of an upgrade, with the battle in which it adds most; `fields` are those of who has it."""
    most = max(found)
    return Upgrade(
        name,
        _points(_mean(found)),
        _points(most.more),
        f"{_words(most.own)} against {_words(most.enemy)}" if most.more > 1e-9 else "",
        way(_battle(most.own, most.enemy, fields)),
    )


def _of_everybody(table: str, kind: str, way: Way) -> Upgrade:
    technology = f"{kind}-2"
    return _upgrade(unit_upgrades()[technology], gains(table, technology), {"technologies": [technology]}, way)


def _mean(found: Sequence[Gain]) -> float:
    return sum(one.more for one in found) / len(found)


def _own_upgrades(way: Way) -> list[Upgrade]:
    """Return the rows of the upgrades of single factions, the one that adds most first."""
    found = [one for table in ("faction-upgrades", "faction-infantry") for one in faction_gains(table)]
    fields = {"faction": "nomad", "technologies": ["memoria-2"]}
    found.append(FactionGains(fields, units_of("nomad")["memoria-2"], gains("memoria", "memoria-2")))
    found.sort(key=lambda one: -_mean(one.gains))
    return [
        _upgrade(f"{unit.name} ({FACTIONS[unit.faction or ''].short})", added, fields, way)
        for fields, unit, added in found
    ]


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
