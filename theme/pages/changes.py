"""What has changed on this site: a page, and feeds for those who want to be told."""

from __future__ import annotations

from xml.etree import ElementTree

from content.model import Library, NewsKind
from content.versions import changed_in
from theme.pages.dates import in_words
from theme.pages.page import Site, page
from theme.pages.prose import page_of_note
from theme.site.addresses import CHANGES, Addresses

FEED = "changes.atom"
"""Path of the feed of every change, from the root of the site."""
RULINGS_FEED = "rulings.atom"
"""Path of the feed of rulings and of odds that have changed."""
FEEDS: dict[str, tuple[str, frozenset[NewsKind]]] = {
    FEED: ("changes", frozenset({"ruling", "odds", "site"})),
    RULINGS_FEED: ("rulings and odds", frozenset({"ruling", "odds"})),
}
"""Path of each feed to what it is called and which kinds of changes it holds."""

KINDS: dict[NewsKind, str] = {"ruling": "Ruling", "odds": "Odds", "site": "Site"}
"""What a change is called by its kind."""

_ATOM = "http://www.w3.org/2005/Atom"


def changes_page(library: Library, site: Site) -> str:
    """Return the page of the log of changes."""
    front = {
        "title": "Changes",
        "description": "What is new on this site: rulings, odds, calculators.",
        "hide": ["toc"],
    }
    days = [(in_words(news.date), news) for news in library.changes]
    versions = [(one, in_words(one.date), changed_in(library, one)) for one in library.versions]
    told = {"days": days, "versions": versions, "as_of": in_words(library.as_of), "kinds": KINDS}
    return page("changes.html", CHANGES, library, site, front, **told)


def feed(library: Library, name: str, root: str, path: str = FEED) -> bytes:
    """Return the log, or part of it, as an Atom feed; ``root`` is the address of the site, with a slash at its end.

    ``path`` is one of `FEEDS`. The days have no hours, so an entry counts as of noon. Each entry says its kind, and a
    ruling links to its note.
    """
    addresses = Addresses()
    page_address = f"{root}{addresses.url(CHANGES)}"
    called, kinds = FEEDS[path]
    log = [news for news in library.changes if news.kind in kinds]
    top = ElementTree.Element("feed", xmlns=_ATOM)

    def add(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
        made = ElementTree.SubElement(parent, tag, attributes)
        made.text = text or None
        return made

    add(top, "title", f"{name}: {called}")
    add(top, "id", page_address if path == FEED else f"{root}{path}")
    add(top, "link", rel="self", href=f"{root}{path}")
    add(top, "link", rel="alternate", type="text/html", href=page_address)
    add(top, "updated", _noon(log[0].date if log else "1970-01-01"))
    add(add(top, "author"), "name", name)
    for news in log:
        entry = add(top, "entry")
        add(entry, "title", news.title)
        add(entry, "id", f"{page_address}#{news.id}")
        add(entry, "link", rel="alternate", href=f"{page_address}#{news.id}")
        if news.note:
            note = f"{root}{addresses.url(page_of_note(library, news.note))}#{news.note}"
            add(entry, "link", rel="related", title="The ruling", href=note)
        add(entry, "category", term=news.kind, label=KINDS[news.kind])
        add(entry, "updated", _noon(news.date))
        add(entry, "summary", "".join(span.text for span in library.spans(news.text)))
    ElementTree.indent(top, " ")
    text: bytes = ElementTree.tostring(top, encoding="utf-8", xml_declaration=True)
    return text


def _noon(day: str) -> str:
    return f"{day}T12:00:00Z"
