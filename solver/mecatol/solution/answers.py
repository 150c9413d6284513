"""The answer of a step that decides something: a headline, what was judged with its clauses, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, Protocol, TypedDict

from mecatol.domain.clauses import standing
from mecatol.domain.counts import count_of_type
from mecatol.domain.units import UNIT_TYPES
from mecatol.game.model import Game
from mecatol.probability.dice import Number

if TYPE_CHECKING:

    class Grounds(Protocol):
        """Anything that says why, with the clauses behind it."""

        @property
        def text(self) -> str:
            """A sentence, or a part of one."""

        @property
        def clauses(self) -> tuple[str, ...]:
            """The clauses, by number."""


YES, NO, DEPENDS = "yes", "no", "depends"


class Finding(NamedTuple):
    """One thing that was judged."""

    subject: str
    verdict: str
    """YES: it can be, or the rule is kept; NO: the opposite; DEPENDS: with a consequence, or on a condition."""
    text: str
    clauses: tuple[str, ...]

    @property
    def broken(self) -> bool:
        """Whether the verdict is NO."""
        return self.verdict == NO


def finding(subject: str, verdict: str | bool, text: str, *clauses: str) -> Finding:
    """Return what was found of a subject, with the clauses behind it; True is YES."""
    if isinstance(verdict, bool):
        verdict = YES if verdict else NO
    return Finding(subject, verdict, text, clauses)


class Reason(NamedTuple):
    """Why something can be or cannot be, with the clauses behind it."""

    text: str
    clauses: tuple[str, ...]


def reasoned(subject: str, verdict: str, reasons: Sequence[Grounds]) -> Finding:
    """Return a finding: what it is about, yes, no or depends, and the reasons with their clauses."""
    text = " ".join(f"{reason.text[:1].upper()}{reason.text[1:].rstrip('.')}." for reason in reasons)
    return finding(subject, verdict, text, *dict.fromkeys(clause for reason in reasons for clause in reason.clauses))


def say_units(units: Iterable[tuple[str, int]]) -> str:
    """Say units by type, such as "2 Carriers, 4 Fighters"."""
    return ", ".join(count_of_type(number, UNIT_TYPES[slug]) for slug, number in units)


def note_findings(
    game: Game, findings: Iterable[Finding], *, subjects: bool = True, verdicts: bool = False
) -> None:  # fmt: skip
    """Add what was judged to a game's trace, under each of its clauses.

    `verdicts` adds yes, no or depends; without `subjects` the sentences stand alone, because they name them.
    """
    for one in findings:
        text = f"{one.verdict}. {one.text}" if verdicts else one.text
        text = f"{one.subject}: {text}" if subjects else text
        for clause in one.clauses:
            game.note(clause, text)


class Stop(NamedTuple):
    """Where ships of one type of a fleet get to on their way."""

    fleet: int
    """Which of the player's fleets, from 0."""
    unit: str
    """The type."""
    number: int
    """How many ships of it get this far and no farther."""
    entered: int
    """How many systems they enter; 0 if they stay where they start."""
    why: str
    """What stops them there, in a few words; empty for those that arrive."""


class Table(TypedDict):
    """A table beside an answer; its cells are texts and numbers."""

    title: str
    columns: list[str]
    rows: Sequence[Sequence[str | Number]]


class Note(TypedDict):
    """A line of a solution's trace: what happened, and the clause that says so."""

    clause: str
    text: str


class Round(TypedDict):
    """A round of a combat, with the state after it."""

    round: int
    fought: Number
    """The chance that the round takes place."""
    over: Number
    """The chance that the combat is over by its end."""
    winner: dict[str, Number]
    """Player's name, or `draw`, to the chance of having won by then."""
    left: dict[str, dict[str, Number]]
    """Player's name and type of unit to how many are left on average."""


class Choice(TypedDict):
    """Something that was chosen for a player: how hits are taken, what is built, an order of effects."""

    player: str
    choice: str
    """What was chosen: a key of the player's policy such as `assign`, or `build`, `pay`, `remove` or `bombard`."""
    text: str
    value: NotRequired[Number]
    """What it comes to: a chance to win, or resources lost on average."""
    margin: NotRequired[Number]
    """How much better that is than what it is compared with in the text."""


@dataclass
class Answer:
    """What a step decides."""

    headline: str
    findings: list[Finding] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    """For ships that move, where they get to, for whoever draws their way."""

    def cite_only(self, edition: str) -> None:
        """Let findings cite only clauses that an edition has (see `mecatol.domain.clauses.standing`)."""
        self.findings = [one._replace(clauses=standing(one.clauses, edition)) for one in self.findings]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        findings = [one._asdict() | {"clauses": list(one.clauses)} for one in self.findings]
        stops = {"stops": [one._asdict() for one in self.stops]} if self.stops else {}
        return {"headline": self.headline, "findings": findings, "tables": self.tables, **stops}
