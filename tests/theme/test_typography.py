"""Apostrophes are curly in whatever is read, and stay as they are typed in what programs read."""

from __future__ import annotations

import pytest

from theme.build.typography import shown, typeset
from theme.search.entries import SearchEntry


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("<p>Moyin's Ashes</p>", "<p>Moyin’s Ashes</p>"),
        ("<p>Read '4 flurbs' (&#39;players&#39;) as one's</p>", "<p>Read ‘4 flurbs’ (‘players’) as one’s</p>"),
        ("<p>a '&lt;b&gt;' and '<b>Sol</b>' or ''</p>", "<p>a ‘&lt;b&gt;’ and ‘<b>Sol</b>’ or ‘’</p>"),
        ("<b>Sol</b>&#39;s or <b>Sol</b>&#x27;s", "<b>Sol</b>’s or <b>Sol</b>’s"),
        ('<i title="Heaven\'s Eye">Designer’s</i>', '<i title="Heaven\'s Eye">Designer’s</i>'),
        ("<code>{'step': 'deploy'}</code> isn't", "<code>{'step': 'deploy'}</code> isn’t"),
        ("<script>const a = '<b>';</script>", "<script>const a = '<b>';</script>"),
        # The words of an option without a value are what a form reads.
        (
            "<option>Y'sia</option><option value=\"a\">Y'sia</option>",
            '<option>Y\'sia</option><option value="a">Y’sia</option>',
        ),
        ('---\n{"title": "Thunder\'s Edge"}\n---\n', '---\n{"title": "Thunder’s Edge"}\n---\n'),
    ],
)
def test_what_is_read_has_curly_apostrophes(typed: str, set_: str) -> None:
    assert typeset(typed) == set_


def test_what_is_found_is_shown_so_and_found_as_it_is_typed() -> None:
    typed = SearchEntry(
        "a", "card", "b#it's", "Heaven's Eye", "Firmament's", "One's own.", "", "heaven's eye", "in one's turn"
    )
    (found,) = shown([typed])
    assert found == (
        "a",
        "card",
        "b#it's",
        "Heaven’s Eye",
        "Firmament’s",
        "One’s own.",
        "",
        "heaven's eye",
        "in one’s turn",
    )
