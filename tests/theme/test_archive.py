"""The archive for reading offline: the published pages with addresses for a disk, as a build for the disk has them."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from os import environ
from pathlib import Path

import pytest
from small import ROOT

from theme.build.archive import NAME, Disk, online

DISK = Disk(
    files={},
    renamed={"assets/entries.1.js": "assets/entries.2.js"},
    left_out=frozenset({"integrity", "data-worker"}),
    pages={"./": "index.html", "rules/": "rules/index.html", "rules/space-cannon/": "rules/space-cannon.html"},
    roots=("https://example.org/ti/", "/ti/"),
)
HERE = "rules/space-cannon/"


@pytest.mark.parametrize(
    ("published", "on_disk"),
    [
        ('<a href="../..">', '<a href="../index.html">'),
        ('<a href="../#top">', '<a href="index.html#top">'),
        ('<a href="./">', '<a href="space-cannon.html">'),
        ('<a href="">', '<a href="">'),
        ('<a href="#77.5">', '<a href="#77.5">'),
        ('<a href="../../rules/space-cannon/?x=1#77.5">', '<a href="space-cannon.html?x=1#77.5">'),
        ('<a title="a > b" href="../">', '<a title="a > b" href="index.html">'),
        ('<a href="https://other.example/rules/">', '<a href="https://other.example/rules/">'),
        ('<a href="/ti/rules/">', '<a href="/ti/rules/index.html">'),
        ('<meta content="https://example.org/ti/rules/">', '<meta content="https://example.org/ti/rules/index.html">'),
        ('<meta content="../ is no address">', '<meta content="../ is no address">'),
        ('<a href="../of-a-reader/">', '<a href="of-a-reader/">'),
        ('<img src="../../pictures/ring.svg" alt="../">', '<img src="../pictures/ring.svg" alt="../">'),
        ('<script src="../../a.js" integrity="sha256-x" data-worker="sw.js">', '<script src="../a.js">'),
        (
            '<dialog data-scripts="../../a.js#sha256-x ../../assets/entries.1.js#sha256-y">',
            '<dialog data-scripts="../a.js ../assets/entries.2.js">',
        ),
        (
            '<i data-links="{&#34;rules&#34;: &#34;../&#34;, &#34;77&#34;: &#34;&#34;}">',
            '<i data-links="{&#34;rules&#34;: &#34;index.html&#34;, &#34;77&#34;: &#34;&#34;}">',
        ),
        ('<script>__md_scope=new URL("../..",location)</script>', '<script>__md_scope=new URL("..",location)</script>'),
        ("<script>let x = '<a href=\"../\">'</script>", "<script>let x = '<a href=\"../\">'</script>"),
        ('a<!--online--><a href="x"><!--/online-->b', "ab"),
        ("<!--online-->served<!--disk-->stored<!--/online-->", "stored"),
        ('href="../"', 'href="../"'),
    ],
)
def test_a_page_keeps_everything_but_its_addresses(published: str, on_disk: str) -> None:
    assert DISK.page(published, HERE) == on_disk


def test_marks_of_what_a_disk_lacks_are_not_published() -> None:
    assert online("a<!--online-->b<!--disk-->c<!--/online-->d<!--online-->e<!--/online-->") == "abde"


def test_every_attribute_with_an_address_is_known() -> None:
    texts = [
        path.read_text("utf-8") for name in ("templates", "frame") for path in (ROOT / "theme" / name).rglob("*.html")
    ]
    filled = {name for text in texts for name in re.findall(r'([\w-]+)="[^"]*\{\{[^}"]*(?:\bto\(|\| url\b)', text)}
    assert {"href", "src", "data-pages"} < filled
    for name in sorted(filled):
        told = DISK.page(f'<a {name}="../">', HERE) + DISK.page(f'<a {name}="{{&#34;x&#34;: &#34;../&#34;}}">', HERE)
        assert "index.html" in told, f"theme/build/archive.py does not know that {name} holds an address"


def members(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as packed:
        return {name.removeprefix("mecatol/"): packed.read(name) for name in packed.namelist()}


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def differing(archive: dict[str, bytes], built: dict[str, bytes]) -> list[str]:
    return sorted(name for name in archive.keys() | built.keys() if archive.get(name) != built.get(name))


def test_the_site_is_packed_as_it_is_built_for_a_disk(built: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env={**environ, "MECATOL_OFFLINE": "true"}, check=True)
    assert differing(members(built / NAME), files(tmp_path)) == []
