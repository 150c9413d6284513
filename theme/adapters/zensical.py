"""The site built by Zensical, which takes over from MkDocs.

    uv run python -m theme.adapters.zensical FOLDER

writes the sources into a folder, builds them there with Zensical, and finishes the site as the hook for MkDocs does.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from content import results
from theme.adapters import frame_styles, html_pages
from theme.build import archive, policy, publishing
from theme.build.sources import FAULTS, Settings, Sources, sources
from theme.site.navigation import expanded
from theme.store import kept

_CONFIG = Path(__file__).resolve().parents[2] / "mkdocs.yml"
_SPARE = ("search.json", "assets/javascripts/workers/*", "assets/stylesheets/modern/*", "assets/images/favicon.png")
"""What Zensical brings and no page asks for: its search, its other look."""


def write(made: Sources, settings: Settings, folder: Path) -> Path:
    """Write a whole project for Zensical into a folder; return its configuration.

    Zensical knows no hooks, so what the hook for MkDocs does as it builds lies there as files: the pages, what they ask
    for, their frame, and the extension that takes a page for what it is.
    """
    docs = folder / "docs"
    shutil.copytree(_CONFIG.parent / _config()["docs_dir"], docs)
    for path, text in made.pages.items():
        kept.write(docs / _place(path), made.folded.page(archive.online(text)).encode())
    for path, data in made.files.items():
        if isinstance(data, Path):
            data = data.read_bytes()
        kept.write(docs / path, data.encode() if isinstance(data, str) else data)
    said = _config()
    shutil.copytree(_CONFIG.parent / said["theme"]["custom_dir"], folder / "frame")
    shutil.copy(str(html_pages.__file__), folder)
    config = {
        "site_name": settings.name,
        "site_description": settings.description,
        "site_url": settings.url,
        "copyright": said["copyright"],
        "docs_dir": "docs",
        "site_dir": "site",
        "use_directory_urls": settings.directory_urls,
        "nav": _placed(expanded(said["nav"], made.sections)),
        "extra_css": list(made.styles),
        "theme": {**said["theme"], "variant": "classic", "custom_dir": "frame"},  # Material's own look
        "plugins": {"search": {"enabled": False}},
        "validation": False,  # it knows no anchor but those of headings
        "markdown_extensions": [html_pages.__name__.rpartition(".")[2]],
        "extra": {**said["extra"], "mecatol": made.frame},
    }
    written = folder / "mkdocs.yml"
    kept.write(written, json.dumps(config, indent=1, ensure_ascii=False).encode())  # which is YAML as well
    return written


def _place(path: str) -> str:
    """Return where the source of a page lies: where its page will, as Zensical reads its addresses from there."""
    return path if path.endswith("index.md") else f"{path.removesuffix('.md')}/index.md"


def _placed(nav: Any) -> Any:
    """Return a navigation whose pages lie where `write` puts them."""
    if isinstance(nav, list):
        return [_placed(entry) for entry in nav]
    if isinstance(nav, dict):
        return {title: _placed(value) for title, value in nav.items()}
    return _place(nav) if nav.endswith(".md") else nav


def build(config: Path) -> Path:
    """Build what `write` has written with Zensical, and finish it; return the folder of the site.

    Raises:
        SystemExit: Zensical refuses; what it said stands above.
    """
    command = [sys.executable, "-m", "zensical", "build", "--clean", "-f", str(config)]
    if subprocess.run(command, cwd=config.parent, check=False).returncode:
        raise SystemExit(f"Zensical has not built the site. Mend what it names; the sources lie in {config.parent}.")
    site = config.parent / "site"
    for path in (found for spare in _SPARE for found in site.glob(spare)):
        path.unlink()
    for path in (site / "assets" / "stylesheets").rglob("*.css"):
        path.write_text(frame_styles.layered(path.read_text("utf-8")), "utf-8")
    for path in site.rglob("*.html"):
        path.write_text(policy.secure(path.read_text("utf-8"), offline=False), "utf-8")
    publishing.complete(site, json.loads(config.read_text("utf-8"))["site_url"])
    return site


def _config() -> dict[str, Any]:
    """Return what MkDocs' configuration says, for what it says is said once."""

    class ConfigLoader(yaml.SafeLoader):
        """Reads what MkDocs takes from the environment as well."""

    ConfigLoader.add_constructor("!ENV", lambda _, node: os.environ.get(node.value))
    read: dict[str, Any] = yaml.load(_CONFIG.read_text("utf-8"), ConfigLoader)
    return read


def main() -> int:
    """Write the sources, build and finish the site; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a new folder; the site will lie in its folder site")
    folder: Path = parser.parse_args().folder.resolve()
    if folder.exists():
        parser.error(f"{folder} is there already. Name a folder that is not, or remove this one.")
    config = _config()
    try:
        settings = Settings(config["site_name"], config["site_description"], config["site_url"])
        made = sources(settings, results.folder(), print)
    except FAULTS as error:
        raise SystemExit(f"Mecatol cannot be built:\n{error}") from error
    print(f"The site lies in {build(write(made, settings, folder))}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
