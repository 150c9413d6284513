"""A solution as text: tables that a person reads in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from itertools import groupby
from typing import Any

from mecatol.domain.counts import count_of, fleet_in_words, in_words
from mecatol.domain.steps import HIT_STEPS
from mecatol.domain.units import ABILITIES, planet_name
from mecatol.effects.model import EFFECTS
from mecatol.scenario.policy import DEFAULT_ASSIGN_WORDS
from mecatol.scenario.step import STEPS

WIDTH = 24
"""Letters of the longest bar."""
SHOWN = 20
"""Outcomes that are shown; the data has all."""
FEW = 5
"""Outcomes that are shown where a solution is only printed."""


def resources(number: float) -> str:
    """Return a number of resources as one says it: `1 resource`, `2.5 resources`."""
    return f"{short(number)} resource{'' if number == 1 else 's'}"


def percent(probability: Any) -> str:
    """Return a probability in 0..1 as a percentage of even width; a fraction as it is."""
    return probability if isinstance(probability, str) else f"{100 * probability:8.4f}%"


def _called(ability: str) -> str:
    """Return what a roll is for: a unit ability, an effect, or combat."""
    return ABILITIES.get(ability) or (EFFECTS[ability].name if ability in EFFECTS else "combat")


def short(number: Any) -> str:
    """Return a number with four digits that count; a fraction as it is."""
    return number if isinstance(number, str) else f"{number:.4g}"


def _beside(solution: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return what each player had in adjacent systems before the step."""
    return {player["name"]: player.get("adjacent", {}) for player in solution["scenario"]["players"]}


def _units(data: dict[str, Any], beside: dict[str, int]) -> str:
    """Return what a player has; of adjacent systems, what has come there since there was `beside`."""
    retreated = Counter(data.get("adjacent", {})) - Counter(beside)
    places = [
        ("", data["space"]),
        (" in an adjacent system", retreated),
        *((f" on {planet_name(planet)}", units) for planet, units in data["planets"].items()),
    ]
    parts = [fleet_in_words(units) + where for where, units in places if units]
    in_space = {key: n for key, n in data["damaged"].items() if isinstance(n, int)}
    on_planets = {key: units for key, units in data["damaged"].items() if not isinstance(units, int)}
    for where, hurt in [
        ("", in_space),
        *((f" on {planet_name(planet)}", units) for planet, units in on_planets.items()),
    ]:
        if hurt:
            parts.append("damaged" + where + ": " + fleet_in_words(hurt))
    return "; ".join(parts) or "nothing"


def _mean(unit: str, number: Any) -> str:
    """Return an average number of units in words: `0.5 cruisers`, `1 cruiser`."""
    return f"{short(number)} {in_words(unit, 1 if short(number) == '1' else 2)}"


def _why(trace: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the sentences of a trace with their clauses, those that follow each other with one sentence as one."""
    said = []
    for text, same in groupby(trace, key=lambda entry: str(entry["text"])):
        clauses = ", ".join(entry["clause"] for entry in same)
        said.append((clauses, text))
    return said


def _answer(answer: dict[str, Any]) -> list[str]:
    """Return the lines of an answer of yes or no: what was judged, under which clauses, and the tables."""
    lines = ["", answer["headline"]]
    for finding in answer.get("findings", ()):
        lines.append(
            f"  {finding['verdict']:<7} {finding['subject']}: {finding['text']} ({', '.join(finding['clauses'])})"
        )
    for grid in answer.get("tables", ()):
        rows = [list(map(str, row)) for row in (grid["columns"], *grid["rows"])]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines.append(f"\n{grid['title']}")
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _means(units: Mapping[str, float]) -> str:
    return ", ".join(_mean(unit, number) for unit, number in units.items()) or "nothing"


def _rounds(rounds: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a combat round by round."""
    lines = [
        "\nRound by round: chance that it is fought, combat over by its end, winner by then, units left on average"
    ]
    for row in rounds:
        won = ", ".join(f"{name} {percent(chance).strip()}" for name, chance in row["winner"].items())
        left = "; ".join(f"{name}: {_means(units)}" for name, units in row["left"].items())
        lines.append(f"  {row['round']:>2}  {percent(row['fought'])}  {percent(row['over'])}  {won}  {left}")
    return lines


def table(solution: dict[str, Any], bars: bool = False, brief: bool = False) -> str:
    """Return a solution's JSON data as tables that a person can read, chances with bars where they are wanted.

    What is brief has the likeliest outcomes, and only the numbers of the clauses behind them.
    """
    chance = partial(_chance, bars)
    lines = [STEPS[solution["step"]].title]
    if solution["answer"]:
        lines += _answer(solution["answer"])
    if solution.get("winner"):
        lines.append("\nWinner")
        lines += [chance(won, name) for name, won in solution["winner"].items()]
    if not (brief and (solution.get("winner") or solution["chances"])):
        lines += _rolls(solution["rolls"], chance)
    if solution["chances"]:
        lines.append("\nChances")
        lines += [chance(one["probability"], one["condition"]) for one in solution["chances"]]
    if solution.get("rounds") and not brief:
        lines += _rounds(solution["rounds"])
    if solution["choices"]:
        lines.append("\nChoices")
        lines += [f"  {choice['player']}: {choice['text']}" for choice in solution["choices"]]
    lines += _on_average(solution, "Lost on average", "expected_losses", "expected_cost")
    lines += _on_average(solution, "Gained on average", "expected_gains", "expected_worth")
    if solution["outcomes"]:
        lines += _outcomes(solution, chance, brief)
    lines += _reasons(solution["trace"], brief)
    lines += [f"Note: {warning}" for warning in (*_order_of_losses(solution), *solution["warnings"])]
    return "\n".join(lines)


def _chance(bars: bool, probability: Any, words: str) -> str:
    drawn = f"{bar(probability):<{WIDTH}}  " if bars else ""
    return f"  {percent(probability)}  {drawn}{words}"


def _rolls(rolls: list[dict[str, Any]], chance: Callable[[Any, str], str]) -> list[str]:
    several = len({roll["ability"] for roll in rolls}) > 1
    lines = []
    for roll in rolls:
        where = "" if roll["where"] == "space" else f" on {planet_name(roll['where'])}"
        kind = f" ({_called(roll['ability'])})" if several else ""
        lines.append(f"\nHits of {roll['player']} against {roll['target']}{where}{kind}")
        lines += [chance(produced, count_of(int(hits), "hit")) for hits, produced in roll["hits"].items()]
    return lines


def _on_average(solution: dict[str, Any], title: str, counts: str, resources: str) -> list[str]:
    """Return the lines of the units that players lose or gain, with what those are worth; none where there are none."""
    if not solution.get(counts):
        return []
    lines = [f"\n{title}"]
    for name, numbers in solution[counts].items():
        lines.append(f"  {name}: {_means(numbers)} (resources: {short(solution[resources][name])})")
    return lines


def _outcomes(solution: dict[str, Any], chance: Callable[[Any, str], str], brief: bool) -> list[str]:
    most = FEW if brief else SHOWN
    lines = ["\nWhat is left"]
    for outcome in solution["outcomes"][:most]:
        lines.append(chance(outcome["probability"], _left(outcome["players"], _beside(solution))))
    if len(solution["outcomes"]) > most:
        where = "table() shows more" if brief else "--json shows all"
        lines.append(f"  and {len(solution['outcomes']) - most} more; {where}")
    return lines


def _reasons(trace: list[dict[str, Any]], brief: bool) -> list[str]:
    if brief:
        clauses = dict.fromkeys(entry["clause"] for entry in trace)
        return [f"\nWhy: clauses {', '.join(clauses)}; table() says what each does here."]
    return ["\nWhy", *[f"  {clauses:<8} {text}" for clauses, text in _why(trace)]]


def _order_of_losses(solution: dict[str, Any]) -> list[str]:
    """Return what is assumed of who takes hits, where somebody who may be hit has named no order: a form shows it."""
    scenario = solution["scenario"]
    if not (solution["rolls"] and STEPS[solution["step"]].involves(HIT_STEPS)) or "assign" in scenario.get(
        "policy", {}
    ):
        return []
    unsaid = [player["name"] for player in scenario["players"] if "assign" not in player.get("policy", {})]
    verb = "takes" if len(unsaid) == 1 else "take"
    who = " and ".join([", ".join(unsaid[:-1]), unsaid[-1]] if unsaid[1:] else unsaid)
    words = f"{who} {verb} hits {DEFAULT_ASSIGN_WORDS}, and then with the cheapest unit first"
    return [f"Assumed: {words}; the policy `assign` names another order."] if unsaid else []


def _left(players: dict[str, Any], beside: dict[str, dict[str, int]]) -> str:
    """Return what each player has left."""
    return " | ".join(f"{name}: {_units(data, beside.get(name, {}))}" for name, data in players.items())


def bar(probability: Any) -> str:
    """Return a probability in 0..1 as a bar of blocks, WIDTH of them for 1."""
    eighths = round(float(_number(probability)) * WIDTH * 8)
    return "█" * (eighths // 8) + ("▏▎▍▌▋▊▉"[eighths % 8 - 1] if eighths % 8 else "")


def _number(probability: Any) -> float:
    """Return a probability as a number; exact ones are text such as `4/25`."""
    if isinstance(probability, str):
        ways, _, total = probability.partition("/")
        return float(Decimal(ways) / Decimal(total or 1))  # Python reads whole numbers of up to 4,300 digits by itself
    return float(probability)
