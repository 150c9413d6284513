"""A site that shows packs: their factions have pages, entries in the search and a place in the form and the solver."""

import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from loaded import LIBRARY, beside_packs
from mkdocs.exceptions import Abort
from small import small_site

import content
from content import packs
from mecatol import forms
from theme.build.homebrew import with_packs
from theme.pages.factions import faction_page, factions_page
from theme.pages.page import Site
from theme.runtime.sources import OWN, importable, later_files, solver_files
from theme.search.entries import entries

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "solver" / "homebrew"
FACTIONS = {"zelian-purifier": "The Zelian Purifier", "magpies": "The Magpies", "sunken-court": "The Sunken Court"}
BATTLE = {
    "step": "bombardment",
    "edition": "discordant-stars",
    "players": [
        {"name": "Red", "faction": "zelian-purifier", "space": {"dreadnought": 1}},
        {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}},
    ],
}
"""A dreadnought hits on 5, six times of ten."""


@pytest.fixture(scope="module")
def library() -> Iterator[content.Library]:
    assert packs.register(packs.files(FOLDER)) == []
    yield beside_packs()
    assert packs.register(()) == []


def test_each_faction_of_the_packs_has_a_page_with_its_texts(library: content.Library) -> None:
    zelian = faction_page("zelian-purifier", library, Site())
    for slug in ("world-cracker", "collider", "impactor-2", "shard-volley", "zelian-a"):
        assert f'<h3 id="{slug}">' in zelian
    assert "Shard Volley adds one hit a roll, not one a unit" in zelian
    assert "Discordant Stars (homebrew)" in zelian
    assert "Pecking Order needs a fight" in faction_page("magpies", library, Site())
    for slug in ("zelian-purifier", "magpies", "sunken-court"):
        assert slug in factions_page(library, Site())


def test_the_search_and_the_form_have_them(library: content.Library) -> None:
    found = json.dumps([str(entry) for entry in entries(library, Site().addresses)])
    assert "Zelian" in found
    assert "Shard Volley" in found
    form = forms.form("space-combat")
    assert {"zelian-purifier", "magpies"} <= {one.slug for one in form.factions}
    assert "discordant-stars" in {one.slug for one in form.editions}


def test_the_browser_s_project_knows_them_from_the_start() -> None:
    known = "'magpies' in mecatol.domain.factions.FACTIONS"
    script = f"import mecatol; print(mecatol.solve({BATTLE!r}).hits['Red'][1], {known})"
    with with_packs(ROOT, packs.files(FOLDER)) as project:
        environment = {**os.environ, "PYTHONPATH": str(project / "solver")}
        ran = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
    assert ran.stdout.split() == ["0.6", "True"]


NAMES = ['x"""; raise SystemExit("ran"); """.json', "a\\\\.json", "'''.json", "\u00b2-index.json"]


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_is_never_code(tmp_path: Path, name: str) -> None:
    pack = tmp_path / name
    pack.write_text(json.dumps({"edition": {"slug": "odd", "name": "Odd"}}), encoding="utf-8")
    with with_packs(ROOT, [pack]) as project:
        environment = {**os.environ, "PYTHONPATH": str(project / "solver")}
        command = [sys.executable, "-c", "import mecatol; print(mecatol.EDITIONS['odd'])"]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["Odd"], ran.stderr


def test_a_site_without_packs_is_built_from_the_project_itself() -> None:
    with with_packs(ROOT, []) as project:
        assert project == ROOT


def test_what_reads_packs_is_in_the_browser_from_the_start_only_where_the_site_has_packs_of_its_own() -> None:
    later = {importable(ROOT, path) for path in later_files(ROOT)["packs"]}
    assert {"mecatol/homebrew/packs.py", "mecatol/homebrew/browser_packs.py"} <= later
    assert later.isdisjoint(importable(ROOT, path) for path in solver_files(ROOT))
    with with_packs(ROOT, packs.files(FOLDER)) as project:
        assert later <= {importable(project, path) for path in solver_files(project)}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A site of one topic as MkDocs builds it where its configuration names the folder of packs."""
    with pytest.MonkeyPatch.context() as patch:
        topic = LIBRARY.topics["bombardment"]
        yield small_site(patch, tmp_path_factory.mktemp("packs") / "site", topic, packs="tests/solver/homebrew")
    assert packs.register(()) == []


@pytest.mark.long
def test_the_published_site_has_a_page_for_each_faction_and_a_way_to_it(published: Path) -> None:
    listed = (published / "factions" / "index.html").read_text("utf-8")
    for slug, name in FACTIONS.items():
        page = (published / "factions" / slug / "index.html").read_text("utf-8")
        assert re.search(rf"<h1[^>]*>\s*{name}", page), slug
        assert f'href="{slug}/"' in listed
    assert 'id="shard-volley"' in (published / "factions" / "zelian-purifier" / "index.html").read_text("utf-8")


@pytest.mark.long
def test_the_published_search_finds_what_packs_brought(published: Path) -> None:
    (entries,) = (published / "assets" / "mecatol").glob("search-entries.*.js")
    found = entries.read_text("utf-8")
    for words in (*FACTIONS.values(), "Shard Volley", "factions/zelian-purifier/"):
        assert words in found


@pytest.mark.long
def test_the_published_forms_offer_what_packs_brought(published: Path) -> None:
    form = (published / "calculator" / "bombardment" / "index.html").read_text("utf-8")
    for slug in FACTIONS:
        assert f'<option value="{slug}"' in form
    assert '<option value="discordant-stars"' in form
    (script,) = (published / "assets" / "mecatol").glob("calculators.*.js")
    assert '"shard-volley"' in script.read_text("utf-8")


def test_a_folder_that_is_missing_and_a_pack_with_a_mistake_stop_the_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Abort):
        small_site(monkeypatch, tmp_path / "site", packs="no/such/folder")
    assert "extra.homebrew is 'no/such/folder', and " in caplog.text
    assert "is not a folder: name one with packs in it." in caplog.text
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "wrong.json").write_text('{"units": [{"slug": "x"}]}', encoding="utf-8")
    with pytest.raises(Abort):
        small_site(monkeypatch, tmp_path / "site", packs=str(tmp_path / "packs"))
    assert "wrong.json:1: units.0: Unit 'x': lacks 'name'" in caplog.text
    assert packs.register(()) == []


def test_a_pack_of_the_last_release_goes_into_the_browser_through_the_door_of_today() -> None:
    pack = FOLDER.parent / "released" / "sunken_court_0_2_0.py"
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with with_packs(ROOT, [pack]) as folder:
            [module] = (folder / "solver" / "mecatol" / "cards" / "factions").glob(f"{OWN}*.py")
            text = module.read_text("utf-8")
    assert heard
    assert all("mecatol.cards" in f"{each.message}" for each in heard)
    assert "from mecatol.domain.editions import OwnEdition as Edition" in text
    assert "from mecatol.cards import CombatPlus as CombatPlus" in text
    assert len(text.splitlines()) == len(pack.read_text("utf-8").splitlines())
