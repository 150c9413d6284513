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
    # They travel field by field: like values stand together and pack to two kilobytes less than effect by effect.
    columns = {field: [effect[field] for effect in effects] for field in effects[0]}
    held = {"effects": columns, "colors": words.COLORS}
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    row = "Object.fromEntries(Object.entries(columns).map(([field, values]) => [field, values[index]]))"
    named = f"((columns) => columns.slug.map((_, index) => {row}))(Mecatol.catalogue.effects)"
    said = f"globalThis.Mecatol.catalogue = {text};\nMecatol.catalogue.effects = {named};"
    return f"{said}\n{outline.script()}".encode()
