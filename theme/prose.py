"""Prose to HTML: every kind of name is set in one way, whichever file it stands in."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from content.model import Library
from content.prose import Span
from solver.effects.model import EFFECTS
from theme.addresses import EFFECTS as EFFECTS_PATH
from theme.addresses import Addresses, topic_path
from theme.render.clauses import clause

_SET_APART = {"unit ability": "ability", "component": "component"}
"""Kinds of topic whose names are set apart from the words around them, to the class that does it."""


def plain(library: Library, text: str) -> str:
    """Return prose as words alone, for places that hold no HTML."""
    return "".join(span.text for span in library.spans(text))


def renderer(library: Library, addresses: Addresses, here: str) -> Callable[[str], Markup]:
    """Return the function that renders prose on the page at ``here``."""
    links = addresses.clause_links(here, library)

    def topic(span: Span) -> Markup:
        style = f"term term--{_SET_APART.get(library.catalogue[span.target].kind, 'topic')}"
        if span.target not in library.topics:
            return Markup('<span class="{} term--coming">{}</span>').format(style, span.text)
        address = addresses.href(here, topic_path(span.target))
        if not address:  # a page does not link to itself: the word is set like the others and leads nowhere
            return Markup('<span class="{}">{}</span>').format(style, span.text)
        return Markup('<a class="{}" href="{}">{}</a>').format(style, address, span.text)

    def render(span: Span) -> Markup:
        match span.kind:
            case "topic":
                return topic(span)
            case "clause":
                return Markup(clause(span.target, links, span.text))
            case "card" if span.target in EFFECTS:
                address = f"{addresses.href(here, EFFECTS_PATH)}#effect-{span.target}"
                return Markup('<a class="term term--card" href="{}">{}</a>').format(address, span.text)
            case "unit" if span.target in library.topics and here != topic_path(span.target):
                address = addresses.href(here, topic_path(span.target))
                return Markup('<a class="term term--unit" href="{}">{}</a>').format(address, span.text)
            case "card" | "unit" | "value":
                return Markup('<span class="term term--{}">{}</span>').format(span.kind, span.text)
            case "emphasis":
                return Markup("<em>{}</em>").format(span.text)
            case _:
                return escape(span.text)

    return lambda text: Markup("").join(render(span) for span in library.spans(text))
