"""The answer of a step that decides something: a headline, what was judged with its clauses, and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

from mecatol.domain.clauses import standing
from mecatol.game.model import Game

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


def note_findings(game: Game, findings: Iterable[Finding], *, verdicts: bool = False) -> None:
    """Add what was judged to a game's trace, under each of its clauses; `verdicts` adds yes, no or depends."""
    for one in findings:
        text = f"{one.subject}: {one.verdict}. {one.text}" if verdicts else f"{one.subject}: {one.text}"
        for clause in one.clauses:
            game.note(clause, text)


class Table(TypedDict):
    """A table beside an answer; its cells are texts and numbers."""

    title: str
    columns: list[str]
    rows: list[list[Any]]


@dataclass
class Answer:
    """What a step decides."""

    headline: str
    findings: list[Finding] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def cite_only(self, edition: str) -> None:
        """Let findings cite only clauses that an edition has (see `mecatol.domain.clauses.standing`)."""
        self.findings = [one._replace(clauses=standing(one.clauses, edition)) for one in self.findings]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        findings = [one._asdict() | {"clauses": list(one.clauses)} for one in self.findings]
        return {"headline": self.headline, "findings": findings, "tables": self.tables}
