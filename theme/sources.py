"""All files of the site before a generator puts its pages into their frame, and the site built by another than MkDocs.

    uv run python -m theme.sources FOLDER

writes the sources into a folder, builds them there with Zensical, and finishes the site as the hook for MkDocs does.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

import content
import mecatol
from content import pictures
from theme import (
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
from theme.addresses import Addresses
from theme.packages import PackageError, clear_changed
from theme.pages import Site, pages
from theme.ways import BEHIND, MAIN

_ROOT = Path(__file__).resolve().parents[1]
_CONFIG = _ROOT / "mkdocs.yml"

_ADDRESS = re.compile(r"https?://[a-z0-9][a-z0-9.-]*(:\d+)?/([\w.~%+-]+/)*", re.ASCII | re.IGNORECASE)
"""The home page of a site on a server: no query, no user, nothing that HTML or a header would read as its own."""


class AddressError(ValueError):
    """The address of the site is none that it can have; the message names it and what is allowed."""


FAULTS = (content.ContentError, PackageError, runtime.RuntimeBuildError, AddressError)
"""Why the sources cannot be made; their messages say it to whoever builds the site."""


@dataclass(frozen=True)
class Settings:
    """What a generator's configuration says of the site."""

    name: str
    description: str
    url: str | None
    """Where it will be published, with a slash at its end; None where that is not known."""
    directory_urls: bool = True
    """Whether each page is a folder, as servers show it; otherwise a file, for the disk."""
    packed: bool = False
    """Whether the site will hold its own archive for reading without a network."""
    kept: bool = True
    """Whether it will have a service worker, which keeps it on a device."""

    def __post_init__(self) -> None:
        """Check the address.

        Raises:
            AddressError: it is not a plain address of a website.
        """
        if self.url and not _ADDRESS.fullmatch(self.url):
            raise AddressError(
                f"site_url (MECATOL_URL) is {self.url!r}. Give the address of the site's home page, with https:// or"
                " http:// in front and a slash at the end, such as https://example.org/rules/, or leave it out."
            )


@dataclass(frozen=True)
class Sources:
    """The site's files by their paths from its root."""

    pages: Mapping[str, str]
    """Front matter and HTML, by paths that end in ``.md``."""
    files: Mapping[str, bytes | str | Path]
    """All others; a path stands for what lies there."""
    hashes: Mapping[str, str]
    """SHA-256 of those that must arrive in the site as they are."""
    frame: Mapping[str, Any]
    """What the frame of a page reads as ``config.extra.mecatol``."""


def sources(settings: Settings, cache: Path, say: Callable[[str], None]) -> Sources:
    """Return the sources of the site; ``cache`` keeps downloads and the browser's Python, ``say`` hears of progress.

    Raises:
        ContentError, PackageError, RuntimeBuildError: `FAULTS`.
    """
    served = settings.directory_urls
    library = content.load()
    clear_changed(cache, say)
    bundle = runtime.build(cache, cache / "site-runtime", say)
    engine = search.engine(cache, say)
    site = Site(Addresses(served), archive.NAME if settings.packed else None)
    made = pages(library, site)
    found = search.data(library, site.addresses)
    shown = previews.data(library, site.addresses, made.values())
    assets = files.collect()
    finding = {
        files.named("search-engine", "js", engine): engine,
        files.named("search-entries", "js", found): found,
    }
    preview = files.named("previews", "js", shown)
    own = {**assets.files, **finding, preview: shown}
    python = {
        path if "/" in path else f"{files.FOLDER}/{path}": (cache / "site-runtime" / path, expected)
        for path, expected in bundle.files.items()
        if served or path not in (bundle.light, bundle.wasm)  # what only a server can give out
    }
    others: dict[str, bytes | str | Path] = {
        **{f"{pictures.FOLDER}/{name}": picture.path for name, picture in library.names.pictures.items()},
        **shared.files(library, site.addresses),
        "scenario.schema.json": json.dumps(mecatol.schema(), indent=1, ensure_ascii=False),
        offline.MANIFEST: offline.manifest(settings.name, settings.description),
    }
    if settings.url and served:
        others[changes.FEED] = changes.feed(library, settings.name, settings.url)
    return Sources(
        pages=made,
        files={**own, **{name: path for name, (path, _) in python.items()}, **others},
        hashes={
            **{name: kept.sha256(data) for name, data in own.items()},
            **{name: expected for name, (_, expected) in python.items()},
        },
        frame={
            "manifest": offline.MANIFEST,
            "worker": offline.WORKER if settings.kept else None,
            "styles": list(assets.styles),
            "scripts": dict(assets.scripts),
            "runtime": dict(bundle.served if served else bundle.on_disk),
            "finding": list(finding),
            "preview": preview,
            "as_of": changes.month(library.as_of),
            "feed": changes.FEED,
            "footer": [(way.title, site.addresses.url(way.path)) for way in (*MAIN, *BEHIND)],
        },
    )


def cache_folder() -> Path:
    """Return where downloads and results are kept; MECATOL_CACHE names another place."""
    return Path(os.environ.get("MECATOL_CACHE") or _ROOT / ".cache").resolve()


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
    shutil.copy(str(contents.__file__), folder)
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
        "markdown_extensions": [contents.__name__.rpartition(".")[2]],
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
