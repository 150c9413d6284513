"""A Discord bot that answers battles: run it with `DISCORD_TOKEN` set, beside `discord.py` and `mecatol`.

It keeps one `mecatol lines` open. Someone writes `!odds 5 cruisers vs 1 war sun`; it answers with the odds, what was
left out, and a link that opens the battle. Whatever is written goes to that process as one line of JSON, so nothing
that anybody types becomes part of a command.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

import discord

SITE = os.environ.get("MECATOL_SITE", "https://example.org/mecatol/")
COMMAND = "!odds"
LONGEST = 2000
"""Characters of a message that Discord takes."""


class Solver:
    """One process that answers a line with a line."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, text: str) -> dict[str, object]:
        """Return the answer to a battle in words; those who ask at once wait for their turn."""
        async with self._turn:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "mecatol", "lines", "--site", SITE, "--seconds", "20",
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**22,
                )  # fmt: skip
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.write(json.dumps({"text": text}).encode() + b"\n")
            await self._process.stdin.drain()
            return dict(json.loads(await self._process.stdout.readline()))

    async def close(self) -> None:
        """End the process."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            await self._process.wait()


class Bot(discord.Client):
    """Answers messages that begin with the command."""

    solver = Solver()

    async def on_message(self, message: discord.Message) -> None:
        """Reply to a battle; other bots, this one too, are not answered."""
        if message.author.bot or not message.content.startswith(f"{COMMAND} "):
            return
        answer = await self.solver.ask(message.content.removeprefix(COMMAND).strip())
        said = [str(answer["text"]), *map(str, answer.get("left_out", ()))]  # type: ignore[call-overload]
        if "link" in answer:
            said.append(f"[Open this battle](<{answer['link']}>)")
        while len(reply := "\n".join(said)) > LONGEST:
            said.pop(-1)  # a link that is cut off would open nothing
        await message.reply(reply, mention_author=False)


if __name__ == "__main__":
    intents = discord.Intents.default()
    intents.message_content = True
    Bot(intents=intents).run(os.environ["DISCORD_TOKEN"])
