"""What goes wrong with a scenario, said so that a player can mend it.

ScenarioError
└── LimitError      the scenario is valid, and takes more time or memory than the caller grants

DeclarationError is for those who write factions and cards, CoupledError stays inside the search for the best losses,
UnwritableError inside the writing of links.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Collection, Iterable, Iterator
from math import inf, isfinite
from numbers import Real
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """One fault of a scenario: where it is, what is wrong and what is allowed, and the nearest name if there is one."""

    field: str
    """Where: a path such as `players.0.space.destroyr`."""
    message: str
    """What was found and what is allowed, in a sentence."""
    value: object = None
    """The offending value."""
    suggestion: str | None = None
    """The nearest allowed name, where there is one."""

    def data(self) -> dict[str, Any]:
        """Return the fault as JSON can hold it, whatever the value is (see `echoed`)."""
        return {**self._asdict(), "value": echoed(self.value)}

    def __reduce__(self) -> tuple[type[Problem], tuple[object, ...]]:
        """Return how the fault is rebuilt in another process, to which any value can go as `echoed` has it."""
        return Problem, tuple(self._replace(value=echoed(self.value)))


class ScenarioError(ValueError):
    """A scenario cannot be solved; `problems` holds every fault found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        self.args = (self.problems,)  # what the class is called with again when the error is copied or pickled

    def __str__(self) -> str:
        return "\n".join(f"{problem.field}: {problem.message}" for problem in self.problems)

    def for_players(self) -> str:
        """Return what is wrong in one sentence in the game's words, for a bot to show to players."""
        from mecatol.fixes.sentence import for_players

        return for_players(self.problems)


class DeclarationError(ValueError):
    """A record of a faction, a unit or a component is wrong: the message says where, what and what is allowed."""


class CoupledError(Exception):
    """More than repairs follows losses, so that what both sides of a combat lose cannot be told apart."""


class UnwritableError(ValueError):
    """Something has no form in the short notation of links, and is written in full."""


class StoppedError(Exception):
    """Somebody stopped a long run; the message says what is kept and how it goes on."""


class LimitError(ScenarioError):
    """A valid scenario takes more time or memory than the caller grants."""

    def __init__(self, problem: Problem, spent: str, option: str) -> None:
        """Note the problem, in words what was granted and is spent, and the option of `solve` that grants more."""
        super().__init__([problem])
        self.spent = spent
        self.option = option
        self.args = (problem, spent, option)

    def __str__(self) -> str:
        return f"{super().__str__()}; a larger `{self.option}` grants more"

    def for_players(self) -> str:
        """Return in a sentence for players that the battle is too large, and what helps."""
        return "This battle is too large to be worked out in the time that there is; try it with fewer units."


def fault(field: str, message: str, value: object = None) -> ScenarioError:
    """Return a ScenarioError with one problem."""
    return ScenarioError([Problem(field, message, value)])


def unexpected(error: BaseException) -> str:
    """Return what to tell somebody of an error that nobody foresaw: what it is, where, and what to report.

    A refusal of the system is not a fault of the solver: its sentence says what was refused.
    """
    if isinstance(error, MemoryError):
        return "There is not enough memory for this; give a smaller case, or a smaller number of `--positions`."
    if isinstance(error, OSError):
        what = f" ({shown(error.filename)})" if error.filename else ""
        return f"The system refused what this needs: {error.strerror or shown(str(error))}{what}."
    if said := of_pack(error, FILES_OF_PACKS):
        return f"{said} Its author can mend it."
    *_, (file, line) = [("", 0), *_frames(error)]
    name = file.replace("\\", "/").rpartition("/")[2]
    return (
        f"The solver met an error that is its own fault: {_told(error)}{f' ({name}, line {line})' if name else ''}. "
        "Please report this sentence together with the scenario."
    )


FILES_OF_PACKS: set[str] = set()
"""The files of packs in Python that were registered: what fails in one of them is that pack's own fault."""


def of_pack(error: BaseException, files: Collection[str]) -> str:
    """Return what to say of an error that began in one of some packs in Python; "" for any other."""
    found = [(file, line) for file, line in _frames(error) if file in files]
    if not found:
        return ""
    file, line = found[-1]
    return f"The pack {shown(file)} fails in line {line}: {_told(error)}."


def _frames(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each call that led to an error, the outermost first."""
    trace = error.__traceback__
    while trace:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _told(error: BaseException) -> str:
    """Return the kind of an error and what it says."""
    try:
        found = " ".join(str(error).split())[:200]
    except Exception:  # a pack's own error may fail to say anything
        found = ""
    return f"{type(error).__name__}{f': {found}' if found else ''}"


class _Repr(reprlib.Repr):
    def repr_int(self, x: int, level: int) -> str:
        """Return a whole number, of which Python itself prints no more than 4,300 digits."""
        return _HUGE if abs(x) >= _TOO_LONG else super().repr_int(x, level)


_HUGE = "a number of more than 40 digits"
_TOO_LONG = 10**40
_HALF_A_LETTER = re.compile(r"[\ud800-\udfff]")
"""Half of a pair of surrogates, which Python holds in a text and UTF-8 does not."""
_brief = _Repr(maxlevel=3, maxdict=3, maxlist=3, maxtuple=3, maxstring=60, maxlong=40, maxother=60)


def shown(value: object) -> str:
    """Return a value as a message shows it: short, whatever a scenario holds (endless text, deep nesting)."""
    return _brief.repr(value)


MOST_ECHOED = 40
"""Values that are echoed as they came: of larger data, a short text is."""
LONGEST_ECHOED = 200
"""Characters of a text that is echoed as it came."""


def echoed(value: object) -> Any:
    """Return a value from outside as JSON can hold it: small plain data as it is, everything else as `shown` has it."""
    return value if _is_small_and_plain(value) else shown(value)


def _is_small_and_plain(value: object) -> bool:
    """Tell whether a value is JSON of a few short values: no date, no set, no NaN, nothing that holds itself."""
    pending, seen = [value], 0
    while pending:
        one = pending.pop()
        seen += 1
        if seen > MOST_ECHOED:
            return False
        if type(one) is dict and len(one) <= MOST_ECHOED:
            pending += [*one.values(), *one]
            plain = all(type(key) is str for key in one)
        elif type(one) in (list, tuple) and len(one) <= MOST_ECHOED:  # type: ignore[arg-type]
            pending += [*one]  # type: ignore[misc]
            plain = True
        elif isinstance(one, str):
            plain = type(one) is str and len(one) <= LONGEST_ECHOED and not _HALF_A_LETTER.search(one)
        elif isinstance(one, float):
            plain = type(one) is float and isfinite(one)
        else:
            plain = one is None or type(one) is bool or (type(one) is int and abs(one) < _TOO_LONG)
        if not plain:
            return False
    return True


def number_within(
    field: str,
    value: object,
    allowed: str,
    least: float = 0.0,
    most: float = inf,
    *,
    whole: bool = False,
    above: bool = False,
) -> float:
    """Return a number that a caller gave in code; one beyond what floats hold is infinite.

    Raises ScenarioError for what is not a number (a bool or a text is none) or not from `least` to `most`; with
    `above`, `least` itself is refused as well.
    """
    number = -1.0
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = inf if value == abs(value) else -inf
        if least <= number <= most and not (above and number == least) and (not whole or number in (inf, value // 1)):
            return int(number) if whole and number < inf else number
    raise fault(field, f"is {shown(value)}; give {allowed}", value)


def text_within(field: str, value: object, allowed: str) -> str:
    """Return a text that a caller gave in code; raises ScenarioError for what is none."""
    if not isinstance(value, str):
        raise fault(field, f"is {shown(value)}; give {allowed}", value)
    return value


def _by_part(word: str, names: Collection[str]) -> list[str]:
    """Return the one name of which a word, three letters or longer, is a part or begins one: `xxcha`, `l1z1x`."""
    part = word.lower().replace("_", "-").replace(" ", "-").strip("-")
    found = [name for name in names if f"-{part}" in f"-{name}"] if len(part) > 2 else []
    return found if len(found) == 1 else []


def with_article(noun: str) -> str:
    """Return a noun with *a* or *an*, whichever it is spoken with: "a unit", "an effect"."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def unknown(field: str, value: object, what: str, allowed: Collection[str]) -> Problem:
    """Return the problem of a name that is not among those allowed, with the nearest one.

    `what` says what was expected ("unit", "faction"); a short list of allowed names is shown whole.
    """
    from difflib import get_close_matches  # costs a start of the package more than all else here, and few need it

    word = str(value)[:80] if isinstance(value, str | float) else ""
    plain = {name.lower(): name for name in allowed}
    close = get_close_matches(word.lower().replace("_", "-").replace(" ", "-"), plain, n=1, cutoff=0.6)
    near = [plain[name] for name in close or _by_part(word, plain)]
    message = f"{shown(value)} is not {with_article(what)}"
    if near:
        message += f"; did you mean {near[0]!r}?"
    if not allowed:
        message += "; there is none here"
    elif len(allowed) <= 12 or not near:
        first = list(allowed)[:24]
        message += f"{'' if near else '.'} Allowed: {', '.join(first)}{', …' if len(allowed) > len(first) else ''}."
    return Problem(field, message, value, near[0] if near else None)
