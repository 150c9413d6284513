"""What has changed on this site: a page, and a feed for those who want to be told."""

from __future__ import annotations

from datetime import date
from xml.etree import ElementTree

from content.model import Library
from theme.pages.page import Site, page
from theme.site.addresses import CHANGES, Addresses

FEED = "changes.atom"
"""Path of the feed from the root of the site."""

_ATOM = "http://www.w3.org/2005/Atom"


def month(as_of: str) -> str:
    """Return a year and month as one says it: ``2026-01`` as January 2026."""
    return date.fromisoformat(f"{as_of}-01").strftime("%B %Y") if as_of else ""


def changes_page(library: Library, site: Site) -> str:
    """Return the page of the log of changes."""
    front = {
        "title": "Changes",
        "description": "What is new on this site: rulings, odds, calculators.",
        "hide": ["toc"],
    }
    days = [(_day(news.date), news) for news in library.changes]
    return page("changes.html", CHANGES, library, site, front, days=days, as_of=month(library.as_of))


def feed(library: Library, name: str, root: str) -> bytes:
    """Return the log as an Atom feed; ``root`` is the address of the site, with a slash at its end.

    The days have no hours, so an entry counts as of noon.
    """
    page_address = f"{root}{Addresses().url(CHANGES)}"
    top = ElementTree.Element("feed", xmlns=_ATOM)

    def add(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
        made = ElementTree.SubElement(parent, tag, attributes)
        made.text = text or None
        return made

    add(top, "title", f"{name}: changes")
    add(top, "id", page_address)
    add(top, "link", rel="self", href=f"{root}{FEED}")
    add(top, "link", rel="alternate", type="text/html", href=page_address)
    add(top, "updated", _noon(library.changes[0].date if library.changes else "1970-01-01"))
    add(add(top, "author"), "name", name)
    for news in library.changes:
        entry = add(top, "entry")
        add(entry, "title", news.title)
        add(entry, "id", f"{page_address}#{news.id}")
        add(entry, "link", rel="alternate", href=f"{page_address}#{news.id}")
        add(entry, "updated", _noon(news.date))
        add(entry, "summary", "".join(span.text for span in library.spans(news.text)))
    ElementTree.indent(top, " ")
    text: bytes = ElementTree.tostring(top, encoding="utf-8", xml_declaration=True)
    return text


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{day:%B} {day.day}, {day.year}"


def _noon(day: str) -> str:
    return f"{day}T12:00:00Z"
