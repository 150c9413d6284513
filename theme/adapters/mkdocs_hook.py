"""The thin adapter between this project and MkDocs: it hands over pages and files and knows nothing else."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
for _folder in (_ROOT / "solver", _ROOT):
    if str(_folder) not in sys.path:
        # MkDocs loads a hook by its path, and Python would not find the project's other packages.
        sys.path.insert(0, str(_folder))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

from theme.adapters import html_pages  # noqa: E402
from theme.build import archive, policy, publishing  # noqa: E402
from theme.build.sources import FAULTS, Settings, cache_folder, sources  # noqa: E402
from theme.store import kept  # noqa: E402

_log = logging.getLogger("mkdocs.hooks.mecatol")
_serving = False
_published: dict[str, str] = {}
"""SHA-256 of what this project itself puts into the site, by its path there."""


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether the site is served as it is written: then it has no worker, no archive and no policy."""
    global _serving
    _serving = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let pages pass as they stand; make them files of their own where the site is for the disk (MECATOL_OFFLINE)."""
    config.markdown_extensions = [html_pages.AsItStands()]  # type: ignore[list-item]  # Python-Markdown takes either
    if os.environ.get("MECATOL_OFFLINE", "").lower() == "true":
        config.use_directory_urls = False
    config.theme.static_templates.discard(publishing.SITEMAP)
    return config


def _for_a_host(config: MkDocsConfig) -> bool:
    """Whether the site is for a server, with worker and archive: neither for the disk nor only to be looked at."""
    return config.use_directory_urls and not _serving


def on_files(site_files: Files, /, config: MkDocsConfig) -> Files:
    """Add the generated pages, the styles and scripts, and the browser's Python; take out what the theme brings."""
    for file in list(site_files):
        if not Path(file.abs_src_path or "").is_relative_to(config.docs_dir):
            # Material's styles and scripts, which no page uses, and MkDocs' list of pages
            site_files.remove(file)
    whole = _for_a_host(config)
    try:
        settings = Settings(
            config.site_name,
            config.site_description or "",
            config.site_url,
            config.use_directory_urls,
            packed=whole,
            kept=whole,
        )
        made = sources(settings, cache_folder(), _log.info)
    except FAULTS as error:
        raise PluginError(f"Mecatol cannot be built:\n{error}") from error
    for path, data in {**made.pages, **made.files}.items():
        lies = {"abs_src_path": str(data)} if isinstance(data, Path) else {"content": data}
        site_files.append(File.generated(config, path, **lies))
    _published.clear()
    _published.update(made.hashes)
    config.extra["mecatol"] = made.frame
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
    if not _for_a_host(config):
        return
    publishing.complete(Path(config.site_dir), config.site_url)
    try:
        archive.make(Path(config.config_file_path), Path(config.site_dir) / archive.NAME)
    except archive.ArchiveError as error:
        raise PluginError(str(error)) from error


def on_build_error(*, error: Exception) -> None:
    """Say in a sentence what the system refused: a full disk, a folder that cannot be written."""
    if isinstance(error, OSError):
        raise PluginError(f"Mecatol cannot be built: {kept.explained(error)}") from error
