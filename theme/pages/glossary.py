"""Every term of the rules in a sentence: the summaries of the topics, by the letter."""

from __future__ import annotations

from itertools import groupby

from content.model import Library
from theme.pages.page import Site, page
from theme.site.addresses import GLOSSARY


def glossary_page(library: Library, site: Site) -> str:
    """Return the page of all terms."""
    topics = sorted(library.topics.values(), key=lambda topic: topic.title)
    letters = {letter: list(group) for letter, group in groupby(topics, key=lambda topic: topic.title[0])}
    front = {"title": "Glossary", "description": "Every term of the rules in a sentence.", "hide": ["toc"]}
    return page("glossary.html", GLOSSARY, library, site, front, letters=letters)
