"""Pages of a site that is served as it is written: each is made, and gets its frame, when a reader asks for it.

MkDocs reads and frames all pages before it serves the first, and all of them again after every change. It leaves out
pages that are excluded, so ours are excluded as soon as the navigation is known, and wait. None is older than its
sources, because all wait anew after each build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from posixpath import normpath
from threading import Lock
from typing import Any

import click
from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

type App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""What answers requests, as Python's servers call it (WSGI)."""


def told_of_server() -> bool:
    """Return whether MkDocs serves the site and tells of its server; without `--livereload` it does not."""
    asked = click.get_current_context(silent=True)
    return asked is not None and bool(asked.params.get("livereload"))


class WhenRead(File):
    """A page whose text is made when MkDocs, or another plugin, first reads it."""

    _given: str | bytes | None = None

    def __init__(self, config: MkDocsConfig, path: str, make: Callable[[], str]) -> None:
        """Stand for a page of ours in the folder of the texts."""
        super().__init__(path, None, config.site_dir, config.use_directory_urls)
        self.generated_by = config.plugins._current_plugin or "mecatol"
        self.abs_src_path = None
        self._make = make

    @property
    def _content(self) -> str | bytes | None:  # what MkDocs reads of any file that a plugin has made
        if self._given is None:
            self._given = self._make()
        return self._given

    @_content.setter
    def _content(self, text: str | bytes | None) -> None:
        self._given = text


class Frames:
    """The pages that wait for a reader."""

    _env: Environment

    def __init__(self) -> None:
        self._waiting: dict[str, Callable[[], None]] = {}
        self._held_back: dict[str, Callable[[], None]] = {}
        self._one_at_a_time = Lock()  # a page that is framed marks its sections in the navigation, which all share

    def close(self) -> None:
        """Frame nothing while MkDocs builds; it clears the folder of the site first."""
        with self._one_at_a_time:
            self._waiting, self._held_back = {}, {}

    def hold_back(self, config: MkDocsConfig, nav: Navigation, files: Files) -> None:
        """Take our pages out of what MkDocs is about to read and to frame.

        With a plugin or another hook none is: nobody knows what those do with all pages. Nor is a page that the
        navigation gives no title: every page calls it by its own, which is known once it is read.
        """
        if len(config.plugins) > 1:
            return
        untitled = {page.file.src_uri for page in nav.pages if page.title is None}
        pages = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
        for file in pages:
            if file.generated_by is not None and file.src_uri not in untitled:
                page = file.page or Page(None, file, config)  # one that the navigation does not name
                self._held_back[file.dest_uri] = partial(self._build, page, config, pages, nav, files)
                file.inclusion = InclusionLevel.EXCLUDED

    def fill(self, env: Environment) -> None:
        """Take note of the templates that pages are framed by."""
        self._env = env

    def _build(self, page: Page, config: MkDocsConfig, pages: Sequence[File], nav: Navigation, files: Files) -> None:
        _populate_page(page, config, files)
        _build_page(page, config, pages, nav, self._env)

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
