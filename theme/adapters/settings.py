"""What a MkDocs configuration asks for and this site cannot give, each in a sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

FRAME = Path(__file__).resolve().parents[1] / "frame"
"""What `theme.custom_dir` has to name."""

_FEATURES = {
    "navigation.instant": "our calculators start with a page, and this would put pages into one another",
    "navigation.tracking": "the address of a page holds the case in its calculator, and this would write over it",
    "search.": "the search is our own",
}
"""Beginnings of the names of Material's features that are refused, to the reason."""
_EXTRA = {
    "analytics": "this site counts nobody, and its policy lets no page talk to another site",
    "consent": "this site keeps nothing that anybody has to consent to",
    "version": "its versions are told by another program (mike), which this site is not built with",
    "mecatol": "the build tells the frame of a page by this name what it needs; call yours otherwise",
}
"""Names under `extra` that are refused, to the reason."""


def refused(config: MkDocsConfig) -> list[str]:
    """Return a sentence for each setting that cannot be honored; none where the site can be built as asked."""
    return [*_theme(config), *_elsewhere(config), *_rest(config)]


def _theme(config: MkDocsConfig) -> Iterator[str]:
    theme = config.theme
    if theme.name != "material":
        yield f"theme.name is {theme.name!r}. The frame of our pages is Material's: write material."
        return
    if FRAME not in [Path(folder).resolve() for folder in theme.dirs]:
        yield f"theme.custom_dir is another folder than {FRAME}, without which pages lack their scripts: name that one."
    if theme.get("font", None) is not False:
        yield "theme.font asks another site for letters, which the policy of our pages forbids: write false."
    language = theme.get("language", "en")
    if not (resources.files("material") / "templates" / "partials" / "languages" / f"{language}.html").is_file():
        yield f"theme.language is {language!r}, which Material does not speak: name one that it does, such as en or de."
    for feature in theme.get("features") or []:
        for start, reason in _FEATURES.items():
            if str(feature).startswith(start):
                yield f"theme.features has {feature}, but {reason}: leave it out."


def _elsewhere(config: MkDocsConfig) -> Iterator[str]:
    for setting, files in (("extra_css", config.extra_css), ("extra_javascript", config.extra_javascript)):
        for file in files:
            if "//" in str(file):
                yield f"{setting} has {file}, but our pages ask no other site for anything: put the file into docs_dir."


def _rest(config: MkDocsConfig) -> Iterator[str]:
    if any(name.rpartition("/")[2] == "search" for name in config.plugins):
        yield "plugins has search, but this site has a search of its own: leave it out."
    for name, reason in _EXTRA.items():
        if config.extra.get(name):
            yield f"extra has {name}, but {reason}: leave it out."
