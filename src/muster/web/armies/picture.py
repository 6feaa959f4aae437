"""The picture of a shared army for link previews: 1200 × 630, our own flag, strokes and figures."""

import json
from functools import lru_cache
from pathlib import Path

from muster.app.armies.saving import SavedArmy
from muster.web.armies import view
from muster.web.print import typeset

KEPT = 64
TEMPLATE = Path(__file__).parents[1] / "templates" / "armies" / "picture.typ"


def png(saved: SavedArmy) -> bytes:
    """The picture. What people wrote goes in as data, never as markup."""
    sheet = view.sheet(saved.army)
    facts = {
        "name": sheet.name[:60],
        "frame": f"{sheet.faction_name}, {sheet.frame}",
        "faction": saved.army.faction,
        "points": f"{sheet.report.points:,}",
        "limit": f"of {sheet.report.limit:,} points",
        "activations": f"{sheet.report.activations} activations",
        "share": min(1.0, sheet.report.points / sheet.report.limit),
        "ranks": [{"name": box.short, "count": box.row.units, "strokes": box.strokes} for box in sheet.ranks],
    }
    return drawn(json.dumps(facts))


@lru_cache(maxsize=KEPT)
def drawn(facts: str) -> bytes:
    """Drawn once for the same facts; the last few are kept."""
    return typeset(TEMPLATE, {"army": facts}, "png")
