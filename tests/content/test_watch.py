"""The watch over sources: copies are read entry by entry, and what was not read before is listed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from loaded import LIBRARY

import content.watched
from content import watch
from content.watch import RECORD, compared, main, recorded, remember, report, unread
from content.watched import CopyError, entries

OLD = """<?php include "frame"?>
<header>The Court</header>
<h1>Toll <sub>(Ability)</sub></h1>
<ol class="note">
<li>A toll is paid for each ship.</li>
<li>Guests at court need not pay any toll for their fighters.</li>
<ol><li>Guests pay <i>late</i>.</li></ol>
<li>It is paid &ldquo;at once&rdquo;.</li>
</ol>
"""
NEW = """<?php include "frame"?>
<header><h1>The Court</h1></header>
<h2>Toll <sub>(Ability)</sub></h2>
<ol class="note">
<li>A toll is paid for each ship.</li>
<li>Guests at court <span class="ruling">must</span> pay a toll for their fighters.</li>
<ol><li>Guests pay late.</li></ol>
<li>It is paid "at   once".</li>
<li><span class="ruling">Nobody pays twice.</span>
</ol>
"""


def copy(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def test_a_new_and_a_reworded_entry_are_listed_by_page_and_heading(tmp_path: Path) -> None:
    """Whether a heading is an h1 or an h2, and how quotes and spaces are set, makes no entry new."""
    old, new = (entries(copy(tmp_path / name, court_php=text)) for name, text in (("old", OLD), ("new", NEW)))
    assert [entry.heading for entry in old] == ["Toll (Ability)"] * 4
    assert report(compared(old, new)) == [
        "",
        "court.php",
        "  Toll (Ability)",
        "    reworded, a ruling: Guests at court must pay a toll for their fighters.",
        "      was: Guests at court need not pay any toll for their fighters.",
        "    new, a ruling: Nobody pays twice.",
        "",
        "2 entries not read before on 1 page; 2 marked as rulings.",
    ]


def test_lists_and_notes_on_cards_are_read_too(tmp_path: Path) -> None:
    folder = copy(
        tmp_path / "copy",
        questions_md="# Toll\n- Who pays first?\n\nProse that is no entry.\n",
        cards_json='[{"id": "toll", "name": "Toll", "text": "Pay.", "notes": "It is paid first."}, {"notes": 3}, 7]',
        broken_json="[" * 100_000,
        other_txt="- not read",
    )
    assert [(entry.page, entry.heading, entry.text) for entry in entries(folder)] == [
        ("cards.json", "Toll", "It is paid first."),
        ("questions.md", "Toll", "Who pays first?"),
    ]


def test_the_record_remembers_what_was_read(tmp_path: Path) -> None:
    record = tmp_path / "read.json"
    old, new = (entries(copy(tmp_path / name, court_php=text)) for name, text in (("old", OLD), ("new", NEW)))
    assert recorded(record) == {}
    remember("court", old, record)
    assert [finding.entry.text for finding in unread(new, recorded(record))] == [
        "Guests at court must pay a toll for their fighters.",
        "Nobody pays twice.",
    ]
    remember("court", new, record)
    assert unread([*old, *new], recorded(record)) == []
    assert report([]) == ["", "Nothing new."]


def test_the_record_names_sources_of_the_catalogue() -> None:
    assert {*recorded(RECORD)} <= {*LIBRARY.sources}
    assert sum(len(keys.split()) for pages in recorded(RECORD).values() for keys in pages.values()) > 4_000


def test_the_command_says_what_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "recorded", dict)
    old, new = (copy(tmp_path / name, court_php=text) for name, text in (("old", OLD), ("new", NEW)))
    assert main([str(old), str(old)]) == 0
    assert main([str(old), str(new)]) == 1
    assert main([str(old)]) == 1
    capsys.readouterr()
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(old), str(new), str(old)])


def test_nothing_hostile_gets_out_of_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = copy(tmp_path / "outside", secret_md="- kept")
    folder = copy(
        tmp_path / "copy",
        odd_php="<li>red\x1b[31m\x00\u202eturned<li><p>" + "<ol><li>deep " * 5_000,
        large_md="- " + "x" * (content.watched.MOST_BYTES + 1),
    )
    os.symlink(outside / "secret.md", folder / "link.md")
    os.symlink(outside, folder / "way")
    found = entries(folder)
    assert not any("kept" in entry.text or "xxx" in entry.text for entry in found)
    assert not any(ord(character) < 32 or character == "\u202e" for entry in found for character in entry.text)
    for limit in ("MOST_FILES", "MOST_ENTRIES"):
        with monkeypatch.context() as smaller:
            smaller.setattr(content.watched, limit, 0)
            with pytest.raises(CopyError, match="holds"):
                entries(copy(folder, court_php=OLD))
