"""The solver and the rules as tools for assistants, by the Model Context Protocol over standard input and output.

The package `mcp` carries the protocol; without it only this module's tools are there, for a program to call. The rules
are read from the site's files for other programs (its folder `data`), because the solver has none of their text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from mecatol.chat import chat_answer
from mecatol.errors import ScenarioError, fault
from mecatol.version import VERSION

_FOUND = 5
"""How many rules are given for words."""
_LONGEST = 400
"""Characters of a question about the rules that are looked at."""
_PATIENCE = 60.0
"""Seconds that a battle may take."""
_CLAUSE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}(\.[a-z]{1,3})?)?")


class Tools:
    """What an assistant may ask for. Each answer is plain data; what cannot be answered has an `error` in words."""

    def __init__(self, rules: Path | None = None, site: str | None = None) -> None:
        self._rules = rules
        self._site = site

    def functions(self) -> tuple[Callable[..., dict[str, Any]], ...]:
        """Return the tools; those about the text of the rules only where a folder with them was named."""
        return (self.solve, self.advise) if self._rules is None else (self.rule, self.clause, self.solve, self.advise)

    def solve(self, battle: str) -> dict[str, Any]:
        """Work out the exact odds of a battle of Twilight Imperium 4.

        `battle` is written as players do ("5 cruisers and 3 fighters vs 1 war sun, with Direct Hit"), or is a scenario
        in JSON. The answer has `text` with the odds, how the words were read, and a `link` that opens the battle.
        """
        return chat_answer(_one_line(battle), self._site, seconds=_PATIENCE)

    def advise(self, battle: str, player: str | None = None) -> dict[str, Any]:
        """Say what would change a battle most: units, technologies, cards and choices, each with the chance of winning.

        `battle` is written as for `solve`; `player` is whose changes to show, by the name that `solve` gives.
        """
        from mecatol.searching import advise

        try:
            return {"text": str(advise(_one_line(battle), player))}
        except ScenarioError as error:
            return {"error": str(error)}

    def clause(self, number: str) -> dict[str, Any]:
        """Return a clause of the rules by its number, such as "77.3" or "77.3.c", with the rulings that rest on it."""
        wanted = number.strip().lower()[:_LONGEST]
        found = [one for one in self._clauses if one["id"] == wanted or one["id"].startswith(f"{wanted}.")]
        if not _CLAUSE.fullmatch(wanted) or not found:
            return {"error": f"There is no clause {number[:20]!r}; a number looks like 77.3 or 77.3.c."}
        wanted_ids = {one["id"] for one in found}
        notes = [one for one in self._notes if not wanted_ids.isdisjoint(one["basis"])]
        return {"clauses": [self._said(one) for one in found], "rulings": [self._said(one) for one in notes]}

    def rule(self, words: str) -> dict[str, Any]:
        """Find what the rules say about something: clauses, rulings, cards, units and factions, the best five first.

        `words` name it ("sustain damage", "can fighters move alone"). Each has its name, its text and its page.
        """
        asked = [word for word in _words(words[:_LONGEST]) if len(word) > 1]
        ranked = sorted(self._entries, key=lambda one: -_fit(one, asked))
        return {"found": [_shown(one) for one in ranked[:_FOUND] if _fit(one, asked) > 0]}

    # Files are large: each is read when something asks for it, and once.
    @cached_property
    def _clauses(self) -> list[dict[str, Any]]:
        return self._read("clauses")

    @cached_property
    def _notes(self) -> list[dict[str, Any]]:
        return self._read("notes")

    @cached_property
    def _entries(self) -> list[dict[str, Any]]:
        """Everything that words can find, as name, other names, text and page; read once, because files are large."""
        terms = [(one["name"], one["aliases"], one["sentence"], one) for one in self._read("terms")]
        none: list[str] = []
        told = [(one["title"], none, one["text"], one) for one in (*self._clauses, *self._notes)]
        found = []
        for name, aliases, text, one in (*terms, *told):
            entry = {
                "name": name,
                "text": text,
                "page": self._address(one["page"]),
                "names": {" ".join(_words(each)) for each in (name, *aliases)},
                "in_name": {*_words(name)},
                "in_text": {*_words(text)},
            }
            found.append(entry)
        return found

    def _said(self, one: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": one["id"],
            "name": one["title"],
            "text": one["text"],
            "page": self._address(one["page"]),
        }

    def _address(self, page: str) -> str:
        return f"{self._site.removesuffix('/')}/{page}" if self._site else page

    def _read(self, name: str) -> list[dict[str, Any]]:
        """Return the records of one of the site's files."""
        assert self._rules is not None  # otherwise no tool asks for them
        try:
            found: list[dict[str, Any]] = json.loads((self._rules / f"{name}.json").read_text("utf-8"))[name]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise fault("--rules", f"has no file {name}.json of this site: {error}; name its folder data") from None
        return found


def serve(tools: Tools) -> None:
    """Answer over standard input and output until they are closed.

    Raises:
        ScenarioError: the package of the protocol is not installed, or the folder has none of the rules.
    """
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise fault("mcp", "needs the package of the protocol: pip install 'mecatol[mcp]'") from None
    server: Any = MCPServer(
        "mecatol",
        version=VERSION,
        instructions="Exact odds and rules of Twilight Imperium: Fourth Edition. Odds are computed, never sampled.",
    )
    for function in tools.functions():
        server.tool()(function)
    server.run("stdio")


def _one_line(battle: str) -> str:
    return battle if battle.lstrip().startswith("{") else " ".join(battle.split())


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _fit(one: dict[str, Any], asked: Iterable[str]) -> float:
    """Return how well an entry fits: its very name most, then words in the name, then words in the text."""
    words = [*asked]
    if not words:
        return 0
    exact = 10.0 if " ".join(words) in one["names"] else 0.0
    return exact + sum(3 * (word in one["in_name"]) + (word in one["in_text"]) for word in words) / len(words)


def _shown(one: dict[str, Any]) -> dict[str, Any]:
    return {key: one[key] for key in ("name", "text", "page")}
