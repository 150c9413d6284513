"""All files of the site before a generator puts its pages into their frame."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import content
import mecatol
from content import packs, pictures, results
from theme import runtime, search, shared
from theme.build import archive, assets, cards, embed, moved, offline, policy, publishing
from theme.build.folded import Folded, folded
from theme.build.homebrew import with_packs
from theme.build.typography import shown, typeset
from theme.pages import changes, python
from theme.pages.all_pages import Site, pages
from theme.pages.dates import in_words
from theme.search import previews
from theme.shared import lab
from theme.site import navigation
from theme.site.addresses import Addresses
from theme.site.ways import FOOTER
from theme.store import kept
from theme.store.packages import PackageError, clear_changed

_ROOT = Path(__file__).resolve().parents[2]

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
    """Whether it is for visitors: with a service worker, pictures for chats, and pieces of pages that come later."""
    packs: tuple[Path, ...] = ()
    """Files of players' own factions, which the site shows like those of the game."""
    others: tuple[tuple[str, str, str], ...] = ()
    """Path, title and words of each page that somebody adds to ours."""

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
    """Front matter and HTML, by paths that end in ``.md``; where a site is served as it is written, made when read."""
    files: Mapping[str, bytes | str | Path]
    """All others; a path stands for what lies there."""
    hashes: Mapping[str, str]
    """SHA-256 of those that must arrive in the site as they are."""
    styles: tuple[str, ...]
    """Paths of the style sheets, which come before those of ``extra_css``."""
    sections: Mapping[str, navigation.Nav]
    """The pages of each section of the site, by the folder that names it in ``nav`` (see `theme.site.navigation`)."""
    frame: Mapping[str, Any]
    """What the frame of a page reads as ``config.extra.mecatol``."""
    folded: Folded
    """What pages on a server hold only once it is opened."""
    disk: archive.Disk | None
    """How the site differs on a disk, but for its pages; None where it does not hold its own archive."""


def sources(settings: Settings, cache: Path, say: Callable[[str], None]) -> Sources:
    """Return the sources of the site; ``cache`` keeps downloads and the browser's Python, ``say`` hears of progress.

    Raises:
        ContentError, PackageError, RuntimeBuildError: `FAULTS`.
    """
    served = settings.directory_urls
    whole = served and settings.kept
    if faults := packs.register(settings.packs):
        raise content.ContentError(tuple(faults))
    clear_changed(cache, say)
    trimming = settings.kept or not served
    with with_packs(runtime.PROJECT, settings.packs) as project, ThreadPoolExecutor(2) as beside:
        # Programs of their own do most of it, so the pages are made meanwhile.
        building = beside.submit(runtime.build, cache, cache / "site-runtime", say, project=project, trimming=trimming)
        collecting = beside.submit(assets.collect, cache, say)
        library = content.load()
        site = Site(Addresses(served), archive.NAME if settings.packed else None)
        made = pages(library, site, typeset)
        if trimming:
            made = dict(made)  # all of them, while the rest is built
        typed = tuple(search.entries(library, site.addresses, settings.packed))
        listed = tuple(shown(typed))
        found = search.data(library, site.addresses, listed, settings.others)
        previewed = previews.data(listed, made.values() if trimming else None)
        collected, bundle = collecting.result(), building.result()
    later = folded(made, assets.named, _integrity, site.addresses.url, collected.styles[0]) if whole else Folded()
    entries, preview = assets.named("search-entries", "js", found), assets.named("previews", "js", previewed)
    checked = (*collected.scripts.values(), preview, entries)
    finding = (collected.scripts[assets.FINDING], entries)
    own = {**collected.files, entries: found, preview: previewed, **later.scripts}
    # From disk, browsers take no script whose hash they are to check.
    integrity = {path: _integrity(own[path]) for path in checked if served}
    browser = {
        path if "/" in path else f"{assets.FOLDER}/{path}": (cache / "site-runtime" / path, expected)
        for path, expected in bundle.files.items()
        if served or path not in (bundle.light, bundle.wasm)  # what only a server can give out
    }
    apart = moved.files(library, site.addresses) if whole else {}
    if whole:
        own_script = collected.scripts[assets.EMBED]
        about = {"integrity": integrity[own_script], **{f"data-{name}": told for name, told in bundle.served.items()}}
        apart |= embed.files(library, site.addresses, collected.styles[0], own_script, about)
    others: dict[str, bytes | str | Path] = {
        **{f"{pictures.FOLDER}/{name}": picture.path for name, picture in library.names.pictures.items()},
        **shared.files(library, site.addresses, typed),
        **{path: policy.secure(html, offline=False) for path, html in later.answers.items()},
        **lab.files(),
        **{path: json.dumps(one, indent=1, ensure_ascii=False) for path, one in python.schemas().items()},
        **apart,
        "scenario.schema.json": json.dumps(mecatol.schema(), indent=1, ensure_ascii=False),
        offline.MANIFEST: offline.manifest(settings.name, settings.description),
    }
    drawn: Mapping[str, Path] = {}
    if settings.url and served:
        for path in changes.FEEDS:
            others[path] = changes.feed(library, settings.name, settings.url, path)
    if settings.url and whole:
        made, drawn = cards.pictured(made, settings.name, cache, say)  # whose addresses must be given in full
        others |= drawn
    results.settle()
    disk = None
    if settings.packed:
        elsewhere = Addresses(directory_urls=False)
        typed_there = tuple(search.entries(library, elsewhere))
        listed_there = tuple(shown(typed_there))
        found_there = search.data(library, elsewhere, listed_there, settings.others)
        shown_there = previews.data(listed_there, made.values())
        renamed = {
            entries: assets.named("search-entries", "js", found_there),
            preview: assets.named("previews", "js", shown_there),
        }
        written = zip(renamed.values(), (found_there, shown_there), strict=True)
        disk = archive.Disk(
            {**dict(written), **shared.files(library, elsewhere, typed_there)},
            renamed,
            _of_servers(bundle, [*drawn, *apart], later),
        )
    return Sources(
        pages=made,
        files={**own, **{name: path for name, (path, _) in browser.items()}, **others},
        hashes={
            **{name: kept.sha256(data) for name, data in own.items()},
            **{name: expected for name, (_, expected) in browser.items()},
        },
        styles=collected.styles,
        sections=navigation.sections(library),
        frame={
            "manifest": offline.MANIFEST,
            "worker": offline.WORKER if settings.kept else None,
            "scripts": dict(collected.scripts),
            "runtime": dict(bundle.served if served else bundle.on_disk),
            "finding": list(finding),
            "integrity": integrity,
            # Scripts that are fetched later carry theirs behind the address (theme/browser/page/scripts.ts).
            "marks": {path: f"#{integrity[path]}" if path in integrity else "" for path in checked},
            "preview": preview,
            "face": collected.face,
            "as_of": in_words(library.as_of),
            "version": mecatol.__version__,
            "feeds": [(path, f"{called[:1].upper()}{called[1:]}") for path, (called, _) in changes.FEEDS.items()],
            "footer": [(way.title, site.addresses.url(way.path)) for way in FOOTER],
            "archive": settings.packed,
        },
        folded=later,
        disk=disk,
    )


def _integrity(data: bytes) -> str:
    return runtime.integrity(kept.sha256(data))


def _of_servers(bundle: runtime.Bundle, drawn: Iterable[str], later: Folded) -> frozenset[str]:
    """Return the paths of files and the names of attributes that a site on a disk lacks."""
    browser = (f"{assets.FOLDER}/{name}" for name in (bundle.light, bundle.wasm))
    written = (
        archive.NAME,
        offline.WORKER,
        publishing.HEADERS,
        publishing.HTACCESS,
        publishing.SITEMAP,
        *changes.FEEDS,
    )
    attributes = (f"data-{name}" for name in bundle.served if name not in bundle.on_disk)
    return frozenset(
        (*browser, *written, *drawn, *later.scripts, *later.answers, *attributes, "integrity", "data-worker")
    )
