"""The scripts and styles of the browser as they are bundled and sent; their types are checked with the runtime."""

from __future__ import annotations

import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from importlib import resources
from itertools import chain
from pathlib import Path

import pytest

from theme.build.assets import BROWSER, EMBED, PACKS, PLAY, SCRIPTS, STYLES, Assets, bundled, collect
from theme.build.offline import WORKER

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def assets() -> Assets:
    return collect(ROOT / ".cache", print)


def imported(entries: Iterable[str]) -> set[str]:
    """The modules that these are made of, by their paths from the folder of the scripts, without extensions."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            (file,) = (BROWSER / name).parent.glob(f"{Path(name).name}.[jt]s")
            text = file.read_text("utf-8")
            for path in re.findall(r'^import (?:[^"]*? from )?"(\.[^"]+)\.js";$', text, re.M):
                waiting.append((BROWSER / name).parent.joinpath(path).resolve().relative_to(BROWSER).as_posix())
    return found


def test_every_script_and_style_sheet_is_part_of_the_site() -> None:
    # The service worker is a file of its own, and types are for the checker alone.
    found = {path.relative_to(BROWSER).with_suffix("").as_posix() for path in BROWSER.rglob("*.[jt]s")}
    expected = imported(script.entry for script in SCRIPTS.values())
    assert found == expected | {f"keeping/{Path(WORKER).stem}", "types.d"}
    assert {path.stem for path in (ROOT / "theme" / "assets").glob("*.css")} == set(STYLES)


def test_a_module_is_sent_once(assets: Assets) -> None:
    """A second copy would have a state of its own: what one script says, the other would not know."""
    for said in ("is not a script of this site", "Fetching the solver", "It may have been cut off when it was copied"):
        # A page to embed has one script, and no other page has that.
        others = {name: path for name, path in assets.scripts.items() if name != EMBED}
        held = [name for name, path in others.items() if said in assets.files[path].decode()]
        assert len(held) == (2 if said.startswith("is not") else 1), said  # runtime.js has that sentence, too


def test_one_name_is_one_module() -> None:
    """A module is known to later scripts by its name alone."""
    names = [path.stem for path in BROWSER.glob("*/*.[jt]s")]
    assert len(names) == len(set(names))


def test_a_class_is_dressed_by_one_style_sheet() -> None:
    """Two parts of a page that share a name would undress each other.

    What several have in common is said once (shared.css); paper, large letters, narrow screens and a mouse may undo
    anything.
    """
    owners = defaultdict(set)
    for path in (ROOT / "theme" / "assets").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
        # Not within brackets, as in ":is(.fold, .area) > summary".
        lists = (re.split(r",(?![^()]*\))", found) for found in re.findall(r"([^{}]+)\{", text))
        for selector in chain.from_iterable(lists):
            alone = re.fullmatch(r"(?:\.text |\.mecatol )*[a-z]*\.([a-z][\w-]*)", selector.strip())
            if alone and path.stem not in ("shared", "hover", "large", "narrow", "print"):
                owners[alone[1]].add(path.stem)
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}
    assert len(owners) > 100


def test_styles_stay_few_and_legible() -> None:
    """A part that says again what the system says costs lines; they are not to be saved by putting more into one."""
    sheets = {path.stem: path.read_text("utf-8").splitlines() for path in (ROOT / "theme" / "assets").glob("*.css")}
    assert sum(map(len, sheets.values())) <= 4000
    names = re.compile(r"url\(|local\(")
    long = [
        (name, line)
        for name, lines in sheets.items()
        for line in lines
        if not names.search(line) and (len(line) > 124 or line.count(";") > 2)
    ]
    assert long == []


def test_scripts_stay_legible() -> None:
    """What does not fit on a screen is not read; what is quoted is as long as it is."""
    quoted = re.compile(r'"[^"]*"|`[^`]*`')
    lines = {path.name: path.read_text("utf-8").splitlines() for path in BROWSER.rglob("*.ts")}
    assert [(name, line) for name, of in lines.items() for line in of if len(quoted.sub("", line)) > 140] == []


def test_names_carry_what_is_in_the_files(assets: Assets) -> None:
    assert set(assets.files) == {*assets.styles, *assets.scripts.values(), assets.face}
    assert collect(ROOT / ".cache", print) == assets


def test_a_bundle_that_was_changed_in_the_cache_is_made_again(assets: Assets, tmp_path: Path) -> None:
    (tmp_path / "npm").symlink_to(ROOT / ".cache" / "npm")
    shutil.copytree(ROOT / ".cache" / "scripts", tmp_path / "scripts")
    kept = {held: held.read_bytes() for held in (tmp_path / "scripts").iterdir() if not held.suffix}
    assert any(b"Link copied" in data for data in kept.values())
    for held, data in kept.items():
        held.write_bytes(data.replace(b"Link copied", b"Something else"))
    assert collect(tmp_path, print) == assets


def test_what_nobody_has_used_for_long_gives_way_to_what_is_made(tmp_path: Path) -> None:
    (tmp_path / "npm").symlink_to(ROOT / ".cache" / "npm")
    (tmp_path / "scripts").mkdir()
    for day in range(24):
        old = tmp_path / "scripts" / f"{day}.json"  # of an earlier form
        old.write_text("{}")
        os.utime(old, (day * 86_400, day * 86_400))
    bundled({}, tmp_path, print)
    assert not (tmp_path / "scripts" / "0.json").exists()
    assert (tmp_path / "scripts" / "1.json").exists()
    assert len([*(tmp_path / "scripts").iterdir()]) == 24


def test_remarks_stay_at_home(assets: Assets) -> None:
    for name in sorted(set(assets.scripts) - {PACKS, PLAY}):  # which hold Python
        text = assets.files[assets.scripts[name]].decode()
        assert "/** @" not in text, name
        assert re.search(r"^\s*//", text, re.M) is None, name


def test_nothing_is_asked_of_another_site(assets: Assets) -> None:
    for path, data in assets.files.items():
        if path == assets.face:
            continue
        text = re.sub(r"/\*!.*?\*/", "", data.decode(), flags=re.S)  # whose a package is
        text = text.replace("http://www.w3.org/2000/svg", "")  # the name of a format, which nobody fetches
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
