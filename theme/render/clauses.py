"""Links from a result to the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Mapping

from theme.render.words import text

type Links = Mapping[str, str]
"""Where each topic stands: the number before a clause id's first dot (``"77"``) to the topic page's address,
relative to the page that shows the result. A topic without an entry has no page yet."""


def clause(identifier: str, links: Links, words: str = "") -> str:
    """Render a clause id as a link to its heading, or as a marked word where its topic has no page yet.

    ``words`` stand in the id's place where the sentence has words of its own for the clause.
    """
    style = "clause-words" if words and words != identifier else "clause-ref"
    shown = text(words or identifier)
    address = links.get(identifier.partition(".")[0])
    if address is None:
        return f'<span class="{style} {style}--coming" title="{text(identifier)}: no page yet">{shown}</span>'
    return f'<a class="{style}" href="{text(address)}#{text(identifier)}">{shown}</a>'
