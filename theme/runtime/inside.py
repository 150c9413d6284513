"""Goes into the browser's Python as ``sitecustomize``, the first of our modules that runs there.

Python would import from zip archives, and open the archive again for each of some 150 modules. Here they lie in
tables instead, one for the standard library and one for the project's own code: measured in Chromium, it takes a
tenth off the whole way from the first touch of a form to its first answer. A module that is in no table goes the
usual way and ends in the usual ModuleNotFoundError.
"""

import marshal
import sys
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False  # this early, the modules typing and types are not there to be imported
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

TABLES = ("/lib/mecatol-stdlib.bin", "/lib/mecatol-package.bin")

code: dict[str, tuple[str, "CodeType"]] = {}  # module name: path of its file, its code object
data: dict[str, bytes] = {}  # path of a file that is not code: its contents


class Loader:
    """Runs the code of one module and hands out the data files of its package, as a zip archive's loader would."""

    def __init__(self, name: str) -> None:
        self.name = name

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave making the module object to Python."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        exec(self.get_code(module.__name__), module.__dict__)

    def get_code(self, name: str) -> "CodeType":
        """Return the code object of the module."""
        return code[name][1]

    def get_source(self, name: str) -> None:
        """Say that there is no source, only bytecode."""

    def is_package(self, name: str) -> bool:
        """Return whether the module is a package."""
        return code[name][0].endswith("/__init__.py")

    def get_data(self, path: str) -> bytes:
        """Return the contents of a data file; raises FileNotFoundError if there is none."""
        if path not in data:
            raise FileNotFoundError(2, "no such file in the browser's Python", path)
        return data[path]


class Finder:
    """Finds modules in the tables."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return how to load a module, or None if it is in no table."""
        if name not in code:
            return None
        loader: Any = Loader(name)
        file = code[name][0]
        spec = ModuleSpec(name, loader, origin=file, is_package=loader.is_package(name))
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(file.removesuffix("/__init__.py"))
        return spec


class Folder:
    """Lists the modules of one package, which is how ``pkgutil`` finds them without a file system."""

    def __init__(self, path: str) -> None:
        if not any(file == f"{path}/__init__.py" for file, _ in code.values()):
            raise ImportError("not a package in the tables", path=path)
        self.path = path

    def find_spec(self, name: str, target: object = None) -> ModuleSpec | None:
        """Return how to load a module, or None if it is in no table."""
        return Finder.find_spec(name)

    def iter_modules(self, prefix: str = "") -> list[tuple[str, bool]]:
        """Return name and whether it is a package for each module directly in this one."""
        found = []
        for file, _ in code.values():
            folder, _, stem = file.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")
            if folder == self.path:
                found.append((prefix + stem, file.endswith("/__init__.py")))
        return sorted(found)


for table in TABLES:
    with open(table, "rb") as file:
        modules, files = marshal.loads(file.read())
    code.update(modules)
    data.update(files)
sys.path_hooks.insert(0, Folder)
sys.meta_path.insert(2, Finder)  # after the modules that are built in or frozen, before all paths
