"""Production by itself: payments, the best builds and orders, each judged against every way there is."""

import random
from typing import Any

import pytest

import mecatol
from mecatol.rules.production.payment import PREFERENCES, alternatives, pay
from mecatol.rules.production.windows import PlanetCard, Treasury
from tests.draws import some_now
from tests.solver.brute_production import FIRST_COMMANDERS, MERIT, TYPES, Table, payments, some_player
from tests.solver.helpers import legal, table

Data = dict[str, Any]
ORDERS = {
    "least-waste": lambda way: way,
    "keep-trade-goods": lambda way: (way[1], way[0], way[2], way[3]),
    "keep-planets": lambda way: (way[2], way[0], way[1], way[3]),
}


def some_treasury(rng: random.Random) -> tuple[Treasury, int]:
    cards = tuple(
        PlanetCard(f"p{index}", value, rng.randint(0, 3), ready=True, spendable=value)
        for index in range(rng.randint(0, 6))
        for value in [rng.randint(0, 4)]
    )
    return Treasury(cards, rng.randint(0, 5), rng.choice([1, 1, 2])), rng.randint(0, 12)


@pytest.mark.parametrize("preference", PREFERENCES)
def test_payments_equal_brute_force(preference: str) -> None:
    rng = random.Random(f"pay {preference}")
    paid = 0
    for _ in range(300):
        treasury, cost = some_treasury(rng)
        planets = [(card.spendable, card.influence) for card in treasury.cards]
        ways = list(payments(planets, treasury.trade_goods, treasury.worth, cost))
        found = pay(treasury, cost, preference)
        assert (found is None) == (not ways)
        if found is None:
            continue
        paid += 1
        assert found.measures == min(ways, key=ORDERS[preference])
        spent = sum(card.spendable for card in treasury.cards if card.planet in found.planets)
        assert spent + found.trade_goods * treasury.worth - cost == found.waste
        # No way there is beats any of the alternatives in every respect, and none that is as good as any is missing.
        best = {way for way in ways if not any(b != way and all(map(int.__le__, b, way)) for b in ways)}
        assert {way.measures for way in alternatives(treasury, cost, preference)} == best
    assert paid > 100


def some_scenario(rng: random.Random, limit: int) -> tuple[Data, Table]:
    """Return a small scenario with at most so much Production, and the table it describes."""
    while True:
        player = some_player(rng)
        enemy = rng.random() < 0.15
        known = Table(player, enemy)
        if sum(value for _, _, value in known.makers) > limit or not known.stays({}):
            continue
        others = [{"name": "Blue", "space": {"cruiser": 1}}] if enemy else []
        if enemy and not {"carrier", "cruiser", "fighter"} & set(player["space"]) and "space-dock" in player["space"]:
            continue  # the Floating Factory would be lost
        edition = {}
        if FIRST_COMMANDERS & set(player.get("effects", {})):
            edition = {"edition": "codex-2"}
            player["effects"].pop("bellum-gloriosum", None)
            known = Table(player, enemy)
        return {"step": "production", "players": [player, *others], **edition}, known


@pytest.mark.parametrize("part", some_now(range(4), 1))
def test_best_equals_brute_force(part: int) -> None:
    rng = random.Random(f"best {part}")
    for _ in range(60):
        scenario, known = some_scenario(rng, limit=rng.choice([4, 4, 5]))
        if known.funds > 5:
            scenario["players"][0]["trade_goods"] = max(0, scenario["players"][0]["trade_goods"] - known.funds + 5)
            known = Table(scenario["players"][0], known.enemy)
        aim = rng.choice(sorted(MERIT))
        scenario["policy"] = {"build": aim}
        rows = table(mecatol.solve(scenario).to_json(), "Best builds by cost")
        assert [(row[0], pytest.approx(row[1])) for row in rows] == known.staircase(aim), scenario


def test_orders_are_judged_as_by_brute_force() -> None:
    rng = random.Random("orders")
    seen = {True: 0, False: 0}
    for _ in range(400):
        scenario, known = some_scenario(rng, limit=9)
        kinds = rng.sample([kind for kind in TYPES if kind in known.units], rng.randint(1, 3))
        order = {kind: rng.randint(1, 3) for kind in kinds}
        scenario["players"][0]["produce"] = order
        solution = mecatol.solve(scenario).to_json()
        cost = known.cheapest(order)
        expected = cost is not None and cost <= known.funds and known.in_the_box(order)
        assert legal(solution) == expected, scenario
        seen[expected] += 1
        if expected:
            assert table(solution, "What it costs")[-1] == ["Combined cost", sum(order.values()), cost]
            removed = [finding for finding in solution["answer"]["findings"] if "removed at once" in finding["text"]]
            assert bool(removed) != known.stays(order), scenario
    assert min(seen.values()) > 60


def test_the_best_build_is_legal_as_an_order() -> None:
    rng = random.Random("again")
    for _ in range(60):
        scenario, _ = some_scenario(rng, limit=9)
        scenario["policy"] = {"build": rng.choice(sorted(MERIT))}
        names = {unit.lower().replace(" ", "-"): kind for kind in TYPES for unit in [kind.replace("-", " ")]}
        for cost, _, units, _ in table(mecatol.solve(scenario).to_json(), "Best builds by cost"):
            order = {}
            for part in units.split(", "):
                number, name = part.split(" ", 1)
                one = name.lower().replace(" ", "-")
                order[names.get(one) or names[one.removesuffix("s")]] = int(number)
            again = {**scenario, "players": [{**scenario["players"][0], "produce": order}, *scenario["players"][1:]]}
            solution = mecatol.solve({**again, "policy": {"build": "none"}}).to_json()
            assert legal(solution)
            assert table(solution, "What it costs")[-1][2] == cost
