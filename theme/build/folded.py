"""What comes into a page when it is opened: the forms of calculators, and answers of a page with many examples.

Templates mark it with ``<!--later NAME-->…<!--/later-->`` inside of ``<noscript>``. Here it is taken out of the pages
and put into scripts, by name; a page says where each piece is, and ``browser/page/folds.ts`` brings it. A form is one
script for all pages that have it. Readers without scripts are led to a page with the form, or with the answers, that
needs none. On a disk nothing is waited for, and pages hold all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_PIECE = re.compile(r"<!--later ([\w.-]+)-->(.*?)<!--/later-->", re.S)
_INDENTED = re.compile(r"\n\s+")
_FORM = "form-"
_EXAMPLE = re.compile(
    r'<details class="example"[^>]*>(.*?)</details>\s*'
    r'(?=<details class="(?:example|more)"|(?:</details>\s*)?</section>)',
    re.S,
)
_HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.S)
_MOST = 40_000
"""Characters of the answers of its examples that a page holds itself."""

ANSWERS = "answers.html"
"""Name of the page with the answers of another page's examples, for readers without scripts."""


@dataclass(frozen=True)
class Folded:
    """Where pieces of pages come from, and the files that hold them."""

    places: Mapping[str, str] = field(default_factory=dict)
    """Name of each piece that comes later to what is in its place."""
    scripts: Mapping[str, bytes] = field(default_factory=dict)
    """Path to content."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Path of each page with answers to its HTML."""

    def page(self, html: str) -> str:
        """Return a page without the pieces that come later, and with all others."""
        return _PIECE.sub(lambda found: self.places.get(found[1], found[2]), html)


def folded(
    pages: Mapping[str, str],
    named: Callable[[str, str, bytes], str],
    integrity: Callable[[bytes], str],
    url: Callable[[str], str],
    style: str,
) -> Folded:
    """Return what of ``pages`` comes later.

    ``named`` gives a file its path, ``integrity`` the hash that a page holds it to, ``url`` a page its address from the
    root; ``style`` is the style sheet of the pages with answers.
    """
    forms: dict[str, str] = {}
    for text in pages.values():
        for name, html in _PIECE.findall(text):
            if name.startswith(_FORM):
                forms.setdefault(name, html)
    scripts: dict[str, bytes] = {}
    places: dict[str, str] = {}
    answers: dict[str, str] = {}

    def put(name: str, pieces: Mapping[str, str]) -> str:
        code = _script(pieces)
        path = named(name, "js", code)
        scripts[path] = code
        return f"{path}#{integrity(code)}"

    for name, html in forms.items():
        places[name] = _later(name, put(name, {name: html}))
    for path, text in pages.items():
        own = {name: html for name, html in _PIECE.findall(text) if not name.startswith(_FORM)}
        if sum(map(len, own.values())) > _MOST:
            slug = path.removesuffix(".md").rpartition("/")[2]
            there = put(f"answers-{slug}", own)
            for name in own:
                places[name] = f'<a data-later="{there}" href="{ANSWERS}#{name}">The whole answer</a>'
            answers[url(path) + ANSWERS] = _answers(text, url(path), style)
    return Folded(places, scripts, answers)


def _later(name: str, address: str) -> str:
    return f'<template data-later="{address}" data-piece="{name}"></template>'


def _script(pieces: Mapping[str, str]) -> bytes:
    held = {name: _INDENTED.sub("\n", html).strip() for name, html in pieces.items()}
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    return f"Mecatol.pieces = Object.assign(Mecatol.pieces ?? {{}}, {text});\n".encode()


def _answers(text: str, address: str, style: str) -> str:
    """Return the page with the answers of a page's examples; a link within that page leads back to it."""
    heading = _HEADING.search(text)
    title = re.sub(r"<[^>]*>", "", heading[1]).strip() if heading else ""
    shown = []
    for found in _EXAMPLE.finditer(text):
        inside = _PIECE.sub(lambda one: one[2], found[1])
        inside = re.sub(r"</?noscript>", "", inside).replace('href="#', 'href="./#')
        inside = re.sub(r"<summary>(.*?)</summary>", r"\1", inside, count=1, flags=re.S)
        shown.append(_INDENTED.sub("\n", f'<section class="example">{inside}</section>'))
    up = "../" * address.count("/")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{title}: worked examples</title>\n"
        f'<link rel="stylesheet" href="{up}{style}">\n</head>\n'
        '<body class="answers" data-md-color-scheme="default">\n<main class="mecatol md-typeset topic">\n'
        f'<p><a href="./">{title}</a></p>\n<h1>{title}: worked examples</h1>\n'
        + "\n".join(shown)
        + "\n</main>\n</body>\n</html>\n"
    )
