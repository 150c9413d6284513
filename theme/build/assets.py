"""The styles and scripts of the site, under names that carry the hash of what is in them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from content import results
from mecatol.domain.units import ABBREVIATIONS
from mecatol.render import marks
from mecatol.scenario import link
from theme.build import face
from theme.drawing import signs, tiles
from theme.runtime.sources import importable, later_files
from theme.runtime.tools import run_node
from theme.site import catalogue, outline
from theme.store import kept
from theme.store.packages import PINS, Say, pinned

FOLDER = "assets/mecatol"
"""Where they lie, from the root of the site."""

_THEME = Path(__file__).parents[1]
BROWSER = _THEME / "browser"
"""The modules that scripts are made of, in rooms."""

_BUNDLE = Path(__file__).with_name("bundle.cjs")
_PATIENCE = 120.0  # seconds; all scripts and styles take about three
_STATES = 24
"""So many results are kept: of the site, of what tests bundle, and of branches between which somebody goes."""

STYLES = (
    "face",
    "tokens",
    "base",
    "shared",
    "system",
    "dialogs",
    "frame",
    "search",
    "asked",
    "topic",
    "notes",
    "home",
    "ways",
    "preview",
    "units",
    "factions",
    "proof",
    "filter",
    "result",
    "odds",
    "battle",
    "findings",
    "advice",
    "playing",
    "lab",
    "form",
    "board",
    "chips",
    "drawing",
    "game",
    "sheets",
    "narrow",
    "calculator",
    "tools",
    "large",
    "hover",
    "embed",
    "print",
)
"""The style sheets in the order in which they apply."""


class Script(NamedTuple):
    """What a script is made of: a module with all that it imports and no earlier script of the page holds."""

    entry: str
    """The module, by its path from the folder ``browser`` without its extension."""
    after: tuple[str, ...] = ()
    """The scripts that run earlier in every page that has this one."""
    offers: tuple[str, ...] = ()
    """Modules that others wait for (``arrived`` in ``page/scripts.ts``)."""


PAGE = "page"
CALCULATOR = "calculators"
LATER = "later"
PACKS, PLAY, TABLE = "packs", "play", "table"
FLEETS, SORTING, HOME, MAP, TREE = "fleets", "sorting", "home", "map", "tree"
SHARE, GAME, EMBED = "share", "game", "embed"
FINDING = "search-engine"
_BEFORE = (PAGE, CALCULATOR)
SCRIPTS = {
    PAGE: Script("page"),
    CALCULATOR: Script("calculators", (PAGE,), ("asking/runtime",)),
    LATER: Script("later", _BEFORE, ("asking/ahead", "asking/onward", "forms/sheet", "keeping/memory")),
    PACKS: Script("keeping/packs", _BEFORE, ("keeping/packs",)),
    PLAY: Script("answers/play", _BEFORE, ("answers/play",)),
    TABLE: Script("playing/playing", _BEFORE, ("playing/playing",)),
    FLEETS: Script("answers/fleets", _BEFORE),
    SORTING: Script("tables", (PAGE,)),
    HOME: Script("home", (PAGE,)),
    MAP: Script("drawing/map", _BEFORE),
    TREE: Script("drawing/tree", (PAGE,)),
    SHARE: Script("page/sharing", (PAGE,), ("page/sharing",)),
    GAME: Script("drawing/game", _BEFORE),
    EMBED: Script("embed"),
    FINDING: Script("finding/finding", (PAGE,), ("finding/finding",)),
}
"""The scripts of every page, of those with a calculator or a battle in words, of a calculator that is used, of one for
which a pack is opened, of one that finds the best play, of one whose battle is played out, of the page of the best
fleets, of those with tables to sort or to filter, of the front page of somebody who comes back, of forms with a map, of
the technology tree, of a reader who shares a case, of the page of a game in progress, of pages
to embed, and of a reader who searches.

Few files and not one for each module, because each costs a request, and packed together they are a fifth smaller.
"""

PACKAGES = {
    "js-yaml": "dist/browser/js-yaml.esm.min.mjs",
    "minisearch": "dist/es/index.js",
    "stemmer": "index.js",
    "uqr": "dist/index.mjs",
}
"""The packages that modules import, and the file of each."""


@dataclass(frozen=True)
class Assets:
    """What pages load, all from this site."""

    styles: tuple[str, ...]
    """Paths of the style sheets from the root of the site."""
    scripts: Mapping[str, str]
    """Paths of the scripts from the root of the site, by the names of `SCRIPTS`."""
    files: Mapping[str, bytes]
    """Path to content, for all of them."""
    face: str
    """Path of the display face from the root of the site."""


def collect(cache: Path, say: Say) -> Assets:
    """Bundle the styles and scripts and name each after its content, so that browsers may keep them for ever.

    The style sheets become one file, because they are small and always wanted together.

    Raises:
        PackageError: a package cannot be had.
        RuntimeBuildError: a script cannot be bundled; the message says where and why.
    """
    letters = face.display(cache, say)
    font = named("display", "woff2", letters)
    sheets = [(_THEME / "assets" / f"{name}.css").read_text("utf-8") for name in STYLES]
    sheets[0] = sheets[0].replace(face.PLACE, font.rpartition("/")[2])  # which is beside the style sheet
    made = bundled(SCRIPTS, cache, say)
    # By itself: whoever changes a style waits for no script.
    minified = bundled({}, cache, say, "\n".join([*sheets, marks.style()]))
    scripts = {name: named(name, "js", code.encode()) for name, code in made["scripts"].items()}
    files = {path: made["scripts"][name].encode() for name, path in scripts.items()}
    style = minified["style"].encode()
    sheet = named("mecatol", "css", style)
    return Assets((sheet,), scripts, {sheet: style, font: letters, **files}, font)


def bundled(scripts: Mapping[str, Script], cache: Path, say: Say, style: str = "") -> dict[str, Any]:
    """Return the code of each script under ``scripts`` and the minified ``style``; raises as `collect` does.

    esbuild takes three seconds to start and a build that changed no word of this needs none of them, so ``cache`` holds
    each result by the hash of all that it is made of.
    """
    made = dict(_made()) if scripts else {}
    texts = [_BUNDLE.read_text("utf-8"), style, repr(scripts), json.dumps(made), repr(PINS)]
    if scripts:
        sources = sorted(BROWSER.rglob("*.[jt]s"))
        texts += [f"{path.relative_to(BROWSER)}\n{path.read_text('utf-8')}" for path in sources]
    known = cache / "scripts" / kept.sha256(chr(0).join(texts).encode())
    if (text := results.held(known)) is not None:
        found: dict[str, Any] = json.loads(text)
        return found
    job = {
        "esbuild": str(pinned("esbuild-wasm", cache, say)),
        "browser": str(BROWSER),
        "scripts": {name: one._asdict() for name, one in scripts.items()},
        "made": made,
        "packages": {name: str(pinned(name, cache, say) / path) for name, path in PACKAGES.items()},
        "style": style,
    }
    found = run_node(_BUNDLE, job, "bundling the scripts", _PATIENCE)
    results.hold(known, json.dumps(found).encode())
    kept.tidy(known.parent.iterdir(), _STATES)
    return found


def _made() -> Iterator[tuple[str, str]]:
    """Yield the modules that the build writes: what forms offer, and modules of Python that come with a script."""
    yield "catalogue", catalogue.module()
    yield "outline", outline.module()
    yield from link_modules()
    yield "tiles", tiles.module()
    yield "signs", signs.module()
    for name, files in later_files(_THEME.parent).items():
        modules = {importable(_THEME.parent, path): path.read_text("utf-8") for path in files}
        held = json.dumps(modules, ensure_ascii=False, separators=(",", ":"))
        yield f"modules-of-{name}", f"export default {held};\n"


def link_modules() -> Iterator[tuple[str, str]]:
    """Yield the modules with the codes of links, which the solver and pages share."""
    yield "step-codes", _data(link.STEPS)
    yield (
        "codes",
        _data(
            {"units": ABBREVIATIONS, "factions": link.FACTIONS, "technologies": link.TECHNOLOGIES, "cards": link.CARDS}
        ),
    )


def _data(data: object) -> str:
    """Return plain data as a module of JavaScript."""
    return f"export default {json.dumps(data, separators=(',', ':'))};\n"


def named(name: str, suffix: str, content: bytes) -> str:
    """Return the path of a file from the root of the site, with a hash of what it holds in its name."""
    return f"{FOLDER}/{name}.{hashlib.sha256(content).hexdigest()[:20]}.{suffix}"
