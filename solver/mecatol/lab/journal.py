"""What a run has solved so far, on disk: a header that names all that decides the rows, then the rows as they came.

    {"journal": 1, "plan": "9f…", "version": "mecatol 0.3.0", "seconds": 60.0, "packs": []}
    5d41402a {"battle": 16, "Red.space.cruiser": 2, "winner.Red": 0.31, …}

Each row begins with a checksum of the header and itself: a row that was cut, changed, or belongs to another run is
not taken over, and its battle is solved again. While a run goes on, it holds the file locked.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from zlib import crc32

from mecatol.errors import ScenarioError, fault
from mecatol.lab import disk
from mecatol.lab.rows import BATTLE
from mecatol.scenario.files import parse_json

_MARK = b'{"journal": '
"""How every header begins."""
_SUM = 9
"""Characters of a checksum and the space after it."""


class SweepJournal:
    """The rows of a run by the places of their battles."""

    def __init__(self, path: Path, decides: Mapping[str, Any], battles: int) -> None:
        """Open and lock the journal of a run; take over what an earlier run of the same has solved.

        `decides` is all that decides the rows, as JSON; `battles` is how many the plan has.

        Raises:
            ScenarioError: another run has it, it cannot be opened, or its rows are of another plan, version or limit.
        """
        self.path = path
        self.header = json.dumps({"journal": 1, **decides}).encode() + b"\n"
        self.places = array("q", [-1]) * battles
        self.count = 0
        """Battles that are solved."""
        self.damaged = 0
        """Rows of an earlier run that could not be taken over."""
        self.number = self._locked()
        try:
            self.end = self._take_over()
        except BaseException as error:
            os.close(self.number)
            if isinstance(error, OSError):
                raise self._unwritable(error) from None
            raise

    def _locked(self) -> int:
        try:
            number = disk.open_to_continue(self.path)
        except (OSError, ValueError) as error:
            if os.path.islink(self.path):
                raise fault("--out", f"{disk.named(self.path)} is a link to another place; remove it") from None
            raise self._unwritable(error) from None
        try:
            if disk.lock(number, self.path) and disk.is_still(number, self.path):
                return number
        except OSError as error:
            os.close(number)
            raise fault(
                "--out",
                f"{disk.named(self.path)} cannot be locked ({disk.why(error)}), so two runs could mix their rows; "
                "name a file on another disk",
            ) from None
        os.close(number)
        raise fault(
            "--out",
            f"{disk.named(self.path)} is in use by another sweep; wait until it has ended, or name another file",
        )

    def _unwritable(self, error: OSError | ValueError) -> ScenarioError:
        return fault(
            "--out",
            f"{disk.named(self.path)}, which would keep what is solved, cannot be written ({disk.why(error)}); "
            "name a file elsewhere",
        )

    @contextmanager
    def _reading(self) -> Iterator[IO[bytes]]:
        with os.fdopen(os.dup(self.number), "rb") as file:
            file.seek(0)
            yield file

    def _take_over(self) -> int:
        """Note where the rows of an earlier run are, cut off what was being written, and return the end."""
        with self._reading() as file:
            first = file.readline(len(self.header) + 10_000)
            begun = first.endswith(b"\n")
            if not begun and (self.header.startswith(first) or first.startswith(_MARK)):
                end = None
            elif first != self.header:
                raise self._of_another(first)
            else:
                end = self._note_rows(file, len(first))
        if end is None:  # new, or ended before it had a row
            disk.cut(self.number, self.path, 0)
            disk.add(self.number, self.path, self.header, 0)
            return len(self.header)
        disk.cut(self.number, self.path, end)
        return end

    def _note_rows(self, file: IO[bytes], at: int) -> int:
        """Note where the rows are that the rest of a file holds; return where the last whole line ends."""
        for line in file:
            if not line.endswith(b"\n"):
                self.damaged += 1
                break
            battle = self._battle_of(line)
            if battle is None:
                self.damaged += 1
            elif self.places[battle] < 0:
                self.places[battle] = at + _SUM
                self.count += 1
            at += len(line)
        return at

    def _battle_of(self, line: bytes) -> int | None:
        """Return the battle whose row a line is; None where it is not a row of this run."""
        row = line[_SUM:-1]
        if line[:_SUM] != self._sum_of(row):
            return None
        battle = json.loads(row)[BATTLE]
        return battle if battle in range(len(self.places)) else None

    def _sum_of(self, row: bytes) -> bytes:
        return b"%08x " % crc32(row, crc32(self.header))

    def _of_another(self, first: bytes) -> ScenarioError:
        """Return what to say of a file that begins otherwise."""
        here = json.loads(self.header)
        try:
            there = parse_json(first.decode(errors="replace"))
        except ValueError:
            there = None
        what = "of another plan"
        if isinstance(there, dict) and first.startswith(_MARK) and there.get("plan") == here["plan"]:
            differs = [name for name in here if there.get(name) != here[name]]
            what = {
                "version": f"of another version ({there.get('version')!s:.40})",
                "seconds": f"that were solved with --seconds {there.get('seconds')!s:.40}",
                "packs": "that were solved with other packs",
            }.get(differs[0] if differs else "", what)
        return fault(
            "--out",
            f"{disk.named(self.path)} holds the rows {what}; to continue that run, repeat its command; else name "
            "another file, or remove that one",
        )

    def __contains__(self, battle: int) -> bool:
        return self.places[battle] >= 0

    def add(self, rows: list[tuple[int, str]]) -> None:
        """Add rows, each battle once.

        Raises:
            OSError: they cannot be written; then the journal is as it was.
            ScenarioError: what came is not rows of this plan, as a cluster could answer anything.
        """
        data, new = b"", {}
        for battle, row in rows:
            if not isinstance(battle, int) or battle not in range(len(self.places)) or "\n" in row:
                raise fault("--scheduler", "answered with what is not a row of this plan")
            if battle in self or battle in new:
                continue
            written = row.encode()
            new[battle] = self.end + len(data) + _SUM
            data += self._sum_of(written) + written + b"\n"
        disk.add(self.number, self.path, data, self.end)
        self.end += len(data)
        self.count += len(new)
        for battle, place in new.items():
            self.places[battle] = place

    def rows(self) -> Iterator[str]:
        """Yield the rows in the plan's order."""
        with self._reading() as file:
            for place in self.places:
                if place >= 0:
                    file.seek(place)
                    yield file.readline().decode().rstrip("\n")

    def close(self, *, remove: bool = False) -> None:
        """Let others have the file: kept for another run, or removed."""
        try:
            if remove and os.name != "nt":  # while it is locked, so that nobody opens it in between
                disk.remove(self.path)
            elif not remove:
                disk.keep(self.number, self.path)
        finally:
            os.close(self.number)
        if remove and os.name == "nt":  # where an open file cannot be removed
            disk.remove(self.path)
