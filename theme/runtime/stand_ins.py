"""Stands in for what Python in a page takes in and never calls, by its file in the standard library's archive.

Pyodide loads no package and runs no loop of events here, nobody asks for a package's files but of its loader, and of
`html` only `escape` is in use. These alone bring in half of the standard library that would travel. What they lack
fails aloud, and the build's self-test answers with them.
"""

STAND_INS = {
    # Pyodide looks for this function as it starts, and would use it for what is awaited.
    "asyncio/__init__.py": """
def get_event_loop():
    raise RuntimeError("there is no loop of events in this Python")
""",
    "importlib/resources/__init__.py": "",
    "importlib/resources/abc.py": "",
    # Pyodide starts a loop as it starts; its snapshots expect of this module and the next that they have taken in these
    # two things of JavaScript's.
    "pyodide/webloop.py": """
from pyodide_js._api import scheduleCallback

def _initialize_event_loop(): pass
""",
    # Pyodide asks where packages would lie, and which ones lie there.
    "pyodide/_package_loader.py": """
from pyodide_js import loadedPackages

class Folder:
    def __str__(self):
        return "/usr/lib"

SITE_PACKAGES = DSO_DIR = Folder()

def init_loaded_packages(): pass
""",
    # Fractions take in a class of these, and addresses of the web a module, to tell what is one of theirs.
    "decimal.py": """
class Decimal:
    def __init__(self, *given):
        raise RuntimeError("there are no decimals of this kind in this Python")
""",
    "ipaddress.py": """
def ip_address(address):
    raise RuntimeError("no address of this kind is known to this Python")
""",
    # 2,231 names of characters, which only `html.unescape` looks up.
    "html/entities.py": "html5 = None\n",
}
