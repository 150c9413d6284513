"""The numbers of the house: lines, imports, rooms, ties between rooms, circles of modules, and how dense lines are.

    uv run python tests/benchmarks/house.py [--tree FOLDER]

A room is a package or module right below the solver, the theme, or the content. Two rooms are tied where a module of
the one imports one of the other, imports for types and inside functions included. A circle is counted with imports for
types and without those inside functions.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tokenize
from collections.abc import Collection, Iterator, Mapping
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {"mecatol": "solver/mecatol", "theme": "theme", "content": "content"}
"""The packages of the project, each with its folder."""
RULES = ("voting", "victory", "technology", "transaction", "production", "movement", "deploy", "capacity")
"""Rules that once lay in several rooms, by a word that the names of their modules have."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def modules(root: Path) -> dict[str, Path]:
    """Return every module of the project by its dotted name."""
    found = {}
    for package, folder in SOURCES.items():
        for path in sorted((root / folder).rglob("*.py")):
            inner = path.relative_to(root / folder).with_suffix("").parts
            name = ".".join((package, *inner))
            found[name.removesuffix(".__init__")] = path
    return found


def imports(tree: ast.Module, known: Collection[str], lazy: bool) -> set[str]:
    """Return the modules that one imports; `lazy` counts what is imported inside of functions."""
    found = set()
    for node in _walked(tree, lazy):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in inner}
    return {name for name in found if name in known}


def _walked(node: ast.AST, lazy: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if lazy or not isinstance(child, _FUNCTIONS):
            yield child
            yield from _walked(child, lazy)


def circles(graph: Mapping[str, Collection[str]]) -> list[set[str]]:
    """Return the sets of modules of which each leads to each other one (Tarjan), the largest first."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        waiting.append(name)
        for other in graph[name]:
            if other not in numbers:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in waiting:
                lowest[name] = min(lowest[name], numbers[other])
        if lowest[name] == numbers[name]:
            place = waiting.index(name)
            found.append(set(waiting[place:]))
            del waiting[place:]

    sys.setrecursionlimit(10_000)  # as deep as the longest chain of imports
    for name in graph:
        if name not in numbers:
            visit(name)
    return sorted((circle for circle in found if len(circle) > 1), key=len, reverse=True)


def typed_circles(root: Path = ROOT) -> list[set[str]]:
    """Return the circles of the project's modules, imports for types included."""
    known = modules(root)
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in known.items()}
    return circles({name: imports(tree, known, lazy=False) for name, tree in trees.items()})


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def nested(tree: ast.Module) -> int:
    """Return how many comprehensions are inside another one."""
    outer = (node for node in ast.walk(tree) if isinstance(node, _COMPREHENSIONS))
    inside = {id(inner) for node in outer for inner in ast.walk(node) if inner is not node}
    return sum(isinstance(node, _COMPREHENSIONS) and id(node) in inside for node in ast.walk(tree))


def _imported(trees: Collection[ast.Module]) -> float:
    """Return how many names of the project a module imports on average, of those that import any to use them."""
    counts = []
    for tree in trees:
        from_it = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
        names = [alias for node in from_it for alias in node.names]
        if names and not all(alias.name == alias.asname for alias in names):  # a door passes on what it imports
            counts.append(len(names))
    return sum(counts) / max(1, len(counts))


def _comments(text: str) -> int:
    return sum(token.type == tokenize.COMMENT for token in tokenize.generate_tokens(StringIO(text).readline))


def numbers(root: Path) -> dict[str, float]:
    """Return the numbers of a tree, by what they count."""
    known = modules(root)
    texts = {name: path.read_text(encoding="utf-8") for name, path in known.items()}
    trees = {name: ast.parse(text) for name, text in texts.items()}
    reach = {name: imports(tree, known, lazy=True) for name, tree in trees.items()}
    rooms = {_room(name) for name in known if name.startswith("mecatol.")}
    packages = {room for room in rooms if known.get(room, Path()).name == "__init__.py"}
    ties = {frozenset((_room(name), _room(other))) for name, others in reach.items() for other in others}
    solver = [name for name in known if name.startswith("mecatol")]
    lines = sum(texts[name].count("\n") for name in solver)
    cards = [name for name in solver if name.startswith(("mecatol.cards", "mecatol.components"))]
    told = {
        "solver, lines": lines,
        "cards, lines": sum(texts[name].count("\n") for name in cards),
        "names that a card file imports, on average": _imported([trees[name] for name in cards]),
        "rooms of the solver that are packages": len(packages),
        "rooms of the solver that are modules": len(rooms) - len(packages),
        "pairs of rooms tied": sum(len(pair) == 2 for pair in ties),
        "modules in the largest circle": max((len(circle) for circle in typed_circles(root)), default=0),
        "nested comprehensions in 1,000 lines": 1000 * sum(nested(trees[name]) for name in solver) / lines,
        "comments in 100 lines": 100 * sum(_comments(texts[name]) for name in solver) / lines,
    }
    for what, folder, endings in (
        ("scripts of the site, lines", "theme", (".js", ".ts")),
        ("styles of the site, lines", "theme", (".css",)),
        ("tests, lines", "tests", (".py",)),
    ):
        files = [path for path in (root / folder).rglob("*") if path.suffix in endings]
        told[what] = sum(
            path.read_text(encoding="utf-8").count("\n") for path in files if "node_modules" not in path.parts
        )
    for rule in RULES:
        held = [
            name for name in solver if rule in name and not name.startswith(("mecatol.cards", "mecatol.components"))
        ]
        places = {name.rpartition(".")[0] if known[name].name != "__init__.py" else name for name in held}
        told[f"places of {rule}"] = len(places)
    return told


def main() -> None:
    """Print the numbers of a tree."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tree", type=Path, default=ROOT, help="a checkout of the project (default: this one)")
    for name, number in numbers(parser.parse_args().tree).items():
        print(f"{name:45} {number:,.1f}" if isinstance(number, float) else f"{name:45} {number:,}")


if __name__ == "__main__":
    main()
