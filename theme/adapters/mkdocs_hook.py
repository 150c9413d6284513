"""The thin adapter between this project and MkDocs: it hands over pages and files and knows nothing else."""

from __future__ import annotations

import dataclasses
import logging
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_ROOT = Path(__file__).resolve().parents[2]
for _folder in (_ROOT / "solver", _ROOT):
    if str(_folder) not in sys.path:
        # MkDocs loads a hook by its path, and Python would not find the project's other packages.
        sys.path.insert(0, str(_folder))

from jinja2 import Environment  # noqa: E402
from mkdocs import livereload  # noqa: E402
from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.livereload import LiveReloadServer  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.nav import Navigation  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402
from mkdocs.utils import get_markdown_title, meta  # noqa: E402

from content import packs, results  # noqa: E402
from theme import runtime  # noqa: E402
from theme.adapters import frame_styles, html_pages  # noqa: E402
from theme.adapters.frames import Frames, told_of_server  # noqa: E402
from theme.adapters.settings import refused  # noqa: E402
from theme.build import archive, policy, publishing  # noqa: E402
from theme.build.folded import Folded  # noqa: E402
from theme.build.sources import FAULTS, Settings, sources  # noqa: E402
from theme.site.navigation import expanded  # noqa: E402
from theme.store import kept  # noqa: E402

_log = logging.getLogger("mkdocs.hooks.mecatol")
_STATIC = _ROOT / "theme" / "static"
"""Icons and the like, which every site has, wherever its own pages lie."""
_SPARE = re.compile(r"^sitemap\.xml$|\.map$|/lunr/|/workers/|assets/images/favicon\.png$")
"""What Material and MkDocs bring and no page asks for: the search, what only its makers read, a list of pages."""
_MAPPED = re.compile(r"^assets/(javascripts|stylesheets)/[^/]+\.min\.(js|css)$")
_FRAMEWORK = re.compile(r"^assets/javascripts/bundle\.[^/]+\.js$")
"""Material's own script."""
_MAP = re.compile(r"\n?(//|/\*)# sourceMappingURL=\S+( ?\*/)?\s*$")
"""What names the map of a file, which is not published."""
_COSTLY = (
    (re.compile(r'(let (\w+)=\w+\("meta",\{name:"color-scheme"\}\);)document\.head\.appendChild\(\2\);'), r"\1"),
    (re.compile(r"\[data-md-color-switching\] [^{}]*\{transition-duration:0s!important\}"), ""),
)
"""What of Material's files makes a browser work out all styles of a page again as it opens, and what is put there.

The first tells browsers the page's scheme, which its styles say as well; the second stops fades as a reader changes it.
"""
_INDENTED = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)|\n\s+", re.S)
_ITEM = re.compile(
    r'(<li class="md-nav__item[^"]*">|<ul class="md-nav__list"[^>]*>)\s+(?=<a |<li )'
    r'|(</li>|</ul>|</nav>)\s+(?=<li class="md-nav__item|</(?:li|ul|nav)>)'
)
_ITS_WORDS = re.compile(r'\s*(<span class="md-ellipsis">)\s*([^<]*?)\s*(</span>)\s*(</a>)\s*')
"""How Material lays out an entry of the navigation: a page has hundreds, and nobody sees the space within them."""
_SECTIONS = [
    {"Home": "index.md"},
    {"Rules": "rules/"},
    {"Factions": "factions/"},
    {"Cards": "cards/"},
    {"Calculator": "calculator/"},
    {"The round": "round.md"},
]
"""The tabs of a site whose configuration has no `nav`."""
_serving = False
_published: dict[str, str] = {}
"""SHA-256 of what this project itself puts into the site, by its path there."""
_disk: archive.Disk | None = None
"""How the site differs on a disk; None if it does not hold its own archive."""
_folded = Folded()
"""What published pages hold only once it is opened."""
_frames: Frames | None = None
"""The pages that wait for a reader of a site that is served as it is written; None where all are framed at once."""
_for_disk: dict[str, str] = {}
"""The pages for a disk by the paths of the published ones."""


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether the site is served as it is written: then it has no worker, no archive and no policy."""
    global _serving, _frames
    _serving = command == "serve"
    _frames = Frames() if _serving and told_of_server() else None


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let our pages pass as they stand; for the disk (MECATOL_OFFLINE), make each a file of its own."""
    if faults := refused(config):
        raise PluginError("\n".join(("Mecatol cannot be built as mkdocs.yml is set:", *faults)))
    config.markdown_extensions.append(html_pages.AsItStands())  # type: ignore[arg-type]  # Python-Markdown takes either
    if os.environ.get("MECATOL_OFFLINE", "").lower() == "true":
        config.use_directory_urls = False
    if not config.repo_url and config.edit_uri and "://" not in config.edit_uri:
        config.edit_uri = None  # it says where in a repository the texts are, and none is named
    config.theme.static_templates.discard(publishing.SITEMAP)
    return config


def _for_a_host(config: MkDocsConfig) -> bool:
    """Whether the site is for a server, with worker and archive: neither for the disk nor only to be looked at."""
    return config.use_directory_urls and not _serving


def on_pre_build(*, config: MkDocsConfig) -> None:
    """Keep what was made for readers since the last build, while no page is made; all sources are hashed anew."""
    if _frames:
        _frames.close()
    results.settle()


def on_files(site_files: Files, /, config: MkDocsConfig) -> Files:
    """Add the generated pages, the styles and scripts, and the browser's Python; leave out what no page asks for."""
    for file in list(site_files):
        if _SPARE.search(file.src_uri) and not Path(file.abs_src_path or "").is_relative_to(config.docs_dir):
            site_files.remove(file)
        elif _MAPPED.search(file.src_uri):
            text = _MAP.sub("", file.content_string)
            for costly, put in _COSTLY:
                text = costly.sub(put, text)
            if file.src_uri.endswith(".css"):
                text = frame_styles.layered(text)
            site_files.remove(file)
            site_files.append(File.generated(config, file.src_uri, content=text))
    scripts = {file.src_uri: _integrity(file) for file in site_files if _FRAMEWORK.match(file.src_uri)}
    given = {file.src_uri: file for file in site_files}
    whole = _for_a_host(config)
    try:
        settings = Settings(
            config.site_name,
            config.site_description or "",
            config.site_url,
            config.use_directory_urls,
            packed=whole,
            kept=whole,
            packs=_packs(config),
            others=tuple(_read(file) for file in site_files.documentation_pages()),
        )
        made = sources(settings, results.folder(), _log.info)
    except FAULTS as error:
        raise PluginError(f"Mecatol cannot be built:\n{error}") from error
    static = {path.relative_to(_STATIC).as_posix(): path for path in _STATIC.rglob("*") if path.is_file()}
    texts = _frames.texts(config, made.pages) if _frames else made.pages
    for path, data in {**static, **texts, **made.files}.items():
        # Whoever writes a page or a picture of one of these names wants it in the place of ours.
        if path not in given:
            lies = {"abs_src_path": str(data)} if isinstance(data, Path) else {"content": data}
            site_files.append(File.generated(config, path, **lies))
    config.extra_css[:0] = made.styles
    config.nav = expanded(_nav(config, given), made.sections)
    _published.clear()
    _published.update(made.hashes)
    # From disk, browsers take no script whose hash they are to check.
    config.extra["mecatol"] = {**made.frame, "framework": scripts if config.use_directory_urls else {}}
    _for_disk.clear()
    global _disk, _folded
    _disk, _folded = made.disk, made.folded
    return site_files


def on_nav(nav: Navigation, /, config: MkDocsConfig, files: Files) -> None:
    """Let pages wait for their readers."""
    if _frames:
        _frames.hold_back(config, nav, files)


def on_env(env: Environment, /, config: MkDocsConfig, files: Files) -> None:
    """Let readers ask for the pages that wait; note where each is on a disk, now that all plugins have added theirs."""
    if _frames:
        _frames.open(env)
    global _disk
    if _disk:
        pages = {file.url: file._get_dest_path(use_directory_urls=False) for file in files.documentation_pages()}
        path = urlsplit(config.site_url or "/").path
        _disk = dataclasses.replace(_disk, pages=pages, roots=(config.site_url, path) if config.site_url else (path,))


def _integrity(file: File) -> str:
    return runtime.integrity(kept.sha256(file.content_bytes))


def _packs(config: MkDocsConfig) -> tuple[Path, ...]:
    """Return the packs of players' own factions in the folder that `extra.homebrew` names; none where it does not.

    Raises:
        PluginError: there is no such folder.
    """
    if not (named := config.extra.get("homebrew")):
        return ()
    folder = Path(config.config_file_path).parent / str(named)
    if not folder.is_dir():
        raise PluginError(f"extra.homebrew is {named!r}, and {folder} is not a folder: name one with packs in it.")
    return tuple(packs.files(folder))


def _read(file: File) -> tuple[str, str, str]:
    """Return path, title and words of a page that is not ours, for the search."""
    text, front = meta.get_data(file.content_string)
    title = front.get("title") or get_markdown_title(text) or file.name.replace("-", " ").capitalize()
    return file.src_uri, str(title), " ".join(re.sub(r"<[^>]*>|\]\([^)]*\)|[#*_`\[\]|]+", " ", text).split())


def _nav(config: MkDocsConfig, given: Iterable[str]) -> list[Any]:
    """Return the navigation that the configuration asks for; where it says nothing, ours and then every other page."""
    if config.nav is not None:
        return list(config.nav)
    return [*_SECTIONS, *sorted(path for path in given if path.endswith(".md"))]


def on_page_markdown(markdown: str, /, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Let a page of ours lead to the file that its text is written in."""
    written = page.meta.get("written_in")
    if written and page.file.generated_by is not None:
        page.file.edit_uri = os.path.relpath(_ROOT / written, config.docs_dir)
        page._set_edit_url(config.repo_url, config.edit_uri, config.edit_uri_template)
        if page.edit_url and not page.edit_url.startswith((config.repo_url or "").rstrip("/")):
            page.edit_url = None  # this project lies outside of the repository that the configuration names


def on_page_content(html: str, /, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Leave the contents of a page out that hides them: Material writes them all the same, twice, and hides them.

    A keyboard's first link leads to the form of a page that is one.
    """
    if "toc" in (page.meta.get("hide") or ()):
        for top in page.toc:
            top.children.clear()
        del page.toc.items[1:]
    if (form := page.meta.get("skips_to")) and page.toc.items:
        page.toc.items[0].id = form  # where Material's link to skip what stands above leads


def on_post_page(output: str, /, page: Page, config: MkDocsConfig) -> str:
    """Put the content security policy into the page, and leave out how its templates were indented."""
    return _finished(output, page.file.dest_uri, page.file.url, config, _INDENTED)


def on_post_template(output: str, /, template_name: str, config: MkDocsConfig) -> str:
    """Put the content security policy into a page that no source stands behind, which is ``404.html``."""
    return _finished(output, template_name, template_name, config) if template_name.endswith(".html") else output


def _finished(
    output: str, name: str, address: str, config: MkDocsConfig, spare: re.Pattern[str] = re.compile(r"(?!)")
) -> str:
    """Return a page as it is published, and note how it is on a disk; ``spare`` is what of its space goes."""

    def finished(html: str, offline: bool) -> str:
        html = spare.sub(lambda found: found[1] or "\n", html)
        return policy.secure(_ITS_WORDS.sub(r"\1\2\3\4", _ITEM.sub(r"\1\2", html)), offline)

    if _serving:  # `mkdocs serve` adds a script of its own later
        return spare.sub(lambda found: found[1] or "\n", Folded().page(output))
    try:
        if _disk:
            _for_disk[name] = finished(_disk.page(Folded().page(output), address), offline=True)
        return finished(_folded.page(archive.online(output)), offline=not config.use_directory_urls)
    except policy.UnknownScriptError as error:
        raise PluginError(f"Mecatol cannot be built: {name}: {error}") from error


def on_post_build(*, config: MkDocsConfig) -> None:
    """Check what is to be published, then pack the site for reading without a network and put it beside its pages."""
    for name, expected in _published.items():
        if kept.sha256((Path(config.site_dir) / name).read_bytes()) != expected:
            raise PluginError(
                f"{name} in {config.site_dir} is not what was built. See that the disk is sound; try again."
            )
    if not _for_a_host(config):
        return
    if _disk:
        archive.pack(Path(config.site_dir), _for_disk, _disk)
    publishing.complete(Path(config.site_dir), config.site_url)


def on_serve(server: LiveReloadServer, /, config: MkDocsConfig, builder: object) -> None:
    """Let the server ask for the pages that wait: it opens a file only when no build is under way."""
    if _frames:
        livereload.open = _frames.read  # type: ignore[attr-defined]  # in the place of Python's own


def on_build_error(*, error: Exception) -> None:
    """Keep what was found sound, and say in a sentence what the system refused: a full disk, a folder to write in."""
    results.settle()
    if isinstance(error, OSError):
        raise PluginError(f"Mecatol cannot be built: {kept.explained(error)}") from error
