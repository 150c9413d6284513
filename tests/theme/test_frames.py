"""A served page is framed again once anything changes that it shows, and not before."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config.base import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import get_navigation

from theme.adapters import frames
from theme.adapters.frames import Frames

ROOT = Path(__file__).parents[2]
PAGES = {"index.md": "A battle.", "rules/retreat.md": "A retreat.", "rules/sustain.md": "Damage."}


@pytest.fixture
def frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the frame, to be changed."""
    copy = tmp_path / "frame"
    shutil.copytree(frames.FRAME, copy)
    monkeypatch.setattr(frames, "FRAME", copy)
    monkeypatch.setattr(frames, "_THEMES", (copy, *frames._THEMES[1:]))
    monkeypatch.setattr(frames.results, "_ROOT", tmp_path)
    return copy


def serve(
    held: Frames,
    frame: Path,
    pages: Mapping[str, str] = PAGES,
    front: str = "",
    settings: Mapping[str, Any] | None = None,
    change: Callable[[MkDocsConfig], object] = lambda config: None,
) -> set[str]:
    """Build as a server would; return the pages that were framed. ``front`` stands before the first of them."""
    frames.results._watched.clear()  # as the build does once it has all sources
    site = frame.parent / "site"
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), **settings or {})
    config.nav = None
    config.theme.dirs[0] = str(frame)
    config.plugins._current_plugin = "the hook"  # as MkDocs notes while it runs
    change(config)
    files = Files([])
    for path, text in pages.items():
        before = front if path == "index.md" else ""
        file = File.generated(config, path, content=f"---\ntitle: {path}\n{before}---\n{text}\n")
        files.append(file)
    nav = get_navigation(files, config)
    for file in files:
        assert file.page
        file.page.read_source(config)
        file.page.render(config, files)
    held.reuse(config.theme.get_env(), config, nav, files)
    framed = {file.src_uri for file in files if not file.inclusion.is_excluded()}
    for file in files:
        assert file.page
        if file.src_uri in framed:
            held.framed(file.page, f"<p>{file.page.content}</p>")
        else:
            assert file.page.content
            assert file.page.content in Path(file.abs_dest_path).read_text("utf-8")
    return framed


def test_what_is_as_it_was_is_written_as_it_was(frame: Path) -> None:
    held = Frames()
    assert serve(held, frame) == {*PAGES}
    assert serve(held, frame) == set()


def test_a_word_and_what_a_page_says_of_itself_alone_change_its_own_page(frame: Path) -> None:
    held = Frames()
    serve(held, frame)
    assert serve(held, frame, {**PAGES, "index.md": "A combat."}) == {"index.md"}
    assert serve(held, frame, {**PAGES, "index.md": "A combat."}, "description: Fights.\n") == {"index.md"}


@pytest.mark.parametrize(
    "changed",
    [
        {"front": "title: Another title\n"},
        {"front": "icon: material/sword\n"},
        {"pages": {**PAGES, "rules/trade.md": "Trade."}},
        {"settings": {"site_name": "Another name"}},
        {"settings": {"site_url": "https://example.org/"}},
        {"settings": {"extra_css": ["own.css"]}},
        {"change": lambda config: config.extra.update(mecatol={"as_of": "today"})},
        {"change": lambda config: config.theme.update(language="de")},
    ],
    ids=["title", "icon", "new page", "name", "address", "style", "what the build tells the frame", "language"],
)
def test_what_every_page_shows_changes_every_page(frame: Path, changed: dict[str, Any]) -> None:
    held = Frames()
    serve(held, frame)
    assert serve(held, frame, **changed) >= {*PAGES}
    assert serve(held, frame, **changed) == set()


def test_a_template_of_the_frame_changes_every_page(frame: Path) -> None:
    held = Frames()
    serve(held, frame)
    path = frame / "main.html"
    path.write_text(path.read_text("utf-8").replace("Report a problem", "Say what is wrong"), "utf-8")
    assert serve(held, frame) == {*PAGES}


def test_nothing_is_reused_where_nobody_knows_what_is_shown(frame: Path) -> None:
    held = Frames()

    def stranger(config: MkDocsConfig) -> None:
        config.theme.dirs.insert(1, str(frame.parent))

    serve(held, frame, change=stranger)
    assert serve(held, frame, change=stranger) == {*PAGES}


def test_a_page_that_somebody_adds_is_always_framed(frame: Path) -> None:
    held = Frames()
    own = frame.parent / "docs" / "own.md"
    own.parent.mkdir()
    own.write_text("# Mine\n")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(frame.parent / "site"))
    config.theme.dirs[0] = str(frame)
    for _ in range(2):
        file = File("own.md", str(own.parent), config.site_dir, use_directory_urls=True)
        files = Files([file])
        nav = get_navigation(files, config)
        assert file.page
        file.page.read_source(config)
        file.page.render(config, files)
        held.reuse(config.theme.get_env(), config, nav, files)
        assert not file.inclusion.is_excluded()
        held.framed(file.page, "<p>Mine</p>")
