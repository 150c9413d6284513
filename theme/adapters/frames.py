"""Pages in their frames, for as long as a process serves them: one is framed again once what it shows has changed.

MkDocs has no event by which a page is left as it is, but it builds no page that is excluded once all have been read.
So a page is excluded then, and written as it was, if its texts, the navigation, every setting and every template that
it came from are the same. Nothing of it outlives the process, whose code does not change either.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from mkdocs import utils
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from content import results
from theme.adapters.settings import FRAME

_THEMES = (FRAME, resources.files("material") / "templates", resources.files("mkdocs") / "templates")
"""The folders of templates of which all but the first are a package's, and stay."""
_READ_BEFORE = {"config_file_path", "docs_dir", "hooks", "markdown_extensions", "plugins", "site_dir", "theme", "watch"}
"""Settings that no template reads; what comes of them is in a page's text, or is said of the theme beside them."""
_OWN = {"description", "written_in"}
"""What the front matter of a page says for this page alone."""


class Frames:
    """The pages that this process has framed."""

    def __init__(self) -> None:
        self._framed: dict[str, tuple[str, str]] = {}
        self._keys: dict[str, str] = {}
        self._compiled = _Compiled()

    def reuse(self, env: Environment, config: MkDocsConfig, nav: Navigation, files: Files) -> None:
        """Write each page that is as it was, and have MkDocs build the others alone.

        With a plugin, another hook or another folder of templates nothing is reused: nobody knows what those look at.
        """
        self._keys.clear()
        if len(config.plugins) > 1 or list(map(Path, config.theme.dirs)) != list(map(Path, map(str, _THEMES))):
            return
        env.bytecode_cache = self._compiled
        site = _site(config, nav)
        for file in files.documentation_pages():
            page = file.page
            if page is None or file.generated_by is None:
                continue
            key = results.key(site, _told(page))
            self._keys[file.src_uri] = key
            known, output = self._framed.get(file.src_uri, ("", ""))
            if known == key:
                file.inclusion = InclusionLevel.EXCLUDED
                utils.write_file(output.encode(), file.abs_dest_path)

    def framed(self, page: Page, output: str) -> None:
        """Remember a page as it is written."""
        if key := self._keys.get(page.file.src_uri):
            self._framed[page.file.src_uri] = (key, output)


class _Compiled(BytecodeCache):
    """Templates that are compiled, by the hash of their texts; MkDocs makes all of them anew with each build."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template what was compiled of the same text."""
        if held := self._held.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(held)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Hold what was compiled."""
        self._held[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


def _site(config: MkDocsConfig, nav: Navigation) -> str:
    """Return the hash of what all pages show."""
    settings = {name: value for name, value in config.items() if name not in _READ_BEFORE}
    theme = {name: str(value) if name == "locale" else value for name, value in config.theme.items()}
    return results.key(results.code(FRAME), settings, theme, _tree(nav.items))


def _tree(items: Iterable[StructureItem]) -> list[object]:
    found: list[object] = []
    for item in items:
        said = {}
        if isinstance(item, Page):
            said = {name: value for name, value in item.meta.items() if name not in _OWN}
        found.append((item.title, getattr(item, "url", None), said, _tree(getattr(item, "children", None) or ())))
    return found


def _told(page: Page) -> list[object]:
    """Return what templates read of a page; where it stands in the navigation is in the hash of that."""
    return [page.url, page.title, page.meta, page.content, page.canonical_url, page.edit_url, page.is_homepage]
