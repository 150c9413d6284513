"""The arguments of the command line."""

from __future__ import annotations

import argparse
import math
import re
from typing import NoReturn

from mecatol.chat import PICTURES
from mecatol.lab.command import add_to, number_in, seconds
from mecatol.probability.limits import POSITIONS, SECONDS

SHELLS = ("bash", "zsh", "fish")
SCHEMAS = ("scenario", "solution", "plan", "pack")
_ABOUT = "Exact odds for Twilight Imperium: Fourth Edition, with the clause behind every step."
_STATUSES = """exit status:
  0    solved, or printed what was asked for
  2    a scenario, a pack or an option is at fault; every fault is on standard error, as JSON with --json
  70   the solver met an error of its own: please report the sentence that it prints
  74   the output cannot be written
  130  interrupted by Ctrl-C

in quotes, a battle may stand alone: mecatol "2 cruisers and 3 fighters vs 1 dreadnought"
completion: mecatol completion bash >> ~/.bash_completion, zsh > a file _mecatol in $fpath,
            fish > ~/.config/fish/completions/mecatol.fish"""


_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters other than tabs and ends of lines, and what turns the direction of writing around."""


def visible(text: str) -> str:
    """Return a text that moves no cursor and hides nothing: control characters are escaped, as JSON escapes them."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """End the program; names of files may hold control characters."""
        super().error(visible(message))


def _patience(text: str) -> float:
    """Read how much work a search may take, in seconds: 0 for none; `inf` for no limit."""
    return 0.0 if text.strip() in ("0", "0.0") else seconds(text)


def _positions(text: str) -> float:
    """Read a number of positions: 1 or more; `inf` for no limit."""
    number = number_in(text)
    if not number >= 1 or (number != math.inf and number != int(number)):
        raise argparse.ArgumentTypeError(f"{text} is not a number of positions: 1 or more, or inf")
    return number if number == math.inf else int(number)


def _chance(text: str) -> float:
    """Read a chance to reach: above 0, and 1 at most."""
    chance = number_in(text)
    if not 0 < chance <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not a chance to reach: above 0 and at most 1, such as 0.8")
    return chance


def parser() -> argparse.ArgumentParser:
    """Return what reads the arguments."""
    reads = _Parser(
        prog="mecatol", description=_ABOUT, epilog=_STATUSES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reads.add_argument("--version", action="store_true", help="print the version")
    commands = reads.add_subparsers(dest="command")
    command = commands.add_parser("solve", help="solve a scenario, a list of them, or several files")
    command.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="YAML or JSON, - for standard input; or, in quotes, plain words or a link",
    )
    command.add_argument(
        "--lines",
        action="store_true",
        help="scenarios as JSON or battles in words, one a line, each answered at once on a line; from standard input "
        "if you give no file",
    )
    command.add_argument("--json", action="store_true", help="print the solution as JSON")
    command.add_argument("--fractions", dest="exact", action="store_true", help="exact fractions instead of decimals")
    command.add_argument(
        "--seconds", type=seconds, metavar="N", default=SECONDS,
        help="how long a scenario may take (default: %(default)g)",
    )  # fmt: skip
    command.add_argument(
        "--searching", type=_patience, metavar="N",
        help="how much work a search for the best losses may take, in seconds of an idle machine, before a named "
        "policy takes its place "
        "(default: half of --seconds)",
    )  # fmt: skip
    command.add_argument(
        "--positions", type=_positions, metavar="N", default=POSITIONS,
        help="how many positions a step may reach; more need more memory (default: %(default)s)",
    )  # fmt: skip
    advise = commands.add_parser("advise", help="say what would change a battle, or what would be enough to win it")
    advise.add_argument("file", metavar="FILE", help="the battle: YAML or JSON, - for standard input; or plain words")
    advise.add_argument(
        "--enough", type=_chance, metavar="CHANCE", help="the cheapest additions that reach a chance, such as 0.8"
    )
    advise.add_argument(
        "--player",
        metavar="NAME",
        help="who gets the additions (default: the active player), or whose changes to show (default: all)",
    )
    advise.add_argument("--json", action="store_true", help="print it as JSON")
    add_to(commands)
    game = commands.add_parser("game", help="read a game in progress: its battles, and what can be taken by whom")
    game.add_argument(
        "file",
        metavar="FILE",
        help="JSON of AsyncTI4's web map, an AsyncTI4 save, game data or a hexSummary; - for standard input",
    )
    game.add_argument("system", metavar="SYSTEM", nargs="?", help="a position, a tile or a planet: what is asked of it")
    game.add_argument("--player", metavar="NAME", help="whose systems could be taken this turn: a name or a color")
    game.add_argument("--json", action="store_true", help="print it as JSON")
    lines = commands.add_parser(
        "lines", help="answer battles in a chat: a line in, a short text with a link out, as JSON"
    )
    lines.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="a battle a line in plain words, as a link, or as JSON with text or scenario, and an id; from standard "
        "input if you give no file",
    )
    lines.add_argument("--site", metavar="URL", help="the address of the site's first page, for links to the case")
    lines.add_argument("--picture", choices=PICTURES, help="add a picture of each answer; PNG comes in Base64")
    lines.add_argument(
        "--seconds", type=seconds, metavar="N", default=SECONDS,
        help="how long a battle may take (default: %(default)g)",
    )  # fmt: skip
    mcp = commands.add_parser("mcp", help="answer an assistant over the Model Context Protocol: odds, advice, rules")
    mcp.add_argument("--rules", metavar="FOLDER", help="the folder data of a built site, for the text of the rules")
    mcp.add_argument("--site", metavar="URL", help="the address of the site's first page, for links")
    schema = commands.add_parser("schema", help="print a JSON Schema: what each field means and may hold")
    schema.add_argument("--json", action="store_true", help="print it as JSON, as it is printed anyway")
    schema.add_argument("kind", nargs="?", choices=SCHEMAS, default=SCHEMAS[0], help="of what (default: %(default)s)")
    listing = commands.add_parser("list", help="list the slugs that a scenario may use, by kind")
    listing.add_argument("kind", metavar="KIND", nargs="?", help="only one kind, such as units, planets or factions")
    listing.add_argument("--json", action="store_true", help="print them as JSON")
    shell = commands.add_parser("completion", help="print the completion of this command for a shell")
    shell.add_argument("shell", choices=SHELLS)
    for each in commands.choices.values():
        each.add_argument(
            "--with", dest="packs", metavar="PACK", action="append", default=[],
            help="a file of homebrew factions and cards in Python, YAML or JSON; may be repeated. Python runs with all "
            "your rights: give only files that you trust",
        )  # fmt: skip
    for each in (reads, *commands.choices.values()):
        each.add_argument(
            "--traceback", action="store_true", default=argparse.SUPPRESS,
            help="after an unexpected error, show where in the code it happened",
        )  # fmt: skip
    return reads
