"""The command line: `python -m mecatol solve FILE`, and what else can be asked without a page."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import traceback
from typing import Any

from mecatol import EDITIONS, EFFECTS, STEPS, ScenarioError, read, schema, solve
from mecatol.advice.advice import Advice, ranked
from mecatol.advice.enough import Addition, additions, cheapest, looked_through
from mecatol.domain.units import ABILITIES, planet_name
from mecatol.errors import StoppedError, unexpected
from mecatol.lab import command as lab
from mecatol.probability.limits import POSITIONS, SECONDS
from mecatol.scenario.files import parse, text_of

NOT_SOLVED, DEFECT, UNWRITABLE, INTERRUPTED = 2, 70, 74, 130
"""Exit statuses other than 0, as sysexits and shells number them."""


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
    for title, counts, resources in (
        ("Lost on average", "expected_losses", "expected_cost"),
        ("Gained on average", "expected_gains", "expected_worth"),
    ):
        if solution.get(counts):
            lines.append(f"\n{title}")
            for name, numbers in solution[counts].items():
                units = ", ".join(f"{_short(n)} {unit}" for unit, n in numbers.items())
                lines.append(f"  {name}: {units or 'nothing'} (resources: {_short(solution[resources][name])})")
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


def _solve_all(scenarios: list[Any], how: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the solutions' data; raise ScenarioError with the faults of all scenarios, each with its place."""
    solutions, problems = [], []
    for index, scenario in enumerate(scenarios):
        try:
            solutions.append(solve(scenario, **how).to_json())
        except ScenarioError as error:
            problems += [problem._replace(field=f"{index}.{problem.field}") for problem in error.problems]
    if problems:
        raise ScenarioError(problems)
    return solutions


def _solve(args: argparse.Namespace) -> str:
    raw = parse(text_of(args.file))
    how = {name: getattr(args, name) for name in ("exact", "seconds", "positions", "searching")}
    solutions = _solve_all(raw, how) if isinstance(raw, list) else [solve(raw, **how).to_json()]
    if args.json:
        return _json(solutions if isinstance(raw, list) else solutions[0])
    return "\n\n".join(table(solution) for solution in solutions)


def _advise(args: argparse.Namespace) -> str:
    scenario = parse(text_of(args.file))
    if args.enough is not None:
        name = args.player or read(scenario).players[0].name
        tried = list(additions(scenario, name, args.enough))
        return _enough(cheapest(tried, args.enough), tried, args, name)
    advice = Advice(scenario)
    while advice.waiting:
        advice.step()
    found = ranked(advice.found)
    if args.json:
        return _json({"now": advice.now, "found": [effect.data() for effect in found]})
    lines = ["Chance of winning now"]
    lines += [f"  {_percent(chance)}  {name}" for name, chance in advice.now.items()]
    lines.append("\nWhat would change it: the player's chance then, and the percentage points that it moves")
    lines += [f"  {_percent(one.chance)}  {one.points:+7.2f}  {one.player}: {one.text}" for one in found]
    return "\n".join(lines)


def _enough(found: list[Addition], tried: list[Addition], args: argparse.Namespace, name: str) -> str:
    if args.json:
        return _json({"found": [one._asdict() for one in found], "tried": len(tried)})
    wanted = _percent(args.enough).strip()
    untried = sum(one.limit for one in tried)
    more = [f"{untried} took too long to be tried."] if untried else []
    if not found:
        return "\n".join([f"Nothing up to {_short(looked_through(tried))} resources gives {name} {wanted}.", *more])
    lines = [f"The cheapest that gives {name} {wanted}, for {_short(found[0].cost)} resources"]
    return "\n".join([*lines, *(f"  {_percent(one.chance)}  {one.text}" for one in found), *more])


def _json(data: Any) -> str:
    """Return JSON that the terminal or pipe can hold: letters that its encoding lacks are escaped."""
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    return json.dumps(data, ensure_ascii=not unicode)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m mecatol", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("solve", help="solve a scenario, or a list of them")
    command.add_argument("file", metavar="FILE", help="YAML or JSON; - for standard input")
    command.add_argument("--json", action="store_true", help="print the solution as JSON")
    command.add_argument("--fractions", dest="exact", action="store_true", help="exact fractions in place of decimals")
    command.add_argument(
        "--seconds", type=float, metavar="N", default=SECONDS,
        help="how long a scenario may take (default: %(default)g)",
    )  # fmt: skip
    command.add_argument(
        "--searching", type=float, metavar="N",
        help="how long a search for the best losses may take before a named policy takes its place "
        "(default: half of --seconds)",
    )  # fmt: skip
    command.add_argument(
        "--positions", type=int, metavar="N", default=POSITIONS,
        help="how many positions a step may reach, for which there must be memory (default: %(default)s)",
    )  # fmt: skip
    advise = commands.add_parser("advise", help="tell what would change a battle, or what would be enough to win it")
    advise.add_argument("file", metavar="FILE", help="YAML or JSON; - for standard input")
    advise.add_argument("--enough", type=float, metavar="CHANCE", help="the cheapest additions for a chance, as 0.8")
    advise.add_argument("--player", metavar="NAME", help="whose additions; the active player's by default")
    advise.add_argument("--json", action="store_true", help="print it as JSON")
    lab.add_to(commands)
    commands.add_parser("schema", help="print the JSON Schema of a scenario")
    commands.add_parser("list", help="print the steps, editions and effects by slug")
    for each in (parser, *commands.choices.values()):
        each.add_argument(
            "--traceback", action="store_true", default=argparse.SUPPRESS,
            help="after an unexpected error, show where in the code it happened",
        )  # fmt: skip
    return parser


def _said(args: argparse.Namespace) -> str:
    """Return what a command prints."""
    if args.command == "schema":
        return json.dumps(schema(), indent=1)
    if args.command == "list":
        listed = (("Steps", STEPS), ("Editions", EDITIONS), ("Effects", EFFECTS))
        return "\n".join(f"{title}: {', '.join(names)}" for title, names in listed)
    return {"advise": _advise, "sweep": lab.sweep}.get(args.command, _solve)(args)


def _print(text: str) -> int:
    """Print, whatever letters the terminal lacks; return the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        print(text, flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        status = 0
    except OSError as error:
        _complain(f"output: cannot be written: {error.strerror or error}")
        status = UNWRITABLE
    else:
        return 0
    with contextlib.suppress(OSError, ValueError):  # what is left in the buffer would fail again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _complain(text: str) -> None:
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    with contextlib.suppress(OSError):  # nobody is there to be told
        print(text, file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 is well; NOT_SOLVED comes after a message for each fault of the scenario or file, DEFECT after the sentence to
    report of an error that nobody foresaw, UNWRITABLE where the output takes no more, INTERRUPTED after Ctrl-C.
    """
    args = _parser().parse_args(argv)
    try:
        return _print(_said(args))
    except ScenarioError as error:
        _complain("\n".join(f"{problem.field}: {problem.message}" for problem in error.problems))
        return NOT_SOLVED
    except StoppedError as stopped:
        _complain(str(stopped))
        return INTERRUPTED
    except KeyboardInterrupt:
        _complain("Interrupted.")
        return INTERRUPTED
    except Exception as error:
        if getattr(args, "traceback", False):
            _complain(traceback.format_exc())
        _complain(unexpected(error))
        return DEFECT
