"""Links from a result to what it rests on: clauses, and the effects that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from mecatol.effects.model import EFFECTS
from mecatol.render.words import text

type Links = Mapping[str, str]
"""Where each topic stands: the number before a clause id's first dot (``"77"``) to the topic page's address,
relative to the page that shows the result, and ``"effects"`` to that of the page of effects. A topic without an entry
has no page yet."""

EFFECTS_PAGE = "effects"


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


def linked(sentence: str, links: Links) -> str:
    """Escape a sentence of the solver's and link each effect that it names to what is said of it."""
    address = links.get(EFFECTS_PAGE)
    if address is None:
        return text(sentence)
    names, pattern = effect_names()
    parts = pattern.split(sentence)
    # Every second part is a name, for the pattern is one group.
    return "".join(
        f'<a class="term term--card" href="{text(address)}#effect-{names[part]}">{text(part)}</a>'
        if index % 2
        else text(part)
        for index, part in enumerate(parts)
    )


@cache  # every line of a trace asks, and the pattern has hundreds of names
def effect_names() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return every effect's slug by its name, and what finds the names: the longest first."""
    names = {effect.name: slug for slug, effect in EFFECTS.items()}
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return names, re.compile(rf"(?<!\w)({'|'.join(longest)})(?!\w)")
