"""Zip archives that come out the same, byte for byte, from the same contents."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip archive can hold


def write_zip(target: Path, contents: Mapping[str, bytes]) -> None:
    """Write an archive without compression, sorted and without times.

    The archives end up in one gzip stream, which packs all files together better than a zip packs each on its own;
    and Python in the browser then imports them without inflating anything itself.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents[name])


def read_zip(source: Path) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    with zipfile.ZipFile(source) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
