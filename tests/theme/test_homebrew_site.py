"""A site that shows packs: their factions have pages, entries in the search and a place in the form and the solver."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import content
from content import packs
from mecatol import forms
from theme.build.homebrew import with_packs
from theme.pages.factions import faction_pages
from theme.pages.page import Site
from theme.search.entries import entries

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "solver" / "homebrew"


@pytest.fixture(scope="module")
def library() -> Iterator[content.Library]:
    assert packs.register(packs.files(FOLDER)) == []
    yield content.load()
    assert packs.register(()) == []


def test_each_faction_of_the_packs_has_a_page_with_its_texts(library: content.Library) -> None:
    pages = faction_pages(library, Site())
    zelian = pages["factions/zelian-purifier.md"]
    for slug in ("world-cracker", "collider", "impactor-2", "shard-volley", "zelian-a"):
        assert f'<h3 id="{slug}">' in zelian
    assert "Shard Volley adds one hit a roll, not one a unit" in zelian
    assert "Discordant Stars (homebrew)" in zelian
    assert "Pecking Order needs a fight" in pages["factions/magpies.md"]
    for slug in ("zelian-purifier", "magpies", "sunken-court"):
        assert slug in pages["factions/index.md"]


def test_the_search_and_the_form_have_them(library: content.Library) -> None:
    found = json.dumps([str(entry) for entry in entries(library, Site().addresses)])
    assert "Zelian" in found
    assert "Shard Volley" in found
    form = forms.form("space-combat")
    assert {"zelian-purifier", "magpies"} <= {one.slug for one in form.factions}
    assert "discordant-stars" in {one.slug for one in form.editions}


def test_the_browser_s_project_knows_them_from_the_start() -> None:
    battle = {
        "step": "bombardment",
        "edition": "discordant-stars",
        "players": [
            {"name": "Red", "faction": "zelian-purifier", "space": {"dreadnought": 1}},
            {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}},
        ],
    }
    known = "'magpies' in mecatol.domain.factions.FACTIONS"
    script = f"import mecatol; print(mecatol.solve({battle!r}).hits['Red'][1], {known})"
    with with_packs(ROOT, packs.files(FOLDER)) as project:
        environment = {**os.environ, "PYTHONPATH": str(project / "solver")}
        ran = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
    assert ran.stdout.split() == ["0.6", "True"]


def test_a_site_without_packs_is_built_from_the_project_itself() -> None:
    with with_packs(ROOT, []) as project:
        assert project == ROOT
