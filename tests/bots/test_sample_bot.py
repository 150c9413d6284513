"""The sample bot for Discord, run with a stub of the library that it is written for."""

from __future__ import annotations

import asyncio
import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the sample bot, whose library is a stub: a client, a message and the intents."""
    stub = ModuleType("discord")
    stub.Client = type("Client", (), {"__init__": lambda self, **_: None})  # type: ignore[attr-defined]
    stub.Message = SimpleNamespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "discord", stub)
    monkeypatch.delitem(sys.modules, "tests.bots.sample_bot", raising=False)
    return importlib.import_module("tests.bots.sample_bot")


class Message:
    """A message as the library gives it to a bot, and what was replied."""

    def __init__(self, content: str, by_bot: bool = False) -> None:
        self.content = content
        self.author = SimpleNamespace(bot=by_bot)
        self.replies: list[str] = []

    async def reply(self, text: str, **_: Any) -> None:
        self.replies.append(text)


def test_the_sample_bot_holds_a_conversation(bot: Any) -> None:
    assert len(Path(bot.__file__).read_text("utf-8").splitlines()) <= 80
    messages = [
        Message("hello"),
        Message("!odds 1 cruiser vs 1 fighter", by_bot=True),
        Message("!odds 1 cruiser vs 1 fighter"),
        Message('!odds "; rm -rf / \n 3 whatsits'),
        Message("!odds 1 cruiser vs 1 fighter with a flux capacitor"),
    ]

    async def talk() -> None:
        client = bot.Bot()
        for message in messages:
            await client.on_message(message)
        await client.solver.close()

    with ThreadPoolExecutor(1) as apart:  # this thread has a loop already where a browser is open
        apart.submit(asyncio.run, talk()).result()
    quiet, other, battle, nonsense, left_out = messages
    assert quiet.replies == other.replies == []
    assert battle.replies[0].startswith("Red wins 61.5%, Blue wins 23.1%")
    assert f"[Open this battle](<{bot.SITE}calculator/space-combat/#1/space/" in battle.replies[0]
    assert nonsense.replies[0].startswith("The text names no unit")
    assert "flux" in left_out.replies[0]
    assert all(len(reply) <= 2000 for message in messages for reply in message.replies)
