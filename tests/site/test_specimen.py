"""The design system by itself: every part is legible in both schemes, and high enough for a thumb."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from places import Place, serve
from playwright.sync_api import Page, expect
from reading import Open

from mecatol.render import marks
from theme.adapters.frame_styles import layered
from theme.build.assets import collect
from theme.store.packages import pinned

ROOT = Path(__file__).resolve().parents[2]
SCHEMES = {False: "default", True: "slate"}
TONES = range(8)


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The page in both schemes, behind a server."""
    folder = tmp_path_factory.mktemp("specimen")
    assets = collect(ROOT / ".cache", print)
    (style,) = assets.styles
    for path in (style, assets.face):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(assets.files[path])
    frame = Path(str(resources.files("material"))) / "templates" / "assets" / "stylesheets"
    sheets = [
        layered(sheet.read_text("utf-8")) for name in ("main", "palette") for sheet in frame.glob(f"{name}.*.css")
    ]
    (folder / "frame.css").write_text("\n".join(sheets), "utf-8")
    chips = "".join(
        f'<li class="unit-chip unit-chip--damaged player--{tone}">{marks.mark("cruiser")}{tone}</li>' for tone in TONES
    )
    body = (ROOT / "tests" / "site" / "specimen.html").read_text("utf-8").replace('id="tones">', f'id="tones">{chips}')
    for scheme in SCHEMES.values():
        head = (
            '<title>Specimen</title><meta name="viewport" content="width=device-width">'
            f'<link rel="stylesheet" href="frame.css"><link rel="stylesheet" href="{style}">'
        )
        colors = f'data-md-color-scheme="{scheme}" data-md-color-primary="custom" data-md-color-accent="custom"'
        html = f'<!doctype html><html lang="en"><meta charset="utf-8">{head}<body {colors}>{body}</body></html>'
        (folder / f"{scheme}.html").write_text(html, "utf-8")
    with serve(folder) as place:
        yield place


def opened(open_page: Open, specimen: Place, *, dark: bool, width: int = 1280) -> Page:
    page = open_page(f"{specimen.address}{SCHEMES[dark]}.html", width=width, dark=dark).page
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
def test_every_part_is_legible(open_page: Open, specimen: Place, dark: bool) -> None:
    page = opened(open_page, specimen, dark=dark)
    page.locator("#dialog").evaluate("dialog => dialog.show()")
    page.locator(".menu > summary").click()
    page.evaluate((pinned("axe-core", ROOT / ".cache", print) / "axe.min.js").read_text("utf-8"))
    rules = ["color-contrast", "button-name", "link-name", "label", "list", "listitem", "aria-allowed-attr"]
    found = page.evaluate("rules => axe.run(document, { runOnly: { type: 'rule', values: rules } })", rules)
    assert [(one["id"], [node["html"][:90] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_thumb_hits_every_control_and_nothing_is_wider_than_the_page(
    open_page: Open, specimen: Place, width: int
) -> None:
    page = opened(open_page, specimen, dark=False, width=width)
    page.locator(".menu > summary").click()
    low = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, a.rows__row, a.button, a.tag, .menu__item, .ask")]
          .filter((control) => control.checkVisibility())
          .map((control) => {
            const { height } = control.getBoundingClientRect();
            const around = getComputedStyle(control, "::after"); // a tag is hit beside its words, too
            const more = control.matches(".tag") ? -parseFloat(around.top) - parseFloat(around.bottom) : 0;
            return [control.outerHTML.slice(0, 60), height + more];
          })
          .filter(([, height]) => height < 43.9)"""
    )
    assert low == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_the_face_is_small_and_moves_nothing_when_it_comes(open_page: Open, specimen: Place) -> None:
    (face,) = (specimen.folder / "assets" / "mecatol").glob("display.*.woff2")
    assert face.stat().st_size <= 25_000
    page = opened(open_page, specimen, dark=False)
    assert page.evaluate("() => document.fonts.check('650 20px \"Source Serif 4\"')")
    lines = "() => [...document.querySelectorAll('h1, h2')].map((head) => head.getBoundingClientRect().height)"
    with_it = page.evaluate(lines)
    context = page.context
    context.route("**/*.woff2", lambda route: route.abort())
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("h1")).to_be_visible()
    assert [abs(a - b) < 1 for a, b in zip(with_it, other.evaluate(lines), strict=True)] == [True] * len(with_it)
