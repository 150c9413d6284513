"""Pages of a site that is served as it is written: each is made, and gets its frame, when a reader asks for it.

MkDocs reads and frames all pages before it serves the first, and all of them again after every change. It leaves out
pages that are excluded, so ours are excluded as soon as the navigation is known, and wait. None is older than its
sources, because all wait anew after each build.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import IO, Any

import click
from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page


def told_of_server() -> bool:
    """Return whether MkDocs serves the site and tells of its server; without `--livereload` it does not."""
    asked = click.get_current_context(silent=True)
    return asked is not None and bool(asked.params.get("livereload"))


class Frames:
    """The pages that wait for a reader."""

    def __init__(self) -> None:
        self._waiting: dict[str, Callable[[], None]] = {}
        self._one_at_a_time = Lock()  # a page that is framed marks its sections in the navigation, which all share
        self._texts: Mapping[str, str] = {}

    def close(self) -> None:
        """Frame nothing while MkDocs builds; it clears the folder of the site first."""
        with self._one_at_a_time:
            self._waiting, self._texts = {}, {}

    def texts(self, config: MkDocsConfig, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return what MkDocs shall take for our pages, which is nothing as long as they wait.

        With a plugin or another hook none waits: nobody knows what those do with all pages.
        """
        if len(config.plugins) > 1:
            return pages
        self._texts = pages
        return dict.fromkeys(pages, "")

    def hold_back(self, config: MkDocsConfig, nav: Navigation, files: Files) -> None:
        """Take our pages out of what MkDocs is about to read and to frame.

        One that the navigation gives no title stays: every page calls it by its own, which is known once it is read.
        """
        untitled = {page.file.src_uri for page in nav.pages if page.title is None}
        pages = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
        self._held_back: dict[str, Callable[[Environment], None]] = {}

        def build(page: Page, env: Environment) -> None:
            page.file.content_string = self._texts[page.file.src_uri]
            _populate_page(page, config, files)
            _build_page(page, config, pages, nav, env)

        for file in pages:
            if file.generated_by is None or file.src_uri not in self._texts:
                continue
            if file.src_uri in untitled:
                file.content_string = self._texts[file.src_uri]
            else:
                # One that the navigation does not name has no page yet.
                self._held_back[file.abs_dest_path] = partial(build, file.page or Page(None, file, config))
                file.inclusion = InclusionLevel.EXCLUDED

    def open(self, env: Environment) -> None:
        """Frame what is asked for from now on, by these templates."""
        self._waiting = {file: partial(build, env) for file, build in self._held_back.items()}

    def read(self, path: str, mode: str) -> IO[Any]:
        """Open a file of the site for its server, which waits until a build has ended; a page is framed first."""
        for place in (path, os.path.join(path, "index.html")):  # the server leads to a folder's page, if there is one
            file = os.path.normpath(place)  # on Windows the server keeps the slashes of an address
            with self._one_at_a_time:
                if file in self._waiting:
                    self._frame(file)
        return open(path, mode)

    def _frame(self, file: str) -> None:
        try:
            self._waiting[file]()
        except OSError as error:  # a template that is not there is one, and the server would call the page missing
            raise RuntimeError(f"{file} cannot be made: {error}") from error
        del self._waiting[file]
