"""A site of one topic, without the browser's Python: what MkDocs makes of our pages, in seconds."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
import pytest
from loaded import LIBRARY
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer

import content
from content import results
from content.model import Topic
from theme import runtime

ROOT = Path(__file__).resolve().parents[1]
TOPIC = LIBRARY.topics["space-cannon"]


def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process make each page and solve each example once for all its small sites; nothing is written down."""
    monkeypatch.setattr(results, "active", True)
    monkeypatch.setattr(results, "settle", lambda: None)


def small_site(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    topic: Topic = TOPIC,
    *,
    python: bool = False,
    command: str = "build",
    packs: str = "",
    altered: bool = False,
    server: LiveReloadServer | None = None,
) -> Path:
    """Build a site of one topic through MkDocs and return its folder.

    ``python`` adds the browser's Python; ``command`` is that of MkDocs: "build" or "serve"; ``packs`` is the folder of
    players' own packs that the configuration names, whose factions stay registered; ``altered`` says that the test has
    put other code in the place of what makes pages; ``server`` is told of as `mkdocs serve` tells of its own.
    """
    if not altered:
        remembered(monkeypatch)
    load = content.load
    whole = load if packs else lambda: LIBRARY
    monkeypatch.setattr(content, "load", lambda: dataclasses.replace(whole(), topics={topic.slug: topic}))
    if not python:
        monkeypatch.setattr(
            runtime, "build", lambda *_, **__: runtime.Bundle("none.js", "", 0, "", "", "", (0, 0, 0), {})
        )
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
    if packs:
        config.extra["homebrew"] = packs
    with click.Context(click.Command("mkdocs")) as told:
        told.params = {"livereload": server is not None}
        config.plugins.on_startup(command=command, dirty=False)
    build(config)
    if server:
        config.plugins.on_serve(server, config=config, builder=build)
    return folder
