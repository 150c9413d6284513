"""The site for reading without a network: built once more for the disk and packed into one archive."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from theme.store import kept

NAME = "mecatol-offline.zip"
"""Path of the archive from the root of the site."""

_FOLDER = "mecatol"
"""The folder that unpacking leaves behind."""

_EPOCH = (2020, 1, 1, 0, 0, 0)
"""One date for every file, so that the same site makes the same archive."""


class ArchiveError(RuntimeError):
    """The site for the disk could not be built; the message holds what MkDocs said."""


def make(config_file: Path, target: Path) -> None:
    """Build the site for the disk from a MkDocs configuration and pack it into ``target``.

    Raises:
        ArchiveError: the build failed or had warnings.
    """
    with kept.workshop() as folder:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", str(config_file)]
        done = subprocess.run(
            [*command, "-d", str(folder)],
            env={**os.environ, "MECATOL_OFFLINE": "true"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise ArchiveError(f"the site for the disk could not be built:\n{done.stderr or done.stdout}")
        pack(folder, target)


def pack(folder: Path, target: Path) -> None:
    """Pack a built site into an archive that holds one folder; the same files give the same bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = zipfile.ZipInfo(f"{_FOLDER}/{path.relative_to(folder).as_posix()}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
