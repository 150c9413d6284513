"""The command line: solve a scenario with `python -m mecatol solve FILE`, and more."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mecatol import EDITIONS, STEPS, LimitError, ScenarioError, read, read_words, schema, solve
from mecatol.chat import as_line, chat_answer, identity
from mecatol.completion import commands_of, script
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, planets
from mecatol.effects.named import places
from mecatol.errors import (
    DeclarationError,
    Problem,
    StoppedError,
    fault,
    text_within,
    unexpected,
    unknown,
)
from mecatol.lab import command as lab
from mecatol.options import parser, visible
from mecatol.scenario.files import lines_of, parse, text_of
from mecatol.solution.text import percent, resources, table
from mecatol.version import VERSION, version_line

if TYPE_CHECKING:
    from mecatol.advice.enough import Addition

NOT_SOLVED, DEFECT, UNWRITABLE, INTERRUPTED = 2, 70, 74, 130
"""Exit statuses other than 0, as sysexits and shells number them."""


_WORDS = re.compile(r"[^:{\[]*[^\W\d_][^:{\[]*")
"""A file of plain words: letters, and nothing that fields or lists are written with."""
MOST_TOLD = 10
"""How many of a list's entries that are no scenarios are named one by one."""


class PartlySolvedError(ScenarioError):
    """Some scenarios of a list have no solution; `said` holds what there is to print of the others."""

    def __init__(self, problems: Iterable[Problem], said: str) -> None:
        super().__init__(problems)
        self.said = said
        self.args = (self.problems, said)


def _solve_all(scenarios: list[Any], how: dict[str, Any]) -> list[dict[str, Any]]:
    """Return for each scenario of a list its solution's data, or the `problems` that it has instead."""
    found: list[dict[str, Any]] = []
    strange = 0  # what is no mapping is said of the first few: a file holds a million of them
    for scenario in scenarios:
        if not isinstance(scenario, Mapping):
            strange += 1
            if strange > MOST_TOLD:
                found.append({"problems": []})
                continue
        try:
            found.append(solve(scenario, **how).to_json())
        except ScenarioError as error:
            found.append(_refused(error))
    return found


def _refused(error: ScenarioError) -> dict[str, Any]:
    """Return the faults of a scenario as data; those of a limit name the option that grants more."""
    more = f", or grant more with `--{error.option}`" if isinstance(error, LimitError) else ""
    return {"problems": [problem._replace(message=problem.message + more).data() for problem in error.problems]}


def _problems_of(found: list[dict[str, Any]]) -> list[Problem]:
    """Return the faults in what `_solve_all` found, each with its place in the list; of many, the first are told."""
    bad = [(place, one["problems"]) for place, one in enumerate(found) if "problems" in one]
    told = [
        Problem(**{**problem, "field": f"{place}.{problem['field']}"})
        for place, problems in bad[:MOST_TOLD]
        for problem in problems
    ]
    if (more := len(bad) - MOST_TOLD) > 0:
        told.append(Problem("scenario", f"{more} more in the list have no solution either"))
    return told


def _is_text(argument: str) -> bool:
    """Tell whether an argument is a battle as people write it, or a link, and not the name of a file."""
    return (" " in argument.strip() or "://" in argument) and not os.path.exists(argument)


def _given(argument: str) -> Any:
    """Return the scenario that an argument names: a file, words or a link, as the paste box takes them."""
    from mecatol.paste.taking import is_written

    words = argument
    if not _is_text(argument):
        words = text_of(argument)
        if not is_written(words) and not _WORDS.fullmatch(words) and not isinstance(found := parse(words), str):
            return found
    taken = read_words(words)
    for said in (*taken.added, *taken.left_out):
        _complain(f"Note: {said}")
    if taken.alone:
        _complain(f"Note: For what would be enough, ask `advise --enough 0.8 --player {taken.alone}`.")
    return taken.scenario


def _how(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in ("exact", "seconds", "positions", "searching")}


def _lines(args: argparse.Namespace) -> int:
    """Solve scenarios as JSON lines, one answer a line as soon as it is there, for programs that keep one process.

    Every line has its answer, with the `id` that it brought: one that is blank or cannot be solved has its `problems`.
    Returns the exit status; the stream ends when nobody reads any more.
    """
    return _streamed(args.files, lambda line: _json(_answer(line, _how(args))))


def _chat(args: argparse.Namespace) -> int:
    """Answer battles of a chat, one a line, for programs that keep one process; returns the exit status."""
    return _streamed(args.files, lambda line: as_line(chat_answer(line, args.site, args.picture, args.seconds)))


def _streamed(files: Sequence[str], answer: Callable[[str | ScenarioError], str]) -> int:
    """Print the answer to each line as soon as it is there; return the exit status once no more are read or wanted."""
    for file in files or ["-"]:
        for line in lines_of(file):
            ended = _written(answer(line))
            if ended is not None:
                return ended
    return 0


def _answer(line: str | ScenarioError, how: dict[str, Any]) -> dict[str, Any]:
    """Return the solution of one line, or its `problems`, whatever is wrong with it."""
    brought: dict[str, Any] = {}
    try:
        scenario = _on_line(line)
        if isinstance(scenario, dict) and "id" in scenario:
            brought = {"id": identity(scenario.pop("id"))}
        if isinstance(scenario, dict) and scenario.keys() == {"text"}:  # words that bring an `id`
            scenario = text_within("text", scenario["text"], "a battle as text, such as '5 cruisers vs 1 war sun'")
        return brought | solve(scenario, **how).to_json()
    except ScenarioError as error:
        return brought | _refused(error)
    except Exception as error:  # the lines after it still have their answers
        return brought | _refused(fault("scenario", unexpected(error)))


def _on_line(line: str | ScenarioError) -> Any:
    """Return what a line holds: a scenario, or a battle in words."""
    if isinstance(line, ScenarioError):
        raise line
    if not line.strip():
        raise fault("scenario", "is a blank line; give a scenario as JSON, or a battle in words")
    if _WORDS.fullmatch(line) or line.lstrip().startswith(("http://", "https://")):
        return line
    return parse(line)


def _solve(args: argparse.Namespace) -> str:
    """Solve what files or words hold; of several, each is printed under its name.

    Raises ScenarioError with all faults, after what there is to print of the others.
    """
    if not args.files:
        parser().error("name a file to solve, or give a battle in quotes")
    several = len(args.files) > 1
    solved: list[tuple[str, dict[str, Any]]] = []
    problems: list[Problem] = []
    for file in args.files:
        listed = False
        try:
            raw = _given(file)
            listed = isinstance(raw, list)
            found = _solve_all(raw, _how(args)) if listed else [solve(raw, **_how(args)).to_json()]
            wrong = _problems_of(found) if listed else []
        except ScenarioError as error:
            if not several:
                raise
            found = [_refused(error)]
            wrong = [Problem(**problem) for problem in found[0]["problems"]]
        names = [f"{file}, {place}" for place in range(len(found))] if listed else [file]
        solved.extend(zip(names, found, strict=True))
        problems += [one._replace(field=f"{file}: {one.field}") for one in wrong] if several else wrong
    bars = sys.stdout is not None and sys.stdout.isatty()
    told = [(name, table(one, bars)) for name, one in solved if "problems" not in one]
    if args.json:
        said = _json([one for _, one in solved] if several or listed else solved[0][1])
    else:
        said = "\n\n".join(f"{name}\n\n{text}" if several else text for name, text in told)
    if problems:
        raise PartlySolvedError(problems, said) if told else ScenarioError(problems)
    return said


def _advise(args: argparse.Namespace) -> str:
    from mecatol.advice.advice import Advice
    from mecatol.advice.enough import additions, cheapest
    from mecatol.searching import advised

    scenario = _given(args.file)
    if args.enough is not None:
        name = args.player or read(scenario).players[0].name
        tried = list(additions(scenario, name, args.enough))
        return _enough(cheapest(tried, args.enough), tried, args, name)
    advice = Advice(scenario)
    if args.player is not None and args.player not in advice.now:
        raise ScenarioError([unknown("--player", args.player, "player of this battle", advice.now)])
    found = advised(advice, args.player)
    return _json({"version": VERSION, **found.to_json()}) if args.json else str(found)


def _game(args: argparse.Namespace) -> str:
    """Return what is printed of a game in progress: all of it, a system, or what could be taken of a player's."""
    from mecatol.saved_games import report
    from mecatol.saved_games.reading import read_game
    from mecatol.saved_games.threats import player_of, threats

    game = read_game(text_of(args.file))
    if args.player is not None:
        key = player_of(game, args.player)
        found = list(threats(game, key))
        return _json(report.threat_data(found)) if args.json else "\n".join(report.of_threats(game, key, found))
    if args.system is not None:
        if args.json:
            return _json(report.system_data(game, args.system))
        return "\n".join(report.of_system(game, args.system, solve))
    return _json(report.game_data(game)) if args.json else "\n".join(report.summary(game))


def _enough(found: list[Addition], tried: list[Addition], args: argparse.Namespace, name: str) -> str:
    if args.json:
        return _json({"version": VERSION, "found": [one._asdict() for one in found], "tried": len(tried)})
    from mecatol.advice.enough import looked_through

    wanted = percent(args.enough).strip()
    untried = sum(one.limit for one in tried)
    more = [f"{untried} took too long to be tried."] if untried else []
    if not found:
        return "\n".join([f"Nothing up to {resources(looked_through(tried))} gives {name} {wanted}.", *more])
    lines = [f"The cheapest that gives {name} {wanted}, for {resources(found[0].cost)}"]
    return "\n".join([*lines, *(f"  {percent(one.chance)}  {one.text}" for one in found), *more])


def _json(data: Any) -> str:
    """Return JSON that the terminal or pipe can hold: letters that its encoding lacks are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(data)
    return text


def _register(packs: Iterable[str]) -> None:
    """Register files of players' own; raises ScenarioError with every mistake in them."""
    if not packs:
        return
    from mecatol import homebrew

    try:
        for pack in packs:
            homebrew.register(pack)
    except DeclarationError as error:
        raise ScenarioError([Problem("--with", line) for line in str(error).splitlines()]) from None
    except OSError as error:
        raise fault("--with", f"{pack} cannot be read ({error.strerror})") from None
    except SyntaxError as error:
        raise fault("--with", f"{pack}:{error.lineno}: is not Python: {error.msg}") from None


def _said(args: argparse.Namespace) -> str:
    """Return what a command prints."""
    if args.version:
        return version_line()
    if args.command is None:
        parser().error("name a command, or give a battle in quotes")
    _register(args.packs)
    if args.command == "schema":
        return json.dumps(_schema(args.kind), indent=1)
    if args.command == "list":
        return _listed(args)
    if args.command == "completion":
        return script(args.shell, parser())
    if args.command == "best-fleet":
        from mecatol.lab import buying

        return buying.best_fleet(args, _given(args.file))
    if args.command == "best-play":
        from mecatol.lab import playing

        return playing.best_play(args, _given(args.file))
    return {"advise": _advise, "game": _game, "sweep": lab.sweep}.get(args.command, _solve)(args)


def _schema(kind: str) -> dict[str, Any]:
    """Return the schema of one of `mecatol.options.SCHEMAS`."""
    if kind == "solution":
        from mecatol.solution.schema import solution_schema

        return solution_schema()
    if kind == "plan":
        from mecatol.lab.plan_schema import plan_schema

        return plan_schema()
    if kind == "pack":
        from mecatol.homebrew.pack_schema import pack_schema

        return pack_schema()
    return schema()


def _kinds() -> dict[str, tuple[str, list[str]]]:
    """Return what can be listed by kind: what it is in words, and the slugs."""
    from mecatol.homebrew.acts import ACTS

    kinds: dict[str, tuple[str, Iterable[str]]] = {
        "steps": ("Steps (`step`)", STEPS),
        "editions": ("Editions (`edition`)", EDITIONS),
        "factions": ("Factions (`faction`)", FACTIONS),
        "units": ("Units (`space`, `planets`, `adjacent`)", UNIT_TYPES),
        "planets": ("Planets (`planets`)", planets()),
    }
    for title, names in places().items():
        kinds[re.sub(r"[^a-z]+", "-", title.partition(" (")[0].lower()).strip("-")] = (title, names)
    acts = [act.named(name) for name, act in ACTS.items()]
    kinds["acts"] = ("In a pack: acts with their settings", acts)
    return {kind: (title, [*names]) for kind, (title, names) in kinds.items()}


def _listed(args: argparse.Namespace) -> str:
    """Return the slugs that a scenario may use, of one kind or of all, a line a kind."""
    kinds = _kinds()
    if args.kind is not None:
        if args.kind not in kinds:
            raise ScenarioError([unknown("KIND", args.kind, "kind", kinds)])
        _, names = kinds[args.kind]
        return _json(names) if args.json else "\n".join(names)
    if args.json:
        return _json({"version": VERSION, **{kind: names for kind, (_, names) in kinds.items()}})
    return "\n".join(f"{title}: {', '.join(names)}" for title, names in kinds.values())


def _print(text: str) -> int:
    """Print, whatever letters the terminal lacks; return the exit status."""
    return _written(text) or 0


def _written(text: str) -> int | None:
    """Print a text and return None, or the exit status where nobody reads any more or it cannot be written."""
    if sys.stdout is None:
        _complain("output: cannot be written: standard output is closed")
        return UNWRITABLE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        print(visible(text), flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        status = 0
    except OSError as error:
        _complain(f"output: cannot be written: {error.strerror or error}")
        status = UNWRITABLE
    else:
        return None
    with contextlib.suppress(OSError, ValueError):  # what is left in the buffer would fail again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _complain(text: str) -> None:
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    if sys.stderr is not None:  # print would take standard output for it
        with contextlib.suppress(OSError, ValueError):  # nobody is there to be told
            print(visible(text), file=sys.stderr, flush=True)


_SWITCHES = ("--json", "--fractions", "--traceback")
"""Options without a value that may come before a battle or a command."""


def _command_first(given: list[str]) -> list[str]:
    """Return the arguments with the options that came before everything else at the end."""
    first = next((at for at, word in enumerate(given) if word not in _SWITCHES), len(given))
    return [*given[first:], *given[:first]] if first < len(given) else given


def _commanded(argv: list[str] | None) -> list[str]:
    """Return the arguments with `solve` before a battle that is given alone: in words, as a link, or as a file.

    Words may be without quotes: those before the first option are one battle where `vs` is among them.
    """
    given = _command_first(sys.argv[1:] if argv is None else argv)
    first = next((at for at, word in enumerate(given) if word.startswith("-")), len(given))
    if "vs" in given[1:first] and given[0] not in commands_of(parser()):
        return ["solve", " ".join(given[:first]), *given[first:]]
    alone = given and (_is_text(given[0]) or (not given[0].startswith("-") and "." in given[0]))
    return ["solve", *given] if alone else given


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 is well; NOT_SOLVED comes after a message for each fault of the scenario or file, and after what there is of a
    list of which some could be solved; DEFECT after the sentence to
    report of an error that nobody foresaw, UNWRITABLE where the output takes no more, INTERRUPTED after Ctrl-C.
    """
    try:
        args = parser().parse_args(_commanded(argv))
        if args.command == "solve" and args.lines:
            _register(args.packs)
            return _lines(args)
        if args.command == "lines":
            _register(args.packs)
            return _chat(args)
        if args.command == "mcp":
            from mecatol.protocol import Tools, serve

            _register(args.packs)
            serve(Tools(Path(args.rules) if args.rules else None, args.site))
            return 0
        said = _said(args)
        return _print(said) if said else 0
    except ScenarioError as error:
        if isinstance(error, PartlySolvedError) and (status := _print(error.said)):
            return status
        if getattr(args, "json", False):
            _complain(_json(_refused(error)))
        else:
            _complain("\n".join("{field}: {message}".format(**problem) for problem in _refused(error)["problems"]))
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
        return NOT_SOLVED if isinstance(error, MemoryError) else UNWRITABLE if isinstance(error, OSError) else DEFECT
