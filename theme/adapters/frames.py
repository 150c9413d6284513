"""Pages of a site that is served as it is written: each gets its frame when a reader asks for it.

MkDocs frames all pages before it serves the first, and all of them again after every change. It builds no page that is
excluded once all have been read, so ours are excluded then, and wait. None is older than its sources, because all wait
anew after each build; and nothing of them outlives the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from posixpath import normpath
from threading import Lock
from typing import Any

import click
from jinja2 import Environment
from mkdocs.commands.build import _build_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation

type App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""What answers requests, as Python's servers call it (WSGI)."""


def told_of_server() -> bool:
    """Return whether MkDocs serves the site and tells of its server; without `--livereload` it does not."""
    asked = click.get_current_context(silent=True)
    return asked is not None and bool(asked.params.get("livereload"))


class Frames:
    """The pages that wait for a reader."""

    def __init__(self) -> None:
        self._waiting: dict[str, Callable[[], None]] = {}
        self._held_back: dict[str, Callable[[], None]] = {}
        self._one_at_a_time = Lock()  # a page that is framed marks its sections in the navigation, which all share

    def close(self) -> None:
        """Frame nothing while MkDocs builds; it clears the folder of the site first."""
        with self._one_at_a_time:
            self._waiting, self._held_back = {}, {}

    def hold_back(self, env: Environment, config: MkDocsConfig, nav: Navigation, files: Files) -> None:
        """Take our pages out of what MkDocs is about to frame.

        With a plugin or another hook none is: nobody knows what those do once all pages are written.
        """
        if len(config.plugins) > 1:
            return
        pages = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
        for file in pages:
            if file.page is not None and file.generated_by is not None:
                self._held_back[file.dest_uri] = partial(_build_page, file.page, config, pages, nav, env)
                file.inclusion = InclusionLevel.EXCLUDED

    def open(self) -> None:
        """Frame what is asked for, now that all else is built."""
        self._waiting = self._held_back

    def answering(self, server: LiveReloadServer) -> App:
        """Return what answers for a server: a page is framed before the server looks for its file."""
        answer: App = server.get_app()  # type: ignore[assignment]

        def with_page(request: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            place = _file(request["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore"), server.mount_path)
            begun: list[Any] = []

            def begin(*told: Any) -> None:
                begun.append(told)

            while True:
                self._frame(place)
                body = answer(request, begin)
                if place not in self._waiting:
                    start(*begun[-1])
                    return body
                # The site was built anew while the server waited or looked.
                getattr(body, "close", lambda: None)()

        return with_page

    def _frame(self, place: str) -> None:
        with self._one_at_a_time:
            if frame := self._waiting.get(place):
                frame()
                self._waiting.pop(place)


def _file(path: str, mount: str) -> str:
    """Return the file of a page from the root of the site, by the path that is asked for, with or without a slash."""
    place = normpath(f"/{path.removeprefix(mount.rstrip('/'))}").lstrip("/")
    return place if place.endswith(".html") else f"{place}/index.html".lstrip("/")
