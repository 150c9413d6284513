"""The thin adapter between this project and MkDocs: it hands over pages and files and knows nothing else."""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

_ROOT = Path(__file__).resolve().parent.parent
if str(_ROOT) not in sys.path:
    # MkDocs loads a hook by its path, and Python would not find the project's other packages.
    sys.path.insert(0, str(_ROOT))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

import content  # noqa: E402
import solver  # noqa: E402
from content import pictures  # noqa: E402
from theme import (  # noqa: E402
    archive,
    changes,
    contents,
    files,
    kept,
    offline,
    policy,
    previews,
    publishing,
    runtime,
    search,
    shared,
)
from theme.addresses import Addresses  # noqa: E402
from theme.packages import PackageError  # noqa: E402
from theme.pages import Site, pages  # noqa: E402
from theme.ways import BEHIND, MAIN  # noqa: E402

_log = logging.getLogger("mkdocs.hooks.mecatol")
_serving = False
_published: dict[str, str] = {}
"""SHA-256 of what this project itself puts into the site, by its path there."""


def _cache() -> Path:
    """Return where downloads and results are kept; MECATOL_CACHE names a place beside a checkout that is read-only."""
    return Path(os.environ.get("MECATOL_CACHE") or _ROOT / ".cache")


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether the site is served from memory; only a built one carries its own archive."""
    global _serving
    _serving = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let pages pass as they stand; make them files of their own where the site is for the disk (MECATOL_OFFLINE)."""
    config.markdown_extensions = [contents.AsItStands()]  # type: ignore[list-item]  # Python-Markdown takes either
    if os.environ.get("MECATOL_OFFLINE", "").lower() == "true":
        config.use_directory_urls = False
    if not config.site_url or not config.use_directory_urls:
        config.theme.static_templates.discard("sitemap.xml")  # without full addresses it would be empty
    return config


def on_files(site_files: Files, /, config: MkDocsConfig) -> Files:
    """Add the generated pages, the styles and scripts, and the browser's Python."""
    cache = _cache()
    try:
        library = content.load()
        bundle = runtime.build(cache, cache / "site-runtime", _log.info)
        engine = search.engine(cache, _log.info)
        packed = config.use_directory_urls and not _serving
        site = Site(Addresses(config.use_directory_urls), archive.NAME if packed else None)
        made = pages(library, site)
        found = search.data(library, site.addresses)
        others = shared.files(library, site.addresses)
        shown = previews.data(library, site.addresses, made.values())
    except (content.ContentError, PackageError, runtime.RuntimeBuildError) as error:
        raise PluginError(f"Mecatol cannot be built:\n{error}") from error
    for path, text in made.items():
        site_files.append(File.generated(config, path, content=text))
    assets = files.collect()
    finding = {
        files.named("search-engine", "js", engine): engine,
        files.named("search-entries", "js", found): found,
    }
    preview = files.named("previews", "js", shown)
    _published.clear()
    for path, data in {**assets.files, **finding, preview: shown}.items():
        site_files.append(File.generated(config, path, content=data))
        _published[path] = kept.sha256(data)
    for name, picture in library.names.pictures.items():
        site_files.append(File.generated(config, f"{pictures.FOLDER}/{name}", abs_src_path=str(picture.path)))
    for path, data in others.items():
        site_files.append(File.generated(config, path, content=data))
    schema = json.dumps(solver.schema(), indent=1, ensure_ascii=False)
    site_files.append(File.generated(config, "scenario.schema.json", content=schema))
    for path, expected in bundle.files.items():
        if path in (bundle.light, bundle.wasm) and not config.use_directory_urls:
            continue  # what only a server can give out
        name = path if "/" in path else f"{files.FOLDER}/{path}"
        site_files.append(File.generated(config, name, abs_src_path=str(cache / "site-runtime" / path)))
        _published[name] = expected
    if config.site_url and config.use_directory_urls:
        log = changes.feed(library, config.site_name, config.site_url)
        site_files.append(File.generated(config, changes.FEED, content=log))
    app = offline.manifest(config.site_name, config.site_description or "")
    site_files.append(File.generated(config, offline.MANIFEST, content=app))
    config.extra["mecatol"] = {
        "manifest": offline.MANIFEST,
        "styles": assets.styles,
        "scripts": dict(assets.scripts),
        "runtime": dict(bundle.served if config.use_directory_urls else bundle.on_disk),
        "finding": list(finding),
        "preview": preview,
        "as_of": changes.month(library.as_of),
        "feed": changes.FEED,
        "footer": [(way.title, site.addresses.url(way.path)) for way in (*MAIN, *BEHIND)],
    }
    return site_files


def on_post_page(output: str, /, page: Page, config: MkDocsConfig) -> str:
    """Put the content security policy into the page."""
    return _secured(output, page.file.dest_uri, config)


def on_post_template(output: str, /, template_name: str, config: MkDocsConfig) -> str:
    """Put the content security policy into a page that no source stands behind, which is ``404.html``."""
    return _secured(output, template_name, config) if template_name.endswith(".html") else output


def _secured(output: str, name: str, config: MkDocsConfig) -> str:
    if _serving:  # `mkdocs serve` adds a script of its own later
        return output
    try:
        return policy.secure(output, offline=not config.use_directory_urls)
    except policy.UnknownScriptError as error:
        raise PluginError(f"Mecatol cannot be built: {name}: {error}") from error


def on_post_build(*, config: MkDocsConfig) -> None:
    """Check what is to be published, then pack the site for reading without a network and put it beside its pages."""
    for name, expected in _published.items():
        if kept.sha256((Path(config.site_dir) / name).read_bytes()) != expected:
            raise PluginError(
                f"{name} in {config.site_dir} is not what was built. See that the disk is sound; try again."
            )
    if _serving or not config.use_directory_urls:
        return
    site = Path(config.site_dir)
    kept.write(site / offline.WORKER, offline.worker(site))
    publishing.write_headers(site, urlsplit(config.site_url or "/").path or "/")
    try:
        archive.make(Path(config.config_file_path), Path(config.site_dir) / archive.NAME)
    except archive.ArchiveError as error:
        raise PluginError(str(error)) from error


def on_build_error(*, error: Exception) -> None:
    """Say in a sentence what the system refused: a full disk, a folder that cannot be written."""
    if isinstance(error, OSError):
        raise PluginError(f"Mecatol cannot be built: {kept.explained(error)}") from error
