"""Questions as players type them (tests/site/questions.yaml), and how well a search answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml
from loaded import LIBRARY

from theme.search import SearchEntry, entries
from theme.site.addresses import Addresses

FILE = Path(__file__).parent / "site" / "questions.yaml"
WHOLE = FILE.with_name("whole-questions.yaml")
"""Whole sentences, small words and all; those of the other file are mostly key words."""
COMPONENTS = FILE.with_name("component-questions.yaml")
"""Eighty about cards, factions and planets, by short names and with slips."""
MISSED, NOT_FIRST = 2, 24
"""So many may lack a right entry among the first three hits, and so many, a fifth, may have another one first."""


class Question(NamedTuple):
    """What a player types, and the entries that answer it."""

    ask: str
    right: tuple[str, ...]


def known(addresses: Addresses) -> dict[str, SearchEntry]:
    """Every entry of the search by its id."""
    return {entry.id: entry for entry in entries(LIBRARY, addresses)}


def questions(file: Path = FILE) -> list[Question]:
    """The questions that the rules answer which are written by now; each of the others is about a coming topic."""
    ids = known(Addresses())
    coming = {entry.slug for entry in LIBRARY.coming}
    asked = []
    for found in yaml.safe_load(file.read_text("utf-8")):
        invented = {
            name
            for name in found["right"]
            if name not in ids and LIBRARY.topic_of.get(name, name.partition(".")[0]) not in coming
        }
        assert invented == set(), found["ask"]
        if right := tuple(name for name in found["right"] if name in ids):
            asked.append(Question(found["ask"], right))
    return asked


def verdict(
    hits: Mapping[str, Sequence[str]], asked: Sequence[Question], name: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """The questions with no right entry among the first three hits, and those with another entry first.

    `hits` holds the first hits of each question; `name` turns an entry's id into what hits are called.
    """
    missed, late = [], []
    for question in asked:
        right = {name[one] for one in question.right}
        found = list(hits[question.ask])
        if not right & set(found[:3]):
            missed.append(f"{question.ask}: {found[:3]}")
        if not right & set(found[:1]):
            late.append(f"{question.ask}: {found[:1]}")
    return missed, late
