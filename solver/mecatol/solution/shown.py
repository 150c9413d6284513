"""How a solution is shown and sent: as tables, as a short text, a link, a picture, and in a notebook.

What draws is imported when it is asked for: it is above this package, and most programs never use it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mecatol.solution.text import table

if TYPE_CHECKING:
    from mecatol.scenario.model import Scenario


class Presentable:
    """What a `Solution` has for people to look at."""

    scenario: Scenario

    def to_json(self) -> dict[str, Any]:
        """Return the solution as data for JSON; Fractions become text such as "4/25"."""
        raise NotImplementedError

    def _data(self) -> dict[str, Any]:
        """Return the solution as data in which exact chances are still Fractions."""
        raise NotImplementedError

    def _in_decimals(self) -> dict[str, Any]:
        data: dict[str, Any] = with_fractions(self._data(), float)
        return data

    def table(self) -> str:
        """Return everything as tables that a person reads, with the clause behind each step."""
        return table(self.to_json(), bars=True)

    def __str__(self) -> str:
        """Return what matters as tables: who wins, what is lost, the likeliest outcomes."""
        return table(self.to_json(), bars=True, brief=True)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.short(120)}>"

    def short(self, most: int = 300) -> str:
        """Return one line for a chat: the answer, what it costs, and the battle where it fits into `most` characters.

        Raises:
            ScenarioError: `most` is not a whole number of 20 or more.
        """
        from mecatol.render.sent import short

        return short(self._in_decimals(), most)

    def link(self, base: str) -> str:
        """Return the address that opens the scenario on the site whose first page is at `base`.

        Raises:
            ScenarioError: `base` is not an address such as `https://example.org/rules/`, or the scenario is too long
                for a link.
        """
        return self.scenario.link(base)

    def svg(self, dark: bool = False) -> str:
        """Return the answer as a picture, an SVG that needs nothing else, in the site's light or dark colors."""
        from mecatol.render.colors import colored
        from mecatol.render.picture import picture

        return colored(picture(self._in_decimals()), dark)

    def png(self, dark: bool = False, scale: float = 2) -> bytes:
        """Return the picture of `svg` as PNG, with `scale` pixels for one of its 640 in width.

        Raises:
            ImportError: `pip install "mecatol[png]"` has not been run.
            RuntimeError: this machine has no font to write with.
            ScenarioError: `scale` is not a number above 0 and at most 8.
        """
        from mecatol.render.raster import png

        return png(self.svg(dark), scale)

    def _repr_html_(self) -> str:
        """Return the solution as a notebook shows it."""
        from mecatol.render.notebook import solution_page

        return solution_page(self._in_decimals())


def with_fractions(value: Any, write: Callable[[Fraction], object]) -> Any:
    """Return data in which each fraction stands as `write` puts it."""
    if isinstance(value, dict):
        return {key: with_fractions(item, write) for key, item in value.items()}
    if isinstance(value, list):
        return [with_fractions(item, write) for item in value]
    return write(value) if type(value) is Fraction else value
