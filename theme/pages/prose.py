"""Prose to HTML: every kind of name is set in one way, whichever file it stands in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from markupsafe import Markup, escape

from content.blocks import Block, Image, Items, Paragraph, Table, parse_blocks
from content.model import Library, with_sub
from content.pictures import FOLDER
from content.prose import Span
from mecatol.render.clauses import clause
from theme.site.addresses import Addresses, deck_path, faction_path, topic_path
from theme.site.components import PageHeading, anywhere, anywhere_of_unit, place_of_faction

_SET_APART = {"unit ability": "ability", "component": "component"}
"""Kinds of topic whose names are set apart from the words around them, to the class that does it."""


def page_of_note(library: Library, note: str) -> str:
    """Return the path of the page that holds a note, by the note's id.

    A topic and a deck may share a slug, as the rules on action cards and the action cards do.
    """
    owner = note.partition(".")[0]
    if owner in library.factions:
        return faction_path(owner)
    topic = library.topics.get(owner)
    if owner not in library.decks or (topic and any(one.id == note for one in with_sub(topic.notes))):
        return topic_path(owner)
    return deck_path(owner)


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

    def linked(span: Span, place: PageHeading) -> Markup:
        style = f"term term--{span.kind}"
        address = addresses.href(here, place.path) + (f"#{place.anchor}" if place.anchor else "")
        if not address:
            return Markup('<span class="{}">{}</span>').format(style, span.text)
        return Markup('<a class="{}" href="{}">{}</a>').format(style, address, span.text)

    def render(span: Span) -> Markup:
        match span.kind:
            case "topic":
                return topic(span)
            case "clause":
                return Markup(clause(span.target, links, span.text))
            case "card":
                return linked(span, anywhere(library, span.target))
            case "note":
                address = f"{addresses.href(here, page_of_note(library, span.target))}#{span.target}"
                return Markup('<a class="clause-words" href="{}">{}</a>').format(address, span.text)
            case "faction":
                return linked(span, place_of_faction(library, span.target))
            case "unit" if span.target in library.topics:  # a unit that is a topic of the rules: PDS
                return linked(span, PageHeading(topic_path(span.target), ""))
            case "unit":
                return linked(span, anywhere_of_unit(library, span.target))
            case "value":
                return Markup('<span class="term term--value">{}</span>').format(span.text)
            case "emphasis":
                return Markup("<em>{}</em>").format(span.text)
            case _:
                return escape(span.text)

    return lambda text: Markup("").join(render(span) for span in library.spans(text))


def block_renderer(
    library: Library, addresses: Addresses, here: str, inline: Callable[[str], Markup]
) -> Callable[[str, str], Markup]:
    """Return the function that renders a longer text on the page at ``here``.

    `inline` is what renders prose there (see `renderer`). The second argument of the function is what tables are called
    for those who hear the page: the title of what they belong to.
    """

    def items(found: Items) -> Markup:
        name = "ol" if found.counted else "ul"
        lines = (
            Markup("<li>{}{}</li>").format(inline(item.text), items(item.sub) if item.sub else "")
            for item in found.items
        )
        return Markup("<{0}>{1}</{0}>").format(Markup(name), Markup("").join(lines))

    def table(found: Table, label: str) -> Markup:
        head = Markup("").join(
            Markup('<th scope="col">{}</th>').format(inline(cell)) if cell else Markup("<td></td>")
            for cell in found.head
        )
        rows = Markup("").join(
            Markup('<tr><th scope="row">{}</th>{}</tr>').format(
                inline(row[0]), Markup("").join(Markup("<td>{}</td>").format(inline(cell)) for cell in row[1:])
            )
            for row in found.rows
        )
        # It scrolls by itself where it is too wide, for a keyboard too; the page around it never does.
        return Markup(
            '<div class="table-frame" role="region" aria-label="{0}" tabindex="0"><table class="prose-table">'
            '<caption class="unseen">{0}</caption><thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>'
        ).format(label, head, rows)

    def image(found: Image) -> Markup:
        picture = library.names.pictures[found.name]
        return Markup(
            '<p class="picture"><img src="{}" alt="{}" width="{}" height="{}" loading="lazy" decoding="async"></p>'
        ).format(addresses.href(here, f"{FOLDER}/{found.name}"), found.description, picture.width, picture.height)

    def render(block: Block, title: str, tables: count[int]) -> Markup:
        match block:
            case Paragraph(text):
                return Markup("<p>{}</p>").format(inline(text))
            case Items():
                return items(block)
            case Table():
                number = next(tables)
                return table(block, f"Table: {title}" if number == 1 else f"Table {number}: {title}")
            case Image():
                return image(block)

    def blocks(text: str, title: str) -> Markup:
        tables = count(1)
        return Markup("\n").join(render(block, title, tables) for block in parse_blocks(text))

    return blocks
