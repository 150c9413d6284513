"""How the rules are written: short clauses, a title for every note, questions that stand by themselves."""

import json
import re
from collections import Counter
from statistics import median

from loaded import LIBRARY

from content.model import with_sub

NEEDS_THE_ONE_BEFORE = re.compile(r"(And|But|Then|Now|The same|What if then)\b")
"""How a question begins that nobody understands without another one."""


def words(text: str) -> str:
    """Return a text as it is shown."""
    return "".join(span.text for span in LIBRARY.spans(text))


def test_half_of_the_clauses_have_fewer_than_thirty_words() -> None:
    counts = [len(words(clause.text).split()) for topic in LIBRARY.topics.values() for clause in topic.clauses]
    assert len(counts) > 700
    assert median(counts) < 30


def test_every_note_has_a_title() -> None:
    notes = [(topic.slug, note) for topic in LIBRARY.topics.values() for note in with_sub(topic.notes)]
    assert [f"{slug}.{note.id}" for slug, note in notes if not note.title] == []


def test_no_question_hangs_on_the_one_before() -> None:
    asked = [
        f"{topic.slug}.{example.id}"
        for topic in LIBRARY.topics.values()
        for example in topic.examples
        if NEEDS_THE_ONE_BEFORE.match(words(example.question))
    ]
    assert asked == []


def test_no_example_stands_twice() -> None:
    examples = [example for topic in LIBRARY.topics.values() for example in topic.examples]
    assert len(examples) > 500
    scenarios = [json.dumps(example.scenario, sort_keys=True) for example in examples]
    for told in ([example.title for example in examples], scenarios):
        assert [twice for twice, number in Counter(told).items() if number > 1] == []
