"""Places in a scenario's plain data, named as problems name them: `players.0.space.cruiser`."""

from __future__ import annotations

from typing import Any

type Data = dict[str, Any]


def parts_of(data: Data, field: str) -> list[str | int]:
    """Return the keys and indexes that lead to a field, as far as there is something; keys may hold points."""
    found: list[str | int] = []
    here: Any = data
    rest = field
    while rest:
        if isinstance(here, list):
            word, _, rest = rest.partition(".")
            if not word.isdigit() or int(word) >= len(here):
                break
            found.append(int(word))
            here = here[int(word)]
        elif isinstance(here, dict):
            key = max((k for k in here if isinstance(k, str) and (rest == k or rest.startswith(f"{k}."))),
                      key=len, default=None)  # fmt: skip
            if key is None:
                break
            found.append(key)
            here, rest = here[key], rest[len(key) + 1 :]
        else:
            break
    return found


def value_at(data: Any, path: list[str | int]) -> Any:
    """Return what stands at a path."""
    for part in path:
        data = data[part]
    return data


def put(data: Any, path: list[str | int], value: Any) -> None:
    """Put a value at a path that is there, or one step beyond it."""
    value_at(data, path[:-1])[path[-1]] = value


def drop(data: Any, path: list[str | int]) -> None:
    """Take out what stands at a path."""
    del value_at(data, path[:-1])[path[-1]]


def rename(data: Any, path: list[str | int], name: str) -> None:
    """Give the entry of a mapping another key, in its place; the numbers of two become one."""
    holder = value_at(data, path[:-1])
    entries = [(name if key == path[-1] else key, value) for key, value in holder.items()]
    holder.clear()
    for key, value in entries:
        both = key in holder and isinstance(holder[key], int) and isinstance(value, int)
        holder[key] = holder[key] + value if both else value


def fit_damage(data: Data, path: list[str | int]) -> None:
    """Take damage away that lies on more units than are left, where those at a path have become fewer."""
    match path:
        case ["players", int(index), "space", *_]:
            place = None
        case ["players", int(index), "planets", str(planet), *_]:
            place = planet
        case _:
            return
    player = data["players"][index]
    hurt = player.get("damaged", {}) if place is None else player.get("damaged", {}).get(place, {})
    there = player.get("space", {}) if place is None else player.get("planets", {}).get(place, {})
    for kind in [kind for kind, count in hurt.items() if isinstance(count, int) and count > there.get(kind, 0)]:
        hurt[kind] = there.get(kind, 0)
