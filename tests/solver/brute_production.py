"""Production told once more, by trying everything: every order, every way to group it, every unit to every producer."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from mecatol.domain.units import Unit, unit_of

Scenario = dict[str, Any]
Order = dict[str, int]
TYPES = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "infantry", "mech")
BOX = {"destroyer": 8, "cruiser": 8, "carrier": 4, "dreadnought": 5, "flagship": 1, "mech": 4}
PLANETS = {"abaddon": 1, "ashtroth": 2, "loki": 1}
"""Of tile 75, with their resources."""
FIRST_COMMANDERS = frozenset({"maban", "brother-omar"})
"""Effects that only the editions before Codex III have."""
EFFECTS = (
    "maban", "brother-omar", "war-machine", "regulated-conscription", "navarch-feng",
    "that-which-molds-flesh", "berekar-berekon",
)  # fmt: skip
MERIT = {
    "units": lambda unit: 1,
    "ships": lambda unit: int("ship" in unit.categories and unit.type != "fighter"),
    "ground-forces": lambda unit: int("ground-force" in unit.categories),
    "combat-dice": lambda unit: unit.combat.dice,
    "combat-hits": lambda unit: unit.combat.dice * (11 - unit.combat.value) / 10,
    "hit-points": lambda unit: 2 if unit.sustain_damage else 1,
    "capacity": lambda unit: unit.capacity,
}


def some_player(rng: random.Random) -> Scenario:
    """Return a player with one or two producers, something to spend and perhaps effects."""
    faction = rng.choice(
        [None, None, "arborec", "clan-of-saar", "federation-of-sol", "vuilraith-cabal", "barony-of-letnev"]
    )
    player: Scenario = {"name": "Red", "trade_goods": rng.randint(0, 6), "planets": {}, "space": {}}
    if faction:
        player["faction"] = faction
    if faction == "clan-of-saar":
        player["space"]["space-dock"] = 1
    else:
        for planet in rng.sample(sorted(PLANETS), rng.choice([1, 1, 2])):
            player["planets"][planet] = {"space-dock": 1}
        if faction == "vuilraith-cabal":
            player["planets"] = {next(iter(player["planets"])): {"space-dock": 1}}
        if faction == "arborec":
            player["planets"]["loki"] = {"infantry": rng.randint(1, 2)}
    for kind, most in (("carrier", 1), ("cruiser", 1), ("fighter", 2)):
        if count := rng.randint(0, most):
            player["space"][kind] = count
    technologies = [slug for slug in ("fighter-2", "sarween-tools", "cruiser-2") if rng.random() < 0.3]
    effects = {}
    if rng.random() < 0.5:
        effects[rng.choice(EFFECTS)] = 1
    if faction == "federation-of-sol" and rng.random() < 0.6:
        effects["bellum-gloriosum"] = 1
    if faction == "vuilraith-cabal":
        player["captured"] = {rng.choice(["cruiser", "infantry", "fighter"]): rng.randint(1, 2)}
    if rng.random() < 0.6:
        player["fleet_pool"] = rng.randint(sum(player["space"].get(kind, 0) for kind in ("carrier", "cruiser")), 3)
    if rng.random() < 0.3:
        player["reinforcements"] = {rng.choice(TYPES): rng.randint(0, 1), "infantry": rng.randint(0, 3)}
    return {
        **player,
        **({"technologies": technologies} if technologies else {}),
        **({"effects": effects} if effects else {}),
    }


class Table:
    """The position on the table, looked at without the solver's help but for the printed values of units."""

    def __init__(self, player: Scenario, enemy: bool) -> None:
        self.player, self.enemy = player, enemy
        self.effects = player.get("effects", {})
        self.faction = player.get("faction")
        technologies = player.get("technologies", ())
        self.units: dict[str, Unit] = {
            kind: unit
            for kind in (*TYPES, "space-dock")
            if (unit := unit_of(kind, self.faction, technologies)) and (unit.cost is not None or kind == "space-dock")
        }
        """What is there or can be produced: a mech of no faction has a combat value but no cost."""
        self.makers = list(self._makers())
        if "war-machine" in self.effects:
            self.makers.append(("", "", 4))
        self.reduction = ("sarween-tools" in technologies) + 2 * ("berekar-berekon" in self.effects)
        self.reduction += "war-machine" in self.effects
        self.funds = player["trade_goods"] + sum(PLANETS[planet] for planet in player["planets"])

    def _makers(self) -> Iterator[tuple[str, str, int]]:
        places = {"space": self.player["space"], **self.player["planets"]}
        for place, there in places.items():
            for kind, count in there.items():
                production = self.units[kind].production
                if production:
                    bonus = production.resource_bonus
                    value = production.value if bonus is None else PLANETS[place] + bonus
                    yield from ((place, kind, value) for _ in range(count))

    def captured(self, kind: str) -> int:
        returned = self.player.get("captured", {}).get(kind, 0) if self.faction == "vuilraith-cabal" else 0
        return int(returned + (kind == "flagship" and "navarch-feng" in self.effects))

    @cache  # noqa: B019
    def groupings(self, kind: str, number: int) -> frozenset[tuple[int, int]]:
        """Return every (cost, how many count) with which so many units of a type can be produced."""
        unit = self.units[kind]
        single = "regulated-conscription" in self.effects and kind in ("fighter", "infantry")
        size = 1 if single else unit.produces
        extra = {"fighter": "maban", "infantry": "brother-omar"}.get(kind) in self.effects
        found = set()

        def split(left: int, cost: int, counted: int, free: int) -> None:
            if not left:
                found.add((cost, counted))
            for paid in range(1, min(size, left) + 1):
                for more in range(min(int(extra), left - paid) + 1):
                    split(left - paid - more, cost + int(unit.cost or 0), counted + paid, 0)
                    if free and paid == 1:  # a captured unit stands in for the cost
                        split(left - paid - more, cost, counted + paid, free - 1)

        split(number, 0, 0, self.captured(kind))
        return frozenset(found)

    def can_make(self, maker: tuple[str, str, int], kind: str) -> bool:
        if self.enemy and "ship" in self.units[kind].categories:
            return False
        return not (self.faction == "arborec" and maker[1] == "space-dock" and kind == "infantry")

    def assign(self, wanted: list[str], room: list[int], pools: list[list[Any]]) -> bool:
        """Tell whether each unit that counts finds a producer, or does not count after all."""
        if not wanted:
            return True
        kind, rest = wanted[0], wanted[1:]
        for index, maker in enumerate(self.makers):
            if room[index] and self.can_make(maker, kind):
                room[index] -= 1
                found = self.assign(rest, room, pools)
                room[index] += 1
                if found:
                    return True
        for pool in pools:
            if pool[0] and kind in pool[1]:
                pool[0] -= 1
                found = self.assign(rest, room, pools)
                pool[0] += 1
                if found:
                    return True
        return False

    def cheapest(self, order: Order) -> int | None:
        """Return the least combined cost of an order that the production here can make; None if it cannot."""
        pools: list[list[Any]] = []
        if "that-which-molds-flesh" in self.effects:
            pools.append([2, ("fighter", "infantry")])
        if "bellum-gloriosum" in self.effects:
            carry = sum(self.units[kind].capacity * n for kind, n in order.items() if kind not in ("infantry", "mech"))
            pools.append([carry, ("fighter", "infantry", "mech")])
        costs = []
        for ways in product(*(self.groupings(kind, number) for kind, number in order.items())):
            wanted = [kind for kind, (_, counted) in zip(order, ways, strict=True) for _ in range(counted)]
            if any(not any(self.can_make(maker, kind) for maker in self.makers) for kind in order):
                return None
            if self.assign(wanted, [value for _, _, value in self.makers], pools):
                costs.append(sum(cost for cost, _ in ways))
        return max(0, min(costs) - self.reduction) if costs else None

    def left(self, kind: str) -> int:
        """Return how many plastic units are left."""
        named = self.player.get("reinforcements", {})
        placed = self.player["space"].get(kind, 0) + sum(u.get(kind, 0) for u in self.player["planets"].values())
        return int(named.get(kind, max(0, {**BOX, "fighter": 10, "infantry": 12}[kind] - placed)))

    def in_the_box(self, order: Order) -> bool:
        return all(number <= self.left(kind) for kind, number in order.items() if kind not in ("fighter", "infantry"))

    def with_plastic(self, order: Order) -> bool:
        """Tell whether fighters and infantry of an order can be had without swapping figures elsewhere."""
        space, planets = self.player["space"], self.player["planets"]
        fine = "fighter" not in order or self.left("fighter") or space.get("fighter")
        there = any(units.get("infantry") for units in planets.values())
        return bool(fine and ("infantry" not in order or self.left("infantry") or there))

    def stays(self, order: Order) -> bool:
        """Tell whether nothing has to be removed once an order is placed, ground forces on planets where possible."""
        space = {**self.player["space"]}
        for kind, number in order.items():
            if "ship" in self.units[kind].categories or not self.player["planets"]:
                space[kind] = space.get(kind, 0) + number
        ships = sum(n for kind, n in space.items() if kind not in ("fighter", "infantry", "mech", "space-dock"))
        pool = self.player.get("fleet_pool")
        if pool is not None and self.faction == "barony-of-letnev":
            pool += 2  # Armada
        if pool is not None and ships > pool and any(
            "ship" in self.units[kind].categories and kind != "fighter" for kind in order
        ):  # fmt: skip
            return False
        docks = sum(units.get("space-dock", 0) for units in self.player["planets"].values())
        sheltered = docks * {"vuilraith-cabal": 6}.get(self.faction or "", 3)
        capacity = sum(self.units[kind].capacity * n for kind, n in space.items())
        ground = space.get("infantry", 0) + space.get("mech", 0)
        flying = 0
        if self.units["fighter"].excess_fleet_pool:
            flying = 99 if pool is None else max(0, pool - ships)
        fighters = max(0, space.get("fighter", 0) - sheltered)
        return ground <= capacity and fighters + ground <= capacity + flying

    def orders(self) -> Iterator[Order]:
        """Yield every order that could be paid for, were the production without limit but for what no effect adds."""
        kinds = [kind for kind in TYPES if kind in self.units]
        limit = sum(value for _, _, value in self.makers)
        doubled = FIRST_COMMANDERS & set(self.effects)
        most = 2 * limit if doubled else limit + 2 * ("that-which-molds-flesh" in self.effects)
        if "bellum-gloriosum" in self.effects:
            most = 99

        def more(index: int, left: int, funds: float) -> Iterator[Order]:
            if index == len(kinds):
                yield {}
                return
            kind = kinds[index]
            each, free = (self.units[kind].cost or 0) / (self.units[kind].produces + 1), self.captured(kind)
            for number in range(left + 1):
                rest = funds - each * max(0, number - 2 * free)
                if rest < 0:
                    break
                for others in more(index + 1, left - number, rest):
                    yield {kind: number, **others} if number else others

        return (order for order in more(0, most, self.funds + self.reduction) if order)

    def staircase(self, aim: str) -> list[tuple[int, float]]:
        """Return the best that can be done for an aim by cost, each step better than all that cost less."""
        best: dict[int, float] = {}
        for order in self.orders():
            if not (self.in_the_box(order) and self.with_plastic(order) and self.stays(order)):
                continue
            cost = self.cheapest(order)
            if cost is not None and cost <= self.funds:
                merit = sum(MERIT[aim](self.units[kind]) * number for kind, number in order.items())
                best[cost] = max(best.get(cost, 0), merit)
        steps: list[tuple[int, float]] = []
        for cost in sorted(best):
            if best[cost] > (steps[-1][1] if steps else 0):
                steps.append((cost, best[cost]))
        return steps


def payments(planets: list[tuple[int, int]], goods: int, worth: int, cost: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (waste, trade goods, planets, influence) of every way to pay with planets of (resources, influence)."""
    for size in range(len(planets) + 1):
        for chosen in combinations(planets, size):
            for spent in range(goods + 1):
                paid = sum(resources for resources, _ in chosen) + spent * worth
                if paid >= cost:
                    yield paid - cost, spent, size, sum(influence for _, influence in chosen)
