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
    effects = catalogue()
    # The names of the fields travel once: with each effect they would weigh a kilobyte more.
    held = {"effects": [[*effect.values()] for effect in effects], "colors": words.COLORS}
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    named = "rows.map((row) => Object.fromEntries(fields.map((field, index) => [field, row[index]])))"
    named = f"((fields, rows) => {named})({json.dumps([*effects[0]])}, Mecatol.catalogue.effects)"
    said = f"globalThis.Mecatol.catalogue = {text};\nMecatol.catalogue.effects = {named};"
    return f"{said}\n{outline.script()}".encode()
