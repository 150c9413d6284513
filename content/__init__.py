"""What the rules say: one checked YAML file a topic, in our own words.

    library = content.load()    # or ContentError, with every fault of every file

`python -m content` prints the faults, or one line when there is none.
"""

from content.examples import readings, solved
from content.load import load
from content.model import (
    Change,
    Clause,
    ContentError,
    Entry,
    Example,
    Fault,
    Library,
    Note,
    Section,
    Topic,
)
from content.prose import Span, parse

__all__ = [
    "Change",
    "Clause",
    "ContentError",
    "Entry",
    "Example",
    "Fault",
    "Library",
    "Note",
    "Section",
    "Span",
    "Topic",
    "load",
    "parse",
    "readings",
    "solved",
]
