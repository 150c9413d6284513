"""The command line: `python -m solver solve FILE`, and what else can be asked without a page."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from solver import EDITIONS, EFFECTS, STEPS, ScenarioError, schema, solve
from solver.errors import fault
from solver.units import ABILITIES, planet_name


def _load(text: str) -> Any:
    """Return the data in a text: JSON, or YAML where PyYAML is at hand. Raises ScenarioError if it is neither."""
    try:
        return json.loads(text)
    except RecursionError:
        raise fault("scenario", "is nested too deeply") from None
    except ValueError as not_json:
        try:
            import yaml
        except ImportError:
            raise fault("scenario", f"is no JSON ({not_json}); for YAML, install PyYAML") from None
        try:
            return yaml.safe_load(text)
        except RecursionError:
            raise fault("scenario", "is nested too deeply") from None
        except (yaml.YAMLError, ValueError) as error:  # ValueError: a date or a number that Python cannot hold
            raise fault("scenario", f"is neither JSON nor YAML: {error}") from None


def _percent(probability: Any) -> str:
    return probability if isinstance(probability, str) else f"{100 * probability:8.4f} %"


def _short(number: Any) -> str:
    return number if isinstance(number, str) else f"{number:.4g}"


def _units(data: dict[str, Any]) -> str:
    places = [
        ("", data["space"]),
        *((f" on {planet_name(planet)}", units) for planet, units in data["planets"].items()),
    ]
    parts = [", ".join(f"{n} {unit}" for unit, n in units.items()) + where for where, units in places if units]
    in_space = {key: n for key, n in data["damaged"].items() if isinstance(n, int)}
    on_planets = {key: units for key, units in data["damaged"].items() if not isinstance(units, int)}
    for where, hurt in [
        ("", in_space),
        *((f" on {planet_name(planet)}", units) for planet, units in on_planets.items()),
    ]:
        if hurt:
            parts.append("damaged" + where + ": " + ", ".join(f"{n} {unit}" for unit, n in hurt.items()))
    return "; ".join(parts) or "nothing"


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
        lines += [
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
    return lines


def _rounds(rounds: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a combat round by round."""
    lines = ["\nRound by round: is fought, over by its end, won by then, units left on average"]
    for row in rounds:
        won = ", ".join(f"{name} {_percent(chance).strip()}" for name, chance in row["winner"].items())
        left = "; ".join(
            f"{name}: " + (", ".join(f"{_short(n)} {unit}" for unit, n in units.items()) or "nothing")
            for name, units in row["left"].items()
        )
        lines.append(f"  {row['round']:>2}  {_percent(row['fought'])}  {_percent(row['over'])}  {won}  {left}")
    return lines


def table(solution: dict[str, Any]) -> str:
    """Return a solution's JSON data as a table that a person can read."""
    lines = [STEPS[solution["step"]].title]
    if solution["answer"]:
        lines += _answer(solution["answer"])
    several = len({roll["ability"] for roll in solution["rolls"]}) > 1
    for roll in solution["rolls"]:
        where = "" if roll["where"] == "space" else f" on {planet_name(roll['where'])}"
        kind = f" ({ABILITIES.get(roll['ability'], 'combat')})" if several else ""
        lines.append(f"\nHits of {roll['player']} against {roll['target']}{where}{kind}")
        lines += [f"  {hits:>3}  {_percent(chance)}" for hits, chance in roll["hits"].items()]
    if solution["chances"]:
        lines.append("\nChances")
        lines += [f"  {_percent(c['probability'])}  {c['condition']}" for c in solution["chances"]]
    if solution.get("winner"):
        lines.append("\nWinner")
        lines += [f"  {_percent(chance)}  {name}" for name, chance in solution["winner"].items()]
    if solution.get("rounds"):
        lines += _rounds(solution["rounds"])
    if solution["choices"]:
        lines.append("\nChoices")
        lines += [f"  {choice['player']}: {choice['text']}" for choice in solution["choices"]]
    if solution["expected_losses"]:
        lines.append("\nLost on average")
        for name, losses in solution["expected_losses"].items():
            units = ", ".join(f"{_short(n)} {unit}" for unit, n in losses.items())
            lines.append(f"  {name}: {units or 'nothing'} (resources: {_short(solution['expected_cost'][name])})")
    if solution["outcomes"]:
        lines.append("\nWhat is left")
        for outcome in solution["outcomes"][:20]:
            units = " | ".join(f"{name}: {_units(data)}" for name, data in outcome["players"].items())
            lines.append(f"  {_percent(outcome['probability'])}  {units}")
        if len(solution["outcomes"]) > 20:
            lines.append(f"  and {len(solution['outcomes']) - 20} more; --json shows all")
    lines.append("\nWhy")
    lines += [f"  {entry['clause']:<8} {entry['text']}" for entry in solution["trace"]]
    lines += [f"Note: {warning}" for warning in solution["warnings"]]
    return "\n".join(lines)


def _solve_all(scenarios: list[Any], exact: bool) -> list[dict[str, Any]]:
    """Return the solutions' data; raise ScenarioError with the faults of all scenarios, each with its place."""
    solutions, problems = [], []
    for index, scenario in enumerate(scenarios):
        try:
            solutions.append(solve(scenario, exact).to_json())
        except ScenarioError as error:
            problems += [problem._replace(field=f"{index}.{problem.field}") for problem in error.problems]
    if problems:
        raise ScenarioError(problems)
    return solutions


def _solve(args: argparse.Namespace) -> str:
    if args.file != "-" and not Path(args.file).is_file():
        raise fault("FILE", f"{args.file!r} is not there; name a file, or - for standard input")
    try:
        raw = _load(sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise fault("FILE", f"{args.file!r} is no text in UTF-8") from None
    if isinstance(raw, list):
        solutions = _solve_all(raw, args.fractions)
        return (
            json.dumps(solutions, ensure_ascii=False)
            if args.json
            else "\n\n".join(table(solution) for solution in solutions)
        )
    solution = solve(raw, args.fractions).to_json()
    return json.dumps(solution, ensure_ascii=False) if args.json else table(solution)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m solver", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("solve", help="solve a scenario, or a list of them")
    command.add_argument("file", metavar="FILE", help="YAML or JSON; - for standard input")
    command.add_argument("--json", action="store_true", help="print the solution as JSON")
    command.add_argument("--fractions", action="store_true", help="exact fractions in place of decimals")
    commands.add_parser("schema", help="print the JSON Schema of a scenario")
    commands.add_parser("list", help="print the steps, editions and effects by slug")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 0, or 2 after a message on standard error for a scenario that is not valid."""
    args = _parser().parse_args(argv)
    try:
        if args.command == "schema":
            print(json.dumps(schema(), indent=1, ensure_ascii=False))
        elif args.command == "list":
            for title, names in (("Steps", STEPS), ("Editions", EDITIONS), ("Effects", EFFECTS)):
                print(f"{title}: {', '.join(names)}")
        else:
            print(_solve(args))
    except BrokenPipeError:  # the reader (head, less) has seen enough
        sys.stderr.close()
    except ScenarioError as error:
        for problem in error.problems:
            print(f"{problem.field}: {problem.message}", file=sys.stderr)
        return 2
    return 0
