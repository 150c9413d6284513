"""The thin adapter between this project and MkDocs: it hands over pages and files and knows nothing else."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
if str(_ROOT) not in sys.path:
    # MkDocs loads a hook by its path, and Python would not find the project's other packages.
    sys.path.insert(0, str(_ROOT))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402
from mkdocs.structure.toc import AnchorLink, TableOfContents  # noqa: E402

import content  # noqa: E402
import solver  # noqa: E402
from theme import archive, contents, files, policy, runtime  # noqa: E402
from theme.addresses import Addresses  # noqa: E402
from theme.packages import PackageError, pinned  # noqa: E402
from theme.pages import Site, pages  # noqa: E402

_CACHE = _ROOT / ".cache"
_log = logging.getLogger("mkdocs.hooks.mecatol")
_serving = False


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether the site is served from memory; only a built one carries its own archive."""
    global _serving
    _serving = command == "serve"


def on_files(site_files: Files, /, config: MkDocsConfig) -> Files:
    """Add the generated pages, the styles and scripts, and the browser's Python."""
    offline = not config.use_directory_urls
    try:
        library = content.load()
        bundle = runtime.build(_CACHE, _CACHE / "site-runtime", _log.info)
        shim = pinned("iframe-worker", _CACHE, _log.info) if offline else None
    except (content.ContentError, PackageError, runtime.RuntimeBuildError) as error:
        raise PluginError(f"Mecatol cannot be built:\n{error}") from error
    site = Site(Addresses(config.use_directory_urls), None if offline or _serving else archive.NAME)
    for path, text in pages(library, site).items():
        site_files.append(File.generated(config, path, content=text))
    assets = files.collect()
    for path, data in assets.files.items():
        site_files.append(File.generated(config, path, content=data))
    schema = json.dumps(solver.schema(), indent=1, ensure_ascii=False)
    site_files.append(File.generated(config, "scenario.schema.json", content=schema))
    built = _CACHE / "site-runtime"
    site_files.append(File.generated(config, f"{files.FOLDER}/{bundle.name}", abs_src_path=str(built / bundle.name)))
    for published in sorted((built / "pyodide").iterdir()):
        site_files.append(File.generated(config, f"pyodide/{published.name}", abs_src_path=str(published)))
    if shim:
        # Search from disk runs its worker in a frame; the offline plugin would take the script for it from elsewhere.
        framed = (shim / "shim" / "index.js").read_text("utf-8")
        name = f"{files.FOLDER}/iframe-worker.js"
        site_files.append(File.generated(config, name, content=files.search_shim(framed)))
        config.extra["polyfills"] = [name]
    config.extra["mecatol"] = {"styles": assets.styles, "scripts": assets.scripts, "bundle": bundle.name}
    return site_files


def on_page_content(html: str, /, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Give the page its table of contents, which MkDocs finds in Markdown headings alone."""
    page.toc = TableOfContents([_anchor(heading) for heading in contents.headings(html)])
    return html


def on_post_page(output: str, /, page: Page, config: MkDocsConfig) -> str:
    """Put the content security policy into the page, but for `mkdocs serve`, which adds a script of its own later."""
    if _serving:
        return output
    return policy.secure(output, offline=not config.use_directory_urls)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Pack the site for reading without a network and put it beside the pages that link to it."""
    if _serving or not config.use_directory_urls:
        return
    try:
        archive.make(Path(config.config_file_path), Path(config.site_dir) / archive.NAME)
    except archive.ArchiveError as error:
        raise PluginError(str(error)) from error


def _anchor(heading: contents.Heading) -> AnchorLink:
    link = AnchorLink(heading.title, heading.id, heading.level)
    link.children = [_anchor(child) for child in heading.children]
    return link
