"""Ways through the rules that are no topics: a game round step by step, the editions, the log of changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from content import checks, shape
from content.figures import Stage, stages_of
from content.model import EditionNotes, Entry, News, Phase, Step, Version
from content.names import Names
from content.nearest import nearest
from content.source import Place, Source, read
from mecatol.domain.editions import PUBLISHED

ROUND = "round.yaml"
EDITIONS = "editions.yaml"
CHANGES = "changes.yaml"
STRIPS = "strips.yaml"


def read_round(
    path: Path, name: str, facts: Mapping[str, Entry], topic_of: Mapping[str, str]
) -> tuple[tuple[Phase, ...], tuple[Source, ...]]:
    """Return the phases of a game round, and the file that holds them; a folder need not hold one.

    `topic_of` says of each clause to which topic it belongs.
    """
    if not path.exists():
        return (), ()
    source = read(path, name)
    if source.faults or not shape.check(source, "round.schema.json"):
        return (), (source,)
    _check_round(source, facts, topic_of)
    if source.faults:
        return (), (source,)
    return tuple(_phase(data, facts, topic_of) for data in source.data["phases"]), (source,)


def read_strips(
    path: Path, name: str, facts: Mapping[str, Entry], topic_of: Mapping[str, str]
) -> tuple[dict[str, tuple[Stage, ...]], tuple[Source, ...]]:
    """Return the strips of stages that figures show, and the file that holds them; a folder need not hold one."""
    if not path.exists():
        return {}, ()
    source = read(path, name)
    if source.faults or not shape.check(source, "strips.schema.json"):
        return {}, (source,)
    for strip, stages in source.data["strips"].items():
        for index, stage in enumerate(stages):
            if (at := stage["at"]) not in facts and at not in topic_of:
                message = f"{at!r} is neither a clause nor a topic{nearest(at, [*facts, *topic_of])}"
                source.fault(("strips", strip, index, "at"), message)
    return {strip: stages_of(stages) for strip, stages in source.data["strips"].items()}, (source,)


def read_editions(path: Path, name: str, names: Names) -> tuple[dict[str, EditionNotes], tuple[Source, ...]]:
    """Return what is said of each edition, and the file that says so; a folder need not hold one."""
    if not path.exists():
        return {}, ()
    source = read(path, name)
    if source.faults or not shape.check(source, "editions.schema.json"):
        return {}, (source,)
    checks.texts(source, names)
    for slug in source.data:
        if slug not in PUBLISHED:
            source.fault((slug,), f"{slug!r} is not an edition{nearest(slug, PUBLISHED)}")
    if missing := [slug for slug in PUBLISHED if slug not in source.data]:
        source.fault((), f"says nothing of {', '.join(missing)}")
    told = {
        slug: EditionNotes(data["summary"].strip(), data.get("intro", "").strip()) for slug, data in source.data.items()
    }
    return told, (source,)


class Log(NamedTuple):
    """What the log of changes holds."""

    as_of: str = ""
    """The month up to which sources were read."""
    changes: tuple[News, ...] = ()
    versions: tuple[Version, ...] = ()


def read_changes(path: Path, name: str, names: Names) -> tuple[Log, tuple[Source, ...]]:
    """Return the log of changes, and its file, if there is one."""
    if not path.exists():
        return Log(), ()
    source = read(path, name)
    if source.faults or not shape.check(source, "changes.schema.json"):
        return Log(), (source,)
    checks.texts(source, names)
    log = [
        News(one["id"], one["date"], one["title"], one["text"].strip(), one.get("kind", "site"), one.get("note", ""))
        for one in source.data["log"]
    ]
    seen: set[str] = set()
    for index, news in enumerate(log):
        if news.note and news.note not in names.notes:
            source.fault(("log", index, "note"), f"{news.note!r} is not a note{nearest(news.note, names.notes)}")
        if news.id in seen:
            source.fault(("log", index, "id"), f"{news.id!r} stands twice in the log")
        if not _is_day(news.date):
            source.fault(("log", index, "date"), f"{news.date!r} is not a day of the calendar")
        elif date.fromisoformat(news.date) > date.today() + timedelta(days=1):  # it may be tomorrow elsewhere
            source.fault(("log", index, "date"), f"{news.date} is yet to come: write the day of the change")
        if index and news.date > log[index - 1].date:
            source.fault(
                ("log", index, "date"), f"{news.date} is later than {log[index - 1].date}: the newest stands first"
            )
        seen.add(news.id)
    versions = tuple(
        [Version(one["number"], one["date"], one["text"].strip()) for one in source.data.get("versions", ())]
    )
    if [one.date for one in versions] != sorted([one.date for one in versions], reverse=True):
        source.fault(("versions",), "are not in their order: the newest stands first")
    return Log(source.data["as_of"], tuple(log), versions), (source,)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_round(source: Source, facts: Mapping[str, Entry], topic_of: Mapping[str, str]) -> None:
    seen: set[str] = set()
    for index, phase in enumerate(source.data["phases"]):
        here: Place = ("phases", index)
        for place, slug in (((*here, "topic"), phase["topic"]), *_each(phase["topics"], (*here, "topics"))):
            if slug not in facts:
                source.fault(place, f"{slug!r} is not a topic{nearest(slug, facts)}")
        for place, at in _steps(phase["steps"], (*here, "steps")):
            if at not in topic_of and at not in facts:
                source.fault(place, f"{at!r} is neither a clause nor a topic{nearest(at, [*topic_of, *facts])}")
            elif at in seen:
                source.fault(place, f"{at} stands twice in the round")
            seen.add(at)
        own = _topics(phase, topic_of)
        for place, slug in _each(phase["topics"], (*here, "topics")):
            if slug in own:
                source.fault(place, f"{slug} is named already by a step of the phase: leave it out here")


def _phase(data: Mapping[str, Any], facts: Mapping[str, Entry], topic_of: Mapping[str, str]) -> Phase:
    topics = _topics(data, topic_of) | set(data["topics"])
    return Phase(data["topic"], _built(data["steps"]), tuple(slug for slug in facts if slug in topics))


def _topics(phase: Mapping[str, Any], topic_of: Mapping[str, str]) -> set[str]:
    """Return the slugs of the topics that a phase names by its own topic and by its steps."""
    return {phase["topic"], *(topic_of.get(at, at) for _, at in _steps(phase["steps"], ()))}


def _built(steps: list[Any]) -> tuple[Step, ...]:
    return tuple(Step(step) if isinstance(step, str) else Step(step["at"], _built(step["steps"])) for step in steps)


def _steps(steps: list[Any], place: Place) -> Iterator[tuple[Place, str]]:
    """Yield what each step names, with its place, those within a step after it."""
    for index, step in enumerate(steps):
        if isinstance(step, str):
            yield (*place, index), step
        else:
            yield (*place, index, "at"), step["at"]
            yield from _steps(step["steps"], (*place, index, "steps"))


def _each(items: list[str], place: Place) -> Iterator[tuple[Place, str]]:
    yield from (((*place, index), item) for index, item in enumerate(items))
