"""Sweeps from Python: a plan in, a table out, on the cores of this machine or on a Dask cluster."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from mecatol.errors import fault, number_within
from mecatol.lab import workers
from mecatol.lab.frame import SweepTable
from mecatol.lab.plans import Plan, plan_of, read_plan
from mecatol.lab.runs import CHUNK, Progress, about, run
from mecatol.probability.limits import SECONDS
from mecatol.scenario.files import text_of

__all__ = ["SweepTable", "sweep"]

_FILE = re.compile(r"[^\n:{]+\.(?:yaml|yml|json|jsonl)")
"""What is the name of a file of a plan, and not a plan."""

type Told = Callable[[int, int], object]
"""Called with how many battles are done, and of how many."""


def sweep(
    plan: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    *,
    cores: int | None = None,
    scheduler: str | None = None,
    packs: Sequence[str | Path] = (),
    seconds: float = SECONDS,
    progress: Told | bool = True,
) -> SweepTable:
    """Solve every battle of a plan, and return the rows as a table.

    >>> plan = {"base": {"step": "space-combat", "players": [
    ...     {"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"cruiser": 2}}]},
    ...     "axes": {"Red.space.cruiser": {"from": 1, "to": 3}}}
    >>> [round(chance, 3) for chance in sweep(plan, progress=False).column("winner.Red")]
    [0.069, 0.443, 0.828]

    Args:
        plan: A mapping with `base`, `axes`, `fleets`, `pairs` and `fields`; the same as text in YAML or JSON; or the
            file of it.
        out: Where to write the table: a name that ends in `.jsonl`, `.csv` or `.parquet`. A run that is stopped goes on
            from there when it is asked for again. Without it, the rows are only returned.
        cores: Processes to use: one per core unless you give a number.
        scheduler: The address of a Dask cluster to use instead, such as `tcp://host:8786`.
        packs: Files of homebrew to register for these battles; they travel to the processes and the cluster.
        seconds: How long a battle may take; one that takes longer is a row with its reason.
        progress: Called with the battles done and their number. True shows a bar where the package tqdm is installed.

    Raises:
        ScenarioError: the plan, the table or the cluster is not as it must be.
    """
    from mecatol import homebrew

    number_within("seconds", seconds, "a number of seconds above 0, or math.inf", above=True)
    for pack in packs:
        homebrew.register(pack)
    ready = _plan(plan)
    number = workers.cores() if cores is None else cores
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= workers.MOST:
        raise fault("cores", f"is {number!r}; give a number from 1 to {workers.MOST}", cores)
    files = [str(pack) for pack in packs]
    machines = (
        partial(workers.cluster, scheduler, packs=files)
        if scheduler
        else partial(workers.local, max(1, min(number, -(-len(ready) // CHUNK))), packs=files)
    )
    limits = {"seconds": seconds, "packs": [workers.digest(pack) for pack in files]}
    with ExitStack() as during:
        folder = during.enter_context(tempfile.TemporaryDirectory()) if out is None else ""
        target = Path(folder) / "rows.jsonl" if out is None else Path(out)
        say = during.enter_context(shown(progress, len(ready)))
        run(ready, target, partial(machines, ready.fields, seconds), say, limits)
        table = SweepTable(target, about(ready, limits))
        if out is None:
            table.rows  # noqa: B018 - the file goes away with its folder
        return table


def _plan(given: object) -> Plan:
    if isinstance(given, Path) or (isinstance(given, str) and _FILE.fullmatch(given)):
        return plan_of(text_of(str(given)))
    return plan_of(given) if isinstance(given, str) else read_plan(given)


class shown:  # noqa: N801 - used as a function that gives a context
    """Shows the progress of a run while it lasts: by a caller's function, or as a bar of tqdm where it is installed."""

    def __init__(self, how: Told | bool, whole: int) -> None:
        self._how, self._whole, self._bar = how, whole, None

    def __enter__(self) -> Callable[[Progress], object]:
        how = self._how
        if callable(how):
            return lambda progress: how(progress.done, progress.whole)
        if not how:
            return lambda _: None
        try:
            self._bar = bar = import_module("tqdm.auto").tqdm(total=self._whole, unit=" battles", leave=False)
        except ImportError:
            return lambda _: None
        return lambda progress: bar.update(progress.done - bar.n)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
