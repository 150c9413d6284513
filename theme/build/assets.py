"""The styles and scripts of the site, under names that carry the hash of what is in them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from theme.render import marks
from theme.runtime.sources import importable, later_files
from theme.site import catalogue
from theme.store.packages import Say, script

FOLDER = "assets/mecatol"
"""Where they lie, from the root of the site."""

_THEME = Path(__file__).parents[1]

STYLES = (
    "tokens",
    "base",
    "frame",
    "search",
    "topic",
    "home",
    "ways",
    "preview",
    "units",
    "factions",
    "proof",
    "filter",
    "result",
    "advice",
    "lab",
    "form",
    "board",
    "chips",
    "narrow",
    "calculator",
    "tools",
    "large",
    "hover",
    "print",
)
"""The style sheets in the order in which they apply."""

GENERATED = "catalogue"
"""The one script that is written by `theme.site.catalogue`."""

PAGE = "page"
CALCULATOR = "calculators"
LATER = "later"
PACKS, PLAY = "packs", "play"
FLEETS, SORTING = "fleets", "sorting"
SCRIPTS = {
    PAGE: ("markup", "address", "page", "folds", "search", "filtering", "preview", "keeping"),
    CALCULATOR: (
        "runtime",
        "worker",
        "snapshot",
        "parts",
        "planets",
        GENERATED,
        "reading",
        "scenario",
        "chips",
        "board",
        "values",
        "picking",
        "keys",
        "fields",
        "losses",
        "errors",
        "packing",
        "advice",
        "asking",
        "showing",
        "calculator",
        "tools",
        "paste",
    ),
    LATER: ("ahead", "memory", "picture", "listing"),
    PACKS: ("packs",),
    PLAY: ("play",),
    FLEETS: ("fleets",),
    SORTING: ("sorting", "choosing"),
}
"""The scripts of every page, of those that hold a calculator, of one that is used, of one for which a pack is
opened, of one that finds the best play, of the page of the best fleets, and of those with tables to sort or to filter:
what each is made of, in order.

Few files and not one for each part, for each costs a request, and packed together they are a fifth smaller.
"""

# What explains the code to those who read it here need not travel: it is a fifth of these files. A remark behind code
# goes where it holds no quotation mark, and so cannot be part of a text.
_REMARK = re.compile(rb"^[ \t]*/\*\*.*?\*/[ \t]*\n?", re.M | re.S)
_TYPE = re.compile(rb"/\*\* @(?:(?!\*/).)*\*/ ?")
_LINE = re.compile(rb"^[ \t]*//.*\n|[ \t]+// [^\"'`\n]*$", re.M)
_STYLE_REMARK = re.compile(rb"/\*.*?\*/\n*", re.S)
_STYLE_LINE = re.compile(rb"(?<=[{};,])\s*\n\s*")
"""Where a line of a style sheet ends and the next begins: a twentieth of the file."""
_STYLE_SPACE = re.compile(rb"(?<=[\w-]:) (?=\S)| (?=\{)|;(?=\})")
"""What a rule has between its parts for those who read it; within quotation marks there is none of it."""
_SHARED = b"globalThis.Mecatol ??= {};\n"


@dataclass(frozen=True)
class Assets:
    """What pages load, all from this site."""

    styles: tuple[str, ...]
    """Paths of the style sheets from the root of the site."""
    scripts: Mapping[str, str]
    """Paths of the scripts from the root of the site, by the names of `SCRIPTS`."""
    files: Mapping[str, bytes]
    """Path to content, for all of them."""


def collect(libraries: Mapping[str, bytes] = MappingProxyType({})) -> Assets:
    """Read the styles and scripts and name each after its content, so that browsers may keep them for ever.

    `libraries` holds the code of packages by the name of the script that needs it, in front of which it stands.

    The style sheets become one file, for they are small and always wanted together.
    """
    remarked = [(_THEME / "assets" / f"{name}.css").read_bytes() for name in STYLES]
    sheets = b"\n".join([*(_STYLE_REMARK.sub(b"", text) for text in remarked), marks.style().encode()])
    style = _STYLE_SPACE.sub(b"", _STYLE_LINE.sub(b"", sheets))
    made = {name: libraries.get(name, b"") + _SHARED + b"\n".join(map(_code, parts)) for name, parts in SCRIPTS.items()}
    scripts = {name: named(name, "js", code) for name, code in made.items()}
    styles = {named("mecatol", "css", style): style}
    return Assets(tuple(styles), scripts, {**styles, **{scripts[name]: code for name, code in made.items()}})


def _code(name: str) -> bytes:
    if name == GENERATED:
        return catalogue.script()
    code = (_THEME / "browser" / f"{name}.js").read_bytes()
    for explained in (_REMARK, _TYPE, _LINE):
        code = explained.sub(b"", code)
    project = _THEME.parent
    later = later_files(project).get(name)
    if not later:
        return code
    modules = {importable(project, path): path.read_text("utf-8") for path in later}
    held = json.dumps(modules, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"globalThis.Mecatol.modules = {held};\n".encode() + code


def yaml(cache: Path, say: Say) -> bytes:
    """Return the program that reads YAML, for packs; raises PackageError."""
    return script("js-yaml", "dist/browser/js-yaml.umd.min.js", cache, say).encode()


def named(name: str, suffix: str, content: bytes) -> str:
    """Return the path of a file from the root of the site, with a hash of what it holds in its name."""
    return f"{FOLDER}/{name}.{hashlib.sha256(content).hexdigest()[:20]}.{suffix}"
