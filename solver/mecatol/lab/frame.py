"""The result of a sweep in Python: rows with typed columns, and the ways into other libraries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, overload

from mecatol.errors import fault
from mecatol.lab import tables
from mecatol.render.notebook import table_page

SHOWN = 20
"""Rows that a notebook shows."""


class SweepTable(Sequence[dict[str, Any]]):
    """The rows of a sweep, in the order of its plan, each a mapping from column to value.

    The columns are `battle` (the place in the plan), what tells a battle from the others, the fields of the plan, and
    `refused` with the reason where a battle has no answer. A fleet has a column of words and one of counts for each
    type of unit: `Red.space`, `Red.space.cruiser`, ….
    """

    def __init__(self, rows: Sequence[dict[str, Any]] | Path, about: Mapping[str, Any]) -> None:
        """Take rows, or the file that holds them and is read when they are asked for; `about` is what made them."""
        self._given = rows
        self.about = dict(about)
        """What made the rows: `version`, `plan` (its SHA-256), `seconds`."""

    # A file of rows may be large: it is read when somebody looks, and once.
    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows; a file is read the first time."""
        return [*tables.read(self._given)] if isinstance(self._given, Path) else [*self._given]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row))

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | Sequence[dict[str, Any]]:
        """Return a row, or some."""
        return self.rows[at]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SweepTable) and (self.rows, self.about) == (other.rows, other.about)

    __hash__ = None  # type: ignore[assignment]  # its rows can change

    def column(self, name: str) -> list[Any]:
        """Return the values of a column, None where a row lacks it."""
        if name not in self.columns:
            raise fault("column", f"there is no column {name!r}; there are {', '.join(self.columns)}", name)
        return [row.get(name) for row in self.rows]

    def to_csv(self, file: str | Path | None = None) -> str:
        """Return the table as CSV under the names of the columns, and write it to a file if one is given."""
        text = tables.as_csv(self.columns, self.rows)
        if file is not None:
            Path(file).write_text(text, encoding="utf-8", newline="")
        return text

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` whose metadata says what made it. Needs `pip install "mecatol[lab]"`."""
        return _needed("pyarrow", "mecatol[lab]") and tables.arrow_table(self.rows, self.about)

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`, with what made it in `attrs`. Needs pandas."""
        found = _needed("pandas", "pandas").DataFrame(self.rows, columns=list(self.columns))
        found.attrs["mecatol"] = dict(self.about)
        return found

    def to_polars(self) -> Any:
        """Return a `polars.DataFrame`. Needs polars."""
        return _needed("polars", "polars").DataFrame({name: self.column(name) for name in self.columns}, strict=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} rows, {len(self.columns)} columns>"

    def __str__(self) -> str:
        return self.to_csv()

    def _repr_html_(self) -> str:
        """Return the first rows as a notebook shows them."""
        rows = [list(map(row.get, self.columns)) for row in self.rows[:SHOWN]]
        more = f"The first {SHOWN} of {len(self):,} rows." if len(self) > SHOWN else ""
        return table_page(f"{len(self):,} battles", self.columns, rows, more)


def _needed(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"This needs {module}: install it with pip install '{package}'.") from None
