"""What the files mean, beyond their shape: each check is a function from a source to faults."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import mecatol
from content import build, english, shape
from content.blocks import Image, Paragraph, scan_blocks
from content.model import Entry, Fault
from content.names import Names
from content.nearest import nearest
from content.prose import BadMark, Span, refused, scan
from content.source import Place, Source

type Data = Mapping[str, Any]


def texts(source: Source, names: Names) -> None:
    """Every text can be shown as its field is shown, and every link and picture in it leads somewhere."""
    kinds = shape.kinds_of_text()
    for place, key, text in _texts(source.data, (), ""):
        match kinds.get(key):
            case "plain":
                if "[[" in text or "*" in text:
                    source.fault(place, "is shown as it stands: no links and no stars here", at="[[")
                _bad(source, place, refused(text))
            case "inline":
                spans, bad = scan(text)
                _bad(source, place, (*_one_paragraph(text), *bad))
                _targets(source, place, names, spans)
            case "blocks":
                read = scan_blocks(text)
                _bad(source, place, read.bad)
                _targets(source, place, names, read.spans)
                for block in read.blocks:
                    if isinstance(block, Image) and (problem := names.picture_problem(block.name)):
                        source.fault(place, problem, at=block.name)
            case _:
                continue
        _swallowed(source, place)


def wordings(source: Source) -> Iterator[tuple[Fault, english.Wording]]:
    """Yield where a file says something in a way that `english` does not want."""
    for place, key, text in _texts(source.data, (), ""):
        if " " not in text:  # a name, not a sentence
            continue
        for slip in english.slips(text, "said" if key == "said" else "content"):
            line = source.line_of(place, slip.found)
            yield Fault(source.file, line, ".".join(map(str, place)), slip.message), slip.wording


def _bad(source: Source, place: Place, bad: Iterable[BadMark]) -> None:
    for mark in dict.fromkeys(bad):
        source.fault(place, mark.message, at=mark.excerpt)


def _targets(source: Source, place: Place, names: Names, spans: Iterable[Span]) -> None:
    for span in spans:
        if problem := names.problem(span):
            source.fault(place, problem, at=span.target)


def _one_paragraph(text: str) -> Iterator[BadMark]:
    blocks = scan_blocks(text).blocks
    if len(blocks) > 1 or not isinstance(blocks[0], Paragraph):
        line = text.strip().split("\n")[0]
        yield BadMark(line, "is one paragraph: no lists, no tables, no pictures and no empty lines here")


def _swallowed(source: Source, place: Place) -> None:
    """A text whose line ends become spaces holds one paragraph: anything else in it would run together."""
    lines = [line.strip() for line in source.folded.get(place, ())]
    counted = {"1. ", "2. "} <= {line[:3] for line in lines}
    for number, line in enumerate(lines):
        if number and (not line or line.startswith(("- ", "| ")) or (counted and line.startswith("1. "))):
            message = "is folded into one line, the list, table or empty line in it too: write |- in the place of >-"
            source.faults.append(Fault(source.file, source.line(place) + number, ".".join(map(str, place)), message))
            return


def _texts(data: Any, place: Place, key: str) -> Iterator[tuple[Place, str, str]]:
    if isinstance(data, str):
        yield place, key, data
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _texts(item, (*place, index), key)
    elif isinstance(data, dict):
        for name, item in data.items():
            if name not in ("scenario", "expect"):
                yield from _texts(item, (*place, name), key if key == "readings" else name)


def clauses(data: Data) -> Iterator[tuple[Place, Data]]:
    """Yield each clause of a topic's data with its place, headings in their turn; none of a faction's or a deck's."""
    for index, section in enumerate(data.get("sections", ())):
        place: Place = ("sections", index)
        if "id" in section:
            yield place, section
        yield from (((*place, "clauses", number), clause) for number, clause in enumerate(section["clauses"]))


def numbering(source: Source, facts: Entry) -> None:
    """The clauses are those of the reference, all of them, in its order and each once."""
    known = {*facts.clauses, *facts.dropped}
    order = [*facts.clauses, *facts.dropped]
    order.sort(key=_natural)
    last, seen = "", set[str]()
    for place, clause in clauses(source.data):
        id, here = clause["id"], (*place, "id")
        if id not in known:
            source.fault(here, f"{id!r} is not a clause of {facts.title}{nearest(id, order)}")
            continue
        if id in seen:
            source.fault(here, f"{id} stands twice")
        elif last and order.index(id) < order.index(last):
            source.fault(here, f"{id} stands after {last}: keep the order of the reference")
        if id in facts.dropped and "until" not in clause:
            source.fault(here, f"{id} is not in the reference of today: say until which edition it held")
        seen.add(id)
        last = max(last, id, key=lambda each: order.index(each) if each else -1)
    if missing := [id for id in facts.clauses if id not in seen]:
        source.fault(("sections",), f"lacks {', '.join(missing)}")


def _natural(id: str) -> tuple[int | str, ...]:
    first, second, *rest = id.split(".")
    return (int(first), int(second), *rest)


def editions(source: Source) -> None:
    """An edition that drops or alters a clause is later than the one that brought it."""
    order = list(mecatol.EDITIONS)
    for place, clause in clauses(source.data):
        since = clause.get("since", order[0])
        if "until" in clause and order.index(clause["until"]) <= order.index(since):
            source.fault((*place, "until"), f"{clause['until']} is not later than {since}")
        for index, change in enumerate(clause.get("changed", ())):
            if order.index(change["edition"]) <= order.index(since):
                source.fault((*place, "changed", index, "edition"), f"{change['edition']} is not later than {since}")


def mechanics(source: Source, facts: Entry, shown: Iterable[str]) -> None:
    """Every clause is mechanical and shown by an example, or is not mechanical for a reason."""
    shown = set(shown)
    _mechanics_of_topic(source)
    for place, clause in clauses(source.data):
        mechanical, reason = build.mechanics(clause, source.data)
        if mechanical:
            if "reason" in clause:
                source.fault((*place, "reason"), "is for a clause that is not mechanical: say mechanical: false")
            elif clause["id"] not in shown and clause["id"] in (*facts.clauses, *facts.dropped):
                message = f"no example shows {clause['id']}: add it to the `shows` of one, or say mechanical: false"
                source.fault((*place, "id"), message)
        elif not reason and "mechanical" in clause:
            source.fault((*place, "mechanical"), "needs a reason beside it")


def _mechanics_of_topic(source: Source) -> None:
    mechanical = source.data.get("mechanical", True)
    if mechanical and "reason" in source.data:
        source.fault(("reason",), "is for a topic that is not mechanical: say mechanical: false")
    elif not mechanical and "reason" not in source.data:
        source.fault(("mechanical",), "needs a reason beside it")


def substance(source: Source) -> None:
    """A topic says something: clauses, or notes where it has none."""
    if not any(True for _ in clauses(source.data)) and not source.data.get("notes"):
        source.fault(("sections",), "holds no clause, and the topic has no notes: it needs one or the other")


def answers(source: Source) -> None:
    """The answer of an example opens with the answer, as far as its question shows what that is."""
    for place, example in _examples(source.data):
        if wanted := english.opening(example["question"], example.get("explanation", "")):
            source.fault((*place, "explanation"), f"does not open with the answer: {wanted}")


def headings(source: Source) -> None:
    """A clause's or a note's title is not the beginning of its text over again."""
    for place, item in (*clauses(source.data), *notes(source.data)):
        if english.repeats(item.get("title", ""), item.get("text", "")):
            source.fault((*place, "title"), "is how the text begins: let one of them say it in other words")


def identities(source: Source) -> None:
    """No two notes or examples of a topic have the same name: each is the address of one place of the page."""
    seen: dict[str, tuple[str, int]] = {}
    for kind, found in (("note", notes(source.data)), ("example", _examples(source.data))):
        for place, item in found:
            if item["id"] in seen:
                first, line = seen[item["id"]]
                article = "an" if first == "example" else "a"
                source.fault((*place, "id"), f"{item['id']!r} names {article} {first} already, on line {line}")
            seen.setdefault(item["id"], (kind, source.line((*place, "id"))))


def apart(deck: Source, topic: Source) -> None:
    """No note of a deck has the id of a note of the topic with the same slug: links could not tell them apart."""
    taken = {note["id"]: topic.line((*place, "id")) for place, note in notes(topic.data)}
    for place, note in notes(deck.data):
        if note["id"] in taken:
            line = taken[note["id"]]
            deck.fault((*place, "id"), f"{note['id']!r} names a note of {topic.file} already, on line {line}")


def _examples(data: Data) -> Iterator[tuple[Place, Data]]:
    yield from ((("examples", index), example) for index, example in enumerate(data.get("examples", ())))


def notes(data: Data, place: Place = (), key: str = "notes") -> Iterator[tuple[Place, Data]]:
    """Yield each note of a topic's, a faction's or a deck's data with its place, notes on notes after the note."""
    found = data.get(key, ())
    if isinstance(found, dict):  # a faction's, by what they are about
        for of in found:
            yield from notes(found, (*place, key), of)
        found = ()
    for index, note in enumerate(found):
        here = (*place, key, index)
        yield here, note
        yield from notes(note, here, "sub")
    if not place:  # those that stand with the components of a faction or a deck
        for of in ("components", "cards"):
            for index, one in enumerate(data.get(of, ())):
                yield from notes(one, (of, index))


def subjects(source: Source, allowed: Collection[str]) -> None:
    """The notes of a faction are about units and components of its own."""
    for of in source.data.get("notes", {}):
        if of not in allowed:
            source.fault(
                ("notes", of), f"{of!r} is neither a unit nor a component of this faction{nearest(of, allowed)}"
            )


def asked(source: Source) -> None:
    """What is asked about a faction most names notes of its file that stand by themselves, each once."""
    known = [note["id"] for place, note in notes(source.data) if "sub" not in place]
    for index, name in enumerate(source.data.get("asked", ())):
        if name not in known:
            source.fault(("asked", index), f"{name!r} is not a note of this file{nearest(name, known)}")


def grounds(source: Source, names: Names, sources: Mapping[str, str]) -> None:
    """Every note says what it rests on, and an open one what the readings are.

    A ruling that a designer or the players have settled may keep its readings if the solver offers the choice.
    """
    for place, note in notes(source.data):
        for index, ground in enumerate(note["basis"]):
            if ground not in names.clauses and ground not in sources:
                message = f"{ground!r} is neither a clause nor a source{nearest(ground, [*sources, *names.clauses])}"
                source.fault((*place, "basis", index), message)
        state, basis = note["state"], note["basis"]
        if state == "clauses" and not any(ground in names.clauses for ground in basis):
            source.fault((*place, "basis"), "names no clause, and the note is said to follow from clauses")
        if state in ("designer", "community") and not any(ground in sources for ground in basis):
            source.fault((*place, "basis"), f"names no source. Allowed: {', '.join(sources)}")
        _open(source, place, note)


def _open(source: Source, place: Place, note: Data) -> None:
    if note["state"] == "clauses" or (note["state"] != "open" and "ruling" not in note):
        for key in ("readings", "ruling", "scenario"):
            if key in note:
                source.fault((*place, key), "is for an open note; this one's state is " + note["state"])
        return
    if "readings" not in note:
        source.fault((*place, "state"), "is open: say what the readings are")
    if "ruling" not in note:
        if "scenario" in note:
            source.fault((*place, "scenario"), "needs a ruling beside it: the solver's switch")
        return
    key = note["ruling"]
    if key not in mecatol.RULINGS:
        source.fault((*place, "ruling"), f"{key!r} is not a ruling the solver knows{nearest(key, mecatol.RULINGS)}")
        return
    allowed = mecatol.RULINGS[key].readings
    for name in note.get("readings", ()):
        if name not in allowed:
            source.fault((*place, "readings", name), f"{name!r} is not a reading of {key}{nearest(name, allowed)}")
    if missing := [name for name in allowed if name not in note.get("readings", ())]:
        source.fault((*place, "readings"), f"lacks {', '.join(missing)} of ruling {key}")
    if "scenario" not in note:
        source.fault((*place, "ruling"), "needs a scenario beside it, whose odds the page shows under each reading")


def relations(source: Source, slug: str, names: Names) -> None:
    """Related topics exist, and a topic is not related to itself."""
    for index, other in enumerate(source.data["related"]):
        if other not in names.topics:
            source.fault(("related", index), f"{other!r} is not a topic{nearest(other, names.topics)}")
        elif other == slug:
            source.fault(("related", index), "is the topic itself")


def showings(source: Source, names: Names) -> None:
    """What an example shows are clauses."""
    for place, example in _examples(source.data):
        for index, id in enumerate(example["shows"]):
            if id not in names.clauses:
                source.fault((*place, "shows", index), f"{id!r} is not a clause{nearest(id, names.clauses)}")
