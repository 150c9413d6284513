"""What every form offers, once for the whole site: technologies, cards, leaders and abilities, as a script.

The script also holds the outline of the scenario that the forms fill in.
"""

from __future__ import annotations

import json

from mecatol.forms.catalogue import catalogue
from theme.render import words
from theme.site import outline


def script() -> bytes:
    """Return the catalogue and the outline as a script; a page from disk may load nothing else."""
    held = {"effects": catalogue(), "colors": words.COLORS}
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"globalThis.Mecatol.catalogue = {text};\n{outline.script()}".encode()
