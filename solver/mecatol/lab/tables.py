"""The rows of a run as a file: JSON lines, CSV, or Parquet with pyarrow."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import batched
from pathlib import Path
from typing import Any

from mecatol.errors import fault
from mecatol.lab import disk

LINES, COMMAS, PARQUET = ".jsonl", ".csv", ".parquet"
"""How the names of tables end."""
ROWS_AT_ONCE = 20_000
"""Rows that are held in memory while a table is written."""

type Lines = Callable[[], Iterable[str]]
"""Gives the rows in their order as lines of JSON, as often as it is asked."""


def check(out: Path) -> None:
    """See that a table can be written under a name.

    Raises:
        ScenarioError: it is there already, its folder is not, its ending is of no kind of table, or Parquet is asked
            for where pyarrow is not at hand.
    """
    if os.path.lexists(out):  # a link that leads nowhere is there as well
        raise fault("--out", f"{disk.named(out)} is there already; name another file, or remove it", str(out))
    if not out.parent.is_dir():
        raise fault("--out", f"{disk.named(out.parent)} is not a folder; create it first", str(out))
    if out.suffix not in (LINES, COMMAS, PARQUET):
        kinds = f"{LINES}, {COMMAS} or {PARQUET}"
        raise fault("--out", f"{disk.named(out)} names no kind of table; end it with {kinds}", str(out))
    if out.suffix == PARQUET:
        _arrow()


def write(out: Path, lines: Lines, about: Mapping[str, Any]) -> None:
    """Write the rows under a name, whole or not at all; Parquet holds what they are `about` in its metadata.

    Raises:
        OSError: the system refuses; then nothing is there under the name.
        ScenarioError: another file has been given the name meanwhile.
    """
    made = out.with_name(f"{out.name}.making")
    number = disk.create(made)
    try:
        with _Written(number, made) as file:
            if out.suffix == PARQUET:
                _parquet(file, lines, about)
            else:
                (_commas if out.suffix == COMMAS else _lines)(file, lines)
            disk.keep(number, made)
        check(out)
        disk.put_in_place(made, out)
    except BaseException:
        with suppress(OSError):
            disk.remove(made)
        raise


class _Written(io.RawIOBase):
    """A new file that is written from its start to its end; once it is closed, nothing more reaches the disk.

    A writer of Parquet that failed writes what it still holds when its memory is freed, which may be much later: its
    file's number can belong to another file by then.
    """

    def __init__(self, number: int, path: Path) -> None:
        super().__init__()
        self.number, self.path, self.end = number, path, 0

    def close(self) -> None:
        if not self.closed:
            super().close()
            os.close(self.number)

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.end

    def write(self, data: Any) -> int:
        if self.closed:
            raise ValueError(f"{disk.named(self.path)} is closed")
        disk.add(self.number, self.path, bytes(data), self.end)
        self.end += len(data)
        return len(data)


def _lines(file: _Written, lines: Lines) -> None:
    for some in batched(lines(), ROWS_AT_ONCE):
        file.write("".join(f"{line}\n" for line in some).encode())


def _commas(file: _Written, lines: Lines) -> None:
    columns = [*dict.fromkeys(name for line in lines() for name in json.loads(line))]
    for at, some in enumerate(batched(lines(), ROWS_AT_ONCE)):
        file.write(as_csv(columns, map(json.loads, some), head=not at).encode())


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], *, head: bool = True) -> str:
    """Return rows as CSV, under the names of the columns unless they stand there already."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    if head:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _typed(rows: Iterable[Mapping[str, Any]], about: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return the type of each column in Python, and the schema of the table for Arrow."""
    pa, _ = _arrow()
    types: dict[str, Any] = {}
    for row in rows:
        for name, value in row.items():
            types[name] = _wider(types.get(name), value)
    kinds = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), str: pa.string(), None: pa.string()}
    fields = [(name, kinds[kind]) for name, kind in types.items()]
    return types, pa.schema(fields, metadata={"mecatol": json.dumps(about)})


def arrow_table(rows: Sequence[dict[str, Any]], about: Mapping[str, Any]) -> Any:
    """Return rows as a table of Arrow, with what they are about in its metadata; raises as `check` does."""
    types, schema = _typed(rows, about)
    return _arrow()[0].Table.from_pylist([_cast(row, types) for row in rows], schema)


def _parquet(file: _Written, lines: Lines, about: Mapping[str, Any]) -> None:
    pa, pq = _arrow()
    types, schema = _typed(map(json.loads, lines()), about)
    with pq.ParquetWriter(file, schema) as writer:
        for some in batched(lines(), ROWS_AT_ONCE):
            rows = [_cast(json.loads(line), types) for line in some]
            writer.write_table(pa.Table.from_pylist(rows, schema))


def _arrow() -> tuple[Any, Any]:
    """Return pyarrow and its part for Parquet.

    Raises:
        ScenarioError: it is not at hand.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise fault("--out", "needs pyarrow for Parquet; install mecatol[lab], or name a .jsonl file") from None


def _wider(kind: type | None, value: Any) -> type | None:
    """Return the type of a column that held `kind` and holds this value as well."""
    own = None if value is None else type(value) if isinstance(value, bool | int | float) else str
    if own is int and abs(value) >= 2**63:  # more than a column of whole numbers holds
        own = str
    if own is None or kind in (str, own):
        return kind
    if kind is None:
        return own
    return float if {kind, own} == {int, float} else str


def _cast(row: dict[str, Any], types: dict[str, Any]) -> dict[str, Any]:
    """Return a row with each value as its column has it."""
    return {
        name: value if value is None or isinstance(value, kind or str)
        else float(value) if kind is float
        else json.dumps(value, ensure_ascii=False)
        for name, value in row.items() for kind in [types[name]]
    }  # fmt: skip


def read(out: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table as they were written.

    A Parquet table has None where a row lacks a column; one in CSV has text in every column.
    """
    if out.suffix == COMMAS:
        with out.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)
    elif out.suffix == PARQUET:
        yield from _arrow()[1].read_table(out).to_pylist()
    else:
        with out.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
