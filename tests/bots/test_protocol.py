"""The tools for assistants: called as functions, and over the protocol where its package is installed."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from loaded import LIBRARY

from mecatol.cli import NOT_SOLVED, main
from mecatol.protocol import Tools
from theme.shared.files import data_path, files
from theme.site.addresses import Addresses

SITE = "https://example.org/mecatol/"
NAMES = ("terms", "clauses", "notes")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the site's files for other programs."""
    folder = tmp_path_factory.mktemp("data")
    written = files(LIBRARY, Addresses())
    for name in NAMES:
        (folder / f"{name}.json").write_bytes(written[data_path(name)])
    return folder


def test_a_clause_is_told_by_its_number(rules: Path) -> None:
    found = Tools(rules, SITE).clause("77.3")
    first, *parts = found["clauses"]
    assert first["page"] == f"{SITE}rules/space-cannon/#77.3"
    assert {one["id"].rpartition(".")[0] for one in parts} == {"77.3"}
    assert found["rulings"]
    for number in ("777.7", "seven", "", "77.3; drop"):
        assert "looks like 77.3" in Tools(rules).clause(number)["error"]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("Direct Hit", "cards/action-cards/#direct-hit"),
        ("afb", "rules/anti-fighter-barrage/"),
        ("sustain damage", "rules/sustain-damage/"),
        ("Letnev", "factions/barony-of-letnev/"),
    ],
)
def test_a_rule_is_found_by_its_name(rules: Path, words: str, page: str) -> None:
    found = Tools(rules).rule(words)["found"]
    assert page in [one["page"] for one in found]
    assert all(one["text"] for one in found)
    assert Tools(rules).rule("?!")["found"] == Tools(rules).rule("")["found"] == []


def test_battles_are_solved_and_advised() -> None:
    tools = Tools(site=SITE)
    assert [function.__name__ for function in tools.functions()] == ["solve", "advise"]
    assert tools.solve("1 cruiser vs\n 1 fighter")["text"].startswith("Red wins 61.5%")
    assert tools.solve('{"text": "1 cruiser vs 1 fighter"}')["link"].startswith(SITE)
    assert "names no unit" in tools.solve("nothing at all")["text"]
    assert "Red" in tools.advise("1 cruiser vs 1 fighter", "Red")["text"]
    assert "error" in tools.advise("1 cruiser vs 1 fighter", "Nobody")
    assert "error" in tools.advise("nothing at all")


def test_a_folder_without_rules_is_named(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="--rules: has no file clauses"):
        Tools(tmp_path).clause("77.3")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("mcp", "mcp.server", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["mcp"]) == NOT_SOLVED
    assert "pip install 'mecatol[mcp]'" in capsys.readouterr().err


@pytest.mark.skipif(importlib.util.find_spec("mcp") is None, reason="the optional package of the protocol is not there")
def test_an_assistant_asks_over_the_protocol(rules: Path) -> None:
    from mcp import StdioServerParameters
    from mcp.client.client import Client

    async def asked() -> dict[str, Any]:
        arguments = ["-m", "mecatol", "mcp", "--rules", str(rules), "--site", SITE]
        server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
        async with Client(server) as client:
            named = [tool.name for tool in (await client.list_tools()).tools]
            told = await client.call_tool("solve", {"battle": "1 cruiser vs 1 fighter"})
            clause = await client.call_tool("clause", {"number": "77.3"})
        return {"named": named, "told": told.content[0].text, "clause": clause.content[0].text}

    with ThreadPoolExecutor(1) as apart:  # this thread has a loop already where a browser is open
        found = apart.submit(asyncio.run, asked()).result()
    assert found["named"] == ["rule", "clause", "solve", "advise"]
    assert json.loads(found["told"])["text"].startswith("Red wins 61.5%")
    assert "#77.3" in found["clause"]
