"""The log of changes: its page, its feed, and the faults that are found in it."""

from __future__ import annotations

import datetime
from pathlib import Path
from xml.etree import ElementTree

from loaded import LIBRARY, made

from content.load import inspect
from theme.pages import changes
from theme.site.addresses import CHANGES

ATOM = "{http://www.w3.org/2005/Atom}"
ROOT = "https://example.org/rulebook/"


def test_the_page_tells_every_change_and_when_sources_were_read() -> None:
    page = made()[CHANGES]
    assert "Sources were read up to January 2026." in page
    for news in LIBRARY.changes:
        assert f'<h2 id="{news.id}">' in page
        assert f'<time datetime="{news.date}">' in page
    assert '<time datetime="2026-11-22">November 22, 2026</time>' in page


def test_the_feed_has_every_change_at_an_address_of_its_own() -> None:
    top = ElementTree.fromstring(changes.feed(LIBRARY, "Mecatol", ROOT))
    entries = top.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [news.title for news in LIBRARY.changes]
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert ids == [f"{ROOT}changes/#{news.id}" for news in LIBRARY.changes]
    for stamp in top.iter(f"{ATOM}updated"):
        assert datetime.datetime.fromisoformat(str(stamp.text)).tzinfo is not None
    for entry in entries:
        assert "[[" not in str(entry.findtext(f"{ATOM}summary"))
    own = top.find(f"{ATOM}link[@rel='self']")
    assert own is not None
    assert own.attrib["href"] == f"{ROOT}{changes.FEED}"


def test_the_month_is_said_in_words() -> None:
    assert changes.month("2026-01") == "January 2026"
    assert changes.month("") == ""


def test_a_fault_in_the_log_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "content"
    folder.mkdir()
    (folder / "catalogue.yaml").write_text(
        "sources: {card: the card}\n"
        "topics: {abilities: {title: Abilities, kind: general, edition: base, clauses: []}}\n"
    )
    entry = "{id: one, date: '%s', title: Something new, text: Something that a player may notice.}"
    days = ("2026-02-30", "2026-03-01")
    (folder / "changes.yaml").write_text("as_of: '2026-01'\nlog:\n" + "".join(f"  - {entry % day}\n" for day in days))
    messages = " / ".join(str(fault) for fault in inspect(folder)[1])
    for said in (
        "'2026-02-30' is not a day of the calendar",
        "'one' stands twice in the log",
        "the newest stands first",
    ):
        assert said in messages
