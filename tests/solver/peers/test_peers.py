"""Battles of two public calculators, with their figures: agreed, or different for a named clause.

Each line of the two `.jsonl` files is a battle in our notation: `exact` figures (attacker, draw, defender) or
`simulated` ones with their standard `errors`; `left`, the chances that the winner keeps 1, 2, … units and unspent
uses of Sustain Damage; `clause` and `reason` where the rules make ours differ. `ti4battle` is pgsandstrom/ti4calc,
`quantumoctopus` is QuantumOctopus/ti4calc; the scenarios state the policies of each.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import Unit, unit_of

HERE = Path(__file__).parent
FILES = ("ti4battle", "quantumoctopus")
Battle = dict[str, Any]
BATTLES: list[Battle] = [
    {**json.loads(line), "peer": name} for name in FILES for line in (HERE / f"{name}.jsonl").read_text().splitlines()
]
for _battle in BATTLES:  # those calculators know no limits: two flagships, one faction on both sides
    _battle["scenario"]["assume"] = {**_battle["scenario"].get("assume", {}), "limits": "ignored"}
AGREED = [battle for battle in BATTLES if "clause" not in battle]
DIFFERENT = [battle for battle in BATTLES if "clause" in battle]
BOARDING = ("nekro-virus", "naaz-rokha-alliance")
"""Factions whose ground forces in space fight there: The Alastor's and Eidolons."""
IN_SPACE = ("space-combat", "tactical-action")
EXACT = 1e-6
ERRORS = 4.0


def name(battle: Battle) -> str:
    return str(battle["id"])


def unit(player: dict[str, Any], kind: str, edition: str) -> Unit:
    found = unit_of(kind, player.get("faction"), player.get("technologies", ()), edition)
    assert found
    return found


def figures(battle: Battle) -> tuple[list[float], dict[str, dict[int, float]]]:
    """Return the chances of attacker, draw and defender, and of what the winner has left."""
    scenario = battle["scenario"]
    if any(player.get("faction") in BOARDING for player in scenario["players"]) and scenario["step"] in IN_SPACE:
        return in_space_alone(scenario), {}
    ground = scenario["step"] in ("ground-combat", "invasion")
    shares = [0.0, 0.0, 0.0]
    left: dict[str, dict[int, float]] = {"attacker": {}, "defender": {}}
    for chance, holdings in mecatol.solve(scenario).outcomes:
        strength = []
        for player in scenario["players"]:
            there = holdings[player["name"]].at("abaddon" if ground else "space")
            kinds = [(s, unit(player, s.unit, scenario.get("edition", "thunders-edge"))) for s in there]
            fighting = [(s, u) for s, u in kinds if (u.is_ground_force if ground else u.is_ship)]
            strength.append(sum(s.total + s.healthy * u.sustain_damage for s, u in fighting))
        alive = [bool(number) for number in strength]
        if ground:  # fighters that landed are back in space
            for index, player in enumerate(scenario["players"]):
                landed = player.get("faction") == "naalu-collective" and alive[index]
                strength[index] += sum(s.total for s in holdings[player["name"]].space if s.unit == "fighter") * landed
        winner = 1 if alive[0] == alive[1] else 0 if alive[0] else 2
        shares[winner] += float(chance)
        if winner != 1:
            row = left["attacker" if winner == 0 else "defender"]
            number = max(strength)
            row[number] = row.get(number, 0) + float(chance)
    return shares, left


def in_space_alone(scenario: dict[str, Any]) -> list[float]:
    """Return who wins the space combat, as the solver says: what is left may be ground forces that fought in it.

    Of a tactical action its two steps, one after the other.
    """
    names = [player["name"] for player in scenario["players"]]
    if scenario["step"] == "space-combat":
        won = mecatol.solve(scenario).winner
        return [float(won[name]) for name in (names[0], "draw", names[1])]
    shares = [0.0, 0.0, 0.0]
    for chance, holdings in mecatol.solve({**scenario, "step": "space-cannon-offense"}).outcomes:
        players = []
        for player in scenario["players"]:
            there = holdings[player["name"]].space
            hurt = {s.unit: s.damaged for s in there if s.damaged}
            players.append({**player, "space": {s.unit: s.total for s in there}, "damaged": hurt})
        solution = mecatol.solve({**scenario, "step": "space-combat", "players": players})
        alive = [player["space"].keys() - {"infantry", "mech"} for player in players]
        won = solution.winner or {names[0] if alive[0] else names[1]: 1.0}
        for place, name in enumerate((names[0], "draw", names[1])):
            shares[place] += float(chance) * float(won.get(name, 0))
    return shares


def agrees(battle: Battle) -> bool:
    shares, left = figures(battle)
    if "exact" in battle:
        pairs = list(zip(shares, battle["exact"], strict=True))
        for side, chances in battle.get("left", {}).items() if left else ():
            pairs += [(left[side].get(number, 0), chance) for number, chance in enumerate(chances, 1)]
        return all(abs(mine - theirs) < EXACT for mine, theirs in pairs)
    for mine, theirs in zip(shares, battle["simulated"], strict=True):
        error = (mine * max(0, 1 - mine) / battle["battles"]) ** 0.5  # sums of chances may round above 1
        if abs(mine - theirs) > ERRORS * error + 1e-9:
            return False
    return True


@pytest.mark.parametrize("battle", AGREED, ids=name)
def test_the_battle_agrees(battle: Battle) -> None:
    assert agrees(battle), (figures(battle)[0], battle.get("exact") or battle["simulated"])


@pytest.mark.parametrize("battle", DIFFERENT, ids=name)
def test_a_difference_has_its_clause_and_is_still_one(battle: Battle) -> None:
    assert not agrees(battle), "they agree now: strike out the clause"
    assert battle["clause"] in mecatol.clauses_cited()
    assert battle["reason"].endswith(".")


def test_most_battles_agree() -> None:
    assert len({battle["id"] for battle in BATTLES}) == len(BATTLES)
    assert len(AGREED) > 0.7 * len(BATTLES)


def table() -> str:
    """Return the table: agreed, differing by clause, by peer."""
    lines = []
    for peer in FILES:
        mine = [battle for battle in BATTLES if battle["peer"] == peer]
        clauses = Counter(battle["clause"] for battle in mine if "clause" in battle)
        agreed = len(mine) - clauses.total()
        lines.append(f"{peer}: {len(mine)} battles, {agreed} agree, {clauses.total()} differ")
        lines += [f"  differs by {clause}: {count}" for clause, count in sorted(clauses.items())]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
