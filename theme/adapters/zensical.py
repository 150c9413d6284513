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

from theme.adapters import html_pages
from theme.build import policy, publishing
from theme.build.sources import FAULTS, Settings, Sources, cache_folder, sources
from theme.store import kept

_CONFIG = Path(__file__).resolve().parents[2] / "mkdocs.yml"


def write(made: Sources, settings: Settings, folder: Path) -> Path:
    """Write a whole project for Zensical into a folder; return its configuration.

    Zensical knows no hooks, so what the hook for MkDocs does as it builds lies there as files: the pages, what they ask
    for, their frame, and the extension that takes a page for what it is.
    """
    docs = folder / "docs"
    shutil.copytree(_CONFIG.parent / _config()["docs_dir"], docs)
    for path, text in made.pages.items():
        # Zensical reads an address in a page as seen from the source: each lies where its page will.
        place = path if path.endswith("index.md") else f"{path.removesuffix('.md')}/index.md"
        kept.write(docs / place, text.encode())
    for path, data in made.files.items():
        if isinstance(data, Path):
            data = data.read_bytes()
        kept.write(docs / path, data.encode() if isinstance(data, str) else data)
    shutil.copytree(_CONFIG.parent / _config()["theme"]["custom_dir"], folder / "frame")
    shutil.copy(str(html_pages.__file__), folder)
    config = {
        "site_name": settings.name,
        "site_description": settings.description,
        "site_url": settings.url,
        "copyright": _config()["copyright"],
        "docs_dir": "docs",
        "site_dir": "site",
        "use_directory_urls": settings.directory_urls,
        "theme": {"name": None, "custom_dir": "frame"},
        "plugins": {"search": {"enabled": False}},
        "validation": False,  # it knows no anchor but those of headings
        "markdown_extensions": [html_pages.__name__.rpartition(".")[2]],
        "extra": {"mecatol": made.frame},
    }
    written = folder / "mkdocs.yml"
    kept.write(written, json.dumps(config, indent=1, ensure_ascii=False).encode())  # which is YAML as well
    return written


def build(config: Path) -> Path:
    """Build what `write` has written with Zensical, and finish it; return the folder of the site.

    Raises:
        SystemExit: Zensical refuses; what it said stands above.
    """
    command = [sys.executable, "-m", "zensical", "build", "--clean", "-f", str(config)]
    if subprocess.run(command, cwd=config.parent, check=False).returncode:
        raise SystemExit(f"Zensical has not built the site. Mend what it names; the sources lie in {config.parent}.")
    site = config.parent / "site"
    for path in site.rglob("*.html"):
        path.write_text(policy.secure(path.read_text("utf-8"), offline=False), "utf-8")
    publishing.complete(site, json.loads(config.read_text("utf-8"))["site_url"])
    return site


def _config() -> dict[str, Any]:
    """Return what MkDocs' configuration says, for what it says is said once."""

    class Loader(yaml.SafeLoader):
        """Reads what MkDocs takes from the environment as well."""

    Loader.add_constructor("!ENV", lambda _, node: os.environ.get(node.value))
    read: dict[str, Any] = yaml.load(_CONFIG.read_text("utf-8"), Loader)
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
        made = sources(settings, cache_folder(), print)
    except FAULTS as error:
        raise SystemExit(f"Mecatol cannot be built:\n{error}") from error
    print(f"The site lies in {build(write(made, settings, folder))}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
