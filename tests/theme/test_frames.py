"""A page of a site that is served gets its frame when it is asked for: that of a build, and never an old one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateNotFound
from mkdocs import livereload
from mkdocs.config.base import load_config
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from small import small_site

from content import results
from theme.adapters import frames, mkdocs_hook
from theme.adapters.frames import Frames
from theme.pages import all_pages

ROOT = Path(__file__).parents[2]
PAGES = {"index.md": "A battle.", "rules/retreat.md": "A retreat.", "rules/sustain.md": "Damage."}
FILES = {"index.html", "rules/retreat/index.html", "rules/sustain/index.html"}


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveReloadServer]:
    """The server of `mkdocs serve`, which nobody reaches from outside."""
    monkeypatch.setattr(livereload, "open", open, raising=False)
    found = LiveReloadServer(lambda: None, "127.0.0.1", 0, str(tmp_path / "site"), mount_path="/rulebook/")
    yield found
    found.server_close()


def app_of(server: LiveReloadServer, held: Frames, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what answers for a server with pages that wait."""
    monkeypatch.setattr(mkdocs_hook, "_frames", held)
    mkdocs_hook.on_serve(server, load_config(str(ROOT / "mkdocs.yml")), None)
    return server.get_app()


def ask(app: Any, path: str) -> tuple[str, str]:
    """Return how the answer to a request begins, and its text."""
    begun: list[str] = []
    request = {"PATH_INFO": path, "REQUEST_METHOD": "GET"}
    body = app(request, lambda status, headers: begun.append(status))
    text = b"".join(body).decode()
    getattr(body, "close", lambda: None)()
    assert len(begun) == 1
    return begun[0], text


@pytest.fixture
def framed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were framed, one after another: their text in a tag stands for the frame."""
    found: list[str] = []

    def build(page: Page, *_: object) -> None:
        found.append(page.file.src_uri)
        Path(page.file.abs_dest_path).parent.mkdir(parents=True, exist_ok=True)
        Path(page.file.abs_dest_path).write_text(f"<p>{page.content}</p>", "utf-8")

    monkeypatch.setattr(frames, "_build_page", build)
    return found


def build(
    held: Frames, folder: Path, pages: dict[str, str] = PAGES, plugins: int = 1, untitled: tuple[str, ...] = ()
) -> set[str]:
    """Build as MkDocs would for its server; return the pages that it frames itself."""
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder / "site"))
    config.nav = [path if path in untitled else {"Its title": path} for path in pages]
    config.plugins._current_plugin = "the hook"  # as MkDocs notes while it runs
    for number in range(1, plugins):
        config.plugins[f"another {number}"] = config.plugins[next(iter(config.plugins))]
    held.close()
    texts = held.texts(config, {path: f"{text}\n" for path, text in pages.items()})
    files = Files([File.generated(config, path, content=text) for path, text in texts.items()])
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "own.md").write_text("# Mine\n")
    files.append(File("own.md", str(folder / "docs"), config.site_dir, use_directory_urls=True))
    nav = get_navigation(files, config)
    held.hold_back(config, nav, files)
    held.open(config.theme.get_env())
    return {file.src_uri for file in files if not file.inclusion.is_excluded()}


@pytest.mark.parametrize("path", ["/rulebook/rules/retreat/", "/rulebook/rules/retreat/index.html"])
def test_a_page_is_framed_when_it_is_asked_for_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str], path: str
) -> None:
    held = Frames()
    assert build(held, tmp_path) == {"own.md"}  # what somebody adds is framed as MkDocs does it
    app = app_of(server, held, monkeypatch)
    assert framed == []
    assert ask(app, path) == ("200 OK", "<p><p>A retreat.</p></p>")
    assert ask(app, path)[0] == "200 OK"
    assert framed == ["rules/retreat.md"]
    assert ask(app, "/rulebook/")[1] == "<p><p>A battle.</p></p>"
    assert framed == ["rules/retreat.md", "index.md"]


def test_an_address_without_a_slash_leads_to_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str]
) -> None:
    held = Frames()
    build(held, tmp_path)
    assert ask(app_of(server, held, monkeypatch), "/rulebook/rules/sustain")[0] == "302 Found"


def test_a_path_that_the_server_writes_in_another_way_is_that_of_its_page(tmp_path: Path, framed: list[str]) -> None:
    """On Windows it puts the slashes of an address behind the backslashes of the folder."""
    held = Frames()
    build(held, tmp_path)
    with held.read(f"{tmp_path}/./site//rules/sustain/index.html", "rb") as file:
        assert file.read() == b"<p><p>Damage.</p></p>"


def test_a_page_whose_template_lacks_a_part_is_told_and_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, caplog: pytest.LogCaptureFixture
) -> None:
    def build_page(*_: object) -> None:
        raise TemplateNotFound("parts/note.html")

    monkeypatch.setattr(frames, "_build_page", build_page)
    held = Frames()
    build(held, tmp_path)
    assert ask(app_of(server, held, monkeypatch), "/rulebook/")[0] == "500 Internal Server Error"
    assert "index.html cannot be made: parts/note.html" in caplog.text


@pytest.mark.parametrize("path", ["/rulebook/nowhere/", "/elsewhere/", "/rulebook/../../etc/passwd", "/rulebook/x.css"])
def test_what_is_no_page_is_answered_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str], path: str
) -> None:
    held = Frames()
    build(held, tmp_path)
    assert ask(app_of(server, held, monkeypatch), path)[0] == "404 Not Found"
    assert framed == []


def test_after_another_build_every_page_is_framed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str]
) -> None:
    held = Frames()
    build(held, tmp_path)
    app = app_of(server, held, monkeypatch)
    ask(app, "/rulebook/")
    build(held, tmp_path, {**PAGES, "index.md": "A combat."})
    assert ask(app, "/rulebook/")[1] == "<p><p>A combat.</p></p>"


def test_a_request_that_waits_for_a_build_gets_the_new_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str]
) -> None:
    held = Frames()
    build(held, tmp_path)
    app = app_of(server, held, monkeypatch)

    def built_meanwhile(condition: object) -> None:
        build(held, tmp_path, {**PAGES, "index.md": "A combat."})

    monkeypatch.setattr(server._epoch_cond, "wait_for", built_meanwhile)
    assert ask(app, "/rulebook/") == ("200 OK", "<p><p>A combat.</p></p>")
    assert framed == ["index.md"]


def test_no_page_is_made_before_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer
) -> None:
    made: list[str] = []
    glossary = all_pages.glossary_page
    monkeypatch.setattr(all_pages, "glossary_page", lambda *seen: made.append("glossary") or glossary(*seen))
    monkeypatch.setattr(all_pages, "home_page", lambda *_: pytest.fail("nobody has asked for it"))
    small_site(monkeypatch, tmp_path / "site", command="serve", server=server, altered=True)
    assert made == []
    assert ask(server.get_app(), "/rulebook/glossary/")[0] == "200 OK"
    assert made == ["glossary"]


def test_a_page_without_a_title_in_the_navigation_is_read_for_it(tmp_path: Path) -> None:
    assert build(Frames(), tmp_path, untitled=("index.md",)) == {"index.md", "own.md"}


def test_no_page_is_made_while_what_is_kept_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer, framed: list[str]
) -> None:
    held = Frames()
    build(held, tmp_path)
    app = app_of(server, held, monkeypatch)
    monkeypatch.setattr(results, "settle", lambda: ask(app, "/rulebook/"))
    mkdocs_hook.on_pre_build(config=load_config(str(ROOT / "mkdocs.yml")))
    assert framed == []


def test_with_another_plugin_mkdocs_frames_all_pages(tmp_path: Path) -> None:
    assert build(Frames(), tmp_path, plugins=2) == {*PAGES, "own.md"}


def test_a_page_that_is_asked_for_is_the_one_that_a_build_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: LiveReloadServer
) -> None:
    site = small_site(monkeypatch, tmp_path / "site", command="serve", server=server)
    assert not (site / "rules" / "space-cannon" / "index.html").exists()
    assert (site / "404.html").exists()
    whole = small_site(monkeypatch, tmp_path / "whole", command="serve")
    for path in ("index.html", "rules/space-cannon/index.html", "factions/index.html"):
        status, text = ask(server.get_app(), f"/rulebook/{path}")
        assert (status, text) == ("200 OK", (whole / path).read_text("utf-8"))
