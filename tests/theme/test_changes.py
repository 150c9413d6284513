"""The log of changes: its page, its feed, and the faults that are found in it."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from loaded import LIBRARY, made

import mecatol
from content.load import inspect
from content.versions import changed_in, notes
from theme.pages import changes
from theme.pages.dates import in_words
from theme.site.addresses import CHANGES, topic_path

ATOM = "{http://www.w3.org/2005/Atom}"
ROOT = "https://example.org/rulebook/"


def test_the_page_tells_every_change_and_when_sources_were_read() -> None:
    page = made()[CHANGES]
    assert "Sources were read up to February 2026." in page
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


def test_the_feed_of_rulings_names_the_kind_and_the_note_of_each() -> None:
    wanted = [news for news in LIBRARY.changes if news.kind != "site"]
    page = made()
    top = ElementTree.fromstring(changes.feed(LIBRARY, "Mecatol", ROOT, changes.RULINGS_FEED))
    entries = top.findall(f"{ATOM}entry")
    assert [str(entry.findtext(f"{ATOM}id")).rpartition("#")[2] for entry in entries] == [news.id for news in wanted]
    assert top.findtext(f"{ATOM}id") == f"{ROOT}{changes.RULINGS_FEED}"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
    for entry, news in zip(entries, wanted, strict=True):
        (category,) = entry.findall(f"{ATOM}category")
        assert category.attrib["term"] == news.kind
        related = [link.attrib["href"] for link in entry.findall(f"{ATOM}link") if link.attrib["rel"] == "related"]
        assert [address.partition("#")[2] for address in related] == ([news.note] if news.note else [])
        for address in related:
            path = address.removeprefix(ROOT).partition("/#")[0]
            assert f'id="{news.note}"' in page[f"{path}.md"]
    assert {"ruling", "odds"} == {news.kind for news in wanted}


def test_a_ruling_says_who_said_it_when_and_where() -> None:
    (line,) = re.findall(r'<p class="note__basis">(By the designer.*?)</p>', made()[topic_path("space-stations")], re.S)
    assert line.startswith("By the designer, February 18, 2026. Rests on ")
    assert "rulings of 2026" in line


def test_dates_are_said_in_words() -> None:
    said = {"2026-02-18": "February 18, 2026", "2026-01": "January 2026", "2025": "2025", "": ""}
    assert {when: in_words(when) for when in said} == said


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


def test_the_page_and_the_notes_say_what_each_version_changed() -> None:
    newest = LIBRARY.versions[0]
    assert newest.number == mecatol.__version__
    page = made()[CHANGES]
    assert f'<h3 id="v{newest.number}">' in page
    said = notes(LIBRARY, newest.number)
    assert said.startswith(f"# {newest.number} ({newest.date})")
    changed = [news for one in LIBRARY.versions for news in changed_in(LIBRARY, one)]
    assert {news.id for news in changed} == {news.id for news in LIBRARY.changes if news.date <= newest.date}
    assert len(changed) == len({news.id for news in changed})  # each belongs to one version
    with pytest.raises(KeyError):
        notes(LIBRARY, "9.9.9")
